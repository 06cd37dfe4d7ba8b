// SPDX-License-Identifier: MIT
#include "bounds/outward.h"
#include "cast_shape.h"
#include "convex/motion/advance.h"
#include "hit.h"
#include "kiln/convex/cast.h"
#include "leaf_cull.h"
#include "math/budget.h"
#include "placed_body.h"
#include "shape/triangle_point.h"

/// Casts a convex shape that turns while it moves. The motion is divided into spans of time. In each span, the query
/// visits the pieces that a box around the shape meets, and searches the whole motion for their first contact. The
/// first span that holds the time of a contact ends the query: every piece that is touched so early was visited.

/// Most spans of a motion.
#define SPANS 64

typedef struct sweep_query
{
	const kiln_asset *asset;
	kiln_mover mover;
	kiln_d3 middle; ///< of the shape's box at the start
	double tolerance;
	double reach; ///< of a ball around the mover's center, with room for the tolerance and for rounding
	uint32_t span, spans;
	kiln_d3 low, high;			 ///< the box of this span
	kiln_d3 last_low, last_high; ///< of the span before, whose pieces are known; inverted in the first span
	kiln_placed placed;
	float min[3], max[3], mesh_min[3], mesh_max[3];
	kiln_hit best;
} sweep_query;

static bool is_before(const sweep_query *query, float t, uint32_t node, uint32_t triangle)
{
	const kiln_hit *best = &query->best;
	if (!best->hit || t != best->t)
		return !best->hit || t < best->t;
	return node != best->node ? node < best->node : triangle < best->triangle;
}

/// The first contact with a body that stands still: its time, and its normal and point at that time.
static bool meets(
	const sweep_query *query, const kiln_convex *terms, kiln_d3 eye, float *t, kiln_d3 *normal, kiln_d3 *point)
{
	kiln_mover still;
	kiln_advance advance;
	kiln_gap gap;
	kilni_mover_of_still(terms, eye, &still);
	kilni_advance_begin(&advance, &query->mover, &still, query->tolerance);
	const kiln_arrival arrival = kilni_advance(&advance, kilni_advance_bilateral);
	if (!arrival.hit)
		return false;
	*t = kiln_tight_down(arrival.time);
	kilni_advance_measure(&advance, (double)*t, false, &gap);
	*normal = kiln_d3_scale(arrival.axis, -1);
	// Below this the direction is mostly rounding.
	if (gap.upper > 0x1p12 * gap.rounding && gap.lower > 0.5 * gap.upper)
		*normal = kiln_d3_scale(gap.between, -1 / gap.upper);
	*point = kiln_d3_add(eye, kiln_d3_along(gap.on_b, terms->margin, *normal));
	return true;
}

static void consider_triangle(sweep_query *query, uint32_t triangle, const kiln_vec3 corners[3])
{
	const kiln_d3 eye = kiln_d3_from(corners[0]);
	kiln_d3 own[3], normal, point;
	float t;
	for (int i = 0; i < 3; ++i)
		own[i] = kiln_d3_sub(kiln_d3_from(corners[i]), eye);
	const kiln_convex terms = kilni_convex_of_triangle(own);
	const kiln_placed *placed = &query->placed;
	if (!kiln_budget_take(query->asset->budget, KILN_BUDGET_CONVEX) ||
		!meets(query, &terms, eye, &t, &normal, &point) ||
		!is_before(query, t, placed->node, query->asset->meshes[placed->mesh].triangle_first + triangle))
		return;
	kiln_hit *hit = &query->best;
	kiln_hit_clear(hit);
	hit->hit = true;
	kiln_hit_identify(query->asset, placed->mesh, placed->node, triangle, hit);
	const double above = kiln_d3_dot(kiln_d3_cross(own[1], own[2]), kiln_d3_sub(query->middle, eye));
	hit->back = placed->mirrored ? above > 0 : above < 0;
	hit->t = t;
	hit->point = kiln_d3_to(kilni_triangle_settle(corners, point));
	hit->normal = kiln_d3_to(normal);
}

static bool boxes_meet(kiln_d3 low, kiln_d3 high, kiln_d3 other_low, kiln_d3 other_high)
{
	return low.x <= other_high.x && low.y <= other_high.y && low.z <= other_high.z && high.x >= other_low.x &&
		   high.y >= other_low.y && high.z >= other_low.z;
}

/// Whether a triangle was certainly visited in the span before. The walk culls in the mesh's coordinates: there, the
/// box of a triangle meets the query's where both meet in the query's own coordinates, but under a map only where the
/// triangle itself does, as with a corner in the box.
static bool is_known(const sweep_query *query, const kiln_vec3 corners[3])
{
	const kiln_d3 c[3] = {kiln_d3_from(corners[0]), kiln_d3_from(corners[1]), kiln_d3_from(corners[2])};
	const kiln_d3 low = query->last_low, high = query->last_high;
	if (!query->placed.moved)
		return boxes_meet(
			kiln_d3_min(kiln_d3_min(c[0], c[1]), c[2]), kiln_d3_max(kiln_d3_max(c[0], c[1]), c[2]), low, high);
	return boxes_meet(c[0], c[0], low, high) || boxes_meet(c[1], c[1], low, high) || boxes_meet(c[2], c[2], low, high);
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	sweep_query *query = user;
	(void)limit;
	kiln_leaf leaf = kiln_leaf_at(query->placed.tree.leaves, unit);
	for (uint32_t bits = kilni_leaf_in_box(&leaf, query->mesh_min, query->mesh_max); bits; bits &= bits - 1)
	{
		uint32_t i = kiln_lowest_bit(bits);
		kiln_vec3 corners[3];
		if (!kiln_placed_has(&query->placed, leaf.triangle + i))
			continue;
		kiln_placed_triangle(&query->placed, &leaf, i, corners);
		if (!is_known(query, corners))
			consider_triangle(query, leaf.triangle + i, corners);
	}
	return !kiln_budget_ended(query->asset->budget);
}

static void walk_mesh(sweep_query *query)
{
	const kiln_d3 center = kiln_d3_scale(kiln_d3_add(query->low, query->high), 0.5);
	// Rounded up, so that the box holds low and high.
	const kiln_d3 size = kiln_d3_abs(kiln_d3_sub(query->high, query->low));
	const kiln_d3 reach = kiln_d3_along(kiln_d3_scale(size, 0.5 * (1 + 0x1p-40)), 0x1p-48, kiln_d3_abs(center));
	if (query->placed.rest == KILN_FILTER_NONE)
		return;
	kilni_placed_box(&query->placed, center, reach, query->mesh_min, query->mesh_max);
	kilni_walk_box_for(query->asset->isa)(&query->placed.tree, query->mesh_min, query->mesh_max, visit_leaf, query);
}

static void consider_body(sweep_query *query, uint32_t node)
{
	const kiln_asset *asset = query->asset;
	if (kiln_filter_node(asset, node) == KILN_FILTER_NONE || !kiln_budget_take(asset->budget, KILN_BUDGET_CONVEX))
		return;
	const kiln_placed_body placed = kilni_place_body(asset, node);
	const kiln_body *body = &placed.body;
	const bool hull = body->kind == KILN_SHAPE_HULL;
	const kiln_d3 eye =
		kiln_place_point(&placed.place, hull ? kiln_d3_from(kiln_hull_vertex(&body->hull, 0)) : body->center);
	const kiln_convex terms = kilni_convex_of(body, &placed.place, eye);
	kiln_d3 normal, point;
	float t;
	if (!meets(query, &terms, eye, &t, &normal, &point) || !is_before(query, t, node, KILN_NONE))
		return;
	kiln_hit *hit = &query->best;
	kiln_hit_clear(hit);
	hit->hit = true;
	kiln_hit_identify_body(asset, node, KILN_NONE, hit);
	hit->back = kilni_body_has(&placed, query->middle);
	hit->t = t;
	hit->point = kiln_d3_to(point);
	hit->normal = kiln_d3_to(normal);
}

/// Whether the bounds of a node meet a box.
static bool in_box(const kiln_format_node *at, kiln_d3 low, kiln_d3 high)
{
	return (double)at->bounds_min[0] <= high.x && (double)at->bounds_min[1] <= high.y &&
		   (double)at->bounds_min[2] <= high.z && (double)at->bounds_max[0] >= low.x &&
		   (double)at->bounds_max[1] >= low.y && (double)at->bounds_max[2] >= low.z;
}

static bool visit_node(void *user, uint32_t node, float *limit)
{
	sweep_query *query = user;
	(void)limit;
	const kiln_format_node *at = &query->asset->nodes[node];
	if (!in_box(at, query->low, query->high))
		return true;
	if (at->mesh != KILN_NONE)
	{
		query->placed = kilni_place_node(query->asset, node);
		walk_mesh(query);
	}
	else if (!in_box(at, query->last_low, query->last_high))
		consider_body(query, node);
	return !kiln_budget_ended(query->asset->budget);
}

static void walk_asset(sweep_query *query)
{
	kiln_tree tree = kiln_scene_tree(query->asset);
	const float min[3] = {kiln_float_down(query->low.x), kiln_float_down(query->low.y), kiln_float_down(query->low.z)};
	const float max[3] = {kiln_float_up(query->high.x), kiln_float_up(query->high.y), kiln_float_up(query->high.z)};
	kilni_walk_box_for(query->asset->isa)(&tree, min, max, visit_node, query);
}

/// Sets the box around the shape from one time to another.
static void set_box(sweep_query *query, double from, double to)
{
	const kiln_d3 first = kiln_course_center(&query->mover.course, from),
				  last = kiln_course_center(&query->mover.course, to);
	const kiln_d3 reach = {query->reach, query->reach, query->reach};
	query->low = kiln_d3_sub(kiln_d3_min(first, last), reach);
	query->high = kiln_d3_add(kiln_d3_max(first, last), reach);
}

/// Walks the spans in their order. `mesh` is KILN_NONE for the whole asset.
static void walk_spans(sweep_query *query, uint32_t mesh)
{
	const kiln_d3 none = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
	query->low = kiln_d3_scale(none, -1);
	query->high = none;
	for (uint32_t span = 0; span < query->spans && !kiln_budget_ended(query->asset->budget); ++span)
	{
		const double from = (double)span / query->spans, to = (double)(span + 1) / query->spans;
		if (query->best.hit && (double)query->best.t < from)
			return;
		query->last_low = query->low;
		query->last_high = query->high;
		set_box(query, from, to);
		if (mesh == KILN_NONE)
			walk_asset(query);
		else
		{
			query->placed = kilni_place_mesh(query->asset, mesh);
			walk_mesh(query);
		}
	}
}

static bool prepare(sweep_query *query, const kiln_asset *asset, const kiln_convex_shape *shape,
	const kiln_sweep *sweep, float tolerance)
{
	query->asset = asset;
	kiln_hit_clear(&query->best);
	if (!sweep || !(tolerance >= 0 && tolerance <= KILN_COORDINATE_MAX) || !kilni_mover_of(shape, sweep, &query->mover))
		return false;
	const kiln_mover *mover = &query->mover;
	const kiln_convex_object object = {shape, sweep->from};
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	query->middle = kilni_cast_shape_of_object(&object, terms).center;
	// Above 0, so that no piece has a tolerance of its own size.
	query->tolerance = tolerance > 0 ? (double)tolerance : kiln_double_max(0x1p-20 * mover->extent, 0x1p-140);
	const double size = kiln_d3_largest(mover->course.start) + kiln_d3_largest(mover->course.way) + mover->reach;
	const double radius = mover->reach + mover->rest[0].margin;
	query->reach = radius + query->tolerance + 0x1p-36 * (size + radius);
	const double way = sqrt(kiln_d3_length2(mover->course.way)), spans = way / (2 * query->reach);
	query->spans = spans < SPANS ? 1 + (uint32_t)spans : SPANS;
	return true;
}

static kiln_hit cast(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	sweep_query query;
	if (!prepare(&query, asset, shape, sweep, tolerance))
		return query.best;
	// At the start straight casts decide.
	const kiln_convex_object object = {shape, sweep->from};
	const kiln_motion still = {.t_max = 0};
	const kiln_hit start = mesh == KILN_NONE ? kiln_scene_cast_convex(asset, &object, &still)
											 : kiln_mesh_cast_convex(asset, mesh, &object, &still);
	if (start.hit || kiln_budget_ended(asset->budget))
		return start;
	walk_spans(&query, mesh);
	return query.best;
}

kiln_hit kiln_scene_cast_sweep(
	const kiln_asset *asset, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	return asset && shape ? cast(asset, KILN_NONE, shape, sweep, tolerance) : (kiln_hit){0};
}

kiln_hit kiln_mesh_cast_sweep(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	const bool valid = asset && mesh < asset->mesh_count && shape;
	return valid ? cast(asset, mesh, shape, sweep, tolerance) : (kiln_hit){0};
}
