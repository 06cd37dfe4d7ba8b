// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "kiln/convex/distance.h"

/// Finds the members that a point lies in.

typedef struct inside_search
{
	const kiln_world *world;
	kiln_vec3 point;
	const kiln_world_query_options *options;
	kiln_inside answer;
} inside_search;

/// The rule of the closest point: distance 0.
static bool in_convex(const inside_search *search, const kiln_placed_member *placed)
{
	const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT, .point = search->point};
	const kiln_convex_object start = {.shape = &point}, object = kiln_member_object(placed);
	kiln_convex_separation separation;
	return kiln_convex_distance(&start, &object, NULL, NULL, &separation) == KILN_OK && separation.found &&
		   separation.distance == 0;
}

static kiln_inside place_of(const inside_search *search, const kiln_placed_member *placed)
{
	if (placed->is_convex)
		return in_convex(search, placed) ? KILN_INSIDE_YES : KILN_INSIDE_NO;
	kiln_vec3 local;
	if (kilni_member_near_point(placed, search->point, &local))
		return KILN_INSIDE_NO;
	return kilni_cooked_point_inside(placed, search->options, local);
}

/// Whether the box of a member that is not convex, enlarged by the margin, contains the point. The box of the broadphase may be
/// larger, as far as its origin is away.
static bool is_in_box(const inside_search *search, const kiln_placed_member *placed)
{
	const kiln_vec3 p = search->point;
	kiln_aabb box;
	if (!kilni_cooked_box(placed, &box))
		return false;
	box = kilni_enlarged(&box, (double)search->world->margin);
	return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y && p.z >= box.min.z &&
		   p.z <= box.max.z;
}

static bool look_at(void *user, uint32_t index)
{
	inside_search *search = user;
	if (!kiln_world_chooses(search->world, search->options, index))
		return true;
	kiln_placed_member copy;
	const kiln_placed_member *placed = kiln_world_sees(search->world, search->options, index, &copy);
	const kiln_inside place = place_of(search, placed);
	if (place == KILN_INSIDE_YES || (place == KILN_INSIDE_UNKNOWN && is_in_box(search, placed)))
		search->answer = place;
	return place != KILN_INSIDE_YES;
}

kiln_inside kiln_world_point_inside(
	const kiln_world *world, const kiln_vec3 *point, const kiln_world_query_options *options)
{
	if (!world || !point || !kiln_float_finite(point->x) || !kiln_float_finite(point->y) ||
		!kiln_float_finite(point->z) || kiln_d3_largest(kiln_d3_from(*point)) > (double)KILN_COORDINATE_MAX)
		return KILN_INSIDE_NO;
	inside_search search = {.world = world, .point = *point, .options = options, .answer = KILN_INSIDE_NO};
	if (!kiln_world_begin(world, options))
		return KILN_INSIDE_NO;
	const kiln_origin origin = kiln_world_query_origin(options);
	const kiln_aabb about = {*point, *point}, box = kilni_world_box(world, &origin, &about);
	kiln_broadphase_overlap_aabb_visit(world->broadphase, &box, look_at, &search);
	const bool ended = options && kiln_budget_ended(options->budget);
	return ended && search.answer == KILN_INSIDE_NO ? KILN_INSIDE_UNKNOWN : search.answer;
}
