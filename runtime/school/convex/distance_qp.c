// SPDX-License-Identifier: MIT
#include "convex/method.h"
#include "kiln/school.h"
#include "quadratic.h"

/// Cannot decide if the polytopes overlap, or if rounding left no plane between them.
static bool find(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_distance_found *found)
{
	(void)cache;
	kiln_nearest nearest;
	kilni_quadratic(a, b, &nearest);
	if (!(nearest.lower > 0))
		return false;
	*found = (kiln_distance_found){
		.gap = {.upper = nearest.distance,
			.between = nearest.between,
			.lower = kiln_double_min(nearest.lower, nearest.distance),
			.axis = nearest.axis,
			.rounding = nearest.rounding,
			.on_a = nearest.on_a,
			.on_b = nearest.on_b},
		.feature_a = kilni_polytope_feature(a, nearest.vertex_a, nearest.count),
		.feature_b = kilni_polytope_feature(b, nearest.vertex_b, nearest.count),
		.steps = nearest.steps,
	};
	return true;
}

const kiln_distance_method kiln_distance_qp = {.find = find};
