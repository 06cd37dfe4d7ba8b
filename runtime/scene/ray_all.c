// SPDX-License-Identifier: MIT
#include "ray_all.h"

#include "hit.h"
#include "placed_body.h"
#include "ray_query.h"

/// All triangles and bodies along a ray. The caller's buffer is a heap with the farthest hit on top while the walk goes on, so
/// that the nearest ones are kept when there are more than fit; then it is sorted.

typedef struct all_query
{
	const kiln_asset *asset;
	const kiln_ray *ray; ///< as given
	const kiln_local_ray *local;
	uint32_t mesh;
	uint32_t node;
	bool sifted; ///< the filter leaves some triangles of the mesh out
	kiln_hit *hits;
	uint32_t capacity;
	uint32_t stored;
	uint32_t count;
	const kiln_hit *after; ///< only what comes after it is kept; or NULL
} all_query;

/// The order of the answer: t, then node, then t along the local ray, which is finer for one that was brought near, then
/// triangle. KILN_NONE orders alike for all hits of a mesh query. While the walk goes on `shape`, which the node tells
/// again, holds the bits of that finer t: of numbers that are not negative they have the same order.
static bool before(const kiln_hit *a, const kiln_hit *b)
{
	if (a->t != b->t)
		return a->t < b->t;
	if (a->node != b->node)
		return a->node < b->node;
	if (a->shape != b->shape)
		return a->shape < b->shape;
	return a->triangle < b->triangle;
}

/// Moves the entry at `i` down to where no child is farther.
static void sift_down(kiln_hit *hits, uint32_t count, uint32_t i)
{
	kiln_hit moving = hits[i];
	while (2 * (uint64_t)i + 1 < count)
	{
		uint32_t child = 2 * i + 1;
		if (child + 1 < count && before(&hits[child], &hits[child + 1]))
			++child;
		if (!before(&moving, &hits[child]))
			break;
		hits[i] = hits[child];
		i = child;
	}
	hits[i] = moving;
}

static void sift_up(kiln_hit *hits, uint32_t i)
{
	kiln_hit moving = hits[i];
	while (i > 0 && before(&hits[(i - 1) / 2], &moving))
	{
		hits[i] = hits[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	hits[i] = moving;
}

/// Puts a hit into the heap, if it belongs there.
static void store(all_query *query, kiln_hit hit)
{
	if (query->after && !before(query->after, &hit))
		return;
	if (query->stored < query->capacity)
	{
		query->hits[query->stored] = hit;
		sift_up(query->hits, query->stored++);
	}
	else if (before(&hit, &query->hits[0]))
	{
		query->hits[0] = hit;
		sift_down(query->hits, query->stored, 0);
	}
}

/// `t` is that along the local ray.
static void keep(all_query *query, const kiln_ray_found *found, float t)
{
	if (!(found->t <= query->local->last))
		return;
	++query->count;
	if (query->capacity == 0)
		return;
	kiln_hit hit;
	kiln_hit_clear(&hit);
	kilni_ray_fill(query->asset, found, &hit);
	t = fabsf(t);
	memcpy(&hit.shape, &t, sizeof hit.shape);
	store(query, hit);
}

static bool all_in_leaf(void *user, uint32_t unit, float *limit)
{
	all_query *query = user;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	kiln_leaf leaf = kiln_leaf_at(kiln_mesh_tree(query->asset, query->mesh).leaves, unit);
	uint32_t count = query->asset->kernels->ray_leaf(&leaf, &query->local->walk, query->ray->flags, *limit, meets);
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_ray_meet *meet = &meets[i];
		if (query->sifted && !kiln_filter_triangle(query->asset, query->node, query->mesh, meet->triangle))
			continue;
		kiln_ray_found found = {kiln_local_t(query->local, meet->t), query->node, query->mesh, unit, meet->lane,
			meet->u, meet->v, meet->back};
		keep(query, &found, meet->t);
	}
	return true;
}

/// `node` may be KILN_NONE.
static void all_in_mesh(all_query *query, uint32_t mesh, uint32_t node)
{
	static const float no_extents[3] = {0, 0, 0};
	kiln_tree tree = kiln_mesh_tree(query->asset, mesh);
	const kiln_filter_rest rest = kiln_filter_mesh(query->asset, node, mesh);
	kiln_local_ray local;
	if (rest == KILN_FILTER_NONE || !kiln_ray_to_mesh(query->asset, mesh, node, query->ray, &local))
		return;
	query->sifted = rest == KILN_FILTER_SOME;
	query->local = &local;
	query->mesh = mesh;
	query->node = node;
	query->asset->kernels->walk_ray(&tree, &local.walk, no_extents, local.limit, all_in_leaf, query);
}

static void all_of_body(all_query *query, uint32_t node)
{
	if (kiln_filter_node(query->asset, node) == KILN_FILTER_NONE)
		return;
	const kiln_placed_body placed = kilni_place_body(query->asset, node);
	kiln_body_hit hits[2];
	uint32_t count = kilni_body_ray(&placed, query->ray, hits);
	query->count += count;
	for (uint32_t i = 0; i < count && query->capacity; ++i)
	{
		kiln_hit hit;
		kiln_hit_clear(&hit);
		kilni_body_ray_fill(query->asset, node, query->ray, &hits[i], &hit);
		hit.shape = 0;
		store(query, hit);
	}
}

static bool all_in_node(void *user, uint32_t node, float *limit)
{
	all_query *query = user;
	(void)limit;
	if (kiln_node_is_body(query->asset, node))
		all_of_body(query, node);
	else
		all_in_mesh(query, query->asset->nodes[node].mesh, node);
	return true;
}

static void sort(all_query *query)
{
	for (uint32_t left = query->stored; left > 1; --left)
	{
		kiln_hit farthest = query->hits[0];
		query->hits[0] = query->hits[left - 1];
		query->hits[left - 1] = farthest;
		sift_down(query->hits, left - 1, 0);
	}
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
	const kiln_ray *ray = query->ray;
	kiln_tree tree = kiln_scene_tree(asset);
	kiln_walk_ray walk;
	float limit;
	if (mesh != KILN_NONE)
		all_in_mesh(query, mesh, KILN_NONE);
	else if (kilni_walk_ray_init(&walk, &ray->origin, &ray->direction, ray->t_max, asset->scene->bounds_min,
				 asset->scene->bounds_max, &limit))
		asset->kernels->walk_ray(&tree, &walk, no_extents, limit, all_in_node, query);
	sort(query);
}

uint32_t kiln_scene_ray_all(const kiln_asset *asset, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity)
{
	all_query query = {.asset = asset, .ray = ray, .hits = hits, .capacity = hits ? capacity : 0};
	if (!asset || !ray)
		return 0;
	run(&query, KILN_NONE);
	name_shapes(&query);
	return query.count;
}

uint32_t kiln_mesh_ray_all(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity)
{
	all_query query = {.asset = asset, .ray = ray, .hits = hits, .capacity = hits ? capacity : 0};
	if (!asset || !ray || mesh >= asset->mesh_count)
		return 0;
	run(&query, mesh);
	name_shapes(&query);
	return query.count;
}

uint32_t kilni_ray_all_page(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray, kiln_ray_page *page)
{
	all_query query = {.asset = asset,
		.ray = ray,
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
