// SPDX-License-Identifier: MIT
// The steps of queries that the module of kiln-view's page records.
//   node tests/view/walk.mjs MODULE A.kiln <QUERIES
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadView } from '../../tools/view/module/view.mjs';

const [module, path] = process.argv.slice(2);
const view = await loadView(readFileSync(module));
const asset = view.open(readFileSync(path)), session = view.session(asset);
const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('filter'));
let walked = 0, culled = 0, leaves = 0, missed = 0, stopped = 0;

/** Boxes of the children of a tree's node, from their lines. */
function boxes(mesh, node) {
	const lines = view.nodeLines(asset, mesh, node), found = [];
	for (let at = 0; at < lines.length; at += 72) {
		const box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
		for (let k = 0; k < 72; ++k) {
			box.min[k % 3] = Math.min(box.min[k % 3], lines[at + k]);
			box.max[k % 3] = Math.max(box.max[k % 3], lines[at + k]);
		}
		found.push(box);
	}
	return found;
}

/** Children that a walk keeps become steps of their own, each once: tested, or left out later. Ended walks leave some. */
function every_kept_child_becomes_a_step(steps) {
	const walks = new Map();
	for (const step of steps) {
		const key = `${step.mesh}/${step.node}`;
		if (step.kind === 'node' && step.tree === 0) {
			assert.ok(!walks.has(key) || walks.get(key) >= 0);
			walks.set(key, (walks.get(key) ?? 0) + 1);
		}
		let kept = 0;
		for (let bits = step.met; bits !== 0; bits >>>= 1)
			kept += bits & 1;
		walks.set(key, walks.get(key) + kept - 1);
	}
	return [...walks.values()].every((left) => left === 0);
}

const isUnmoved = (node) => asset.nodes[node].toAsset.join() === '1,0,0,0,0,1,0,0,0,0,1,0';

function missed_boxes_are_off_the_ray(line, steps) {
	const [, ...numbers] = line.split(' ').map(Number), origin = numbers.slice(0, 3), direction = numbers.slice(3, 6);
	for (const step of steps.filter(({ kind, node }) => kind === 'node' && (node === null || isUnmoved(node)))) {
		boxes(step.mesh, step.tree).forEach((box, child) => {
			let enter = 0, leave = Infinity;
			for (let axis = 0; axis < 3; ++axis) {
				const a = (box.min[axis] - origin[axis]) / direction[axis], b = (box.max[axis] - origin[axis]) / direction[axis];
				enter = Math.max(enter, Math.min(a, b));
				leave = Math.min(leave, Math.max(a, b));
			}
			if (step.met >> child & 1)
				return;
			++missed;
			// Where the box begins beyond the limit, or the ray passes it; limits are in the walk's units.
			assert.ok(enter >= leave || step.keys[child] > step.limit, `${line}: child ${child} of ${step.tree}`);
		});
	}
}

for (const line of lines) {
	const word = line.split(' ')[0], walk = session.walk(line);
	if (walk === null) {
		assert.match(session.ask(line), /error/);
		continue;
	}
	++walked;
	assert.ok(!walk.lost && walk.same, line);
	if (word !== 'inside')
		assert.ok(every_kept_child_becomes_a_step(walk.steps), line);
	for (const step of walk.steps) {
		culled += step.kind === 'culled';
		leaves += step.kind === 'leaf';
		if (step.kind === 'culled')
			assert.ok(step.key > step.limit, line);
	}
	if (word === 'ray' && !/ [-+]?0(\.0*)?( |$)/.test(line))
		missed_boxes_are_off_the_ray(line, walk.steps);
	// Whatever a query has found after any number of units, it has found through the same steps.
	for (let units = 0; word !== 'inside' && units < walk.units && units < 12; ++units) {
		const part = session.walk(line, units);
		assert.ok(part.same && part.units <= units, `${line}: ${units} units`);
		const tested = part.steps.filter(({ kind }) => kind !== 'culled');
		assert.deepEqual(tested, walk.steps.filter(({ kind }) => kind !== 'culled').slice(0, tested.length), `${line}: ${units} units`);
		++stopped;
	}
}
assert.ok(walked > 10 && stopped > 10, `${walked} walks, ${leaves} leaves, ${culled} left out, ${missed} boxes missed, ${stopped} stopped`);
session.close();
asset.close();
