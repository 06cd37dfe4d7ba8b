// SPDX-License-Identifier: MIT
#include "kernels.h"
#include "simd/isa.h"

const kiln_broadphase_kernels *kilni_broadphase_kernels_choose(kiln_isa isa)
{
	return KILN_ISA_CHOOSE(isa, kilni_broadphase_kernels);
}
