// SPDX-License-Identifier: MIT
#include "internal.h"

/// Moves of single vertices: an eighth of the effort for a hull that is kept; the error is slightly larger.
#define ESTIMATE_EFFORT (HULL_EFFORT / 8)

bool hull_estimate(const kilncook_context *context, const convex_hull *exact, uint32_t vertices, bool inner,
	uint64_t *looks, double *error)
{
	// A failed attempt must not log a message.
	kilncook_context quiet = *context;
	quiet.log = (kilncook_log){0};
	const hull_budget budget = {.vertices = vertices, .inner = inner, .effort = ESTIMATE_EFFORT};
	convex_hull hull;
	uint64_t looked = 0;
	if (*looks == 0 || simplify_within(&quiet, exact, &budget, *looks, &hull, error, &looked) != KILNCOOK_OK)
	{
		*looks -= looked < *looks ? looked : *looks;
		return false;
	}
	*looks -= looked < *looks ? looked : *looks;
	hull_free(context, &hull);
	return true;
}
