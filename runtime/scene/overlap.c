// SPDX-License-Identifier: MIT
#include "kiln/overlap.h"

#include "leaf_cull.h"
#include "placed_body.h"
#include "primitive/touch.h"

/// The state of an overlap query.
typedef struct overlap_query
{
	const kiln_asset *asset;
	const kiln_solid *solid;
	kiln_overlap *overlaps;
	uint32_t capacity;
	uint32_t count;
	float min[3], max[3];			///< around the solid
	kiln_placed placed;				///< the current mesh
	float mesh_min[3], mesh_max[3]; ///< around the solid in its coordinates
} overlap_query;

// Leaves are stored in preorder, and walk_box visits them in this order: so the results are sorted.
static void store(overlap_query *query, kiln_overlap overlap)
{
	if (query->count < query->capacity)
		query->overlaps[query->count] = overlap;
	query->count += query->count < UINT32_MAX;
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	overlap_query *query = user;
	(void)limit;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(query->placed.tree.leaves, unit, &room);
	uint32_t first = query->asset->meshes[query->placed.mesh].triangle_first + leaf.triangle;
	for (uint32_t bits = kilni_leaf_in_box(&leaf, query->mesh_min, query->mesh_max); bits; bits &= bits - 1)
	{
		uint32_t i = kiln_lowest_bit(bits);
		if (!kiln_placed_has(&query->placed, leaf.triangle + i))
			continue;
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_placed_triangle(&query->placed, &leaf, i, corners);
		kiln_solid_see(query->solid, corners, seen);
		if (kilni_touch(query->solid, seen))
			store(query, (kiln_overlap){query->placed.node, first + i});
	}
	return true;
}

static void walk_mesh(overlap_query *query)
{
	float *min = query->mesh_min, *max = query->mesh_max;
	if (query->placed.rest == KILN_FILTER_NONE)
		return;
	kilni_placed_box(&query->placed, query->solid->center, query->solid->reach, min, max);
	kilni_walk_box_for(query->asset->isa)(&query->placed.tree, min, max, visit_leaf, query);
}

static bool visit_node(void *user, uint32_t node, float *limit)
{
	overlap_query *query = user;
	(void)limit;
	const kiln_format_node *at = &query->asset->nodes[node];
	if (kiln_node_apart(at, query->min, query->max))
		return true;
	if (at->mesh == KILN_NONE)
	{
		const kiln_placed_body body = kilni_place_body(query->asset, node);
		if (kiln_filter_node(query->asset, node) != KILN_FILTER_NONE && kilni_body_touches(&body, query->solid))
			store(query, (kiln_overlap){node, KILN_NONE});
		return true;
	}
	query->placed = kilni_place_node(query->asset, node);
	walk_mesh(query);
	return true;
}

/// `mesh` is KILN_NONE for the whole asset.
static uint32_t overlap(
	const kiln_asset *asset, uint32_t mesh, const kiln_solid *solid, kiln_overlap *overlaps, uint32_t capacity)
{
	overlap_query query = {.asset = asset, .solid = solid, .overlaps = overlaps, .capacity = overlaps ? capacity : 0};
	if (mesh != KILN_NONE)
	{
		query.placed = kilni_place_mesh(asset, mesh);
		walk_mesh(&query);
	}
	else
	{
		kiln_tree tree = kiln_scene_tree(asset);
		const kiln_placed whole = {.asset = asset};
		kilni_placed_box(&whole, solid->center, solid->reach, query.min, query.max);
		kilni_walk_box_for(asset->isa)(&tree, query.min, query.max, visit_node, &query);
	}
	return query.count;
}

static bool mesh_exists(const kiln_asset *asset, uint32_t mesh)
{
	return asset && mesh < asset->mesh_count;
}

uint32_t kiln_scene_overlap_sphere(
	const kiln_asset *asset, const kiln_sphere *sphere, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return asset && kilni_solid_from_sphere(&solid, sphere) ? overlap(asset, KILN_NONE, &solid, overlaps, capacity) : 0;
}

uint32_t kiln_scene_overlap_box(const kiln_asset *asset, const kiln_box *box, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return asset && kilni_solid_from_box(&solid, box) ? overlap(asset, KILN_NONE, &solid, overlaps, capacity) : 0;
}

uint32_t kiln_scene_overlap_capsule(
	const kiln_asset *asset, const kiln_capsule *capsule, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return asset && kilni_solid_from_capsule(&solid, capsule) ? overlap(asset, KILN_NONE, &solid, overlaps, capacity)
															  : 0;
}

uint32_t kiln_mesh_overlap_sphere(
	const kiln_asset *asset, uint32_t mesh, const kiln_sphere *sphere, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	bool valid = mesh_exists(asset, mesh) && kilni_solid_from_sphere(&solid, sphere);
	return valid ? overlap(asset, mesh, &solid, overlaps, capacity) : 0;
}

uint32_t kiln_mesh_overlap_box(
	const kiln_asset *asset, uint32_t mesh, const kiln_box *box, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	bool valid = mesh_exists(asset, mesh) && kilni_solid_from_box(&solid, box);
	return valid ? overlap(asset, mesh, &solid, overlaps, capacity) : 0;
}

uint32_t kiln_mesh_overlap_capsule(
	const kiln_asset *asset, uint32_t mesh, const kiln_capsule *capsule, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	bool valid = mesh_exists(asset, mesh) && kilni_solid_from_capsule(&solid, capsule);
	return valid ? overlap(asset, mesh, &solid, overlaps, capacity) : 0;
}

/// The place at which shape i's overlaps begin.
static kiln_overlap *share(kiln_overlap *overlaps, uint32_t capacity, size_t i)
{
	return overlaps ? overlaps + i * capacity : NULL;
}

void kiln_scene_overlap_sphere_batch(const kiln_asset *asset, const kiln_sphere *spheres, uint32_t count,
	kiln_overlap *overlaps, uint32_t capacity, uint32_t *counts)
{
	for (size_t i = 0; i < count; ++i)
		counts[i] = kiln_scene_overlap_sphere(asset, &spheres[i], share(overlaps, capacity, i), capacity);
}

void kiln_scene_overlap_box_batch(const kiln_asset *asset, const kiln_box *boxes, uint32_t count,
	kiln_overlap *overlaps, uint32_t capacity, uint32_t *counts)
{
	for (size_t i = 0; i < count; ++i)
		counts[i] = kiln_scene_overlap_box(asset, &boxes[i], share(overlaps, capacity, i), capacity);
}

void kiln_scene_overlap_capsule_batch(const kiln_asset *asset, const kiln_capsule *capsules, uint32_t count,
	kiln_overlap *overlaps, uint32_t capacity, uint32_t *counts)
{
	for (size_t i = 0; i < count; ++i)
		counts[i] = kiln_scene_overlap_capsule(asset, &capsules[i], share(overlaps, capacity, i), capacity);
}
