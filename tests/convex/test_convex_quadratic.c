// SPDX-License-Identifier: MIT
#include "convex_couple.h"
#include "school/convex/quadratic.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Compares the distance as a quadratic programme in double with the same in whole numbers.

/// Returns the weighted mean of vertices that an answer states for its point.
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

static void check_couple(const couple *c)
{
	kiln_nearest nearest;
	kilni_quadratic(&c->polytopes[0], &c->polytopes[1], &nearest);
	double size = c->size + c->exact.distance, slack = 0x1p-38 * size;
	check_points(c, &nearest, slack);
	couple_need(nearest.steps < KILN_QUADRATIC_STEPS / 4, c, "too many steps");
	couple_need(nearest.lower <= c->exact.distance * (1 + 0x1p-50), c, "too large a lower bound");
	couple_need(!c->exact.overlap || nearest.lower == 0, c, "a plane between what overlaps");
	couple_need(fabs(nearest.distance - c->exact.distance) <= 0x1p-40 * size, c, "another distance");
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
			check_couple(&c);
			couple_free(&c);
		}
	}
}

static void place_vertices(couple *c)
{
	for (int k = 0; k < 2; ++k)
		for (uint32_t i = 0; i < c->counts[k]; ++i)
			c->vertices[k][i] = kiln_polytope_vertex(&c->polytopes[k], i);
	convex_exact_gap(c->vertices[0], c->counts[0], c->vertices[1], c->counts[1], &c->exact);
}

/// Moves separate hulls together in double until the gap is a power of two of its first value, down to 2^-56, or the
/// hulls overlap by this much: the shortest difference is nearly all cancelled, but its direction must be correct.
static void distance_is_right_however_small_the_gap(void **state)
{
	(void)state;
	uint64_t near = 0;
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 170 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(120); ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, 16);
			place_vertices(&c);
			kiln_d3 way = kiln_d3_sub(real3_to(c.exact.on_b), real3_to(c.exact.on_a));
			double part = ldexp(1, -(int)(fixture_random(&random) % 57));
			part = fixture_random(&random) % 8 ? part : -part;
			c.polytopes[1].origin = kiln_d3_along(c.polytopes[1].origin, part - 1, way);
			place_vertices(&c);
			check_couple(&c);
			near += !c.exact.overlap && c.exact.distance < 0x1p-20 * c.size;
			couple_free(&c);
		}
	}
	assert_true(near > trials_random(120));
}

static void fixed_points_are_met(void **state)
{
	(void)state;
	kiln_polytope segment, other;
	kiln_nearest nearest;
	kilni_polytope_of_segment((kiln_d3){-1, 0, 0}, (kiln_d3){3, 0, 0}, &segment);
	kilni_polytope_of_segment((kiln_d3){0, 2, -1}, (kiln_d3){0, 2, 5}, &other);
	kilni_quadratic(&segment, &other, &nearest);
	assert_true(fabs(nearest.distance - 2) < 1e-14 && nearest.lower > 2 - 1e-13);
	assert_true(kiln_d3_largest(nearest.on_a) < 1e-14);
	assert_true(fabs(nearest.on_b.y - 2) < 1e-14 && fabs(nearest.on_b.x) < 1e-14 && fabs(nearest.on_b.z) < 1e-14);
	kilni_polytope_of_segment((kiln_d3){0, 0, 0}, (kiln_d3){0, 0, 0}, &other);
	kilni_quadratic(&segment, &other, &nearest);
	assert_true(nearest.distance < 1e-14 && nearest.lower == 0);
	kilni_quadratic(&other, &other, &nearest);
	assert_true(nearest.distance == 0 && nearest.lower == 0 && nearest.count == 1 && nearest.steps == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distance_is_that_of_the_exact_programme),
		cmocka_unit_test(distance_is_right_however_small_the_gap),
		cmocka_unit_test(fixed_points_are_met),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
