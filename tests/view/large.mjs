// SPDX-License-Identifier: MIT
// A page with a blob of some 190 MB: how long it takes to open, a picture, and answers.
//   NODE_MODULES=FOLDER node tests/view/large.mjs FOLDER QUERY
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { launch, openPage, probe } from './browser.mjs';
import { claim, claimsEnd } from './claims.mjs';

const [folder, query] = process.argv.slice(2), faults = [];
const browser = await launch(), page = await openPage(browser, join(folder, 'large.html'), { faults, timeout: 600000 });
const [first, all, frame, triangles] = await page.evaluate(() => {
	const times = Array.from({ length: 10 }, () => (kilnView.view.draw(), kilnView.view.frameTime));
	return [kilnView.firstPicture, performance.now(), times.sort((a, b) => a - b)[5], kilnView.assets[0].surfaces.triangleCount];
});
console.log(`large: first picture of ${triangles} triangles after ${first.toFixed(0)} ms, ${frame.toFixed(2)} ms of JavaScript a frame, open for ${all.toFixed(0)} ms`);
claim('all triangles are drawn', triangles === 2 * 1870 * 1870, triangles);
const found = await page.evaluate(probe, 'node'), met = found.filter(({ hit }) => hit);
claim('pixels have the colour of the hit', met.length > 300 && met.filter(({ seen, hit }) => seen !== hit.expected).length <= met.length / 100, met.length);
const lines = Array.from({ length: 200 }, (_, i) => [`ray ${i * 9.1} 30 ${i * 9.3} 0.1 -1 0.2`, `closest ${i * 9.1} 3 ${1800 - i * 9}`, `sphere ${i * 9} 0 ${i * 3} 1.5`][i % 3]);
const answers = await page.evaluate((list) => list.map((line) => kilnView.talk.session.ask(line)), lines);
const { stdout } = spawnSync(query, [join(folder, 'large.kiln')], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
claim('the page answers as kiln-query does', answers.join('\n') === stdout.trim());
await browser.close();
claim('no script failed, and nothing was loaded', faults.length === 0, faults.slice(0, 3).join('\n'));
claimsEnd();
