// SPDX-License-Identifier: MIT
#include "convex_couple.h"
#include "fourier_motzkin.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Compares separating planes by elimination with the exact distance.

#define ROWS 20000

static bool check_couple(const couple *c, kiln_elimination_row *rows)
{
	kiln_programme answer = kiln_fourier_motzkin(&c->polytopes[0], &c->polytopes[1], rows, ROWS);
	double away = kiln_d3_largest(kiln_d3_sub(c->vertices[0][0], c->eye));
	assert_true(answer.steps <= ROWS);
	if (answer.verdict == KILN_PROGRAMME_APART)
	{
		couple_need(!c->exact.overlap, c, "a plane between what overlaps");
		couple_need(2 * answer.gap <= c->exact.distance * (1 + 0x1p-40), c, "too large a gap");
		couple_need(fabs(kiln_d3_length2(answer.normal) - 1) < 0x1p-48, c, "no unit normal");
	}
	// A point close to all half-spaces is close to a needle's hull only as far as the needle's tip is blunt.
	if (answer.verdict == KILN_PROGRAMME_OVERLAP)
		couple_need(c->exact.distance <= 0x1p-26 * (c->size + away), c, "an overlap of what is apart");
	return answer.verdict != KILN_PROGRAMME_UNDECIDED;
}

static void small_polytopes_are_told_apart(void **state)
{
	(void)state;
	kiln_elimination_row *rows = malloc(ROWS * sizeof *rows);
	assert_non_null(rows);
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 90 + (uint64_t)kind, told = 0, count = trials_random(200);
		for (uint64_t n = 0; n < count; ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, 8);
			told += check_couple(&c, rows);
			couple_free(&c);
		}
		// Hulls that touch in a vertex that rounding moved slightly cannot be decided.
		assert_true(told >= (kind == COUPLE_MIRRORED ? count / 4 : count * 9 / 10));
	}
	free(rows);
}

static void boxes_need_no_more_rows_than_is_said(void **state)
{
	(void)state;
	kiln_elimination_row rows[KILN_ELIMINATION_ROWS];
	uint64_t random = 5;
	uint32_t most = 0;
	for (int n = 0; n < 500; ++n)
	{
		kiln_polytope boxes[2];
		for (int s = 0; s < 2; ++s)
		{
			kiln_d3 half[3];
			for (int k = 0; k < 3; ++k)
				half[k] = kiln_d3_from(hull_case_direction(&random));
			kilni_polytope_of_box((kiln_d3){s, 0, 0}, half, &boxes[s]);
		}
		kiln_programme answer = kiln_fourier_motzkin(&boxes[0], &boxes[1], rows, KILN_ELIMINATION_ROWS);
		assert_true(answer.verdict != KILN_PROGRAMME_UNDECIDED);
		assert_true(answer.verdict == kilni_seidel(&boxes[0], &boxes[1]).verdict);
		most = answer.steps > most ? answer.steps : most;
	}
	assert_in_range(most, 50, KILN_ELIMINATION_ROWS);
}

static void it_gives_up_where_there_is_no_room(void **state)
{
	(void)state;
	kiln_elimination_row rows[KILN_ELIMINATION_ROWS];
	uint64_t random = 6;
	couple c;
	couple_make(&c, &random, COUPLE_BOXES, 8);
	for (uint32_t room = 0; room < 20; ++room)
	{
		kiln_programme answer = kiln_fourier_motzkin(&c.polytopes[0], &c.polytopes[1], rows, room);
		assert_int_equal(answer.verdict, KILN_PROGRAMME_UNDECIDED);
		assert_true(answer.steps <= room);
	}
	couple_free(&c);
	hull_case large;
	hull_case_make(&large, CASE_ELLIPSOID, 60, UINT32_MAX);
	kiln_place still = {.column = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	kiln_polytope polytope;
	assert_true(kilni_polytope_of_hull(&large.view, &still, (kiln_d3){0, 0, 0}, &polytope));
	assert_int_equal(
		kiln_fourier_motzkin(&polytope, &polytope, rows, KILN_ELIMINATION_ROWS).verdict, KILN_PROGRAMME_UNDECIDED);
	hull_case_free(&large);
}

static void margins_are_allowed_for(void **state)
{
	(void)state;
	kiln_elimination_row rows[KILN_ELIMINATION_ROWS];
	kiln_polytope a, b;
	kilni_polytope_of_segment((kiln_d3){0, 0, 0}, (kiln_d3){1, 0, 0}, &a);
	kilni_polytope_of_segment((kiln_d3){0, 3, 1}, (kiln_d3){0, 3, -1}, &b);
	a.margin = 0.5;
	b.margin = 1.5;
	kiln_programme answer = kiln_fourier_motzkin(&a, &b, rows, KILN_ELIMINATION_ROWS);
	assert_int_equal(answer.verdict, KILN_PROGRAMME_APART);
	assert_true(answer.normal.y < 0 && answer.gap > 0 && answer.gap <= 0.5);
	b.margin = 2.75;
	answer = kiln_fourier_motzkin(&a, &b, rows, KILN_ELIMINATION_ROWS);
	assert_int_equal(answer.verdict, KILN_PROGRAMME_UNDECIDED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_polytopes_are_told_apart),
		cmocka_unit_test(boxes_need_no_more_rows_than_is_said),
		cmocka_unit_test(it_gives_up_where_there_is_no_room),
		cmocka_unit_test(margins_are_allowed_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
