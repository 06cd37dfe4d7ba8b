// SPDX-License-Identifier: MIT
#include "rival_wrap.h"

#include <stddef.h>

const rival_wrap_library *rival_wrap_cgal(void)
{
#ifdef KILN_BENCH_ALPHA_WRAP
	return &rival_wrap_cgal_adapter;
#else
	return NULL;
#endif
}
