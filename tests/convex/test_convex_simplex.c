// SPDX-License-Identifier: MIT
#include "convex/distance/gjk.h"
#include "convex_couple.h"
#include "school/convex/simplex.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares one solver of simplices with every subset of the points, and three independent solvers with each other.

// --- Against every subset ---------------------------------------------------------------------------------------------

/// Computes the squared distance of the origin from the hull of some points, by every subset: the closest point of its
/// affine hull, if it lies inside. Cramer's rule in long double.
static long double brute_simplex(const kiln_d3 w[4], uint32_t count)
{
	long double best = HUGE_VALL;
	for (uint32_t set = 1; set < 1u << count; ++set)
	{
		const kiln_d3 *p[4];
		uint32_t n = 0;
		for (uint32_t i = 0; i < count; ++i)
			if (set >> i & 1u)
				p[n++] = &w[i];
		if (n > 3)
			continue;
		long double e[2][3], o[3] = {p[0]->x, p[0]->y, p[0]->z}, t[2] = {0, 0};
		for (uint32_t k = 1; k < n; ++k)
		{
			e[k - 1][0] = (long double)p[k]->x - o[0];
			e[k - 1][1] = (long double)p[k]->y - o[1];
			e[k - 1][2] = (long double)p[k]->z - o[2];
		}
		long double aa = 0, ab = 0, bb = 0, oa = 0, ob = 0;
		for (int i = 0; i < 3; ++i)
		{
			aa += n > 1 ? e[0][i] * e[0][i] : 0;
			oa -= n > 1 ? e[0][i] * o[i] : 0;
			ab += n > 2 ? e[0][i] * e[1][i] : 0;
			bb += n > 2 ? e[1][i] * e[1][i] : 0;
			ob -= n > 2 ? e[1][i] * o[i] : 0;
		}
		long double det = aa * bb - ab * ab;
		if (n == 2)
			t[0] = aa > 0 ? oa / aa : 0;
		if (n == 3)
		{
			if (!(det > 0))
				continue;
			t[0] = (oa * bb - ob * ab) / det;
			t[1] = (ob * aa - oa * ab) / det;
		}
		if (t[0] < 0 || t[1] < 0 || t[0] + t[1] > 1)
			continue;
		long double sum = 0;
		for (int i = 0; i < 3; ++i)
		{
			long double v = o[i] + (n > 1 ? t[0] * e[0][i] : 0) + (n > 2 ? t[1] * e[1][i] : 0);
			sum += v * v;
		}
		best = fminl(best, sum);
	}
	return best;
}

/// Whether the origin certainly lies in a tetrahedron; by exact signs where the coordinates are small whole numbers.
static bool origin_in(const kiln_d3 w[4])
{
	double sign[4], whole = 0;
	for (int i = 0; i < 4; ++i)
	{
		kiln_d3 p = w[(i + 1) % 4], q = w[(i + 2) % 4], r = w[(i + 3) % 4];
		sign[i] = kiln_d3_dot(p, kiln_d3_cross(q, r)) * (i % 2 ? -1 : 1);
		whole += sign[i];
	}
	for (int i = 0; i < 4; ++i)
		if (!(sign[i] * whole > 0))
			return false;
	return true;
}

static void check_simplex(const kiln_d3 w[4], uint32_t count)
{
	uint32_t kept[4];
	double weight[4], sum = 0, size = 0;
	uint32_t left = kilni_simplex_closest(w, count, kept, weight);
	assert_in_range(left, 1, count);
	kiln_d3 v = {0, 0, 0};
	for (uint32_t i = 0; i < count; ++i)
		size = kiln_double_max(size, kiln_d3_largest(w[i]));
	for (uint32_t i = 0; i < left; ++i)
	{
		assert_true(kept[i] < count);
		assert_true(weight[i] >= 0);
		sum += weight[i];
		v = kiln_d3_along(v, weight[i], w[kept[i]]);
	}
	assert_true(fabs(sum - 1) < 1e-12);
	double expected = count == 4 && origin_in(w) ? 0 : sqrt((double)brute_simplex(w, count));
	if (fabs(sqrt(kiln_d3_length2(v)) - expected) > 1e-7 * size)
		for (uint32_t i = 0; i < count; ++i)
			print_message("%.17g %.17g %.17g\n", w[i].x, w[i].y, w[i].z);
	assert_true(fabs(sqrt(kiln_d3_length2(v)) - expected) <= 1e-7 * size);
}

static void closest_point_of_a_simplex_is_that_of_its_best_subset(void **state)
{
	(void)state;
	uint64_t random = 11;
	for (int n = 0; n < 60000; ++n)
	{
		kiln_d3 w[4];
		kiln_d3 shift = {oracle_signed(&random), oracle_signed(&random), oracle_signed(&random)};
		uint32_t count = 1 + (uint32_t)(fixture_random(&random) % 4);
		for (int i = 0; i < 4; ++i)
		{
			// Lattice points make degenerate simplices of every kind.
			kiln_d3 p =
				n % 2 ? kiln_d3_from(oracle_integer_vector(&random, 2)) : kiln_d3_from(oracle_vector(&random, 1));
			w[i] = n % 2 ? p : kiln_d3_along(p, n % 4, shift);
		}
		check_simplex(w, count);
	}
}

// --- Against each other -----------------------------------------------------------------------------------------------

static kiln_simplex_solve *const solvers[] = {
	kilni_simplex_closest, kilni_simplex_by_johnson, kilni_simplex_by_brute_force};

/// Returns the distance of the origin from a solver's point, which must be a point of the simplex.
static double solved(kiln_simplex_solve *solve, const kiln_d3 w[4], uint32_t count)
{
	uint32_t kept[4];
	double weight[4], sum = 0;
	uint32_t left = solve(w, count, kept, weight);
	assert_in_range(left, 1, count);
	kiln_d3 v = {0, 0, 0};
	for (uint32_t i = 0; i < left; ++i)
	{
		assert_true(kept[i] < count && (i == 0 || kept[i] != kept[i - 1]));
		assert_true(weight[i] >= 0);
		sum += weight[i];
		v = kiln_d3_along(v, weight[i], w[kept[i]]);
	}
	assert_true(fabs(sum - 1) < 1e-12);
	return sqrt(kiln_d3_length2(v));
}

static void solvers_agree(void **state)
{
	(void)state;
	uint64_t random = 7;
	uint64_t tried = trials_random(60000);
	for (uint64_t n = 0; n < tried; ++n)
	{
		kiln_d3 w[4], shift = kiln_d3_from(oracle_vector(&random, 1));
		uint32_t count = 1 + (uint32_t)(fixture_random(&random) % 4);
		double size = 0;
		for (int i = 0; i < 4; ++i)
		{
			// Points of a lattice make degenerate simplices of every kind.
			w[i] = n % 2 ? kiln_d3_from(oracle_integer_vector(&random, 2))
						 : kiln_d3_along(kiln_d3_from(oracle_vector(&random, 1)), (double)(n % 4), shift);
			size = kiln_double_max(size, kiln_d3_largest(w[i]));
		}
		double by[3];
		for (int s = 0; s < 3; ++s)
			by[s] = solved(solvers[s], w, count);
		assert_true(fabs(by[0] - by[1]) <= 1e-7 * size);
		assert_true(fabs(by[0] - by[2]) <= 1e-7 * size);
	}
}

static void scale_changes_no_weight(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (int n = 0; n < 4000; ++n)
	{
		kiln_d3 w[4], wide[4];
		double scale = ldexp(1, (int)(fixture_random(&random) % 101) - 50);
		for (int i = 0; i < 4; ++i)
		{
			w[i] = kiln_d3_from(oracle_vector(&random, 1));
			wide[i] = kiln_d3_scale(w[i], scale);
		}
		for (int s = 0; s < 3; ++s)
		{
			uint32_t kept[4], kept_wide[4];
			double weight[4], weight_wide[4];
			uint32_t left = solvers[s](w, 4, kept, weight);
			assert_int_equal(left, solvers[s](wide, 4, kept_wide, weight_wide));
			assert_memory_equal(kept, kept_wide, left * sizeof *kept);
			assert_memory_equal(weight, weight_wide, left * sizeof *weight);
		}
	}
}

static void points_that_are_one_are_one(void **state)
{
	(void)state;
	const kiln_d3 p = {1, -2, 0.5}, w[4] = {p, p, p, p}, origin[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
	for (int s = 0; s < 3; ++s)
		for (uint32_t count = 1; count <= 4; ++count)
		{
			assert_true(fabs(solved(solvers[s], w, count) - sqrt(5.25)) < 1e-15);
			assert_true(solved(solvers[s], origin, count) == 0);
		}
}

static void no_number_is_answered(void **state)
{
	(void)state;
	const kiln_d3 w[4] = {{NAN, 0, 0}, {0, NAN, 1}, {1, 0, 0}, {HUGE_VAL, 0, 0}};
	for (int s = 0; s < 3; ++s)
		for (uint32_t count = 1; count <= 4; ++count)
		{
			uint32_t kept[4];
			double weight[4];
			assert_in_range(solvers[s](w, count, kept, weight), 1, count);
		}
}

/// Runs all couples with every solver in the loop: the bounds must be proved, and the distances equal.
static void any_solver_ends_and_proves_the_distance(void **state)
{
	(void)state;
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 40 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(60); ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, 24);
			float least = HUGE_VALF, most = 0;
			for (int s = 0; s < (int)KILN_SCHOOL_SIMPLICES; ++s)
			{
				const kiln_distance_options options = {.solver = kiln_school_simplex((uint32_t)s)};
				kiln_convex_separation found;
				assert_int_equal(kiln_convex_distance(&c.objects[0], &c.objects[1], &options, NULL, &found), KILN_OK);
				assert_true(found.steps <= 128);
				least = fminf(least, found.distance);
				most = fmaxf(most, found.distance);
			}
			assert_true((double)most - (double)least <= 0x1p-22 * (c.size + c.exact.distance));
			couple_free(&c);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closest_point_of_a_simplex_is_that_of_its_best_subset),
		cmocka_unit_test(solvers_agree),
		cmocka_unit_test(scale_changes_no_weight),
		cmocka_unit_test(points_that_are_one_are_one),
		cmocka_unit_test(no_number_is_answered),
		cmocka_unit_test(any_solver_ends_and_proves_the_distance),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
