// SPDX-License-Identifier: MIT
// The search for pairs of marked triangles, which a repair uses, against the survey of all pairs.

#include "survey_case.h"

#include "clean/clean_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
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
		assert_true(survey_pairs_of(&context, &c.mesh, marked, 1, &found));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_of_marked_triangles_are_those_of_all_triangles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
