// SPDX-License-Identifier: MIT
#include "rss_shape.h"

#include "axial.h"

#include <math.h>

#define PI 3.14159265358979323846

/// Volume by Steiner's formula. A rectangle whose sides have passed each other is a segment or a point.
static double shape_cost(const rss_shape *s)
{
	double x = kiln_double_max(s->high[0] - s->low[0], 0), y = kiln_double_max(s->high[1] - s->low[1], 0),
		   r = s->radius;
	double volume = 2 * x * y * r + PI * (x + y) * r * r + 4 * PI / 3 * r * r * r;
	return volume + BOUND_AREA_SHARE * (x * y + r * (x + y + r) + BOUND_AREA_SHARE * (x + y));
}

/// Sets height and radius, and keeps every point's height over the middle in spare[0].
static void set_height(const bound_lanes *lanes, const rss_frame *frame, double extra, rss_shape *s)
{
	const bound_lanes_d3 normal = bound_lanes_all(frame->axes[2]);
	d4 low = d4_set1(HUGE_VAL), high = d4_set1(-HUGE_VAL);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		d4 at = bound_lanes_dot(bound_lanes_at(lanes, i), normal);
		low = d4_min(low, at);
		high = d4_max(high, at);
		d4_store(lanes->spare[0] + i, at);
	}
	double least = bound_lanes_least(low), most = bound_lanes_most(high);
	s->height = 0.5 * (least + most);
	s->radius = 0.5 * (most - least) + extra;
}

/// Returns how far beyond a side of the rectangle a point at a height may lie along the rectangle.
static double reach_at(const rss_shape *s, double height)
{
	double up = height - s->height;
	return sqrt(kiln_double_max(s->radius * s->radius - up * up, 0));
}

/// Returns the volume that the holders alone need.
static double holders_cost(
	const bound_lanes *lanes, const rss_frame *frame, const rss_holders *holders, const rss_shape *sized)
{
	rss_shape s = *sized;
	for (int k = 0; k < 2; ++k)
	{
		uint32_t l = holders->low[k], h = holders->high[k];
		kiln_d3 low = {lanes->x[l], lanes->y[l], lanes->z[l]}, high = {lanes->x[h], lanes->y[h], lanes->z[h]};
		s.low[k] = kiln_d3_dot(low, frame->axes[k]) + reach_at(&s, lanes->spare[0][l]);
		s.high[k] = kiln_d3_dot(high, frame->axes[k]) - reach_at(&s, lanes->spare[0][h]);
	}
	return shape_cost(&s);
}

/// Moves each of the rectangle's sides inwards as far as its rounded edge allows; they may pass each other. Keeps every
/// point's reach in spare[0], and its places along the sides in the next two.
static void set_sides(const bound_lanes *lanes, const rss_frame *frame, rss_shape *s)
{
	const bound_lanes_d3 axes[2] = {bound_lanes_all(frame->axes[0]), bound_lanes_all(frame->axes[1])};
	const d4 height = d4_set1(s->height), square = d4_set1(s->radius * s->radius), none = d4_set1(0);
	d4 low[2] = {d4_set1(HUGE_VAL), d4_set1(HUGE_VAL)}, high[2] = {d4_set1(-HUGE_VAL), d4_set1(-HUGE_VAL)};
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		bound_lanes_d3 p = bound_lanes_at(lanes, i);
		d4 up = d4_sub(d4_load(lanes->spare[0] + i), height);
		d4 reach = d4_sqrt(d4_max(d4_sub(square, d4_mul(up, up)), none));
		d4_store(lanes->spare[0] + i, reach);
		for (int k = 0; k < 2; ++k)
		{
			d4 at = bound_lanes_dot(p, axes[k]);
			low[k] = d4_min(low[k], d4_add(at, reach));
			high[k] = d4_max(high[k], d4_sub(at, reach));
			d4_store(lanes->spare[1 + k] + i, at);
		}
	}
	for (int k = 0; k < 2; ++k)
	{
		s->low[k] = bound_lanes_least(low[k]);
		s->high[k] = bound_lanes_most(high[k]);
	}
}

/// Finds the points that bound the sides.
static void find_holders(const bound_lanes *lanes, const rss_shape *s, rss_holders *holders)
{
	for (int k = 0; k < 2; ++k)
	{
		const d4 low = d4_set1(s->low[k]), high = d4_set1(s->high[k]);
		for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
		{
			d4 at = d4_load(lanes->spare[1 + k] + i), reach = d4_load(lanes->spare[0] + i);
			uint32_t lows = n4_bits(n4_eq(d4_add(at, reach), low)), highs = n4_bits(n4_eq(d4_sub(at, reach), high));
			for (uint32_t lane = 0; (lows | highs) >> lane != 0; ++lane)
			{
				holders->low[k] = lows >> lane & 1 ? i + lane : holders->low[k];
				holders->high[k] = highs >> lane & 1 ? i + lane : holders->high[k];
			}
		}
	}
}

/// Larsen et al. 1999: a point beyond two sides moves their corner outwards along the bisector until the corner's ball
/// touches the point; `reach` is the ball's radius at the point's height. `side` holds the positions of the two sides,
/// `sign` the outward directions.
static void trim_corner(double *side_x, double *side_y, double sign_x, double sign_y, double x, double y, double reach)
{
	double over_x = (x - *side_x) * sign_x, over_y = (y - *side_y) * sign_y;
	if (over_x <= 0 || over_y <= 0 || over_x * over_x + over_y * over_y <= reach * reach)
		return;
	double gap = over_x - over_y, root = 2 * reach * reach - gap * gap;
	double move = 0.5 * (over_x + over_y - sqrt(root > 0 ? root : 0));
	*side_x += sign_x * move;
	*side_y += sign_y * move;
}

static void trim_corners(const bound_lanes *lanes, uint32_t i, rss_shape *s)
{
	double x = lanes->spare[1][i], y = lanes->spare[2][i];
	bool right = x > s->high[0], far = y > s->high[1];
	if ((x >= s->low[0] && !right) || (y >= s->low[1] && !far))
		return;
	trim_corner(right ? &s->high[0] : &s->low[0], far ? &s->high[1] : &s->low[1], right ? 1 : -1, far ? 1 : -1, x, y,
		lanes->spare[0][i]);
}

/// Which of four points lie beyond two sides and out of the reach of their corner: bits 0 to 3.
static uint32_t beyond_corners(const bound_lanes *lanes, uint32_t i, const rss_shape *s)
{
	d4 square = d4_set1(0), reach = d4_load(lanes->spare[0] + i);
	n4 beyond = n4_gt(d4_set1(1), square);
	for (int k = 0; k < 2; ++k)
	{
		d4 at = d4_load(lanes->spare[1 + k] + i);
		d4 over = d4_max(d4_sub(at, d4_set1(s->high[k])), d4_sub(d4_set1(s->low[k]), at));
		beyond = n4_and(beyond, n4_gt(over, d4_set1(0)));
		square = d4_add(square, d4_mul(over, over));
	}
	return n4_bits(n4_and(beyond, n4_gt(square, d4_mul(reach, reach))));
}

double rss_shape_in(const bound_lanes *lanes, const rss_frame *frame, double extra, double limit, rss_holders *holders,
	rss_shape *shape)
{
	set_height(lanes, frame, extra, shape);
	if (holders_cost(lanes, frame, holders, shape) >= limit)
		return limit;
	set_sides(lanes, frame, shape);
	if (shape_cost(shape) >= limit)
		return limit;
	find_holders(lanes, shape, holders);
	for (int k = 0; k < 2; ++k)
		if (shape->low[k] > shape->high[k])
			shape->low[k] = shape->high[k] = 0.5 * (shape->low[k] + shape->high[k]);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		uint32_t beyond = beyond_corners(lanes, i, shape);
		for (uint32_t lane = 0; beyond >> lane != 0; ++lane)
			if (beyond >> lane & 1)
				trim_corners(lanes, i + lane, shape);
		if (beyond != 0 && shape_cost(shape) >= limit)
			return limit;
	}
	return shape_cost(shape);
}
