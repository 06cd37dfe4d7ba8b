// SPDX-License-Identifier: MIT
// The search for pairs of marked triangles, which a repair uses, against the survey of all pairs.

#include "survey_case.h"

#include "clean/clean_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

#define ROUNDS 400

/// A mesh of few vertices on a small lattice and triangles between any three of them.
static void scatter(survey_case *c, shape_random *random)
{
	c->vertex_count = c->triangle_count = 0;
	uint32_t vertices = 4 + shape_below(random, 14), triangles = 1 + shape_below(random, 26);
	for (uint32_t i = 0; i < vertices; ++i)
	{
		uint32_t x = shape_below(random, 4), y = shape_below(random, 4), z = shape_below(random, 4);
		survey_case_vertex(c, x, y, z);
	}
	for (uint32_t i = 0; i < triangles; ++i)
	{
		uint32_t a = shape_below(random, vertices), b = shape_below(random, vertices),
				 d = shape_below(random, vertices);
		survey_case_triangle(c, a, b, d);
	}
	survey_case_run(c);
}

static void pairs_of_marked_triangles_are_those_of_all_triangles(void **state)
{
	(void)state;
	const kilncook_context context = {0};
	shape_random random = {0x52u};
	uint64_t all = 0, some = 0;
	survey_case c;
	survey_case_begin(&c);
	for (int round = 0; round < ROUNDS; ++round)
	{
		uint8_t marked[64];
		survey_pairs found;
		scatter(&c, &random);
		for (uint32_t t = 0; t < c.mesh.triangle_count; ++t)
			marked[t] = shape_below(&random, 4) < (uint32_t)round % 5;
		assert_true(survey_pairs_of(&context, &c.mesh, marked, &found));
		assert_false(found.unfinished);
		uint64_t next = 0;
		for (uint64_t i = 0; i < c.s.pair_count; ++i)
		{
			const survey_pair *pair = &c.s.pairs[i];
			if (!marked[pair->a] && !marked[pair->b])
				continue;
			assert_true(next < found.count);
			assert_int_equal(found.pairs[next].a, pair->a);
			assert_int_equal(found.pairs[next].b, pair->b);
			assert_int_equal(found.pairs[next++].kind, pair->kind);
		}
		assert_int_equal(next, found.count);
		all += c.s.pair_count;
		some += next;
		survey_pairs_free(&context, &found);
	}
	assert_true(some > all / 4 && some < all);
	survey_case_end(&c);
}

/// Compares the pairs of a survey, which skips pairs around flat vertices, with those of the search that knows no vertices. Returns
/// how many there are.
static uint64_t compare_with_marked(const survey_case *c)
{
	const kilncook_context context = {0};
	uint8_t *marked = test_malloc(c->mesh.triangle_count);
	survey_pairs found;
	memset(marked, 1, c->mesh.triangle_count);
	assert_true(survey_pairs_of(&context, &c->mesh, marked, &found));
	assert_false(found.unfinished || c->s.unfinished);
	assert_int_equal(found.count, c->s.pair_count);
	for (uint64_t i = 0; i < found.count; ++i)
	{
		assert_int_equal(found.pairs[i].a, c->s.pairs[i].a);
		assert_int_equal(found.pairs[i].b, c->s.pairs[i].b);
		assert_int_equal(found.pairs[i].kind, c->s.pairs[i].kind);
	}
	uint64_t count = found.count;
	survey_pairs_free(&context, &found);
	test_free(marked);
	return count;
}

static void pairs_of_a_crumpled_sphere_are_those_of_its_triangles(void **state)
{
	(void)state;
	shape_random random = {0x53u};
	static const double origin[3] = {0, 0, 0};
	uint64_t pairs = 0;
	for (uint32_t round = 0; round < 120; ++round)
	{
		survey_case c;
		double shake = 0.1 * (round % 12);
		survey_case_begin(&c);
		survey_case_sphere(&c, 4 + round % 7, 5 + round % 9, origin, 1);
		for (uint32_t i = 0; i < c.vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				c.positions[i][k] += (float)(shake * (shape_share(&random) - 0.5));
		// Holes, and triangles that are turned.
		for (uint32_t i = 0; i < round % 5; ++i)
		{
			survey_case_turn(&c, shape_below(&random, c.triangle_count));
			--c.triangle_count;
		}
		survey_case_run(&c);
		pairs += compare_with_marked(&c);
		survey_case_end(&c);
	}
	assert_true(pairs > 1000);
}

static void a_fan_that_goes_around_more_than_once_meets_itself(void **state)
{
	(void)state;
	for (uint32_t round = 0; round < 64; ++round)
	{
		survey_case c;
		uint32_t spokes = 5 + round % 8, closed = round / 8 % 2, low = round / 16;
		double turns = closed ? 1 + low % 3 : 0.5 + 0.4 * low, step = 6.283185307179586 * turns / (spokes - !closed);
		survey_case_begin(&c);
		uint32_t apex = survey_case_vertex(&c, 0, 0, 0), first = c.vertex_count;
		// Each edge a little longer, so that no two vertices weld.
		for (uint32_t i = 0; i < spokes; ++i)
			survey_case_vertex(&c, (1 + 0.01 * i) * cos(0.1 + step * i), (1 + 0.01 * i) * sin(0.1 + step * i), 0);
		for (uint32_t i = 0; i < spokes - !closed; ++i)
			survey_case_triangle(&c, apex, first + i, first + (i + 1) % spokes);
		survey_case_run(&c);
		uint64_t pairs = compare_with_marked(&c);
		assert_true(turns > 1.001 ? pairs > 0 : pairs == 0);
		survey_case_end(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_of_a_crumpled_sphere_are_those_of_its_triangles),
		cmocka_unit_test(a_fan_that_goes_around_more_than_once_meets_itself),
		cmocka_unit_test(pairs_of_marked_triangles_are_those_of_all_triangles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
