// SPDX-License-Identifier: MIT
#include "world.h"

#include "kiln/convex/distance.h"

/// The closest point of a world: in a ball around the query that grows until something is found in it, and then once more
/// in one as large as the distance found, since a box may be near whose contents are not.

typedef struct closest_search
{
	const kiln_world *world;
	const kiln_point_query *query;
	const kiln_world_choice *choice;
	kiln_world_closest best;
} closest_search;

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
	closest.source_mesh = kiln_member_source(placed);
	closest.material = kiln_member_material(placed);
	closest.shape = kiln_member_shape(placed);
	return closest;
}

static kiln_closest nearest_of(const closest_search *search, const kiln_placed_member *placed)
{
	if (placed->is_convex)
		return nearest_of_convex(search, placed);
	const double scale = placed->posing.scale;
	const kiln_asset *asset = placed->member.asset;
	const kiln_point_query local = {.point = kiln_member_point(placed, search->query->point),
		.max_distance =
			placed->rests ? search->query->max_distance : kiln_float_up((double)search->query->max_distance / scale)};
	kiln_closest closest = placed->mesh == KILN_NONE ? kiln_closest_point(asset, &local)
													 : kiln_mesh_closest_point(asset, placed->mesh, &local);
	if (!closest.found || placed->rests)
		return closest;
	closest.distance = (float)((double)closest.distance * scale);
	closest.point = kiln_world_point(placed, closest.point);
	if (search->query->max_distance > 0 && closest.distance > search->query->max_distance)
		memset(&closest, 0, sizeof closest);
	return closest;
}

static bool look_at(void *user, uint32_t index)
{
	closest_search *search = user;
	const kiln_placed_member *placed = &search->world->members[index];
	if (!kiln_world_chooses(search->world, search->choice, index))
		return true;
	const kiln_closest closest = nearest_of(search, placed);
	const kiln_world_closest *best = &search->best;
	if (closest.found && (best->member == KILN_NONE || closest.distance < best->closest.distance ||
							 (closest.distance == best->closest.distance && index < best->member)))
		search->best = (kiln_world_closest){.closest = closest, .member = index, .user = placed->member.user};
	return true;
}

/// Looks at what may be within a distance, and a little more for rounding.
static void look_within(closest_search *search, double distance)
{
	const kiln_vec3 p = search->query->point;
	const double largest = kiln_d3_largest(kiln_d3_from(p));
	const double radius = distance * (1 + 0x1p-20) + 0x1p-22 * largest;
	const kiln_sphere ball = {.center = p, .radius = kiln_float_up(radius)};
	kiln_broadphase_visit_sphere(search->world->broadphase, &ball, look_at, search);
}

/// A first radius: about what members are large.
static double usual_size(const kiln_world *world, kiln_vec3 point)
{
	kiln_aabb box;
	const kiln_proxy first = kiln_broadphase_proxy(world->broadphase, 0);
	double size = 0;
	if (kiln_broadphase_box_of(world->broadphase, first, &box) == KILN_OK)
		size = (double)box.max.x - (double)box.min.x;
	const double least = 0x1p-20 * kiln_d3_largest(kiln_d3_from(point));
	size = size > least ? size : least;
	return size > 0x1p-40 ? size : 0x1p-40;
}

kiln_world_closest kiln_world_closest_point(
	const kiln_world *world, const kiln_point_query *query, const kiln_world_choice *choice)
{
	closest_search search = {.world = world, .query = query, .choice = choice, .best = {.member = KILN_NONE}};
	if (!world || !query || !(query->max_distance >= 0 && query->max_distance <= FLT_MAX) ||
		!kiln_float_finite(query->point.x) || !kiln_float_finite(query->point.y) ||
		!kiln_float_finite(query->point.z) || kiln_d3_largest(kiln_d3_from(query->point)) > (double)KILN_COORDINATE_MAX)
		return search.best;
	const double most = query->max_distance > 0 ? (double)query->max_distance : 8 * (double)KILN_COORDINATE_MAX;
	double reach = usual_size(world, query->point) / 4;
	for (;; reach *= 4)
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
