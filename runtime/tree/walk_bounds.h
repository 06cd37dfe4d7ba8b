// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_WALK_BOUNDS_H
#define KILN_TREE_WALK_BOUNDS_H

#include "kernels.h"

#include <float.h>

/// Margins for rounding, shared by the walks over boxes and by the culling after the walks.

/// The largest squared distance that the computation can give for a point and a box within sqrt(limit) of each other.
///
/// Let u = 2^-24. Per axis the distance is one rounded difference, its square another rounding, and two sums follow:
/// the result is at most (1 + u)^5 times the exact square, plus 2^-149 for each operation that leaves the normal
/// numbers. 2^-20 is 16 u, and the smallest normal number is 2^23 times 2^-149.
static inline float kiln_walk_reach2(float limit)
{
	return limit + (limit * 0x1p-20f + FLT_MIN);
}

/// The origins with which a ray's intervals on an axis become those of boxes grown by `extents`.
///
/// The ray meets a grown box between (lo - extents - o) / d and (hi + extents - o) / d, for d > 0, so the extents join
/// the shifts of the origin. Each sum rounds once more, by at most 2^-24 of the origin and the extents. The shift has
/// room for twice the origin's part, and 2^-20 of the extents is ample for theirs.
static inline void kiln_walk_grow(const kiln_walk_ray *ray, int axis, float extents, float *near, float *far)
{
	float reach = copysignf(extents + extents * 0x1p-20f, ray->inverse[axis]);
	*near = ray->near_origin[axis] + reach;
	*far = ray->far_origin[axis] - reach;
}

#endif
