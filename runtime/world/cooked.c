// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "scene/surface.h"

static kiln_budget *budget_of(const kiln_world_query_options *options)
{
	return options ? options->budget : NULL;
}

kiln_hit kilni_cooked_ray_closest(
	const kiln_placed_member *placed, const kiln_world_query_options *options, const kiln_ray *ray)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
		return surface->operations->ray_closest(surface->data, budget_of(options), ray);
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	return placed->mesh == KILN_NONE ? kiln_scene_ray_closest(asset, ray)
									 : kiln_mesh_ray_closest(asset, placed->mesh, ray);
}

bool kilni_cooked_ray_any(
	const kiln_placed_member *placed, const kiln_world_query_options *options, const kiln_ray *ray)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
		return surface->operations->ray_any(surface->data, budget_of(options), ray);
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	return placed->mesh == KILN_NONE ? kiln_scene_ray_any(asset, ray) : kiln_mesh_ray_any(asset, placed->mesh, ray);
}

void kilni_cooked_ray_all_visit(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_ray *ray, kiln_visit_hit *visit, void *user)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
	{
		surface->operations->ray_all(surface->data, budget_of(options), ray, visit, user);
		return;
	}
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	if (placed->mesh == KILN_NONE)
		kiln_scene_ray_all_visit(asset, ray, visit, user);
	else
		kiln_mesh_ray_all_visit(asset, placed->mesh, ray, visit, user);
}

kiln_hit kilni_cooked_cast(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_object *object, const kiln_motion *motion)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
		return surface->operations->cast(surface->data, budget_of(options), object, motion);
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	return placed->mesh == KILN_NONE ? kiln_scene_cast_convex(asset, object, motion)
									 : kiln_mesh_cast_convex(asset, placed->mesh, object, motion);
}

void kilni_cooked_cast_all_visit(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_object *object, const kiln_motion *motion, kiln_visit_hit *visit, void *user)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
	{
		surface->operations->cast_all(surface->data, budget_of(options), object, motion, visit, user);
		return;
	}
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	if (placed->mesh == KILN_NONE)
		kiln_scene_cast_convex_all_visit(asset, object, motion, visit, user);
	else
		kiln_mesh_cast_convex_all_visit(asset, placed->mesh, object, motion, visit, user);
}

kiln_hit kilni_cooked_cast_sweep(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
		return surface->operations->cast_sweep(surface->data, budget_of(options), shape, sweep, tolerance);
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	return placed->mesh == KILN_NONE ? kiln_scene_cast_sweep(asset, shape, sweep, tolerance)
									 : kiln_mesh_cast_sweep(asset, placed->mesh, shape, sweep, tolerance);
}

void kilni_cooked_overlap_visit(const kiln_placed_member *placed, const kiln_world_query_options *options,
	const kiln_convex_object *object, kiln_visit_overlap *visit, void *user)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
	{
		surface->operations->overlap(surface->data, budget_of(options), object, visit, user);
		return;
	}
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	kilni_overlap_convex_visit(asset, placed->mesh, object, visit, user);
}

kiln_closest kilni_cooked_closest_point(
	const kiln_placed_member *placed, const kiln_world_query_options *options, const kiln_point_query *query)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
		return surface->operations->closest_point(surface->data, budget_of(options), query);
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	return placed->mesh == KILN_NONE ? kiln_scene_closest_point(asset, query)
									 : kiln_mesh_closest_point(asset, placed->mesh, query);
}

kiln_inside kilni_cooked_point_inside(
	const kiln_placed_member *placed, const kiln_world_query_options *options, kiln_vec3 point)
{
	kiln_member_view view;
	// Surfaces are open.
	if (placed->member.surface.operations)
		return KILN_INSIDE_UNKNOWN;
	const kiln_asset *asset = kiln_world_query_asset(placed, options, &view);
	return placed->mesh == KILN_NONE ? kiln_scene_point_inside(asset, point)
									 : kiln_mesh_point_inside(asset, placed->mesh, point);
}

kiln_status kilni_cooked_manifolds(const kiln_placed_member *placed, kiln_budget *budget, kiln_world_filters filters,
	const kiln_convex_object *object, const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds,
	uint32_t capacity, uint32_t *count)
{
	const kiln_surface *surface = &placed->member.surface;
	kiln_member_view view;
	if (surface->operations)
		return surface->operations->manifolds(surface->data, budget, object, options, manifolds, capacity, count);
	const kiln_asset *asset = kilni_member_asset(placed, budget, filters, &view);
	return placed->mesh == KILN_NONE
			   ? kiln_scene_manifolds(asset, object, options, manifolds, capacity, count)
			   : kiln_mesh_manifolds(asset, placed->mesh, object, options, manifolds, capacity, count);
}
