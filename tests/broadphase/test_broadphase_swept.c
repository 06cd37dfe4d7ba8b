// SPDX-License-Identifier: MIT
#include "broadphase_swept.h"
#include "fuzz/broadphase_trial.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Boxes that move in a straight line during a frame, in every method.

// --- Exact truth ------------------------------------------------------------------------------------------------------

/// A box at time 0 and its motion until time 1, in whole numbers, so that everything can be decided exactly.
typedef struct whole_box
{
	int32_t min[3], max[3], way[3];
	bool swept;
} whole_box;

/// A time as a fraction; the denominator is > 0.
typedef struct fraction
{
	int64_t over, under;
} fraction;

static bool is_less(fraction a, fraction b)
{
	return a.over * b.under < b.over * a.under;
}

/// Computes when two boxes first touch within 0 .. 1. False: not at all.
static bool first_touch(const whole_box *a, const whole_box *b, fraction *first)
{
	fraction from = {0, 1}, to = {1, 1};
	for (unsigned i = 0; i < 3; i++)
	{
		const int64_t rate = (int64_t)a->way[i] - b->way[i];
		// The boxes are apart while gap + rate t > 0.
		const int64_t gaps[2] = {(int64_t)a->min[i] - b->max[i], (int64_t)b->min[i] - a->max[i]};
		const int64_t rates[2] = {rate, -rate};
		for (unsigned j = 0; j < 2; j++)
		{
			if (rates[j] == 0 && gaps[j] > 0)
				return false;
			if (rates[j] == 0)
				continue;
			fraction t = rates[j] > 0 ? (fraction){-gaps[j], rates[j]} : (fraction){gaps[j], -rates[j]};
			if (rates[j] > 0 && is_less(t, to))
				to = t;
			if (rates[j] < 0 && is_less(from, t))
				from = t;
		}
	}
	*first = from;
	return !is_less(to, from);
}

/// Whether two overlap at time step / 256.
static bool overlap_at(const whole_box *a, const whole_box *b, int64_t step)
{
	for (unsigned i = 0; i < 3; i++)
	{
		const int64_t gone_a = a->way[i] * step, gone_b = b->way[i] * step;
		if (a->min[i] * (int64_t)256 + gone_a > b->max[i] * (int64_t)256 + gone_b ||
			b->min[i] * (int64_t)256 + gone_b > a->max[i] * (int64_t)256 + gone_a)
			return false;
	}
	return true;
}

static kiln_aabb floats_of(const whole_box *box)
{
	return (kiln_aabb){{(float)box->min[0], (float)box->min[1], (float)box->min[2]},
		{(float)box->max[0], (float)box->max[1], (float)box->max[2]}};
}

static kiln_vec3 way_of(const whole_box *box)
{
	return (kiln_vec3){(float)box->way[0], (float)box->way[1], (float)box->way[2]};
}

// --- Claims about every method ------------------------------------------------------------------------------------------

#define CROWD 90u

static void set_going(whole_box *box, uint64_t *random, int32_t reach, int32_t speed)
{
	for (unsigned i = 0; i < 3; i++)
	{
		box->min[i] = (int32_t)(trial_random(random) % (uint32_t)reach);
		box->max[i] = box->min[i] + (int32_t)(trial_random(random) % 4);
		box->way[i] = (int32_t)(trial_random(random) % (uint32_t)(2 * speed + 1)) - speed;
	}
	box->swept = box->way[0] != 0 || box->way[1] != 0 || box->way[2] != 0;
}

/// Most boxes continue from where the last frame ended; some turn, stop, or move elsewhere.
static void go_on(whole_box *box, uint64_t *random, int32_t reach, int32_t speed)
{
	uint32_t chance = trial_random(random) % 8;
	for (unsigned i = 0; i < 3; i++)
	{
		box->min[i] += box->way[i];
		box->max[i] += box->way[i];
		box->way[i] = chance == 1 ? 0 : chance == 2 ? -box->way[i] : box->way[i];
	}
	if (chance == 0 || abs(box->min[0]) > 2 * reach || abs(box->min[1]) > 2 * reach)
		set_going(box, random, reach, speed);
	box->swept = box->way[0] != 0 || box->way[1] != 0 || box->way[2] != 0;
}

static void check_crowd(
	kiln_broadphase *broadphase, const whole_box *boxes, const kiln_proxy *proxies, const kiln_broadphase_pairs *pairs)
{
	static uint8_t seen[256 * 256];
	memset(seen, 0, sizeof seen);
	kiln_broadphase_pairs_visit(broadphase, swept_count, seen);
	size_t at = 0;
	for (uint32_t a = 0; a < CROWD; a++)
		for (uint32_t b = a + 1; b < CROWD; b++)
		{
			fraction first = {0, 1};
			const bool meet = first_touch(&boxes[a], &boxes[b], &first);
			bool sampled = false;
			for (int64_t step = 0; step <= 256 && !sampled; step++)
				sampled = overlap_at(&boxes[a], &boxes[b], step);
			assert_true(meet || !sampled);
			const kiln_proxy_pair pair = {proxies[a].index, proxies[b].index};
			const bool told = at < pairs->count && pairs->pairs[at].a == pair.a && pairs->pairs[at].b == pair.b;
			at += told;
			assert_int_equal(told, meet);
			assert_int_equal(seen[pair.a * 256 + pair.b], meet);
			float t = -1;
			assert_int_equal(kiln_broadphase_pair_time(broadphase, pair, &t), meet);
			const double exact = meet ? (double)first.over / (double)first.under : 0;
			assert_true(fabs((double)t - exact) <= 0x1p-24 * exact);
		}
	assert_int_equal(at, pairs->count);
}

static void crowd_runs(const kiln_broadphase_method *method, uint64_t seed, int32_t speed)
{
	uint64_t random = seed;
	whole_box boxes[CROWD];
	kiln_proxy proxies[CROWD];
	kiln_broadphase *broadphase = swept_make(method, CROWD);
	kiln_broadphase_pairs pairs;
	for (uint32_t i = 0; i < CROWD; i++)
	{
		set_going(&boxes[i], &random, 24, speed);
		proxies[i] = swept_add(broadphase, floats_of(&boxes[i]), way_of(&boxes[i]));
		assert_int_equal(proxies[i].index, i);
	}
	for (uint32_t frame = 0; frame < 4; frame++)
	{
		assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
		check_crowd(broadphase, boxes, proxies, &pairs);
		for (uint32_t i = 0; i < CROWD; i++)
		{
			// Some boxes are not updated: they keep their sweeps.
			if (trial_random(&random) % 4 == 0)
				continue;
			go_on(&boxes[i], &random, 24, speed);
			const kiln_aabb box = floats_of(&boxes[i]);
			const kiln_status status = boxes[i].swept
										   ? kiln_broadphase_move_swept(broadphase, proxies[i], &box, way_of(&boxes[i]))
										   : kiln_broadphase_move(broadphase, proxies[i], &box);
			assert_int_equal(status, KILN_OK);
		}
	}
	free(broadphase);
}

static void pairs_of_swept_boxes_are_those_that_touch_at_one_time(void **state)
{
	(void)state;
	EACH_METHOD(method)
	{
		crowd_runs(method, 1, 3);
		crowd_runs(method, 2, 40);
	}
}

static void a_bullet_does_not_pass_through_a_wall(void **state)
{
	(void)state;
	const kiln_aabb wall = {{0, -50, -50}, {0, 50, 50}};
	EACH_METHOD(method)
	{
		assert_int_equal(
			swept_pairs(method, swept_cube(-1000, 1, 2, 0.01f), (kiln_vec3){3000, 5, -7}, wall, (kiln_vec3){0}), 1);
		assert_int_equal(
			swept_pairs(method, swept_cube(1000, 1, 2, 0.01f), (kiln_vec3){-3000, 5, -7}, wall, (kiln_vec3){0}), 1);
		// Past the wall's edge, although the box around the motion touches the wall.
		assert_int_equal(
			swept_pairs(method, swept_cube(-100, 0, 0, 0.01f), (kiln_vec3){150, 120, 0}, wall, (kiln_vec3){0}), 0);
		// Two boxes that cross each other's path at different times, and at the same time.
		assert_int_equal(swept_pairs(method, swept_cube(-10, 0, 0, 1), (kiln_vec3){20, 0, 0}, swept_cube(0, -4, 0, 1),
							 (kiln_vec3){0, 20, 0}),
			0);
		assert_int_equal(swept_pairs(method, swept_cube(-10, 0, 0, 1), (kiln_vec3){20, 0, 0}, swept_cube(0, -10, 0, 1),
							 (kiln_vec3){0, 20, 0}),
			1);
	}
}

static void boxes_that_move_alike_are_as_if_they_stood(void **state)
{
	(void)state;
	const kiln_vec3 ways[3] = {{100, 0, 0}, {-3, 5, 700}, {1e6f, 1e6f, -1e6f}};
	EACH_METHOD(method)
	for (uint32_t i = 0; i < 3; i++)
	{
		// Apart, touching, and one inside the other.
		assert_int_equal(swept_pairs(method, swept_cube(0, 0, 0, 1), ways[i], swept_cube(2.5f, 0, 0, 1), ways[i]), 0);
		assert_int_equal(swept_pairs(method, swept_cube(0, 0, 0, 1), ways[i], swept_cube(2, 2, 2, 1), ways[i]), 1);
		assert_int_equal(swept_pairs(method, swept_cube(0, 0, 0, 1), ways[i], swept_cube(0, 0, 0, 0.5f), ways[i]), 1);
	}
}

static void touching_at_the_first_or_last_time_is_a_pair(void **state)
{
	(void)state;
	const kiln_vec3 none = {0};
	EACH_METHOD(method)
	{
		const kiln_aabb stands = swept_cube(0, 0, 0, 1);
		assert_int_equal(swept_pairs(method, swept_cube(-10, 0, 0, 1), (kiln_vec3){8, 0, 0}, stands, none), 1);
		assert_int_equal(swept_pairs(method, swept_cube(-10, 0, 0, 1), (kiln_vec3){7.99f, 0, 0}, stands, none), 0);
		assert_int_equal(swept_pairs(method, swept_cube(-2, 0, 0, 1), (kiln_vec3){-8, 0, 0}, stands, none), 1);
		// Along a side, and along an edge at a single time.
		assert_int_equal(swept_pairs(method, swept_cube(-10, 2, 0, 1), (kiln_vec3){20, 0, 0}, stands, none), 1);
		assert_int_equal(swept_pairs(method, swept_cube(-6, -2, 2, 1), (kiln_vec3){16, 0, 0}, stands, none), 1);
		assert_int_equal(swept_pairs(method, swept_cube(-4, 0, 0, 1), (kiln_vec3){4, 4, 0}, stands, none), 1);
	}
}

/// Boxes that touch only by rounding are a pair only where the boxes around the motions overlap.
static void boxes_a_hair_apart_at_the_last_time_are_the_same_to_all(void **state)
{
	(void)state;
	const kiln_aabb moves = {{-3, 0, 0}, {-2, 1, 1}}, stands = {{1e-17f, 0, 0}, {1, 1, 1}};
	EACH_METHOD(method)
	assert_int_equal(swept_pairs(method, moves, (kiln_vec3){2, 0, 0}, stands, (kiln_vec3){0}), 0);
}

static void a_way_of_zero_is_a_plain_move(void **state)
{
	(void)state;
	EACH_METHOD(method)
	{
		kiln_broadphase *broadphase = swept_make(method, 4);
		kiln_broadphase_pairs pairs;
		kiln_aabb box = swept_cube(0, 0, 0, 1), found;
		kiln_proxy proxy = swept_add(broadphase, box, (kiln_vec3){0, -0.0f, 0});
		swept_add(broadphase, swept_cube(2, 0, 0, 1), (kiln_vec3){0});
		assert_int_equal(kiln_broadphase_bounds(broadphase, proxy, &found), KILN_OK);
		assert_memory_equal(&found, &box, sizeof box);
		assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
		assert_int_equal(pairs.count, 1);
		free(broadphase);
	}
}

static void ways_that_are_huge_lose_nothing(void **state)
{
	(void)state;
	const float huge[4] = {1e9f, 1e20f, 1e38f, FLT_MAX};
	EACH_METHOD(method)
	for (uint32_t i = 0; i < 4; i++)
	{
		const kiln_vec3 none = {0}, along = {huge[i], 0, 0}, back = {-huge[i], 0, 0};
		const kiln_aabb start = swept_cube(0, 0, 0, 1);
		assert_int_equal(swept_pairs(method, start, along, swept_cube(huge[i] / 2, 0, 0, 1), none), 1);
		assert_int_equal(swept_pairs(method, start, back, swept_cube(-huge[i] / 2, 0, 0, 1), none), 1);
		assert_int_equal(swept_pairs(method, start, along, swept_cube(huge[i] / 2, 3, 0, 1), none), 0);
		assert_int_equal(swept_pairs(method, start, along, swept_cube(-3, 0, 0, 1), none), 0);
		assert_int_equal(swept_pairs(method, start, along, swept_cube(huge[i] / 2, 0, 0, 1), back), 1);
		assert_int_equal(swept_pairs(method, start, along, swept_cube(0, 3, 0, 1), along), 0);
		// Beyond the range of floats at time 1.
		assert_int_equal(swept_pairs(method, swept_cube(FLT_MAX / 2, 0, 0, 1), along, start, none), 0);
		assert_int_equal(
			swept_pairs(method, swept_cube(FLT_MAX / 2, 0, 0, 1), back, swept_cube(FLT_MAX / 2, 0, 0, 1), back), 1);
	}
}

static void boxes_without_an_end_may_move(void **state)
{
	(void)state;
	const kiln_aabb half = {{-INFINITY, -INFINITY, -INFINITY}, {0, INFINITY, INFINITY}};
	EACH_METHOD(method)
	{
		assert_int_equal(
			swept_pairs(method, half, (kiln_vec3){5, 7, 0}, swept_cube(8, 0, 0, 1), (kiln_vec3){-2, 0, 0}), 1);
		assert_int_equal(
			swept_pairs(method, half, (kiln_vec3){5, 7, 0}, swept_cube(8, 0, 0, 1), (kiln_vec3){-1, 0, 0}), 0);
	}
}

/// The boxes around both motions overlap in each frame; whether the boxes themselves touch changes, and must be
/// reported.
static void pairs_come_and_go_with_the_ways_alone(void **state)
{
	(void)state;
	EACH_METHOD(method)
	{
		kiln_broadphase *broadphase = swept_make(method, 8);
		kiln_broadphase_pairs pairs;
		const kiln_aabb box = swept_cube(0, 0, 0, 1);
		const kiln_proxy still = swept_add(broadphase, swept_cube(9, 2.5f, 0, 1), (kiln_vec3){0});
		const kiln_proxy swept = swept_add(broadphase, box, (kiln_vec3){10, 0, 0});
		(void)still;
		for (uint32_t frame = 0; frame < 6; frame++)
		{
			// In even frames it passes below, or moves upward before it arrives; in odd frames it hits.
			const kiln_vec3 way = {10, frame % 2 ? 1 : frame % 4 ? 30 : 0.25f, 0};
			assert_int_equal(kiln_broadphase_move_swept(broadphase, swept, &box, way), KILN_OK);
			assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
			assert_int_equal(pairs.count, frame % 2);
			assert_int_equal(pairs.added_count, frame % 2);
			assert_int_equal(pairs.removed_count, frame > 0 && frame % 2 == 0);
		}
		assert_int_equal(kiln_broadphase_move_swept(broadphase, swept, &box, (kiln_vec3){10, 1, 0}), KILN_OK);
		assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
		assert_int_equal(pairs.count, 1);
		assert_int_equal(kiln_broadphase_move(broadphase, swept, &box), KILN_OK);
		assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
		assert_int_equal(pairs.count, 0);
		assert_int_equal(pairs.removed_count, 1);
		free(broadphase);
	}
}

static void queries_see_the_box_around_the_whole_way(void **state)
{
	(void)state;
	EACH_METHOD(method)
	{
		kiln_broadphase *broadphase = swept_make(method, 4);
		const kiln_proxy proxy = swept_add(broadphase, swept_cube(0, 0, 0, 1), (kiln_vec3){100, -50, 0});
		for (uint32_t updated = 0; updated < 2; updated++)
		{
			const kiln_aabb corner = swept_cube(101, 1, 1, 0), beside = swept_cube(102, 1, 1, 0);
			const kiln_ray ray = {.origin = {90, 10, 0}, .direction = {0, -1, 0}};
			kiln_proxy_hit hit;
			assert_int_equal(kiln_broadphase_overlap_aabb(broadphase, &corner, NULL, 0), 1);
			assert_int_equal(kiln_broadphase_overlap_aabb(broadphase, &beside, NULL, 0), 0);
			assert_int_equal(kiln_broadphase_ray_all(broadphase, &ray, &hit, 1), 1);
			assert_int_equal(hit.index, proxy.index);
			assert_true(fabsf(hit.t - 9) < 1e-5f);
			assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
		}
		free(broadphase);
	}
}

static void the_time_of_a_pair_is_told_of_boxes_as_last_given(void **state)
{
	(void)state;
	kiln_broadphase *broadphase = swept_make(&kiln_broadphase_brute_force, 4);
	const kiln_aabb box = swept_cube(0, 0, 0, 1);
	const kiln_proxy a = swept_add(broadphase, box, (kiln_vec3){0}),
					 b = swept_add(broadphase, swept_cube(6, 0, 0, 1), (kiln_vec3){-8, 0, 0});
	const kiln_proxy_pair pair = {a.index, b.index}, none = {a.index, 3}, self = {a.index, a.index};
	float t = -1;
	assert_true(kiln_broadphase_pair_time(broadphase, pair, &t) && t == 0.5f);
	assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
	assert_true(kiln_broadphase_pair_time(broadphase, pair, &t) && t == 0.5f);
	assert_int_equal(kiln_broadphase_move_swept(broadphase, a, &box, (kiln_vec3){8, 0, 0}), KILN_OK);
	assert_true(kiln_broadphase_pair_time(broadphase, pair, &t) && t == 0.25f);
	assert_int_equal(kiln_broadphase_move(broadphase, b, &box), KILN_OK);
	assert_true(kiln_broadphase_pair_time(broadphase, pair, &t) && t == 0);
	assert_false(kiln_broadphase_pair_time(broadphase, none, &t) || kiln_broadphase_pair_time(broadphase, self, &t));
	assert_false(kiln_broadphase_pair_time(NULL, pair, &t) || kiln_broadphase_pair_time(broadphase, pair, NULL));
	assert_int_equal(kiln_broadphase_remove(broadphase, b), KILN_OK);
	assert_false(kiln_broadphase_pair_time(broadphase, pair, &t));
	free(broadphase);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_of_swept_boxes_are_those_that_touch_at_one_time),
		cmocka_unit_test(a_bullet_does_not_pass_through_a_wall),
		cmocka_unit_test(boxes_that_move_alike_are_as_if_they_stood),
		cmocka_unit_test(touching_at_the_first_or_last_time_is_a_pair),
		cmocka_unit_test(boxes_a_hair_apart_at_the_last_time_are_the_same_to_all),
		cmocka_unit_test(a_way_of_zero_is_a_plain_move),
		cmocka_unit_test(ways_that_are_huge_lose_nothing),
		cmocka_unit_test(boxes_without_an_end_may_move),
		cmocka_unit_test(pairs_come_and_go_with_the_ways_alone),
		cmocka_unit_test(queries_see_the_box_around_the_whole_way),
		cmocka_unit_test(the_time_of_a_pair_is_told_of_boxes_as_last_given),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
