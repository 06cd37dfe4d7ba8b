// SPDX-License-Identifier: MIT
#include "kiln/closest.h"

#include "hit.h"
#include "leaf_cull.h"
#include "placed_body.h"
#include "primitive/solid.h"
#include "shape/triangle_point.h"

#include <math.h>

/// The state of a closest-point query.
typedef struct closest_query
{
	const kiln_asset *asset;
	kiln_d3 point;
	float distance;	  ///< of the best; or the limit, inclusive
	double distance2; ///< triangles farther than this are not examined further
	bool found;
	kiln_closest best;
	kiln_d3 nearest;	  ///< the vector from the query's point to it
	kiln_vec3 corners[3]; ///< of its triangle
	kiln_placed placed;	  ///< the current mesh
	kiln_placed_ball ball;
} closest_query;

static void set_distance(closest_query *query, float distance)
{
	query->distance = distance;
	// A distance that rounds to this one exceeds it by at most 2^-24.
	double most = (double)distance * (1 + 0x1p-23) + 0x1p-148;
	query->distance2 = most * most;
}

/// Considers a triangle, or the body of query->placed (KILN_NONE and no corners), whose closest point relative to the
/// query's point is `nearest`. Distances are compared as they are reported, in float32, so that numbers decide equal
/// reported distances.
static void consider(closest_query *query, uint32_t triangle, const kiln_vec3 *corners, kiln_d3 nearest)
{
	double distance2 = kiln_d3_length2(nearest);
	if (!(distance2 <= query->distance2))
		return;
	float distance = (float)sqrt(distance2);
	uint32_t node = query->placed.node;
	const kiln_closest *best = &query->best;
	bool lower = !query->found || node < best->node || (node == best->node && triangle < best->triangle);
	if (distance > query->distance || (distance == query->distance && !lower))
		return;
	query->found = true;
	query->best = (kiln_closest){
		.found = true, .distance = distance, .triangle = triangle, .mesh = query->placed.mesh, .node = node};
	query->nearest = nearest;
	for (int i = 0; corners && i < 3; ++i)
		query->corners[i] = corners[i];
	set_distance(query, distance);
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	closest_query *query = user;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(query->placed.tree.leaves, unit, &room);
	float before = query->distance;
	for (uint32_t bits = kilni_leaf_near(&leaf, query->ball.point, *limit); bits; bits &= bits - 1)
	{
		uint32_t i = kiln_lowest_bit(bits);
		if (!kiln_placed_has(&query->placed, leaf.triangle + i))
			continue;
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_placed_triangle(&query->placed, &leaf, i, corners);
		for (int k = 0; k < 3; ++k)
			seen[k] = kiln_d3_sub(kiln_d3_from(corners[k]), query->point);
		consider(query, leaf.triangle + i, corners, kilni_triangle_closest(seen));
	}
	if (query->distance < before)
		*limit = kilni_placed_ball_limit(&query->ball, sqrt(query->distance2));
	return true;
}

static void walk_mesh(closest_query *query)
{
	if (query->placed.rest == KILN_FILTER_NONE)
		return;
	query->ball = kilni_placed_ball_at(&query->placed, query->point);
	float limit = kilni_placed_ball_limit(&query->ball, sqrt(query->distance2));
	kilni_walk_nearest_for(query->asset->isa)(&query->placed.tree, query->ball.point, limit, visit_leaf, query);
}

static void visit_body(closest_query *query, uint32_t node)
{
	if (kiln_filter_node(query->asset, node) == KILN_FILTER_NONE)
		return;
	const kiln_placed_body body = kilni_place_body(query->asset, node);
	kiln_d3 nearest;
	query->placed = (kiln_placed){.asset = query->asset, .mesh = KILN_NONE, .node = node};
	if (kilni_body_closest(&body, query->point, sqrt(query->distance2), &nearest))
		consider(query, KILN_NONE, NULL, nearest);
}

static double excess(double low, double p, double high)
{
	return kiln_double_max(kiln_double_max(low - p, p - high), 0);
}

static bool visit_node(void *user, uint32_t node, float *limit)
{
	closest_query *query = user;
	const kiln_format_node *at = &query->asset->nodes[node];
	kiln_d3 away = {excess((double)at->bounds_min[0], query->point.x, (double)at->bounds_max[0]),
		excess((double)at->bounds_min[1], query->point.y, (double)at->bounds_max[1]),
		excess((double)at->bounds_min[2], query->point.z, (double)at->bounds_max[2])};
	if (kiln_d3_length2(away) > query->distance2)
		return true;
	if (at->mesh == KILN_NONE)
		visit_body(query, node);
	else
	{
		query->placed = kilni_place_node(query->asset, node);
		walk_mesh(query);
	}
	*limit = kiln_float_up(query->distance2);
	return true;
}

static void walk_asset(closest_query *query)
{
	kiln_tree tree = kiln_scene_tree(query->asset);
	kiln_vec3 point = kiln_d3_to(query->point);
	const float p[3] = {point.x, point.y, point.z};
	float limit = kiln_float_up(query->distance2);
	kilni_walk_nearest_for(query->asset->isa)(&tree, p, limit, visit_node, query);
}

/// The closest point of the best triangle or body, recomputed from nearby to restore the precision lost from far away.
static kiln_d3 settle(const closest_query *query)
{
	kiln_d3 point = kiln_d3_add(query->point, query->nearest), rest;
	if (query->best.mesh != KILN_NONE)
		return kilni_triangle_settle(query->corners, point);
	if (kiln_d3_largest(query->nearest) <= 0x1p4 * kiln_d3_largest(point))
		return point;
	const kiln_placed_body body = kilni_place_body(query->asset, query->best.node);
	return kilni_body_closest(&body, point, HUGE_VAL, &rest) ? kiln_d3_add(point, rest) : point;
}

static void identify(const kiln_asset *asset, kiln_closest *best)
{
	best->tag = best->node != KILN_NONE ? asset->nodes[best->node].tag : 0;
	if (best->mesh == KILN_NONE)
	{
		best->shape = asset->nodes[best->node].shape;
		best->source_mesh = kiln_body_source(asset, &asset->shapes[best->shape]);
		best->source_face = KILN_NONE;
		best->material = asset->shapes[best->shape].material;
		return;
	}
	kiln_source source = kiln_triangle_source(asset, best->mesh, best->triangle);
	best->triangle += asset->meshes[best->mesh].triangle_first;
	best->shape = best->mesh;
	best->source_mesh = source.mesh;
	best->source_face = source.face;
	best->material = source.material;
}

/// `mesh` is KILN_NONE for the whole asset.
static kiln_closest closest(const kiln_asset *asset, uint32_t mesh, const kiln_point_query *request)
{
	if (!asset || !request || !(request->max_distance >= 0) || !kiln_float_finite(request->max_distance) ||
		!kilni_point_in_range(request->point))
		return (kiln_closest){0};
	closest_query query = {.asset = asset, .point = kiln_d3_from(request->point)};
	set_distance(&query, request->max_distance > 0 ? request->max_distance : FLT_MAX);
	if (mesh == KILN_NONE)
		walk_asset(&query);
	else
	{
		query.placed = kilni_place_mesh(asset, mesh);
		walk_mesh(&query);
	}
	if (!query.found)
		return (kiln_closest){0};
	query.best.point = kiln_d3_to(settle(&query));
	identify(asset, &query.best);
	return query.best;
}

kiln_closest kiln_scene_closest_point(const kiln_asset *asset, const kiln_point_query *query)
{
	return closest(asset, KILN_NONE, query);
}

kiln_closest kiln_mesh_closest_point(const kiln_asset *asset, uint32_t mesh, const kiln_point_query *query)
{
	return asset && mesh < asset->mesh_count ? closest(asset, mesh, query) : (kiln_closest){0};
}

void kiln_scene_closest_point_batch(
	const kiln_asset *asset, const kiln_point_query *queries, uint32_t count, kiln_closest *answers)
{
	for (size_t i = 0; i < count; ++i)
		answers[i] = closest(asset, KILN_NONE, &queries[i]);
}
