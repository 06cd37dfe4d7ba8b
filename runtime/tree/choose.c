// SPDX-License-Identifier: MIT
#include "kernels.h"

KILN_KERNEL_CHOOSE(kiln_ray_closest_kernel, kilni_ray_closest)
KILN_KERNEL_CHOOSE(kiln_ray_closest_many_kernel, kilni_ray_closest_many)
KILN_KERNEL_CHOOSE(kiln_ray_any_kernel, kilni_ray_any)
KILN_KERNEL_CHOOSE(kiln_ray_leaf_kernel, kilni_ray_leaf)
KILN_KERNEL_CHOOSE(kiln_walk_ray_kernel, kilni_walk_ray)
KILN_KERNEL_CHOOSE(kiln_walk_box_kernel, kilni_walk_box)
KILN_KERNEL_CHOOSE(kiln_walk_nearest_kernel, kilni_walk_nearest)
