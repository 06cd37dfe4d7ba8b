// SPDX-License-Identifier: MIT
#include "mover.h"

/// Movers in a world.

static kiln_status find_manifolds(const kiln_mover_space *space, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t *members, uint32_t capacity,
	uint32_t *count)
{
	return kiln_world_manifolds(space->world, object, space->query, options, manifolds, members, capacity, count);
}

static void cast(const kiln_mover_space *space, const kiln_convex_object *object, const kiln_motion *motion,
	kiln_visit_world_hit *visit, void *user)
{
	kiln_world_cast_convex_all_visit(space->world, object, motion, space->query, visit, user);
}

static kiln_status run(const kiln_world *world, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_world_query_options *query, const kiln_mover_options *options, bool recover, kiln_mover_result *result)
{
	const kiln_mover_space space = {.manifolds = find_manifolds,
		.cast = cast,
		.world = world,
		.query = query,
		.budget = query ? query->budget : NULL};
	return kilni_mover_run(world ? &space : NULL, body, displacement, options, recover, result);
}

kiln_status kiln_world_mover_move(const kiln_world *world, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_world_query_options *query, const kiln_mover_options *options, kiln_mover_result *result)
{
	return run(world, body, displacement, query, options, false, result);
}

kiln_status kiln_world_recover(const kiln_world *world, const kiln_convex_object *body,
	const kiln_world_query_options *query, const kiln_mover_options *options, kiln_mover_result *result)
{
	return run(world, body, (kiln_vec3){0, 0, 0}, query, options, true, result);
}
