// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD_KERNEL_H
#define KILN_SIMD_KERNEL_H

#include "isa.h"

/// Kernels that are chosen one by one, so that a program links only those that it calls. A kernels.c defines each
/// kernel as a pointer to a function, `kiln_x_kernel *const KILN_KERNEL(kilni_x) = body;`. A choose.c defines the
/// function that chooses.

#if defined(KILN_BACKEND_AVX2)
#define KILN_KERNEL(name) name##_avx2
#elif defined(KILN_BACKEND_SSE2)
#define KILN_KERNEL(name) name##_sse2
#elif defined(KILN_BACKEND_NEON)
#define KILN_KERNEL(name) name##_neon
#elif defined(KILN_BACKEND_SIMD128)
#define KILN_KERNEL(name) name##_simd128
#else
#define KILN_KERNEL(name) name##_scalar
#endif

/// Declares a kernel for each instruction set, and `name_for`, which returns the kernel for an instruction set that
/// kilni_isa_resolve returned.
#define KILN_KERNEL_DECLARE(type, name)                                                                                \
	extern type *const name##_scalar, *const name##_sse2, *const name##_avx2, *const name##_neon,                      \
																				  *const name##_simd128;               \
	type *name##_for(kiln_isa isa)

/// Defines `name_for`.
#define KILN_KERNEL_CHOOSE(type, name)                                                                                 \
	type *name##_for(kiln_isa isa)                                                                                     \
	{                                                                                                                  \
		return *KILN_ISA_CHOOSE(isa, name);                                                                            \
	}

#endif
