// SPDX-License-Identifier: MIT
#if defined(__x86_64__) && !defined(KILN_ONLY_SCALAR)
#define KILN_BACKEND_SSE2
#include "volume_kernels_body.h"

const volume_kernels volume_kernels_sse2 = {
	.name = "sse2",
	.test = volume_test_body,
	.lanes = volume_lanes_body,
};
#endif
