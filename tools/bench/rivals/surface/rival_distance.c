// SPDX-License-Identifier: MIT
#include "rival_distance.h"

#include <stddef.h>

const rival_distance_library *rival_distance_cgal(void)
{
#ifdef KILN_BENCH_CGAL
	return &rival_distance_cgal_adapter;
#else
	return NULL;
#endif
}
