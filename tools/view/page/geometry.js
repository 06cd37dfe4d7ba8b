// SPDX-License-Identifier: MIT
// Points, boxes and segments, in double precision.

/** Applies three rows of four to a point, in double precision. */
export function transform(rows, [x, y, z]) {
	return [0, 4, 8].map((at) => rows[at] * x + rows[at + 1] * y + rows[at + 2] * z + rows[at + 3]);
}

/** The smallest box around both. */
export function joinBoxes(a, b) {
	return a ? { min: a.min.map((x, i) => Math.min(x, b.min[i])), max: a.max.map((x, i) => Math.max(x, b.max[i])) } : b;
}

/** The twelve edges of a box as segments, from the corner `base`, which keeps coordinates small. */
export function boxLines({ min, max }, base = [0, 0, 0]) {
	const corner = (k) => [0, 1, 2].map((axis) => (k >> axis & 1 ? max[axis] : min[axis]) - base[axis]);
	const lines = [];
	for (let k = 0; k < 8; ++k)
		for (let axis = 0; axis < 3; ++axis)
			if (!(k >> axis & 1))
				lines.push(...corner(k), ...corner(k | 1 << axis));
	return new Float32Array(lines);
}

/** Carries segments of a shape into the asset, with coordinates around `base`. */
export function placeLines(lines, rows, base) {
	const placed = new Float32Array(lines.length);
	for (let i = 0; i < lines.length; i += 3)
		for (let axis = 0; axis < 3; ++axis) {
			const at = 4 * axis;
			placed[i + axis] = rows[at] * lines[i] + rows[at + 1] * lines[i + 1] + rows[at + 2] * lines[i + 2] + (rows[at + 3] - base[axis]);
		}
	return placed;
}

/** Joins arrays of numbers. */
export function join(arrays) {
	const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const array of arrays) {
		all.set(array, at);
		at += array.length;
	}
	return all;
}
