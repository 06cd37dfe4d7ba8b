// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_SEARCH_H
#define KILN_COOKER_BOUND_SEARCH_H

#include "bound/obb/frame.h"
#include "math/double3.h"

/// Looking for the best direction or place of a volume. All work is counted in point projections and none is timed, so
/// that every machine finds the same.

/// What bound_search functions take for an effort of 0.
#define BOUND_SEARCH_EFFORT 4000000u

/// How many costs, each a few passes over `count` points, an effort pays for: 50 to 4000.
uint32_t bound_evaluations(uint64_t effort, uint32_t count);

/// Something to make small; HUGE_VAL where there is no answer.
typedef double (*bound_cost)(void *user, const double *x);

#define BOUND_DIMENSIONS_MAX 6

/// Walks downhill from `x` until steps are below `least_step`: tries a step to both sides along every axis and as many
/// random ones (the cost has creases, which axes alone stick to), goes on where that helps, and halves the steps where
/// nothing does; starts again where it ended as long as that wins. Returns the least cost found; at most `evaluations` + 1
/// are made.
double bound_descend(
	bound_cost cost, void *user, double *x, int dimensions, double step, double least_step, uint32_t evaluations);

/// The cloud's points that are extreme along some direction of a grid: at most about 900, which decide where to look. The
/// rest of the cloud is the same, and a small cloud all the same. KILNCOOK_INTERNAL when out of memory.
kilncook_status bound_reduce(const kilncook_context *context, const obb_cloud *cloud, obb_cloud *few);
void bound_reduced_free(const kilncook_context *context, const obb_cloud *cloud, obb_cloud *few);

/// The best direction near `direction`, which is unit. The cost's `x` is a direction here, unit too.
kiln_d3 bound_tilt_direction(bound_cost cost, void *user, kiln_d3 direction, double step, double least_step,
	uint32_t evaluations, double *least);

/// One of several walks downhill.
typedef struct bound_walk
{
	double x[BOUND_DIMENSIONS_MAX]; ///< where it is
	double cost;					///< there
	void *user;						///< the cost's own
} bound_walk;

/// Takes in what is to be learnt from where a walk has led to: the cost may be another one afterwards.
typedef void (*bound_learn)(void *user, const double *x);

/// How walks compete.
typedef struct bound_contest
{
	bound_cost cost;
	bound_learn learn; ///< NULL where nothing is
	int dimensions;
	double step;
	double least_step;
	uint32_t evaluations;
} bound_contest;

/// Walks downhill with steps from `step` to an eighth of it, and goes on from where the better half of the walks ended with
/// smaller ones, until one is left, which goes down to `least_step`. `evaluations`: of each walk at first, and twice as
/// many each time. The best comes first.
void bound_compete(const bound_contest *contest, bound_walk *walks, int count);

#define BOUND_LISTED 4

/// The best few of many directions, the cheapest first: the principal axes of the cloud's hull, those of a k-DOP, normals
/// of the largest faces, the longest edges, and a grid. A direction and its opposite are tried when `opposite` says that
/// they differ. The cost's `x` is a unit direction. Returns how many there are, at least one.
int bound_list_directions(
	const obb_cloud *cloud, bound_cost cost, void *user, bool opposite, kiln_d3 directions[BOUND_LISTED]);

/// The best direction of all: those of the list compete by tilts, to within 1e-5. `evaluations` as in bound_compete.
kiln_d3 bound_search_direction(
	const obb_cloud *cloud, bound_cost cost, void *user, bool opposite, uint32_t evaluations);

/// Direction `i` of 3 cells^2 through the cells of a cube's faces: one of each two opposite ones. Not unit.
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

/// Where a local point stands in the world.
static inline kiln_d3 bound_world(const obb_cloud *cloud, kiln_d3 p)
{
	return kiln_d3_add(
		bound_vector(cloud->origin), (kiln_d3){p.x / cloud->scale, p.y / cloud->scale, p.z / cloud->scale});
}

#endif
