// SPDX-License-Identifier: MIT
#include "axes.h"

#include "bounds/core.h"

/// A projection.
typedef struct shade
{
	double low, high;
} shade;

static shade project(const kiln_outline *outline, kiln_d3 eye, kiln_d3 axis)
{
	if (outline->count == 0)
	{
		double center = kiln_d3_dot(outline->center, axis);
		double reach = fabs(kiln_d3_dot(outline->bars[0], axis)) + fabs(kiln_d3_dot(outline->bars[1], axis)) +
					   fabs(kiln_d3_dot(outline->bars[2], axis));
		return (shade){center - reach, center + reach};
	}
	shade sum = {HUGE_VAL, -HUGE_VAL};
	for (uint32_t i = 0; i < outline->count; ++i)
	{
		double at = kiln_d3_dot(kiln_d3_sub(kiln_d3_from(outline->points[i]), eye), axis);
		sum.low = kiln_double_min(sum.low, at);
		sum.high = kiln_double_max(sum.high, at);
	}
	return sum;
}

/// The largest coordinate on each axis.
static kiln_d3 size_of(const kiln_outline *outline, kiln_d3 eye)
{
	kiln_d3 size = kiln_d3_abs(outline->center);
	for (int i = 0; i < 3; ++i)
		size = kiln_d3_add(size, kiln_d3_abs(outline->bars[i]));
	for (uint32_t i = 0; i < outline->count; ++i)
		size = kiln_d3_max(size, kiln_d3_abs(kiln_d3_sub(kiln_d3_from(outline->points[i]), eye)));
	return size;
}

kiln_axes kilni_axes_of(const kiln_outline *a, const kiln_outline *b, kiln_d3 eye, kiln_d3 motion)
{
	kiln_axes axes = {.a = a, .b = b, .eye = eye, .motion = motion, .span = {0, 1}, .depth = HUGE_VAL};
	double speed = kiln_d3_largest(motion);
	axes.still = !(speed > 0);
	axes.size = kiln_d3_add(size_of(a, eye), size_of(b, eye));
	axes.tie = axes.still ? 0 : 0x1p-40 * kiln_d3_largest(axes.size) / speed;
	return axes;
}

/// Limits the span to the time until they have passed `through` at a speed of at least `least`, which may be 0.
static bool clip_leave(kiln_axes *axes, double through, double least)
{
	double leave = least > 0 ? through / least * (1 + 0x1p-50) : HUGE_VAL;
	axes->span.leave = kiln_double_min(axes->span.leave, leave);
	return axes->span.enter <= axes->span.leave;
}

/// Limits the span by an axis on which they are apart at the start. They approach at a speed of at least `least` and at
/// most `most`. `gap` is the distance between them, `through` the distance after which they are apart again.
static bool clip_apart(kiln_axes *axes, kiln_d3 toward_a, double gap, double through, double most, double least)
{
	if (!(gap <= most))
		return false;
	double enter = gap / most;
	// Nearly parallel edges give almost the axis of a face; the face comes first and stays.
	if (!axes->apart || enter > axes->span.enter + axes->tie)
		axes->normal = kilni_d3_unit(toward_a);
	axes->apart = true;
	axes->span.enter = kiln_double_max(axes->span.enter, enter);
	return clip_leave(axes, through, least);
}

/// Compares the axis with the least way out so far; of equally long ones the first stays.
static void regard_depth(kiln_axes *axes, kiln_d3 axis, double low, double high)
{
	double depth = kiln_double_min(-low, high) / sqrt(kiln_d3_length2(axis));
	if (!(depth < axes->depth - 0x1p-40 * kiln_d3_largest(axes->size)))
		return;
	axes->depth = depth;
	axes->normal = kilni_d3_unit(kiln_d3_scale(axis, -low < high ? 1 : -1));
}

bool kilni_axes_clip(kiln_axes *axes, kiln_d3 axis)
{
	if (!(kiln_d3_largest(axis) > 0))
		return true;
	// Several times the greatest error of the sums.
	double slack = 0x1p-47 * kiln_d3_dot(kiln_d3_abs(axis), axes->size);
	shade a = project(axes->a, axes->eye, axis), b = project(axes->b, axes->eye, axis);
	double low = a.low - b.high - slack, high = a.high - b.low + slack;
	if (axes->still)
	{
		axes->apart = axes->apart || low > 0 || high < 0;
		regard_depth(axes, axis, low, high);
		return true;
	}
	double speed = kiln_d3_dot(axis, axes->motion);
	double error = 0x1p-50 * kiln_d3_dot(kiln_d3_abs(axis), kiln_d3_abs(axes->motion));
	if (low > 0)
		return clip_apart(axes, axis, low, high, error - speed, -speed - error);
	if (high < 0)
		return clip_apart(axes, kiln_d3_scale(axis, -1), -high, -low, speed + error, speed - error);
	return clip_leave(axes, speed > 0 ? -low : high, fabs(speed) - error);
}

/// `v` without its component along `e`, which is not zero.
static kiln_d3 perpendicular_part(kiln_d3 v, kiln_d3 e)
{
	return kiln_d3_along(v, -kiln_d3_dot(v, e) / kiln_d3_length2(e), e);
}

kiln_d3 kilni_axes_product(kiln_d3 e, kiln_d3 f)
{
	kiln_d3 product = kiln_d3_cross(e, f);
	return kiln_d3_largest(product) > 0 ? perpendicular_part(perpendicular_part(product, e), f) : product;
}
