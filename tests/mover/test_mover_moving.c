// SPDX-License-Identifier: MIT
#include "mover_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// Movers on platforms, before walls that move, on floors that are solid from one side only, and in overlaps.

static mover_stage s;

static kiln_vec3 place(void)
{
	return s.body.pose.translation;
}

/// A box of the world that moves from one pose to the next, and carries what stands on it.
typedef struct platform
{
	kiln_convex_shape box;
	kiln_pose from, to;
	uint32_t solid;
} platform;

static platform p;

static bool carry(void *user, kiln_mover_contact *contact)
{
	const platform *by = user;
	if (contact->member == 0)
		contact->displacement = kiln_mover_carry(&by->from, &by->to, contact->point);
	return true;
}

static void begin(uint32_t kind, kiln_vec3 half)
{
	stage_begin(&s, kind);
	memset(&p, 0, sizeof p);
	p.box =
		(kiln_convex_shape){.kind = KILN_CONVEX_AABB, .aabb = {{-half.x, -half.y, -half.z}, {half.x, half.y, half.z}}};
	p.solid = level_solid(&s.level, &p.box, &p.from);
	s.options = (kiln_mover_options){.step_up = 0.2f, .step_down = 0.2f, .accepts = carry, .user = &p};
	level_finish(&s.level);
}

/// Moves the body with the platform where it is, then the platform: the order that keeps both apart.
static void advance(kiln_pose to, kiln_vec3 wanted, bool apart)
{
	kiln_broadphase_pairs pairs;
	p.to = to;
	assert_int_equal(kiln_world_mover_move(s.level.world, &s.body, wanted, NULL, &s.options, &s.result), KILN_OK);
	s.body.pose.translation = s.result.position;
	assert_int_equal(kiln_world_move(s.level.world, s.level.handles[p.solid], &to), KILN_OK);
	assert_int_equal(kiln_world_update(s.level.world, &pairs), KILN_OK);
	p.from = to;
	assert_true(!apart || kiln_world_overlap_convex(s.level.world, &s.body, NULL, NULL, 0) == 0);
}

/// A spinning, rising, travelling platform keeps its rider at one place of the platform.
static void a_platform_carries_its_rider(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		begin(kind, (kiln_vec3){2, 0.25f, 2});
		stage_put(&s, 1, 0.25f + s.foot + 0.02f, 0.5f);
		stage_move_times(&s, 2, 0, -0.1f, 0);
		assert_int_equal(s.result.ground, KILN_MOVER_STANDS);
		const kiln_vec3 start = place();
		const float radius = sqrtf(start.x * start.x + start.z * start.z);
		kiln_pose pose = {.rotation = {0, 0, 0, 1}};
		float angle = 0;
		for (int i = 0; i < 240; i++)
		{
			kiln_pose next = pose;
			const float lift = i < 120 ? 0.02f : -0.02f;
			angle += 0.01f;
			next.rotation = (kiln_quat){0, sinf(angle / 2), 0, cosf(angle / 2)};
			next.translation.y += lift;
			next.translation.x += 0.015f;
			const kiln_vec3 with = kiln_mover_carry(&pose, &next, place());
			const kiln_vec3 wanted = {with.x, with.y < 0 ? with.y : 0, with.z};
			advance(next, wanted, true);
			pose = next;
			const float x = place().x - pose.translation.x, y = place().y - pose.translation.y, z = place().z;
			assert_true(fabsf(sqrtf(x * x + z * z) - radius) < 0.05f && fabsf(y - start.y) < 0.03f);
		}
		level_free(&s.level);
	}
}

/// A wall that moves into a body pushes it ahead: a slow wall, which the body sees before it touches, never touches it; a
/// fast one is left by the next move.
static void a_moving_wall_pushes_a_body(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
		for (int fast = 0; fast < 2; fast++)
		{
			begin(kind, (kiln_vec3){0.25f, 2, 2});
			stage_put(&s, 1, 0, 0.1f);
			kiln_pose pose = {.rotation = {0, 0, 0, 1}};
			float least = 1;
			const float speed = fast ? 0.05f : 0.004f;
			const int count = fast ? 60 : 500;
			for (int i = 0; i < count; i++)
			{
				kiln_pose next = pose;
				next.translation.x += speed;
				advance(next, (kiln_vec3){0, 0, 0}, !fast);
				pose = next;
				const float gap = place().x - pose.translation.x - 0.25f - s.wide;
				least = gap < least ? gap : least;
			}
			assert_true(fast || least > 0.5f * s.padding);
			stage_move_times(&s, 3, 0, 0, 0);
			const float ahead = pose.translation.x + 0.25f + s.wide;
			assert_true(place().x > ahead && place().x < ahead + 0.06f && fabsf(place().z - 0.1f) < 0.01f);
			level_free(&s.level);
		}
}

/// A floor that is solid from above only.
static bool from_above(void *user, kiln_mover_contact *contact)
{
	(void)user;
	return contact->normal.y > 0.7f;
}

static void a_one_way_floor_lets_a_body_rise_and_carries_it(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		stage_begin(&s, kind);
		level_floor(&s.level, 0, 3);
		level_finish(&s.level);
		s.options.accepts = from_above;
		stage_put(&s, 0.2f, -2, 0.1f);
		stage_move(&s, 0, 4, 0);
		assert_true(place().y > 1.99f && s.result.count == 0);
		stage_move(&s, 0, -4, 0);
		assert_true(fabsf(place().y - s.foot) < 2 * s.padding && s.result.ground == KILN_MOVER_STANDS);
		s.options.accepts = NULL;
		stage_put(&s, 0.2f, -2, 0.1f);
		stage_move(&s, 0, 4, 0);
		assert_true(place().y < 0 && s.result.count == 1);
		level_free(&s.level);
	}
}

/// A body in a solid leaves it; the solid's faces push together.
static void a_body_inside_a_solid_is_freed(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (uint32_t kind = 0; kind < LEVEL_BODIES; kind++)
	{
		begin(kind, (kiln_vec3){1, 1.5f, 2});
		s.options = (kiln_mover_options){0};
		for (int i = 0; i < 40; i++)
		{
			s.body.pose.translation = level_place(&random, 1.2f);
			assert_int_equal(kiln_world_recover(s.level.world, &s.body, NULL, &s.options, &s.result), KILN_OK);
			s.body.pose.translation = s.result.position;
			assert_int_equal(kiln_world_overlap_convex(s.level.world, &s.body, NULL, NULL, 0), 0);
			assert_true(s.result.gap >= 0.75f * s.padding);
		}
		level_free(&s.level);
	}
}

/// Boxes of the body's own size, a little larger and smaller: no move leads out, and the body keeps its place.
static void a_box_of_its_own_size_holds_a_body(void **state)
{
	(void)state;
	static const float more[5] = {-0.01f, 0, 1e-4f, 0.005f, 0.02f};
	for (int i = 0; i < 5; i++)
		for (int recover = 0; recover < 2; recover++)
		{
			stage_begin(&s, 1);
			const kiln_vec3 high = {0.3f + more[i], 0.5f + more[i], 0.3f + more[i]};
			level_box(&s.level, (kiln_vec3){-high.x, -high.y, -high.z}, high);
			level_finish(&s.level);
			s.options = (kiln_mover_options){.step_up = 0.2f, .step_down = 0.2f};
			uint64_t random = 3;
			for (int k = 0; k < 100; k++)
			{
				const kiln_vec3 wanted = level_place(&random, k % 2 ? 1e5f : 0.01f);
				const kiln_status status =
					recover ? kiln_world_recover(s.level.world, &s.body, NULL, &s.options, &s.result)
							: kiln_world_mover_move(s.level.world, &s.body, wanted, NULL, &s.options, &s.result);
				assert_int_equal(status, KILN_OK);
				s.body.pose.translation = s.result.position;
				const kiln_vec3 at = place();
				assert_true(fabsf(at.x) < 0.021f && fabsf(at.y) < 0.021f && fabsf(at.z) < 0.021f);
			}
			level_free(&s.level);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_platform_carries_its_rider),
		cmocka_unit_test(a_moving_wall_pushes_a_body),
		cmocka_unit_test(a_one_way_floor_lets_a_body_rise_and_carries_it),
		cmocka_unit_test(a_body_inside_a_solid_is_freed),
		cmocka_unit_test(a_box_of_its_own_size_holds_a_body),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
