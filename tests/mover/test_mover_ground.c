// SPDX-License-Identifier: MIT
#include "mover_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// Movers on floors, walls, stairs, slopes and below ceilings.

static mover_stage s;

static kiln_vec3 place(void)
{
	return s.body.pose.translation;
}

static kiln_vec3 point(float x, float y, float z)
{
	return (kiln_vec3){x, y, z};
}

/// A rectangle along z, from one point of the xy plane to another.
static void add_strip(float x0, float y0, float x1, float y1)
{
	level_quad(&s.level, point(x0, y0, -3), point(x0, y0, 3), point(x1, y1, 3), point(x1, y1, -3));
}

static void a_body_falls_and_stands_on_the_ground(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		stage_begin(&s, kind);
		level_floor(&s.level, 0, 4);
		level_finish(&s.level);
		stage_put(&s, 0.3f, 4, 0.2f);
		stage_move(&s, 0, -1, 0);
		assert_true(place().x == 0.3f && place().y == 3 && place().z == 0.2f);
		assert_int_equal(s.result.ground, KILN_MOVER_FALLS);
		assert_true(s.result.count == 0 && s.result.floor.normal.y == 0);
		assert_true(s.result.gap > s.padding * 1.99f && s.result.gap < s.padding * 2.01f);
		stage_move(&s, 0, -1000, 0);
		const float gap = place().y - s.foot;
		assert_true(gap > 0.75f * s.padding && gap < 1.25f * s.padding);
		assert_true(fabsf(gap - s.result.gap) < 1e-5f);
		assert_int_equal(s.result.ground, KILN_MOVER_STANDS);
		const kiln_mover_contact *floor = &s.result.floor;
		assert_true(floor->normal.y == 1 && floor->node == 0 && floor->material == 0 && floor->walkable);
		assert_true(floor->triangle < s.level.triangle_count && fabsf(floor->point.y) < 1e-5f);
		level_free(&s.level);
	}
}

/// Edges inside a floor and a wall do not stop a body: it comes as far as on one large triangle.
static void inner_edges_do_not_stop_a_body(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		stage_begin(&s, kind);
		level_floor(&s.level, 0, 8);
		for (int i = -6; i < 6; i++)
			for (int k = 0; k < 2; k++)
			{
				const float z = (float)i, y = (float)k;
				level_quad(&s.level, point(4, y, z), point(4, y, z + 1), point(4, y + 1, z + 1), point(4, y + 1, z));
			}
		level_finish(&s.level);
		stage_put(&s, -5, 1, -2.3f);
		stage_move_times(&s, 4, 0, -1, 0);
		const float height = place().y;
		for (int i = 0; i < 200; i++)
		{
			const kiln_vec3 before = place();
			stage_move(&s, 0.037f, -0.05f, 0.013f);
			assert_true(place().y == height);
			assert_true(fabsf(place().x - before.x - 0.037f) < 1e-5f && fabsf(place().z - before.z - 0.013f) < 1e-5f);
		}
		stage_put(&s, 3, height, -5);
		stage_move_times(&s, 30, 0.05f, -0.05f, 0);
		const float x = place().x;
		for (int i = 0; i < 100; i++)
		{
			const float before = place().z;
			stage_move(&s, 0.05f, -0.05f, 0.083f);
			assert_true(fabsf(place().z - before - 0.083f) < 1e-5f && fabsf(place().x - x) < 1e-5f);
			assert_true(s.result.count > 0 && s.result.contacts[0].pushed > 0.01f);
		}
		level_free(&s.level);
	}
}

static void add_steps(float rise, float tread)
{
	add_strip(-4, 0, 0, 0);
	for (int i = 0; i < 5; i++)
	{
		const float x = (float)i * tread, y = (float)i * rise;
		add_strip(x, y, x, y + rise);
		add_strip(x, y + rise, i == 4 ? x + 4 : x + tread, y + rise);
	}
}

static void stairs_are_climbed_up_to_the_height_of_a_step(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
		for (int high = 0; high < 2; high++)
		{
			stage_begin(&s, kind);
			add_steps(high ? 0.4f : 0.2f, 0.35f);
			level_finish(&s.level);
			s.options = (kiln_mover_options){.step_up = 0.3f, .step_down = 0.3f};
			stage_put(&s, -2, s.foot + 0.1f, 0);
			for (int i = 0; i < 120; i++)
			{
				stage_move(&s, 0.05f, -0.1f, 0);
				assert_int_equal(s.result.ground, KILN_MOVER_STANDS);
			}
			if (high)
			{
				assert_true(place().x < 0 && place().y < s.foot + 0.1f);
				assert_true(s.result.count > 0 && s.result.contacts[0].normal.x < -0.5f);
			}
			else
				assert_true(place().x > 2 && fabsf(place().y - s.foot - 1) < 2 * s.padding);
			for (int i = 0; i < (high ? 40 : 120); i++)
			{
				stage_move(&s, -0.05f, -0.1f, 0);
				assert_int_equal(s.result.ground, KILN_MOVER_STANDS);
			}
			assert_true(place().x < -1.5f && fabsf(place().y - s.foot) < 2 * s.padding);
			level_free(&s.level);
		}
}

/// Without steps the first one is a wall, and a body that leaves a ledge falls.
static void a_body_without_steps_neither_climbs_nor_snaps(void **state)
{
	(void)state;
	stage_begin(&s, 2);
	add_steps(0.2f, 0.35f);
	level_finish(&s.level);
	stage_put(&s, -2, s.foot + 0.1f, 0);
	stage_move_times(&s, 60, 0.05f, -0.1f, 0);
	assert_true(place().x < -s.wide && place().y < s.foot + 2 * s.padding);
	stage_put(&s, 4, s.foot + 1.1f, 0);
	stage_move_times(&s, 10, 0, -0.1f, 0);
	int falls = 0;
	for (int i = 0; i < 100; i++)
	{
		stage_move(&s, -0.05f, -0.01f, 0);
		falls += s.result.ground == KILN_MOVER_FALLS;
	}
	assert_true(falls > 10);
	level_free(&s.level);
}

static void slopes_up_to_the_limit_are_ground(void **state)
{
	(void)state;
	static const float tangents[4] = {0.5f, 0.95f, 1.05f, 4};
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
		for (int i = 0; i < 4; i++)
			for (int steps = 0; steps < 2; steps++)
			{
				stage_begin(&s, kind);
				add_strip(-4, 0, 0, 0);
				add_strip(0, 0, 2, 2 * tangents[i]);
				level_finish(&s.level);
				if (steps)
					s.options = (kiln_mover_options){.step_up = 0.25f, .step_down = 0.25f};
				stage_put(&s, -1.5f, s.foot + 0.1f, 0);
				float highest = 0;
				for (int k = 0; k < 100; k++)
				{
					stage_move(&s, 0.03f, -0.1f, k % 2 ? 0.01f : -0.01f);
					highest = place().y > highest ? place().y : highest;
				}
				if (tangents[i] < 1)
					assert_true(place().x > 1.2f && place().y > s.foot + tangents[i] * 0.8f);
				else
					assert_true(place().x < 0.1f && highest < s.foot + 0.12f);
				assert_int_equal(s.result.ground, KILN_MOVER_STANDS);
				level_free(&s.level);
			}
}

/// A body on a steep slope slides down, and stays there when it does not fall.
static void a_steep_slope_carries_no_body(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		stage_begin(&s, kind);
		add_strip(-4, 0, 4, 16);
		level_finish(&s.level);
		stage_put(&s, 0, 10.5f, 0);
		stage_move(&s, 0, -3, 0);
		const float height = place().y;
		for (int i = 0; i < 40; i++)
		{
			const kiln_vec3 before = place();
			stage_move(&s, 0.1f, 0, 0.02f);
			assert_int_equal(s.result.ground, KILN_MOVER_SLIDES);
			assert_true(place().y <= height + 1e-4f && place().z > before.z);
		}
		const float low = place().y;
		stage_move_times(&s, 10, 0.05f, -0.2f, 0);
		assert_true(place().y < low - 1);
		level_free(&s.level);
	}
}

static void a_ceiling_stops_a_rising_body(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		stage_begin(&s, kind);
		level_floor(&s.level, 0, 4);
		add_strip(-4, 2, 0, 2);
		add_strip(0, 2, 4, 0); // falls to the floor
		level_finish(&s.level);
		stage_put(&s, -2, s.foot + 0.1f, 0);
		stage_move_times(&s, 2, 0, -1, 0);
		stage_move(&s, 0, 1e6f, 0);
		assert_true(place().y > s.foot + 0.5f && s.result.ground == KILN_MOVER_FALLS);
		assert_true(s.result.count == 1 && s.result.contacts[0].normal.y == -1);
		stage_move_times(&s, 3, 0, -1, 0);
		// The wedge of ceiling and floor holds the body.
		kiln_vec3 last = place();
		int kept = 0;
		for (int i = 0; i < 150; i++)
		{
			stage_move(&s, 0.05f, -0.05f, 0);
			kept = memcmp(&last, &s.result.position, sizeof last) == 0 ? kept + 1 : 0;
			last = s.result.position;
		}
		assert_true(kept > 20 && place().x > 0 && place().x < 3.5f);
		stage_move_times(&s, 40, -0.05f, -0.05f, 0);
		assert_true(last.x - place().x > 1.9f);
		level_free(&s.level);
	}
}

/// Corners of 20 to 120 degrees: a body that is pushed into them comes to rest, whatever the direction, and can leave.
static void corners_hold_a_body_that_can_leave(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
		for (int i = 0; i < 6; i++)
		{
			static const float halves[6] = {0.17f, 0.36f, 0.7f, 1, 1.2f, 1.7f}; // tangent of half the angle
			stage_begin(&s, kind);
			level_floor(&s.level, 0, 8);
			for (int side = -1; side <= 1; side += 2)
				level_quad(&s.level, point(4, 0, 0), point(4, 3, 0), point(-4, 3, (float)side * 8 * halves[i]),
					point(-4, 0, (float)side * 8 * halves[i]));
			level_finish(&s.level);
			stage_put(&s, -2, s.foot + 0.1f, 0);
			for (int k = 0; k < 120; k++)
				stage_move(&s, 0.1f, -0.1f, (float)(k % 3 - 1) * 0.05f);
			kiln_vec3 last = place();
			int kept = 0;
			for (int k = 0; k < 40; k++)
			{
				stage_move(&s, 0.1f, -0.1f, 0.01f);
				kept = memcmp(&last, &s.result.position, sizeof last) == 0 ? kept + 1 : 0;
				last = s.result.position;
			}
			assert_true(kept > 10);
			stage_move_times(&s, 10, -0.1f, -0.1f, 0);
			assert_true(last.x - place().x > 0.99f);
			level_free(&s.level);
		}
}

/// A slit as wide as the body and its padding lets the body pass; a narrower one than the body does not.
static void a_slit_lets_pass_what_fits(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
		for (int fits = 0; fits < 2; fits++)
		{
			stage_begin(&s, kind);
			const float half = s.wide + (fits ? 1.01f * s.padding : -1e-4f);
			level_floor(&s.level, 0, 6);
			for (int side = -1; side <= 1; side += 2)
			{
				const float z = (float)side * half;
				level_quad(&s.level, point(-1, 0, z), point(1, 0, z), point(1, 3, z), point(-1, 3, z));
				level_quad(&s.level, point(-1, 0, z), point(-3, 0, z * 4), point(-3, 3, z * 4), point(-1, 3, z));
			}
			level_finish(&s.level);
			stage_put(&s, -2, s.foot + 0.1f, 0.1f);
			stage_move_times(&s, 100, 0.05f, -0.1f, 0.004f);
			assert_true(fits ? place().x > 2 : place().x < -0.9f);
			level_free(&s.level);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_body_falls_and_stands_on_the_ground),
		cmocka_unit_test(inner_edges_do_not_stop_a_body),
		cmocka_unit_test(stairs_are_climbed_up_to_the_height_of_a_step),
		cmocka_unit_test(a_body_without_steps_neither_climbs_nor_snaps),
		cmocka_unit_test(slopes_up_to_the_limit_are_ground),
		cmocka_unit_test(a_steep_slope_carries_no_body),
		cmocka_unit_test(a_ceiling_stops_a_rising_body),
		cmocka_unit_test(corners_hold_a_body_that_can_leave),
		cmocka_unit_test(a_slit_lets_pass_what_fits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
