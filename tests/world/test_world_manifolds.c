// SPDX-License-Identifier: MIT
#include "world_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// Contacts of an object that is no member: those of each member alone, which are those of the scene or of the pair.

#define ROOM 4096

static kiln_mesh_manifold found[ROOM], expected[ROOM];
static uint32_t members[ROOM], owners[ROOM];

static const kiln_mesh_contact_options skinned = {.skin = 0.1f, .both_sides = true};

static void manifolds_of_all_are_those_of_each_member(void **state)
{
	(void)state;
	static population p;
	population_make(&p, 11, 60);
	uint32_t met = 0, several = 0;
	for (uint32_t trial = 0; trial < 300; trial++)
	{
		if (trial % 30 == 29)
			population_change(&p);
		const kiln_convex_object object = {&p.shapes[trial % 6], world_any_pose(&p.random, 6)};
		const kiln_world_query_options choice = {.ignores = trial % 5 == 0 ? 2 : 0};
		uint32_t count = 99, sum = 0, touched = 0;
		assert_int_equal(
			kiln_world_manifolds(p.all.world, &object, &choice, &skinned, found, members, ROOM, &count), KILN_OK);
		for (uint32_t i = 0; i < p.count; i++)
		{
			uint32_t one = 99;
			assert_int_equal(
				kiln_world_manifolds(p.alone[i].world, &object, &choice, &skinned, expected, owners, ROOM, &one),
				KILN_OK);
			assert_true(sum + one <= count);
			assert_memory_equal(&found[sum], expected, one * sizeof *expected);
			for (uint32_t k = 0; k < one; k++)
				assert_true(members[sum + k] == i && owners[k] == 0);
			sum += one;
			touched += one > 0;
		}
		assert_int_equal(sum, count);
		met += count > 0;
		several += touched > 1;
	}
	assert_true(met > 100 && several > 50);
	population_free(&p);
}

static void more_members_than_one_walk_collects_are_found_in_order(void **state)
{
	(void)state;
	static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	const kiln_world_options options = world_room(300);
	world_case made = world_make(&options);
	uint64_t random = 12;
	for (uint32_t i = 0; i < 300; i++)
	{
		const kiln_member member = {.convex = &ball, .pose = {.translation = world_point_in(&random, 0.2f)}};
		assert_int_equal(kiln_world_add(made.world, &member, NULL), KILN_OK);
	}
	const kiln_convex_object object = {.shape = &ball};
	uint32_t count = 0;
	assert_int_equal(kiln_world_manifolds(made.world, &object, NULL, NULL, found, members, ROOM, &count), KILN_OK);
	assert_int_equal(count, 300);
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(members[i], i);
	free(made.memory);
}

static void manifolds_are_those_of_the_scene_and_of_the_pair(void **state)
{
	(void)state;
	uint64_t random = 13;
	shape_asset meshes = shape_asset_mixed(KILN_ISA_AUTO);
	static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	const kiln_member scene = {.asset = &meshes.asset, .shape = KILN_NONE};
	world_case made = world_of_one(&scene);
	uint32_t met = 0;
	for (uint32_t trial = 0; trial < 200; trial++)
	{
		const kiln_convex_object object = {&ball, {.translation = world_near_a_triangle(&meshes, &random)}};
		uint32_t count = 99, one = 98;
		assert_int_equal(
			kiln_world_manifolds(made.world, &object, NULL, &skinned, found, members, ROOM, &count), KILN_OK);
		assert_int_equal(kiln_scene_manifolds(&meshes.asset, &object, &skinned, expected, ROOM, &one), KILN_OK);
		assert_int_equal(count, one);
		assert_memory_equal(found, expected, one * sizeof *expected);
		met += count > 0;
	}
	assert_true(met > 50);
	free(made.memory);
	for (uint32_t trial = 0; trial < 200; trial++)
	{
		const kiln_member body = {.convex = &ball, .pose = world_any_pose(&random, 0.5f)};
		const kiln_convex_object object = {&ball, world_any_pose(&random, 0.5f)}, other = {&ball, body.pose};
		kiln_manifold manifold;
		uint32_t count = 99;
		made = world_of_one(&body);
		assert_int_equal(
			kiln_world_manifolds(made.world, &object, NULL, &skinned, found, members, ROOM, &count), KILN_OK);
		assert_int_equal(
			kiln_convex_manifold(&object, &other, &(kiln_manifold_options){.skin = skinned.skin}, NULL, &manifold),
			KILN_OK);
		assert_int_equal(count, manifold.count > 0);
		if (count > 0)
			assert_memory_equal(&found[0].manifold, &manifold, sizeof manifold);
		assert_true(count == 0 || (found[0].node == KILN_NONE && found[0].triangle == KILN_NONE));
		free(made.memory);
	}
	shape_asset_free(&meshes);
}

static void unusable_objects_are_refused(void **state)
{
	(void)state;
	static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	const kiln_world_options options = world_room(1);
	world_case made = world_make(&options);
	const kiln_convex_object object = {.shape = &ball}, bad = {.shape = &ball, .pose = {.translation = {NAN, 0, 0}}};
	kiln_mesh_contact_options contact = {.skin = -1};
	uint32_t count = 99;
	assert_int_equal(kiln_world_manifolds(made.world, &bad, NULL, NULL, found, members, ROOM, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	assert_int_equal(
		kiln_world_manifolds(made.world, &object, NULL, &contact, found, members, ROOM, &count), KILN_E_ARGUMENT);
	contact = (kiln_mesh_contact_options){.tolerance = NAN};
	assert_int_equal(
		kiln_world_manifolds(made.world, &object, NULL, &contact, found, members, ROOM, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_manifolds(made.world, &object, NULL, NULL, found, NULL, ROOM, &count), KILN_E_ARGUMENT);
	count = 99;
	assert_int_equal(kiln_world_manifolds(made.world, &object, NULL, NULL, NULL, NULL, 0, &count), KILN_OK);
	assert_int_equal(count, 0);
	free(made.memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(manifolds_of_all_are_those_of_each_member),
		cmocka_unit_test(more_members_than_one_walk_collects_are_found_in_order),
		cmocka_unit_test(manifolds_are_those_of_the_scene_and_of_the_pair),
		cmocka_unit_test(unusable_objects_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
