// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bound/obb/flush.h"
#include "mass/mass.h"
#include "obb_case.h"

static const kilncook_context context;
static obb_case set;

static void the_exact_minimum_is_never_beaten(void **state)
{
	(void)state;
	shape_random random = {0x1357u};
	uint32_t met = 0, rounds = 90;
	for (uint32_t round = 0; round < rounds; ++round)
	{
		set = obb_scatter(&random, (int)(round % OBB_SOLIDS), 4 + shape_below(&random, 22));
		bound_input given = obb_case_input(&set);
		obb_cloud cloud;
		obb_frame frame;
		assert_int_equal(obb_cloud_make(&context, &given, &cloud), KILNCOOK_OK);
		if (cloud.input.hull->dimension == 3)
		{
			assert_int_equal(obb_least(&context, &cloud, UINT64_MAX, 1e-9, &frame), KILNCOOK_OK);
			double exact = obb_cloud_cost(&cloud, &frame), brute = obb_least_by_brute_force(&cloud, &random);
			if (exact > brute * (1.0 + 1e-8))
				fail_msg("round %u: %.17g, by brute force %.17g", round, exact, brute);
			met += brute < exact * 1.001;
		}
		obb_cloud_free(&context, &cloud);
	}
	// The brute force must reach the minimum often enough to be a useful oracle.
	assert_true(met > rounds / 2);
}

static void few_vertices_lead_to_the_minimum_around_all(void **state)
{
	(void)state;
	shape_random random = {0x2468u};
	for (uint32_t round = 0; round < 36; ++round)
	{
		set = obb_scatter(&random, (int)(round % OBB_SOLIDS), 10 + shape_below(&random, 190));
		bound_input given = obb_case_input(&set);
		obb_cloud cloud;
		obb_frame frame;
		assert_int_equal(obb_cloud_make(&context, &given, &cloud), KILNCOOK_OK);
		if (cloud.input.hull->dimension == 3)
		{
			assert_int_equal(obb_least(&context, &cloud, UINT64_MAX, 1e-9, &frame), KILNCOOK_OK);
			obb_flush flush = {.volume = 8.0, .tolerance = 1e-9, .budget = UINT64_MAX};
			assert_true(obb_flush_search(&context, &cloud, &flush));
			assert_true(flush.complete && flush.trail_count > 0);
			double all = obb_cloud_cost(&cloud, &flush.trail[flush.trail_count - 1]),
				   exact = obb_cloud_cost(&cloud, &frame);
			assert_true(fabs(all - flush.volume) <= 1e-11 * all + 1e-13);
			assert_true(fabs(all - exact) <= 3e-9 * all);
		}
		obb_cloud_free(&context, &cloud);
	}
}

static void known_solids_have_their_least_boxes(void **state)
{
	(void)state;
	// No box around a tetrahedron has less than three times its volume.
	set.count = 0;
	obb_add(&set, 1, 1, 1);
	obb_add(&set, 1, -1, -1);
	obb_add(&set, -1, 1, -1);
	obb_add(&set, -1, -1, 1);
	obb_assert_volume("obb-exact", &set, 8, 1e-6);
	obb_assert_volume("obb-best", &set, 8, 1e-6);
	// The regular tetrahedron in a general position: edge 1, volume sqrt(1 / 72).
	set.count = 0;
	double turn[3][3] = {{2 / 3.0, -1 / 3.0, 2 / 3.0}, {2 / 3.0, 2 / 3.0, -1 / 3.0}, {-1 / 3.0, 2 / 3.0, 2 / 3.0}};
	double corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0.5, sqrt(0.75), 0}, {0.5, sqrt(1 / 12.0), sqrt(2 / 3.0)}};
	for (uint32_t i = 0; i < 4; ++i)
		obb_add(&set, obb_dot(turn[0], corner[i]), obb_dot(turn[1], corner[i]), obb_dot(turn[2], corner[i]));
	obb_assert_volume("obb-exact", &set, 3 / sqrt(72), 1e-6);
	obb_assert_volume("obb-best", &set, 3 / sqrt(72), 1e-6);
	// The octahedron: 64 / 27, less than flush with two of its faces (8 / 3). Brute force finds the same.
	set.count = 0;
	for (uint32_t k = 0; k < 3; ++k)
	{
		obb_add(&set, k == 0, k == 1, k == 2);
		obb_add(&set, -(k == 0), -(k == 1), -(k == 2));
	}
	obb_assert_volume("obb-exact", &set, 64 / 27.0, 1e-6);
	obb_assert_volume("obb-best", &set, 64 / 27.0, 1e-6);
	shape_random random = {0x8u};
	obb_cloud cloud;
	bound_input given = obb_case_input(&set);
	assert_int_equal(obb_cloud_make(&context, &given, &cloud), KILNCOOK_OK);
	double brute = obb_least_by_brute_force(&cloud, &random) / (cloud.scale * cloud.scale * cloud.scale);
	assert_true(fabs(brute - 64 / 27.0) < 1e-6);
	obb_cloud_free(&context, &cloud);
}

static void turning_about_an_axis_finds_the_least_rectangle(void **state)
{
	(void)state;
	shape_random random = {0x7e57u};
	for (uint32_t round = 0; round < 300; ++round)
	{
		set = obb_scatter(&random, (int)(round % OBB_SOLIDS), 3 + shape_below(&random, 200));
		obb_cloud cloud;
		bound_input given = obb_case_input(&set);
		obb_work work;
		assert_int_equal(obb_cloud_make(&context, &given, &cloud), KILNCOOK_OK);
		assert_true(obb_work_make(&context, &cloud, &work));
		double q[4] = {
			obb_signed_share(&random), obb_signed_share(&random), obb_signed_share(&random), obb_signed_share(&random)};
		obb_frame start = obb_turned(q), frame = start;
		uint32_t axis = round % 3;
		double cost = obb_turn(&work, axis, &frame, obb_cloud_cost(&cloud, &start));
		assert_true(fabs(cost - obb_cloud_cost(&cloud, &frame)) <= 1e-12 * cost);
		assert_true(obb_dot(frame.axes[axis], start.axes[axis]) > 1.0 - 1e-12);
		for (uint32_t i = 0; i < 2000; ++i)
		{
			obb_frame other = start;
			double s = sin(i * 0.000785398163), c = cos(i * 0.000785398163);
			for (uint32_t k = 0; k < 3; ++k)
			{
				double a = start.axes[(axis + 1) % 3][k], b = start.axes[(axis + 2) % 3][k];
				other.axes[(axis + 1) % 3][k] = c * a + s * b;
				other.axes[(axis + 2) % 3][k] = c * b - s * a;
			}
			assert_true(cost <= obb_cloud_cost(&cloud, &other) * (1.0 + 1e-11));
		}
		obb_work_free(&context, &work);
		obb_cloud_free(&context, &cloud);
	}
}

static void the_surface_covariance_is_that_of_samples(void **state)
{
	(void)state;
	shape_random random = {0xc0u};
	for (uint32_t round = 0; round < 5; ++round)
	{
		set = obb_scatter(&random, OBB_ON_ELLIPSOID, 12);
		obb_cloud cloud;
		bound_input given = obb_case_input(&set);
		assert_int_equal(obb_cloud_make(&context, &given, &cloud), KILNCOOK_OK);
		const convex_hull *h = cloud.input.hull;
		double area = 0, mean[3] = {0}, second[3][3] = {{0}};
		// The midpoint rule on 10000 parts of each triangle.
		for (uint32_t f = 0; f < h->face_count; ++f)
			for (uint32_t c = h->face_first[f] + 2; c < h->face_first[f + 1]; ++c)
			{
				const double *p = cloud.points[h->origins[h->face_first[f]]], *q = cloud.points[h->origins[c - 1]],
							 *r = cloud.points[h->origins[c]];
				double u[3], v[3], n[3];
				for (uint32_t k = 0; k < 3; ++k)
				{
					u[k] = q[k] - p[k];
					v[k] = r[k] - p[k];
				}
				obb_cross(u, v, n);
				double part = sqrt(obb_dot(n, n)) / 2 / 10000;
				for (uint32_t i = 0; i < 100; ++i)
					for (uint32_t j = 0; j < 2 * (100 - i) - 1; ++j)
					{
						double s = (i + (j & 1 ? 2 / 3.0 : 1 / 3.0)) / 100;
						double t = (j / 2 + (j & 1 ? 2 / 3.0 : 1 / 3.0)) / 100, x[3];
						for (uint32_t k = 0; k < 3; ++k)
							x[k] = p[k] + s * u[k] + t * v[k];
						area += part;
						for (uint32_t k = 0; k < 3; ++k)
						{
							mean[k] += part * x[k];
							for (uint32_t l = 0; l < 3; ++l)
								second[k][l] += part * x[k] * x[l];
						}
					}
			}
		// The axes must make the covariance diagonal.
		obb_frame frame = obb_surface_covariance(&cloud);
		for (uint32_t i = 0; i < 3; ++i)
			for (uint32_t j = 0; j < i; ++j)
			{
				double sum = 0;
				for (uint32_t k = 0; k < 3; ++k)
					for (uint32_t l = 0; l < 3; ++l)
						sum += frame.axes[i][k] * frame.axes[j][l] *
							   (second[k][l] / area - mean[k] * mean[l] / area / area);
				assert_true(fabs(sum) < 2e-5);
			}
		obb_cloud_free(&context, &cloud);
	}
}

static void the_axes_of_inertia_are_those_of_the_mass(void **state)
{
	(void)state;
	shape_random random = {0x11u};
	uint32_t compared = 0;
	for (uint32_t round = 0; round < 60; ++round)
	{
		set = obb_scatter(&random, (int)(round % OBB_SOLIDS), 5 + shape_below(&random, 100));
		obb_cloud cloud;
		bound_input given = obb_case_input(&set);
		assert_int_equal(obb_cloud_make(&context, &given, &cloud), KILNCOOK_OK);
		obb_frame frame = obb_inertia(&cloud);
		mass_properties mass = mass_of_hull(cloud.input.hull);
		double total = mass.moments[0] + mass.moments[1] + mass.moments[2];
		for (uint32_t k = 0; k < 3 && mass.volume > 0; ++k)
		{
			// Axes of nearly the same moment may be any.
			double below = k > 0 ? mass.moments[k] - mass.moments[k - 1] : total;
			double above = k < 2 ? mass.moments[k + 1] - mass.moments[k] : total;
			if (below < 0.01 * total || above < 0.01 * total)
				continue;
			assert_true(fabs(obb_dot(frame.axes[k], mass.axes[k])) > 1 - 1e-9);
			++compared;
		}
		obb_cloud_free(&context, &cloud);
	}
	assert_true(compared > 60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exact_minimum_is_never_beaten),
		cmocka_unit_test(few_vertices_lead_to_the_minimum_around_all),
		cmocka_unit_test(known_solids_have_their_least_boxes),
		cmocka_unit_test(turning_about_an_axis_finds_the_least_rectangle),
		cmocka_unit_test(the_surface_covariance_is_that_of_samples),
		cmocka_unit_test(the_axes_of_inertia_are_those_of_the_mass),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
