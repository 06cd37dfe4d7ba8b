// SPDX-License-Identifier: MIT
#include "hull/hull_internal.h"
#include "hull/simplify_internal.h"
#include "hull/simplify_outer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/// What the search for a hull within a budget looks at, counted, on hulls with tips that all others are next to and rims
/// along which each is next to two.

static const kilncook_context context;

#define TAU 6.283185307179586

static double random_share(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) * 0x1p-53;
}

typedef void put(uint32_t i, uint32_t n, float p[3]);

static void put3(float p[3], double x, double y, double z)
{
	p[0] = (float)x;
	p[1] = (float)y;
	p[2] = (float)z;
}

static void cone(uint32_t i, uint32_t n, float p[3])
{
	double a = TAU * i / (n - 1);
	put3(p, i == n - 1 ? 0 : cos(a), i == n - 1 ? 0 : sin(a), i == n - 1);
}

static void spindle(uint32_t i, uint32_t n, float p[3])
{
	double a = TAU * i / (n - 2);
	put3(p, i >= n - 2 ? 0 : cos(a), i >= n - 2 ? 0 : sin(a), i == n - 2 ? 1 : i == n - 1 ? -1 : 0);
}

static void drum(uint32_t i, uint32_t n, float p[3])
{
	double a = TAU * (i / 2) / (n / 2);
	put3(p, cos(a), sin(a), i % 2);
}

/// On the moment curve every vertex is next to the two ends.
static void moment(uint32_t i, uint32_t n, float p[3])
{
	double t = 2.0 * i / n - 1;
	put3(p, t, t * t, t * t * t);
}

static void ball(uint32_t i, uint32_t n, float p[3])
{
	double z = 1 - (2.0 * i + 1) / n, r = sqrt(1 - z * z), a = 2.399963229728653 * i;
	put3(p, r * cos(a), r * sin(a), z);
}

static put *const shapes[] = {cone, spindle, drum, moment, ball};

#define SHAPES (sizeof shapes / sizeof *shapes)

static void build(put *at, uint32_t n, convex_hull *hull)
{
	float(*points)[3] = calloc(n, sizeof *points);
	assert_non_null(points);
	for (uint32_t i = 0; i < n; ++i)
		at(i, n, points[i]);
	assert_int_equal(hull_build(&context, &(hull_points){.positions = points[0], .count = n}, hull), KILNCOOK_OK);
	assert_int_equal(hull->dimension, 3);
	free(points);
}

/// Any direction, or one on which rims and bases are nearly level.
static void random_direction(uint64_t *state, double d[3])
{
	double tilt = random_share(state) < 0.5 ? 1 : ldexp(1, -(int)(40 * random_share(state)));
	d[0] = tilt * (2 * random_share(state) - 1);
	d[1] = tilt * (2 * random_share(state) - 1);
	d[2] = 2 * random_share(state) - 1;
}

static void supports_are_farthest_and_look_at_few_vertices(void **state)
{
	(void)state;
	uint64_t random = 0x9e3779b97f4a7c15u;
	for (size_t s = 0; s < SHAPES; ++s)
		for (uint32_t n = 300; n <= 4800; n *= 4)
		{
			convex_hull hull;
			simplify_body body;
			uint64_t looks = 0;
			build(shapes[s], n, &hull);
			assert_true(body_create(&context, &hull, &looks, &body));
			looks = 0;
			for (uint32_t round = 0; round < 400; ++round)
			{
				double d[3], most = -1e300;
				random_direction(&random, d);
				uint32_t start = (uint32_t)(random_share(&random) * body.count);
				uint32_t found = body_support(&body, d, start);
				for (uint32_t i = 0; i < body.count; ++i)
				{
					double value = simplify_dot(body.points[i], d);
					most = value > most ? value : most;
				}
				// What climbing ends at may be level with the farthest, to rounding.
				assert_true(simplify_dot(body.points[found], d) >= most - 1e-14);
			}
			assert_true((double)looks < 400 * (SIMPLIFY_LOOKS + 12 * sqrt(n)));
			body_free(&context, &body);
			hull_free(&context, &hull);
		}
}

static void a_corner_proved_nearest_is_what_all_faces_around_it_leave(void **state)
{
	(void)state;
	uint64_t random = 0x1234567u, with = 0, without = 0;
	for (size_t s = 0; s < SHAPES; ++s)
	{
		convex_hull hull;
		simplify_body body;
		uint64_t looks = 0;
		build(shapes[s], 1500, &hull);
		assert_true(body_create(&context, &hull, &looks, &body));
		const simplify_tree *tree = body.surface.tree;
		assert_non_null(tree);
		for (uint32_t round = 0; round < 400; ++round)
		{
			double p[3], q[2][3], distance[2];
			random_direction(&random, p);
			uint32_t start = (uint32_t)(random_share(&random) * body.surface.face_end), face[2] = {start, start};
			looks = 0;
			body.surface.tree = NULL;
			distance[0] = shell_closest(&body.surface, p, &face[0], q[0]);
			without += looks;
			looks = 0;
			body.surface.tree = tree;
			distance[1] = shell_closest(&body.surface, p, &face[1], q[1]);
			with += looks;
			assert_true(distance[0] == distance[1]);
			assert_memory_equal(q[0], q[1], sizeof q[0]);
		}
		body_free(&context, &body);
		hull_free(&context, &hull);
	}
	assert_true(with < without);
}

/// The looks of a search for an outer hull of 16 vertices.
static uint64_t search(put *shape, uint32_t n, uint32_t effort)
{
	convex_hull hull;
	simplify_body body;
	uint64_t looks = 0;
	uint32_t chosen[16], count = 16;
	double points[16][3], error;
	build(shape, n, &hull);
	assert_true(body_create(&context, &hull, &looks, &body));
	body.effort = effort;
	assert_true(simplify_inner(&context, &body, NULL, 0, 16, chosen, &error));
	looks = 0;
	assert_true(simplify_outer(&context, &body, chosen, &count, points, &error));
	assert_in_range(count, 4, 16);
	body_free(&context, &body);
	hull_free(&context, &hull);
	return looks;
}

/// The effort bounds the looks, but for those of starts and of the last sweep.
static void a_search_stays_within_its_effort_whatever_the_hull(void **state)
{
	(void)state;
	for (size_t s = 0; s < SHAPES; ++s)
	{
		uint64_t less = search(shapes[s], 1000, 1000), more = search(shapes[s], 8000, 1000);
		assert_true(more < (uint64_t)LOOKS_A_MOVE * 1000 * 2);
		assert_true(more < 5 * less);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(supports_are_farthest_and_look_at_few_vertices),
		cmocka_unit_test(a_corner_proved_nearest_is_what_all_faces_around_it_leave),
		cmocka_unit_test(a_search_stays_within_its_effort_whatever_the_hull),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
