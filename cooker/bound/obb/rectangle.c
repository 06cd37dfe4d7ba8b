// SPDX-License-Identifier: MIT
#include "rectangle.h"

#include "memory.h"

#include <math.h>
#include <string.h>

/// A distance that is only a rounding error, where the longest side is 1 to 2.
#define NOTHING 1e-13

/// The share of its cost that a box may lose by the rounding of an outline.
#define WHOLE 1e-9

/// A turn must reduce the cost by more than this share: less is not worth the turns, and may be rounding.
#define GAIN 1e-8

bool obb_work_make(const kilncook_context *context, const obb_cloud *cloud, obb_work *work)
{
	const convex_hull *h = cloud->input.hull;
	bool solid = h->dimension == 3;
	*work = (obb_work){.cloud = cloud, .capacity = solid ? h->half_edge_count / 2 : cloud->count};
	bool made = bound_lanes_of(context, cloud, &work->lanes);
	made = made && (!solid || obb_outline_make(context, cloud, &work->outline));
	work->corners = cook_alloc(context, work->capacity, sizeof *work->corners);
	work->points = cook_alloc(context, work->capacity, sizeof *work->points);
	work->spare = cook_alloc(context, work->capacity, sizeof *work->spare);
	work->chain = cook_alloc(context, 2 * (size_t)work->capacity + 2, sizeof *work->chain);
	if (made && work->corners && work->points && work->spare && work->chain)
		return true;
	obb_work_free(context, work);
	return false;
}

void obb_work_free(const kilncook_context *context, obb_work *work)
{
	bound_lanes_free(context, &work->lanes);
	obb_outline_free(context, &work->outline);
	cook_free(context, work->corners, work->capacity, sizeof *work->corners);
	cook_free(context, work->points, work->capacity, sizeof *work->points);
	cook_free(context, work->spare, work->capacity, sizeof *work->spare);
	cook_free(context, work->chain, 2 * (size_t)work->capacity + 2, sizeof *work->chain);
	*work = (obb_work){0};
}

double obb_work_cost(const obb_work *work, const obb_frame *frame)
{
	const bound_lanes *lanes = &work->lanes;
	bound_lanes_d3 axes[3];
	d4 low[3], high[3];
	for (int k = 0; k < 3; ++k)
	{
		axes[k] = bound_lanes_all((kiln_d3){frame->axes[k][0], frame->axes[k][1], frame->axes[k][2]});
		low[k] = d4_set1(HUGE_VAL);
		high[k] = d4_set1(-HUGE_VAL);
	}
	for (uint32_t i = 0; i < lanes->count; i += BOUND_LANES)
	{
		bound_lanes_d3 p = bound_lanes_at(lanes, i);
		for (int k = 0; k < 3; ++k)
		{
			d4 at = bound_lanes_dot(p, axes[k]);
			low[k] = d4_min(low[k], at);
			high[k] = d4_max(high[k], at);
		}
	}
	double lengths[3];
	for (int k = 0; k < 3; ++k)
		lengths[k] = bound_lanes_most(high[k]) - bound_lanes_least(low[k]);
	return obb_cost_of_lengths(lengths);
}

static inline double turn_of(const double a[2], const double b[2], const double c[2])
{
	return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static inline bool is_less(const double a[2], const double b[2])
{
	return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

/// Sorts by the first coordinate, then by the second: runs of `width`, merged bottom up.
static double (*sort(double (*p)[2], double (*spare)[2], uint32_t count))[2]
{
	uint32_t width = 8;
	for (uint32_t first = 0; first < count; first += width)
		for (uint32_t i = first + 1; i < first + width && i < count; ++i)
		{
			double moved[2] = {p[i][0], p[i][1]};
			uint32_t j = i;
			for (; j > first && is_less(moved, p[j - 1]); --j)
				memcpy(p[j], p[j - 1], sizeof moved);
			memcpy(p[j], moved, sizeof moved);
		}
	for (; width < count; width *= 2)
	{
		for (uint32_t first = 0; first < count; first += 2 * width)
		{
			uint32_t middle = first + width < count ? first + width : count;
			uint32_t end = middle + width < count ? middle + width : count, i = first, j = middle;
			for (uint32_t out = first; out < end; ++out)
			{
				bool left = j == end || (i < middle && !is_less(p[j], p[i]));
				memcpy(spare[out], left ? p[i++] : p[j++], sizeof *spare);
			}
		}
		double(*swap)[2] = p;
		p = spare;
		spare = swap;
	}
	return p;
}

/// Adds a corner to a polygon that turns left, without corners before it that would not, but not without those before `least`.
static inline uint32_t add_corner(double (*chain)[2], uint32_t size, uint32_t least, const double q[2])
{
	while (size > least && turn_of(chain[size - 2], chain[size - 1], q) <= 0.0)
		--size;
	// Corners that differ only by rounding would stop the calipers.
	if (size == 0 || fabs(chain[size - 1][0] - q[0]) + fabs(chain[size - 1][1] - q[1]) > NOTHING)
		memcpy(chain[size++], q, sizeof *chain);
	return size;
}

/// Makes the convex polygon around sorted points, counter-clockwise; the first corner is not repeated (Andrew 1979).
static uint32_t polygon(const double (*p)[2], uint32_t count, double (*chain)[2])
{
	uint32_t size = 0;
	for (uint32_t pass = 0; pass < 2; ++pass)
	{
		uint32_t least = size + 1;
		for (uint32_t n = 0; n < count; ++n)
			size = add_corner(chain, size, least, p[pass == 0 ? n : count - 1 - n]);
		// The last point of a pass is the first of the next.
		if (size > 1)
			--size;
	}
	return size;
}

/// Makes the same polygon of points that are listed around it, counter-clockwise, with one sort the less. Returns 0 where they
/// don't go from the least to the greatest point and back, because of rounding.
static uint32_t polygon_around(const double (*p)[2], uint32_t count, double (*chain)[2])
{
	uint32_t start = 0, size = 0, least = 1;
	for (uint32_t i = 1; i < count; ++i)
		start = is_less(p[i], p[start]) ? i : start;
	bool back = false;
	for (uint32_t n = 0, at = start; n < count; ++n)
	{
		uint32_t next = at + 1 < count ? at + 1 : 0;
		size = add_corner(chain, size, least, p[at]);
		if (is_less(p[next], p[at]) != back)
		{
			if (back)
				return 0;
			back = true;
			least = size;
		}
		at = next;
	}
	size = add_corner(chain, size, least, p[start]);
	return size > 1 ? size - 1 : size;
}

static inline double along(const double e[2], const double p[2])
{
	return e[0] * p[0] + e[1] * p[1];
}

static inline double above(const double e[2], const double p[2])
{
	return e[0] * p[1] - e[1] * p[0];
}

/// Finds the unit direction along a side of the rectangle of least area. `c` has room for the corners twice. Returns the area.
static double least_rectangle(double (*c)[2], uint32_t count, double side[2])
{
	uint32_t right = 0, top = 0, left = 0;
	double least = (double)INFINITY;
	memcpy(c + count, c, count * sizeof *c);
	memcpy(c + 2 * (size_t)count, c, sizeof *c);
	for (uint32_t i = 0; i < count; ++i)
	{
		const double *a = c[i], *b = c[i + 1];
		double e[2] = {b[0] - a[0], b[1] - a[1]}, next;
		double square = e[0] * e[0] + e[1] * e[1];
		right = right < i + 1 ? i + 1 : right;
		double most = along(e, c[right]);
		for (; right < i + count && (next = along(e, c[right + 1])) > most; ++right)
			most = next;
		top = top < right ? right : top;
		double highest = above(e, c[top]);
		for (; top < i + count && (next = above(e, c[top + 1])) > highest; ++top)
			highest = next;
		left = left < top ? top : left;
		double fewest = along(e, c[left]);
		for (; left < i + count && (next = along(e, c[left + 1])) < fewest; ++left)
			fewest = next;
		double area = (most - fewest) * (highest - above(e, a)) / square;
		if (area < least)
		{
			double length = sqrt(square);
			least = area;
			side[0] = e[0] / length;
			side[1] = e[1] / length;
		}
	}
	return least;
}

/// Turns the axes u and v by the direction `side` in their plane.
static void turn_axes(double u[3], double v[3], const double side[2])
{
	for (uint32_t k = 0; k < 3; ++k)
	{
		double a = u[k], b = v[k];
		u[k] = side[0] * a + side[1] * b;
		v[k] = side[0] * b - side[1] * a;
	}
}

/// Projects points, the corners or all, to the plane of u and v. `lengths` gets the sides of the rectangle around them.
static void project(
	obb_work *work, const uint32_t *corners, uint32_t count, const double u[3], const double v[3], double lengths[2])
{
	double low[2] = {(double)INFINITY, (double)INFINITY}, high[2] = {-(double)INFINITY, -(double)INFINITY};
	for (uint32_t i = 0; i < count; ++i)
	{
		const double *p = work->cloud->points[corners ? corners[i] : i];
		const double at[2] = {obb_dot(p, u), obb_dot(p, v)};
		for (uint32_t k = 0; k < 2; ++k)
		{
			work->points[i][k] = at[k];
			low[k] = at[k] < low[k] ? at[k] : low[k];
			high[k] = at[k] > high[k] ? at[k] : high[k];
		}
	}
	for (uint32_t k = 0; k < 2; ++k)
		lengths[k] = high[k] - low[k];
}

/// Makes the polygon of the cloud's projection along axis k in work->chain. `*area` gets the area of the rectangle along the
/// other two axes. Returns how many corners there are.
static uint32_t polygon_along(obb_work *work, const obb_frame *frame, uint32_t k, double cost, double *area)
{
	const double *axis = frame->axes[k], *u = frame->axes[(k + 1) % 3], *v = frame->axes[(k + 2) % 3];
	bool solid = work->outline.half_count > 0;
	uint32_t count = work->cloud->count, corners = 0;
	double lengths[3];
	if (solid)
	{
		double ends[2];
		count = obb_outline_of(&work->outline, axis, work->corners);
		project(work, work->corners, count, u, v, lengths);
		bound_lanes_heights(&work->lanes, (kiln_d3){axis[0], axis[1], axis[2]}, ends);
		lengths[2] = ends[1] - ends[0];
		// A torn outline leaves out points that hold the box.
		if (count > 0 && obb_cost_of_lengths(lengths) >= cost * (1.0 - WHOLE))
			corners = polygon_around((const double(*)[2])work->points, count, work->chain);
	}
	if (corners == 0)
	{
		count = solid ? obb_outline_all(&work->outline, work->corners) : count;
		project(work, solid ? work->corners : NULL, count, u, v, lengths);
		double(*sorted)[2] = sort(work->points, work->spare, count);
		corners = polygon((const double(*)[2])sorted, count, work->chain);
	}
	*area = lengths[0] * lengths[1];
	return corners;
}

double obb_turn(obb_work *work, uint32_t k, obb_frame *frame, double cost)
{
	obb_frame turned = *frame;
	double *u = turned.axes[(k + 1) % 3], *v = turned.axes[(k + 2) % 3], before, side[2] = {1.0, 0.0};
	uint32_t corners = polygon_along(work, frame, k, cost, &before);
	work->spent += work->cloud->count;
	if (corners < 2)
		return cost;
	double area = least_rectangle(work->chain, corners, side);
	if (corners > 2 && !(area < before * (1.0 - GAIN)))
		return cost;
	turn_axes(u, v, side);
	// Recomputes the box: many turns would accumulate rounding errors.
	obb_frame exact;
	if (!obb_frame_from(turned.axes[k], u, &exact))
		return cost;
	for (uint32_t i = 0; i < 3; ++i)
		memcpy(turned.axes[(k + i) % 3], exact.axes[i], sizeof exact.axes[i]);
	double turned_cost = obb_work_cost(work, &turned);
	if (!(turned_cost < cost * (1.0 - GAIN)))
		return cost;
	*frame = turned;
	return turned_cost;
}

obb_turning obb_turning_from(const obb_work *work, const obb_frame *frame)
{
	return (obb_turning){.frame = *frame, .cost = obb_work_cost(work, frame)};
}

void obb_turn_on(obb_work *work, obb_turning *t, uint32_t turns)
{
	for (; turns > 0 && t->idle < 3; --turns, ++t->turn)
	{
		double turned = obb_turn(work, t->turn % 3, &t->frame, t->cost);
		// Another turn about the same axis would find the same rectangle.
		t->idle = turned < t->cost ? 1 : t->idle + 1;
		t->cost = turned;
	}
}

double obb_refine(obb_work *work, obb_frame *frame)
{
	obb_turning turning = obb_turning_from(work, frame);
	obb_turn_on(work, &turning, OBB_TURNS_MAX);
	*frame = turning.frame;
	return turning.cost;
}
