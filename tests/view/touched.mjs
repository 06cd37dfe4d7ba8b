// SPDX-License-Identifier: MIT
// The faces that questions touch, in colour, and questions behind a filter of layers.
//   NODE_MODULES=FOLDER node tests/view/touched.mjs FOLDER QUERY
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { countColours, launch, openPage } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, query] = process.argv.slice(2), faults = [];
const at = (name) => join(folder, name);

function native(assets, lines) {
	const { stdout } = spawnSync(query, assets.map((name) => at(`${name}.kiln`)), { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
	return stdout.trim().split('\n');
}

/** Runs in the page: asks, and compares pixels of a grid with the pieces that rays through them meet, at any depth. */
function probeTouched([line, colours]) {
	const { talk, view, overlay, assets, store } = kilnView;
	store.set({ mode: 'plain', lit: false, node: null, triangle: null });
	if (kilnView.pair)
		kilnView.pair.gizmo.getHelper().visible = false;
	const given = JSON.parse(talk.ask(line));
	for (const name of ['question', 'reply', 'ray', 'hit', 'normal'])
		overlay.clear(name);
	const named = given.segments ? [0, 1].map((side) => given.pairs.map((pair, i) => [given.nodes?.[i][side] ?? 0, pair[side]])) :
		[[...(given.pairs ?? given.triangles.map((triangle) => [0, triangle])), ...(given.solids ?? []).map((node) => [node, null])]];
	const sets = named.map((pieces) => new Set(pieces.map((piece) => piece.join())));
	const { width, height, data } = view.pixels(), { left, top } = view.canvas.getBoundingClientRect();
	const colour = (x, y) => [0, 1, 2].map((k) => data[4 * ((height - 1 - y) * width + x) + k]).join();
	let checked = 0, wrong = 0, filled = 0;
	for (let y = 5; y < height - 5; y += 7) {
		for (let x = 5; x < width - 5; x += 7) {
			const seen = colours.indexOf(colour(x, y));
			if ([[-1, 0], [1, 0], [0, -1], [0, 1]].some(([dx, dy]) => colours.indexOf(colour(x + dx, y + dy)) !== seen))
				continue;
			const ray = view.rayAt(left + x + 0.5, top + y + 0.5);
			const meets = sets.map((set, i) => assets[i].asset.rayAll(ray).some(({ node, triangle }) => set.has([node, triangle].join())));
			// The second asset is drawn over the first.
			++checked;
			wrong += seen === meets.lastIndexOf(true) ? 0 : 1;
			filled += seen >= 0 ? 1 : 0;
		}
	}
	return { checked, wrong, filled, pieces: sets.map(({ size }) => size) };
}

const COLOURS = ['255,200,0', '64,208,160'];
const browser = await launch();

// --- Overlaps: triangles and solids ---
for (const [name, lines] of Object.entries({
	crate: ['sphere 0.3 0.2 0.1 0.4', 'box 0 0.4 0 0.6 0.2 0.1', 'capsule -1 0 0 1 0.3 0 0.1', 'sphere 90 0 0 1'],
	yard: ['sphere -4 0.5 0 1.5', 'box 0 0.5 0 3 1 3', 'capsule -5 0.5 -1 5 0.5 1 0.3'],
	parts: ['sphere 0.3 0.2 0.1 0.2', 'box 0 0 0 9 9 9'],
})) {
	const page = await openPage(browser, at(`${name}.html`), { faults });
	for (const line of lines) {
		const { checked, wrong, filled, pieces } = await page.evaluate(probeTouched, [line, COLOURS]);
		claim(`${name}: ${line}: some faces are touched`, line.includes('90') ? pieces[0] === 0 && filled === 0 : pieces[0] > 0 && filled > 20, [pieces, filled]);
		claim(`${name}: ${line}: they have their colour, and no other has`, checked > 1000 && wrong <= checked / 500, [wrong, checked]);
	}
	await page.evaluate(() => kilnView.talk.ask('ray 0 90 0 0 1 0'));
	claim(`${name}: the next question takes the colour away`, (await page.evaluate(countColours, ['#ffc800']))[0] === 0);
	await page.close();
}

// --- Contacts: the faces of both assets ---
{
	const page = await openPage(browser, at('twice.html'), { faults });
	const { checked, wrong, pieces, filled } = await page.evaluate(probeTouched, ['contacts 0 0 0 0 0 0 1', COLOURS]);
	claim('faces of both assets touch', pieces[0] > 0 && pieces[1] > 0 && filled > 5, [pieces, filled]);
	claim('they have two colours', checked > 1000 && wrong <= checked / 200, [wrong, checked]);
	await page.close();
}
{
	const page = await openPage(browser, at('pair.html'), { faults });
	await page.evaluate(() => kilnView.talk.ask('contacts -4 0.4 0 0 0.3826834 0 0.9238795 1.5'));
	const places = await page.evaluate(() => kilnView.view.scene.getObjectByName('touched1')?.geometry.attributes.position.array.length ?? 0);
	claim('those of the second are drawn where the pose puts it', places > 0 && await page.evaluate(() => {
		// The middle of each segment lies on a face of the second asset.
		const { segments } = JSON.parse(kilnView.talk.session.ask('contacts -4 0.4 0 0 0.3826834 0 0.9238795 1.5'));
		const { array } = kilnView.view.scene.getObjectByName('touched1').geometry.attributes.position, base = kilnView.assets[1].asset.boundsMin;
		const low = [Infinity, Infinity, Infinity], high = low.map((x) => -x);
		array.forEach((x, i) => {
			low[i % 3] = Math.min(low[i % 3], x + base[i % 3]);
			high[i % 3] = Math.max(high[i % 3], x + base[i % 3]);
		});
		return segments.every((ends) => ends.every((x, i) => x >= low[i % 3] - 1e-4 && x <= high[i % 3] + 1e-4));
	}), places);
	await page.close();
}

// --- Filters: layers, triggers, masks ---
{
	const page = await openPage(browser, at('layers.html'), { faults });
	await page.keyboard.press('q');
	const lines = ['rayall -4 10 0.25 0 -1 0', 'sphere -4 0.5 0 3', 'ray -4 10 0.25 0 -1 0', 'closest 0 3 0', 'castsphere -4 10 0.25 0.3 0 -1 0', 'rayall 0 10 0 0 -1 0',
		'box 0 0 0 20 20 20'];
	const last = () => page.locator('[data-tab="console"] pre').first().textContent();
	const asked = async () => page.evaluate((list) => list.map((line) => kilnView.talk.session.ask(line)), lines);
	const box = page.locator('#ask'), everything = native(['layers'], lines);
	const names = await page.evaluate(() => kilnView.talk.layers.map(({ name }) => name));
	claim('the layers of the asset can be chosen', ['buildings', 'wire'].every((name) => names.includes(name)), names);
	await box.fill('box 0 0 0 20 20 20');
	await box.press('Enter');
	const [whole] = await page.evaluate(countColours, ['#ffc800']);
	await page.getByLabel('buildings', { exact: true }).uncheck();
	claim('the last question is asked again', await last() === `box 0 0 0 20 20 20\n${native(['layers'], ['filter ignore buildings', 'box 0 0 0 20 20 20'])[0]}`);
	const filtered = native(['layers'], ['filter ignore buildings', ...lines]);
	claim('without a layer, the page answers as kiln-query does', JSON.stringify(await asked()) === JSON.stringify(filtered));
	claim('which differs', filtered.filter((answer, i) => answer !== everything[i]).length > 2);
	const [fewer] = await page.evaluate(countColours, ['#ffc800']);
	claim('and fewer faces are coloured', fewer > 0 && fewer < whole, [fewer, whole]);
	await page.getByLabel('wire', { exact: true }).uncheck();
	await page.locator('label', { hasText: 'triggers' }).locator('select').selectOption('no');
	claim('two layers and triggers are left out', JSON.stringify(await asked()) === JSON.stringify(native(['layers'], ['filter ignore buildings ignore wire triggers no', ...lines])));
	await box.fill('filter triggers only');
	await box.press('Enter');
	claim('a filter that is typed sets the controls', await page.evaluate(() => kilnView.talk.layers.every(({ box: one }) => one.checked) && kilnView.talk.triggers.select.value === 'only'));
	claim('and holds', JSON.stringify(await asked()) === JSON.stringify(native(['layers'], ['filter triggers only', ...lines])));
	await box.fill('filter ignore nothing');
	await box.press('Enter');
	claim('a filter without meaning is refused', (await last()).includes('names no layer'));
	await box.fill('filter');
	await box.press('Enter');
	claim('filter alone ends it', JSON.stringify(await asked()) === JSON.stringify(everything));
	await page.close();
}
{
	const page = await openPage(browser, at('pair.html'), { faults });
	await page.keyboard.press('q');
	const line = 'contacts -4 0 0 0 0 0 1';
	await page.evaluate((text) => kilnView.talk.ask(text), line);
	await page.getByLabel('pairs that collide').check();
	claim('masks of pairs are those of kiln-query', await page.evaluate((text) => kilnView.talk.session.ask(text), line) === native(['yard', 'crate'], ['filter masks', line])[0]);
	await page.close();
}
await browser.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
