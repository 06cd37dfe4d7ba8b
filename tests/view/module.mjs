// SPDX-License-Identifier: MIT
// The JavaScript around the module of kiln-view's page: geometry, trees, sessions, memory.
//   node tests/view/module.mjs MODULE yard.kiln hulls.kiln QUERIES.log
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EDGE_KINDS, KilnError, TREE_KINDS, VOLUME_KINDS, loadView } from '../../tools/view/module/view.mjs';

const [module, ...paths] = process.argv.slice(2);
const view = await loadView(readFileSync(module));
const [yard, hulls, log] = paths.map((path) => readFileSync(path));

const claims = {
	triangles_are_those_of_single_calls: () => {
		const asset = view.open(yard);
		asset.meshes.forEach(({ triangleCount }, mesh) => {
			const { positions, record } = view.meshTriangles(asset, mesh);
			assert.equal(positions.length, 9 * triangleCount);
			assert.equal(record.length, 4 * triangleCount);
			for (let i = 0; i < triangleCount; ++i) {
				assert.deepEqual([...positions.subarray(9 * i, 9 * i + 9)], asset.triangleCorners(mesh, i).flat());
				const { face, part, material } = asset.triangleSource(mesh, i);
				assert.deepEqual([...record.subarray(4 * i, 4 * i + 3)], [face, part, material]);
			}
			assert.equal(view.meshTriangles(asset, mesh, triangleCount - 1).positions.length, 9);
			assert.equal(view.edgeLines(asset, mesh, (1 << EDGE_KINDS.length) - 1).length, 18 * triangleCount);
		});
		asset.close();
	},
	solids_have_surfaces_and_mass: () => {
		const asset = view.open(hulls);
		let solids = 0;
		asset.shapes.forEach(({ kind }, shape) => {
			const { positions, face } = view.shapeTriangles(asset, shape), mass = view.mass(asset, shape);
			assert.equal(positions.length, 9 * face.length);
			if (kind === 0)
				return assert.equal(face.length, 0);
			++solids;
			assert.ok(face.length >= 4 && mass.solid && mass.volume > 0 && mass.area > 0);
		});
		assert.ok(solids > 0);
		asset.close();
	},
	parts_name_the_art: () => {
		const asset = view.open(yard), parts = view.parts(asset);
		assert.equal(parts.length, asset.fields.partCount);
		assert.ok(parts.every(({ mesh, faceCount }) => mesh !== null && faceCount > 0));
		asset.close();
	},
	trees_have_levels_and_lines: () => {
		const asset = view.open(yard), trees = view.trees(asset);
		assert.equal(trees.filter(({ mesh, kind }) => mesh === null && kind === 'aabb').length, 1);
		for (const { mesh, kind, depth, nodes, levels } of trees) {
			assert.ok(TREE_KINDS.includes(kind));
			assert.equal(levels.length, depth);
			assert.equal(levels.reduce((sum, level) => sum + level.nodes, 0), nodes);
			assert.ok(view.treeLines(asset, mesh, kind, 0, depth).length > 0);
			assert.equal(view.treeLines(asset, mesh, kind, depth, depth).length, 0);
		}
		for (const kind of VOLUME_KINDS) {
			const lines = view.volumeLines(asset, 0, kind);
			assert.ok(lines.length > 0 && lines.length % 6 === 0 && lines.every(Number.isFinite));
		}
		asset.close();
	},
	nothing_is_there_out_of_range: () => {
		const asset = view.open(yard);
		assert.equal(view.edgeLines(asset, asset.meshCount, 31).length, 0);
		assert.equal(view.treeLines(asset, asset.meshCount, 'aabb', 0, 9).length, 0);
		assert.deepEqual(view.childLines(asset, null, 'aabb', 1e6), []);
		assert.deepEqual(view.childLines(asset, null, 'nothing', 0), []);
		assert.equal(view.shapeTriangles(asset, asset.shapeCount).face.length, 0);
		assert.equal(view.volumeLines(asset, asset.shapeCount, 'aabb').length, 0);
		asset.close();
	},
	damaged_logs_are_refused_and_whole_ones_listed: () => {
		const asset = view.open(yard), session = view.session(asset), opened = view.openLog(log);
		const entry = session.entry(opened, 0);
		assert.ok(entry.first && !entry.both && entry.kind.length > 0);
		assert.equal(session.entry(opened, opened.count), null);
		assert.ok(session.drawLog(opened, 0).question.length > 0);
		opened.close();
		for (const size of [0, 7, 63, 100, 64 + 416, 152 + 504])
			assert.throws(() => view.openLog(log.subarray(0, size)), KilnError);
		session.close();
		asset.close();
	},
	bodies_touch_the_level_and_each_other: () => {
		const asset = view.open(yard);
		const ball = (translation) => ({ kind: 'sphere', radius: 1, pose: { translation } });
		const ground = asset.rayClosest({ origin: [-4, 100, 0], direction: [0, -1, 0] });
		const above = [ground.point[0], ground.point[1] + 0.9, ground.point[2]];
		const touches = view.bodyManifolds(asset, ball(above));
		assert.ok(touches.length > 0 && touches.every(({ contacts }) => contacts.length > 0));
		assert.ok(touches.some(({ triangle }) => triangle === ground.triangle));
		// The contacts hold that kiln-query's overlap finds: a ball touches the triangles that have a manifold.
		const overlaps = asset.overlapSphere({ center: above, radius: 1 }).map(({ triangle }) => triangle);
		assert.ok(touches.every(({ triangle }) => overlaps.includes(triangle)));
		assert.deepEqual(view.bodyManifolds(asset, ball([0, 500, 0])), []);
		assert.deepEqual(view.bodyManifolds(asset, ball([NaN, 0, 0])), []);
		const huge = { kind: 'box', halfExtents: [1e3, 1e3, 1e3], pose: {} };
		assert.ok(view.bodyManifolds(asset, huge).length <= asset.nodes.length * asset.triangleCount);
		const pair = view.bodyPair(ball([0, 1.5, 0]), { kind: 'box', halfExtents: [5, 1, 5] });
		assert.ok(Math.abs(pair.contacts[0].depth - 0.5) < 1e-5 && Math.abs(pair.normal[1] - 1) < 1e-5);
		assert.equal(view.bodyPair(ball([0, 2.5, 0]), { kind: 'box', halfExtents: [5, 1, 5] }), null);
		const capsule = { kind: 'capsule', radius: 1, halfLength: 2, pose: { translation: [0, 3.5, 0] } };
		assert.ok(Math.abs(view.bodyPair(capsule, { kind: 'box', halfExtents: [5, 1, 5] }).contacts[0].depth - 0.5) < 1e-5);
		asset.close();
	},
	the_broadphase_finds_the_pairs_of_brute_force: () => {
		const broadphase = view.broadphase(64, 2016), boxes = new Map();
		let state = 7;
		const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
		const box = () => {
			const min = [0, 0, 0].map(() => Math.fround(random() * 10));
			return { min, max: min.map((x) => Math.fround(x + random() * 3)) };
		};
		const meet = (a, b) => a.min.every((low, i) => low <= b.max[i] && b.min[i] <= a.max[i]);
		let before = new Set();
		for (let frame = 0; frame < 40; ++frame) {
			if (boxes.size < 50) {
				const made = box();
				boxes.set(broadphase.add(made.min, made.max), made);
			}
			for (const [index] of boxes) {
				if (random() < 0.3) {
					const moved = box();
					assert.ok(broadphase.move(index, moved.min, moved.max));
					boxes.set(index, moved);
				}
			}
			if (frame % 7 === 6) {
				const [index] = boxes.keys();
				assert.ok(broadphase.remove(index));
				assert.ok(!broadphase.remove(index));
				boxes.delete(index);
			}
			const { pairs, added, removed } = broadphase.update(), expected = new Set();
			for (const [a, first] of boxes)
				for (const [b, second] of boxes)
					if (a < b && meet(first, second))
						expected.add(`${a},${b}`);
			const names = (list) => Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]},${list[2 * i + 1]}`);
			assert.deepEqual(new Set(names(pairs)), expected);
			assert.ok(names(added).every((name) => expected.has(name)) && names(removed).every((name) => before.has(name)));
			before = expected;
		}
		assert.equal(broadphase.add([1, 0, 0], [0, 0, 0]), null);
		broadphase.close();
		broadphase.close();
		assert.throws(() => view.broadphase(0, 1), RangeError);
	},
	memory_comes_back: () => {
		const size = () => view.exports.memory.buffer.byteLength;
		const round = () => {
			const asset = view.open(yard), session = view.session(asset, asset), opened = view.openLog(log);
			session.ask('rayall 0 100 0 0 -1 0');
			session.ask('manifold 0.1 0 0 0 0 0 1');
			session.draw('contacts 0.1 0 0 0 0 0 1');
			session.walk('ray 0 100 0 0 -1 0');
			session.replay(opened, 3);
			view.meshTriangles(asset, 0);
			view.trees(asset);
			opened.close();
			session.close();
			session.close();
			asset.close();
		};
		round();
		const before = size();
		for (let i = 0; i < 500; ++i)
			round();
		assert.equal(size(), before);
	},
};
let failed = 0;
for (const [name, check] of Object.entries(claims)) {
	try {
		await check();
	} catch (error) {
		++failed;
		console.log(`${name}: ${error.stack}`);
	}
}
process.exit(failed === 0 ? 0 : 1);
