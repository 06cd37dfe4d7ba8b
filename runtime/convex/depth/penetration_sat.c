// SPDX-License-Identifier: MIT
#include "convex/method.h"

static void find(kiln_depth_pair *pair, kiln_convex_cache *cache, kiln_depth_found *found)
{
	kilni_depth_by_axes(pair, kilni_sat, cache, found);
}

const kiln_penetration_method kiln_penetration_sat = {.find = find};
