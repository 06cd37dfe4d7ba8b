// SPDX-License-Identifier: MIT
#include "rules.h"

#include "math/ieee.h"

kiln_result kilni_refused(kiln_rule rule, uint64_t offset)
{
#define KILN_RULE_REFUSAL(name, status, where, reason) [KILN_RULE_##name] = {KILN_E_##status, 0, reason},
	static const kiln_result refusals[KILN_RULE_COUNT] = {KILN_RULES(KILN_RULE_REFUSAL)};
#undef KILN_RULE_REFUSAL
	kiln_result result = refusals[rule];
	result.offset = offset;
	return result;
}
