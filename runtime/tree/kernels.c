// SPDX-License-Identifier: MIT

/// The tree walks for one instruction set. The build compiles this file once for each, with KILN_BACKEND_AVX2,
/// KILN_BACKEND_SSE2, KILN_BACKEND_NEON, KILN_BACKEND_SIMD128 or nothing (scalar) defined.

#include "kernels.h"
#include "ray_kernel.h"
#include "ray_many.h"
#include "walk.h"

kiln_ray_closest_kernel *const KILN_KERNEL(kilni_ray_closest) = kiln_ray_closest_body;
kiln_ray_closest_many_kernel *const KILN_KERNEL(kilni_ray_closest_many) = kiln_ray_closest_many_body;
kiln_ray_any_kernel *const KILN_KERNEL(kilni_ray_any) = kiln_ray_any_body;
kiln_ray_leaf_kernel *const KILN_KERNEL(kilni_ray_leaf) = kiln_ray_leaf_body;
kiln_walk_ray_kernel *const KILN_KERNEL(kilni_walk_ray) = kiln_walk_ray_body;
kiln_walk_box_kernel *const KILN_KERNEL(kilni_walk_box) = kiln_walk_box_body;
kiln_walk_nearest_kernel *const KILN_KERNEL(kilni_walk_nearest) = kiln_walk_nearest_body;
