// SPDX-License-Identifier: MIT
// A headless browser that opens pages of kiln-view from files.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(join(resolve(process.env.NODE_MODULES), 'x.js'))('playwright-core');
const SOFTWARE = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const PICTURELESS = ['--no-sandbox', '--disable-gpu', '--disable-3d-apis'];
const TIMEOUT = 120000;

/** V8 has no SIMD128 on a processor without SSE 4.1, as which it can take every processor. */
const SCALAR = ['--js-flags=--no-enable-sse4-1'];

export function launch({ pictures = true, simd = true } = {}) {
	return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...(pictures ? SOFTWARE : PICTURELESS), ...(simd ? [] : SCALAR)] });
}

/** Opens a page and waits until it is ready. `faults` gets errors of its scripts, and addresses that it tried to load. */
export async function openPage(browser, path, { hash = '', faults = [], size = { width: 1200, height: 700 }, timeout = TIMEOUT } = {}) {
	const page = await browser.newPage({ viewport: size });
	page.on('pageerror', (error) => faults.push(error.stack));
	page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
	page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && faults.push(`loads ${request.url()}`));
	await page.goto(pathToFileURL(path).href + hash, { timeout });
	await page.waitForFunction(() => window.kilnView?.ready, null, { timeout });
	// The last text may have changed the size of the picture, which the next frame takes in.
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	await page.evaluate(() => kilnView.view?.draw());
	return page;
}

/** Runs in the page: rays through a grid of pixels, with the colour that is drawn there and the one that the mode promises. */
export function probe(mode) {
	const { view, asker, assets: [{ asset, surfaces }], store } = kilnView;
	store.set({ mode, lit: false, wire: false, openEdges: false, node: null, triangle: null });
	for (const name of ['ray', 'hit', 'normal'])
		asker.overlay.clear(name);
	const { width, height, data } = view.pixels(), { left, top } = view.canvas.getBoundingClientRect();
	const colour = (x, y) => [0, 1, 2].map((k) => data[4 * ((height - 1 - y) * width + x) + k]).join();
	const found = [];
	for (let y = 5; y < height - 5; y += 9) {
		for (let x = 5; x < width - 5; x += 9) {
			const seen = colour(x, y);
			// Pixels at an edge of the picture have colours of both sides.
			if ([[-1, 0], [1, 0], [0, -1], [0, 1]].some(([dx, dy]) => colour(x + dx, y + dy) !== seen))
				continue;
			const hit = asker.meet({ asset, surfaces }, view.rayAt(left + x + 0.5, top + y + 0.5));
			const run = hit && surfaces.chunks.flatMap(({ runs }) => runs).find(({ node }) => node === hit.node);
			found.push({ seen, hit: hit && { back: hit.back, expected: kilnView.colourAt(mode, run, hit) } });
		}
	}
	return found;
}

/** Runs in the page: how many pixels have each of the colours, `#rrggbb`, exactly. */
export function countColours(colours) {
	const { data } = kilnView.view.pixels(), counts = colours.map(() => 0);
	const words = colours.map((text) => parseInt(text.slice(1), 16));
	for (let i = 0; i < data.length; i += 4) {
		const at = words.indexOf(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
		if (at >= 0)
			++counts[at];
	}
	return counts;
}
