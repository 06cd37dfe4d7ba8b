// SPDX-License-Identifier: MIT
#include "kernels.h"
#include "simd/isa.h"

const kiln_pair_kernels *kilni_pair_kernels_choose(kiln_isa isa)
{
	return KILN_ISA_CHOOSE(isa, kilni_pair_kernels);
}

const kiln_front_kernels *kilni_front_kernels_choose(kiln_isa isa)
{
	return KILN_ISA_CHOOSE(isa, kilni_front_kernels);
}

const kiln_volume_kernels *kilni_volume_kernels_choose(kiln_isa isa)
{
	return KILN_ISA_CHOOSE(isa, kilni_volume_kernels);
}
