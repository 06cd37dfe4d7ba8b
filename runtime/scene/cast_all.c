// SPDX-License-Identifier: MIT
#include "kiln/cast.h"

#include "cast.h"
#include "hit_list.h"
#include "kiln/convex/cast.h"

#include <float.h>

/// Finds all contacts of a moving shape, for an array or for a visitor.

/// The caller's array, and its counts.
typedef struct cast_list
{
	kiln_hit *hits;
	uint32_t capacity, stored, count;
} cast_list;

static float list_hit(void *user, const kiln_hit *hit)
{
	cast_list *list = user;
	list->count += list->count < UINT32_MAX;
	kilni_hits_put(list->hits, list->capacity, &list->stored, hit);
	return FLT_MAX;
}

static uint32_t end(const cast_list *list)
{
	kilni_hits_sort(list->hits, list->stored);
	return list->count;
}

static cast_list begin(kiln_hit *hits, uint32_t capacity)
{
	return (cast_list){.hits = hits, .capacity = hits ? capacity : 0};
}

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
	cast_list list = begin(hits, capacity);
	kiln_scene_cast_sphere_all_visit(asset, sphere, motion, list_hit, &list);
	return end(&list);
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
	cast_list list = begin(hits, capacity);
	kiln_scene_cast_box_all_visit(asset, box, motion, list_hit, &list);
	return end(&list);
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
	cast_list list = begin(hits, capacity);
	kiln_scene_cast_capsule_all_visit(asset, capsule, motion, list_hit, &list);
	return end(&list);
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
	cast_list list = begin(hits, capacity);
	kiln_scene_cast_convex_all_visit(asset, object, motion, list_hit, &list);
	return end(&list);
}

uint32_t kiln_mesh_cast_convex_all(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_hit *hits, uint32_t capacity)
{
	cast_list list = begin(hits, capacity);
	kiln_mesh_cast_convex_all_visit(asset, mesh, object, motion, list_hit, &list);
	return end(&list);
}
