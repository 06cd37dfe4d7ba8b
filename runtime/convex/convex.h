// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_H
#define KILN_CONVEX_CONVEX_H

#include "convex/shape/body.h"
#include "primitive/solid.h"

/// A convex set as its support mapping sees it: the sum of
///   a point,
///   up to three bars, each from -bar to +bar,
///   a disc or ellipsoid with the conjugate radii rounds[],
///   the image of a hull's vertices,
///   a ball of radius `margin`;
/// or a triangle, a cone or the hull of points; and of what `plus` leads to. Every primitive under every affine map is
/// such a sum: a box is three bars, a cylinder a bar and a disc, and so on. All but the ball is the core. The ball is kept
/// apart, so that distances between cores stay above zero, and accurate, where bodies touch.
typedef enum kiln_convex_form
{
	KILN_FORM_SUM,
	KILN_FORM_TRIANGLE, ///< the hull of center, center + bars[0] and center + bars[1]
	KILN_FORM_CONE,		///< the hull of center + bars[0] and the disc around center
	KILN_FORM_POINTS,	///< the hull of points[]
} kiln_convex_form;

typedef struct kiln_convex
{
	kiln_d3 center; ///< a point of the core; for hulls and points where the map puts `from`
	kiln_d3 bars[3];
	uint32_t bar_count;
	kiln_convex_form form;
	kiln_d3 rounds[3];
	uint32_t round_count; ///< 0, 2 or 3
	double margin;
	const kiln_hull *hull;	 ///< or NULL
	kiln_d3 from;			 ///< a point near the vertices or points, which are p - from before they are mapped
	double slack;			 ///< of a hull: kiln_support_slack
	bool turned;			 ///< the columns of the map are not x, y, z
	kiln_d3 column[3];		 ///< the map of vertices and points
	const kiln_vec3 *points; ///< or NULL
	uint32_t point_count;
	const struct kiln_convex *plus; ///< added to it, or NULL; a few at most. Its margin is 0
} kiln_convex;

/// A placed body, seen from `eye`: coordinates are what they are in the query's minus it. Where the map is a similarity
/// to 2^-22, spheres and capsules keep their radius as the margin. `body` must outlive the answer.
kiln_convex kilni_convex_of(const kiln_body *body, const kiln_place *place, kiln_d3 eye);

/// A triangle, which may be a segment or a point.
kiln_convex kilni_convex_of_triangle(const kiln_d3 corner[3]);

/// A segment, which may be a point.
kiln_convex kilni_convex_of_segment(kiln_d3 a, kiln_d3 b);

/// A cylinder of ends that are not equal.
kiln_convex kilni_convex_of_cylinder(kiln_d3 a, kiln_d3 b, double radius);

/// A cone of ends that are not equal.
kiln_convex kilni_convex_of_cone(kiln_d3 apex, kiln_d3 base, double radius);

/// The hull of points, seen from `eye`: at least one, which must outlive the answer. A support is found by looking at all
/// of them.
kiln_convex kilni_convex_of_points(const kiln_vec3 *points, uint32_t count, kiln_d3 eye);

/// A query's shape, seen from its own center.
kiln_convex kilni_convex_of_solid(const kiln_solid *solid);

/// A point of the core that is farthest along `direction`, which may have any length; of a hull always a vertex.
/// Evaluated in double; of equally far ones a determined one. `seed` is where to begin on a hull, KILN_NONE at first,
/// and is set for the next time: the number of the vertex for hulls, points, triangles, and sums of bars alone. NaN gives
/// a point of the core.
kiln_d3 kilni_convex_support(const kiln_convex *convex, kiln_d3 direction, uint32_t *seed);

/// The vertex that kilni_convex_support tells by this number. False, with nothing set, for numbers out of range, curved
/// cores and those that something is added to.
bool kilni_convex_vertex(const kiln_convex *convex, uint32_t number, kiln_d3 *vertex);

#endif
