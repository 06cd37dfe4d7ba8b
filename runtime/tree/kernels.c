// SPDX-License-Identifier: MIT

/// The tree walks for one instruction set. The build compiles this file once for each, with KILN_BACKEND_AVX2,
/// KILN_BACKEND_SSE2, KILN_BACKEND_NEON or nothing (scalar) defined.

#include "kernels.h"
#include "ray_kernel.h"
#include "ray_many.h"
#include "walk.h"

#if defined(KILN_BACKEND_AVX2)
#define KERNELS kilni_kernels_avx2
#define KERNELS_ISA KILN_ISA_AVX2
#elif defined(KILN_BACKEND_SSE2)
#define KERNELS kilni_kernels_sse2
#define KERNELS_ISA KILN_ISA_SSE2
#elif defined(KILN_BACKEND_NEON)
#define KERNELS kilni_kernels_neon
#define KERNELS_ISA KILN_ISA_NEON
#else
#define KERNELS kilni_kernels_scalar
#define KERNELS_ISA KILN_ISA_SCALAR
#endif

const kiln_kernels KERNELS = {
	.isa = KERNELS_ISA,
	.ray_closest = kiln_ray_closest_body,
	.ray_closest_many = kiln_ray_closest_many_body,
	.ray_any = kiln_ray_any_body,
	.ray_leaf = kiln_ray_leaf_body,
	.walk_ray = kiln_walk_ray_body,
	.walk_box = kiln_walk_box_body,
	.walk_nearest = kiln_walk_nearest_body,
};
