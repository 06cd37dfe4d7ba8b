// SPDX-License-Identifier: MIT

/// The walks of two trees for one instruction set. The build compiles this file once for each, with KILN_BACKEND_AVX2,
/// KILN_BACKEND_SSE2, KILN_BACKEND_NEON or nothing (scalar) defined.

#include "kernels.h"
#include "walk.h"
#include "walk_front.h"

#if defined(KILN_BACKEND_AVX2)
#define KERNELS kilni_pair_kernels_avx2
#define KERNELS_ISA KILN_ISA_AVX2
#elif defined(KILN_BACKEND_SSE2)
#define KERNELS kilni_pair_kernels_sse2
#define KERNELS_ISA KILN_ISA_SSE2
#elif defined(KILN_BACKEND_NEON)
#define KERNELS kilni_pair_kernels_neon
#define KERNELS_ISA KILN_ISA_NEON
#else
#define KERNELS kilni_pair_kernels_scalar
#define KERNELS_ISA KILN_ISA_SCALAR
#endif

static bool touch_body(kiln_pair_run *run)
{
	const kiln_pair_goal goal = {.nearest = false};
	kiln_pair_walk walk;
	kiln_pair_begin(&walk, run);
	return kiln_pair_from_roots(&walk, goal);
}

static bool touch_front_body(kiln_pair_run *run)
{
	const kiln_pair_goal goal = {.measured = true, .kept = true};
	kiln_pair_walk walk;
	kiln_pair_begin(&walk, run);
	walk.limit = run->front->reserve;
	return kiln_pair_from_kept(&walk, goal);
}

static void nearest_body(kiln_pair_run *run)
{
	const kiln_pair_goal goal = {.nearest = true, .measured = true};
	kiln_pair_walk walk;
	kiln_pair_begin(&walk, run);
	walk.limit = run->limit;
	kiln_pair_from_roots(&walk, goal);
}

static void nearest_front_body(kiln_pair_run *run)
{
	const kiln_pair_goal goal = {.nearest = true, .measured = true, .kept = true};
	kiln_pair_walk walk;
	kiln_pair_begin(&walk, run);
	walk.limit = run->limit + run->front->reserve;
	kiln_pair_from_kept(&walk, goal);
}

const kiln_pair_kernels KERNELS = {
	.isa = KERNELS_ISA,
	.touch = touch_body,
	.touch_front = touch_front_body,
	.nearest = nearest_body,
	.nearest_front = nearest_front_body,
};
