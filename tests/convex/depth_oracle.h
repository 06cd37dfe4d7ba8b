// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_DEPTH_ORACLE_H
#define KILN_TESTS_DEPTH_ORACLE_H

#include "kiln/base.h"

/// How deep two hulls of points are in each other, by building all of what the methods under test only ask: the cooker's
/// exact hull of every difference of two points.

typedef struct depth_truth
{
	uint32_t dimension; ///< of the set of differences
	bool inside;		///< exactly: the origin is in it or on it
	double depth;		///< how far the origin is below the nearest face; 0 on a set without volume
	double size;		///< largest coordinate of a difference
} depth_truth;

/// For points whose differences, b - a, are floats; others end the program.
depth_truth depth_of_points(const kiln_vec3 *a, uint32_t a_count, const kiln_vec3 *b, uint32_t b_count);

#endif
