// SPDX-License-Identifier: MIT
#include "rectangle.h"

#include "memory.h"

#include <math.h>
#include <string.h>

/// The count of points from which it is faster to drop the points inside an octagon before sorting.
#define MANY 96

/// A distance that is only a rounding error, where the longest side is 1 to 2.
#define NOTHING 1e-13

/// A turn must reduce the cost by more than rounding does.
#define GAIN 1e-12

#define TURNS_MAX 100

bool obb_work_make(const kilncook_context *context, uint32_t capacity, obb_work *work)
{
	*work = (obb_work){.capacity = capacity};
	work->points = cook_alloc(context, capacity, sizeof *work->points);
	work->spare = cook_alloc(context, capacity, sizeof *work->spare);
	work->chain = cook_alloc(context, 2 * (size_t)capacity, sizeof *work->chain);
	if (work->points && work->spare && work->chain)
		return true;
	obb_work_free(context, work);
	return false;
}

void obb_work_free(const kilncook_context *context, obb_work *work)
{
	cook_free(context, work->points, work->capacity, sizeof *work->points);
	cook_free(context, work->spare, work->capacity, sizeof *work->spare);
	cook_free(context, work->chain, 2 * (size_t)work->capacity, sizeof *work->chain);
	*work = (obb_work){0};
}

static inline double turn_of(const double a[2], const double b[2], const double c[2])
{
	return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// Drops points well inside the octagon of the farthest points along the axes and diagonals (Akl and Toussaint 1978).
static uint32_t drop_inner(double (*p)[2], uint32_t count)
{
	static const double way[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
	double corner[8][2], most[8];
	for (uint32_t j = 0; j < 8; ++j)
	{
		most[j] = p[0][0] * way[j][0] + p[0][1] * way[j][1];
		memcpy(corner[j], p[0], sizeof corner[j]);
	}
	for (uint32_t i = 1; i < count; ++i)
		for (uint32_t j = 0; j < 8; ++j)
		{
			double d = p[i][0] * way[j][0] + p[i][1] * way[j][1];
			if (d > most[j])
			{
				most[j] = d;
				memcpy(corner[j], p[i], sizeof corner[j]);
			}
		}
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		bool inner = true;
		for (uint32_t j = 0; j < 8 && inner; ++j)
		{
			const double *a = corner[j], *b = corner[(j + 1) % 8];
			inner = (a[0] == b[0] && a[1] == b[1]) || turn_of(a, b, p[i]) > NOTHING;
		}
		if (inner)
			continue;
		memmove(p[kept], p[i], sizeof p[i]);
		++kept;
	}
	return kept;
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

/// Makes the convex polygon around sorted points, counter-clockwise; the first corner is not repeated (Andrew 1979).
static uint32_t polygon(const double (*p)[2], uint32_t count, double (*chain)[2])
{
	uint32_t size = 0;
	for (uint32_t pass = 0; pass < 2; ++pass)
	{
		uint32_t least = size + 1;
		for (uint32_t n = 0; n < count; ++n)
		{
			const double *q = p[pass == 0 ? n : count - 1 - n];
			while (size > least && turn_of(chain[size - 2], chain[size - 1], q) <= 0.0)
				--size;
			// Corners that differ only by rounding would stop the calipers.
			if (size == 0 || fabs(chain[size - 1][0] - q[0]) + fabs(chain[size - 1][1] - q[1]) > NOTHING)
				memcpy(chain[size++], q, sizeof *chain);
		}
		// The last point of a pass is the first of the next.
		if (size > 1)
			--size;
	}
	return size;
}

static inline double along(const double e[2], const double (*c)[2], uint32_t count, uint32_t i)
{
	const double *p = c[i % count];
	return e[0] * p[0] + e[1] * p[1];
}

static inline double above(const double e[2], const double (*c)[2], uint32_t count, uint32_t i)
{
	const double *p = c[i % count];
	return e[0] * p[1] - e[1] * p[0];
}

/// Finds the unit direction along a side of the rectangle of least area.
static void least_rectangle(const double (*c)[2], uint32_t count, double side[2])
{
	uint32_t right = 0, top = 0, left = 0;
	double least = (double)INFINITY;
	for (uint32_t i = 0; i < count; ++i)
	{
		const double *a = c[i], *b = c[(i + 1) % count];
		double e[2] = {b[0] - a[0], b[1] - a[1]};
		double square = e[0] * e[0] + e[1] * e[1];
		right = right < i + 1 ? i + 1 : right;
		while (right < i + count && along(e, c, count, right + 1) > along(e, c, count, right))
			++right;
		top = top < right ? right : top;
		while (top < i + count && above(e, c, count, top + 1) > above(e, c, count, top))
			++top;
		left = left < top ? top : left;
		while (left < i + count && along(e, c, count, left + 1) < along(e, c, count, left))
			++left;
		double width = along(e, c, count, right) - along(e, c, count, left);
		double area = width * (above(e, c, count, top) - above(e, c, count, i)) / square;
		if (area < least)
		{
			double length = sqrt(square);
			least = area;
			side[0] = e[0] / length;
			side[1] = e[1] / length;
		}
	}
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

double obb_turn(const double (*points)[3], uint32_t count, uint32_t k, obb_work *work, obb_frame *frame, double cost)
{
	obb_frame turned = *frame;
	double *u = turned.axes[(k + 1) % 3], *v = turned.axes[(k + 2) % 3];
	for (uint32_t i = 0; i < count; ++i)
	{
		work->points[i][0] = obb_dot(points[i], u);
		work->points[i][1] = obb_dot(points[i], v);
	}
	uint32_t kept = count > MANY ? drop_inner(work->points, count) : count;
	double(*sorted)[2] = sort(work->points, work->spare, kept), side[2] = {1.0, 0.0};
	uint32_t corners = polygon((const double(*)[2])sorted, kept, work->chain);
	work->spent += 4 * (uint64_t)count;
	if (corners < 2)
		return cost;
	least_rectangle((const double(*)[2])work->chain, corners, side);
	turn_axes(u, v, side);
	// Recomputes the box: many turns would accumulate rounding errors.
	obb_frame exact;
	if (!obb_frame_from(turned.axes[k], u, &exact))
		return cost;
	for (uint32_t i = 0; i < 3; ++i)
		memcpy(turned.axes[(k + i) % 3], exact.axes[i], sizeof exact.axes[i]);
	double turned_cost = obb_cost(points, count, &turned);
	if (!(turned_cost < cost * (1.0 - GAIN)))
		return cost;
	*frame = turned;
	return turned_cost;
}

double obb_refine(const double (*points)[3], uint32_t count, obb_work *work, obb_frame *frame)
{
	double cost = obb_cost(points, count, frame);
	uint32_t idle = 0;
	for (uint32_t turn = 0; turn < TURNS_MAX && idle < 3; ++turn)
	{
		double turned = obb_turn(points, count, turn % 3, work, frame, cost);
		idle = turned < cost ? 0 : idle + 1;
		cost = turned;
	}
	return cost;
}
