// SPDX-License-Identifier: MIT
// What a page draws besides surfaces: solids apart, volumes, trees, mass, open edges, triggers, a section, a measure; by pixels, and
// by the figures of kiln-dump.
//   NODE_MODULES=FOLDER node tests/view/look.mjs FOLDER
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { turnedEdges } from '../../tools/view/page/winding.js';
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
for (const name of ['crate', 'parts', 'yard', 'trees']) {
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
		const cost = levels.reduce((sum, { sah }) => sum + sah, kind === 'aabb' ? 1 : 0);
		claim(`${what}: the costs of its levels add up`, Math.abs(cost - sahCost) <= 1e-4 * Math.max(1, cost), [cost, sahCost]);
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

// --- Turned edges ---
{
	// Against all pairs of sides: few points, so that many sides meet.
	let state = 11, found = 0;
	const random = (n) => Math.floor((state = state * 16807 % 2147483647) / 2147483647 * n);
	for (let trial = 0; trial < 200; ++trial) {
		const triangles = Array.from({ length: 1 + random(12) }, () => Array.from({ length: 3 }, () => [random(2), random(2), random(2) ? 0 : -0]));
		const positions = new Float32Array(triangles.flat(2)), sides = triangles.flatMap((t) => t.map((point, i) => [point, t[(i + 1) % 3]].map((p) => p.map((x) => x + 0).join())));
		const expected = new Set();
		for (const [a, b] of sides) {
			const same = sides.filter(([c, d]) => c === a && d === b).length, other = sides.filter(([c, d]) => c === b && d === a).length;
			// A side from a point to itself runs one way only.
			if (a === b ? same === 2 : same === 2 && other === 0)
				expected.add([a, b].sort().join(' '));
		}
		const lines = turnedEdges(positions), actual = new Set();
		for (let i = 0; i < lines.length; i += 6)
			actual.add([0, 3].map((k) => Array.from(lines.subarray(i + k, i + k + 3), (x) => x + 0).join()).sort().join(' '));
		found += expected.size;
		if (lines.length !== 6 * expected.size || [...expected].some((edge) => !actual.has(edge)))
			claim(`turned edges of trial ${trial} are those of all pairs`, false, [[...expected], [...actual]]);
	}
	claim('turned edges are those of all pairs', found > 100, found);
}
{
	const page = await open('turned');
	const counted = await page.evaluate(() => kilnView.assets[0].asset.meshes[0].inconsistentEdges);
	claim('a turned face of a cube turns four edges', counted === 4, counted);
	await page.getByRole('button', { name: 'turned triangle' }).click();
	claim('they are drawn', (await page.evaluate(countColours, ['#ff40d0']))[0] > 50);
	const ends = await page.evaluate(() => [...kilnView.view.scene.getObjectByName('finding').geometry.attributes.position.array]);
	claim('where the turned face is', ends.length === 24 && ends.every((x, i) => i % 3 < 2 || x === 1), ends);
	await page.getByRole('button', { name: 'hide', exact: true }).click();
	claim('and hidden', (await page.evaluate(countColours, ['#ff40d0']))[0] === 0);
	await page.close();
}

// --- A report of kiln-cook ---
{
	const page = await open('hut'), report = JSON.parse(readFileSync(at('hut.json'), 'utf8')), [{ survey }] = report.meshes;
	const shown = await page.evaluate(() => kilnView.look.survey.found[0]);
	const wanted = Object.entries(survey.faults).filter(([, count]) => count > 0).map(([kind, count]) => [kind, String(count)]);
	claim('the counts are those of the report', JSON.stringify(shown.rows) === JSON.stringify(wanted) && wanted.length >= 3, shown.rows);
	claim('every fault is listed', await page.getByRole('button', { name: /^(crack|t-junction|hole): / }).count() === survey.items.length && survey.items.length === 3);
	await page.getByRole('button', { name: 'show all places' }).click();
	claim('all places are drawn', (await page.evaluate(countColours, ['#ff4040']))[0] > 60);
	await page.getByRole('button', { name: 'hide faults' }).click();
	for (const item of survey.items) {
		await page.getByRole('button', { name: `${item.kind}: face ${item.face}` }).click();
		await page.waitForFunction(() => !kilnView.view.flying);
		const [marks, faces] = await page.evaluate(countColours, ['#ff4040', '#ffd080']);
		claim(`a ${item.kind} is marked, and its faces are filled`, marks > 30 && faces > 100, [marks, faces]);
		const off = await page.evaluate((place) => {
			const { left, top, width, height } = kilnView.view.canvas.getBoundingClientRect(), [x, y] = kilnView.view.pixelOf(place);
			return Math.hypot(x - left - width / 2, y - top - height / 2);
		}, item.place);
		claim(`and the camera looks at the ${item.kind}`, off < 2, off);
	}
	await page.close();
}
for (const [name, words] of [['strange', 'another asset'], ['unread', 'no JSON'], ['crate', 'kiln-view --survey']]) {
	const page = await open(name);
	claim(`${name}: the panel says ${words}`, (await page.locator('fieldset', { hasText: 'survey' }).last().textContent()).includes(words));
	await page.close();
}

// --- Findings, triggers, measure ---
{
	const page = await open('hills');
	await page.getByRole('button', { name: 'open edges' }).click();
	claim('a finding draws its open edges', (await page.evaluate(countColours, ['#e01010']))[0] > 50);
	await page.getByRole('button', { name: 'hide', exact: true }).click();
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
