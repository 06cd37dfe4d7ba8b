// SPDX-License-Identifier: MIT
// The panel of what is drawn besides surfaces: solids apart, volumes, trees, mass, open edges, triggers, a section, a measure.
import { VOLUME_KINDS } from '../module/view.mjs';
import { digits, make, numbers, table } from './dom.js';
import { button, check, choice, fieldset, slider } from './form.js';
import { boxLines, join, placeLines } from './geometry.js';
import { EDGE_COLOURS } from './surface_material.js';
import { Survey } from './survey.js';
import { turnedEdges } from './winding.js';

const TRIGGER = 4;
/** Nodes that are drawn at once when none is chosen. */
const NODES_MAX = 2000;
const TURNED_COLOUR = '#ff40d0';
const LEVEL_COLOURS = ['#00a000', '#d02090', '#2060ff', '#c08000', '#00a0a0', '#8040ff'];

export class Look {
	constructor({ kiln, assets, store, view, overlay }) {
		Object.assign(this, { kiln, assets, store, view, overlay, volume: '', mass: false, tree: -1, level: 0, triggers: false });
		this.survey = new Survey({ kiln, assets, view, overlay, store });
		this.section = { axis: '', at: 0.5, flip: false };
		this.measured = null;
		store.listen((_, changed) => ['node', 'asset'].some((key) => changed.has(key)) && this.draw());
		view.onFrame.push(() => this.#cut());
	}

	get asset() {
		return this.assets[this.store.state.asset]?.asset;
	}

	/** The chosen node, or the first ones. */
	get #nodes() {
		const { node } = this.store.state;
		return node !== null ? [node] : [...Array(Math.min(this.asset.nodeCount, NODES_MAX)).keys()];
	}

	/** Segments that `linesOf` makes of nodes' shapes, placed around a point. */
	#placed(name, colour, linesOf) {
		const base = this.asset.boundsMin.map((x, i) => x / 2 + this.asset.boundsMax[i] / 2), parts = [];
		for (const number of this.#nodes) {
			const node = this.asset.nodes[number], lines = linesOf(node, number);
			if (lines?.length)
				parts.push(placeLines(lines, node.toAsset, base));
		}
		this.overlay.lines(name, join(parts), colour, base);
		return parts.length;
	}

	draw() {
		const { kiln, asset, overlay, view } = this;
		overlay.into(this.assets[this.store.state.asset]?.group);
		for (const name of ['volumes', 'tree', 'mass', 'centre', 'triggers'])
			overlay.clear(name);
		if (!asset)
			return;
		if (this.volume)
			this.#placed('volumes', '#00a0a0', (node) => kiln.volumeLines(asset, node.shape, this.volume));
		if (this.mass)
			this.#drawMass();
		if (this.triggers)
			this.#drawTriggers();
		this.#drawTree();
		view.invalidate();
	}

	/** Principal axes as long as the inertia about them, through the centre of mass. */
	#drawMass() {
		const { kiln, asset, overlay } = this, centres = [], base = asset.boundsMin;
		this.#placed('mass', '#e01010', ({ shape }) => {
			const { solid, center, moments, volume, axes: [x, y, z, w] } = kiln.mass(asset, shape);
			if (!solid)
				return null;
			const columns = [[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)], [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
				[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)]];
			return columns.flatMap((axis, i) => [-1, 1].flatMap((side) =>
				center.map((c, k) => c + side * axis[k] * Math.sqrt(Math.max(moments[i] / Math.max(volume, 1e-30), 0)) * 2)));
		});
		for (const number of this.#nodes) {
			const node = asset.nodes[number], { solid, center } = kiln.mass(asset, node.shape);
			if (solid)
				centres.push(placeLines(center, node.toAsset, base));
		}
		overlay.points('centre', join(centres), '#e01010', base);
	}

	#drawTriggers() {
		const { asset, overlay } = this, base = asset.boundsMin;
		const boxes = asset.nodes.filter(({ flags }) => flags & TRIGGER).map(({ boundsMin: min, boundsMax: max }) => boxLines({ min, max }, base));
		overlay.lines('triggers', join(boxes), '#b000e0', base);
	}

	/** The volumes of one level; a mesh's tree is drawn at every node that places the mesh. */
	#drawTree() {
		const one = this.trees?.[this.tree];
		if (!one)
			return;
		const { kiln, asset, overlay, level } = this, lines = kiln.treeLines(asset, one.mesh, one.kind, level, level);
		const colour = LEVEL_COLOURS[level % LEVEL_COLOURS.length];
		if (one.mesh === null)
			overlay.lines('tree', placeLines(lines, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], asset.boundsMin), colour, asset.boundsMin);
		else
			this.#placed('tree', colour, (node) => node.mesh === one.mesh ? lines : null);
	}

	/** The plane of the section, in the camera's coordinates. */
	#cut() {
		const { axis, at, flip } = this.section, { section } = this.view.material.uniforms, { min, max } = this.view.box;
		if (axis === '') {
			section.value.set(0, 0, 0, 1);
			return false;
		}
		const k = 'xyz'.indexOf(axis), sign = flip ? -1 : 1, where = min[k] + at * (max[k] - min[k]);
		this.view.camera.updateMatrixWorld();
		const { elements } = this.view.camera.matrixWorldInverse;
		const normal = [0, 1, 2].map((row) => sign * elements[4 * k + row]);
		section.value.set(...normal, sign * (where - this.view.camera.position.getComponent(k)));
		return false;
	}

	/** Takes one end of a measure. */
	measure(point) {
		this.measured = this.measured?.length === 1 ? [this.measured[0], point] : [point];
		const [a, b] = this.measured, { overlay } = this;
		overlay.into(null);
		overlay.points('ends', new Float32Array(this.measured.flatMap((end) => end.map((x, i) => x - a[i]))), '#00a000', a);
		overlay.clear('measure');
		if (b)
			overlay.lines('measure', new Float32Array([0, 0, 0, ...b.map((x, i) => x - a[i])]), '#00a000', a);
		const apart = b?.map((x, i) => x - a[i]);
		this.result?.replaceChildren(b ? table([['length', digits(Math.hypot(...apart))], ['along x, y, z', numbers(apart)]]) : 'click the other end');
		this.view.invalidate();
		return apart ? Math.hypot(...apart) : null;
	}

	#showTree(element) {
		const one = this.trees[this.tree];
		element.replaceChildren();
		if (one) {
			const rows = one.levels.map(({ nodes, leaves, sah }, i) => [`level ${i}`, `${nodes} nodes, ${leaves} leaves, SAH ${digits(sah)}`]);
			element.append(table([['cost (SAH)', digits(one.sahCost)], ['nodes', one.nodes], ['pair queries', one.pair ? 'take it' : 'take another'], ...rows]));
		}
		this.draw();
	}

	#fillTrees() {
		const { kiln, asset } = this, figures = make('div');
		this.trees = kiln.trees(asset);
		const name = ({ mesh, kind }) => `${mesh === null ? 'scene' : `mesh ${mesh} "${asset.meshes[mesh].name}"`}: ${kind}`;
		const level = slider('level', { min: 0, max: 0, step: 1 }, (value) => {
			this.level = value;
			this.draw();
		});
		const tree = choice('tree', [[-1, 'none'], ...this.trees.map((one, i) => [i, name(one)]).slice(0, NODES_MAX)], (value) => {
			this.tree = Number(value);
			this.level = 0;
			level.range.value = 0;
			level.range.max = Math.max(0, (this.trees[this.tree]?.levels.length ?? 1) - 1);
			this.#showTree(figures);
		});
		return fieldset('trees', tree, level, figures);
	}

	/** What is wrong with surfaces, by mesh; a click shows the edges. */
	#fillFindings() {
		const { kiln, asset, overlay, view } = this;
		const edges = (kind) => (mesh) => kiln.edgeLines(asset, mesh, 1 << kind);
		const kinds = [['boundaryEdges', 'open edges', edges(0), EDGE_COLOURS[0]], ['nonmanifoldEdges', 'edges of three triangles and more', edges(1), EDGE_COLOURS[1]],
			['inconsistentEdges', 'edges with a turned triangle', (mesh) => turnedEdges(kiln.meshTriangles(asset, mesh).positions), TURNED_COLOUR]];
		const rows = asset.meshes.flatMap((mesh, number) => kinds.filter(([key]) => mesh[key] > 0).map(([key, text, linesOf, colour]) =>
			button(`mesh ${number} "${mesh.name}": ${mesh[key]} ${text}`, () => {
				const node = asset.nodes.findIndex((one) => one.mesh === number), base = asset.nodes[node].boundsMin;
				this.store.set({ node, triangle: null });
				overlay.into(this.assets[this.store.state.asset].group);
				overlay.lines('finding', placeLines(linesOf(number), asset.nodes[node].toAsset, base), colour, base);
				view.invalidate();
			})));
		return fieldset('findings', ...(rows.length ? rows.slice(0, 200) : ['every surface is closed, manifold and consistently wound']),
			button('hide', () => {
				overlay.clear('finding');
				view.invalidate();
			}));
	}

	#fillSection() {
		const change = (patch) => {
			Object.assign(this.section, patch);
			this.view.invalidate();
		};
		return fieldset('section', choice('across', [['', 'none'], ['x', 'x'], ['y', 'y'], ['z', 'z']], (axis) => change({ axis })),
			slider('at', { value: 0.5, step: 0.001 }, (at) => change({ at })), check('other side', (flip) => change({ flip })));
	}

	fill(panel) {
		panel.classList.add('look');
		const draw = (patch) => {
			Object.assign(this, patch);
			this.draw();
		};
		if (!this.asset)
			return;
		this.result = make('div');
		const measure = fieldset('measure', button('start (m)', () => this.startMeasure()), this.result);
		if (this.asset.isField) {
			panel.append(this.#fillSection(), measure);
			return;
		}
		panel.append(
			fieldset('apart', slider('explode', { max: 2 }, (far) => {
				for (const { surfaces } of this.assets)
					surfaces?.explode(far);
				this.view.invalidate();
			})),
			fieldset('bounding volumes', choice('of shapes', [['', 'none'], ...VOLUME_KINDS.map((kind) => [kind, kind])], (volume) => draw({ volume })),
				check('centre of mass, inertia', (mass) => draw({ mass })), check('triggers', (triggers) => draw({ triggers }))),
			this.#fillTrees(), this.#fillSection(), this.#fillFindings(), this.survey.fill(), measure);
	}

	/** The next two clicks measure. */
	startMeasure() {
		this.measuring = 2;
		this.measured = null;
		this.result?.replaceChildren('click one end');
	}
}
