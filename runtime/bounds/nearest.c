// SPDX-License-Identifier: MIT
#include "core.h"

/// For the segment from p - q to p + q in a box's frame: half the derivative of its squared distance from the box with
/// respect to the place t on the segment.
static double slope_at(const double p[3], const double q[3], const double half[3], double t)
{
	double slope = 0;
	for (int k = 0; k < 3; ++k)
	{
		double x = p[k] + t * q[k];
		slope += q[k] * (x - kiln_double_clamp(x, half[k]));
	}
	return slope;
}

/// The place -1 <= t <= 1 where the segment is nearest to the box. The squared distance is convex, and a parabola
/// between the at most six places at which the segment crosses the planes of the faces. The slopes at these places
/// enclose the parabola that has the minimum.
static double nearest_place(const double p[3], const double q[3], const double half[3])
{
	double low = -1, high = 1;
	double low_slope = slope_at(p, q, half, low), high_slope = slope_at(p, q, half, high);
	if (low_slope >= 0)
		return low;
	if (high_slope <= 0)
		return high;
	for (int k = 0; k < 3; ++k)
		for (int side = -1; side <= 1; side += 2)
		{
			double t = (side * half[k] - p[k]) / q[k];
			if (!(t > low && t < high))
				continue;
			double slope = slope_at(p, q, half, t);
			*(slope < 0 ? &low : &high) = t;
			*(slope < 0 ? &low_slope : &high_slope) = slope;
		}
	return low - low_slope * ((high - low) / (high_slope - low_slope));
}

/// Places of two points on the sides of their cores.
typedef struct places
{
	double a[3], b[3];
} places;

static kiln_d3 difference(const kiln_core_pair *pair, const places *at)
{
	kiln_d3 toward = pair->between;
	for (int i = 0; i < pair->a->count; ++i)
		toward = kiln_d3_along(toward, -at->a[i], pair->a->side[i]);
	for (int i = 0; i < pair->b->count; ++i)
		toward = kiln_d3_along(toward, at->b[i], pair->b->side[i]);
	return toward;
}

/// Minimises the difference over each place in turn (Gauss and Seidel) and returns it. The places were found in a frame
/// that matches the sides only nearly.
static kiln_d3 settle(const kiln_core_pair *pair, places *at)
{
	const kiln_core *a = pair->a, *b = pair->b;
	kiln_d3 toward = difference(pair, at);
	for (int round = 0; round < 2; ++round)
		for (int i = 0; i < a->count + b->count; ++i)
		{
			bool of_a = i < a->count;
			kiln_d3 side = of_a ? a->side[i] : b->side[i - a->count];
			double *place = of_a ? &at->a[i] : &at->b[i - a->count];
			double length2 = kiln_d3_length2(side), sign = of_a ? 1 : -1;
			if (!(length2 > 0))
				continue;
			double moved = kiln_double_clamp(*place + sign * kiln_d3_dot(toward, side) / length2, 1);
			toward = kiln_d3_along(toward, sign * (*place - moved), side);
			*place = moved;
		}
	return toward;
}

/// The points at these places, once they are settled.
static kiln_core_nearest finish(const kiln_core_pair *pair, places *at)
{
	settle(pair, at);
	kiln_core_nearest nearest = {.on_b = pair->between};
	for (int i = 0; i < pair->a->count; ++i)
		nearest.on_a = kiln_d3_along(nearest.on_a, at->a[i], pair->a->side[i]);
	for (int i = 0; i < pair->b->count; ++i)
		nearest.on_b = kiln_d3_along(nearest.on_b, at->b[i], pair->b->side[i]);
	nearest.toward = kiln_d3_sub(nearest.on_b, nearest.on_a);
	nearest.distance2 = kiln_d3_length2(nearest.toward);
	return nearest;
}

/// Whether the bodies overlap near these places; if they overlap at all, they overlap here. Settles the places only if
/// that is needed.
static bool touches_at(const kiln_core_pair *pair, places *at)
{
	kiln_d3 toward = difference(pair, at);
	double radius2 = pair->radius * pair->radius;
	if (kiln_d3_length2(toward) <= radius2)
		return true;
	if (kiln_core_apart_along(pair, toward))
		return false;
	toward = settle(pair, at);
	return kiln_d3_length2(toward) <= radius2 || !kilni_core_apart(pair, toward);
}

/// The nearest places on a box (s) and on a segment with the given center and half (*t), in the box's frame; returns
/// their squared distance there.
static double place_segment(const kiln_frame *frame, kiln_d3 center, kiln_d3 half_segment, double *t, double s[3])
{
	double p[3], q[3], distance2 = 0;
	for (int k = 0; k < 3; ++k)
	{
		p[k] = kiln_d3_dot(frame->axis[k], center);
		q[k] = kiln_d3_dot(frame->axis[k], half_segment);
	}
	*t = nearest_place(p, q, frame->half);
	for (int k = 0; k < 3; ++k)
	{
		double x = p[k] + *t * q[k], on = kiln_double_clamp(x, frame->half[k]);
		s[k] = frame->half[k] > 0 ? on / frame->half[k] : 0;
		distance2 += (x - on) * (x - on);
	}
	return distance2;
}

/// For a core `a` with at most one side.
static places places_on(const kiln_core_pair *pair, const kiln_frame *frame)
{
	places at = {.a = {0, 0, 0}};
	place_segment(frame, kiln_d3_scale(pair->between, -1), pair->a->side[0], &at.a[0], at.b);
	return at;
}

/// Two parallelograms reach their least distance at an edge of one of them, even where they cross.
static places places_on_flat(
	const kiln_core_pair *pair, const kiln_frame *frame_a, const kiln_frame *frame_b, double enough)
{
	places at = {.a = {0, 0, 0}};
	double best = HUGE_VAL;
	for (int edge = 0; edge < 8 && !(best <= enough * enough); ++edge)
	{
		bool of_a = edge < 4;
		const kiln_core *owner = of_a ? pair->a : pair->b;
		int along = edge >> 1 & 1, across = !along;
		double end = edge & 1 ? 1 : -1, t, others[3];
		kiln_d3 center = kiln_d3_scale(pair->between, of_a ? -1 : 1);
		center = kiln_d3_along(center, end, owner->side[across]);
		double distance2 = place_segment(of_a ? frame_b : frame_a, center, owner->side[along], &t, others);
		if (distance2 >= best)
			continue;
		best = distance2;
		double *own = of_a ? at.a : at.b, *other = of_a ? at.b : at.a;
		own[across] = end;
		own[along] = t;
		other[0] = others[0];
		other[1] = others[1];
	}
	return at;
}

kiln_core_nearest kilni_core_nearest_of(const kiln_core_pair *pair, const kiln_frame *frame)
{
	places at = places_on(pair, frame);
	return finish(pair, &at);
}

kiln_core_nearest kilni_core_nearest_flat(
	const kiln_core_pair *pair, const kiln_frame *frame_a, const kiln_frame *frame_b)
{
	places at = places_on_flat(pair, frame_a, frame_b, 0);
	return finish(pair, &at);
}

bool kilni_core_touches(const kiln_core *a, const kiln_core *b, const kiln_frame *frame)
{
	kiln_core_pair pair = kiln_core_pair_of(a, b);
	if (kiln_core_boxes_apart(&pair))
		return false;
	places at = places_on(&pair, frame);
	return touches_at(&pair, &at);
}

bool kilni_core_point_settles(const kiln_core_pair *pair)
{
	places at = {.a = {0, 0, 0}};
	for (int i = 0; i < pair->b->count; ++i)
		at.b[i] = kiln_core_foot(pair, i);
	return touches_at(pair, &at);
}

bool kilni_core_touches_flat(const kiln_core_pair *pair, const kiln_frame *frame_a, const kiln_frame *frame_b)
{
	places at = places_on_flat(pair, frame_a, frame_b, pair->radius);
	return touches_at(pair, &at);
}
