// SPDX-License-Identifier: MIT
#include "bound/proof/floats.h"
#include "exact/exact.h"
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// The part of a triangle in a box is a convex polygon. Its corners are corners of the triangle, points where an edge crosses a side of the
/// box, and points where the triangle crosses an edge of the box. Each coordinate of such a point that is no float is replaced by two floats
/// around it, which exact signs prove.

/// Floats around a number.
typedef struct range
{
	float low, high;
} range;

bool parts_point(const kilncook_context *context, parts_points *points, const float at[3])
{
	if (points->count == points->capacity)
	{
		uint32_t larger = points->capacity + points->capacity / 2 + 64;
		void *grown = larger > points->capacity
						  ? cook_resize(context, points->at, points->capacity, larger, sizeof *points->at)
						  : NULL;
		if (!grown)
			return false;
		points->at = grown;
		points->capacity = larger;
	}
	memcpy(points->at[points->count++], at, sizeof *points->at);
	return true;
}

static float float_down(double value)
{
	float f = (float)value;
	return ((double)f > value ? bound_next_down(f) : f) + 0.0f;
}

static float float_up(double value)
{
	return -float_down(-value) + 0.0f;
}

/// A line or plane over coordinates that are given, and its height there: the sign of a number is that of its distance above.
typedef struct height
{
	double corners[3][3];
	double at[3];
	int count; ///< 2 corners of a line, with two coordinates, or 3 of a plane
	int axis;  ///< of `at` that the height is along
	int up;	   ///< sign of the predicate above
} height;

static int side_of(height *h, float value)
{
	h->at[h->axis] = (double)value;
	int sign = h->count == 2 ? exact_orient2d(h->corners[0], h->corners[1], h->at)
							 : exact_orient3d(h->corners[0], h->corners[1], h->corners[2], h->at);
	return sign * h->up;
}

/// Finds floats around the height: one where the height is that float, else two on both sides of it, near `guess`, between `least` and
/// `most`, which are known to be around it.
static range around(height *h, double guess, double error, float least, float most)
{
	if (!(guess >= (double)least))
		guess = (double)least;
	if (!(guess <= (double)most))
		guess = (double)most;
	float middle = (float)guess + 0.0f;
	if (side_of(h, middle) == 0)
		return (range){middle, middle};
	range found = {least, most};
	for (int tries = 0; tries < 24; ++tries, error *= 16)
	{
		float low = float_down(guess - error), high = float_up(guess + error);
		if (low > found.low && side_of(h, low) <= 0)
			found.low = low;
		if (high < found.high && side_of(h, high) >= 0)
			found.high = high;
		if ((found.low >= low || low <= least) && (found.high <= high || high >= most))
			break;
	}
	return found;
}

/// Appends the corners of a box that is the product of ranges, cut to the box of the cell; none where they are apart.
static bool add_product(const kilncook_context *context, const range ranges[3], const float low[3], const float high[3],
	parts_points *points)
{
	float ends[3][2];
	for (int k = 0; k < 3; ++k)
	{
		ends[k][0] = ranges[k].low > low[k] ? ranges[k].low : low[k];
		ends[k][1] = ranges[k].high < high[k] ? ranges[k].high : high[k];
		if (ends[k][0] > ends[k][1])
			return true;
	}
	for (uint32_t i = 0; i < 8; ++i)
	{
		float at[3];
		bool again = false;
		for (int k = 0; k < 3; ++k)
		{
			at[k] = ends[k][i >> k & 1];
			again |= (i >> k & 1) && ends[k][0] >= ends[k][1];
		}
		if (!again && !parts_point(context, points, at))
			return false;
	}
	return true;
}

static float lesser(float a, float b)
{
	return a < b ? a : b;
}

static float larger(float a, float b)
{
	return a > b ? a : b;
}

/// The coordinate along `other` of the point where an edge, whose ends are on both sides, crosses the plane `at` across `axis`.
static range cross_edge(const float a[3], const float b[3], int axis, float at, int other)
{
	// Along both coordinates, the height grows to the left of an edge that runs forwards.
	height h = {.corners = {{(double)a[axis], (double)a[other]}, {(double)b[axis], (double)b[other]}},
		.at = {(double)at},
		.count = 2,
		.axis = 1,
		.up = b[axis] > a[axis] ? 1 : -1};
	double share = ((double)at - (double)a[axis]) / ((double)b[axis] - (double)a[axis]);
	double guess = (double)a[other] + share * ((double)b[other] - (double)a[other]);
	double error = 0x1p-49 * (fabs((double)a[other]) + fabs((double)b[other]));
	return around(&h, guess, error, lesser(a[other], b[other]), larger(a[other], b[other]));
}

/// Adds the points where an edge crosses the sides of the box.
static bool add_edge(const kilncook_context *context, const float a[3], const float b[3], const float low[3],
	const float high[3], parts_points *points)
{
	for (int axis = 0; axis < 3; ++axis)
		for (int end = 0; end < (low[axis] < high[axis] ? 2 : 1); ++end)
		{
			float at = end ? high[axis] : low[axis];
			if (!(lesser(a[axis], b[axis]) < at && larger(a[axis], b[axis]) > at))
				continue;
			range ranges[3];
			for (int other = 0; other < 3; ++other)
				ranges[other] = other == axis ? (range){at, at} : cross_edge(a, b, axis, at, other);
			if (!add_product(context, ranges, low, high, points))
				return false;
		}
	return true;
}

/// Sign of the area of three points, seen along an axis.
static int area_sign(const float a[3], const float b[3], const float c[3], int axis)
{
	int u = (axis + 1) % 3, v = (axis + 2) % 3;
	const double flat[3][2] = {
		{(double)a[u], (double)a[v]}, {(double)b[u], (double)b[v]}, {(double)c[u], (double)c[v]}};
	return exact_orient2d(flat[0], flat[1], flat[2]);
}

/// The height along `axis` of a triangle that lies over the point; its projection has the sign `up`.
static range cross_triangle(const float c[3][3], int axis, int up, const float point[3])
{
	height h = {.count = 3, .axis = axis, .up = up};
	double n[3], guess = (double)c[0][axis], error = 0, least = 0;
	for (int i = 0; i < 3; ++i)
	{
		h.at[i] = (double)point[i];
		for (int k = 0; k < 3; ++k)
			h.corners[k][i] = (double)c[k][i];
	}
	for (int i = 0; i < 3; ++i)
	{
		int u = (i + 1) % 3, v = (i + 2) % 3;
		n[i] = (h.corners[1][u] - h.corners[0][u]) * (h.corners[2][v] - h.corners[0][v]) -
			   (h.corners[1][v] - h.corners[0][v]) * (h.corners[2][u] - h.corners[0][u]);
	}
	for (int i = 1; i < 3; ++i)
	{
		int u = (axis + i) % 3;
		double term = n[u] / n[axis] * (h.at[u] - h.corners[0][u]);
		guess -= term;
		error += 0x1p-48 * fabs(term);
	}
	least = 0x1p-48 * fabs((double)c[0][axis]);
	error = error + least <= (double)FLT_MAX ? error + least : 1;
	if (!(fabs(guess) <= (double)FLT_MAX))
		guess = (double)c[0][axis];
	return around(&h, guess, error, lesser(c[0][axis], lesser(c[1][axis], c[2][axis])),
		larger(c[0][axis], larger(c[1][axis], c[2][axis])));
}

/// Whether the triangle lies over the point, seen along an axis, where its projection has the sign `up`.
static bool is_over(const float c[3][3], int axis, int up, const float point[3])
{
	for (int k = 0; k < 3; ++k)
		if (area_sign(c[k], c[(k + 1) % 3], point, axis) * up < 0)
			return false;
	return true;
}

/// Adds the points where the triangle crosses the edges of the box.
static bool add_crossings(
	const kilncook_context *context, const float c[3][3], const float low[3], const float high[3], parts_points *points)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		int u = (axis + 1) % 3, v = (axis + 2) % 3, up = area_sign(c[0], c[1], c[2], axis);
		for (int i = 0; i < 4 && up; ++i)
		{
			float point[3] = {0};
			if (((i & 1) && low[u] >= high[u]) || ((i & 2) && low[v] >= high[v]))
				continue;
			point[u] = i & 1 ? high[u] : low[u];
			point[v] = i & 2 ? high[v] : low[v];
			if (!is_over(c, axis, up, point))
				continue;
			range ranges[3];
			ranges[u] = (range){point[u], point[u]};
			ranges[v] = (range){point[v], point[v]};
			ranges[axis] = cross_triangle(c, axis, up, point);
			if (!add_product(context, ranges, low, high, points))
				return false;
		}
	}
	return true;
}

bool parts_clip(const kilncook_context *context, const float corners[3][3], const float low[3], const float high[3],
	parts_points *points)
{
	for (int k = 0; k < 3; ++k)
		if (!add_edge(context, corners[k], corners[(k + 1) % 3], low, high, points))
			return false;
	return add_crossings(context, corners, low, high, points);
}
