// SPDX-License-Identifier: MIT
// What kiln-cook's report found wrong with the surfaces of an asset: each fault with its place and its faces.
import { digits, make, table } from './dom.js';
import { button, fieldset } from './form.js';
import { transform } from './geometry.js';

const COLOUR = '#ff4040', FACES_COLOUR = '#ffd080';
/** Faults that are listed; the report itself lists sixteen of each kind and mesh unless `--listed` says otherwise. */
const LISTED_MAX = 1000;
/** Where the content hash lies in a blob. */
const HASH = 24, HASH_END = 40;

const isNumber = (x) => typeof x === 'number' && Number.isFinite(x);
const isFault = (one) => typeof one?.kind === 'string' && one.place?.length === 3 && one.place.every(isNumber);

/** The faults of a report: `{ rows, faults }`; throws an Error where the text is no report of this asset. */
export function readSurvey(text, asset, hash) {
	let report;
	try {
		report = JSON.parse(text);
	} catch {
		throw new Error('this is no JSON');
	}
	if (typeof report?.schema !== 'string' || !report.schema.startsWith('kiln-cook-report/') || !Array.isArray(report.meshes))
		throw new Error('this is no report of kiln-cook');
	if (report.asset?.hash !== hash)
		throw new Error(`the report is about another asset, whose hash is ${report.asset?.hash}`);
	const faults = [], counts = new Map(), unfinished = new Set();
	for (const { shape, survey } of report.meshes) {
		const node = asset.nodes.findIndex((one) => one.shape === shape);
		for (const [kind, count] of Object.entries(survey?.faults ?? {}))
			counts.set(kind, (counts.get(kind) ?? 0) + (isNumber(count) ? count : 0));
		for (const kind of survey?.unfinished ?? [])
			unfinished.add(kind);
		if (node >= 0)
			faults.push(...(survey?.items ?? []).filter(isFault).map((fault) => ({ ...fault, node })));
	}
	const rows = [...counts].filter(([, count]) => count > 0).map(([kind, count]) => [kind, `${unfinished.has(kind) ? 'at least ' : ''}${count}`]);
	return { rows, faults };
}

/** The hash of a blob as reports write it. */
export const hashOf = (blob) => Array.from(blob.subarray(HASH, HASH_END), (byte) => byte.toString(16).padStart(2, '0')).join('');

function describe({ kind, face, other_face: other, count, length, distance }) {
	const figures = [['edges or pieces', count], ['long', length], ['apart', distance]].filter(([, value]) => isNumber(value) && value > 0);
	return `${kind}: face ${face}${isNumber(other) ? ` and ${other}` : ''}${figures.map(([what, value]) => `, ${digits(value)} ${what}`).join('')}`;
}

export class Survey {
	constructor({ kiln, assets, view, overlay, store }) {
		Object.assign(this, { kiln, view, overlay, store, assets });
		/** For each asset: its faults, why there are none, or null where the page has no report. */
		this.found = assets.map(({ asset, survey, hash }) => {
			if (!asset || survey === null)
				return null;
			try {
				return readSurvey(survey, asset, hash);
			} catch (error) {
				return { rows: [], faults: [], fault: error.message };
			}
		});
	}

	get #one() {
		return this.assets[this.store.state.asset];
	}

	/** Where a fault is, in the coordinates of the asset. */
	place({ node, place }) {
		return transform(this.#one.asset.nodes[node].toAsset, place);
	}

	/** Corners of the triangles that were made from a fault's faces. */
	#faces({ node, source_mesh: mesh, face, other_source_mesh: otherMesh, other_face: other }) {
		const { asset, surfaces } = this.#one, { record } = surfaces.shape(asset.nodes[node].shape), corners = [];
		if (asset.nodes[node].mesh === null)
			return corners;
		const sources = this.kiln.parts(asset).map(({ sourceMesh }) => sourceMesh);
		for (let i = 0; 4 * i < record.length; ++i) {
			const own = record[4 * i], source = sources[record[4 * i + 1]];
			if (own === face && source === mesh || own === other && source === otherMesh)
				corners.push(...surfaces.placed(node, i));
		}
		return corners;
	}

	/** Draws a fault, and flies to it. */
	show(fault) {
		const { overlay, view } = this, at = this.place(fault), corners = this.#faces(fault);
		const { boundsMin, boundsMax } = this.#one.asset.nodes[fault.node], size = Math.hypot(...boundsMin.map((x, i) => boundsMax[i] - x));
		this.store.set({ node: fault.node, triangle: null });
		overlay.into(this.#one.group);
		overlay.triangles('fault-faces', new Float32Array(corners.flatMap((corner) => corner.map((x, i) => x - at[i]))), FACES_COLOUR, at, 1);
		overlay.points('fault', new Float32Array(3), COLOUR, at, 11);
		const reach = Math.max(isNumber(fault.length) ? fault.length : 0, size / 8) || 1;
		view.frame({ min: at.map((x) => x - reach), max: at.map((x) => x + reach) });
		view.invalidate();
	}

	/** Draws the places of all faults. */
	showAll() {
		const { overlay, view } = this, base = this.#one.asset.boundsMin, { faults } = this.found[this.store.state.asset];
		overlay.into(this.#one.group);
		overlay.points('faults', new Float32Array(faults.flatMap((fault) => this.place(fault).map((x, i) => x - base[i]))), COLOUR, base, 7);
		view.invalidate();
	}

	hide() {
		for (const name of ['fault', 'faults', 'fault-faces'])
			this.overlay.clear(name);
		this.view.invalidate();
	}

	fill() {
		const found = this.found[this.store.state.asset];
		if (!found)
			return fieldset('survey', make('span', { className: 'faint' }, 'kiln-view --survey shows the report of kiln-cook here'));
		if (found.fault)
			return fieldset('survey', found.fault);
		if (!found.rows.length)
			return fieldset('survey', 'the report has no fault');
		return fieldset('survey', table(found.rows), button('show all places', () => this.showAll()), button('hide faults', () => this.hide()),
			...found.faults.slice(0, LISTED_MAX).map((fault) => button(describe(fault), () => this.show(fault))));
	}
}
