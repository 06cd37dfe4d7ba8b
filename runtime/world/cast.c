// SPDX-License-Identifier: MIT
#include "world.h"

#include "convex/convex.h"
#include "convex/shape.h"
#include "scene/hit.h"

/// A moving convex object through a world.

typedef struct cast_search
{
	const kiln_world *world;
	const kiln_convex_object *object;
	const kiln_motion *motion;
	const kiln_world_choice *choice;
	kiln_world_hit best;
} cast_search;

/// As of rays: culling keeps what is as near to rounding; contact may be told earlier by what advancement leaves.
static float behind(float t)
{
	double margin = (double)t * (1 + 0x1p-18) + 0x1p-140;
	return margin < (double)FLT_MAX ? (float)margin : FLT_MAX;
}

static kiln_hit meet_convex(const cast_search *search, const kiln_placed_member *placed, const kiln_motion *motion)
{
	const kiln_convex_object other = kiln_member_object(placed);
	kiln_time_of_impact impact;
	kiln_hit hit;
	kiln_hit_clear(&hit);
	if (kiln_convex_cast(search->object, motion, &other, KILN_CAST_AUTO, &impact) != KILN_OK || !impact.hit)
		return hit;
	hit.hit = true;
	hit.back = impact.inside;
	hit.t = impact.t;
	hit.point = impact.point;
	hit.normal = impact.normal;
	hit.triangle = hit.mesh = hit.source_face = hit.node = hit.face = KILN_NONE;
	hit.source_mesh = kiln_member_source(placed);
	hit.material = kiln_member_material(placed);
	hit.shape = kiln_member_shape(placed);
	return hit;
}

static kiln_hit meet(const cast_search *search, const kiln_placed_member *placed, float t_max)
{
	kiln_motion motion = {.direction = search->motion->direction, .t_max = t_max};
	if (placed->is_convex)
		return meet_convex(search, placed, &motion);
	const kiln_convex_object local = {
		.shape = search->object->shape, .pose = kiln_member_pose(placed, &search->object->pose)};
	const kiln_asset *asset = placed->member.asset;
	motion.direction = kiln_member_vector(placed, motion.direction);
	kiln_hit hit = placed->mesh == KILN_NONE ? kiln_cast_convex(asset, &local, &motion)
											 : kiln_mesh_cast_convex(asset, placed->mesh, &local, &motion);
	if (hit.hit)
		kiln_hit_to_world(placed, &hit);
	return hit;
}

static float try_member(void *user, kiln_proxy_hit met)
{
	cast_search *search = user;
	const kiln_placed_member *placed = &search->world->members[met.index];
	const bool found = search->best.member != KILN_NONE;
	if (!kiln_world_chooses(search->world, search->choice, met.index))
		return FLT_MAX;
	const kiln_hit hit = meet(search, placed, found ? behind(search->best.hit.t) : search->motion->t_max);
	if (hit.hit &&
		(!found || hit.t < search->best.hit.t || (hit.t == search->best.hit.t && met.index < search->best.member)))
		search->best = (kiln_world_hit){.hit = hit, .member = met.index, .user = placed->member.user};
	return search->best.member != KILN_NONE ? behind(search->best.hit.t) : FLT_MAX;
}

kiln_world_hit kiln_world_cast(const kiln_world *world, const kiln_convex_object *object, const kiln_motion *motion,
	const kiln_world_choice *choice)
{
	cast_search search = {
		.world = world, .object = object, .motion = motion, .choice = choice, .best = {.member = KILN_NONE}};
	if (!world || !object || !motion || !kiln_convex_object_usable(object))
		return search.best;
	const kiln_aabb box = kiln_object_box(object);
	kiln_broadphase_visit_sweep(world->broadphase, &box, motion, try_member, &search);
	return search.best;
}
