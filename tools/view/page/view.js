// SPDX-License-Identifier: MIT
// The three-dimensional view: camera, controls, and frames that are drawn when something has changed.
import { Color, ColorManagement, LinearSRGBColorSpace, PerspectiveCamera, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** Milliseconds of a flight. */
const FLIGHT = 350;

// Colours are what they say, from the file to the pixel.
ColorManagement.enabled = false;

const ease = (x) => x * x * (3 - 2 * x);

export class View {
	#needed = true;
	#flight = null;
	#size = new Vector2();
	#resized = true;

	/** Throws where the browser has no WebGL 2. */
	constructor(canvas) {
		this.canvas = canvas;
		this.renderer = new WebGLRenderer({ canvas, antialias: true });
		this.renderer.outputColorSpace = LinearSRGBColorSpace;
		this.scene = new Scene();
		this.camera = new PerspectiveCamera(45, 1, 0.1, 1000);
		this.camera.up.set(0, 1, 0);
		this.controls = new OrbitControls(this.camera, canvas);
		this.controls.addEventListener('change', () => this.invalidate());
		this.controls.zoomToCursor = true;
		this.box = { min: [-1, -1, -1], max: [1, 1, 1] };
		/** Called before a frame, with the time; returns whether another frame follows. */
		this.onFrame = [];
		this.frameTime = 0;
		this.frames = 0;
		new ResizeObserver(() => {
			this.#resized = true;
			this.invalidate();
		}).observe(canvas);
		this.renderer.setAnimationLoop((time) => this.#tick(time));
	}

	invalidate() {
		this.#needed = true;
	}

	setBackground(colour) {
		this.scene.background = new Color(colour);
		this.invalidate();
	}

	#tick(time) {
		if (this.#needed || this.#flight)
			this.draw(time);
	}

	draw(time = performance.now()) {
		const start = performance.now();
		this.#needed = false;
		this.#resize();
		this.#fly(time);
		this.controls.update();
		for (const frame of this.onFrame)
			if (frame(time))
				this.#needed = true;
		this.#clip();
		this.renderer.render(this.scene, this.camera);
		this.frameTime = performance.now() - start;
		++this.frames;
	}

	#resize() {
		const { clientWidth: width, clientHeight: height } = this.canvas;
		if (!this.#resized || !width || !height)
			return;
		this.#resized = false;
		this.renderer.setPixelRatio(window.devicePixelRatio);
		this.renderer.setSize(width, height, false);
		this.camera.aspect = width / height;
	}

	/** The clipping planes follow the scene, whatever its size. */
	#clip() {
		const { min, max } = this.box, position = this.camera.position.toArray();
		const far = Math.hypot(...position.map((x, i) => Math.max(Math.abs(x - min[i]), Math.abs(x - max[i])))) * 1.5;
		const gap = Math.hypot(...position.map((x, i) => Math.max(min[i] - x, 0, x - max[i])));
		this.camera.far = Math.max(far, 1e-20);
		// What is looked at is not cut off, however large the scene is: depth is finest near the eye.
		this.camera.near = Math.max(gap * 0.5, Math.min(this.distance * 0.01, far * 1e-3), 1e-20);
		this.camera.updateProjectionMatrix();
	}

	get distance() {
		return this.camera.position.distanceTo(this.controls.target);
	}

	#fly(time) {
		if (!this.#flight)
			return;
		this.#flight.start ??= time;
		const { from, to, start } = this.#flight, t = ease(Math.min((time - start) / FLIGHT, 1));
		this.camera.position.lerpVectors(from.position, to.position, t);
		this.controls.target.lerpVectors(from.target, to.target, t);
		if (time - start >= FLIGHT)
			this.#flight = null;
	}

	get pose() {
		return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
	}

	setPose({ position, target }, fly = false) {
		const to = { position: new Vector3(...position), target: new Vector3(...target) };
		if (fly) {
			this.#flight = { from: { position: this.camera.position.clone(), target: this.controls.target.clone() }, to, start: null };
		} else {
			this.#flight = null;
			this.camera.position.copy(to.position);
			this.controls.target.copy(to.target);
		}
		this.invalidate();
	}

	/** Moves the camera along with what it looks at. */
	moveBy(way) {
		const { position, target } = this.pose;
		this.setPose({ position: position.map((x, i) => x + way[i]), target: target.map((x, i) => x + way[i]) });
	}

	get flying() {
		return this.#flight !== null;
	}

	/** Shows all of a box, from the side that the camera is on. */
	frame({ min, max }, fly = true) {
		const target = new Vector3(...min).multiplyScalar(0.5).addScaledVector(new Vector3(...max), 0.5);
		const radius = Math.max(Math.hypot(...min.map((x, i) => max[i] - x)) / 2, 1e-12);
		const away = this.camera.position.clone().sub(this.controls.target);
		if (away.lengthSq() === 0 || !Number.isFinite(away.lengthSq()))
			away.set(0.7, 0.5, 1);
		const fit = Math.min(1, this.camera.aspect || 1);
		away.normalize();
		const position = target.clone().addScaledVector(away, radius / Math.sin(this.camera.fov * Math.PI / 360) / fit * 1.05);
		this.setPose({ position: position.toArray(), target: target.toArray() }, fly);
	}

	/** Turns the camera to where it looks, also before a frame is drawn. */
	#look() {
		this.#resize();
		this.controls.update();
		this.camera.updateProjectionMatrix();
		this.camera.updateMatrixWorld();
	}

	/** The ray through a pixel of the window: origin and unit direction. */
	rayAt(clientX, clientY) {
		const { left, top, width, height } = this.canvas.getBoundingClientRect();
		this.#look();
		const x = (clientX - left) / width * 2 - 1, y = 1 - (clientY - top) / height * 2;
		// Unprojecting a point would lose it in the depth of the view: the direction comes from the camera's axes.
		const tan = Math.tan(this.camera.fov * Math.PI / 360);
		const direction = new Vector3(x * tan * this.camera.aspect, y * tan, -1).normalize().transformDirection(this.camera.matrixWorld);
		return { origin: this.camera.position.toArray(), direction: direction.toArray() };
	}

	/** Where a point is drawn in the window: [x, y]. */
	pixelOf(point) {
		const { left, top, width, height } = this.canvas.getBoundingClientRect();
		this.#look();
		const seen = new Vector3(...point).applyMatrix4(this.camera.matrixWorldInverse).applyMatrix4(this.camera.projectionMatrix);
		return [left + (seen.x + 1) / 2 * width, top + (1 - seen.y) / 2 * height];
	}

	/** Draws a frame and returns its pixels: { width, height, data }, the lowest row first. */
	pixels() {
		this.draw();
		const gl = this.renderer.getContext(), { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
		const data = new Uint8Array(4 * width * height);
		gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
		return { width, height, data };
	}
}
