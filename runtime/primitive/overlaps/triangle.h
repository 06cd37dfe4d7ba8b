// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_OVERLAPS_TRIANGLE_H
#define KILN_PRIMITIVE_OVERLAPS_TRIANGLE_H

#include "kiln/primitive/overlaps.h"
#include "primitive/triangle/pair.h"

/// Shared by the methods for two triangles.

/// Two triangles in double.
typedef struct kiln_two_triangles
{
	kiln_d3 a[3], b[3];
} kiln_two_triangles;

static inline void kiln_corners_of(const kiln_triangle *t, kiln_d3 corners[3])
{
	for (int i = 0; i < 3; ++i)
		corners[i] = kiln_d3_from(t->corners[i]);
}

static inline void kiln_two_triangles_set(kiln_two_triangles *two, const kiln_triangle *a, const kiln_triangle *b)
{
	kiln_corners_of(a, two->a);
	kiln_corners_of(b, two->b);
}

/// The verdict of a method in double.
typedef enum kiln_verdict
{
	KILN_APART,
	KILN_MEET,
	KILN_DOUBT, ///< rounding may have caused either answer
} kiln_verdict;

/// The verdict; the exact answer where the verdict is in doubt.
static inline bool kiln_two_triangles_touch(const kiln_two_triangles *two, kiln_verdict verdict)
{
	return verdict == KILN_DOUBT ? kilni_triangles_touch(two->a, two->b) : verdict == KILN_MEET;
}

#endif
