// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_DEPTH_ORACLE_H
#define KILN_TESTS_DEPTH_ORACLE_H

#include "kiln/base.h"

/// Computes how deeply two hulls of points overlap from the whole set of differences, which the methods under test only
/// query: builds the cooker's exact hull of every difference of two points.

typedef struct depth_truth
{
	uint32_t dimension; ///< of the set of differences
	bool inside;		///< exact: the origin is inside the set or on its surface
	double depth;		///< distance of the origin below the nearest face; 0 for a set without volume
	double size;		///< largest coordinate of a difference
} depth_truth;

/// For points whose differences, b - a, are floats; other points end the program.
depth_truth depth_of_points(const kiln_vec3 *a, uint32_t a_count, const kiln_vec3 *b, uint32_t b_count);

#endif
