// SPDX-License-Identifier: MIT
// The steps of a walk, drawn and said: of one asset, and of two.
import { digits } from './dom.js';
import { boxLines, placeLines } from './geometry.js';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const BITS = [...Array(8).keys()];
const MET = '#00a000', MISSED = '#909090', AGAINST = '#ff8000';

const listOf = (met) => BITS.filter((k) => met >> k & 1).join(' ') || 'none';
const nameOf = (asset, node) => node === null ? 'scene' : `node ${node} "${asset.nodes[node].name}"`;

/** Row-major maps, `outer` after `inner`. */
function joined(outer, inner) {
	return BITS.slice(0, 3).flatMap((i) => BITS.slice(0, 4).map((k) => [0, 1, 2].reduce((sum, j) => sum + outer[4 * i + j] * inner[4 * j + k], k === 3 ? outer[4 * i + 3] : 0)));
}

/** Draws the volumes of a node's children: those with a bit in `met`, and the others. */
function drawChildren({ overlay }, children, met, rows, base) {
	const kept = [], left = [];
	children.forEach((lines, child) => (met >> child & 1 ? kept : left).push(...placeLines(lines, rows, base)));
	overlay.lines('missed', new Float32Array(left), MISSED, base);
	overlay.lines('met', new Float32Array(kept), MET, base);
}

export function drawStep(talk, step) {
	const { kiln, assets: [asset] } = talk, rows = step.node === null ? IDENTITY : asset.nodes[step.node].toAsset;
	if (step.kind === 'node')
		drawChildren(talk, kiln.childLines(asset, step.mesh, 'aabb', step.tree), step.met, rows, asset.boundsMin);
}

export function stepText({ assets: [asset] }, step) {
	const what = { node: () => `tree node ${step.tree}: ${step.keys.length} children, met ${listOf(step.met)}`, leaf: () => `leaf ${step.leaf}: tested`,
		culled: () => `culled: its box begins at ${digits(step.key)}, behind the best, ${digits(step.limit)}` };
	return `${nameOf(asset, step.node)}: ${what[step.kind]()}`;
}

/** From the coordinates of a side's tree to those of the first asset. */
function rowsOf({ assets, places }, step, i) {
	const { node } = step.sides[i], own = node === null ? IDENTITY : assets[i].nodes[node].toAsset;
	return i === 0 ? own : joined(places[step.place].toFirst, own);
}

/** The volume of a side, as segments at their place. A solid, and a whole tree, are the boxes around them. */
function volumeLines(talk, step, i, base) {
	const { kiln, assets } = talk, asset = assets[i], { node, mesh, kind, parent, child } = step.sides[i];
	if (parent !== null)
		return placeLines(kiln.childLines(asset, mesh, kind, parent)[child], rowsOf(talk, step, i), base);
	const box = mesh !== null ? asset.meshes[mesh] : node !== null ? asset.nodes[node] : asset;
	const rows = mesh !== null ? rowsOf(talk, step, i) : i === 0 ? IDENTITY : talk.places[step.place].toFirst;
	return placeLines(boxLines({ min: box.boundsMin, max: box.boundsMax }), rows, base);
}

/** Draws both volumes of a step; of a node, its children instead of its own. */
export function drawPairStep(talk, step) {
	const { overlay, kiln, assets } = talk, base = assets[0].boundsMin, { opened } = step;
	if (step.kind === 'node') {
		const { mesh, kind, tree } = step.sides[opened];
		drawChildren(talk, kiln.childLines(assets[opened], mesh, kind, tree), step.met, rowsOf(talk, step, opened), base);
		overlay.lines('against', volumeLines(talk, step, 1 - opened, base), AGAINST, base);
	} else if (step.kind !== 'sides') {
		const both = [0, 1].map((i) => volumeLines(talk, step, i, base));
		overlay.lines(step.kind === 'culled' ? 'missed' : 'met', new Float32Array(both.flatMap((lines) => [...lines])), step.kind === 'culled' ? MISSED : MET, base);
	}
}

function sideText({ assets }, { sides }, i) {
	const asset = assets[i], { node, mesh, kind, parent, child, leaf, tree } = sides[i], what = leaf === null ? `${kind} node ${tree}` : mesh === null ? 'its box' : `leaf ${leaf}`;
	const scene = node === null && mesh === null && parent !== null && leaf !== null ? nameOf(asset, leaf) : null;
	return scene ?? `${node === null && mesh !== null ? 'shape' : nameOf(asset, node)}, ${parent === null && leaf === null ? `the whole ${kind} tree` : what}${child === null ? '' : ` (child ${child} of ${parent})`}`;
}

export function pairStepText(talk, step) {
	const { assets, places } = talk, { kind, sides, opened, met, keys, limit, children } = step;
	if (kind === 'sides')
		return places.length > 1 ? `the next distance, at t ${digits(places[step.place].t)}` : 'both assets at their poses';
	if (kind === 'shapes')
		return `${[0, 1].map((i) => nameOf(assets[i], sides[i].node)).join(' with ')}`;
	const pair = [0, 1].map((i) => sideText(talk, step, i)).join(' with '), key = keys ? digits(keys[0]) : '';
	const bound = limit < 3e38 ? `, needed are at most ${digits(limit)}` : '';
	return { node: () => `${pair}: ${'first second'.split(' ')[opened]} opened, ${children} children, met ${listOf(met)}${keys ? bound : ''}`,
		volumes: () => `${pair}: tested${keys ? `, at least ${key} apart${bound}` : ''}`, leaves: () => `${pair}: triangles tested`,
		culled: () => `${pair}: culled, at least ${key} apart${bound}` }[kind]();
}
