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

#if defined(__SANITIZE_ADDRESS__)
#define TRIALS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRIALS_SANITIZED 1
#endif
#endif

/// The size of what a test counts work on. Work counts the same in every build, so that those which sanitize, and take ten
/// times as long, need not count as much.
static inline uint32_t trials_size(uint32_t usual, uint32_t sanitized)
{
#ifdef TRIALS_SANITIZED
	(void)usual;
	return sanitized;
#else
	(void)sanitized;
	return usual;
#endif
}

#endif
