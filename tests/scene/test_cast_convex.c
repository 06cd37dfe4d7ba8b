// SPDX-License-Identifier: MIT
#include "convex/moving_case.h"
#include "kiln/school.h"
#include "math/rounding.h"
#include "scene/cast_shape.h"
#include "support/asset_fixture.h"
#include "support/compound_case.h"
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

/// Convex objects cast at meshes, scenes and compounds.

static const kiln_isa isas[] = {KILN_ISA_AUTO, KILN_ISA_SCALAR, KILN_ISA_SSE2};

static kiln_hit ask(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion)
{
	return mesh == KILN_NONE ? kiln_scene_cast_convex(asset, object, motion)
							 : kiln_mesh_cast_convex(asset, mesh, object, motion);
}

static kiln_vec3 between(kiln_vec3 from, kiln_vec3 to, double scale)
{
	return kiln_d3_to(kiln_d3_scale(kiln_d3_sub(kiln_d3_from(to), kiln_d3_from(from)), scale));
}

/// Makes a random shape at rest near a place.
static kiln_convex_object make(moving_case *c, uint64_t *random, kiln_vec3 near, double size)
{
	moving_case_shape(c, random, (moving_kind)(fixture_random(random) % MOVING_KINDS), size);
	moving_case_sweep(c, random, near, 0, 1);
	c->sweep.from.scale = fixture_random(random) % 2 ? 1 : 0.5f;
	return (kiln_convex_object){&c->shape, c->sweep.from};
}

/// Compares all fields of the answer, without the padding.
static bool same_hit(const kiln_hit *a, const kiln_hit *b)
{
	return a->hit == b->hit && a->back == b->back && a->t == b->t &&
		   memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
		   memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 && a->triangle == b->triangle && a->mesh == b->mesh &&
		   a->node == b->node && a->tag == b->tag && a->shape == b->shape && a->face == b->face &&
		   a->material == b->material;
}

/// The hit of the first triangle, with each triangle queried alone.
typedef struct expected_hit
{
	const shape_triangle *triangle; ///< NULL: none
	float t;
} expected_hit;

static expected_hit first_of_all(
	const shape_asset *shapes, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion)
{
	const shape_triangle *triangles;
	uint32_t count = shape_triangles(shapes, mesh, &triangles);
	expected_hit best = {NULL, motion->t_max > 0 ? motion->t_max : FLT_MAX};
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	const kiln_cast_shape shape = kilni_cast_shape_of_object(object, terms);
	// Like the cast, which keeps times to the bit.
	kiln_d3 direction = kiln_d3_from(motion->direction);
	double unit = kiln_power_below(kiln_d3_largest(direction));
	unit = unit > 0 ? unit : 1;
	kiln_path path = kilni_path_along(kiln_d3_scale(direction, 1 / unit));
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 seen[3];
		kiln_solid_contact contact;
		for (int k = 0; k < 3; ++k)
			seen[k] = kiln_d3_sub(kiln_d3_from(triangles[i].corners[k]), shape.center);
		if (!kilni_cast_meets_triangle(&shape, &path, seen, 2 * (double)best.t * unit, &contact))
			continue;
		float t = (float)(contact.time / unit);
		if (best.triangle ? t < best.t : t <= best.t)
			best = (expected_hit){&triangles[i], t};
	}
	return best;
}

/// Compares point and normal with those of kiln_convex_cast for the triangle.
static void check_contact(const shape_triangle *triangle, const kiln_convex_object *object, const kiln_motion *motion,
	const kiln_hit *hit, double size)
{
	kiln_convex_shape face = {.kind = KILN_CONVEX_TRIANGLE};
	memcpy(face.triangle.corners, triangle->corners, sizeof triangle->corners);
	const kiln_convex_object wall = {&face, {.scale = 0}};
	kiln_convex_impact impact;
	assert_int_equal(kiln_convex_cast(object, motion, &wall, &kiln_cast_conservative, &impact), KILN_OK);
	double speed = sqrt(kiln_d3_length2(kiln_d3_from(motion->direction)));
	double reach = size + (double)hit->t * speed + kiln_d3_largest(kiln_d3_from(hit->point));
	kiln_d3 normal = kiln_d3_from(hit->normal);
	assert_true(fabs(kiln_d3_length2(normal) - 1) <= 1e-6);
	// Whether grazing is contact is decided to 2^-28 of the coordinates.
	if (impact.hit)
		assert_true(fabs((double)impact.t - (double)hit->t) * speed <= 1e-4 * reach);
	const kiln_sphere near = {hit->point, (float)(1e-6 * reach)};
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = near};
	assert_true(kiln_closest_convex_convex(&ball, &face).distance < (float)(2e-5 * reach));
	if (hit->t > 0)
		assert_true(kiln_d3_dot(normal, kiln_d3_from(motion->direction)) <= 1e-4 * speed);
}

static void check_one(const shape_asset *shapes, uint32_t mesh, const kiln_convex_object *object,
	const kiln_motion *motion, double size, int *hits)
{
	kiln_hit got = ask(&shapes->asset, mesh, object, motion);
	expected_hit expected = first_of_all(shapes, mesh, object, motion);
	assert_int_equal(got.hit, expected.triangle != NULL);
	if (!got.hit)
	{
		assert_true(got.t == 0 && got.triangle == 0 && got.node == 0 && got.normal.x == 0 && got.point.x == 0);
		return;
	}
	++*hits;
	assert_true(got.t == expected.t);
	assert_int_equal(got.node, expected.triangle->node);
	assert_int_equal(got.triangle, expected.triangle->triangle);
	assert_int_equal(got.mesh, expected.triangle->mesh);
	assert_true(got.t >= 0 && (motion->t_max == 0 || got.t <= motion->t_max));
	check_contact(expected.triangle, object, motion, &got, size);
}

static int check_random(const shape_asset *shapes, uint32_t mesh, double size, uint64_t seed, int rounds)
{
	uint64_t random = seed;
	int hits = 0;
	for (int i = 0; i < rounds; ++i)
	{
		moving_case c;
		kiln_vec3 start = shape_point(shapes, mesh, &random);
		kiln_convex_object object = make(&c, &random, start, 0.3 * size * (double)fixture_random_unit(&random));
		kiln_motion motion = {between(start, shape_point(shapes, mesh, &random), 1), 0};
		if (i % 5 == 0)
			motion.t_max = 0.6f;
		if (i % 9 == 0)
			motion.direction = between(start, shape_point(shapes, mesh, &random), 1e-4);
		check_one(shapes, mesh, &object, &motion, size, &hits);
	}
	return hits;
}

static void a_cast_meets_the_first_of_all_triangles(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof isas / sizeof *isas; ++i)
	{
		shape_asset shapes = shape_asset_mixed(isas[i]);
		assert_true(check_random(&shapes, KILN_NONE, 4, 1 + i, 200) > 70);
		for (uint32_t mesh = 0; mesh < shapes.asset.mesh_count; ++mesh)
			assert_true(check_random(&shapes, mesh, shape_size(&shapes, mesh), 10 + mesh, 100) > 25);
		shape_asset_free(&shapes);
	}
}

static void any_placement_is_met_as_its_triangles_are(void **state)
{
	(void)state;
	uint64_t random = 2;
	int hits = 0;
	for (int i = 0; i < 20; ++i)
	{
		double m[12];
		double scale = pow(10, 4 * oracle_signed(&random)), away = pow(10, 4 * oracle_signed(&random));
		for (int k = 0; k < 12; ++k)
			m[k] = k % 4 == 3 ? away * oracle_signed(&random) : scale * oracle_signed(&random);
		fixture_mesh mesh = i % 2 ? fixture_soup(60, 0.3f, (uint32_t)i) : fixture_sphere(5, 7, 1);
		shape_asset shapes = shape_asset_placed(&mesh, m, isas[i % 3]);
		hits += check_random(&shapes, KILN_NONE, scale, (uint64_t)i, 100);
		shape_asset_free(&shapes);
	}
	assert_true(hits > 50);
}

/// The shape as an object.
static kiln_convex_shape shape_of(const oracle_any *any)
{
	if (any->kind == KILN_SOLID_SPHERE)
		return (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = any->sphere};
	if (any->kind == KILN_SOLID_CAPSULE)
		return (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = any->capsule};
	return (kiln_convex_shape){.kind = KILN_CONVEX_OBB, .obb = kiln_obb_from_box(&any->box)};
}

static kiln_hit cast_own(const kiln_asset *asset, const oracle_any *shape, const kiln_motion *motion)
{
	return shape->kind == KILN_SOLID_SPHERE ? kiln_scene_cast_sphere(asset, &shape->sphere, motion)
		   : shape->kind == KILN_SOLID_BOX	? kiln_scene_cast_box(asset, &shape->box, motion)
											: kiln_scene_cast_capsule(asset, &shape->capsule, motion);
}

static void spheres_boxes_and_capsules_are_cast_as_by_their_own_functions(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 3;
	int hits = 0, differ = 0;
	for (int i = 0; i < 600; ++i)
	{
		kiln_vec3 start = shape_point(&shapes, KILN_NONE, &random);
		oracle_any any = oracle_shape(&random, start, (double)fixture_random_unit(&random), 8);
		const kiln_convex_shape shape = shape_of(&any);
		const kiln_convex_object object = {&shape, {.scale = 0}};
		const kiln_motion motion = {between(start, shape_point(&shapes, KILN_NONE, &random), 1), 1};
		kiln_hit own = cast_own(&shapes.asset, &any, &motion);
		kiln_hit hit = kiln_scene_cast_convex(&shapes.asset, &object, &motion);
		// Grazing pairs may hit in one order only.
		if (own.hit != hit.hit || fabsf(own.t - hit.t) > 1e-5f)
		{
			++differ;
			continue;
		}
		hits += hit.hit;
		if (!hit.hit || hit.t == 0 || own.triangle != hit.triangle || own.node != hit.node)
			continue;
		assert_int_equal(own.back, hit.back);
		kiln_d3 apart = kiln_d3_sub(kiln_d3_from(own.normal), kiln_d3_from(hit.normal));
		assert_true(kiln_d3_largest(apart) < 1e-2);
	}
	assert_true(hits > 200 && differ < 4);
	shape_asset_free(&shapes);
}

static void compounds_are_met_as_their_solids_are(void **state)
{
	(void)state;
	uint64_t random = 4;
	const compound_plan plan = {
		.spheres = 2, .capsules = 1, .boxes = 2, .cylinders = 1, .hulls = 2, .copies = 2, .spread = 3};
	int hits = 0, starts = 0;
	for (int n = 0; n < 4; ++n)
	{
		compound c;
		compound_make(&c, &random, &plan);
		const kiln_asset *asset = &c.cooked.asset;
		for (int i = 0; i < 200; ++i)
		{
			moving_case moving;
			kiln_vec3 start = oracle_vector(&random, 6);
			kiln_convex_object object = make(&moving, &random, start, 0.5);
			const kiln_motion motion = {between(start, oracle_vector(&random, 3), 1), 2};
			kiln_hit hit = kiln_scene_cast_convex(asset, &object, &motion);
			kiln_hit scalar = kiln_scene_cast_convex(&c.scalar, &object, &motion);
			assert_true(same_hit(&hit, &scalar));
			// Tests every solid alone.
			kiln_convex terms[KILN_CONVEX_TERMS_MAX];
			const kiln_cast_shape shape = kilni_cast_shape_of_object(&object, terms);
			kiln_d3 direction = kiln_d3_from(motion.direction);
			double unit = kiln_power_below(kiln_d3_largest(direction));
			kiln_path path = kilni_path_along(kiln_d3_scale(direction, 1 / unit));
			float best = 3;
			uint32_t node = KILN_NONE;
			for (uint32_t k = 0; k < asset->node_count; ++k)
			{
				const kiln_placed_body body = kilni_place_body(asset, k);
				kiln_body_contact contact;
				if (kilni_cast_meets_body(&shape, &body, &path, 2 * unit * (1 + 1e-7), &contact) &&
					(float)(contact.time / unit) < best && (float)(contact.time / unit) <= 2)
				{
					best = (float)(contact.time / unit);
					node = k;
				}
			}
			assert_int_equal(hit.hit, node != KILN_NONE);
			if (!hit.hit)
				continue;
			++hits;
			starts += hit.t == 0;
			assert_int_equal(hit.node, node);
			assert_true(hit.t == best);
			assert_true(hit.triangle == KILN_NONE && hit.mesh == KILN_NONE);
			assert_true(fabs(kiln_d3_length2(kiln_d3_from(hit.normal)) - 1) < 1e-5);
			assert_true(hit.t == 0 || fabs(convex_case_depth(&c.bodies[node], kiln_d3_from(hit.point))) < 1e-4);
		}
		compound_free(&c);
	}
	assert_true(hits > 100 && starts > 1);
}

static void known_contacts_come_out(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_convex_shape cube = {
		.kind = KILN_CONVEX_AABB, .aabb = {{-0.125f, -0.125f, -0.125f}, {0.125f, 0.125f, 0.125f}}};
	const kiln_convex_object at = {&cube, {.translation = {8, 0.25f, 0.5f}}};
	kiln_hit hit = kiln_scene_cast_convex(&shapes.asset, &at, &(kiln_motion){{-2, 0, 0}, 0});
	assert_true(hit.hit && !hit.back && fabsf(hit.t - 3.4375f) < 1e-6f && fabsf(hit.point.x - 1) < 1e-6f);
	assert_true(hit.normal.x > 0.999999f && hit.tag == 5 && hit.node == 0);
	assert_false(kiln_scene_cast_convex(&shapes.asset, &at, &(kiln_motion){{-2, 0, 0}, 3.4374f}).hit);
	assert_false(kiln_scene_cast_convex(&shapes.asset, &at, &(kiln_motion){{2, 0, 0}, 0}).hit);
	assert_false(kiln_scene_cast_convex(&shapes.asset, &at, &(kiln_motion){{0, 0, 0}, 0}).hit);
	kiln_hit mesh = kiln_mesh_cast_convex(&shapes.asset, 0, &at, &(kiln_motion){{-2, 0, 0}, 0});
	assert_true(mesh.hit && mesh.t == hit.t && mesh.node == KILN_NONE && mesh.tag == 0);
	// At the start, the shortest way out of the triangle.
	const kiln_convex_object in = {&cube, {.translation = {0.3f, 0.1f, 1.03125f}}};
	hit = kiln_scene_cast_convex(&shapes.asset, &in, &(kiln_motion){{1, 0, 0}, 0});
	assert_true(hit.hit && hit.t == 0 && !hit.back && hit.normal.z == 1 && fabsf(hit.point.z - 1) < 1e-6f);
	shape_asset_free(&shapes);
}

static void batches_answer_what_single_calls_do(void **state)
{
	(void)state;
	enum
	{
		COUNT = 20
	};
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 6;
	moving_case cases[COUNT];
	kiln_convex_object objects[COUNT];
	kiln_motion motions[COUNT];
	kiln_hit hits[COUNT];
	for (int i = 0; i < COUNT; ++i)
	{
		kiln_vec3 start = shape_point(&shapes, KILN_NONE, &random);
		objects[i] = make(&cases[i], &random, start, 0.5);
		motions[i] = (kiln_motion){between(start, shape_point(&shapes, KILN_NONE, &random), 1), 0};
	}
	kiln_scene_cast_convex_batch(&shapes.asset, objects, motions, COUNT, hits);
	for (int i = 0; i < COUNT; ++i)
	{
		kiln_hit hit = kiln_scene_cast_convex(&shapes.asset, &objects[i], &motions[i]);
		assert_true(same_hit(&hit, &hits[i]));
	}
	shape_asset_free(&shapes);
}

static void what_is_not_usable_hits_nothing(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_convex_shape cube = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	const kiln_convex_shape bad = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, NAN, -1}, {1, 1, 1}}};
	const kiln_convex_object good = {&cube, {.translation = {5, 0, 0}}};
	const kiln_convex_object none[] = {
		{&bad, {.scale = 0}}, {NULL, {.scale = 0}}, {&cube, {.scale = -1}}, {&cube, {.translation = {NAN, 0, 0}}}};
	const kiln_motion left = {{-1, 0, 0}, 0};
	const kiln_motion motions[] = {{{NAN, 0, 0}, 0}, {{-1, INFINITY, 0}, 0}, {{-1, 0, 0}, NAN}, {{-1, 0, 0}, -1}};
	assert_true(kiln_scene_cast_convex(&shapes.asset, &good, &left).hit);
	for (int i = 0; i < 4; ++i)
	{
		assert_false(kiln_scene_cast_convex(&shapes.asset, &none[i], &left).hit);
		assert_false(kiln_mesh_cast_convex(&shapes.asset, 0, &none[i], &left).hit);
		assert_false(kiln_scene_cast_convex(&shapes.asset, &good, &motions[i]).hit);
	}
	assert_false(kiln_scene_cast_convex(&shapes.asset, NULL, &left).hit);
	assert_false(kiln_scene_cast_convex(&shapes.asset, &good, NULL).hit);
	assert_false(kiln_mesh_cast_convex(&shapes.asset, 1, &good, &left).hit);
	shape_asset_free(&shapes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cast_meets_the_first_of_all_triangles),
		cmocka_unit_test(any_placement_is_met_as_its_triangles_are),
		cmocka_unit_test(spheres_boxes_and_capsules_are_cast_as_by_their_own_functions),
		cmocka_unit_test(compounds_are_met_as_their_solids_are),
		cmocka_unit_test(known_contacts_come_out),
		cmocka_unit_test(batches_answer_what_single_calls_do),
		cmocka_unit_test(what_is_not_usable_hits_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
