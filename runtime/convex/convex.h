// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_H
#define KILN_CONVEX_CONVEX_H

#include "convex/shape/body.h"
#include "primitive/solid.h"

/// A convex set, represented for its support mapping: the sum of
///   a point,
///   up to three bars, each from -bar to +bar,
///   a disc or ellipsoid with the conjugate radii rounds[],
///   the image of a hull's vertices,
///   a ball of radius `margin`;
/// or a triangle, a cone or the hull of points; plus the sets to which `plus` links. Every primitive under every affine
/// map is such a sum: a box is three bars, a cylinder a bar and a disc, and so on. All but the ball is the core. The
/// ball is kept apart, so that distances between cores stay above zero, and accurate, where bodies touch.
typedef enum kiln_convex_form
{
	KILN_FORM_SUM,
	KILN_FORM_TRIANGLE, ///< the hull of center, center + bars[0] and center + bars[1]
	KILN_FORM_CONE,		///< the hull of center + bars[0] and the disc around center
	KILN_FORM_POINTS,	///< the hull of points[]
} kiln_convex_form;

typedef struct kiln_convex
{
	kiln_d3 center; ///< a point of the core; for hulls and points the image of `from`
	kiln_d3 bars[3];
	uint32_t bar_count;
	kiln_convex_form form;
	kiln_d3 rounds[3];
	uint32_t round_count; ///< 0, 2 or 3
	double margin;
	const kiln_hull *hull;	 ///< or NULL
	kiln_d3 from;			 ///< a point near the vertices or points, subtracted from them before the map
	double slack;			 ///< of a hull: kiln_support_slack
	bool turned;			 ///< the columns of the map are not x, y, z
	bool rigid;				 ///< of a turned hull: the map is a rotation times 1/4 to 4; may be false
	kiln_d3 column[3];		 ///< the map of vertices and points
	const kiln_vec3 *points; ///< or NULL
	uint32_t point_count;
	double reach; ///< of points with a hull (convex/shape/points.h): their largest coordinate relative to `from`
	const struct kiln_convex *plus; ///< a set that is added, or NULL; a few at most. Its margin is 0
} kiln_convex;

/// Sets an empty sum, but for its center; leaves the fields unset that such a sum does not read.
static inline void kiln_convex_clear(kiln_convex *convex)
{
	convex->bar_count = convex->round_count = convex->point_count = 0;
	convex->form = KILN_FORM_SUM;
	convex->margin = 0;
	convex->hull = NULL;
	convex->turned = convex->rigid = false;
	convex->points = NULL;
	convex->plus = NULL;
}

/// How many of the bars are set.
static inline uint32_t kiln_convex_bars(const kiln_convex *convex)
{
	return convex->form == KILN_FORM_TRIANGLE ? 2 : convex->form == KILN_FORM_CONE ? 1 : convex->bar_count;
}

/// Whether the core is a point, a segment, a parallelogram or a box, whose vertices have the numbers of kilni_convex_support:
/// bit i selects the far end of bar i.
static inline bool kiln_convex_is_box(const kiln_convex *convex)
{
	return !convex->hull && convex->form == KILN_FORM_SUM && convex->round_count == 0 && !convex->plus;
}

/// The vertex of a core of bars: bit i of the number selects the far end of bar i. Not written as a loop, whose end would be guessed wrong where both objects of a
/// query differ.
static inline kiln_d3 kiln_convex_corner(const kiln_convex *convex, uint32_t number)
{
	static const double sign[2] = {-1, 1};
	kiln_d3 point = convex->center;
	if (convex->bar_count > 0)
		point = kiln_d3_along(point, sign[number & 1], convex->bars[0]);
	if (convex->bar_count > 1)
		point = kiln_d3_along(point, sign[number >> 1 & 1], convex->bars[1]);
	if (convex->bar_count > 2)
		point = kiln_d3_along(point, sign[number >> 2 & 1], convex->bars[2]);
	return point;
}

/// A placed body, relative to `eye`: its coordinates are those of the query minus `eye`. Where the map is a similarity
/// to 2^-22, spheres and capsules keep their radius as the margin. `body` must outlive the result.
kiln_convex kilni_convex_of(const kiln_body *body, const kiln_place *place, kiln_d3 eye);

/// A triangle, which may be a segment or a point.
kiln_convex kilni_convex_of_triangle(const kiln_d3 corner[3]);

/// A segment, which may be a point.
kiln_convex kilni_convex_of_segment(kiln_d3 a, kiln_d3 b);

/// Adds a disc perpendicular to a unit vector.
void kilni_convex_set_disc(kiln_convex *convex, kiln_d3 along, double radius);

/// A cylinder whose ends differ.
kiln_convex kilni_convex_of_cylinder(kiln_d3 a, kiln_d3 b, double radius);

/// The hull of points, relative to `eye`: at least one point; the points must outlive the result. A support scans all
/// of them.
kiln_convex kilni_convex_of_points(const kiln_vec3 *points, uint32_t count, kiln_d3 eye);

/// A query's shape, relative to its own center.
kiln_convex kilni_convex_of_solid(const kiln_solid *solid);

/// A point of the core that is farthest along `direction`, which may have any length; for a hull always a vertex.
/// Evaluated in double; of equally far points the choice is fixed. `seed` is the vertex at which the search on a hull
/// starts, KILN_NONE at first, and is set for the next call: the number of the vertex for hulls, points, triangles, and
/// sums of bars alone. For NaN the result is some point of the core.
kiln_d3 kilni_convex_support(const kiln_convex *convex, kiln_d3 direction, uint32_t *seed);

/// The same without copies of vectors by value: such a copy by pairs of numbers has to wait for the stores of the single numbers.
void kilni_convex_support_to(const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed, kiln_d3 *point);

/// The same for a core that is a hull and nothing else.
void kilni_convex_hull_support(const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed, kiln_d3 *point);

/// The vertex that has this number in kilni_convex_support. Returns false, and sets nothing, for numbers out of range,
/// curved cores and sums.
bool kilni_convex_vertex(const kiln_convex *convex, uint32_t number, kiln_d3 *vertex);

#endif
