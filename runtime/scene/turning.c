// SPDX-License-Identifier: MIT
#include "turning.h"

#include "bounds/outward.h"
#include "cast_shape.h"
#include "convex/motion/advance.h"
#include "shape/triangle_point.h"

#include <math.h>

/// Most spans of a motion.
#define SPANS 64

bool kilni_turning_begin(
	kiln_turning *turning, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	if (!sweep || !(tolerance >= 0 && tolerance <= KILN_COORDINATE_MAX) ||
		!kilni_mover_of(shape, sweep, &turning->mover))
		return false;
	const kiln_mover *mover = &turning->mover;
	const kiln_convex_object object = {shape, sweep->from};
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	turning->middle = kilni_cast_shape_of_object(&object, terms).center;
	// Above 0, so that no piece has a tolerance of its own size.
	turning->tolerance = tolerance > 0 ? (double)tolerance : kiln_double_max(0x1p-20 * mover->extent, 0x1p-140);
	const double size = kiln_d3_largest(mover->course.start) + kiln_d3_largest(mover->course.way) + mover->reach;
	const double radius = mover->reach + mover->rest[0].margin;
	turning->reach = radius + turning->tolerance + 0x1p-36 * (size + radius);
	const double way = sqrt(kiln_d3_length2(mover->course.way)), spans = way / (2 * turning->reach);
	turning->spans = spans < SPANS ? 1 + (uint32_t)spans : SPANS;
	const kiln_d3 none = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
	turning->low = kiln_d3_scale(none, -1);
	turning->high = none;
	return true;
}

/// Sets the box around the shape from one time to another.
static void set_box(kiln_turning *turning, double from, double to)
{
	const kiln_d3 first = kiln_course_center(&turning->mover.course, from),
				  last = kiln_course_center(&turning->mover.course, to);
	const kiln_d3 reach = {turning->reach, turning->reach, turning->reach};
	turning->low = kiln_d3_sub(kiln_d3_min(first, last), reach);
	turning->high = kiln_d3_add(kiln_d3_max(first, last), reach);
}

bool kilni_turning_enter(kiln_turning *turning, uint32_t span, const kiln_hit *best)
{
	const double from = (double)span / turning->spans, to = (double)(span + 1) / turning->spans;
	if (best->hit && (double)best->t < from)
		return false;
	turning->last_low = turning->low;
	turning->last_high = turning->high;
	set_box(turning, from, to);
	return true;
}

bool kilni_turning_meets(
	const kiln_turning *turning, const kiln_convex *terms, kiln_d3 eye, float *t, kiln_d3 *normal, kiln_d3 *point)
{
	kiln_mover still;
	kiln_advance advance;
	kiln_gap gap;
	kilni_mover_of_still(terms, eye, &still);
	kilni_advance_begin(&advance, &turning->mover, &still, turning->tolerance);
	const kiln_arrival arrival = kilni_advance(&advance, kilni_advance_bilateral);
	if (!arrival.hit)
		return false;
	*t = kiln_tight_down(arrival.time);
	kilni_advance_measure(&advance, (double)*t, false, &gap);
	*normal = kiln_d3_scale(arrival.axis, -1);
	// Below this the direction is mostly rounding.
	if (gap.upper > 0x1p12 * gap.rounding && gap.lower > 0.5 * gap.upper)
		*normal = kiln_d3_scale(gap.between, -1 / gap.upper);
	*point = kiln_d3_add(eye, kiln_d3_along(gap.on_b, terms->margin, *normal));
	return true;
}

bool kilni_turning_meets_triangle(const kiln_turning *turning, const kiln_vec3 corners[3], bool mirrored, kiln_hit *hit)
{
	const kiln_d3 eye = kiln_d3_from(corners[0]);
	kiln_d3 own[3], normal, point;
	float t;
	for (int i = 0; i < 3; ++i)
		own[i] = kiln_d3_sub(kiln_d3_from(corners[i]), eye);
	const kiln_convex terms = kilni_convex_of_triangle(own);
	if (!kilni_turning_meets(turning, &terms, eye, &t, &normal, &point))
		return false;
	const double above = kiln_d3_dot(kiln_d3_cross(own[1], own[2]), kiln_d3_sub(turning->middle, eye));
	hit->back = mirrored ? above > 0 : above < 0;
	hit->t = t;
	hit->point = kiln_d3_to(kilni_triangle_settle(corners, point));
	hit->normal = kiln_d3_to(normal);
	return true;
}
