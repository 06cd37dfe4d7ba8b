// SPDX-License-Identifier: MIT
#include "ray_all.h"

#include "hit.h"
#include "hit_list.h"
#include "placed_body.h"
#include "ray_query.h"

/// Finds all triangles and bodies along a ray. During the walk the caller's buffer is a heap with the farthest hit on
/// top, which keeps the nearest hits if there are more than fit; then it is sorted.

typedef struct all_query
{
	const kiln_asset *asset;
	kiln_ray ray;			   ///< the given ray
	const kiln_walk_ray *walk; ///< over the scene
	const kiln_local_ray *local;
	uint32_t mesh;
	uint32_t node;
	bool sifted; ///< the filter excludes some triangles of the mesh
	kiln_hit *hits;
	uint32_t capacity;
	uint32_t stored;
	uint32_t count;
	const kiln_hit *after; ///< only later hits are kept; or NULL
	kiln_visit_hit *visit; ///< replaces the array; or NULL
	void *user;
	float most; ///< hits with a larger t are dropped
	bool ended;
} all_query;

/// Calls the visitor.
static void report(all_query *query, const kiln_hit *hit)
{
	const float most = query->visit(query->user, hit);
	query->ended = !(most >= 0);
	if (!(most < query->most))
		return;
	query->most = most;
	// Slightly more than `most`, because of rounding; `most` decides. A limit of 0 would mean no limit.
	const float t_max = most > 0 ? most + most * 0x1p-20f : 0x1p-149f;
	if (query->ray.t_max == 0 || t_max < query->ray.t_max)
		query->ray.t_max = t_max;
}

/// Shortens a walk to the limit that the visitor returned.
static void shorten(const all_query *query, const kiln_walk_ray *walk, float *limit)
{
	const float shorter = query->most < HUGE_VALF ? kiln_walk_limit(walk, query->ray.t_max) : *limit;
	*limit = shorter < *limit ? shorter : *limit;
}

/// Adds a hit to the heap, if it belongs there. In the heap, `shape` holds the bits of t along the local ray, which is
/// finer if the start of the ray was moved; the node restores `shape` later. Numbers that are not negative have the
/// order of their bits.
static void store(all_query *query, const kiln_hit *hit)
{
	if (!query->after || kilni_hit_before(query->after, hit))
		kilni_hits_put(query->hits, query->capacity, &query->stored, hit);
}

/// `t` is along the local ray.
static void keep(all_query *query, const kiln_ray_found *found, float t)
{
	if (!(found->t <= query->local->last) || found->t > query->most)
		return;
	++query->count;
	if (query->capacity == 0 && !query->visit)
		return;
	kiln_hit hit = kilni_ray_hit(query->asset, found);
	if (query->visit)
	{
		report(query, &hit);
		return;
	}
	t = fabsf(t);
	memcpy(&hit.shape, &t, sizeof hit.shape);
	store(query, &hit);
}

static bool all_in_leaf(void *user, uint32_t unit, float *limit)
{
	all_query *query = user;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(kiln_mesh_tree(query->asset, query->mesh).leaves, unit, &room);
	uint32_t count = kilni_ray_leaf_for(query->asset->isa)(&leaf, &query->local->walk, query->ray.flags, *limit, meets);
	for (uint32_t i = 0; i < count && !query->ended; ++i)
	{
		const kiln_ray_meet *meet = &meets[i];
		if (query->sifted && !kiln_filter_triangle(query->asset, query->node, query->mesh, meet->triangle))
			continue;
		kiln_ray_found found = {kiln_local_t(query->local, meet->t), query->node, query->mesh, unit, meet->lane,
			meet->u, meet->v, meet->back};
		keep(query, &found, meet->t);
	}
	if (!(query->local->from > 0))
		shorten(query, &query->local->walk, limit);
	return !query->ended;
}

/// `node` may be KILN_NONE.
static void all_in_mesh(all_query *query, uint32_t mesh, uint32_t node)
{
	static const float no_extents[3] = {0, 0, 0};
	kiln_tree tree = kiln_mesh_tree(query->asset, mesh);
	const kiln_filter_rest rest = kiln_filter_mesh(query->asset, node, mesh);
	kiln_local_ray local;
	if (rest == KILN_FILTER_NONE || !kiln_ray_to_mesh(query->asset, mesh, node, &query->ray, &local))
		return;
	query->sifted = rest == KILN_FILTER_SOME;
	query->local = &local;
	query->mesh = mesh;
	query->node = node;
	kilni_walk_ray_for(query->asset->isa)(&tree, &local.walk, no_extents, local.limit, all_in_leaf, query);
}

static void all_of_body(all_query *query, uint32_t node)
{
	if (kiln_filter_node(query->asset, node) == KILN_FILTER_NONE)
		return;
	const kiln_placed_body placed = kilni_place_body(query->asset, node);
	kiln_body_hit hits[2];
	uint32_t count = kilni_body_ray(&placed, &query->ray, hits);
	query->count += count;
	for (uint32_t i = 0; i < count && (query->capacity || query->visit) && !query->ended; ++i)
	{
		kiln_hit hit;
		kiln_hit_clear(&hit);
		kilni_body_ray_fill(query->asset, node, &query->ray, &hits[i], &hit);
		if (query->visit)
		{
			if (hit.t <= query->most)
				report(query, &hit);
			continue;
		}
		hit.shape = 0;
		store(query, &hit);
	}
}

static bool all_in_node(void *user, uint32_t node, float *limit)
{
	all_query *query = user;
	if (kiln_node_is_body(query->asset, node))
		all_of_body(query, node);
	else
		all_in_mesh(query, query->asset->nodes[node].mesh, node);
	shorten(query, query->walk, limit);
	return !query->ended;
}

static void name_shapes(all_query *query)
{
	for (uint32_t i = 0; i < query->stored; ++i)
	{
		kiln_hit *hit = &query->hits[i];
		hit->shape = hit->mesh != KILN_NONE ? hit->mesh : query->asset->nodes[hit->node].shape;
	}
}

/// `mesh` is KILN_NONE for all nodes.
static void run(all_query *query, uint32_t mesh)
{
	static const float no_extents[3] = {0, 0, 0};
	const kiln_asset *asset = query->asset;
	const kiln_ray *ray = &query->ray;
	kiln_tree tree = kiln_scene_tree(asset);
	kiln_walk_ray walk;
	float limit;
	query->walk = &walk;
	query->most = HUGE_VALF;
	if (mesh != KILN_NONE)
		all_in_mesh(query, mesh, KILN_NONE);
	else if (kilni_walk_ray_init(&walk, &ray->origin, &ray->direction, ray->t_max, asset->scene->bounds_min,
				 asset->scene->bounds_max, &limit))
		kilni_walk_ray_for(asset->isa)(&tree, &walk, no_extents, limit, all_in_node, query);
	kilni_hits_sort(query->hits, query->stored);
}

uint32_t kiln_scene_ray_all(const kiln_asset *asset, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity)
{
	if (!asset || !ray)
		return 0;
	all_query query = {.asset = asset, .ray = *ray, .hits = hits, .capacity = hits ? capacity : 0};
	run(&query, KILN_NONE);
	name_shapes(&query);
	return query.count;
}

uint32_t kiln_mesh_ray_all(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity)
{
	if (!asset || !ray || mesh >= asset->mesh_count)
		return 0;
	all_query query = {.asset = asset, .ray = *ray, .hits = hits, .capacity = hits ? capacity : 0};
	run(&query, mesh);
	name_shapes(&query);
	return query.count;
}

void kiln_scene_ray_all_visit(const kiln_asset *asset, const kiln_ray *ray, kiln_visit_hit *visit, void *user)
{
	if (!asset || !ray || !visit)
		return;
	all_query query = {.asset = asset, .ray = *ray, .visit = visit, .user = user};
	run(&query, KILN_NONE);
}

void kiln_mesh_ray_all_visit(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_visit_hit *visit, void *user)
{
	if (!asset || !ray || !visit || mesh >= asset->mesh_count)
		return;
	all_query query = {.asset = asset, .ray = *ray, .visit = visit, .user = user};
	run(&query, mesh);
}

uint32_t kilni_ray_all_page(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_ray_page *page)
{
	all_query query = {.asset = asset,
		.ray = *ray,
		.hits = page->hits,
		.capacity = KILN_RAY_PAGE,
		.after = page->begun ? &page->last : NULL};
	if (mesh != KILN_NONE && mesh >= asset->mesh_count)
		return 0;
	run(&query, mesh);
	page->begun = true;
	if (query.stored > 0)
		page->last = page->hits[query.stored - 1];
	name_shapes(&query);
	return query.stored;
}

void kiln_scene_ray_all_batch(
	const kiln_asset *asset, const kiln_ray *rays, uint32_t count, kiln_hit *hits, uint32_t capacity, uint32_t *counts)
{
	for (size_t i = 0; i < count; ++i)
		counts[i] = kiln_scene_ray_all(asset, &rays[i], hits + i * capacity, capacity);
}
