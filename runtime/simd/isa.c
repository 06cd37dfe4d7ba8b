// SPDX-License-Identifier: MIT
#include "isa.h"

#include "math/ieee.h"

#ifdef KILN_ISA_HAS_SSE2

#if defined(__GNUC__)

#include <cpuid.h>

#define BIT(i) (1u << (i))

/// Whether the machine can run the AVX2 translation units: the processor has AVX2 and the bit instructions that came
/// with it, and the system saves the wide registers. The compiler's own check would link 5 KB of other processors'
/// names. A hypervisor answers each question in some microseconds, so the largest leaf is not asked for: every x86-64 processor has
/// leaf 1, and one whose wide registers the system saves has leaf 13, which states their size.
static bool has_avx2(void)
{
	const uint32_t base = BIT(23) | BIT(27) | BIT(28); // ECX of leaf 1: POPCNT, OSXSAVE, AVX
	const uint32_t more = BIT(3) | BIT(5) | BIT(8);	   // EBX of leaf 7: BMI1, AVX2, BMI2
	uint32_t a, b, c, d;
	__cpuid(1, a, b, c, d);
	if ((c & base) != base)
		return false;
	uint32_t low, high;
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	if ((low & 6) != 6)
		return false;
	__cpuid_count(7, 0, a, b, c, d);
	return (b & more) == more;
}

#else

static bool has_avx2(void)
{
	return false;
}

#endif

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
