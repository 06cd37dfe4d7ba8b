// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_NORMAL_H
#define KILN_PRIMITIVE_NORMAL_H

#include "polygon.h"

/// (a - o) x (b - o), each component with a relative error of at most 2^-46. So a needle's normal has the right
/// direction, and the normal is zero only where the triangle has no area.
static inline kiln_d3 kiln_exact_normal(kiln_d3 o, kiln_d3 a, kiln_d3 b)
{
	return (kiln_d3){
		kilni_orient2_value(kiln_d3_seen_along(o, 0), kiln_d3_seen_along(a, 0), kiln_d3_seen_along(b, 0)),
		kilni_orient2_value(kiln_d3_seen_along(o, 1), kiln_d3_seen_along(a, 1), kiln_d3_seen_along(b, 1)),
		kilni_orient2_value(kiln_d3_seen_along(o, 2), kiln_d3_seen_along(a, 2), kiln_d3_seen_along(b, 2)),
	};
}

/// The normal of a polygon, built corner by corner (Newell; Sutherland, Sproull, Schumacker 1974) from triangles at the
/// first corner. The normal of a convex polygon has a relative error of at most 2^-44, however narrow the polygon is.
typedef struct kiln_newell
{
	kiln_d3 first, before; ///< the first corner and the last one added
	kiln_d3 normal;		   ///< its length is twice the area
	kiln_d3 sizes;		   ///< the sum of the magnitudes of the normal's parts
	uint32_t count;
} kiln_newell;

static inline void kiln_newell_add(kiln_newell *newell, kiln_d3 corner)
{
	if (newell->count++ == 0)
		newell->first = newell->before = corner;
	kiln_d3 part = kiln_exact_normal(newell->first, newell->before, corner);
	newell->normal = kiln_d3_add(newell->normal, part);
	newell->sizes = kiln_d3_add(newell->sizes, kiln_d3_magnitudes(part));
	newell->before = corner;
}

/// At least the error of each component of the normal: each part has a relative error of 2^-46, and each sum rounds by
/// 2^-53 of the sum of the parts.
static inline double kiln_newell_error(const kiln_newell *newell)
{
	return (0x1p-45 + (double)newell->count * 0x1p-52) * kiln_d3_largest(newell->sizes);
}

#endif
