// SPDX-License-Identifier: MIT
// The certain distance of two surfaces, against bounds by brute force and known distances.

#include "hausdorff_case.h"

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

static void agrees_with_brute_force_on_soups(void **state)
{
	(void)state;
	shape_random random = {1};
	static hausdorff_soup a, b;
	for (int trial = 0; trial < 70; ++trial)
	{
		hausdorff_soup_kind kind = (hausdorff_soup_kind)(trial % HAUSDORFF_SOUP_KINDS);
		uint32_t first = 1 + shape_below(&random, 12), second = 1 + shape_below(&random, 12);
		hausdorff_case_make(&a, kind, first, &random);
		hausdorff_case_make(&b, kind, second, &random);
		hausdorff_case_check(&a, &b, 24, true);
	}
}

/// A square of n x n cells at a height, each cut along one of its diagonals.
static void add_square(hausdorff_soup *s, int n, double size, double z, bool turned)
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
			hausdorff_case_add(s, (const double(*)[3])one);
			hausdorff_case_add(s, (const double(*)[3])two);
		}
}

static void finds_known_distances(void **state)
{
	(void)state;
	hausdorff_soup a = {0}, b = {0};
	hausdorff_result r;
	add_square(&a, 1, 4, 0, false);
	add_square(&b, 5, 4, 0.5, true);
	const hausdorff_surface sa = hausdorff_case_surface(&a), sb = hausdorff_case_surface(&b);
	assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
	assert_true(r.lower <= 0.5 && r.upper >= 0.5 && r.upper - r.lower < 0.006 && r.finished);
	// A square twice as large: the far corner decides, in one direction only.
	hausdorff_soup large = {0};
	add_square(&large, 2, 8, 0, false);
	const hausdorff_surface whole = hausdorff_case_surface(&large);
	assert_int_equal(hausdorff_measure(&context, &sa, &whole, &plain, &r), KILNCOOK_OK);
	assert_true(r.lower <= 4 * sqrt(2) && r.upper >= 4 * sqrt(2) && r.upper < 5.72);
	assert_true(r.at[0] == 8 && r.at[1] == 8);
	assert_int_equal(hausdorff_one_sided(&context, &sa, &whole, &plain, NULL, &r), KILNCOOK_OK);
	assert_true(r.lower >= 0 && r.upper < 1e-11);
}

static void triangles_with_equal_corners_are_segments_and_points(void **state)
{
	(void)state;
	shape_random random = {6};
	static hausdorff_soup a, b;
	for (int trial = 0; trial < 60; ++trial)
	{
		hausdorff_case_make(&a, trial & 1 ? HAUSDORFF_SOUP_LATTICE : HAUSDORFF_SOUP_GENERAL, 4, &random);
		hausdorff_case_make(&b, trial & 1 ? HAUSDORFF_SOUP_LATTICE : HAUSDORFF_SOUP_GENERAL, 4, &random);
		for (uint32_t i = 0; i < 4; ++i)
		{
			// Two corners of each, and all of the last one, in each order.
			uint32_t k = (i + (uint32_t)trial) % 3;
			b.triangles[i][k] = b.triangles[i][(k + 1) % 3];
			if (i == 3)
				b.triangles[i][(k + 2) % 3] = b.triangles[i][k];
		}
		hausdorff_case_check(&a, &b, 12, true);
	}
}

/// A long triangle reaches far, and its rounding hides how far the other surface is from it: the way back, which matters less.
static void the_nearer_direction_may_stay_open(void **state)
{
	(void)state;
	static const double from[2][3][3] = {
		{{0.339659095, -7.99708128, -7.99902821}, {5.99969625, -0.00364784873, 98303.9922},
			{0.826095104, 0.904914975, 0.30782181}},
		{{0.0260466039, 0.152459383, 0.0113327811}, {0.671956301, 0.211243078, 0.801316261},
			{0.0205565244, 0.152716398, 0.000983815291}},
	};
	static const double to[2][3][3] = {
		{{0.0490499102, 0.533088923, 0.786144316}, {0.288774014, 0.0565039478, 0.634123564},
			{0.814269781, 0.529330552, 0.0864421129}},
		{{0.167025715, 0.947378337, 0.788458407}, {0.202799484, 0.45548752, 0.395382106},
			{0.15593496, 0.942514896, 0.795163751}},
	};
	hausdorff_soup *soups = calloc(2, sizeof *soups);
	assert_non_null(soups);
	for (int i = 0; i < 2; ++i)
	{
		hausdorff_case_add(&soups[0], from[i]);
		hausdorff_case_add(&soups[1], to[i]);
	}
	hausdorff_case_check(&soups[0], &soups[1], 10, true);
	hausdorff_case_check(&soups[1], &soups[0], 10, true);
	free(soups);
}

static void equal_surfaces_have_no_distance(void **state)
{
	(void)state;
	shape_random random = {2};
	static hausdorff_soup a, b;
	hausdorff_result r;
	for (int trial = 0; trial < 20; ++trial)
	{
		hausdorff_case_make(&a, (hausdorff_soup_kind)(trial % HAUSDORFF_SOUP_KINDS), 40, &random);
		b = a;
		for (uint32_t i = 0; i < b.count; ++i)
		{
			uint32_t swap = b.triangles[i][0];
			b.triangles[i][0] = b.triangles[i][1];
			b.triangles[i][1] = swap;
		}
		const hausdorff_surface sa = hausdorff_case_surface(&a), sb = hausdorff_case_surface(&b);
		assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
		assert_true(r.lower >= 0 && r.upper <= 0 && r.finished);
	}
}

static void a_plane_cut_otherwise_has_nearly_no_distance(void **state)
{
	(void)state;
	hausdorff_soup a = {0}, b = {0};
	hausdorff_result r;
	add_square(&a, 5, 1, 0, false);
	add_square(&b, 3, 1, 0, true);
	const hausdorff_surface sa = hausdorff_case_surface(&a), sb = hausdorff_case_surface(&b);
	assert_int_equal(hausdorff_measure(&context, &sa, &sb, &plain, &r), KILNCOOK_OK);
	// Cell corners are rounded to float.
	assert_true(r.upper < 1e-6);
	assert_true(r.pieces < 4000);
}

static void a_limit_decides_as_the_distance_does(void **state)
{
	(void)state;
	shape_random random = {3};
	static hausdorff_soup a, b;
	for (int trial = 0; trial < 40; ++trial)
	{
		hausdorff_result r, decided, one;
		bool far[HAUSDORFF_SOUP_MOST];
		hausdorff_case_make(&a, (hausdorff_soup_kind)(trial % HAUSDORFF_SOUP_KINDS), 10, &random);
		hausdorff_case_make(&b, (hausdorff_soup_kind)(trial % HAUSDORFF_SOUP_KINDS), 10, &random);
		const hausdorff_surface sa = hausdorff_case_surface(&a), sb = hausdorff_case_surface(&b);
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
	static hausdorff_soup a, b;
	hausdorff_result r, other;
	hausdorff_case_make(&a, HAUSDORFF_SOUP_GENERAL, HAUSDORFF_SOUP_MOST, &random);
	hausdorff_case_make(&b, HAUSDORFF_SOUP_GENERAL, HAUSDORFF_SOUP_MOST, &random);
	const hausdorff_surface sa = hausdorff_case_surface(&a), sb = hausdorff_case_surface(&b);
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
	static hausdorff_soup a, b;
	counted_memory memory;
	const kilncook_context counted = counted_context(&memory);
	hausdorff_result r;
	hausdorff_case_make(&a, HAUSDORFF_SOUP_GENERAL, HAUSDORFF_SOUP_MOST, &random);
	hausdorff_case_make(&b, HAUSDORFF_SOUP_GENERAL, HAUSDORFF_SOUP_MOST, &random);
	const hausdorff_surface sa = hausdorff_case_surface(&a), sb = hausdorff_case_surface(&b);
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
		cmocka_unit_test(triangles_with_equal_corners_are_segments_and_points),
		cmocka_unit_test(the_nearer_direction_may_stay_open),
		cmocka_unit_test(equal_surfaces_have_no_distance),
		cmocka_unit_test(a_plane_cut_otherwise_has_nearly_no_distance),
		cmocka_unit_test(a_limit_decides_as_the_distance_does),
		cmocka_unit_test(threads_and_order_do_not_matter),
		cmocka_unit_test(reports_that_memory_ran_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
