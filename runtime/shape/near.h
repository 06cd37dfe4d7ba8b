// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_NEAR_H
#define KILN_PRIMITIVE_NEAR_H

#include "kiln/primitive/closest.h"
#include "math/double3.h"

#include <float.h>
#include <math.h>

/// Nearest points in double, before they are rounded to kiln_closest_points.

/// Shapes touch if their computed distance is below this share of the largest coordinate difference in the computation,
/// whose error is some 2^-50 of that difference.
#define KILN_NEAR_TOUCHES 0x1p-46

/// The point of a shape that is nearest to a query point.
typedef struct kiln_near
{
	double distance; ///< exactly 0 where the point is in the shape or touches it
	kiln_d3 on;		 ///< in the world; without meaning at distance 0, where the nearest point is the query point
	double at[2];	 ///< as kiln_closest_points.at_b
} kiln_near;

/// For usable points and shapes. A point is in a solid exactly where this distance is 0: kiln_point_in_* of the same
/// shape calls these functions, too.

kiln_near kilni_near_halfspace(const kiln_vec3 *a, const kiln_plane *b);
kiln_near kilni_near_sphere(const kiln_vec3 *a, const kiln_sphere *b);
kiln_near kilni_near_capsule(const kiln_vec3 *a, const kiln_capsule *b);
kiln_near kilni_near_aabb(const kiln_vec3 *a, const kiln_aabb *b);
kiln_near kilni_near_obb(const kiln_vec3 *a, const kiln_obb *b);
kiln_near kilni_near_cylinder(const kiln_vec3 *a, const kiln_cylinder *b);
kiln_near kilni_near_cone(const kiln_vec3 *a, const kiln_cone *b);
kiln_near kilni_near_ellipsoid(const kiln_vec3 *a, const kiln_ellipsoid *b);
kiln_near kilni_near_rss(const kiln_vec3 *a, const kiln_rss *b);

/// A point of a triangle, by the weights of its corners.
typedef struct kiln_near_triangle
{
	double distance; ///< within rounding: kiln_near_distance decides whether they touch
	double weights[3];
} kiln_near_triangle;

/// The point of a triangle that is nearest to the origin; the corners are relative to that origin. Every order of the
/// corners gives the same result. Triangles may be needles, segments and points: the method uses coordinates along the
/// longest side and along the height on this side, which are perpendicular for all of them.
kiln_near_triangle kilni_nearest_on_triangle(const kiln_d3 corners[3]);

/// As kilni_nearest_on_triangle, but quick, for triangles that are not needles and not far away for their size; returns
/// false for others. Distance and weights are right to 2^-29 of the largest coordinate; another order of the corners
/// gives the same within this error.
bool kilni_nearest_on_plain_triangle(const kiln_d3 corners[3], kiln_near_triangle *near);

/// A decision by less than this share of the largest coordinate difference is left to the slow, careful methods.
#define KILN_NEAR_PLAIN 0x1p-20

/// The distance, or 0 where it counts as touching among coordinate differences of at most `size`.
static inline double kiln_near_distance(double distance, double size)
{
	return distance > KILN_NEAR_TOUCHES * size ? distance : 0;
}

/// Rounds to the nearest float32. A number beyond the range of float32 becomes the largest one.
static inline float kiln_near_float(double x)
{
	return x > (double)FLT_MAX ? FLT_MAX : x < -(double)FLT_MAX ? -FLT_MAX : (float)x;
}

/// Rounds a distance and keeps a distance above 0 above 0.
static inline float kiln_near_float_distance(double distance)
{
	float rounded = kiln_near_float(distance);
	return distance > 0 && rounded == 0 ? 0x1p-149f : rounded;
}

static inline kiln_vec3 kiln_near_vec3(kiln_d3 v)
{
	return (kiln_vec3){kiln_near_float(v.x), kiln_near_float(v.y), kiln_near_float(v.z)};
}

/// A corner relative to the query point.
static inline kiln_d3 kiln_near_see(kiln_vec3 corner, const kiln_vec3 *from)
{
	return kiln_d3_sub(kiln_d3_from(corner), kiln_d3_from(*from));
}

/// The answer for a point and a shape.
static inline kiln_closest_points kiln_near_answer(const kiln_vec3 *a, const kiln_near *near)
{
	return (kiln_closest_points){
		.found = true,
		.distance = kiln_near_float_distance(near->distance),
		.on_a = *a,
		.on_b = near->distance > 0 ? kiln_near_vec3(near->on) : *a,
		.at_b = {kiln_near_float(near->at[0]), kiln_near_float(near->at[1])},
	};
}

#endif
