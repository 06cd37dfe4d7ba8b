// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_ANSWER_H
#define KILN_PRIMITIVE_MOVING_ANSWER_H

#include "bounds/outward.h"
#include "kiln/primitive/moving.h"
#include "math/double3.h"

/// Shared by the moving tests.

/// A contact at a time of 0 .. 1 within rounding; the answer's time is rounded down to float32. The normal is unit.
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

/// The feature of a triangle at a point of contact, numbered as in kiln_impact. A point within `reach` of a corner or
/// edge counts as that feature.
uint32_t kilni_triangle_feature(const kiln_d3 corner[3], kiln_d3 point, double reach);

#endif
