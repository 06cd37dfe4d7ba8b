// SPDX-License-Identifier: MIT
#include "chung_wang.h"

#include "convex/distance/distance_cache.h"
#include "convex/method.h"
#include "kiln/school.h"

static bool decide(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_cache *cache, bool *overlapping)
{
	kiln_convex_pair pair;
	kiln_simplex simplex;
	kilni_convex_pair_of(a, b, &pair);
	kilni_simplex_from_cache(cache, &pair, &simplex);
	simplex.count = 0;
	kiln_chung_wang found = kilni_chung_wang_overlap(pair.a, pair.b, kiln_d3_scale(simplex.first, -1), &simplex);
	kilni_axis_to_cache(found.overlapping ? (kiln_d3){0, 0, 0} : found.axis, &simplex, cache);
	*overlapping = found.overlapping;
	return true;
}

const kiln_collide_method kiln_collide_chung_wang = {.decide = decide};
