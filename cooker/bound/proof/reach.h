// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_REACH_H
#define KILN_COOKER_BOUND_REACH_H

#include "math/double3.h"

/// Distances of many points from one point: computed in float32, four or eight at a time where the compiler can, and
/// repeated in double only where float32 leaves a doubt.

/// Returns an upper bound of every point's distance from `center`, less than 2^-19 of the distance too large where
/// float32 does not under- or overflow. Infinite when a point is not finite.
double bound_reach_above(const float (*points)[3], uint32_t count, kiln_d3 center);

/// Returns the point that is farthest from `center` in double, the first of equal ones, and its distance. At least one
/// point, finite.
uint32_t bound_farthest(const float (*points)[3], uint32_t count, kiln_d3 center, double *distance);

#endif
