// SPDX-License-Identifier: MIT
// What the page shows: one object, kept in the address, so that a link shows the same.

const DEFAULTS = { asset: 0, node: null, triangle: null, mode: 'node', wire: false, openEdges: false, lit: true, theme: null, camera: null };

const KEYS = { asset: Number, node: Number, triangle: Number, mode: String, theme: String };

/** Reads the part of an address behind #; leaves out what is not valid. */
export function readLink(hash, modes) {
	const state = {}, words = new URLSearchParams(hash.replace(/^#/, ''));
	for (const [key, type] of Object.entries(KEYS)) {
		const value = words.has(key) ? type(words.get(key)) : undefined;
		if (value !== undefined && (type === String || Number.isSafeInteger(value) && value >= 0))
			state[key] = value;
	}
	for (const key of ['wire', 'openEdges', 'lit'])
		if (words.has(key))
			state[key] = words.get(key) === '1';
	const numbers = words.get('camera')?.split(',').map(Number) ?? [];
	if (numbers.length === 6 && numbers.every(Number.isFinite))
		state.camera = { position: numbers.slice(0, 3), target: numbers.slice(3) };
	if (!modes.includes(state.mode))
		delete state.mode;
	if (!['light', 'dark'].includes(state.theme))
		delete state.theme;
	return state;
}

/** The same the other way; defaults are left out. */
export function writeLink(state) {
	const words = new URLSearchParams();
	for (const [key, value] of Object.entries(state)) {
		if (key === 'camera' ? !value : value === DEFAULTS[key])
			continue;
		words.set(key, key === 'camera' ? [...value.position, ...value.target].join(',') : value === true ? '1' : value === false ? '0' : value);
	}
	return `#${words}`;
}

export class Store {
	#listeners = [];

	constructor(state) {
		this.state = { ...DEFAULTS, ...state };
	}

	/** Calls `listener(state, changed)` after changes; `changed` is the set of their names. */
	listen(listener) {
		this.#listeners.push(listener);
	}

	set(patch) {
		const changed = new Set(Object.keys(patch).filter((key) => patch[key] !== this.state[key]));
		if (!changed.size)
			return;
		Object.assign(this.state, patch);
		for (const listener of this.#listeners)
			listener(this.state, changed);
	}
}
