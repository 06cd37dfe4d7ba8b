// SPDX-License-Identifier: MIT
#include "kiln/convex.h"
#include "open/proof_hulls.h"
#include "support/hull_case.h"
#include "support/hull_clouds.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares kiln_hull_build with the cooker, byte for byte, and the queries of built hulls with those of bare points.

/// A hull in memory of exactly the size that is asked for, so that the sanitizer finds what lies beyond it.
typedef struct built
{
	kiln_hull hull;
	uint8_t *memory;
	kiln_status status;
} built;

static built build(const float (*points)[3], uint32_t count)
{
	size_t size = kiln_hull_build_size(count);
	built b = {.memory = aligned_alloc(64, (size + 63) / 64 * 64)};
	assert_non_null(b.memory);
	memset(b.memory, 0xa5, size);
	b.status = kiln_hull_build(&b.hull, (const kiln_vec3 *)(const void *)points, count, KILN_ISA_AUTO, b.memory, size);
	return b;
}

/// Builds a hull and compares it with the packed hull of the cooker.
static void is_that_of_the_cooker(const hull_case *c)
{
	if (c->point_count > KILN_HULL_POINTS_MAX)
		return;
	built b = build((const float(*)[3])c->points, c->point_count);
	const kiln_format_hull *head = &c->packed.head;
	assert_int_equal(b.status, KILN_OK);
	assert_true(head->size <= kiln_hull_build_size(c->point_count));
	assert_int_equal(b.hull.dimension, head->dimension);
	assert_int_equal(b.hull.vertex_count, head->vertex_count);
	assert_int_equal(b.hull.edge_count, head->edge_count);
	assert_int_equal(b.hull.face_count, head->face_count);
	assert_memory_equal(b.memory, c->packed.data, (size_t)head->size);
	assert_int_equal(kilni_prove_hull(head, 0, b.memory, 0, head->size).status, KILN_OK);
	const kiln_hull *v = &c->view;
	assert_true(
		memcmp(&b.hull.low, &v->low, sizeof v->low) == 0 && memcmp(&b.hull.high, &v->high, sizeof v->high) == 0);
	assert_true(b.hull.reach == v->reach && b.hull.index_size == v->index_size && b.hull.level_count == 0);
	free(b.memory);
}

static void built_hulls_are_the_bytes_of_the_cooker(void **state)
{
	(void)state;
	static const uint32_t sizes[] = {5, 9, 24, 110, 240};
	hull_case_on_all(is_that_of_the_cooker, sizes, 5, UINT32_MAX);
}

static bool all_in_range(const float (*points)[3], uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			if (!(fabsf(points[i][axis]) <= KILN_COORDINATE_MAX))
				return false;
	return true;
}

static void hulls_of_hard_clouds_are_the_bytes_of_the_cooker(void **state)
{
	(void)state;
	static float points[KILN_HULL_POINTS_MAX][3];
	static const uint32_t counts[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 40, KILN_HULL_POINTS_MAX};
	const uint64_t rounds = TRIALS_SLOW ? 3 : 20;
	uint32_t refused = 0;
	for (uint64_t seed = 0; seed < rounds; ++seed)
		for (int kind = 0; kind < CLOUD_KIND_COUNT; ++kind)
			for (size_t n = 0; n < sizeof counts / sizeof *counts; ++n)
			{
				hull_case c;
				hull_cloud_fill((hull_cloud_kind)kind, seed, points, counts[n]);
				if (!all_in_range((const float(*)[3])points, counts[n]))
				{
					built b = build((const float(*)[3])points, counts[n]);
					assert_int_equal(b.status, KILN_E_ARGUMENT);
					free(b.memory);
					++refused;
					continue;
				}
				hull_case_make_of(&c, (const float(*)[3])points, counts[n], UINT32_MAX);
				is_that_of_the_cooker(&c);
				hull_case_free(&c);
			}
	assert_true(refused > 0);
}

/// Points of a lattice of three steps: most subsets have coplanar, collinear and repeated points.
static void hulls_of_lattice_points_are_the_bytes_of_the_cooker(void **state)
{
	(void)state;
	uint64_t random = 71;
	for (int trial = 0; trial < (TRIALS_SLOW ? 400 : 4000); ++trial)
	{
		float points[32][3];
		uint32_t count = 1 + (uint32_t)(hull_case_unit(&random) * 31.9), most = 2 + (uint32_t)trial % 3;
		for (uint32_t i = 0; i < count; ++i)
			for (int axis = 0; axis < 3; ++axis)
				points[i][axis] = floorf((float)(hull_case_unit(&random) * (double)most)) - 1;
		hull_case c;
		hull_case_make_of(&c, (const float(*)[3])points, count, UINT32_MAX);
		is_that_of_the_cooker(&c);
		hull_case_free(&c);
	}
}

static void order_and_repetition_of_points_change_nothing(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int kind = 0; kind < CASE_KIND_COUNT; ++kind)
	{
		hull_case c;
		float points[KILN_HULL_POINTS_MAX][3];
		hull_case_make(&c, (hull_case_kind)kind, 60, UINT32_MAX);
		uint32_t count = c.point_count < 120 ? 2 * c.point_count : c.point_count;
		for (uint32_t i = 0; i < count && c.point_count <= 120; ++i)
			memcpy(points[i], c.points[i % c.point_count], sizeof points[i]);
		for (uint32_t i = count; c.point_count <= 120 && i-- > 1;)
		{
			uint32_t other = (uint32_t)(hull_case_unit(&random) * i);
			float swapped[3];
			memcpy(swapped, points[i], sizeof swapped);
			memcpy(points[i], points[other], sizeof swapped);
			memcpy(points[other], swapped, sizeof swapped);
		}
		if (c.point_count <= 120)
		{
			built b = build((const float(*)[3])points, count);
			assert_int_equal(b.status, KILN_OK);
			assert_memory_equal(b.memory, c.packed.data, (size_t)c.packed.head.size);
			free(b.memory);
		}
		hull_case_free(&c);
	}
}

/// Distances and depths of built hulls are those of the points, to rounding.
static void built_hulls_answer_as_their_points(void **state)
{
	(void)state;
	uint64_t random = 19;
	for (int trial = 0; trial < (TRIALS_SLOW ? 100 : 1000); ++trial)
	{
		kiln_vec3 points[2][40];
		built b[2];
		kiln_convex_shape cloud[2], body[2];
		kiln_convex_object at[2][2];
		for (int k = 0; k < 2; ++k)
		{
			uint32_t count = 1 + (uint32_t)(hull_case_unit(&random) * 39);
			for (uint32_t i = 0; i < count; ++i)
				points[k][i] = hull_case_direction(&random);
			b[k] = build((const float(*)[3])(const void *)points[k], count);
			assert_int_equal(b[k].status, KILN_OK);
			cloud[k] = (kiln_convex_shape){.kind = KILN_CONVEX_POINTS, .points = {points[k], count}};
			body[k] = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &b[k].hull};
			kiln_pose pose = {.translation = {k ? 2 * (float)hull_case_unit(&random) : 0, 0, 0}};
			at[0][k] = (kiln_convex_object){&cloud[k], pose};
			at[1][k] = (kiln_convex_object){&body[k], pose};
		}
		kiln_convex_separation apart[2];
		kiln_convex_depth deep[2];
		for (int k = 0; k < 2; ++k)
		{
			assert_int_equal(kiln_convex_distance(&at[k][0], &at[k][1], NULL, NULL, &apart[k]), KILN_OK);
			assert_int_equal(kiln_convex_penetration(&at[k][0], &at[k][1], NULL, NULL, &deep[k]), KILN_OK);
		}
		assert_true(fabsf(apart[0].distance - apart[1].distance) <= 1e-6f);
		assert_true(fabsf(deep[0].depth - deep[1].depth) <= 1e-5f);
		free(b[0].memory);
		free(b[1].memory);
	}
}

static void build_refuses_and_changes_nothing(void **state)
{
	(void)state;
	_Alignas(64) uint8_t memory[64 + 4096], before[sizeof memory];
	const float huge = nextafterf(KILN_COORDINATE_MAX, INFINITY);
	kiln_vec3 points[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
	const float bad[] = {NAN, INFINITY, -INFINITY, huge, -huge};
	size_t size = kiln_hull_build_size(5);
	kiln_hull hull, untouched;
	memset(memory, 0x5a, sizeof memory);
	memcpy(before, memory, sizeof memory);
	memset(&hull, 0x3c, sizeof hull);
	memcpy(&untouched, &hull, sizeof hull);
	assert_true(size <= 4096 && kiln_hull_build_size(0) == 0 && kiln_hull_build_size(KILN_HULL_POINTS_MAX + 1) == 0);
	assert_int_equal(kiln_hull_build(&hull, NULL, 5, 0, memory, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_hull_build(&hull, points, 0, 0, memory, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_hull_build(&hull, points, KILN_HULL_POINTS_MAX + 1, 0, memory, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_hull_build(&hull, points, 5, 0, NULL, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_hull_build(NULL, points, 5, 0, memory, size), KILN_E_ARGUMENT);
	assert_int_equal(kiln_hull_build(&hull, points, 5, 0, memory + 32, size), KILN_E_ALIGNMENT);
	assert_int_equal(kiln_hull_build(&hull, points, 5, 0, memory, size - 1), KILN_E_CAPACITY);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			kiln_vec3 spoilt[5];
			memcpy(spoilt, points, sizeof spoilt);
			(&spoilt[i].x)[axis] = bad[i];
			assert_int_equal(kiln_hull_build(&hull, spoilt, 5, 0, memory, size), KILN_E_ARGUMENT);
		}
	assert_memory_equal(memory, before, sizeof memory);
	assert_memory_equal(&hull, &untouched, sizeof hull);
	assert_int_equal(kiln_hull_build(&hull, points, 5, 0, memory, size), KILN_OK);
	assert_int_equal(hull.vertex_count, 5);
}

static void flat_and_straight_points_make_hulls_of_lower_dimension(void **state)
{
	(void)state;
	const kiln_vec3 points[6] = {{1, 1, 1}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}, {2, 3, 4}, {1, 2, 4}};
	static const uint32_t counts[] = {2, 4, 5, 6}, vertices[] = {1, 2, 3, 4}, faces[] = {0, 0, 2, 4};
	for (uint32_t dimension = 0; dimension < 4; ++dimension)
	{
		built b = build((const float(*)[3])(const void *)points, counts[dimension]);
		assert_int_equal(b.hull.dimension, dimension);
		assert_int_equal(b.hull.vertex_count, vertices[dimension]);
		assert_int_equal(b.hull.face_count, faces[dimension]);
		free(b.memory);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(built_hulls_are_the_bytes_of_the_cooker),
		cmocka_unit_test(hulls_of_hard_clouds_are_the_bytes_of_the_cooker),
		cmocka_unit_test(hulls_of_lattice_points_are_the_bytes_of_the_cooker),
		cmocka_unit_test(order_and_repetition_of_points_change_nothing),
		cmocka_unit_test(built_hulls_answer_as_their_points),
		cmocka_unit_test(build_refuses_and_changes_nothing),
		cmocka_unit_test(flat_and_straight_points_make_hulls_of_lower_dimension),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
