// SPDX-License-Identifier: MIT
// Pages of height fields: pixels, clicks and answers, compared with kiln-query and kiln-dump; a field that is drawn by fewer samples.
//   NODE_MODULES=FOLDER node tests/view/field.mjs FOLDER QUERY
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countColours, launch, openPage, probe } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, query] = process.argv.slice(2), faults = [];
const at = (name) => join(folder, name);

function native(name, lines) {
	return spawnSync(query, [at(`${name}.kiln`)], { input: `${lines.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout.trim().split('\n');
}

/** Questions of every kind about a box, of a fixed seed. */
function questions(count, [min, max]) {
	let state = 5;
	const random = () => (state = state * 16807 % 2147483647) / 2147483647, point = () => min.map((x, i) => (x + random() * (max[i] - x)).toPrecision(7)).join(' ');
	const way = () => [0, 1, 2].map(() => (random() - 0.5).toPrecision(7)).join(' ');
	const kinds = [() => `ray ${point()} ${way()}`, () => `rayall ${point()} ${way()}`, () => `closest ${point()}`, () => `sphere ${point()} 1.5`,
		() => `box ${point()} 2 1 0.5`, () => `capsule ${point()} ${point()} 0.5`, () => `castsphere ${point()} 0.3 ${way()}`, () => `castbox ${point()} 1 0.5 1 ${way()}`,
		() => `castcapsule ${point()} ${point()} 0.2 ${way()}`, () => `inside ${point()}`, () => `collide ${point()} 0 0 0 1`, () => 'filter ignore x', () => 'nonsense'];
	return Array.from({ length: count }, (_, i) => kinds[i % kinds.length]());
}

const browser = await launch();

// --- A field with materials and a hole ---
{
	const page = await openPage(browser, at('field.html'), { faults, size: { width: 1000, height: 500 } }), figures = JSON.parse(readFileSync(at('field.json'), 'utf8'));
	claim('the dump is what kiln-dump prints', await page.evaluate(() => kilnView.assets[0].dump()) === readFileSync(at('field.dump'), 'utf8'));
	const drawn = await page.evaluate(() => kilnView.assets[0].surfaces.triangleCount);
	claim('all cells but the holes are drawn', drawn === 2 * (figures.cells - figures.holes) && figures.holes > 200, [drawn, figures]);
	claim('the page says so', (await page.locator('#status').textContent()).includes(`${figures.columns} x ${figures.rows} samples, ${drawn} triangles`));
	const ground = await page.evaluate(() => kilnView.view.scene.background.toArray().map((x) => Math.round(255 * x)).join());
	await page.evaluate(() => kilnView.view.setPose({ position: [60, 60, 70], target: [32, 2, 30] }));
	for (const mode of ['material', 'face', 'winding']) {
		const found = await page.evaluate(probe, mode), met = found.filter(({ hit }) => hit), wrong = found.filter(({ seen, hit }) => seen !== (hit ? hit.expected : ground));
		claim(`by ${mode}: pixels have the colour of the runtime's hit, holes that of the ground`, met.length > 150 && wrong.length <= found.length / 500, [met.length, wrong.length, wrong[0]]);
		claim(`by ${mode}: as many colours as there are`, mode !== 'material' || new Set(met.map(({ hit }) => hit.expected)).size === 4);
	}
	await page.evaluate(() => kilnView.store.set({ mode: 'plain', openEdges: true }));
	const open = await page.evaluate(countColours, ['#e01010']);
	claim('the border and the rim of the hole are open edges', open[0] > 100, open);

	const lines = questions(650, await page.evaluate(() => [kilnView.assets[0].asset.boundsMin, kilnView.assets[0].asset.boundsMax]));
	const answers = await page.evaluate((list) => list.map((line) => kilnView.talk.session.ask(line)), lines), expected = native('field', lines);
	const other = answers.findIndex((answer, i) => answer !== expected[i]);
	claim('650 questions are answered as by kiln-query, byte for byte', other < 0 && expected.length === lines.length, [lines[other], answers[other], expected[other]]);
	claim('many with something', answers.filter((answer) => /"(hit|found)":true|\[\d/.test(answer)).length > 150);

	// Clicks, and the closest point.
	const rays = [], hits = [];
	for (let i = 0; i < 12; ++i) {
		await page.mouse.click(330 + (i * 97) % 340, 150 + (i * 61) % 250);
		const { line, hit } = await page.evaluate(() => ({ line: kilnView.asker.last.line, hit: kilnView.asker.last.hit && { ...kilnView.asker.last.hit, tag: null } }));
		rays.push(line);
		hits.push(hit);
	}
	const native12 = native('field', rays).map((line) => JSON.parse(line));
	const same = hits.map((hit, i) => hit ? native12[i].hit && native12[i].triangle === hit.triangle && native12[i].source === hit.sourceFace && native12[i].material === hit.material && Math.fround(native12[i].t) === hit.t : !native12[i].hit);
	claim('clicks get kiln-query\'s answers', same.every((x) => x) && hits.some((hit) => hit), rays[same.indexOf(false)]);
	await page.evaluate(() => kilnView.asker.cast({ origin: [10.25, 50, 3.5], direction: [0, -1, 0] }));
	const said = await page.locator('#answer').textContent();
	claim('the panel names cell and material', said.includes('cell202, column 10, row 3') && said.includes('material1'), said);
	const corners = await page.evaluate(() => kilnView.asker.corners(kilnView.assets[0].surfaces));
	claim('and fills the triangle', corners.length === 3 && (await page.evaluate(() => kilnView.overlay.has('triangle'))));
	const [near, nearest] = [await page.evaluate(() => kilnView.assets[0].asset.closestPoint([5, 9, 7])), JSON.parse(native('field', ['closest 5 9 7'])[0])];
	claim('the closest point is kiln-query\'s', near.distance === Math.fround(nearest.distance) && near.triangle === nearest.triangle, [near, nearest]);

	// The console draws, searches find, and the other panels have what a field has.
	await page.keyboard.press('q');
	await page.locator('#ask').fill('sphere 20 4 40 4');
	await page.locator('#ask').press('Enter');
	claim('what a shape touches is filled', (await page.evaluate(countColours, ['#ffc800', '#ff8000'])).every((count) => count > 20));
	claim('a query of a field has no steps', await page.evaluate(() => kilnView.talk.steps.length) === 0);
	await page.evaluate(() => kilnView.tabs.scene.show());
	await page.locator('.search').first().fill('triangle 404');
	await page.locator('.search').first().press('Enter');
	claim('a triangle is found by its number', await page.evaluate(() => kilnView.store.state.triangle === 404 && kilnView.store.state.node === 0));
	await page.evaluate(() => kilnView.tabs.look.show());
	claim('a section cuts the field', (await page.locator('[data-tab="look"]').textContent()).includes('section'));
	await page.close();
}

// --- More triangles than a page draws ---
{
	const page = await openPage(browser, at('wide.html'), { faults }), asset = await page.evaluate(() => ({ stride: kilnView.assets[0].asset.stride, drawn: kilnView.assets[0].surfaces.triangleCount }));
	claim('a large field is drawn by every second sample', asset.stride === 2 && asset.drawn === 2 * 400 * 330, asset);
	claim('the page says so', (await page.locator('#status').textContent()).includes('1053082 triangles: drawn are 264000, between samples 2 apart'), await page.locator('#status').textContent());
	const t = await page.evaluate(() => kilnView.asker.cast({ origin: [401.25, 500, 333.5], direction: [0, -1, 0] }).hit);
	const [expected] = native('wide', ['ray 401.25 500 333.5 0 -1 0']).map((line) => JSON.parse(line));
	claim('rays meet the whole field', t.triangle === expected.triangle && t.t === Math.fround(expected.t), [t.triangle, expected]);
	await page.close();
}

// --- A field beside an asset, and one that is cut off ---
{
	const page = await openPage(browser, at('fieldpair.html'), { faults });
	claim('a field and an asset are in one picture', await page.evaluate(() => kilnView.assets.every(({ surfaces }) => surfaces.triangleCount > 0) && kilnView.pair === null));
	claim('the field answers', await page.evaluate(() => kilnView.talk.ask('ray 10 50 3 0 -1 0').includes('"hit":true')));
	claim('a question about both is none of a field', await page.evaluate(() => kilnView.talk.ask('collide 0 0 0 0 0 0 1').includes('error')));
	await page.close();
}
{
	const page = await openPage(browser, at('cutfield.html'), { faults }), notice = await page.locator('#notice').textContent();
	claim('a cut field: the page says where it ends', notice.includes(readFileSync(at('cutfield.error'), 'utf8').match(/error: (.*) \[/)[1]), notice);
	await page.close();
}
await browser.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
