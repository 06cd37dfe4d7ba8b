// SPDX-License-Identifier: MIT
#include "methods.h"

#include <math.h>
#include <string.h>

/// The step is halved so often, to about 1e-10 of the first grid, with moves between the halvings.
#define HALVINGS 30
#define MOVES 300

/// The number of best cells of the first grid that the search follows.
#define STARTS 8

obb_frame obb_rotated(const obb_frame *start, const double r[3])
{
	double x = r[0], y = r[1], z = r[2], s = 1.0 / (1.0 + x * x + y * y + z * z);
	double m[3][3] = {
		{1.0 - 2.0 * s * (y * y + z * z), 2.0 * s * (x * y - z), 2.0 * s * (x * z + y)},
		{2.0 * s * (x * y + z), 1.0 - 2.0 * s * (x * x + z * z), 2.0 * s * (y * z - x)},
		{2.0 * s * (x * z - y), 2.0 * s * (y * z + x), 1.0 - 2.0 * s * (x * x + y * y)},
	};
	obb_frame out;
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			out.axes[i][k] = m[0][i] * start->axes[0][k] + m[1][i] * start->axes[1][k] + m[2][i] * start->axes[2][k];
	return out;
}

/// Points to test first: the points that bounded the last box.
typedef struct extreme_points
{
	uint32_t index[6];
} extreme_points;

/// Returns the cost of a frame, or infinity as soon as the growing box costs more than `limit`.
static double cost_within(const obb_cloud *cloud, const obb_frame *frame, double limit, extreme_points *extreme)
{
	double low[3], high[3];
	extreme_points found = *extreme;
	for (uint32_t k = 0; k < 3; ++k)
	{
		low[k] = obb_dot(cloud->points[found.index[2 * k]], frame->axes[k]);
		high[k] = low[k];
		for (uint32_t i = 0; i < 6; ++i)
		{
			double d = obb_dot(cloud->points[extreme->index[i]], frame->axes[k]);
			found.index[2 * k] = d < low[k] ? extreme->index[i] : found.index[2 * k];
			low[k] = d < low[k] ? d : low[k];
			found.index[2 * k + 1] = d >= high[k] ? extreme->index[i] : found.index[2 * k + 1];
			high[k] = d > high[k] ? d : high[k];
		}
	}
	double cost = 0.0;
	for (uint32_t first = 0; first <= cloud->count; first += 64)
	{
		double lengths[3] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
		cost = obb_cost_of_lengths(lengths);
		if (cost > limit)
			return (double)INFINITY;
		for (uint32_t i = first; i < first + 64 && i < cloud->count; ++i)
			for (uint32_t k = 0; k < 3; ++k)
			{
				double d = obb_dot(cloud->points[i], frame->axes[k]);
				if (d < low[k])
				{
					low[k] = d;
					found.index[2 * k] = i;
				}
				else if (d > high[k])
				{
					high[k] = d;
					found.index[2 * k + 1] = i;
				}
			}
	}
	double lengths[3] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
	cost = obb_cost_of_lengths(lengths);
	*extreme = found;
	return cost;
}

/// A rotation that was tried.
typedef struct trial
{
	double cost;
	double r[3];
} trial;

/// Keeps the cheapest trials in order; of equal trials, the earlier comes first.
static void keep(trial *best, uint32_t *count, const trial *t)
{
	uint32_t i = *count;
	if (i == STARTS && !(t->cost < best[i - 1].cost))
		return;
	if (i < STARTS)
		++*count;
	else
		--i;
	for (; i > 0 && t->cost < best[i - 1].cost; --i)
		best[i] = best[i - 1];
	best[i] = *t;
}

/// Tries the 26 neighbours at a distance of `step`, moves while a neighbour is better, and then halves the step.
static void follow(const obb_cloud *cloud, const obb_frame *start, double step, trial *t, extreme_points *extreme)
{
	uint32_t halvings = 0;
	for (uint32_t move = 0; move < MOVES && halvings < HALVINGS; ++move)
	{
		trial best = *t;
		for (uint32_t n = 0; n < 27; ++n)
		{
			trial next = {.r = {t->r[0] + step * ((int)(n % 3) - 1), t->r[1] + step * ((int)(n / 3 % 3) - 1),
							  t->r[2] + step * ((int)(n / 9) - 1)}};
			obb_frame frame = obb_rotated(start, next.r);
			next.cost = n == 13 ? (double)INFINITY : cost_within(cloud, &frame, best.cost, extreme);
			if (next.cost < best.cost)
				best = next;
		}
		if (!(best.cost < t->cost))
		{
			step /= 2.0;
			++halvings;
		}
		*t = best;
	}
}

double obb_search(const obb_cloud *cloud, uint32_t cells, double reach, obb_frame *start)
{
	trial best[STARTS];
	uint32_t count = 0;
	extreme_points extreme = {{0}};
	double step = 2.0 * reach / cells;
	for (uint32_t n = 0; n < cells * cells * cells; ++n)
	{
		trial t = {.r = {-reach + step * (n % cells + 0.5), -reach + step * (n / cells % cells + 0.5),
					   -reach + step * (n / cells / cells + 0.5)}};
		obb_frame frame = obb_rotated(start, t.r);
		t.cost = cost_within(cloud, &frame, count == STARTS ? best[STARTS - 1].cost : (double)INFINITY, &extreme);
		if (t.cost < (double)INFINITY)
			keep(best, &count, &t);
	}
	trial least = {.cost = obb_cost((const double(*)[3])cloud->points, cloud->count, start)};
	for (uint32_t i = 0; i < count; ++i)
	{
		follow(cloud, start, step / 2.0, &best[i], &extreme);
		if (best[i].cost < least.cost)
			least = best[i];
	}
	*start = obb_rotated(start, least.r);
	return least.cost;
}
