// SPDX-License-Identifier: MIT
#include "solid_pair.h"

#include <float.h>

/// Sets the common point of two bodies that touch: on the vector between the closest points of the cores, divided in
/// the ratio of the radii. For overlapping cores both points coincide, except for rounding.
static void meet(const kiln_convex *a, const kiln_convex *b, const kiln_gap *found, kiln_solid_gap *gap)
{
	double radius = a->margin + b->margin, share = radius > 0 ? a->margin / radius : 0;
	kiln_d3 point = kiln_d3_along(found->on_a, share, kiln_d3_sub(found->on_b, found->on_a));
	*gap = (kiln_solid_gap){.steps = gap->steps, .touching = true, .on_a = point, .on_b = point};
}

bool kilni_solids_measure(const kiln_convex *a, const kiln_convex *b, double limit, kiln_solid_gap *gap)
{
	const kiln_d3 rest = {0, 0, 0};
	double radius = (a->margin + b->margin) * (1 + 0x1p-48);
	kiln_simplex simplex = {.count = 0};
	kiln_gap found;
	kilni_gjk(a, rest, b, (kiln_enough){radius, radius, 0, 0}, &simplex, &found);
	gap->steps = found.steps;
	if (!(found.lower - found.rounding > radius))
	{
		meet(a, b, &found, gap);
		return true;
	}
	if (!(limit > 0) || found.lower - found.rounding > limit + radius)
		return false;
	kilni_gjk(a, rest, b, (kiln_enough){0, limit + radius, 0, 0}, &simplex, &found);
	gap->steps += found.steps;
	if (found.lower - found.rounding > limit + radius)
		return false;
	double apart = found.upper - (a->margin + b->margin);
	gap->touching = false;
	gap->distance = apart > DBL_MIN ? apart : DBL_MIN;
	gap->on_a = found.on_a;
	gap->on_b = found.on_b;
	if (found.upper > 0)
	{
		gap->on_a = kiln_d3_along(gap->on_a, a->margin / found.upper, found.between);
		gap->on_b = kiln_d3_along(gap->on_b, -b->margin / found.upper, found.between);
	}
	return true;
}
