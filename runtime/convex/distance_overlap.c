// SPDX-License-Identifier: MIT
#include "kiln/convex/distance.h"

#include "chung_wang.h"
#include "distance_cache.h"
#include "gjk.h"
#include "polytope.h"
#include "portal.h"
#include "sat.h"
#include "seidel.h"
#include "shape.h"

static bool by_gjk(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_cache *cache)
{
	kiln_convex_pair pair;
	kiln_simplex simplex;
	kiln_gap gap;
	kiln_convex_pair_of(a, b, &pair);
	kiln_simplex_from_cache(cache, &pair, &simplex);
	// The same steps as for the distance, ended where they have told it: the same answer.
	bool overlapping = kiln_gjk_overlap(pair.a, pair.b, &simplex, &gap);
	kiln_simplex_to_cache(&simplex, &gap, cache);
	return overlapping;
}

/// The methods that ask supports only, along an axis first.
static bool by_supports(const kiln_convex_object *a, const kiln_convex_object *b, bool portal, kiln_convex_cache *cache)
{
	kiln_convex_pair pair;
	kiln_simplex simplex;
	kiln_convex_pair_of(a, b, &pair);
	kiln_simplex_from_cache(cache, &pair, &simplex);
	simplex.count = 0;
	kiln_d3 axis = kiln_d3_scale(simplex.first, -1);
	bool overlapping;
	if (portal)
	{
		kiln_portal found = kiln_portal_overlap(pair.a, pair.b, axis, &simplex);
		overlapping = found.overlapping;
		axis = found.axis;
	}
	else
	{
		kiln_chung_wang found = kiln_chung_wang_overlap(pair.a, pair.b, axis, &simplex);
		overlapping = found.overlapping;
		axis = found.axis;
	}
	kiln_axis_to_cache(overlapping ? (kiln_d3){0, 0, 0} : axis, &simplex, cache);
	return overlapping;
}

/// Methods that need faces. False where they can't tell; then GJK does.
static bool by_faces(
	const kiln_convex_object *a, const kiln_convex_object *b, bool seidel, kiln_convex_cache *cache, bool *overlapping)
{
	kiln_polytope_room room_a, room_b;
	kiln_polytope of_a, of_b;
	kiln_d3 eye = kiln_convex_object_anchor(a);
	if (!kiln_polytope_of_object(a, eye, &room_a, &of_a) || !kiln_polytope_of_object(b, eye, &room_b, &of_b))
		return false;
	if (seidel)
	{
		kiln_programme_verdict verdict = kiln_seidel(&of_a, &of_b).verdict;
		*overlapping = verdict == KILN_PROGRAMME_OVERLAP;
		return verdict != KILN_PROGRAMME_UNDECIDED;
	}
	// Separating axes know cores only.
	if (of_a.margin + of_b.margin > 0)
		return false;
	*overlapping = kiln_sat_overlap(&of_a, &of_b, cache);
	return true;
}

kiln_status kiln_convex_overlap(const kiln_convex_object *a, const kiln_convex_object *b, kiln_overlap_method method,
	kiln_convex_cache *cache, bool *overlapping)
{
	if (!overlapping)
		return KILN_E_ARGUMENT;
	*overlapping = false;
	if (!kiln_convex_object_usable(a) || !kiln_convex_object_usable(b) || (uint32_t)method >= KILN_OVERLAP_METHOD_COUNT)
		return KILN_E_ARGUMENT;
	if (method == KILN_OVERLAP_MPR || method == KILN_OVERLAP_CHUNG_WANG)
		*overlapping = by_supports(a, b, method == KILN_OVERLAP_MPR, cache);
	else if (method == KILN_OVERLAP_GJK || !by_faces(a, b, method == KILN_OVERLAP_SEIDEL, cache, overlapping))
		*overlapping = by_gjk(a, b, cache);
	return KILN_OK;
}
