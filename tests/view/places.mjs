// SPDX-License-Identifier: MIT
// Assets far from the origin and beyond all measure, and assets of other versions: clicks, pictures, what the page says.
//   NODE_MODULES=FOLDER node tests/view/places.mjs FOLDER QUERY
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage, probe } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, query] = process.argv.slice(2), faults = [];
const at = (name) => join(folder, name);
const browser = await launch();

function randomFrom(seed) {
	let state = seed;
	return () => (state = state * 16807 % 2147483647) / 2147483647;
}

// --- The page's own pick is the runtime's hit where float32 is fine ---
for (const name of ['crate', 'yard', 'parts', 'terrain']) {
	const page = await openPage(browser, at(`${name}.html`), { faults });
	const [hits, wrong] = await page.evaluate(() => {
		let state = 3, met = 0;
		const random = () => (state = state * 16807 % 2147483647) / 2147483647, { assets: [{ asset, surfaces }], pick } = kilnView, bad = [];
		const solids = asset.shapes.map(({ kind }) => kind), { boundsMin: min, boundsMax: max } = asset;
		for (let i = 0; i < 1000; ++i) {
			const origin = min.map((low, k) => Math.fround(low + (random() * 3 - 1) * (max[k] - low))), to = min.map((low, k) => low + random() * (max[k] - low));
			const ray = { origin, direction: to.map((x, k) => Math.fround(x - origin[k])) }, own = pick(surfaces, ray), hit = asset.rayClosest(ray);
			met += hit ? 1 : 0;
			const near = own && hit && Math.abs(own.t - hit.t) < 1e-4 * Math.max(1, hit.t);
			// Where two surfaces are equally near, either may be named; inside a solid the runtime's ray starts in it.
			const same = own === null || hit === null ? own === hit : near && (Math.abs(own.t - hit.t) > 1e-6 ? true : own.back === hit.back || solids[hit.shape] !== 0);
			const named = !near || own.triangle === hit.triangle && own.node === hit.node || Math.abs(own.t - hit.t) < 1e-5;
			if (!same || !named)
				bad.push([ray, own?.t, hit?.t, own?.triangle, hit?.triangle]);
		}
		return [met, bad];
	});
	claim(`${name}: the page's pick is the runtime's`, hits > 200 && wrong.length <= 2, [hits, wrong.length, wrong[0]]);
	await page.close();
}

// --- Small tiles at 1e9, where float32 numbers are 64 apart ---
{
	const page = await openPage(browser, at('tiles.html'), { faults }), random = randomFrom(9);
	await page.evaluate(() => kilnView.view.setPose({ position: [1e9 + 1, -1e9 + 4.5, 1e9 + 2.5], target: [1e9, -1e9, 1e9] }));
	await page.evaluate(() => kilnView.view.draw());
	let hit = 0, wrong = 0, spaced = 0, points = 0, runtime = 0;
	for (let i = 0; i < 60; ++i) {
		// A point of the floor, and the pixel where it is drawn.
		const wanted = [(random() - 0.5) * 2.4, 0, (random() - 0.5) * 2.4];
		const [x, y] = await page.evaluate((point) => kilnView.view.pixelOf([1e9 + point[0], -1e9 + point[1], 1e9 + point[2]]), wanted);
		await page.mouse.click(x, y);
		const last = await page.evaluate(() => {
			const { line, hit: own, rounded } = kilnView.asker.last;
			return { line, rounded: rounded && { spacing: rounded.spacing, hit: rounded.hit?.sourceFace ?? null }, hit: own && { sourceFace: own.sourceFace, point: own.point, node: own.node } };
		});
		const cell = wanted.map((v) => Math.floor(v / 0.25 + 5)), own = last.hit && Math.floor(last.hit.sourceFace / 2);
		const edge = Math.min(...[0, 2].map((k) => Math.abs(wanted[k] / 0.25 - Math.round(wanted[k] / 0.25))));
		hit += last.hit ? 1 : 0;
		// Half a pixel beside an edge another tile is right.
		wrong += edge > 0.05 && own !== cell[0] * 10 + cell[2] ? 1 : 0;
		points += last.hit && last.hit.point.every((v, k) => Math.abs(v - [1e9, -1e9, 1e9][k] - wanted[k]) < 0.02) ? 1 : 0;
		spaced += last.rounded?.spacing === 64 ? 1 : 0;
		runtime += last.rounded?.hit === last.hit?.sourceFace ? 1 : 0;
	}
	claim('clicks at 1e9 hit the tile under the pointer', hit === 60 && wrong === 0, [hit, wrong]);
	claim('and give its point', points === 60, points);
	claim('the panel tells how far apart float32 numbers are', spaced === 60 && (await page.locator('#answer').textContent()).includes('64 apart'), spaced);
	claim('from a rounded start, the runtime alone would name others', runtime < 20, runtime);
	await page.mouse.click(...await page.evaluate(() => kilnView.view.pixelOf([1e9 + 1.5, -1e9, 1e9])));
	claim('a click beside them hits nothing', await page.evaluate(() => kilnView.asker.last.hit === null));
	// The chosen tile is drawn where it is.
	await page.evaluate(() => {
		kilnView.store.set({ mode: 'plain', lit: false });
		kilnView.asker.cast(kilnView.view.rayAt(...kilnView.view.pixelOf([1e9 + 0.05, -1e9, 1e9 + 0.2])));
	});
	const drawn = await page.evaluate(() => {
		const [x, y] = kilnView.view.pixelOf([1e9 + 0.07, -1e9, 1e9 + 0.18]), { left, top } = kilnView.view.canvas.getBoundingClientRect();
		const { width, height, data } = kilnView.view.pixels(), spot = 4 * ((height - 1 - Math.round(y - top)) * width + Math.round(x - left));
		return [...data.subarray(spot, spot + 3)];
	});
	claim('and the chosen one is filled', drawn[0] > drawn[2] + 40, drawn);
	await page.close();
}

// --- Coordinates as large as an asset can have, and one thing of their size beside a small one ---
{
	const page = await openPage(browser, at('huge.html'), { faults });
	const ground = await page.evaluate(() => kilnView.view.scene.background.toArray().map((x) => Math.round(255 * x)).join());
	const found = await page.evaluate(probe, 'node'), met = found.filter(({ hit }) => hit);
	const wrong = found.filter(({ seen, hit }) => seen !== (hit ? hit.expected : ground));
	claim('a triangle of 1e12 is drawn, in the colour of the hit', met.length > 100 && wrong.length <= found.length / 200, [met.length, wrong.length]);
	const pose = await page.evaluate(() => kilnView.view.pose);
	claim('the camera is at finite coordinates', [...pose.position, ...pose.target].every(Number.isFinite), pose);
	// The small one, seen from near.
	await page.evaluate(() => {
		kilnView.store.set({ node: kilnView.assets[0].asset.nodes.findIndex(({ name }) => name === 'small') });
		kilnView.fly();
	});
	await page.waitForFunction(() => !kilnView.view.flying);
	const near = await page.evaluate(probe, 'face'), small = near.filter(({ hit }) => hit), off = near.filter(({ seen, hit }) => hit && seen !== hit.expected);
	claim('the small thing beside it is drawn, too', small.length > 500 && off.length <= near.length / 100, [small.length, off.length, off[0]]);
	const dump = await page.evaluate(() => kilnView.assets[0].dump());
	claim('what float32 cannot hold is not in the asset', /2 meshes, 2 nodes/.test(dump), dump.slice(0, 200));
	await page.close();
}

// --- An asset without triangles ---
{
	const page = await openPage(browser, at('parts.html'), { faults });
	const [triangles, drawn] = await page.evaluate(() => [kilnView.assets[0].asset.triangleCount, kilnView.assets[0].surfaces.triangleCount]);
	claim('an asset of hulls has no triangles, and is drawn', triangles === 0 && drawn > 10, [triangles, drawn]);
	claim('its hulls are hit and coloured', (await page.evaluate(probe, 'node')).filter(({ seen, hit }) => hit && seen === hit.expected).length > 100);
	await page.keyboard.press('v');
	claim('its trees, findings and survey say what there is', (await page.locator('[data-tab="look"]').textContent()).includes('every surface is closed'));
	await page.close();
}

// --- Two assets of which one has another version ---
for (const [name, newer] of [['versions', 0], ['versions2', 1]]) {
	const page = await openPage(browser, at(`${name}.html`), { faults });
	const notice = await page.locator('#notice').textContent();
	claim(`${name}: the page says which is broken, and why`, notice.includes('newer.kiln is broken') && notice.includes('newer than this runtime reads') && !notice.includes('crate.kiln is broken'), notice);
	claim(`${name}: the other is drawn and chosen`, await page.evaluate((i) => kilnView.assets[i].asset === null && kilnView.assets[1 - i].surfaces.triangleCount === 44 && kilnView.store.state.asset === 1 - i, newer));
	const last = await page.evaluate(() => {
		kilnView.asker.cast({ origin: [0, 10, 0], direction: [0, -1, 0] });
		return { asset: kilnView.asker.last.asset, t: kilnView.asker.last.hit?.t };
	});
	claim(`${name}: and answers clicks`, last.asset === 1 - newer && last.t === 9.5, last);
	claim(`${name}: and the console`, await page.evaluate(() => JSON.parse(kilnView.talk.ask('ray 0 10 0 0 -1 0')).t) === 9.5);
	claim(`${name}: the dump shows what can be read of the newer one`, (await page.evaluate((i) => kilnView.assets[i].dump(), newer)) === readFileSync(at('newer.dump'), 'utf8'));
	await page.keyboard.press('v');
	claim(`${name}: the panel is about the one that opens`, (await page.locator('[data-tab="look"]').textContent()).includes('bounding volumes'));
	await page.keyboard.press('d');
	await page.close();
}
{
	const page = await openPage(browser, at('both.html'), { faults });
	claim('a later minor version is drawn beside this one', await page.evaluate(() => kilnView.assets.every(({ surfaces }) => surfaces.triangleCount > 0) && kilnView.pair !== null));
	claim('and both collide', await page.evaluate(() => (kilnView.pair.pose = { translation: [-4, 0, 0] }, kilnView.pair.answers.collide)) === true);
	await page.close();
}
await browser.close();

// --- A browser without WebAssembly SIMD ---
{
	const old = await launch({ simd: false });
	// A function that makes a vector and drops it.
	const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];
	let page = await openPage(old, at('crate.html'));
	const has = await page.evaluate((bytes) => WebAssembly.validate(new Uint8Array(bytes)), SIMD);
	if (has) {
		console.log('this browser cannot be had without SIMD: left out');
	} else {
		const notice = await page.locator('#notice').textContent();
		claim('a browser without SIMD is told which page it needs', notice.includes('kiln-view --scalar'), notice);
		claim('and has the dump', (await page.evaluate(() => kilnView.assets[0].dump())).includes('Kiln format') && (await page.locator('[data-tab="dump"]').textContent()).includes('Kiln format'));
		await page.close();
		page = await openPage(old, at('scalar.html'), { faults });
		const random = randomFrom(4), number = () => (random() * 4 - 2).toPrecision(7);
		const lines = Array.from({ length: 300 }, (_, i) => [`ray ${number()} 3 ${number()} ${number()} -1 ${number()}`, `sphere ${number()} ${number()} ${number()} 0.3`, `closest ${number()} ${number()} ${number()}`][i % 3]);
		const answers = await page.evaluate((list) => list.map((line) => kilnView.talk.session.ask(line)), lines);
		const { stdout } = spawnSync(query, [at('crate.kiln')], { input: `${lines.join('\n')}\n`, encoding: 'utf8' }), expected = stdout.trim().split('\n');
		claim('the page without SIMD answers as kiln-query does, byte for byte', answers.every((answer, i) => answer === expected[i]) && expected.filter((answer) => /true|\[\d/.test(answer)).length > 50);
		claim('it draws', (await page.evaluate(probe, 'material')).filter(({ seen, hit }) => hit && seen === hit.expected).length > 100);
		claim('and walks', await page.evaluate(() => kilnView.talk.session.walk('ray 0 10 0 0 -1 0').same && kilnView.talk.session.walk('ray 0 10 0 0 -1 0').steps.length > 0));
	}
	await page.close();
	await old.close();
}
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
