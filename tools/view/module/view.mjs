// SPDX-License-Identifier: MIT
// What the page of kiln-view needs besides the npm package (runtime/wasm/kiln.mjs): geometry in bulk, volumes, questions
// and answers as lines, kiln-query's language, logs. view.h documents the functions of the module behind it.
import { Kiln, KilnError } from '../../../runtime/wasm/kiln.mjs';

export { KilnError };

export const EDGE_KINDS = ['boundary', 'nonmanifold', 'convex', 'concave', 'flat'];
export const TREE_KINDS = ['aabb', 'obb', 'kdop14', 'kdop18', 'kdop26', 'sphere', 'rss'];
export const VOLUME_KINDS = ['aabb', 'sphere', 'obb', 'capsule', 'rss', 'kdop'];
export const STEP_KINDS = ['node', 'leaf', 'culled'];
export const PAIR_STEP_KINDS = ['sides', 'shapes', 'volumes', 'node', 'leaves', 'culled'];

const NONE = 0xffffffff;
/** Bytes of a view_steps. */
const STEPS_BYTES = 44;
/** Triangles that are copied at once. */
const CHUNK = 16384;
const LEAF_BIT = 0x80000000;
const orNull = (number) => number === NONE ? null : number;

/** The first bytes of a height field. */
const FIELD_MAGIC = [0x89, 0x4b, 0x4c, 0x48];
/** Most triangles that are drawn of a height field. */
const FIELD_TRIANGLES_MAX = 1 << 20;
/** Kind of a shape that is a height field, behind those of assets. */
export const FIELD_KIND = 6;
const UNPLACED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** A height field, with the names that an asset has: one node, which places one shape. It answers rays and closest points. */
class Field {
	#view;
	#data;

	constructor(view, data, address, { columns, rows, materials, min, max }) {
		this.#view = view;
		this.#data = data;
		Object.assign(this, { address, columns, rows, boundsMin: min, boundsMax: max });
		this.nodeCount = this.shapeCount = 1;
		this.meshCount = 0;
		this.meshes = [];
		this.materialCount = materials;
		this.triangleCount = 2 * (columns - 1) * (rows - 1);
		this.materials = Array.from({ length: materials }, (_, i) => ({ name: `material ${i}`, flags: 0, layers: 0n }));
		this.shapes = [{ name: 'height field', kind: FIELD_KIND, index: 0, material: null, flags: 0 }];
		this.nodes = [{ name: 'height field', shape: 0, mesh: null, layers: 1n, flags: 0, toAsset: UNPLACED, boundsMin: min, boundsMax: max }];
	}

	get isField() {
		return true;
	}

	/** Cells on a side of the squares that are drawn: the fewest for which the surface has at most FIELD_TRIANGLES_MAX triangles. */
	get stride() {
		let stride = 1;
		while (2 * Math.ceil((this.columns - 1) / stride) * Math.ceil((this.rows - 1) / stride) > FIELD_TRIANGLES_MAX)
			++stride;
		return stride;
	}

	layerName() {
		return '';
	}

	#one(call, name, question, type) {
		const { structs, answer, question: at, exports } = this.#view;
		structs.set(name, at, question);
		exports[call](answer, this.address, at);
		return structs.view.getUint8(answer) !== 0 ? { ...structs.get(type, answer), node: 0 } : null;
	}

	rayClosest(ray) {
		return this.#one('kiln_heightfield_ray_closest', 'kiln_ray', ray, 'kiln_hit');
	}

	rayAll(ray) {
		const { structs, question: at, exports } = this.#view;
		structs.set('kiln_ray', at, ray);
		return this.#view.fill('kiln_hit', (hits, capacity) => exports.kiln_heightfield_ray_all(this.address, at, hits, capacity) >>> 0)
			.map((hit) => ({ ...hit, node: 0 }));
	}

	closestPoint(point, maxDistance = 0) {
		return this.#one('kiln_heightfield_closest_point', 'kiln_point_query', { point, maxDistance }, 'kiln_closest');
	}

	/** Corners of a triangle of the field; null for those of holes. */
	triangleCorners(triangle) {
		const { structs, answer, exports } = this.#view;
		return exports.kiln_heightfield_triangle(this.address, triangle, answer) ? [0, 12, 24].map((at) => structs.floats(answer + at, 3)) : null;
	}

	/** The material of a cell; null for holes. */
	material(cell) {
		return orNull(this.#view.exports.kiln_heightfield_material(this.address, cell) >>> 0);
	}

	close() {
		if (this.address === 0)
			return;
		this.#view.release(this.address);
		this.#view.heap.free(this.#data);
		this.address = 0;
	}
}

/** Questions about one or two assets, or about a height field, in kiln-query's language. */
class Session {
	#view;
	#address;
	#stream;
	#field;

	constructor(view, address, field) {
		this.#view = view;
		this.#address = address;
		this.#field = field;
		this.#stream = view.heap.allocate(16);
	}

	get address() {
		return this.#address;
	}

	/** Calls `write` with the address of an empty stream, and returns the text without its newline. */
	#text(write) {
		const { structs, heap } = this.#view, stream = this.#stream;
		for (let at = 0; at < 16; at += 4)
			structs.view.setUint32(stream + at, 0, true);
		const enough = write(stream);
		const text = structs.view.getUint32(stream, true), size = structs.view.getUint32(stream + 4, true);
		const failed = structs.view.getUint32(stream + 12, true) !== 0;
		const answer = new TextDecoder().decode(structs.bytes.subarray(text, text + size));
		if (text !== 0)
			this.#view.release(text);
		if (!enough || failed)
			throw new RangeError('no memory for the answer');
		return answer.replace(/\n$/, '');
	}

	/** The line that kiln-query prints for a line; empty where it prints none. */
	ask(line) {
		const { exports } = this.#view, field = this.#field;
		return this.#view.withBytes(line, (at, size) => this.#text((stream) =>
			field ? exports.field_answer(field.address, this.#address, stream, at, size) : exports.query_session_answer(this.#address, stream, at, size)));
	}

	/** The question and the answer as segments. */
	draw(line, reach = 1e6, size = 1) {
		const { exports } = this.#view, field = this.#field;
		return this.#view.withBytes(line, (at, length) => this.#draw((question, answer) =>
			field ? exports.view_draw_field(question, answer, this.#address, field.address, at, length, reach, size) :
				exports.view_draw_line(question, answer, this.#address, at, length, reach, size)));
	}

	#draw(call) {
		let question, answered;
		const answer = this.#view.lines((second) => {
			question = this.#view.lines((first) => { answered = call(first, second) !== 0; });
		});
		return { answered, question, answer };
	}

	/** The steps of a query, or null where the line is none, or about a height field; `places` only of a query about two assets. */
	walk(line, work = 2 ** 31) {
		if (this.#field)
			return null;
		const { structs, exports, heap } = this.#view, steps = heap.allocate(STEPS_BYTES);
		for (let at = 0; at < STEPS_BYTES; at += 4)
			structs.view.setUint32(steps + at, 0, true);
		try {
			const walked = this.#view.withBytes(line, (at, size) =>
				exports.view_walk(steps, this.#address, at, size, BigInt(work)));
			return walked ? this.#steps(steps) : null;
		} finally {
			exports.view_steps_free(steps);
			heap.free(steps);
		}
	}

	#steps(address) {
		const { view } = this.#view.structs, size = 64;
		const first = view.getUint32(address, true), count = view.getUint32(address + 4, true);
		const steps = Array.from({ length: count }, (_, i) => {
			const at = first + i * size, word = (k) => view.getUint32(at + 4 * k, true);
			const float = (k) => view.getFloat32(at + 4 * k, true);
			const kind = STEP_KINDS[word(0)], isLeaf = word(3) >= LEAF_BIT, children = word(6);
			return {
				kind, node: orNull(word(1)), mesh: orNull(word(2)),
				tree: isLeaf ? null : word(3), leaf: isLeaf ? word(3) - LEAF_BIT : null,
				limit: float(4), met: word(5), units: word(7),
				keys: Array.from({ length: children }, (_, k) => float(8 + k)), key: kind === 'culled' ? float(8) : null,
			};
		});
		const places = this.#places(address);
		return { steps: places.length ? this.#pairSteps(address) : steps, places, units: view.getUint32(address + 36, true),
			lost: view.getUint8(address + 40) !== 0, same: view.getUint8(address + 41) !== 0 };
	}

	/** How the second asset stands in its walks: maps to the first one's coordinates, rows. */
	#places(address) {
		const { structs, structs: { view } } = this.#view, size = 52, first = view.getUint32(address + 24, true);
		return Array.from({ length: view.getUint32(address + 28, true) }, (_, i) => ({
			t: view.getFloat32(first + i * size, true), toFirst: structs.floats(first + i * size + 4, 12) }));
	}

	#pairSteps(address) {
		const { view } = this.#view.structs, size = 104, first = view.getUint32(address + 12, true);
		return Array.from({ length: view.getUint32(address + 16, true) }, (_, i) => {
			const at = first + i * size, word = (k) => view.getUint32(at + 4 * k, true), float = (k) => view.getFloat32(at + 4 * k, true);
			const side = (k) => {
				const isLeaf = word(k + 4) >= LEAF_BIT, ref = word(k + 3);
				return { node: orNull(word(k)), mesh: orNull(word(k + 1)), kind: TREE_KINDS[word(k + 2)] ?? null,
					parent: ref === NONE ? null : ref >>> 3, child: ref === NONE ? null : ref & 7,
					tree: isLeaf ? null : word(k + 4), leaf: isLeaf ? word(k + 4) - LEAF_BIT : null };
			};
			const kind = PAIR_STEP_KINDS[word(0)], count = kind === 'node' ? word(15) : 1;
			return { kind, sides: [side(1), side(6)], opened: word(11), place: word(12), limit: float(13), met: word(14), children: word(15),
				units: word(16), keys: word(17) === 0 ? null : Array.from({ length: count }, (_, k) => float(18 + k)) };
		});
	}

	/** An entry of a log. */
	entry(log, index) {
		const { structs, exports, answer } = this.#view;
		if (!exports.view_log_entry(this.#address, log.address, index, answer))
			return null;
		const word = (k) => structs.view.getUint32(answer + 4 * k, true);
		return { number: word(0), frame: word(1), kind: structs.text(word(2)), mesh: orNull(word(3)),
			first: word(4) !== 0, both: word(5) !== 0 };
	}

	/** The line that kiln-query --replay prints for an entry, without the key `brute`. */
	replay(log, index) {
		return this.#text((stream) => this.#view.exports.view_replay(this.#address, stream, log.address, index));
	}

	drawLog(log, index, reach = 1e6, size = 1) {
		return this.#draw((question, answer) =>
			this.#view.exports.view_draw_replay(question, answer, this.#address, log.address, index, reach, size));
	}

	close() {
		if (this.#address === 0)
			return;
		this.#view.exports.view_session_end(this.#address);
		this.#view.heap.free(this.#stream);
		this.#address = 0;
	}
}

const BODY_KINDS = ['sphere', 'box', 'capsule'];
/** Numbers of a view_touch: a normal, a count, four contacts, node and triangle. */
const TOUCH_WORDS = 34;

/** Boxes that move, and the pairs that overlap. */
class Broadphase {
	#view;
	#address;
	#box;

	constructor(view, address) {
		this.#view = view;
		this.#address = address;
		this.#box = view.heap.allocate(64);
	}

	#write(min, max) {
		this.#view.structs.setFloats(this.#box, min, 3);
		this.#view.structs.setFloats(this.#box + 12, max, 3);
		return this.#box;
	}

	/** The index of a new box; null where there is no room, or the box is not valid. */
	add(min, max) {
		return orNull(this.#view.exports.view_broadphase_add(this.#address, this.#write(min, max)) >>> 0);
	}

	move(index, min, max) {
		return this.#view.exports.view_broadphase_move(this.#address, index, this.#write(min, max)) !== 0;
	}

	remove(index) {
		return this.#view.exports.view_broadphase_remove(this.#address, index) !== 0;
	}

	/** Indices of the boxes that overlap, two for each pair, and which pairs are new or gone since the last update. */
	update() {
		const { exports, structs } = this.#view, at = this.#box;
		if (exports.kiln_broadphase_update(this.#address, at) !== 0)
			throw new RangeError('more pairs than the broadphase has room for');
		const list = (k) => {
			const first = structs.view.getUint32(at + 8 * k, true), count = structs.view.getUint32(at + 8 * k + 4, true);
			return new Uint32Array(exports.memory.buffer, first, first === 0 ? 0 : 2 * count).slice();
		};
		return { pairs: list(0), added: list(1), removed: list(2) };
	}

	close() {
		if (this.#address === 0)
			return;
		this.#view.release(this.#address);
		this.#view.heap.free(this.#box);
		this.#address = 0;
	}
}

/** A log of queries (kiln/log.h). */
class Log {
	#view;
	#data;

	constructor(view, data, address, count) {
		this.#view = view;
		this.#data = data;
		this.address = address;
		this.count = count;
	}

	close() {
		if (this.address !== 0)
			this.#view.heap.free(this.#data);
		this.address = 0;
	}
}

export class View extends Kiln {
	/** Bytes that the module puts before each of its blocks. */
	static HEAD = 64;

	/** Frees a block that the module allocated. */
	release(address) {
		this.heap.free(address - View.HEAD);
	}

	/** Calls `use` with the address and size of a text's bytes; a text may be given as bytes, too. */
	withBytes(text, use) {
		const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text, address = this.heap.allocate(bytes.length);
		this.structs.bytes.set(bytes, address);
		try {
			return use(address, bytes.length);
		} finally {
			this.heap.free(address);
		}
	}

	/** Segments that `draw` appends to a list: six numbers each. */
	lines(draw) {
		const list = this.heap.allocate(16);
		for (let at = 0; at < 16; at += 4)
			this.structs.view.setUint32(list + at, 0, true);
		try {
			draw(list);
			const { view } = this.structs;
			const first = view.getUint32(list, true), count = view.getUint32(list + 4, true);
			if (view.getUint8(list + 12) !== 0)
				throw new RangeError('no memory for the lines');
			return this.#floats(first, 6 * count);
		} finally {
			this.exports.view_lines_free(list);
			this.heap.free(list);
		}
	}

	#floats(address, count) {
		return new Float32Array(this.exports.memory.buffer, address, address === 0 ? 0 : count).slice();
	}

	#words(address, count) {
		return new Uint32Array(this.exports.memory.buffer, address, address === 0 ? 0 : count).slice();
	}

	/** Opens an asset or a height field. */
	open(bytes, options) {
		return FIELD_MAGIC.every((byte, i) => bytes[i] === byte) ? this.#openField(bytes) : super.open(bytes, options);
	}

	#openField(bytes) {
		const { structs, answer, exports, heap } = this, data = heap.allocate(bytes.length), at = answer + 64;
		structs.bytes.set(bytes, data);
		exports.view_field_open(answer, at, at + 4, data, bytes.length);
		const { status, offset, reason } = structs.get('kiln_result', answer), word = (k) => structs.view.getUint32(at + 4 * k, true);
		if (status !== 0) {
			heap.free(data);
			throw new KilnError(structs.text(exports.kiln_status_name(status)), structs.text(reason), Number(offset));
		}
		return new Field(this, data, word(0), { columns: word(1), rows: word(2), materials: word(3), min: structs.floats(at + 16, 3), max: structs.floats(at + 28, 3) });
	}

	/** At most `count` triangles, which `store(first, wanted, corners, records)` stores `wanted` at a time; it returns how many it stored. */
	#bulk(count, store) {
		const positions = new Float32Array(9 * count), record = new Uint32Array(4 * count);
		const corners = this.heap.allocate(CHUNK * 36), records = this.heap.allocate(CHUNK * 16);
		let done = 0;
		for (let first = 0; first < count; first += CHUNK) {
			const stored = store(first, Math.min(CHUNK, count - first), corners, records) >>> 0;
			positions.set(new Float32Array(this.exports.memory.buffer, corners, 9 * stored), 9 * done);
			record.set(new Uint32Array(this.exports.memory.buffer, records, 4 * stored), 4 * done);
			done += stored;
		}
		this.heap.free(corners);
		this.heap.free(records);
		return { positions: positions.subarray(0, 9 * done), record: record.subarray(0, 4 * done) };
	}

	/** Corners, nine numbers each, and records of a mesh's triangles: source face, part, material, edges. */
	meshTriangles(asset, mesh, first = 0, count = asset.meshes[mesh].triangleCount - first) {
		return this.#bulk(count, (from, wanted, corners, records) => this.exports.view_triangles(asset.address, mesh, first + from, wanted, corners, records));
	}

	/** The same of the surface of a height field, by squares of `stride` cells; the source face is the cell. */
	fieldTriangles(field, stride = field.stride) {
		const count = 2 * Math.ceil((field.columns - 1) / stride) * Math.ceil((field.rows - 1) / stride);
		return this.#bulk(count, (from, wanted, corners, records) => this.exports.view_field_triangles(field.address, stride, from / 2, wanted / 2, corners, records));
	}

	/** The surface of a hull or primitive in its own coordinates. */
	shapeTriangles(asset, shape) {
		const list = this.heap.allocate(20);
		for (let at = 0; at < 20; at += 4)
			this.structs.view.setUint32(list + at, 0, true);
		try {
			this.exports.view_solid_triangles(list, asset.address, shape);
			const { view } = this.structs, word = (k) => view.getUint32(list + 4 * k, true);
			if (view.getUint8(list + 16) !== 0)
				throw new RangeError('no memory for the surface');
			return { positions: this.#floats(word(0), 9 * word(2)), face: this.#words(word(1), word(2)) };
		} finally {
			this.exports.view_solid_free(list);
			this.heap.free(list);
		}
	}

	/** The sides of triangles whose kinds are in the mask, bits 1 << kind (EDGE_KINDS). */
	edgeLines(asset, mesh, kinds) {
		return this.lines((list) => this.exports.view_edge_lines(list, asset.address, mesh, kinds));
	}

	/** The volumes of the levels first .. last of a tree; 0: the children of the root. */
	treeLines(asset, mesh, kind, first, last) {
		return this.lines((list) =>
			this.exports.view_tree_lines(list, asset.address, mesh ?? NONE, TREE_KINDS.indexOf(kind), first, last));
	}

	/** The volumes of the children of a node of a tree: segments of each. */
	childLines(asset, mesh, kind, node) {
		const children = [];
		for (let more = true; more && children.length < 8;) {
			const lines = this.lines((list) => {
				more = this.exports.view_child_lines(list, asset.address, mesh ?? NONE, TREE_KINDS.indexOf(kind), node, children.length) !== 0;
			});
			if (more)
				children.push(lines);
		}
		return children;
	}

	volumeLines(asset, shape, kind) {
		return this.lines((list) =>
			this.exports.view_volume_lines(list, asset.address, shape, 0, VOLUME_KINDS.indexOf(kind)));
	}

	partVolumeLines(asset, part, kind) {
		return this.lines((list) =>
			this.exports.view_volume_lines(list, asset.address, part, 1, VOLUME_KINDS.indexOf(kind)));
	}

	/** The parts that meshes were made from: the meshes of the art. */
	parts(asset) {
		const { view } = this.structs, { parts, partCount } = asset.fields, size = 32;
		const owners = new Map();
		asset.meshes.forEach(({ partFirst, partCount: own }, mesh) => {
			for (let i = 0; i < own; ++i)
				owners.set(partFirst + i, mesh);
		});
		return Array.from({ length: partCount }, (_, i) => {
			const word = (k) => view.getUint32(parts + i * size + 4 * k, true);
			return { name: word(0) === NONE ? '' : asset.name(word(0)), sourceMesh: orNull(word(1)), material: orNull(word(2)),
				firstFace: word(3), faceCount: word(4), volumes: word(5) !== NONE, mesh: owners.get(i) ?? null };
		});
	}

	/** Every tree of the scene and of the meshes with its figures. */
	trees(asset) {
		const size = 32, count = this.exports.view_trees(asset.address, 0, 0);
		const trees = this.heap.allocate(count * size), levels = this.heap.allocate(40 * 12);
		this.exports.view_trees(asset.address, trees, count);
		const list = Array.from({ length: count }, (_, i) => {
			const at = trees + i * size, word = (k) => this.structs.view.getUint32(at + 4 * k, true);
			const kind = TREE_KINDS[word(1)];
			const depth = this.exports.view_tree_levels(asset.address, word(0), word(1), levels);
			return { mesh: orNull(word(0)), kind, nodes: word(2), leaves: word(3), depth: word(4), pair: word(5) !== 0,
				rule: word(6) === NONE ? '' : asset.name(word(6)), sahCost: this.structs.view.getFloat32(at + 28, true),
				levels: Array.from({ length: depth }, (_, k) => ({
					nodes: this.structs.view.getUint32(levels + 12 * k, true),
					leaves: this.structs.view.getUint32(levels + 12 * k + 4, true),
					sah: this.structs.view.getFloat32(levels + 12 * k + 8, true),
				})) };
		});
		this.heap.free(levels);
		this.heap.free(trees);
		return list;
	}

	/** Mass of a solid of density 1, in the units of the shape. */
	mass(asset, shape) {
		const { answer, structs } = this;
		this.exports.kiln_shape_mass(answer, asset.address, shape);
		const float = (k) => structs.view.getFloat32(answer + 4 * k, true);
		return { solid: structs.view.getUint8(answer) !== 0, volume: float(1), area: float(2), center: structs.floats(answer + 12, 3),
			inertia: structs.floats(answer + 24, 6), moments: structs.floats(answer + 48, 3), axes: structs.floats(answer + 60, 4) };
	}

	/** Questions about one or two assets, or about a height field, which must stay open. */
	session(first, second = null, { work = false, budget = null } = {}) {
		const field = first.isField ? first : null;
		const address = this.exports.view_session_new(field ? 0 : first.address, second?.address ?? 0, work, budget !== null, budget ?? 0);
		if (address === 0)
			throw new RangeError('no memory for a session');
		return new Session(this, address, field);
	}

	broadphase(capacity, pairCapacity) {
		const address = this.exports.view_broadphase_new(capacity, pairCapacity);
		if (address === 0)
			throw new RangeError('no memory for a broadphase');
		return new Broadphase(this, address);
	}

	/** Writes a body: sphere, box, or capsule along y. */
	#body(at, { kind, radius = 0, halfExtents = [0, 0, 0], halfLength = 0, pose = {} }) {
		const { structs } = this;
		structs.view.setUint32(at, BODY_KINDS.indexOf(kind), true);
		structs.setFloats(at + 4, [radius, ...halfExtents, halfLength], 5);
		structs.set('kiln_pose', at + 24, pose);
		return at;
	}

	#touch(at) {
		const { structs } = this, { view } = structs;
		return { normal: structs.floats(at, 3),
			contacts: Array.from({ length: view.getUint32(at + 12, true) }, (_, i) => ({
				onA: structs.floats(at + 16 + 28 * i, 3), onB: structs.floats(at + 28 + 28 * i, 3),
				depth: view.getFloat32(at + 40 + 28 * i, true) })),
			node: orNull(view.getUint32(at + 128, true)), triangle: orNull(view.getUint32(at + 132, true)) };
	}

	/** The contacts of a body with an asset, one manifold for each triangle or solid. */
	bodyManifolds(asset, body, skin = 0) {
		const at = this.#body(this.question, body), size = this.exports.view_manifold_size();
		for (let capacity = 64;;) {
			const room = this.heap.allocate(capacity * size), touches = this.heap.allocate(capacity * 4 * TOUCH_WORDS);
			const count = this.exports.view_body_manifolds(asset.address, at, skin, room, touches, capacity) >>> 0;
			const found = count <= capacity ? Array.from({ length: count }, (_, i) => this.#touch(touches + i * 4 * TOUCH_WORDS)) : null;
			this.heap.free(touches);
			this.heap.free(room);
			if (found)
				return found;
			capacity = count;
		}
	}

	/** The contacts of two bodies; null where they are apart. The normal leads to the first one. */
	bodyPair(first, second, skin = 0) {
		const a = this.#body(this.question, first), b = this.#body(this.question + 128, second);
		return this.exports.view_body_pair(a, b, skin, this.answer) ? this.#touch(this.answer) : null;
	}

	openLog(bytes) {
		const data = this.heap.allocate(bytes.length), { answer, structs } = this;
		structs.bytes.set(bytes, data);
		this.exports.view_log_open(answer, answer + 64, answer + 68, data, bytes.length);
		const { status, offset, reason } = structs.get('kiln_result', answer);
		if (status === 0)
			return new Log(this, data, structs.view.getUint32(answer + 64, true), structs.view.getUint32(answer + 68, true));
		this.heap.free(data);
		throw new KilnError(structs.text(this.exports.kiln_status_name(status)), structs.text(reason), Number(offset));
	}
}

/** Makes the runtime of a page from the module's bytes, or from the compiled module. */
export async function loadView(source) {
	const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
	let view;
	const kiln = {
		allocate: (size) => {
			try {
				return view.heap.allocate(size >>> 0);
			} catch (error) {
				if (error instanceof RangeError)
					return 0;
				throw error;
			}
		},
		release: (address) => view.heap.free(address >>> 0),
	};
	view = new View(await WebAssembly.instantiate(module, { kiln }), true);
	return view;
}
