// SPDX-License-Identifier: MIT
#include "leaf_kernels.h"

extern const leaf_kernels leaf_kernels_scalar;
extern const leaf_kernels leaf_kernels_sse2;
extern const leaf_kernels leaf_kernels_avx2;
extern const leaf_kernels leaf_kernels_neon;

uint32_t leaf_kernels_all(const leaf_kernels *all[3])
{
	uint32_t count = 0;
	all[count++] = &leaf_kernels_scalar;
#if defined(KILN_ONLY_SCALAR)
#elif defined(__x86_64__)
	all[count++] = &leaf_kernels_sse2;
#if defined(__GNUC__)
	if (__builtin_cpu_supports("avx2"))
		all[count++] = &leaf_kernels_avx2;
#endif
#elif defined(__aarch64__)
	all[count++] = &leaf_kernels_neon;
#endif
	return count;
}
