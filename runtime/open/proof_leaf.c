// SPDX-License-Identifier: MIT
#include "proof_leaf.h"

#include <string.h>

// Uses the baseline of the target instead of the widest instruction set: the proof is bound by memory, and the baseline
// needs no choice at run time.
#if defined(KILN_ONLY_SCALAR)
#elif defined(__x86_64__) || defined(_M_X64)
#define KILN_BACKEND_SSE2
#elif defined(__aarch64__)
#define KILN_BACKEND_NEON
#elif defined(__wasm_simd128__)
#define KILN_BACKEND_SIMD128
#endif
#include "simd/simd8.h"
#include "tree/layout.h"

/// How far ahead leaves are prefetched: processors do so by themselves only up to the next page.
#define PREFETCH 4096

/// Of eight corner triples in two words, by the number of triangles: the triples that are used, and the bits that must be zero, above the
/// third corner of each and in the padding behind an odd number.
static const uint64_t used_corners[KILN_LEAF_TRIANGLES_MAX + 1][2] = {{0, 0}, {0xffff, 0}, {0xffffffff, 0},
	{0xffffffffffff, 0}, {~0ull, 0}, {~0ull, 0xffff}, {~0ull, 0xffffffff}, {~0ull, 0xffffffffffff}, {~0ull, ~0ull}};
static const uint64_t zero_corners[KILN_LEAF_TRIANGLES_MAX + 1][2] = {{0, 0}, {0xfffff000, 0}, {0xf000f000, 0},
	{0xfffff000f000f000, 0}, {0xf000f000f000f000, 0}, {0xf000f000f000f000, 0xfffff000},
	{0xf000f000f000f000, 0xf000f000}, {0xf000f000f000f000, 0xfffff000f000f000},
	{0xf000f000f000f000, 0xf000f000f000f000}};

/// Not zero if a corner is not below `vertex_count`, if bits above the third corner are set, or if the padding behind
/// an odd number of triangles is not zero, where `padded`. Reads eight corner triples in any case.
static inline uint64_t corner_flaws(const uint8_t *corners, uint32_t triangle_count, uint32_t vertex_count, bool padded)
{
	const uint64_t nibbles = 0x0f0f0f0f0f0f0f0fu, seconds = 0x000f000f000f000fu;
	const uint64_t *used = used_corners[triangle_count], *zero = zero_corners[triangle_count];
	uint64_t words[2];
	memcpy(words, corners, sizeof words);
	const uint64_t padding = padded ? ~(uint64_t)0 : 0;
	const uint64_t flaws = (words[0] & zero[0] & (used[0] | padding)) | (words[1] & zero[1] & (used[1] | padding));
	words[0] &= used[0];
	words[1] &= used[1];
	// A byte of 128 - count + corner has its high bit set where the corner is not below the count. First and third corners are in the
	// low halves of bytes; the second ones, in the high halves of every other byte, share a word.
	const uint64_t bias = (uint64_t)(128 - vertex_count) * 0x0101010101010101u;
	const uint64_t second = (words[0] >> 4 & seconds) | (words[1] << 4 & seconds << 8);
	const uint64_t sums = ((words[0] & nibbles) + bias) | ((words[1] & nibbles) + bias) | (second + bias);
	return flaws | (sums & 0x8080808080808080u);
}

/// Whether all components of a leaf's vertices, 3 to KILN_LEAF_VERTICES_MAX, are at most KILN_COORDINATE_MAX in magnitude. Loads overlap
/// instead of branching on the usual counts, which no processor would predict.
static inline bool vertices_are_sound(const float *values, uint32_t vertex_count)
{
	// By the number of vertices: where loads of eight begin, besides the first. Four loads more reach 40 floats.
	static const uint8_t places[KILN_LEAF_VERTICES_MAX + 1][4] = {[3] = {1, 1, 1, 1},
		[4] = {4, 4, 4, 4},
		[5] = {7, 7, 7, 7},
		[6] = {8, 10, 10, 10},
		[7] = {8, 13, 13, 13},
		[8] = {8, 16, 16, 16},
		[9] = {8, 16, 19, 19},
		[10] = {8, 16, 22, 22},
		[11] = {8, 16, 24, 25},
		[12] = {8, 16, 24, 28},
		[13] = {8, 16, 24, 31},
		[14] = {8, 16, 24, 32},
		[15] = {8, 16, 24, 32},
		[16] = {8, 16, 24, 32}};
	const f8 limit = f8_set1(KILN_COORDINATE_MAX);
	const uint8_t *at = places[vertex_count];
	const m8 first = m8_le(f8_abs(f8_load(values)), limit);
	m8 sound = m8_and(m8_le(f8_abs(f8_load(values + at[0])), limit), m8_le(f8_abs(f8_load(values + at[1])), limit));
	m8 rest = m8_and(m8_le(f8_abs(f8_load(values + at[2])), limit), m8_le(f8_abs(f8_load(values + at[3])), limit));
	if (vertex_count > 13)
		rest = m8_and(rest, m8_le(f8_abs(f8_load(values + 3 * vertex_count - 8)), limit));
	return m8_bits(m8_and(m8_and(first, sound), rest)) == 255;
}

/// Whether planes and exponent are those of an exact leaf, or of a compact one where the mesh may have those.
static inline bool form_is_sound(const kiln_leaf_cursor *cursor, uint32_t planes, uint32_t exponent)
{
	if (!planes)
		return !exponent;
	return cursor->compact && (planes & ~7u) == KILN_LEAF_COMPACT && exponent - 1 < KILN_LEAF_EXPONENT_MAX;
}

/// Where the contents of a leaf end, in bytes from its head. Its padding follows.
static inline uint32_t end_of(const kiln_format_leaf *head)
{
	return head->planes ? kiln_format_leaf_compact_end(head->triangle_count, head->vertex_count, head->planes)
						: kiln_format_leaf_vertices_offset(head->triangle_count) + head->vertex_count * 12u;
}

/// Whether the padding of a compact leaf is zero. Every byte between its corners and its padding is a number.
static inline bool compact_is_padded(const uint8_t *record, const kiln_format_leaf *head)
{
	const uint32_t end = end_of(head);
	uint64_t last;
	memcpy(&last, record + end, sizeof last);
	return !(last & (((uint64_t)1 << 8 * ((0u - end) % KILN_LEAF_UNIT)) - 1));
}

/// The rules of an exact leaf about its vertices and its padding. The record ends at `size`.
static inline bool exact_is_sound(const uint8_t *record, uint32_t triangles, uint32_t vertices, uint32_t size)
{
	const uint32_t at = kiln_format_leaf_vertices_offset(triangles);
	// The last four bytes are padding where the vertices end before them, in every second leaf: a branch would be mispredicted.
	const uint64_t spare = size - (at + vertices * 12u);
	uint32_t last;
	memcpy(&last, record + size - sizeof last, sizeof last);
	return spare * last == 0 && vertices_are_sound((const float *)(const void *)(record + at), vertices);
}

bool kilni_leaf_is_sound(kiln_leaf_cursor *cursor)
{
	const uint8_t *record = cursor->leaves + cursor->place * KILN_LEAF_UNIT;
	const kiln_format_leaf *head = (const kiln_format_leaf *)(const void *)record;
	kiln_prefetch(record + PREFETCH);
	uint32_t triangles = head->triangle_count, vertices = head->vertex_count;
	if (head->triangle != cursor->triangle || triangles - 1 >= KILN_LEAF_TRIANGLES_MAX ||
		vertices - 3 > KILN_LEAF_VERTICES_MAX - 3 || !form_is_sound(cursor, head->planes, head->exponent))
		return false;
	const uint32_t units = kiln_format_leaf_units(head);
	uint64_t next = cursor->place + units;
	if (next > cursor->places)
		return false;
	if (corner_flaws(record + sizeof *head, triangles, vertices, !head->planes) ||
		!(head->planes ? compact_is_padded(record, head)
					   : exact_is_sound(record, triangles, vertices, units * KILN_LEAF_UNIT)))
		return false;
	cursor->triangle += triangles;
	if (cursor->triangle > cursor->indexed)
	{
		if (cursor->index == cursor->index_end || *cursor->index != cursor->place)
		{
			cursor->triangle -= triangles;
			return false;
		}
		++cursor->index;
		cursor->indexed += KILN_LEAF_INDEX_STEP;
	}
	cursor->place = next;
	++cursor->leaf_count;
	cursor->vertex_count += vertices;
	return true;
}

/// Refuses the first vertex component that is out of range.
static kiln_result refuse_vertices(uint64_t at, const float *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (!kilni_floats_within(values + i, 1, KILN_COORDINATE_MAX))
			return kilni_refused(KILN_RULE_LEAF_VERTEX, at + i * sizeof *values);
	return kiln_proved();
}

/// Refuses the first corner triple that is out of range.
static kiln_result refuse_corners(uint64_t at, const kiln_format_leaf *head, const uint8_t *corners)
{
	for (uint32_t i = 0; i < head->triangle_count; ++i)
	{
		uint16_t triple;
		memcpy(&triple, corners + 2 * (size_t)i, sizeof triple);
		if (triple >> 12)
			return kilni_refused(KILN_RULE_LEAF_CORNER_BITS, at + 2 * (uint64_t)i);
		for (int k = 0; k < 3; ++k)
			if ((triple >> (4 * k) & 15) >= head->vertex_count)
				return kilni_refused(KILN_RULE_LEAF_CORNER, at + 2 * (uint64_t)i);
	}
	return kiln_proved();
}

kiln_result kilni_leaf_refuse(const kiln_blob *blob, const kiln_leaf_cursor *cursor)
{
	const uint8_t *record = cursor->leaves + cursor->place * KILN_LEAF_UNIT;
	uint64_t at = kiln_blob_offset(blob, record);
	const kiln_format_leaf *head = (const kiln_format_leaf *)(const void *)record;
	if (head->triangle != cursor->triangle)
		return kilni_refused(KILN_RULE_LEAF_FIRST, at);
	if (head->triangle_count == 0 || head->triangle_count > KILN_LEAF_TRIANGLES_MAX)
		return kilni_refused(KILN_RULE_LEAF_TRIANGLES, at + offsetof(kiln_format_leaf, triangle_count));
	if (head->vertex_count < 3 || head->vertex_count > KILN_LEAF_VERTICES_MAX)
		return kilni_refused(KILN_RULE_LEAF_VERTICES, at + offsetof(kiln_format_leaf, vertex_count));
	if (head->planes && (!cursor->compact || (head->planes & ~7u) != KILN_LEAF_COMPACT))
		return kilni_refused(KILN_RULE_LEAF_PLANES, at + offsetof(kiln_format_leaf, planes));
	if (!form_is_sound(cursor, head->planes, head->exponent))
		return kilni_refused(KILN_RULE_LEAF_EXPONENT, at + offsetof(kiln_format_leaf, exponent));
	uint32_t size = kiln_format_leaf_units(head) * KILN_LEAF_UNIT;
	if (cursor->place + size / KILN_LEAF_UNIT > cursor->places)
		return kilni_refused(KILN_RULE_LEAF_RANGE, at);
	uint32_t vertices = kiln_format_leaf_vertices_offset(head->triangle_count);
	uint32_t corners_end = (uint32_t)sizeof *head + head->triangle_count * 2u, end = end_of(head);
	kiln_result result = refuse_corners(at + sizeof *head, head, record + sizeof *head);
	if (result.status == KILN_OK && !head->planes)
		result =
			refuse_vertices(at + vertices, (const float *)(const void *)(record + vertices), head->vertex_count * 3u);
	if (result.status != KILN_OK)
		return result;
	if (!head->planes && !kilni_bytes_zero(record + corners_end, vertices - corners_end))
		return kilni_refused(KILN_RULE_LEAF_PADDING, at + corners_end);
	if (!kilni_bytes_zero(record + end, size - end))
		return kilni_refused(KILN_RULE_LEAF_PADDING, at + end);
	if (cursor->index == cursor->index_end)
		return kilni_refused(KILN_RULE_LEAF_NO_INDEX, at);
	return kiln_refuse_field(blob, KILN_RULE_LEAF_INDEX, cursor->index);
}
