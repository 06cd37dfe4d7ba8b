// SPDX-License-Identifier: MIT
#include "mover_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

/// Arguments of movers: what is refused, what is allowed though it is strange, budgets, and scenes beside worlds.

static mover_stage s;

static const kiln_vec3 none = {0, 0, 0};

static kiln_status move(const kiln_convex_object *body, kiln_vec3 wanted, const kiln_mover_options *options)
{
	memset(&s.result, 0xff, sizeof s.result);
	return kiln_world_mover_move(s.level.world, body, wanted, NULL, options, &s.result);
}

static void begin(uint32_t kind)
{
	stage_begin(&s, kind);
	level_floor(&s.level, 0, 4);
	level_finish(&s.level);
	stage_put(&s, 0.1f, s.foot + 0.1f, 0.2f);
}

static void assert_refused(kiln_status status)
{
	static const kiln_mover_result zero;
	assert_int_equal(status, KILN_E_ARGUMENT);
	assert_memory_equal(&s.result, &zero, sizeof zero);
}

static void unusable_numbers_are_refused(void **state)
{
	(void)state;
	static const float bad[4] = {NAN, INFINITY, -INFINITY, FLT_MAX};
	begin(0);
	for (int i = 0; i < 4; i++)
	{
		kiln_convex_object body = s.body;
		const kiln_mover_options options[6] = {{.padding = bad[i]}, {.slope = bad[i]}, {.step_up = bad[i]},
			{.step_down = bad[i]}, {.up = {bad[i], 0, 0}}, {.up = {0, 1, bad[i]}}};
		assert_refused(move(&body, (kiln_vec3){bad[i], 0, 0}, NULL));
		assert_refused(move(&body, (kiln_vec3){0, bad[i], 0}, NULL));
		assert_refused(move(&body, (kiln_vec3){0, 0, bad[i]}, NULL));
		for (int k = 0; k < 6; k++)
			assert_refused(move(&body, none, &options[k]));
		body.pose.translation.z = bad[i];
		assert_refused(move(&body, none, NULL));
	}
	static const kiln_mover_options negative[4] = {{.padding = -1}, {.slope = -1}, {.step_up = -1}, {.step_down = -1}};
	for (int k = 0; k < 4; k++)
		assert_refused(move(&s.body, none, &negative[k]));
	kiln_convex_object far = s.body;
	far.pose.translation.x = 0x1p39f;
	assert_refused(move(&far, (kiln_vec3){0x1p40f, 0, 0}, NULL));
	assert_refused(move(&(kiln_convex_object){0}, none, NULL));
	level_free(&s.level);
}

static void null_is_refused(void **state)
{
	(void)state;
	begin(0);
	const kiln_asset *asset = &s.level.asset;
	assert_refused(move(NULL, none, NULL));
	memset(&s.result, 0xff, sizeof s.result);
	assert_refused(kiln_world_mover_move(NULL, &s.body, none, NULL, NULL, &s.result));
	memset(&s.result, 0xff, sizeof s.result);
	assert_refused(kiln_scene_mover_move(NULL, &s.body, none, NULL, &s.result));
	assert_int_equal(kiln_world_mover_move(s.level.world, &s.body, none, NULL, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_scene_mover_move(asset, &s.body, none, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_scene_recover(asset, NULL, NULL, &s.result), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_recover(s.level.world, NULL, NULL, NULL, &s.result), KILN_E_ARGUMENT);
	const kiln_pose pose = {.translation = {1, 2, 3}};
	kiln_vec3 way = kiln_mover_carry(NULL, &pose, none);
	assert_true(way.x == 0 && way.y == 0 && way.z == 0);
	way = kiln_mover_carry(&pose, &(kiln_pose){.translation = {NAN, 0, 0}}, none);
	assert_true(way.x == 0 && way.y == 0 && way.z == 0);
	way = kiln_mover_carry(&(kiln_pose){0}, &pose, none);
	assert_true(way.x == 1 && way.y == 2 && way.z == 3);
	level_free(&s.level);
}

/// A world of nothing: every displacement is made, to the nearest float.
static void nothing_stops_a_body_in_an_empty_world(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		stage_begin(&s, kind);
		level_finish(&s.level);
		s.options = (kiln_mover_options){.step_up = 0.3f, .step_down = 0.3f};
		uint64_t random = 7;
		for (int i = 0; i < 100; i++)
		{
			const kiln_vec3 at = level_place(&random, 10), way = level_place(&random, i % 2 ? 1e11f : 1);
			stage_put(&s, at.x, at.y, at.z);
			stage_move(&s, way.x, way.y, way.z);
			const kiln_vec3 end = s.result.position;
			assert_true(end.x == at.x + way.x && end.y == at.y + way.y && end.z == at.z + way.z);
			assert_true(s.result.ground == KILN_MOVER_FALLS && s.result.count == 0 && s.result.left.x == 0);
		}
		stage_put(&s, 1, 2, 3);
		stage_move(&s, 0, 0, 0);
		const kiln_vec3 at = s.result.position;
		assert_true(at.x == 1 && at.y == 2 && at.z == 3);
		level_free(&s.level);
	}
}

/// Displacements of up to 10^12 from anywhere above a floor end above the floor.
static void no_speed_leads_through_a_floor(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		begin(kind);
		uint64_t random = 3;
		for (int i = 0; i < 200; i++)
		{
			const float speed = i % 3 == 0 ? 1e12f : i % 3 == 1 ? 1e6f : 100;
			const float x = level_between(&random, -3, 3), z = level_between(&random, -3, 3);
			stage_put(&s, x, s.foot + level_between(&random, 0.01f, 2), z);
			stage_move(&s, 0, -speed, 0);
			assert_true(s.result.position.y > s.foot && s.result.position.y < s.foot + 2 * s.padding);
			assert_int_equal(s.result.ground, KILN_MOVER_STANDS);
		}
		level_free(&s.level);
	}
}

static void a_body_comes_to_rest_in_two_moves(void **state)
{
	(void)state;
	begin(0);
	for (int i = 0; i < 50; i++)
	{
		// From any gap, also below the padding, and from a shallow overlap.
		stage_put(&s, 0.1f, s.foot - 0.01f + 0.0007f * (float)i, 0.2f);
		kiln_vec3 last = none;
		int kept = 0;
		for (int k = 0; k < 8; k++)
		{
			stage_move(&s, 0, 0, 0);
			kept = memcmp(&last, &s.result.position, sizeof last) == 0 ? kept + 1 : 0;
			last = s.result.position;
		}
		assert_true(kept >= 6);
	}
	level_free(&s.level);
}

/// Every budget ends with a place that the body reached and where it touches nothing; a large budget changes nothing.
static void a_budget_ends_a_move_at_a_free_place(void **state)
{
	(void)state;
	stage_begin(&s, 0);
	level_floor(&s.level, 0, 4);
	level_box(&s.level, (kiln_vec3){1, 0, -3}, (kiln_vec3){3, 0.2f, 3});
	level_finish(&s.level);
	s.options = (kiln_mover_options){.step_up = 0.3f, .step_down = 0.3f};
	stage_put(&s, 0, s.foot + 0.1f, 0.1f);
	stage_move_times(&s, 2, 0, -1, 0);
	const kiln_vec3 wanted = {1.3f, -0.1f, 0.3f};
	kiln_mover_result whole;
	assert_int_equal(kiln_world_mover_move(s.level.world, &s.body, wanted, NULL, &s.options, &whole), KILN_OK);
	assert_true(whole.position.x > 1.2f && whole.position.y > s.foot + 0.2f);
	uint32_t ended = 0;
	for (uint64_t work = 0; work < 20000; work += 1 + work / 8)
	{
		kiln_budget budget = {.work = work};
		const kiln_world_query_options query = {.budget = &budget};
		const kiln_status status = kiln_world_mover_move(s.level.world, &s.body, wanted, &query, &s.options, &s.result);
		assert_true(status == KILN_OK || status == KILN_E_BUDGET);
		assert_true(budget.used <= budget.work);
		if (status == KILN_OK)
			assert_memory_equal(&s.result, &whole, sizeof whole);
		ended += status == KILN_E_BUDGET;
		const kiln_convex_object end = {.shape = &s.shape, .pose = {.translation = s.result.position}};
		assert_int_equal(kiln_world_overlap_convex(s.level.world, &end, NULL, NULL, 0), 0);
		if (status == KILN_OK && ended > 0)
			break;
	}
	assert_true(ended > 10 && ended < 70);
	level_free(&s.level);
}

/// A scene gives the results of a world that has only this scene, at its own place.
static void a_scene_answers_like_its_world(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		uint64_t random = 9 + kind;
		stage_begin(&s, kind);
		level_floor(&s.level, 0, 4);
		level_box(&s.level, (kiln_vec3){1, 0, -3}, (kiln_vec3){3, 0.2f, 3});
		level_box(&s.level, (kiln_vec3){-3, 0, -3}, (kiln_vec3){-1, 2, 3});
		level_finish(&s.level);
		s.options = (kiln_mover_options){.step_up = 0.3f, .step_down = 0.3f};
		stage_put(&s, 0, s.foot + 0.1f, 0.1f);
		for (int i = 0; i < 100; i++)
		{
			kiln_vec3 way = level_place(&random, 0.3f);
			way.y -= 0.1f;
			kiln_convex_object body = s.body;
			kiln_mover_result own;
			assert_int_equal(kiln_scene_mover_move(&s.level.asset, &body, way, &s.options, &own), KILN_OK);
			stage_move(&s, way.x, way.y, way.z);
			assert_memory_equal(&own.position, &s.result.position, sizeof own.position);
			assert_true(own.ground == s.result.ground && own.count == s.result.count && own.gap == s.result.gap);
			assert_true(own.ground == KILN_MOVER_FALLS || own.floor.member == KILN_NONE);
		}
		level_free(&s.level);
	}
}

/// Walks with a cache, without one, and with one that is sometimes cleared: the same results, for less work.
static void a_cache_changes_no_result(void **state)
{
	(void)state;
	uint64_t whole = 0, cached = 0;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		static kiln_mover_cache cache;
		uint64_t random = 21 + kind;
		stage_begin(&s, kind);
		level_floor(&s.level, 0, 4);
		level_box(&s.level, (kiln_vec3){1, 0, -3}, (kiln_vec3){3, 0.2f, 3});
		level_hull(&s.level, &random, (kiln_vec3){-2, 0.3f, 0}, 1);
		level_finish(&s.level);
		s.options = (kiln_mover_options){.step_up = 0.3f, .step_down = 0.3f};
		stage_put(&s, 0, s.foot + 0.1f, 0.1f);
		memset(&cache, 0, sizeof cache);
		for (int i = 0; i < 300; i++)
		{
			kiln_budget budget = {.work = UINT64_MAX}, less = {.work = UINT64_MAX};
			const kiln_world_query_options query = {.budget = &budget}, other = {.budget = &less};
			kiln_vec3 way = level_place(&random, 0.1f);
			way.y -= 0.1f;
			kiln_mover_options with = s.options;
			kiln_mover_result result;
			with.cache = &cache;
			if (i % 50 == 49)
				cache.count = 0;
			if (i % 50 == 24)
				stage_put(&s, level_between(&random, -1, 1), s.foot + 0.5f, 0);
			const kiln_world *world = s.level.world;
			assert_int_equal(kiln_world_mover_move(world, &s.body, way, &other, &with, &result), KILN_OK);
			assert_int_equal(kiln_world_mover_move(world, &s.body, way, &query, &s.options, &s.result), KILN_OK);
			assert_memory_equal(&result, &s.result, sizeof result);
			s.body.pose.translation = result.position;
			whole += budget.used;
			cached += less.used;
		}
		level_free(&s.level);
	}
	assert_true(cached < whole - whole / 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unusable_numbers_are_refused),
		cmocka_unit_test(null_is_refused),
		cmocka_unit_test(nothing_stops_a_body_in_an_empty_world),
		cmocka_unit_test(no_speed_leads_through_a_floor),
		cmocka_unit_test(a_body_comes_to_rest_in_two_moves),
		cmocka_unit_test(a_budget_ends_a_move_at_a_free_place),
		cmocka_unit_test(a_scene_answers_like_its_world),
		cmocka_unit_test(a_cache_changes_no_result),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
