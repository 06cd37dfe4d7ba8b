// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_FUZZ_H
#define KILN_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/// The parts of a fuzz target. It runs under libFuzzer (clang -fsanitize=fuzzer, without fuzz_driver.c) or under
/// fuzz_driver.c, which needs no fuzzing engine.

/// Runs the target on one input. Must neither keep state between inputs nor depend on addresses.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The result of the last input, a static word. The target defines it; the driver counts the words.
extern const char *fuzz_verdict;

/// Returns the target's own seed `i`, used when the command line names no seeds: in memory from malloc or
/// posix_memalign, or NULL after the last. Defined by the target.
uint8_t *fuzz_builtin_seed(size_t i, size_t *size);

#endif
