// SPDX-License-Identifier: MIT
#include "hull/simplify/system.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Solves sparse systems of equations, three unknowns a vertex, and puts the answers back into the equations.

static const kilncook_context context;

#define VERTICES 20
#define UNKNOWNS (3 * VERTICES)

/// Returns a number from -1 to 1.
static double random_number(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) * 0x1p-52 - 1;
}

/// Joins every vertex with itself, and some with each other; vertex 7 is not part of the system.
static void join(simplify_system *s, uint64_t *random)
{
	memset(s->joined, 0, VERTICES * sizeof *s->joined);
	for (uint32_t a = 0; a < VERTICES; ++a)
		for (uint32_t b = 0; b <= a; ++b)
			if (a != 7 && b != 7 && (a == b || random_number(random) > 0.7))
			{
				s->joined[a][0] |= (uint64_t)1 << b;
				s->joined[b][0] |= (uint64_t)1 << a;
			}
}

/// Fills the joined blocks, and the same dense matrix by place: positive definite, for its diagonal outweighs the rest.
static void fill(simplify_system *s, uint64_t joined[VERTICES], double dense[UNKNOWNS][UNKNOWNS], uint64_t *random)
{
	memset(dense, 0, UNKNOWNS * sizeof *dense);
	simplify_system_clear(s);
	for (uint32_t a = 0; a < s->count; ++a)
		for (uint32_t b = a; b < s->count; ++b)
		{
			if (!(joined[s->vertex[a]] >> s->vertex[b] & 1))
				continue;
			float *block =
				a == b ? simplify_system_own(s, a) : simplify_system_block(s, a, simplify_system_find(s, a, b));
			for (uint32_t k = 0; k < 3; ++k)
				for (uint32_t l = a == b ? k : 0; l < 3; ++l)
				{
					float value = a == b && k == l ? UNKNOWNS : (float)random_number(random);
					block[k * SYSTEM_ROW + l] = value;
					dense[3 * a + k][3 * b + l] = dense[3 * b + l][3 * a + k] = (double)value;
				}
		}
}

static void both_answers_satisfy_the_equations(void **state)
{
	(void)state;
	uint64_t random = 0x9e3779b97f4a7c15u, joined[VERTICES];
	static double dense[UNKNOWNS][UNKNOWNS];
	simplify_system s;
	assert_true(simplify_system_create(&context, VERTICES, &s));
	for (int round = 0; round < 50; ++round)
	{
		simplify_sides sides[VERTICES] = {0}, answers[VERTICES];
		join(&s, &random);
		for (uint32_t i = 0; i < VERTICES; ++i)
			joined[i] = s.joined[i][0];
		simplify_system_order(&s);
		assert_int_equal(s.count, VERTICES - 1);
		fill(&s, joined, dense, &random);
		for (uint32_t k = 0; k < 3 * s.count; ++k)
			for (int side = 0; side < 2; ++side)
				sides[k / 3][side][k % 3] = (float)random_number(&random);
		memcpy(answers, sides, sizeof answers);
		assert_true(simplify_system_factor(&s));
		simplify_system_solve(&s, answers);
		for (uint32_t k = 0; k < 3 * s.count; ++k)
			for (int side = 0; side < 2; ++side)
			{
				double sum = 0;
				for (uint32_t l = 0; l < 3 * s.count; ++l)
					sum += dense[k][l] * (double)answers[l / 3][side][l % 3];
				assert_true(fabs(sum - (double)sides[k / 3][side][k % 3]) < 1e-5);
			}
	}
	simplify_system_free(&context, &s);
}

static void equations_that_are_not_positive_definite_are_refused(void **state)
{
	(void)state;
	uint64_t random = 7, joined[VERTICES];
	static double dense[UNKNOWNS][UNKNOWNS];
	simplify_system s;
	assert_true(simplify_system_create(&context, VERTICES, &s));
	join(&s, &random);
	for (uint32_t i = 0; i < VERTICES; ++i)
		joined[i] = s.joined[i][0];
	simplify_system_order(&s);
	fill(&s, joined, dense, &random);
	simplify_system_own(&s, 4)[SYSTEM_ROW + 1] = -1;
	assert_false(simplify_system_factor(&s));
	simplify_system_free(&context, &s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_answers_satisfy_the_equations),
		cmocka_unit_test(equations_that_are_not_positive_definite_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
