// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "kiln/convex/distance.h"

/// Finds the closest point of a world in a ball around the query that grows until something is found in it. Then
/// searches once more in a ball as large as this distance, because a box may be near although its content is not. A
/// member whose box is farther away than the best is skipped.

typedef struct closest_search
{
	const kiln_world *world;
	const kiln_point_query *query;
	const kiln_world_query_options *options;
	kiln_world_closest best;
} closest_search;

/// The rounding of coordinates this large on the way to a member and back.
static double rounding_of(kiln_vec3 point)
{
	return 0x1p-22 * kiln_d3_largest(kiln_d3_from(point));
}

static kiln_closest nearest_of_convex(const closest_search *search, const kiln_placed_member *placed)
{
	const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT, .point = search->query->point};
	const kiln_convex_object start = {.shape = &point}, object = kiln_member_object(placed);
	const float most = search->query->max_distance;
	kiln_convex_separation separation;
	kiln_closest closest;
	memset(&closest, 0, sizeof closest);
	if (kiln_convex_distance(&start, &object, NULL, NULL, &separation) != KILN_OK || !separation.found ||
		(most > 0 && separation.distance > most))
		return closest;
	closest.found = true;
	closest.distance = separation.distance;
	closest.point = separation.distance > 0 ? separation.on_b : search->query->point;
	closest.triangle = closest.mesh = closest.source_face = closest.node = KILN_NONE;
	closest.source_mesh = kilni_member_source(placed);
	closest.material = kilni_member_material(placed);
	closest.shape = kiln_member_shape(placed);
	return closest;
}

static kiln_closest nearest_of(const closest_search *search, const kiln_placed_member *placed)
{
	if (placed->is_convex)
		return nearest_of_convex(search, placed);
	const double scale = placed->posing.scale;
	const float most = search->query->max_distance;
	kiln_point_query local = *search->query;
	const bool brought = kilni_member_near_point(placed, search->query->point, &local.point);
	if (brought)
		local.max_distance = 0;
	else if (!placed->rests && most > 0)
		local.max_distance = (float)kiln_double_min((double)kiln_float_up((double)most / scale), (double)FLT_MAX);
	kiln_closest closest = kilni_cooked_closest_point(placed, search->options, &local);
	if (!closest.found || placed->rests)
		return closest;
	closest.point = kilni_world_point(placed, closest.point);
	const kiln_d3 between = kiln_d3_sub(kiln_d3_from(closest.point), kiln_d3_from(search->query->point));
	closest.distance = (float)(brought ? sqrt(kiln_d3_length2(between)) : (double)closest.distance * scale);
	if (most > 0 && closest.distance > most)
		memset(&closest, 0, sizeof closest);
	return closest;
}

static double outside(double x, float min, float max)
{
	return x < (double)min ? (double)min - x : x > (double)max ? x - (double)max : 0;
}

/// The query's place about the world's origin, and what it may be off.
static kiln_d3 place_of(const closest_search *search, double *off)
{
	const kiln_origin origin = kiln_world_query_origin(search->options);
	const kiln_d3 way = kiln_origin_way(&search->world->origin, &origin);
	*off = rounding_of(search->query->point) + 0x1p-51 * kiln_d3_largest(way);
	return kiln_d3_add(kiln_d3_from(search->query->point), way);
}

/// Whether a member's box is farther away than the best so far.
static bool is_too_far(const closest_search *search, uint32_t index)
{
	const kiln_broadphase *broadphase = search->world->broadphase;
	double off;
	kiln_aabb box;
	if (search->best.member == KILN_NONE ||
		kiln_broadphase_bounds(broadphase, kiln_broadphase_proxy(broadphase, index), &box) != KILN_OK)
		return false;
	const kiln_d3 p = place_of(search, &off);
	const kiln_d3 way = {
		outside(p.x, box.min.x, box.max.x), outside(p.y, box.min.y, box.max.y), outside(p.z, box.min.z, box.max.z)};
	const double reach = (double)search->best.closest.distance * (1 + 0x1p-20) + off;
	return kiln_d3_length2(way) > reach * reach;
}

static bool look_at(void *user, uint32_t index)
{
	closest_search *search = user;
	kiln_placed_member copy;
	if (!kiln_world_chooses(search->world, search->options, index) || is_too_far(search, index))
		return true;
	const kiln_placed_member *placed = kiln_world_sees(search->world, search->options, index, &copy);
	const kiln_closest closest = nearest_of(search, placed);
	const kiln_world_closest *best = &search->best;
	if (closest.found && (best->member == KILN_NONE || closest.distance < best->closest.distance ||
							 (closest.distance == best->closest.distance && index < best->member)))
		search->best = (kiln_world_closest){.closest = closest, .member = index, .user = placed->member.user};
	return true;
}

/// Examines the members that may be within a distance, enlarged a little for rounding.
static void look_within(closest_search *search, double distance)
{
	const kiln_vec3 p = search->query->point;
	const kiln_origin origin = kiln_world_query_origin(search->options);
	const kiln_sphere ball = {.center = p, .radius = kiln_float_up(distance * (1 + 0x1p-20) + rounding_of(p))};
	if (kiln_origin_equal(&search->world->origin, &origin))
	{
		kiln_broadphase_overlap_sphere_visit(search->world->broadphase, &ball, look_at, search);
		return;
	}
	// The centre rounds: a box around the ball instead.
	const kiln_aabb around = kiln_aabb_of_ball(kiln_d3_from(p), (double)ball.radius);
	const kiln_aabb there = kilni_world_box(search->world, &origin, &around);
	kiln_broadphase_overlap_aabb_visit(search->world->broadphase, &there, look_at, search);
}

kiln_world_closest kiln_world_closest_point(
	const kiln_world *world, const kiln_point_query *query, const kiln_world_query_options *options)
{
	closest_search search = {.world = world, .query = query, .options = options, .best = {.member = KILN_NONE}};
	if (!world || !query || !(query->max_distance >= 0 && query->max_distance <= FLT_MAX) ||
		!kiln_float_finite(query->point.x) || !kiln_float_finite(query->point.y) ||
		!kiln_float_finite(query->point.z) || kiln_d3_largest(kiln_d3_from(query->point)) > (double)KILN_COORDINATE_MAX)
		return search.best;
	const double most = query->max_distance > 0 ? (double)query->max_distance : 8 * (double)KILN_COORDINATE_MAX;
	if (!kiln_world_begin(world, options))
		return search.best;
	// A member whose box contains the point is found at once, and an empty ball costs little.
	double reach = kiln_double_max(4 * rounding_of(query->point), 0x1p-30);
	for (;; reach *= 8)
	{
		reach = reach < most ? reach : most;
		look_within(&search, reach);
		if (search.best.member != KILN_NONE || reach >= most)
			break;
	}
	if (search.best.member != KILN_NONE && (double)search.best.closest.distance > reach)
		look_within(&search, (double)search.best.closest.distance);
	return search.best;
}
