// SPDX-License-Identifier: MIT
#include "parting.h"

#include "bounds/core.h"

#include <math.h>

typedef struct parting
{
	const kiln_d3 *a, *b;
	double depth;
	kiln_d3 way;
} parting;

/// Uses the axis u x v if it separates the triangles after a shorter way. Skips it if u and v are parallel to 2^-40,
/// because the axis may then point anywhere.
static void try_product(parting *p, kiln_d3 u, kiln_d3 v)
{
	kiln_d3 axis = kiln_d3_cross(u, v);
	if (!(kiln_d3_length2(axis) > 0x1p-80 * (kiln_d3_length2(u) * kiln_d3_length2(v))))
		return;
	axis = kilni_d3_unit(axis);
	double low = HUGE_VAL, high = -HUGE_VAL;
	for (int i = 0; i < 9; ++i)
	{
		double lead = kiln_d3_dot(kiln_d3_sub(p->b[i % 3], p->a[i / 3]), axis);
		low = kiln_double_min(low, lead);
		high = kiln_double_max(high, lead);
	}
	// Moved by `high` along the axis, or by -low against it, a leaves b.
	double depth = kiln_double_min(high, -low);
	if (depth < p->depth)
	{
		p->depth = depth;
		p->way = kiln_d3_scale(axis, high <= -low ? 1 : -1);
	}
}

kiln_d3 kilni_triangles_parting(const kiln_d3 a[3], const kiln_d3 b[3])
{
	parting p = {a, b, HUGE_VAL, {0, 0, 1}};
	kiln_d3 edge_a[3], edge_b[3], longest = {0, 0, 0};
	for (int i = 0; i < 3; ++i)
	{
		edge_a[i] = kiln_d3_sub(a[(i + 1) % 3], a[i]);
		edge_b[i] = kiln_d3_sub(b[(i + 1) % 3], b[i]);
		longest = kiln_d3_length2(edge_a[i]) > kiln_d3_length2(longest) ? edge_a[i] : longest;
		longest = kiln_d3_length2(edge_b[i]) > kiln_d3_length2(longest) ? edge_b[i] : longest;
	}
	kiln_d3 normal_a = kiln_d3_cross(edge_a[0], edge_a[1]), normal_b = kiln_d3_cross(edge_b[0], edge_b[1]);
	try_product(&p, edge_a[0], edge_a[1]);
	try_product(&p, edge_b[0], edge_b[1]);
	for (int i = 0; i < 9; ++i)
		try_product(&p, edge_a[i % 3], edge_b[i / 3]);
	for (int i = 0; i < 3; ++i)
	{
		try_product(&p, normal_a, edge_a[i]);
		try_product(&p, normal_b, edge_b[i]);
	}
	// All points are on one line: any direction perpendicular to it separates them.
	if (p.depth == HUGE_VAL && kiln_d3_length2(longest) > 0)
		return kilni_d3_across(kilni_d3_unit(longest));
	return p.way;
}
