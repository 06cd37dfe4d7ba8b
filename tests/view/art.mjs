// SPDX-License-Identifier: MIT
// Writes art for the browser tests, as glTF or OBJ.
//   node tests/view/art.mjs FOLDER [large]      large: 7 million triangles, and nothing else
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

const [folder, large] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
if (large) {
	writeFileSync(join(folder, 'large.obj'), terrain(1870));
	process.exit();
}

/** A glTF of nodes that place one mesh: `triangles` are corners. */
function gltf(triangles, nodes) {
	const corners = triangles.flat(2), bytes = Buffer.from(new Float32Array(corners).buffer), count = corners.length / 3;
	const axis = (k) => corners.filter((_, i) => i % 3 === k);
	return JSON.stringify({
		asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: nodes.map((_, i) => i) }], nodes: nodes.map((node) => ({ mesh: 0, ...node })),
		meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
		accessors: [{ bufferView: 0, componentType: 5126, count, type: 'VEC3',
			min: [0, 1, 2].map((k) => Math.min(...axis(k))), max: [0, 1, 2].map((k) => Math.max(...axis(k))) }],
		bufferViews: [{ buffer: 0, byteLength: bytes.length }],
		buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
	});
}

const cube = [];
for (let axis = 0; axis < 3; ++axis) {
	for (const side of [-1, 1]) {
		const corner = (u, v) => {
			const point = [0, 0, 0];
			point[axis] = side;
			point[(axis + 1) % 3] = u * side;
			point[(axis + 2) % 3] = v;
			return point;
		};
		cube.push([corner(-1, -1), corner(1, -1), corner(1, 1)], [corner(-1, -1), corner(1, 1), corner(-1, 1)]);
	}
}

writeFileSync(join(folder, 'near.gltf'), gltf(cube, [{ name: 'cube' }]));
writeFileSync(join(folder, 'far.gltf'), gltf(cube, [{ name: 'cube', translation: [1e9, -1e9, 1e9] }]));
const evil = `</script><script>window.pwned = 1</script>"'><img src=x onerror="window.pwned = 1">&amp;\${window.pwned = 1}`;
writeFileSync(join(folder, 'evil.gltf'), gltf(cube, [{ name: evil }]));
const side = 47;
writeFileSync(join(folder, 'many.gltf'), gltf([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], Array.from({ length: 100000 }, (_, i) =>
	({ name: `n${i}`, translation: [i % side * 2, Math.floor(i / side) % side * 2, Math.floor(i / side / side) * 2] }))));

/** A hilly square of n x n quads. */
function terrain(n) {
	const lines = [];
	for (let i = 0; i <= n; ++i)
		for (let j = 0; j <= n; ++j)
			lines.push(`v ${i} ${(5 * Math.sin(i / 10) * Math.cos(j / 8)).toFixed(4)} ${j}`);
	for (let i = 0; i < n; ++i)
		for (let j = 0; j < n; ++j)
			lines.push(`f ${[0, 1, n + 2, n + 1].map((k) => i * (n + 1) + j + 1 + k).join(' ')}`);
	return `${lines.join('\n')}\n`;
}

/** A bridge of boxes: two pillars and a deck of quads, in whose upper side one is missing, and another one under it. */
function bridge() {
	const lines = [];
	let corners = 0;
	const quads = (name, list) => {
		lines.push(`o ${name}`, ...list.flat().map((point) => `v ${point.join(' ')}`));
		list.forEach((_, i) => lines.push(`f ${[1, 2, 3, 4].map((k) => corners + 4 * i + k).join(' ')}`));
		corners += 4 * list.length;
	};
	const box = ([x0, y0, z0], [x1, y1, z1], cells, missing = -1) => {
		const step = (x1 - x0) / cells, list = [[[x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]], [[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]]];
		for (let i = 0; i < cells; ++i) {
			const a = x0 + i * step, b = a + step;
			if (i !== missing)
				list.push([[a, y1, z0], [a, y1, z1], [b, y1, z1], [b, y1, z0]], [[a, y0, z0], [b, y0, z0], [b, y0, z1], [a, y0, z1]]);
			list.push([[a, y0, z1], [b, y0, z1], [b, y1, z1], [a, y1, z1]], [[a, y0, z0], [a, y1, z0], [b, y1, z0], [b, y0, z0]]);
		}
		return list;
	};
	quads('pillar_west', box([-5, -3, -1], [-4, 0, 1], 1));
	quads('pillar_east', box([4, -3, -1], [5, 0, 1], 1));
	quads('deck', box([-8, 0, -2], [8, 0.5, 2], 8, 4));
	return `${lines.join('\n')}\n`;
}

/** Quads of a floor, `side` of them each way. */
function tiles(side, size) {
	const quad = (i, j) => {
		const [x0, x1, z0, z1] = [i, i + 1, j, j + 1].map((k) => (k - side / 2) * size);
		return [[[x0, 0, z0], [x0, 0, z1], [x1, 0, z1]], [[x0, 0, z0], [x1, 0, z1], [x1, 0, z0]]];
	};
	return Array.from({ length: side * side }, (_, i) => quad(Math.floor(i / side), i % side)).flat();
}

/** A cube of quads, some of which are turned. */
function turnedCube(turned) {
	const corners = Array.from({ length: 8 }, (_, k) => `v ${k & 1} ${k >> 1 & 1} ${k >> 2}`);
	const faces = [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
	return `${[...corners, ...faces.map((face, i) => `f ${(turned.includes(i) ? face.toReversed() : face).join(' ')}`)].join('\n')}\n`;
}

writeFileSync(join(folder, 'tiles.gltf'), gltf(tiles(10, 0.25), [{ name: 'tiles', translation: [1e9, -1e9, 1e9] }]));
writeFileSync(join(folder, 'turned.obj'), turnedCube([1]));
// Coordinates near the largest that an asset can have, beside a small thing; and coordinates that none can have.
writeFileSync(join(folder, 'huge.obj'), ['o huge', 'v 1e12 1e12 1e12', 'v -1e12 1e12 0', 'v 1e12 -9e11 0', 'f 1 2 3', 'o small', 'v 0 0 0', 'v 1 0 0',
	'v 0 1 0', 'v 0 0 1', 'f 4 6 5', 'f 4 5 7', 'f 4 7 6', 'f 5 6 7', 'o lost', 'v 3e38 0 0', 'v 0 3e38 0', 'v inf nan 0', 'f 8 9 10', ''].join('\n'));
// A hut without a roof: a crack between two walls, a vertex in the middle of another wall's edge, a hole.
writeFileSync(join(folder, 'hut.obj'), ['v 0 0 0', 'v 4 0 0', 'v 4 3 0', 'v 0 3 0', 'v 0 0 2', 'v 4 0 2', 'v 4 3 2', 'v 0 3 2', 'v 2 0 0', 'v 4 3 2.0002',
	'f 4 3 2 1', 'f 1 9 6 5', 'f 9 2 6', 'f 2 3 7 6', 'f 3 4 8 10', 'f 4 1 5 8', ''].join('\n'));
writeFileSync(join(folder, 'bridge.obj'), bridge());
writeFileSync(join(folder, 'hills.obj'), terrain(224));

/** A PNG image of 8 bits: `value(column, row)` of each pixel. */
function png(columns, rows, value) {
	const crc = (bytes) => ~bytes.reduce((sum, byte) => {
		let rest = (sum ^ byte) & 255;
		for (let i = 0; i < 8; ++i)
			rest = rest & 1 ? rest >>> 1 ^ 0xedb88320 : rest >>> 1;
		return sum >>> 8 ^ rest;
	}, -1) >>> 0;
	const word = (number) => Buffer.from([24, 16, 8, 0].map((shift) => number >>> shift & 255));
	const chunk = (kind, data) => {
		const body = Buffer.concat([Buffer.from(kind), data]);
		return Buffer.concat([word(data.length), body, word(crc(body))]);
	};
	const lines = Array.from({ length: rows }, (_, row) => Buffer.from([0, ...Array.from({ length: columns }, (_, column) => value(column, row))]));
	return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', Buffer.concat([word(columns), word(rows), Buffer.from([8, 0, 0, 0, 0])])),
		chunk('IDAT', deflateSync(Buffer.concat(lines))), chunk('IEND', Buffer.alloc(0))]);
}

// A height field of 64 x 64 cells: its materials are stripes, its hole is a disc. Another one has more triangles than a page draws.
writeFileSync(join(folder, 'stripes.png'), png(64, 64, (column, row) => (column >> 3) + (row >> 4) & 3));
writeFileSync(join(folder, 'disc.png'), png(64, 64, (column, row) => Math.hypot(column - 40, row - 20) < 9 ? 255 : 0));
const wide = new Uint16Array(800 * 660).map((_, i) => 30000 + 9000 * Math.sin(i % 800 / 90) * Math.cos(i / 800 / 70));
writeFileSync(join(folder, 'wide.raw'), new Uint8Array(wide.buffer));
