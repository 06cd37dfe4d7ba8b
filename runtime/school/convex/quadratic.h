// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_QUADRATIC_H
#define KILN_CONVEX_QUADRATIC_H

#include "convex/shape/polytope.h"

/// The closest points of two polytopes.
typedef struct kiln_nearest
{
	double distance; ///< of the points below; at least the true one, to rounding: 2^-48 of the coordinates
	double lower;	 ///< proved by a plane, with room for rounding; 0 where none was found: they overlap, or nearly
	kiln_d3 between; ///< from on_a to on_b, with more digits than their difference
	kiln_d3 axis;	 ///< unit normal of that plane, from a to b; zero where none was found
	double rounding; ///< distances below this cannot be distinguished from touching
	kiln_d3 on_a, on_b;
	/// Each point is a mean of vertices. Both have equally many vertices; one may occur several times.
	uint32_t count; ///< 1 .. 4
	uint32_t vertex_a[4], vertex_b[4];
	double weight[4]; ///< >= 0; they sum to 1
	uint32_t steps;	  ///< number of vertices of the difference that were computed
} kiln_nearest;

/// The most steps; the answer is then the result so far. A few tens are usual.
#define KILN_QUADRATIC_STEPS 512

/// The distance as a quadratic programme: the shortest b - a of points of two polytopes, relative to one eye, by
/// Wolfe's method (Wolfe 1976, "Finding the nearest point in a polytope"). The method keeps a corral of at most four
/// differences of vertices, none of them in the plane of the others. In each step the difference nearest along the
/// shortest vector so far joins the corral. Then the vector moves to the shortest one in the corral's plane. If this is
/// outside the corral, the vector moves only to the corral's border, and the corners that are left behind are dropped.
/// Because of rounding, a few steps may come no nearer. Every step examines every vertex. The method is small and slow,
/// and right to 2^-45 of the coordinates, however near to touching, if its corrals are not flat; this makes it an
/// oracle for the others. Touching and overlapping polytopes get a distance of at most some 2^-46 of the coordinates
/// and no lower bound.
void kilni_quadratic(const kiln_polytope *a, const kiln_polytope *b, kiln_nearest *nearest);

#endif
