// SPDX-License-Identifier: MIT
#include "slabs.h"

#include "approx.h"
#include "block.h"
#include "floats.h"
#include "math/axes.h"
#include "wide.h"

#include <math.h>

const signed char bound_kdop_axes[KILN_KDOP_AXES][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1},
	{1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

uint32_t bound_kdop_mask(uint32_t k)
{
	const uint32_t faces = 0x7, corners = 0x78, edges = 0x1f80, first_three_corners = 0x38;
	switch (k)
	{
	case 6:
		return faces;
	case 8:
		return corners;
	case 12:
		return edges;
	case 14:
		return faces | corners;
	case 18:
		return faces | edges;
	case 20:
		return corners | edges;
	case 24:
		return faces | edges | first_three_corners;
	case 26:
		return faces | edges | corners;
	default:
		return 0;
	}
}

/// Decides the side in exact arithmetic. Only numbers of very different magnitude come here.
static int side_exactly(int axis, const float point[3], float limit)
{
	wide sum = wide_from_float(limit);
	sum.sign = -sum.sign;
	for (int i = 0; i < 3; ++i)
	{
		wide term = wide_from_float(point[i]);
		term.sign *= bound_kdop_axes[axis][i];
		wide next = term.sign ? wide_add(&sum, &term) : sum;
		sum = next;
	}
	return sum.sign;
}

int bound_slab_side(int axis, const float point[3], float limit)
{
	approx sum = {0, 0}, bound = approx_from_float(limit);
	for (int i = 0; i < 3; ++i)
	{
		approx term = {bound_kdop_axes[axis][i] * (double)point[i], 0};
		sum = approx_add(&sum, &term);
	}
	// A difference of more than twice the error keeps its sign, whatever the error and the rounding of the difference
	// are.
	double above = sum.value - bound.value;
	if (sum.error == 0)
		return (above > 0) - (above < 0);
	if (approx_abs(above) > 2 * sum.error)
		return above > 0 ? 1 : -1;
	return side_exactly(axis, point, limit);
}

/// Returns axis . point with the rounding error of each sum added (Knuth 1969). The result is close even where all but
/// the smallest terms cancel, so that a search from it takes a few steps and not a billion.
static double project_closely(int axis, const float point[3])
{
	const signed char *a = bound_kdop_axes[axis];
	double sum = a[0] * (double)point[0], rest = 0;
	for (int i = 1; i < 3; ++i)
	{
		double term = a[i] * (double)point[i], next = sum + term, part = next - sum;
		rest += (sum - (next - part)) + (term - part);
		sum = next;
	}
	return sum + rest;
}

/// Returns the least float32 number that is not below axis . point.
static float least_above(int axis, const float point[3])
{
	float limit = (float)project_closely(axis, point);
	while (bound_slab_side(axis, point, limit) > 0)
		limit = bound_next_up(limit);
	while (bound_slab_side(axis, point, bound_next_down(limit)) <= 0)
		limit = bound_next_down(limit);
	return limit + 0.0f; // no negative zero
}

/// Returns the largest float32 number that is not above axis . point.
static float largest_below(int axis, const float point[3])
{
	const float mirrored[3] = {-point[0], -point[1], -point[2]};
	return -least_above(axis, mirrored) + 0.0f;
}

/// A bound above the rounding error of a projection in double: two additions, of sums up to two and three times the largest
/// coordinate, lose 5 2^-53 of that coordinate at most.
static inline double projection_error(const float point[3])
{
	double x = approx_abs((double)point[0]), y = approx_abs((double)point[1]), z = approx_abs((double)point[2]);
	return (x > y ? x > z ? x : z : y > z ? y : z) * 0x1p-50;
}

static double largest_error(const float (*points)[3], uint32_t count)
{
	double largest = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		double error = projection_error(points[i]);
		largest = error > largest ? error : largest;
	}
	return largest;
}

void bound_slabs_enclose(const float (*points)[3], uint32_t count, uint32_t mask, kiln_kdop *slabs)
{
	*slabs = (kiln_kdop){0};
	double error = largest_error(points, count), at[AXES_ROOM], low[AXES_ROOM], high[AXES_ROOM];
	bool begun[2][KILN_KDOP_AXES] = {0};
	axes_project(points[0], low);
	axes_project(points[0], high);
	for (uint32_t i = 1; i < count; ++i)
	{
		axes_project(points[i], at);
		axes_extend(at, low, high);
	}
	// Other points are not outermost, whatever their errors and those of the outermost ones are.
	for (int axis = 0; axis < AXES_ROOM; ++axis)
	{
		low[axis] += axis < KILN_KDOP_AXES ? 3 * error : -1;
		high[axis] -= axis < KILN_KDOP_AXES ? 3 * error : -1;
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		axes_project(points[i], at);
		if (axes_within(at, 0, low, high))
			continue;
		for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		{
			if (!(mask >> axis & 1))
				continue;
			if (at[axis] < low[axis] && (!begun[0][axis] || bound_slab_side(axis, points[i], slabs->min[axis]) < 0))
			{
				begun[0][axis] = true;
				slabs->min[axis] = largest_below(axis, points[i]);
			}
			if (at[axis] > high[axis] && (!begun[1][axis] || bound_slab_side(axis, points[i], slabs->max[axis]) > 0))
			{
				begun[1][axis] = true;
				slabs->max[axis] = least_above(axis, points[i]);
			}
		}
	}
}

/// A k-DOP's slabs as numbers of double: those that it does not have are wide.
typedef struct slab_limits
{
	double low[AXES_ROOM];
	double high[AXES_ROOM];
} slab_limits;

static slab_limits limits_of(const kiln_kdop *slabs, uint32_t mask)
{
	slab_limits limits;
	for (int axis = 0; axis < AXES_ROOM; ++axis)
	{
		bool used = axis < KILN_KDOP_AXES && (mask >> axis & 1);
		limits.low[axis] = used ? (double)slabs->min[axis] : -HUGE_VAL;
		limits.high[axis] = used ? (double)slabs->max[axis] : HUGE_VAL;
	}
	return limits;
}

static bool in_slabs(const kiln_kdop *slabs, uint32_t mask, const slab_limits *limits, const float point[3])
{
	double at[AXES_ROOM];
	axes_project(point, at);
	if (axes_within(at, projection_error(point), limits->low, limits->high))
		return true;
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		if ((mask >> axis & 1) &&
			(bound_slab_side(axis, point, slabs->min[axis]) < 0 || bound_slab_side(axis, point, slabs->max[axis]) > 0))
			return false;
	return true;
}

static bool block_in_slabs(const kiln_kdop *slabs, uint32_t mask, const slab_limits *limits, const float (*points)[3])
{
	float corners[8][3];
	bool inside = bound_block_corners(points, corners);
	for (int i = 0; i < 8 && inside; ++i)
		inside = in_slabs(slabs, mask, limits, corners[i]);
	return inside;
}

uint32_t bound_slabs_first_outside(const kiln_kdop *slabs, uint32_t mask, const float (*points)[3], uint32_t count)
{
	const slab_limits limits = limits_of(slabs, mask);
	for (uint32_t i = 0; i < count; ++i)
	{
		while (i % BOUND_BLOCK == 0 && count - i >= BOUND_BLOCK && block_in_slabs(slabs, mask, &limits, points + i))
			i += BOUND_BLOCK;
		if (i < count && (!bound_finite3(points[i]) || !in_slabs(slabs, mask, &limits, points[i])))
			return i;
	}
	return count;
}
