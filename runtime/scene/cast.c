// SPDX-License-Identifier: MIT
#include "kiln/cast.h"

#include "cast.h"
#include "hit.h"
#include "kiln/convex/cast.h"
#include "leaf_cull.h"
#include "shape/triangle_point.h"

/// The state of a cast.
typedef struct cast_query
{
	const kiln_asset *asset;
	const kiln_cast_shape *shape;
	kiln_cast_course way;
	float t;	  ///< of the best, or the limit, inclusive
	float at;	  ///< of the last hit
	double limit; ///< larger times round to more than t
	bool found;
	uint32_t node, mesh, triangle; ///< mesh and triangle are KILN_NONE for the node's body
	bool mirrored;
	kiln_solid_contact contact;
	kiln_body_contact body_contact;
	kiln_vec3 corners[3]; ///< the best triangle
	kiln_d3 seen[3];	  ///< relative to the shape's center
	kiln_placed placed;
	kiln_placed_sweep scene_sweep, mesh_sweep;
	kiln_visit_hit *visit; ///< receives every hit; or NULL
	void *user;
	bool ended; ///< by the visitor
} cast_query;

static void set_t(cast_query *query, float t)
{
	query->t = t;
	query->limit = kiln_cast_limit(&query->way, t);
}

/// Stores a contact if its time is the first so far. Times are compared as they are reported, in float32, so that
/// numbers decide equal reported times.
static bool take(cast_query *query, double time, uint32_t node, uint32_t mesh, uint32_t triangle)
{
	double t = time / query->way.unit;
	if (!(t <= (double)FLT_MAX))
		return false;
	bool lower = !query->found || node < query->node || (node == query->node && triangle < query->triangle);
	if ((float)t > query->t || ((float)t == query->t && !lower && !query->visit))
		return false;
	query->found = true;
	query->at = (float)t;
	query->node = node;
	query->mesh = mesh;
	query->triangle = triangle;
	if (!query->visit)
		set_t(query, (float)t);
	return true;
}

static kiln_hit answer(cast_query *query);

/// Calls the visitor.
static void report(cast_query *query)
{
	const kiln_hit hit = answer(query);
	const float most = query->visit(query->user, &hit);
	query->ended = !(most >= 0);
	if (most < query->t)
		set_t(query, most);
}

static void consider(cast_query *query, uint32_t triangle, const kiln_vec3 corners[3], const kiln_d3 seen[3],
	const kiln_solid_contact *contact)
{
	if (!take(query, contact->time, query->placed.node, query->placed.mesh, triangle))
		return;
	query->mirrored = query->placed.mirrored;
	query->contact = *contact;
	for (int i = 0; i < 3; ++i)
	{
		query->corners[i] = corners[i];
		query->seen[i] = seen[i];
	}
	if (query->visit)
		report(query);
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	cast_query *query = user;
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(query->placed.tree.leaves, unit, &room);
	float before = query->t;
	for (uint32_t bits = kilni_leaf_on_path(&leaf, &query->mesh_sweep, *limit); bits && !query->ended; bits &= bits - 1)
	{
		uint32_t i = kiln_lowest_bit(bits);
		if (!kiln_placed_has(&query->placed, leaf.triangle + i))
			continue;
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_solid_contact contact;
		kiln_placed_triangle(&query->placed, &leaf, i, corners);
		for (int k = 0; k < 3; ++k)
			seen[k] = kiln_d3_sub(kiln_d3_from(corners[k]), query->shape->center);
		if (kilni_cast_meets_triangle(query->shape, &query->way.path, seen, query->limit, &contact))
			consider(query, leaf.triangle + i, corners, seen, &contact);
	}
	if (query->t < before)
		*limit = kilni_placed_sweep_limit(&query->mesh_sweep, query->limit);
	return !query->ended;
}

static void walk_mesh(cast_query *query)
{
	const kiln_cast_shape *shape = query->shape;
	kiln_placed_sweep *sweep = &query->mesh_sweep;
	if (query->placed.rest == KILN_FILTER_NONE ||
		!kilni_placed_sweep_over(&query->placed, sweep, shape->center, shape->reach, query->way.heading, query->limit))
		return;
	float limit = kilni_placed_sweep_limit(sweep, query->limit);
	kilni_walk_ray_for(query->asset->isa)(&query->placed.tree, &sweep->walk, sweep->extents, limit, visit_leaf, query);
}

static void visit_body(cast_query *query, uint32_t node)
{
	if (kiln_filter_node(query->asset, node) == KILN_FILTER_NONE)
		return;
	const kiln_placed_body body = kilni_place_body(query->asset, node);
	kiln_body_contact contact;
	if (!kilni_cast_meets_body(query->shape, &body, &query->way.path, query->limit, &contact) ||
		!take(query, contact.time, node, KILN_NONE, KILN_NONE))
		return;
	query->body_contact = contact;
	if (query->visit)
		report(query);
}

static bool visit_node(void *user, uint32_t node, float *limit)
{
	cast_query *query = user;
	if (kiln_node_is_body(query->asset, node))
		visit_body(query, node);
	else
	{
		query->placed = kilni_place_node(query->asset, node);
		walk_mesh(query);
	}
	*limit = kilni_placed_sweep_limit(&query->scene_sweep, query->limit);
	return !query->ended;
}

static void walk_asset(cast_query *query)
{
	const kiln_format_scene *scene = query->asset->scene;
	const kiln_cast_shape *shape = query->shape;
	kiln_placed_sweep *sweep = &query->scene_sweep;
	if (!kilni_sweep_over(
			sweep, shape->center, shape->reach, query->way.heading, query->limit, scene->bounds_min, scene->bounds_max))
		return;
	kiln_tree tree = kiln_scene_tree(query->asset);
	float limit = kilni_placed_sweep_limit(sweep, query->limit);
	kilni_walk_ray_for(query->asset->isa)(&tree, &sweep->walk, sweep->extents, limit, visit_node, query);
}

static kiln_hit answer_body(cast_query *query)
{
	kiln_hit hit = {0};
	const kiln_placed_body body = kilni_place_body(query->asset, query->node);
	kiln_body_contact *contact = &query->body_contact;
	kilni_cast_finish_body(query->shape, &body, contact);
	hit.hit = true;
	kiln_hit_identify_body(query->asset, query->node, KILN_NONE, &hit);
	hit.back = contact->back;
	hit.t = query->at;
	hit.point = kiln_d3_to(contact->point);
	hit.normal = kiln_d3_to(contact->normal);
	return hit;
}

static kiln_hit answer(cast_query *query)
{
	kiln_hit hit = {0};
	if (!query->found)
		return hit;
	if (query->mesh == KILN_NONE)
		return answer_body(query);
	const kiln_d3 *seen = query->seen;
	kilni_cast_finish_triangle(query->shape, &query->way.path, seen, query->mirrored, &query->contact);
	kiln_d3 up = kiln_d3_cross(kiln_d3_sub(seen[1], seen[0]), kiln_d3_sub(seen[2], seen[0]));
	double above = -kiln_d3_dot(up, seen[0]);
	hit.hit = true;
	kiln_hit_identify(query->asset, query->mesh, query->node, query->triangle, &hit);
	hit.back = query->mirrored ? above > 0 : above < 0;
	hit.t = query->at;
	hit.point =
		kiln_d3_to(kilni_triangle_settle(query->corners, kiln_d3_add(query->shape->center, query->contact.point)));
	hit.normal = kiln_d3_to(query->contact.normal);
	return hit;
}

/// Walks the asset, or a mesh. `visit` may be NULL. Returns false if the motion is not usable.
static bool walk(cast_query *query, const kiln_asset *asset, uint32_t mesh, const kiln_cast_shape *shape,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	query->asset = asset;
	query->shape = shape;
	query->found = query->ended = false;
	query->visit = visit;
	query->user = user;
	if (!kilni_cast_course_of(motion, &query->way))
		return false;
	set_t(query, query->way.t_max);
	if (mesh == KILN_NONE)
		walk_asset(query);
	else
	{
		query->placed = kilni_place_mesh(asset, mesh);
		walk_mesh(query);
	}
	return true;
}

void kilni_cast_visit(const kiln_asset *asset, uint32_t mesh, const kiln_cast_shape *shape, const kiln_motion *motion,
	kiln_visit_hit *visit, void *user)
{
	cast_query query;
	(void)walk(&query, asset, mesh, shape, motion, visit, user);
}

/// `mesh` is KILN_NONE for the whole asset.
static kiln_hit cast_shape(
	const kiln_asset *asset, uint32_t mesh, const kiln_cast_shape *shape, const kiln_motion *motion)
{
	cast_query query;
	return walk(&query, asset, mesh, shape, motion, NULL, NULL) ? answer(&query) : (kiln_hit){0};
}

static kiln_hit cast(const kiln_asset *asset, uint32_t mesh, const kiln_solid *solid, const kiln_motion *motion)
{
	const kiln_cast_shape shape = kilni_cast_shape_of_solid(solid);
	return cast_shape(asset, mesh, &shape, motion);
}

static kiln_hit cast_object(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion)
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	if (!kilni_convex_object_usable(object))
		return (kiln_hit){0};
	const kiln_cast_shape shape = kilni_cast_shape_of_object(object, terms);
	return cast_shape(asset, mesh, &shape, motion);
}

static bool mesh_exists(const kiln_asset *asset, uint32_t mesh)
{
	return asset && mesh < asset->mesh_count;
}

kiln_hit kiln_scene_cast_sphere(const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion)
{
	kiln_solid solid;
	return asset && kilni_solid_from_sphere(&solid, sphere) ? cast(asset, KILN_NONE, &solid, motion) : (kiln_hit){0};
}

kiln_hit kiln_scene_cast_box(const kiln_asset *asset, const kiln_box *box, const kiln_motion *motion)
{
	kiln_solid solid;
	return asset && kilni_solid_from_box(&solid, box) ? cast(asset, KILN_NONE, &solid, motion) : (kiln_hit){0};
}

kiln_hit kiln_scene_cast_capsule(const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion)
{
	kiln_solid solid;
	return asset && kilni_solid_from_capsule(&solid, capsule) ? cast(asset, KILN_NONE, &solid, motion) : (kiln_hit){0};
}

kiln_hit kiln_mesh_cast_sphere(
	const kiln_asset *asset, uint32_t mesh, const kiln_sphere *sphere, const kiln_motion *motion)
{
	kiln_solid solid;
	bool valid = mesh_exists(asset, mesh) && kilni_solid_from_sphere(&solid, sphere);
	return valid ? cast(asset, mesh, &solid, motion) : (kiln_hit){0};
}

kiln_hit kiln_mesh_cast_box(const kiln_asset *asset, uint32_t mesh, const kiln_box *box, const kiln_motion *motion)
{
	kiln_solid solid;
	bool valid = mesh_exists(asset, mesh) && kilni_solid_from_box(&solid, box);
	return valid ? cast(asset, mesh, &solid, motion) : (kiln_hit){0};
}

kiln_hit kiln_mesh_cast_capsule(
	const kiln_asset *asset, uint32_t mesh, const kiln_capsule *capsule, const kiln_motion *motion)
{
	kiln_solid solid;
	bool valid = mesh_exists(asset, mesh) && kilni_solid_from_capsule(&solid, capsule);
	return valid ? cast(asset, mesh, &solid, motion) : (kiln_hit){0};
}

void kiln_scene_cast_sphere_batch(
	const kiln_asset *asset, const kiln_sphere *spheres, const kiln_motion *motions, uint32_t count, kiln_hit *hits)
{
	for (size_t i = 0; i < count; ++i)
		hits[i] = kiln_scene_cast_sphere(asset, &spheres[i], &motions[i]);
}

void kiln_scene_cast_box_batch(
	const kiln_asset *asset, const kiln_box *boxes, const kiln_motion *motions, uint32_t count, kiln_hit *hits)
{
	for (size_t i = 0; i < count; ++i)
		hits[i] = kiln_scene_cast_box(asset, &boxes[i], &motions[i]);
}

void kiln_scene_cast_capsule_batch(
	const kiln_asset *asset, const kiln_capsule *capsules, const kiln_motion *motions, uint32_t count, kiln_hit *hits)
{
	for (size_t i = 0; i < count; ++i)
		hits[i] = kiln_scene_cast_capsule(asset, &capsules[i], &motions[i]);
}

kiln_hit kiln_scene_cast_convex(const kiln_asset *asset, const kiln_convex_object *object, const kiln_motion *motion)
{
	return cast_object(asset, KILN_NONE, object, motion);
}

kiln_hit kiln_mesh_cast_convex(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion)
{
	return mesh_exists(asset, mesh) ? cast_object(asset, mesh, object, motion) : (kiln_hit){0};
}

void kiln_scene_cast_convex_batch(const kiln_asset *asset, const kiln_convex_object *objects,
	const kiln_motion *motions, uint32_t count, kiln_hit *hits)
{
	for (size_t i = 0; i < count; ++i)
		hits[i] = kiln_scene_cast_convex(asset, &objects[i], &motions[i]);
}
