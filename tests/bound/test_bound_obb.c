// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bound/obb/obb.h"
#include "obb_case.h"
#include "support/clean_memory.h"

static const kilncook_context context;
static obb_case set;

static convex_hull hull_of_points(void)
{
	hull_points given = {.positions = set.points[0], .count = set.count};
	convex_hull h;
	assert_int_equal(hull_build(&context, &given, &h), KILNCOOK_OK);
	return h;
}

static double product(const bound_volume *v)
{
	const float *h = v->obb.half_extents;
	return 8.0 * (double)h[0] * (double)h[1] * (double)h[2];
}

static void every_method_contains_every_point(void **state)
{
	(void)state;
	shape_random random = {0x51u};
	for (int kind = 0; kind < OBB_KINDS; ++kind)
		for (uint32_t round = 0; round < 4; ++round)
		{
			set = obb_scatter(&random, kind, 5 + 20 * round);
			convex_hull h = hull_of_points();
			for (uint32_t i = 0; i < bound_obb_method_count; ++i)
				for (uint32_t with_hull = 0; with_hull < 2; ++with_hull)
				{
					bound_input given = obb_case_input(&set);
					given.hull = with_hull ? &h : NULL;
					bound_volume v;
					uint32_t where = 0;
					assert_int_equal(bound_fit(&context, bound_obb_methods[i], &given, &v), KILNCOOK_OK);
					assert_int_equal(v.kind, BOUND_OBB);
					if (!bound_prove(&v, given.points, set.count, &where))
						fail_msg("%s leaves out point %u of kind %d", bound_obb_methods[i]->name, where, kind);
				}
			hull_free(&context, &h);
		}
}

static void methods_are_named_once(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
	{
		assert_int_equal(bound_obb_methods[i]->kind, BOUND_OBB);
		assert_true(strncmp(bound_obb_methods[i]->name, "obb-", 4) == 0);
		for (uint32_t j = 0; j < i; ++j)
			assert_string_not_equal(bound_obb_methods[i]->name, bound_obb_methods[j]->name);
	}
}

static void a_box_is_recovered_in_any_place(void **state)
{
	(void)state;
	shape_random random = {0x8642u};
	static const char *const names[] = {"obb-exact", "obb-best", "obb-refined"};
	for (uint32_t round = 0; round < 60; ++round)
	{
		double q[4] = {
			obb_signed_share(&random), obb_signed_share(&random), obb_signed_share(&random), obb_signed_share(&random)};
		obb_frame frame = obb_turned(q);
		double h[3] = {1, 1, 1};
		for (uint32_t k = 0; k < 3 && round % 3; ++k)
			h[k] = round % 3 == 1 ? 0.1 + shape_share(&random) : k == 0 ? 100.0 : 0.1;
		set.count = 0;
		for (uint32_t i = 0; i < 8; ++i)
		{
			double p[3] = {0};
			for (uint32_t k = 0; k < 3; ++k)
				for (uint32_t j = 0; j < 3; ++j)
					p[j] += (i >> k & 1 ? h[k] : -h[k]) * frame.axes[k][j];
			obb_add(&set, p[0] + 3, p[1] - 1, p[2]);
		}
		// Corners are rounded at the size of the long side, which is visible at the short sides.
		double tolerance = round % 3 == 2 ? 5e-4 : 1e-5;
		for (uint32_t i = 0; i < 3; ++i)
			obb_assert_volume(names[i], &set, 8 * h[0] * h[1] * h[2], tolerance);
	}
}

static void a_straight_box_is_recovered_exactly(void **state)
{
	(void)state;
	set.count = 0;
	for (uint32_t i = 0; i < 8; ++i)
		obb_add(&set, i & 1 ? 3 : 1, i & 2 ? 7 : 2, i & 4 ? -1 : -9);
	static const char *const names[] = {"obb-exact", "obb-best", "obb-refined", "obb-surface-covariance"};
	for (uint32_t i = 0; i < 4; ++i)
		assert_true(obb_fit_volume(names[i], &set) == 2.0 * 5.0 * 8.0);
}

static void the_best_is_within_a_millionth_of_the_minimum(void **state)
{
	(void)state;
	shape_random random = {0xbe57u};
	for (uint32_t round = 0; round < 45; ++round)
	{
		set = obb_scatter(&random, (int)(round % OBB_SOLIDS), 20 + 8 * shape_below(&random, 23));
		double best = obb_fit_volume("obb-best", &set), exact = obb_fit_volume("obb-exact", &set);
		// For a slab, float32 can round the thickness by more.
		double tolerance = round % OBB_SOLIDS == OBB_SLAB || round % OBB_SOLIDS == OBB_NEEDLE ? 1e-3 : 3e-6;
		if (best > exact * (1.0 + tolerance))
			fail_msg("round %u: %.9g, the least is %.9g", round, best, exact);
	}
}

static void the_best_is_no_larger_than_any_other(void **state)
{
	(void)state;
	shape_random random = {0xfeedu};
	for (uint32_t round = 0; round < 18; ++round)
	{
		int kind = (int)(round % OBB_SOLIDS);
		set = obb_scatter(&random, kind, 20 + 8 * shape_below(&random, 40));
		double best = obb_fit_volume("obb-best", &set),
			   tolerance = kind == OBB_SLAB || kind == OBB_NEEDLE ? 1e-3 : 3e-6;
		for (uint32_t i = 0; i < bound_obb_method_count; ++i)
		{
			double other = obb_fit_volume(bound_obb_methods[i]->name, &set);
			if (best > other * (1.0 + tolerance))
				fail_msg("round %u: %.9g, but %s has %.9g", round, best, bound_obb_methods[i]->name, other);
		}
		if (kind == OBB_IN_BALL || kind == OBB_ON_SPHERE || kind == OBB_IN_CUBE)
			assert_true(best < obb_fit_volume("obb-hull-covariance", &set));
	}
}

static void a_small_effort_gives_a_box_and_a_large_one_hardly_a_worse(void **state)
{
	(void)state;
	shape_random random = {0xaffe01u};
	for (uint32_t round = 0; round < 18; ++round)
	{
		set = obb_scatter(&random, (int)(round % OBB_SOLIDS), 200);
		bound_input given = obb_case_input(&set);
		obb_cloud cloud;
		assert_int_equal(obb_cloud_make(&context, &given, &cloud), KILNCOOK_OK);
		double last = (double)INFINITY;
		for (uint64_t effort = 1; effort < 10000000; effort *= 30)
		{
			bound_volume v, again;
			assert_int_equal(bound_obb_best(&context, &cloud, effort, BOUND_OBB_TOLERANCE, &v), KILNCOOK_OK);
			assert_int_equal(bound_obb_best(&context, &cloud, effort, BOUND_OBB_TOLERANCE, &again), KILNCOOK_OK);
			assert_memory_equal(&v.obb, &again.obb, sizeof v.obb);
			assert_true(bound_prove(&v, given.points, set.count, NULL));
			// A search that stops elsewhere turns another box to its local minimum.
			assert_true(product(&v) <= last * (1.0 + 2e-3));
			last = product(&v);
		}
		obb_cloud_free(&context, &cloud);
	}
}

static void flat_points_get_their_least_rectangle(void **state)
{
	(void)state;
	shape_random random = {0xf1a7u};
	static const char *const names[] = {"obb-exact", "obb-best", "obb-refined", "obb-surface-min"};
	for (uint32_t round = 0; round < 30; ++round)
	{
		set = obb_scatter(&random, OBB_FLAT, 3 + shape_below(&random, 30));
		double least = (double)INFINITY;
		for (uint32_t i = 0; i < set.count; ++i)
			for (uint32_t j = 0; j < i; ++j)
			{
				double e[3] = {(double)set.points[j][0] - (double)set.points[i][0], 0,
					(double)set.points[j][2] - (double)set.points[i][2]};
				obb_frame frame;
				double positions[OBB_CASE_MOST][3];
				for (uint32_t k = 0; k < 3 * set.count; ++k)
					positions[k / 3][k % 3] = (double)set.points[k / 3][k % 3];
				assert_true(obb_frame_from(e, (double[3]){0, 1, 0}, &frame));
				obb_extents s = obb_measure((const double(*)[3])positions, set.count, &frame);
				double area = (s.high[0] - s.low[0]) * (s.high[2] - s.low[2]);
				least = area < least ? area : least;
			}
		for (uint32_t n = 0; n < 4; ++n)
		{
			bound_input given = obb_case_input(&set);
			bound_volume v;
			assert_int_equal(bound_fit(&context, obb_method(names[n]), &given, &v), KILNCOOK_OK);
			const float *h = v.obb.half_extents;
			assert_true(h[0] == 0 || h[1] == 0 || h[2] == 0);
			double area = 4 * ((double)h[0] * (double)h[1] + (double)h[1] * (double)h[2] + (double)h[2] * (double)h[0]);
			if (fabs(area - least) > 1e-5 * least)
				fail_msg("%s: %.9g is not %.9g", names[n], area, least);
		}
	}
}

static void points_in_a_line_get_its_length(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
	{
		set = obb_scatter(&(shape_random){1}, OBB_COLLINEAR, 9);
		bound_input given = obb_case_input(&set);
		bound_volume v;
		assert_int_equal(bound_fit(&context, bound_obb_methods[i], &given, &v), KILNCOOK_OK);
		const float *h = v.obb.half_extents;
		double longest = fmax(fmax((double)h[0], (double)h[1]), (double)h[2]);
		double sum = (double)h[0] + (double)h[1] + (double)h[2];
		if (fabs(longest - 4 * sqrt(14)) > 1e-4 || sum - longest > 1e-4)
			fail_msg("%s: %g %g %g", bound_obb_methods[i]->name, (double)h[0], (double)h[1], (double)h[2]);
	}
}

static void a_single_point_gets_no_size(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
	{
		set.count = 0;
		obb_add(&set, 1e7 + 1, -3.25, 1e-30);
		bound_input given = obb_case_input(&set);
		bound_volume v;
		assert_int_equal(bound_fit(&context, bound_obb_methods[i], &given, &v), KILNCOOK_OK);
		assert_true(v.obb.half_extents[0] == 0 && v.obb.half_extents[1] == 0 && v.obb.half_extents[2] == 0);
	}
}

static void far_from_the_origin_the_box_grows_by_rounding_only(void **state)
{
	(void)state;
	shape_random random = {0xfa4u};
	for (uint32_t trial = 0; trial < 20; ++trial)
	{
		set.count = 0;
		for (uint32_t i = 0; i < 100; ++i)
		{
			double p[3];
			obb_ball_point(&random, false, p);
			obb_add(&set, round(2000 * p[0]), round(1000 * p[1]), round(1500 * p[2] + 300 * p[0]));
		}
		double near = obb_fit_volume("obb-best", &set);
		for (uint32_t i = 0; i < set.count; ++i)
			for (uint32_t k = 0; k < 3; ++k)
				set.points[i][k] += k == 1 ? -1e7f : 1e7f;
		// The centre is rounded by half a unit on each axis; sides are at least about 2000 units.
		double far = obb_fit_volume("obb-best", &set);
		assert_true(far >= near * (1.0 - 1e-6) && far <= near * 1.003);
	}
}

static void scale_does_not_change_the_box(void **state)
{
	(void)state;
	shape_random random = {0x5ca1eu};
	set = obb_scatter(&random, OBB_IN_BALL, 60);
	bound_input given = obb_case_input(&set);
	bound_volume v, scaled;
	assert_int_equal(bound_fit(&context, obb_method("obb-best"), &given, &v), KILNCOOK_OK);
	for (int e = -100; e <= 39; e += 139)
	{
		float saved[OBB_CASE_MOST][3];
		memcpy(saved, set.points, sizeof saved);
		for (uint32_t i = 0; i < 3 * set.count; ++i)
			set.points[i / 3][i % 3] = ldexpf(set.points[i / 3][i % 3], e);
		assert_int_equal(bound_fit(&context, obb_method("obb-best"), &given, &scaled), KILNCOOK_OK);
		assert_memory_equal(v.obb.axes, scaled.obb.axes, sizeof v.obb.axes);
		for (uint32_t k = 0; k < 3; ++k)
			assert_true(fabsf(ldexpf(scaled.obb.half_extents[k], -e) / v.obb.half_extents[k] - 1) < 1e-6f);
		memcpy(set.points, saved, sizeof saved);
	}
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	shape_random random = {0x0u + 3};
	for (uint32_t with_hull = 0; with_hull < 2; ++with_hull)
		for (uint32_t i = 0; i < bound_obb_method_count; ++i)
		{
			set = obb_scatter(&random, OBB_IN_BALL, 30);
			convex_hull h = hull_of_points();
			bool finished = false;
			for (size_t fail = 1; !finished && fail < 400; ++fail)
			{
				counted_memory memory;
				kilncook_context counted = counted_context(&memory);
				memory.fail_at = fail;
				bound_input given = obb_case_input(&set);
				given.hull = with_hull ? &h : NULL;
				bound_volume v;
				kilncook_status status = bound_fit(&counted, bound_obb_methods[i], &given, &v);
				finished = memory.calls < fail;
				assert_int_equal(status, finished ? KILNCOOK_OK : KILNCOOK_INTERNAL);
				assert_int_equal(memory.live, 0);
				assert_int_equal(memory.wrong_size, 0);
			}
			assert_true(finished);
			hull_free(&context, &h);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_method_contains_every_point),
		cmocka_unit_test(methods_are_named_once),
		cmocka_unit_test(a_box_is_recovered_in_any_place),
		cmocka_unit_test(a_straight_box_is_recovered_exactly),
		cmocka_unit_test(the_best_is_within_a_millionth_of_the_minimum),
		cmocka_unit_test(the_best_is_no_larger_than_any_other),
		cmocka_unit_test(a_small_effort_gives_a_box_and_a_large_one_hardly_a_worse),
		cmocka_unit_test(flat_points_get_their_least_rectangle),
		cmocka_unit_test(points_in_a_line_get_its_length),
		cmocka_unit_test(a_single_point_gets_no_size),
		cmocka_unit_test(far_from_the_origin_the_box_grows_by_rounding_only),
		cmocka_unit_test(scale_does_not_change_the_box),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
