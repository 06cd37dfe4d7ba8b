// SPDX-License-Identifier: MIT
// kiln-query in terms of the npm package: reads one query a line and prints the answers of the WebAssembly runtime as
// kiln-query prints those of the native one, to compare them byte for byte (tests/answers.sh).
//   node tests/wasm/query.mjs PACKAGE simd128|scalar A.kiln [B.kiln] <QUERIES >ANSWERS
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, set, ...paths] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/kiln.mjs`));
const kiln = await load({ simd: set === 'simd128' });
if (kiln.simd !== (set === 'simd128'))
	throw new Error(`asked for ${set}`);
const [asset, second] = paths.map((path) => kiln.open(readFileSync(path)));
const kinds = ['mesh', 'hull', 'sphere', 'capsule', 'box', 'cylinder'];
const features = ['', 'vertex', 'edge', 'face'];

/** Nine significant digits as C's %.9g prints them: halfway cases go to the even digit, toExponential takes them up. */
function number(x) {
	if (!Number.isFinite(x))
		return 'null';
	if (x === 0)
		return Object.is(x, -0) ? '-0' : '0';
	let [digits, exponent] = x.toExponential(8).split('e');
	const [long, longExponent] = x.toExponential(60).split('e');
	const kept = long.slice(0, long.indexOf('.') + 9);
	if (/^50*$/.test(long.slice(kept.length)) && '02468'.includes(kept.at(-1)))
		[digits, exponent] = [kept, longExponent];
	const power = Number(exponent);
	const short = (text) => text.includes('.') ? text.replace(/\.?0+$/, '') : text;
	if (power < -4 || power >= 9)
		return `${short(digits)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
	const sign = digits.startsWith('-') ? '-' : '', plain = digits.replace(/[-.]/g, '');
	return sign + short(power < 0 ? `0.${'0'.repeat(-power - 1)}${plain}` : `${plain.slice(0, power + 1)}.${plain.slice(power + 1)}`);
}

/** A float of an answer; every other number is a whole one. */
class Float {
	constructor(x) {
		this.x = x;
	}
}
const float = (x) => new Float(x), floats = (values) => values.map(float);

function json(value) {
	if (value instanceof Float)
		return number(value.x);
	if (Array.isArray(value))
		return `[${value.map(json).join(',')}]`;
	if (value !== null && typeof value === 'object')
		return `{${Object.entries(value).map(([key, member]) => `"${key}":${json(member)}`).join(',')}}`;
	return JSON.stringify(value);
}

function solid(shape, face) {
	const kind = shape === null ? 0 : asset.shapes[shape].kind;
	return kind === 0 ? {} : kind === 1 ? { solid: kinds[kind], face } : { solid: kinds[kind] };
}

function place({ mesh, sourceMesh, material, node }) {
	return { mesh, source_mesh: sourceMesh, material: asset.materials[material]?.name ?? '', node_name: asset.nodes[node]?.name ?? '' };
}

function hit(found) {
	if (found === null)
		return { hit: false };
	const { t, point, normal, triangle, sourceFace, node, shape, face } = found;
	return { hit: true, t: float(t), point: floats(point), normal: floats(normal), triangle, source: sourceFace, node,
		...solid(shape, face), ...place(found) };
}

function closest(found) {
	if (found === null)
		return { found: false };
	const { distance, point, triangle, sourceFace, node, shape } = found;
	return { found: true, distance: float(distance), point: floats(point), triangle, source: sourceFace, node,
		...solid(shape, null), ...place(found) };
}

function overlaps(found) {
	const triangles = found.filter(({ triangle }) => triangle !== null);
	const answer = { triangles: [...new Set(triangles.map(({ triangle }) => triangle))].sort((a, b) => a - b) };
	if (asset.nodeCount > 1)
		answer.pairs = triangles.map(({ node, triangle }) => [node, triangle]);
	if (asset.shapeCount > asset.meshCount)
		answer.solids = found.filter(({ triangle }) => triangle === null).map(({ node }) => node);
	return answer;
}

const hasNodes = asset.nodeCount > 1 || second?.nodeCount > 1;

function pieces({ triangleA, triangleB, nodeA, nodeB }) {
	return hasNodes ? { pair: [triangleA, triangleB], nodes: [nodeA, nodeB] } : { pair: [triangleA, triangleB] };
}

function contacts(found) {
	const key = ({ nodeA, triangleA, nodeB, triangleB }) => [nodeA, triangleA, nodeB, triangleB].map((part) => part ?? 2 ** 32);
	found.sort((a, b) => key(a).map((part, i) => part - key(b)[i]).find((difference) => difference !== 0) ?? 0);
	const answer = { count: found.length, pairs: found.map(({ triangleA, triangleB }) => [triangleA, triangleB]),
		segments: found.map(({ ends }) => floats(ends.flat())) };
	if (hasNodes)
		answer.nodes = found.map(({ nodeA, nodeB }) => [nodeA, nodeB]);
	return answer;
}

function separation(found) {
	return found === null ? { found: false }
		: { distance: float(found.distance), a: floats(found.onA), b: floats(found.onB), ...pieces(found) };
}

function depth(found) {
	return found === null ? { touching: false } : { touching: true, depth: float(found.depth), normal: floats(found.normal),
		a: floats(found.onA), b: floats(found.onB), ...pieces(found) };
}

function manifolds(found) {
	const feature = ({ kind, index }) => kind === 0 ? null : `${features[kind]} ${index}`;
	return { count: found.length, manifolds: found.map((of) => ({ normal: floats(of.normal),
		contacts: of.contacts.map((contact) => ({ a: floats(contact.onA), b: floats(contact.onB), depth: float(contact.depth),
			features: [feature(contact.featureA), feature(contact.featureB)] })), ...pieces(of) })) };
}

function impact(found) {
	return found === null ? { hit: false } : { hit: true, t: float(found.t), inside: found.inside, gap: float(found.gap),
		point: floats(found.point), normal: floats(found.normal), ...pieces(found) };
}

const ray = (n) => ({ origin: n.slice(0, 3), direction: n.slice(3, 6), tMax: n[6] });
const sphere = (n) => ({ center: n.slice(0, 3), radius: n[3] });
const box = (n, turned) => ({ center: n.slice(0, 3), halfExtents: n.slice(3, 6), rotation: turned ? n.slice(6, 10) : [0, 0, 0, 0] });
const capsule = (n) => ({ a: n.slice(0, 3), b: n.slice(3, 6), radius: n[6] });
const motion = (n) => ({ direction: n.slice(0, 3), tMax: n[3] ?? 0 });
const pose = (n) => ({ translation: n.slice(0, 3), rotation: n.slice(3, 7), scale: n[7] ?? 1 });
const a = { asset }, b = (n) => ({ asset: second, pose: pose(n) });

/** Letters of the numbers, as in tools/common/query_line.c, and the answer. */
const queries = {
	ray: [['pppddd', 'pppdddt'], (n) => hit(asset.rayClosest(ray(n)))],
	rayall: [['pppddd', 'pppdddt'], (n) => ({ hits: asset.rayAll(ray(n)).map(hit) })],
	closest: [['ppp', 'pppt'], (n) => closest(asset.closestPoint(n.slice(0, 3), n[3]))],
	inside: [['ppp'], (n) => {
		const inside = asset.pointInside(n);
		if (inside === null)
			throw new SyntaxError('a mesh that is not closed may surround the point');
		return { inside };
	}],
	sphere: [['ppps'], (n) => overlaps(asset.overlapSphere(sphere(n)))],
	box: [['pppsss', 'pppsssqqqq'], (n) => overlaps(asset.overlapBox(box(n, n.length === 10)))],
	capsule: [['pppppps'], (n) => overlaps(asset.overlapCapsule(capsule(n)))],
	castsphere: [['pppsddd', 'pppsdddt'], (n) => hit(asset.castSphere(sphere(n), motion(n.slice(4))))],
	castbox: [['pppsssddd', 'pppsssdddt', 'pppsssqqqqddd', 'pppsssqqqqdddt'],
		(n) => hit(asset.castBox(box(n, n.length > 10), motion(n.slice(n.length > 10 ? 10 : 6))))],
	castcapsule: [['ppppppsddd', 'ppppppsdddt'], (n) => hit(asset.castCapsule(capsule(n), motion(n.slice(7))))],
	collide: [['pppqqqq', 'pppqqqqk'], (n) => ({ collide: kiln.collide(a, b(n)) })],
	contacts: [['pppqqqq', 'pppqqqqk'], (n) => contacts(kiln.contacts(a, b(n)))],
	distance: [['pppqqqq', 'pppqqqqk'], (n) => separation(kiln.distance(a, b(n)))],
	within: [['spppqqqq', 'spppqqqqk'], (n) => ({ within: kiln.within(a, b(n.slice(1)), n[0]) })],
	depth: [['pppqqqq', 'pppqqqqk'], (n) => depth(kiln.penetration(a, b(n)))],
	manifold: [['pppqqqq', 'pppqqqqk'], (n) => manifolds(kiln.manifolds(a, b(n)))],
	toi: [['pppqqqqpppqqqq', 'pppqqqqpppqqqqk'], (n) => {
		const to = pose(n.slice(7)), from = { ...pose(n.slice(0, 7)), scale: to.scale };
		return impact(kiln.timeOfImpact(a, null, { asset: second, pose: from }, { from, to }));
	}],
};

function parse(text) {
	if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text))
		throw new SyntaxError(`'${text}' is not a number`);
	const value = Math.fround(Number(text));
	if (!Number.isFinite(value))
		throw new SyntaxError(`'${text}' is out of range`);
	return value;
}

function check(letters, numbers, isRay) {
	let moves = false;
	[...letters].forEach((letter, i) => {
		const x = numbers[i];
		if ('ps'.includes(letter) && Math.abs(x) > 2 ** 40)
			throw new SyntaxError(`${number(x)} is beyond the largest coordinate, 2^40`);
		if ('st'.includes(letter) && x < 0)
			throw new SyntaxError(`negative ${letter === 's' ? 'size' : 'limit'} ${number(x)}`);
		moves ||= letter === 'd' && x !== 0;
	});
	if (isRay && !moves)
		throw new SyntaxError('the direction is zero');
}

let out = '';
readFileSync(0, 'utf8').replace(/\n$/, '').split('\n').forEach((line, i) => {
	const [word, ...texts] = line.trim().split(/[ \t]+/);
	let answer;
	try {
		const [forms, ask] = queries[word], numbers = texts.map(parse);
		const letters = forms.find((form) => form.length === numbers.length);
		check(letters, numbers, word.startsWith('ray'));
		answer = ask(numbers);
	} catch (error) {
		if (!(error instanceof SyntaxError))
			throw error;
		answer = { error: error.message, line: i + 1 };
	}
	out += json(answer) + '\n';
});
for (let bytes = Buffer.from(out), at = 0; at < bytes.length;)
	at += writeSync(1, bytes, at);
