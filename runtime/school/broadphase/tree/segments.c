// SPDX-License-Identifier: MIT
#include "segments.h"

static uint32_t cover_size(uint32_t left, uint32_t right)
{
	uint32_t size = 0;
	for (; left < right; left /= 2, right /= 2)
	{
		size += left % 2 + right % 2;
		left += left % 2;
		right -= right % 2;
	}
	return size;
}

uint32_t kilni_segment_cover(uint32_t leaves, kiln_span *span, uint32_t nodes[KILN_SEGMENT_COVER])
{
	for (uint32_t low = 1; cover_size(leaves + span->first, leaves + span->last + 1) > KILN_SEGMENT_COVER; low *= 2)
	{
		span->first &= ~low;
		span->last |= low;
	}
	uint32_t count = 0;
	for (uint32_t left = leaves + span->first, right = leaves + span->last + 1; left < right; left /= 2, right /= 2)
	{
		if (left % 2)
			nodes[count++] = left++;
		if (right % 2)
			nodes[count++] = --right;
	}
	return count;
}

static void add_whole(kiln_segment_parts *parts, const uint32_t *below, uint32_t node)
{
	if (!below[node])
		return;
	parts->whole[parts->whole_count++] = node;
	parts->total += below[node];
}

static void add_passed(kiln_segment_parts *parts, const uint32_t *own, uint32_t node)
{
	if (!own[node])
		return;
	parts->passed[parts->passed_count++] = node;
	parts->total += own[node];
}

/// The lowest common ancestor of two nodes, neither of which is below the other; for equal nodes the node itself.
static uint32_t meeting(uint32_t a, uint32_t b)
{
	uint32_t level_a = kiln_level_of(a), level_b = kiln_level_of(b);
	a >>= level_a > level_b ? level_a - level_b : 0;
	b >>= level_b > level_a ? level_b - level_a : 0;
	return a == b ? a : a >> (kiln_level_of(a ^ b) + 1);
}

void kilni_segment_walk(
	const uint32_t *own, const uint32_t *below, uint32_t first, uint32_t last, kiln_segment_parts *parts)
{
	parts->whole_count = parts->passed_count = 0;
	parts->total = 0;
	uint32_t top = meeting(first, last);
	add_whole(parts, below, first);
	if (first != last)
	{
		add_whole(parts, below, last);
		for (uint32_t node = first; node / 2 != top;)
		{
			if (node % 2 == 0)
				add_whole(parts, below, node + 1);
			node /= 2;
			add_passed(parts, own, node);
		}
		for (uint32_t node = last; node / 2 != top;)
		{
			if (node % 2 == 1)
				add_whole(parts, below, node - 1);
			node /= 2;
			add_passed(parts, own, node);
		}
		add_passed(parts, own, top);
	}
	for (uint32_t node = top / 2; node; node /= 2)
		add_passed(parts, own, node);
}

void kilni_segment_begin(kiln_segment_layout *layout, const kiln_broadphase_options *options)
{
	uint32_t capacity = options->capacity, given = options->resolution;
	layout->counted = given > 0;
	layout->units = capacity < 200000 ? 1024 : capacity < 1000000 ? 2048 : 4096;
	if (layout->counted)
		layout->units = given < KILN_SEGMENT_LEAVES ? given : KILN_SEGMENT_LEAVES;
	layout->extent_given = kilni_spread_from_extent(&options->extent, &layout->spread);
	if (!layout->extent_given)
		layout->spread = (kiln_spread){{-1, -1, -1}, {1, 1, 1}, 0};
}

bool kilni_segment_look(
	kiln_segment_layout *layout, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_spread now;
	layout->changes += changes->added_count + changes->moved_count;
	if ((layout->extent_given && layout->counted) || layout->changes <= broadphase->live_count / 8 ||
		!kilni_spread_look(broadphase, changes, &now))
		return false;
	layout->changes = 0;
	bool strays = !layout->extent_given && kilni_spread_strays(&layout->spread, &now);
	bool resized = !layout->counted && (now.edge > 3 * layout->spread.edge || 3 * now.edge < layout->spread.edge);
	if (layout->laid && !strays && !resized)
		return false;
	if (!layout->extent_given)
		layout->spread = now;
	layout->spread.edge = now.edge;
	layout->laid = true;
	return true;
}

#define UNITS_LEAST 16

kiln_units kilni_segment_units(const kiln_segment_layout *layout, int axis)
{
	double width = layout->spread.high[axis] - layout->spread.low[axis];
	uint32_t count = layout->units;
	if (!layout->counted && 2 * width < count * layout->spread.edge)
		count = (uint32_t)(2 * width / layout->spread.edge) + UNITS_LEAST;
	count = count < layout->units ? count : layout->units;
	return (kiln_units){layout->spread.low[axis], count / width, count};
}
