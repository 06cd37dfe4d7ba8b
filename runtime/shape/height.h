// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_HEIGHT_H
#define KILN_PRIMITIVE_HEIGHT_H

#include "kiln/primitive/shapes.h"
#include "math/double3.h"
#include "math/two.h"

/// normal . p - d with a relative error of at most 2^-50, so that its sign is exact: products of floats are exact in
/// double, and the sum loses nothing. The unit is the normal's length.
static inline double kiln_plane_height(const kiln_plane *plane, const kiln_vec3 *p)
{
	return kiln_sum_of_four((double)plane->normal.x * (double)p->x, (double)plane->normal.y * (double)p->y,
		(double)plane->normal.z * (double)p->z, -(double)plane->d);
}

#endif
