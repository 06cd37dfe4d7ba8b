// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_SEARCH_H
#define KILN_COOKER_BOUND_SEARCH_H

#include "bound/obb/frame.h"
#include "math/double3.h"

/// Searches for the best direction or place of a volume. All work is counted in point projections and not timed, so
/// that every machine finds the same result.

/// The effort that bound_search functions use when the effort is 0.
#define BOUND_SEARCH_EFFORT 4000000u

/// Returns how many evaluations of the cost an effort allows, 50 to 4000, where each evaluation makes a few passes over
/// `count` points.
uint32_t bound_evaluations(uint64_t effort, uint32_t count);

/// A function to minimise; HUGE_VAL where it has no value. Where the value is at least `limit`, it may return anything that
/// is: a search gives up what is no better than its best as soon as that shows.
typedef double (*bound_cost)(void *user, const double *x, double limit);

#define BOUND_DIMENSIONS_MAX 6

/// Descends from `x` until steps are below `least_step`. Each round tries a step to both sides along every axis and as
/// many random steps (the cost has creases, where axes alone get stuck). It continues where a step helps, and halves
/// the steps where no step does. It restarts from the end point while that reduces the cost. Returns the least cost
/// found; makes at most `evaluations` + 1 evaluations.
double bound_descend(
	bound_cost cost, void *user, double *x, int dimensions, double step, double least_step, uint32_t evaluations);

/// Makes a cloud of the points that are extreme along some direction of a grid: at most about 900, which are enough to
/// choose where to search. All other fields are copied; a small cloud keeps all its points. KILNCOOK_INTERNAL when out
/// of memory.
kilncook_status bound_reduce(const kilncook_context *context, const obb_cloud *cloud, obb_cloud *few);
void bound_reduced_free(const kilncook_context *context, const obb_cloud *cloud, obb_cloud *few);

/// Returns the best direction near the unit vector `direction`. The cost's `x` is a unit direction here.
kiln_d3 bound_tilt_direction(bound_cost cost, void *user, kiln_d3 direction, double step, double least_step,
	uint32_t evaluations, double *least);

/// One of several descents.
typedef struct bound_walk
{
	double x[BOUND_DIMENSIONS_MAX]; ///< the current position
	double cost;					///< the cost at the position
	void *user;						///< passed to the cost function
} bound_walk;

/// Updates the cost's own data from the position that a walk has reached; the cost may change.
typedef void (*bound_learn)(void *user, const double *x);

/// How walks compete.
typedef struct bound_contest
{
	bound_cost cost;
	bound_learn learn; ///< NULL when the cost does not learn
	int dimensions;
	double step;
	double least_step;
	uint32_t evaluations;
} bound_contest;

/// Runs all walks with steps from `step` to an eighth of it, continues the better half from their ends with smaller
/// steps, and so on until one walk is left, which descends to `least_step`. `evaluations` is the limit of each walk in
/// the first round; the limit doubles every round. Sorts the best walk first.
void bound_compete(const bound_contest *contest, bound_walk *walks, int count);

#define BOUND_LISTED 4

/// Returns the best direction: the directions of the list compete by tilts, to within 1e-5. `evaluations` as in
/// bound_compete.
kiln_d3 bound_search_direction(
	const obb_cloud *cloud, bound_cost cost, void *user, bool opposite, uint32_t evaluations);

/// Returns direction `i` of 3 cells^2 through the cells of a cube's faces, one of each two opposite directions. The
/// direction does not have unit length.
kiln_d3 bound_grid_direction(int cells, int i);

static inline kiln_d3 bound_vector(const double v[3])
{
	return (kiln_d3){v[0], v[1], v[2]};
}

/// A point of the cloud.
static inline kiln_d3 bound_local(const obb_cloud *cloud, uint32_t i)
{
	return bound_vector(cloud->points[i]);
}

/// Converts a local point to world coordinates.
static inline kiln_d3 bound_world(const obb_cloud *cloud, kiln_d3 p)
{
	return kiln_d3_add(
		bound_vector(cloud->origin), (kiln_d3){p.x / cloud->scale, p.y / cloud->scale, p.z / cloud->scale});
}

#endif
