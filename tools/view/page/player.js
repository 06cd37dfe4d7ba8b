// SPDX-License-Identifier: MIT
// Plays a row of frames: play and pause, one back, one on, and a slider that goes to any.
import { make } from './dom.js';
import { button, choice, slider } from './form.js';

const RATES = [60, 30, 10, 2];

export class Player {
	#show;
	#rate = RATES[0];
	/** Of the playback: the time and frame of its start; null while it stands. */
	#start = null;

	/** `show(i)` shows frame `i`; `what` is what a frame is called. */
	constructor(what, show) {
		this.#show = show;
		this.at = this.count = 0;
		this.slider = slider(what, { min: 0, max: 0, step: 1 }, (i) => this.go(i));
		this.toggle = button('play', () => this.playing ? this.pause() : this.play());
		this.element = make('div', { className: 'player', hidden: true }, this.slider, this.toggle, button('back', () => this.go(this.at - 1)),
			button('on', () => this.go(this.at + 1)), choice('a second', RATES.map((rate) => [rate, rate]), (rate) => {
				this.#rate = Number(rate);
				if (this.playing)
					this.play();
			}));
	}

	/** Takes another row, and shows its first frame. */
	open(count) {
		this.count = count;
		this.slider.range.max = Math.max(0, count - 1);
		this.element.hidden = false;
		this.pause();
		if (count)
			this.#to(0);
	}

	close() {
		this.pause();
		this.count = 0;
		this.element.hidden = true;
	}

	get playing() {
		return this.#start !== null;
	}

	/** Shows a frame, and stands there. */
	go(i) {
		this.pause();
		if (this.count)
			this.#to(Math.max(0, Math.min(this.count - 1, i)));
	}

	#to(i) {
		this.at = i;
		this.slider.range.value = i;
		this.#show(i);
	}

	/** Plays from here, or once more from the start. Frames that the page has no time for are left out. */
	play() {
		if (!this.count)
			return;
		this.toggle.textContent = 'pause';
		const start = this.#start = { time: performance.now(), frame: this.at === this.count - 1 ? 0 : this.at };
		const tick = (time) => {
			if (this.#start !== start)
				return;
			const i = Math.min(this.count - 1, start.frame + Math.floor(Math.max(0, time - start.time) * this.#rate / 1000));
			if (i !== this.at)
				this.#to(i);
			if (i === this.count - 1)
				this.pause();
			else
				requestAnimationFrame(tick);
		};
		requestAnimationFrame(tick);
	}

	pause() {
		this.#start = null;
		this.toggle.textContent = 'play';
	}
}
