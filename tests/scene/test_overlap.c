// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "primitive/touch.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define CAPACITY 4096

static const kiln_isa isas[] = {KILN_ISA_AUTO, KILN_ISA_SCALAR, KILN_ISA_SSE2};

static uint32_t ask(
	const kiln_asset *asset, uint32_t mesh, const oracle_any *shape, kiln_overlap *overlaps, uint32_t capacity)
{
	bool all = mesh == KILN_NONE;
	if (shape->kind == KILN_SOLID_SPHERE)
		return all ? kiln_scene_overlap_sphere(asset, &shape->sphere, overlaps, capacity)
				   : kiln_mesh_overlap_sphere(asset, mesh, &shape->sphere, overlaps, capacity);
	if (shape->kind == KILN_SOLID_BOX)
		return all ? kiln_scene_overlap_box(asset, &shape->box, overlaps, capacity)
				   : kiln_mesh_overlap_box(asset, mesh, &shape->box, overlaps, capacity);
	return all ? kiln_scene_overlap_capsule(asset, &shape->capsule, overlaps, capacity)
			   : kiln_mesh_overlap_capsule(asset, mesh, &shape->capsule, overlaps, capacity);
}

/// Tests every triangle with the second method: triangles that certainly touch must be listed, triangles that certainly
/// do not must not.
static uint32_t check_all(
	const shape_asset *shapes, uint32_t mesh, const oracle_any *shape, const kiln_overlap *got, uint32_t count)
{
	const shape_triangle *triangles;
	uint32_t all = shape_triangles(shapes, mesh, &triangles), at = 0;
	kiln_solid solid;
	assert_true(oracle_solid(shape, &solid));
	for (uint32_t i = 0; i < all; ++i)
	{
		const shape_triangle *t = &triangles[i];
		bool answered = at < count && got[at].node == t->node && got[at].triangle == t->triangle;
		at += answered;
		kiln_d3 seen[3];
		kiln_solid_see(&solid, t->corners, seen);
		assert_int_equal(answered, kilni_touch(&solid, seen));
		double size = kiln_d3_largest(seen[0]) + kiln_d3_largest(seen[1]) + kiln_d3_largest(seen[2]);
		long double gap = oracle_separation(&solid, (kiln_d3){0, 0, 0}, t->corners);
		if (fabsl(gap) > 1e-12L * (long double)size)
			assert_int_equal(answered, gap < 0);
	}
	// All listed triangles were found in order, so the list is sorted and has no repetitions.
	assert_int_equal(at, count);
	return count;
}

static void check_random(const shape_asset *shapes, uint32_t mesh, uint64_t seed, int rounds)
{
	static kiln_overlap got[CAPACITY];
	uint64_t random = seed;
	int found = 0;
	for (int i = 0; i < rounds; ++i)
	{
		double size = mesh == KILN_NONE ? 3 : shape_size(shapes, mesh);
		kiln_vec3 center = shape_point(shapes, mesh, &random);
		const shape_triangle *triangles;
		uint32_t all = shape_triangles(shapes, mesh, &triangles);
		if (i % 3 == 0)
			center = triangles[fixture_random(&random) % all].corners[0];
		oracle_any shape = oracle_shape(&random, center, size * (double)fixture_random_unit(&random), 16);
		uint32_t count = ask(&shapes->asset, mesh, &shape, got, CAPACITY);
		assert_true(count <= CAPACITY);
		found += check_all(shapes, mesh, &shape, got, count) > 0;
	}
	assert_true(found > rounds / 10);
}

static void overlaps_are_all_triangles_that_touch(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof isas / sizeof *isas; ++i)
	{
		shape_asset shapes = shape_asset_mixed(isas[i]);
		check_random(&shapes, KILN_NONE, 1 + i, 250);
		for (uint32_t mesh = 0; mesh < shapes.asset.mesh_count; ++mesh)
			check_random(&shapes, mesh, 10 + mesh, 100);
		shape_asset_free(&shapes);
	}
}

static void any_placement_overlaps_as_its_triangles_do(void **state)
{
	(void)state;
	static kiln_overlap got[CAPACITY];
	uint64_t random = 2;
	for (int i = 0; i < 60; ++i)
	{
		double m[12];
		double scale = pow(10, 4 * oracle_signed(&random)), away = pow(10, 6 * oracle_signed(&random));
		for (int k = 0; k < 12; ++k)
			m[k] = k % 4 == 3 ? away * oracle_signed(&random) : scale * oracle_signed(&random);
		fixture_mesh mesh = i % 2 ? fixture_soup(100, 0.3f, (uint32_t)i) : fixture_sphere(6, 9, 1);
		shape_asset shapes = shape_asset_placed(&mesh, m, isas[i % 3]);
		for (int k = 0; k < 40; ++k)
		{
			kiln_vec3 corner = shapes.placed[fixture_random(&random) % shapes.placed_count].corners[0];
			oracle_any shape = oracle_shape(&random, corner, scale * (double)fixture_random_unit(&random), 16);
			uint32_t count = ask(&shapes.asset, KILN_NONE, &shape, got, CAPACITY);
			check_all(&shapes, KILN_NONE, &shape, got, count);
		}
		shape_asset_free(&shapes);
	}
}

static void exact_contact_is_overlap(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_asset *asset = &shapes.asset;
	// A face, an edge (3-4-5) and a corner (2-3-6).
	assert_int_equal(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{3, 0.25f, 0.5f}, 2}, NULL, 0), 1);
	assert_true(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{4, 5, 0.5f}, 5}, NULL, 0) >= 2);
	assert_true(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{3, 4, 7}, 7}, NULL, 0) >= 3);
	assert_int_equal(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{3, 4, 7}, 6.999f}, NULL, 0), 0);
	// Zero sizes: a point and a segment on a face.
	assert_int_equal(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{1, 0.25f, 0.5f}, 0}, NULL, 0), 1);
	assert_int_equal(kiln_scene_overlap_box(asset, &(kiln_box){{1, 0.25f, 0.5f}, {0, 0, 0}, {0, 0, 0, 0}}, NULL, 0), 1);
	assert_true(kiln_scene_overlap_capsule(asset, &(kiln_capsule){{1, -4, 0.5f}, {1, 4, 0.5f}, 0}, NULL, 0) >= 2);
	// Boxes side by side, edge to edge and corner to corner.
	assert_true(kiln_scene_overlap_box(asset, &(kiln_box){{3, 0, 0}, {2, 1, 1}, {0, 0, 0, 0}}, NULL, 0) >= 2);
	assert_true(kiln_scene_overlap_box(asset, &(kiln_box){{3, 3, 0}, {2, 2, 1}, {0, 0, 0, 1}}, NULL, 0) >= 2);
	assert_true(kiln_scene_overlap_box(asset, &(kiln_box){{3, 3, -3}, {2, 2, 2}, {0, 0, 0, 1}}, NULL, 0) >= 3);
	assert_int_equal(kiln_scene_overlap_box(asset, &(kiln_box){{3.001f, 3, -3}, {2, 2, 2}, {0, 0, 0, 1}}, NULL, 0), 0);
	assert_true(kiln_scene_overlap_capsule(asset, &(kiln_capsule){{3, 4, 7}, {9, 9, 9}, 7}, NULL, 0) >= 3);
	shape_asset_free(&shapes);
}

static void a_triangle_wholly_inside_counts(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint32_t all = shapes.placed_count;
	assert_int_equal(kiln_scene_overlap_sphere(&shapes.asset, &(kiln_sphere){{0, 0, 0}, 1e4f}, NULL, 0), all);
	assert_int_equal(kiln_scene_overlap_sphere(&shapes.asset, &(kiln_sphere){{0, 0, 0}, 3e38f}, NULL, 0), all);
	const kiln_box box = {{0, 0, 0}, {3e38f, 3e38f, 3e38f}, {0.5f, 0.5f, 0.5f, 0.5f}};
	assert_int_equal(kiln_scene_overlap_box(&shapes.asset, &box, NULL, 0), all);
	const kiln_capsule capsule = {{-1e12f, 0, 0}, {1e12f, 0, 0}, 1e4f};
	assert_int_equal(kiln_scene_overlap_capsule(&shapes.asset, &capsule, NULL, 0), all);
	shape_asset_free(&shapes);
}

static void a_short_array_gets_a_part_and_the_full_count(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_sphere sphere = {{0, 0, 0}, 3};
	static kiln_overlap all[CAPACITY];
	kiln_overlap part[8] = {0};
	uint32_t count = kiln_scene_overlap_sphere(&shapes.asset, &sphere, all, CAPACITY);
	assert_true(count > 8);
	part[5] = (kiln_overlap){77, 88};
	assert_int_equal(kiln_scene_overlap_sphere(&shapes.asset, &sphere, part, 5), count);
	for (int i = 0; i < 5; ++i)
	{
		bool listed = false;
		for (uint32_t k = 0; k < count; ++k)
			listed = listed || (all[k].node == part[i].node && all[k].triangle == part[i].triangle);
		assert_true(listed);
	}
	assert_true(part[5].node == 77 && part[5].triangle == 88);
	assert_int_equal(kiln_scene_overlap_sphere(&shapes.asset, &sphere, NULL, 0), count);
	shape_asset_free(&shapes);
}

static void shapes_of_no_meaning_overlap_nothing(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_asset *asset = &shapes.asset;
	const float bad[] = {NAN, INFINITY, -INFINITY, -1};
	for (int i = 0; i < 4; ++i)
	{
		assert_int_equal(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{0, 0, 0}, bad[i]}, NULL, 0), 0);
		assert_int_equal(kiln_scene_overlap_capsule(asset, &(kiln_capsule){{0, 0, 0}, {2, 0, 0}, bad[i]}, NULL, 0), 0);
		assert_int_equal(
			kiln_scene_overlap_box(asset, &(kiln_box){{0, 0, 0}, {2, bad[i], 2}, {0, 0, 0, 1}}, NULL, 0), 0);
		if (i == 3)
			continue;
		assert_int_equal(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{bad[i], 0, 0}, 2}, NULL, 0), 0);
		assert_int_equal(
			kiln_scene_overlap_box(asset, &(kiln_box){{0, 0, 0}, {2, 2, 2}, {0, bad[i], 0, 1}}, NULL, 0), 0);
		assert_int_equal(kiln_mesh_overlap_sphere(asset, 0, &(kiln_sphere){{bad[i], 0, 0}, 2}, NULL, 0), 0);
	}
	assert_int_equal(kiln_scene_overlap_sphere(asset, &(kiln_sphere){{2e12f, 0, 0}, 3e12f}, NULL, 0), 0);
	assert_int_equal(kiln_mesh_overlap_sphere(asset, 1, &(kiln_sphere){{0, 0, 0}, 3}, NULL, 0), 0);
	assert_int_equal(kiln_scene_overlap_sphere(asset, NULL, NULL, 0), 0);
	shape_asset_free(&shapes);
}

static void a_batch_answers_what_single_calls_do(void **state)
{
	(void)state;
	enum
	{
		COUNT = 20,
		SHARE = 32
	};
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	kiln_sphere spheres[COUNT];
	kiln_box boxes[COUNT];
	kiln_capsule capsules[COUNT];
	kiln_overlap batch[3][COUNT * SHARE], single[SHARE];
	uint32_t counts[3][COUNT];
	uint64_t random = 4;
	for (int i = 0; i < COUNT; ++i)
	{
		oracle_any shape = oracle_shape(&random, shape_point(&shapes, KILN_NONE, &random), 1, 16);
		spheres[i] = shape.sphere;
		boxes[i] = shape.box;
		capsules[i] = shape.capsule;
	}
	kiln_scene_overlap_sphere_batch(&shapes.asset, spheres, COUNT, batch[0], SHARE, counts[0]);
	kiln_scene_overlap_box_batch(&shapes.asset, boxes, COUNT, batch[1], SHARE, counts[1]);
	kiln_scene_overlap_capsule_batch(&shapes.asset, capsules, COUNT, batch[2], SHARE, counts[2]);
	for (int i = 0; i < COUNT; ++i)
		for (int kind = 0; kind < 3; ++kind)
		{
			oracle_any shape = {kind, spheres[i], boxes[i], capsules[i]};
			uint32_t count = ask(&shapes.asset, KILN_NONE, &shape, single, SHARE);
			assert_int_equal(counts[kind][i], count);
			for (uint32_t k = 0; k < count && k < SHARE; ++k)
			{
				assert_int_equal(batch[kind][i * SHARE + (int)k].node, single[k].node);
				assert_int_equal(batch[kind][i * SHARE + (int)k].triangle, single[k].triangle);
			}
		}
	kiln_scene_overlap_sphere_batch(&shapes.asset, spheres, COUNT, NULL, 0, counts[1]);
	for (int i = 0; i < COUNT; ++i)
		assert_int_equal(counts[1][i], counts[0][i]);
	shape_asset_free(&shapes);
}

static void a_quarter_turn_of_everything_changes_nothing(void **state)
{
	(void)state;
	// Places the mesh with a turn about z, and turns the shapes in the same way: exact in floats, so the same
	// triangles.
	static const double turn[12] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
	fixture_mesh first = fixture_soup(400, 0.2f, 9), second = fixture_soup(400, 0.2f, 9);
	shape_asset straight = shape_asset_of(&first, KILN_ISA_AUTO);
	shape_asset turned = shape_asset_placed(&second, turn, KILN_ISA_AUTO);
	static kiln_overlap a[CAPACITY], b[CAPACITY];
	uint64_t random = 5;
	for (int i = 0; i < 500; ++i)
	{
		oracle_any shape = oracle_shape(&random, shape_point(&straight, KILN_NONE, &random), 0.3, 16);
		shape.kind = i % 2 ? KILN_SOLID_SPHERE : KILN_SOLID_CAPSULE;
		oracle_any other = shape;
		other.sphere.center = (kiln_vec3){-shape.sphere.center.y, shape.sphere.center.x, shape.sphere.center.z};
		other.capsule.a = (kiln_vec3){-shape.capsule.a.y, shape.capsule.a.x, shape.capsule.a.z};
		other.capsule.b = (kiln_vec3){-shape.capsule.b.y, shape.capsule.b.x, shape.capsule.b.z};
		uint32_t count = ask(&straight.asset, KILN_NONE, &shape, a, CAPACITY);
		assert_int_equal(ask(&turned.asset, KILN_NONE, &other, b, CAPACITY), count);
		for (uint32_t k = 0; k < count; ++k)
			assert_int_equal(a[k].triangle, b[k].triangle);
	}
	shape_asset_free(&straight);
	shape_asset_free(&turned);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlaps_are_all_triangles_that_touch),
		cmocka_unit_test(any_placement_overlaps_as_its_triangles_do),
		cmocka_unit_test(exact_contact_is_overlap),
		cmocka_unit_test(a_triangle_wholly_inside_counts),
		cmocka_unit_test(a_short_array_gets_a_part_and_the_full_count),
		cmocka_unit_test(shapes_of_no_meaning_overlap_nothing),
		cmocka_unit_test(a_batch_answers_what_single_calls_do),
		cmocka_unit_test(a_quarter_turn_of_everything_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
