// SPDX-License-Identifier: MIT
// Surfaces of an asset as chunks that the graphics card draws. A chunk has coordinates of its own, around a point of its own in
// double precision, so that a small thing far from the origin keeps its shape and does not jitter.
import { BufferAttribute, BufferGeometry, Group, Mesh, Sphere, Vector3 } from 'three';
import { meshTriangles, transform } from './geometry.js';
import { layersOf, paintChunk } from './paint.js';

const CHUNK_TRIANGLES = 1 << 18;
/** A chunk reaches so many times the size of a node: single precision then leaves a ten-thousandth of it. */
const CHUNK_REACH = 1024;
const MIRRORED = 2;

const boxOf = ({ boundsMin, boundsMax }) => ({ min: boundsMin, max: boundsMax });
const centreOf = ({ min, max }) => min.map((x, i) => x / 2 + max[i] / 2);
const sizeOf = ({ min, max }) => Math.hypot(...min.map((x, i) => max[i] - x));

/** Writes a node's triangles into a chunk. */
function placeTriangles(to, first, from, count, rows, origin, mirrored) {
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
	#meshes = new Map();
	#mode = null;

	constructor(kiln, asset) {
		this.kiln = kiln;
		this.asset = asset;
		this.chunks = [];
		this.triangleCount = 0;
		this.layerOf = layersOf(asset);
		this.layerNames = Array.from({ length: 64 }, (_, i) => asset.layerName(i));
	}

	mesh(number) {
		if (!this.#meshes.has(number))
			this.#meshes.set(number, meshTriangles(this.kiln, this.asset, number));
		return this.#meshes.get(number);
	}

	/** Groups the nodes that have a mesh into chunks. */
	plan() {
		const { nodes, meshes } = this.asset, plans = [];
		let plan = null;
		nodes.forEach((node, number) => {
			if (node.mesh === null)
				return;
			const box = boxOf(node), centre = centreOf(box), count = meshes[node.mesh].triangleCount;
			const apart = plan && Math.hypot(...centre.map((x, i) => x - plan.origin[i]));
			if (!plan || plan.count + count > CHUNK_TRIANGLES || apart > CHUNK_REACH * Math.max(sizeOf(box), 1e-30)) {
				plan = { origin: centre, count: 0, runs: [] };
				plans.push(plan);
			}
			plan.runs.push({ node: number, mesh: node.mesh, first: plan.count, count, mirrored: (node.flags & MIRRORED) !== 0, surfaces: this });
			plan.count += count;
		});
		return plans;
	}

	/** Fills one planned chunk and returns its mesh. */
	build(plan, material, mode) {
		const positions = new Float32Array(9 * plan.count), words = new Uint32Array(3 * plan.count);
		for (const run of plan.runs) {
			const { positions: from, record } = this.mesh(run.mesh);
			run.record = record;
			placeTriangles(positions, run.first, from, run.count, this.asset.nodes[run.node].toAsset, plan.origin, run.mirrored);
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
		this.chunks.push({ mesh, words, runs: plan.runs });
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

	/** The corners of an asset's triangle where a node places it. */
	corners(node, mesh, triangle) {
		const local = this.asset.triangleCorners(mesh, triangle);
		return local?.map((corner) => transform(this.asset.nodes[node].toAsset, corner)) ?? null;
	}
}

export function makeGroup() {
	const group = new Group();
	group.matrixAutoUpdate = false;
	return group;
}
