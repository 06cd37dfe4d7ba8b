// SPDX-License-Identifier: MIT
#include "isa.h"

#include "math/ieee.h"

#ifdef KILN_ISA_HAS_SSE2

/// What the AVX2 translation units are compiled for: AVX2 and the bit instructions that came with it.
static bool has_avx2(void)
{
#if defined(__GNUC__)
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
		   __builtin_cpu_supports("popcnt");
#else
	return false;
#endif
}

kiln_isa kilni_isa_resolve(kiln_isa isa)
{
	if (isa == KILN_ISA_SCALAR || isa == KILN_ISA_SSE2)
		return isa;
	return has_avx2() ? KILN_ISA_AVX2 : KILN_ISA_SSE2;
}

#else

kiln_isa kilni_isa_resolve(kiln_isa isa)
{
#ifdef KILN_ISA_HAS_NEON
	return isa == KILN_ISA_SCALAR ? isa : KILN_ISA_NEON;
#else
	(void)isa;
	return KILN_ISA_SCALAR;
#endif
}

#endif
