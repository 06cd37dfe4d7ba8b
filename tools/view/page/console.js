// SPDX-License-Identifier: MIT
// Questions in kiln-query's words, answered by the same code, drawn, and walked step by step; logs and files of queries, which play.
import { KilnError } from '../module/view.mjs';
import { digits, make } from './dom.js';
import { check, choice, fieldset, slider } from './form.js';
import { framesOf, middleOf } from './frames.js';
import { join } from './geometry.js';
import { Player } from './player.js';
import { drawPairStep, drawStep, pairStepText, stepText } from './steps.js';
import { touchedFaces } from './touched.js';

const HISTORY_MAX = 200;
const NAMES = ['question', 'reply', 'met', 'missed', 'against', 'touched0', 'touched1'];
/** Faces that overlap a shape, and those of the second asset in contacts. */
export const TOUCHED_COLOURS = ['#ffc800', '#40d0a0'];
const LAYERS = 64;
/** Things that stand in every frame, and the ways of those that move. */
const STANDING_COLOUR = '#606060', WAY_COLOUR = '#8040ff';
/** Frames of which the ways are drawn. */
const WAYS_MAX = 10000;
/** The first bytes of a log of queries. */
const LOG_MAGIC = 'KilnLog\0';

export class Console {
	#past = [];
	#at = 0;

	constructor({ kiln, assets, view, overlay }) {
		Object.assign(this, { kiln, view, overlay, steps: [], places: [], line: '' });
		// A broken asset is no subject of questions.
		this.whole = assets.filter(({ asset }) => asset);
		const [first, second] = this.whole.map(({ asset }) => asset);
		// A height field is asked alone.
		this.assets = [first, first?.isField || second?.isField ? undefined : second];
		this.session = first ? kiln.session(first, this.assets[1] ?? null) : null;
		this.log = this.played = null;
		this.entries = new Player('entry', (i) => this.entry(i));
		this.frames = new Player('frame', (i) => this.frame(i));
		this.frameText = make('div');
	}

	get #reach() {
		const { boundsMin, boundsMax } = this.assets[0];
		return 2 * Math.hypot(...boundsMin.map((x, i) => boundsMax[i] - x)) + (this.view?.distance ?? 0);
	}

	/** Answers a line as kiln-query does, and draws both. */
	ask(line) {
		this.entries.pause();
		this.frames.pause();
		const answer = this.session.ask(line);
		this.#show(line, answer);
		if (/^\s*filter\b/.test(line)) {
			if (!answer)
				this.#showFilter(line);
			return answer;
		}
		this.line = line;
		this.#draw(() => [this.#drawn(line, answer)]);
		this.#walk();
		return answer;
	}

	#drawn(line, text) {
		return { ...this.session.draw(line, this.#reach, this.#reach / 100), line, text };
	}

	/** Draws questions with their answers: `make()` returns `[{ question, answer, line, text }]`. */
	#draw(make) {
		const { overlay, view, whole } = this;
		if (!view)
			return;
		const drawn = make();
		overlay.into(null);
		for (const name of NAMES)
			overlay.clear(name);
		overlay.lines('question', join(drawn.map(({ question }) => question)), '#ff8000');
		overlay.lines('reply', join(drawn.map(({ answer }) => answer)), '#ff0060');
		const faces = drawn.flatMap(({ line, text }) => {
			const given = text ? JSON.parse(text) : {};
			return touchedFaces(line, given.answer ?? given, whole);
		});
		whole.forEach(({ asset: { boundsMin } }, i) => {
			const own = faces.filter(({ base }) => base === boundsMin).map(({ positions }) => positions);
			if (own.length)
				overlay.triangles(`touched${i}`, join(own), TOUCHED_COLOURS[i], boundsMin, 1);
		});
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

	/** Takes what can be played: a log of queries, or a file of kiln-query's lines. Throws KilnError where a log is damaged. */
	open(bytes, name) {
		if (new TextDecoder().decode(bytes.subarray(0, LOG_MAGIC.length)) === LOG_MAGIC)
			return this.openLog(bytes);
		const count = this.openQueries(new TextDecoder().decode(bytes));
		if (count === 0)
			this.#show(name, 'has no queries');
		return count;
	}

	openLog(bytes) {
		const log = this.kiln.openLog(bytes);
		this.#close();
		this.log = log;
		this.entries.open(log.count);
		return log.count;
	}

	/** Ends what is played. */
	#close() {
		this.log?.close();
		this.log = this.played = null;
		this.entries.close();
		this.frames.close();
		this.frameText.replaceChildren();
		for (const name of ['standing', 'ways'])
			this.overlay?.clear(name);
	}

	/** Repeats entry `i` of the log as `kiln-query --replay` does. */
	entry(i) {
		const { number, frame, kind } = this.session.entry(this.log, i), answer = this.session.replay(this.log, i);
		this.#draw(() => [{ ...this.session.drawLog(this.log, i, this.#reach, this.#reach / 100), line: '', text: answer }]);
		this.#show(`log ${i + 1} of ${this.log.count}: query ${number}, frame ${frame}, ${kind}`, answer);
		return answer;
	}

	/** Opens a file of queries; returns the number of its frames. */
	openQueries(text) {
		this.#close();
		const { standing, frames } = framesOf(text);
		if (!frames.length)
			return 0;
		for (const line of standing) {
			const answer = this.session.ask(line);
			if (answer && 'error' in JSON.parse(answer))
				this.#show(line, answer);
		}
		this.played = { frames, middles: this.view ? frames.slice(0, WAYS_MAX).map(({ lines }) => lines.map((line) => middleOf(this.#drawn(line).question))) : [] };
		this.#drawWays(standing);
		this.frames.open(frames.length);
		return frames.length;
	}

	/** Draws what stands in every frame, and which way the middle of each question goes. */
	#drawWays(standing) {
		if (!this.view)
			return;
		const { overlay, played: { middles }, assets: [{ boundsMin: base }] } = this, ways = [];
		middles.slice(1).forEach((places, i) => places.forEach((to, k) => {
			const from = middles[i][k];
			if (from && to)
				ways.push(...[from, to].flatMap((point) => point.map((x, axis) => x - base[axis])));
		}));
		overlay.into(null);
		overlay.lines('standing', join(standing.map((line) => this.#drawn(line).question)), STANDING_COLOUR);
		overlay.lines('ways', new Float32Array(ways), WAY_COLOUR, base);
	}

	/** Asks the queries of frame `i`, and draws them. */
	frame(i) {
		const { frames, middles } = this.played, { text, lines } = frames[i], answers = lines.map((line) => this.session.ask(line));
		this.#draw(() => lines.map((line, k) => this.#drawn(line, answers[k])));
		this.frameText.replaceChildren(make('strong', {}, `${i + 1} of ${frames.length}: ${text}`),
			...lines.map((line, k) => make('code', {}, `${line}\n`, make('strong', {}, answers[k] || 'ok'))));
		const [place] = middles[i] ?? [];
		if (this.followed && place) {
			this.view.moveBy(place.map((x, k) => x - this.followed[k]));
			this.followed = place;
		}
		return answers;
	}

	/** Flies to the first thing of the frame, and stays with it. */
	follow(on) {
		const [place] = this.played?.middles[this.frames.at] ?? [];
		this.followed = on && place ? place : null;
		if (!this.followed)
			return;
		const { min, max } = this.#boxOf(this.frames.at), size = Math.hypot(...min.map((x, i) => max[i] - x));
		this.view.frame({ min: place.map((x) => x - size), max: place.map((x) => x + size) }, false);
	}

	/** The box around the first question of frame `i`. */
	#boxOf(i) {
		const { question } = this.#drawn(this.played.frames[i].lines[0]), axis = (k) => question.filter((_, n) => n % 3 === k);
		return { min: [0, 1, 2].map((k) => Math.min(...axis(k))), max: [0, 1, 2].map((k) => Math.max(...axis(k))) };
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
		this.stepper.hidden = true;
		if (this.view)
			this.frames.element.append(check('follow', (on) => this.follow(on)));
		this.history = make('div');
		panel.append(input, make('div', { className: 'faint' }, 'Queries as kiln-query takes them; a log or a file of queries can be dropped onto the page.'),
			...(this.assets[0].isField ? [] : [this.#fillFilter()]), this.stepper, this.stepText, this.entries.element, this.frames.element, this.frameText, this.history);
	}

	/** Takes files that are dropped onto the page. */
	listen(show) {
		document.addEventListener('dragover', (event) => event.preventDefault());
		document.addEventListener('drop', async (event) => {
			event.preventDefault();
			const [file] = event.dataTransfer.files;
			if (!file || !this.session)
				return;
			show();
			this.take(new Uint8Array(await file.arrayBuffer()), file.name);
		});
	}

	/** Opens what can be played, and says what is wrong with it. */
	take(bytes, name) {
		try {
			this.open(bytes, name);
		} catch (error) {
			if (!(error instanceof KilnError))
				throw error;
			this.#show(name, error.message);
		}
	}
}
