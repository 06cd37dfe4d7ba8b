// SPDX-License-Identifier: MIT
#include "rival_surface.h"

#include <stddef.h>

const rival_surface_library *rival_cgal(void)
{
#ifdef KILN_BENCH_CGAL
	return &rival_cgal_adapter;
#else
	return NULL;
#endif
}
