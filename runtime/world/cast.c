// SPDX-License-Identifier: MIT
#include "world.h"

#include "convex/convex.h"
#include "convex/shape/shape.h"
#include "scene/cast_shape.h"

/// A moving convex object through a world.

typedef struct cast_search
{
	const kiln_world *world;
	const kiln_convex_object *object;
	const kiln_motion *motion;
	const kiln_world_query_options *options;
	kiln_member_mover mover; ///< the object
	kiln_world_hit best;
} cast_search;

static bool meet_convex(
	const cast_search *search, const kiln_placed_member *placed, const kiln_motion *motion, kiln_hit *hit)
{
	const kiln_convex_object other = kiln_member_object(placed);
	kiln_convex_impact impact;
	if (kiln_convex_cast(search->object, motion, &other, KILN_CAST_AUTO, &impact) != KILN_OK || !impact.hit)
		return false;
	*hit = kilni_member_hit(placed);
	hit->back = impact.inside;
	hit->t = impact.t;
	hit->point = impact.point;
	hit->normal = impact.normal;
	return true;
}

static bool meet(const cast_search *search, const kiln_placed_member *placed, float t_max, kiln_hit *hit)
{
	const kiln_pose *pose = &search->object->pose;
	kiln_motion motion = {.direction = search->motion->direction, .t_max = t_max};
	if (placed->is_convex)
		return meet_convex(search, placed, &motion, hit);
	kiln_member_way way;
	if (!kilni_member_way_of(placed, &search->mover, motion.direction, t_max, &way))
		return false;
	kiln_convex_object local = {.shape = search->object->shape, .pose = kilni_member_pose(placed, pose)};
	kiln_asset room;
	const kiln_asset *asset = kiln_member_asset(placed, kiln_choice_budget(search->options), &room);
	local.pose.translation = way.origin;
	motion = (kiln_motion){.direction = way.direction, .t_max = way.t_max};
	*hit = placed->mesh == KILN_NONE ? kiln_scene_cast_convex(asset, &local, &motion)
									 : kiln_mesh_cast_convex(asset, placed->mesh, &local, &motion);
	if (hit->hit)
		kilni_hit_to_world(placed, &way, hit);
	return hit->hit;
}

static float try_member(void *user, kiln_proxy_hit met)
{
	cast_search *search = user;
	const kiln_placed_member *placed = &search->world->members[met.index];
	const bool found = search->best.member != KILN_NONE;
	if (!kiln_world_chooses(search->world, search->options, met.index))
		return FLT_MAX;
	kiln_hit hit;
	if (meet(search, placed, found ? kiln_world_behind(search->best.hit.t) : search->motion->t_max, &hit) &&
		(!found || hit.t < search->best.hit.t || (hit.t == search->best.hit.t && met.index < search->best.member)))
		search->best = (kiln_world_hit){.hit = hit, .member = met.index, .user = placed->member.user};
	return search->best.member != KILN_NONE ? kiln_world_behind(search->best.hit.t) : FLT_MAX;
}

kiln_world_hit kiln_world_cast_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options)
{
	cast_search search = {
		.world = world, .object = object, .motion = motion, .options = options, .best = {.member = KILN_NONE}};
	if (!world || !object || !motion || !kilni_convex_object_usable(object))
		return search.best;
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	const kiln_cast_shape shape = kilni_cast_shape_of_object(object, terms);
	search.mover = (kiln_member_mover){
		.origin = object->pose.translation, .center = shape.center, .radius = sqrt(kiln_d3_length2(shape.reach))};
	const kiln_aabb box = kilni_object_box(object);
	kiln_world_begin(options);
	kiln_broadphase_cast_aabb_all_visit(world->broadphase, &box, motion, try_member, &search);
	return search.best;
}
