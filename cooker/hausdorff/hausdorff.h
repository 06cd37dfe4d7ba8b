// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HAUSDORFF_H
#define KILN_COOKER_HAUSDORFF_H

#include "kilncook.h"

/// The Hausdorff distance of two surfaces, as an interval that certainly contains it.
///
/// The distance from A to B is the largest distance of a point of A from B; the two-sided distance is the larger one of
/// both directions. The distance from a triangle, which is convex, is a convex function: over a piece of A with corners
/// c, the largest distance from a triangle T of B is that of a corner. So the least of these over some T is an upper
/// bound of the piece, and the distance of a corner from B a lower bound of the whole. Pieces wait by their upper
/// bounds; the worst is cut, where the nearest triangle of its corners changes, until the bounds agree.
/// (Branch and bound as by M. Tang, M. Lee, Y. J. Kim, Interactive Hausdorff Distance Computation for General Polygonal
/// Models, 2009; cuts after N. Aspert, D. Santa-Cruz, T. Ebrahimi, MESH, 2002, have no such bound.)
///
/// Each number is computed in double; bounds are moved outwards by 2^-45 of the largest coordinate, which exceeds all
/// rounding. A triangle of A that is also one of B has the distance 0 without rounding.

/// A surface. Coordinates are finite and at most KILN_COORDINATE_MAX in size, vertex numbers valid.
typedef struct hausdorff_surface
{
	const float (*vertices)[3];
	const uint32_t (*triangles)[3];
	uint32_t vertex_count;
	uint32_t triangle_count; ///< at least 1, below 2^30
} hausdorff_surface;

typedef struct hausdorff_options
{
	double gap; ///< the bounds agree when they differ by at most this share of the lower one; 0 or more, 0 means 0.01
	/// With a limit, the search only decides whether the distance is at most the limit, and ends as soon as it knows. Negative:
	/// none.
	double limit;
	uint32_t threads; ///< that may build the trees, of no effect on the result; 0 means 1
} hausdorff_options;

/// What was found. `lower` <= distance <= `upper`, always.
typedef struct hausdorff_result
{
	double lower;	 ///< rounded down, 0 or more
	double upper;	 ///< rounded up; infinity where the search ended because the limit is exceeded
	double at[3];	 ///< a point of one surface that is at least `lower` away from the other
	uint64_t pieces; ///< looked at
	/// The bounds agree, or decide about the limit. False: the limit of work was reached, or the rounding of a triangle that is a
	/// millionth as high as long hides the distance.
	bool finished;
} hausdorff_result;

/// Computes the distance from `from` to `to`. `far` receives, for each triangle of `from`, whether a point of it may be farther
/// from `to` than options.limit; NULL if not wanted, else the search does not end at the first such triangle.
/// KILNCOOK_INTERNAL when out of memory. Work is counted and limited: O(n) pieces, and visits of nodes for each.
kilncook_status hausdorff_one_sided(const kilncook_context *context, const hausdorff_surface *from,
	const hausdorff_surface *to, const hausdorff_options *options, bool *far, hausdorff_result *result);

/// Computes the two-sided distance.
kilncook_status hausdorff_measure(const kilncook_context *context, const hausdorff_surface *a,
	const hausdorff_surface *b, const hausdorff_options *options, hausdorff_result *result);

#endif
