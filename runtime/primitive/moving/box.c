// SPDX-License-Identifier: MIT
#include "answer.h"
#include "axes.h"
#include "bounds/core.h"
#include "convex/distance/gjk.h"
#include "kiln/primitive/overlaps.h"
#include "shape/usable.h"

/// A box for the separating axes: its half sides, and the directions of its edges, which exist also where the sides are
/// zero.
typedef struct box_view
{
	kiln_d3 center, axes[3], bars[3];
} box_view;

static box_view view_of_obb(const kiln_obb *box)
{
	box_view view = {.center = kiln_d3_from(box->center)};
	for (int i = 0; i < 3; ++i)
	{
		view.axes[i] = kiln_d3_from(box->axes[i]);
		view.bars[i] = kiln_d3_scale(view.axes[i], (double)box->half_extents[i]);
	}
	return view;
}

static box_view view_of_aabb(const kiln_aabb *box)
{
	kiln_d3 min = kiln_d3_from(box->min), max = kiln_d3_from(box->max);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(max, min), 0.5);
	return (box_view){.center = kiln_d3_scale(kiln_d3_add(min, max), 0.5),
		.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		.bars = {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}};
}

/// The outline relative to `eye`.
static kiln_outline outline_of_box(const box_view *box, kiln_d3 eye)
{
	return (kiln_outline){.center = kiln_d3_sub(box->center, eye), .bars = {box->bars[0], box->bars[1], box->bars[2]}};
}

static kiln_convex convex_of_box(const kiln_outline *box)
{
	return (kiln_convex){.center = box->center, .bars = {box->bars[0], box->bars[1], box->bars[2]}, .bar_count = 3};
}

/// Clips by the axes of a box's faces. The normals are cross products, because the stored axes are perpendicular only
/// within rounding.
static bool clip_faces(kiln_axes *axes, const box_view *box)
{
	return kilni_axes_clip(axes, kiln_d3_cross(box->axes[1], box->axes[2])) &&
		   kilni_axes_clip(axes, kiln_d3_cross(box->axes[2], box->axes[0])) &&
		   kilni_axes_clip(axes, kiln_d3_cross(box->axes[0], box->axes[1]));
}

/// Clips by the products of a box's edges and three others.
static bool clip_edges(kiln_axes *axes, const box_view *box, const kiln_d3 edges[3])
{
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			if (!kilni_axes_clip(axes, kilni_axes_product(box->axes[i], edges[j])))
				return false;
	return true;
}

/// A common point of both, as near as rounding allows; it lies on b. It is one of the closest points at that time.
static kiln_d3 common_point(const kiln_convex *a, kiln_d3 way, const kiln_convex *b)
{
	kiln_simplex simplex = {0};
	kiln_gap gap;
	kilni_gjk(a, way, b, (kiln_enough){.far = HUGE_VAL}, &simplex, &gap);
	return gap.on_b;
}

/// The answer for shapes that meet: at the beginning of the span of `axes`, or at the start if nothing moves.
static kiln_impact answer(const kiln_axes *axes, const kiln_convex *a, const kiln_convex *b, bool overlap)
{
	kiln_d3 point = common_point(a, kiln_d3_scale(axes->motion, axes->span.enter), b);
	kiln_impact impact = kiln_impact_at(axes->span.enter, kiln_d3_add(axes->eye, point), axes->normal);
	impact.inside = overlap;
	return impact;
}

/// A query with all axes of a box and another box, or of a box and a triangle with the given edges.
typedef struct box_question
{
	const box_view *a, *b; ///< b: NULL for a triangle
	kiln_d3 edges[3];	   ///< of b
	kiln_outline first, second;
} box_question;

static bool clip_all(kiln_axes *axes, const box_question *question)
{
	return clip_faces(axes, question->a) &&
		   (question->b ? clip_faces(axes, question->b)
						: kilni_axes_clip(axes, kilni_axes_product(question->edges[0], question->edges[1]))) &&
		   clip_edges(axes, question->a, question->edges);
}

/// Returns false if they do not meet. Else computes when; or, if they touch at the start within rounding, the axes of
/// the least way out.
static bool meet(kiln_axes *axes, const box_question *question, const kiln_vec3 *motion, bool overlap)
{
	kiln_d3 eye = question->a->center, m = kiln_d3_from(*motion);
	*axes = kilni_axes_of(&question->first, &question->second, eye, m);
	if (!overlap && (axes->still || !clip_all(axes, question)))
		return false;
	if (overlap || !axes->apart)
	{
		*axes = kilni_axes_of(&question->first, &question->second, eye, (kiln_d3){0, 0, 0});
		clip_all(axes, question);
	}
	return true;
}

static kiln_impact move_boxes(const box_view *a, const kiln_vec3 *motion, const box_view *b, bool overlap)
{
	box_question question = {.a = a, .b = b, .edges = {b->axes[0], b->axes[1], b->axes[2]}};
	question.first = outline_of_box(a, a->center);
	question.second = outline_of_box(b, a->center);
	kiln_axes axes;
	if (!meet(&axes, &question, motion, overlap))
		return (kiln_impact){0};
	kiln_convex convex_a = convex_of_box(&question.first), convex_b = convex_of_box(&question.second);
	return answer(&axes, &convex_a, &convex_b, overlap);
}

static kiln_impact move_triangle(const box_view *a, const kiln_vec3 *motion, const kiln_triangle *b, bool overlap)
{
	box_question question = {.a = a, .second = {.points = b->corners, .count = 3}};
	question.first = outline_of_box(a, a->center);
	kiln_d3 corner[3];
	for (int i = 0; i < 3; ++i)
		corner[i] = kiln_d3_sub(kiln_d3_from(b->corners[i]), a->center);
	for (int i = 0; i < 3; ++i)
		question.edges[i] = kiln_d3_sub(kiln_d3_from(b->corners[(i + 1) % 3]), kiln_d3_from(b->corners[i]));
	kiln_axes axes;
	if (!meet(&axes, &question, motion, overlap))
		return (kiln_impact){0};
	kiln_convex convex_a = convex_of_box(&question.first), convex_b = kilni_convex_of_triangle(corner);
	kiln_impact impact = answer(&axes, &convex_a, &convex_b, overlap);
	// The point is accurate to float32.
	kiln_d3 point = kiln_d3_sub(kiln_d3_from(impact.point), a->center);
	double reach = 0x1p-22 * (kiln_d3_largest(axes.size) + kiln_d3_largest(a->center));
	impact.feature_b = kilni_triangle_feature(corner, point, reach);
	return impact;
}

/// A box along x, y and z that moves against another one: per axis, the distance until their intervals touch, and the
/// distance until they separate. Both are differences of stored numbers, so that their signs are exact.
typedef struct interval_pair
{
	double low[3], high[3], motion[3];
} interval_pair;

static interval_pair intervals_of(const kiln_aabb *a, kiln_d3 m, const kiln_aabb *b)
{
	kiln_d3 low = kiln_d3_sub(kiln_d3_from(b->min), kiln_d3_from(a->max));
	kiln_d3 high = kiln_d3_sub(kiln_d3_from(b->max), kiln_d3_from(a->min));
	return (interval_pair){{low.x, low.y, low.z}, {high.x, high.y, high.z}, {m.x, m.y, m.z}};
}

static kiln_d3 direction_of(int axis, bool up)
{
	double way = up ? 1 : -1;
	return (kiln_d3){axis == 0 ? way : 0, axis == 1 ? way : 0, axis == 2 ? way : 0};
}

/// The middle of the common part.
static kiln_d3 middle_of(const kiln_aabb *a, kiln_d3 way, const kiln_aabb *b)
{
	kiln_d3 from = kiln_d3_max(kiln_d3_add(kiln_d3_from(a->min), way), kiln_d3_from(b->min));
	kiln_d3 to = kiln_d3_min(kiln_d3_add(kiln_d3_from(a->max), way), kiln_d3_from(b->max));
	return kiln_d3_scale(kiln_d3_add(from, to), 0.5);
}

/// The shortest of the six ways out; of equally short ones the first.
static kiln_d3 way_out(const interval_pair *pair)
{
	double least = HUGE_VAL;
	kiln_d3 best = {0, 0, 0};
	for (int i = 0; i < 3; ++i)
	{
		double depth = kiln_double_min(pair->high[i], -pair->low[i]);
		best = depth < least ? direction_of(i, pair->high[i] <= -pair->low[i]) : best;
		least = kiln_double_min(depth, least);
	}
	return best;
}

static kiln_impact move_aabbs(const kiln_aabb *a, kiln_d3 motion, const kiln_aabb *b)
{
	interval_pair pair = intervals_of(a, motion, b);
	kiln_span span = {0, 1};
	kiln_d3 normal = {0, 0, 0};
	for (int i = 0; i < 3; ++i)
	{
		double before = span.enter;
		if (!kiln_span_clip(&span, pair.low[i], pair.high[i], pair.motion[i]))
			return (kiln_impact){0};
		normal = span.enter > before ? direction_of(i, pair.motion[i] < 0) : normal;
	}
	kiln_d3 way = kiln_d3_scale(motion, span.enter);
	return kiln_impact_at(span.enter, middle_of(a, way, b), normal);
}

kiln_impact kiln_moving_aabb_aabb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_aabb *b)
{
	if (!kilni_usable_aabb(a) || !kilni_usable_point(motion) || !kilni_usable_aabb(b))
		return (kiln_impact){0};
	kiln_d3 m = kiln_d3_from(*motion);
	if (!kiln_overlaps_aabb_aabb(a, b))
		return move_aabbs(a, m, b);
	interval_pair pair = intervals_of(a, m, b);
	return kiln_impact_inside(middle_of(a, (kiln_d3){0, 0, 0}, b), way_out(&pair));
}

kiln_impact kiln_moving_aabb_obb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_obb *b)
{
	if (!kilni_usable_aabb(a) || !kilni_usable_point(motion) || !kilni_usable_obb(b))
		return (kiln_impact){0};
	box_view box_a = view_of_aabb(a), box_b = view_of_obb(b);
	return move_boxes(&box_a, motion, &box_b, kiln_overlaps_aabb_obb(a, b));
}

kiln_impact kiln_moving_obb_obb(const kiln_obb *a, const kiln_vec3 *motion, const kiln_obb *b)
{
	if (!kilni_usable_obb(a) || !kilni_usable_point(motion) || !kilni_usable_obb(b))
		return (kiln_impact){0};
	box_view box_a = view_of_obb(a), box_b = view_of_obb(b);
	return move_boxes(&box_a, motion, &box_b, kiln_overlaps_obb_obb(a, b));
}

kiln_impact kiln_moving_aabb_triangle(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_triangle *b)
{
	if (!kilni_usable_aabb(a) || !kilni_usable_point(motion) || !kilni_usable_triangle(b))
		return (kiln_impact){0};
	box_view box = view_of_aabb(a);
	return move_triangle(&box, motion, b, kiln_overlaps_aabb_triangle(a, b));
}

kiln_impact kiln_moving_obb_triangle(const kiln_obb *a, const kiln_vec3 *motion, const kiln_triangle *b)
{
	if (!kilni_usable_obb(a) || !kilni_usable_point(motion) || !kilni_usable_triangle(b))
		return (kiln_impact){0};
	box_view box = view_of_obb(a);
	return move_triangle(&box, motion, b, kiln_overlaps_obb_triangle(a, b));
}
