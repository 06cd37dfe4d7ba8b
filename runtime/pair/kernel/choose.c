// SPDX-License-Identifier: MIT
#include "kernels.h"
#include "simd/isa.h"

const kiln_pair_kernels *kiln_pair_kernels_choose(kiln_isa isa)
{
	return KILN_ISA_CHOOSE(isa, kiln_pair_kernels);
}
