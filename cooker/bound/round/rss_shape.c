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
	double ends[2];
	bound_lanes_heights(lanes, frame->axes[2], ends);
	s->height = 0.5 * (ends[0] + ends[1]);
	s->radius = 0.5 * (ends[1] - ends[0]) + extra;
}

/// Returns how far beyond a side of the rectangle a point at a height may lie along the rectangle.
static double reach_at(const rss_shape *s, double height)
{
	double up = height - s->height;
	return sqrt(kiln_double_max(s->radius * s->radius - up * up, 0));
}

/// What it costs to make a rectangle longer along each axis, by the length.
typedef struct rss_prices
{
	double along[2];
} rss_prices;

static rss_prices prices_of(const rss_shape *s)
{
	double ends = PI * s->radius * s->radius + BOUND_AREA_SHARE;
	return (rss_prices){
		{2 * (s->high[1] - s->low[1]) * s->radius + ends, 2 * (s->high[0] - s->low[0]) * s->radius + ends}};
}

/// Finds the cheapest move of two sides after which their corner's ball reaches a point `over` beyond them; `reach` is the
/// ball's radius at the point's height. Returns what it costs, 0 where none is needed.
static double corner_move(const rss_prices *prices, const double over[2], double reach, double move[2])
{
	double x = over[0], y = over[1], cost_x = prices->along[0], cost_y = prices->along[1];
	move[0] = move[1] = 0;
	if (x <= 0 || y <= 0 || x * x + y * y <= reach * reach)
		return 0;
	double share = reach / sqrt(cost_x * cost_x + cost_y * cost_y);
	move[0] = x - share * cost_x;
	move[1] = y - share * cost_y;
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

/// Moves the corner beside a point beyond two sides, as Larsen et al. 1999 do along the bisector. Returns its number, or -1
/// where none moves.
static int trim_corner(rss_shape *s, const rss_prices *prices, double x, double y, double reach)
{
	bool right = x > s->high[0], far = y > s->high[1];
	const double over[2] = {right ? x - s->high[0] : s->low[0] - x, far ? y - s->high[1] : s->low[1] - y};
	double move[2];
	if (corner_move(prices, over, reach, move) <= 0)
		return -1;
	s->high[0] += right ? move[0] : 0;
	s->low[0] -= right ? 0 : move[0];
	s->high[1] += far ? move[1] : 0;
	s->low[1] -= far ? 0 : move[1];
	return right + 2 * far;
}

/// Where the sides have passed each other, brings them together.
static void close_sides(rss_shape *s)
{
	for (int k = 0; k < 2; ++k)
		if (s->low[k] > s->high[k])
			s->low[k] = s->high[k] = 0.5 * (s->low[k] + s->high[k]);
}

static kiln_d3 point_at(const bound_lanes *lanes, uint32_t i)
{
	return (kiln_d3){lanes->x[i], lanes->y[i], lanes->z[i]};
}

/// Whether the holders alone need a volume of at least `limit`.
static bool is_lost(
	const bound_lanes *lanes, const rss_frame *frame, const rss_holders *holders, const rss_shape *sized, double limit)
{
	rss_shape s = *sized;
	for (int k = 0; k < 2; ++k)
	{
		uint32_t low = holders->low[k], high = holders->high[k];
		s.low[k] = kiln_d3_dot(point_at(lanes, low), frame->axes[k]) + reach_at(&s, lanes->spare[0][low]);
		s.high[k] = kiln_d3_dot(point_at(lanes, high), frame->axes[k]) - reach_at(&s, lanes->spare[0][high]);
	}
	double sides = shape_cost(&s);
	if (sides >= limit || s.low[0] > s.high[0] || s.low[1] > s.high[1])
		return sides >= limit;
	const rss_prices prices = prices_of(&s);
	double costs[4], move[2];
	for (int corner = 0; corner < 4; ++corner)
	{
		uint32_t i = holders->corners[corner];
		kiln_d3 p = point_at(lanes, i);
		double x = kiln_d3_dot(p, frame->axes[0]), y = kiln_d3_dot(p, frame->axes[1]);
		const double over[2] = {corner & 1 ? x - s.high[0] : s.low[0] - x, corner & 2 ? y - s.high[1] : s.low[1] - y};
		costs[corner] = corner_move(&prices, over, reach_at(&s, lanes->spare[0][i]), move);
	}
	// Opposite corners move different sides.
	return sides + kiln_double_max(costs[0] + costs[3], costs[1] + costs[2]) >= limit;
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
	if (is_lost(lanes, frame, holders, shape, limit))
		return limit;
	set_sides(lanes, frame, shape);
	if (shape_cost(shape) >= limit)
		return limit;
	const rss_shape sides = *shape;
	rss_holders held = *holders;
	close_sides(shape);
	const rss_prices prices = prices_of(shape);
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		uint32_t beyond = beyond_corners(lanes, i, shape);
		for (uint32_t lane = i; beyond != 0; ++lane, beyond >>= 1)
		{
			int corner = beyond & 1 ? trim_corner(shape, &prices, lanes->spare[1][lane], lanes->spare[2][lane],
										  lanes->spare[0][lane])
									: -1;
			if (corner >= 0)
				held.corners[corner] = lane;
		}
	}
	double cost = shape_cost(shape);
	if (cost < limit)
	{
		*holders = held;
		find_holders(lanes, &sides, holders);
	}
	return cost;
}
