// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONVEX_EXACT_H
#define KILN_TESTS_CONVEX_EXACT_H

#include "kiln/convex/shape.h"
#include "support/real256.h"

/// Computes the distance of two polytopes, proved in whole numbers of any length: an oracle for all other methods,
/// independent of the code under test.

/// The closest points of the hulls of two sets of points.
typedef struct exact_gap
{
	bool overlap;	///< exact: touching is overlap
	real distance2; ///< squared, exact except for truncation to 256 bits
	double distance;
	real3 on_a, on_b;	 ///< the weighted sums of the vertices below; equal where they overlap
	uint32_t count;		 ///< 1 .. 4 differences b - a of vertices whose weighted mean is the shortest difference
	uint32_t a[4], b[4]; ///< numbers of those vertices
	uint32_t steps;
} exact_gap;

/// The minimum-norm point of conv(b) - conv(a): the quadratic programme min |b - a|^2 over both hulls. Any finite
/// points (duplicates, flat sets, one point), at least one each, are used exactly. The method is a descent over
/// simplices (Wolfe 1976; Gilbert, Johnson, Keerthi 1988) in whole numbers. Every step is strictly shorter, so that the
/// descent ends. At its end the conditions of Karush, Kuhn and Tucker hold exactly: no difference of vertices lies
/// nearer along the answer.
void convex_exact_gap(const kiln_d3 *a, uint32_t a_count, const kiln_d3 *b, uint32_t b_count, exact_gap *gap);

/// Room for the vertices of one object.
#define EXACT_VERTICES 4096

/// Computes the posed vertices of a polytope, each rounded once from 256 bits to double, and its margin: of points,
/// segments, triangles, tetrahedra, boxes, rectangles, hulls, and as cores of spheres, capsules and swept rectangles.
/// Returns their number; 0 for shapes with other cores, sums, and more vertices than there is room for.
uint32_t convex_exact_vertices(const kiln_convex_object *object, kiln_d3 vertices[EXACT_VERTICES], double *margin);

#endif
