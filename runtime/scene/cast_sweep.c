// SPDX-License-Identifier: MIT
#include "bounds/outward.h"
#include "hit.h"
#include "kiln/convex/cast.h"
#include "leaf_cull.h"
#include "math/budget.h"
#include "placed_body.h"
#include "turning.h"

/// Casts a convex shape that turns while it moves.

typedef struct sweep_query
{
	const kiln_asset *asset;
	kiln_turning turning;
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

static void consider_triangle(sweep_query *query, uint32_t triangle, const kiln_vec3 corners[3])
{
	const kiln_placed *placed = &query->placed;
	kiln_hit hit;
	kiln_hit_clear(&hit);
	if (!kiln_budget_take(query->asset->budget, KILN_BUDGET_CONVEX) ||
		!kilni_turning_meets_triangle(&query->turning, corners, placed->mirrored, &hit) ||
		!is_before(query, hit.t, placed->node, query->asset->meshes[placed->mesh].triangle_first + triangle))
		return;
	hit.hit = true;
	kiln_hit_identify(query->asset, placed->mesh, placed->node, triangle, &hit);
	query->best = hit;
}

/// Whether a triangle was certainly visited in the span before. The walk culls in the mesh's coordinates: there, the
/// box of a triangle meets the query's where both meet in the query's own coordinates, but under a map only where the
/// triangle itself does, as with a corner in the box.
static bool is_known(const sweep_query *query, const kiln_vec3 corners[3])
{
	if (!query->placed.moved)
		return kiln_turning_knows(&query->turning, corners);
	const kiln_d3 low = query->turning.last_low, high = query->turning.last_high;
	for (int i = 0; i < 3; ++i)
	{
		const kiln_d3 corner = kiln_d3_from(corners[i]);
		if (kiln_boxes_meet(corner, corner, low, high))
			return true;
	}
	return false;
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	sweep_query *query = user;
	(void)limit;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(query->placed.tree.leaves, unit, &room);
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
	const kiln_d3 center = kiln_d3_scale(kiln_d3_add(query->turning.low, query->turning.high), 0.5);
	// Rounded up, so that the box holds low and high.
	const kiln_d3 size = kiln_d3_abs(kiln_d3_sub(query->turning.high, query->turning.low));
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
	if (!kilni_turning_meets(&query->turning, &terms, eye, &t, &normal, &point) ||
		!is_before(query, t, node, KILN_NONE))
		return;
	kiln_hit *hit = &query->best;
	kiln_hit_clear(hit);
	hit->hit = true;
	kiln_hit_identify_body(asset, node, KILN_NONE, hit);
	hit->back = kilni_body_has(&placed, query->turning.middle);
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
	if (!in_box(at, query->turning.low, query->turning.high))
		return true;
	if (at->mesh != KILN_NONE)
	{
		query->placed = kilni_place_node(query->asset, node);
		walk_mesh(query);
	}
	else if (!in_box(at, query->turning.last_low, query->turning.last_high))
		consider_body(query, node);
	return !kiln_budget_ended(query->asset->budget);
}

static void walk_asset(sweep_query *query)
{
	kiln_tree tree = kiln_scene_tree(query->asset);
	const float min[3] = {kiln_float_down(query->turning.low.x), kiln_float_down(query->turning.low.y),
		kiln_float_down(query->turning.low.z)};
	const float max[3] = {kiln_float_up(query->turning.high.x), kiln_float_up(query->turning.high.y),
		kiln_float_up(query->turning.high.z)};
	kilni_walk_box_for(query->asset->isa)(&tree, min, max, visit_node, query);
}

/// Walks the spans in their order. `mesh` is KILN_NONE for the whole asset.
static void walk_spans(sweep_query *query, uint32_t mesh)
{
	for (uint32_t span = 0; span < query->turning.spans && !kiln_budget_ended(query->asset->budget); ++span)
	{
		if (!kilni_turning_enter(&query->turning, span, &query->best))
			return;
		if (mesh == KILN_NONE)
			walk_asset(query);
		else
		{
			query->placed = kilni_place_mesh(query->asset, mesh);
			walk_mesh(query);
		}
	}
}

static kiln_hit cast(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	sweep_query query;
	query.asset = asset;
	kiln_hit_clear(&query.best);
	if (!kilni_turning_begin(&query.turning, shape, sweep, tolerance))
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
