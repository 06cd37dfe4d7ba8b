// SPDX-License-Identifier: MIT
#include "mover_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// Movers over tiles of one floor that were cooked apart: the seam is x = 2.

static mover_stage s;

typedef struct tiles
{
	kiln_border list[2];
	kiln_borders borders;
	kiln_world *world;
	void *memory;
} tiles;

static void make(tiles *t)
{
	const kiln_world_options options = {.broadphase = {.capacity = 2, .pair_capacity = 2}};
	const size_t size = kiln_world_size(&options);
	t->list[0] = (kiln_border){.asset = &s.level.asset};
	t->list[1] = (kiln_border){.asset = &s.level.asset, .pose = {.translation = {4, 0, 0}}};
	assert_int_equal(kiln_borders_init(&t->borders, t->list, 2, 0), KILN_OK);
	t->memory = fixture_memory(size);
	assert_int_equal(kiln_world_create(&t->world, t->memory, size, &options), KILN_OK);
	for (int i = 0; i < 2; i++)
	{
		const kiln_member member = {.asset = t->list[i].asset, .shape = KILN_NONE, .pose = t->list[i].pose};
		assert_int_equal(kiln_world_add(t->world, &member, NULL), KILN_OK);
	}
	assert_int_equal(kiln_world_update(t->world, NULL), KILN_OK);
}

static void move(const tiles *t, float x, float y)
{
	const kiln_vec3 wanted = {x, y, 0.003f};
	assert_int_equal(kiln_world_mover_move(t->world, &s.body, wanted, NULL, &s.options, &s.result), KILN_OK);
	s.body.pose.translation = s.result.position;
}

/// With borders the body crosses a seam as it crosses an inner edge. Without them it may rise within its padding, but comes
/// on.
static void a_seam_between_tiles_stops_no_body(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
		for (int joined = 0; joined < 2; joined++)
		{
			tiles t;
			stage_begin(&s, kind);
			level_floor(&s.level, 0, 2);
			level_finish(&s.level);
			make(&t);
			s.options = (kiln_mover_options){.step_down = 0.1f, .borders = joined ? &t.borders : NULL};
			stage_put(&s, 0, s.foot + 0.1f, 0.1f);
			for (int i = 0; i < 4; i++)
				move(&t, 0, -0.1f);
			const kiln_vec3 start = s.result.position;
			float highest = start.y;
			for (int i = 0; i < 100; i++)
			{
				const float before = s.result.position.x;
				move(&t, 0.037f, -0.05f);
				assert_int_equal(s.result.ground, KILN_MOVER_STANDS);
				assert_true(!joined || fabsf(s.result.position.x - before - 0.037f) < 1e-5f);
				highest = s.result.position.y > highest ? s.result.position.y : highest;
			}
			assert_true(highest < start.y + (joined ? 1e-5f : s.padding));
			assert_true(s.result.position.x > start.x + (joined ? 3.699f : 3.5f));
			free(t.memory);
			level_free(&s.level);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_seam_between_tiles_stops_no_body),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
