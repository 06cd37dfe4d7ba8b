// SPDX-License-Identifier: MIT
// Needles collapse and caps are flipped; what may not change stays and is counted.

#include "repair_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

static const double origin[3] = {0, 0, 0};

static void position(const survey_case *art, uint32_t vertex, double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = (double)art->positions[vertex][i];
}

/// Adds the vertex at a + s (b - a) + t (c - a).
static uint32_t add_between(survey_case *art, const uint32_t corners[3], double s, double t)
{
	double p[3][3];
	for (int k = 0; k < 3; ++k)
		position(art, corners[k], p[k]);
	for (int i = 0; i < 3; ++i)
		p[0][i] += s * (p[1][i] - p[0][i]) + t * (p[2][i] - p[0][i]);
	return survey_case_vertex(art, p[0][0], p[0][1], p[0][2]);
}

/// Divides a triangle in three at a vertex close to the middle of one side: a cap.
static void add_cap(survey_case *art, uint32_t triangle, double height)
{
	uint32_t *c = art->corners + 3 * triangle, v[3] = {c[0], c[1], c[2]};
	uint32_t p = add_between(art, v, 0.5, height);
	c = art->corners + 3 * triangle;
	c[2] = p;
	survey_case_triangle(art, v[1], v[2], p);
	survey_case_triangle(art, v[2], v[0], p);
}

/// Divides both triangles at a side of a triangle at a vertex close to one end of the side: two needles.
static void add_needles(survey_case *art, uint32_t triangle, double share)
{
	const uint32_t *c = art->corners + 3 * triangle, v[3] = {c[0], c[1], c[2]};
	uint32_t p = add_between(art, v, share, 0), count = art->triangle_count;
	for (uint32_t t = 0; t < count; ++t)
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t *d = art->corners + 3 * t, from = d[k], to = d[(k + 1) % 3], apex = d[(k + 2) % 3];
			if (!((from == v[0] && to == v[1]) || (from == v[1] && to == v[0])))
				continue;
			d[(k + 1) % 3] = p;
			survey_case_triangle(art, p, to, apex);
			break;
		}
}

static void needles_collapse(void **state)
{
	(void)state;
	shape_random random = {0xa1u};
	for (int round = 0; round < 8; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_torus(&c.art, 8, 6);
		uint32_t triangles = c.art.triangle_count, needles = 1 + shape_below(&random, 3);
		for (uint32_t i = 0; i < needles; ++i)
			add_needles(&c.art, shape_below(&random, triangles), 2e-5);
		survey_case_permute(&c.art, &random);
		repair_case_run(&c, STEP(SLIVERS));
		assert_true(c.copy.s.counts[KILNCOOK_FAULT_SLIVER] >= 2);
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(c.art.mesh.triangle_count, triangles);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].changed, needles);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].dropped, 2 * needles);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].left, 0);
		repair_case_end(&c);
	}
}

static void caps_are_flipped(void **state)
{
	(void)state;
	shape_random random = {0xa2u};
	for (int round = 0; round < 8; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_sphere(&c.art, 6, 8, origin, 3);
		uint32_t triangles = c.art.triangle_count;
		add_cap(&c.art, shape_below(&random, triangles), 5e-5);
		survey_case_permute(&c.art, &random);
		repair_case_run(&c, STEP(SLIVERS));
		assert_int_equal(c.copy.s.counts[KILNCOOK_FAULT_SLIVER], 1);
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(c.art.mesh.triangle_count, triangles + 2);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].changed, 1);
		assert_true(c.rows[KILNCOOK_REPAIR_SLIVERS].distance > 0);
		repair_case_end(&c);
	}
}

static void slivers_that_would_move_the_surface_too_far_stay(void **state)
{
	(void)state;
	for (int cap = 0; cap < 2; ++cap)
	{
		repair_case c;
		repair_case_begin(&c);
		c.art.options.tolerance = 1e-7;
		survey_case_torus(&c.art, 8, 6);
		if (cap)
			add_cap(&c.art, 5, 5e-5);
		else
			add_needles(&c.art, 5, 2e-5);
		repair_case_run(&c, STEP(SLIVERS));
		assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].changed, 0);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].left, cap ? 1 : 2);
		repair_case_end(&c);
	}
}

static void a_needle_between_two_borders_and_a_small_tetrahedron_stay(void **state)
{
	(void)state;
	repair_case c;
	repair_case_begin(&c);
	// A bar of needles that joins two sheets: its edges across have a border at either end.
	for (uint32_t i = 0; i < 2; ++i)
		for (uint32_t k = 0; k < 2; ++k)
			survey_case_vertex(&c.art, 3 * i, 1e-5 * k, 0);
	uint32_t left = survey_case_vertex(&c.art, -1, 0, 0), right = survey_case_vertex(&c.art, 4, 0, 0);
	survey_case_triangle(&c.art, 0, 2, 3);
	survey_case_triangle(&c.art, 0, 3, 1);
	survey_case_triangle(&c.art, left, 0, 1);
	survey_case_triangle(&c.art, right, 3, 2);
	// A tetrahedron with one short edge would become one triangle with two sides.
	uint32_t first = survey_case_vertex(&c.art, 0, 9, 0);
	survey_case_vertex(&c.art, 1e-5, 9, 0);
	survey_case_vertex(&c.art, 0, 9, 3);
	survey_case_vertex(&c.art, 0, 12, 3);
	survey_case_triangle(&c.art, first, first + 2, first + 1);
	survey_case_triangle(&c.art, first, first + 1, first + 3);
	survey_case_triangle(&c.art, first + 1, first + 2, first + 3);
	survey_case_triangle(&c.art, first + 2, first, first + 3);
	repair_case_run(&c, STEP(SLIVERS));
	assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].changed, 0);
	assert_int_equal(c.rows[KILNCOOK_REPAIR_SLIVERS].left, c.copy.s.counts[KILNCOOK_FAULT_SLIVER]);
	assert_true(c.rows[KILNCOOK_REPAIR_SLIVERS].left >= 2);
	repair_case_end(&c);
}

/// A needle without neighbours, and one that hangs on a surface by its short edge: collapsing them would lose their tips.
static void a_needle_that_nothing_else_covers_stays(void **state)
{
	(void)state;
	const double low[3] = {-2, -2, -2}, high[3] = {2, 2, 2};
	for (int attached = 0; attached < 2; ++attached)
		for (int step = 0; step < 2; ++step)
		{
			repair_case c;
			repair_case_begin(&c);
			survey_case_box(&c.art, low, high, false);
			uint32_t base = survey_case_vertex(&c.art, 3, 0, 0);
			uint32_t other = survey_case_vertex(&c.art, 3, 1e-4, 0);
			uint32_t tip = survey_case_vertex(&c.art, 5, 0, 0);
			survey_case_triangle(&c.art, base, other, tip);
			if (attached)
				survey_case_triangle(&c.art, base, other, survey_case_vertex(&c.art, 3, 5e-5, 1));
			repair_case_run(&c, step ? STEP(SLIVERS) : STEP(CRACKS));
			assert_int_equal(c.art.mesh.triangle_count, c.copy.mesh.triangle_count);
			repair_case_end(&c);
		}
}

static void slivers_of_all_kinds_beside_each_other_get_no_worse(void **state)
{
	(void)state;
	shape_random random = {0xa3u};
	uint64_t before = 0, after = 0;
	for (int round = 0; round < 16; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_torus(&c.art, 6, 5);
		if (round & 1)
			c.art.triangle_count -= 3;
		for (int i = 0; i < 12; ++i)
		{
			uint32_t triangle = shape_below(&random, c.art.triangle_count);
			if (shape_below(&random, 2))
				add_cap(&c.art, triangle, 4e-5);
			else
				add_needles(&c.art, triangle, 3e-5);
		}
		repair_case_run(&c, round & 2 ? STEP(SLIVERS) : KILNCOOK_REPAIR_ALL);
		before += c.copy.s.counts[KILNCOOK_FAULT_SLIVER];
		after += c.art.s.counts[KILNCOOK_FAULT_SLIVER];
		repair_case_end(&c);
	}
	assert_true(after * 4 < before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(needles_collapse),
		cmocka_unit_test(caps_are_flipped),
		cmocka_unit_test(slivers_that_would_move_the_surface_too_far_stay),
		cmocka_unit_test(a_needle_between_two_borders_and_a_small_tetrahedron_stay),
		cmocka_unit_test(a_needle_that_nothing_else_covers_stays),
		cmocka_unit_test(slivers_of_all_kinds_beside_each_other_get_no_worse),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
