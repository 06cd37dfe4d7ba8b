// SPDX-License-Identifier: MIT
#include "hausdorff_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context context;
static const hausdorff_options plain = {.limit = -1};

hausdorff_surface hausdorff_case_surface(const hausdorff_soup *s)
{
	return (hausdorff_surface){
		(const float(*)[3])s->vertices, (const uint32_t(*)[3])s->triangles, 3 * s->count, s->count};
}

void hausdorff_case_add(hausdorff_soup *s, const double corners[3][3])
{
	for (uint32_t k = 0; k < 3; ++k)
	{
		s->triangles[s->count][k] = 3 * s->count + k;
		for (int i = 0; i < 3; ++i)
			s->vertices[3 * s->count + k][i] = (float)corners[k][i];
	}
	++s->count;
}

void hausdorff_case_make(hausdorff_soup *s, hausdorff_soup_kind kind, uint32_t count, shape_random *random)
{
	s->count = 0;
	while (s->count < count)
	{
		double corners[3][3], middle[3];
		for (int i = 0; i < 3; ++i)
			middle[i] = shape_share(random);
		for (int k = 0; k < 3; ++k)
			for (int i = 0; i < 3; ++i)
			{
				double x = middle[i] + 0.5 * shape_share(random);
				if (kind == HAUSDORFF_SOUP_LATTICE)
					x = shape_below(random, 4);
				if (kind == HAUSDORFF_SOUP_NEEDLE)
					x = middle[i] + (i == 0 ? k : 1e-7 * shape_share(random));
				if (kind == HAUSDORFF_SOUP_FLAT && i == 2)
					x = 0.25;
				if (kind == HAUSDORFF_SOUP_FAR)
					x += 4096;
				if (kind == HAUSDORFF_SOUP_HUGE)
					x *= 1e12;
				if (kind == HAUSDORFF_SOUP_TINY)
					x *= 1e-30;
				corners[k][i] = x;
			}
		hausdorff_case_add(s, (const double(*)[3])corners);
	}
}

/// The distance of a point from the segment ab, in long double.
static long double segment_distance(const long double p[3], const float a[3], const float b[3])
{
	long double along = 0, whole = 0, sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		along += (p[k] - (long double)a[k]) * ((long double)b[k] - (long double)a[k]);
		whole += ((long double)b[k] - (long double)a[k]) * ((long double)b[k] - (long double)a[k]);
	}
	long double t = whole > 0 ? along / whole : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	for (int k = 0; k < 3; ++k)
	{
		long double d = p[k] - ((long double)a[k] + t * ((long double)b[k] - (long double)a[k]));
		sum += d * d;
	}
	return sqrtl(sum);
}

/// The distance of a point from a triangle: that of the plane where the point is on the inner side of all edges, or of an edge.
static long double triangle_distance(const long double p[3], const hausdorff_soup *s, uint32_t triangle)
{
	const float *c[3];
	long double n[3], u[3], v[3], best = (long double)INFINITY, height = 0, length2 = 0;
	bool inside = true;
	for (int k = 0; k < 3; ++k)
		c[k] = s->vertices[s->triangles[triangle][k]];
	for (int k = 0; k < 3; ++k)
	{
		u[k] = (long double)c[1][k] - (long double)c[0][k];
		v[k] = (long double)c[2][k] - (long double)c[0][k];
	}
	for (int k = 0; k < 3; ++k)
		n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
	for (int k = 0; k < 3; ++k)
	{
		height += n[k] * (p[k] - (long double)c[0][k]);
		length2 += n[k] * n[k];
	}
	for (int i = 0; i < 3; ++i)
	{
		long double side = 0, d = segment_distance(p, c[i], c[(i + 1) % 3]);
		best = d < best ? d : best;
		for (int k = 0; k < 3; ++k)
		{
			long double e1 = (long double)c[(i + 1) % 3][(k + 1) % 3] - (long double)c[i][(k + 1) % 3],
						e2 = (long double)c[(i + 1) % 3][(k + 2) % 3] - (long double)c[i][(k + 2) % 3];
			side += n[k] * (e1 * (p[(k + 2) % 3] - (long double)c[i][(k + 2) % 3]) -
							   e2 * (p[(k + 1) % 3] - (long double)c[i][(k + 1) % 3]));
		}
		inside = inside && side >= 0;
	}
	if (inside && length2 > 0)
	{
		long double d = fabsl(height) / sqrtl(length2);
		best = d < best ? d : best;
	}
	return best;
}

/// Samples a triangle of `from` in n steps a side: the largest distance from `to`, and how far a point can be from a sample.
static void sample(
	const hausdorff_soup *from, uint32_t triangle, const hausdorff_soup *to, int n, long double *low, long double *high)
{
	long double at[3][3], longest = 0, farthest = 0;
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
			at[k][i] = (long double)from->vertices[from->triangles[triangle][k]][i];
	for (int k = 0; k < 3; ++k)
	{
		long double side = 0;
		for (int i = 0; i < 3; ++i)
			side += (at[k][i] - at[(k + 1) % 3][i]) * (at[k][i] - at[(k + 1) % 3][i]);
		longest = side > longest ? side : longest;
	}
	for (int a = 0; a <= n; ++a)
		for (int b = 0; a + b <= n; ++b)
		{
			long double p[3], nearest = (long double)INFINITY;
			for (int i = 0; i < 3; ++i)
				p[i] = (at[0][i] * a + at[1][i] * b + at[2][i] * (n - a - b)) / n;
			for (uint32_t t = 0; t < to->count; ++t)
			{
				long double d = triangle_distance(p, to, t);
				nearest = d < nearest ? d : nearest;
			}
			farthest = nearest > farthest ? nearest : farthest;
		}
	*low = farthest > *low ? farthest : *low;
	farthest += sqrtl(longest) / n;
	*high = farthest > *high ? farthest : *high;
}

void hausdorff_case_check(const hausdorff_soup *a, const hausdorff_soup *b, int n, bool narrow)
{
	long double low = 0, high = 0, reach = 0;
	hausdorff_result r, other;
	const hausdorff_surface sa = hausdorff_case_surface(a), sb = hausdorff_case_surface(b);
	for (uint32_t i = 0; i < a->count; ++i)
		sample(a, i, b, n, &low, &high);
	for (uint32_t i = 0; i < b->count; ++i)
		sample(b, i, a, n, &low, &high);
	for (uint32_t i = 0; i < 3 * HAUSDORFF_SOUP_MOST; ++i)
		for (int k = 0; k < 3; ++k)
		{
			long double x = i < 3 * a->count ? fabsl((long double)a->vertices[i][k]) : 0;
			long double y = i < 3 * b->count ? fabsl((long double)b->vertices[i][k]) : 0;
			reach = fmaxl(reach, fmaxl(x, y));
		}
	assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
	assert_int_equal(hausdorff_measure(&context, &sb, &sa, &plain, &other), KILNCOOK_OK);
	assert_true((long double)r.lower <= high * (1 + 1e-15L));
	assert_true((long double)r.upper >= low * (1 - 1e-15L));
	assert_true(r.lower >= 0 && r.lower <= r.upper);
	assert_true(other.lower <= r.upper && r.lower <= other.upper);
	assert_true(r.finished || !narrow);
	assert_true(!narrow || (long double)r.upper <= 1.01L * (long double)r.lower + reach * 0x1p-41L);
}
