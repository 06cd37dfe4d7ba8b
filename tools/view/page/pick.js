// SPDX-License-Identifier: MIT
// What a ray meets, in double precision: far from the origin a query's ray, which is float32, starts too far from the eye.

const HULL = 1;
const MIRRORED = 2;
/** A ray may start so far beside the eye, as a share of how far the view looks: a tenth of a pixel. */
const BESIDE = 1e-4;

/** The runtime's queries take no larger coordinates (KILN_COORDINATE_MAX). */
const COORDINATE_MAX = 2 ** 40;

const largestOf = (point) => Math.max(...point.map(Math.abs));

/** How far apart float32 numbers are around a point. */
export function spacingAt(point) {
	const largest = largestOf(point);
	return largest > 0 ? 2 ** (Math.floor(Math.log2(largest)) - 23) : 0;
}

/** Whether a ray of a view that looks `distance` far starts where float32 is too coarse for it, or where no query may start. */
export const isCoarse = ({ origin }, distance) => spacingAt(origin) / 2 > BESIDE * distance || largestOf(origin) > COORDINATE_MAX;

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Whether a ray meets a box before `limit`. */
function meetsBox({ origin, direction }, min, max, limit) {
	let enter = 0, leave = limit;
	for (let k = 0; k < 3; ++k) {
		const a = min[k] - origin[k], b = max[k] - origin[k];
		if (direction[k] === 0) {
			if (a > 0 || b < 0)
				return false;
			continue;
		}
		enter = Math.max(enter, Math.min(a / direction[k], b / direction[k]));
		leave = Math.min(leave, Math.max(a / direction[k], b / direction[k]));
	}
	return enter <= leave;
}

/** The ray in a node's coordinates; t stays the same. Null where the node has no inverse. */
function rayWithin([a, b, c, x, d, e, f, y, g, h, i, z], { origin, direction }) {
	const rows = [cross([d, e, f], [g, h, i]), cross([g, h, i], [a, b, c]), cross([a, b, c], [d, e, f])], size = dot([a, b, c], rows[0]);
	const back = (v) => [0, 1, 2].map((k) => (rows[0][k] * v[0] + rows[1][k] * v[1] + rows[2][k] * v[2]) / size);
	return size === 0 ? null : { origin: back(minus(origin, [x, y, z])), direction: back(direction) };
}

/** The first triangle of a list that a ray meets before `limit` (Möller, Trumbore 1997): { number, t, u, v }, or null. */
function firstTriangle(positions, { origin, direction }, limit) {
	let first = null;
	for (let number = 0; 9 * number < positions.length; ++number) {
		const [a, b, c] = [0, 3, 6].map((at) => positions.subarray(9 * number + at, 9 * number + at + 3));
		const ab = minus(b, a), ac = minus(c, a), across = cross(direction, ac), size = dot(ab, across);
		if (size === 0)
			continue;
		const from = minus(origin, a), u = dot(from, across) / size, other = cross(from, ab), v = dot(direction, other) / size;
		const t = dot(ac, other) / size;
		if (u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t < (first?.t ?? limit))
			first = { number, t, u, v };
	}
	return first;
}

/** The hit as the runtime describes hits. */
function hitOf(surfaces, number, { number: own, t, u, v }, ray) {
	const { asset } = surfaces, node = asset.nodes[number], { record } = surfaces.shape(node.shape), { kind } = asset.shapes[node.shape];
	const solid = node.mesh === null, [a, b, c] = surfaces.placed(number, own);
	const across = cross(minus(b, a), minus(c, a)), length = (node.flags & MIRRORED ? -1 : 1) * Math.sqrt(dot(across, across));
	const normal = across.map((x) => x / length);
	return {
		t, u, v, normal, back: dot(normal, ray.direction) > 0, point: ray.origin.map((x, k) => x + t * ray.direction[k]),
		node: number, mesh: node.mesh, shape: node.shape, tag: node.tag, material: record[4 * own + 2],
		triangle: solid ? null : asset.meshes[node.mesh].triangleFirst + own, face: solid && kind === HULL ? record[4 * own] : null,
		sourceFace: solid ? null : record[4 * own],
	};
}

/** The first thing that a ray meets of what is drawn, or null. */
export function pick(surfaces, ray) {
	let first = null, limit = Infinity, number = -1;
	surfaces.asset.nodes.forEach(({ boundsMin, boundsMax, shape, toAsset }, i) => {
		const own = meetsBox(ray, boundsMin, boundsMax, limit) ? rayWithin(toAsset, ray) : null;
		const found = own && firstTriangle(surfaces.shape(shape).positions, own, limit);
		if (found) {
			first = found;
			limit = found.t;
			number = i;
		}
	});
	return first && hitOf(surfaces, number, first, ray);
}
