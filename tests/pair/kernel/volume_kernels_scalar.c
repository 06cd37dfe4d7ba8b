// SPDX-License-Identifier: MIT
#include "volume_kernels_body.h"

const volume_kernels volume_kernels_scalar = {
	.name = "scalar",
	.test = volume_test_body,
	.lanes = volume_lanes_body,
};
