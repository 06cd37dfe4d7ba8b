// SPDX-License-Identifier: MIT
// What a page answers: questions in kiln-query's words, walks, logs, and two assets that a gizmo moves; byte for byte as kiln-query.
//   NODE_MODULES=FOLDER node tests/view/console.mjs FOLDER QUERY
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countColours, launch, openPage } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, query] = process.argv.slice(2), faults = [];
const at = (name) => join(folder, name);
const QUESTIONS = Number(process.env.QUESTIONS ?? 1250);

function native(assets, lines, ...options) {
	const { stdout } = spawnSync(query, [...options, ...assets.map(at)], { input: `${lines.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 30 });
	return stdout.trim().split('\n');
}

/** Numbers of a fixed seed. */
function randomFrom(seed) {
	let state = seed;
	return () => (state = state * 16807 % 2147483647) / 2147483647;
}

/** Questions of every kind about what lies in a box. */
function questions(count, { min, max }, seed, pairs) {
	const random = randomFrom(seed), size = Math.hypot(...min.map((x, i) => max[i] - x)) || 1;
	const point = (far) => min.map((x, i) => ((x + max[i]) / 2 + (random() - 0.5) * far * size).toPrecision(7)).join(' ');
	const way = () => [0, 1, 2].map(() => (random() - 0.5).toPrecision(7)).join(' ');
	const length = (part) => (random() * size * part).toPrecision(7);
	const pose = () => `${way().split(' ').map((x) => (x * size).toPrecision(7)).join(' ')} ${[0, 1, 2, 3].map(() => (random() - 0.5).toPrecision(7)).join(' ')}`;
	const single = [() => `ray ${point(1.5)} ${way()}`, () => `rayall ${point(1.5)} ${way()}`, () => `closest ${point(1.2)}`, () => `inside ${point(0.8)}`,
		() => `sphere ${point(0.8)} ${length(0.1)}`, () => `box ${point(0.8)} ${length(0.1)} ${length(0.1)} ${length(0.1)}`,
		() => `capsule ${point(0.8)} ${point(0.8)} ${length(0.05)}`, () => `castsphere ${point(1.5)} ${length(0.05)} ${way()}`,
		() => `castcapsule ${point(1)} ${point(1)} ${length(0.02)} ${way()}`, () => 'ray 1 2', () => 'nonsense'];
	const double = [() => `collide ${pose()}`, () => `distance ${pose()}`, () => `depth ${pose()}`, () => `manifold ${pose()}`, () => `contacts ${pose()}`];
	const kinds = pairs ? double : single;
	return Array.from({ length: count }, (_, i) => kinds[i % kinds.length]());
}

const boxOf = (page) => page.evaluate(() => ({ min: kilnView.assets[0].asset.boundsMin, max: kilnView.assets[0].asset.boundsMax }));
const browser = await launch();

// --- Answers, byte for byte ---
for (const assets of [['crate'], ['yard'], ['terrain'], ['parts'], ...(process.env.MODELS ?? '').split(' ').filter((x) => x).map((name) => [name]), ['yard', 'crate']]) {
	const name = assets.length === 2 ? 'pair' : assets[0], page = await openPage(browser, at(`${name}.html`), { faults });
	const lines = questions(assets.length === 2 ? QUESTIONS / 5 : QUESTIONS, await boxOf(page), 1 + name.length, assets.length === 2);
	const answers = await page.evaluate((list) => {
		const { session } = kilnView.talk;
		return list.map((line) => session.ask(line));
	}, lines);
	const expected = native(assets.map((one) => `${one}.kiln`), lines), wrong = answers.findIndex((answer, i) => answer !== expected[i]);
	claim(`${name}: ${lines.length} answers are kiln-query's, byte for byte`, wrong < 0 && expected.length === answers.length, [lines[wrong], answers[wrong], expected[wrong]]);
	claim(`${name}: some are found`, answers.filter((answer) => /true|\[\d/.test(answer)).length > lines.length / 50);
	await page.close();
}

// --- The console, what it draws, and walks ---
{
	const page = await openPage(browser, at('yard.html'), { faults });
	await page.evaluate(() => kilnView.store.set({ mode: 'plain', lit: false }));
	await page.keyboard.press('q');
	const lines = ['ray -4 10 0.25 0 -1 0', 'castsphere -4 10 0.25 0.3 0 -1 0', 'closest 0 3 0', 'sphere 0 0.5 -6 1', 'box 0 0.5 -6 1 1 1', 'capsule 0 0 0 1 1 1 2',
		'rayall -4 10 0.25 0 -1 0'];
	for (const line of lines) {
		await page.locator('#ask').fill(line);
		await page.locator('#ask').press('Enter');
		const shown = await page.locator('[data-tab="console"] pre').first().textContent();
		claim(`the console shows the answer of: ${line}`, shown === `${line}\n${native(['yard.kiln'], [line])[0]}`, shown);
		const [question, answer] = await page.evaluate(countColours, ['#ff8000', '#ff0060']);
		claim(`and draws it: ${line}`, question + answer > 20, [question, answer]);
		const steps = await page.evaluate(() => kilnView.talk.steps.length);
		claim(`and can be walked: ${line}`, steps > 0, steps);
	}
	await page.locator('#ask').press('ArrowUp');
	claim('arrow up brings the last question back', await page.locator('#ask').inputValue() === lines.at(-1));
	await page.evaluate(() => kilnView.talk.ask('ray -4 10 0.25 0 -1 0'));
	const steps = await page.evaluate(() => kilnView.talk.steps);
	claim('the walk begins at the root of the scene', steps[0].kind === 'node' && steps[0].node === null && steps[0].tree === 0, steps[0]);
	claim('and tests leaves', steps.some(({ kind }) => kind === 'leaf'));
	const first = steps.findIndex(({ kind, met }) => kind === 'node' && met);
	await page.locator('label', { hasText: 'step' }).locator('input').fill(String(first));
	claim('a step draws the boxes that are met', (await page.evaluate(countColours, ['#00a000']))[0] > 10);
	// With --work kiln-query counts the same tests.
	const [worked] = native(['yard.kiln'], ['ray -4 10 0.25 0 -1 0'], '--work').map((line) => JSON.parse(line));
	const units = await page.evaluate(() => kilnView.talk.session.walk('ray -4 10 0.25 0 -1 0').units);
	claim('the walk has the work that kiln-query counts', worked.work === undefined || worked.work === units, [worked.work, units]);
	await page.close();
}

// --- A log that is dropped ---
{
	const page = await openPage(browser, at('yard.html'), { faults }), bytes = [...readFileSync(at('yard.log'))];
	const drop = async (data) => {
		const transfer = await page.evaluateHandle((list) => {
			const made = new DataTransfer();
			made.items.add(new File([new Uint8Array(list)], 'queries.log'));
			return made;
		}, data);
		await page.dispatchEvent('#canvas', 'drop', { dataTransfer: transfer });
	};
	await drop(bytes);
	await page.waitForFunction(() => kilnView.talk.log);
	const count = await page.evaluate(() => kilnView.talk.log.count);
	const expected = readFileSync(at('yard.replay'), 'utf8').trim().split('\n').map((line) => line.replace(/,?"brute":"[^"]*"/, ''));
	claim('a dropped log has its entries', count === expected.length, [count, expected.length]);
	const answers = await page.evaluate(() => Array.from({ length: kilnView.talk.log.count }, (_, i) => kilnView.talk.session.replay(kilnView.talk.log, i)));
	const wrong = answers.findIndex((answer, i) => answer !== expected[i]);
	claim('each is answered as by kiln-query --replay', wrong < 0, [wrong, answers[wrong], expected[wrong]]);
	await page.locator('label', { hasText: 'entry' }).locator('input').fill('5');
	claim('a step of the log is shown', (await page.locator('[data-tab="console"] pre').first().textContent()).startsWith('log 6 of'));
	const history = await page.locator('[data-tab="console"] pre').count();
	await drop(bytes.slice(0, 100));
	await page.waitForFunction((n) => document.querySelectorAll('[data-tab="console"] pre').length > n, history);
	claim('a damaged log is refused with a reason', (await page.locator('[data-tab="console"] pre').first().textContent()).includes('queries.log'));
	await page.close();
}

// --- Two assets ---
{
	const page = await openPage(browser, at('pair.html'), { faults }), random = randomFrom(5);
	await page.getByRole('button', { name: 'pair', exact: true }).click();
	let met = 0;
	for (let i = 0; i < 40; ++i) {
		const translation = [0, 1, 2].map((k) => (random() - 0.5) * [12, 3, 12][k]), turn = [0, 1, 2, 3].map(() => random() - 0.5), size = Math.hypot(...turn);
		const [{ collide, distance, depth, contacts, manifolds }, pose] = await page.evaluate((wanted) => {
			kilnView.pair.pose = wanted;
			const { translation: t, rotation, scale } = kilnView.pair.pose;
			return [kilnView.pair.answers, [...t, ...rotation, scale].map(Math.fround)];
		}, { translation, rotation: turn.map((x) => x / size), scale: 1 });
		const line = pose.map((x) => x.toPrecision(9)).join(' ');
		const [hit, apart, deep, met3, shared] = native(['yard.kiln', 'crate.kiln'], ['collide', 'distance', 'depth', 'manifold', 'contacts'].map((kind) => `${kind} ${line}`)).map((one) => JSON.parse(one));
		met += collide ? 1 : 0;
		const same = Object.values(hit)[0] === collide && (distance ? Math.fround(apart.distance) === distance.distance : !apart.found) &&
			(depth ? deep.touching && Math.fround(deep.depth) === depth.depth : !deep.touching) &&
			Object.values(shared).find(Array.isArray).length === contacts.length && Object.values(met3).find(Array.isArray).length === manifolds.length;
		claim(`pose ${i} of the second asset gets kiln-query's answers`, same, [line, hit, apart, deep, collide, distance, depth]);
	}
	claim('some touch, some do not', met > 3 && met < 37, met);
	await page.evaluate(() => {
		kilnView.store.set({ mode: 'plain', lit: false });
		kilnView.pair.pose = { translation: [-4, 0, 0] };
	});
	const before = await page.evaluate(() => kilnView.pair.pose.translation);
	const asked = await page.evaluate(() => kilnView.pair.answers);
	const [contacts, manifold] = await page.evaluate(countColours, ['#ff0060', '#1070ff']);
	claim('contacts and manifolds are drawn', !asked.collide || contacts + manifold > 5, [contacts, manifold]);
	// The middle of the gizmo moves freely: the mouse drags there.
	const [x, y] = await page.evaluate(() => {
		const { boundsMin, boundsMax } = kilnView.assets[1].asset, [tx, ty, tz] = kilnView.pair.pose.translation, move = [tx, ty, tz];
		return kilnView.view.pixelOf(boundsMin.map((low, k) => (low + boundsMax[k]) / 2 + move[k]));
	});
	await page.mouse.move(x, y);
	await page.waitForTimeout(200);
	await page.mouse.down();
	await page.mouse.move(x + 30, y - 20, { steps: 5 });
	await page.mouse.up();
	const after = await page.evaluate(() => kilnView.pair.pose.translation);
	claim('the gizmo moves the second asset', after.some((value, i) => Math.abs(value - before[i]) > 0.05), [before, after]);
	// A question about both can be walked, too.
	await page.keyboard.press('q');
	const pose = (t) => `${t.join(' ')} 0 0 0 1 1`;
	for (const line of [`collide ${pose(after)}`, `contacts ${pose([-4, 0.1, 0])}`, `distance ${pose([3, 5, 0])}`, 'toi 3 5 0 0 0 0 1 -4 0 0 0 0 0 1']) {
		await page.evaluate((text) => kilnView.talk.ask(text), line);
		const { count, same, units, kinds } = await page.evaluate((text) => {
			const { steps, session } = kilnView.talk, walk = session.walk(text);
			return { count: steps.length, same: walk.same && walk.steps.length === steps.length, units: walk.units, kinds: [...new Set(steps.map(({ kind }) => kind))] };
		}, line);
		claim(`walked, ${line} is answered as before, and the steps are those that its counters count`, same && count > 1 && units > 0, [count, same, units]);
		claim(`it walks the scene and shapes: ${line}`, !line.startsWith('distance') || ['sides', 'shapes', 'node', 'leaves', 'culled'].every((kind) => kinds.includes(kind)), kinds);
		const { bad, at } = await page.evaluate(() => {
			const { talk } = kilnView, texts = talk.steps.map((_, i) => talk.step(i));
			const drawn = talk.steps.findIndex(({ kind, met }) => kind === 'node' && met);
			return { bad: texts.filter((text) => /undefined|NaN|null/.test(text)), at: drawn };
		});
		claim(`every step is said: ${line}`, bad.length === 0, bad.slice(0, 3));
		await page.locator('label', { hasText: 'step' }).locator('input').fill(String(at));
		const shown = await page.locator('[data-tab="console"]').textContent();
		claim(`a step says what is opened: ${line}`, /opened, \d children, met/.test(shown), shown.slice(0, 200));
		const [met, against] = await page.evaluate(countColours, ['#00a000', '#ff8000']);
		claim(`and draws the children and what they are tested with: ${line}`, met > 10 && against > 10, [met, against]);
	}
	await page.getByRole('button', { name: 'pair', exact: true }).click();
	await page.locator('label', { hasText: 'toi' }).locator('input').check();
	claim('the time of impact is shown', (await page.locator('[data-tab="pair"]').textContent()).includes('time of impact'));
	await page.close();
}

// --- Playground: bodies fall onto the level, and stay on it ---
{
	const page = await openPage(browser, at('play.html'), { faults });
	const [start, states] = await page.evaluate(() => {
		let wrong = 0;
		const { playground } = kilnView.pair, list = [], height = () => playground.bodies.map(({ translation }) => translation[1]);
		playground.drop();
		const first = height();
		for (let i = 0; i < 300; ++i) {
			playground.step();
			const { bodies, pairs } = playground, { boundsMin, boundsMax } = kilnView.assets[0].asset, expected = [];
			const boxes = [...bodies.map(({ box }) => box), { min: boundsMin, max: boundsMax }];
			boxes.forEach((a, m) => boxes.slice(m + 1).forEach((b, n) => {
				if ([0, 1, 2].every((k) => a.min[k] <= b.max[k] && b.min[k] <= a.max[k]))
					expected.push(m + 1 + n === bodies.length ? [-1, m] : [m, m + 1 + n]);
			}));
			const sorted = (all) => all.map((pair) => pair.join()).sort().join(' ');
			wrong += sorted(pairs) === sorted(expected) ? 0 : 1;
			list.push([playground.contacts, pairs.filter(([a]) => a >= 0).length, Math.min(...height())]);
		}
		const above = playground.bodies.map(({ translation: [x, y, z] }) => kilnView.assets[0].asset.rayClosest({ origin: [x, y + 1, z], direction: [0, -1, 0] })?.t ?? null);
		return [first, [list, above, height(), wrong]];
	});
	const [list, above, end, wrong] = states;
	claim('in every frame, the pairs of the broadphase are those of brute force', wrong === 0, wrong);
	await page.evaluate(() => kilnView.store.set({ mode: 'plain', lit: false }));
	const [touches, pairs] = await page.evaluate(countColours, ['#ff0060', '#1070ff']);
	claim('contacts and pairs are drawn', touches > 50 && pairs > 20, [touches, pairs]);
	claim('bodies fall', end.every((y, i) => y < start[i] - 0.5), [start, end]);
	claim('they touch the level and each other', list.at(-1)[0] > 10 && list.some(([, pairs]) => pairs > 0), list.at(-1));
	claim('they come to rest', Math.abs(list.at(-1)[2] - list.at(-30)[2]) < 0.05, [list.at(-1), list.at(-30)]);
	claim('every one has the level below', above.every((t) => t !== null), above);
	await page.getByRole('button', { name: 'pair', exact: true }).click();
	await page.getByRole('button', { name: 'drop copies' }).click();
	await page.waitForFunction(() => kilnView.pair.playground.frames > 3);
	claim('the button lets them fall', await page.evaluate(() => kilnView.pair.playing));
	claim('and the panel counts pairs and contacts', /frame \d+: \d+ pairs of bodies, \d+ bodies at the level, \d+ contacts/.test(await page.locator('[data-tab="pair"]').textContent()));
	await page.getByRole('button', { name: 'clear' }).click();
	claim('cleared, nothing is left', await page.evaluate(() => !kilnView.pair.playing && !kilnView.overlay.has('pairs') && kilnView.pair.playground.broadphase === null));
	await page.close();
}
await browser.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
