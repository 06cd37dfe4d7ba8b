// SPDX-License-Identifier: MIT
#include "kiln/primitive/convex.h"

#include "bounds/core.h"
#include "pair_shape.h"
#include "shape/height.h"
#include "shape/near.h"
#include "shape/usable.h"

/// A point of the shape relative to its anchor, and its height above the plane in lengths of the normal.
typedef struct high_point
{
	kiln_d3 point;
	double height;
} high_point;

/// The plane and the lowest and highest point of the shape above it.
typedef struct plane_view
{
	kiln_d3 eye, normal;
	double length2; ///< of the normal
	high_point low, high;
	double slack; ///< bounds the rounding of the heights
} plane_view;

static high_point at_height(const plane_view *view, double eye_height, kiln_d3 point)
{
	return (high_point){point, eye_height + kiln_d3_dot(view->normal, point)};
}

/// The part of a line or ray that is nearest to the plane: one point, or for a half-space the ray's beginning where it
/// is inside.
static void see_line(const kiln_convex_shape *shape, bool solid, double eye_height, plane_view *view)
{
	bool ray = shape->kind == KILN_CONVEX_RAY;
	kiln_d3 along = kiln_d3_from(ray ? shape->ray.direction : shape->line.direction);
	double climb = kiln_d3_dot(view->normal, along),
		   rounding = kiln_d3_dot(kiln_d3_sizes(view->normal), kiln_d3_sizes(along));
	double t = fabs(climb) > 0x1p-50 * rounding && !(solid && eye_height <= 0) ? -eye_height / climb : 0;
	if (ray)
	{
		double t_max = shape->ray.t_max > 0 ? (double)shape->ray.t_max : HUGE_VAL;
		t = kiln_double_max(0, kiln_double_min(t, t_max));
	}
	view->low = view->high = at_height(view, eye_height, kiln_d3_scale(along, t));
	view->slack = 0x1p-46 * (fabs(eye_height) + fabs(t) * rounding);
}

static void see_body(const kiln_convex_shape *shape, double eye_height, plane_view *view)
{
	kiln_convex convex[KILN_CONVEX_TERMS_MAX];
	kilni_convex_of_shape(shape, view->eye, convex);
	uint32_t low_seed = KILN_NONE, high_seed = KILN_NONE;
	double length = sqrt(view->length2);
	kiln_d3 out = kiln_d3_scale(view->normal, convex[0].margin / length);
	kiln_d3 low = kilni_convex_support(convex, kiln_d3_scale(view->normal, -1), &low_seed);
	kiln_d3 high = kilni_convex_support(convex, view->normal, &high_seed);
	view->low = at_height(view, eye_height, kiln_d3_sub(low, out));
	view->high = at_height(view, eye_height, kiln_d3_add(high, out));
	double reach = kiln_d3_largest(low) + kiln_d3_largest(high) + convex[0].margin;
	view->slack = 0x1p-44 * (fabs(eye_height) + length * reach);
}

static plane_view see(const kiln_plane *plane, const kiln_convex_shape *shape, bool solid)
{
	plane_view view = {.eye = kilni_convex_anchor(shape), .normal = kiln_d3_from(plane->normal)};
	// A single shape's anchor is a stored point. For a sum, use the stored point beside the anchor.
	kiln_vec3 anchor = kiln_d3_to(view.eye);
	view.eye = kiln_d3_from(anchor);
	double eye_height = kiln_plane_height(plane, &anchor);
	view.length2 = kiln_d3_length2(view.normal);
	if (kilni_convex_is_line(shape))
		see_line(shape, solid, eye_height, &view);
	else
		see_body(shape, eye_height, &view);
	return view;
}

static bool meets(const plane_view *view, bool solid)
{
	return view->low.height <= view->slack && (solid || view->high.height >= -view->slack);
}

static bool usable(const kiln_plane *a, const kiln_convex_shape *b)
{
	return kilni_usable_plane(a) && kilni_usable_convex(b);
}

/// The answer for a point of the shape and the nearest point of the plane or half-space.
static kiln_closest_points answer_of(
	const plane_view *view, const kiln_convex_shape *shape, const high_point *of, double distance, kiln_d3 foot)
{
	kiln_closest_points answer = {.found = true, .distance = kiln_near_float_distance(distance)};
	answer.on_a = kiln_near_vec3(kiln_d3_add(foot, view->eye));
	answer.on_b = kiln_near_vec3(kiln_d3_add(of->point, view->eye));
	kilni_convex_set_at(shape, of->point, view->eye, answer.at_b);
	return answer;
}

static kiln_closest_points closest(const kiln_plane *a, const kiln_convex_shape *b, bool solid)
{
	if (!usable(a, b))
		return (kiln_closest_points){0};
	plane_view view = see(a, b, solid);
	high_point of = view.low;
	if (meets(&view, solid))
	{
		// Between the lowest and the highest point lies one in the plane. For a half-space use the lowest.
		double rise = view.high.height - view.low.height;
		double share = solid ? 0 : kiln_ratio01(-view.low.height, rise);
		of.point = kiln_d3_along(of.point, share, kiln_d3_sub(view.high.point, view.low.point));
		return answer_of(&view, b, &of, 0, of.point);
	}
	if (view.low.height < 0)
		of = view.high;
	kiln_d3 foot = kiln_d3_along(of.point, -of.height / view.length2, view.normal);
	return answer_of(&view, b, &of, fabs(of.height) / sqrt(view.length2), foot);
}

kiln_closest_points kiln_closest_plane_convex(const kiln_plane *a, const kiln_convex_shape *b)
{
	return closest(a, b, false);
}

kiln_closest_points kiln_closest_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b)
{
	return closest(a, b, true);
}

static bool overlaps(const kiln_plane *a, const kiln_convex_shape *b, bool solid)
{
	if (!usable(a, b))
		return true;
	plane_view view = see(a, b, solid);
	return meets(&view, solid);
}

bool kiln_overlaps_plane_convex(const kiln_plane *a, const kiln_convex_shape *b)
{
	return overlaps(a, b, false);
}

bool kiln_overlaps_halfspace_convex(const kiln_plane *a, const kiln_convex_shape *b)
{
	return overlaps(a, b, true);
}
