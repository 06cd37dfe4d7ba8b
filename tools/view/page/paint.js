// SPDX-License-Identifier: MIT
// Colour modes: what a triangle's colour stands for.

/** A colour that differs from its neighbours': hues a golden angle apart, as 0xbbggrr. */
function hueOf(number) {
	const hue = number * 0.61803398875 % 1 * 6, light = 0.72 + 0.2 * (number % 3 - 1);
	const channel = (n) => {
		const k = (n + hue) % 6;
		return Math.round(255 * light * (1 - 0.62 * Math.max(0, Math.min(k, 4 - k, 1))));
	};
	return channel(5) | channel(3) << 8 | channel(1) << 16;
}

const PALETTE = Uint32Array.from({ length: 1024 }, (_, i) => hueOf(i));
const GREY = 0xb4b4b4;

/** The colour of thing `number`. */
export function colourOf(number) {
	return PALETTE[number & 1023];
}

/** The same for a style sheet. */
export function cssColour(packed) {
	return `#${[packed & 255, packed >> 8 & 255, packed >> 16 & 255].map((x) => x.toString(16).padStart(2, '0')).join('')}`;
}

/** The lowest layer of a mask. */
function layerOf(mask) {
	let layer = 0;
	while (layer < 63 && !(mask >> BigInt(layer) & 1n))
		++layer;
	return layer;
}

/**
 * The modes: `number` returns what is coloured of triangle `i` of a run, null where all are grey; `legend` lists names and colours.
 * A run is the triangles of one node: { node, record, surfaces }.
 */
export const MODES = {
	node: { number: (run) => run.node },
	material: { number: (run, i) => run.record[4 * i + 2], names: ({ asset }) => asset.materials.map(({ name }) => name) },
	layer: { number: (run, i) => run.surfaces.layerOf(run.node, run.record[4 * i + 2]), names: ({ layerNames }) => layerNames },
	part: { number: (run, i) => run.record[4 * i + 1] },
	winding: { number: null, fixed: [['front', '#b4b4b4'], ['back', '#3060e0']] },
	edges: { number: null, fixed: 'edges' },
	face: { number: (run, i) => run.record[4 * i] },
	plain: { number: null },
};

/** Returns a function for `MODES.layer`: a material's own layers come before its node's. */
export function layersOf(asset) {
	const nodes = asset.nodes.map(({ layers }) => layerOf(layers));
	const materials = asset.materials.map(({ flags, layers }) => flags & 1 ? layerOf(layers) : -1);
	return (node, material) => materials[material] >= 0 ? materials[material] : nodes[node];
}

/** Writes the colours of a chunk's runs: three equal words a triangle, red in the lowest byte, kinds of edge in the highest. */
export function paintChunk(words, runs, mode) {
	const { number } = MODES[mode];
	for (const run of runs) {
		const { record, first, count, mirrored } = run;
		for (let i = 0; i < count; ++i) {
			const edges = record[4 * i + 3], k0 = edges & 7, k1 = edges >> 3 & 7, k2 = edges >> 6 & 7;
			const code = mirrored ? k2 + 5 * k1 + 25 * k0 : k0 + 5 * k1 + 25 * k2;
			const word = ((number ? PALETTE[number(run, i) & 1023] : GREY) | code << 24) >>> 0, at = 3 * (first + i);
			words[at] = words[at + 1] = words[at + 2] = word;
		}
	}
}

/** The colour that a hit of the runtime has in the picture without light, as three bytes. */
export function colourOfHit(mode, run, hit) {
	const { number, fixed } = MODES[mode];
	if (mode === 'winding' && hit.back)
		return bytesOf(fixed[1][1]);
	// Facets of a hull and cells of a height field are found by the face; a round solid has one material and part.
	const triangle = hit.mesh === null ? Math.max(0, run.record.findIndex((face, i) => i % 4 === 0 && face === (hit.face ?? hit.sourceFace))) / 4 :
		hit.triangle - run.surfaces.asset.meshes[run.mesh].triangleFirst;
	return bytesOf(cssColour(number ? colourOf(number(run, triangle)) : GREY));
}

const bytesOf = (css) => [1, 3, 5].map((at) => parseInt(css.slice(at, at + 2), 16)).join();
