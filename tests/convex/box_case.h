// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONVEX_BOX_CASE_H
#define KILN_TESTS_CONVEX_BOX_CASE_H

#include "kiln/convex.h"

/// Shapes whose core is a box, rectangle, segment or point, for queries that compare them.

typedef struct box_case
{
	kiln_convex_shape shape;
	uint32_t extents; ///< of the core: 0 to 3
} box_case;

#define BOX_CASES 11

/// A random shape of one of BOX_CASES kinds, of about this size around a center. Its extents differ by up to `longest`.
box_case box_case_of(uint64_t *random, int kind, float size, float longest, kiln_vec3 center);

/// A pose of few different numbers, so that many faces are parallel.
kiln_pose box_case_pose(uint64_t *random, float size);

#endif
