// SPDX-License-Identifier: MIT
#include "mover.h"

/// Movers in a scene.

static kiln_status find_manifolds(const kiln_mover_space *space, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t *members, uint32_t capacity,
	uint32_t *count)
{
	const kiln_status status = kiln_scene_manifolds(space->asset, object, options, manifolds, capacity, count);
	for (uint32_t i = 0; i < *count && i < capacity; i++)
		members[i] = KILN_NONE;
	return status;
}

typedef struct scene_visit
{
	kiln_visit_world_hit *visit;
	void *user;
} scene_visit;

static float visit_hit(void *user, const kiln_hit *hit)
{
	const scene_visit *visit = user;
	const kiln_world_hit found = {.hit = *hit, .member = KILN_NONE};
	return visit->visit(visit->user, &found);
}

static void cast(const kiln_mover_space *space, const kiln_convex_object *object, const kiln_motion *motion,
	kiln_visit_world_hit *visit, void *user)
{
	scene_visit hits = {visit, user};
	kiln_scene_cast_convex_all_visit(space->asset, object, motion, visit_hit, &hits);
}

static kiln_status run(const kiln_asset *asset, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_mover_options *options, bool recover, kiln_mover_result *result)
{
	const kiln_mover_space space = {
		.manifolds = find_manifolds, .cast = cast, .asset = asset, .budget = asset ? asset->budget : NULL};
	return kilni_mover_run(asset ? &space : NULL, body, displacement, options, recover, result);
}

kiln_status kiln_scene_mover_move(const kiln_asset *asset, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_mover_options *options, kiln_mover_result *result)
{
	return run(asset, body, displacement, options, false, result);
}

kiln_status kiln_scene_recover(const kiln_asset *asset, const kiln_convex_object *body,
	const kiln_mover_options *options, kiln_mover_result *result)
{
	return run(asset, body, (kiln_vec3){0, 0, 0}, options, true, result);
}
