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

/// The most floats that a leaf's vertices have, and the number that every leaf has at least.
#define MOST_FLOATS (3 * KILN_LEAF_VERTICES_MAX)
#define LEAST_FLOATS 9

/// Not zero if a corner is not below `vertex_count`, if bits above the third corner are set, or if the padding behind
/// an odd number of triangles is not zero. Reads eight corner triples in any case.
static inline uint64_t corner_flaws(const uint8_t *corners, uint32_t triangle_count, uint32_t vertex_count)
{
	const uint64_t nibbles = 0x0f0f0f0f0f0f0f0fu;
	const uint64_t tops = 0xf000f000f000f000u;
	const uint64_t high = 0x8080808080808080u;
	uint64_t words[2];
	memcpy(words, corners, sizeof words);
	// An odd count's padding counts as a corner triple: it passes the other tests only if it is zero.
	uint32_t first = triangle_count < 4 ? triangle_count : 4, second = triangle_count - first;
	uint64_t mask0 = first < 4 ? ((uint64_t)1 << (16 * first)) - 1 : ~(uint64_t)0;
	uint64_t mask1 = second < 4 ? ((uint64_t)1 << (16 * second)) - 1 : ~(uint64_t)0;
	uint64_t padding0 = first & 1 ? (uint64_t)0xffff << (16 * first) : 0;
	uint64_t padding1 = second & 1 ? (uint64_t)0xffff << (16 * second) : 0;
	uint64_t flaws = (words[0] & ((tops & mask0) | padding0)) | (words[1] & ((tops & mask1) | padding1));
	words[0] &= mask0;
	words[1] &= mask1;
	// A byte of 128 - count + corner has its high bit set where the corner is not below the count.
	uint64_t bias = (uint64_t)(128 - vertex_count) * 0x0101010101010101u;
	uint64_t sums = ((words[0] & nibbles) + bias) | ((words[0] >> 4 & nibbles) + bias) | ((words[1] & nibbles) + bias) |
					((words[1] >> 4 & nibbles) + bias);
	return flaws | (sums & high);
}

/// Whether `count` floats, at least LEAST_FLOATS, are at most KILN_COORDINATE_MAX in magnitude. Loads overlap instead
/// of branching on the usual counts.
static inline bool vertices_are_sound(const float *values, uint32_t count)
{
	f8 limit = f8_set1(KILN_COORDINATE_MAX);
	uint32_t last = count - 8;
	m8 sound = m8_and(m8_le(f8_abs(f8_load(values)), limit), m8_le(f8_abs(f8_load(values + last)), limit));
	sound = m8_and(sound, m8_le(f8_abs(f8_load(values + (last < 8 ? last : 8))), limit));
	for (uint32_t i = 16; i < last; i += 8)
		sound = m8_and(sound, m8_le(f8_abs(f8_load(values + i)), limit));
	return m8_bits(sound) == 255;
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

/// The rules of a compact leaf about its corners and its padding. Every byte between them is a number.
static bool compact_is_sound(const uint8_t *record, const kiln_format_leaf *head)
{
	const uint32_t end = end_of(head);
	const uint8_t *corners = record + sizeof *head;
	uint8_t copy[2 * KILN_LEAF_TRIANGLES_MAX] = {0};
	memcpy(copy, corners, 2 * (size_t)head->triangle_count);
	uint64_t padding = 0;
	memcpy(&padding, record + end, (size_t)(0u - end) % KILN_LEAF_UNIT);
	return !(padding | corner_flaws(copy, head->triangle_count, head->vertex_count));
}

/// The rules of an exact leaf about its corners, its vertices and its padding.
static inline bool exact_is_sound(const uint8_t *record, uint32_t triangles, uint32_t vertices)
{
	uint32_t at = kiln_format_leaf_vertices_offset(triangles);
	uint32_t end = at + vertices * 12;
	uint32_t size = kiln_format_leaf_size(triangles, vertices);
	// The last four bytes are padding where the vertices end before them.
	uint32_t padding;
	memcpy(&padding, record + size - sizeof padding, sizeof padding);
	uint64_t flaws = corner_flaws(record + sizeof(kiln_format_leaf), triangles, vertices);
	flaws |= end == size ? 0 : padding;
	return !flaws && vertices_are_sound((const float *)(const void *)(record + at), vertices * 3);
}

bool kilni_leaf_is_sound(kiln_leaf_cursor *cursor)
{
	const uint8_t *record = cursor->leaves + cursor->place * KILN_LEAF_UNIT;
	const kiln_format_leaf *head = (const kiln_format_leaf *)(const void *)record;
	uint32_t triangles = head->triangle_count, vertices = head->vertex_count;
	if (head->triangle != cursor->triangle || triangles - 1 >= KILN_LEAF_TRIANGLES_MAX ||
		vertices - 3 > KILN_LEAF_VERTICES_MAX - 3 || !form_is_sound(cursor, head->planes, head->exponent))
		return false;
	uint64_t next = cursor->place + kiln_format_leaf_units(head);
	if (next > cursor->places)
		return false;
	if (head->planes ? !compact_is_sound(record, head) : !exact_is_sound(record, triangles, vertices))
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
