// SPDX-License-Identifier: MIT
#include "rss_shape.h"

#include "axial.h"
#include "math/bits.h"

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

/// Keeps every point's height in spare[0], and its places along the rectangle in the next two columns; `ends` gets the least and the
/// greatest height.
static void place(const bound_lanes *lanes, const rss_frame *frame, double ends[2])
{
	bound_lanes_d3 axes[3];
	d4 low = d4_set1(HUGE_VAL), high = d4_set1(-HUGE_VAL);
	for (int k = 0; k < 3; ++k)
		axes[k] = bound_lanes_all(frame->axes[k]);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		bound_lanes_d3 p = bound_lanes_at(lanes, i);
		d4 at = bound_lanes_dot(p, axes[2]);
		low = d4_min(low, at);
		high = d4_max(high, at);
		d4_store(lanes->spare[0] + i, at);
		for (int k = 0; k < 2; ++k)
			d4_store(lanes->spare[1 + k] + i, bound_lanes_dot(p, axes[k]));
	}
	ends[0] = bound_lanes_least(low);
	ends[1] = bound_lanes_most(high);
}

static rss_shape between(const double ends[2], double extra)
{
	return (rss_shape){.height = 0.5 * (ends[0] + ends[1]), .radius = 0.5 * (ends[1] - ends[0]) + extra};
}

/// What it costs to make a rectangle longer along each axis, by the length.
typedef struct rss_prices
{
	double along[2];
	double unit[2]; ///< divided by the length of both
} rss_prices;

static rss_prices prices_of(const rss_shape *s)
{
	double ends = PI * s->radius * s->radius + BOUND_AREA_SHARE;
	double x = 2 * (s->high[1] - s->low[1]) * s->radius + ends, y = 2 * (s->high[0] - s->low[0]) * s->radius + ends;
	double length = sqrt(x * x + y * y);
	return (rss_prices){{x, y}, {x / length, y / length}};
}

/// Finds the cheapest move of two sides after which their corner's ball reaches a point `over` beyond them; `reach` is the
/// ball's radius at the point's height. Returns what it costs, 0 where none is needed.
static double corner_move(const rss_prices *prices, const double over[2], double reach, double move[2])
{
	double x = over[0], y = over[1], cost_x = prices->along[0], cost_y = prices->along[1];
	move[0] = move[1] = 0;
	if (x <= 0 || y <= 0 || x * x + y * y <= reach * reach)
		return 0;
	move[0] = x - reach * prices->unit[0];
	move[1] = y - reach * prices->unit[1];
	if (move[0] < 0)
	{
		move[0] = 0;
		move[1] = y - sqrt(reach * reach - x * x);
	}
	else if (move[1] < 0)
	{
		move[1] = 0;
		move[0] = x - sqrt(reach * reach - y * y);
	}
	return cost_x * move[0] + cost_y * move[1];
}

/// Moves the corner beside a point beyond two sides, as Larsen et al. 1999 do along the bisector. Returns whether it moves.
static bool trim_corner(rss_shape *s, const rss_prices *prices, double x, double y, double reach)
{
	bool right = x > s->high[0], far = y > s->high[1];
	const double over[2] = {right ? x - s->high[0] : s->low[0] - x, far ? y - s->high[1] : s->low[1] - y};
	double move[2];
	if (corner_move(prices, over, reach, move) <= 0)
		return false;
	s->high[0] += right ? move[0] : 0;
	s->low[0] -= right ? 0 : move[0];
	s->high[1] += far ? move[1] : 0;
	s->low[1] -= far ? 0 : move[1];
	return true;
}

/// Where the sides have passed each other, brings them together.
static void close_sides(rss_shape *s)
{
	for (int k = 0; k < 2; ++k)
		if (s->low[k] > s->high[k])
			s->low[k] = s->high[k] = 0.5 * (s->low[k] + s->high[k]);
}

/// Moves each of the rectangle's sides inwards as far as its rounded edge allows; they may pass each other. Keeps every
/// point's reach beyond the rectangle in the last column.
static void set_sides(const bound_lanes *lanes, rss_shape *s)
{
	const d4 height = d4_set1(s->height), square = d4_set1(s->radius * s->radius), none = d4_set1(0);
	d4 low[2] = {d4_set1(HUGE_VAL), d4_set1(HUGE_VAL)}, high[2] = {d4_set1(-HUGE_VAL), d4_set1(-HUGE_VAL)};
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		d4 up = d4_sub(d4_load(lanes->spare[0] + i), height);
		d4 reach = d4_sqrt(d4_max(d4_sub(square, d4_mul(up, up)), none));
		d4_store(lanes->spare[3] + i, reach);
		for (int k = 0; k < 2; ++k)
		{
			d4 at = d4_load(lanes->spare[1 + k] + i);
			low[k] = d4_min(low[k], d4_add(at, reach));
			high[k] = d4_max(high[k], d4_sub(at, reach));
		}
	}
	for (int k = 0; k < 2; ++k)
	{
		s->low[k] = bound_lanes_least(low[k]);
		s->high[k] = bound_lanes_most(high[k]);
	}
}

/// Takes the points that hold the heights and the sides.
static void hold(const bound_lanes *lanes, const rss_shape *s, double extra, bound_held *held)
{
	const double half = (s->radius - extra) * (1 - 1e-14);
	const d4 middle = d4_set1(s->height), most = d4_set1(half);
	const d4 low[2] = {d4_set1(s->low[0]), d4_set1(s->low[1])}, high[2] = {d4_set1(s->high[0]), d4_set1(s->high[1])};
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		d4 reach = d4_load(lanes->spare[3] + i), up = d4_sub(d4_load(lanes->spare[0] + i), middle);
		uint32_t bits = n4_bits(n4_gt(d4_abs(up), most));
		for (int k = 0; k < 2; ++k)
		{
			d4 at = d4_load(lanes->spare[1 + k] + i);
			bits |= n4_bits(n4_eq(d4_add(at, reach), low[k])) | n4_bits(n4_eq(d4_sub(at, reach), high[k]));
		}
		if (bits != 0)
			bound_held_take(held, lanes, i, bits);
	}
}

/// Which of four points lie beyond two sides and out of the reach of their corner: bits 0 to 3.
static uint32_t beyond_corners(const bound_lanes *lanes, uint32_t i, const rss_shape *s)
{
	d4 square = d4_set1(0), reach = d4_load(lanes->spare[3] + i);
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

/// Trims the corners at every point beyond them; `held` (may be NULL) takes those points.
static void trim_corners(const bound_lanes *lanes, rss_shape *s, bound_held *held)
{
	const rss_prices prices = prices_of(s);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		uint32_t beyond = beyond_corners(lanes, i, s), moved = 0;
		for (uint32_t lane = 0; beyond >> lane != 0; ++lane)
			if (beyond >> lane & 1 && trim_corner(s, &prices, lanes->spare[1][i + lane], lanes->spare[2][i + lane],
										  lanes->spare[3][i + lane]))
				moved |= 1u << lane;
		if (held && moved != 0)
			bound_held_take(held, lanes, i, moved);
	}
}

/// A volume around the points held, which is at most that of the lozenge around all, or hardly more: their range of heights may be
/// less. As rss_shape_in, but in registers.
static double held_cost(const bound_lanes *lanes, const rss_frame *frame, double extra, double limit)
{
	enum
	{
		GROUPS = BOUND_HELD / BOUND_LANES
	};
	const bound_lanes_d3 normal = bound_lanes_all(frame->axes[2]);
	d4 up[GROUPS], reach[GROUPS], at[2][GROUPS], ends[2] = {d4_set1(HUGE_VAL), d4_set1(-HUGE_VAL)};
	for (uint32_t i = 0; i < GROUPS; ++i)
	{
		up[i] = bound_lanes_dot(bound_lanes_at(lanes, BOUND_LANES * i), normal);
		ends[0] = d4_min(ends[0], up[i]);
		ends[1] = d4_max(ends[1], up[i]);
	}
	double bottom = bound_lanes_least(ends[0]), top = bound_lanes_most(ends[1]);
	rss_shape s = {.height = 0.5 * (bottom + top), .radius = 0.5 * (top - bottom) + extra};
	const d4 square = d4_set1(s.radius * s.radius), middle = d4_set1(s.height);
	for (uint32_t i = 0; i < GROUPS; ++i)
	{
		d4 from = d4_sub(up[i], middle);
		reach[i] = d4_sqrt(d4_max(d4_sub(square, d4_mul(from, from)), d4_set1(0)));
	}
	for (int k = 0; k < 2; ++k)
	{
		const bound_lanes_d3 axis = bound_lanes_all(frame->axes[k]);
		d4 low = d4_set1(HUGE_VAL), high = d4_set1(-HUGE_VAL);
		for (uint32_t i = 0; i < GROUPS; ++i)
		{
			at[k][i] = bound_lanes_dot(bound_lanes_at(lanes, BOUND_LANES * i), axis);
			low = d4_min(low, d4_add(at[k][i], reach[i]));
			high = d4_max(high, d4_sub(at[k][i], reach[i]));
		}
		s.low[k] = bound_lanes_least(low);
		s.high[k] = bound_lanes_most(high);
	}
	double sides = shape_cost(&s);
	if (sides >= limit)
		return sides;
	for (uint32_t i = 0; i < GROUPS; ++i)
	{
		for (int k = 0; k < 2; ++k)
			d4_store(lanes->spare[1 + k] + BOUND_LANES * i, at[k][i]);
		d4_store(lanes->spare[3] + BOUND_LANES * i, reach[i]);
	}
	close_sides(&s);
	trim_corners(lanes, &s, NULL);
	return shape_cost(&s);
}

/// Makes the shape of points that are placed; as rss_shape_in.
static double shape_of(const bound_lanes *lanes, double extra, double limit, bound_held *held, rss_shape *shape)
{
	set_sides(lanes, shape);
	if (held)
		hold(lanes, shape, extra, held);
	double sides = shape_cost(shape);
	if (sides >= limit)
		return sides;
	close_sides(shape);
	trim_corners(lanes, shape, held);
	return shape_cost(shape);
}

double rss_shape_in(
	const bound_lanes *lanes, const rss_frame *frame, double extra, double limit, bound_held *held, rss_shape *shape)
{
	if (held && held->lanes.count > 0)
	{
		double least = held_cost(&held->lanes, frame, extra, limit);
		if (least >= limit)
			return least;
	}
	double ends[2];
	place(lanes, frame, ends);
	*shape = between(ends, extra);
	return shape_of(lanes, extra, limit, held, shape);
}

double rss_shape_least(const bound_lanes *lanes, const rss_frame *frame, const double *extras, int count, double *extra)
{
	double ends[2], least = HUGE_VAL;
	place(lanes, frame, ends);
	for (int i = 0; i < count; ++i)
	{
		rss_shape shape = between(ends, extras[i]);
		double cost = shape_of(lanes, extras[i], least, NULL, &shape);
		*extra = cost < least ? extras[i] : *extra;
		least = kiln_double_min(cost, least);
	}
	return least;
}
