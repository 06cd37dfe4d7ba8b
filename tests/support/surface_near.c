// SPDX-License-Identifier: MIT
#include "surface_near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka needs these first.
#include <cmocka.h>

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double segment_distance(const double p[3], const double a[3], const double b[3])
{
	double ab[3], ap[3], rest[3];
	for (int i = 0; i < 3; ++i)
	{
		ab[i] = b[i] - a[i];
		ap[i] = p[i] - a[i];
	}
	double t = fmin(1, fmax(0, dot(ap, ab) / dot(ab, ab)));
	for (int i = 0; i < 3; ++i)
		rest[i] = ap[i] - t * ab[i];
	return sqrt(dot(rest, rest));
}

/// The distance of a point from a triangle: from its plane where the foot lies inside, else from its edges.
static double triangle_distance(const double p[3], const double c[3][3])
{
	double n[3], inside = 1, best = INFINITY;
	for (int i = 0; i < 3; ++i)
	{
		int m = (i + 1) % 3, k = (i + 2) % 3;
		n[i] = (c[1][m] - c[0][m]) * (c[2][k] - c[0][k]) - (c[1][k] - c[0][k]) * (c[2][m] - c[0][m]);
	}
	for (int e = 0; e < 3; ++e)
	{
		const double *a = c[e], *b = c[(e + 1) % 3];
		double side = 0;
		for (int i = 0; i < 3; ++i)
		{
			int m = (i + 1) % 3, k = (i + 2) % 3;
			side += n[i] * ((b[m] - a[m]) * (p[k] - a[k]) - (b[k] - a[k]) * (p[m] - a[m]));
		}
		inside = fmin(inside, side);
		best = fmin(best, segment_distance(p, a, b));
	}
	double off[3] = {p[0] - c[0][0], p[1] - c[0][1], p[2] - c[0][2]};
	return inside >= 0 ? fabs(dot(off, n)) / sqrt(dot(n, n)) : best;
}

static int compare(const void *left, const void *right)
{
	const near_triangle *a = left, *b = right;
	return (a->low[0] > b->low[0]) - (a->low[0] < b->low[0]);
}

void surface_near_begin(
	surface_near *near, const float (*vertices)[3], const uint32_t (*triangles)[3], uint32_t triangle_count)
{
	*near = (surface_near){
		.triangles = calloc((size_t)triangle_count + 1, sizeof *near->triangles), .count = triangle_count};
	assert_non_null(near->triangles);
	for (uint32_t i = 0; i < triangle_count; ++i)
	{
		near_triangle *t = &near->triangles[i];
		for (int axis = 0; axis < 3; ++axis)
		{
			for (int k = 0; k < 3; ++k)
				t->corners[k][axis] = (double)vertices[triangles[i][k]][axis];
			t->low[axis] = fmin(fmin(t->corners[0][axis], t->corners[1][axis]), t->corners[2][axis]);
			t->high[axis] = fmax(fmax(t->corners[0][axis], t->corners[1][axis]), t->corners[2][axis]);
		}
	}
	qsort(near->triangles, triangle_count, sizeof *near->triangles, compare);
	for (uint32_t i = 0; i < triangle_count; ++i)
	{
		near_triangle *t = &near->triangles[i];
		t->most = i && t[-1].most > t->high[0] ? t[-1].most : t->high[0];
	}
}

void surface_near_end(surface_near *near)
{
	free(near->triangles);
	*near = (surface_near){0};
}

static bool is_near(const near_triangle *t, const double p[3], double limit)
{
	for (int i = 0; i < 3; ++i)
		if (p[i] < t->low[i] - limit || p[i] > t->high[i] + limit)
			return false;
	return triangle_distance(p, (const double(*)[3])t->corners) <= limit;
}

bool surface_near_point(surface_near *near, const double point[3], double limit)
{
	const near_triangle *list = near->triangles;
	uint32_t first = 0, end = near->count;
	if (near->last < near->count && is_near(&list[near->last], point, limit))
		return true;
	// No triangle from `first` on begins before the point.
	while (first < end)
	{
		const uint32_t middle = first + (end - first) / 2;
		if (list[middle].low[0] - limit <= point[0])
			first = middle + 1;
		else
			end = middle;
	}
	for (uint32_t t = first; t-- > 0 && list[t].most + limit >= point[0];)
		if (is_near(&list[t], point, limit))
		{
			near->last = t;
			return true;
		}
	return false;
}

bool surface_near_triangle(surface_near *near, const float (*vertices)[3], const uint32_t triangle[3], double limit)
{
	static const double weights[7][3] = {
		{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0.5, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {1.0 / 3, 1.0 / 3, 1.0 / 3}};
	for (int i = 0; i < 7; ++i)
	{
		double point[3] = {0, 0, 0};
		for (int k = 0; k < 3; ++k)
			for (int axis = 0; axis < 3; ++axis)
				point[axis] += weights[i][k] * (double)vertices[triangle[k]][axis];
		if (!surface_near_point(near, point, limit))
			return false;
	}
	return true;
}
