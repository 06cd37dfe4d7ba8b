// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_NEAR_H
#define KILN_PRIMITIVE_NEAR_H

#include "kiln/primitive/closest.h"
#include "math/double3.h"

#include <float.h>
#include <math.h>

/// Nearest points in double, before they are rounded to kiln_closest_points.

/// Shapes that are nearer than this share of the largest coordinate difference that entered touch: what leads to a
/// distance in double is wrong by some 2^-50 of it.
#define KILN_NEAR_TOUCHES 0x1p-46

/// The point of a shape that is nearest to a query point.
typedef struct kiln_near
{
	double distance; ///< 0 exactly where the point is in the shape or touches it
	kiln_d3 on;		 ///< in the world; of no meaning at distance 0, where it is the query's
	double at[2];	 ///< as kiln_closest_points.at_b
} kiln_near;

/// For usable points and shapes. Whether the distance is 0 is the one rule by which a point is in a solid:
/// kiln_point_in_* of the same shape asks here too.

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
	double distance; ///< to rounding: kiln_near_distance tells whether they touch
	double weights[3];
} kiln_near_triangle;

/// The point of a triangle that is nearest to the origin, from which its corners are seen. The same for every order of
/// the corners. Triangles may be needles, segments and points: by coordinates along the longest side and the height
/// upon it, which stay at right angles for all of them.
kiln_near_triangle kilni_nearest_on_triangle(const kiln_d3 corners[3]);

/// The same, quickly, for triangles that are no needles, nor far away for their size; false for others. Distance and
/// weights are right to 2^-29 of the largest coordinate seen; another order of the corners gives the same to that.
bool kilni_nearest_on_plain_triangle(const kiln_d3 corners[3], kiln_near_triangle *near);

/// What is decided by less than this share of the largest coordinate difference is left to the careful ways.
#define KILN_NEAR_PLAIN 0x1p-20

/// 0 where a distance is that of touching, among coordinate differences of at most `size`.
static inline double kiln_near_distance(double distance, double size)
{
	return distance > KILN_NEAR_TOUCHES * size ? distance : 0;
}

/// To the nearest float32; what is beyond its range is its largest number.
static inline float kiln_near_float(double x)
{
	return x > (double)FLT_MAX ? FLT_MAX : x < -(double)FLT_MAX ? -FLT_MAX : (float)x;
}

/// A distance above 0 stays above it.
static inline float kiln_near_float_distance(double distance)
{
	float rounded = kiln_near_float(distance);
	return distance > 0 && rounded == 0 ? 0x1p-149f : rounded;
}

static inline kiln_vec3 kiln_near_vec3(kiln_d3 v)
{
	return (kiln_vec3){kiln_near_float(v.x), kiln_near_float(v.y), kiln_near_float(v.z)};
}

/// A corner, seen from the query point.
static inline kiln_d3 kiln_near_see(kiln_vec3 corner, const kiln_vec3 *from)
{
	return kiln_d3_sub(kiln_d3_from(corner), kiln_d3_from(*from));
}

/// The answer about a point and a shape.
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
