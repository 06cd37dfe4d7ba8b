// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_ANSWER_H
#define KILN_PRIMITIVE_MOVING_ANSWER_H

#include "bounds/outward.h"
#include "kiln/primitive/moving.h"
#include "math/double3.h"

/// What the moving tests share.

/// Contact at a time of 0 .. 1, but for rounding; the answer's is the float32 below. The normal is unit.
static inline kiln_impact kiln_impact_at(double time, kiln_d3 point, kiln_d3 normal)
{
	double in_range = kiln_double_min(kiln_double_max(time, 0), 1);
	return (kiln_impact){
		.hit = true, .t = kiln_tight_down(in_range), .point = kiln_d3_to(point), .normal = kiln_d3_to(normal)};
}

/// Contact at the start.
static inline kiln_impact kiln_impact_inside(kiln_d3 point, kiln_d3 normal)
{
	kiln_impact impact = kiln_impact_at(0, point, normal);
	impact.inside = true;
	return impact;
}

static inline bool kiln_stands_still(kiln_d3 motion)
{
	return !(kiln_d3_largest(motion) > 0);
}

/// What at a point of a triangle touches, numbered as in kiln_impact: `reach` is how close counts as at a corner or edge.
uint32_t kilni_triangle_feature(const kiln_d3 corner[3], kiln_d3 point, double reach);

#endif
