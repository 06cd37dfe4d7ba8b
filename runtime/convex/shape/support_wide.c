// SPDX-License-Identifier: MIT
#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)

// Enables AVX2 for all that follows, as the build's flags do for kernels.c. This file has one function, which is called
// only on machines that have AVX2. AVX2 does not include fused multiply-add.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#define KILN_BACKEND_AVX2
#include "support_scan.h"

uint32_t kilni_support_scan_wide(const kiln_convex *convex, const kiln_d3 *own, double size);

uint32_t kilni_support_scan_wide(const kiln_convex *convex, const kiln_d3 *own, double size)
{
	return convex->hull->vertex_count <= 8 * KILN_SUPPORT_CHUNK ? kiln_support_scan(convex, own, size)
																: kiln_support_scan_many(convex, own, size);
}

#if defined(__clang__)
#pragma clang attribute pop
#endif

#else

// An empty translation unit is not C.
typedef int kiln_support_not_wide;

#endif
