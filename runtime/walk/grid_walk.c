// SPDX-License-Identifier: MIT
#include "grid_walk.h"

#include "math/double3.h"

/// The place of the box at t. A place that does not move is returned as it is: an infinite time would make it NaN.
static double place(const kiln_grid_walk *walk, int axis, double t)
{
	return walk->way[axis] == 0 ? walk->from[axis] : walk->from[axis] + walk->way[axis] * t;
}

/// The cell of a coordinate in units of cells; -1 and `count` beyond the ends. NaN, which infinite times make, is
/// beyond the ends.
static int32_t cell_of(double x, int32_t count)
{
	if (!(x >= 0))
		return -1;
	return x < (double)count ? (int32_t)x : count;
}

/// Narrows enter .. leave to the times at which the box is between two coordinates on an axis.
static void clip(const kiln_grid_walk *walk, int axis, double low, double high, double *enter, double *leave)
{
	double way = walk->way[axis];
	double near = (way > 0 ? low - walk->half[axis] : high + walk->half[axis]) - walk->from[axis];
	double far = (way > 0 ? high + walk->half[axis] : low - walk->half[axis]) - walk->from[axis];
	if (way == 0)
	{
		// Without motion: always or never.
		if (walk->from[axis] + walk->half[axis] < low || walk->from[axis] - walk->half[axis] > high)
			*leave = -1;
		return;
	}
	*enter = kiln_double_max(*enter, near / way);
	*leave = kiln_double_min(*leave, far / way);
}

/// An estimate of the cells that the walk touches, from the box's extents and the slopes.
static double count_cells(const kiln_grid_walk *walk)
{
	double layers = (double)(walk->step > 0 ? walk->last - walk->layer : walk->layer - walk->last) + 1;
	double cells = layers > 0 ? layers : 0, speed = kiln_double_abs(walk->way[walk->axis]);
	for (int i = 0; i < 3; i++)
	{
		if (i == walk->axis)
			continue;
		double slope = speed > 0 ? kiln_double_abs(walk->way[i]) / speed : 0;
		double across = 1 + 2 * walk->half[i] + slope * (1 + 2 * walk->half[walk->axis]);
		cells *= kiln_double_min(across, (double)walk->count[i]);
	}
	return cells;
}

void kilni_grid_walk_begin(kiln_grid_walk *walk, const double from[3], const double way[3], const double half[3],
	const int32_t count[3], double t_max)
{
	double enter = 0, leave = t_max;
	walk->axis = 0;
	for (int i = 0; i < 3; i++)
	{
		walk->count[i] = count[i];
		walk->from[i] = from[i];
		walk->way[i] = way[i];
		if (kiln_double_abs(way[i]) > kiln_double_abs(way[walk->axis]))
			walk->axis = i;
	}
	// On the main axis, times have an error of a few 2^-53 of the path that they come from. On all axes, places have as
	// great a share of their own path as error, and the error of the times, which is no more cells than on the main
	// axis.
	double path = kiln_double_abs(from[walk->axis]) + half[walk->axis] + (double)count[walk->axis];
	for (int i = 0; i < 3; i++)
		walk->half[i] = half[i] + (kiln_double_abs(from[i]) + half[i] + (double)count[i] + path) * 0x1p-46;
	for (int i = 0; i < 3; i++)
		clip(walk, i, 0, (double)count[i], &enter, &leave);

	int axis = walk->axis;
	walk->step = way[axis] < 0 ? -1 : 1;
	double reach = (double)walk->step * walk->half[axis];
	int32_t end = walk->count[axis] - 1;
	int32_t first = cell_of(place(walk, axis, enter) - reach, end),
			last = cell_of(place(walk, axis, leave) + reach, end);
	walk->layer = first < 0 ? 0 : first;
	walk->last = last < 0 ? 0 : last;
	// Rounding in the clipping may have lost a layer at either end.
	walk->layer =
		walk->layer - walk->step < 0 || walk->layer - walk->step > end ? walk->layer : walk->layer - walk->step;
	walk->last = walk->last + walk->step < 0 || walk->last + walk->step > end ? walk->last : walk->last + walk->step;
	if (!(enter <= leave))
		walk->last = walk->layer - walk->step;
	walk->cells = count_cells(walk);
	for (int i = 0; i < 3; i++)
	{
		walk->min[i] = 0;
		walk->max[i] = -1;
	}
}

bool kilni_grid_walk_next(kiln_grid_walk *walk, double t_max)
{
	int axis = walk->axis;
	for (; walk->step > 0 ? walk->layer <= walk->last : walk->layer >= walk->last; walk->layer += walk->step)
	{
		double enter = 0, leave = t_max;
		clip(walk, axis, (double)walk->layer, (double)walk->layer + 1, &enter, &leave);
		if (enter > t_max)
			return false;
		if (!(enter <= leave))
			continue;
		for (int i = 0; i < 3; i++)
		{
			walk->before_min[i] = walk->min[i];
			walk->before_max[i] = walk->max[i];
		}
		walk->enter = enter;
		walk->leave = leave;
		bool any = true;
		for (int i = 0; i < 3; i++)
		{
			double a = place(walk, i, enter), b = place(walk, i, leave);
			int32_t low = cell_of(kiln_double_min(a, b) - walk->half[i], walk->count[i]);
			int32_t high = cell_of(kiln_double_max(a, b) + walk->half[i], walk->count[i]);
			walk->min[i] = i == axis ? walk->layer : low < 0 ? 0 : low;
			walk->max[i] = i == axis ? walk->layer : high < walk->count[i] ? high : walk->count[i] - 1;
			any &= walk->min[i] <= walk->max[i];
		}
		if (any)
		{
			walk->layer += walk->step;
			return true;
		}
		// This layer lies beside the grid. It meets nothing, and the layer before it no longer counts.
	}
	return false;
}
