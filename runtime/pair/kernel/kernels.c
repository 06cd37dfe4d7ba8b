// SPDX-License-Identifier: MIT

/// The walks of two trees for one instruction set. The build compiles this file once for each, with KILN_BACKEND_AVX2,
/// KILN_BACKEND_SSE2, KILN_BACKEND_NEON, KILN_BACKEND_SIMD128 or nothing (scalar) defined.

#include "kernels.h"
#include "simd/kernel.h"
#include "walk.h"
#include "walk_front.h"

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

const kiln_pair_kernels KILN_KERNEL(kilni_pair_kernels) = {
	.touch = touch_body,
	.nearest = nearest_body,
};

const kiln_front_kernels KILN_KERNEL(kilni_front_kernels) = {
	.touch = touch_front_body,
	.nearest = nearest_front_body,
};

const kiln_volume_kernels KILN_KERNEL(kilni_volume_kernels) = {
	.transform = kiln_volume_transform,
	.overlaps = kiln_volume_overlaps,
	.near = kiln_volume_near,
};
