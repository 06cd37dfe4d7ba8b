// SPDX-License-Identifier: MIT
#if defined(__aarch64__) && !defined(KILN_ONLY_SCALAR)
#define KILN_BACKEND_NEON
#include "leaf_kernels_body.h"

const leaf_kernels leaf_kernels_neon = {.name = "neon", .compare = leaf_compare_body};
#endif
