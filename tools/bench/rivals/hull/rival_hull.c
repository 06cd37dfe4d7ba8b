// SPDX-License-Identifier: MIT
#include "rival_hull.h"

#include <stddef.h>

const rival_hull_library *rival_qhull(void)
{
#ifdef KILN_BENCH_QHULL
	return &rival_qhull_adapter;
#else
	return NULL;
#endif
}

const rival_hull_library *rival_bullet_computer(void)
{
#ifdef KILN_BENCH_BULLET
	return &rival_bullet_computer_adapter;
#else
	return NULL;
#endif
}

const rival_hull_library *rival_bullet_hull_library(void)
{
#ifdef KILN_BENCH_BULLET
	return &rival_bullet_hull_library_adapter;
#else
	return NULL;
#endif
}
