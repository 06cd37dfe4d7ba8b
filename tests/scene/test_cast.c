// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "primitive/moving/sweep.h"
#include "primitive/touch.h"
#include "shape/triangle_point.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const kiln_isa isas[] = {KILN_ISA_AUTO, KILN_ISA_SCALAR, KILN_ISA_SSE2};

static kiln_hit ask(const kiln_asset *asset, uint32_t mesh, const oracle_any *shape, const kiln_motion *motion)
{
	bool all = mesh == KILN_NONE;
	if (shape->kind == KILN_SOLID_SPHERE)
		return all ? kiln_scene_cast_sphere(asset, &shape->sphere, motion)
				   : kiln_mesh_cast_sphere(asset, mesh, &shape->sphere, motion);
	if (shape->kind == KILN_SOLID_BOX)
		return all ? kiln_scene_cast_box(asset, &shape->box, motion)
				   : kiln_mesh_cast_box(asset, mesh, &shape->box, motion);
	return all ? kiln_scene_cast_capsule(asset, &shape->capsule, motion)
			   : kiln_mesh_cast_capsule(asset, mesh, &shape->capsule, motion);
}

static kiln_vec3 between(kiln_vec3 from, kiln_vec3 to, double scale)
{
	return kiln_d3_to(kiln_d3_scale(kiln_d3_sub(kiln_d3_from(to), kiln_d3_from(from)), scale));
}

/// The hit of the first triangle, with each triangle queried alone.
typedef struct expected_hit
{
	const shape_triangle *triangle; ///< NULL: no hit
	float t;
} expected_hit;

static expected_hit first_of_all(
	const shape_asset *shapes, uint32_t mesh, const oracle_any *shape, const kiln_motion *motion)
{
	const shape_triangle *triangles;
	uint32_t count = shape_triangles(shapes, mesh, &triangles);
	expected_hit best = {NULL, motion->t_max > 0 ? motion->t_max : FLT_MAX};
	kiln_solid solid;
	kiln_path path = kilni_path_along(kiln_d3_from(motion->direction));
	assert_true(oracle_solid(shape, &solid));
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 seen[3];
		kiln_solid_contact contact;
		kiln_solid_see(&solid, triangles[i].corners, seen);
		if (!kilni_solid_sweep(&solid, &path, seen, 2 * (double)best.t, &contact))
			continue;
		float t = (float)contact.time;
		if (best.triangle ? t < best.t : t <= best.t)
			best = (expected_hit){&triangles[i], t};
	}
	return best;
}

/// Checks that the point is on the triangle, the normal unit, and `back` as given by the side of the center's start.
static void check_contact(const shape_triangle *triangle, const oracle_any *shape, const kiln_motion *motion,
	const kiln_hit *hit, double size)
{
	kiln_solid solid;
	kiln_d3 seen[3], at = kiln_d3_from(hit->point), normal = kiln_d3_from(hit->normal);
	assert_true(oracle_solid(shape, &solid));
	for (int k = 0; k < 3; ++k)
		seen[k] = kiln_d3_sub(kiln_d3_from(triangle->corners[k]), at);
	double reach = kiln_d3_largest(at) + size;
	assert_true(sqrt(kiln_d3_length2(kilni_triangle_closest(seen))) <= 1e-6 * reach);
	assert_true(fabs(kiln_d3_length2(normal) - 1) <= 1e-6);
	kiln_d3 up = kiln_d3_cross(kiln_d3_sub(seen[1], seen[0]), kiln_d3_sub(seen[2], seen[0]));
	up = kiln_d3_scale(up, triangle->mirrored ? -1 : 1);
	double height = kiln_d3_dot(up, kiln_d3_sub(solid.center, kiln_d3_from(triangle->corners[0])));
	if (fabs(height) > 1e-9 * sqrt(kiln_d3_length2(up)) * reach)
		assert_int_equal(hit->back, height < 0);
	if (hit->t > 0)
		assert_true(kiln_d3_dot(normal, kiln_d3_from(motion->direction)) <=
					1e-5 * sqrt(kiln_d3_length2(kiln_d3_from(motion->direction))));
}

static void check_one(const shape_asset *shapes, uint32_t mesh, const oracle_any *shape, const kiln_motion *motion,
	double size, int *hits)
{
	kiln_hit got = ask(&shapes->asset, mesh, shape, motion);
	expected_hit expected = first_of_all(shapes, mesh, shape, motion);
	assert_int_equal(got.hit, expected.triangle != NULL);
	if (!got.hit)
	{
		assert_true(got.t == 0 && got.triangle == 0 && got.node == 0 && got.normal.x == 0 && got.point.x == 0);
		return;
	}
	++*hits;
	// Scaling the direction by a power of two is exact, so times are the same to the bit.
	assert_true(got.t == expected.t);
	assert_int_equal(got.node, expected.triangle->node);
	assert_int_equal(got.triangle, expected.triangle->triangle);
	assert_int_equal(got.mesh, expected.triangle->mesh);
	assert_true(got.t >= 0 && (motion->t_max == 0 || got.t <= motion->t_max));
	check_contact(expected.triangle, shape, motion, &got, size);
}

static void check_random(const shape_asset *shapes, uint32_t mesh, double size, uint64_t seed, int rounds)
{
	uint64_t random = seed;
	int hits = 0;
	for (int i = 0; i < rounds; ++i)
	{
		kiln_vec3 start = shape_point(shapes, mesh, &random);
		oracle_any shape = oracle_shape(&random, start, 0.3 * size * (double)fixture_random_unit(&random), 8);
		const shape_triangle *triangles;
		uint32_t count = shape_triangles(shapes, mesh, &triangles);
		kiln_vec3 target =
			i % 4 ? shape_point(shapes, mesh, &random) : triangles[fixture_random(&random) % count].corners[i % 3];
		kiln_motion motion = {between(start, target, 1), 0};
		if (i % 5 == 0)
			motion.t_max = 0.6f;
		if (i % 7 == 0)
			motion.direction = oracle_integer_vector(&random, 1);
		if (i % 9 == 0)
			motion.direction = between(start, target, 1e-4);
		if (motion.direction.x == 0 && motion.direction.y == 0 && motion.direction.z == 0)
			motion.t_max = FLT_MIN;
		check_one(shapes, mesh, &shape, &motion, size, &hits);
	}
	assert_true(hits > rounds / 20);
}

static void a_cast_meets_the_first_of_all_triangles(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof isas / sizeof *isas; ++i)
	{
		shape_asset shapes = shape_asset_mixed(isas[i]);
		check_random(&shapes, KILN_NONE, 4, 1 + i, 800);
		for (uint32_t mesh = 0; mesh < shapes.asset.mesh_count; ++mesh)
			check_random(&shapes, mesh, shape_size(&shapes, mesh), 10 + mesh, 300);
		shape_asset_free(&shapes);
	}
}

static void any_placement_is_met_as_its_triangles_are(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int i = 0; i < 60; ++i)
	{
		double m[12];
		double scale = pow(10, 4 * oracle_signed(&random)), away = pow(10, 6 * oracle_signed(&random));
		for (int k = 0; k < 12; ++k)
			m[k] = k % 4 == 3 ? away * oracle_signed(&random) : scale * oracle_signed(&random);
		fixture_mesh mesh = i % 2 ? fixture_soup(100, 0.3f, (uint32_t)i) : fixture_sphere(6, 9, 1);
		shape_asset shapes = shape_asset_placed(&mesh, m, isas[i % 3]);
		check_random(&shapes, KILN_NONE, scale, (uint64_t)i, 100);
		shape_asset_free(&shapes);
	}
}

static oracle_any moved(const oracle_any *shape, kiln_d3 by)
{
	oracle_any other = *shape;
	kiln_vec3 *points[4] = {&other.sphere.center, &other.box.center, &other.capsule.a, &other.capsule.b};
	for (int i = 0; i < 4; ++i)
		*points[i] = kiln_d3_to(kiln_d3_add(kiln_d3_from(*points[i]), by));
	return other;
}

static oracle_any grown(oracle_any shape, float by)
{
	shape.sphere.radius += by;
	shape.capsule.radius += by;
	shape.box.half_extents.x += by;
	shape.box.half_extents.y += by;
	shape.box.half_extents.z += by;
	return shape;
}

static uint32_t overlaps(const kiln_asset *asset, const oracle_any *shape)
{
	return shape->kind == KILN_SOLID_SPHERE ? kiln_scene_overlap_sphere(asset, &shape->sphere, NULL, 0)
		   : shape->kind == KILN_SOLID_BOX	? kiln_scene_overlap_box(asset, &shape->box, NULL, 0)
											: kiln_scene_overlap_capsule(asset, &shape->capsule, NULL, 0);
}

static void shapes_overlap_after_the_hit_and_not_before(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 3;
	int hits = 0, misses = 0, starts = 0;
	for (int i = 0; i < 4000; ++i)
	{
		kiln_vec3 start = shape_point(&shapes, KILN_NONE, &random);
		oracle_any shape = oracle_shape(&random, start, (double)fixture_random_unit(&random), 8);
		kiln_vec3 target = shape_point(&shapes, KILN_NONE, &random);
		kiln_motion motion = {between(start, target, 1), 1};
		kiln_hit hit = ask(&shapes.asset, KILN_NONE, &shape, &motion);
		kiln_d3 direction = kiln_d3_from(motion.direction);
		bool from_start = overlaps(&shapes.asset, &shape) > 0;
		assert_int_equal(from_start, hit.hit && hit.t == 0);
		if (from_start)
		{
			++starts;
			continue;
		}
		hits += hit.hit;
		misses += !hit.hit;
		if (!hit.hit)
			continue;
		// The displaced shape is rounded to float32: slightly larger, it overlaps at the time of contact; slightly
		// smaller, it does not overlap before.
		const double doubt = 2e-5;
		double speed = -kiln_d3_dot(direction, kiln_d3_from(hit.normal));
		oracle_any then = grown(moved(&shape, kiln_d3_scale(direction, (double)hit.t)), (float)doubt);
		assert_true(overlaps(&shapes.asset, &then) > 0);
		double end = speed > 0.01 ? (double)hit.t - doubt / speed : 0;
		for (int k = 1; k <= 16 && end > 0; ++k)
		{
			oracle_any before = moved(&shape, kiln_d3_scale(direction, end * k / 16));
			assert_int_equal(overlaps(&shapes.asset, &before), 0);
		}
	}
	assert_true(hits > 500 && misses > 500 && starts > 200);
	shape_asset_free(&shapes);
}

static void a_sphere_of_no_size_is_a_ray(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 4;
	int hits = 0;
	for (int i = 0; i < 3000; ++i)
	{
		kiln_vec3 start = shape_point(&shapes, KILN_NONE, &random), target = shape_point(&shapes, KILN_NONE, &random);
		const kiln_sphere point = {start, 0};
		kiln_motion motion = {between(start, target, 1), 0};
		kiln_hit cast = kiln_scene_cast_sphere(&shapes.asset, &point, &motion);
		kiln_hit ray = kiln_scene_ray_closest(&shapes.asset, &(kiln_ray){start, motion.direction, 0, 0});
		assert_int_equal(cast.hit, ray.hit);
		hits += cast.hit;
		if (!cast.hit)
			continue;
		assert_true(fabsf(cast.t - ray.t) <= 1e-4f * (1 + ray.t));
		if (cast.triangle != ray.triangle || cast.node != ray.node)
			continue;
		assert_int_equal(cast.back, ray.back);
		float turned = ray.back ? -1 : 1;
		assert_true(fabsf(cast.normal.x - turned * ray.normal.x) < 1e-3f &&
					fabsf(cast.normal.y - turned * ray.normal.y) < 1e-3f &&
					fabsf(cast.normal.z - turned * ray.normal.z) < 1e-3f);
	}
	assert_true(hits > 500);
	shape_asset_free(&shapes);
}

static void points_cast_at_edges_and_corners_do_not_slip_through(void **state)
{
	(void)state;
	fixture_mesh ball = fixture_sphere(9, 14, 2);
	shape_asset shapes = shape_asset_of(&ball, KILN_ISA_AUTO);
	uint64_t random = 7;
	for (int i = 0; i < 5000; ++i)
	{
		const kiln_vec3 *corners = shapes.own[fixture_random(&random) % shapes.own_count].corners;
		kiln_d3 a = kiln_d3_from(corners[0]), b = kiln_d3_from(corners[1]);
		double along = i % 3 == 0 ? 0 : (double)fixture_random_unit(&random);
		kiln_d3 target = kiln_d3_along(a, along, kiln_d3_sub(b, a));
		// From inside, at the edge to rounding, and beyond it.
		const kiln_sphere point = {oracle_vector(&random, 0.8), 0};
		kiln_motion motion = {between(point.center, kiln_d3_to(target), 2), 0};
		kiln_hit hit = kiln_scene_cast_sphere(&shapes.asset, &point, &motion);
		assert_true(hit.hit && fabsf(hit.t - 0.5f) < 1e-5f && hit.back);
		const kiln_capsule needle = {point.center, kiln_d3_to(kiln_d3_scale(kiln_d3_from(point.center), 0.9)), 0};
		motion.direction = between(needle.a, kiln_d3_to(target), 2);
		hit = kiln_scene_cast_capsule(&shapes.asset, &needle, &motion);
		assert_true(hit.hit && hit.t < 0.5f + 1e-5f && hit.back);
	}
	shape_asset_free(&shapes);
}

static void known_contacts_come_out_exactly(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_motion left = {{-2, 0, 0}, 0};
	const oracle_any at[] = {{.kind = KILN_SOLID_SPHERE, .sphere = {{8, 0.25f, 0.5f}, 1}},
		{.kind = KILN_SOLID_BOX, .box = {{8, 0.25f, 0.5f}, {1, 0.125f, 0.125f}, {0, 0, 0, 0}}},
		{.kind = KILN_SOLID_CAPSULE, .capsule = {{8, 0.25f, 0.5f}, {9, 0.25f, 0.5f}, 1}}};
	for (int i = 0; i < 3; ++i)
	{
		kiln_hit hit = ask(&shapes.asset, KILN_NONE, &at[i], &left);
		assert_true(hit.hit && !hit.back && hit.t == 3 && hit.point.x == 1);
		assert_true(hit.normal.x == 1 && hit.normal.y == 0 && hit.normal.z == 0);
		assert_int_equal(hit.tag, 5);
		assert_int_equal(hit.node, 0);
		// The limit is inclusive.
		assert_true(ask(&shapes.asset, KILN_NONE, &at[i], &(kiln_motion){{-2, 0, 0}, 3}).hit);
		assert_false(ask(&shapes.asset, KILN_NONE, &at[i], &(kiln_motion){{-2, 0, 0}, nextafterf(3, 0)}).hit);
		assert_true(ask(&shapes.asset, KILN_NONE, &at[i], &(kiln_motion){{-2, 0, 0}, INFINITY}).hit);
		assert_false(ask(&shapes.asset, KILN_NONE, &at[i], &(kiln_motion){{2, 0, 0}, 0}).hit);
		assert_false(ask(&shapes.asset, KILN_NONE, &at[i], &(kiln_motion){{0, 0, 0}, 0}).hit);
		// Any length of direction.
		const float scales[] = {1e-30f, 1e-20f, 1e20f, 1e37f, 1e-37f};
		for (int k = 0; k < 5; ++k)
		{
			hit = ask(&shapes.asset, KILN_NONE, &at[i], &(kiln_motion){{-scales[k], 0, 0}, 0});
			assert_true(hit.hit && fabsf(hit.t * scales[k] - 6) < 1e-5f);
		}
	}
	kiln_hit mesh = kiln_mesh_cast_sphere(&shapes.asset, 0, &at[0].sphere, &left);
	assert_true(mesh.hit && mesh.t == 3 && mesh.node == KILN_NONE && mesh.tag == 0);
	shape_asset_free(&shapes);
}

static void an_overlap_at_the_start_answers_zero_with_a_normal(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_motion still = {{0, 0, 0}, 0}, right = {{1, 0, 0}, 0};
	const kiln_motion *motions[2] = {&still, &right};
	for (int i = 0; i < 2; ++i)
	{
		kiln_hit hit = kiln_scene_cast_sphere(&shapes.asset, &(kiln_sphere){{1.5f, 0.25f, 0.5f}, 0.625f}, motions[i]);
		assert_true(hit.hit && hit.t == 0 && hit.normal.x == 1 && hit.point.x == 1 && !hit.back);
		hit = kiln_scene_cast_sphere(&shapes.asset, &(kiln_sphere){{0.5f, 0.25f, 0.125f}, 0.53125f}, motions[i]);
		assert_true(hit.hit && hit.t == 0 && hit.normal.x == -1 && hit.point.x == 1 && hit.back);
		// With the center on the triangle: its own normal.
		hit = kiln_scene_cast_sphere(&shapes.asset, &(kiln_sphere){{1, 0.25f, 0.5f}, 0.125f}, motions[i]);
		assert_true(hit.hit && hit.t == 0 && hit.normal.x == 1 && !hit.back);
		// The axis through the triangle.
		hit = kiln_scene_cast_capsule(
			&shapes.asset, &(kiln_capsule){{0.5f, 0.25f, 0.5f}, {2, 0.25f, 0.5f}, 0.125f}, motions[i]);
		assert_true(hit.hit && hit.t == 0 && hit.normal.x == 1 && hit.point.x == 1);
		hit = kiln_scene_cast_box(
			&shapes.asset, &(kiln_box){{1.5f, 0.25f, 0.5f}, {1, 0.1f, 0.1f}, {0, 0, 0, 0}}, motions[i]);
		assert_true(hit.hit && hit.t == 0 && hit.normal.x == 1 && hit.point.x == 1);
	}
	shape_asset_free(&shapes);
}

static void motions_of_no_meaning_hit_nothing(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_sphere sphere = {{5, 0, 0}, 1};
	const kiln_motion bad[] = {{{NAN, 0, 0}, 0}, {{-1, INFINITY, 0}, 0}, {{-1, 0, 0}, NAN}, {{-1, 0, 0}, -1},
		{{-INFINITY, 0, 0}, 0}, {{-1, 0, 0}, -INFINITY}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		assert_false(kiln_scene_cast_sphere(&shapes.asset, &sphere, &bad[i]).hit);
		assert_false(kiln_mesh_cast_sphere(&shapes.asset, 0, &sphere, &bad[i]).hit);
	}
	const kiln_motion good = {{-1, 0, 0}, 0};
	assert_true(kiln_scene_cast_sphere(&shapes.asset, &sphere, &good).hit);
	assert_false(kiln_mesh_cast_sphere(&shapes.asset, 1, &sphere, &good).hit);
	assert_false(kiln_scene_cast_sphere(&shapes.asset, &(kiln_sphere){{5, 0, 0}, -1}, &good).hit);
	assert_false(kiln_scene_cast_sphere(&shapes.asset, &(kiln_sphere){{5, NAN, 0}, 1}, &good).hit);
	assert_false(kiln_scene_cast_sphere(&shapes.asset, NULL, &good).hit);
	assert_false(kiln_scene_cast_sphere(&shapes.asset, &sphere, NULL).hit);
	assert_false(kiln_scene_cast_box(&shapes.asset, &(kiln_box){{5, 0, 0}, {1, -1, 1}, {0, 0, 0, 0}}, &good).hit);
	assert_false(kiln_scene_cast_capsule(&shapes.asset, &(kiln_capsule){{5, 0, 0}, {INFINITY, 0, 0}, 1}, &good).hit);
	shape_asset_free(&shapes);
}

static void far_starts_and_huge_shapes_are_met(void **state)
{
	(void)state;
	fixture_mesh soup = fixture_soup(200, 0.2f, 8);
	shape_asset shapes = shape_asset_of(&soup, KILN_ISA_AUTO);
	uint64_t random = 5;
	int hits = 0;
	for (int i = 0; i < 400; ++i)
	{
		double far = pow(10, 1 + 9 * (double)fixture_random_unit(&random));
		kiln_vec3 start = oracle_vector(&random, far);
		oracle_any shape = oracle_shape(&random, start, i % 2 ? 0.2 : far * 0.1, 8);
		kiln_motion motion = {between(start, shape_point(&shapes, 0, &random), 1), 0};
		check_one(&shapes, KILN_NONE, &shape, &motion, far, &hits);
	}
	assert_true(hits > 100);
	const kiln_sphere huge = {{1e6f, 0, 0}, 3e38f};
	assert_true(kiln_scene_cast_sphere(&shapes.asset, &huge, &(kiln_motion){{1, 0, 0}, 0}).t == 0);
	shape_asset_free(&shapes);
}

static void a_batch_answers_what_single_calls_do(void **state)
{
	(void)state;
	enum
	{
		COUNT = 60
	};
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	kiln_sphere spheres[COUNT];
	kiln_box boxes[COUNT];
	kiln_capsule capsules[COUNT];
	kiln_motion motions[COUNT];
	kiln_hit hits[3][COUNT];
	uint64_t random = 6;
	for (int i = 0; i < COUNT; ++i)
	{
		kiln_vec3 start = shape_point(&shapes, KILN_NONE, &random);
		oracle_any shape = oracle_shape(&random, start, 1, 8);
		motions[i] = (kiln_motion){between(start, shape_point(&shapes, KILN_NONE, &random), 1), 2};
		spheres[i] = shape.sphere;
		boxes[i] = shape.box;
		capsules[i] = shape.capsule;
	}
	kiln_scene_cast_sphere_batch(&shapes.asset, spheres, motions, COUNT, hits[0]);
	kiln_scene_cast_box_batch(&shapes.asset, boxes, motions, COUNT, hits[1]);
	kiln_scene_cast_capsule_batch(&shapes.asset, capsules, motions, COUNT, hits[2]);
	for (int i = 0; i < COUNT; ++i)
		for (int kind = 0; kind < 3; ++kind)
		{
			oracle_any shape = {kind, spheres[i], boxes[i], capsules[i]};
			kiln_hit single = ask(&shapes.asset, KILN_NONE, &shape, &motions[i]);
			const kiln_hit *hit = &hits[kind][i];
			assert_true(hit->hit == single.hit && hit->t == single.t && hit->node == single.node);
			assert_int_equal(hit->triangle, single.triangle);
			assert_memory_equal(&hit->point, &single.point, sizeof hit->point);
			assert_memory_equal(&hit->normal, &single.normal, sizeof hit->normal);
		}
	shape_asset_free(&shapes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cast_meets_the_first_of_all_triangles),
		cmocka_unit_test(any_placement_is_met_as_its_triangles_are),
		cmocka_unit_test(shapes_overlap_after_the_hit_and_not_before),
		cmocka_unit_test(a_sphere_of_no_size_is_a_ray),
		cmocka_unit_test(points_cast_at_edges_and_corners_do_not_slip_through),
		cmocka_unit_test(known_contacts_come_out_exactly),
		cmocka_unit_test(an_overlap_at_the_start_answers_zero_with_a_normal),
		cmocka_unit_test(motions_of_no_meaning_hit_nothing),
		cmocka_unit_test(far_starts_and_huge_shapes_are_met),
		cmocka_unit_test(a_batch_answers_what_single_calls_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
