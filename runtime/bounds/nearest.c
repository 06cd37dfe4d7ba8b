// SPDX-License-Identifier: MIT
#include "core.h"

static double clamp(double x, double most)
{
	return x < -most ? -most : x > most ? most : x;
}

/// A segment from p - q to p + q in a box's frame: half the derivative of its squared distance from the box over the
/// place t on it.
static double slope_at(const double p[3], const double q[3], const double half[3], double t)
{
	double slope = 0;
	for (int k = 0; k < 3; ++k)
	{
		double x = p[k] + t * q[k];
		slope += q[k] * (x - clamp(x, half[k]));
	}
	return slope;
}

/// Where -1 <= t <= 1 the segment is nearest to the box. The squared distance is convex, and a parabola between the
/// at most six places at which the segment crosses the planes of the faces: the slope at those encloses the parabola
/// that has the minimum.
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

/// Moves the places on the sides, r[i] of a's and s[i] of b's, to where the difference is least in each one by turns
/// (Gauss and Seidel). The frame that they were found in is only nearly that of the sides.
static kiln_d3 settle(const kiln_core_pair *pair, double r[3], double s[3])
{
	const kiln_core *a = pair->a, *b = pair->b;
	kiln_d3 toward = pair->between;
	for (int i = 0; i < a->count; ++i)
		toward = kiln_d3_along(toward, -r[i], a->side[i]);
	for (int i = 0; i < b->count; ++i)
		toward = kiln_d3_along(toward, s[i], b->side[i]);
	for (int round = 0; round < 2; ++round)
		for (int i = 0; i < a->count + b->count; ++i)
		{
			bool of_a = i < a->count;
			kiln_d3 side = of_a ? a->side[i] : b->side[i - a->count];
			double *place = of_a ? &r[i] : &s[i - a->count];
			double length2 = kiln_d3_length2(side), sign = of_a ? 1 : -1;
			if (!(length2 > 0))
				continue;
			double moved = clamp(*place + sign * kiln_d3_dot(toward, side) / length2, 1);
			toward = kiln_d3_along(toward, sign * (*place - moved), side);
			*place = moved;
		}
	return toward;
}

static kiln_core_nearest finish(const kiln_core_pair *pair, double r[3], double s[3])
{
	settle(pair, r, s);
	kiln_core_nearest nearest = {.on_b = pair->between};
	for (int i = 0; i < pair->a->count; ++i)
		nearest.on_a = kiln_d3_along(nearest.on_a, r[i], pair->a->side[i]);
	for (int i = 0; i < pair->b->count; ++i)
		nearest.on_b = kiln_d3_along(nearest.on_b, s[i], pair->b->side[i]);
	nearest.toward = kiln_d3_sub(nearest.on_b, nearest.on_a);
	nearest.distance2 = kiln_d3_length2(nearest.toward);
	return nearest;
}

/// Places on a box (s) and on a segment with the given center and half (returned).
static double place_segment(const kiln_frame *frame, kiln_d3 center, kiln_d3 half_segment, double s[3])
{
	double p[3], q[3];
	for (int k = 0; k < 3; ++k)
	{
		p[k] = kiln_d3_dot(frame->axis[k], center);
		q[k] = kiln_d3_dot(frame->axis[k], half_segment);
	}
	double t = nearest_place(p, q, frame->half);
	for (int k = 0; k < 3; ++k)
	{
		double x = clamp(p[k] + t * q[k], frame->half[k]);
		s[k] = frame->half[k] > 0 ? x / frame->half[k] : 0;
	}
	return t;
}

kiln_core_nearest kiln_core_nearest_of(const kiln_core_pair *pair, const kiln_frame *frame)
{
	double r[3] = {0, 0, 0}, s[3];
	r[0] = place_segment(frame, kiln_d3_scale(pair->between, -1), pair->a->side[0], s);
	return finish(pair, r, s);
}

kiln_core_nearest kiln_core_nearest_flat(
	const kiln_core_pair *pair, const kiln_frame *frame_a, const kiln_frame *frame_b, double enough)
{
	// The least distance of two parallelograms is taken at an edge of one of them, even where they cross.
	kiln_core_nearest best = {.distance2 = 0};
	bool found = false;
	for (int edge = 0; edge < 8; ++edge)
	{
		bool of_a = edge < 4;
		const kiln_core *owner = of_a ? pair->a : pair->b;
		int along = edge >> 1 & 1, across = !along;
		double end = edge & 1 ? 1 : -1;
		double places[2][3] = {{0, 0, 0}, {0, 0, 0}};
		kiln_d3 center = kiln_d3_scale(pair->between, of_a ? -1 : 1);
		center = kiln_d3_along(center, end, owner->side[across]);
		double *own = places[!of_a], *others = places[of_a];
		own[across] = end;
		own[along] = place_segment(of_a ? frame_b : frame_a, center, owner->side[along], others);
		kiln_core_nearest nearest = finish(pair, places[0], places[1]);
		if (!found || nearest.distance2 < best.distance2)
			best = nearest;
		found = true;
		if (best.distance2 <= enough * enough)
			break;
	}
	return best;
}

bool kiln_core_touches(const kiln_core *a, const kiln_core *b, const kiln_frame *frame)
{
	kiln_core_pair pair = kiln_core_pair_of(a, b);
	if (kiln_core_boxes_apart(&pair))
		return false;
	kiln_core_nearest nearest = kiln_core_nearest_of(&pair, frame);
	return nearest.distance2 <= pair.radius * pair.radius || !kiln_core_apart(&pair, nearest.toward);
}
