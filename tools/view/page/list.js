// SPDX-License-Identifier: MIT
// A list of any length, of which only the rows in sight are elements.
import { make } from './dom.js';

const ROW = 20;
/** Browsers cut elements off at some 30 million pixels. */
const HEIGHT_MAX = 16e6;

export class List {
	#element;
	#space = make('i');
	#rows = new Map();
	#length = 0;
	#fill;
	#widest = 0;

	/** `fill(element, i)` writes row i. */
	constructor(element, fill) {
		this.#element = element;
		this.#fill = fill;
		element.classList.add('list');
		element.tabIndex = 0;
		Object.assign(this.#space.style, { position: 'absolute', width: '1px' });
		element.append(this.#space);
		element.addEventListener('scroll', () => this.#draw());
		new ResizeObserver(() => this.#draw()).observe(element);
	}

	get length() {
		return this.#length;
	}

	set length(length) {
		this.#length = length;
		this.#space.style.height = `${Math.min(length * ROW, HEIGHT_MAX)}px`;
		this.refresh();
	}

	refresh() {
		for (const row of this.#rows.values())
			row.remove();
		this.#rows.clear();
		this.#draw();
	}

	/** Rows that a pixel of the scroll bar stands for. */
	get #scale() {
		const { clientHeight } = this.#element, all = this.#length * ROW;
		return all <= HEIGHT_MAX ? 1 : (all - clientHeight) / (HEIGHT_MAX - clientHeight);
	}

	scrollTo(i) {
		const { clientHeight, scrollTop } = this.#element, top = i * ROW, shown = scrollTop * this.#scale;
		if (top < shown || top + ROW > shown + clientHeight)
			this.#element.scrollTop = Math.max(0, top - clientHeight / 2) / this.#scale;
		this.#draw();
	}

	#draw() {
		const { clientHeight, scrollTop } = this.#element, shown = scrollTop * this.#scale;
		const first = Math.max(0, Math.floor(shown / ROW) - 5), last = Math.min(this.#length, Math.ceil((shown + clientHeight) / ROW) + 5);
		for (const [i, row] of this.#rows) {
			if (i < first || i >= last) {
				row.remove();
				this.#rows.delete(i);
			}
		}
		for (let i = first; i < last; ++i) {
			let row = this.#rows.get(i);
			if (!row) {
				row = make('div');
				this.#fill(row, i);
				this.#rows.set(i, row);
				this.#element.append(row);
			}
			row.style.top = `${scrollTop + i * ROW - shown}px`;
		}
	}
}
