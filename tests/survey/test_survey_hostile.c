// SPDX-License-Identifier: MIT
// Meshes that are made to hurt: bounded work, no memory lost, the same answer again.

#include "survey_case.h"

#include "clean/clean_shapes.h"
#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

#define BIT(kind) (1u << KILNCOOK_FAULT_##kind)
#define PAIR_KINDS (BIT(CROSSING) | BIT(COPLANAR) | BIT(TOUCHING) | BIT(OVERLAPPING))

static const double origin[3] = {0, 0, 0};

static void add_soup(survey_case *c, uint32_t count, double size, shape_random *random)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		double at[3] = {shape_share(random), shape_share(random), shape_share(random)};
		uint32_t corners[3];
		for (int k = 0; k < 3; ++k)
			corners[k] = survey_case_vertex(c, at[0] + size * shape_share(random), at[1] + size * shape_share(random),
				at[2] + size * shape_share(random));
		survey_case_triangle(c, corners[0], corners[1], corners[2]);
	}
}

static void a_soup_where_all_triangles_cross_is_given_up_at_a_limit(void **state)
{
	(void)state;
	survey_case c;
	shape_random random = {0x71u};
	survey_case_begin(&c);
	c.options.listed = 10;
	add_soup(&c, 4000, 1, &random);
	survey_case_run(&c);
	assert_int_equal(c.s.unfinished & PAIR_KINDS, PAIR_KINDS);
	assert_in_range(c.s.pair_count, 1 << 16, 4 * 4000 + (1 << 18));
	assert_int_equal(c.s.adjacency.component_count, 4000);
	survey_case_end(&c);
}

static void needles_that_begin_in_one_place_are_given_up_at_a_limit(void **state)
{
	(void)state;
	survey_case c;
	shape_random random = {0x72u};
	survey_case_begin(&c);
	c.options.pairs = false;
	c.options.listed = 10;
	for (uint32_t i = 0; i < 8000; ++i)
	{
		uint32_t tip = survey_case_vertex(
			&c, 1e-5 * shape_share(&random), 1e-5 * shape_share(&random), 1e-5 * shape_share(&random));
		uint32_t a = survey_case_vertex(&c, 1, shape_share(&random), shape_share(&random));
		uint32_t b = survey_case_vertex(&c, shape_share(&random), 1, shape_share(&random));
		survey_case_triangle(&c, tip, a, b);
	}
	survey_case_run(&c);
	assert_int_equal(c.s.unfinished, BIT(CRACK) | BIT(T_JUNCTION));
	survey_case_end(&c);
}

static void shells_around_shells_beyond_the_limit_have_no_depth(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	c.options.pairs = false;
	c.options.listed = 10;
	for (int i = 0; i < 3000; ++i)
	{
		const double low[3] = {-1 - i, -1 - i, -1 - i}, high[3] = {1 + i, 1 + i, 1 + i};
		survey_case_box(&c, low, high, false);
	}
	survey_case_run(&c);
	assert_int_equal(c.s.unfinished, BIT(INVERTED) | BIT(INNER));
	for (uint32_t i = 0; i < 3000; ++i)
		assert_int_equal(c.s.components[i].depth, KILN_NONE);
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_INVERTED] + c.s.counts[KILNCOOK_FAULT_INNER], 0);
	survey_case_end(&c);
}

static void a_fan_of_many_triangles_is_surveyed(void **state)
{
	(void)state;
	survey_case c;
	const uint32_t count = 100000;
	survey_case_begin(&c);
	c.options.pairs = false;
	c.options.tolerance = 1e-9;
	uint32_t middle = survey_case_vertex(&c, 0, 0, 1);
	for (uint32_t i = 0; i < count; ++i)
		survey_case_vertex(&c, 1000 * cos(6.283185307179586 * i / count), 1000 * sin(6.283185307179586 * i / count), 0);
	for (uint32_t i = 0; i < count; ++i)
		survey_case_triangle(&c, middle, 1 + i, 1 + (i + 1) % count);
	survey_case_run(&c);
	assert_true(survey_case_nothing_but(&c, BIT(HOLE) | BIT(SLIVER)));
	assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_HOLE)->count, count);
	survey_case_end(&c);
}

static void doubled_faces_are_copies_and_nothing_else(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	survey_case_sphere(&c, 20, 30, origin, 1);
	uint32_t count = c.triangle_count;
	for (uint32_t i = 0; i < count; ++i)
		survey_case_triangle(&c, c.corners[3 * i], c.corners[3 * i + 2], c.corners[3 * i + 1]);
	survey_case_run(&c);
	assert_true(survey_case_nothing_but(&c, BIT(OPPOSITE)));
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_OPPOSITE], count);
	survey_case_end(&c);
}

static void faces_turned_at_random_differ_in_winding_only(void **state)
{
	(void)state;
	survey_case c;
	shape_random random = {0x73u};
	survey_case_begin(&c);
	survey_case_sphere(&c, 20, 30, origin, 1);
	for (uint32_t i = 0; i < c.triangle_count; ++i)
		if (shape_below(&random, 2))
			survey_case_turn(&c, i);
	survey_case_run(&c);
	assert_true(survey_case_nothing_but(&c, BIT(WINDING)));
	assert_int_equal(c.s.components[0].flags, KILN_MESH_CLOSED | KILN_MESH_MANIFOLD | KILN_MESH_ORIENTABLE);
	assert_int_equal(c.s.components[0].genus, 0);
	survey_case_end(&c);
}

static void size_and_place_do_not_matter(void **state)
{
	(void)state;
	static const struct
	{
		double center, radius;
	} cases[] = {{0, 0x1p-60}, {0, 0x1p-120}, {1e12, 0x1p32}, {-0x1p39, 0x1p38}};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
	{
		survey_case c;
		const double center[3] = {cases[i].center, 0, -cases[i].center};
		survey_case_begin(&c);
		survey_case_sphere(&c, 12, 16, center, cases[i].radius);
		survey_case_run(&c);
		assert_true(survey_case_nothing_but(&c, 0));
		assert_int_equal(c.s.components[0].flags, KILN_MESH_FLAGS_KNOWN);
		assert_true(c.s.components[0].volume > 0);
		survey_case_end(&c);
	}
}

static void a_needle_across_all_sizes_is_closed(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	survey_case_vertex(&c, 0, 0, 0);
	survey_case_vertex(&c, 0x1p39, 0, 0);
	survey_case_vertex(&c, 0, 0x1p-60, 0);
	survey_case_vertex(&c, 0, 0, 0x1p-60);
	static const uint32_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
	for (int i = 0; i < 4; ++i)
		survey_case_triangle(&c, faces[i][0], faces[i][1], faces[i][2]);
	survey_case_run(&c);
	assert_true(survey_case_nothing_but(&c, BIT(SLIVER)));
	assert_int_equal(c.s.components[0].flags, KILN_MESH_FLAGS_KNOWN);
	survey_case_end(&c);
}

/// A bit of everything.
static void add_everything(survey_case *c)
{
	shape_random random = {0x74u};
	const double far[3] = {3, 0, 0}, low[3] = {2.5, -0.2, -0.2}, high[3] = {3.2, 0.2, 0.2};
	survey_case_sphere(c, 8, 9, origin, 1);
	c->triangle_count -= 3;
	survey_case_sphere(c, 8, 9, far, 1);
	survey_case_box(c, low, high, false);
	survey_case_triangle(c, 0, 1, 2);
	survey_case_triangle(c, 0, 2, 1);
	survey_case_triangle(c, 0, 1, 40);
	add_soup(c, 60, 0.3, &random);
}

static void running_out_of_memory_loses_none(void **state)
{
	(void)state;
	survey_case c;
	counted_memory memory;
	survey_case_begin(&c);
	add_everything(&c);
	survey_case_run(&c);
	kilncook_status status = KILNCOOK_INTERNAL;
	size_t last = 0;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		kilncook_context counted = counted_context(&memory);
		memory.fail_at = fail;
		survey again;
		status = survey_build(&counted, &c.mesh, &c.options, &again);
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
		if (status == KILNCOOK_OK)
			survey_free(&counted, &again);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
		last = fail;
	}
	assert_true(last > 30);
	survey_case_end(&c);
}

static void a_limit_of_the_list_keeps_the_first_of_each_kind(void **state)
{
	(void)state;
	survey_case c, few;
	survey_case_begin(&c);
	survey_case_begin(&few);
	add_everything(&c);
	add_everything(&few);
	few.options.listed = 3;
	survey_case_run(&c);
	survey_case_run(&few);
	assert_memory_equal(c.s.counts, few.s.counts, sizeof c.s.counts);
	uint64_t next = 0, kinds = 0;
	for (uint64_t i = 0, rank = 0; i < c.s.fault_count; ++i)
	{
		rank = i > 0 && c.s.faults[i].kind == c.s.faults[i - 1].kind ? rank + 1 : 0;
		assert_true(i == 0 || c.s.faults[i].kind >= c.s.faults[i - 1].kind);
		kinds += rank == 0;
		if (rank < 3)
			assert_memory_equal(&c.s.faults[i], &few.s.faults[next++], sizeof c.s.faults[i]);
	}
	assert_int_equal(next, few.s.fault_count);
	assert_true(kinds >= 8);
	survey_case_end(&c);
	survey_case_end(&few);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_soup_where_all_triangles_cross_is_given_up_at_a_limit),
		cmocka_unit_test(needles_that_begin_in_one_place_are_given_up_at_a_limit),
		cmocka_unit_test(shells_around_shells_beyond_the_limit_have_no_depth),
		cmocka_unit_test(a_fan_of_many_triangles_is_surveyed),
		cmocka_unit_test(doubled_faces_are_copies_and_nothing_else),
		cmocka_unit_test(faces_turned_at_random_differ_in_winding_only),
		cmocka_unit_test(size_and_place_do_not_matter),
		cmocka_unit_test(a_needle_across_all_sizes_is_closed),
		cmocka_unit_test(running_out_of_memory_loses_none),
		cmocka_unit_test(a_limit_of_the_list_keeps_the_first_of_each_kind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
