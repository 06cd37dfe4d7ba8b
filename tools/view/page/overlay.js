// SPDX-License-Identifier: MIT
// What is drawn over the surfaces: the selection, questions and answers. All of it shines through.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, DoubleSide, Points, PointsMaterial } from 'three';
import { boxLines } from './geometry.js';

const THROUGH = { depthTest: false, depthWrite: false, transparent: true };

export class Overlay {
	#scene;
	#parent;
	#kinds = new Map();

	constructor(scene) {
		this.#scene = this.#parent = scene;
	}

	/** What is drawn from now on moves with a group; null: with nothing. */
	into(group) {
		this.#parent = group ?? this.#scene;
	}

	#replace(name, object, base, order = 10) {
		this.clear(name);
		if (base)
			object.position.set(...base);
		object.renderOrder = order;
		object.frustumCulled = false;
		object.name = name;
		this.#kinds.set(name, object);
		this.#parent.add(object);
	}

	clear(name) {
		const object = this.#kinds.get(name);
		if (!object)
			return;
		object.removeFromParent();
		object.geometry.dispose();
		object.material.dispose();
		this.#kinds.delete(name);
	}

	has(name) {
		return this.#kinds.has(name);
	}

	/** Segments with coordinates around `base`. */
	lines(name, positions, colour, base, through = true) {
		const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
		this.#replace(name, new LineSegments(geometry, new LineBasicMaterial({ color: colour, ...(through ? THROUGH : {}) })), base);
	}

	/** Points of a size in pixels. */
	points(name, positions, colour, base, size = 7) {
		const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
		this.#replace(name, new Points(geometry, new PointsMaterial({ color: colour, size, sizeAttenuation: false, ...THROUGH })), base);
	}

	/** Filled triangles; lines and points are drawn over them. */
	triangles(name, positions, colour, base, opacity = 0.6) {
		const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
		this.#replace(name, new Mesh(geometry, new MeshBasicMaterial({ color: colour, side: DoubleSide, ...THROUGH, opacity })), base, 9);
	}

	box(name, box, colour) {
		this.lines(name, boxLines(box, box.min), colour, box.min);
	}
}
