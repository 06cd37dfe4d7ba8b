// SPDX-License-Identifier: MIT
// Edges whose two triangles run the same way: one of the two is turned.

const EMPTY = -1;

const roomFor = (count) => 1 << Math.max(4, 32 - Math.clz32(2 * count));
const mix = (hash, word) => Math.imul(hash ^ word, 0x9e3779b1) ^ hash >>> 15;

/** Numbers the points of a list of coordinates: equal points get equal numbers. */
function numberPoints(positions) {
	// Zero has two signs, which are one place.
	const count = positions.length / 3, words = new Uint32Array(Float32Array.from(positions, (x) => x + 0).buffer);
	const size = roomFor(count), table = new Int32Array(size).fill(EMPTY), numbers = new Int32Array(count);
	for (let i = 0; i < count; ++i) {
		const x = words[3 * i], y = words[3 * i + 1], z = words[3 * i + 2];
		let slot = mix(mix(mix(7, x), y), z) & size - 1;
		while (table[slot] !== EMPTY) {
			const at = 3 * table[slot];
			if (words[at] === x && words[at + 1] === y && words[at + 2] === z)
				break;
			slot = slot + 1 & size - 1;
		}
		if (table[slot] === EMPTY)
			table[slot] = i;
		numbers[i] = table[slot];
	}
	return numbers;
}

/** Counts how often each edge is run from its lower end, and from its higher one: `edges` are corners at which edges begin. */
function countEdges(points) {
	const count = points.length, size = roomFor(count), table = new Int32Array(size).fill(EMPTY);
	const up = new Uint32Array(count), down = new Uint32Array(count), edges = [];
	const nextOf = (corner) => corner - corner % 3 + (corner + 1) % 3;
	for (let corner = 0; corner < count; ++corner) {
		const a = points[corner], b = points[nextOf(corner)], low = Math.min(a, b), high = Math.max(a, b);
		let slot = mix(mix(7, low), high) & size - 1;
		for (; table[slot] !== EMPTY; slot = slot + 1 & size - 1) {
			const c = points[table[slot]], d = points[nextOf(table[slot])];
			if (Math.min(c, d) === low && Math.max(c, d) === high)
				break;
		}
		if (table[slot] === EMPTY) {
			table[slot] = corner;
			edges.push(corner);
		}
		++(a === low ? up : down)[table[slot]];
	}
	return { edges, up, down, nextOf };
}

/** The turned edges of triangles, nine coordinates each, as segments of six numbers. */
export function turnedEdges(positions) {
	const { edges, up, down, nextOf } = countEdges(numberPoints(positions));
	const turned = edges.filter((corner) => up[corner] + down[corner] === 2 && up[corner] !== 1), lines = new Float32Array(6 * turned.length);
	turned.forEach((corner, i) => {
		lines.set(positions.subarray(3 * corner, 3 * corner + 3), 6 * i);
		lines.set(positions.subarray(3 * nextOf(corner), 3 * nextOf(corner) + 3), 6 * i + 3);
	});
	return lines;
}
