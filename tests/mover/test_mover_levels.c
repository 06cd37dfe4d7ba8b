// SPDX-License-Identifier: MIT
#include "mover_trace.h"
#include "support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// Movers in random levels: every step is judged by an exact oracle, and by queries of the body.

#define LEVELS 400
#define MOVES 12
#define REPORT 5000 ///< levels, in long runs
#define REST 16		///< most moves of length zero until a body rests

static mover_level level;
static oracle_pieces pieces;

typedef struct walk
{
	kiln_vec3 points[LEVEL_POINTS];
	kiln_convex_shape shape;
	kiln_convex_object body;
	kiln_mover_options options;
	uint64_t random;
	oracle_mover judged;
	trace_judge by;
} walk;

/// Makes the level of a seed, and a body that mostly touches nothing.
static void begin(walk *w, uint64_t seed, bool terrain)
{
	memset(w, 0, sizeof *w);
	w->random = seed;
	(terrain ? level_terrain : level_random)(&level, &w->random);
	level_finish(&level);
	oracle_collect(&level, &pieces);
	const uint32_t kind = (uint32_t)(fixture_random(&w->random) % LEVEL_BODIES);
	level_body(kind, w->points, &w->shape);
	w->by = (trace_judge){.level = &level, .pieces = &pieces, .body = &w->judged};
	oracle_mover_of(&w->shape, &w->judged);
	const kiln_vec3 place = level_place(&w->random, 3);
	w->body = (kiln_convex_object){.shape = &w->shape, .pose = {.translation = place}};
	w->options.step_up = fixture_random(&w->random) % 2 ? 0.3f : 0;
	w->options.step_down = fixture_random(&w->random) % 2 ? 0.3f : 0;
	// A quarter of the bodies may begin in an overlap.
	for (int i = 0; i < 20 && seed % 4 > 0 && trace_touched(&level, &w->body) > 0; i++)
		w->body.pose.translation = level_place(&w->random, 3);
}

/// A displacement of 10^-3 to 10 units, sometimes of a million.
static kiln_vec3 any_displacement(walk *w, int i)
{
	const int decades = (int)(fixture_random(&w->random) % (i % 5 == 4 ? 10 : 5));
	kiln_vec3 d = level_place(&w->random, 1);
	float length = 1e-3f;
	for (int k = 0; k < decades; k++)
		length *= 10;
	d = (kiln_vec3){d.x * length, d.y * length, d.z * length};
	if (i % 2 == 1 && d.y > 0)
		d.y = -d.y;
	return d;
}

/// Moves of length zero: the body comes to rest, and keeps its place to the bit.
static void rest(walk *w)
{
	static const kiln_vec3 none = {0, 0, 0};
	kiln_mover_result result;
	kiln_convex_object body = w->body;
	for (int i = 0; i < REST; i++)
	{
		assert_int_equal(kiln_world_mover_move(level.world, &body, none, NULL, &w->options, &result), KILN_OK);
		if (memcmp(&result.position, &body.pose.translation, sizeof result.position) == 0)
			return;
		body.pose.translation = result.position;
	}
	fail_msg("a body does not come to rest");
}

static void walk_levels(uint64_t levels, bool terrain)
{
	walk w;
	uint32_t moved = 0, held = 0, overlapped = 0, recovered = 0;
	for (uint64_t seed = 1; seed <= levels; seed++)
	{
		begin(&w, seed, terrain);
		for (int i = 0; i < MOVES; i++)
		{
			kiln_mover_result result;
			const kiln_vec3 wanted = any_displacement(&w, i);
			const trace_judgement judged = trace_move(&w.by, &w.body, wanted, &w.options, i == 0, &result);
			assert_int_equal(judged.status, KILN_OK);
			if (judged.fault)
				fail_msg("seed %u, move %d: fault %d", (unsigned)seed, i, (int)judged.fault);
			assert_true(!judged.started_free || judged.ended_free);
			moved++;
			held += result.count > 0;
			overlapped += !judged.started_free;
			recovered += !judged.started_free && judged.ended_free;
			w.body.pose.translation = result.position;
			rest(&w);
			const kiln_vec3 at = result.position;
			if (fabsf(at.x) > 8 || fabsf(at.y) > 8 || fabsf(at.z) > 8)
				w.body.pose.translation = level_place(&w.random, 3);
		}
		level_free(&level);
		if (seed % REPORT == 0)
			print_message("%u levels, %u moves without a fault\n", (unsigned)seed, (unsigned)moved);
	}
	// Most moves meet something; of the bodies that overlap something, many can be freed.
	assert_true(held > moved / 4 && recovered > levels / 20 && recovered > overlapped / 8);
}

static void no_step_of_a_move_passes_or_touches_a_surface(void **state)
{
	(void)state;
	walk_levels(TRIALS_SLOW ? LEVELS / 8 : trials_random(LEVELS), false);
}

static void nor_does_a_step_on_a_height_field(void **state)
{
	(void)state;
	walk_levels(TRIALS_SLOW ? LEVELS / 16 : trials_random(LEVELS / 4), true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_step_of_a_move_passes_or_touches_a_surface),
		cmocka_unit_test(nor_does_a_step_on_a_height_field),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
