// SPDX-License-Identifier: MIT
// Builds the page of kiln-view without assets: one file with the styles, the bundled JavaScript and the runtime.
//   NODE_MODULES=FOLDER node tools/view/build.mjs KILN.wasm PAGE.html
// FOLDER has what package-lock.json names. The module is compressed, because most of it is a page's weight.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [wasm, out] = process.argv.slice(2);
const modules = resolve(process.env.NODE_MODULES ?? 'node_modules');
const { build } = createRequire(join(modules, 'x.js'))('esbuild');
const page = join(dirname(fileURLToPath(import.meta.url)), 'page');

const { outputFiles } = await build({
	entryPoints: [join(page, 'main.js')],
	bundle: true,
	write: false,
	minify: true,
	format: 'esm',
	target: 'es2022',
	external: ['node:*'],
	nodePaths: [modules],
	legalComments: 'eof',
});

const parts = {
	style: readFileSync(join(page, 'page.css'), 'utf8'),
	module: gzipSync(readFileSync(wasm), { level: 9 }).toString('base64'),
	script: outputFiles[0].text,
};
// A function returns the text, because a text of its own would have its dollar signs replaced.
const html = readFileSync(join(page, 'page.html'), 'utf8').replace(/<!-- build: (\w+) -->/g, (_, name) => parts[name]);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(`${out}.new`, html);
renameSync(`${out}.new`, out);
