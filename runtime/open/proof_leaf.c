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
#include "simd/bytes16.h"
#include "simd/simd8.h"
#include "tree/filter.h"
#include "tree/layout.h"

/// How many bytes of leaves are scanned at a time. As many are prefetched: processors do so by themselves only up to the next page.
#define CHUNK 4096

/// Of eight corner triples, by the number of triangles of a leaf.
typedef struct corner_masks
{
	uint64_t used[2]; ///< the triples that are used
	uint64_t zero
		[2]; ///< what must be zero: bits above the third corners, and, in an exact leaf, the padding behind an odd number
} corner_masks;

#define ONE 0xf000u
#define TWO 0xf000f000u
#define THREE 0xf000f000f000u
#define FOUR 0xf000f000f000f000u

static const corner_masks masks_of[KILN_LEAF_TRIANGLES_MAX + 1] = {
	[1] = {{0xffff, 0}, {ONE | 0xffffu << 16, 0}},
	[2] = {{0xffffffff, 0}, {TWO, 0}},
	[3] = {{0xffffffffffff, 0}, {THREE | 0xffffull << 48, 0}},
	[4] = {{~0ull, 0}, {FOUR, 0}},
	[5] = {{~0ull, 0xffff}, {FOUR, ONE | 0xffffu << 16}},
	[6] = {{~0ull, 0xffffffff}, {FOUR, TWO}},
	[7] = {{~0ull, 0xffffffffffff}, {FOUR, THREE | 0xffffull << 48}},
	[8] = {{~0ull, ~0ull}, {FOUR, FOUR}},
};

/// Whether each corner is below `vertex_count`, no bit above the third corners is set, and the padding behind an odd number of
/// triangles of an exact leaf is zero. Reads eight corner triples in any case.
static inline bool corners_are_sound(const uint8_t *corners, uint32_t triangle_count, uint32_t vertex_count, bool exact)
{
	const corner_masks *masks = &masks_of[triangle_count];
	const b16 all = b16_load(corners), used = b16_and(all, b16_load(masks->used));
	// The high bit of 128 - count + corner is set where the corner is not below the count.
	const b16 bias = b16_set1((uint16_t)((128 - vertex_count) * 0x0101));
	const b16 beyond = b16_or(b16_add(b16_and(used, b16_set1(0x0f0f)), bias), b16_add(b16_high(used), bias));
	const b16 others = b16_and(exact ? all : used, b16_load(masks->zero));
	return !b16_any(b16_or(b16_and(beyond, b16_set1(0x8080)), others));
}

/// Tests the bytes from an exact leaf on, at most CHUNK of them, as if all were floats: the heads and corners of exact leaves are small
/// numbers, too. Where one number is not, each leaf of the chunk tests its own vertices.
KILN_APART static void scan_chunk(kiln_leaf_cursor *cursor)
{
	const f8 limit = f8_set1(KILN_COORDINATE_MAX);
	const uint64_t from = cursor->place * KILN_LEAF_UNIT;
	// Behind the mesh's last leaf is another mesh's, or the tail.
	const uint64_t left = cursor->places * KILN_LEAF_UNIT + KILN_LEAF_TAIL - from;
	const uint8_t *bytes = cursor->leaves + from;
	f8 most = f8_set1(0), more = f8_set1(0);
	size_t at = 0;
	for (; at < CHUNK && at + 64 <= left; at += 64)
	{
		kiln_prefetch(bytes + at + CHUNK);
		most = f8_larger(most, f8_load((const float *)(const void *)(bytes + at)));
		more = f8_larger(more, f8_load((const float *)(const void *)(bytes + at + 32)));
	}
	cursor->scanned = from + at;
	// The upper halves alone tell that all are below the limit.
	if (m8_bits(m8_and(m8_lt(most, limit), m8_lt(more, limit))) == 255)
		cursor->in_range = from + at;
}

/// Whether planes and exponent are those of a compact leaf.
static inline bool compact_is_sound(const kiln_format_leaf *head)
{
	return (head->planes & ~7u) == KILN_LEAF_COMPACT && head->exponent - 1u < KILN_LEAF_EXPONENT_MAX;
}

/// Where the contents of a leaf end, in bytes from its head. Its padding follows.
static inline uint32_t end_of(const kiln_format_leaf *head)
{
	return head->planes ? kiln_format_leaf_compact_end(head->triangle_count, head->vertex_count, head->planes)
						: kiln_format_leaf_vertices_offset(head->triangle_count) + head->vertex_count * 12u;
}

/// The units of a compact leaf with these counts, at most `most`; 0 if the leaf breaks a rule. Every byte between its corners and
/// its padding is a number. A function of its own, so that exact leaves find registers.
KILN_APART static uint32_t compact_units(const uint8_t *record, uint64_t most)
{
	const kiln_format_leaf *head = (const kiln_format_leaf *)(const void *)record;
	const uint32_t units = kiln_format_leaf_units(head);
	if (!compact_is_sound(head) || units > most ||
		!corners_are_sound(record + sizeof *head, head->triangle_count, head->vertex_count, false))
		return 0;
	kiln_prefetch(record + CHUNK);
	const uint32_t end = end_of(head);
	uint64_t last;
	memcpy(&last, record + end, sizeof last);
	return last & (((uint64_t)1 << 8 * ((0u - end) % KILN_LEAF_UNIT)) - 1) ? 0 : units;
}

/// The same for an exact leaf.
static inline uint32_t exact_units(
	kiln_leaf_cursor *cursor, const uint8_t *record, uint32_t triangles, uint32_t vertices, uint64_t most)
{
	const uint32_t at = kiln_format_leaf_vertices_offset(triangles), end = at + vertices * 12u;
	const uint32_t units = (end + KILN_LEAF_UNIT - 1) / KILN_LEAF_UNIT;
	if (units > most || !corners_are_sound(record + sizeof(kiln_format_leaf), triangles, vertices, true))
		return 0;
	// The last four bytes are padding where the vertices end before them, in every second leaf: a branch would be mispredicted.
	const uint64_t spare = units * KILN_LEAF_UNIT - end;
	uint32_t last;
	memcpy(&last, record + units * KILN_LEAF_UNIT - sizeof last, sizeof last);
	if (spare * last != 0)
		return 0;
	const uint64_t behind = cursor->place * KILN_LEAF_UNIT + end;
	if (behind > cursor->scanned)
		scan_chunk(cursor);
	const float *values = (const float *)(const void *)(record + at);
	return behind <= cursor->in_range || kilni_floats_within(values, vertices * 3, KILN_COORDINATE_MAX) ? units : 0;
}

/// Whether the leaf at the cursor keeps every rule; if so, moves the cursor behind it.
static inline bool leaf_is_sound(kiln_leaf_cursor *cursor)
{
	const uint8_t *record = cursor->leaves + cursor->place * KILN_LEAF_UNIT;
	const kiln_format_leaf *head = (const kiln_format_leaf *)(const void *)record;
	const uint32_t triangles = head->triangle_count, vertices = head->vertex_count;
	if (head->triangle != cursor->triangle || triangles - 1 >= KILN_LEAF_TRIANGLES_MAX ||
		vertices - 3 > KILN_LEAF_VERTICES_MAX - 3)
		return false;
	const uint64_t most = cursor->places - cursor->place;
	uint32_t units;
	if (!(head->planes | head->exponent))
		units = exact_units(cursor, record, triangles, vertices, most);
	else
		units = cursor->compact ? compact_units(record, most) : 0;
	// An entry of the leaf index is due at every third leaf or so: a branch would be mispredicted. Behind the last entry, the last
	// entry itself is compared, which is the place of an earlier leaf.
	const uint64_t triangle = cursor->triangle + triangles;
	const uint32_t due = triangle > cursor->indexed;
	const uint32_t *entry = cursor->index - (cursor->index == cursor->index_end);
	if (!units | (due * (*entry ^ cursor->place) != 0))
		return false;
	cursor->index += due;
	cursor->indexed += due * KILN_LEAF_INDEX_STEP;
	cursor->triangle = triangle;
	cursor->place += units;
	cursor->vertex_count += vertices;
	return true;
}

uint32_t kilni_sound_leaves(kiln_leaf_cursor *cursor, const kiln_format_tree_node *node)
{
	const uint32_t children = node->counts & 15u, inner = node->counts >> 4;
	kiln_leaf_cursor at = *cursor;
	uint32_t i = inner;
	// Behind the mesh's last leaf, which KILN_LEAF_TAIL bytes follow, no leaf fits.
	while (i < children && (uint64_t)node->leaf_base + node->leaf_offset[i] == at.place && leaf_is_sound(&at))
		++i;
	at.leaf_count += i - inner;
	*cursor = at;
	return i;
}

/// Refuses the first vertex component that is out of range.
KILN_RARE static kiln_result refuse_vertices(uint64_t at, const float *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (!kilni_floats_within(values + i, 1, KILN_COORDINATE_MAX))
			return kilni_refused(KILN_RULE_LEAF_VERTEX, at + i * sizeof *values);
	return kiln_proved();
}

/// Refuses the first corner triple that is out of range.
KILN_RARE static kiln_result refuse_corners(uint64_t at, const kiln_format_leaf *head, const uint8_t *corners)
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

KILN_RARE kiln_result kilni_leaf_refuse(const kiln_blob *blob, const kiln_leaf_cursor *cursor)
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
	if (head->planes ? !compact_is_sound(head) : head->exponent != 0)
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
