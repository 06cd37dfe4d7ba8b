// SPDX-License-Identifier: MIT
// A second repair changes nothing, whatever the first one had to repair. (repair_case_run repairs twice in the other tests, too.)

#include "repair_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

#define CUTS (KILNCOOK_REPAIR_ALL | STEP(SELF_INTERSECTIONS))

/// Doubles, turns, drops and splits triangles of art.
static void damage(survey_case *art, shape_random *random)
{
	for (uint32_t i = 0; i < 12; ++i)
	{
		uint32_t t = shape_below(random, art->triangle_count), k = shape_below(random, 3),
				 kind = shape_below(random, 4);
		uint32_t *c = art->corners + 3 * (size_t)t, a = c[k], b = c[(k + 1) % 3], d = c[(k + 2) % 3];
		const float *at = art->positions[a];
		double x = shape_share(random), reach = shape_below(random, 3) ? 0.2 : 1;
		double y = shape_share(random), z = shape_share(random);
		if (kind == 0)
			survey_case_triangle(art, b, a, d);
		else if (kind == 1)
		{
			c[k] = b;
			c[(k + 1) % 3] = a;
		}
		else if (kind == 2)
		{
			uint32_t v = survey_case_vertex(
				art, (double)at[0] + reach * x, (double)at[1] + reach * y, (double)at[2] + reach * z);
			art->corners[3 * (size_t)t + k] = v;
		}
		else
			repair_case_cut(art, random, reach);
	}
}

static void damaged_art_within_a_wide_tolerance_settles(void **state)
{
	(void)state;
	for (uint32_t round = 0; round < 400; ++round)
	{
		const double zero[3] = {0, 0, 0}, low[3] = {1, 1, 1}, high[3] = {4, 4, 4};
		shape_random random = {0xa1u + round};
		repair_case c;
		repair_case_begin(&c);
		c.art.options.tolerance = 0.03;
		if (round % 3 == 0)
			survey_case_sphere(&c.art, 4, 5, zero, 2);
		else if (round % 3 == 1)
			survey_case_torus(&c.art, 4, 4);
		else
			survey_case_box(&c.art, low, high, false);
		damage(&c.art, &random);
		repair_case_orders(&c, round % 4 ? KILNCOOK_REPAIR_ALL : CUTS, &random);
		repair_case_end(&c);
	}
}

/// T-junctions that are up to the tolerance from their sides, some on two sides of one triangle: the tolerance can be enough for
/// one of the two only.
static void faults_at_the_limit_of_the_tolerance_settle(void **state)
{
	(void)state;
	uint64_t changed = 0;
	for (uint32_t round = 0; round < 12; ++round)
	{
		shape_random random = {0xb1u + round};
		repair_case c;
		repair_case_begin(&c);
		c.art.options.tolerance = 1e-3;
		survey_case_torus(&c.art, 16, 12);
		for (uint32_t i = 0; i < 40; ++i)
			repair_case_cut(&c.art, &random, 0.02);
		if (round & 1)
			repair_case_shatter(&c.art, &random, 0.004);
		repair_case_run(&c, KILNCOOK_REPAIR_ALL);
		changed += c.rows[KILNCOOK_REPAIR_T_JUNCTIONS].changed;
		repair_case_end(&c);
	}
	// Each round plants 40; not all are within the tolerance.
	assert_true(changed > 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_art_within_a_wide_tolerance_settles),
		cmocka_unit_test(faults_at_the_limit_of_the_tolerance_settle),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
