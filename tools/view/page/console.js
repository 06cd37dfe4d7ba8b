// SPDX-License-Identifier: MIT
// Questions in kiln-query's words, answered by the same code, drawn, and walked step by step; and logs of queries.
import { KilnError } from '../module/view.mjs';
import { digits, make } from './dom.js';
import { check, choice, fieldset, slider } from './form.js';
import { drawPairStep, drawStep, pairStepText, stepText } from './steps.js';
import { touchedFaces } from './touched.js';

const HISTORY_MAX = 200;
const NAMES = ['question', 'reply', 'met', 'missed', 'against', 'touched0', 'touched1'];
/** Faces that overlap a shape, and those of the second asset in contacts. */
export const TOUCHED_COLOURS = ['#ffc800', '#40d0a0'];
const LAYERS = 64;

export class Console {
	#past = [];
	#at = 0;

	constructor({ kiln, assets, view, overlay }) {
		Object.assign(this, { kiln, view, overlay, steps: [], places: [], line: '' });
		// A broken asset is no subject of questions.
		this.whole = assets.filter(({ asset }) => asset);
		const [first, second] = this.whole.map(({ asset }) => asset);
		this.assets = [first, second];
		this.session = first ? kiln.session(first, second ?? null) : null;
		this.log = null;
	}

	get #reach() {
		const { boundsMin, boundsMax } = this.assets[0];
		return 2 * Math.hypot(...boundsMin.map((x, i) => boundsMax[i] - x)) + (this.view?.distance ?? 0);
	}

	/** Answers a line as kiln-query does, and draws both. */
	ask(line) {
		const answer = this.session.ask(line);
		this.#show(line, answer);
		if (/^\s*filter\b/.test(line)) {
			if (!answer)
				this.#showFilter(line);
			return answer;
		}
		this.line = line;
		this.#draw(() => this.session.draw(line, this.#reach, this.#reach / 100), line, answer);
		this.#walk();
		return answer;
	}

	#draw(make, line, text) {
		const { overlay, view, whole } = this;
		if (!view)
			return;
		const { question, answer } = make(), given = text ? JSON.parse(text) : {};
		overlay.into(null);
		for (const name of NAMES)
			overlay.clear(name);
		overlay.lines('question', question, '#ff8000');
		overlay.lines('reply', answer, '#ff0060');
		touchedFaces(line, given.answer ?? given, whole).forEach(({ positions, base }, i) =>
			overlay.triangles(`touched${i}`, positions, TOUCHED_COLOURS[i], base, 1));
		view.invalidate();
	}

	/** The filter that the controls describe, for all questions that follow; the last one is asked again. */
	#filter() {
		const ignored = this.layers.filter(({ box }) => !box.checked).map(({ name }) => `ignore ${name}`);
		const { value } = this.triggers.select;
		const words = ['filter', ...ignored, ...(value ? [`triggers ${value}`] : []), ...(this.masks?.firstChild.checked ? ['masks'] : [])];
		this.ask(words.join(' '));
		if (this.line)
			this.ask(this.line);
	}

	/** Sets the controls to a filter that was typed. */
	#showFilter(line) {
		const words = line.trim().split(/\s+/), behind = (word) => words.filter((_, i) => words[i - 1] === word);
		for (const { name, box } of this.layers ?? [])
			box.checked = !behind('ignore').includes(name);
		if (this.triggers)
			this.triggers.select.value = behind('triggers').at(-1) ?? '';
		if (this.masks)
			this.masks.firstChild.checked = words.includes('masks');
	}

	#fillFilter() {
		const { assets } = this, names = new Set();
		for (const asset of assets.filter((one) => one))
			for (let i = 0; i < LAYERS; ++i)
				names.add(asset.layerName(i));
		// A filter's words end at blanks.
		this.layers = [...names].filter((name) => /^\S+$/.test(name)).map((name) => {
			const label = check(name, () => this.#filter(), true);
			return { name, label, box: label.firstChild };
		});
		this.triggers = choice('triggers', [['', 'seen'], ['no', 'left out'], ['only', 'alone']], () => this.#filter());
		this.masks = assets[1] ? check('pairs that collide by their layers', () => this.#filter()) : null;
		return fieldset('layers', ...this.layers.map(({ label }) => label), this.triggers, ...(this.masks ? [this.masks] : []));
	}

	#show(line, answer) {
		if (!this.history)
			return;
		this.history.prepend(make('pre', {}, `${line}\n`, make('strong', {}, answer || 'ok')));
		while (this.history.childElementCount > HISTORY_MAX)
			this.history.lastChild.remove();
	}

	/** The steps of the last question, as the runtime's counters saw them. */
	#walk() {
		const walked = this.session.walk(this.line, 100000);
		this.steps = walked?.steps ?? [];
		this.places = walked?.places ?? [];
		if (this.stepper) {
			this.stepper.range.max = Math.max(0, this.steps.length - 1);
			this.stepper.range.value = 0;
			this.stepper.hidden = !this.steps.length;
			this.stepText.textContent = this.steps.length ? `${this.steps.length} steps, ${walked.units} tests` : '';
		}
	}

	/** Draws step `i`: the boxes of the children that the query goes on with, and those that it missed; of a pair, also the volume
	 * that they are tested with. */
	step(i) {
		const { overlay, view, steps, places } = this, step = steps[i], drawn = places.length ? drawPairStep : drawStep;
		for (const name of ['met', 'missed', 'against'])
			overlay.clear(name);
		overlay.into(null);
		drawn(this, step);
		view?.invalidate();
		const text = `${i + 1} of ${steps.length}, ${places.length ? pairStepText(this, step) : stepText(this, step)}`;
		if (this.stepText)
			this.stepText.textContent = text;
		return text;
	}

	/** Opens a log; throws KilnError where it is damaged. */
	openLog(bytes) {
		this.log?.close();
		this.log = this.kiln.openLog(bytes);
		if (this.entries) {
			this.entries.range.max = Math.max(0, this.log.count - 1);
			this.entries.range.value = 0;
			this.entries.hidden = false;
		}
		if (this.log.count)
			this.entry(0);
		return this.log.count;
	}

	/** Repeats entry `i` of the log as `kiln-query --replay` does. */
	entry(i) {
		const { number, frame, kind } = this.session.entry(this.log, i), answer = this.session.replay(this.log, i);
		this.#draw(() => this.session.drawLog(this.log, i, this.#reach, this.#reach / 100), '', answer);
		this.#show(`log ${i + 1} of ${this.log.count}: query ${number}, frame ${frame}, ${kind}`, answer);
		return answer;
	}

	#keys(event, input) {
		if (event.key === 'Enter' && input.value.trim()) {
			this.#past.push(input.value);
			this.#at = this.#past.length;
			this.ask(input.value);
			input.value = '';
		} else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
			this.#at = Math.max(0, Math.min(this.#past.length, this.#at + (event.key === 'ArrowUp' ? -1 : 1)));
			input.value = this.#past[this.#at] ?? '';
			event.preventDefault();
		}
	}

	fill(panel) {
		panel.classList.add('look');
		if (!this.session) {
			panel.append('The asset is broken.');
			return;
		}
		const input = make('input', { type: 'text', id: 'ask', placeholder: 'ray 0 10 0 0 -1 0', spellcheck: false });
		input.addEventListener('keydown', (event) => this.#keys(event, input));
		this.stepText = make('div');
		this.stepper = slider('step', { min: 0, max: 0, step: 1 }, (i) => this.step(i));
		this.entries = slider('entry', { min: 0, max: 0, step: 1 }, (i) => this.entry(i));
		this.stepper.hidden = this.entries.hidden = true;
		this.history = make('div');
		panel.append(input, make('div', { className: 'faint' }, 'Queries as kiln-query takes them; a log of queries can be dropped onto the page.'),
			this.#fillFilter(), this.stepper, this.stepText, this.entries, this.history);
	}

	/** Takes logs that are dropped onto the page. */
	listen(show) {
		document.addEventListener('dragover', (event) => event.preventDefault());
		document.addEventListener('drop', async (event) => {
			event.preventDefault();
			const [file] = event.dataTransfer.files;
			if (!file || !this.session)
				return;
			show();
			try {
				this.openLog(new Uint8Array(await file.arrayBuffer()));
			} catch (error) {
				if (!(error instanceof KilnError))
					throw error;
				this.#show(file.name, error.message);
			}
		});
	}
}
