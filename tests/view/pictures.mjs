// SPDX-License-Identifier: MIT
// Remakes the pictures of tools/view/README.md, and compares them with those in place: the same things in the same places, though
// another browser draws other bytes.
//   NODE_MODULES=FOLDER node tests/view/pictures.mjs FOLDER [--update]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, update] = process.argv.slice(2), place = 'tools/view/pictures', faults = [];
/** Pictures differ where fonts and edges do: so many pixels of a thousand may. */
const DIFFERENT = 60;
const WHEEL = 'castsphere 1 4 0 0.6 0 -1 0';
const CAMERA = { position: [12, 9, 17], target: [0, -0.5, 0] };

/** The story of a bridge, a walk, and a height field: each picture's page, what is done in it, and from where it is seen. */
const story = {
	'1-bridge': ['bridge', async () => {}],
	'2-wheel': ['bridge', async (page) => {
		await page.keyboard.press('q');
		await page.locator('#ask').fill(WHEEL);
		await page.locator('#ask').press('Enter');
	}],
	'3-open-edges': ['bridge', async (page) => {
		await page.keyboard.press('v');
		await page.getByRole('button', { name: 'open edges' }).click();
		await page.keyboard.press('o');
	}],
	'4-section': ['bridge', async (page) => {
		await page.keyboard.press('v');
		await page.locator('label', { hasText: 'across' }).locator('select').selectOption('z');
		await page.keyboard.press('5');
	}],
	'5-mended': ['mended', async (page) => {
		await page.keyboard.press('q');
		await page.locator('#ask').fill(WHEEL);
		await page.locator('#ask').press('Enter');
	}],
	'6-walk': ['walk', async (page) => {
		await page.getByRole('slider', { name: 'frame' }).fill('399');
	}, { position: [31, 10, 41], target: [37, 4, 31] }],
	'7-field': ['field', async (page) => {
		await page.keyboard.press('2');
		await page.mouse.click(560, 400);
	}, { position: [60, 45, 90], target: [32, 0, 34] }],
};

/** Runs in a page: how many of a thousand pixels of two pictures differ, seen from afar. */
async function compare([a, b]) {
	const [first, second] = await Promise.all([a, b].map(async (data) => {
		const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
		const canvas = new OffscreenCanvas(250, 150), context = canvas.getContext('2d');
		context.drawImage(bitmap, 0, 0, 250, 150);
		return context.getImageData(0, 0, 250, 150).data;
	}));
	let different = 0;
	for (let i = 0; i < first.length; i += 4)
		different += Math.max(...[0, 1, 2].map((k) => Math.abs(first[i + k] - second[i + k]))) > 64 ? 1 : 0;
	return different / (first.length / 4) * 1000;
}

const browser = await launch(), blank = await browser.newPage();
const shots = {};
for (const [name, [asset, act, camera = CAMERA]] of Object.entries(story)) {
	const page = await openPage(browser, join(folder, `${asset}.html`), { faults, hash: '#theme=light', size: { width: 1000, height: 600 } });
	await page.evaluate((pose) => kilnView.view.setPose(pose), camera);
	await act(page);
	await page.evaluate(() => {
		document.getElementById('status').hidden = true;
		kilnView.view.draw();
	});
	await page.mouse.move(500, 300);
	const shot = await page.screenshot(), path = join(place, `${name}.png`);
	shots[name] = shot.toString('base64');
	if (update) {
		mkdirSync(place, { recursive: true });
		writeFileSync(path, shot);
	} else if (existsSync(path)) {
		const different = await blank.evaluate(compare, [shots[name], readFileSync(path).toString('base64')]);
		claim(`${name}.png shows what the page shows`, different < DIFFERENT, `${different.toFixed(1)} of a thousand pixels differ`);
	} else {
		claim(`${name}.png exists`, false);
	}
	await page.close();
}
// A comparison that finds nothing would let everything pass.
const names = Object.keys(shots);
for (let i = 1; i < names.length; ++i) {
	const different = await blank.evaluate(compare, [shots[names[i - 1]], shots[names[i]]]);
	claim(`${names[i - 1]} and ${names[i]} differ`, different > 3, different);
}
const answers = await Promise.all(['bridge', 'mended'].map(async (asset) => {
	const page = await openPage(browser, join(folder, `${asset}.html`), { faults });
	return page.evaluate((line) => JSON.parse(kilnView.talk.ask(line)), WHEEL);
}));
claim('the wheel falls through the bridge, and stays on the mended one', answers[0].hit === false && answers[1].hit === true, answers);
await browser.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
