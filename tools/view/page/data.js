// SPDX-License-Identifier: MIT
// What kiln-view wrote into the page: texts in base64, in pieces.

/** Bytes of a text in base64. */
export function decodeBase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const binary = atob(text), bytes = new Uint8Array(binary.length);
	for (let i = 0; i < bytes.length; ++i)
		bytes[i] = binary.charCodeAt(i);
	return bytes;
}

/** Joins the pieces of one kind, and takes them out of the page, whose memory they hold twice. */
function takePieces(asset, kind) {
	const pieces = [...document.querySelectorAll(`script[data-asset="${asset}"][data-kind="${kind}"]`)];
	const bytes = new Uint8Array(pieces.reduce((sum, { dataset }) => sum + Number(dataset.bytes), 0));
	let at = 0;
	for (const piece of pieces) {
		bytes.set(decodeBase64(piece.textContent), at);
		at += Number(piece.dataset.bytes);
		piece.remove();
	}
	return bytes;
}

function once(make) {
	let made;
	return () => made ??= make();
}

/** Whether the page has pieces of one kind. */
const hasPieces = (asset, kind) => document.querySelector(`script[data-asset="${asset}"][data-kind="${kind}"]`) !== null;

/** What the page plays, `{ name, bytes }`: a log or a file of queries. Null where the page plays nothing. */
export function takePlay() {
	return hasPieces(0, 'play') ? { name: new TextDecoder().decode(takePieces(0, 'play-path')), bytes: takePieces(0, 'play') } : null;
}

/**
 * The assets of the page: `[{ path, dump(), survey, blob }]`; the dump, which can be longer than the blob, is read when it is
 * first shown. `survey` is a report of kiln-cook, null where the page has none.
 */
export function takeAssets() {
	const numbers = new Set([...document.querySelectorAll('script[data-asset]')].map(({ dataset }) => dataset.asset));
	const decoder = new TextDecoder();
	return [...numbers].map((asset) => ({
		path: decoder.decode(takePieces(asset, 'path')),
		dump: once(() => decoder.decode(takePieces(asset, 'dump'))),
		survey: hasPieces(asset, 'survey') ? decoder.decode(takePieces(asset, 'survey')) : null,
		blob: takePieces(asset, 'blob'),
	}));
}

/** The runtime's module, which the page holds compressed. */
export async function takeModule() {
	const element = document.querySelector('script[data-kind="module"]');
	const packed = decodeBase64(element.textContent.trim());
	element.remove();
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}
