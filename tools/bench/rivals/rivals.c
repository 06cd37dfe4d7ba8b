// SPDX-License-Identifier: MIT
#include "rivals.h"

#include <stddef.h>

const rival_library *rival_embree(void)
{
#ifdef KILN_BENCH_EMBREE
	return &rival_embree_adapter;
#else
	return NULL;
#endif
}

const rival_library *rival_bullet(void)
{
#ifdef KILN_BENCH_BULLET
	return &rival_bullet_adapter;
#else
	return NULL;
#endif
}
