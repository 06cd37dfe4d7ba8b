// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "clean/clean_shapes.h"
#include "math/jacobi.h"

static void assert_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.17g is not within %g of %.17g", value, tolerance, expected);
}

static void check_eigen(const double matrix[6], double tolerance)
{
	static const uint32_t place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
	double values[3], vectors[3][3], size = 0;
	jacobi_eigen(matrix, values, vectors);
	for (uint32_t i = 0; i < 6; ++i)
		size = fmax(size, fabs(matrix[i]));
	assert_true(values[0] <= values[1] && values[1] <= values[2]);
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t j = 0; j < 3; ++j)
		{
			double image = 0, dot = 0;
			for (uint32_t k = 0; k < 3; ++k)
			{
				image += matrix[place[j][k]] * vectors[i][k];
				dot += vectors[i][k] * vectors[j][k];
			}
			assert_near(image, values[i] * vectors[i][j], tolerance * size);
			assert_near(dot, i == j, 1e-14);
		}
	double triple = 0;
	for (uint32_t k = 0; k < 3; ++k)
		triple += vectors[2][k] * (vectors[0][(k + 1) % 3] * vectors[1][(k + 2) % 3] -
									  vectors[0][(k + 2) % 3] * vectors[1][(k + 1) % 3]);
	assert_near(triple, 1, 1e-14);
}

static void symmetric_matrices_of_any_scale_are_solved(void **state)
{
	(void)state;
	shape_random random = {0x1234567u};
	for (uint32_t round = 0; round < 20000; ++round)
	{
		double scale = ldexp(1, (int)shape_below(&random, 1200) - 600), matrix[6];
		for (uint32_t i = 0; i < 6; ++i)
			matrix[i] = scale * (2 * shape_share(&random) - 1) * (shape_below(&random, 4) ? 1 : 1e-9);
		if (round % 5 == 0)
			matrix[3 + round / 5 % 3] = 0;
		check_eigen(matrix, 2e-12);
		double values[3], again[3], vectors[3][3], turned[3][3];
		jacobi_eigen(matrix, values, vectors);
		for (uint32_t i = 0; i < 6; ++i)
			matrix[i] *= 0x1p-20;
		jacobi_eigen(matrix, again, turned);
		assert_memory_equal(vectors, turned, sizeof vectors);
	}
}

static void coordinate_axes_are_taken_where_values_are_equal(void **state)
{
	(void)state;
	double values[3], v[3][3];
	jacobi_eigen((double[6]){0, 0, 0, 0, 0, 0}, values, v);
	assert_true(v[0][0] == 1 && v[1][1] == 1 && v[2][2] == 1);
	jacobi_eigen((double[6]){2, 2, 2 + 1e-14, 0, 0, 1e-15}, values, v);
	assert_true(v[0][0] == 1 && v[1][1] == 1 && v[2][2] == 1);
	jacobi_eigen((double[6]){5, 1, 5, 0, 0, 0}, values, v);
	assert_true(v[0][1] == 1 && v[1][0] == 1 && v[2][2] == -1);
	jacobi_eigen((double[6]){1, 1, 5, 0, 0, 0}, values, v);
	assert_true(v[2][2] == 1 && v[0][0] == 1 && v[1][1] == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(symmetric_matrices_of_any_scale_are_solved),
		cmocka_unit_test(coordinate_axes_are_taken_where_values_are_equal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
