// SPDX-License-Identifier: MIT
// A file of kiln-query's lines as frames. The comment `# frame` begins a frame, whose text is the rest of the comment. Lines before
// the first such comment stand in every frame. Without such comments, each query is a frame.

const FRAME = /^#\s*(frame\b.*)$/;

/** `{ standing, frames }`: lines, and frames `{ text, lines }`. */
export function framesOf(text) {
	const standing = [], frames = [];
	for (const line of text.split('\n').map((one) => one.trim())) {
		const [, title] = FRAME.exec(line) ?? [];
		if (title !== undefined)
			frames.push({ text: title, lines: [] });
		else if (line && !line.startsWith('#'))
			(frames.at(-1)?.lines ?? standing).push(line);
	}
	return frames.length ? { standing, frames } : { standing: [], frames: standing.map((line) => ({ text: line, lines: [line] })) };
}

/** The middle of the box around segments; null where there are none. */
export function middleOf(segments) {
	const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity];
	segments.forEach((x, i) => {
		min[i % 3] = Math.min(min[i % 3], x);
		max[i % 3] = Math.max(max[i % 3], x);
	});
	return segments.length ? min.map((x, k) => x / 2 + max[k] / 2) : null;
}
