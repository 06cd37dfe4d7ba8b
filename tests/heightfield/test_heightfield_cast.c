// SPDX-License-Identifier: MIT
#include "heightfield_case.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Casts, overlaps of convex objects and all hits of rays against height fields: the same triangles as a mesh are the
/// oracle, bit for bit.

#define MOST 60000

static int by_time(const void *a, const void *b)
{
	const kiln_hit *x = a, *y = b;
	return x->t != y->t ? (x->t > y->t) - (x->t < y->t) : (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

/// Gives the mesh's hits the numbers of the field, and their order.
static void translate(const heightfield_case *it, kiln_hit *hits, uint32_t count)
{
	assert_true(count <= MOST);
	for (uint32_t i = 0; i < count; ++i)
		hits[i].triangle = heightfield_case_number(it, hits[i].triangle);
	qsort(hits, count, sizeof *hits, by_time);
}

static void check_same(const heightfield_case *it, const kiln_hit *field, const kiln_hit *mesh)
{
	assert_true(field->hit);
	assert_true(field->t == mesh->t);
	assert_int_equal(field->triangle, mesh->triangle);
	assert_memory_equal(&field->point, &mesh->point, sizeof field->point);
	assert_memory_equal(&field->normal, &mesh->normal, sizeof field->normal);
	assert_int_equal(field->back, mesh->back);
	assert_true(field->u == mesh->u && field->v == mesh->v);
	assert_int_equal(field->source_face, field->triangle / 2);
	assert_int_equal(field->material, it->materials[field->source_face]);
	assert_int_equal(field->mesh & field->node & field->source_mesh & field->shape & field->face, KILN_NONE);
	assert_int_equal(field->tag, 0);
}

static void check_first(const heightfield_case *it, kiln_hit hit, kiln_hit *mesh, uint32_t count)
{
	translate(it, mesh, count);
	assert_int_equal(hit.hit, count > 0);
	if (count > 0)
		check_same(it, &hit, mesh);
}

static void check_list(
	const heightfield_case *it, const kiln_hit *field, uint32_t field_count, kiln_hit *mesh, uint32_t count)
{
	translate(it, mesh, count);
	assert_int_equal(field_count, count);
	for (uint32_t i = 0; i < count; ++i)
		check_same(it, &field[i], &mesh[i]);
}

/// A motion of one of several kinds, from a place near the surface or far above.
static kiln_motion random_motion(const heightfield_case *it, uint64_t *random, kiln_vec3 from, float size)
{
	const uint64_t kind = fixture_random(random) % 8;
	kiln_vec3 to = heightfield_case_near(it, random, kind < 4 ? size : 0);
	kiln_motion motion = {.direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
	float *along[3] = {&motion.direction.x, &motion.direction.y, &motion.direction.z};
	if (kind == 5)
		for (int i = 0; i < 3; ++i)
			*along[i] *= i == (int)it->field.header->up;
	else if (kind == 6)
		*along[fixture_random(random) % 3] = 0;
	else if (kind == 7)
		motion.direction = (kiln_vec3){0, 0, 0};
	if (fixture_random(random) % 3 == 0)
		motion.t_max = heightfield_random(random, 0, 1.5f);
	if (fixture_random(random) % 8 == 0)
		for (int i = 0; i < 3; ++i)
			*along[i] *= 1e6f;
	return motion;
}

static kiln_quat random_turn(uint64_t *random)
{
	kiln_quat turn = {0, 0, 0, 0};
	if (fixture_random(random) % 3)
		turn = (kiln_quat){heightfield_random(random, -1, 1), heightfield_random(random, -1, 1),
			heightfield_random(random, -1, 1), heightfield_random(random, -1, 1)};
	return turn;
}

static float random_size(const heightfield_case *it, uint64_t *random)
{
	return it->field.header->spacing[0] * (fixture_random(random) % 4 ? 1.5f : 6) * fixture_random_unit(random);
}

static kiln_vec3 random_start(const heightfield_case *it, uint64_t *random, float size)
{
	return fixture_random(random) % 2 ? heightfield_case_near(it, random, 4 * size)
									  : heightfield_random_point(&it->field, random, 0.3f);
}

static uint32_t check_solids(const heightfield_case *it, uint64_t *random)
{
	static kiln_hit mesh[MOST];
	const float size = random_size(it, random);
	const kiln_vec3 at = random_start(it, random, size);
	const kiln_motion motion = random_motion(it, random, at, size);
	const kiln_sphere sphere = {at, fixture_random(random) % 8 ? size : 0};
	const kiln_box box = {.center = at,
		.half_extents = {size, size * fixture_random_unit(random), size},
		.rotation = random_turn(random)};
	const kiln_capsule capsule = {at, {at.x + size, at.y + size / 2, at.z - size}, size / 4};
	const uint32_t count = kiln_scene_cast_sphere_all(&it->asset, &sphere, &motion, mesh, MOST);
	check_first(it, kiln_heightfield_cast_sphere(&it->field, &sphere, &motion), mesh, count);
	check_first(it, kiln_heightfield_cast_box(&it->field, &box, &motion), mesh,
		kiln_scene_cast_box_all(&it->asset, &box, &motion, mesh, MOST));
	check_first(it, kiln_heightfield_cast_capsule(&it->field, &capsule, &motion), mesh,
		kiln_scene_cast_capsule_all(&it->asset, &capsule, &motion, mesh, MOST));
	return count;
}

static void casts_have_the_answers_of_the_same_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 45 + i, met = 0;
		const uint64_t count = trials_random(TRIALS_SLOW ? 50 : 600);
		heightfield_case_make(&it, &recipe);
		for (uint64_t n = 0; n < count; ++n)
			met += check_solids(&it, &random) > 0;
		assert_true(met > count / 10);
		heightfield_case_free(&it);
	}
}

/// A cone, cylinder, points or box, which casts take as a support mapping.
static kiln_convex_shape random_shape(uint64_t *random, float size, kiln_vec3 points[6])
{
	const float half = size * heightfield_random(random, 0.1f, 1);
	kiln_convex_shape shape = {.margin = fixture_random(random) % 3 ? 0 : size / 8};
	switch (fixture_random(random) % 4)
	{
	case 0:
		shape.kind = KILN_CONVEX_CYLINDER;
		shape.cylinder = (kiln_cylinder){.a = {0, -half, 0}, .b = {0, half, 0}, .radius = size};
		break;
	case 1:
		shape.kind = KILN_CONVEX_SPHERE;
		shape.sphere = (kiln_sphere){{0, half, 0}, size};
		break;
	case 2:
		shape.kind = KILN_CONVEX_AABB;
		shape.aabb = (kiln_aabb){{-size, -half, -size}, {size, half, half}};
		break;
	default:
		shape.kind = KILN_CONVEX_POINTS;
		for (int i = 0; i < 6; ++i)
			points[i] = (kiln_vec3){heightfield_random(random, -size, size), heightfield_random(random, -size, size),
				heightfield_random(random, -size, size)};
		shape.points = (kiln_convex_points){points, 6};
	}
	return shape;
}

static void check_overlaps(const heightfield_case *it, const kiln_convex_object *object)
{
	static kiln_overlap mesh[MOST], field[MOST];
	static bool there[MOST];
	const uint32_t count = kiln_mesh_overlap_convex(&it->asset, 0, object, mesh, MOST);
	assert_int_equal(kiln_heightfield_overlap_convex(&it->field, object, field, MOST), count);
	for (uint32_t i = 0; i < count; ++i)
	{
		assert_int_equal(field[i].node, KILN_NONE);
		assert_true(i == 0 || field[i].triangle > field[i - 1].triangle);
		there[field[i].triangle] = true;
	}
	for (uint32_t i = 0; i < count; ++i)
		assert_true(there[heightfield_case_number(it, mesh[i].triangle)]);
	for (uint32_t i = 0; i < count; ++i)
		there[field[i].triangle] = false;
}

static uint32_t check_object(const heightfield_case *it, uint64_t *random)
{
	static kiln_hit mesh[MOST], field[MOST];
	kiln_vec3 points[6];
	const float size = random_size(it, random);
	const kiln_vec3 at = random_start(it, random, size);
	const kiln_convex_shape shape = random_shape(random, size, points);
	const kiln_convex_object object = {&shape, {.translation = at, .rotation = random_turn(random)}};
	const kiln_motion motion = random_motion(it, random, at, size);
	const uint32_t count = kiln_mesh_cast_convex_all(&it->asset, 0, &object, &motion, mesh, MOST);
	check_list(it, field, kiln_heightfield_cast_convex_all(&it->field, &object, &motion, field, MOST), mesh, count);
	check_first(it, kiln_heightfield_cast_convex(&it->field, &object, &motion), mesh,
		kiln_mesh_cast_convex_all(&it->asset, 0, &object, &motion, mesh, MOST));
	check_overlaps(it, &object);
	return count;
}

static void convex_objects_have_the_answers_of_the_same_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 55 + i, met = 0;
		const uint64_t count = trials_random(TRIALS_SLOW ? 20 : 150);
		heightfield_case_make(&it, &recipe);
		for (uint64_t n = 0; n < count; ++n)
			met += check_object(&it, &random) > 0;
		assert_true(met > count / 10);
		heightfield_case_free(&it);
	}
}

static bool check_turning(const heightfield_case *it, uint64_t *random)
{
	kiln_vec3 points[6];
	const float size = random_size(it, random);
	const kiln_vec3 at = random_start(it, random, size), to = heightfield_case_near(it, random, 2 * size);
	const kiln_convex_shape shape = random_shape(random, size, points);
	const kiln_sweep sweep = {.from = {.translation = at, .rotation = random_turn(random)},
		.to = {.translation = to, .rotation = random_turn(random)}};
	const float tolerance = fixture_random(random) % 2 ? 0 : size / 16;
	const kiln_hit expected = kiln_mesh_cast_sweep(&it->asset, 0, &shape, &sweep, tolerance);
	const kiln_hit hit = kiln_heightfield_cast_sweep(&it->field, &shape, &sweep, tolerance);
	assert_int_equal(hit.hit, expected.hit);
	if (!hit.hit)
		return false;
	kiln_hit mesh = expected;
	translate(it, &mesh, 1);
	assert_true(hit.t == expected.t && hit.triangle <= mesh.triangle);
	if (hit.triangle == mesh.triangle)
		check_same(it, &hit, &mesh);
	return true;
}

static void turning_shapes_have_the_answers_of_the_same_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 65 + i, met = 0;
		const uint64_t count = trials_random(TRIALS_SLOW ? 10 : 60);
		heightfield_case_make(&it, &recipe);
		for (uint64_t n = 0; n < count; ++n)
			met += check_turning(&it, &random);
		assert_true(met > count / 10);
		heightfield_case_free(&it);
	}
}

static void lists_of_rays_have_the_answers_of_the_same_mesh(void **state)
{
	(void)state;
	static kiln_hit mesh[MOST], field[MOST];
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 75 + i, many = 0;
		heightfield_case_make(&it, &recipe);
		for (uint64_t n = 0; n < trials_random(TRIALS_SLOW ? 200 : 2000); ++n)
		{
			kiln_ray ray = {.origin = heightfield_random_point(&it.field, &random, n % 8 ? 0.3f : 3000.f)};
			const kiln_motion motion = random_motion(&it, &random, ray.origin, 0);
			ray.direction = motion.direction;
			ray.t_max = motion.t_max;
			ray.flags = fixture_random(&random) % 2 ? KILN_RAY_CULL_BACK : 0;
			const uint32_t count = kiln_mesh_ray_all(&it.asset, 0, &ray, mesh, MOST);
			check_list(&it, field, kiln_heightfield_ray_all(&it.field, &ray, field, MOST), mesh, count);
			many += count > 1;
		}
		assert_true(many > 0 || recipe.height == 0);
		heightfield_case_free(&it);
	}
}

/// What a visitor received.
typedef struct received
{
	uint32_t count, most;
	float last, limit;
} received;

static float take_hit(void *user, const kiln_hit *hit)
{
	received *to = user;
	assert_true(hit->t <= to->limit);
	if (++to->count == to->most)
		return -1;
	to->limit = to->last > 0 ? fminf(to->limit, hit->t) : to->limit;
	return to->limit;
}

static void visitors_shorten_and_end_queries(void **state)
{
	(void)state;
	static kiln_hit hits[MOST];
	heightfield_case it;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(10, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_ray ray = {.origin = {-1, 20, 30.3f}, .direction = {1, 0, 0}};
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{-1, 20, 30}, 0.5f}};
	const kiln_convex_object object = {.shape = &shape};
	const kiln_motion motion = {.direction = {1, 0, 0}};
	const uint32_t along = kiln_heightfield_ray_all(&it.field, &ray, hits, MOST);
	const float first = hits[0].t;
	assert_true(along > 2 && first == kiln_heightfield_ray_closest(&it.field, &ray).t);
	received got = {.most = UINT32_MAX, .limit = FLT_MAX};
	kiln_heightfield_ray_all_visit(&it.field, &ray, take_hit, &got);
	assert_int_equal(got.count, along);
	got = (received){.most = 2, .limit = FLT_MAX};
	kiln_heightfield_ray_all_visit(&it.field, &ray, take_hit, &got);
	assert_int_equal(got.count, 2);
	got = (received){.most = UINT32_MAX, .limit = FLT_MAX, .last = 1};
	kiln_heightfield_ray_all_visit(&it.field, &ray, take_hit, &got);
	assert_true(got.limit == first);
	const uint32_t touched = kiln_heightfield_cast_convex_all(&it.field, &object, &motion, hits, MOST);
	assert_true(touched > along && hits[0].t == kiln_heightfield_cast_convex(&it.field, &object, &motion).t);
	assert_int_equal(kiln_heightfield_cast_convex_all(&it.field, &object, &motion, hits, 3), touched);
	got = (received){.most = UINT32_MAX, .limit = FLT_MAX};
	kiln_heightfield_cast_convex_all_visit(&it.field, &object, &motion, take_hit, &got);
	assert_int_equal(got.count, touched);
	got = (received){.most = UINT32_MAX, .limit = FLT_MAX, .last = 1};
	kiln_heightfield_cast_convex_all_visit(&it.field, &object, &motion, take_hit, &got);
	assert_true(got.limit == hits[0].t && got.count < touched);
	heightfield_case_free(&it);
}

static void a_budget_ends_queries_early(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(3, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{90, 0, 75}, 20}};
	const kiln_convex_object object = {.shape = &shape};
	kiln_overlap overlaps[4];
	kiln_budget budget = {.work = UINT64_MAX};
	kiln_heightfield field = it.field;
	field.budget = &budget;
	const uint32_t all = kiln_heightfield_overlap_convex(&field, &object, overlaps, 4);
	assert_int_equal(all, kiln_heightfield_overlap_convex(&it.field, &object, overlaps, 4));
	assert_true(all > 100 && budget.used > all && !budget.ended);
	const uint64_t work = budget.used;
	budget = (kiln_budget){.work = work / 2};
	assert_true(kiln_heightfield_overlap_convex(&field, &object, overlaps, 4) < all);
	assert_true(budget.ended && budget.used <= work / 2);
	assert_int_equal(kiln_heightfield_overlap_convex(&field, &object, overlaps, 4), 0);
	assert_false(kiln_heightfield_ray_any(&field, &(kiln_ray){.origin = {90, 50, 75}, .direction = {0, -1, 0}}));
	assert_false(kiln_heightfield_cast_convex(&field, &object, &(kiln_motion){.t_max = 1}).hit);
	assert_false(kiln_heightfield_closest_point(&field, &(kiln_point_query){.point = {90, 50, 75}}).found);
	heightfield_case_free(&it);
}

static void unusable_casts_hit_nothing(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(0, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_heightfield *field = &it.field;
	const kiln_sphere sphere = {{4, 20, 4}, 1};
	const kiln_motion down = {.direction = {0, -1, 0}};
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = sphere};
	const kiln_convex_shape line = {.kind = KILN_CONVEX_LINE};
	const kiln_convex_object object = {.shape = &shape}, endless = {.shape = &line};
	const kiln_motion wrong[] = {{.direction = {NAN, 0, 0}}, {.direction = {0, -INFINITY, 0}},
		{.direction = {0, -1, 0}, .t_max = -1}, {.direction = {0, -1, 0}, .t_max = NAN}, {.direction = {0, 1, 0}},
		{.direction = {0, 0, 0}}};
	assert_true(kiln_heightfield_cast_sphere(field, &sphere, &down).hit);
	assert_true(kiln_heightfield_cast_convex(field, &object, &down).hit);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
	{
		assert_false(kiln_heightfield_cast_sphere(field, &sphere, &wrong[i]).hit);
		assert_false(kiln_heightfield_cast_convex(field, &object, &wrong[i]).hit);
	}
	assert_false(kiln_heightfield_cast_sphere(field, &(kiln_sphere){{4, NAN, 4}, 1}, &down).hit);
	assert_false(kiln_heightfield_cast_sphere(NULL, &sphere, &down).hit);
	assert_false(kiln_heightfield_cast_sphere(field, NULL, &down).hit);
	assert_false(kiln_heightfield_cast_sphere(field, &sphere, NULL).hit);
	assert_false(kiln_heightfield_cast_box(field, NULL, &down).hit);
	assert_false(kiln_heightfield_cast_capsule(field, NULL, &down).hit);
	assert_false(kiln_heightfield_cast_convex(field, &endless, &down).hit);
	assert_false(kiln_heightfield_cast_convex(NULL, &object, &down).hit);
	assert_int_equal(kiln_heightfield_cast_convex_all(field, NULL, &down, NULL, 0), 0);
	assert_int_equal(kiln_heightfield_overlap_convex(field, &endless, NULL, 0), 0);
	assert_int_equal(kiln_heightfield_overlap_convex(NULL, &object, NULL, 0), 0);
	assert_false(kiln_heightfield_cast_sweep(field, &shape, NULL, 0).hit);
	assert_false(
		kiln_heightfield_cast_sweep(field, &shape, &(kiln_sweep){.to = {.translation = {0, -30, 0}}}, NAN).hit);
	assert_false(kiln_heightfield_cast_sweep(NULL, &shape, &(kiln_sweep){.to = {.translation = {0, -30, 0}}}, 0).hit);
	assert_true(kiln_heightfield_cast_sweep(field, &shape, &(kiln_sweep){.to = {.translation = {0, -30, 0}}}, 0).hit);
	assert_int_equal(kiln_heightfield_ray_all(NULL, &(kiln_ray){.direction = {0, -1, 0}}, NULL, 0), 0);
	heightfield_case_free(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(casts_have_the_answers_of_the_same_mesh),
		cmocka_unit_test(convex_objects_have_the_answers_of_the_same_mesh),
		cmocka_unit_test(turning_shapes_have_the_answers_of_the_same_mesh),
		cmocka_unit_test(lists_of_rays_have_the_answers_of_the_same_mesh),
		cmocka_unit_test(visitors_shorten_and_end_queries),
		cmocka_unit_test(a_budget_ends_queries_early),
		cmocka_unit_test(unusable_casts_hit_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
