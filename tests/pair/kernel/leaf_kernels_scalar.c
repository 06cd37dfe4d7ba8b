// SPDX-License-Identifier: MIT
#include "leaf_kernels_body.h"

const leaf_kernels leaf_kernels_scalar = {.name = "scalar", .compare = leaf_compare_body};
