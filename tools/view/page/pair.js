// SPDX-License-Identifier: MIT
// Two assets: a gizmo moves the second, and the runtime answers in every frame in which it moves.
import { Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import { digits, make, numbers, table } from './dom.js';
import { button, check, choice, fieldset } from './form.js';
import { Playground } from './play.js';

/** Pieces that are drawn of one answer. */
const DRAWN_MAX = 20000;
const NAMES = ['contacts', 'apart', 'manifold', 'normals'];

export class Pair {
	#pivot = new Object3D();
	#centre;

	constructor({ kiln, assets, view, overlay }) {
		Object.assign(this, { kiln, assets, view, overlay, answers: null, wanted: { contacts: true, distance: true, depth: true, manifold: true, toi: false } });
		const { asset } = assets[1];
		this.#centre = asset.boundsMin.map((x, i) => x / 2 + asset.boundsMax[i] / 2);
		this.#pivot.position.set(...this.#centre);
		this.gizmo = new TransformControls(view.camera, view.canvas);
		this.gizmo.attach(this.#pivot);
		view.scene.add(this.#pivot, this.gizmo.getHelper());
		this.gizmo.addEventListener('dragging-changed', ({ value }) => view.controls.enabled = !value);
		this.gizmo.addEventListener('change', () => view.invalidate());
		this.gizmo.addEventListener('objectChange', () => this.#moved());
		this.start = this.pose;
		this.playing = false;
		this.playground = new Playground({ kiln, assets, view, overlay });
		view.onFrame.push(() => {
			if (this.playing) {
				this.playground.step();
				this.figures?.replaceChildren(this.playground.figures);
			}
			return this.playing;
		});
	}

	/** Where the second asset is: the pose that the runtime takes. */
	get pose() {
		const { position, quaternion, scale } = this.#pivot;
		const offset = new Vector3(...this.#centre).multiplyScalar(scale.x).applyQuaternion(quaternion);
		return { translation: position.clone().sub(offset).toArray(), rotation: quaternion.toArray(), scale: scale.x };
	}

	/** Moves the second asset. */
	set pose({ translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = 1 }) {
		this.#pivot.quaternion.copy(new Quaternion(...rotation));
		this.#pivot.scale.setScalar(scale);
		this.#pivot.position.copy(new Vector3(...this.#centre).multiplyScalar(scale).applyQuaternion(this.#pivot.quaternion)).add(new Vector3(...translation));
		this.#moved();
	}

	#moved() {
		// The runtime scales evenly.
		const { scale } = this.#pivot;
		scale.setScalar(Math.max(Math.abs(scale.x * scale.y * scale.z) ** (1 / 3), 1e-6));
		this.#pivot.updateMatrix();
		const { group } = this.assets[1];
		group.matrix.copy(this.#pivot.matrix).multiply(new Matrix4().makeTranslation(...this.#centre.map((x) => -x)));
		group.matrixWorldNeedsUpdate = true;
		group.updateMatrixWorld(true);
		this.ask();
	}

	/** Asks everything that is wanted, and draws it. */
	ask() {
		const { kiln, wanted, pose } = this, a = { asset: this.assets[0].asset }, b = { asset: this.assets[1].asset, pose };
		const start = performance.now(), answers = { collide: kiln.collide(a, b) };
		if (wanted.contacts)
			answers.contacts = kiln.contacts(a, b);
		if (wanted.distance)
			answers.distance = kiln.distance(a, b);
		if (wanted.depth)
			answers.depth = kiln.penetration(a, b);
		if (wanted.manifold)
			answers.manifolds = kiln.manifolds(a, b);
		if (wanted.toi)
			answers.impact = kiln.timeOfImpact(a, null, { asset: b.asset }, { from: this.start, to: pose, center: this.#centre });
		this.answers = { ...answers, milliseconds: performance.now() - start };
		this.#draw(this.answers);
		this.#show(this.answers);
		return this.answers;
	}

	#draw({ contacts = [], distance, depth, manifolds = [] }) {
		const { overlay, view } = this;
		overlay.into(null);
		for (const name of NAMES)
			overlay.clear(name);
		const around = this.assets[0].asset.boundsMin, from = (point) => point.map((x, i) => x - around[i]);
		overlay.lines('contacts', new Float32Array(contacts.slice(0, DRAWN_MAX).flatMap(({ ends: [p, q] }) => [...from(p), ...from(q)])), '#ff0060', around);
		const ends = depth ?? distance;
		if (ends)
			overlay.lines('apart', new Float32Array([...from(ends.onA), ...from(ends.onB)]), depth ? '#b000e0' : '#00a000', around);
		const points = manifolds.slice(0, DRAWN_MAX).flatMap(({ normal, contacts: list }) => list.map(({ onA }) => [from(onA), normal]));
		overlay.points('manifold', new Float32Array(points.flatMap(([point]) => point)), '#1070ff', around, 6);
		const size = view.distance * 0.04;
		overlay.lines('normals', new Float32Array(points.flatMap(([point, normal]) => [...point, ...point.map((x, i) => x + normal[i] * size)])), '#1070ff', around);
		view.invalidate();
	}

	#show({ collide, contacts, distance, depth, manifolds, impact, milliseconds }) {
		if (!this.result)
			return;
		const { translation, rotation, scale } = this.pose, rows = [['collide', collide ? 'yes' : 'no']];
		if (contacts)
			rows.push(['contacts', `${contacts.length} pairs of triangles`]);
		if (distance)
			rows.push(['distance', digits(distance.distance)], ['on A', numbers(distance.onA)], ['on B', numbers(distance.onB)]);
		rows.push(['depth', depth ? `${digits(depth.depth)} along ${numbers(depth.normal)}` : 'apart']);
		if (manifolds)
			rows.push(['manifolds', `${manifolds.length}, ${manifolds.reduce((sum, one) => sum + one.contacts.length, 0)} contacts`]);
		if (this.wanted.toi)
			rows.push(['time of impact', impact ? `${digits(impact.t)} at ${numbers(impact.point)}` : 'none on the way']);
		rows.push(['asked in', `${milliseconds.toFixed(1)} ms`]);
		this.result.replaceChildren(table(rows), make('code', {}, `collide ${numbers([...translation, ...rotation, scale].map(Math.fround))}`));
	}

	/** Lets the playground run, or stops it. */
	play(on) {
		this.playing = on && this.playground.bodies.length > 0;
		this.assets[1].group.visible = this.playground.bodies.length === 0;
		this.gizmo.getHelper().visible = this.assets[1].group.visible;
		this.view.invalidate();
	}

	fill(panel) {
		panel.classList.add('look');
		this.result = make('div');
		this.figures = make('div');
		const want = (key) => (on) => {
			this.wanted[key] = on;
			this.ask();
		};
		panel.append(fieldset('gizmo', choice('mode', ['translate', 'rotate', 'scale'].map((mode) => [mode, mode]), (mode) => this.gizmo.setMode(mode)),
			button('back', () => this.pose = {})),
			fieldset('ask', ...Object.keys(this.wanted).map((key) => check(key, want(key), this.wanted[key])),
				button('motion starts here', () => {
					this.start = this.pose;
					this.ask();
				})), this.result,
			fieldset('playground', button('drop copies', () => {
				this.playground.drop();
				this.play(true);
			}), button('stop, go on', () => this.play(!this.playing)), button('clear', () => {
				this.playground.clear();
				this.play(false);
				this.figures.replaceChildren();
			}), this.figures));
		this.ask();
	}
}
