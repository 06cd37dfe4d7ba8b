// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_INTERSECT_TRIANGLE_H
#define KILN_PRIMITIVE_INTERSECT_TRIANGLE_H

#include "intersect.h"

/// Where a path meets a triangle.
typedef struct kiln_pierce
{
	bool line;			///< the path's whole line meets the triangle; false: the other fields are zero
	bool met;			///< and the path itself meets it, too
	double first, last; ///< of the whole line: equal unless it lies in the triangle's plane
	double u[2], v[2];	///< the weights of corners 1 and 2 at first and last
	double turn;		///< has exactly the sign of direction . normal: above 0 from behind
} kiln_pierce;

/// Decides exactly, except for the end of a ray with t_max, which may be 2^-40 of the way later. The path is usable.
kiln_pierce kilni_path_pierce(const kiln_path *path, const kiln_vec3 corners[3]);

/// The answer for one triangle that the path meets: at first, clamped to the path.
kiln_intersection kilni_path_meets_pierce(const kiln_path *path, const kiln_vec3 corners[3], const kiln_pierce *pierce);

/// (b - a) x (c - a), also for needles; zero only without area.
kiln_d3 kilni_corners_normal(const kiln_vec3 corners[3]);

#endif
