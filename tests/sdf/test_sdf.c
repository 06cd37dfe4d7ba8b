// SPDX-License-Identifier: MIT

/// Signed distance fields beside the exact distance of the mesh.

#include "sdf_case.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// How a field did on random points.
typedef struct tally
{
	uint64_t points, sure;
	double largest; ///< share of a certified error that was needed
} tally;

static void compare(const sdf_case *c, kiln_vec3 p, tally *t)
{
	const kiln_sdf_sample sample = kiln_sdf_distance(&c->sdf, p);
	const double exact = sdf_case_exact(c, p), off = fabs((double)sample.distance - exact);
	if (!(off <= (double)sample.error + sdf_case_rounding(c, p)))
		fail_msg("at %.9g %.9g %.9g the field says %.9g within %.9g, the mesh %.17g", (double)p.x, (double)p.y,
			(double)p.z, (double)sample.distance, (double)sample.error, exact);
	if (fabsf(sample.distance) > sample.error)
	{
		assert_true((sample.distance < 0) == (exact < 0));
		++t->sure;
	}
	++t->points;
	t->largest = off > t->largest * (double)sample.error ? off / (double)sample.error : t->largest;
}

static void certified_errors_hold_at_random_points(void **state)
{
	(void)state;
	const uint64_t usual = TRIALS_SLOW ? 2000 : 12000, count = trials_random(usual);
	uint64_t random = 20261124;
	for (int number = 0; number < SDF_CASES; ++number)
	{
		sdf_case c;
		tally t = {0};
		sdf_case_make(&c, number, number == SDF_CASE_SLIVERS ? 0.002 : 0.01);
		for (uint64_t i = 0; i < count; ++i)
			compare(&c, sdf_case_point(&c, &random, i % 16 ? 0.06 : 3), &t);
		// The bounds are not idle: some point needs a fifth of its own, and most signs are certain.
		assert_true(t.largest > 0.2);
		if (number != SDF_CASE_PLATE && number != SDF_CASE_SLIVERS)
			assert_true(t.sure > t.points / 2);
		sdf_case_free(&c);
	}
}

/// Errors are largest near vertices, edges and the surface, and where cells and blocks meet.
static void certified_errors_hold_at_features(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (int number = 0; number < SDF_CASES; ++number)
	{
		sdf_case c;
		tally t = {0};
		sdf_case_make(&c, number, number == SDF_CASE_SLIVERS ? 0.002 : 0.02);
		const kiln_format_sdf *head = c.sdf.head;
		const uint32_t triangles = c.cooked.asset.meshes[0].triangle_count;
		for (uint32_t i = 0; i < (triangles < 200 ? triangles : 200); ++i)
		{
			kiln_vec3 corner[3];
			assert_true(kiln_triangle_corners(&c.cooked.asset, 0, i, corner));
			for (int k = 0; k < 12; ++k)
			{
				const kiln_vec3 a = corner[k % 3], b = corner[(k + 1) % 3];
				const float s = k < 3 ? 0 : (float)sdf_case_share(&random),
							off = k < 6 ? 0 : head->error * (float)sdf_case_share(&random);
				compare(&c,
					(kiln_vec3){a.x + s * (b.x - a.x) + off, a.y + s * (b.y - a.y) - off, a.z + s * (b.z - a.z) + off},
					&t);
			}
		}
		for (uint32_t i = 0; i < 1000; ++i)
		{
			float p[3];
			for (int k = 0; k < 3; ++k)
			{
				const double steps = floor(sdf_case_share(&random) * (head->roots[k] * 7 * 4 + 1));
				p[k] = (float)((double)head->origin[k] + (double)head->edge * steps / 28);
			}
			compare(&c, (kiln_vec3){p[0], p[1], p[2]}, &t);
		}
		sdf_case_free(&c);
	}
}

static void unusable_points_are_infinitely_far(void **state)
{
	(void)state;
	sdf_case c;
	sdf_case_make(&c, SDF_CASE_CUBE, 0.05);
	const float bad[] = {NAN, INFINITY, -INFINITY};
	for (int i = 0; i < 9; ++i)
	{
		float p[3] = {0, 0, 0};
		kiln_vec3 gradient = {1, 1, 1}, closest = {1, 1, 1};
		p[i % 3] = bad[i / 3];
		const kiln_vec3 point = {p[0], p[1], p[2]};
		const kiln_sdf_sample sample = kiln_sdf_gradient(&c.sdf, point, &gradient);
		assert_true(isinf(sample.distance) && sample.distance > 0 && isinf(sample.error));
		assert_true(gradient.x == 0 && gradient.y == 0 && gradient.z == 0);
		assert_true(isinf(kiln_sdf_closest_point(&c.sdf, point, &closest).distance));
		assert_memory_equal(&closest, &point, sizeof point);
	}
	// As far as floats reach, the distance is that of the grid.
	const kiln_sdf_sample far = kiln_sdf_distance(&c.sdf, (kiln_vec3){FLT_MAX, 0, 0});
	assert_true(far.distance >= 0.999f * FLT_MAX);
	assert_true(isinf(kiln_sdf_distance(NULL, (kiln_vec3){0, 0, 0}).error));
	sdf_case_free(&c);
}

static void batches_answer_as_single_calls(void **state)
{
	(void)state;
	enum
	{
		COUNT = 500,
	};
	sdf_case c;
	kiln_vec3 points[COUNT];
	kiln_sdf_sample samples[COUNT];
	uint64_t random = 3;
	sdf_case_make(&c, SDF_CASE_BUMPY, 0.02);
	for (int i = 0; i < COUNT; ++i)
		points[i] = sdf_case_point(&c, &random, i % 5 ? 0.05 : 1);
	points[COUNT - 1].y = NAN;
	kiln_sdf_distance_batch(&c.sdf, points, COUNT, samples);
	for (int i = 0; i < COUNT; ++i)
	{
		const kiln_sdf_sample one = kiln_sdf_distance(&c.sdf, points[i]);
		assert_memory_equal(&one, &samples[i], sizeof one);
	}
	sdf_case_free(&c);
}

/// The gradient is the slope of the distance, also across sides of cells.
static void gradients_are_slopes(void **state)
{
	(void)state;
	sdf_case c;
	uint64_t random = 11;
	double near = 0, count = 0;
	sdf_case_make(&c, SDF_CASE_BUMPY, 0.01);
	for (int i = 0; i < 4000; ++i)
	{
		const kiln_vec3 p = sdf_case_point(&c, &random, 0.05);
		kiln_vec3 g, closest;
		const kiln_sdf_sample sample = kiln_sdf_gradient(&c.sdf, p, &g);
		const kiln_sdf_sample plain = kiln_sdf_distance(&c.sdf, p);
		assert_memory_equal(&sample, &plain, sizeof sample);
		const float step = 0x1p-12f;
		const kiln_vec3 q = {p.x + step * g.x, p.y + step * g.y, p.z + step * g.z};
		const double rise = (double)kiln_sdf_distance(&c.sdf, q).distance - (double)sample.distance;
		const double length2 = (double)(g.x * g.x + g.y * g.y + g.z * g.z);
		near += fabs(rise - (double)step * length2) < 0.02 * (double)step;
		++count;
		(void)kiln_sdf_closest_point(&c.sdf, p, &closest);
		if (length2 > 0.9 && fabs((double)sample.distance) < 0.1)
			assert_true(fabs(sdf_case_exact(&c, closest)) < 0.1);
	}
	assert_true(near > 0.95 * count);
	sdf_case_free(&c);
}

static void exact_answers_are_those_of_the_mesh(void **state)
{
	(void)state;
	sdf_case c;
	uint64_t random = 5;
	sdf_case_make(&c, SDF_CASE_CAVITY, 0.03);
	for (int i = 0; i < 2000; ++i)
	{
		const kiln_vec3 p = sdf_case_point(&c, &random, 0.3);
		const kiln_sdf_sample field = kiln_sdf_distance(&c.sdf, p);
		const kiln_sdf_sample exact = kiln_sdf_distance_exact(&c.sdf, &c.cooked.asset, p, 0);
		assert_true(fabs((double)exact.distance - sdf_case_exact(&c, p)) <= (double)exact.error);
		assert_true(exact.error < 1e-5f);
		const kiln_sdf_sample content = kiln_sdf_distance_exact(&c.sdf, &c.cooked.asset, p, field.error);
		assert_memory_equal(&content, &field, sizeof field);
	}
	sdf_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(certified_errors_hold_at_random_points),
		cmocka_unit_test(certified_errors_hold_at_features),
		cmocka_unit_test(unusable_points_are_infinitely_far),
		cmocka_unit_test(batches_answer_as_single_calls),
		cmocka_unit_test(gradients_are_slopes),
		cmocka_unit_test(exact_answers_are_those_of_the_mesh),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
