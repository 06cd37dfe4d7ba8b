// SPDX-License-Identifier: MIT
#include "gjk_loop.h"

void kilni_gjk_by(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset, const kiln_convex *b,
	const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance)
{
#ifdef KILN_SUPPORT_WIDE
	if (__builtin_cpu_supports("avx2"))
	{
		kilni_gjk_wide(solve, a, offset, b, enough, simplex, distance);
		return;
	}
#endif
	kiln_gjk_loop(solve, a, offset, b, enough, simplex, distance);
}

void kilni_gjk(const kiln_convex *a, kiln_d3 offset, const kiln_convex *b, kiln_enough enough, kiln_simplex *simplex,
	kiln_gap *distance)
{
	kilni_gjk_by(NULL, a, &offset, b, &enough, simplex, distance);
}

bool kilni_gjk_overlap(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex, kiln_gap *gap)
{
	const double margin = a->margin + b->margin;
	const kiln_enough enough = {.near = margin, .far = margin * (1 + 0x1p-49)};
	const kiln_d3 offset = {0, 0, 0};
	kilni_gjk_by(NULL, a, &offset, b, &enough, simplex, gap);
	return !(gap->lower > margin * (1 + 0x1p-50));
}
