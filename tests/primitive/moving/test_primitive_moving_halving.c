// SPDX-License-Identifier: MIT
#include "kiln.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// A point whose height over time is a polynomial: the answers are known.
typedef struct way
{
	double height[4];  ///< c[0] + c[1] t + c[2] t^2 + c[3] t^3
	double speed_most; ///< of all times
	uint32_t asked;	   ///< calls of `distance`
} way;

static float bound(void *user, float t0, float t1)
{
	way *w = user;
	return (float)(w->speed_most * ((double)t1 - (double)t0) * (1 + 1e-6));
}

static double height_at(const way *w, double t)
{
	return w->height[0] + t * (w->height[1] + t * (w->height[2] + t * w->height[3]));
}

static float distance(void *user, float t)
{
	way *w = user;
	++w->asked;
	return (float)height_at(w, (double)t);
}

static kiln_halving ask(way *w, float tolerance)
{
	return (kiln_halving){.motion_bound = bound, .distance = distance, .user = w, .tolerance = tolerance};
}

/// The first time on a grid of 2^-20 at which the height is at most `limit`; 2 for none.
static double first_below(const way *w, double limit)
{
	for (int i = 0; i <= 1 << 20; ++i)
		if (height_at(w, i * 0x1p-20) <= limit)
			return i * 0x1p-20;
	return 2;
}

static void straight_motion_meets_when_it_must(void **state)
{
	(void)state;
	way w = {.height = {1, -2, 0, 0}, .speed_most = 2};
	kiln_halving h = ask(&w, 1e-5f);
	float t = 7;
	bool complete = false;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(complete);
	// No contact before it, and found within the tolerance and the last half.
	assert_true(t <= 0.5f && (double)t >= 0.5 - 1e-5 - 0x1p-22);
	assert_true(w.asked < 100);
	assert_true(kiln_moving_halving(&h, &t, NULL));
}

static void curves_are_never_passed(void **state)
{
	(void)state;
	static const way ways[] = {{.height = {0.5, -3, 4, 0}, .speed_most = 5},
		{.height = {0.5625, -3, 4, 0}, .speed_most = 5}, {.height = {0.57, -3, 4, 0}, .speed_most = 5},
		{.height = {0.001, 1, -3, 2.1}, .speed_most = 2}, {.height = {0.2, 0, 0, -0.2}, .speed_most = 0.6},
		{.height = {0.2, 0, 0, -0.199}, .speed_most = 0.6}, {.height = {3, 0, 0, 0}, .speed_most = 1},
		{.height = {1, -1, 0, 0}, .speed_most = 1}};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i)
	{
		way w = ways[i];
		const float tolerance = 1e-4f;
		kiln_halving h = ask(&w, tolerance);
		float t;
		bool complete;
		bool hit = kiln_moving_halving(&h, &t, &complete);
		double contact = first_below(&w, 0), near = first_below(&w, 1.2e-4);
		assert_true(complete);
		assert_true(hit || contact > 1);
		assert_true((double)t <= contact + 0x1p-20);
		if (hit)
			assert_true((double)t >= near - 0x1p-20);
		else
			assert_true(t == 1);
	}
}

static void contact_at_the_start_needs_no_motion(void **state)
{
	(void)state;
	way w = {.height = {0, 5, 0, 0}, .speed_most = 5};
	kiln_halving h = ask(&w, 1e-6f);
	float t = 3;
	bool complete;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(t == 0 && complete && w.asked == 1);
	w.height[0] = NAN;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(t == 0 && complete);
}

static void contact_at_the_very_end_is_found(void **state)
{
	(void)state;
	way w = {.height = {1, -1, 0, 0}, .speed_most = 1};
	kiln_halving h = ask(&w, 0x1p-100f);
	float t;
	bool complete;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(complete && t >= 1 - 0x1p-22f);
	// A bound of zero skips everything except the end.
	w.speed_most = 0;
	w.asked = 0;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(complete && t == 1 && w.asked == 2);
}

/// Far until half of the time, then in contact, with a bound that ignores the jump.
static float jumping_distance(void *user, float t)
{
	(void)user;
	return t < 0.5f ? 1 : 0;
}

static float coarse_bound(void *user, float t0, float t1)
{
	(void)user;
	return t1 - t0 > 0.6f ? 10 : 0;
}

static void contact_that_a_bound_denies_is_found_where_it_is_seen(void **state)
{
	(void)state;
	kiln_halving h = {.motion_bound = coarse_bound, .distance = jumping_distance, .tolerance = 0.25f};
	float t;
	bool complete;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(complete && t == 0.5f);
}

static void runs_that_end_early_say_so_and_pass_nothing(void **state)
{
	(void)state;
	way w = {.height = {0.5625, -3, 4, 0}, .speed_most = 5};
	kiln_halving h = ask(&w, 1e-6f);
	float before = 0;
	for (uint32_t most = 1; most < 300; ++most)
	{
		float t;
		bool complete;
		h.steps_max = most;
		w.asked = 0;
		assert_true(kiln_moving_halving(&h, &t, &complete));
		assert_true(w.asked <= most);
		assert_true((double)t <= 0.375);
		assert_true(t >= before);
		before = t;
	}
	assert_true(before > 0.3f);
	// Useless bounds: every part is halved, until the calls are used up or the first part is too short.
	w.speed_most = HUGE_VAL;
	h.steps_max = 0;
	w.asked = 0;
	float t;
	bool complete;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(t == 0 && w.asked <= 10000);
	w.speed_most = NAN;
	assert_true(kiln_moving_halving(&h, &t, &complete));
	assert_true(t == 0);
}

static void what_is_missing_is_refused(void **state)
{
	(void)state;
	way w = {.height = {1, 0, 0, 0}, .speed_most = 1};
	const float bad[] = {0, -1, NAN};
	float t = 5;
	bool complete = true;
	assert_false(kiln_moving_halving(NULL, &t, &complete));
	assert_true(t == 0 && !complete);
	for (size_t i = 0; i < 3; ++i)
	{
		kiln_halving h = ask(&w, bad[i]);
		assert_false(kiln_moving_halving(&h, &t, &complete));
	}
	kiln_halving h = ask(&w, 1);
	complete = true;
	assert_true(!kiln_moving_halving(&h, NULL, &complete) && !complete);
	h.distance = NULL;
	assert_false(kiln_moving_halving(&h, &t, &complete));
	h = ask(&w, 1);
	h.motion_bound = NULL;
	assert_false(kiln_moving_halving(&h, &t, &complete));
	assert_int_equal(w.asked, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(straight_motion_meets_when_it_must),
		cmocka_unit_test(curves_are_never_passed),
		cmocka_unit_test(contact_at_the_start_needs_no_motion),
		cmocka_unit_test(contact_at_the_very_end_is_found),
		cmocka_unit_test(contact_that_a_bound_denies_is_found_where_it_is_seen),
		cmocka_unit_test(runs_that_end_early_say_so_and_pass_nothing),
		cmocka_unit_test(what_is_missing_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
