// SPDX-License-Identifier: MIT
#include "convex/method.h"
#include "kiln/school.h"
#include "vclip.h"

static bool find(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_distance_found *found)
{
	const kiln_feature none = {KILN_FEATURE_NONE, 0};
	kiln_vclip answer = kilni_vclip_distance(a, b, cache ? cache->axis_a : none, cache ? cache->axis_b : none);
	*found = (kiln_distance_found){answer.gap, answer.feature_a, answer.feature_b, answer.steps};
	if (cache)
	{
		cache->axis_a = answer.feature_a;
		cache->axis_b = answer.feature_b;
	}
	return true;
}

const kiln_distance_method kiln_distance_vclip = {.find = find};
