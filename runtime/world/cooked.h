// SPDX-License-Identifier: MIT
#ifndef KILN_WORLD_COOKED_H
#define KILN_WORLD_COOKED_H

#include "scene/overlap_convex.h"
#include "world.h"

/// Queries of a member that is not convex: all nodes of an asset, one mesh, or a surface. In its own coordinates.

kiln_hit kilni_cooked_ray_closest(
	const kiln_placed_member *placed, const kiln_world_query_options *options, const kiln_ray *ray);
bool kilni_cooked_ray_any(
	const kiln_placed_member *placed, const kiln_world_query_options *options, const kiln_ray *ray);
void kilni_cooked_ray_all_visit(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_ray *ray, kiln_visit_hit *visit, void *user);
kiln_hit kilni_cooked_cast(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_object *object, const kiln_motion *motion);
void kilni_cooked_cast_all_visit(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_object *object, const kiln_motion *motion, kiln_visit_hit *visit, void *user);
kiln_hit kilni_cooked_cast_sweep(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance);
void kilni_cooked_overlap_visit(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_object *object, kiln_visit_overlap *visit, void *user);
kiln_closest kilni_cooked_closest_point(
	const kiln_placed_member *placed, const kiln_world_query_options *options, const kiln_point_query *query);
kiln_inside kilni_cooked_point_inside(
	const kiln_placed_member *placed, const kiln_world_query_options *options, kiln_vec3 point);

/// The filters are those of the query.
kiln_status kilni_cooked_manifolds(const kiln_placed_member *placed, kiln_budget *budget, kiln_world_filters filters,
	const kiln_convex_object *object, const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds,
	uint32_t capacity, uint32_t *count);

#endif
