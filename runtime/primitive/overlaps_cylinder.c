// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "bounds/core.h"
#include "convex/gjk.h"
#include "usable.h"

/// The sum of a point, half the axis and a disc, as seen from `eye`. Equal ends make a ball.
static kiln_convex convex_of_cylinder(const kiln_cylinder *cylinder, kiln_d3 eye)
{
	kiln_d3 a = kiln_d3_from(cylinder->a), half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(cylinder->b), a), 0.5);
	kiln_convex convex = {.center = kiln_d3_add(kiln_d3_sub(a, eye), half)};
	double radius = (double)cylinder->radius;
	kiln_d3 along = kiln_d3_unit(half);
	if (kiln_d3_length2(along) == 0)
	{
		convex.margin = radius;
		return convex;
	}
	kiln_d3 across = kiln_d3_across(along);
	convex.bars[convex.bar_count++] = half;
	convex.rounds[0] = kiln_d3_scale(across, radius);
	convex.rounds[1] = kiln_d3_scale(kiln_d3_cross(along, across), radius);
	convex.round_count = 2;
	return convex;
}

static kiln_convex convex_of_capsule(const kiln_capsule *capsule, kiln_d3 eye)
{
	kiln_d3 a = kiln_d3_from(capsule->a), half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(capsule->b), a), 0.5);
	return (kiln_convex){.center = kiln_d3_add(kiln_d3_sub(a, eye), half),
		.bars = {half},
		.bar_count = 1,
		.margin = (double)capsule->radius};
}

/// False only where a plane proves the cores farther apart than the margins, whose sum rounds.
static bool touch(const kiln_convex *a, const kiln_convex *b)
{
	double margin = (a->margin + b->margin) * (1 + 0x1p-50);
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kiln_gjk(a, (kiln_d3){0, 0, 0}, b, (kiln_enough){.near = margin, .far = margin}, &simplex, &gap);
	return !(gap.lower > margin);
}

bool kiln_overlaps_cylinder_cylinder(const kiln_cylinder *a, const kiln_cylinder *b)
{
	if (!kiln_usable_cylinder(a) || !kiln_usable_cylinder(b))
		return true;
	kiln_d3 eye = kiln_d3_from(a->a);
	kiln_convex first = convex_of_cylinder(a, eye), second = convex_of_cylinder(b, eye);
	return touch(&first, &second);
}

bool kiln_overlaps_capsule_cylinder(const kiln_capsule *a, const kiln_cylinder *b)
{
	if (!kiln_usable_capsule(a) || !kiln_usable_cylinder(b))
		return true;
	kiln_d3 eye = kiln_d3_from(a->a);
	kiln_convex first = convex_of_capsule(a, eye), second = convex_of_cylinder(b, eye);
	return touch(&first, &second);
}
