// SPDX-License-Identifier: MIT
#include "kernels.h"

#if !defined(KILN_ONLY_SCALAR) && (defined(__x86_64__) || defined(_M_X64))

/// What the AVX2 translation unit is compiled for: AVX2 and the bit instructions that came with it.
static bool has_avx2(void)
{
#if defined(__GNUC__)
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
		   __builtin_cpu_supports("popcnt");
#else
	return false;
#endif
}

const kiln_kernels *kiln_kernels_choose(kiln_isa isa)
{
	if (isa == KILN_ISA_SCALAR)
		return &kiln_kernels_scalar;
	if (isa == KILN_ISA_SSE2 || !has_avx2())
		return &kiln_kernels_sse2;
	return &kiln_kernels_avx2;
}

#elif !defined(KILN_ONLY_SCALAR) && defined(__aarch64__)

const kiln_kernels *kiln_kernels_choose(kiln_isa isa)
{
	return isa == KILN_ISA_SCALAR ? &kiln_kernels_scalar : &kiln_kernels_neon;
}

#else

const kiln_kernels *kiln_kernels_choose(kiln_isa isa)
{
	(void)isa;
	return &kiln_kernels_scalar;
}

#endif
