// SPDX-License-Identifier: MIT
#include "rival_pairs.h"

#include <stddef.h>

const rival_pair_library *rival_fcl(void)
{
#ifdef KILN_BENCH_FCL
	return &rival_fcl_adapter;
#else
	return NULL;
#endif
}

const rival_pair_library *rival_ode(void)
{
#ifdef KILN_BENCH_ODE
	return &rival_ode_adapter;
#else
	return NULL;
#endif
}

const rival_pair_library *rival_gimpact(void)
{
#ifdef KILN_BENCH_BULLET
	return &rival_gimpact_adapter;
#else
	return NULL;
#endif
}
