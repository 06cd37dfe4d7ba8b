// SPDX-License-Identifier: MIT
#include "math/double3.h"
#include "primitive_batch.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool same_floats(float a, float b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_points(kiln_vec3 a, kiln_vec3 b)
{
	return same_floats(a.x, b.x) && same_floats(a.y, b.y) && same_floats(a.z, b.z);
}

/// Compares to the bit, without the bytes between fields.
static void expect_same(const kiln_intersection *got, const kiln_intersection *expected)
{
	assert_int_equal(got->hit, expected->hit);
	assert_int_equal(got->inside, expected->inside);
	assert_int_equal(got->back, expected->back);
	assert_true(same_floats(got->t, expected->t) && same_floats(got->leave, expected->leave));
	assert_true(same_points(got->point, expected->point) && same_points(got->normal, expected->normal));
	assert_true(same_floats(got->u, expected->u) && same_floats(got->v, expected->v));
	assert_int_equal(got->face, expected->face);
}

/// Compares rays 0 .. count - 1 with triangles 0 .. 3 and with triangle 0; returns how many lanes hit.
static int check(const kiln_ray rays[4], uint32_t count, const kiln_triangle triangles[4])
{
	kiln_ray4 four = kiln_ray4_from_rays(rays, count);
	kiln_triangle4 triangle4 = kiln_triangle4_from_triangles(triangles, 4);
	kiln_intersection4 one, each;
	memset(&one, 0x55, sizeof one);
	memset(&each, 0x55, sizeof each);
	uint32_t hit_one = kiln_intersect_ray4_triangle(&four, triangles, &one);
	uint32_t hit_each = kiln_intersect_ray4_triangle4(&four, &triangle4, &each);
	assert_int_equal(kiln_intersect_ray4_triangle(&four, triangles, NULL), hit_one);
	assert_int_equal(kiln_intersect_ray4_triangle4(&four, &triangle4, NULL), hit_each);
	assert_int_equal(one.hit, hit_one);
	assert_int_equal(each.hit, hit_each);
	int hits = 0;
	for (uint32_t i = 0; i < 4; ++i)
	{
		const kiln_intersection none = {0};
		kiln_intersection first = i < count ? kiln_intersect_ray_triangle(&rays[i], triangles) : none;
		kiln_intersection own = i < count ? kiln_intersect_ray_triangle(&rays[i], &triangles[i]) : none;
		kiln_intersection got_first = kiln_intersection4_get(&one, i), got_own = kiln_intersection4_get(&each, i);
		expect_same(&got_first, &first);
		expect_same(&got_own, &own);
		hits += first.hit + own.hit;
	}
	return hits;
}

static kiln_vec3 weighted(const kiln_triangle *triangle, double u, double v)
{
	kiln_d3 a = kiln_d3_from(triangle->corners[0]), b = kiln_d3_from(triangle->corners[1]);
	kiln_d3 c = kiln_d3_from(triangle->corners[2]);
	return kiln_d3_to(kiln_d3_along(kiln_d3_along(kiln_d3_scale(a, 1 - u - v), u, b), v, c));
}

static void random_rays_hit_as_by_the_single_function(void **state)
{
	(void)state;
	uint64_t random = 1, count = trials_random(20000), hits = 0;
	for (uint64_t round = 0; round < count; ++round)
	{
		kiln_ray rays[4];
		kiln_triangle triangles[4];
		batch_kind all = batch_any_kind(&random);
		for (int i = 0; i < 4; ++i)
		{
			batch_kind kind = round % 8 ? all : batch_any_kind(&random);
			const kiln_triangle *at = &triangles[fixture_random(&random) % 3 ? i : 0];
			triangles[i] = batch_triangle(&random, kind);
			double u = (double)fixture_random_unit(&random), v = 1.25 * (double)fixture_random_unit(&random);
			rays[i] = batch_ray(&random, kind, weighted(at, u, (1 - u) * v));
		}
		hits += (uint64_t)check(rays, round % 16 ? 4 : (uint32_t)(round / 16 % 6), triangles);
	}
	assert_in_range(hits, count, 5 * count);
}

static void rays_at_edges_and_corners_hit_as_by_the_single_function(void **state)
{
	static const batch_kind kinds[5] = {BATCH_USUAL, BATCH_FAR, BATCH_WHOLE, BATCH_TINY, BATCH_HUGE};
	(void)state;
	uint64_t random = 2, count = trials_near(10000), hits = 0;
	for (uint64_t round = 0; round < count; ++round)
	{
		kiln_ray rays[4];
		kiln_triangle triangles[4];
		for (int i = 0; i < 4; ++i)
		{
			batch_kind kind = kinds[fixture_random(&random) % 5];
			kiln_triangle *triangle = &triangles[i];
			*triangle = batch_triangle(&random, kind);
			double u = (double)fixture_random_unit(&random);
			kiln_vec3 edge = weighted(triangle, u, fixture_random(&random) % 2 ? 1 - u : 0);
			kiln_vec3 at = fixture_random(&random) % 3 ? edge : triangle->corners[fixture_random(&random) % 3];
			rays[i] = batch_ray(&random, kind, at);
			// A needle, or a ray in the triangle's plane, or one that ends in it.
			uint64_t sort = fixture_random(&random) % 4;
			if (sort == 0)
				triangle->corners[2] = weighted(triangle, 0.5, 0x1p-20);
			else if (sort == 1)
				rays[i].origin = weighted(triangle, 2, -0.5);
			else if (sort == 2)
				rays[i].t_max = batch_beside(&random, 1);
		}
		hits += (uint64_t)check(rays, 4, triangles);
	}
	assert_in_range(hits, count / 2, 6 * count);
}

typedef struct numbers
{
	kiln_vec3 origin, direction;
	float t_max;
	kiln_triangle triangle;
} numbers;

static void any_number_in_any_place_hits_as_by_the_single_function(void **state)
{
	static const numbers sound = {{0.25f, 0.25f, 2}, {0, 0, -1}, 0, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
	(void)state;
	float values[sizeof sound / sizeof(float)];
	const uint32_t places = sizeof values / sizeof *values;
	for (uint32_t place = 0; place < places; ++place)
		for (uint32_t i = 0; i < BATCH_SPECIALS; ++i)
			for (uint32_t second = place; second < places; ++second)
			{
				kiln_ray rays[4];
				kiln_triangle triangles[4];
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
					triangles[lane] = n.triangle;
				}
				check(rays, 4, triangles);
			}
}

static void a_ray_through_a_shared_edge_hits_a_triangle_beside_it(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int round = 0; round < 5000; ++round)
	{
		kiln_triangle triangle = batch_triangle(&random, BATCH_USUAL);
		kiln_vec3 corner = batch_point(&random, BATCH_USUAL);
		const kiln_vec3 *c = triangle.corners;
		// A closed fan around corner 0, seen from far away: a ray at the corner itself must hit one of the four
		// triangles.
		const kiln_triangle fan[4] = {triangle, {{c[0], c[2], corner}}, {{c[0], corner, c[1]}}, {{c[1], c[2], corner}}};
		kiln_vec3 at = weighted(&triangle, (double)fixture_random_unit(&random), 0);
		kiln_ray ray = batch_ray(&random, BATCH_USUAL, at);
		kiln_ray4 four = kiln_ray4_from_ray(&ray);
		kiln_triangle4 triangles = kiln_triangle4_from_triangles(fan, 4);
		kiln_intersection4 result;
		uint32_t single = 0, hit = kiln_intersect_ray4_triangle4(&four, &triangles, &result);
		for (int i = 0; i < 4; ++i)
			single |= (uint32_t)kiln_intersect_ray_triangle(&ray, &fan[i]).hit << i;
		assert_int_equal(hit, single);
		// A line that hits one face of a tetrahedron's closed surface hits another face, too.
		kiln_line line = {ray.origin, ray.direction};
		int faces = 0;
		for (int i = 0; i < 4; ++i)
			faces += kiln_intersect_line_triangle(&line, &fan[i]).hit;
		assert_int_not_equal(faces, 1);
	}
}

static void lanes_without_a_triangle_or_ray_are_never_hit(void **state)
{
	(void)state;
	const kiln_ray ray = {{0.25f, 0.25f, 2}, {0, 0, -1}, 0, 0};
	const kiln_triangle triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
	kiln_ray4 four = kiln_ray4_from_ray(&ray), none = kiln_ray4_from_rays(NULL, 0);
	kiln_triangle4 one = kiln_triangle4_from_triangles(&triangle, 1);
	kiln_intersection4 result;
	assert_int_equal(kiln_intersect_ray4_triangle4(&four, &one, &result), 1);
	assert_true(result.t[0] == 2 && result.t[1] == 0 && result.normal[2][0] == 1 && result.point[2][0] == 0);
	assert_int_equal(result.back, 0);
	assert_int_equal(kiln_intersect_ray4_triangle4(&none, &one, &result), 0);
	assert_int_equal(result.hit, 0);
	assert_int_equal(kiln_intersect_ray4_triangle(&none, &triangle, &result), 0);
}

static void times_beyond_float_are_no_hits_in_any_lane(void **state)
{
	(void)state;
	const float far[2] = {KILN_COORDINATE_MAX, 0x1p30f};
	const int power[2] = {-86, -96};
	for (int round = 0; round < 2; ++round)
	{
		const float f = far[round];
		kiln_ray rays[4];
		const kiln_triangle triangle = {{{-f, -f, f}, {f, -f, f}, {0, f, f}}};
		for (int i = 0; i < 4; ++i)
			rays[i] =
				(kiln_ray){{0, 0, 0}, {0, 0, i == 3 ? 1 : ldexpf(1, power[round] - 2 * i)}, i == 2 ? INFINITY : 0, 0};
		const kiln_triangle triangles[4] = {triangle, triangle, triangle, triangle};
		assert_int_equal(check(rays, 4, triangles), 4);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_rays_hit_as_by_the_single_function),
		cmocka_unit_test(rays_at_edges_and_corners_hit_as_by_the_single_function),
		cmocka_unit_test(any_number_in_any_place_hits_as_by_the_single_function),
		cmocka_unit_test(a_ray_through_a_shared_edge_hits_a_triangle_beside_it),
		cmocka_unit_test(lanes_without_a_triangle_or_ray_are_never_hit),
		cmocka_unit_test(times_beyond_float_are_no_hits_in_any_lane),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
