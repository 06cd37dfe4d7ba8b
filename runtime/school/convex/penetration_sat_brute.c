// SPDX-License-Identifier: MIT
#include "convex/method.h"
#include "kiln/school.h"
#include "sat_brute.h"

static void axes(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_sat_result *result)
{
	(void)cache;
	kilni_sat_brute(a, b, result);
}

static void find(kiln_depth_pair *pair, kiln_convex_cache *cache, kiln_depth_found *found)
{
	kilni_depth_by_axes(pair, axes, cache, found);
}

const kiln_penetration_method kiln_penetration_sat_brute = {.find = find};
