// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_ORIGIN_RULES_H
#define KILN_OPEN_ORIGIN_RULES_H

#include "kiln/base.h"

/// The rules of the format that kiln_asset_origin proves: RULE(name, status of a refusal, meaning of the refusal's offset,
/// reason). This table drives the proof. FORMAT.md lists the same rows, and tests/open/test_open_origin.c breaks every rule
/// once.

// clang-format off
#define KILN_ORIGIN_RULES(RULE) \
	RULE(ORIGIN_POSITION, NUMBER, "origin.position", "the origin is not finite, or beyond 2^53") \
	RULE(ORIGIN_STEP, NUMBER, "origin.step", "the step of an origin is neither 0 nor a power of two")

#define KILN_ORIGIN_RULE(name, status, where, reason) KILN_RULE_OF_##name,
// clang-format on

typedef enum kiln_origin_rule
{
	KILN_ORIGIN_RULES(KILN_ORIGIN_RULE) KILN_ORIGIN_RULE_COUNT
} kiln_origin_rule;

#endif
