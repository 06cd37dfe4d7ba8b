// SPDX-License-Identifier: MIT
#include "math/orient.h"
#include "math/quaternion.h"
#include "math/rounding.h"
#include "support/shape_oracle.h"

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
		assert_int_equal(kilni_orient3(points, points[3]), (det < 0) - (det > 0));
		flat += det == 0;
		int64_t area = v[0][0] * v[1][1] - v[0][1] * v[1][0];
		assert_int_equal(kilni_orient2(points[0].x, points[0].y, points[1].x, points[1].y, points[3].x, points[3].y),
			(area > 0) - (area < 0));
	}
	assert_true(flat >= ROUNDS / 2);
}

static void orientations_see_the_last_bit_of_far_apart_exponents(void **state)
{
	(void)state;
	// On the line y = x, then off it by the least distance of a float.
	assert_int_equal(kilni_orient2(-1e12f, -1e12f, 1e12f, 1e12f, 1e-30f, 1e-30f), 0);
	assert_int_equal(kilni_orient2(-1e12f, -1e12f, 1e12f, 1e12f, 1e-30f, 1.0000001e-30f), 1);
	assert_int_equal(kilni_orient2(-1e12f, -1e12f, 1e12f, 1e12f, 1.0000001e-30f, 1e-30f), -1);
	const kiln_vec3 corners[3] = {{-1e12f, -1e12f, 0}, {1e12f, 1e12f, 1e-40f}, {1, 1, 1e12f}};
	assert_int_equal(kilni_orient3(corners, (kiln_vec3){3e-30f, 3e-30f, 1}), 0);
	assert_int_equal(kilni_orient3(corners, (kiln_vec3){3e-30f, 3.000001e-30f, 1}), -1);
	assert_int_equal(kilni_orient3(corners, (kiln_vec3){3.000001e-30f, 3e-30f, 1}), 1);
}

/// y with z[0] y[1] - z[1] y[0] = 1 by Euclid's extended algorithm; false when z has a common divisor.
static bool unit_partner(const int64_t z[2], int64_t y[2])
{
	int64_t a = z[0], b = z[1], s = 1, t = 0, next_s = 0, next_t = 1;
	while (b != 0)
	{
		int64_t q = a / b, rest = a - q * b, rest_s = s - q * next_s, rest_t = t - q * next_t;
		a = b;
		b = rest;
		s = next_s;
		t = next_t;
		next_s = rest_s;
		next_t = rest_t;
	}
	// s z[0] + t z[1] = 1
	y[0] = -t;
	y[1] = s;
	return a == 1;
}

static void orientations_beyond_the_reach_of_double_are_exact(void **state)
{
	(void)state;
	uint64_t random = 14;
	for (int round = 0; round < ROUNDS; ++round)
	{
		int64_t z[2], y[2];
		for (int i = 0; i < 2; ++i)
			z[i] = (1 << 23) + (int64_t)(fixture_random(&random) % (1 << 23));
		if (!unit_partner(z, y))
			continue;
		// The points 2^16 z, 2^17 z and +-y: twice the area is 2^16, the products that cancel in it are about 2^80.
		const float ax = (float)z[0] * 0x1p16f, ay = (float)z[1] * 0x1p16f;
		const float cx = (float)y[0], cy = (float)y[1];
		assert_int_equal(kilni_orient2(ax, ay, 2 * ax, 2 * ay, cx, cy), 1);
		assert_int_equal(kilni_orient2(ax, ay, 2 * ax, 2 * ay, -cx, -cy), -1);
		assert_int_equal(kilni_orient2(2 * ax, 2 * ay, ax, ay, cx, cy), -1);
		assert_int_equal(kilni_orient2(ax, ay, 2 * ax, 2 * ay, -ax, -ay), 0);
		// The same as a wall above the line, with three terms that cancel.
		const float wx = ax / 4, wy = ay / 4;
		const kiln_vec3 wall[3] = {{wx, wy, 0}, {2 * wx, 2 * wy, 0}, {4 * wx, 4 * wy, 3}};
		assert_int_equal(kilni_orient3(wall, (kiln_vec3){cx, cy, 1}), -1);
		assert_int_equal(kilni_orient3(wall, (kiln_vec3){-cx, -cy, 1}), 1);
		assert_int_equal(kilni_orient3(wall, (kiln_vec3){-wx, -wy, 2}), 0);
	}
}

/// Stores two numbers as float32 and gives back what was stored.
typedef struct stored_pair
{
	double x, y;
} stored_pair;

static stored_pair store_pair(stored_pair exact, float stored[2])
{
	stored[0] = (float)exact.x;
	stored[1] = (float)exact.y;
	return (stored_pair){(double)stored[0], (double)stored[1]};
}

/// GCC 12.2's vectorizer of straight-line code drops these roundings; the build turns it off.
static void numbers_stored_as_float_come_back_rounded(void **state)
{
	(void)state;
	// Through a pointer that may change, so that the compiler computes nothing in advance.
	stored_pair (*volatile store)(stored_pair, float[2]) = store_pair;
	float stored[2];
	stored_pair back = store((stored_pair){0.1, 0.2}, stored);
	assert_true(back.x == (double)0.1f && back.y == (double)0.2f);
}

/// v + 2 (w u x v + u x (u x v)) / |q|^2 (Rodrigues 1840), in long double.
static void turn_by_definition(kiln_quat q, int axis, long double out[3])
{
	const long double u[3] = {q.x, q.y, q.z};
	long double w = q.w, length2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + w * w;
	long double v[3] = {axis == 0, axis == 1, axis == 2}, once[3], twice[3];
	for (int i = 0; i < 3; ++i)
		once[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
	for (int i = 0; i < 3; ++i)
		twice[i] = u[(i + 1) % 3] * once[(i + 2) % 3] - u[(i + 2) % 3] * once[(i + 1) % 3];
	for (int i = 0; i < 3; ++i)
		out[i] = v[i] + 2 * (w * once[i] + twice[i]) / length2;
}

static void quaternions_of_any_length_turn_the_axes(void **state)
{
	(void)state;
	uint64_t random = 13;
	kiln_d3 axes[3];
	for (int round = 0; round < ROUNDS; ++round)
	{
		// Down to denormals, and with components of very different sizes.
		float size = ldexpf(1, (int)(fixture_random(&random) % 270) - 145);
		kiln_vec3 v = oracle_vector(&random, 1);
		float w = ldexpf((float)oracle_signed(&random), -(int)(fixture_random(&random) % 30));
		kiln_quat q = {size * v.x, size * v.y, size * v.z, size * w};
		if (q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0)
			continue;
		kiln_quat_axes(q, axes);
		for (int i = 0; i < 3; ++i)
		{
			long double expected[3];
			turn_by_definition(q, i, expected);
			assert_true(fabsl(expected[0] - axes[i].x) <= 0x1p-50L);
			assert_true(fabsl(expected[1] - axes[i].y) <= 0x1p-50L);
			assert_true(fabsl(expected[2] - axes[i].z) <= 0x1p-50L);
		}
	}
	const kiln_quat none[] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, -0x1p-149f}, {-0.0f, 0, -0.0f, 3e38f}};
	for (int n = 0; n < 4; ++n)
	{
		kiln_quat_axes(none[n], axes);
		for (int i = 0; i < 3; ++i)
			assert_true(axes[i].x == (i == 0) && axes[i].y == (i == 1) && axes[i].z == (i == 2));
	}
	kiln_quat_axes((kiln_quat){NAN, 0, 0, 1}, axes);
	assert_true(isnan(axes[1].y));
	kiln_quat_axes((kiln_quat){INFINITY, 0, 0, 1}, axes);
	assert_true(isnan(axes[1].y));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_stored_as_float_come_back_rounded),
		cmocka_unit_test(floats_are_rounded_outwards),
		cmocka_unit_test(orientations_are_exact),
		cmocka_unit_test(orientations_beyond_the_reach_of_double_are_exact),
		cmocka_unit_test(orientations_see_the_last_bit_of_far_apart_exponents),
		cmocka_unit_test(quaternions_of_any_length_turn_the_axes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
