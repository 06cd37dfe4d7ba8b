// SPDX-License-Identifier: MIT
// What is in the assets, as a tree with a search.
import { List } from './list.js';
import { make } from './dom.js';
import { cssColour, colourOf } from './paint.js';

const SHAPES = ['mesh', 'hull', 'sphere', 'capsule', 'box', 'cylinder', 'height field'];
const TRIGGER = 4;

/** A row of a group that can be opened, or of one thing. */
const group = (key, depth, text, count, rows) => ({ key, depth, text: `${text} (${count})`, rows });

function nodeRows(asset, number, depth) {
	return asset.nodes.map((node, i) => {
		const kind = SHAPES[asset.shapes[node.shape].kind];
		return { depth, text: node.name || `node ${i}`, faint: `${i} · ${kind}${node.flags & TRIGGER ? ' · trigger' : ''}`, choose: { asset: number, node: i, triangle: null } };
	});
}

function groupsOf({ asset, path }, number, several) {
	const depth = several ? 1 : 0, lines = depth + 1;
	if (!asset)
		return [{ depth: 0, text: path, faint: 'broken' }];
	const named = (list, kind, faint = () => '') => list.map((entry, i) => ({ depth: lines, text: entry.name || `${kind} ${i}`, faint: `${i} ${faint(entry, i)}` }));
	const groups = [
		group(`nodes${number}`, depth, 'nodes', asset.nodeCount, () => nodeRows(asset, number, lines)),
		group(`meshes${number}`, depth, 'meshes', asset.meshCount, () => named(asset.meshes, 'mesh', (mesh) => `· ${mesh.triangleCount} triangles`)),
		group(`shapes${number}`, depth, 'shapes', asset.shapeCount, () => named(asset.shapes, 'shape', (shape) => `· ${SHAPES[shape.kind]}`)),
		group(`materials${number}`, depth, 'materials', asset.materialCount, () =>
			named(asset.materials, 'material').map((row, i) => ({ ...row, colour: cssColour(colourOf(i)) }))),
	];
	return several ? [{ key: `asset${number}`, depth: 0, text: path, rows: () => groups }] : groups;
}

export class SceneTree {
	#groups;
	#open = new Set(['nodes0', 'asset0']);
	#rows = [];
	#list;
	#store;
	#search = make('input', { className: 'search', type: 'search', placeholder: 'search, or node 12, or triangle 34' });

	constructor(element, assets, store) {
		this.#store = store;
		this.#groups = assets.flatMap((one, i) => groupsOf(one, i, assets.length > 1));
		const box = make('div');
		element.append(this.#search, box);
		this.#list = new List(box, (row, i) => this.#fill(row, this.#rows[i], i));
		this.#search.addEventListener('input', () => this.#collect());
		this.#search.addEventListener('keydown', (event) => event.key === 'Enter' && this.#find(assets));
		box.addEventListener('keydown', (event) => this.#step(event));
		store.listen((state, changed) => (changed.has('node') || changed.has('asset')) && this.#show());
		this.#collect();
	}

	focusSearch() {
		this.#search.focus();
	}

	/** Rows that are open, or that the search finds in any group. */
	#collect() {
		const words = this.#search.value.trim().toLowerCase(), rows = [];
		const walk = (list) => {
			for (const row of list) {
				const more = row.rows && (words || this.#open.has(row.key)) ? row.rows() : null;
				if (!words || !row.rows && `${row.text} ${row.faint}`.toLowerCase().includes(words))
					rows.push(row);
				if (more)
					walk(more);
			}
		};
		walk(this.#groups);
		this.#rows = rows;
		this.#list.length = rows.length;
	}

	get rows() {
		return this.#rows;
	}

	#fill(element, row) {
		const { state } = this.#store, sign = row.rows ? (this.#open.has(row.key) ? '▾ ' : '▸ ') : '';
		element.style.paddingLeft = `${6 + 14 * row.depth + (row.rows ? 0 : 10)}px`;
		element.append(sign + row.text + ' ', make('span', { className: 'faint' }, row.faint ?? ''));
		if (row.colour)
			element.prepend(make('i', { style: `background:${row.colour};display:inline-block;width:10px;height:10px;margin-right:6px` }));
		element.toggleAttribute('data-chosen', !!row.choose && row.choose.node === state.node && row.choose.asset === state.asset);
		element.addEventListener('click', () => this.#take(row));
		element.addEventListener('dblclick', () => row.choose && this.onFly?.());
	}

	#take(row) {
		if (row.rows) {
			if (!this.#open.delete(row.key))
				this.#open.add(row.key);
			this.#collect();
		} else if (row.choose) {
			this.#store.set(row.choose);
		}
	}

	/** A node or triangle by its number. */
	#find(assets) {
		const [, kind, digits] = this.#search.value.trim().match(/^(n|node|t|tri|triangle)\s*#?(\d+)$/i) ?? [];
		const asset = assets[this.#store.state.asset]?.asset, number = Number(digits);
		if (kind?.[0].toLowerCase() === 'n' && number < asset?.nodeCount) {
			this.#store.set({ node: number, triangle: null });
		} else if (kind && number < asset?.triangleCount) {
			// A height field has no meshes, and one node.
			const mesh = asset.isField ? null : asset.meshes.findIndex((one) => number >= one.triangleFirst && number < one.triangleFirst + one.triangleCount);
			this.#store.set({ node: asset.nodes.findIndex((node) => node.mesh === mesh), triangle: number });
		} else {
			const row = this.#rows.find(({ choose }) => choose);
			if (row)
				this.#store.set(row.choose);
		}
		this.onFly?.();
	}

	#step(event) {
		const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (!by)
			return;
		event.preventDefault();
		const { state } = this.#store, at = this.#rows.findIndex(({ choose }) => choose?.node === state.node && choose?.asset === state.asset);
		for (let i = at + by; i >= 0 && i < this.#rows.length; i += by) {
			if (this.#rows[i].choose) {
				this.#store.set(this.#rows[i].choose);
				break;
			}
		}
	}

	#show() {
		const { state } = this.#store, at = this.#rows.findIndex(({ choose }) => choose?.node === state.node && choose?.asset === state.asset);
		this.#list.refresh();
		if (at >= 0)
			this.#list.scrollTo(at);
	}
}
