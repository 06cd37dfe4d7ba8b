// SPDX-License-Identifier: MIT
#include "rules.h"

#include "math/ieee.h"

#include <stddef.h>

// clang-format off
#define KILN_RULE_TEXT(name, status, where, reason) char name[sizeof(reason)];
#define KILN_RULE_REASON(name, status, where, reason) reason,
#define KILN_RULE_REFUSAL(name, status, where, reason) {KILN_E_##status, offsetof(rule_reasons, name)},
// clang-format on

/// All reasons in one block, so that a refusal is two small numbers, without an address that a loader would have to
/// write.
typedef struct rule_reasons
{
	KILN_RULES(KILN_RULE_TEXT)
} rule_reasons;

typedef struct rule_refusal
{
	uint16_t status;
	uint16_t reason; ///< offset of the reason in rule_reasons
} rule_refusal;

static_assert(sizeof(rule_reasons) <= UINT16_MAX, "a reason is beyond 16 bits");
static const rule_reasons reasons = {KILN_RULES(KILN_RULE_REASON)};
static const rule_refusal refusals[KILN_RULE_COUNT] = {KILN_RULES(KILN_RULE_REFUSAL)};

kiln_result kilni_refused(kiln_rule rule, uint64_t offset)
{
	const rule_refusal refusal = refusals[rule];
	return (kiln_result){refusal.status, offset, (const char *)&reasons + refusal.reason};
}
