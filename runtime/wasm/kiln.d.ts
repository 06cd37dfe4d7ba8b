// SPDX-License-Identifier: MIT
/** x, y, z. */
export type Vec3 = [number, number, number];
/** x, y, z, w of a unit quaternion; all zero: the identity. */
export type Quat = [number, number, number, number];

export interface LoadOptions {
	/** true: the module with SIMD128; false: the one without; left out: SIMD128 where the engine has it. The answers are the same bits. */
	simd?: boolean;
	/** The module's bytes, or the compiled module, instead of the file beside this one. */
	source?: BufferSource | WebAssembly.Module;
}

/** Compiles the runtime. Each instance has a memory of its own. */
export function load(options?: LoadOptions): Promise<Kiln>;

/** A refusal of the runtime. */
export class KilnError extends Error {
	/** A stable word, such as `truncated` or `argument`. */
	readonly status: string;
	/** One sentence. */
	readonly reason: string;
	/** Byte of the blob where the fault is; 0 where the fault has no place. */
	readonly offset: number;
}

/** The points origin + t direction, 0 <= t <= tMax. */
export interface Ray {
	origin: Vec3;
	/** Any length above zero. */
	direction: Vec3;
	/** 0 or left out: no limit. */
	tMax?: number;
	/** 1: ignores triangles that the ray meets from behind. */
	flags?: number;
}

/** Motion without rotation: the shape moves by t direction, 0 <= t <= tMax. */
export interface Motion {
	direction: Vec3;
	tMax?: number;
}

export interface Sphere {
	center: Vec3;
	/** >= 0 */
	radius: number;
}

export interface Box {
	center: Vec3;
	/** Each >= 0. */
	halfExtents: Vec3;
	rotation?: Quat;
}

export interface Capsule {
	a: Vec3;
	b: Vec3;
	/** >= 0 */
	radius: number;
}

/** Where an answer lies in the asset and in the art. */
export interface Place {
	/** Number in the asset; null for solids. */
	triangle: number | null;
	/** Index in `meshes`; null for solids. */
	mesh: number | null;
	/** Mesh in the art file; null for authored solids. */
	sourceMesh: number | null;
	/** Face of that mesh; null for solids. */
	sourceFace: number | null;
	/** Index in `materials`. */
	material: number | null;
	/** Index in `nodes`. */
	node: number;
	/** The node's tag. */
	tag: number;
	/** Index in `shapes`. */
	shape: number;
}

/** Hit of a ray or of a moving shape. */
export interface Hit extends Place {
	hit: true;
	/** Met from behind, against the winding; casts: the shape's center starts behind or inside. */
	back: boolean;
	/** In lengths of the given direction. */
	t: number;
	/** On the triangle or solid. */
	point: Vec3;
	/** Unit, outward. */
	normal: Vec3;
	/** Rays: barycentric weights of the second and third corner. */
	u: number;
	v: number;
	/** Rays: face of a hull. */
	face: number | null;
}

export interface Closest extends Place {
	found: true;
	/** From the point of the query, >= 0. */
	distance: number;
	point: Vec3;
}

/** A triangle, or the solid of a node where `triangle` is null, that touches a query shape. */
export interface Overlap {
	node: number;
	triangle: number | null;
}

export interface Node {
	name: string;
	/** Three rows of four, from the shape's coordinates to the asset's. */
	toAsset: number[];
	boundsMin: Vec3;
	boundsMax: Vec3;
	/** Index in `meshes`; null where the shape is a solid. */
	mesh: number | null;
	/** Index in `shapes`. */
	shape: number;
	sourceNode: number;
	/** 1 identity, 2 mirrored, 4 trigger. */
	flags: number;
	tag: number;
	layers: bigint;
	collides: bigint;
	user: bigint;
}

export interface Mesh {
	name: string;
	boundsMin: Vec3;
	boundsMax: Vec3;
	/** 1 closed, 2 manifold, 4 orientable, 8 wound consistently. */
	flags: number;
	/** Number of the mesh's first triangle in the asset. */
	triangleFirst: number;
	triangleCount: number;
	/** Levels of tree nodes. */
	depth: number;
	vertexCount: number;
	edgeCount: number;
	boundaryEdges: number;
	nonmanifoldEdges: number;
	inconsistentEdges: number;
	componentCount: number;
	eulerCharacteristic: number;
	sahCost: number;
}

export interface Material {
	name: string;
	tag: number;
	layers: bigint;
	collides: bigint;
	user: bigint;
	friction: number;
	restitution: number;
	/** 1: friction is given; 2: restitution is given. */
	flags: number;
}

export interface Shape {
	name: string;
	/** 0 mesh, 1 hull, 2 sphere, 3 capsule, 4 box, 5 cylinder. */
	kind: number;
	/** Of the mesh or hull. */
	index: number;
	material: number | null;
	/** 1: volume and moments are a solid's. */
	flags: number;
	/** Numbers of a primitive, see format/FORMAT.md. */
	parameters: number[];
	volume: number;
	area: number;
	center: Vec3;
	moments: number[];
	axes: number[];
}

/** What queries of an asset see. */
export interface Filter {
	/** Leaves out what is in these layers and in no other. */
	ignores?: bigint;
	/** Layers of the caller: leaves out what collides with none of them. 0n: not used. */
	belongs?: bigint;
	/** 1 leaves out triggers, 2 leaves out everything else. */
	flags?: number;
}

/**
 * An opened asset. Queries with NaN, infinity, negative sizes or coordinates beyond 2^40 find nothing. An asset that is closed must
 * not be used.
 */
export class Asset {
	readonly nodeCount: number;
	readonly meshCount: number;
	readonly materialCount: number;
	readonly shapeCount: number;
	readonly triangleCount: number;
	readonly boundsMin: Vec3;
	readonly boundsMax: Vec3;
	readonly nodes: readonly Node[];
	readonly meshes: readonly Mesh[];
	readonly materials: readonly Material[];
	readonly shapes: readonly Shape[];

	/** The mask of the layer with this name; 0n where the asset has none. */
	layer(name: string): bigint;
	/** The name of layer 0 to 63; '' where the layer has none. */
	layerName(layer: number): string;
	/** Selects what all later queries see; null: everything. */
	setFilter(filter: Filter | null): void;
	/** Corners in mesh coordinates; null out of range. Numbers are the mesh's own. */
	triangleCorners(mesh: number, triangle: number): [Vec3, Vec3, Vec3] | null;
	/** Origin of a triangle in the art; every field is null out of range. */
	triangleSource(mesh: number, triangle: number):
		{ mesh: number | null; face: number | null; material: number | null; part: number | null };

	/** The first triangle or solid that a ray meets. */
	rayClosest(ray: Ray): Hit | null;
	/** Whether a ray meets anything. */
	rayAny(ray: Ray): boolean;
	/** Every triangle and solid that a ray meets, by increasing t. */
	rayAll(ray: Ray): Hit[];
	/** The closest point of a surface or solid, at most `maxDistance` away; 0: no limit. */
	closestPoint(point: Vec3, maxDistance?: number): Closest | null;
	/** Whether a point is in a closed mesh or solid; null: an open mesh may surround it. */
	pointInside(point: Vec3): boolean | null;
	/** What a shape touches, by node, then triangle. */
	overlapSphere(sphere: Sphere): Overlap[];
	overlapBox(box: Box): Overlap[];
	overlapCapsule(capsule: Capsule): Overlap[];
	/** The first triangle or solid that a moving shape touches. */
	castSphere(sphere: Sphere, motion: Motion): Hit | null;
	castBox(box: Box, motion: Motion): Hit | null;
	castCapsule(capsule: Capsule, motion: Motion): Hit | null;

	/** Frees the asset's memory. */
	close(): void;
}

/** p' = translation + scale * (rotation applied to p). */
export interface Pose {
	rotation?: Quat;
	translation?: Vec3;
	/** > 0; 0 or left out: 1. */
	scale?: number;
}

/** An asset, or one of its shapes, at a pose. */
export interface Placed {
	asset: Asset;
	pose?: Pose;
	/** Index in `shapes`, in its own coordinates; null or left out: all nodes. */
	shape?: number | null;
}

/** The pieces of two objects that an answer names; null in place of a triangle is a solid. */
export interface Pieces {
	nodeA: number | null;
	nodeB: number | null;
	triangleA: number | null;
	triangleB: number | null;
}

export interface Contact {
	onA: Vec3;
	onB: Vec3;
	depth: number;
	/** kind: 0 none, 1 vertex, 2 edge, 3 face. */
	featureA: { kind: number; index: number | null };
	featureB: { kind: number; index: number | null };
}

/** One instance of the module. Questions about two objects throw a KilnError for poses out of range. */
export class Kiln {
	/** "major.minor.patch" of the runtime. */
	readonly version: string;
	/** Whether this is the module with SIMD128; null where the caller gave the module. */
	readonly simd: boolean | null;

	/**
	 * Copies a blob into the module's memory and proves it. Throws a KilnError for a blob that is refused, and a RangeError where
	 * memory cannot grow (4 GiB in all). `trust` skips the proof, for bytes that were proved before.
	 */
	open(bytes: BufferSource, options?: { trust?: boolean }): Asset;

	/** Whether two objects touch. */
	collide(a: Placed, b: Placed): boolean;
	/** Whether they are at most `distance` apart. */
	within(a: Placed, b: Placed, distance: number): boolean;
	/** All pairs that touch, each with the ends of a segment that both share. */
	contacts(a: Placed, b: Placed): (Pieces & { ends: [Vec3, Vec3]; coplanar: boolean })[];
	/** The least distance and its points; null where one has nothing in it. */
	distance(a: Placed, b: Placed): (Pieces & { found: true; distance: number; onA: Vec3; onB: Vec3 }) | null;
	/** The deepest pair of pieces, and a's shortest way out; null where nothing touches. */
	penetration(a: Placed, b: Placed): (Pieces & { touching: true; depth: number; normal: Vec3; onA: Vec3; onB: Vec3 }) | null;
	/** The contact points of all pairs of pieces that touch; normals lead from b to a. */
	manifolds(a: Placed, b: Placed): (Pieces & { normal: Vec3; contacts: Contact[] })[];
	/** The first contact of two objects on their ways; a sweep of null leaves the object at its pose. */
	timeOfImpact(a: Placed, sweepA: Sweep | null, b: Placed, sweepB: Sweep | null, tolerance?: number):
		(Pieces & { hit: true; inside: boolean; t: number; gap: number; point: Vec3; normal: Vec3 }) | null;
}

/** A way from one pose to another of the same scale, for t from 0 to 1. */
export interface Sweep {
	from: Pose;
	to: Pose;
	/** A point that moves straight, such as the center of mass. */
	center?: Vec3;
}
