// SPDX-License-Identifier: MIT
#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)

// As in support_wide.c.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#define KILN_BACKEND_AVX2
#include "hulls.h"

void kilni_hulls_place_wide(
	const kiln_pose *a, const kiln_pose *b, const kiln_hulls_anchors *of, kiln_convex_pair *pair)
{
	kiln_hulls_place(a, b, of, pair);
}

void kilni_hulls_points_wide(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex)
{
	kiln_hulls_points(cache, pair, simplex);
}

#if defined(__clang__)
#pragma clang attribute pop
#endif

#else

// An empty translation unit is not C.
typedef int kiln_hulls_not_wide;

#endif
