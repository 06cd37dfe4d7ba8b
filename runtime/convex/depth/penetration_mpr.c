// SPDX-License-Identifier: MIT
#include "convex/distance/distance_cache.h"
#include "convex/method.h"
#include "portal.h"

/// A portal's depth is never too small, but has no proven lower bound. Cores that the portal finds apart may be
/// touching within the accuracy of GJK.
static void find(kiln_depth_pair *pair, kiln_convex_cache *cache, kiln_depth_found *found)
{
	kilni_simplex_from_cache(cache, &pair->seen, &pair->simplex);
	kiln_portal_depth answer = kilni_portal_penetration(pair->seen.a, pair->seen.b, &pair->simplex);
	found->steps += answer.steps;
	if (!answer.touching)
	{
		kilni_depth_measure(pair, cache);
		kilni_depth_by_cores(pair, found);
		return;
	}
	found->touching = true;
	found->normal = kiln_convex_pair_out(&pair->seen, answer.normal);
	found->depth = answer.depth;
	found->lower = 0;
	found->on_a = kiln_convex_pair_out(&pair->seen, answer.on_a);
	kilni_depth_set_features(pair, NULL, answer.vertex_a, NULL, answer.vertex_b, answer.count, found);
}

const kiln_penetration_method kiln_penetration_mpr = {.find = find};
