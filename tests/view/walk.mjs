// SPDX-License-Identifier: MIT
// The steps of queries that the module of kiln-view's page records.
//   node tests/view/walk.mjs MODULE A.kiln [B.kiln] <QUERIES
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadView } from '../../tools/view/module/view.mjs';

const [module, path, other] = process.argv.slice(2);
const view = await loadView(readFileSync(module));
const asset = view.open(readFileSync(path)), second = other ? view.open(readFileSync(other)) : null, session = view.session(asset, second);
const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('filter'));
let walked = 0, culled = 0, leaves = 0, missed = 0, stopped = 0;

/** Boxes of the children of a tree's node, from their lines. */
function boxes(mesh, node) {
	return view.childLines(asset, mesh, 'aabb', node).map((lines) => {
		const box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
		lines.forEach((x, k) => {
			box.min[k % 3] = Math.min(box.min[k % 3], x);
			box.max[k % 3] = Math.max(box.max[k % 3], x);
		});
		return box;
	});
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

/** Walks of two assets: volumes have their places, and what is left out is farther than what is needed. */
function steps_of_pairs_are_whole(line, { steps, places }) {
	assert.ok(places.length > 0 && steps[0].kind === 'sides', line);
	for (const { kind, sides, place, keys, limit, met, children, opened } of steps) {
		assert.ok(place < places.length && met < 1 << Math.max(children, 1), line);
		culled += kind === 'culled';
		leaves += kind === 'leaves';
		// Ties are left out, too, once a pair is known.
		assert.ok(kind !== 'culled' || keys[0] >= limit || keys[0] === 0 || steps.some(({ kind: one }) => one === 'volumes'), line);
		if (kind !== 'node')
			continue;
		const { mesh, kind: tree, tree: number } = sides[opened];
		assert.equal(view.childLines(opened === 0 ? asset : second, mesh, tree, number).length, children, line);
		for (let child = 0; keys && child < children; ++child)
			missed += met >> child & 1 ? 0 : 1;
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
	if (walk.places.length > 0) {
		steps_of_pairs_are_whole(line, walk);
		for (let units = 0; units < walk.units && units < 6; ++units, ++stopped)
			assert.ok(session.walk(line, units).same, `${line}: ${units} units`);
		continue;
	}
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
assert.ok(walked >= (second ? 8 : 11) && stopped > (second ? 0 : 10), `${walked} walks, ${leaves} leaves, ${culled} left out, ${missed} boxes missed, ${stopped} stopped`);
session.close();
asset.close();
second?.close();
