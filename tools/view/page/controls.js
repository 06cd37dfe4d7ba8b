// SPDX-License-Identifier: MIT
// The bar, the keyboard, the themes and the tabs.
import { byId, make, table } from './dom.js';
import { colourOf, cssColour, MODES } from './paint.js';
import { BACK_COLOUR, EDGE_COLOURS } from './surface_material.js';
import { EDGE_KINDS } from '../module/view.mjs';

const TITLES = { node: 'node', material: 'material', layer: 'layer', part: 'part', winding: 'winding', edges: 'edge kind', face: 'source face', plain: 'none' };
const LEGEND_MAX = 12;

/** Binds a check box to a field of the store. */
function bindCheck(store, id, key) {
	const box = byId(id);
	box.checked = store.state[key];
	box.addEventListener('change', () => store.set({ [key]: box.checked }));
	store.listen((state, changed) => changed.has(key) && (box.checked = state[key]));
}

function showLegend(mode, one) {
	const { names, fixed } = MODES[mode];
	let rows = [];
	if (mode === 'edges')
		rows = EDGE_KINDS.map((kind, i) => [kind, EDGE_COLOURS[i]]);
	else if (fixed)
		rows = [['front', '#b4b4b4'], ['back', BACK_COLOUR]];
	else if (names && one?.surfaces)
		rows = names(one.surfaces).map((name, i) => [name, cssColour(colourOf(i))]).filter(([name]) => name).slice(0, LEGEND_MAX);
	byId('legend').replaceChildren(...rows.map(([name, colour]) => make('div', {}, make('i', { style: `background:${colour}` }), name)));
}

export function bindBar(store, assets) {
	const select = byId('colour');
	select.append(...Object.keys(MODES).map((mode) => make('option', { value: mode }, TITLES[mode])));
	select.value = store.state.mode;
	select.addEventListener('change', () => store.set({ mode: select.value }));
	store.listen((state, changed) => {
		if (changed.has('mode') || changed.has('asset')) {
			select.value = state.mode;
			showLegend(state.mode, assets[state.asset]);
		}
	});
	showLegend(store.state.mode, assets[store.state.asset]);
	bindCheck(store, 'wire', 'wire');
	bindCheck(store, 'open-edges', 'openEdges');
	bindCheck(store, 'lit', 'lit');
}

/** The theme of the store, or the system's. */
export function bindTheme(store, view) {
	const system = matchMedia('(prefers-color-scheme: dark)');
	const apply = () => {
		document.documentElement.dataset.theme = store.state.theme ?? (system.matches ? 'dark' : 'light');
		view?.setBackground(getComputedStyle(document.documentElement).getPropertyValue('--ground').trim());
	};
	system.addEventListener('change', apply);
	store.listen((_, changed) => changed.has('theme') && apply());
	apply();
}

export const otherTheme = () => document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';

/** Makes tabs: { title: fill(element) }; a tab is filled when it is first shown. */
export function makeTabs(tabs) {
	const panels = {};
	for (const [title, fill] of Object.entries(tabs)) {
		const panel = make('div', { hidden: true }), button = make('button', { type: 'button' }, title);
		panel.dataset.tab = title;
		const show = () => {
			for (const other of Object.values(panels)) {
				other.panel.hidden = other.panel !== panel;
				other.button.setAttribute('aria-selected', other.panel === panel);
			}
			if (!panel.childElementCount)
				fill(panel);
		};
		button.addEventListener('click', show);
		panels[title] = { panel, button, show };
		byId('tabs').append(button);
		byId('panels').append(panel);
	}
	Object.values(panels)[0].show();
	return panels;
}

/** Binds keys: { key: [what the key does, action] }. Fields keep their keys. */
export function bindKeys(keys) {
	byId('keys').append(make('h3', {}, 'Keys'), table(Object.entries(keys).map(([key, [text]]) => [key, text])),
		make('p', {}, 'Drag turns, right drag moves, the wheel comes closer. A click casts a ray.'),
		make('form', { method: 'dialog' }, make('button', {}, 'close')));
	document.addEventListener('keydown', (event) => {
		const typing = event.target.closest?.('input:not([type="checkbox"]), select, textarea, dialog');
		if (typing || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key))
			return;
		event.preventDefault();
		keys[event.key][1]();
	});
}
