// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "convex/motion/motion.h"

/// Casts a convex shape that turns while it moves through a world.

typedef struct sweep_search
{
	const kiln_world *world;
	const kiln_convex_shape *shape;
	const kiln_sweep *sweep;
	float tolerance;
	const kiln_world_query_options *options;
	kiln_world_hit best;
} sweep_search;

static bool meet_convex(const sweep_search *search, const kiln_placed_member *placed, kiln_hit *hit)
{
	const kiln_convex_object other = kiln_member_object(placed);
	const kiln_sweep still = {.from = other.pose, .to = other.pose};
	kiln_convex_impact impact;
	if (kiln_convex_time_of_impact(
			search->shape, search->sweep, other.shape, &still, search->tolerance, NULL, &impact) != KILN_OK ||
		!impact.hit)
		return false;
	*hit = kilni_member_hit(placed);
	hit->back = impact.inside;
	hit->t = impact.t;
	hit->point = impact.point;
	hit->normal = impact.normal;
	return true;
}

static bool meet(const sweep_search *search, const kiln_placed_member *placed, kiln_hit *hit)
{
	if (placed->is_convex)
		return meet_convex(search, placed, hit);
	const kiln_sweep local = {.from = kilni_member_pose(placed, &search->sweep->from),
		.to = kilni_member_pose(placed, &search->sweep->to),
		.center = search->sweep->center};
	const float tolerance = (float)((double)search->tolerance / placed->posing.scale);
	*hit = kilni_cooked_cast_sweep(placed, search->options, search->shape, &local, tolerance);
	hit->point = hit->hit ? kilni_world_point(placed, hit->point) : hit->point;
	hit->normal = hit->hit ? kilni_world_normal(placed, hit->normal) : hit->normal;
	return hit->hit;
}

static float try_member(void *user, kiln_proxy_hit met)
{
	sweep_search *search = user;
	kiln_world_hit *best = &search->best;
	kiln_placed_member copy;
	kiln_hit hit;
	if (!kiln_world_chooses(search->world, search->options, met.index))
		return FLT_MAX;
	const kiln_placed_member *placed = kiln_world_sees(search->world, search->options, met.index, &copy);
	if (meet(search, placed, &hit) &&
		(best->member == KILN_NONE || hit.t < best->hit.t || (hit.t == best->hit.t && met.index < best->member)))
		*best = (kiln_world_hit){.hit = hit, .member = met.index, .user = placed->member.user};
	return best->member != KILN_NONE ? kiln_world_behind(best->hit.t) : FLT_MAX;
}

kiln_world_hit kiln_world_cast_sweep(const kiln_world *world, const kiln_convex_shape *shape, const kiln_sweep *sweep,
	float tolerance, const kiln_world_query_options *options)
{
	sweep_search search = {.world = world,
		.shape = shape,
		.sweep = sweep,
		.tolerance = tolerance,
		.options = options,
		.best = {.member = KILN_NONE}};
	kiln_mover mover;
	if (!world || !shape || !(tolerance >= 0 && tolerance <= KILN_COORDINATE_MAX) ||
		!kilni_mover_of(shape, sweep, &mover))
		return search.best;
	// A ball around the center, which moves straight; with room for the tolerance and for rounding.
	const kiln_d3 c = mover.course.start;
	const double size = kiln_d3_largest(c) + kiln_d3_largest(mover.course.way) + mover.reach + mover.rest[0].margin;
	const double ball =
		mover.reach + mover.rest[0].margin + (double)tolerance + 0x1p-19 * mover.extent + 0x1p-21 * size;
	const kiln_aabb box = kiln_aabb_of_ball(c, ball);
	const kiln_motion motion = {.direction = kiln_d3_to(mover.course.way), .t_max = 1};
	if (kiln_world_begin(world, options))
		kilni_world_walk_box(world, options, &box, &motion, try_member, &search);
	return search.best;
}
