// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_KERNELS_H
#define KILN_BROADPHASE_KERNELS_H

#include "broadphase.h"

struct kiln_packed_tree;

/// The functions that are compiled once for each instruction set. All sets give the same answers in the same order.
typedef struct kiln_broadphase_kernels
{
	kiln_isa isa;
	/// Updates the nodes above level 0 that have changed nodes below them, or are over the slots [first, end).
	void (*packed_refit)(struct kiln_packed_tree *tree, uint32_t first, uint32_t end);
	/// Reports every overlapping pair, or only those that did not overlap before the last update. Returns the number of
	/// pairs of blocks compared.
	uint64_t (*packed_join)(const struct kiln_packed_tree *tree, bool changed_only, kiln_pair_sink *sink);
	/// Reports the latter by a query for each changed lane. Returns the number of blocks examined.
	uint64_t (*packed_query)(const struct kiln_packed_tree *tree, kiln_pair_sink *sink);
	void (*packed_box)(const struct kiln_packed_tree *tree, const kiln_aabb *box, kiln_found_proxy *found, void *user);
	void (*packed_sweep)(const struct kiln_packed_tree *tree, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);
} kiln_broadphase_kernels;

extern const kiln_broadphase_kernels kilni_broadphase_kernels_scalar;
#if defined(__x86_64__) || defined(_M_X64)
extern const kiln_broadphase_kernels kilni_broadphase_kernels_sse2;
extern const kiln_broadphase_kernels kilni_broadphase_kernels_avx2;
#elif defined(__aarch64__)
extern const kiln_broadphase_kernels kilni_broadphase_kernels_neon;
#elif defined(__wasm_simd128__)
extern const kiln_broadphase_kernels kilni_broadphase_kernels_simd128;
#endif

/// The kernels for an instruction set that kilni_isa_resolve returned.
const kiln_broadphase_kernels *kilni_broadphase_kernels_choose(kiln_isa isa);

#endif
