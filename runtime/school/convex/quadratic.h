// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_QUADRATIC_H
#define KILN_CONVEX_QUADRATIC_H

#include "convex/shape/polytope.h"

/// The closest points of two polytopes.
typedef struct kiln_nearest
{
	double distance; ///< of the points below: the true one is not more, but for rounding, 2^-48 of the coordinates
	double lower;	 ///< proved by a plane, rounding allowed for; 0 where none was found: they overlap, or nearly
	kiln_d3 between; ///< from on_a to on_b, with more digits than their difference
	kiln_d3 axis;	 ///< unit normal of that plane, from a to b; zero where none was found
	double rounding; ///< distances below this cannot be distinguished from touching
	kiln_d3 on_a, on_b;
	/// Each is a mean of vertices: of either, equally many, one may come several times.
	uint32_t count; ///< 1 .. 4
	uint32_t vertex_a[4], vertex_b[4];
	double weight[4]; ///< >= 0; they sum to 1
	uint32_t steps;	  ///< vertices of the difference that were looked for
} kiln_nearest;

/// Most steps; what is known by then is answered. A few tens are usual.
#define KILN_QUADRATIC_STEPS 512

/// The distance as a quadratic programme: the shortest b - a of points of two polytopes, seen from one eye, by Wolfe's
/// method (Wolfe 1976, "Finding the nearest point in a polytope"). A corral of at most four differences of vertices, none
/// of them in the plane of the others, is kept. The difference that is nearest along the shortest so far joins it; then it
/// moves to the shortest of all that the corral's plane holds, and where that lies outside the corral goes only as far as
/// its border, and what is left behind is dropped. A few steps may bring it no nearer, by rounding. Every vertex is looked
/// at in every step: small, slow, and right to 2^-45 of the coordinates, however near to touching, where the corrals it
/// meets are not flat, which makes it an oracle for the others. Touching and overlapping ones have a distance of at most
/// some 2^-46 of the coordinates and no lower bound.
void kilni_quadratic(const kiln_polytope *a, const kiln_polytope *b, kiln_nearest *nearest);

#endif
