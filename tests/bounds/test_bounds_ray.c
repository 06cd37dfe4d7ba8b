// SPDX-License-Identifier: MIT
#include "bounds_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROUNDS 20000

static const int axes[13][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1},
	{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

typedef struct times
{
	long double enter, leave;
} times;

/// Narrows to low <= normal . (from + t direction) <= high.
static void clip(times *t, oracle3 normal, oracle3 from, oracle3 direction, long double low, long double high)
{
	long double at = oracle3_dot(normal, from), speed = oracle3_dot(normal, direction);
	if (speed == 0)
	{
		if (at < low || at > high)
			t->leave = -1;
		return;
	}
	long double first = ((speed > 0 ? low : high) - at) / speed, last = ((speed > 0 ? high : low) - at) / speed;
	t->enter = first > t->enter ? first : t->enter;
	t->leave = last < t->leave ? last : t->leave;
}

static kiln_ray ray_toward(uint64_t *random, oracle3 target, double size)
{
	kiln_ray ray = {.origin = oracle_vector(random, 4 * size)};
	if (fixture_random(random) % 4 == 0)
		ray.origin = oracle_vector(random, 1000 * size);
	oracle3 way = oracle3_along(target, -1, oracle3_of(ray.origin));
	ray.direction = (kiln_vec3){(float)way.v[0], (float)way.v[1], (float)way.v[2]};
	switch (fixture_random(random) % 8)
	{
	case 0:
		ray.direction = (kiln_vec3){0, 0, ray.direction.z};
		ray.origin.x = (float)target.v[0];
		ray.origin.y = (float)target.v[1];
		break;
	case 1:
		ray.direction.y = 0;
		ray.origin.y = (float)target.v[1];
		break;
	case 2:
		ray.direction = oracle_vector(random, 1);
		break;
	default:
		break;
	}
	if (fixture_random(random) % 4 == 0)
		ray.t_max = 2 * fixture_random_unit(random) + 0.01f;
	return ray;
}

/// Compares an answer with the exact interval: the answer must contain it and must not miss a hit. wide_* is the
/// interval for a body extended by rounding errors, which the answer must not exceed.
static void check(bool said, kiln_interval t, times exact, times wide)
{
	if (exact.enter <= exact.leave)
		assert_true(said && t.enter <= exact.enter && t.leave >= exact.leave);
	if (wide.enter > wide.leave)
		assert_false(said);
	else if (said)
	{
		assert_true(t.enter >= 0 && t.enter >= wide.enter - 1e-6L * fabsl(wide.enter) - 1e-44L);
		assert_true(t.leave <= wide.leave + 1e-6L * fabsl(wide.leave) + 1e-44L);
	}
}

static times whole(const kiln_ray *ray)
{
	return (times){0, ray->t_max == 0 ? FLT_MAX : ray->t_max};
}

static void ray_meets_kdop_while_it_is_between_all_planes(void **state)
{
	(void)state;
	static const uint32_t all_k[] = {6, 8, 12, 14, 18, 20, 24, 26};
	uint64_t random = 71;
	const kiln_pose identity = {.scale = 0};
	int hits = 0;
	for (int round = 0; round < ROUNDS; ++round)
	{
		uint32_t k = all_k[round % 8];
		kiln_vec3 points[6];
		for (int i = 0; i < 6; ++i)
			points[i] = round % 3 ? oracle_vector(&random, 1) : oracle_integer_vector(&random, 2);
		kiln_kdop kdop = kiln_kdop_from_points(points, 6, 0, &identity, k);
		kiln_ray ray = ray_toward(&random, oracle3_of(points[round % 6]), 1);
		times exact = whole(&ray), wide = whole(&ray);
		long double size = oracle3_length(oracle3_of(ray.origin)) + 3;
		for (int axis = 0; axis < 13; ++axis)
		{
			if (kdop.min[axis] > kdop.max[axis])
				continue;
			oracle3 n = {{axes[axis][0], axes[axis][1], axes[axis][2]}};
			oracle3 from = oracle3_of(ray.origin), direction = oracle3_of(ray.direction);
			clip(&exact, n, from, direction, kdop.min[axis], kdop.max[axis]);
			long double room = 1e-13L * size;
			clip(&wide, n, from, direction, kdop.min[axis] - room, kdop.max[axis] + room);
		}
		kiln_interval t;
		bool said = kiln_meets_ray_kdop(&ray, &kdop, k, &t);
		check(said, t, exact, wide);
		hits += said;
		if (k == 6)
		{
			kiln_aabb box = {{kdop.min[0], kdop.min[1], kdop.min[2]}, {kdop.max[0], kdop.max[1], kdop.max[2]}};
			kiln_interval same;
			assert_int_equal(kiln_meets_ray_aabb(&ray, &box, &same), said);
			assert_true(!said || (same.enter == t.enter && same.leave == t.leave));
		}
	}
	assert_true(hits > ROUNDS / 4 && hits < ROUNDS * 9 / 10);
}

static void ray_meets_obb_while_it_is_between_all_faces(void **state)
{
	(void)state;
	uint64_t random = 72;
	int hits = 0;
	for (int round = 0; round < ROUNDS; ++round)
	{
		oracle_volume volume = oracle_volume_random(&random, ORACLE_OBB, oracle_vector(&random, 1), 1);
		oracle_body body = oracle_body_of(&volume);
		kiln_ray ray = ray_toward(&random, oracle_point_of(&random, &body, round % 2), 1);
		times exact = whole(&ray), wide = whole(&ray);
		oracle3 from = oracle3_along(oracle3_of(ray.origin), -1, body.anchor), direction = oracle3_of(ray.direction);
		long double size = oracle3_length(from) + 8;
		for (int i = 0; i < 3; ++i)
		{
			// The parallelepiped itself: its faces' normals are cross products, and each axis reaches its own faces.
			oracle3 n =
				oracle3_cross(oracle3_of(volume.obb.axes[(i + 1) % 3]), oracle3_of(volume.obb.axes[(i + 2) % 3]));
			long double reach = fabsl(oracle3_dot(n, body.side[i])), room = 1e-13L * size;
			clip(&exact, n, from, direction, -reach, reach);
			// A speed within rounding gives no information.
			if (fabsl(oracle3_dot(n, direction)) > 1e-13L * oracle3_length(direction) * size)
				clip(&wide, n, from, direction, -reach - room, reach + room);
		}
		kiln_interval t;
		bool said = kiln_meets_ray_obb(&ray, &volume.obb, &t);
		// The oracle's own slack where the ray lies in a face: a position error of 2^-60 makes its answer uncertain.
		if (exact.leave - exact.enter > 1e-15L * exact.leave || exact.enter > exact.leave)
			check(said, t, exact, wide);
		hits += said;
	}
	assert_true(hits > ROUNDS / 4 && hits < ROUNDS * 9 / 10);
}

static void ray_meets_sphere_between_the_roots(void **state)
{
	(void)state;
	uint64_t random = 73;
	int hits = 0;
	for (int round = 0; round < ROUNDS; ++round)
	{
		oracle_volume volume = oracle_volume_random(&random, ORACLE_SPHERE, oracle_vector(&random, 1), 1);
		const kiln_sphere *sphere = &volume.sphere;
		oracle3 target =
			oracle3_along(oracle3_of(sphere->center), sphere->radius, oracle3_of(oracle_vector(&random, 1)));
		kiln_ray ray = ray_toward(&random, target, 1);
		oracle3 from = oracle3_along(oracle3_of(ray.origin), -1, oracle3_of(sphere->center));
		oracle3 direction = oracle3_of(ray.direction);
		long double a = oracle3_dot(direction, direction), b = oracle3_dot(from, direction);
		// Computes the distance of the line from the center by the cross product, which keeps precision far away.
		oracle3 across = oracle3_cross(from, direction);
		long double away2 = oracle3_dot(across, across) / a, r = sphere->radius;
		times exact = whole(&ray), wide = exact;
		long double room = 1e-12L * (oracle3_length(from) + r), root = sqrtl(fmaxl(0, r * r - away2) / a);
		if (away2 > r * r)
			exact.leave = -1;
		exact.enter = fmaxl(exact.enter, -b / a - root);
		exact.leave = fminl(exact.leave, -b / a + root);
		// At tangents, the error is the square root of the rounding error.
		long double grown = r + sqrtl(room * (room + oracle3_length(from) + r));
		if (away2 > grown * grown)
			wide.leave = -1;
		root = sqrtl(fmaxl(0, grown * grown - away2) / a);
		wide.enter = fmaxl(wide.enter, -b / a - root);
		wide.leave = fminl(wide.leave, -b / a + root);
		kiln_interval t;
		bool said = kiln_meets_ray_sphere(&ray, sphere, &t);
		if (fabsl(exact.leave - exact.enter) > 1e-9L * fabsl(exact.enter))
			check(said, t, exact, wide);
		hits += said;
	}
	assert_true(hits > ROUNDS / 4 && hits < ROUNDS * 9 / 10);
}

static void rays_along_faces_and_edges_touch(void **state)
{
	(void)state;
	kiln_aabb box = {{-1, -1, -1}, {1, 1, 1}};
	kiln_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
	kiln_ray ray = {.origin = {-3, 1, 1}, .direction = {2, 0, 0}};
	kiln_interval t;
	assert_true(kiln_meets_ray_aabb(&ray, &box, &t) && t.enter <= 1 && t.leave >= 2);
	assert_true(t.enter >= nextafterf(1, 0) && t.leave <= nextafterf(2, 3));
	assert_true(kiln_meets_ray_obb(&ray, &obb, &t) && t.enter <= 1 && t.leave >= 2);
	ray.origin.y = nextafterf(1, 2);
	assert_false(kiln_meets_ray_aabb(&ray, &box, &t) || kiln_meets_ray_obb(&ray, &obb, &t));
	ray.origin.y = 1;
	ray.t_max = nextafterf(1, 0);
	assert_false(kiln_meets_ray_aabb(&ray, &box, &t));
	ray.t_max = 1;
	assert_true(kiln_meets_ray_aabb(&ray, &box, &t) && t.leave == 1);
	// Away from the body.
	ray.direction.x = -2;
	assert_false(kiln_meets_ray_aabb(&ray, &box, &t) || kiln_meets_ray_obb(&ray, &obb, &t));
	// A ray without motion is its origin.
	kiln_sphere sphere = {{0, 0, 0}, 2};
	kiln_ray still = {.origin = {0.5f, 1, 1}};
	assert_true(kiln_meets_ray_aabb(&still, &box, &t) && kiln_meets_ray_obb(&still, &obb, &t));
	assert_true(kiln_meets_ray_sphere(&still, &sphere, &t));
	still.origin.x = 4;
	assert_false(kiln_meets_ray_aabb(&still, &box, &t) || kiln_meets_ray_obb(&still, &obb, &t));
	assert_false(kiln_meets_ray_sphere(&still, &sphere, &t));
}

static void what_is_no_ray_or_body_meets(void **state)
{
	(void)state;
	const float wrong[] = {NAN, INFINITY, -INFINITY};
	kiln_aabb box = {{9, 9, 9}, {10, 10, 10}};
	kiln_obb obb = {{9, 9, 9}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
	kiln_sphere sphere = {{9, 9, 9}, 1};
	const kiln_pose identity = {.scale = 0};
	const kiln_vec3 corners[2] = {box.min, box.max};
	kiln_kdop kdop = kiln_kdop_from_points(corners, 2, 0, &identity, 26);
	kiln_interval t;
	for (int field = 0; field < 6; ++field)
		for (int i = 0; i < 3; ++i)
		{
			kiln_ray ray = {.origin = {0, 0, 0}, .direction = {-1, 0, 0}};
			float *numbers = (float *)&ray;
			numbers[field] = wrong[i];
			assert_true(kiln_meets_ray_aabb(&ray, &box, &t) && t.enter == 0 && t.leave == FLT_MAX);
			assert_true(kiln_meets_ray_obb(&ray, &obb, &t) && kiln_meets_ray_sphere(&ray, &sphere, &t));
			assert_true(kiln_meets_ray_kdop(&ray, &kdop, 26, &t));
		}
	kiln_ray ray = {.origin = {0, 0, 0}, .direction = {-1, 0, 0}};
	assert_false(kiln_meets_ray_kdop(&ray, &kdop, 26, &t));
	assert_true(kiln_meets_ray_kdop(&ray, &kdop, 7, &t));
	sphere.radius = -1;
	obb.half_extents[1] = NAN;
	kdop.max[5] = -INFINITY;
	assert_true(kiln_meets_ray_sphere(&ray, &sphere, &t) && kiln_meets_ray_obb(&ray, &obb, &t));
	assert_true(kiln_meets_ray_kdop(&ray, &kdop, 26, &t));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ray_meets_kdop_while_it_is_between_all_planes),
		cmocka_unit_test(ray_meets_obb_while_it_is_between_all_faces),
		cmocka_unit_test(ray_meets_sphere_between_the_roots),
		cmocka_unit_test(rays_along_faces_and_edges_touch),
		cmocka_unit_test(what_is_no_ray_or_body_meets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
