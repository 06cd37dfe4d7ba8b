// SPDX-License-Identifier: MIT
#include "kiln/closest.h"

#include "leaf_cull.h"
#include "math/budget.h"
#include "math/orient.h"
#include "placed_body.h"
#include "primitive/solid.h"
#include "tree/filter.h"

#include <math.h>

/// The winding number of a mesh's surface around a point: the crossings of a ray from the point along +z, upward ones
/// counted +1 and downward ones -1 (Sunday 2001 for polygons, here the projections of the triangles on the xy plane).

typedef struct winding_query
{
	const kiln_asset *asset;
	kiln_tree tree;
	kiln_vec3 point;
	float min[3], max[3]; ///< the ray, as a box
	int64_t winding;
	bool odd;
} winding_query;

/// The contribution of edge a, b to the winding of a polygon around the point in the xy plane: +1 or -1 when it crosses
/// the ray along +x. Each edge owns its lower end, but not its upper one. An exact sign decides the side, so both
/// triangles of an edge agree on it: the ray hits exactly one of them.
static int edge_winding(kiln_vec3 a, kiln_vec3 b, kiln_vec3 p)
{
	bool a_below = a.y <= p.y, b_below = b.y <= p.y;
	if (a_below == b_below)
		return 0;
	int side = kilni_orient2(a.x, a.y, b.x, b.y, p.x, p.y);
	if (a_below)
		return side > 0;
	return -(side < 0);
}

static void consider(winding_query *query, const kiln_vec3 corners[3])
{
	kiln_vec3 p = query->point;
	int turns = edge_winding(corners[0], corners[1], p) + edge_winding(corners[1], corners[2], p) +
				edge_winding(corners[2], corners[0], p);
	if (turns == 0)
		return;
	// Counterclockwise from above, the normal points up; the triangle is above the point if the point lies behind it.
	int side = kilni_orient3(corners, p);
	if (side * turns >= 0)
		return;
	query->winding += turns;
	query->odd = !query->odd;
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	winding_query *query = user;
	(void)limit;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(query->tree.leaves, unit, &room);
	for (uint32_t bits = kilni_leaf_in_box(&leaf, query->min, query->max); bits; bits &= bits - 1)
	{
		kiln_vec3 corners[3];
		kiln_leaf_triangle(&leaf, kiln_lowest_bit(bits), corners);
		consider(query, corners);
	}
	return true;
}

static bool in_bounds(const float min[3], const float max[3], kiln_vec3 p)
{
	return p.x >= min[0] && p.x <= max[0] && p.y >= min[1] && p.y <= max[1] && p.z >= min[2] && p.z <= max[2];
}

/// `mesh` is closed.
static bool in_closed_mesh(const kiln_asset *asset, uint32_t mesh, kiln_vec3 point)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	if (!in_bounds(m->bounds_min, m->bounds_max, point))
		return false;
	winding_query query = {.asset = asset,
		.tree = kiln_mesh_tree(asset, mesh),
		.point = point,
		.min = {point.x, point.y, point.z},
		.max = {point.x, point.y, m->bounds_max[2]}};
	kilni_walk_box_for(asset->isa)(&query.tree, query.min, query.max, visit_leaf, &query);
	// Where neighbours have opposite windings, the number depends on the direction, but its parity does not.
	return m->inconsistent_edges == 0 ? query.winding != 0 : query.odd;
}

static bool is_closed(const kiln_asset *asset, uint32_t mesh)
{
	return (asset->meshes[mesh].flags & KILN_MESH_CLOSED) != 0;
}

typedef struct inside_query
{
	const kiln_asset *asset;
	kiln_vec3 point;
	kiln_inside answer;
} inside_query;

static bool visit_node(void *user, uint32_t node, float *limit)
{
	inside_query *query = user;
	(void)limit;
	const kiln_format_node *at = &query->asset->nodes[node];
	if (!in_bounds(at->bounds_min, at->bounds_max, query->point))
		return true;
	const kiln_filter_rest rest = kiln_filter_whole(query->asset, node, at->shape);
	if (rest == KILN_FILTER_NONE)
		return true;
	if (at->mesh == KILN_NONE)
	{
		const kiln_placed_body body = kilni_place_body(query->asset, node);
		if (!kilni_body_has(&body, kiln_d3_from(query->point)))
			return true;
		query->answer = KILN_INSIDE_YES;
		return false;
	}
	if (rest == KILN_FILTER_SOME || !is_closed(query->asset, at->mesh))
	{
		query->answer = KILN_INSIDE_UNKNOWN;
		return true;
	}
	kiln_vec3 point = query->point;
	if (!(at->flags & KILN_NODE_IDENTITY))
		point = kiln_transform_point(at->to_mesh, point);
	if (!in_closed_mesh(query->asset, at->mesh, point))
		return true;
	query->answer = KILN_INSIDE_YES;
	return false;
}

static bool any_closed(const kiln_asset *asset)
{
	if (asset->shape_count > asset->mesh_count)
		return true;
	for (uint32_t mesh = 0; mesh < asset->mesh_count; ++mesh)
		if (is_closed(asset, mesh))
			return true;
	return false;
}

static bool is_finite(kiln_vec3 p)
{
	return kiln_float_finite(p.x) && kiln_float_finite(p.y) && kiln_float_finite(p.z);
}

kiln_inside kiln_scene_point_inside(const kiln_asset *asset, kiln_vec3 point)
{
	if (!asset)
		return KILN_INSIDE_NO;
	if (!is_finite(point))
		return KILN_INSIDE_NO;
	inside_query query = {asset, point, KILN_INSIDE_NO};
	kiln_tree tree = kiln_scene_tree(asset);
	const float p[3] = {point.x, point.y, point.z};
	kilni_walk_box_for(asset->isa)(&tree, p, p, visit_node, &query);
	if (kiln_budget_ended(asset->budget))
		return KILN_INSIDE_UNKNOWN;
	return query.answer == KILN_INSIDE_NO && !any_closed(asset) ? KILN_INSIDE_UNKNOWN : query.answer;
}

kiln_inside kiln_mesh_point_inside(const kiln_asset *asset, uint32_t mesh, kiln_vec3 point)
{
	if (!asset)
		return KILN_INSIDE_NO;
	if (mesh >= asset->mesh_count || !is_finite(point))
		return KILN_INSIDE_NO;
	const kiln_filter_rest rest = kiln_filter_whole(asset, KILN_NONE, mesh);
	if (rest == KILN_FILTER_NONE)
		return KILN_INSIDE_NO;
	if (rest == KILN_FILTER_SOME || !is_closed(asset, mesh))
		return KILN_INSIDE_UNKNOWN;
	bool inside = in_closed_mesh(asset, mesh, point);
	return kiln_budget_ended(asset->budget) ? KILN_INSIDE_UNKNOWN : inside ? KILN_INSIDE_YES : KILN_INSIDE_NO;
}

void kiln_scene_point_inside_batch(
	const kiln_asset *asset, const kiln_vec3 *points, uint32_t count, kiln_inside *answers)
{
	for (size_t i = 0; i < count; ++i)
		answers[i] = kiln_scene_point_inside(asset, points[i]);
}
