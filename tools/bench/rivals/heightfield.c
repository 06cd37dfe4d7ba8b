// SPDX-License-Identifier: MIT
#include "heightfield.h"

#include <stddef.h>

const rival_field_library *rival_field_bullet(void)
{
#ifdef KILN_BENCH_BULLET
	return &rival_field_bullet_adapter;
#else
	return NULL;
#endif
}

const rival_field_library *rival_field_ode(void)
{
#ifdef KILN_BENCH_ODE
	return &rival_field_ode_adapter;
#else
	return NULL;
#endif
}
