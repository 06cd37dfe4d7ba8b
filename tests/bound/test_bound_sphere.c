// SPDX-License-Identifier: MIT
#include "bound/proof/floats.h"
#include "bound/round/sphere.h"
#include "bound_clouds.h"
#include "math/double3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef long double real;

static kiln_sphere fit(const bound_method *method, const float (*points)[3], uint32_t count)
{
	kilncook_context context = {0};
	bound_input input = {.points = points, .count = count};
	bound_volume volume;
	assert_int_equal(bound_fit(&context, method, &input, &volume), KILNCOOK_OK);
	assert_true(bound_prove(&volume, points, count, NULL));
	return volume.sphere;
}

static real dot(const real a[3], const real b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Computes the centre of the sphere through up to four points in their span, by Cramer's rule on Gram's matrix. False
/// when the points are dependent.
static bool through(const real (*p)[3], int count, real center[3])
{
	real v[3][3], gram[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, right[3] = {0}, x[3] = {0};
	int n = count - 1;
	for (int i = 0; i < n; ++i)
		for (int k = 0; k < 3; ++k)
			v[i][k] = p[i + 1][k] - p[0][k];
	for (int i = 0; i < n; ++i)
	{
		right[i] = dot(v[i], v[i]) / 2;
		for (int j = 0; j < n; ++j)
			gram[i][j] = dot(v[i], v[j]);
	}
	real det[4];
	for (int column = 0; column < 4; ++column)
	{
		real m[3][3];
		for (int i = 0; i < 3; ++i)
			for (int j = 0; j < 3; ++j)
				m[i][j] = column == j + 1 ? right[i] : gram[i][j];
		det[column] = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
					  m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
					  m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
	}
	real size = 1;
	for (int i = 0; i < n; ++i)
		size *= gram[i][i];
	if (!(det[0] > 1e-12L * size))
		return false;
	for (int i = 0; i < n; ++i)
		x[i] = det[i + 1] / det[0];
	for (int k = 0; k < 3; ++k)
	{
		center[k] = p[0][k];
		for (int i = 0; i < n; ++i)
			center[k] += x[i] * v[i][k];
	}
	return true;
}

static real reach2(const float (*points)[3], uint32_t count, const real center[3])
{
	real most = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		real w[3];
		for (int k = 0; k < 3; ++k)
			w[k] = (real)points[i][k] - center[k];
		most = dot(w, w) > most ? dot(w, w) : most;
	}
	return most;
}

/// Computes the least radius by trying the spheres through all sets of two, three and four points: each, grown until it
/// contains all points, is an upper bound, and one of them is the least.
static real least_radius(const float (*points)[3], uint32_t count)
{
	real least = HUGE_VALL;
	for (uint32_t a = 0; a < count; ++a)
		for (uint32_t b = a; b < count; ++b)
			for (uint32_t c = b; c < count; ++c)
				for (uint32_t d = c; d < count; ++d)
				{
					const uint32_t chosen[4] = {a, b, c, d};
					real p[4][3], center[3];
					int used = 0;
					for (int i = 0; i < 4; ++i)
						if (i == 0 || chosen[i] != chosen[i - 1])
						{
							for (int k = 0; k < 3; ++k)
								p[used][k] = (real)points[chosen[i]][k];
							++used;
						}
					if (!through((const real(*)[3])p, used, center))
						continue;
					real reach = reach2(points, count, center);
					least = reach < least ? reach : least;
				}
	return sqrtl(least);
}

/// The largest effect of a float32 centre: half an ulp of each coordinate, and half an ulp of the radius.
static double rounding(const kiln_sphere *s)
{
	const float c[3] = {s->center.x, s->center.y, s->center.z};
	double lost = 0x1p-23 * (double)s->radius + 0x1p-148;
	for (int k = 0; k < 3; ++k)
		lost += 0x1p-24 * fabs((double)c[k]);
	return lost;
}

static void the_minimum_is_that_of_brute_force(void **state)
{
	(void)state;
	for (bound_cloud_kind kind = CLOUD_CUBE; kind < CLOUD_KIND_COUNT; ++kind)
		for (uint64_t seed = 1; seed < 9; ++seed)
		{
			float points[12][3];
			uint32_t count = 1 + (uint32_t)(seed * 5 % 12);
			make_cloud(kind, seed, count, points);
			// Long double represents squares of denormals; a double's range would suffice, too.
			kiln_sphere s = fit(&bound_sphere_minimum, (const float(*)[3])points, count);
			real least = least_radius((const float(*)[3])points, count);
			assert_true((real)s.radius >= least * (1 - 1e-15L));
			if (!((real)s.radius <= least + (real)rounding(&s)))
				fail_msg("%s %d: %.9g for %.9Lg", cloud_name(kind), (int)seed, (double)s.radius, least);
		}
}

/// Computes a lower bound of the least radius from weights on the points: sum w |p|^2 - |sum w p|^2, relative to the
/// centre. Gilbert's steps towards the point farthest from the weighted mean make it large.
static double radius_bound(const float (*points)[3], uint32_t count, const kiln_sphere *s)
{
	kiln_d3 center = kiln_d3_from(s->center), mean = {0, 0, 0};
	double squares = 0, total = 0, best = 0, r2 = (double)s->radius * (double)s->radius;
	for (int step = 0; step < 20000; ++step)
	{
		double least = HUGE_VAL;
		kiln_d3 chosen = {0, 0, 0};
		for (uint32_t i = 0; i < count; ++i)
		{
			kiln_d3 w =
				kiln_d3_sub((kiln_d3){(double)points[i][0], (double)points[i][1], (double)points[i][2]}, center);
			if (kiln_d3_length2(w) < r2 * (1 - 1e-5))
				continue;
			double at = kiln_d3_dot(mean, w);
			chosen = at < least ? w : chosen;
			least = at < least ? at : least;
		}
		kiln_d3 way = kiln_d3_sub(chosen, mean);
		double share = step == 0 ? 1 : -kiln_d3_dot(mean, way) / kiln_d3_length2(way);
		share = share > 1 ? 1 : share > 0 ? share : 0;
		mean = kiln_d3_along(mean, share, way);
		squares = (1 - share) * squares + share * kiln_d3_length2(chosen);
		total = (1 - share) * total + share;
		double bound = squares - kiln_d3_length2(mean);
		best = bound > best ? bound : best;
		if (best > r2 * (1 - 1e-6))
			break;
	}
	assert_true(fabs(total - 1) < 1e-9);
	return sqrt(best);
}

static void the_minimum_of_many_points_meets_its_lower_bound(void **state)
{
	(void)state;
	static const uint32_t counts[3] = {100, 1000, 60000};
	static const bound_cloud_kind kinds[6] = {
		CLOUD_CUBE, CLOUD_BALL, CLOUD_CLUSTERS, CLOUD_TILTED, CLOUD_FLAT, CLOUD_LINE};
	static float points[60000][3];
	for (int size = 0; size < 3; ++size)
		for (int kind = 0; kind < 6; ++kind)
		{
			make_cloud(kinds[kind], 20, counts[size], points);
			kiln_sphere s = fit(&bound_sphere_minimum, (const float(*)[3])points, counts[size]);
			double bound = radius_bound((const float(*)[3])points, counts[size], &s);
			if (!((double)s.radius <= bound * (1 + 2e-6)))
				fail_msg("%s %u: %.9g, at least %.9g", cloud_name(kinds[kind]), counts[size], (double)s.radius, bound);
		}
}

static void no_other_sphere_is_smaller(void **state)
{
	(void)state;
	static float points[500][3];
	uint32_t count;
	const bound_method *const *methods = bound_methods(BOUND_SPHERE, &count);
	for (bound_cloud_kind kind = CLOUD_CUBE; kind < CLOUD_KIND_COUNT; ++kind)
	{
		make_cloud(kind, 21, 500, points);
		kiln_sphere least = fit(&bound_sphere_minimum, (const float(*)[3])points, 500);
		for (uint32_t i = 0; i < count; ++i)
		{
			kiln_sphere s = fit(methods[i], (const float(*)[3])points, 500);
			assert_true(s.radius >= least.radius || (double)least.radius - (double)s.radius < rounding(&least));
			assert_true((double)s.radius <= 2 * (double)least.radius + rounding(&least));
		}
	}
}

static void the_iterative_sphere_is_near_the_least(void **state)
{
	(void)state;
	static float points[2000][3];
	make_cloud(CLOUD_CUBE, 22, 2000, points);
	double least = (double)fit(&bound_sphere_minimum, (const float(*)[3])points, 2000).radius;
	double iterative = (double)fit(&bound_sphere_iterative, (const float(*)[3])points, 2000).radius;
	double ritter = (double)fit(&bound_sphere_ritter, (const float(*)[3])points, 2000).radius;
	assert_true(iterative <= ritter && iterative <= 1.02 * least);
}

/// Points whose exact sphere is known: the corners of a cube, each repeated many times.
static void cospherical_points_have_their_sphere(void **state)
{
	(void)state;
	float points[64][3];
	for (int i = 0; i < 64; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = (i >> k & 1) ? 5.0f : 1.0f;
	kiln_sphere s = fit(&bound_sphere_minimum, (const float(*)[3])points, 64);
	assert_true(s.center.x == 3 && s.center.y == 3 && s.center.z == 3);
	assert_true((double)s.radius * (double)s.radius >= 12);
	double below = (double)bound_next_down(s.radius);
	assert_true(below * below < 12);
}

static double reach_of(const kiln_sphere *spheres, uint32_t count, const double center[3])
{
	double most = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		double x = (double)spheres[i].center.x - center[0], y = (double)spheres[i].center.y - center[1];
		double z = (double)spheres[i].center.z - center[2],
			   at = sqrt(x * x + y * y + z * z) + (double)spheres[i].radius;
		most = at > most ? at : most;
	}
	return most;
}

/// Descends by shrinking random steps; the reach is convex, so that the end is close to the least, from above.
static double least_reach(const kiln_sphere *spheres, uint32_t count)
{
	double center[3] = {0, 0, 0}, least = reach_of(spheres, count, center);
	uint64_t random = 30;
	for (double step = 1; step > 1e-9; step *= 0.7)
		for (int i = 0; i < 60; ++i)
		{
			double tried[3];
			for (int k = 0; k < 3; ++k)
				tried[k] = center[k] + step * cloud_random(&random);
			double reach = reach_of(spheres, count, tried);
			for (int k = 0; k < 3 && reach < least; ++k)
				center[k] = tried[k];
			least = reach < least ? reach : least;
		}
	return least;
}

static void the_sphere_of_spheres_holds_them_and_is_least(void **state)
{
	(void)state;
	uint64_t random = 31;
	for (int trial = 0; trial < 60; ++trial)
	{
		kiln_sphere spheres[20];
		uint32_t count = 1 + (uint32_t)trial % 20;
		for (uint32_t i = 0; i < count; ++i)
		{
			float *c = &spheres[i].center.x;
			for (int k = 0; k < 3; ++k)
				c[k] = (float)cloud_random(&random);
			spheres[i].radius = (float)fabs(cloud_random(&random) * (trial % 3 ? 1 : 0.1));
		}
		kiln_sphere s = bound_sphere_of_spheres(spheres, count);
		const double center[3] = {(double)s.center.x, (double)s.center.y, (double)s.center.z};
		double reach = reach_of(spheres, count, center), least = least_reach(spheres, count);
		assert_true(reach * (1 - 1e-14) <= (double)s.radius);
		assert_true((double)s.radius <= least * (1 + 1e-6));
	}
}

/// If one sphere contains all others, it is the answer; equal and concentric spheres do not matter.
static void a_sphere_that_holds_the_others_is_their_sphere(void **state)
{
	(void)state;
	const kiln_sphere spheres[5] = {{{1, 2, 3}, 0.5f}, {{1, 2, 4}, 5}, {{1, 2, 4}, 5}, {{1, 2, 4}, 1}, {{1, 2, 8}, 1}};
	kiln_sphere s = bound_sphere_of_spheres(spheres, 5);
	assert_true(s.center.x == 1 && s.center.y == 2 && s.center.z == 4);
	assert_true(s.radius >= 5 && s.radius < 5.00001f);
	kiln_sphere single = bound_sphere_of_spheres(spheres, 1);
	assert_true(single.radius >= 0.5f && single.radius < 0.500001f);
}

static void spheres_of_no_radius_have_the_sphere_of_their_centres(void **state)
{
	(void)state;
	static float points[300][3];
	static kiln_sphere spheres[300];
	make_cloud(CLOUD_BALL, 32, 300, points);
	for (int i = 0; i < 300; ++i)
		spheres[i] = (kiln_sphere){{points[i][0], points[i][1], points[i][2]}, 0};
	kiln_sphere s = fit(&bound_sphere_minimum, (const float(*)[3])points, 300);
	kiln_sphere t = bound_sphere_of_spheres(spheres, 300);
	assert_true(fabs((double)s.radius - (double)t.radius) < 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_minimum_is_that_of_brute_force),
		cmocka_unit_test(the_minimum_of_many_points_meets_its_lower_bound),
		cmocka_unit_test(no_other_sphere_is_smaller),
		cmocka_unit_test(the_iterative_sphere_is_near_the_least),
		cmocka_unit_test(cospherical_points_have_their_sphere),
		cmocka_unit_test(the_sphere_of_spheres_holds_them_and_is_least),
		cmocka_unit_test(a_sphere_that_holds_the_others_is_their_sphere),
		cmocka_unit_test(spheres_of_no_radius_have_the_sphere_of_their_centres),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
