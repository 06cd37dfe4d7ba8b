// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_TRIALS_H
#define KILN_TESTS_TRIALS_H

#include <stdint.h>
#include <stdlib.h>

/// Returns how many random configurations a test of the primitives tries: `usual` by default, or the number in the
/// environment variable KILN_TRIALS (`make prove` sets a million).
static inline uint64_t trials_random(uint64_t usual)
{
	const char *text = getenv("KILN_TRIALS");
	return text ? strtoull(text, NULL, 10) : usual;
}

/// Returns half of this number, for nearly degenerate configurations.
static inline uint64_t trials_near(uint64_t usual)
{
	const char *text = getenv("KILN_TRIALS");
	return text ? strtoull(text, NULL, 10) / 2 : usual;
}

/// Is 1 in a build with AddressSanitizer, by GCC or by clang, and 0 in others.
#if defined(__SANITIZE_ADDRESS__)
#define TRIALS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRIALS_SANITIZED 1
#endif
#endif
#ifndef TRIALS_SANITIZED
#define TRIALS_SANITIZED 0
#endif

/// Is 1 in a build that runs several times as long as a release, and 0 in others.
#if defined(__OPTIMIZE__) && !defined(KILN_ONLY_SCALAR)
#define TRIALS_SLOW TRIALS_SANITIZED
#else
#define TRIALS_SLOW 1
#endif

/// Returns the size of an input on which a test counts work. The counts are the same in every build, so sanitized
/// builds, which take ten times as long, use a smaller size.
static inline uint32_t trials_size(uint32_t usual, uint32_t sanitized)
{
#if TRIALS_SANITIZED
	(void)usual;
	return sanitized;
#else
	(void)sanitized;
	return usual;
#endif
}

#endif
