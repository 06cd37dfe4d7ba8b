// SPDX-License-Identifier: MIT
// Surfaces of an asset as chunks that the graphics card draws. A chunk has coordinates of its own, around a point of its own in
// double precision, so that a small thing far from the origin keeps its shape and does not jitter.
import { BufferAttribute, BufferGeometry, Group, Mesh, Sphere, Vector3 } from 'three';
import { transform } from './geometry.js';
import { layersOf, paintChunk } from './paint.js';
import { FIELD_KIND } from '../module/view.mjs';

const CHUNK_TRIANGLES = 1 << 18;
/** A chunk reaches so many times the size of a node: single precision then leaves a ten-thousandth of it. */
const CHUNK_REACH = 1024;
const MIRRORED = 2;
const MESH = 0;
/** The sides of a solid's facets count as flat edges. */
const FLAT = 4 | 4 << 3 | 4 << 6;

const boxOf = ({ boundsMin, boundsMax }) => ({ min: boundsMin, max: boundsMax });
const centreOf = ({ min, max }) => min.map((x, i) => x / 2 + max[i] / 2);
const sizeOf = ({ min, max }) => Math.hypot(...min.map((x, i) => max[i] - x));

/** Writes a node's triangles into a chunk. */
function placeTriangles(to, { first, count, mirrored }, from, rows, origin) {
	const [a, b, c, d, e, f, g, h, i, j, k, l] = rows;
	const x0 = d - origin[0], y0 = h - origin[1], z0 = l - origin[2];
	for (let n = 0; n < 3 * count; ++n) {
		// Fronts stay outside: a mirrored triangle runs the other way.
		const corner = n % 3, source = 3 * (mirrored && corner ? n + (corner === 1 ? 1 : -1) : n), at = 9 * first + 3 * n;
		const x = from[source], y = from[source + 1], z = from[source + 2];
		to[at] = a * x + b * y + c * z + x0;
		to[at + 1] = e * x + f * y + g * z + y0;
		to[at + 2] = i * x + j * y + k * z + z0;
	}
}

export class Surfaces {
	#shapes = new Map();
	#mode = null;

	constructor(kiln, asset) {
		this.kiln = kiln;
		this.asset = asset;
		this.chunks = [];
		this.triangleCount = 0;
		this.layerOf = layersOf(asset);
		this.layerNames = Array.from({ length: 64 }, (_, i) => asset.layerName(i));
	}

	/** Triangles of a shape in its coordinates, and four numbers each: face, part, material, kinds of edge. */
	shape(number) {
		if (!this.#shapes.has(number))
			this.#shapes.set(number, this.#triangles(number));
		return this.#shapes.get(number);
	}

	#triangles(number) {
		const { kind, index, material } = this.asset.shapes[number];
		if (kind === MESH)
			return this.kiln.meshTriangles(this.asset, index);
		if (kind === FIELD_KIND)
			return this.kiln.fieldTriangles(this.asset);
		const { positions, face } = this.kiln.shapeTriangles(this.asset, number), record = new Uint32Array(4 * face.length);
		face.forEach((at, i) => record.set([at, number, material ?? 0, FLAT], 4 * i));
		return { positions, record };
	}

	/** Groups the nodes into chunks. */
	plan() {
		const plans = [];
		let plan = null;
		this.asset.nodes.forEach((node, number) => {
			const box = boxOf(node), centre = centreOf(box), count = this.shape(node.shape).record.length / 4;
			const apart = plan && Math.hypot(...centre.map((x, i) => x - plan.origin[i]));
			if (!plan || plan.count + count > CHUNK_TRIANGLES || apart > CHUNK_REACH * Math.max(sizeOf(box), 1e-30)) {
				plan = { origin: centre, count: 0, runs: [] };
				plans.push(plan);
			}
			const mirrored = (node.flags & MIRRORED) !== 0;
			plan.runs.push({ node: number, shape: node.shape, mesh: node.mesh, first: plan.count, count, mirrored, surfaces: this });
			plan.count += count;
		});
		return plans;
	}

	/** Fills one planned chunk and returns its mesh. */
	build(plan, material, mode) {
		const positions = new Float32Array(9 * plan.count), words = new Uint32Array(3 * plan.count);
		for (const run of plan.runs) {
			const { positions: from, record } = this.shape(run.shape);
			run.record = record;
			placeTriangles(positions, run, from, this.asset.nodes[run.node].toAsset, plan.origin);
		}
		paintChunk(words, plan.runs, mode);
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(positions, 3));
		geometry.setAttribute('colour', new BufferAttribute(new Uint8Array(words.buffer), 4, true));
		geometry.boundingSphere = this.#sphere(plan);
		const mesh = new Mesh(geometry, material);
		mesh.position.set(...plan.origin);
		mesh.updateMatrix();
		mesh.matrixAutoUpdate = false;
		this.chunks.push({ mesh, words, runs: plan.runs, origin: plan.origin });
		this.triangleCount += plan.count;
		return mesh;
	}

	#sphere(plan) {
		let radius = 0;
		for (const { node } of plan.runs) {
			const { min, max } = boxOf(this.asset.nodes[node]);
			radius = Math.max(radius, Math.hypot(...min.map((x, i) => Math.max(Math.abs(x - plan.origin[i]), Math.abs(max[i] - plan.origin[i])))));
		}
		return new Sphere(new Vector3(), radius * 1.001 || 1e-30);
	}

	/** Builds all chunks; lets the browser draw between them. */
	async addTo(group, material, mode, drawn) {
		this.#mode = mode;
		for (const plan of this.plan()) {
			group.add(this.build(plan, material, this.#mode));
			drawn();
			await new Promise((resolve) => setTimeout(resolve));
		}
	}

	paint(mode) {
		this.#mode = mode;
		for (const { mesh, words, runs } of this.chunks) {
			paintChunk(words, runs, mode);
			mesh.geometry.attributes.colour.needsUpdate = true;
		}
	}

	/** Moves every node away from the middle of the asset, by `far` times its distance. */
	explode(far) {
		const middle = centreOf(boxOf(this.asset));
		for (const { mesh, runs, origin } of this.chunks) {
			const { position } = mesh.geometry.attributes;
			for (const run of runs) {
				const node = this.asset.nodes[run.node], rows = [...node.toAsset];
				centreOf(boxOf(node)).forEach((x, axis) => rows[4 * axis + 3] += far * (x - middle[axis]));
				placeTriangles(position.array, run, this.shape(run.shape).positions, rows, origin);
			}
			position.needsUpdate = true;
			mesh.frustumCulled = far === 0;
		}
	}

	/** The corners of triangle `own` of a node's shape, as it is drawn, where the node places it. */
	placed(node, own) {
		const { shape, toAsset } = this.asset.nodes[node], { positions } = this.shape(shape);
		return [0, 3, 6].map((at) => transform(toAsset, positions.subarray(9 * own + at, 9 * own + at + 3)));
	}

	/** The corners of triangle `triangle` of the asset where a node places it; null for solids and holes. */
	corners(node, triangle) {
		const { mesh, toAsset } = this.asset.nodes[node];
		const local = this.asset.isField ? this.asset.triangleCorners(triangle) :
			mesh === null ? null : this.asset.triangleCorners(mesh, triangle - this.asset.meshes[mesh].triangleFirst);
		return local?.map((corner) => transform(toAsset, corner)) ?? null;
	}
}

export function makeGroup() {
	const group = new Group();
	group.matrixAutoUpdate = false;
	return group;
}
