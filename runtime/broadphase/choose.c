// SPDX-License-Identifier: MIT
#include "kernels.h"
#include "tree/kernels.h"

const kiln_broadphase_kernels *kiln_broadphase_kernels_choose(kiln_isa isa)
{
	switch (kiln_kernels_choose(isa)->isa)
	{
#if !defined(KILN_ONLY_SCALAR) && (defined(__x86_64__) || defined(_M_X64))
	case KILN_ISA_SSE2:
		return &kiln_broadphase_kernels_sse2;
	case KILN_ISA_AVX2:
		return &kiln_broadphase_kernels_avx2;
#elif !defined(KILN_ONLY_SCALAR) && defined(__aarch64__)
	case KILN_ISA_NEON:
		return &kiln_broadphase_kernels_neon;
#endif
	default:
		return &kiln_broadphase_kernels_scalar;
	}
}
