// SPDX-License-Identifier: MIT
// The order of triangles and of their corners changes no finding.

#include "survey_case.h"

#include "clean/clean_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

/// Surveys a case, and again in several other orders.
static void check_orders(survey_case *c, shape_random *random)
{
	survey_case_run(c);
	assert_int_equal(c->s.unfinished, 0);
	uint64_t count = c->s.fault_count;
	survey_finding *expected = survey_case_findings(c);
	for (int round = 0; round < 4; ++round)
	{
		survey_case_permute(c, random);
		survey_case_run(c);
		assert_int_equal(c->s.fault_count, count);
		survey_finding *found = survey_case_findings(c);
		assert_memory_equal(found, expected, (size_t)count * sizeof *found);
		free(found);
	}
	free(expected);
}

static bool has_triangle(const survey_case *c, const uint32_t corners[3])
{
	for (uint32_t t = 0; t < c->triangle_count; ++t)
	{
		uint32_t same = 0;
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 3; ++k)
				same += c->corners[3 * t + (uint32_t)i] == corners[k];
		if (same == 3)
			return true;
	}
	return false;
}

/// Adds triangles between random vertices, none twice: cleaning keeps the first one of two.
static void add_triangles(survey_case *c, uint32_t count, shape_random *random)
{
	for (uint32_t t = 0; t < count; ++t)
	{
		uint32_t corners[3];
		for (int k = 0; k < 3; ++k)
			corners[k] = shape_below(random, c->vertex_count);
		if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0] &&
			!has_triangle(c, corners))
			survey_case_triangle(c, corners[0], corners[1], corners[2]);
	}
}

static void a_soup_of_shared_vertices_has_the_same_findings_in_any_order(void **state)
{
	(void)state;
	shape_random random = {0x91u};
	for (int round = 0; round < 24; ++round)
	{
		survey_case c;
		survey_case_begin(&c);
		c.options.tolerance = round % 2 ? 0.05 : 0.004;
		uint32_t vertices = 12 + shape_below(&random, 80), cells = 3 + shape_below(&random, 4);
		for (uint32_t v = 0; v < vertices; ++v)
		{
			// Clusters around the points of a lattice; some vertices are moved by the same way, so that distances are equal.
			double at[3];
			for (int k = 0; k < 3; ++k)
				at[k] = shape_below(&random, cells) + shape_below(&random, 3) * 0x1p-8;
			bool taken = false;
			for (uint32_t u = 0; u < c.vertex_count && !taken; ++u)
				taken = (double)c.positions[u][0] == at[0] && (double)c.positions[u][1] == at[1] &&
						(double)c.positions[u][2] == at[2];
			if (!taken)
				survey_case_vertex(&c, at[0], at[1], at[2]);
		}
		add_triangles(&c, vertices * (1 + shape_below(&random, 4)), &random);
		check_orders(&c, &random);
		survey_case_end(&c);
	}
}

static void a_random_soup_has_the_same_findings_in_any_order(void **state)
{
	(void)state;
	shape_random random = {0x92u};
	for (int round = 0; round < 12; ++round)
	{
		survey_case c;
		survey_case_begin(&c);
		c.options.tolerance = 0.04;
		for (uint32_t v = 0; v < 40; ++v)
		{
			double x = shape_share(&random), y = shape_share(&random), z = round % 2 ? 0 : shape_share(&random);
			survey_case_vertex(&c, x, y, z);
		}
		add_triangles(&c, 150, &random);
		check_orders(&c, &random);
		survey_case_end(&c);
	}
}

static void many_near_sheets_have_the_same_findings_in_any_order(void **state)
{
	(void)state;
	shape_random random = {0x93u};
	for (int round = 0; round < 8; ++round)
	{
		// Strips side by side and above each other: every side has several near ones, at equal distances.
		survey_case c;
		survey_case_begin(&c);
		c.options.tolerance = 0.01;
		uint32_t sheets = 2 + shape_below(&random, 5);
		for (uint32_t i = 0; i < sheets; ++i)
		{
			uint32_t first = c.vertex_count;
			double z = 0x1p-7 * shape_below(&random, 4) + 0x1p-12 * i;
			for (uint32_t k = 0; k < 12; ++k)
				survey_case_vertex(&c, k / 2, k % 2, z);
			for (uint32_t k = 0; k + 2 < 12; ++k)
				if (shape_below(&random, 5))
					survey_case_triangle(&c, first + k, first + k + 1 + k % 2, first + k + 2 - k % 2);
		}
		check_orders(&c, &random);
		survey_case_end(&c);
	}
}

static void parts_in_parts_have_the_same_findings_in_any_order(void **state)
{
	(void)state;
	shape_random random = {0x94u};
	for (int round = 0; round < 8; ++round)
	{
		survey_case c;
		survey_case_begin(&c);
		for (int i = 0; i < 8; ++i)
		{
			double low[3], high[3];
			for (int k = 0; k < 3; ++k)
			{
				low[k] = shape_below(&random, 8);
				high[k] = low[k] + 1 + shape_below(&random, 6) + 0.125 * i;
			}
			survey_case_box(&c, low, high, shape_below(&random, 2));
		}
		check_orders(&c, &random);
		survey_case_end(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_soup_of_shared_vertices_has_the_same_findings_in_any_order),
		cmocka_unit_test(a_random_soup_has_the_same_findings_in_any_order),
		cmocka_unit_test(many_near_sheets_have_the_same_findings_in_any_order),
		cmocka_unit_test(parts_in_parts_have_the_same_findings_in_any_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
