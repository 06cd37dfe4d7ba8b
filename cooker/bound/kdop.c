// SPDX-License-Identifier: MIT
#include "kdop.h"

#include "bound/search/fit.h"

static kilncook_status fit(const kilncook_context *context, const bound_input *input, uint32_t k, bound_volume *volume)
{
	*volume = (bound_volume){.kind = BOUND_KDOP, .k = k};
	return bound_finish(context, input, volume);
}

// clang-format off
#define KDOP(number, whose) \
	static kilncook_status fit##number( \
		const kilncook_context *context, const bound_input *input, bound_volume *volume) \
	{ \
		return fit(context, input, number, volume); \
	} \
	const bound_method bound_kdop##number = { \
		.name = "kdop" #number, .source = whose, .kind = BOUND_KDOP, .k = number, .fit = fit##number}
// clang-format on

KDOP(6, "Kay and Kajiya 1986");
KDOP(8, "Kay and Kajiya 1986");
KDOP(12, "Kay and Kajiya 1986");
KDOP(14, "Klosowski et al. 1998");
KDOP(18, "Klosowski et al. 1998");
KDOP(20, "Ericson 2005, 4.6.2");
KDOP(24, "Klosowski et al. 1998");
KDOP(26, "Klosowski et al. 1998");
