// SPDX-License-Identifier: MIT
#include "overlap_convex.h"

#include "cast_shape.h"
#include "convex/distance/gjk.h"
#include "convex/shape/shape.h"
#include "kiln/convex/distance.h"
#include "kiln/convex/mesh.h"
#include "leaf_cull.h"
#include "placed_body.h"

/// The state of an overlap query of a convex object.
typedef struct convex_query
{
	const kiln_asset *asset;
	const kiln_convex_object *object;
	kiln_d3 center, reach; ///< of its box
	kiln_visit_overlap *visit;
	void *user;
	kiln_convex_cache cache; ///< of the last triangle; the next one is near
	float min[3], max[3];
	kiln_placed placed;
	float mesh_min[3], mesh_max[3];
} convex_query;

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	convex_query *query = user;
	(void)limit;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(query->placed.tree.leaves, unit, &room);
	uint32_t first = query->asset->meshes[query->placed.mesh].triangle_first + leaf.triangle;
	for (uint32_t bits = kilni_leaf_in_box(&leaf, query->mesh_min, query->mesh_max); bits; bits &= bits - 1)
	{
		uint32_t i = kiln_lowest_bit(bits);
		if (!kiln_placed_has(&query->placed, leaf.triangle + i))
			continue;
		kiln_convex_shape shape = {.kind = KILN_CONVEX_TRIANGLE};
		const kiln_convex_object triangle = {.shape = &shape};
		bool touches = false;
		kiln_placed_triangle(&query->placed, &leaf, i, shape.triangle.corners);
		if (kiln_convex_collide(query->object, &triangle, NULL, &query->cache, &touches) == KILN_OK && touches)
			query->visit(query->user, (kiln_overlap){query->placed.node, first + i});
	}
	return true;
}

static void walk_mesh(convex_query *query)
{
	float *min = query->mesh_min, *max = query->mesh_max;
	if (query->placed.rest == KILN_FILTER_NONE)
		return;
	kilni_placed_box(&query->placed, query->center, query->reach, min, max);
	kilni_walk_box_for(query->asset->isa)(&query->placed.tree, min, max, visit_leaf, query);
}

static bool touches_body(const convex_query *query, uint32_t node)
{
	const kiln_placed_body placed = kilni_place_body(query->asset, node);
	const kiln_d3 eye = kilni_convex_object_anchor(query->object);
	const kiln_convex body = kilni_convex_of(&placed.body, &placed.place, eye);
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_convex_of_object(query->object, eye, terms);
	return kilni_gjk_overlap(&terms[0], &body, &simplex, &gap);
}

static bool visit_node(void *user, uint32_t node, float *limit)
{
	convex_query *query = user;
	(void)limit;
	const kiln_format_node *at = &query->asset->nodes[node];
	if (kiln_node_apart(at, query->min, query->max))
		return true;
	if (at->mesh == KILN_NONE)
	{
		if (kiln_filter_node(query->asset, node) != KILN_FILTER_NONE && touches_body(query, node))
			query->visit(query->user, (kiln_overlap){node, KILN_NONE});
		return true;
	}
	query->placed = kilni_place_node(query->asset, node);
	walk_mesh(query);
	return true;
}

void kilni_overlap_convex_visit(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, kiln_visit_overlap *visit, void *user)
{
	if (!asset || (mesh != KILN_NONE && mesh >= asset->mesh_count) || !kilni_convex_object_usable(object))
		return;
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	const kiln_cast_shape box = kilni_cast_shape_of_object(object, terms);
	convex_query query = {
		.asset = asset, .object = object, .center = box.center, .reach = box.reach, .visit = visit, .user = user};
	if (mesh != KILN_NONE)
	{
		query.placed = kilni_place_mesh(asset, mesh);
		walk_mesh(&query);
		return;
	}
	kiln_tree tree = kiln_scene_tree(asset);
	const kiln_placed whole = {.asset = asset};
	kilni_placed_box(&whole, box.center, box.reach, query.min, query.max);
	kilni_walk_box_for(asset->isa)(&tree, query.min, query.max, visit_node, &query);
}

uint32_t kiln_scene_overlap_convex(
	const kiln_asset *asset, const kiln_convex_object *object, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_overlap_list list = {overlaps, overlaps ? capacity : 0, 0};
	kilni_overlap_convex_visit(asset, KILN_NONE, object, kiln_overlap_list_add, &list);
	return list.count;
}

uint32_t kiln_mesh_overlap_convex(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_overlap_list list = {overlaps, overlaps ? capacity : 0, 0};
	if (mesh != KILN_NONE)
		kilni_overlap_convex_visit(asset, mesh, object, kiln_overlap_list_add, &list);
	return list.count;
}
