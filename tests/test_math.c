// SPDX-License-Identifier: MIT
#include "math/orient.h"
#include "math/rounding.h"
#include "shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define ROUNDS 20000

static void floats_are_rounded_outwards(void **state)
{
	(void)state;
	uint64_t random = 11;
	for (int i = 0; i < ROUNDS; ++i)
	{
		double x = oracle_signed(&random) * (1 + 1e-9 * oracle_signed(&random)) * pow(2, 120 * oracle_signed(&random));
		assert_true((double)kiln_float_up(x) >= x && (double)kiln_float_down(x) <= x);
		assert_true((double)kiln_float_up(x) - x <= fabs(x) * 0x1p-22 + 0x1p-147);
		double p = kiln_power_below(x);
		assert_true(x == 0 || (p <= fabs(x) && fabs(x) < 2 * p));
	}
	assert_true(isinf(kiln_float_up(1e39)) && isinf(kiln_float_down(-1e39)));
	assert_true(isfinite(kiln_float_up(-1e39)) && kiln_float_up(0) >= 0 && kiln_float_down(0) <= 0);
}

/// Products of numbers below 2^20 stay exact in int64 for three factors.
static int64_t det3(const int64_t v[3][3])
{
	return v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) - v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
		   v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
}

static void orientations_are_exact(void **state)
{
	(void)state;
	uint64_t random = 12;
	int flat = 0;
	for (int round = 0; round < ROUNDS; ++round)
	{
		// Nearly flat configurations: the fourth point is a whole combination of the others, moved by at most one.
		int64_t at[4][3], v[3][3];
		kiln_vec3 points[4];
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 3; ++k)
				at[i][k] = (int64_t)(fixture_random(&random) % 200001) - 100000;
		for (int k = 0; k < 3; ++k)
			at[3][k] = at[0][k] + 2 * (at[1][k] - at[0][k]) - (at[2][k] - at[0][k]) +
					   (round % 2 ? (int64_t)(fixture_random(&random) % 3) - 1 : 0);
		for (int i = 0; i < 4; ++i)
			points[i] = (kiln_vec3){(float)at[i][0], (float)at[i][1], (float)at[i][2]};
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 3; ++k)
				v[i][k] = at[i][k] - at[3][k];
		int64_t det = det3((const int64_t(*)[3])v);
		assert_int_equal(kiln_orient3(points, points[3]), (det < 0) - (det > 0));
		flat += det == 0;
		int64_t area = v[0][0] * v[1][1] - v[0][1] * v[1][0];
		assert_int_equal(kiln_orient2(points[0].x, points[0].y, points[1].x, points[1].y, points[3].x, points[3].y),
			(area > 0) - (area < 0));
	}
	assert_true(flat >= ROUNDS / 2);
}

static void orientations_see_the_last_bit_of_far_apart_exponents(void **state)
{
	(void)state;
	// On the line y = x, then off it by the least a float can be.
	assert_int_equal(kiln_orient2(-1e12f, -1e12f, 1e12f, 1e12f, 1e-30f, 1e-30f), 0);
	assert_int_equal(kiln_orient2(-1e12f, -1e12f, 1e12f, 1e12f, 1e-30f, 1.0000001e-30f), 1);
	assert_int_equal(kiln_orient2(-1e12f, -1e12f, 1e12f, 1e12f, 1.0000001e-30f, 1e-30f), -1);
	const kiln_vec3 corners[3] = {{-1e12f, -1e12f, 0}, {1e12f, 1e12f, 1e-40f}, {1, 1, 1e12f}};
	assert_int_equal(kiln_orient3(corners, (kiln_vec3){3e-30f, 3e-30f, 1}), 0);
	assert_int_equal(kiln_orient3(corners, (kiln_vec3){3e-30f, 3.000001e-30f, 1}), -1);
	assert_int_equal(kiln_orient3(corners, (kiln_vec3){3.000001e-30f, 3e-30f, 1}), 1);
}

__extension__ typedef __int128 int128;

/// A whole number below 2^40 that float32 holds.
static int64_t wide_whole(uint64_t *random)
{
	return (int64_t)(float)((double)((int64_t)1 << 36) * 8 * oracle_signed(random));
}

static void orientations_beyond_the_reach_of_double_are_exact(void **state)
{
	(void)state;
	uint64_t random = 14;
	for (int round = 0; round < ROUNDS; ++round)
	{
		int64_t at[4][3];
		double weights[2] = {oracle_signed(&random), oracle_signed(&random)};
		kiln_vec3 points[4];
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 3; ++k)
				at[i][k] = wide_whole(&random);
		// Nearly on the line of the first two, or in the plane of the three, as near as float32 goes.
		for (int k = 0; k < 3; ++k)
		{
			double p = (double)at[0][k] + weights[0] * (double)(at[1][k] - at[0][k]);
			p += round % 2 ? weights[1] * (double)(at[2][k] - at[0][k]) : 0;
			at[3][k] = (int64_t)(float)(p / 4);
			at[0][k] /= 4;
			at[1][k] /= 4;
			at[2][k] /= 4;
		}
		for (int i = 0; i < 4; ++i)
		{
			points[i] = (kiln_vec3){(float)at[i][0], (float)at[i][1], (float)at[i][2]};
			const float p[3] = {points[i].x, points[i].y, points[i].z};
			for (int k = 0; k < 3; ++k)
				at[i][k] = (int64_t)p[k];
		}
		int128 v[3][3];
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 3; ++k)
				v[i][k] = at[i][k] - at[3][k];
		int128 area = v[0][0] * v[1][1] - v[0][1] * v[1][0];
		int128 det = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
					 v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
					 v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
		assert_int_equal(kiln_orient2(points[0].x, points[0].y, points[1].x, points[1].y, points[3].x, points[3].y),
			(area > 0) - (area < 0));
		assert_int_equal(kiln_orient3(points, points[3]), (det < 0) - (det > 0));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(floats_are_rounded_outwards),
		cmocka_unit_test(orientations_are_exact),
		cmocka_unit_test(orientations_beyond_the_reach_of_double_are_exact),
		cmocka_unit_test(orientations_see_the_last_bit_of_far_apart_exponents),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
