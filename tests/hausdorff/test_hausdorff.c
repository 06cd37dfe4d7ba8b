// SPDX-License-Identifier: MIT
// The certain distance of two surfaces, against bounds by brute force and known distances.

#include "hausdorff/hausdorff.h"

#include "clean/clean_shapes.h"
#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context context;
static const hausdorff_options plain = {.limit = -1};

#define MOST 64

typedef struct soup
{
	float vertices[3 * MOST][3];
	uint32_t triangles[MOST][3];
	uint32_t count;
} soup;

static hausdorff_surface surface_of(const soup *s)
{
	return (hausdorff_surface){
		(const float(*)[3])s->vertices, (const uint32_t(*)[3])s->triangles, 3 * s->count, s->count};
}

static void add(soup *s, const double corners[3][3])
{
	for (uint32_t k = 0; k < 3; ++k)
	{
		s->triangles[s->count][k] = 3 * s->count + k;
		for (int i = 0; i < 3; ++i)
			s->vertices[3 * s->count + k][i] = (float)corners[k][i];
	}
	++s->count;
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
static long double triangle_distance(const long double p[3], const soup *s, uint32_t triangle)
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
static void sample(const soup *from, uint32_t triangle, const soup *to, int n, long double *low, long double *high)
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

/// Compares both directions with samples: the intervals must have a number in common, and the one under test must be narrow.
static void check(const soup *a, const soup *b, int n)
{
	long double low = 0, high = 0, reach = 0;
	hausdorff_result r, other;
	const hausdorff_surface sa = surface_of(a), sb = surface_of(b);
	for (uint32_t i = 0; i < a->count; ++i)
		sample(a, i, b, n, &low, &high);
	for (uint32_t i = 0; i < b->count; ++i)
		sample(b, i, a, n, &low, &high);
	for (uint32_t i = 0; i < 3 * MOST; ++i)
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
	assert_true(r.finished);
	assert_true((long double)r.upper <= 1.01L * (long double)r.lower + reach * 0x1p-41L);
}

typedef enum soup_kind
{
	SOUP_GENERAL,
	SOUP_LATTICE, ///< small whole numbers: coplanar, touching, degenerate
	SOUP_NEEDLE,
	SOUP_FLAT, ///< all in one plane
	SOUP_FAR,
	SOUP_HUGE,
	SOUP_TINY,
	SOUP_KINDS,
} soup_kind;

static void make(soup *s, soup_kind kind, uint32_t count, shape_random *random)
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
				if (kind == SOUP_LATTICE)
					x = shape_below(random, 4);
				if (kind == SOUP_NEEDLE)
					x = middle[i] + (i == 0 ? k : 1e-7 * shape_share(random));
				if (kind == SOUP_FLAT && i == 2)
					x = 0.25;
				if (kind == SOUP_FAR)
					x += 4096;
				if (kind == SOUP_HUGE)
					x *= 1e12;
				if (kind == SOUP_TINY)
					x *= 1e-30;
				corners[k][i] = x;
			}
		add(s, (const double(*)[3])corners);
	}
}

static void agrees_with_brute_force_on_soups(void **state)
{
	(void)state;
	shape_random random = {1};
	static soup a, b;
	for (int trial = 0; trial < 70; ++trial)
	{
		soup_kind kind = (soup_kind)(trial % SOUP_KINDS);
		uint32_t first = 1 + shape_below(&random, 12), second = 1 + shape_below(&random, 12);
		make(&a, kind, first, &random);
		make(&b, kind, second, &random);
		check(&a, &b, 24);
	}
}

/// A square of n x n cells at a height, each cut along one of its diagonals.
static void add_square(soup *s, int n, double size, double z, bool turned)
{
	for (int i = 0; i < n; ++i)
		for (int k = 0; k < n; ++k)
		{
			double x = size * i / n, y = size * k / n, d = size / n;
			const double square[4][3] = {{x, y, z}, {x + d, y, z}, {x + d, y + d, z}, {x, y + d, z}};
			double one[3][3], two[3][3];
			for (int c = 0; c < 3; ++c)
				for (int j = 0; j < 3; ++j)
				{
					one[c][j] = square[turned ? (c + 1) % 4 : c][j];
					two[c][j] = square[turned ? (c + 3) % 4 : (c + 2) % 4][j];
				}
			add(s, (const double(*)[3])one);
			add(s, (const double(*)[3])two);
		}
}

static void finds_known_distances(void **state)
{
	(void)state;
	soup a = {0}, b = {0};
	hausdorff_result r;
	add_square(&a, 1, 4, 0, false);
	add_square(&b, 5, 4, 0.5, true);
	const hausdorff_surface sa = surface_of(&a), sb = surface_of(&b);
	assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
	assert_true(r.lower <= 0.5 && r.upper >= 0.5 && r.upper - r.lower < 0.006 && r.finished);
	// A square twice as large: the far corner decides, in one direction only.
	soup large = {0};
	add_square(&large, 2, 8, 0, false);
	const hausdorff_surface whole = surface_of(&large);
	assert_int_equal(hausdorff_measure(&context, &sa, &whole, &plain, &r), KILNCOOK_OK);
	assert_true(r.lower <= 4 * sqrt(2) && r.upper >= 4 * sqrt(2) && r.upper < 5.72);
	assert_true(r.at[0] == 8 && r.at[1] == 8);
	assert_int_equal(hausdorff_one_sided(&context, &sa, &whole, &plain, NULL, &r), KILNCOOK_OK);
	assert_true(r.lower >= 0 && r.upper < 1e-11);
}

static void equal_surfaces_have_no_distance(void **state)
{
	(void)state;
	shape_random random = {2};
	static soup a, b;
	hausdorff_result r;
	for (int trial = 0; trial < 20; ++trial)
	{
		make(&a, (soup_kind)(trial % SOUP_KINDS), 40, &random);
		b = a;
		for (uint32_t i = 0; i < b.count; ++i)
		{
			uint32_t swap = b.triangles[i][0];
			b.triangles[i][0] = b.triangles[i][1];
			b.triangles[i][1] = swap;
		}
		const hausdorff_surface sa = surface_of(&a), sb = surface_of(&b);
		assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
		assert_true(r.lower >= 0 && r.upper <= 0 && r.finished);
	}
}

static void a_plane_cut_otherwise_has_nearly_no_distance(void **state)
{
	(void)state;
	soup a = {0}, b = {0};
	hausdorff_result r;
	add_square(&a, 5, 1, 0, false);
	add_square(&b, 3, 1, 0, true);
	const hausdorff_surface sa = surface_of(&a), sb = surface_of(&b);
	assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
	// Cell corners are rounded to float.
	assert_true(r.upper < 1e-6);
	assert_true(r.pieces < 4000);
}

static void a_limit_decides_as_the_distance_does(void **state)
{
	(void)state;
	shape_random random = {3};
	static soup a, b;
	for (int trial = 0; trial < 40; ++trial)
	{
		hausdorff_result r, decided, one;
		bool far[MOST];
		make(&a, (soup_kind)(trial % SOUP_KINDS), 10, &random);
		make(&b, (soup_kind)(trial % SOUP_KINDS), 10, &random);
		const hausdorff_surface sa = surface_of(&a), sb = surface_of(&b);
		assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
		hausdorff_options limited = {.limit = r.upper * 1.01};
		assert_int_equal(hausdorff_measure(&context, &sa, &sb, &limited, &decided), KILNCOOK_OK);
		assert_true(decided.finished && decided.upper <= limited.limit && decided.lower <= r.upper);
		limited.limit = r.lower * 0.99;
		assert_int_equal(hausdorff_measure(&context, &sa, &sb, &limited, &decided), KILNCOOK_OK);
		assert_true(decided.finished && decided.upper > limited.limit);
		// The triangles that are not far are within the limit, alone.
		assert_int_equal(hausdorff_one_sided(&context, &sa, &sb, &plain, NULL, &one), KILNCOOK_OK);
		limited.limit = one.upper * 0.6;
		assert_int_equal(hausdorff_one_sided(&context, &sa, &sb, &limited, far, &decided), KILNCOOK_OK);
		for (uint32_t i = 0; i < a.count; ++i)
		{
			hausdorff_surface single = sa;
			single.triangles = &sa.triangles[i];
			single.triangle_count = 1;
			assert_int_equal(hausdorff_one_sided(&context, &single, &sb, &plain, NULL, &one), KILNCOOK_OK);
			assert_true(far[i] ? one.upper >= limited.limit * 0.999 : one.lower <= limited.limit);
		}
	}
}

static void threads_and_order_do_not_matter(void **state)
{
	(void)state;
	shape_random random = {4};
	static soup a, b;
	hausdorff_result r, other;
	make(&a, SOUP_GENERAL, MOST, &random);
	make(&b, SOUP_GENERAL, MOST, &random);
	const hausdorff_surface sa = surface_of(&a), sb = surface_of(&b);
	const hausdorff_options many = {.limit = -1, .threads = 3};
	assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
	assert_int_equal(hausdorff_measure(&context, &sa, &sb, &many, &other), KILNCOOK_OK);
	assert_true(r.lower >= other.lower && r.lower <= other.lower && r.upper >= other.upper && r.upper <= other.upper);
	assert_int_equal(r.pieces, other.pieces);
}

static void reports_that_memory_ran_out(void **state)
{
	(void)state;
	shape_random random = {5};
	static soup a, b;
	counted_memory memory;
	const kilncook_context counted = counted_context(&memory);
	hausdorff_result r;
	make(&a, SOUP_GENERAL, MOST, &random);
	make(&b, SOUP_GENERAL, MOST, &random);
	const hausdorff_surface sa = surface_of(&a), sb = surface_of(&b);
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t at = 1; at < 200 && status != KILNCOOK_OK; ++at)
	{
		memory.calls = 0;
		memory.fail_at = at;
		status = hausdorff_measure(&counted, &sa, &sb, &plain, &r);
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
	}
	assert_int_equal(status, KILNCOOK_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_brute_force_on_soups),
		cmocka_unit_test(finds_known_distances),
		cmocka_unit_test(equal_surfaces_have_no_distance),
		cmocka_unit_test(a_plane_cut_otherwise_has_nearly_no_distance),
		cmocka_unit_test(a_limit_decides_as_the_distance_does),
		cmocka_unit_test(threads_and_order_do_not_matter),
		cmocka_unit_test(reports_that_memory_ran_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
