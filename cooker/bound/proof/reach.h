// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_REACH_H
#define KILN_COOKER_BOUND_REACH_H

#include "math/double3.h"

/// Distances of many points from one: looked at in float32, four or eight at a time where the compiler can, and again in
/// double only where that leaves a doubt.

/// No less than any point's distance from `center`, and less than 2^-19 of it more where float32 does not under- or
/// overflow. Infinite when a point is not finite.
double bound_reach_above(const float (*points)[3], uint32_t count, kiln_d3 center);

/// The first of the points that are farthest from `center` in double, and its distance. At least one point, finite.
uint32_t bound_farthest(const float (*points)[3], uint32_t count, kiln_d3 center, double *distance);

#endif
