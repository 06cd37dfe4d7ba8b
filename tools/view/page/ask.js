// SPDX-License-Identifier: MIT
// A click casts a ray through the runtime; its whole answer is shown beside the picture.
import { Matrix4, Vector3 } from 'three';
import { byId, digits, make, numbers, table } from './dom.js';
import { fieldRows, fieldTriangleRows } from './field.js';
import { isCoarse, pick, spacingAt } from './pick.js';
import { EDGE_KINDS } from '../module/view.mjs';

const UNMOVED = new Matrix4();
const SHAPES = ['mesh', 'hull', 'sphere', 'capsule', 'box', 'cylinder'];

/** Names of the layers in a mask. */
export function layerNames(asset, mask) {
	const names = [];
	for (let i = 0; i < 64; ++i)
		if (mask >> BigInt(i) & 1n)
			names.push(asset.layerName(i) || `layer ${i}`);
	return names.length === 64 ? 'all' : names.join(', ') || 'none';
}

export function nodeRows(asset, number) {
	const node = asset.nodes[number], shape = asset.shapes[node.shape];
	return [
		['node', `${number} "${node.name}"`],
		['shape', `${node.shape} "${shape.name}", ${SHAPES[shape.kind]}`],
		['node of the art', node.sourceNode],
		['layers', layerNames(asset, node.layers)],
		['collides with', layerNames(asset, node.collides)],
		['tag', node.tag], ['user', node.user],
		['trigger', node.flags & 4 ? 'yes' : 'no'],
		['mirrored', node.flags & 2 ? 'yes' : 'no'],
		['bounds', `${numbers(node.boundsMin)} .. ${numbers(node.boundsMax)}`],
		...[0, 4, 8].map((at, i) => [i ? '' : 'to asset', numbers(node.toAsset.slice(at, at + 4))]),
		['volume', shape.flags & 1 ? digits(shape.volume) : 'not closed'],
		['area', digits(shape.area)],
		['centre of mass', numbers(shape.center)],
	];
}

/** Rows about triangle `number` of the asset. */
export function triangleRows(kiln, asset, number, corners) {
	const mesh = asset.meshes.findIndex(({ triangleFirst, triangleCount }) => number >= triangleFirst && number < triangleFirst + triangleCount);
	const own = number - asset.meshes[mesh].triangleFirst, source = asset.triangleSource(mesh, own);
	const edges = kiln.exports.kiln_triangle_edges(asset.address, mesh, own), { name } = asset.materials[source.material] ?? {};
	return [
		['triangle', `${number}, ${own} of mesh ${mesh} "${asset.meshes[mesh].name}"`],
		['face of the art', `${source.face} of mesh ${source.mesh}`],
		['material', `${source.material} "${name ?? ''}"`],
		['part', source.part],
		['edges', [0, 3, 6].map((shift) => EDGE_KINDS[edges >> shift & 7]).join(', ')],
		...(corners ?? []).map((corner, i) => [i ? '' : 'corners', numbers(corner)]),
	];
}

function hitRows(asset, hit) {
	if (!hit)
		return [['hit', 'nothing']];
	const solid = hit.mesh === null;
	return [
		['t', digits(hit.t)], ['point', numbers(hit.point)], ['normal', numbers(hit.normal)],
		['side', hit.back ? 'back' : 'front'], ['u, v', solid ? '' : numbers([hit.u, hit.v])],
		['face of the hull', hit.face ?? ''], ['tag', hit.tag],
		['material', hit.material === null ? '' : `${hit.material} "${asset.materials[hit.material]?.name ?? ''}"`],
		['node', `${hit.node} "${asset.nodes[hit.node]?.name ?? ''}"`],
	].filter(([, value]) => value !== '');
}

/** What the runtime answers to a ray whose start was rounded far. */
function roundedRows(asset, { spacing, hit }) {
	return [['in float32', `numbers are ${digits(spacing)} apart here`],
		['from the nearest start', hit ? `t ${digits(hit.t)}, node ${hit.node} "${asset.nodes[hit.node]?.name ?? ''}"` : 'nothing']];
}

/** The question as kiln-query reads it: the floats that were asked, to the last place. */
export function rayLine({ origin, direction }) {
	return `ray ${numbers([...origin, ...direction].map(Math.fround))}`;
}

/** The ray in the coordinates of an asset that was moved; t stays the same. */
function rayWithin(group, ray) {
	if (!group || group.matrix.equals(UNMOVED))
		return ray;
	const back = group.matrix.clone().invert(), { elements: e } = back;
	const origin = new Vector3(...ray.origin).applyMatrix4(back).toArray();
	return { origin, direction: [0, 1, 2].map((k) => ray.direction.reduce((sum, x, i) => sum + x * e[4 * i + k], 0)) };
}

export class Asker {
	constructor(kiln, assets, store, view, overlay) {
		Object.assign(this, { kiln, assets, store, view, overlay });
		/** The last ray: { line, hit, asset }. */
		this.last = null;
		store.listen((state, changed) => ['asset', 'node', 'triangle'].some((key) => changed.has(key)) && this.show());
	}

	/** Casts a ray through every asset where it is, and chooses the first thing that the ray meets. */
	cast(ray) {
		let first = null, number = this.store.state.asset, asked = ray;
		this.assets.forEach(({ asset, surfaces, group }, i) => {
			const own = rayWithin(group, ray), hit = this.meet({ asset, surfaces }, own);
			if (hit && (!first || hit.t < first.t)) {
				first = hit;
				number = i;
				asked = own;
			}
		});
		const { asset, surfaces } = this.assets[number], coarse = this.#isCoarse(surfaces, asked);
		this.last = { line: rayLine(asked), hit: first, asset: number,
			rounded: coarse ? { spacing: spacingAt(asked.origin), hit: asset.rayClosest(asked) } : null };
		this.overlay?.into(this.assets[number].group);
		this.#draw(asked, first);
		this.store.set({ asset: number, node: first?.node ?? null, triangle: first?.triangle ?? null });
		this.show();
		return this.last;
	}

	/** Whether the page answers a click itself, in double precision. */
	#isCoarse(surfaces, ray) {
		return !!surfaces && !surfaces.asset.isField && !!this.view && isCoarse(ray, this.view.distance);
	}

	/** What a ray in an asset's coordinates meets. */
	meet({ asset, surfaces }, ray) {
		return this.#isCoarse(surfaces, ray) ? pick(surfaces, ray) : asset?.rayClosest(ray);
	}

	#draw({ origin, direction }, hit) {
		if (!this.view)
			return;
		const { view, overlay } = this, length = hit ? hit.t : 2 * view.distance;
		overlay.lines('ray', new Float32Array([0, 0, 0, ...direction.map((x) => x * length)]), '#ff8000', origin);
		overlay.clear('hit');
		overlay.clear('normal');
		if (hit) {
			overlay.points('hit', new Float32Array(3), '#ff0060', hit.point);
			overlay.lines('normal', new Float32Array([0, 0, 0, ...hit.normal.map((x) => x * view.distance * 0.06)]), '#ff0060', hit.point);
		}
		view.invalidate();
	}

	#drawChosen(asset, surfaces) {
		const { overlay, view, store: { state } } = this;
		overlay.into(this.assets[state.asset].group);
		overlay.clear('node');
		overlay.clear('triangle');
		if (state.node !== null) {
			const { boundsMin: min, boundsMax: max } = asset.nodes[state.node];
			overlay.box('node', { min, max }, '#ff8000');
		}
		const corners = this.corners(surfaces);
		if (corners)
			overlay.triangles('triangle', new Float32Array(corners.flatMap((corner) => corner.map((x, i) => x - corners[0][i]))), '#ff8000', corners[0]);
		view.invalidate();
	}

	/** Corners of the chosen triangle in asset coordinates. */
	corners(surfaces) {
		const { node, triangle } = this.store.state;
		return node === null || triangle === null ? null : surfaces?.corners(node, triangle) ?? null;
	}

	/** Shows the answer, the chosen triangle and the chosen node. */
	show() {
		const { store: { state }, last } = this, { asset, surfaces } = this.assets[state.asset], panel = byId('answer');
		panel.replaceChildren();
		if (!asset)
			return;
		if (last) {
			panel.append(make('h3', {}, 'Ray'), make('code', {}, last.line), table(hitRows(this.assets[last.asset].asset, last.hit)));
			if (last.rounded)
				panel.append(make('p', { className: 'faint' }, 'Found in double precision by the page. The runtime takes the line above:'),
					table(roundedRows(this.assets[last.asset].asset, last.rounded)));
		} else {
			panel.append(make('p', { className: 'faint' }, 'Click into the picture: a ray goes there, and the runtime answers.'));
		}
		if (state.triangle !== null) {
			const corners = this.corners(surfaces);
			panel.append(make('h3', {}, 'Triangle'), table(asset.isField ? fieldTriangleRows(asset, state.triangle, corners) : triangleRows(this.kiln, asset, state.triangle, corners)));
		}
		if (state.node !== null)
			panel.append(make('h3', {}, 'Node'), table(asset.isField ? fieldRows(asset, surfaces?.triangleCount ?? 0) : nodeRows(asset, state.node)));
		if (this.view)
			this.#drawChosen(asset, surfaces);
	}
}
