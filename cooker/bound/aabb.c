// SPDX-License-Identifier: MIT
#include "aabb.h"

#include "bound/search/fit.h"

static kilncook_status fit(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	*volume = (bound_volume){.kind = BOUND_AABB};
	return bound_finish(context, input, volume);
}

const bound_method bound_aabb = {.name = "aabb", .source = "Ericson 2005, 4.2", .kind = BOUND_AABB, .fit = fit};
