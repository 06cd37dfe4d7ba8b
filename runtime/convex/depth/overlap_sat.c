// SPDX-License-Identifier: MIT
#include "convex/method.h"

static bool decide(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_cache *cache, bool *overlapping)
{
	kiln_polytope_room room_a, room_b;
	kiln_polytope of_a, of_b;
	kiln_d3 eye = kilni_convex_object_anchor(a);
	if (!kilni_polytope_of_object(a, eye, &room_a, &of_a) || !kilni_polytope_of_object(b, eye, &room_b, &of_b))
		return false;
	// Separating axes handle cores only.
	if (of_a.margin + of_b.margin > 0)
		return false;
	*overlapping = kilni_sat_overlap(&of_a, &of_b, cache);
	return true;
}

const kiln_collide_method kiln_collide_sat = {.decide = decide};
