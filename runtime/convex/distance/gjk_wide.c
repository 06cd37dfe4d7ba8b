// SPDX-License-Identifier: MIT
#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)

// As in support_wide.c.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#define KILN_BACKEND_AVX2
#include "gjk_lanes.h"

void kilni_gjk_wide(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset, const kiln_convex *b,
	const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance)
{
	kiln_lanes_loop(solve, a, offset, b, enough, simplex, distance);
}

#if defined(__clang__)
#pragma clang attribute pop
#endif

#else

// An empty translation unit is not C.
typedef int kiln_gjk_not_wide;

#endif
