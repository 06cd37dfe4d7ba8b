// SPDX-License-Identifier: MIT
// The faces that an answer of kiln-query names: what overlaps a shape, and what touches in contacts of two assets.
import { Matrix4, Quaternion, Vector3 } from 'three';
import { transform } from './geometry.js';

/** Faces that are drawn of one answer. */
const FACES_MAX = 200000;
const UNMOVED = new Matrix4();

/** The corners of a triangle of a mesh or, where `triangle` is null, of all triangles of a solid. */
function cornersOf({ asset, surfaces }, node, triangle) {
	if (triangle !== null)
		return surfaces.corners(node, triangle);
	const { shape, toAsset } = asset.nodes[node];
	const { positions } = surfaces.shape(shape);
	return Array.from({ length: positions.length / 3 }, (_, i) => transform(toAsset, positions.subarray(3 * i, 3 * i + 3)));
}

/** The numbers of a pose in a line about two assets as a matrix. */
function poseOf(line) {
	const [x, y, z, a, b, c, d, scale = 1] = line.trim().split(/\s+/).slice(1).map(Number);
	return new Matrix4().compose(new Vector3(x, y, z), new Quaternion(a, b, c, d).normalize(), new Vector3(scale, scale, scale));
}

/** Lists of [node, triangle] by asset; a solid has no triangle. */
function namedPieces({ triangles, pairs, solids, segments, nodes }) {
	if (segments)
		return [0, 1].map((side) => pairs.map((pair, i) => [nodes?.[i][side] ?? 0, pair[side]]));
	const faces = pairs ?? triangles?.map((triangle) => [0, triangle]) ?? [];
	return [[...faces, ...(solids ?? []).map((node) => [node, null])]];
}

/**
 * The faces that an answer names, each once: `[{ positions, base }]`, one element an asset, with coordinates around `base`.
 * `line` is the question, `assets` have surfaces.
 */
export function touchedFaces(line, answer, assets) {
	return namedPieces(answer).flatMap((pieces, number) => {
		const own = [...new Map(pieces.map((piece) => [piece.join(), piece])).values()].slice(0, FACES_MAX);
		if (!own.length || !assets[number]?.surfaces)
			return [];
		const base = assets[number].asset.boundsMin, moved = number ? poseOf(line) : UNMOVED, corner = new Vector3(), numbers = [];
		for (const [node, triangle] of own)
			for (const point of cornersOf(assets[number], node, triangle) ?? []) {
				corner.fromArray(point).applyMatrix4(moved);
				numbers.push(corner.x - base[0], corner.y - base[1], corner.z - base[2]);
			}
		return [{ positions: new Float32Array(numbers), base }];
	});
}
