// SPDX-License-Identifier: MIT
#include "broadphase_swept.h"
#include "fuzz/broadphase_trial.h"
#include "school/broadphase/sap/sap_kinetic.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Kinetic lists, and properties on which they and every method must agree.

static void kinetic_lists_answer_as_brute_force_does(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = &kiln_broadphase_sap_kinetic};
	broadphase_trials(&options, 20000);
}

/// Returns a number of any size; half of them are near zero.
static float any_scale(uint64_t *random)
{
	const float x =
		(trial_unit(random) - 0.5f) * (trial_random(random) % 4 ? 1 : ldexpf(1, (int)(trial_random(random) % 90) - 45));
	return trial_random(random) % 8 ? x : 0;
}

/// Makes a box and its motion. In some cases, one of its sides reaches another box's side at some time, except for
/// rounding.
static kiln_aabb moving_at_any_scale(
	uint64_t *random, kiln_vec3 *way, const kiln_aabb *other, const kiln_vec3 *other_way)
{
	float min[3], max[3], ways[3];
	const float other_min[3] = {other->min.x, other->min.y, other->min.z};
	const float other_max[3] = {other->max.x, other->max.y, other->max.z};
	const float other_ways[3] = {other_way->x, other_way->y, other_way->z};
	const float t = trial_unit(random);
	for (uint32_t i = 0; i < 3; i++)
	{
		const float size = fabsf(any_scale(random));
		ways[i] = trial_random(random) % 3 ? any_scale(random) : 0;
		min[i] = any_scale(random);
		// One of the two then begins or ends to touch at t.
		if (trial_random(random) % 2)
			min[i] = (trial_random(random) % 2 ? other_max[i] : other_min[i] - size) + t * (other_ways[i] - ways[i]);
		max[i] = min[i] + size;
	}
	*way = (kiln_vec3){ways[0], ways[1], ways[2]};
	return (kiln_aabb){{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
}

/// Pairs that the core's test accepts are found at any scale: the lists' rounding is conservative.
static void kinetic_lists_lose_nothing_at_any_scale(void **state)
{
	(void)state;
	enum
	{
		FEW = 6
	};
	uint64_t random = 77;
	kiln_broadphase *kinetic = swept_make(&kiln_broadphase_sap_kinetic, FEW);
	kiln_broadphase *brute = swept_make(&kiln_broadphase_brute_force, FEW);
	kiln_proxy proxies[FEW];
	kiln_aabb boxes[FEW] = {0};
	kiln_vec3 ways[FEW] = {0};
	size_t found = 0;
	for (uint32_t i = 0; i < FEW; i++)
	{
		proxies[i] = swept_add(kinetic, boxes[i], ways[i]);
		swept_add(brute, boxes[i], ways[i]);
	}
	for (uint32_t round = 0; round < 20000; round++)
	{
		for (uint32_t i = 0; i < FEW; i++)
		{
			boxes[i] = moving_at_any_scale(&random, &ways[i], &boxes[(i + FEW - 1) % FEW], &ways[(i + FEW - 1) % FEW]);
			assert_int_equal(kiln_broadphase_move_swept(kinetic, proxies[i], &boxes[i], ways[i]), KILN_OK);
			assert_int_equal(kiln_broadphase_move_swept(brute, proxies[i], &boxes[i], ways[i]), KILN_OK);
		}
		kiln_broadphase_pairs pairs, expected;
		assert_int_equal(kiln_broadphase_update(kinetic, &pairs), KILN_OK);
		assert_int_equal(kiln_broadphase_update(brute, &expected), KILN_OK);
		assert_int_equal(pairs.count, expected.count);
		assert_memory_equal(pairs.pairs, expected.pairs, pairs.count * sizeof *pairs.pairs);
		static uint8_t seen[256 * 256];
		memset(seen, 0, sizeof seen);
		kiln_broadphase_pairs_visit(kinetic, swept_count, seen);
		for (size_t i = 0; i < expected.count; i++)
			assert_int_equal(seen[expected.pairs[i].a * 256 + expected.pairs[i].b], 1);
		found += pairs.count;
	}
	assert_true(found > 20000);
	free(kinetic);
	free(brute);
}

/// The boxes miss each other by less than the test's rounding: every method must return the result of this test. One
/// moves from -1 to 2, the other from slightly more than 0 to slightly more than 2.
static void methods_agree_where_rounding_decides(void **state)
{
	(void)state;
	for (int power = -56; power < -44; power++)
		for (uint32_t axis = 0; axis < 3; axis++)
		{
			float max[3] = {1, 1, 1}, min[3] = {-1, -1, -1}, way[3] = {0}, other_way[3] = {0};
			max[axis] = -1;
			way[axis] = 3;
			min[axis] = ldexpf(1, power);
			other_way[axis] = 2;
			const kiln_aabb box = {{-2, -2, -2}, {max[0], max[1], max[2]}},
							other = {{min[0], min[1], min[2]}, {2, 2, 2}};
			const kiln_vec3 along = {way[0], way[1], way[2]}, before = {other_way[0], other_way[1], other_way[2]};
			const size_t expected = swept_pairs(&kiln_broadphase_brute_force, box, along, other, before);
			assert_true(expected == 1 || power > -52);
			EACH_METHOD(method)
			assert_int_equal(swept_pairs(method, box, along, other, before), expected);
		}
}

/// Makes a row of boxes in which every tenth overtakes some others.
static kiln_broadphase *make_row(float way)
{
	kiln_broadphase *broadphase = swept_make(&kiln_broadphase_sap_kinetic, 200);
	for (uint32_t i = 0; i < 200; i++)
		swept_add(broadphase, swept_cube((float)(i * 7 % 200), (float)(i % 3), 0, 0.25f),
			(kiln_vec3){i % 10 == 0 ? way : 0, 0, 0});
	return broadphase;
}

/// Whether the list of the first axis is in order at a time.
static bool in_order(const kiln_kinetic *kinetic, uint32_t time)
{
	for (uint32_t i = 1; i < kinetic->count; i++)
		if (kinetic->lists[0][i].at[time] < kinetic->lists[0][i - 1].at[time])
			return false;
	return true;
}

static void lists_go_from_the_order_of_time_0_to_that_of_time_1(void **state)
{
	(void)state;
	kiln_broadphase *broadphase = make_row(3.5f);
	assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
	const kiln_kinetic *kinetic = broadphase->state;
	assert_int_equal(kinetic->count, 400);
	assert_true(in_order(kinetic, 1) && !in_order(kinetic, 0));
	assert_int_equal(kinetic->queue_count, 0);
	assert_true(kilni_kinetic_begin(broadphase));
	assert_true(in_order(kinetic, 0) && !in_order(kinetic, 1));
	free(broadphase);
}

static void too_many_events_leave_the_queue_alone(void **state)
{
	(void)state;
	kiln_broadphase *broadphase = make_row(500);
	assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
	assert_false(kilni_kinetic_begin(broadphase));
	assert_true(in_order(broadphase->state, 0));
	free(broadphase);
}

typedef struct told_times
{
	const kiln_broadphase *broadphase;
	float last;
	uint32_t count;
} told_times;

static bool see_time(void *user, kiln_proxy_pair pair)
{
	told_times *times = user;
	float t = -1;
	assert_true(kiln_broadphase_pair_time(times->broadphase, pair, &t));
	assert_true(t >= times->last);
	times->last = t;
	times->count++;
	return true;
}

static void pairs_are_told_in_the_order_of_time(void **state)
{
	(void)state;
	kiln_broadphase *broadphase = make_row(3.5f);
	told_times times = {.broadphase = broadphase, .last = 0};
	kiln_broadphase_pairs_visit(broadphase, see_time, &times);
	assert_true(times.count > 20 && times.last > 0.5f);
	free(broadphase);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinetic_lists_answer_as_brute_force_does),
		cmocka_unit_test(kinetic_lists_lose_nothing_at_any_scale),
		cmocka_unit_test(methods_agree_where_rounding_decides),
		cmocka_unit_test(lists_go_from_the_order_of_time_0_to_that_of_time_1),
		cmocka_unit_test(too_many_events_leave_the_queue_alone),
		cmocka_unit_test(pairs_are_told_in_the_order_of_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
