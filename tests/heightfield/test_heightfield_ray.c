// SPDX-License-Identifier: MIT
#include "heightfield_case.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Rays against height fields: the same triangles as a mesh are the oracle.

#define MOST_HITS 4096

/// Whether the ray meets this triangle of the field at this t.
static bool mesh_has(const heightfield_case *it, const kiln_ray *ray, uint32_t triangle, float t)
{
	static kiln_hit hits[MOST_HITS];
	const uint32_t count = kiln_mesh_ray_all(&it->asset, 0, ray, hits, MOST_HITS);
	for (uint32_t i = 0; i < count && i < MOST_HITS; ++i)
		if (hits[i].t == t && heightfield_case_number(it, hits[i].triangle) == triangle)
			return true;
	return false;
}

static void check_ray(const heightfield_case *it, const kiln_ray *ray)
{
	const kiln_hit expected = kiln_mesh_ray_closest(&it->asset, 0, ray);
	const kiln_hit hit = kiln_heightfield_ray_closest(&it->field, ray);
	if (hit.hit != expected.hit || hit.t != expected.t)
		fail_msg("o (%a %a %a) d (%a %a %a): field %d %a, mesh %d %a", (double)ray->origin.x, (double)ray->origin.y,
			(double)ray->origin.z, (double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z,
			hit.hit, (double)hit.t, expected.hit, (double)expected.t);
	assert_int_equal(kiln_heightfield_ray_any(&it->field, ray), hit.hit);
	if (!hit.hit)
		return;
	const uint32_t number = heightfield_case_number(it, expected.triangle);
	assert_true(hit.triangle <= number);
	assert_int_equal(hit.source_face, hit.triangle / 2);
	assert_int_equal(hit.material, it->materials[hit.source_face]);
	assert_false(it->holes[hit.source_face]);
	assert_int_equal(hit.mesh & hit.node & hit.source_mesh & hit.shape & hit.face, KILN_NONE);
	if (hit.triangle != number)
	{
		assert_true(mesh_has(it, ray, hit.triangle, hit.t));
		return;
	}
	assert_memory_equal(&hit.point, &expected.point, sizeof hit.point);
	assert_memory_equal(&hit.normal, &expected.normal, sizeof hit.normal);
	assert_true(hit.u == expected.u && hit.v == expected.v && hit.back == expected.back);
}

static kiln_vec3 towards(kiln_vec3 from, kiln_vec3 to)
{
	return (kiln_vec3){to.x - from.x, to.y - from.y, to.z - from.z};
}

static kiln_vec3 random_sample(const heightfield_case *it, uint64_t *random)
{
	kiln_vec3 at = {0};
	const uint32_t column = (uint32_t)(fixture_random(random) % it->field.columns);
	const uint32_t row = (uint32_t)(fixture_random(random) % it->field.rows);
	assert_true(kiln_heightfield_sample(&it->field, column, row, &at));
	return at;
}

/// A ray of one of several kinds, with odd lengths and limits.
static kiln_ray random_ray(const heightfield_case *it, uint64_t *random)
{
	const uint64_t kind = fixture_random(random) % 8, limit = fixture_random(random) % 8;
	kiln_ray ray = {.origin = heightfield_random_point(&it->field, random, kind == 7 ? 3000.f : 0.3f)};
	kiln_vec3 to = heightfield_random_point(&it->field, random, 0);
	if (kind >= 2 && kind <= 4)
		to = random_sample(it, random);
	ray.direction = towards(ray.origin, to);
	float *along[3] = {&ray.direction.x, &ray.direction.y, &ray.direction.z};
	if (kind == 4)
	{
		// From a sample, along an axis or a grid line: along edges and through vertices.
		ray.origin = random_sample(it, random);
		ray.direction = (kiln_vec3){0, 0, 0};
		*along[fixture_random(random) % 3] = fixture_random(random) % 2 ? 1 : -1;
	}
	else if (kind == 5)
	{
		// One or two components vanish, or nearly so.
		for (uint64_t n = fixture_random(random) % 2; n < 2; ++n)
			*along[fixture_random(random) % 3] *= fixture_random(random) % 2 ? 0 : 1e-25f;
	}
	else if (kind == 6)
	{
		// Straight down or up over a sample, or beside one.
		const kiln_vec3 at = random_sample(it, random);
		const uint32_t up = it->field.header->up;
		const float heights[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
		ray.origin = at;
		(up == 1 ? &ray.origin.y : &ray.origin.z)[0] = heights[up];
		ray.direction = (kiln_vec3){0, up == 1 ? -1.f : 0.f, up == 1 ? 0.f : -1.f};
	}
	if (limit == 0)
		ray.t_max = heightfield_random(random, 0, 1.5f);
	ray.flags = limit == 1 ? KILN_RAY_CULL_BACK : 0;
	const float scale = limit == 2 ? 1e-12f : limit == 3 ? 1e12f : 1;
	for (int i = 0; i < 3; ++i)
		*along[i] *= scale;
	return ray;
}

static void rays_have_the_answers_of_the_same_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		uint64_t random = 5 + i, hits = 0;
		const uint64_t count = trials_random(TRIALS_SLOW ? 2000 : 20000);
		heightfield_case_make(&it, &recipe);
		for (uint64_t n = 0; n < count; ++n)
		{
			const kiln_ray ray = random_ray(&it, &random);
			check_ray(&it, &ray);
			hits += kiln_heightfield_ray_any(&it.field, &ray);
		}
		assert_true(hits > count / 20 && hits < count);
		heightfield_case_free(&it);
	}
}

/// Rays from above to points of edges and corners between cells and between blocks, within the field: each meets it.
static void no_ray_passes_between_cells_or_blocks(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_recipe recipe;
	uint64_t random = 77;
	assert_true(heightfield_case_recipe(3, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_heightfield *field = &it.field;
	for (uint64_t n = 0; n < trials_random(TRIALS_SLOW ? 5000 : 100000); ++n)
	{
		const bool border = fixture_random(&random) % 2;
		uint32_t column = 1 + (uint32_t)(fixture_random(&random) % (field->columns - 3));
		const uint32_t row = 1 + (uint32_t)(fixture_random(&random) % (field->rows - 3));
		if (border)
			column = (column / 16 + (column < 16)) * 16 < field->columns - 2 ? (column / 16 + (column < 16)) * 16 : 16;
		const uint32_t towards_column = (uint32_t)(fixture_random(&random) % 2);
		const uint32_t towards_row = (uint32_t)(fixture_random(&random) % 2);
		const float share = fixture_random_unit(&random);
		// Where both differ the edge is the diagonal, which in a turned cell joins the two other corners.
		const bool turned = towards_column && towards_row && it.diagonals[row * (field->columns - 1) + column];
		kiln_vec3 a, b;
		assert_true(kiln_heightfield_sample(field, column + (turned ? 1 : 0), row, &a));
		assert_true(kiln_heightfield_sample(field, column + (turned ? 0 : towards_column), row + towards_row, &b));
		const kiln_vec3 to = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
		// Steeper than every hill, so that a ray that passes an edge by rounding meets the triangles behind it.
		const float x = heightfield_random(&random, -4, 4), z = heightfield_random(&random, -4, 4);
		kiln_ray ray = {.origin = {to.x + x, field->max.y + 50, to.z + z}};
		ray.direction = towards(ray.origin, to);
		assert_true(kiln_heightfield_ray_any(field, &ray));
		assert_true(kiln_heightfield_ray_closest(field, &ray).hit);
	}
	heightfield_case_free(&it);
}

static void unusable_rays_hit_nothing(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(0, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const kiln_ray down = {.origin = {4, 50, 4}, .direction = {0, -1, 0}};
	assert_true(kiln_heightfield_ray_any(&it.field, &down));
	kiln_ray wrong[8];
	for (int i = 0; i < 8; ++i)
		wrong[i] = down;
	wrong[0].origin.x = NAN;
	wrong[1].direction.z = NAN;
	wrong[2].direction.y = -INFINITY;
	wrong[3].direction.y = 0;
	wrong[4].t_max = -1;
	wrong[5].t_max = NAN;
	wrong[6].origin.y = 2e12f;
	wrong[7].direction.y = 1;
	for (int i = 0; i < 8; ++i)
	{
		assert_false(kiln_heightfield_ray_any(&it.field, &wrong[i]));
		assert_false(kiln_heightfield_ray_closest(&it.field, &wrong[i]).hit);
	}
	assert_false(kiln_heightfield_ray_any(NULL, &down));
	assert_false(kiln_heightfield_ray_any(&it.field, NULL));
	heightfield_case_free(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_have_the_answers_of_the_same_mesh),
		cmocka_unit_test(no_ray_passes_between_cells_or_blocks),
		cmocka_unit_test(unusable_rays_hit_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
