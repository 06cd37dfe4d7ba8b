// SPDX-License-Identifier: MIT
#include "multi_box.h"
#include <math.h>

/// Regions of multi-box pruning: the regions that a box touches, whether they cover it, and automatic regions for
/// callers who give none.

static void insert(float *sorted, uint32_t *order, uint32_t count, float x, uint32_t region)
{
	uint32_t i = count;
	for (; i > 0 && sorted[i - 1] > x; i--)
	{
		sorted[i] = sorted[i - 1];
		order[i] = order[i - 1];
	}
	sorted[i] = x;
	order[i] = region;
}

static void set(kiln_region_bits *bits, uint32_t region)
{
	bits->words[region / 64] |= (uint64_t)1 << (region % 64);
}

static void index_axis(kiln_regions *regions, uint32_t axis)
{
	uint32_t by_min[KILN_BROADPHASE_REGIONS_MAX], by_max[KILN_BROADPHASE_REGIONS_MAX], count = regions->count;
	for (uint32_t i = 0; i < count; i++)
	{
		insert(regions->mins[axis], by_min, i, kiln_box_low(&regions->boxes[i], axis), i);
		insert(regions->maxs[axis], by_max, i, kiln_box_high(&regions->boxes[i], axis), i);
	}
	regions->begun[axis][0] = regions->open[axis][count] = (kiln_region_bits){0};
	for (uint32_t i = 0; i < count; i++)
	{
		regions->begun[axis][i + 1] = regions->begun[axis][i];
		set(&regions->begun[axis][i + 1], by_min[i]);
	}
	for (uint32_t i = count; i-- > 0;)
	{
		regions->open[axis][i] = regions->open[axis][i + 1];
		set(&regions->open[axis][i], by_max[i]);
	}
}

/// Whether a region touches the inside of another.
static bool intrudes(const kiln_aabb *region, const kiln_aabb *other)
{
	return region->min.x < other->max.x && other->min.x < region->max.x && region->min.y < other->max.y &&
		   other->min.y < region->max.y && region->min.z < other->max.z && other->min.z < region->max.z;
}

static double length(const kiln_aabb *box, uint32_t axis)
{
	return (double)kiln_box_high(box, axis) - (double)kiln_box_low(box, axis);
}

static uint8_t longest_side(const kiln_aabb *box)
{
	uint8_t axis = length(box, 1) > length(box, 0) ? 1 : 0;
	return length(box, 2) > length(box, axis) ? 2 : axis;
}

void kilni_regions_index(kiln_regions *regions)
{
	for (uint32_t i = 0; i < 3; i++)
		index_axis(regions, i);
	regions->alone = (kiln_region_bits){0};
	for (uint32_t i = 0; i < regions->count; i++)
	{
		bool alone = true;
		for (uint32_t j = 0; j < regions->count && alone; j++)
			alone = i == j || !intrudes(&regions->boxes[j], &regions->boxes[i]);
		regions->axes[i] = longest_side(&regions->boxes[i]);
		if (alone)
			set(&regions->alone, i);
	}
}

/// The number of sorted numbers that are below x or, with `equal`, not above x.
static uint32_t count_below(const float *sorted, uint32_t count, float x, bool equal)
{
	uint32_t low = 0;
	while (count > 0)
	{
		uint32_t half = count / 2;
		bool right = sorted[low + half] < x || (equal && sorted[low + half] == x);
		low = right ? low + half + 1 : low;
		count = right ? count - half - 1 : half;
	}
	return low;
}

void kilni_regions_under(const kiln_regions *regions, const kiln_aabb *box, kiln_region_bits *bits)
{
	const kiln_region_bits *rows[6];
	for (uint32_t i = 0; i < 3; i++)
	{
		rows[2 * i] = &regions->begun[i][count_below(regions->mins[i], regions->count, kiln_box_high(box, i), true)];
		rows[2 * i + 1] = &regions->open[i][count_below(regions->maxs[i], regions->count, kiln_box_low(box, i), false)];
	}
	for (uint32_t i = 0; i < KILN_REGION_WORDS; i++)
		bits->words[i] = rows[0]->words[i] & rows[1]->words[i] & rows[2]->words[i] & rows[3]->words[i] &
						 rows[4]->words[i] & rows[5]->words[i];
}

// --- Cover ------------------------------------------------------------------------------------------------------------

/// The most pieces of a box that may be left at a time; with more pieces, the box counts as not covered.
#define MOST_PIECES 24u

typedef struct box_pieces
{
	kiln_aabb boxes[MOST_PIECES];
	uint32_t count;
} box_pieces;

static bool keep_piece(box_pieces *pieces, const kiln_aabb *piece)
{
	if (pieces->count == MOST_PIECES)
		return false;
	pieces->boxes[pieces->count++] = *piece;
	return true;
}

/// The pieces that a region leaves of a piece: up to six, which include the side that they share with the region.
/// Returns false if there is no room for them.
static bool cut(box_pieces *left, kiln_aabb piece, const kiln_aabb *region)
{
	if (!kiln_boxes_overlap(&piece, region))
		return keep_piece(left, &piece);
	float *low[3] = {&piece.min.x, &piece.min.y, &piece.min.z}, *high[3] = {&piece.max.x, &piece.max.y, &piece.max.z};
	for (uint32_t i = 0; i < 3; i++)
	{
		const float begin = kiln_box_low(region, i), end = kiln_box_high(region, i), from = *low[i], to = *high[i];
		if (from < begin)
		{
			*high[i] = begin;
			if (!keep_piece(left, &piece))
				return false;
		}
		if (to > end)
		{
			*low[i] = end;
			*high[i] = to;
			if (!keep_piece(left, &piece))
				return false;
		}
		*low[i] = from < begin ? begin : from;
		*high[i] = to > end ? end : to;
	}
	return true;
}

bool kilni_regions_cover(const kiln_regions *regions, const kiln_aabb *box, const kiln_region_bits *bits)
{
	if (regions->whole)
		return true;
	box_pieces pieces = {.boxes = {*box}, .count = 1}, left;
	for (uint32_t i = kiln_region_next(bits, 0); i < KILN_BROADPHASE_REGIONS_MAX && pieces.count > 0;
		 i = kiln_region_next(bits, i + 1))
	{
		left.count = 0;
		for (uint32_t j = 0; j < pieces.count; j++)
			if (!cut(&left, pieces.boxes[j], &regions->boxes[i]))
				return false;
		pieces.count = left.count;
		for (uint32_t j = 0; j < left.count; j++)
			pieces.boxes[j] = left.boxes[j];
	}
	return pieces.count == 0;
}

// --- Cutting space ----------------------------------------------------------------------------------------------------

static float coordinate(kiln_vec3 point, uint32_t axis)
{
	return axis == 0 ? point.x : axis == 1 ? point.y : point.z;
}

/// Moves the `rank`-th point along an axis to its place, with no greater point before it and no lesser point behind it
/// (Hoare 1961).
static void select_rank(kiln_vec3 *points, uint32_t count, uint32_t rank, uint32_t axis)
{
	uint32_t low = 0, high = count - 1;
	// Bad luck costs accuracy of the median, not time.
	for (uint32_t rounds = 0; low < high && rounds < 64; rounds++)
	{
		float pivot = coordinate(points[low + (high - low) / 2], axis);
		uint32_t i = low, j = high;
		for (;;)
		{
			while (coordinate(points[i], axis) < pivot)
				i++;
			while (coordinate(points[j], axis) > pivot)
				j--;
			if (i >= j)
				break;
			kiln_vec3 moved = points[i];
			points[i++] = points[j];
			points[j--] = moved;
		}
		if (rank <= j)
			high = j;
		else
			low = j + 1;
	}
}

/// A future region: its points, which are consecutive.
typedef struct cut_part
{
	uint32_t region;
	uint32_t begin, count;
} cut_part;

/// The axis along which the middle half of the points is longest relative to the boxes' sizes on that axis; 3: no such
/// axis.
static uint32_t longest_axis(kiln_vec3 *points, uint32_t count, kiln_vec3 least)
{
	uint32_t axis = 3;
	double longest = 0;
	for (uint32_t i = 0; i < 3; i++)
	{
		select_rank(points, count, count / 4, i);
		double low = (double)coordinate(points[count / 4], i);
		select_rank(points, count, count - 1 - count / 4, i);
		double middle_half = (double)coordinate(points[count - 1 - count / 4], i) - low;
		if (middle_half > longest && middle_half > (double)coordinate(least, i))
		{
			longest = middle_half;
			axis = i;
		}
	}
	return axis;
}

/// The axis with the widest spread of points.
static uint8_t longest_spread(const kiln_vec3 *points, uint32_t count)
{
	kiln_aabb all = {points[0], points[0]};
	for (uint32_t i = 1; i < count; i++)
	{
		const kiln_aabb here = {points[i], points[i]};
		kiln_boxes_grow(&all, &here);
	}
	return longest_side(&all);
}

static void cut_region(kiln_regions *regions, uint32_t region, uint32_t axis, float at)
{
	kiln_aabb *low = &regions->boxes[region], *high = &regions->boxes[regions->count];
	*high = *low;
	float *ends[3] = {&low->max.x, &low->max.y, &low->max.z}, *begins[3] = {&high->min.x, &high->min.y, &high->min.z};
	*ends[axis] = *begins[axis] = at;
	regions->count++;
}

void kilni_regions_cut(kiln_regions *regions, kiln_vec3 *points, uint32_t count, uint32_t wanted, kiln_vec3 least)
{
	const kiln_aabb space = {{-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, {HUGE_VALF, HUGE_VALF, HUGE_VALF}};
	regions->count = 1;
	regions->boxes[0] = space;
	regions->whole = true;
	// A queue: the region that was cut the longest time ago is cut next.
	cut_part parts[2 * KILN_BROADPHASE_REGIONS_MAX];
	uint32_t first = 0, end = 1;
	parts[0] = (cut_part){.region = 0, .begin = 0, .count = count};
	for (; first < end && regions->count < wanted; first++)
	{
		cut_part part = parts[first];
		kiln_vec3 *own = points + part.begin;
		uint32_t axis = part.count < 4 ? 3 : longest_axis(own, part.count, least);
		if (axis == 3)
			continue;
		uint32_t half = part.count / 2;
		select_rank(own, part.count, half, axis);
		float at = coordinate(own[half], axis);
		parts[end++] = (cut_part){.region = part.region, .begin = part.begin, .count = half};
		parts[end++] = (cut_part){.region = regions->count, .begin = part.begin + half, .count = part.count - half};
		cut_region(regions, part.region, axis, at);
	}
	kilni_regions_index(regions);
	// A region that is unbounded on a side counts as long as the points extend.
	for (uint32_t i = 0; i < end; i++)
		if (parts[i].count > 0)
			regions->axes[parts[i].region] = longest_spread(points + parts[i].begin, parts[i].count);
}
