// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "shape/triangle_point.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const kiln_isa isas[] = {KILN_ISA_AUTO, KILN_ISA_SCALAR, KILN_ISA_SSE2};

/// Tests every triangle with the function for a single one.
static kiln_closest closest_of_all(const shape_asset *shapes, uint32_t mesh, const kiln_point_query *query)
{
	const shape_triangle *triangles;
	uint32_t count = shape_triangles(shapes, mesh, &triangles);
	kiln_closest best = {0};
	float limit = query->max_distance > 0 ? query->max_distance : INFINITY;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 seen[3], p = kiln_d3_from(query->point);
		for (int k = 0; k < 3; ++k)
			seen[k] = kiln_d3_sub(kiln_d3_from(triangles[i].corners[k]), p);
		kiln_d3 nearest = kilni_triangle_closest(seen);
		float distance = (float)sqrt(kiln_d3_length2(nearest));
		if (best.found ? distance < best.distance : distance <= limit)
			best = (kiln_closest){.found = true,
				.distance = distance,
				.point = kiln_d3_to(kilni_triangle_settle(triangles[i].corners, kiln_d3_add(p, nearest))),
				.triangle = triangles[i].triangle,
				.mesh = triangles[i].mesh,
				.node = triangles[i].node};
	}
	return best;
}

static kiln_closest ask(const shape_asset *shapes, uint32_t mesh, const kiln_point_query *query)
{
	return mesh == KILN_NONE ? kiln_scene_closest_point(&shapes->asset, query)
							 : kiln_mesh_closest_point(&shapes->asset, mesh, query);
}

static void check_same(const kiln_closest *got, const kiln_closest *expected)
{
	assert_int_equal(got->found, expected->found);
	assert_true(got->distance == expected->distance);
	assert_int_equal(got->node, expected->node);
	assert_int_equal(got->triangle, expected->triangle);
	assert_int_equal(got->mesh, expected->mesh);
	assert_memory_equal(&got->point, &expected->point, sizeof got->point);
}

static void check_random(const shape_asset *shapes, uint32_t mesh, uint64_t seed, int rounds)
{
	uint64_t random = seed;
	int found = 0;
	for (int i = 0; i < rounds; ++i)
	{
		kiln_point_query query = {shape_point(shapes, mesh, &random), 0};
		if (i % 3 == 1)
			query.max_distance = (float)shape_size(shapes, mesh) * 0.3f * fixture_random_unit(&random);
		// Sometimes at a corner.
		const shape_triangle *triangles;
		uint32_t count = shape_triangles(shapes, mesh, &triangles);
		if (i % 10 == 9)
			query.point = triangles[fixture_random(&random) % count].corners[i % 3];
		kiln_closest expected = closest_of_all(shapes, mesh, &query);
		kiln_closest got = ask(shapes, mesh, &query);
		check_same(&got, &expected);
		found += got.found;
	}
	assert_true(found > rounds / 2);
}

static void closest_point_is_that_of_all_triangles(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof isas / sizeof *isas; ++i)
	{
		shape_asset shapes = shape_asset_mixed(isas[i]);
		check_random(&shapes, KILN_NONE, 1 + i, 1500);
		for (uint32_t mesh = 0; mesh < shapes.asset.mesh_count; ++mesh)
			check_random(&shapes, mesh, 10 + mesh, 300);
		shape_asset_free(&shapes);
	}
}

static void any_placement_gives_the_closest_of_all(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int i = 0; i < 40; ++i)
	{
		double m[12];
		double scale = pow(10, 4 * oracle_signed(&random)), away = pow(10, 5 * oracle_signed(&random));
		for (int k = 0; k < 12; ++k)
			m[k] = k % 4 == 3 ? away * oracle_signed(&random) : scale * oracle_signed(&random);
		fixture_mesh mesh = i % 2 ? fixture_soup(120, 0.3f, (uint32_t)i) : fixture_sphere(6, 9, 1);
		shape_asset shapes = shape_asset_placed(&mesh, m, KILN_ISA_AUTO);
		check_random(&shapes, KILN_NONE, (uint64_t)i, 150);
		shape_asset_free(&shapes);
	}
}

static void a_hit_names_its_triangle_and_source(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 3;
	for (int i = 0; i < 500; ++i)
	{
		uint32_t mesh = i % 2 ? KILN_NONE : (uint32_t)i % 5;
		kiln_point_query query = {shape_point(&shapes, mesh, &random), 0};
		kiln_closest got = ask(&shapes, mesh, &query);
		assert_true(got.found);
		uint32_t own;
		assert_int_equal(kiln_triangle_mesh(&shapes.asset, got.triangle, &own), got.mesh);
		kiln_source source = kiln_triangle_source(&shapes.asset, got.mesh, own);
		assert_int_equal(got.source_mesh, source.mesh);
		assert_int_equal(got.source_face, source.face);
		assert_int_equal(got.material, source.material);
		assert_int_equal(got.tag, mesh == KILN_NONE ? shapes.asset.nodes[got.node].tag : 0);
		assert_int_equal(got.node == KILN_NONE, mesh != KILN_NONE);
	}
	shape_asset_free(&shapes);
}

static void the_limit_is_inclusive(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	kiln_point_query query = {{4, 0.25f, 0.5f}, 3};
	assert_true(kiln_scene_closest_point(&shapes.asset, &query).found);
	assert_true(kiln_scene_closest_point(&shapes.asset, &query).distance == 3);
	query.max_distance = nextafterf(3, 0);
	kiln_closest none = kiln_scene_closest_point(&shapes.asset, &query);
	const kiln_closest zero = {0};
	assert_memory_equal(&none, &zero, sizeof none);
	query.max_distance = 1e-30f;
	assert_false(kiln_scene_closest_point(&shapes.asset, &query).found);
	query.point = (kiln_vec3){1, 0.25f, 0.5f};
	assert_true(kiln_scene_closest_point(&shapes.asset, &query).found);
	shape_asset_free(&shapes);
}

static void far_points_find_near_triangles(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const float at[] = {1e3f, 1e6f, 1e9f, KILN_COORDINATE_MAX};
	for (size_t i = 0; i < sizeof at / sizeof *at; ++i)
	{
		kiln_point_query query = {{at[i], 0, 0}, 0};
		kiln_closest got = kiln_scene_closest_point(&shapes.asset, &query);
		assert_true(got.found && got.distance == at[i] - 1);
		// Farther away, all sides have the same distance in float32.
		assert_true(got.point.x == 1 || at[i] > 1e6f);
		query.point = (kiln_vec3){at[i], -at[i], at[i]};
		got = kiln_scene_closest_point(&shapes.asset, &query);
		assert_true(got.found && fabsf(got.distance / at[i] - sqrtf(3)) < 0.01f);
	}
	shape_asset_free(&shapes);
}

static void queries_of_no_meaning_find_nothing(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_point_query bad[] = {{{NAN, 0, 0}, 0}, {{0, INFINITY, 0}, 0}, {{0, 0, -INFINITY}, 0}, {{0, 0, 0}, NAN},
		{{0, 0, 0}, -1}, {{0, 0, 0}, INFINITY}, {{2e12f, 0, 0}, 0}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		assert_false(kiln_scene_closest_point(&shapes.asset, &bad[i]).found);
		assert_false(kiln_mesh_closest_point(&shapes.asset, 0, &bad[i]).found);
	}
	const kiln_point_query good = {{0, 0, 0}, 0};
	assert_false(kiln_mesh_closest_point(&shapes.asset, 1, &good).found);
	assert_false(kiln_mesh_closest_point(&shapes.asset, KILN_NONE, &good).found);
	assert_false(kiln_scene_closest_point(&shapes.asset, NULL).found);
	shape_asset_free(&shapes);
}

static void a_batch_answers_what_single_calls_do(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	kiln_point_query queries[64];
	kiln_closest answers[64];
	uint64_t random = 6;
	for (int i = 0; i < 64; ++i)
		queries[i] = (kiln_point_query){shape_point(&shapes, KILN_NONE, &random), i % 2 ? 0 : 0.5f};
	kiln_scene_closest_point_batch(&shapes.asset, queries, 64, answers);
	for (int i = 0; i < 64; ++i)
	{
		kiln_closest single = kiln_scene_closest_point(&shapes.asset, &queries[i]);
		assert_memory_equal(&single.point, &answers[i].point, sizeof single.point);
		check_same(&answers[i], &single);
	}
	shape_asset_free(&shapes);
}

static void instruction_sets_agree_to_the_bit(void **state)
{
	(void)state;
	shape_asset first = shape_asset_mixed(isas[0]);
	for (size_t k = 1; k < sizeof isas / sizeof *isas; ++k)
	{
		shape_asset other = shape_asset_mixed(isas[k]);
		uint64_t random = 7;
		for (int i = 0; i < 2000; ++i)
		{
			kiln_point_query query = {shape_point(&first, KILN_NONE, &random), 0};
			kiln_closest a = kiln_scene_closest_point(&first.asset, &query),
						 b = kiln_scene_closest_point(&other.asset, &query);
			check_same(&a, &b);
		}
		shape_asset_free(&other);
	}
	shape_asset_free(&first);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closest_point_is_that_of_all_triangles),
		cmocka_unit_test(any_placement_gives_the_closest_of_all),
		cmocka_unit_test(a_hit_names_its_triangle_and_source),
		cmocka_unit_test(the_limit_is_inclusive),
		cmocka_unit_test(far_points_find_near_triangles),
		cmocka_unit_test(queries_of_no_meaning_find_nothing),
		cmocka_unit_test(a_batch_answers_what_single_calls_do),
		cmocka_unit_test(instruction_sets_agree_to_the_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
