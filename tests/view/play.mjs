// SPDX-License-Identifier: MIT
// Files of queries that the page plays: the path of samples/walk_level.c over its level, and files that are dropped.
//   NODE_MODULES=FOLDER node tests/view/play.mjs FOLDER QUERY
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countColours, launch, openPage } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, query] = process.argv.slice(2), faults = [];
const at = (name) => join(folder, name);
const path = readFileSync(at('walk.queries'), 'utf8'), [head, ...frames] = path.split(/^# (?=frame)/m);

/** Drops a file onto the page. */
async function drop(page, name, data) {
	const transfer = await page.evaluateHandle(([title, list]) => {
		const made = new DataTransfer();
		made.items.add(new File([new Uint8Array(list)], title));
		return made;
	}, [name, [...data]]);
	await page.dispatchEvent('#canvas', 'drop', { dataTransfer: transfer });
}

const browser = await launch();

// --- A page that plays the path ---
{
	const page = await openPage(browser, at('walk.html'), { faults }), text = () => page.locator('[data-tab="console"]').textContent();
	claim('the page has all frames of the path', await page.evaluate(() => kilnView.talk.frames.count) === frames.length && frames.length === 631, frames.length);
	claim('it begins with the first', (await text()).includes('1 of 631: frame 1: falls'));
	const answers = await page.evaluate(() => kilnView.talk.played.frames.map((_, i) => kilnView.talk.frame(i)));
	const { stdout } = spawnSync(query, [at('terrain.kiln')], { input: path, encoding: 'utf8' }), expected = stdout.trim().split('\n').slice(head.trim().split('\n').length);
	claim('every frame is answered as by kiln-query', answers.flat().join('\n') === expected.join('\n'), [answers.length, expected.length]);
	claim('the character never touches the level', answers.every(([capsule]) => capsule === '{"triangles":[]}'));

	await page.evaluate(() => kilnView.store.set({ mode: 'plain', lit: false }));
	await page.getByRole('slider', { name: 'frame' }).fill('279');
	claim('the slider goes to a frame, and says what the character touches', /280 of 631: frame 280: stands, on solid 6 with normal -?0\.000 1\.000 -?0\.000, stopped by solid 7/.test(await text()), (await text()).slice(0, 400));
	const [x, y] = await page.evaluate(() => kilnView.talk.played.middles[279][0]);
	const [, ax, ay, , , by] = frames[279].split('\n')[1].split(' ').map(Number);
	claim('the way leads through the middle of the capsule', Math.abs(x - ax) < 1e-4 && Math.abs(y - (ay + by) / 2) < 1e-4, [x, y, ax, ay, by]);
	claim('the capsule, what stands and the way are drawn', (await page.evaluate(countColours, ['#ff8000', '#606060', '#8040ff'])).every((count) => count > 10));

	// The camera stays with the character.
	const small = await page.evaluate(countColours, ['#ff8000']);
	await page.getByText('follow').click();
	const seen = () => page.evaluate(() => kilnView.view.pixelOf(kilnView.talk.played.middles[kilnView.talk.frames.at][0]));
	const before = await seen();
	await page.getByRole('button', { name: 'on', exact: true }).click();
	claim('one frame on', await page.evaluate(() => kilnView.talk.frames.at) === 280);
	await page.getByRole('button', { name: 'back', exact: true }).last().click();
	await page.evaluate(() => kilnView.talk.frames.go(500));
	const after = await seen();
	claim('followed, the character stays in its place', before.every((pixel, i) => Math.abs(pixel - after[i]) < 2), [before, after]);
	const large = await page.evaluate(countColours, ['#ff8000']);
	claim('and is larger', large[0] > 2 * small[0], [small, large]);

	await page.getByRole('button', { name: 'play', exact: true }).click();
	await page.waitForFunction(() => kilnView.talk.frames.at > 505);
	claim('it plays', await page.evaluate(() => kilnView.talk.frames.playing));
	await page.getByRole('button', { name: 'pause', exact: true }).click();
	const stopped = await page.evaluate(() => kilnView.talk.frames.at);
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	claim('and pauses', await page.evaluate(() => kilnView.talk.frames.at) === stopped && stopped < 630, stopped);
	await page.evaluate(() => kilnView.talk.frames.go(620));
	await page.getByRole('button', { name: 'play', exact: true }).click();
	await page.waitForFunction(() => !kilnView.talk.frames.playing);
	claim('and ends at the last frame', await page.evaluate(() => kilnView.talk.frames.at) === 630);
	await page.evaluate(() => {
		kilnView.talk.frames.play();
		kilnView.talk.ask('ray 32 10 32 0 -1 0');
	});
	claim('a question ends the play', await page.evaluate(() => !kilnView.talk.frames.playing));

	// Files that are dropped take its place.
	const dropped = async (name, data, count) => {
		await drop(page, name, Buffer.from(data, 'latin1'));
		await page.waitForFunction((wanted) => kilnView.talk.frames.count === wanted, count);
	};
	await dropped('lines', '# two queries\nray 32 10 32 0 -1 0\n\nnonsense\n', 2);
	claim('without frames, each query is one, and the first is answered', (await text()).includes('1 of 2: ray 32 10 32 0 -1 0') && (await text()).includes('"hit":true'));
	await page.getByRole('slider', { name: 'frame' }).fill('1');
	claim('what is no query gets an error', (await text()).includes('{"error"'));
	claim('what the last file drew is gone', await page.evaluate(() => kilnView.talk.played.middles.length === 2));
	await dropped('odd', '# frame\n# frame 2\nsphere 32 2 32 1\n# frame 3\n\xff\x00\n', 3);
	claim('empty frames are frames', await page.evaluate(() => kilnView.talk.frame(0).length === 0 && kilnView.talk.frame(2)[0].includes('error')));
	await page.evaluate(() => [1, 2, 0].map((i) => kilnView.talk.frames.go(i)));
	await dropped('walk.queries', path, 631);
	claim('the same path plays when it is dropped', (await text()).includes('1 of 631: frame 1: falls'));
	await dropped('nothing', '# a comment\n', 0);
	claim('a file without queries is refused', (await text()).includes('has no queries'));
	await page.close();
}
await browser.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
