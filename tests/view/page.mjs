// SPDX-License-Identifier: MIT
// What a page of kiln-view shows and answers, compared with kiln-query and with its own pixels.
//   NODE_MODULES=FOLDER node tests/view/page.mjs FOLDER QUERY      FOLDER has the assets and pages of tests/view.sh
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage, probe } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, query] = process.argv.slice(2);
const at = (name) => join(folder, name);
const faults = [];

/** The lines that kiln-query answers. */
function native(asset, lines) {
	return spawnSync(query, [at(asset)], { input: `${lines.join('\n')}\n`, encoding: 'utf8' }).stdout.trim().split('\n').map((line) => JSON.parse(line));
}

const browser = await launch();

// --- Surfaces and solids: the picture shows what the runtime answers ---
for (const name of ['crate', 'yard', 'parts']) {
	const solid = name === 'parts';
	const page = await openPage(browser, at(`${name}.html`), { faults });
	const ground = await page.evaluate(() => kilnView.view.scene.background.toArray().map((x) => Math.round(255 * x)).join());
	for (const mode of ['node', 'material', 'layer', 'part', 'winding', 'edges', 'face', 'plain']) {
		const found = await page.evaluate(probe, mode), met = found.filter(({ hit }) => hit);
		const wrong = found.filter(({ seen, hit }) => mode === 'edges' && hit ? false : seen !== (hit ? hit.expected : ground));
		claim(`${name} by ${mode}: the grid sees the asset`, met.length > 100, met.length);
		// The centre of a pixel and the ray through it differ by rounding, at silhouettes only.
		claim(`${name} by ${mode}: pixels have the colour of the runtime's hit`, wrong.length <= found.length / 500, [wrong.length, found.length, wrong[0]]);
	}
	const kinds = await page.evaluate(() => {
		kilnView.store.set({ mode: 'edges', lit: false });
		const { data } = kilnView.view.pixels(), seen = {};
		for (let i = 0; i < data.length; i += 4) {
			const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
			seen[key] = (seen[key] ?? 0) + 1;
		}
		return ['224,16,16', '176,0,224', '16,112,255', '255,144,0', '128,128,128'].map((key) => seen[key] ?? 0);
	});
	const [open, , convex, concave] = kinds;
	claim(`${name}: edges of each kind are drawn in their colour`, solid || convex > 100 && (name === 'crate' ? concave > 20 && open === 0 : open > 20), kinds);
	const wires = await page.evaluate(() => [false, true].map((wire) => {
		kilnView.store.set({ mode: 'plain', lit: false, wire });
		const { data } = kilnView.view.pixels();
		let dark = 0;
		for (let i = 0; i < data.length; i += 4)
			dark += data[i] < 100 && data[i + 1] < 100 ? 1 : 0;
		return dark;
	}));
	claim(`${name}: the wireframe is drawn on the surface`, wires[0] === 0 && wires[1] > 200, wires);

	// --- Clicks ---
	const size = page.viewportSize(), lines = [], answers = [];
	for (let i = 0; i < 40; ++i) {
		await page.mouse.click(310 + (i * 97) % 580, 60 + (i * 61) % (size.height - 120));
		const { line, hit } = await page.evaluate(() => JSON.parse(JSON.stringify(kilnView.asker.last, (_, x) => typeof x === 'bigint' ? Number(x) : x)));
		lines.push(line);
		answers.push(hit);
	}
	const expected = native(`${name}.kiln`, lines);
	const same = answers.map((hit, i) => hit === null ? !expected[i].hit : expected[i].hit && Math.fround(expected[i].t) === hit.t &&
		expected[i].triangle === hit.triangle && expected[i].node === hit.node && expected[i].source === hit.sourceFace && (expected[i].face ?? null) === hit.face &&
		expected[i].point.every((x, k) => Math.fround(x) === hit.point[k]));
	claim(`${name}: clicks hit and miss`, answers.some((hit) => hit) && answers.some((hit) => !hit));
	claim(`${name}: 40 clicks get kiln-query's answers`, same.every((x) => x), lines[same.indexOf(false)]);
	await page.close();
}

// --- Tree, search, dump, keys, link ---
{
	const page = await openPage(browser, at('yard.html'), { faults });
	await page.keyboard.press('/');
	await page.keyboard.type('ramp');
	const rows = await page.evaluate(() => kilnView.tree().rows.map(({ text }) => text));
	claim('the search finds names', rows.length > 0 && rows.every((text) => text.includes('ramp')), rows);
	await page.getByText('ramp_mirrored', { exact: false }).first().click();
	const node = await page.evaluate(() => kilnView.store.state.node);
	claim('a click on a row chooses its node', await page.evaluate((i) => kilnView.assets[0].asset.nodes[i].name, node) === 'ramp_mirrored', node);
	claim('the panel names the chosen node', (await page.locator('#answer').textContent()).includes('"ramp_mirrored"'));
	await page.locator('#canvas').focus();
	await page.keyboard.press('f');
	await page.waitForFunction(() => !kilnView.view.flying);
	const off = await page.evaluate((i) => {
		const { boundsMin, boundsMax } = kilnView.assets[0].asset.nodes[i], { left, top, width, height } = kilnView.view.canvas.getBoundingClientRect();
		const [x, y] = kilnView.view.pixelOf(boundsMin.map((low, k) => (low + boundsMax[k]) / 2));
		return Math.hypot(x - left - width / 2, y - top - height / 2);
	}, node);
	claim('f flies to the chosen node', off < 2, off);
	await page.locator('#canvas').focus();
	for (const [key, field, value] of [['w', 'wire', true], ['o', 'openEdges', true], ['l', 'lit', false], ['2', 'mode', 'material']]) {
		await page.keyboard.press(key);
		claim(`the key ${key} sets ${field}`, await page.evaluate((name) => kilnView.store.state[name], field) === value);
	}
	const before = await page.evaluate(() => kilnView.view.scene.background.getHexString());
	await page.keyboard.press('t');
	claim('t changes the ground', await page.evaluate(() => kilnView.view.scene.background.getHexString()) !== before);

	const link = await page.evaluate(() => kilnView.link());
	const other = await openPage(browser, at('yard.html'), { faults, hash: link.slice(link.indexOf('#')) });
	const state = (one) => one.evaluate(() => JSON.stringify({ ...kilnView.store.state, camera: kilnView.view.pose }));
	claim('a link keeps the camera and the selection', await state(page) === await state(other), [await state(page), await state(other)]);
	const pictures = await Promise.all([page, other].map((one) => one.evaluate(() => {
		kilnView.view.pixels();
		return [...kilnView.view.pixels().data.filter((_, i) => i % 101 === 0)].join();
	})));
	claim('and the picture', pictures[0] === pictures[1]);
	await other.close();

	await page.keyboard.press('d');
	claim('the dump is what kiln-dump prints', await page.evaluate(() => kilnView.assets[0].dump()) === readFileSync(at('yard.dump'), 'utf8'));
	claim('and is shown', (await page.locator('[data-tab="dump"]').textContent()).includes('Kiln format'));
	await page.keyboard.press('s');
	await page.locator('.search').first().fill('triangle 14');
	await page.locator('.search').first().press('Enter');
	claim('a triangle is found by its number', await page.evaluate(() => kilnView.store.state.triangle) === 14);
	claim('the panel names its face', (await page.locator('#answer').textContent()).includes('face of the art'));
	await page.close();
}

// --- Far from the origin: the picture of the same thing, through the same camera, moved ---
{
	const shots = [];
	for (const [name, base] of [['near', [0, 0, 0]], ['far', [1e9, -1e9, 1e9]]]) {
		const page = await openPage(browser, at(`${name}.html`), { faults });
		for (const step of [0, 0.003, 0.006]) {
			shots.push(await page.evaluate(([[x, y, z], by]) => {
				kilnView.store.set({ mode: 'face', lit: false });
				kilnView.view.box = { min: [x - 2, y - 2, z - 2], max: [x + 2, y + 2, z + 2] };
				kilnView.view.setPose({ position: [x + 4 + by, y + 3, z + 5], target: [x, y, z] });
				return Array.from(kilnView.view.pixels().data);
			}, [base, step]));
		}
		await page.close();
	}
	for (let i = 0; i < 3; ++i) {
		let differ = 0;
		for (let k = 0; k < shots[i].length; k += 4)
			differ += Math.abs(shots[i][k] - shots[i + 3][k]) > 40 ? 1 : 0;
		claim('a cube at 1e9 is drawn as at the origin', differ < 20, differ);
	}
}

// --- Names, damage, many nodes, no WebGL ---
{
	const page = await openPage(browser, at('evil.html'), { faults });
	claim('markup in a name is text', await page.evaluate(() => window.pwned === undefined && kilnView.tree().rows.some(({ text }) => text.startsWith('</script>'))));
	await page.evaluate(() => kilnView.store.set({ node: 0 }));
	claim('and is shown whole', (await page.locator('#answer').textContent()).includes('onerror="window.pwned = 1">'));
	claim('and has run nothing', await page.evaluate(() => window.pwned === undefined));
	await page.close();
}
for (const name of ['cut', 'poked', 'empty']) {
	const page = await openPage(browser, at(`${name}.html`), { faults });
	const notice = await page.locator('#notice').textContent();
	claim(`${name}: the page says where the file is broken`, notice.includes(readFileSync(at(`${name}.error`), 'utf8').match(/error: (.*) \[/)[1]), notice);
	claim(`${name}: the dump is what kiln-dump prints`, await page.evaluate(() => kilnView.assets[0].dump()) === readFileSync(at(`${name}.dump`), 'utf8'));
	await page.close();
}
{
	const page = await openPage(browser, at('many.html'), { faults });
	claim('100 000 nodes are in the tree', await page.evaluate(() => kilnView.tree().rows.length) >= 100000);
	claim('as elements only where they are seen', await page.locator('.list > div').count() < 200);
	const time = await page.evaluate(() => {
		const times = Array.from({ length: 20 }, () => (kilnView.view.draw(), kilnView.view.frameTime));
		return times.sort((a, b) => a - b)[10];
	});
	claim('a frame of 100 000 nodes takes our JavaScript less than 20 ms', time < 20, time);
	await page.close();
}
{
	const page = await openPage(browser, at('hills.html'), { faults });
	const [first, time] = await page.evaluate(() => {
		const times = Array.from({ length: 20 }, () => (kilnView.view.draw(), kilnView.view.frameTime));
		return [kilnView.firstPicture, times.sort((a, b) => a - b)[10]];
	});
	console.log(`hills: first picture of 100 352 triangles after ${first.toFixed(0)} ms, ${time.toFixed(2)} ms of JavaScript a frame`);
	claim('100 352 triangles are drawn within ten seconds', first < 10000, first);
	await page.close();
}
{
	const page = await openPage(browser, at('pair.html'), { faults });
	claim('two assets are in one picture', await page.evaluate(() => kilnView.assets.every(({ surfaces }) => surfaces.triangleCount > 0)));
	claim('and in one tree', await page.evaluate(() => kilnView.tree().rows.filter(({ depth, rows }) => depth === 0 && rows).length) === 2);
	await page.close();
}
await browser.close();

const blind = await launch({ pictures: false });
{
	const page = await openPage(blind, at('crate.html'));
	claim('a browser without WebGL says so', (await page.locator('#notice').textContent()).includes('no WebGL 2'));
	claim('and has the tree', await page.evaluate(() => kilnView.tree().rows.some(({ text }) => text === 'crate')));
	await page.evaluate(() => kilnView.asker.cast({ origin: [0, 10, 0], direction: [0, -1, 0] }));
	claim('and the runtime answers', (await page.locator('#answer').textContent()).includes('9.5'));
	await page.close();
}
await blind.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
