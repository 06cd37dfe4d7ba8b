// SPDX-License-Identifier: MIT
#include "convex/method.h"
#include "convex/shape/points.h"
#include "distance_cache.h"
#include "tree/layout.h"

KILN_NEVER_INLINE static bool search(const kiln_convex_pair *pair, kiln_convex_cache *cache)
{
	kiln_simplex simplex;
	kiln_gap gap;
	kilni_simplex_from_cache(cache, pair, &simplex);
	// The steps are those of the distance, and end where the distance is known: the answer is the same.
	bool overlapping = kilni_gjk_overlap(pair->a, pair->b, &simplex, &gap);
	kilni_simplex_to_cache(&simplex, &gap, cache);
	return overlapping;
}

/// The same, with room for bare points, which other pairs need not carry.
KILN_NEVER_INLINE static bool search_points(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_cache *cache)
{
	kiln_convex_pair pair;
	kiln_points_room room[2];
	kilni_points_pair_of(a, b, room, &pair);
	return search(&pair, cache);
}

static bool by_gjk(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_cache *cache)
{
	if (kiln_points_are(a) || kiln_points_are(b))
		return search_points(a, b, cache);
	kiln_convex_pair pair;
	kilni_convex_pair_of(a, b, &pair);
	return search(&pair, cache);
}

kiln_status kiln_convex_collide(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_collide_method *method, kiln_convex_cache *cache, bool *overlapping)
{
	if (!overlapping)
		return KILN_E_ARGUMENT;
	*overlapping = false;
	if (!kilni_convex_object_usable(a) || !kilni_convex_object_usable(b))
		return KILN_E_ARGUMENT;
	if (!method || !method->decide(a, b, cache, overlapping))
		*overlapping = by_gjk(a, b, cache);
	return KILN_OK;
}
