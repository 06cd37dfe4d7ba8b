// SPDX-License-Identifier: MIT
#include "ray_query.h"

#include "hit.h"
#include "math/budget.h"
#include "placed_body.h"

/// A point of a node's mesh in the asset's coordinates, in double.
static kiln_d3 transformed(const float m[12], kiln_d3 p)
{
	double at[3];
	for (int i = 0; i < 3; ++i)
		at[i] = (double)m[4 * i] * p.x + (double)m[4 * i + 1] * p.y + (double)m[4 * i + 2] * p.z + (double)m[4 * i + 3];
	return (kiln_d3){at[0], at[1], at[2]};
}

kiln_hit kilni_ray_hit(const kiln_asset *asset, const kiln_ray_found *found)
{
	kiln_hit hit;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(kiln_mesh_tree(asset, found->mesh).leaves, found->leaf, &room);
	kiln_leaf_face face = kiln_leaf_face_of(&leaf, found->lane);
	kiln_vec3 normal = kiln_leaf_normal(&face);
	// Instead of origin + t direction, whose error is that of t's last place.
	kiln_d3 point = kiln_leaf_point(&face, found->u, found->v);
	if (found->node != KILN_NONE && !(asset->nodes[found->node].flags & KILN_NODE_IDENTITY))
	{
		normal = kiln_normalize(kiln_transform_normal(asset->nodes[found->node].to_mesh, normal));
		point = transformed(asset->nodes[found->node].to_asset, point);
	}
	kiln_hit_begin(&hit);
	hit.normal = normal;
	hit.back = found->back;
	hit.t = found->t;
	hit.point = kiln_d3_to(point);
	hit.u = found->u;
	hit.v = found->v;
	kiln_hit_identify(asset, found->mesh, found->node, leaf.triangle + found->lane, &hit);
	return hit;
}

static kiln_ray_found found_of(uint32_t mesh, uint32_t node, const kiln_local_ray *local, const kiln_ray_best *best)
{
	return (kiln_ray_found){
		kiln_local_t(local, best->t), node, mesh, best->leaf, best->lane, best->u, best->v, best->back};
}

/// A search for the nearest triangle of a mesh.
typedef struct nearest_query
{
	const kiln_asset *asset;
	const kiln_walk_ray *walk;
	uint32_t mesh, node;
	uint32_t flags;
	bool filtered; ///< among those that the filter keeps
	kiln_ray_best *best;
} nearest_query;

static uint32_t meets_of_leaf(
	const nearest_query *query, uint32_t unit, float limit, kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	kiln_leaf_room room;
	const kiln_leaf leaf = kiln_leaf_at(kiln_mesh_tree(query->asset, query->mesh).leaves, unit, &room);
	return kilni_ray_leaf_for(query->asset->isa)(&leaf, query->walk, query->flags, limit, meets);
}

static bool nearest_in_leaf(void *user, uint32_t unit, float *limit)
{
	const nearest_query *query = user;
	kiln_ray_best *best = query->best;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	const uint32_t count = meets_of_leaf(query, unit, *limit, meets);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (!kiln_ray_is_better(&meets[i], best) ||
			(query->filtered && !kiln_filter_triangle(query->asset, query->node, query->mesh, meets[i].triangle)))
			continue;
		*best = kiln_ray_best_of(&meets[i], unit);
		*limit = best->t;
	}
	return true;
}

/// The nearest triangle of a mesh, among those that the filter keeps where `filtered`, by a walk that takes each leaf
/// on its own: for filters, and for lazy assets, whose nodes the kernel would read unproved. A separate function, so that usual rays
/// stay small.
KILN_APART static void closest_walked(const kiln_asset *asset, uint32_t mesh, uint32_t node, uint32_t flags,
	const kiln_local_ray *local, bool filtered, kiln_ray_best *best)
{
	static const float no_extents[3] = {0, 0, 0};
	const kiln_tree tree = kiln_mesh_tree(asset, mesh);
	nearest_query query = {asset, &local->walk, mesh, node, flags, filtered, best};
	*best = (kiln_ray_best){.t = local->limit, .triangle = KILN_NONE};
	kilni_walk_ray_for(asset->isa)(&tree, &local->walk, no_extents, local->limit, nearest_in_leaf, &query);
}

/// Goes on with a ray whose kernel returned a compact leaf. A separate function, so that rays at exact leaves stay small.
KILN_APART static void closest_onward(const kiln_asset *asset, uint32_t mesh, uint32_t flags,
	const kiln_local_ray *local, kiln_ray_stack *stack, uint32_t unit, kiln_ray_best *best)
{
	const kiln_tree tree = kiln_mesh_tree(asset, mesh);
	kiln_ray_closest_kernel *kernel = kilni_ray_closest_for(asset->isa);
	nearest_query query = {asset, &local->walk, mesh, KILN_NONE, flags, false, best};
	for (; unit != KILN_NONE; unit = kernel(&tree, &local->walk, flags, best, stack, true))
	{
		float limit = best->t;
		nearest_in_leaf(&query, unit, &limit);
	}
}

/// The nearest hit in a mesh. `node` may be KILN_NONE. Returns false without a hit.
static bool closest_in_mesh(
	const kiln_asset *asset, uint32_t mesh, uint32_t node, const kiln_ray *ray, kiln_ray_found *found)
{
	const kiln_filter_rest rest = kiln_filter_mesh(asset, node, mesh);
	kiln_local_ray local;
	if (rest == KILN_FILTER_NONE || !kiln_ray_to_mesh(asset, mesh, node, ray, &local))
		return false;
	kiln_ray_best best = {.t = local.limit, .triangle = KILN_NONE};
	if (asset->lazy)
		closest_walked(asset, mesh, node, ray->flags, &local, rest == KILN_FILTER_SOME, &best);
	else
	{
		kiln_tree tree = kiln_mesh_tree(asset, mesh);
		kiln_ray_stack stack;
		const uint32_t unit = kilni_ray_closest_for(asset->isa)(&tree, &local.walk, ray->flags, &best, &stack, false);
		if (unit != KILN_NONE)
			closest_onward(asset, mesh, ray->flags, &local, &stack, unit, &best);
		// Most often the nearest triangle that the filter keeps is the nearest of all.
		if (rest == KILN_FILTER_SOME && best.triangle != KILN_NONE &&
			!kiln_filter_triangle(asset, node, mesh, best.triangle))
			closest_walked(asset, mesh, node, ray->flags, &local, true, &best);
	}
	if (best.triangle == KILN_NONE)
		return false;
	*found = found_of(mesh, node, &local, &best);
	return found->t <= local.last;
}

/// The state of a closest-hit query over several nodes.
typedef struct closest_query
{
	const kiln_asset *asset;
	const kiln_ray *ray;
	const kiln_walk_ray *walk; ///< of the scene's tree
	kiln_ray_found found;
	kiln_body_hit body; ///< set where found.mesh is KILN_NONE
	bool any;			///< found holds a hit
} closest_query;

/// The first hit of a node's body. Returns false without a hit.
static bool closest_of_body(const kiln_asset *asset, uint32_t node, const kiln_ray *ray, kiln_body_hit hits[2])
{
	if (kiln_filter_node(asset, node) == KILN_FILTER_NONE)
		return false;
	const kiln_placed_body placed = kilni_place_body(asset, node);
	return kilni_body_ray(&placed, ray, hits) > 0;
}

static bool closest_in_node(void *user, uint32_t node, float *limit)
{
	closest_query *query = user;
	const uint32_t mesh = query->asset->nodes[node].mesh;
	kiln_ray_found found;
	kiln_body_hit hits[2];
	kiln_ray ray = *query->ray;
	// A limit of 0 would stand for none.
	if (query->any && query->found.t > 0)
		ray.t_max = query->found.t;
	if (mesh == KILN_NONE)
	{
		if (!closest_of_body(query->asset, node, &ray, hits))
			return true;
		found = (kiln_ray_found){.t = hits[0].t, .node = node, .mesh = KILN_NONE};
	}
	else if (!closest_in_mesh(query->asset, mesh, node, &ray, &found))
		return true;
	const kiln_ray_found *best = &query->found;
	if (query->any && !(found.t < best->t || (found.t == best->t && found.node < best->node)))
		return true;
	query->any = true;
	query->found = found;
	if (mesh == KILN_NONE)
		query->body = hits[0];
	*limit = kiln_walk_limit(query->walk, found.t);
	return true;
}

static kiln_hit closest_in_scene(const kiln_asset *asset, const kiln_ray *ray)
{
	static const float no_extents[3] = {0, 0, 0};
	kiln_walk_ray walk;
	closest_query query = {.asset = asset, .ray = ray, .walk = &walk};
	kiln_tree tree = kiln_scene_tree(asset);
	float limit;
	if (kilni_walk_ray_init(&walk, &ray->origin, &ray->direction, ray->t_max, asset->scene->bounds_min,
			asset->scene->bounds_max, &limit))
		kilni_walk_ray_for(asset->isa)(&tree, &walk, no_extents, limit, closest_in_node, &query);
	if (!query.any)
		return (kiln_hit){0};
	if (query.found.mesh != KILN_NONE)
		return kilni_ray_hit(asset, &query.found);
	kiln_hit hit;
	kilni_body_ray_fill(asset, query.found.node, ray, &query.body, &hit);
	return hit;
}

/// Traces one ray through one mesh. `node` may be KILN_NONE. A hit is returned rather than written: then it goes to its place
/// in the caller without a copy, which would have to wait for the writes of its fields.
static kiln_hit closest_of_mesh(const kiln_asset *asset, uint32_t mesh, uint32_t node, const kiln_ray *ray)
{
	kiln_ray_found found;
	return closest_in_mesh(asset, mesh, node, ray, &found) ? kilni_ray_hit(asset, &found) : (kiln_hit){0};
}

kiln_hit kiln_scene_ray_closest(const kiln_asset *asset, const kiln_ray *ray)
{
	if (!asset || !ray)
		return (kiln_hit){0};
	if (asset->node_count > 1 || kiln_node_is_body(asset, 0))
		return closest_in_scene(asset, ray);
	return closest_of_mesh(asset, asset->nodes[0].mesh, 0, ray);
}

kiln_hit kiln_mesh_ray_closest(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray)
{
	const bool valid = asset && ray && mesh < asset->mesh_count;
	return valid ? closest_of_mesh(asset, mesh, KILN_NONE, ray) : (kiln_hit){0};
}

/// The number of rays of a batch that are prepared together; limits the stack.
#define CHUNK 32

/// Smaller meshes stay in the second-level cache: their rays have nothing to wait for, and are traced one by one.
#define TURNS_FROM_UNITS ((4u << 20) / KILN_LEAF_UNIT)

/// Traces up to CHUNK rays through one mesh, in turn. `node` may be KILN_NONE.
static void closest_chunk(
	const kiln_asset *asset, uint32_t mesh, uint32_t node, const kiln_ray *rays, uint32_t count, kiln_hit *hits)
{
	kiln_tree tree = kiln_mesh_tree(asset, mesh);
	kiln_walk_ray walks[CHUNK];
	kiln_local_ray locals[CHUNK];
	kiln_ray_best bests[CHUNK];
	uint32_t flags[CHUNK], which[CHUNK], ready = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_local_ray *local = &locals[ready];
		kiln_hit_clear(&hits[i]);
		if (!kiln_ray_to_mesh(asset, mesh, node, &rays[i], local))
			continue;
		walks[ready] = local->walk;
		bests[ready] = (kiln_ray_best){.t = local->limit, .triangle = KILN_NONE};
		flags[ready] = rays[i].flags;
		which[ready++] = i;
	}
	if (ready == 0)
		return;
	kilni_ray_closest_many_for(asset->isa)(&tree, walks, flags, bests, ready);
	for (uint32_t k = 0; k < ready; ++k)
	{
		if (bests[k].triangle == KILN_NONE)
			continue;
		kiln_ray_found found = found_of(mesh, node, &locals[k], &bests[k]);
		if (found.t <= locals[k].last)
			hits[which[k]] = kilni_ray_hit(asset, &found);
	}
}

/// Traces many rays through one mesh. `node` may be KILN_NONE.
static void closest_batch(
	const kiln_asset *asset, uint32_t mesh, uint32_t node, const kiln_ray *rays, uint32_t count, kiln_hit *hits)
{
	bool turns = !asset->lazy && asset->meshes[mesh].leaf_units >= TURNS_FROM_UNITS &&
				 kiln_filter_mesh(asset, node, mesh) == KILN_FILTER_ALL;
	for (size_t i = 0; i < count && turns; i += CHUNK)
		closest_chunk(asset, mesh, node, rays + i, count - i < CHUNK ? (uint32_t)(count - i) : CHUNK, hits + i);
	for (size_t i = 0; i < count && !turns; ++i)
		hits[i] = closest_of_mesh(asset, mesh, node, &rays[i]);
}

void kiln_scene_ray_closest_batch(const kiln_asset *asset, const kiln_ray *rays, uint32_t count, kiln_hit *hits)
{
	if (asset && asset->node_count == 1 && !kiln_node_is_body(asset, 0))
	{
		closest_batch(asset, asset->nodes[0].mesh, 0, rays, count, hits);
		return;
	}
	for (size_t i = 0; i < count; ++i)
		hits[i] = kiln_scene_ray_closest(asset, &rays[i]);
}

void kiln_mesh_ray_closest_batch(
	const kiln_asset *asset, uint32_t mesh, const kiln_ray *rays, uint32_t count, kiln_hit *hits)
{
	if (asset && mesh < asset->mesh_count)
		closest_batch(asset, mesh, KILN_NONE, rays, count, hits);
	else
		for (size_t i = 0; i < count; ++i)
			kiln_hit_clear(&hits[i]);
}

/// The state of an any-hit query.
typedef struct any_query
{
	const kiln_asset *asset;
	const kiln_ray *ray;
} any_query;

/// As closest_onward, for any triangle.
KILN_APART static bool any_onward(const kiln_asset *asset, uint32_t mesh, uint32_t flags, const kiln_local_ray *local,
	kiln_ray_stack *stack, uint32_t unit)
{
	const kiln_tree tree = kiln_mesh_tree(asset, mesh);
	kiln_ray_any_kernel *kernel = kilni_ray_any_for(asset->isa);
	const nearest_query query = {asset, &local->walk, mesh, KILN_NONE, flags, false, NULL};
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	for (; unit != KILN_NONE && unit != KILN_RAY_MET;
		 unit = kernel(&tree, &local->walk, flags, local->limit, stack, true))
		if (meets_of_leaf(&query, unit, local->limit, meets))
			return true;
	return unit == KILN_RAY_MET;
}

/// `node` may be KILN_NONE.
static bool any_in_mesh(const kiln_asset *asset, uint32_t mesh, uint32_t node, const kiln_ray *ray)
{
	const kiln_filter_rest rest = kiln_filter_mesh(asset, node, mesh);
	kiln_tree tree = kiln_mesh_tree(asset, mesh);
	kiln_local_ray local;
	kiln_ray_found found;
	if (rest == KILN_FILTER_NONE || !kiln_ray_to_mesh(asset, mesh, node, ray, &local))
		return false;
	// The limit of a ray that was moved near the mesh lets slightly too much pass.
	if (rest == KILN_FILTER_SOME || asset->lazy || local.last < FLT_MAX || local.from > 0x1p126)
		return closest_in_mesh(asset, mesh, node, ray, &found);
	kiln_ray_stack stack;
	const uint32_t unit = kilni_ray_any_for(asset->isa)(&tree, &local.walk, ray->flags, local.limit, &stack, false);
	return unit == KILN_RAY_MET || (unit != KILN_NONE && any_onward(asset, mesh, ray->flags, &local, &stack, unit));
}

static bool none_in_node(void *user, uint32_t node, float *limit)
{
	const any_query *query = user;
	const uint32_t mesh = query->asset->nodes[node].mesh;
	(void)limit;
	if (mesh == KILN_NONE)
	{
		kiln_body_hit hits[2];
		return !closest_of_body(query->asset, node, query->ray, hits);
	}
	return !any_in_mesh(query->asset, mesh, node, query->ray);
}

bool kiln_scene_ray_any(const kiln_asset *asset, const kiln_ray *ray)
{
	if (!asset || !ray)
		return false;
	static const float no_extents[3] = {0, 0, 0};
	any_query query = {asset, ray};
	kiln_tree tree = kiln_scene_tree(asset);
	kiln_walk_ray walk;
	float limit;
	if (asset->node_count == 1 && !kiln_node_is_body(asset, 0))
		return !none_in_node(&query, 0, &limit);
	return kilni_walk_ray_init(&walk, &ray->origin, &ray->direction, ray->t_max, asset->scene->bounds_min,
			   asset->scene->bounds_max, &limit) &&
		   !kilni_walk_ray_for(asset->isa)(&tree, &walk, no_extents, limit, none_in_node, &query) &&
		   !kiln_budget_ended(asset->budget);
}

bool kiln_mesh_ray_any(const kiln_asset *asset, uint32_t mesh, const kiln_ray *ray)
{
	if (!asset || !ray)
		return false;
	return mesh < asset->mesh_count && any_in_mesh(asset, mesh, KILN_NONE, ray);
}

void kiln_scene_ray_any_batch(const kiln_asset *asset, const kiln_ray *rays, uint32_t count, bool *any)
{
	for (size_t i = 0; i < count; ++i)
		any[i] = kiln_scene_ray_any(asset, &rays[i]);
}
