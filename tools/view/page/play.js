// SPDX-License-Identifier: MIT
// A playground: copies of the second asset fall into the first and push each other aside. Pairs are those of the runtime's
// broadphase, contacts its manifolds; the integrator is that of samples/moving_bodies.c: bodies keep their turn, and contacts
// correct half of their depth.
import { Group, Matrix4 } from 'three';
import { joinBoxes } from './geometry.js';

const STEP = 1 / 60;
const ACROSS = 3, LAYERS = 3;
/** Speed along a surface that a contact takes away. */
const FRICTION = 0.05;

/** What is drawn: contacts, and the middles of bodies that are a pair. */
const CONTACT_COLOUR = '#ff0060', PAIR_COLOUR = '#1070ff';
const LEVEL = -1;

const minus = (a, b) => a.map((x, i) => x - b[i]);
const along = (a, times, b) => a.map((x, i) => x + times * b[i]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export class Playground {
	constructor({ kiln, assets, view, overlay }) {
		Object.assign(this, { kiln, assets, view, overlay, bodies: [], pairs: [], contacts: 0, frames: 0, broadphase: null });
		const { boundsMin, boundsMax } = assets[1].asset;
		this.size = Math.max(...minus(boundsMax, boundsMin)) || 1;
		this.box = { min: boundsMin, max: boundsMax };
	}

	/** Puts bodies above the level; those that were there go. */
	drop() {
		this.clear();
		const { boundsMin, boundsMax } = this.assets[0].asset, { size } = this, middle = boundsMin.map((x, i) => (x + boundsMax[i]) / 2);
		const own = this.box.min.map((x, i) => (x + this.box.max[i]) / 2);
		for (let i = 0; i < ACROSS * ACROSS * LAYERS; ++i) {
			const layer = Math.floor(i / ACROSS / ACROSS), at = (k) => (k - (ACROSS - 1) / 2) * 1.3 * size + 0.1 * size * layer;
			const group = new Group();
			group.matrixAutoUpdate = false;
			group.add(...this.assets[1].surfaces.chunks.map(({ mesh }) => mesh.clone()));
			this.view.scene.add(group);
			const where = [middle[0] + at(i % ACROSS), boundsMax[1] + size * (1 + 1.4 * layer), middle[2] + at(Math.floor(i / ACROSS) % ACROSS)];
			this.bodies.push({ group, translation: minus(where, own), velocity: [0, 0, 0] });
		}
		const box = this.bodies.reduce((sum, body) => joinBoxes(sum, this.#boxOf(body)), { min: boundsMin, max: boundsMax });
		this.view.box = joinBoxes(this.view.box, box);
		this.#fillBroadphase();
		this.#place();
	}

	/** A broadphase with the level and all bodies. */
	#fillBroadphase() {
		const count = this.bodies.length + 1, { boundsMin, boundsMax } = this.assets[0].asset;
		this.broadphase = this.kiln.broadphase(count, count * (count - 1) / 2);
		this.bodyAt = new Map([[this.broadphase.add(boundsMin, boundsMax), LEVEL]]);
		this.bodies.forEach((body, i) => {
			const { min, max } = this.#boxOf(body);
			body.proxy = this.broadphase.add(min, max);
			this.bodyAt.set(body.proxy, i);
		});
	}

	clear() {
		for (const { group } of this.bodies)
			group.removeFromParent();
		this.bodies = [];
		this.pairs = [];
		this.frames = this.contacts = 0;
		this.broadphase?.close();
		this.broadphase = null;
		this.overlay.clear('touches');
		this.overlay.clear('pairs');
		this.view.invalidate();
	}

	/** A body's box in float32, no smaller than the body. */
	#boxOf({ translation }) {
		const wider = (x, by) => Math.fround(x + by * (Math.abs(x) * 2 ** -22 + 1e-30));
		return { min: along(this.box.min, 1, translation).map((x) => wider(x, -1)), max: along(this.box.max, 1, translation).map((x) => wider(x, 1)) };
	}

	/** Finds the pairs of boxes that overlap: numbers of bodies, or LEVEL. */
	#findPairs() {
		for (const body of this.bodies) {
			body.box = this.#boxOf(body);
			this.broadphase.move(body.proxy, body.box.min, body.box.max);
		}
		const { pairs } = this.broadphase.update();
		this.pairs = Array.from({ length: pairs.length / 2 }, (_, i) => [this.bodyAt.get(pairs[2 * i]), this.bodyAt.get(pairs[2 * i + 1])].sort((a, b) => a - b));
	}

	/** Draws contacts, and a line between the middles of each two bodies that are a pair. */
	#draw(points) {
		const base = this.assets[0].asset.boundsMin, { overlay, bodies } = this;
		const middle = (i) => bodies[i].box.min.map((x, k) => (x + bodies[i].box.max[k]) / 2 - base[k]);
		overlay.into(null);
		overlay.points('touches', new Float32Array(points.flatMap((point) => minus(point, base))), CONTACT_COLOUR, base, 5);
		overlay.lines('pairs', new Float32Array(this.pairs.filter(([a]) => a !== LEVEL).flatMap(([a, b]) => [...middle(a), ...middle(b)])), PAIR_COLOUR, base);
	}

	/** What the last frame had. */
	get figures() {
		const bodies = this.pairs.filter(([a]) => a !== LEVEL).length;
		return `frame ${this.frames}: ${bodies} pairs of bodies, ${this.pairs.length - bodies} bodies at the level, ${this.contacts} contacts`;
	}

	#place() {
		for (const { group, translation } of this.bodies) {
			group.matrix.copy(new Matrix4().makeTranslation(...translation));
			group.matrixWorldNeedsUpdate = true;
		}
		this.view.invalidate();
	}

	/** Pushes a body out along a normal, and takes its speed into the surface. */
	#push(body, normal, way) {
		body.translation = along(body.translation, way, normal);
		const speed = dot(body.velocity, normal);
		if (speed < 0)
			body.velocity = along(body.velocity, -speed, normal);
		body.velocity = body.velocity.map((x) => x * (1 - FRICTION));
	}

	/** Contacts of two objects; `a` null is the level. */
	#touch(a, b, points) {
		const first = a ? { asset: this.assets[1].asset, pose: { translation: a.translation, rotation: [0, 0, 0, 1], scale: 1 } } : { asset: this.assets[0].asset };
		const second = { asset: this.assets[1].asset, pose: { translation: b.translation, rotation: [0, 0, 0, 1], scale: 1 } };
		for (const { normal, contacts } of this.kiln.manifolds(first, second)) {
			const way = 0.5 * Math.max(0, ...contacts.map(({ depth }) => depth));
			this.contacts += contacts.length;
			points.push(...contacts.map(({ onA }) => onA));
			// The normal leads from the second to the first.
			this.#push(b, normal.map((x) => -x), a ? way / 2 : way);
			if (a)
				this.#push(a, normal, way / 2);
		}
	}

	/** One frame: bodies fall, pairs are found, contacts push. */
	step() {
		const points = [], { bodies, size } = this;
		this.contacts = 0;
		for (const body of bodies) {
			body.velocity[1] -= 9.8 * STEP * size;
			body.translation = along(body.translation, STEP, body.velocity);
		}
		this.#findPairs();
		// The level has the last word: nothing is pushed into it.
		for (const [a, b] of [...this.pairs].sort((p, q) => q[0] - p[0] || q[1] - p[1]))
			this.#touch(a === LEVEL ? null : bodies[a], bodies[b], points);
		++this.frames;
		this.#draw(points);
		this.#place();
	}
}
