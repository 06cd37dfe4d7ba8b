// SPDX-License-Identifier: MIT
#if defined(__x86_64__) && defined(__GNUC__) && !defined(KILN_ONLY_SCALAR)
#include <immintrin.h>
#include <math.h>
#include <string.h>

// This file has the flags of all tests: the instruction set is set here.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define KILN_BACKEND_AVX2
#include "leaf_kernels_body.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const leaf_kernels leaf_kernels_avx2 = {.name = "avx2", .compare = leaf_compare_body};
#endif
