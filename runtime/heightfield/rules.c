// SPDX-License-Identifier: MIT
#include "rules.h"

// clang-format off
#define REFUSAL(name, status, where, reason) {KILN_E_##status, 0, reason},
// clang-format on

kiln_result kilni_heightfield_refused(kiln_heightfield_rule rule, uint64_t offset)
{
	static const kiln_result refusals[KILN_HEIGHTFIELD_RULE_COUNT] = {KILN_HEIGHTFIELD_RULES(REFUSAL)};
	kiln_result refusal = refusals[rule];
	refusal.offset = offset;
	return refusal;
}
