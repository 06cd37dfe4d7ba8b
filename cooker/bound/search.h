// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_SEARCH_H
#define KILN_COOKER_BOUND_SEARCH_H

#include "math/double3.h"
#include "obb_frame.h"

/// Looking for the best direction or place of a volume. All work is counted in point projections and none is timed, so
/// that every machine finds the same.

/// What bound_search functions take for an effort of 0.
#define BOUND_SEARCH_EFFORT 4000000u

/// How many costs, each a few passes over `count` points, an effort pays for: 200 to 4000.
uint32_t bound_evaluations(uint64_t effort, uint32_t count);

/// Something to make small; HUGE_VAL where there is no answer.
typedef double (*bound_cost)(void *user, const double *x);

#define BOUND_DIMENSIONS_MAX 6

/// Walks downhill from `x` until steps are below `least_step`: tries a step to both sides along every axis and as many
/// random ones (the cost has creases, which axes alone stick to), goes on where that helps, and halves the steps where
/// nothing does. Returns the least cost found; at most `evaluations` are made.
double bound_descend(
	bound_cost cost, void *user, double *x, int dimensions, double step, double least_step, uint32_t evaluations);

/// The same for a direction: `x` is three numbers long, a unit vector.
/// Candidates: the cloud's principal axes, those of its box, of the fixed axes of a k-DOP, normals of its largest faces,
/// its longest edges, and a grid over all directions; the best few of them then walk downhill. `cloud` needs its hull.
/// `opposite`: a direction and its opposite are not the same.
kiln_d3 bound_search_direction(const obb_cloud *cloud, bound_cost cost, void *user, bool opposite, uint64_t effort);

/// A point of the cloud.
static inline kiln_d3 bound_local(const obb_cloud *cloud, uint32_t i)
{
	return (kiln_d3){cloud->points[i][0], cloud->points[i][1], cloud->points[i][2]};
}

/// Where a local point stands in the world.
static inline kiln_d3 bound_world(const obb_cloud *cloud, kiln_d3 p)
{
	kiln_d3 origin = {cloud->origin[0], cloud->origin[1], cloud->origin[2]};
	return kiln_d3_add(origin, (kiln_d3){p.x / cloud->scale, p.y / cloud->scale, p.z / cloud->scale});
}

#endif
