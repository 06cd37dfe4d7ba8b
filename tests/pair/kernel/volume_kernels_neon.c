// SPDX-License-Identifier: MIT
#if defined(__aarch64__) && !defined(KILN_ONLY_SCALAR)
#define KILN_BACKEND_NEON
#include "volume_kernels_body.h"

const volume_kernels volume_kernels_neon = {
	.name = "neon",
	.test = volume_test_body,
	.lanes = volume_lanes_body,
};
#endif
