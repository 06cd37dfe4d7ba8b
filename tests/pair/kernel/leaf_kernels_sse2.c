// SPDX-License-Identifier: MIT
#if defined(__x86_64__) && !defined(KILN_ONLY_SCALAR)
#define KILN_BACKEND_SSE2
#include "leaf_kernels_body.h"

const leaf_kernels leaf_kernels_sse2 = {.name = "sse2", .compare = leaf_compare_body};
#endif
