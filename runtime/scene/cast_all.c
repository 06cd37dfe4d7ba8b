// SPDX-License-Identifier: MIT
#include "kiln/cast.h"

#include "cast.h"
#include "hit_list.h"
#include "kiln/convex/cast.h"

/// Finds all contacts of a moving shape, for an array or for a visitor.

/// `solid` is NULL where the caller's shape is invalid.
static void visit_solid(
	const kiln_asset *asset, const kiln_solid *solid, const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	if (!asset || !visit || !solid)
		return;
	const kiln_cast_shape shape = kilni_cast_shape_of_solid(solid);
	kilni_cast_visit(asset, KILN_NONE, &shape, motion, visit, user);
}

void kiln_scene_cast_sphere_all_visit(
	const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	kiln_solid solid;
	visit_solid(asset, kilni_solid_from_sphere(&solid, sphere) ? &solid : NULL, motion, visit, user);
}

uint32_t kiln_scene_cast_sphere_all(
	const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion, kiln_hit *hits, uint32_t capacity)
{
	kiln_hit_list list = kiln_hit_list_begin(hits, capacity);
	kiln_scene_cast_sphere_all_visit(asset, sphere, motion, kilni_hit_list_add, &list);
	return kilni_hit_list_end(&list);
}

void kiln_scene_cast_box_all_visit(
	const kiln_asset *asset, const kiln_box *box, const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	kiln_solid solid;
	visit_solid(asset, kilni_solid_from_box(&solid, box) ? &solid : NULL, motion, visit, user);
}

uint32_t kiln_scene_cast_box_all(
	const kiln_asset *asset, const kiln_box *box, const kiln_motion *motion, kiln_hit *hits, uint32_t capacity)
{
	kiln_hit_list list = kiln_hit_list_begin(hits, capacity);
	kiln_scene_cast_box_all_visit(asset, box, motion, kilni_hit_list_add, &list);
	return kilni_hit_list_end(&list);
}

void kiln_scene_cast_capsule_all_visit(
	const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	kiln_solid solid;
	visit_solid(asset, kilni_solid_from_capsule(&solid, capsule) ? &solid : NULL, motion, visit, user);
}

uint32_t kiln_scene_cast_capsule_all(
	const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion, kiln_hit *hits, uint32_t capacity)
{
	kiln_hit_list list = kiln_hit_list_begin(hits, capacity);
	kiln_scene_cast_capsule_all_visit(asset, capsule, motion, kilni_hit_list_add, &list);
	return kilni_hit_list_end(&list);
}

/// `mesh` is KILN_NONE for the whole asset.
static void visit_object(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	if (!visit || !kilni_convex_object_usable(object))
		return;
	const kiln_cast_shape shape = kilni_cast_shape_of_object(object, terms);
	kilni_cast_visit(asset, mesh, &shape, motion, visit, user);
}

void kiln_scene_cast_convex_all_visit(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	if (asset)
		visit_object(asset, KILN_NONE, object, motion, visit, user);
}

void kiln_mesh_cast_convex_all_visit(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	if (asset && mesh < asset->mesh_count)
		visit_object(asset, mesh, object, motion, visit, user);
}

uint32_t kiln_scene_cast_convex_all(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_hit *hits, uint32_t capacity)
{
	kiln_hit_list list = kiln_hit_list_begin(hits, capacity);
	kiln_scene_cast_convex_all_visit(asset, object, motion, kilni_hit_list_add, &list);
	return kilni_hit_list_end(&list);
}

uint32_t kiln_mesh_cast_convex_all(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_hit *hits, uint32_t capacity)
{
	kiln_hit_list list = kiln_hit_list_begin(hits, capacity);
	kiln_mesh_cast_convex_all_visit(asset, mesh, object, motion, kilni_hit_list_add, &list);
	return kilni_hit_list_end(&list);
}
