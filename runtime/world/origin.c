// SPDX-License-Identifier: MIT
#include "world.h"

/// Sees members and boxes from other origins.

bool kilni_world_reaches(const kiln_world *world, const kiln_origin *origin)
{
	return kiln_origin_valid(origin) &&
		   kiln_d3_largest(kiln_origin_way(&world->origin, origin)) <= (double)KILN_COORDINATE_MAX / 2;
}

void kilni_member_settle(kiln_placed_member *to, const kiln_placed_member *from)
{
	*to = *from;
	if (to->is_convex && to->member.asset && to->own.kind == KILN_CONVEX_HULL)
		to->own.hull = &to->hull;
}

const kiln_placed_member *kilni_member_from(
	const kiln_placed_member *placed, const kiln_origin *origin, kiln_placed_member *room)
{
	kilni_member_settle(room, placed);
	const kiln_d3 way = kiln_origin_way(origin, &placed->member.origin);
	room->posing.translation = kiln_d3_add(placed->posing.translation, way);
	room->member.pose.translation = kiln_vec3_stored(room->posing.translation);
	room->member.origin = *origin;
	// What is too short for float32 is not nothing.
	room->rests = kiln_pose_rests(&room->member.pose) && kiln_d3_largest(room->posing.translation) == 0;
	return room;
}

kiln_aabb kilni_world_box(const kiln_world *world, const kiln_origin *origin, const kiln_aabb *box)
{
	if (kiln_origin_equal(&world->origin, origin))
		return *box;
	const kiln_d3 way = kiln_origin_way(&world->origin, origin);
	const kiln_d3 low = kiln_d3_add(kiln_d3_from(box->min), way), high = kiln_d3_add(kiln_d3_from(box->max), way);
	// The sums round, too.
	const kiln_d3 below = kiln_d3_scale(kiln_d3_abs(low), 0x1p-52), above = kiln_d3_scale(kiln_d3_abs(high), 0x1p-52);
	return kiln_aabb_outwards(kiln_d3_sub(low, below), kiln_d3_add(high, above));
}

void kilni_world_walk_box(const kiln_world *world, const kiln_world_query_options *options, const kiln_aabb *box,
	const kiln_motion *motion, kiln_visit_proxy_hit *visit, void *user)
{
	const kiln_origin origin = kiln_world_query_origin(options);
	const kiln_aabb there = kilni_world_box(world, &origin, box);
	kiln_broadphase_cast_aabb_all_visit(world->broadphase, &there, motion, visit, user);
}

void kilni_world_walk_ray(const kiln_world *world, const kiln_world_query_options *options, const kiln_ray *ray,
	kiln_visit_proxy_hit *visit, void *user)
{
	const kiln_origin origin = kiln_world_query_origin(options);
	const kiln_vec3 way = ray->direction;
	const kiln_aabb start = {ray->origin, ray->origin};
	const kiln_motion motion = {.direction = ray->direction, .t_max = ray->t_max};
	if (kiln_origin_equal(&world->origin, &origin))
		kiln_broadphase_ray_all_visit(world->broadphase, ray, visit, user);
	else if (way.x != 0 || way.y != 0 || way.z != 0)
		kilni_world_walk_box(world, options, &start, &motion, visit, user);
}
