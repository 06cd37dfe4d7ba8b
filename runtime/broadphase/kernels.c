// SPDX-License-Identifier: MIT

/// The walks of the packed tree for one instruction set. The build compiles this file once for each, with
/// KILN_BACKEND_AVX2, KILN_BACKEND_SSE2, KILN_BACKEND_NEON, KILN_BACKEND_SIMD128 or nothing (scalar) defined.

#include "kernels.h"
#include "packed_tree_join.h"
#include "packed_tree_query.h"

#if defined(KILN_BACKEND_AVX2)
#define KERNELS kilni_broadphase_kernels_avx2
#define KERNELS_ISA KILN_ISA_AVX2
#elif defined(KILN_BACKEND_SSE2)
#define KERNELS kilni_broadphase_kernels_sse2
#define KERNELS_ISA KILN_ISA_SSE2
#elif defined(KILN_BACKEND_NEON)
#define KERNELS kilni_broadphase_kernels_neon
#define KERNELS_ISA KILN_ISA_NEON
#elif defined(KILN_BACKEND_SIMD128)
#define KERNELS kilni_broadphase_kernels_simd128
#define KERNELS_ISA KILN_ISA_SCALAR
#else
#define KERNELS kilni_broadphase_kernels_scalar
#define KERNELS_ISA KILN_ISA_SCALAR
#endif

const kiln_broadphase_kernels KERNELS = {
	.isa = KERNELS_ISA,
	.packed_refit = packed_refit,
	.packed_join = packed_join,
	.packed_query = packed_query,
	.packed_box = packed_box,
	.packed_sweep = packed_sweep,
};
