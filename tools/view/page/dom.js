// SPDX-License-Identifier: MIT
// Elements. Text from assets goes in as text, never as markup.

/** Makes an element; `properties` are set, `children` are elements or texts. */
export function make(tag, properties = {}, ...children) {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children);
	return element;
}

export const byId = (id) => document.getElementById(id);

/** A table of [name, value] rows. */
export function table(rows) {
	return make('table', {}, ...rows.map(([name, value]) => make('tr', {}, make('td', {}, name), make('td', {}, String(value)))));
}

/** Nine digits name every float32. */
export function digits(x) {
	return x === null || x === undefined ? '' : typeof x === 'number' ? String(Number(x.toPrecision(9))) : String(x);
}

export const numbers = (values) => values.map(digits).join(' ');
