// SPDX-License-Identifier: MIT
// A playground: copies of the second asset fall into the first and push each other aside. Contacts are the runtime's manifolds; the
// integrator is that of samples/moving_bodies.c: bodies keep their turn, and contacts correct half of their depth.
import { Group, Matrix4 } from 'three';
import { joinBoxes } from './geometry.js';

const STEP = 1 / 60;
const ACROSS = 3, LAYERS = 3;
/** Speed along a surface that a contact takes away. */
const FRICTION = 0.05;

const minus = (a, b) => a.map((x, i) => x - b[i]);
const along = (a, times, b) => a.map((x, i) => x + times * b[i]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export class Playground {
	constructor({ kiln, assets, view, overlay }) {
		Object.assign(this, { kiln, assets, view, overlay, bodies: [], contacts: 0, pairs: 0, frames: 0 });
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
			this.bodies.push({ group, translation: minus(where, own), velocity: [0, 0, 0], box: null });
		}
		const box = this.bodies.reduce((sum, body) => joinBoxes(sum, this.#boxOf(body)), { min: boundsMin, max: boundsMax });
		this.view.box = joinBoxes(this.view.box, box);
		this.#place();
	}

	clear() {
		for (const { group } of this.bodies)
			group.removeFromParent();
		this.bodies = [];
		this.frames = this.contacts = this.pairs = 0;
		this.overlay.clear('touches');
		this.view.invalidate();
	}

	#boxOf({ translation }) {
		return { min: along(this.box.min, 1, translation), max: along(this.box.max, 1, translation) };
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
		this.contacts = this.pairs = 0;
		for (const body of bodies) {
			body.velocity[1] -= 9.8 * STEP * size;
			body.translation = along(body.translation, STEP, body.velocity);
			body.box = this.#boxOf(body);
		}
		bodies.forEach((a, i) => bodies.slice(i + 1).forEach((b) => {
			if ([0, 1, 2].every((k) => a.box.min[k] <= b.box.max[k] && b.box.min[k] <= a.box.max[k])) {
				++this.pairs;
				this.#touch(a, b, points);
			}
		}));
		for (const body of bodies)
			this.#touch(null, body, points);
		++this.frames;
		const base = this.assets[0].asset.boundsMin;
		this.overlay.into(null);
		this.overlay.points('touches', new Float32Array(points.flatMap((point) => minus(point, base))), '#ff0060', base, 5);
		this.#place();
	}
}
