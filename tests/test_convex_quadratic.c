// SPDX-License-Identifier: MIT
#include "asset_fixture.h"
#include "convex/quadratic.h"
#include "convex_couple.h"
#include "trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// The distance as a quadratic programme in double, against the same in whole numbers.

/// The mean of vertices that an answer says its point is.
static kiln_d3 mean_of(const kiln_polytope *polytope, const kiln_nearest *nearest, const uint32_t vertex[4])
{
	kiln_d3 mean = {0, 0, 0};
	for (uint32_t i = 0; i < nearest->count; ++i)
		mean = kiln_d3_along(mean, nearest->weight[i], kiln_polytope_vertex(polytope, vertex[i]));
	return mean;
}

static void check_points(const couple *c, const kiln_nearest *nearest, double slack)
{
	double sum = 0;
	couple_need(nearest->count >= 1 && nearest->count <= 4, c, "no corral");
	for (uint32_t i = 0; i < nearest->count; ++i)
	{
		couple_need(nearest->weight[i] >= 0, c, "a weight below zero");
		couple_need(nearest->vertex_a[i] < c->counts[0] && nearest->vertex_b[i] < c->counts[1], c, "no such vertex");
		sum += nearest->weight[i];
	}
	couple_need(fabs(sum - 1) < 1e-9, c, "weights do not sum to 1");
	kiln_d3 on_a = mean_of(&c->polytopes[0], nearest, nearest->vertex_a);
	kiln_d3 on_b = mean_of(&c->polytopes[1], nearest, nearest->vertex_b);
	couple_need(kiln_d3_largest(kiln_d3_sub(on_a, nearest->on_a)) <= slack, c, "on_a is no such mean");
	couple_need(kiln_d3_largest(kiln_d3_sub(on_b, nearest->on_b)) <= slack, c, "on_b is no such mean");
	double apart = sqrt(kiln_d3_length2(kiln_d3_sub(on_b, on_a)));
	couple_need(fabs(apart - nearest->distance) <= 16 * slack, c, "the points are farther apart");
}

/// Returns by how much the distance is wrong, in sizes.
static double check_couple(const couple *c)
{
	kiln_nearest nearest;
	kiln_quadratic(&c->polytopes[0], &c->polytopes[1], &nearest);
	double size = c->size + c->exact.distance, slack = 0x1p-38 * size;
	check_points(c, &nearest, slack);
	couple_need(nearest.steps < KILN_QUADRATIC_STEPS / 4, c, "too many steps");
	couple_need(nearest.lower <= c->exact.distance * (1 + 0x1p-50), c, "too large a lower bound");
	couple_need(!c->exact.overlap || nearest.lower == 0, c, "a plane between what overlaps");
	return fabs(nearest.distance - c->exact.distance) / size;
}

static void distance_is_that_of_the_exact_programme(void **state)
{
	(void)state;
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 70 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(300); ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, n % 16 ? 16 : 120);
			double error = check_couple(&c);
			couple_need(error < 0x1p-40, &c, "another distance");
			couple_free(&c);
		}
	}
}

static void fixed_points_are_met(void **state)
{
	(void)state;
	kiln_polytope segment, other;
	kiln_nearest nearest;
	kiln_polytope_of_segment((kiln_d3){-1, 0, 0}, (kiln_d3){3, 0, 0}, &segment);
	kiln_polytope_of_segment((kiln_d3){0, 2, -1}, (kiln_d3){0, 2, 5}, &other);
	kiln_quadratic(&segment, &other, &nearest);
	assert_true(fabs(nearest.distance - 2) < 1e-14 && nearest.lower > 2 - 1e-13);
	assert_true(kiln_d3_largest(nearest.on_a) < 1e-14);
	assert_true(fabs(nearest.on_b.y - 2) < 1e-14 && fabs(nearest.on_b.x) < 1e-14 && fabs(nearest.on_b.z) < 1e-14);
	kiln_polytope_of_segment((kiln_d3){0, 0, 0}, (kiln_d3){0, 0, 0}, &other);
	kiln_quadratic(&segment, &other, &nearest);
	assert_true(nearest.distance < 1e-14 && nearest.lower == 0);
	kiln_quadratic(&other, &other, &nearest);
	assert_true(nearest.distance == 0 && nearest.lower == 0 && nearest.count == 1 && nearest.steps == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distance_is_that_of_the_exact_programme),
		cmocka_unit_test(fixed_points_are_met),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
