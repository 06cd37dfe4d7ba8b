// SPDX-License-Identifier: MIT
#include "kiln/world.h"
#include "math/ieee.h"

/// Many queries in one call.

void kiln_world_ray_closest_batch(const kiln_world *world, const kiln_ray *rays, uint32_t count,
	const kiln_world_query_options *options, kiln_world_hit *hits)
{
	for (size_t i = 0; i < count; ++i)
		hits[i] = kiln_world_ray_closest(world, &rays[i], options);
}

void kiln_world_ray_any_batch(
	const kiln_world *world, const kiln_ray *rays, uint32_t count, const kiln_world_query_options *options, bool *any)
{
	for (size_t i = 0; i < count; ++i)
		any[i] = kiln_world_ray_any(world, &rays[i], options);
}

void kiln_world_cast_convex_batch(const kiln_world *world, const kiln_convex_object *objects,
	const kiln_motion *motions, uint32_t count, const kiln_world_query_options *options, kiln_world_hit *hits)
{
	for (size_t i = 0; i < count; ++i)
		hits[i] = kiln_world_cast_convex(world, &objects[i], &motions[i], options);
}

void kiln_world_closest_point_batch(const kiln_world *world, const kiln_point_query *queries, uint32_t count,
	const kiln_world_query_options *options, kiln_world_closest *answers)
{
	for (size_t i = 0; i < count; ++i)
		answers[i] = kiln_world_closest_point(world, &queries[i], options);
}

void kiln_world_point_inside_batch(const kiln_world *world, const kiln_vec3 *points, uint32_t count,
	const kiln_world_query_options *options, kiln_inside *answers)
{
	for (size_t i = 0; i < count; ++i)
		answers[i] = kiln_world_point_inside(world, &points[i], options);
}
