// SPDX-License-Identifier: MIT
// The JavaScript around the runtime: opening, refusing, lists, memory.
//   node tests/wasm/package.mjs PACKAGE simd128|scalar crate.kiln yard.kiln
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, set, ...paths] = process.argv.slice(2);
const { load, KilnError } = await import(pathToFileURL(`${folder}/kiln.mjs`));
const kiln = await load({ simd: set === 'simd128' });
const [crate, yard] = paths.map((path) => readFileSync(path));

const claims = {
	loads_bytes_and_modules_of_the_caller: async () => {
		const bytes = readFileSync(`${folder}/kiln.${set}.wasm`);
		for (const source of [bytes, await WebAssembly.compile(bytes)])
			assert.equal((await load({ source })).version, kiln.version);
	},
	reads_what_the_asset_holds: () => {
		const asset = kiln.open(yard);
		assert.ok(asset.nodeCount > 1 && asset.nodes.length === asset.nodeCount);
		assert.ok(asset.nodes.some(({ name }) => name === 'house_c'));
		assert.ok(asset.nodes.every(({ toAsset, shape }) => toAsset.length === 12 && shape < asset.shapeCount));
		assert.equal(asset.meshes.reduce((sum, { triangleCount }) => sum + triangleCount, 0), asset.triangleCount);
		assert.ok(asset.materials.some(({ name }) => name === 'brick'));
		asset.nodes.forEach(({ boundsMin, boundsMax }) => boundsMin.forEach((low, axis) =>
			assert.ok(low >= asset.boundsMin[axis] && boundsMax[axis] <= asset.boundsMax[axis])));
		asset.close();
	},
	corners_and_sources_are_those_of_hits: () => {
		const asset = kiln.open(crate);
		const hit = asset.rayClosest({ origin: [0.2, 10, 0.1], direction: [0, -1, 0] });
		const number = hit.triangle - asset.meshes[hit.mesh].triangleFirst;
		const [a, b, c] = asset.triangleCorners(hit.mesh, number);
		hit.point.forEach((x, axis) =>
			assert.ok(Math.abs(x - (a[axis] * (1 - hit.u - hit.v) + b[axis] * hit.u + c[axis] * hit.v)) < 1e-6));
		assert.equal(asset.triangleSource(hit.mesh, number).face, hit.sourceFace);
		assert.equal(asset.triangleCorners(hit.mesh, asset.triangleCount), null);
		assert.equal(asset.triangleSource(0, asset.triangleCount).face, null);
		asset.close();
	},
	answers_nothing_to_bad_numbers: () => {
		const asset = kiln.open(crate);
		for (const bad of [NaN, Infinity, 1e30]) {
			assert.equal(asset.rayClosest({ origin: [bad, 0, 0], direction: [0, -1, 0] }), null);
			assert.deepEqual(asset.overlapSphere({ center: [0, bad, 0], radius: 1 }), []);
			assert.equal(asset.closestPoint([0, 0, bad]), null);
		}
		assert.equal(asset.rayAny({ origin: [0, 10, 0], direction: [0, 0, 0] }), false);
		assert.throws(() => kiln.collide({ asset }, { asset, pose: { translation: [NaN, 0, 0] } }),
			(error) => error instanceof KilnError && error.status === 'argument');
		asset.close();
	},
	refuses_every_truncation_with_a_place: () => {
		for (let size = 0; size < crate.length; size += 61)
			assert.throws(() => kiln.open(crate.subarray(0, size)),
				(error) => error instanceof KilnError && error.status.length > 0 && error.offset <= size);
	},
	answers_or_refuses_every_damaged_byte: () => {
		let opened = 0, refused = 0, state = 1;
		const random = (below) => (state = (state * 16807) % 2147483647) % below;
		for (let i = 0; i < 2000; ++i) {
			const bytes = Uint8Array.from(crate);
			bytes[random(bytes.length)] ^= 1 << random(8);
			try {
				const asset = kiln.open(bytes);
				asset.rayAll({ origin: [0, 10, 0], direction: [0, -1, 0] });
				asset.overlapSphere({ center: [0, 0, 0], radius: 100 });
				asset.close();
				++opened;
			} catch (error) {
				assert.ok(error instanceof KilnError, error);
				++refused;
			}
		}
		assert.ok(opened > 100 && refused > 100, `${opened} opened, ${refused} refused`);
	},
	opens_views_of_larger_buffers: () => {
		const large = new Uint8Array(crate.length + 77);
		large.set(crate, 77);
		kiln.open(new DataView(large.buffer, 77, crate.length)).close();
		kiln.open(large.slice(77).buffer).close();
	},
	lists_grow_as_the_answer_needs: () => {
		const asset = kiln.open(yard), everything = { center: [0, 0, 0], radius: 1e6 };
		let placed = 0;
		asset.nodes.forEach(({ mesh }) => placed += mesh === null ? 1 : asset.meshes[mesh].triangleCount);
		assert.equal(asset.overlapSphere(everything).length, placed);
		assert.equal(asset.overlapSphere({ center: [1e5, 0, 0], radius: 1 }).length, 0);
		assert.equal(asset.overlapBox({ center: [0, 0, 0], halfExtents: [1e6, 1e6, 1e6] }).length, placed);
		asset.close();
	},
	filters_hide_layers_until_they_are_taken_away: () => {
		const asset = kiln.open(crate), ray = { origin: [0, 10, 0], direction: [0, -1, 0] };
		assert.ok(asset.rayAny(ray));
		asset.setFilter({ ignores: asset.nodes[0].layers });
		assert.ok(!asset.rayAny(ray));
		asset.setFilter(null);
		assert.ok(asset.rayAny(ray));
		assert.equal(asset.layer('no layer has this name'), 0n);
		asset.close();
	},
	closing_gives_memory_back: () => {
		const size = () => kiln.exports.memory.buffer.byteLength;
		kiln.open(yard).close();
		const before = size();
		for (let i = 0; i < 3000; ++i) {
			const first = kiln.open(yard), second = kiln.open(crate);
			first.close();
			kiln.open(crate).close();
			second.close();
			second.close();
		}
		assert.equal(size(), before);
	},
	a_blob_of_200_megabytes_grows_memory: () => {
		// No blob: it is refused behind the copy, and the memory is free again.
		const bytes = new Uint8Array(200e6);
		bytes.set(crate);
		assert.throws(() => kiln.open(bytes), KilnError);
		const size = kiln.exports.memory.buffer.byteLength;
		assert.ok(size >= 200e6);
		assert.throws(() => kiln.open(bytes), KilnError);
		assert.equal(kiln.exports.memory.buffer.byteLength, size);
		const asset = kiln.open(crate);
		assert.ok(asset.rayAny({ origin: [0, 10, 0], direction: [0, -1, 0] }));
		asset.close();
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
