// SPDX-License-Identifier: MIT
// Triangles of an asset as arrays.

/** Kinds of edge by their numbers. */
export const EDGE_KINDS = ['boundary', 'nonmanifold', 'convex', 'concave', 'flat'];

/**
 * Returns all triangles of a mesh: `positions`, nine coordinates of the mesh each, and `record`, four numbers each: source face,
 * part, material, and the kinds of its edges (three bits each).
 */
export function meshTriangles(kiln, asset, mesh) {
	if (kiln.meshTriangles)
		return kiln.meshTriangles(asset, mesh);
	const { exports, answer } = kiln, count = asset.meshes[mesh].triangleCount;
	const positions = new Float32Array(9 * count), record = new Uint32Array(4 * count);
	const floats = new Float32Array(exports.memory.buffer, answer, 9), words = new Uint32Array(exports.memory.buffer, answer, 4);
	for (let i = 0; i < count; ++i) {
		exports.kiln_triangle_corners(asset.address, mesh, i, answer);
		positions.set(floats, 9 * i);
		exports.kiln_triangle_source(answer, asset.address, mesh, i);
		const at = 4 * i;
		record[at] = words[1];
		record[at + 1] = words[3];
		record[at + 2] = words[2];
		record[at + 3] = exports.kiln_triangle_edges(asset.address, mesh, i);
	}
	return { positions, record };
}

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
