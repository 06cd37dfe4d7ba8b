// SPDX-License-Identifier: MIT
#include "convex/distance/distance_cache.h"
#include "convex/distance/penetration_feature.h"
#include "convex/method.h"
#include "epa.h"
#include "math/rounding.h"
#include "shape/near.h"

#include <math.h>

void kilni_depth_measure(kiln_depth_pair *pair, kiln_convex_cache *cache)
{
	const kiln_enough enough = {0, pair->seen.margin * (1 + 0x1p-50), 0, 0};
	kilni_simplex_from_cache(cache, &pair->seen, &pair->simplex);
	kilni_gjk(pair->seen.a, (kiln_d3){0, 0, 0}, pair->seen.b, enough, &pair->simplex, &pair->gap);
	kilni_simplex_to_cache(&pair->simplex, &pair->gap, cache);
}

/// Sets normal and deepest point from those of the cores, in the pair's coordinates.
static void set_way(const kiln_depth_pair *pair, kiln_d3 normal, kiln_d3 on_core, kiln_depth_found *found)
{
	found->normal = kiln_convex_pair_out(&pair->seen, normal);
	found->on_a = kiln_convex_pair_out(&pair->seen, kiln_d3_along(on_core, -pair->seen.a[0].margin, normal));
}

void kilni_depth_set_features(const kiln_depth_pair *pair, const kiln_d3 *a, const uint32_t *number_a, const kiln_d3 *b,
	const uint32_t *number_b, uint32_t count, kiln_depth_found *found)
{
	found->feature_a = kilni_penetration_feature(pair->object_a, pair->seen.a, &pair->seen, a, number_a, count);
	found->feature_b = kilni_penetration_feature(pair->object_b, pair->seen.b, &pair->seen, b, number_b, count);
}

/// Whether the gap is more than the margins, whose sum rounds.
static bool parts(const kiln_depth_pair *pair, double gap)
{
	return gap > pair->seen.margin * (1 + 0x1p-50);
}

/// Cores that are apart: by more than the margins, or by less; then the rest of the margins is the depth. Normal and
/// depth come from the plane that proves the gap, so that the depth is never too small.
static void by_gap(const kiln_depth_pair *pair, kiln_depth_found *found)
{
	const kiln_gap *gap = &pair->gap;
	const kiln_simplex *simplex = &pair->simplex;
	found->touching = !parts(pair, gap->lower);
	found->depth = pair->seen.margin - gap->lower;
	found->lower = found->touching ? pair->seen.margin - gap->upper : found->depth;
	set_way(pair, kiln_d3_scale(gap->axis, -1), gap->on_a, found);
	kilni_depth_set_features(pair, simplex->a, simplex->number_a, simplex->b, simplex->number_b, simplex->count, found);
}

/// Room for both shapes as polytopes.
typedef struct face_pair
{
	kiln_polytope_room room_a, room_b;
	kiln_polytope a, b;
} face_pair;

static bool see_faces(const kiln_depth_pair *pair, face_pair *faces)
{
	return kilni_polytope_of_object(pair->object_a, pair->seen.eye, &faces->room_a, &faces->a) &&
		   kilni_polytope_of_object(pair->object_b, pair->seen.eye, &faces->room_b, &faces->b);
}

/// Takes depth and features from the result of SAT for the cores.
static void take_sat(const kiln_depth_pair *pair, const kiln_sat_result *result, kiln_depth_found *found)
{
	found->touching = !parts(pair, -result->depth);
	found->normal = result->normal;
	found->depth = pair->seen.margin + result->depth;
	found->on_a = kiln_d3_along(result->on_a, -pair->seen.a[0].margin, result->normal);
	found->feature_a = result->feature_a;
	found->feature_b = result->feature_b;
}

/// An upper bound of a placed polytope's length.
static double length_of(const kiln_polytope *p)
{
	kiln_d3 wide = kiln_d3_sub(kiln_d3_from(p->hull->high), kiln_d3_from(p->hull->low));
	return kiln_d3_largest(p->column[0]) * wide.x + kiln_d3_largest(p->column[1]) * wide.y +
		   kiln_d3_largest(p->column[2]) * wide.z;
}

/// The part of a depth that SAT can hide because of the stored normals: a share of the sizes (sat.h).
static double hidden(const face_pair *faces)
{
	return 0x1p-20 * (length_of(&faces->a) + length_of(&faces->b));
}

/// Cores that overlap.
static void by_epa(const kiln_depth_pair *pair, kiln_depth_found *found)
{
	kiln_epa_answer answer;
	kilni_epa(pair->seen.a, pair->seen.b, &pair->simplex, &answer);
	found->touching = true;
	found->depth = pair->seen.margin + answer.upper;
	found->lower = pair->seen.margin + answer.lower;
	set_way(pair, answer.normal, answer.on_a, found);
	found->steps += answer.steps;
	kilni_depth_set_features(pair, answer.a, answer.number_a, answer.b, answer.number_b, answer.count, found);
	face_pair faces;
	kiln_sat_result result;
	if (answer.settled || !see_faces(pair, &faces))
		return;
	// Polytopes with so many faces about equally near that the room was too small.
	kilni_sat(&faces.a, &faces.b, NULL, &result);
	found->steps += result.axes;
	if (result.apart)
		return;
	if (result.depth < answer.upper)
		take_sat(pair, &result, found);
	found->lower = kiln_double_max(found->lower, pair->seen.margin + result.depth - hidden(&faces));
}

void kilni_depth_by_cores(const kiln_depth_pair *pair, kiln_depth_found *found)
{
	found->steps += pair->gap.steps;
	if (pair->gap.lower > 0)
		by_gap(pair, found);
	else
		by_epa(pair, found);
}

/// Cores that overlap or may overlap.
static void by_axes(const kiln_depth_pair *pair, face_pair *faces, kiln_depth_axes *axes, kiln_convex_cache *cache,
	kiln_depth_found *found)
{
	kiln_sat_result result;
	axes(&faces->a, &faces->b, cache, &result);
	// For cores that are apart, SAT returns any points that its plane separates; margins touch where the closest points
	// are.
	if (result.apart && pair->seen.margin > 0)
		result.on_a = kiln_convex_pair_out(&pair->seen, pair->gap.on_a);
	take_sat(pair, &result, found);
	found->lower = found->depth - (result.apart ? 0 : hidden(faces));
	found->steps += result.axes;
}

void kilni_depth_by_axes(
	kiln_depth_pair *pair, kiln_depth_axes *axes, kiln_convex_cache *cache, kiln_depth_found *found)
{
	face_pair faces;
	const bool polytopes = see_faces(pair, &faces);
	if (polytopes && pair->seen.margin == 0)
	{
		by_axes(pair, &faces, axes, cache, found);
		return;
	}
	kilni_depth_measure(pair, cache);
	if (polytopes && !(pair->gap.lower > 0))
	{
		found->steps = pair->gap.steps;
		by_axes(pair, &faces, axes, cache, found);
	}
	else
		kilni_depth_by_cores(pair, found);
}

/// Rounds the numbers once, and bounds away from unproved values.
static void answer(const kiln_depth_pair *pair, const kiln_depth_found *found, kiln_convex_depth *penetration)
{
	penetration->touching = found->touching;
	penetration->normal = kiln_d3_to(found->normal);
	penetration->feature_a = found->feature_a;
	penetration->feature_b = found->feature_b;
	penetration->steps = found->steps;
	kiln_d3 on_a = kiln_d3_add(pair->seen.eye, found->on_a);
	penetration->on_a = kiln_near_vec3(on_a);
	penetration->on_b = kiln_near_vec3(kiln_d3_along(on_a, found->depth, found->normal));
	double lower = (double)kiln_float_down(found->lower);
	if (!found->touching)
		lower = kiln_double_min((double)kiln_float_up(found->lower), 0);
	else
	{
		penetration->depth = kiln_near_float(kiln_double_max(found->depth, 0));
		lower = kiln_double_max(lower, 0);
	}
	penetration->lower = (float)lower;
}

/// Stores the way out as the next query's first direction.
static void remember(const kiln_depth_pair *pair, const kiln_depth_found *found, kiln_convex_cache *cache)
{
	if (!cache)
		return;
	cache->axis = kiln_d3_to(kiln_convex_pair_in(&pair->seen, found->normal));
	cache->axis_a = found->feature_a;
	cache->axis_b = found->feature_b;
}

kiln_status kiln_convex_penetration(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_penetration_method *method, kiln_convex_cache *cache, kiln_convex_depth *penetration)
{
	if (!penetration)
		return KILN_E_ARGUMENT;
	*penetration = (kiln_convex_depth){0};
	if (!kilni_convex_object_usable(a) || !kilni_convex_object_usable(b))
		return KILN_E_ARGUMENT;
	kiln_depth_pair pair;
	kiln_depth_found found = {.steps = 0};
	pair.object_a = a;
	pair.object_b = b;
	kilni_convex_pair_of(a, b, &pair.seen);
	if (method)
		method->find(&pair, cache, &found);
	else
	{
		kilni_depth_measure(&pair, cache);
		kilni_depth_by_cores(&pair, &found);
	}
	answer(&pair, &found, penetration);
	remember(&pair, &found, cache);
	return KILN_OK;
}
