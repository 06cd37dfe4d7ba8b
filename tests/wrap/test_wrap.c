// SPDX-License-Identifier: MIT
// Wraps of solids, shells, plates, wires and soups, each checked by brute force.

#include "wrap_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const double origin[3] = {0, 0, 0}, one[3] = {1, 1, 1};

/// Wraps, checks and forgets.
static void wrap_and_check(wrap_case *c, uint64_t seed)
{
	shape_random random = {seed};
	wrap_case_run(c);
	wrap_case_check(c, &random);
}

static void solids_are_wrapped(void **state)
{
	(void)state;
	const double corner[3] = {2, 2, 2}, middle[3] = {0.5, 0.5, 0.5}, far[3] = {1.5, 1.5, 1.5};
	for (int round = 0; round < 4; ++round)
	{
		wrap_case c;
		wrap_case_begin(&c, 0.3, 0.04);
		survey_case_box(&c.art, origin, one, round % 2 == 1);
		if (round == 1)
			survey_case_box(&c.art, one, corner, false);
		if (round == 2)
			survey_case_box(&c.art, middle, far, false);
		if (round == 3)
			survey_case_sphere(&c.art, 8, 12, corner, 0.7);
		wrap_and_check(&c, 0x51u);
		wrap_case_end(&c);
	}
}

static void open_shells_are_entered(void **state)
{
	(void)state;
	wrap_case c;
	wrap_case_begin(&c, 0.3, 0.03);
	wrap_case_holed_box(&c.art, 0.7);
	wrap_and_check(&c, 0x52u);
	assert_false(wrap_case_inside(&c, 0.5, 0.5, 0.5));
	assert_true(c.wrap.counts.volume < 0.7);
	wrap_case_end(&c);
}

/// The hole of a box is closed where it is narrower than the detail, and entered where a ball of the radius offset + detail / 2
/// fits through.
static void holes_are_closed_or_entered_by_their_width(void **state)
{
	(void)state;
	for (int i = 1; i <= 24; ++i)
	{
		double width = 0.025 * i;
		wrap_case c;
		wrap_case_begin(&c, 0.25, 0.02);
		wrap_case_holed_box(&c.art, width);
		wrap_case_run(&c);
		if (width <= 0.25)
			assert_true(wrap_case_inside(&c, 0.5, 0.5, 0.5));
		if (width > 0.25 + 2 * 0.02)
			assert_false(wrap_case_inside(&c, 0.5, 0.5, 0.5));
		wrap_case_end(&c);
	}
}

static void thin_plates_and_wires_are_wrapped(void **state)
{
	(void)state;
	const double plate[3] = {1, 1, 1e-4}, wire[3] = {2, 1e-4, 1e-5};
	for (int round = 0; round < 2; ++round)
	{
		wrap_case c;
		wrap_case_begin(&c, 0.2, 0.02);
		survey_case_box(&c.art, origin, round ? wire : plate, false);
		wrap_and_check(&c, 0x53u);
		wrap_case_end(&c);
	}
}

/// What a closed shell contains does not change its wrap.
static void nested_shells_are_wrapped_once(void **state)
{
	(void)state;
	const double low[3] = {0.3, 0.3, 0.3}, high[3] = {0.7, 0.7, 0.7}, middle[3] = {0.5, 0.5, 0.5};
	double volumes[2];
	for (int round = 0; round < 2; ++round)
	{
		wrap_case c;
		wrap_case_begin(&c, 0.2, 0.02);
		survey_case_box(&c.art, origin, one, false);
		if (round == 1)
		{
			survey_case_box(&c.art, low, high, true);
			survey_case_sphere(&c.art, 6, 8, middle, 0.1);
		}
		wrap_and_check(&c, 0x54u);
		volumes[round] = c.wrap.counts.volume;
		wrap_case_end(&c);
	}
	assert_true(fabs(volumes[0] - volumes[1]) < 0.01);
}

static void moebius_strips_and_klein_bottles_are_wrapped(void **state)
{
	(void)state;
	const double pi = 3.141592653589793;
	wrap_case c;
	wrap_case_begin(&c, 0.4, 0.05);
	for (int i = 0; i < 24; ++i)
		for (int k = -1; k <= 1; k += 2)
		{
			double a = 2 * pi * i / 24, r = 1 + 0.3 * k * cos(a / 2);
			survey_case_vertex(&c.art, r * cos(a), r * sin(a), 0.3 * k * sin(a / 2));
		}
	for (uint32_t i = 0; i < 24; ++i)
	{
		uint32_t n = i == 23 ? 1 : 2 * i + 2, m = i == 23 ? 0 : 2 * i + 3;
		survey_case_triangle(&c.art, 2 * i, n, 2 * i + 1);
		survey_case_triangle(&c.art, 2 * i + 1, n, m);
	}
	wrap_and_check(&c, 0x55u);
	wrap_case_end(&c);
	wrap_case_begin(&c, 0.4, 0.1);
	survey_case_glued(&c.art, 6, 5, true, true);
	wrap_and_check(&c, 0x56u);
	wrap_case_end(&c);
}

static void single_triangles_segments_and_points_are_wrapped(void **state)
{
	(void)state;
	static const double corners[4][3][3] = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {1, 0.5, 0.25}, {0, 0, 0}},
		{{0, 0, 0}, {3, 3, 3}, {1, 1, 1}}, {{2, 3, 4}, {2, 3, 4}, {2, 3, 4}}};
	for (int round = 0; round < 4; ++round)
	{
		wrap_case c;
		wrap_case_begin(&c, 0.2, 0.03);
		for (int k = 0; k < 3; ++k)
			survey_case_vertex(&c.art, corners[round][k][0], corners[round][k][1], corners[round][k][2]);
		survey_case_triangle(&c.art, 0, 1, 2);
		wrap_and_check(&c, 0x57u);
		wrap_case_end(&c);
	}
}

static void soups_are_wrapped(void **state)
{
	(void)state;
	shape_random random = {0x58u};
	for (int round = 0; round < 12; ++round)
	{
		wrap_case c;
		double detail = 0.3 + 0.3 * shape_share(&random), offset = 0.02 + 0.1 * shape_share(&random);
		wrap_case_begin(&c, detail, offset);
		wrap_case_soup(&c.art, 1 + shape_below(&random, 40), 0.2 + shape_share(&random), &random);
		wrap_and_check(&c, random.state);
		wrap_case_end(&c);
	}
}

/// A closed model's wrap tends to the model: the difference of the volumes is about the area times the offset.
static void volumes_converge_with_the_detail(void **state)
{
	(void)state;
	double before = 1;
	for (double detail = 0.4; detail > 0.04; detail /= 2)
	{
		wrap_case c;
		wrap_case_begin(&c, detail, detail / 8);
		survey_case_box(&c.art, origin, one, false);
		wrap_case_run(&c);
		double excess = c.wrap.counts.volume - 1;
		assert_true(excess > 0 && excess < 6.5 * detail / 8 && excess < 0.6 * before);
		before = excess;
		wrap_case_end(&c);
	}
}

/// Wraps two arts and expects the same surface, to the bit, with the same nearest triangles' positions.
static void expect_same(const wrap_case *a, const wrap_case *b)
{
	assert_int_equal(a->wrap.vertex_count, b->wrap.vertex_count);
	assert_int_equal(a->wrap.triangle_count, b->wrap.triangle_count);
	assert_memory_equal(a->wrap.vertices, b->wrap.vertices, a->wrap.vertex_count * sizeof *a->wrap.vertices);
	assert_memory_equal(a->wrap.triangles, b->wrap.triangles, a->wrap.triangle_count * sizeof *a->wrap.triangles);
	assert_memory_equal(&a->wrap.counts, &b->wrap.counts, sizeof a->wrap.counts);
}

static void order_and_threads_change_nothing(void **state)
{
	(void)state;
	shape_random random = {0x59u};
	for (int round = 0; round < 10; ++round)
	{
		wrap_case a, b;
		shape_random same = random;
		wrap_case_begin(&a, 0.4, 0.05);
		wrap_case_begin(&b, 0.4, 0.05);
		uint32_t count = 2 + shape_below(&random, 60);
		same = random;
		wrap_case_soup(&a.art, count, 0.8, &random);
		wrap_case_soup(&b.art, count, 0.8, &same);
		if (round % 2)
		{
			wrap_case_holed_box(&a.art, 0.6);
			wrap_case_holed_box(&b.art, 0.6);
		}
		wrap_case_shuffle(&b.art, &random);
		b.options.threads = 3;
		wrap_case_run(&a);
		wrap_case_run(&b);
		expect_same(&a, &b);
		wrap_case_end(&a);
		wrap_case_end(&b);
	}
}

/// Scaling by a power of two scales the wrap by it; so sizes from 2^-120 to 2^38 are alike.
static void sizes_do_not_matter(void **state)
{
	(void)state;
	static const int exponents[] = {-120, -60, -20, 20, 38};
	wrap_case a;
	wrap_case_begin(&a, 0.25, 0.0625);
	wrap_case_holed_box(&a.art, 0.5);
	wrap_case_run(&a);
	for (size_t i = 0; i < sizeof exponents / sizeof *exponents; ++i)
	{
		wrap_case b;
		wrap_case_begin(&b, ldexp(0.25, exponents[i]), ldexp(0.0625, exponents[i]));
		wrap_case_holed_box(&b.art, 0.5);
		for (uint32_t v = 0; v < b.art.vertex_count; ++v)
			for (int k = 0; k < 3; ++k)
				b.art.positions[v][k] = ldexpf(b.art.positions[v][k], exponents[i]);
		wrap_case_run(&b);
		assert_int_equal(a.wrap.triangle_count, b.wrap.triangle_count);
		assert_memory_equal(a.wrap.triangles, b.wrap.triangles, a.wrap.triangle_count * sizeof *a.wrap.triangles);
		for (uint32_t v = 0; v < a.wrap.vertex_count; ++v)
			for (int k = 0; k < 3; ++k)
				assert_true(fabsf(ldexpf(a.wrap.vertices[v][k], exponents[i]) - b.wrap.vertices[v][k]) <= 0);
		wrap_case_end(&b);
	}
	wrap_case_end(&a);
}

static void art_far_from_the_origin_is_wrapped(void **state)
{
	(void)state;
	static const double places[] = {1e6, -1e7, 1e9, 1e12};
	for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
	{
		double size = fabs(places[i]) * 1e-3;
		const double low[3] = {places[i], places[i] / 2, -places[i]};
		const double high[3] = {low[0] + size, low[1] + size, low[2] + size};
		wrap_case c;
		wrap_case_begin(&c, size / 4, size / 16);
		survey_case_box(&c.art, low, high, false);
		wrap_and_check(&c, 0x5au);
		wrap_case_end(&c);
	}
}

/// Detail and offset that have nothing to do with the art's size, or with each other.
static void odd_details_and_offsets_are_kept(void **state)
{
	(void)state;
	static const double numbers[][2] = {{100, 0.02}, {100, 10}, {1, 0.001}, {0.5, 1}, {1, 3}, {0.3, 0.3}};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
	{
		wrap_case c;
		wrap_case_begin(&c, numbers[i][0], numbers[i][1]);
		survey_case_box(&c.art, origin, one, false);
		wrap_and_check(&c, 0x5bu);
		wrap_case_end(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(solids_are_wrapped),
		cmocka_unit_test(open_shells_are_entered),
		cmocka_unit_test(holes_are_closed_or_entered_by_their_width),
		cmocka_unit_test(thin_plates_and_wires_are_wrapped),
		cmocka_unit_test(nested_shells_are_wrapped_once),
		cmocka_unit_test(moebius_strips_and_klein_bottles_are_wrapped),
		cmocka_unit_test(single_triangles_segments_and_points_are_wrapped),
		cmocka_unit_test(soups_are_wrapped),
		cmocka_unit_test(volumes_converge_with_the_detail),
		cmocka_unit_test(order_and_threads_change_nothing),
		cmocka_unit_test(sizes_do_not_matter),
		cmocka_unit_test(art_far_from_the_origin_is_wrapped),
		cmocka_unit_test(odd_details_and_offsets_are_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
