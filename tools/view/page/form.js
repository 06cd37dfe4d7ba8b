// SPDX-License-Identifier: MIT
// Controls of the panels.
import { make } from './dom.js';

export function check(text, act, checked = false) {
	const box = make('input', { type: 'checkbox', checked });
	box.addEventListener('change', () => act(box.checked));
	return make('label', {}, box, ` ${text}`);
}

export function slider(text, { min = 0, max = 1, step = 0.01, value = 0 }, act) {
	const range = make('input', { type: 'range', min, max, step, value });
	range.addEventListener('input', () => act(Number(range.value)));
	return Object.assign(make('label', {}, `${text} `, range), { range });
}

/** A choice among [value, text] pairs. */
export function choice(text, options, act) {
	const select = make('select', {}, ...options.map(([value, shown]) => make('option', { value }, shown)));
	select.addEventListener('change', () => act(select.value));
	return Object.assign(make('label', {}, `${text} `, select), { select });
}

export function button(text, act) {
	const element = make('button', { type: 'button' }, text);
	element.addEventListener('click', act);
	return element;
}

export const fieldset = (title, ...children) => make('fieldset', {}, make('legend', {}, title), ...children);
