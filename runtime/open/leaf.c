// SPDX-License-Identifier: MIT
#include "tree/layout.h"

#include <string.h>

#define KILN_BACKEND_BASE
#include "simd/simd8.h"

/// A whole number of three bytes, signed.
static float whole(const uint8_t at[3])
{
	const uint32_t bits = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
	return (float)((int32_t)(bits ^ 0x800000u) - 0x800000);
}

// All sums are whole numbers of steps below 2^24, and the step is a power of two: no operation rounds, so that a vertex has the
// same bits in every leaf and on every instruction set. An axis without high bytes reads low bytes and multiplies them by 0,
// which costs less than a branch. What is stored behind an axis's vertices, the next axis overwrites.
const uint8_t *kilni_leaf_expand(const uint8_t *record, kiln_leaf_room *room)
{
	const kiln_format_leaf *head = (const kiln_format_leaf *)(const void *)record;
	const uint32_t count = head->vertex_count;
	const uint8_t *least = record + sizeof *head + 2 * (size_t)head->triangle_count;
	const uint8_t *low = least + KILN_LEAF_LEAST_SIZE, *high = low + 3 * (size_t)count;
	const float step = kiln_exponent_scale(head->exponent);
	const f8 scale = f8_set1(step);
	uint8_t *made = (uint8_t *)(void *)room;
	// All eight corners: behind those of the leaf are bytes that vertices overwrite or no query reads.
	memcpy(made, record, sizeof *head + 2 * (size_t)KILN_LEAF_TRIANGLES_MAX);
	float *out = room->words + kiln_format_leaf_vertices_offset(head->triangle_count) / sizeof *out;
	for (uint32_t axis = 0; axis < 3; ++axis, out += count, low += count)
	{
		const bool wide = head->planes >> axis & 1u;
		const uint8_t *upper = wide ? high : low;
		const f8 from = f8_set1(whole(least + 3 * axis) * step), upper_scale = f8_set1(wide ? 256 * step : 0);
		f8 above = f8_add(f8_mul(f8_from_u8(low), scale), f8_mul(f8_from_u8(upper), upper_scale));
		f8_store(out, f8_add(from, above));
		if (count > 8)
		{
			above = f8_add(f8_mul(f8_from_u8(low + 8), scale), f8_mul(f8_from_u8(upper + 8), upper_scale));
			f8_store(out + 8, f8_add(from, above));
		}
		high += wide ? count : 0;
	}
	return made;
}
