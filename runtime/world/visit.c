// SPDX-License-Identifier: MIT
#include "world.h"

/// Passes all hits of a world to a visitor, one by one.

/// Converts t of the world to t of the member's path, rounded up.
static float local_t(const kiln_member_way *way, float t)
{
	const double most = ((double)t * (1 + 0x1p-20) - way->from) * way->unit;
	return most < (double)FLT_MAX ? (float)kiln_double_max(most * (1 + 0x1p-20), 0) : FLT_MAX;
}

float kilni_world_visit_hit(void *user, const kiln_hit *hit)
{
	kiln_world_visit *visit = user;
	kiln_world_hit found = {.hit = *hit, .member = visit->member, .user = visit->placed->member.user};
	if (visit->way)
		kilni_hit_to_world(visit->placed, visit->way, &found.hit);
	if (found.hit.t <= visit->most)
	{
		const float most = visit->visit(visit->user, &found);
		visit->ended = !(most >= 0);
		visit->most = most < visit->most ? most : visit->most;
	}
	if (visit->ended || visit->most == HUGE_VALF)
		return visit->ended ? -1 : FLT_MAX;
	return visit->way ? local_t(visit->way, visit->most) : visit->most;
}
