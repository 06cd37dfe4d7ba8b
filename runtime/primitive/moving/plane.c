// SPDX-License-Identifier: MIT
#include "answer.h"
#include "bounds/core.h"
#include "kiln/primitive/overlaps.h"
#include "shape/usable.h"

/// A shape along a plane's normal: the points within `radius` of a core. `low` and `high` are the core's lowest and
/// highest point; of equally high points, their middle.
typedef struct plane_reach
{
	kiln_d3 low, high;
	double radius;
} plane_reach;

static plane_reach reach_of_sphere(const kiln_sphere *sphere)
{
	kiln_d3 center = kiln_d3_from(sphere->center);
	return (plane_reach){center, center, (double)sphere->radius};
}

static plane_reach reach_of_capsule(const kiln_capsule *capsule, kiln_d3 normal)
{
	kiln_d3 a = kiln_d3_from(capsule->a), b = kiln_d3_from(capsule->b);
	kiln_d3 middle = kiln_d3_scale(kiln_d3_add(a, b), 0.5);
	double rise = kiln_d3_dot(normal, kiln_d3_sub(b, a)), radius = (double)capsule->radius;
	return rise > 0	  ? (plane_reach){a, b, radius}
		   : rise < 0 ? (plane_reach){b, a, radius}
					  : (plane_reach){middle, middle, radius};
}

/// A coordinate of the lowest corner.
static double low_of(double normal, float min, float max)
{
	return normal > 0 ? (double)min : normal < 0 ? (double)max : ((double)min + (double)max) / 2;
}

static plane_reach reach_of_aabb(const kiln_aabb *box, kiln_d3 n)
{
	kiln_vec3 min = box->min, max = box->max;
	return (plane_reach){{low_of(n.x, min.x, max.x), low_of(n.y, min.y, max.y), low_of(n.z, min.z, max.z)},
		{low_of(-n.x, min.x, max.x), low_of(-n.y, min.y, max.y), low_of(-n.z, min.z, max.z)}, 0};
}

static plane_reach reach_of_obb(const kiln_obb *box, kiln_d3 normal)
{
	kiln_d3 center = kiln_d3_from(box->center);
	plane_reach reach = {center, center, 0};
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 axis = kiln_d3_from(box->axes[i]);
		double rise = kiln_d3_dot(normal, axis), half = (double)box->half_extents[i];
		double up = rise > 0 ? half : rise < 0 ? -half : 0;
		reach.low = kiln_d3_along(reach.low, -up, axis);
		reach.high = kiln_d3_along(reach.high, up, axis);
	}
	return reach;
}

/// A plane or half-space, for the functions of this file.
typedef struct plane_view
{
	kiln_d3 normal, unit;
	double d, length;
	bool solid; ///< a half-space
} plane_view;

static plane_view view_of(const kiln_plane *plane, bool solid)
{
	kiln_d3 normal = kiln_d3_from(plane->normal);
	return (plane_view){normal, kilni_d3_unit(normal), (double)plane->d, sqrt(kiln_d3_length2(normal)), solid};
}

/// The height of a point, in lengths of the normal.
static double height(const plane_view *plane, kiln_d3 point)
{
	return kiln_d3_dot(plane->normal, point) - plane->d;
}

/// A common point at the start: the middle of the shape if it is in the half-space. Else the crossing of the plane with
/// the line from the shape's lowest to its highest point, or as near to it as the radius reaches.
static kiln_impact start_inside(const plane_view *plane, const plane_reach *reach)
{
	double low = height(plane, reach->low), high = height(plane, reach->high);
	bool above = low + high >= 0;
	kiln_d3 rise = kiln_d3_sub(reach->high, reach->low), point = kiln_d3_along(reach->low, 0.5, rise);
	if (above || !plane->solid)
	{
		point = kiln_d3_along(reach->low, kiln_ratio01(-low, high - low), rise);
		double away = height(plane, point) / plane->length;
		double back = kiln_double_max(-reach->radius, kiln_double_min(away, reach->radius));
		point = kiln_d3_along(point, -back, plane->unit);
	}
	return kiln_impact_inside(point, above || plane->solid ? plane->unit : kiln_d3_scale(plane->unit, -1));
}

static kiln_impact move(const plane_reach *reach, const kiln_vec3 *motion, const plane_view *plane, bool overlap)
{
	kiln_d3 m = kiln_d3_from(*motion);
	if (overlap)
		return start_inside(plane, reach);
	double low = height(plane, reach->low), high = height(plane, reach->high);
	bool above = plane->solid || low + high >= 0;
	kiln_d3 leading = above ? reach->low : reach->high, toward = kiln_d3_scale(plane->unit, above ? -1 : 1);
	// Products of floats are exact, and those of an OBB's corners nearly so: at most a few roundings of the terms.
	double wide = plane->length * reach->radius;
	double terms = kiln_d3_dot(kiln_d3_abs(plane->normal), kiln_d3_abs(leading)) + kiln_double_abs(plane->d) + wide;
	double gap = (above ? low : -high) - wide - 0x1p-48 * terms;
	double speed = kiln_d3_dot(plane->normal, m) * (above ? -1 : 1);
	speed += 0x1p-50 * kiln_d3_dot(kiln_d3_abs(plane->normal), kiln_d3_abs(m));
	if (kiln_stands_still(m) || (gap > 0 && !(gap <= speed)))
		return (kiln_impact){0};
	double time = gap > 0 ? gap / speed : 0;
	kiln_d3 point = kiln_d3_along(kiln_d3_along(leading, time, m), reach->radius, toward);
	point = kiln_d3_along(point, -height(plane, point) / plane->length, plane->unit);
	return kiln_impact_at(time, point, kiln_d3_scale(toward, -1));
}

static kiln_impact move_sphere(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b, bool solid)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_point(motion) || !kilni_usable_plane(b))
		return (kiln_impact){0};
	plane_view plane = view_of(b, solid);
	plane_reach reach = reach_of_sphere(a);
	return move(
		&reach, motion, &plane, solid ? kiln_overlaps_halfspace_sphere(b, a) : kiln_overlaps_plane_sphere(b, a));
}

static kiln_impact move_capsule(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b, bool solid)
{
	if (!kilni_usable_capsule(a) || !kilni_usable_point(motion) || !kilni_usable_plane(b))
		return (kiln_impact){0};
	plane_view plane = view_of(b, solid);
	plane_reach reach = reach_of_capsule(a, plane.normal);
	return move(
		&reach, motion, &plane, solid ? kiln_overlaps_halfspace_capsule(b, a) : kiln_overlaps_plane_capsule(b, a));
}

static kiln_impact move_aabb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b, bool solid)
{
	if (!kilni_usable_aabb(a) || !kilni_usable_point(motion) || !kilni_usable_plane(b))
		return (kiln_impact){0};
	plane_view plane = view_of(b, solid);
	plane_reach reach = reach_of_aabb(a, plane.normal);
	return move(&reach, motion, &plane, solid ? kiln_overlaps_halfspace_aabb(b, a) : kiln_overlaps_plane_aabb(b, a));
}

static kiln_impact move_obb(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b, bool solid)
{
	if (!kilni_usable_obb(a) || !kilni_usable_point(motion) || !kilni_usable_plane(b))
		return (kiln_impact){0};
	plane_view plane = view_of(b, solid);
	plane_reach reach = reach_of_obb(a, plane.normal);
	return move(&reach, motion, &plane, solid ? kiln_overlaps_halfspace_obb(b, a) : kiln_overlaps_plane_obb(b, a));
}

kiln_impact kiln_moving_sphere_plane(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_sphere(a, motion, b, false);
}

kiln_impact kiln_moving_sphere_halfspace(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_sphere(a, motion, b, true);
}

kiln_impact kiln_moving_capsule_plane(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_capsule(a, motion, b, false);
}

kiln_impact kiln_moving_capsule_halfspace(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_capsule(a, motion, b, true);
}

kiln_impact kiln_moving_aabb_plane(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_aabb(a, motion, b, false);
}

kiln_impact kiln_moving_aabb_halfspace(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_aabb(a, motion, b, true);
}

kiln_impact kiln_moving_obb_plane(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_obb(a, motion, b, false);
}

kiln_impact kiln_moving_obb_halfspace(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b)
{
	return move_obb(a, motion, b, true);
}
