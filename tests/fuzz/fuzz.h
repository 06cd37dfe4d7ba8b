// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_FUZZ_H
#define KILN_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/// What a fuzz target is made of. It runs under libFuzzer (clang -fsanitize=fuzzer, without fuzz_driver.c) or under
/// fuzz_driver.c, which needs no fuzzing engine.

/// Runs the target on one input. Must neither keep state between inputs nor depend on addresses.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// What became of the last input, a static word. Defined by the target; the driver counts them.
extern const char *fuzz_verdict;

/// The target's own seeds, used when the command line names none: seed `i` in memory from malloc or posix_memalign, or
/// NULL behind the last. Defined by the target.
uint8_t *fuzz_builtin_seed(size_t i, size_t *size);

#endif
