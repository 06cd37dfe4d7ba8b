// SPDX-License-Identifier: MIT
#include "bounds/outward.h"
#include "primitive_batch.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

static void expect_times(const kiln_interval4 *t, uint32_t lane, bool meets, kiln_interval single)
{
	const kiln_interval none = {0, 0}, got = {t->enter[lane], t->leave[lane]};
	assert_memory_equal(&got, meets ? &single : &none, sizeof got);
}

/// Compares rays 0 .. count - 1 with shapes 0 .. 3 and with shape 0; returns how many lanes hit.
static int check(const kiln_ray rays[4], uint32_t count, const kiln_aabb boxes[4], const kiln_sphere spheres[4])
{
	kiln_ray4 four = kiln_ray4_from_rays(rays, count);
	kiln_aabb4 aabb4 = kiln_aabb4_from_aabbs(boxes, 4);
	kiln_sphere4 sphere4 = kiln_sphere4_from_spheres(spheres, 4);
	kiln_interval4 t[4];
	memset(t, 0x55, sizeof t);
	const uint32_t mask[4] = {kiln_meets_ray4_aabb(&four, boxes, &t[0]), kiln_meets_ray4_aabb4(&four, &aabb4, &t[1]),
		kiln_meets_ray4_sphere(&four, spheres, &t[2]), kiln_meets_ray4_sphere4(&four, &sphere4, &t[3])};
	int met = 0;
	for (uint32_t i = 0; i < 4; ++i)
	{
		kiln_interval single[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
		const bool meets[4] = {kiln_meets_ray_aabb(&rays[i], boxes, &single[0]),
			kiln_meets_ray_aabb(&rays[i], &boxes[i], &single[1]), kiln_meets_ray_sphere(&rays[i], spheres, &single[2]),
			kiln_meets_ray_sphere(&rays[i], &spheres[i], &single[3])};
		for (int form = 0; form < 4; ++form)
		{
			bool expected = i < count && meets[form];
			assert_int_equal(mask[form] >> i & 1, expected);
			expect_times(&t[form], i, expected, single[form]);
			met += expected;
		}
	}
	for (int form = 0; form < 4; ++form)
		assert_int_equal(mask[form] >> 4, 0);
	return met;
}

static void random_rays_meet_as_by_the_single_functions(void **state)
{
	(void)state;
	uint64_t random = 1, count = trials_random(20000), met = 0;
	for (uint64_t round = 0; round < count; ++round)
	{
		kiln_ray rays[4];
		kiln_aabb boxes[4];
		kiln_sphere spheres[4];
		batch_kind all = batch_any_kind(&random);
		for (int i = 0; i < 4; ++i)
		{
			batch_kind kind = round % 8 ? all : batch_any_kind(&random);
			boxes[i] = batch_aabb(&random, kind);
			spheres[i] = batch_sphere(&random, kind);
			rays[i] = batch_ray(&random, kind, batch_point(&random, kind));
		}
		met += (uint64_t)check(rays, round % 16 ? 4 : (uint32_t)(round / 16 % 6), boxes, spheres);
	}
	assert_in_range(met, 4 * count, 14 * count);
}

/// A point on the surface of a box, often on an edge or a corner, to a few floats.
static kiln_vec3 on_box(uint64_t *random, const kiln_aabb *box)
{
	const float min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
	float p[3];
	uint64_t flat = fixture_random(random) % 3;
	for (uint64_t i = 0; i < 3; ++i)
	{
		float share = fixture_random_unit(random);
		if (i == flat || fixture_random(random) % 2)
			p[i] = batch_beside(random, share < 0.5f ? min[i] : max[i]);
		else
			p[i] = min[i] + share * (max[i] - min[i]);
	}
	return (kiln_vec3){p[0], p[1], p[2]};
}

/// A sphere that a ray touches: its radius is the distance of the center from the line, to a few floats.
static kiln_sphere sphere_beside(uint64_t *random, const kiln_ray *ray, batch_kind kind)
{
	kiln_sphere sphere = batch_sphere(random, kind);
	kiln_d3 d = kiln_d3_from(ray->direction);
	kiln_d3 way = kiln_d3_sub(kiln_d3_from(sphere.center), kiln_d3_from(ray->origin));
	double length2 = kiln_d3_length2(d);
	double off2 = length2 > 0 ? kiln_d3_length2(kiln_d3_cross(way, d)) / length2 : kiln_d3_length2(way);
	sphere.radius = batch_beside(random, (float)sqrt(off2));
	return sphere;
}

static void rays_that_nearly_touch_meet_as_by_the_single_functions(void **state)
{
	static const batch_kind kinds[5] = {BATCH_USUAL, BATCH_FAR, BATCH_WHOLE, BATCH_TINY, BATCH_HUGE};
	(void)state;
	uint64_t random = 2, count = trials_near(10000), met = 0;
	for (uint64_t round = 0; round < count; ++round)
	{
		kiln_ray rays[4];
		kiln_aabb boxes[4];
		kiln_sphere spheres[4];
		for (int i = 0; i < 4; ++i)
		{
			batch_kind kind = kinds[fixture_random(&random) % 5];
			boxes[i] = batch_aabb(&random, kind);
			rays[i] = batch_ray(&random, kind, on_box(&random, &boxes[i]));
			spheres[i] = sphere_beside(&random, &rays[i], kind);
		}
		met += (uint64_t)check(rays, 4, boxes, spheres);
	}
	assert_in_range(met, 3 * count, 13 * count);
}

typedef struct numbers
{
	kiln_vec3 origin, direction;
	float t_max;
	kiln_aabb box;
	kiln_sphere sphere;
} numbers;

static void any_number_in_any_place_meets_as_by_the_single_functions(void **state)
{
	static const numbers sound = {{-2, 0.25f, 0}, {1, 0.125f, 0}, 0, {{-1, -1, -1}, {1, 1, 1}}, {{0, 0.5f, 0}, 1}};
	(void)state;
	float values[sizeof sound / sizeof(float)];
	const uint32_t places = sizeof values / sizeof *values;
	for (uint32_t place = 0; place < places; ++place)
		for (uint32_t i = 0; i < BATCH_SPECIALS; ++i)
			for (uint32_t second = place; second < places; ++second)
			{
				kiln_ray rays[4];
				kiln_aabb boxes[4];
				kiln_sphere spheres[4];
				for (uint32_t lane = 0; lane < 4; ++lane)
				{
					numbers n = sound;
					if (lane == second % 4 || i == 0)
					{
						memcpy(values, &sound, sizeof values);
						values[place] = batch_special(i);
						values[second] = batch_special(i + second % 5);
						memcpy(&n, values, sizeof n);
					}
					rays[lane] = (kiln_ray){n.origin, n.direction, n.t_max, 0};
					boxes[lane] = n.box;
					spheres[lane] = n.sphere;
				}
				check(rays, 4, boxes, spheres);
			}
}

static void rays_along_faces_edges_and_through_corners_meet(void **state)
{
	(void)state;
	const kiln_aabb box = {{0, 0, 0}, {1, 1, 1}};
	const kiln_ray rays[4] = {{{-1, 1, 0.5f}, {1, 0, 0}, 0, 0}, {{-1, 1, 1}, {1, 0, 0}, 0, 0},
		{{-1, 2, 0.5f}, {1, -1, 0}, 0, 0}, {{-1, 1, 2}, {1, 0, -1}, 0, 0}};
	const kiln_sphere sphere = {{0, 0, 0.5f}, 1};
	kiln_ray4 four = kiln_ray4_from_rays(rays, 4);
	kiln_interval4 t;
	assert_int_equal(kiln_meets_ray4_aabb(&four, &box, &t), 15);
	for (int i = 0; i < 4; ++i)
		assert_true(t.enter[i] <= 1 && t.leave[i] >= 1);
	assert_int_equal(kiln_meets_ray4_sphere(&four, &sphere, &t), 5);
}

static void one_ray_in_all_lanes_asks_four_shapes(void **state)
{
	(void)state;
	const kiln_ray ray = {{0, 0, 0}, {2, 0, 0}, 3, 0};
	const kiln_aabb boxes[4] = {
		{{1, -1, -1}, {2, 1, 1}}, {{-2, -1, -1}, {-1, 1, 1}}, {{6, 0, 0}, {7, 1, 1}}, {{6.5f, 0, 0}, {7, 1, 1}}};
	const kiln_sphere spheres[4] = {{{4, 0, 0}, 1}, {{4, 2, 0}, 1}, {{0, 0, 0}, 1}, {{-3, 0, 0}, 1}};
	kiln_ray4 four = kiln_ray4_from_ray(&ray);
	kiln_aabb4 aabb4 = kiln_aabb4_from_aabbs(boxes, 4);
	kiln_sphere4 sphere4 = kiln_sphere4_from_spheres(spheres, 4);
	kiln_interval4 t;
	assert_int_equal(kiln_meets_ray4_aabb4(&four, &aabb4, &t), 5);
	assert_true(t.enter[0] <= 0.5f && t.enter[0] > 0.49f && t.leave[0] >= 1 && t.leave[0] < 1.01f);
	assert_int_equal(kiln_meets_ray4_sphere4(&four, &sphere4, &t), 5);
	assert_true(t.enter[2] == 0 && t.leave[2] >= 0.5f && t.leave[2] < 0.51f);
}

static void lanes_without_a_ray_meet_nothing(void **state)
{
	(void)state;
	const kiln_aabb box = {{NAN, 0, 0}, {1, 1, 1}};
	const kiln_sphere sphere = {{0, 0, 0}, -1};
	kiln_ray4 four = kiln_ray4_from_rays(NULL, 0);
	kiln_interval4 t;
	assert_int_equal(kiln_meets_ray4_aabb(&four, &box, &t), 0);
	assert_true(t.leave[0] == 0);
	assert_int_equal(kiln_meets_ray4_sphere(&four, &sphere, &t), 0);
	assert_true(t.leave[3] == 0);
}

/// Returns a double >= 0 of any size that floats have, and some sizes beyond, often close to a float.
static double any_time(uint64_t *random)
{
	double t = ldexp((double)fixture_random_unit(random), (int)(fixture_random(random) % 290) - 155);
	switch (fixture_random(random) % 4)
	{
	case 0:
		return (double)(float)t;
	case 1:
		return nextafter((double)(float)t, HUGE_VAL);
	case 2:
		return fabs(nextafter((double)(float)t, -HUGE_VAL));
	default:
		return t;
	}
}

static void lanes_round_down_and_up_as_single_numbers(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int round = 0; round < 50000; ++round)
	{
		double values[4] = {any_time(&random), any_time(&random), any_time(&random), any_time(&random)};
		if (round % 100 == 0)
			values[round / 100 % 4] = round % 200 ? HUGE_VAL : (double)FLT_MAX;
		float down[4], up[4];
		d4 lanes = d4_load(values);
		f4_store(down, f4_down(lanes));
		f4_store(up, f4_up(lanes));
		for (int i = 0; i < 4; ++i)
		{
			assert_true(values[i] == HUGE_VAL || down[i] == kiln_tight_down(values[i]));
			assert_true(up[i] == kiln_tight_up(values[i]));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_rays_meet_as_by_the_single_functions),
		cmocka_unit_test(rays_that_nearly_touch_meet_as_by_the_single_functions),
		cmocka_unit_test(any_number_in_any_place_meets_as_by_the_single_functions),
		cmocka_unit_test(rays_along_faces_edges_and_through_corners_meet),
		cmocka_unit_test(one_ray_in_all_lanes_asks_four_shapes),
		cmocka_unit_test(lanes_without_a_ray_meet_nothing),
		cmocka_unit_test(lanes_round_down_and_up_as_single_numbers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
