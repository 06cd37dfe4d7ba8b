// SPDX-License-Identifier: MIT
// What kiln-dump prints, line by line, with a search.
import { List } from './list.js';
import { make } from './dom.js';

export class DumpText {
	constructor(element, assets) {
		const search = make('input', { className: 'search', type: 'search', placeholder: 'lines with' });
		const box = make('div', { className: 'mono' });
		element.append(search, box);
		const all = assets.flatMap(({ dump }, i) => [...(i ? [''] : []), ...dump().replace(/\n$/, '').split('\n')]);
		this.lines = all;
		const list = new List(box, (row, i) => row.append(this.lines[i]));
		search.addEventListener('input', () => {
			const words = search.value.toLowerCase();
			this.lines = words ? all.filter((line) => line.toLowerCase().includes(words)) : all;
			list.length = this.lines.length;
		});
		list.length = all.length;
	}
}
