// SPDX-License-Identifier: MIT
#include "kiln/planes.h"

#include "kiln/asset.h"
#include "math/double3.h"
#include "math/rounding.h"

#include <math.h>
#include <string.h>

/// The displacement nearest to a wanted one under linear bounds: planes are added one after another. Where one is
/// violated, the answer lies on it, and the problem has one dimension less (Seidel 1991).

typedef struct bound_plane
{
	kiln_d3 n;		  ///< unit
	double bound;	  ///< x . n >= bound
	uint32_t index;	  ///< KILN_NONE: a side of the range
	double violation; ///< of the wanted displacement, before the bound was lowered
} bound_plane;

typedef struct plane_problem
{
	bound_plane planes[KILN_SLIDE_PLANES_MAX + 6]; ///< the sides of the range are last
	uint32_t count;
	kiln_d3 wanted;
	double lowered; ///< amount that is subtracted from all bounds
	double epsilon; ///< violation that counts as rounding
} plane_problem;

typedef struct plane_point
{
	kiln_d3 x;
	uint32_t active[3];
	uint32_t active_count;
} plane_point;

/// Squared sine below which two planes count as parallel: rounding of unit normals in double.
#define PARALLEL 0x1p-92

static double lack(const plane_problem *problem, uint32_t i, kiln_d3 x)
{
	const bound_plane *plane = &problem->planes[i];
	return plane->bound - (plane->index == KILN_NONE ? 0 : problem->lowered) - kiln_d3_dot(plane->n, x);
}

/// Solves on the line where the planes i and j meet, among the planes before `end`. `from` is the foot of the wanted
/// displacement on the line.
static bool solve_on_line(
	const plane_problem *problem, uint32_t end, uint32_t i, uint32_t j, kiln_d3 from, plane_point *point)
{
	const kiln_d3 cross = kiln_d3_cross(problem->planes[i].n, problem->planes[j].n);
	const kiln_d3 along = kiln_d3_scale(cross, 1 / sqrt(kiln_d3_length2(cross)));
	double low = -(double)INFINITY, high = (double)INFINITY, slope_low = 1, slope_high = 1;
	uint32_t at_low = 0, at_high = 0;
	for (uint32_t k = 0; k < end; k++)
	{
		const double slope = kiln_d3_dot(problem->planes[k].n, along), missing = lack(problem, k, from);
		if (k == j)
			continue;
		if (slope * slope < PARALLEL)
		{
			if (missing > problem->epsilon)
				return false;
			continue;
		}
		const double t = missing / slope;
		if (slope > 0 && t > low)
		{
			low = t;
			slope_low = slope;
			at_low = k;
		}
		if (slope < 0 && t < high)
		{
			high = t;
			slope_high = -slope;
			at_high = k;
		}
	}
	// Planes that meet in one point may be apart by rounding: some place between both then violates neither by more.
	if (low > high && low - high > problem->epsilon * (1 / slope_low + 1 / slope_high))
		return false;
	const double t = low > 0 ? low : high < 0 ? high : 0;
	point->x = kiln_d3_along(from, t, along);
	point->active_count = t == 0 ? 2 : 3;
	point->active[0] = i;
	point->active[1] = j;
	point->active[2] = low > 0 ? at_low : at_high;
	return true;
}

/// Solves on plane i, among the planes before it.
static bool solve_on_plane(const plane_problem *problem, uint32_t i, plane_point *point)
{
	const kiln_d3 n = problem->planes[i].n;
	const kiln_d3 foot = kiln_d3_along(problem->wanted, lack(problem, i, problem->wanted), n);
	*point = (plane_point){.x = foot, .active = {i}, .active_count = 1};
	for (uint32_t j = 0; j < i; j++)
	{
		if (lack(problem, j, point->x) <= problem->epsilon)
			continue;
		const kiln_d3 other = problem->planes[j].n, cross = kiln_d3_cross(n, other);
		const double sine2 = kiln_d3_length2(cross);
		if (sine2 < PARALLEL)
			return false;
		// (n x other) x n, which leads towards plane j within plane i.
		const kiln_d3 across = kiln_d3_cross(cross, n);
		const kiln_d3 from = kiln_d3_along(foot, lack(problem, j, foot) / sine2, across);
		if (!solve_on_line(problem, j, i, j, from, point))
			return false;
	}
	return true;
}

static bool solve(const plane_problem *problem, plane_point *point)
{
	*point = (plane_point){.x = problem->wanted};
	for (uint32_t i = 0; i < problem->count; i++)
		if (lack(problem, i, point->x) > problem->epsilon && !solve_on_plane(problem, i, point))
			return false;
	return true;
}

/// Finds the least amount by which all bounds must be lowered, by halving: at the largest bound no displacement is a
/// solution.
static void solve_lowered(plane_problem *problem, double most, plane_point *point)
{
	double low = 0, high = most;
	for (int step = 0; step < 26; step++)
	{
		problem->lowered = low + (high - low) / 2;
		if (solve(problem, point))
			high = problem->lowered;
		else
			low = problem->lowered;
	}
	// The amount that is reported is the one that counts.
	problem->lowered = (double)kiln_float_up(high);
	if (!solve(problem, point))
		*point = (plane_point){.x = {0, 0, 0}};
}

static bool in_range(float value)
{
	return value >= -KILN_COORDINATE_MAX && value <= KILN_COORDINATE_MAX;
}

static bool vector_in_range(kiln_vec3 v)
{
	return in_range(v.x) && in_range(v.y) && in_range(v.z);
}

/// Adds a plane in front of those that are violated less; returns false for an invalid one.
static bool add_plane(plane_problem *problem, const kiln_slide_plane *plane, uint32_t index)
{
	const kiln_d3 n = kiln_d3_from(plane->normal);
	const double length = sqrt(kiln_d3_length2(n));
	if (!vector_in_range(plane->normal) || !(length > 0) || !in_range(plane->gap) || !in_range(plane->speed) ||
		!(plane->push_limit >= 0))
		return false;
	const double gap = (double)plane->gap, limit = (double)plane->push_limit;
	bound_plane bound = {.n = kiln_d3_scale(n, 1 / length), .index = index};
	bound.bound = (double)plane->speed - (gap >= 0 ? gap : -kiln_double_min(-gap, limit));
	bound.violation = bound.bound - kiln_d3_dot(bound.n, problem->wanted);
	uint32_t at = problem->count++;
	for (; at > 0 && problem->planes[at - 1].violation < bound.violation; at--)
		problem->planes[at] = problem->planes[at - 1];
	problem->planes[at] = bound;
	return true;
}

/// Adds the sides of the range of answers: planes as nearly opposed as this excludes have no answer that is of use.
static void add_range(plane_problem *problem, double size)
{
	for (int side = 0; side < 6; side++)
	{
		const double sign = side % 2 ? 1 : -1;
		const kiln_d3 n = {side / 2 == 0 ? sign : 0, side / 2 == 1 ? sign : 0, side / 2 == 2 ? sign : 0};
		problem->planes[problem->count++] = (bound_plane){.n = n, .bound = -size, .index = KILN_NONE};
	}
}

/// Stores which planes hold the displacement, by increasing index.
static void store_active(const plane_problem *problem, const plane_point *point, kiln_plane_solution *solution)
{
	for (uint32_t i = 0; i < point->active_count; i++)
	{
		const uint32_t index = problem->planes[point->active[i]].index;
		if (index == KILN_NONE)
			continue;
		uint32_t at = solution->active_count++;
		for (; at > 0 && solution->active[at - 1] > index; at--)
			solution->active[at] = solution->active[at - 1];
		solution->active[at] = index;
	}
}

kiln_status kiln_plane_solve(
	const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted, kiln_plane_solution *solution)
{
	plane_problem problem;
	plane_point point;
	if (!solution)
		return KILN_E_ARGUMENT;
	memset(solution, 0, sizeof *solution);
	if ((!planes && count > 0) || count > KILN_SLIDE_PLANES_MAX || !vector_in_range(wanted))
		return KILN_E_ARGUMENT;
	problem.count = 0;
	problem.lowered = 0;
	problem.wanted = kiln_d3_from(wanted);
	double largest = kiln_d3_largest(problem.wanted), most = 0;
	for (uint32_t i = 0; i < count; i++)
		if (!add_plane(&problem, &planes[i], i))
			return KILN_E_ARGUMENT;
	for (uint32_t i = 0; i < count; i++)
	{
		most = kiln_double_max(most, problem.planes[i].bound);
		largest = kiln_double_max(largest, kiln_double_abs(problem.planes[i].bound));
	}
	add_range(&problem, 0x1p10 * largest);
	problem.epsilon = 0x1p-40 * largest;
	if (!solve(&problem, &point))
	{
		solve_lowered(&problem, most, &point);
		solution->slack = (float)problem.lowered;
	}
	solution->displacement = kiln_d3_to(point.x);
	store_active(&problem, &point, solution);
	return KILN_OK;
}
