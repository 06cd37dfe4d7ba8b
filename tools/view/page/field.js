// SPDX-License-Identifier: MIT
// What the panels say of a height field.
import { digits, numbers } from './dom.js';

/** What is drawn of a height field. */
export function fieldText({ columns, rows, triangleCount, stride }, drawn) {
	const whole = `${columns} x ${rows} samples`;
	return stride === 1 ? `${whole}, ${drawn} triangles` : `${whole}, ${triangleCount} triangles: drawn are ${drawn}, between samples ${stride} apart; squares with a hole are left out`;
}

export function fieldRows(field, drawn) {
	return [['height field', fieldText(field, drawn)], ['bounds', `${numbers(field.boundsMin)} .. ${numbers(field.boundsMax)}`], ['materials', field.materialCount]];
}

export function fieldTriangleRows(field, number, corners) {
	const cell = Math.floor(number / 2), across = field.columns - 1;
	return [
		['triangle', number], ['cell', `${cell}, column ${cell % across}, row ${Math.floor(cell / across)}`],
		['material', digits(field.material(cell)) || 'a hole'],
		...(corners ?? []).map((corner, i) => [i ? '' : 'corners', numbers(corner)]),
	];
}
