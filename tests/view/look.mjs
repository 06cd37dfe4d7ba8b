// SPDX-License-Identifier: MIT
// What a page draws besides surfaces: solids apart, volumes, trees, mass, open edges, triggers, a section, a measure; by pixels, and
// by the figures of kiln-dump.
//   NODE_MODULES=FOLDER node tests/view/look.mjs FOLDER
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countColours, launch, openPage } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const folder = process.argv[2], faults = [];
const at = (name) => join(folder, name);
const dumpOf = (name) => JSON.parse(readFileSync(at(`${name}.json`), 'utf8'));
const browser = await launch();
const near = (a, b) => Math.abs(a - b) <= 1e-5 * Math.max(1, Math.abs(a), Math.abs(b));

async function open(name) {
	const page = await openPage(browser, at(`${name}.html`), { faults });
	await page.keyboard.press('v');
	await page.evaluate(() => kilnView.store.set({ mode: 'plain', lit: false }));
	return page;
}

const choose = (page, text, value) => page.locator('label', { hasText: text }).locator('select').selectOption(String(value));
const slide = (page, text, value) => page.locator('label', { hasText: text }).locator('input[type="range"]').first().fill(String(value));

// --- Volumes and mass ---
for (const name of ['crate', 'parts', 'yard']) {
	const page = await open(name), dump = dumpOf(name);
	for (const kind of ['aabb', 'sphere', 'obb', 'capsule', 'rss', 'kdop']) {
		await choose(page, 'of shapes', kind);
		const [drawn] = await page.evaluate(countColours, ['#00a0a0']);
		claim(`${name}: the ${kind} is drawn`, drawn > 50, drawn);
	}
	await choose(page, 'of shapes', '');
	claim(`${name}: and taken away`, (await page.evaluate(countColours, ['#00a0a0']))[0] === 0);
	await page.getByLabel('centre of mass').check();
	claim(`${name}: axes of inertia are drawn for solids`, (await page.evaluate(countColours, ['#e01010']))[0] > 20);
	const masses = await page.evaluate(() => kilnView.assets[0].asset.shapes.map((_, i) => kilnView.kiln.mass(kilnView.assets[0].asset, i)));
	claim(`${name}: masses are those of kiln-dump`, masses.every(({ solid, center, area }, i) => {
		const { mass } = dump.shapes[i];
		return mass.solid === solid && near(mass.area, area) && center.every((x, k) => near(x, mass.center[k]));
	}));

	// --- Trees ---
	const trees = await page.evaluate(() => kilnView.look.trees.map(({ mesh, kind, nodes, sahCost, levels }) => ({ mesh, kind, nodes, sahCost, levels })));
	claim(`${name}: a tree for the scene and each mesh`, trees.length >= dump.meshes.length + 1, trees.length);
	for (const [i, { mesh, kind, nodes, sahCost, levels }] of trees.entries()) {
		const figures = mesh === null ? dump.scene.tree : dump.meshes[mesh].tree, what = `${name}, ${kind} tree of ${mesh === null ? 'the scene' : `mesh ${mesh}`}`;
		if (kind === 'aabb') {
			claim(`${what}: nodes of each level are those of kiln-dump`, levels.map((level) => level.nodes).join() === figures.nodes_at_level.join(), levels);
			claim(`${what}: the cost is kiln-dump's`, Math.abs(sahCost - figures.sah_cost) < 1e-4 * figures.sah_cost, [sahCost, figures.sah_cost]);
		}
		claim(`${what}: levels have all nodes`, kind !== 'aabb' || levels.reduce((sum, level) => sum + level.nodes, 0) === nodes, levels);
		await choose(page, 'tree', i);
		for (const level of levels.keys()) {
			await slide(page, 'level', level);
			const colour = await page.evaluate((k) => ['#00a000', '#d02090', '#2060ff', '#c08000', '#00a0a0', '#8040ff'][k % 6], level);
			const [drawn] = await page.evaluate(countColours, [colour]);
			claim(`${what}: level ${level} is drawn`, drawn > 10, drawn);
		}
	}
	await page.close();
}

// --- Apart ---
{
	const page = await open('parts');
	const shot = () => page.evaluate(() => Array.from(kilnView.view.pixels().data.filter((_, i) => i % 7 === 0)).join());
	await page.evaluate(() => kilnView.store.set({ mode: 'node' }));
	const whole = await shot();
	await slide(page, 'explode', 1);
	const apart = await shot();
	const positions = await page.evaluate(() => {
		const [{ mesh, runs }] = kilnView.assets[0].surfaces.chunks, { array } = mesh.geometry.attributes.position;
		return runs.map(({ first, count }) => {
			let [low, high] = [Infinity, -Infinity];
			for (let i = 9 * first; i < 9 * (first + count); i += 3) {
				low = Math.min(low, array[i]);
				high = Math.max(high, array[i]);
			}
			return [low, high];
		});
	});
	await slide(page, 'explode', 0);
	claim('the slider moves hulls apart', whole !== apart && positions.some(([low]) => low > 1), positions);
	claim('and back', whole === await shot());
	await page.close();
}

// --- Section: rays, cut at the plane, meet what is drawn ---
{
	const page = await open('crate');
	await page.evaluate(() => kilnView.store.set({ mode: 'material' }));
	await choose(page, 'across', 'x');
	for (const [where, flip] of [[0.3, false], [0.6, false], [0.6, true]]) {
		await slide(page, 'at', where);
		await page.getByLabel('other side').setChecked(flip);
		const [checked, wrong] = await page.evaluate(([plane, other]) => {
			const { view, assets: [{ asset, surfaces }] } = kilnView, { width, height, data } = view.pixels(), { left, top } = view.canvas.getBoundingClientRect();
			const colour = (x, y) => [0, 1, 2].map((k) => data[4 * ((height - 1 - y) * width + x) + k]).join();
			const ground = view.scene.background.toArray().map((x) => Math.round(255 * x)).join(), x0 = asset.boundsMin[0] + plane * (asset.boundsMax[0] - asset.boundsMin[0]);
			let all = 0, bad = 0;
			for (let y = 5; y < height - 5; y += 11) {
				for (let x = 5; x < width - 5; x += 11) {
					const seen = colour(x, y);
					if ([[-1, 0], [1, 0], [0, -1], [0, 1]].some(([dx, dy]) => colour(x + dx, y + dy) !== seen))
						continue;
					const hits = asset.rayAll(view.rayAt(left + x + 0.5, top + y + 0.5)).sort((a, b) => a.t - b.t);
					const hit = hits.find(({ point: [px] }) => other ? px > x0 : px < x0), run = surfaces.chunks[0].runs[0];
					++all;
					bad += seen !== (hit ? kilnView.colourAt('material', run, hit) : ground) ? 1 : 0;
				}
			}
			return [all, bad];
		}, [where, flip]);
		claim(`a section at ${where}${flip ? ', from the other side,' : ''} shows what rays meet behind it`, checked > 1000 && wrong <= checked / 200, [checked, wrong]);
	}
	await page.close();
}

// --- Findings, triggers, measure ---
{
	const page = await open('hills');
	await page.getByRole('button', { name: 'open edges' }).click();
	claim('a finding draws its open edges', (await page.evaluate(countColours, ['#e01010']))[0] > 50);
	await page.getByRole('button', { name: 'hide' }).click();
	claim('and hides them', (await page.evaluate(countColours, ['#e01010']))[0] === 0);
	await page.close();
}
{
	const page = await open('trigger');
	claim('triggers wait for their box', (await page.evaluate(countColours, ['#b000e0']))[0] === 0);
	await page.getByLabel('triggers').check();
	claim('and are drawn', (await page.evaluate(countColours, ['#b000e0']))[0] > 20);
	claim('the tree names them', await page.evaluate(() => kilnView.tree().rows.filter(({ faint }) => faint?.includes('trigger')).length) === 1);
	await page.close();
}
{
	const page = await open('near');
	await page.evaluate(() => kilnView.view.setPose({ position: [0, 0, 8], target: [0, 0, 0] }));
	await page.keyboard.press('m');
	for (const point of [[-0.75, -0.5, 1], [0.75, 0.5, 1]]) {
		const [x, y] = await page.evaluate((where) => kilnView.view.pixelOf(where), point);
		await page.mouse.click(x, y);
	}
	const [a, b] = await page.evaluate(() => kilnView.look.measured);
	claim('two clicks measure', Math.abs(Math.hypot(...a.map((x, i) => b[i] - x)) - Math.hypot(1.5, 1)) < 0.03, [a, b]);
	claim('the length is shown', (await page.locator('[data-tab="look"]').textContent()).includes('along x, y, z'));
	claim('and drawn', (await page.evaluate(countColours, ['#00a000']))[0] > 30);
	await page.close();
}
await browser.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
