// SPDX-License-Identifier: MIT
#include "kiln/large.h"

#include "math/ieee.h"
#include "origin_rules.h"
#include "section.h"

#include <string.h>

// clang-format off
#define REFUSAL(name, status, where, reason) {KILN_E_##status, 0, reason},
// clang-format on

static kiln_result refused(const kiln_asset *asset, kiln_origin_rule rule, const void *at)
{
	static const kiln_result refusals[KILN_ORIGIN_RULE_COUNT] = {KILN_ORIGIN_RULES(REFUSAL)};
	return kiln_section_refused(asset, refusals[rule], at);
}

/// Whether a number is 0 or a normal power of two: its bits are those of an exponent alone.
static bool is_step(double step)
{
	uint64_t bits;
	memcpy(&bits, &step, sizeof bits);
	return (bits & UINT64_C(0x800fffffffffffff)) == 0 && bits >> 52 < 0x7ff;
}

kiln_result kiln_asset_origin(const kiln_asset *asset, kiln_origin *origin)
{
	if (origin)
		*origin = (kiln_origin){0, 0, 0};
	if (!asset || !origin)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the asset or the origin is NULL"};
	const kiln_section section = kiln_section_of(asset, KILN_SECTION_ORIGIN);
	if (section.count == 0)
		return kiln_section_proved();
	const kiln_format_origin *stored = section.data;
	for (int i = 0; i < 3; ++i)
		if (!(stored->position[i] >= -KILN_ORIGIN_MAX && stored->position[i] <= KILN_ORIGIN_MAX))
			return refused(asset, KILN_RULE_OF_ORIGIN_POSITION, stored->position);
	if (!is_step(stored->step))
		return refused(asset, KILN_RULE_OF_ORIGIN_STEP, &stored->step);
	*origin = (kiln_origin){stored->position[0], stored->position[1], stored->position[2]};
	return kiln_section_proved();
}
