// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_NORMAL_H
#define KILN_PRIMITIVE_NORMAL_H

#include "polygon.h"

/// (a - o) x (b - o), each number to 2^-46 of itself: that of a needle leads where it should, and it is zero where the
/// triangle has no area, and only there.
static inline kiln_d3 kiln_exact_normal(kiln_d3 o, kiln_d3 a, kiln_d3 b)
{
	return (kiln_d3){
		kilni_orient2_value(kiln_d3_seen_along(o, 0), kiln_d3_seen_along(a, 0), kiln_d3_seen_along(b, 0)),
		kilni_orient2_value(kiln_d3_seen_along(o, 1), kiln_d3_seen_along(a, 1), kiln_d3_seen_along(b, 1)),
		kilni_orient2_value(kiln_d3_seen_along(o, 2), kiln_d3_seen_along(a, 2), kiln_d3_seen_along(b, 2)),
	};
}

/// The normal of a polygon, corner after corner (Newell; Sutherland, Sproull, Schumacker 1974), by triangles from the
/// first: that of a convex polygon is good to 2^-44 of itself, however narrow it is.
typedef struct kiln_newell
{
	kiln_d3 first, before; ///< corners
	kiln_d3 normal;		   ///< of twice the area's length
	kiln_d3 sizes;		   ///< the magnitudes that it was added up from
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

/// At least the error of each number of the normal: each part is good to 2^-46 of itself, each of the sums rounds by
/// 2^-53 of what the parts add up to.
static inline double kiln_newell_error(const kiln_newell *newell)
{
	return (0x1p-45 + (double)newell->count * 0x1p-52) * kiln_d3_largest(newell->sizes);
}

#endif
