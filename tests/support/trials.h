// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_TRIALS_H
#define KILN_TESTS_TRIALS_H

#include <stdint.h>
#include <stdlib.h>

/// How many random configurations a test of the primitives tries: `usual` in the suite, the number in the environment's
/// KILN_TRIALS where that is set (`make prove` sets a million).
static inline uint64_t trials_random(uint64_t usual)
{
	const char *text = getenv("KILN_TRIALS");
	return text ? strtoull(text, NULL, 10) : usual;
}

/// The same for configurations that are nearly degenerate: half of that number.
static inline uint64_t trials_near(uint64_t usual)
{
	const char *text = getenv("KILN_TRIALS");
	return text ? strtoull(text, NULL, 10) / 2 : usual;
}

#endif
