// SPDX-License-Identifier: MIT
#include "broadphase/sap_kinetic.h"
#include "broadphase_trial.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Boxes displaced in a straight line during a frame, in every method.

// --- Exact truth ------------------------------------------------------------------------------------------------------

/// A box at time 0 and its way until time 1; whole numbers, so that everything about it can be told exactly.
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

/// When two first touch within 0 .. 1. False: not at all.
static bool first_touch(const whole_box *a, const whole_box *b, fraction *first)
{
	fraction from = {0, 1}, to = {1, 1};
	for (unsigned i = 0; i < 3; i++)
	{
		const int64_t rate = (int64_t)a->way[i] - b->way[i];
		// Apart while gap + rate t > 0.
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

// --- One broadphase ---------------------------------------------------------------------------------------------------

static kiln_broadphase *make(const kiln_broadphase_options *options)
{
	size_t size = kiln_broadphase_size(options);
	kiln_broadphase *broadphase = NULL;
	void *memory = size > 0 ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
	assert_true(!memory || kiln_broadphase_create(options, memory, size, &broadphase) == KILN_OK);
	return broadphase;
}

static bool method_exists(uint32_t method)
{
	return kiln_broadphase_method_name((kiln_broadphase_method)method)[0] != 0;
}

static kiln_broadphase *make_small(uint32_t method, uint32_t capacity)
{
	const kiln_broadphase_options options = {
		.method = (kiln_broadphase_method)method, .capacity = capacity, .pair_capacity = capacity * capacity};
	return make(&options);
}

static kiln_proxy add(kiln_broadphase *broadphase, kiln_aabb box, kiln_vec3 way)
{
	kiln_proxy proxy;
	assert_int_equal(kiln_broadphase_add(broadphase, &box, NULL, &proxy), KILN_OK);
	assert_int_equal(kiln_broadphase_move_swept(broadphase, proxy, &box, way), KILN_OK);
	return proxy;
}

static kiln_aabb cube_at(float x, float y, float z, float half)
{
	return (kiln_aabb){{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

/// How many pairs there are of two boxes on their ways, in that method.
static size_t pairs_of(uint32_t method, kiln_aabb a, kiln_vec3 way_a, kiln_aabb b, kiln_vec3 way_b)
{
	kiln_broadphase *broadphase = make_small(method, 2);
	kiln_broadphase_pairs pairs;
	kiln_proxy one = add(broadphase, a, way_a), other = add(broadphase, b, way_b);
	assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
	float t;
	const kiln_proxy_pair pair = {one.index, other.index};
	assert_int_equal(kiln_broadphase_pair_time(broadphase, pair, &t), pairs.count == 1);
	free(broadphase);
	return pairs.count;
}

/// For a claim about each method that there is.
#define EACH_METHOD(method)                                                                                            \
	for (uint32_t method = KILN_BROADPHASE_BRUTE_FORCE; method < KILN_BROADPHASE_METHOD_COUNT; method++)               \
		if (method_exists(method))

// --- Claims about every method ------------------------------------------------------------------------------------------

static bool count_pair(void *user, kiln_proxy_pair pair)
{
	uint8_t *seen = user;
	seen[pair.a * 256 + pair.b]++;
	return true;
}

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

/// Goes on from where the last frame ended, mostly; some turn, stop, or are elsewhere.
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
	kiln_broadphase_visit_pairs(broadphase, count_pair, seen);
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

static void crowd_runs(uint32_t method, uint64_t seed, int32_t speed)
{
	uint64_t random = seed;
	whole_box boxes[CROWD];
	kiln_proxy proxies[CROWD];
	kiln_broadphase *broadphase = make_small(method, CROWD);
	kiln_broadphase_pairs pairs;
	for (uint32_t i = 0; i < CROWD; i++)
	{
		set_going(&boxes[i], &random, 24, speed);
		proxies[i] = add(broadphase, floats_of(&boxes[i]), way_of(&boxes[i]));
		assert_int_equal(proxies[i].index, i);
	}
	for (uint32_t frame = 0; frame < 4; frame++)
	{
		assert_int_equal(kiln_broadphase_update(broadphase, &pairs), KILN_OK);
		check_crowd(broadphase, boxes, proxies, &pairs);
		for (uint32_t i = 0; i < CROWD; i++)
		{
			// Some are not told of at all: those stay swept as they were.
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
			pairs_of(method, cube_at(-1000, 1, 2, 0.01f), (kiln_vec3){3000, 5, -7}, wall, (kiln_vec3){0}), 1);
		assert_int_equal(
			pairs_of(method, cube_at(1000, 1, 2, 0.01f), (kiln_vec3){-3000, 5, -7}, wall, (kiln_vec3){0}), 1);
		// Past its edge, though the box around the way meets the wall.
		assert_int_equal(
			pairs_of(method, cube_at(-100, 0, 0, 0.01f), (kiln_vec3){150, 120, 0}, wall, (kiln_vec3){0}), 0);
		// Two that cross each other's way at different times, and at one.
		assert_int_equal(
			pairs_of(method, cube_at(-10, 0, 0, 1), (kiln_vec3){20, 0, 0}, cube_at(0, -4, 0, 1), (kiln_vec3){0, 20, 0}),
			0);
		assert_int_equal(pairs_of(method, cube_at(-10, 0, 0, 1), (kiln_vec3){20, 0, 0}, cube_at(0, -10, 0, 1),
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
		// Apart, touching, and inside each other.
		assert_int_equal(pairs_of(method, cube_at(0, 0, 0, 1), ways[i], cube_at(2.5f, 0, 0, 1), ways[i]), 0);
		assert_int_equal(pairs_of(method, cube_at(0, 0, 0, 1), ways[i], cube_at(2, 2, 2, 1), ways[i]), 1);
		assert_int_equal(pairs_of(method, cube_at(0, 0, 0, 1), ways[i], cube_at(0, 0, 0, 0.5f), ways[i]), 1);
	}
}

static void touching_at_the_first_or_last_time_is_a_pair(void **state)
{
	(void)state;
	const kiln_vec3 none = {0};
	EACH_METHOD(method)
	{
		const kiln_aabb stands = cube_at(0, 0, 0, 1);
		assert_int_equal(pairs_of(method, cube_at(-10, 0, 0, 1), (kiln_vec3){8, 0, 0}, stands, none), 1);
		assert_int_equal(pairs_of(method, cube_at(-10, 0, 0, 1), (kiln_vec3){7.99f, 0, 0}, stands, none), 0);
		assert_int_equal(pairs_of(method, cube_at(-2, 0, 0, 1), (kiln_vec3){-8, 0, 0}, stands, none), 1);
		// Along a side, and along an edge at one point of time.
		assert_int_equal(pairs_of(method, cube_at(-10, 2, 0, 1), (kiln_vec3){20, 0, 0}, stands, none), 1);
		assert_int_equal(pairs_of(method, cube_at(-6, -2, 2, 1), (kiln_vec3){16, 0, 0}, stands, none), 1);
		assert_int_equal(pairs_of(method, cube_at(-4, 0, 0, 1), (kiln_vec3){4, 4, 0}, stands, none), 1);
	}
}

static void a_way_of_zero_is_a_plain_move(void **state)
{
	(void)state;
	EACH_METHOD(method)
	{
		kiln_broadphase *broadphase = make_small(method, 4);
		kiln_broadphase_pairs pairs;
		kiln_aabb box = cube_at(0, 0, 0, 1), found;
		kiln_proxy proxy = add(broadphase, box, (kiln_vec3){0, -0.0f, 0});
		add(broadphase, cube_at(2, 0, 0, 1), (kiln_vec3){0});
		assert_int_equal(kiln_broadphase_box_of(broadphase, proxy, &found), KILN_OK);
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
		const kiln_aabb start = cube_at(0, 0, 0, 1);
		assert_int_equal(pairs_of(method, start, along, cube_at(huge[i] / 2, 0, 0, 1), none), 1);
		assert_int_equal(pairs_of(method, start, back, cube_at(-huge[i] / 2, 0, 0, 1), none), 1);
		assert_int_equal(pairs_of(method, start, along, cube_at(huge[i] / 2, 3, 0, 1), none), 0);
		assert_int_equal(pairs_of(method, start, along, cube_at(-3, 0, 0, 1), none), 0);
		assert_int_equal(pairs_of(method, start, along, cube_at(huge[i] / 2, 0, 0, 1), back), 1);
		assert_int_equal(pairs_of(method, start, along, cube_at(0, 3, 0, 1), along), 0);
		// Beyond all floats at time 1.
		assert_int_equal(pairs_of(method, cube_at(FLT_MAX / 2, 0, 0, 1), along, start, none), 0);
		assert_int_equal(pairs_of(method, cube_at(FLT_MAX / 2, 0, 0, 1), back, cube_at(FLT_MAX / 2, 0, 0, 1), back), 1);
	}
}

static void boxes_without_an_end_may_move(void **state)
{
	(void)state;
	const kiln_aabb half = {{-INFINITY, -INFINITY, -INFINITY}, {0, INFINITY, INFINITY}};
	EACH_METHOD(method)
	{
		assert_int_equal(pairs_of(method, half, (kiln_vec3){5, 7, 0}, cube_at(8, 0, 0, 1), (kiln_vec3){-2, 0, 0}), 1);
		assert_int_equal(pairs_of(method, half, (kiln_vec3){5, 7, 0}, cube_at(8, 0, 0, 1), (kiln_vec3){-1, 0, 0}), 0);
	}
}

/// The boxes around both ways overlap in each frame; whether the boxes meet changes, and must be told.
static void pairs_come_and_go_with_the_ways_alone(void **state)
{
	(void)state;
	EACH_METHOD(method)
	{
		kiln_broadphase *broadphase = make_small(method, 8);
		kiln_broadphase_pairs pairs;
		const kiln_aabb box = cube_at(0, 0, 0, 1);
		const kiln_proxy still = add(broadphase, cube_at(9, 2.5f, 0, 1), (kiln_vec3){0});
		const kiln_proxy swept = add(broadphase, box, (kiln_vec3){10, 0, 0});
		(void)still;
		for (uint32_t frame = 0; frame < 6; frame++)
		{
			// In even frames below it, or from under it upward before it comes there; in odd ones into it.
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
		kiln_broadphase *broadphase = make_small(method, 4);
		const kiln_proxy proxy = add(broadphase, cube_at(0, 0, 0, 1), (kiln_vec3){100, -50, 0});
		for (uint32_t updated = 0; updated < 2; updated++)
		{
			const kiln_aabb corner = cube_at(101, 1, 1, 0), beside = cube_at(102, 1, 1, 0);
			const kiln_ray ray = {.origin = {90, 10, 0}, .direction = {0, -1, 0}};
			kiln_proxy_hit hit;
			assert_int_equal(kiln_broadphase_box(broadphase, &corner, NULL, 0), 1);
			assert_int_equal(kiln_broadphase_box(broadphase, &beside, NULL, 0), 0);
			assert_int_equal(kiln_broadphase_ray(broadphase, &ray, &hit, 1), 1);
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
	kiln_broadphase *broadphase = make_small(KILN_BROADPHASE_BRUTE_FORCE, 4);
	const kiln_aabb box = cube_at(0, 0, 0, 1);
	const kiln_proxy a = add(broadphase, box, (kiln_vec3){0}),
					 b = add(broadphase, cube_at(6, 0, 0, 1), (kiln_vec3){-8, 0, 0});
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

// --- Claims about kinetic lists -----------------------------------------------------------------------------------------

static void kinetic_lists_answer_as_brute_force_does(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_SAP_KINETIC};
	broadphase_trials(&options, 20000);
}

/// Of any size, near zero as often as anywhere.
static float any_scale(uint64_t *random)
{
	const float x =
		(trial_unit(random) - 0.5f) * (trial_random(random) % 4 ? 1 : ldexpf(1, (int)(trial_random(random) % 90) - 45));
	return trial_random(random) % 8 ? x : 0;
}

/// A box and its way. Some are made so that a side is where another's is at some time, but for rounding.
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
		// One of the two then ends, or begins, to touch at t.
		if (trial_random(random) % 2)
			min[i] = (trial_random(random) % 2 ? other_max[i] : other_min[i] - size) + t * (other_ways[i] - ways[i]);
		max[i] = min[i] + size;
	}
	*way = (kiln_vec3){ways[0], ways[1], ways[2]};
	return (kiln_aabb){{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
}

/// What the core's test accepts is found at whatever scale: the lists' rounding is on the side of more.
static void kinetic_lists_lose_nothing_at_any_scale(void **state)
{
	(void)state;
	enum
	{
		FEW = 6
	};
	uint64_t random = 77;
	kiln_broadphase *kinetic = make_small(KILN_BROADPHASE_SAP_KINETIC, FEW);
	kiln_broadphase *brute = make_small(KILN_BROADPHASE_BRUTE_FORCE, FEW);
	kiln_proxy proxies[FEW];
	kiln_aabb boxes[FEW] = {0};
	kiln_vec3 ways[FEW] = {0};
	size_t found = 0;
	for (uint32_t i = 0; i < FEW; i++)
	{
		proxies[i] = add(kinetic, boxes[i], ways[i]);
		add(brute, boxes[i], ways[i]);
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
		kiln_broadphase_visit_pairs(kinetic, count_pair, seen);
		for (size_t i = 0; i < expected.count; i++)
			assert_int_equal(seen[expected.pairs[i].a * 256 + expected.pairs[i].b], 1);
		found += pairs.count;
	}
	assert_true(found > 20000);
	free(kinetic);
	free(brute);
}

/// Short of touching by less than the test's own rounding: whatever that says is what every method says. One goes from -1
/// to 2, the other from a little more than 0 to a little more than 2.
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
			const size_t expected = pairs_of(KILN_BROADPHASE_BRUTE_FORCE, box, along, other, before);
			assert_true(expected == 1 || power > -52);
			EACH_METHOD(method)
			assert_int_equal(pairs_of(method, box, along, other, before), expected);
		}
}

/// A row of boxes, of which every tenth overtakes some others.
static kiln_broadphase *make_row(float way)
{
	kiln_broadphase *broadphase = make_small(KILN_BROADPHASE_SAP_KINETIC, 200);
	for (uint32_t i = 0; i < 200; i++)
		add(broadphase, cube_at((float)(i * 7 % 200), (float)(i % 3), 0, 0.25f),
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
	assert_true(kiln_kinetic_begin(broadphase));
	assert_true(in_order(kinetic, 0) && !in_order(kinetic, 1));
	free(broadphase);
}

static void too_many_events_leave_the_queue_alone(void **state)
{
	(void)state;
	kiln_broadphase *broadphase = make_row(500);
	assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
	assert_false(kiln_kinetic_begin(broadphase));
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
	kiln_broadphase_visit_pairs(broadphase, see_time, &times);
	assert_true(times.count > 20 && times.last > 0.5f);
	free(broadphase);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_of_swept_boxes_are_those_that_touch_at_one_time),
		cmocka_unit_test(a_bullet_does_not_pass_through_a_wall),
		cmocka_unit_test(boxes_that_move_alike_are_as_if_they_stood),
		cmocka_unit_test(touching_at_the_first_or_last_time_is_a_pair),
		cmocka_unit_test(a_way_of_zero_is_a_plain_move),
		cmocka_unit_test(ways_that_are_huge_lose_nothing),
		cmocka_unit_test(boxes_without_an_end_may_move),
		cmocka_unit_test(pairs_come_and_go_with_the_ways_alone),
		cmocka_unit_test(queries_see_the_box_around_the_whole_way),
		cmocka_unit_test(the_time_of_a_pair_is_told_of_boxes_as_last_given),
		cmocka_unit_test(kinetic_lists_answer_as_brute_force_does),
		cmocka_unit_test(kinetic_lists_lose_nothing_at_any_scale),
		cmocka_unit_test(methods_agree_where_rounding_decides),
		cmocka_unit_test(lists_go_from_the_order_of_time_0_to_that_of_time_1),
		cmocka_unit_test(too_many_events_leave_the_queue_alone),
		cmocka_unit_test(pairs_are_told_in_the_order_of_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
