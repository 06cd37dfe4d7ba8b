// SPDX-License-Identifier: MIT
// Puts the page together. `window.kilnView` is what a console, or a test, can use.
import { KilnError, loadView } from '../module/view.mjs';
import { Asker } from './ask.js';
import { Console } from './console.js';
import { bindBar, bindKeys, bindTheme, makeTabs, otherTheme } from './controls.js';
import { takeAssets, takeModule, takePlay } from './data.js';
import { byId } from './dom.js';
import { DumpText } from './dump_text.js';
import { fieldText } from './field.js';
import { joinBoxes } from './geometry.js';
import { Look } from './look.js';
import { Overlay } from './overlay.js';
import { colourOfHit, MODES } from './paint.js';
import { Pair } from './pair.js';
import { pick } from './pick.js';
import { SceneTree } from './scene_tree.js';
import { readLink, Store, writeLink } from './store.js';
import { hashOf } from './survey.js';
import { makeSurfaceMaterial } from './surface_material.js';
import { makeGroup, Surfaces } from './surfaces.js';
import { View } from './view.js';

/** A click moves the pointer by at most so many pixels. */
const CLICK_PIXELS = 4;

const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
const baseName = (path) => path.split(/[\\/]/).at(-1);

/** Opens an asset; a damaged one keeps its dump, and where the runtime stopped. */
function openAsset(kiln, { path, dump, survey, blob }) {
	try {
		return { path, dump, survey, hash: hashOf(blob), asset: kiln.open(blob), fault: null };
	} catch (error) {
		if (!(error instanceof KilnError) && !(error instanceof RangeError))
			throw error;
		return { path, dump, survey, hash: null, asset: null, fault: error };
	}
}

function makeView(canvas) {
	try {
		return new View(canvas);
	} catch (error) {
		byId('notice').hidden = false;
		byId('notice').textContent = 'This browser has no WebGL 2: the tables and the runtime work without a picture.';
		return null;
	}
}

function showFaults(assets) {
	const broken = assets.filter(({ fault }) => fault), verdict = byId('verdict');
	if (!broken.length)
		return;
	verdict.dataset.bad = '';
	verdict.textContent = 'broken';
	byId('notice').hidden = false;
	byId('notice').textContent = broken.map(({ path, fault }) => `${path} is broken\n${fault.offset === undefined ? fault.message : `offset ${fault.offset}: ${fault.reason}`}\nThe dump shows what can be read.`).join('\n\n');
}

function boundsOf(assets) {
	let box = null;
	for (const { asset } of assets)
		if (asset && asset.nodeCount)
			box = joinBoxes(box, { min: asset.boundsMin, max: asset.boundsMax });
	return box ?? { min: [-1, -1, -1], max: [1, 1, 1] };
}

/** Applies the store's fields to the material and the colours. */
function bindSurfaces(store, view, assets, material) {
	const apply = (state, changed) => {
		const { uniforms } = material;
		uniforms.wire.value = state.wire;
		uniforms.openEdges.value = state.openEdges;
		uniforms.lit.value = state.lit;
		uniforms.winding.value = state.mode === 'winding';
		uniforms.edgeKinds.value = state.mode === 'edges';
		if (changed?.has('mode'))
			for (const { surfaces } of assets)
				surfaces?.paint(state.mode);
		view.invalidate();
	};
	store.listen(apply);
	apply(store.state);
}

/** The box of what is chosen: a triangle, a node, or everything. */
function chosenBox(store, assets, asker, all) {
	const { node, asset } = store.state, one = assets[asset];
	const corners = asker.corners(one?.surfaces);
	if (corners) {
		const box = corners.reduce((sum, corner) => joinBoxes(sum, { min: corner, max: corner }), null);
		const margin = Math.hypot(...box.min.map((x, i) => box.max[i] - x));
		return { min: box.min.map((x) => x - margin), max: box.max.map((x) => x + margin) };
	}
	if (node === null || !one?.asset)
		return all;
	const { boundsMin: min, boundsMax: max } = one.asset.nodes[node];
	return { min, max };
}

/** A click that does not drag. */
function onClick(canvas, act) {
	let down = null;
	canvas.addEventListener('pointerdown', (event) => down = event.button === 0 ? [event.clientX, event.clientY] : null);
	canvas.addEventListener('pointerup', (event) => {
		if (down && event.button === 0 && Math.hypot(event.clientX - down[0], event.clientY - down[1]) <= CLICK_PIXELS)
			act(event.clientX, event.clientY);
		down = null;
	});
}

/** A selection that the assets have. */
function checkSelection(state, assets) {
	const one = assets[state.asset ?? 0]?.asset;
	if (!one) {
		delete state.asset;
		delete state.node;
		delete state.triangle;
	} else {
		if (!(state.node < one.nodeCount))
			delete state.node;
		if (!(state.triangle < one.triangleCount))
			delete state.triangle;
	}
	return state;
}

/** The runtime; null where the browser does not take its module. */
async function loadRuntime() {
	try {
		return await loadView(await takeModule());
	} catch (error) {
		if (typeof WebAssembly === 'undefined' || error instanceof WebAssembly.CompileError)
			return null;
		throw error;
	}
}

/** Without the runtime, the page has what kiln-dump prints. */
function showDumps() {
	const assets = takeAssets();
	byId('title').textContent = document.title = assets.map(({ path }) => baseName(path)).join(', ');
	byId('notice').hidden = false;
	byId('notice').textContent = 'This browser has no WebAssembly SIMD: the dump is all that works here.\nkiln-view --scalar writes a page without SIMD.';
	bindTheme(new Store({}), null);
	makeTabs({ dump: (panel) => new DumpText(panel, assets) });
	window.kilnView = { kiln: null, assets, view: null, ready: true };
}

async function main() {
	const kiln = await loadRuntime();
	if (!kiln)
		return showDumps();
	const assets = takeAssets().map((one) => openAsset(kiln, one));
	const store = new Store({ asset: Math.max(0, assets.findIndex(({ asset }) => asset)), ...checkSelection(readLink(location.hash, Object.keys(MODES)), assets) });
	const all = boundsOf(assets), view = makeView(byId('canvas')), overlay = view && new Overlay(view.scene);
	byId('title').textContent = document.title = assets.map(({ path }) => baseName(path)).join(', ');
	showFaults(assets);
	bindTheme(store, view);
	const asker = new Asker(kiln, assets, store, view, overlay);
	const material = view && (view.material = makeSurfaceMaterial()), look = view && new Look({ kiln, assets, store, view, overlay });
	for (const one of assets) {
		one.surfaces = one.asset && view ? new Surfaces(kiln, one.asset) : null;
		one.group = one.surfaces && makeGroup();
		if (one.group)
			view.scene.add(one.group);
	}
	const talk = new Console({ kiln, assets, view, overlay });
	const pair = assets.length === 2 && assets.every(({ asset, surfaces }) => surfaces && !asset.isField) ? new Pair({ kiln, assets, view, overlay }) : null;
	const link = () => `${location.href.replace(/#.*/, '')}${writeLink({ ...store.state, camera: view?.pose ?? null })}`;
	const fly = () => view?.frame(chosenBox(store, assets, asker, all));
	let tree = null;
	const tabs = makeTabs({
		scene: (panel) => (tree = new SceneTree(panel, assets, store)).onFly = fly,
		...(look ? { look: (panel) => look.fill(panel) } : {}),
		console: (panel) => talk.fill(panel),
		...(pair ? { pair: (panel) => pair.fill(panel) } : {}),
		dump: (panel) => new DumpText(panel, assets),
	});
	talk.listen(() => tabs.console.show());
	bindBar(store, assets);
	bindActions({ store, view, look, tabs, tree: () => tree, fly, link, all });
	window.kilnView = { kiln, assets, store, view, asker, overlay, look, talk, pair, tabs, link, fly, tree: () => tree, colourAt: colourOfHit, pick, ready: false, firstPicture: null };
	if (view) {
		view.box = all;
		if (store.state.camera)
			view.setPose(store.state.camera);
		else
			view.frame(all, false);
		bindSurfaces(store, view, assets, material);
		onClick(byId('canvas'), (x, y) => {
			if (pair?.gizmo.axis)
				return;
			const { hit } = asker.cast(view.rayAt(x, y));
			if (hit && look.measuring > 0 && look.measuring--)
				look.measure(hit.point);
		});
		asker.show();
		for (const one of assets) {
			if (!one.surfaces)
				continue;
			await one.surfaces.addTo(one.group, material, store.state.mode, () => {
				if (window.kilnView.firstPicture === null) {
					view.draw();
					window.kilnView.firstPicture = performance.now();
				}
				view.invalidate();
			});
		}
	} else {
		asker.show();
	}
	showStatus(assets, view);
	const play = talk.session && takePlay();
	if (play) {
		tabs.console.show();
		talk.take(play.bytes, play.name);
	}
	window.kilnView.ready = true;
}

function showStatus(assets, view) {
	const figures = ({ asset, surfaces }) => !asset ? 'broken' : asset.isField ? fieldText(asset, surfaces?.triangleCount ?? 0) :
		`${count(asset.nodeCount, 'node')}, ${count(asset.triangleCount, 'triangle')}`;
	const text = assets.map((one) => `${baseName(one.path)}: ${figures(one)}`).join(' · ');
	byId('status').textContent = text;
	if (view)
		setInterval(() => byId('status').textContent = `${text} · ${view.frameTime.toFixed(1)} ms a frame`, 1000);
}

function bindActions({ store, view, look, tabs, tree, fly, link, all }) {
	const modes = Object.keys(MODES), copy = async () => {
		const text = link();
		try {
			history.replaceState(null, '', text);
			await navigator.clipboard.writeText(text);
		} catch {
			// The address has the link where the clipboard is closed to the page.
			location.hash = text.slice(text.indexOf('#'));
		}
	};
	const theme = () => store.set({ theme: otherTheme() }), frameAll = () => view?.frame(all), help = () => byId('keys').showModal();
	const keys = {
		f: ['flies to the selection', fly], a: ['shows everything', frameAll], t: ['changes the theme', theme],
		w: ['wireframe', () => store.set({ wire: !store.state.wire })], o: ['open edges', () => store.set({ openEdges: !store.state.openEdges })],
		l: ['light', () => store.set({ lit: !store.state.lit })], c: ['copies a link to what is shown', copy],
		m: ['measures between two clicks', () => look?.startMeasure()], v: ['what else is drawn', () => tabs.look?.show()],
		q: ['the console', () => {
			tabs.console.show();
			byId('ask')?.focus();
		}],
		Escape: ['chooses nothing', () => store.set({ node: null, triangle: null })],
		'/': ['search', () => {
			tabs.scene.show();
			tree().focusSearch();
		}],
		d: ['what kiln-dump prints', () => tabs.dump.show()], s: ['the scene', () => tabs.scene.show()],
		'?': ['this help', help],
	};
	modes.forEach((mode, i) => keys[i + 1] = [`colour by ${mode}`, () => store.set({ mode })]);
	bindKeys(keys);
	byId('fly').addEventListener('click', fly);
	byId('all').addEventListener('click', frameAll);
	byId('link').addEventListener('click', copy);
	byId('theme').addEventListener('click', theme);
	byId('help').addEventListener('click', help);
}

main().catch((error) => {
	byId('notice').hidden = false;
	byId('notice').textContent = `The page failed: ${error.message}`;
	throw error;
});
