// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "clean/weld.h"
#include "clean_shapes.h"
#include "support/clean_memory.h"

#define MOST 600

static const kilncook_context context;
static float points[MOST][3];

static bool same_bits(const float a[3], const float b[3])
{
	return memcmp(a, b, 3 * sizeof *a) == 0;
}

static void equal_positions_get_the_number_of_the_first(void **state)
{
	(void)state;
	shape_random random = {0x1111u};
	clean_weld weld;
	assert_true(clean_weld_begin(&context, MOST, &weld));
	uint32_t numbers[MOST];
	for (uint32_t i = 0; i < MOST; ++i)
	{
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)shape_below(&random, 6) * 1e-20f;
		numbers[i] = clean_weld_add(&weld, points[i]);
		uint32_t expected = weld.count;
		for (uint32_t j = 0; j < i; ++j)
			if (same_bits(points[i], points[j]))
			{
				expected = numbers[j];
				break;
			}
		assert_true(expected == numbers[i] || (expected == weld.count && numbers[i] == weld.count - 1));
		assert_true(same_bits(weld.positions[numbers[i]], points[i]));
	}
	assert_true(weld.count <= 216 && weld.count > 150);
	clean_weld_free(&context, &weld);
}

static void minus_zero_is_zero(void **state)
{
	(void)state;
	clean_weld weld;
	assert_true(clean_weld_begin(&context, 4, &weld));
	const float plus[3] = {0.0f, 1.0f, 0.0f}, minus[3] = {-0.0f, 1.0f, -0.0f};
	assert_int_equal(clean_weld_add(&weld, minus), clean_weld_add(&weld, plus));
	assert_true(same_bits(weld.positions[0], plus));
	clean_weld_free(&context, &weld);
}

static int by_position(const void *a, const void *b)
{
	const float *p = points[*(const uint32_t *)a], *q = points[*(const uint32_t *)b];
	for (int k = 0; k < 3; ++k)
		if (p[k] != q[k])
			return p[k] < q[k] ? -1 : 1;
	return 0;
}

static double distance(const float a[3], const float b[3])
{
	double sum = 0.0;
	for (int k = 0; k < 3; ++k)
		sum += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
	return sum;
}

/// Computes the result that the header specifies, by trying every pair.
static void brute_force(uint32_t count, double tolerance, uint32_t *representative)
{
	uint32_t order[MOST];
	bool chosen[MOST];
	for (uint32_t i = 0; i < count; ++i)
		order[i] = i;
	qsort(order, count, sizeof *order, by_position);
	for (uint32_t i = 0; i < count; ++i)
	{
		chosen[order[i]] = true;
		for (uint32_t j = 0; j < i; ++j)
			if (chosen[order[j]] && distance(points[order[i]], points[order[j]]) <= tolerance * tolerance)
				chosen[order[i]] = false;
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t best = i;
		double best_distance = (double)INFINITY;
		for (uint32_t j = 0; j < count && !chosen[i]; ++j)
			if (chosen[order[j]] && distance(points[i], points[order[j]]) < best_distance)
			{
				best = order[j];
				best_distance = distance(points[i], points[best]);
			}
		representative[i] = best;
	}
}

/// Makes distinct points of some kind; returns their number.
static uint32_t scatter(shape_random *random, int kind, double *diagonal)
{
	uint32_t count = 0, wanted = 1 + shape_below(random, MOST - 1);
	double scale = kind % 4 == 0 ? 1.0 : kind % 4 == 1 ? 1e-35 : kind % 4 == 2 ? 1e11 : 1.0;
	double offset = kind % 4 == 3 ? 1e6 : 0.0;
	float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
	for (uint32_t i = 0; i < wanted; ++i)
	{
		for (int k = 0; k < 3; ++k)
		{
			double value = kind < 4 ? shape_share(random) * 2.0 - 1.0
									: (double)shape_below(random, 8) + shape_share(random) * 1e-3;
			if (kind >= 8 && k > 0)
				value = 0.0;
			points[count][k] = (float)(value * scale + offset) + 0.0f;
		}
		bool distinct = true;
		for (uint32_t j = 0; j < count; ++j)
			distinct &= !same_bits(points[count], points[j]);
		for (int k = 0; k < 3 && distinct; ++k)
		{
			low[k] = fminf(low[k], points[count][k]);
			high[k] = fmaxf(high[k], points[count][k]);
		}
		count += distinct;
	}
	*diagonal = sqrt(distance(low, high));
	return count;
}

static void tolerance_clusters_are_those_of_brute_force(void **state)
{
	(void)state;
	shape_random random = {0x2222u};
	const double relatives[] = {1e-12, 1e-7, 1e-4, 1e-2, 0.1, 0.5};
	for (int round = 0; round < 144; ++round)
	{
		double diagonal;
		uint32_t count = scatter(&random, round % 12, &diagonal);
		double tolerance = relatives[round / 12 % 6] * diagonal;
		if (!(tolerance > 0.0))
			continue;
		uint32_t expected[MOST], got[MOST];
		brute_force(count, tolerance, expected);
		assert_true(clean_weld_near(&context, (const float(*)[3])points, count, tolerance, got));
		assert_memory_equal(got, expected, count * sizeof *got);
	}
}

static void tolerance_clusters_do_not_depend_on_vertex_order(void **state)
{
	(void)state;
	shape_random random = {0x3333u};
	for (int round = 0; round < 60; ++round)
	{
		double diagonal;
		uint32_t count = scatter(&random, round % 12, &diagonal);
		uint32_t before[MOST], after[MOST], place[MOST];
		float old[MOST][3];
		memcpy(old, points, sizeof old);
		assert_true(clean_weld_near(&context, (const float(*)[3])points, count, diagonal * 0.03, before));
		for (uint32_t i = 0; i < count; ++i)
			place[i] = i;
		for (uint32_t i = count; i > 1; --i)
		{
			uint32_t j = shape_below(&random, i), swap = place[i - 1];
			place[i - 1] = place[j];
			place[j] = swap;
		}
		for (uint32_t i = 0; i < count; ++i)
			memcpy(points[place[i]], old[i], sizeof old[i]);
		assert_true(clean_weld_near(&context, (const float(*)[3])points, count, diagonal * 0.03, after));
		for (uint32_t i = 0; i < count; ++i)
			assert_int_equal(place[before[i]], after[place[i]]);
	}
}

static void a_chain_of_near_points_does_not_collapse(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 100; ++i)
	{
		points[i][0] = (float)i * 0.75f;
		points[i][1] = points[i][2] = 0.0f;
	}
	uint32_t representative[100], left = 0;
	assert_true(clean_weld_near(&context, (const float(*)[3])points, 100, 1.0, representative));
	for (uint32_t i = 0; i < 100; ++i)
	{
		left += representative[i] == i;
		assert_true(distance(points[i], points[representative[i]]) <= 1.0);
	}
	assert_int_equal(left, 50);
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 50; ++i)
		points[i][0] = (float)i;
	counted_memory memory;
	kilncook_context counted = counted_context(&memory);
	uint32_t representative[50];
	for (size_t fail = 1; fail <= 4; ++fail)
	{
		memory.calls = 0;
		memory.fail_at = fail;
		assert_false(clean_weld_near(&counted, (const float(*)[3])points, 50, 1.5, representative));
	}
	clean_weld weld;
	for (size_t fail = 1; fail <= 2; ++fail)
	{
		memory.calls = 0;
		memory.fail_at = fail;
		assert_false(clean_weld_begin(&counted, 10, &weld));
	}
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_positions_get_the_number_of_the_first),
		cmocka_unit_test(minus_zero_is_zero),
		cmocka_unit_test(tolerance_clusters_are_those_of_brute_force),
		cmocka_unit_test(tolerance_clusters_do_not_depend_on_vertex_order),
		cmocka_unit_test(a_chain_of_near_points_does_not_collapse),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
