// SPDX-License-Identifier: MIT
#include "plane_oracle.h"

#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// The plane solver against brute force over all sets of planes, in extended precision.

#define MOST PLANE_ORACLE_MAX

typedef enum plane_kind
{
	PLANES_RANDOM,
	PLANES_LATTICE, ///< few directions: parallel, opposed and equal planes
	PLANES_NEARLY,	///< nearly parallel and nearly opposed planes
	PLANES_CORNER,	///< all through one point
	PLANES_RESTING, ///< zero satisfies all
	PLANES_KINDS,
} plane_kind;

static float signed_unit(uint64_t *random)
{
	return 2 * fixture_random_unit(random) - 1;
}

static kiln_vec3 direction(uint64_t *random)
{
	kiln_vec3 v;
	do
	{
		v.x = signed_unit(random);
		v.y = signed_unit(random);
		v.z = signed_unit(random);
	} while (v.x * v.x + v.y * v.y + v.z * v.z < 0.01f);
	return v;
}

static kiln_vec3 lattice(uint64_t *random)
{
	kiln_vec3 v;
	do
	{
		v.x = (float)(int)(fixture_random(random) % 3) - 1;
		v.y = (float)(int)(fixture_random(random) % 3) - 1;
		v.z = (float)(int)(fixture_random(random) % 3) - 1;
	} while (v.x == 0 && v.y == 0 && v.z == 0);
	return v;
}

static uint32_t make(uint64_t *random, plane_kind kind, float size, kiln_slide_plane *planes)
{
	const uint32_t count = (uint32_t)(fixture_random(random) % MOST) + 1;
	const kiln_vec3 first = direction(random);
	const kiln_vec3 corner = direction(random);
	for (uint32_t i = 0; i < count; i++)
	{
		kiln_slide_plane *p = &planes[i];
		*p = (kiln_slide_plane){.push_limit = (float)INFINITY};
		p->normal = kind == PLANES_LATTICE ? lattice(random) : direction(random);
		if (kind == PLANES_NEARLY)
		{
			const float side = fixture_random(random) % 2 ? 1 : -1, by = ldexpf(1, -(int)(fixture_random(random) % 20));
			const kiln_vec3 off = p->normal;
			p->normal =
				(kiln_vec3){side * first.x + by * off.x, side * first.y + by * off.y, side * first.z + by * off.z};
		}
		p->gap = size * signed_unit(random);
		if (kind == PLANES_LATTICE)
			p->gap = size * ((float)(int)(fixture_random(random) % 5) - 2);
		if (kind == PLANES_CORNER)
		{
			const float length =
				sqrtf(p->normal.x * p->normal.x + p->normal.y * p->normal.y + p->normal.z * p->normal.z);
			p->gap = -size * (corner.x * p->normal.x + corner.y * p->normal.y + corner.z * p->normal.z) / length;
		}
		if (kind == PLANES_RESTING)
			p->gap = fixture_random(random) % 2 ? 0 : fabsf(p->gap);
		else if (fixture_random(random) % 4 == 0)
			p->speed = size * signed_unit(random);
		if (fixture_random(random) % 8 == 0)
			p->push_limit = size * fixture_random_unit(random);
	}
	return count;
}

static double apart(kiln_vec3 a, kiln_vec3 b)
{
	const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
	return sqrt(x * x + y * y + z * z);
}

static void check(const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted, double size, uint32_t feasible[2])
{
	kiln_plane_solution s, again;
	double x[3];
	assert_int_equal(kiln_plane_solve(planes, count, wanted, &s), KILN_OK);
	const double slack = plane_oracle_slack(planes, count, wanted),
				 shown[3] = {(double)s.displacement.x, (double)s.displacement.y, (double)s.displacement.z};
	const double reach = fabs(shown[0]) + fabs(shown[1]) + fabs(shown[2]) + size;
	feasible[s.slack > 0]++;
	assert_true(fabs((double)s.slack - slack) <= 0x1p-22 * size);
	assert_true(plane_oracle_lack(planes, count, shown) <= (double)s.slack + 0x1p-22 * reach);
	const double nearest = plane_oracle_nearest(planes, count, wanted, (double)s.slack, 0x1p-36 * reach, x);
	assert_true(nearest >= 0);
	assert_true(fabs(apart(s.displacement, wanted) - nearest) <= 0x1p-20 * reach);
	// The active planes alone have the same answer.
	kiln_slide_plane active[3];
	for (uint32_t i = 0; i < s.active_count; i++)
	{
		assert_true(s.active[i] < count && (i == 0 || s.active[i] > s.active[i - 1]));
		active[i] = planes[s.active[i]];
	}
	if (s.slack > 0 || reach > 64 * size)
		return;
	assert_int_equal(kiln_plane_solve(active, s.active_count, wanted, &again), KILN_OK);
	assert_true(apart(again.displacement, s.displacement) <= 0x1p-20 * reach);
}

static void the_answer_is_the_nearest_of_all_sets(void **state)
{
	(void)state;
	uint64_t random = 22;
	static const float sizes[3] = {1, 1e-6f, 1e8f};
	for (int kind = 0; kind < PLANES_KINDS; kind++)
	{
		uint32_t feasible[2] = {0, 0};
		for (int trial = 0; trial < 300; trial++)
		{
			kiln_slide_plane planes[MOST];
			const float size = sizes[trial % 3];
			const uint32_t count = make(&random, (plane_kind)kind, size, planes);
			kiln_vec3 wanted = direction(&random);
			wanted = (kiln_vec3){size * wanted.x, size * wanted.y, size * wanted.z};
			check(planes, count, wanted, 4 * (double)size, feasible);
		}
		assert_true(feasible[0] > 30);
		assert_true(feasible[1] > 10 || kind == PLANES_RESTING || kind == PLANES_CORNER);
	}
}

static void a_free_start_never_lengthens_the_way(void **state)
{
	(void)state;
	uint64_t random = 23;
	for (int trial = 0; trial < 20000; trial++)
	{
		kiln_slide_plane planes[MOST];
		kiln_plane_solution s;
		const uint32_t count = make(&random, PLANES_RESTING, 1, planes);
		const kiln_vec3 wanted = direction(&random), none = {0, 0, 0};
		assert_int_equal(kiln_plane_solve(planes, count, wanted, &s), KILN_OK);
		assert_true(s.slack == 0);
		assert_true(apart(s.displacement, none) <= apart(wanted, none) * (1 + 0x1p-20));
		assert_int_equal(kiln_plane_solve(planes, count, none, &s), KILN_OK);
		assert_true(apart(s.displacement, none) == 0 && s.active_count == 0);
	}
}

static void the_order_of_planes_does_not_matter(void **state)
{
	(void)state;
	uint64_t random = 24;
	for (int trial = 0; trial < 20000; trial++)
	{
		kiln_slide_plane planes[MOST], turned[MOST];
		kiln_plane_solution a, b;
		const uint32_t count = make(&random, PLANES_RESTING, 1, planes);
		const kiln_vec3 wanted = direction(&random);
		for (uint32_t i = 0; i < count; i++)
			turned[i] = planes[count - 1 - i];
		assert_int_equal(kiln_plane_solve(planes, count, wanted, &a), KILN_OK);
		assert_int_equal(kiln_plane_solve(turned, count, wanted, &b), KILN_OK);
		assert_true(apart(a.displacement, b.displacement) <= 0x1p-22);
	}
}

static void many_planes_are_solved(void **state)
{
	(void)state;
	uint64_t random = 25;
	static kiln_slide_plane planes[KILN_SLIDE_PLANES_MAX];
	kiln_plane_solution s;
	for (int trial = 0; trial < 40; trial++)
	{
		// Planes that touch a ball of radius 1 from outside: the answer is on it, or the wish is inside all of them.
		for (uint32_t i = 0; i < KILN_SLIDE_PLANES_MAX; i++)
			planes[i] = (kiln_slide_plane){.normal = direction(&random), .gap = trial % 2 ? 1 : -1, .push_limit = 1};
		const kiln_vec3 way = direction(&random), wanted = {4 * way.x, 4 * way.y, 4 * way.z};
		assert_int_equal(kiln_plane_solve(planes, KILN_SLIDE_PLANES_MAX, wanted, &s), KILN_OK);
		const double at[3] = {(double)s.displacement.x, (double)s.displacement.y, (double)s.displacement.z};
		assert_true(plane_oracle_lack(planes, KILN_SLIDE_PLANES_MAX, at) <= (double)s.slack + 0x1p-20);
		// Planes that push in all directions cannot hold: the amount 1 gives way to all of them.
		assert_true(trial % 2 ? s.slack == 0 : s.slack > 0.8f && s.slack <= 1.0001f);
	}
}

static void invalid_planes_are_refused(void **state)
{
	(void)state;
	const kiln_slide_plane good = {.normal = {0, 1, 0}};
	kiln_slide_plane bad[7];
	kiln_plane_solution s;
	const kiln_vec3 wish = {1, -1, 0};
	for (int i = 0; i < 7; i++)
		bad[i] = good;
	bad[0].normal.y = 0;
	bad[1].normal.x = NAN;
	bad[2].gap = INFINITY;
	bad[3].speed = NAN;
	bad[4].push_limit = -1;
	bad[5].push_limit = NAN;
	bad[6].gap = 0x1p41f;
	for (int i = 0; i < 7; i++)
	{
		memset(&s, 0xff, sizeof s);
		assert_int_equal(kiln_plane_solve(&bad[i], 1, wish, &s), KILN_E_ARGUMENT);
		assert_true(s.displacement.x == 0 && s.slack == 0 && s.active_count == 0);
	}
	assert_int_equal(kiln_plane_solve(&good, 1, (kiln_vec3){NAN, 0, 0}, &s), KILN_E_ARGUMENT);
	assert_int_equal(kiln_plane_solve(NULL, 1, wish, &s), KILN_E_ARGUMENT);
	assert_int_equal(kiln_plane_solve(&good, 1, wish, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_plane_solve(&good, KILN_SLIDE_PLANES_MAX + 1, wish, &s), KILN_E_ARGUMENT);
	assert_int_equal(kiln_plane_solve(NULL, 0, wish, &s), KILN_OK);
	assert_true(s.displacement.x == 1 && s.displacement.y == -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_answer_is_the_nearest_of_all_sets),
		cmocka_unit_test(a_free_start_never_lengthens_the_way),
		cmocka_unit_test(the_order_of_planes_does_not_matter),
		cmocka_unit_test(many_planes_are_solved),
		cmocka_unit_test(invalid_planes_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
