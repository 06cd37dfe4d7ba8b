// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "mesh_pair_case.h"

#include "pair/kernel/front.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Answers with a front, whatever its contents, equal those without; for slow motion a front saves work.

typedef struct front_case
{
	case_mesh mesh[2];
	kiln_front front;
	void *memory;
} front_case;

static void begin(front_case *c, uint32_t pairs)
{
	fixture_mesh meshes[2] = {fixture_sphere(8, 12, 1), fixture_soup(120, 0.3f, 5)};
	case_cook(&c->mesh[0], &meshes[0], 0);
	case_cook(&c->mesh[1], &meshes[1], 0);
	size_t size = kiln_front_size(pairs);
	c->memory = fixture_memory(size);
	assert_non_null(c->memory);
	kiln_front_init(&c->front, c->memory, size);
}

static void end(front_case *c)
{
	free(c->memory);
	case_mesh_free(&c->mesh[0]);
	case_mesh_free(&c->mesh[1]);
}

static kiln_mesh_pair pair_of(const front_case *c, kiln_tree_kind kind, const kiln_affine *pose)
{
	return case_pair(&c->mesh[0], kind, &c->mesh[1], kind, pose, 1, KILN_ISA_AUTO);
}

/// Runs one query, with a front and without.
static void ask(front_case *c, kiln_mesh_pair pair, int question, float distance)
{
	kiln_mesh_pair kept = pair;
	kept.front = &c->front;
	kiln_mesh_touch touch[2];
	kiln_mesh_nearest nearest[2];
	case_list list[2] = {0};
	switch (question)
	{
	case 0:
		assert_int_equal(kilni_mesh_pair_collide(&pair, &touch[0]), kilni_mesh_pair_collide(&kept, &touch[1]));
		break;
	case 1:
		assert_true(kilni_mesh_pair_contacts(&pair, case_visit, &list[0]));
		assert_true(kilni_mesh_pair_contacts(&kept, case_visit, &list[1]));
		case_assert_equal(&list[0], &list[1]);
		case_list_free(&list[0]);
		case_list_free(&list[1]);
		break;
	case 2:
		assert_true(kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest[0]));
		assert_true(kilni_mesh_pair_distance(&kept, 0, HUGE_VAL, &nearest[1]));
		assert_true(nearest[0].distance == nearest[1].distance);
		if (nearest[0].distance > 0)
			assert_memory_equal(nearest[0].triangle, nearest[1].triangle, sizeof nearest[0].triangle);
		break;
	default:
		assert_int_equal(kilni_mesh_pair_within(&pair, distance), kilni_mesh_pair_within(&kept, distance));
	}
}

/// Returns a pose that comes from far away, passes through and leaves again, turning slightly.
static kiln_affine pass_by(double time, double turn)
{
	kiln_affine pose = kiln_affine_identity();
	kiln_quat quat = {0.1f, 0.2f, (float)(turn * time), 1};
	kiln_quat_axes(quat, pose.column);
	pose.origin = (kiln_d3){2.5 * time - 0.5, 0.9 * time, 0.3 - 0.4 * time};
	return pose;
}

static void moving_pairs_are_answered_as_without(void **state)
{
	(void)state;
	front_case c;
	begin(&c, 4000);
	for (int kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		for (uint32_t descent = (uint32_t)kind % 2; descent < KILN_SCHOOL_DESCENTS; descent += 2)
			for (int question = 0; question < 5; ++question)
				for (int frame = -18; frame <= 18; ++frame)
				{
					kiln_affine pose = pass_by(frame < 0 ? frame * 0.05 : 0.87 + frame * 0.002, 0.4);
					kiln_mesh_pair pair = pair_of(&c, (kiln_tree_kind)kind, &pose);
					pair.descent = kiln_school_descent(descent);
					ask(&c, pair, question < 4 ? question : (frame + 18) / 5 % 4, 0.25);
				}
	end(&c);
}

/// Sizes from zero on: the front keeps as much as fits.
static void small_memory_keeps_less(void **state)
{
	(void)state;
	front_case c;
	begin(&c, 64);
	for (size_t size = 0; size <= kiln_front_size(64); size += 40)
	{
		kiln_front_init(&c.front, c.memory, size);
		for (int frame = -20; frame <= 20; ++frame)
		{
			kiln_affine pose = pass_by(0.9 + frame * 0.002, 0.2);
			ask(&c, pair_of(&c, KILN_TREE_OBB, &pose), frame & 3, 0.1f);
		}
	}
	kiln_front_init(&c.front, NULL, 1000);
	kiln_affine pose = pass_by(0.1, 0.2);
	ask(&c, pair_of(&c, KILN_TREE_AABB, &pose), 0, 0);
	kiln_front_init(&c.front, (uint8_t *)c.memory + 4, kiln_front_size(64) - 4);
	ask(&c, pair_of(&c, KILN_TREE_AABB, &pose), 0, 0);
	ask(&c, pair_of(&c, KILN_TREE_AABB, &pose), 0, 0);
	end(&c);
}

static void garbage_costs_time_only(void **state)
{
	(void)state;
	front_case c;
	uint64_t random = 11;
	begin(&c, 200);
	uint8_t *bytes = c.memory;
	for (int trial = 0; trial < 600; ++trial)
	{
		kiln_affine pose = pass_by(0.9 + 0.0001 * (trial % 50), 0.1);
		kiln_mesh_pair pair = pair_of(&c, (kiln_tree_kind)(trial % 3), &pose);
		if (trial % 5 == 0)
			for (size_t i = 0; i < c.front.size; ++i)
				bytes[i] = (uint8_t)(case_random(&random) * 256);
		else
			ask(&c, pair, trial & 1 ? 2 : 0, 0);
		// A byte in the head or at the beginning of the list.
		bytes[(size_t)(case_random(&random) * 1.5 * (double)sizeof(kiln_front_head))] ^=
			(uint8_t)(1u << (int)(case_random(&random) * 8));
		ask(&c, pair, trial & 3, 0.2f);
	}
	end(&c);
}

/// Invalid numbers under correct checksums: no read outside the memory.
static void references_are_not_believed(void **state)
{
	(void)state;
	front_case c;
	uint64_t random = 12;
	begin(&c, 400);
	kiln_affine pose = pass_by(0.9, 0.1);
	for (int trial = 0; trial < 200; ++trial)
	{
		kiln_mesh_pair pair = pair_of(&c, KILN_TREE_AABB, &pose);
		pair.front = &c.front;
		kiln_front_use use = kilni_front_begin(&pair);
		kilni_front_end(&use, NULL);
		use = kilni_front_begin(&pair);
		assert_true(kilni_front_open(&use, &pair, true, true));
		use.list.count = 32;
		for (uint32_t i = 0; i < use.list.count; ++i)
		{
			use.list.lower[i] = -1;
			use.list.entry[i] = (kiln_front_entry){.size = {1, 1}};
			for (int side = 0; side < 2; ++side)
				use.list.entry[i].ref[side] = (uint32_t)(case_random(&random) * (trial % 2 ? 0x1p32 : 200));
		}
		kilni_front_take(&use);
		kiln_pair_place place = {{(uint32_t)(case_random(&random) * 300), (uint32_t)(case_random(&random) * 300)},
			{(uint32_t)(case_random(&random) * 9), (uint32_t)(case_random(&random) * 9)}};
		kilni_front_end(&use, &place);
		kiln_mesh_nearest nearest;
		kiln_mesh_touch touch;
		kilni_mesh_pair_distance(&pair, 0, 100, &nearest);
		kilni_mesh_pair_collide(&pair, &touch);
	}
	end(&c);
}

/// One front is used for pairs and trees alternately.
static void a_front_of_another_pair_is_none(void **state)
{
	(void)state;
	front_case c;
	begin(&c, 2000);
	for (int frame = 0; frame < 120; ++frame)
	{
		kiln_affine pose = pass_by(0.8 + 0.001 * frame, 0.3);
		kiln_mesh_pair pair =
			frame % 4 == 3 ? case_pair(&c.mesh[1], KILN_TREE_AABB, &c.mesh[0], KILN_TREE_AABB, &pose, 1, KILN_ISA_AUTO)
						   : pair_of(&c, (kiln_tree_kind)(frame / 4 % 3), &pose);
		if (frame % 16 > 12)
			pair.metric.scale = 2;
		ask(&c, pair, frame % 3 ? 2 : 0, 0);
	}
	end(&c);
}

static uint64_t tests_of(front_case *c, bool kept, int question, double step, int frames, uint64_t *most)
{
	kiln_pair_counters all = {0};
	kiln_front_clear(&c->front);
	for (int frame = 0; frame < frames; ++frame)
	{
		kiln_affine pose = pass_by(0.95 + step * frame, 0.1);
		kiln_mesh_pair pair = pair_of(c, KILN_TREE_AABB, &pose);
		kiln_pair_counters counters = {0};
		kiln_mesh_touch touch;
		kiln_mesh_nearest nearest;
		pair.counters = &counters;
		pair.front = kept ? &c->front : NULL;
		if (question == 0)
			assert_false(kilni_mesh_pair_collide(&pair, &touch));
		else
			kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest);
		all.volume_tests += counters.volume_tests;
		*most = counters.front_pairs > *most ? counters.front_pairs : *most;
	}
	return all.volume_tests;
}

static void slow_motion_needs_few_tests(void **state)
{
	(void)state;
	front_case c;
	begin(&c, 4000);
	uint64_t most = 0;
	for (int question = 0; question < 2; ++question)
	{
		uint64_t without = tests_of(&c, false, question, 1e-5, 100, &most);
		uint64_t with = tests_of(&c, true, question, 1e-5, 100, &most);
		assert_true(2 * with < without);
	}
	// Without motion, no test is needed.
	uint64_t two = tests_of(&c, true, 0, 0, 2, &most);
	assert_int_equal(tests_of(&c, true, 0, 0, 50, &most), two);
	end(&c);
}

static void a_front_does_not_only_grow(void **state)
{
	(void)state;
	front_case c;
	begin(&c, 20000);
	uint64_t first = 0, most = 0;
	tests_of(&c, true, 1, 1e-4, 5, &first);
	tests_of(&c, true, 1, 1e-4, 400, &most);
	assert_true(most < 4 * first + 200);
	end(&c);
}

/// Moving vertices make bounds useless, but the triangles that touched last are tested first.
static void deformed_meshes_keep_only_triangles(void **state)
{
	(void)state;
	front_case c;
	begin(&c, 2000);
	for (int frame = -30; frame <= 30; ++frame)
	{
		kiln_affine pose = pass_by(frame * 0.03, 0.4);
		kiln_mesh_pair pair = pair_of(&c, KILN_TREE_AABB, &pose);
		pair.deformed[frame & 1] = true;
		kiln_pair_counters counters = {0};
		pair.counters = &counters;
		ask(&c, pair, 2 - (frame & 2), 0);
		assert_int_equal(counters.front_pairs, 0);
	}
	end(&c);
}

/// For any number of pairs, the size is sufficient, or zero.
static void a_size_does_not_wrap(void **state)
{
	(void)state;
	const uint32_t counts[] = {0, 1, 8, 1000, 153391689, 178956970, 0x10000000, UINT32_MAX - 7, UINT32_MAX};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
	{
		size_t size = kiln_front_size(counts[i]);
		uint64_t least = (uint64_t)counts[i] * (sizeof(float) + sizeof(kiln_front_entry));
		assert_true(size == 0 ? least > SIZE_MAX - 1024 : size >= least);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moving_pairs_are_answered_as_without),
		cmocka_unit_test(small_memory_keeps_less),
		cmocka_unit_test(garbage_costs_time_only),
		cmocka_unit_test(references_are_not_believed),
		cmocka_unit_test(a_front_of_another_pair_is_none),
		cmocka_unit_test(slow_motion_needs_few_tests),
		cmocka_unit_test(a_front_does_not_only_grow),
		cmocka_unit_test(deformed_meshes_keep_only_triangles),
		cmocka_unit_test(a_size_does_not_wrap),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
