// SPDX-License-Identifier: MIT
// The runtime of Kiln in WebAssembly: opens cooked assets and answers queries about them. kiln.d.ts documents everything
// that this module exports.

/** No node, no triangle, no limit: fields with this number read as null. */
const NONE = 0xffffffff;
/** Assets and answers start at multiples of this many bytes, as the format demands of blobs. */
const ALIGNMENT = 64;
const PAGE = 65536;

/** Reads a file that lies beside this module, in a browser or in Node. */
async function readBeside(name) {
	const url = new URL(name, import.meta.url);
	if (url.protocol === 'file:') {
		const { readFile } = await import('node:fs/promises');
		return readFile(url);
	}
	const response = await fetch(url);
	if (!response.ok)
		throw new Error(`${url}: ${response.status} ${response.statusText}`);
	return new Uint8Array(await response.arrayBuffer());
}

/** A refusal of the runtime. */
export class KilnError extends Error {
	constructor(status, reason, offset) {
		super(offset ? `offset ${offset}: ${reason}` : reason);
		this.name = 'KilnError';
		this.status = status;
		this.reason = reason;
		this.offset = offset;
	}
}

/** First-fit allocation behind the module's own data. The runtime never allocates: every byte here is this file's. */
class Heap {
	#memory;
	#free;
	#sizes = new Map();

	constructor(memory, base) {
		this.#memory = memory;
		const first = Math.ceil(base / ALIGNMENT) * ALIGNMENT;
		this.#free = [{ first, end: memory.buffer.byteLength }];
	}

	/** Returns the address of `size` bytes, whose contents are undefined. Throws a RangeError when memory cannot grow. */
	allocate(size) {
		const room = Math.max(Math.ceil(size / ALIGNMENT), 1) * ALIGNMENT;
		let at = this.#free.findIndex(({ first, end }) => end - first >= room);
		if (at < 0) {
			const end = this.#memory.buffer.byteLength, last = this.#free.at(-1);
			const had = last && last.end === end ? end - last.first : 0;
			this.#memory.grow(Math.ceil((room - had) / PAGE));
			this.#release(end, this.#memory.buffer.byteLength);
			at = this.#free.length - 1;
		}
		const { first, end } = this.#free[at];
		if (first + room === end)
			this.#free.splice(at, 1);
		else
			this.#free[at].first += room;
		this.#sizes.set(first, room);
		return first;
	}

	free(address) {
		const size = this.#sizes.get(address);
		this.#sizes.delete(address);
		this.#release(address, address + size);
	}

	/** Adds a range, joined with its neighbours. */
	#release(first, end) {
		let at = this.#free.findIndex((range) => range.first > first);
		if (at < 0)
			at = this.#free.length;
		const before = this.#free[at - 1], behind = this.#free[at];
		const joinsBefore = before && before.end === first, joinsBehind = behind && behind.first === end;
		if (joinsBefore && joinsBehind) {
			before.end = behind.end;
			this.#free.splice(at, 1);
		} else if (joinsBefore) {
			before.end = end;
		} else if (joinsBehind) {
			behind.first = first;
		} else {
			this.#free.splice(at, 0, { first, end });
		}
	}
}

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** Bytes of one element of each kind of field; kinds of structures are their names. */
const SIZES = { b: 1, u: 4, i: 4, f: 4, U: 8, P: 4, v: 12, q: 16 };
const STRUCTS = { p: 'kiln_pose', e: 'kiln_feature', c: 'kiln_contact', m: 'kiln_manifold' };

/** The module's structures as objects: fields by the names of the C headers, in camel case. */
class Structs {
	#memory;
	#view;
	#bytes;
	#structs = new Map();
	#decoder = new TextDecoder();

	constructor(memory, table) {
		this.#memory = memory;
		let fields;
		for (let at = table; this.view.getUint32(at, true) !== 0; at += 16) {
			const name = this.text(this.view.getUint32(at, true));
			const kind = String.fromCharCode(this.view.getUint32(at + 4, true));
			const offset = this.view.getUint32(at + 8, true), size = this.view.getUint32(at + 12, true);
			if (kind === '{') {
				fields = [];
				this.#structs.set(name, { size, fields });
			} else {
				fields.push({ name: camel(name), kind, offset, size });
			}
		}
		for (const struct of this.#structs.values()) {
			for (const field of struct.fields) {
				field.element = STRUCTS[field.kind] ? this.size(STRUCTS[field.kind]) : SIZES[field.kind];
				field.count = field.size / field.element;
				// A tag is the user's own number.
				field.nullable = field.name !== 'tag';
			}
			// Copies of one object share their hidden class, so that engines read answers fast.
			struct.empty = Object.fromEntries(struct.fields.map(({ name }) => [name, null]));
		}
	}

	/** The memory as it is now: growing it detaches every older view. */
	get view() {
		if (this.#view?.buffer !== this.#memory.buffer)
			this.#view = new DataView(this.#memory.buffer);
		return this.#view;
	}

	get bytes() {
		if (this.#bytes?.buffer !== this.#memory.buffer)
			this.#bytes = new Uint8Array(this.#memory.buffer);
		return this.#bytes;
	}

	size(name) {
		return this.#structs.get(name).size;
	}

	/** Reads a string that ends with a NUL. */
	text(address) {
		return this.#decoder.decode(this.bytes.subarray(address, this.bytes.indexOf(0, address)));
	}

	floats(address, count) {
		const values = new Array(count);
		for (let i = 0; i < count; ++i)
			values[i] = this.view.getFloat32(address + 4 * i, true);
		return values;
	}

	setFloats(address, values, count) {
		for (let i = 0; i < count; ++i)
			this.view.setFloat32(address + 4 * i, values?.[i] ?? 0, true);
	}

	get(name, address) {
		const { fields, empty } = this.#structs.get(name), { view } = this, object = { ...empty };
		for (let i = 0; i < fields.length; ++i) {
			const field = fields[i], at = address + field.offset;
			object[field.name] = field.count === 1 ? this.#getOne(view, field, at)
				: Array.from({ length: field.count }, (_, k) => this.#getOne(view, field, at + k * field.element));
		}
		return object;
	}

	#getOne(view, field, at) {
		switch (field.kind) {
		case 'f': return view.getFloat32(at, true);
		case 'v': return [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
		case 'u': {
			const value = view.getUint32(at, true);
			return value === NONE && field.nullable ? null : value;
		}
		case 'b': return view.getUint8(at) !== 0;
		case 'i': return view.getInt32(at, true);
		case 'U': return view.getBigUint64(at, true);
		case 'P': return view.getUint32(at, true);
		case 'q': return this.floats(at, 4);
		default: return this.get(STRUCTS[field.kind], at);
		}
	}

	/** Writes a structure. Fields that the object lacks, and bytes between fields, are zero. */
	set(name, address, object) {
		const { size, fields } = this.#structs.get(name), { view } = this;
		// Structures are too small for a call of fill.
		for (let at = address; at < address + size; at += 4)
			view.setUint32(at, 0, true);
		for (let i = 0; i < fields.length; ++i) {
			const field = fields[i], value = object[field.name];
			if (value !== undefined)
				this.#setOne(view, field, address + field.offset, value);
		}
	}

	setField(name, address, fieldName, value) {
		const field = this.#structs.get(name).fields.find((one) => one.name === fieldName);
		this.#setOne(this.view, field, address + field.offset, value);
	}

	#setOne(view, field, at, value) {
		switch (field.kind) {
		case 'v':
			view.setFloat32(at, value[0], true);
			view.setFloat32(at + 4, value[1], true);
			view.setFloat32(at + 8, value[2], true);
			break;
		case 'f': view.setFloat32(at, value, true); break;
		case 'u':
		case 'P': view.setUint32(at, value ?? NONE, true); break;
		case 'b': view.setUint8(at, value ? 1 : 0); break;
		case 'q': this.setFloats(at, value, 4); break;
		case 'U': view.setBigUint64(at, BigInt(value), true); break;
		default: this.set(STRUCTS[field.kind], at, value);
		}
	}
}

/** A list of the asset, read when an entry is taken. */
function list(count, read) {
	return Array.from({ length: count }, (_, i) => read(i));
}

export class Asset {
	#kiln;
	#data;
	#filter = 0;
	#lists = new Map();

	constructor(kiln, address, data) {
		this.#kiln = kiln;
		this.#data = data;
		this.address = address;
		const fields = kiln.structs.get('kiln_asset', address);
		this.fields = fields;
		this.nodeCount = fields.nodeCount;
		this.meshCount = fields.meshCount;
		this.materialCount = fields.materialCount;
		this.shapeCount = fields.shapeCount;
		this.triangleCount = Number(fields.triangleCount);
		const scene = kiln.structs.get('kiln_format_scene', fields.scene);
		this.boundsMin = scene.boundsMin;
		this.boundsMax = scene.boundsMax;
	}

	#list(name, first, count) {
		if (!this.#lists.has(name)) {
			const { structs } = this.#kiln, size = structs.size(name);
			this.#lists.set(name, list(count, (i) => {
				const entry = structs.get(name, first + i * size);
				return { ...entry, name: entry.name === null ? '' : this.name(entry.name) };
			}));
		}
		return this.#lists.get(name);
	}

	get nodes() {
		return this.#list('kiln_format_node', this.fields.nodes, this.nodeCount);
	}

	get meshes() {
		return this.#list('kiln_format_mesh', this.fields.meshes, this.meshCount);
	}

	get materials() {
		return this.#list('kiln_format_material', this.fields.materials, this.materialCount);
	}

	get shapes() {
		return this.#list('kiln_format_shape', this.fields.shapes, this.shapeCount);
	}

	name(offset) {
		return this.#kiln.structs.text(this.#kiln.exports.kiln_name(this.address, offset));
	}

	layer(name) {
		return this.#kiln.withText(name, (text) => BigInt.asUintN(64, this.#kiln.exports.kiln_layer(this.address, text)));
	}

	setFilter(filter) {
		const { heap, structs } = this.#kiln;
		if (this.#filter === 0)
			this.#filter = heap.allocate(structs.size('kiln_filter'));
		structs.set('kiln_filter', this.#filter, filter ?? {});
		structs.setField('kiln_asset', this.address, 'filter', filter ? this.#filter : 0);
	}

	layerName(layer) {
		return this.#kiln.structs.text(this.#kiln.exports.kiln_layer_name(this.address, layer));
	}

	triangleCorners(mesh, triangle) {
		const { exports, structs, answer } = this.#kiln;
		if (!exports.kiln_triangle_corners(this.address, mesh, triangle, answer))
			return null;
		return [0, 12, 24].map((at) => structs.floats(answer + at, 3));
	}

	triangleSource(mesh, triangle) {
		const { exports, structs, answer } = this.#kiln;
		exports.kiln_triangle_source(answer, this.address, mesh, triangle);
		return structs.get('kiln_source', answer);
	}

	/** Asks a function that returns a structure; null where its first field, a bool, is false. */
	#one(call, question, type, more) {
		const { structs, answer } = this.#kiln;
		const [name, object] = question, at = this.#kiln.question;
		structs.set(name, at, object);
		// A cast has a motion, too.
		const motion = at + 128;
		if (more !== undefined)
			structs.set(more[0], motion, more[1]);
		this.#kiln.exports[call](answer, this.address, at, motion);
		// Every such answer begins with whether there is one.
		return structs.view.getUint8(answer) !== 0 ? structs.get(type, answer) : null;
	}

	/** Asks a function that fills a list, again with more room where the list is longer. */
	#many(call, question, type) {
		const { structs } = this.#kiln, at = this.#kiln.question;
		structs.set(question[0], at, question[1]);
		return this.#kiln.fill(type, (entries, capacity) => this.#kiln.exports[call](this.address, at, entries, capacity) >>> 0);
	}

	rayClosest(ray) {
		return this.#one('kiln_scene_ray_closest', ['kiln_ray', ray], 'kiln_hit');
	}

	rayAny(ray) {
		this.#kiln.structs.set('kiln_ray', this.#kiln.question, ray);
		return this.#kiln.exports.kiln_scene_ray_any(this.address, this.#kiln.question) !== 0;
	}

	rayAll(ray) {
		return this.#many('kiln_scene_ray_all', ['kiln_ray', ray], 'kiln_hit');
	}

	closestPoint(point, maxDistance = 0) {
		return this.#one('kiln_scene_closest_point', ['kiln_point_query', { point, maxDistance }], 'kiln_closest');
	}

	pointInside(point) {
		this.#kiln.structs.setFloats(this.#kiln.question, point, 3);
		return [false, true, null][this.#kiln.exports.kiln_scene_point_inside(this.address, this.#kiln.question)];
	}

	overlapSphere(sphere) {
		return this.#many('kiln_scene_overlap_sphere', ['kiln_sphere', sphere], 'kiln_overlap');
	}

	overlapBox(box) {
		return this.#many('kiln_scene_overlap_box', ['kiln_box', box], 'kiln_overlap');
	}

	overlapCapsule(capsule) {
		return this.#many('kiln_scene_overlap_capsule', ['kiln_capsule', capsule], 'kiln_overlap');
	}

	castSphere(sphere, motion) {
		return this.#one('kiln_scene_cast_sphere', ['kiln_sphere', sphere], 'kiln_hit', ['kiln_motion', motion]);
	}

	castBox(box, motion) {
		return this.#one('kiln_scene_cast_box', ['kiln_box', box], 'kiln_hit', ['kiln_motion', motion]);
	}

	castCapsule(capsule, motion) {
		return this.#one('kiln_scene_cast_capsule', ['kiln_capsule', capsule], 'kiln_hit', ['kiln_motion', motion]);
	}

	close() {
		if (this.address === 0)
			return;
		this.#kiln.heap.free(this.address);
		this.#kiln.heap.free(this.#data);
		if (this.#filter !== 0)
			this.#kiln.heap.free(this.#filter);
		this.address = 0;
	}
}

export class Kiln {
	#room = 0;
	#capacity = 0;

	constructor(instance, simd) {
		this.exports = instance.exports;
		this.simd = simd;
		const { memory, __heap_base, kilni_wasm_layout, kiln_version } = instance.exports;
		this.heap = new Heap(memory, __heap_base.value);
		this.structs = new Structs(memory, kilni_wasm_layout());
		this.version = this.structs.text(kiln_version());
		// Room for the arguments and the answer of one call.
		this.question = this.heap.allocate(1024);
		this.answer = this.heap.allocate(1024);
	}

	/** Calls `use` with the address of a text. */
	withText(text, use) {
		const bytes = new TextEncoder().encode(text + '\0'), address = this.heap.allocate(bytes.length);
		this.structs.bytes.set(bytes, address);
		try {
			return use(address);
		} finally {
			this.heap.free(address);
		}
	}

	/** Reads a list: `ask` writes at most `capacity` entries and returns how many there are. */
	fill(type, ask) {
		const size = this.structs.size(type);
		for (;;) {
			const capacity = Math.floor(this.#capacity / size), count = ask(this.#room, capacity);
			if (count <= capacity)
				return list(count, (i) => this.structs.get(type, this.#room + i * size));
			if (this.#room !== 0)
				this.heap.free(this.#room);
			this.#room = this.#capacity = 0;
			this.#room = this.heap.allocate(count * size);
			this.#capacity = count * size;
		}
	}

	#refuse(status, reason, offset) {
		throw new KilnError(this.structs.text(this.exports.kiln_status_name(status)), reason, offset);
	}

	open(bytes, { trust = false } = {}) {
		const source = bytes instanceof Uint8Array ? bytes : ArrayBuffer.isView(bytes) ?
			new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
		const data = this.heap.allocate(source.length);
		let address = 0;
		try {
			address = this.heap.allocate(this.structs.size('kiln_asset'));
			this.structs.bytes.set(source, data);
			this.structs.set('kiln_open_options', this.question, { trust });
			this.exports.kiln_open(this.answer, address, data, source.length, this.question);
			const result = this.structs.get('kiln_result', this.answer);
			if (result.status !== 0)
				this.#refuse(result.status, this.structs.text(result.reason), Number(result.offset));
			return new Asset(this, address, data);
		} catch (error) {
			if (address !== 0)
				this.heap.free(address);
			this.heap.free(data);
			throw error;
		}
	}

	/** Writes both objects of a question about two, and returns their addresses. */
	#objects(a, b) {
		const size = 256;
		[a, b].forEach(({ asset, pose = {}, shape = null }, i) =>
			this.structs.set('kiln_object', this.question + i * size, { asset: asset.address, shape, pose }));
		return [this.question, this.question + size];
	}

	/** Throws where a status is not KILN_OK. */
	#check(status) {
		if (status !== 0)
			this.#refuse(status, 'a pose or number is out of range', 0);
	}

	/** Asks about two objects; the answer is at `answer`. */
	#pair(call, a, b, ...more) {
		const [first, second] = this.#objects(a, b);
		this.#check(this.exports[call](first, second, ...more));
	}

	collide(a, b) {
		this.#pair('kiln_pair_collide', a, b, 0, this.answer, 0);
		return this.structs.view.getUint8(this.answer) !== 0;
	}

	within(a, b, distance) {
		this.#pair('kiln_pair_within', a, b, distance, 0, this.answer);
		return this.structs.view.getUint8(this.answer) !== 0;
	}

	contacts(a, b) {
		return this.fill('kiln_pair', (pairs, capacity) => {
			this.#pair('kiln_pair_contacts', a, b, 0, pairs, capacity, this.answer);
			return this.structs.view.getUint32(this.answer, true);
		});
	}

	distance(a, b) {
		this.#pair('kiln_pair_distance', a, b, 0, this.answer);
		const found = this.structs.get('kiln_pair_separation', this.answer);
		return found.found ? found : null;
	}

	penetration(a, b) {
		this.#pair('kiln_pair_penetration', a, b, 0, this.answer);
		const found = this.structs.get('kiln_pair_depth', this.answer);
		return found.touching ? found : null;
	}

	manifolds(a, b) {
		const found = this.fill('kiln_pair_manifold', (manifolds, capacity) => {
			this.#pair('kiln_pair_manifolds', a, b, 0, 0, manifolds, capacity, this.answer);
			return this.structs.view.getUint32(this.answer, true);
		});
		return found.map(({ manifold, ...pieces }) =>
			({ normal: manifold.normal, contacts: manifold.contacts.slice(0, manifold.count), ...pieces }));
	}

	timeOfImpact(a, sweepA, b, sweepB, tolerance = 0) {
		const [first, second] = this.#objects(a, b);
		const sweeps = [sweepA, sweepB].map((sweep, i) => {
			const at = this.question + 512 + i * 256;
			if (sweep)
				this.structs.set('kiln_sweep', at, sweep);
			return sweep ? at : 0;
		});
		this.#check(this.exports.kiln_pair_time_of_impact(first, sweeps[0], second, sweeps[1], tolerance, 0, this.answer));
		const found = this.structs.get('kiln_pair_impact', this.answer);
		return found.hit ? found : null;
	}
}

export async function load({ simd, source } = {}) {
	if (source) {
		const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
		return new Kiln(await WebAssembly.instantiate(module, {}), simd ?? null);
	}
	if (simd !== false) {
		const bytes = await readBeside('./kiln.simd128.wasm');
		if (simd || WebAssembly.validate(bytes))
			return new Kiln((await WebAssembly.instantiate(bytes, {})).instance, true);
	}
	return new Kiln((await WebAssembly.instantiate(await readBeside('./kiln.scalar.wasm'), {})).instance, false);
}
