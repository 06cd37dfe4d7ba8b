// SPDX-License-Identifier: MIT
#include "world_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares points inside, batches and the pairs of moving members with each member alone.

#define MEMBERS 24

static kiln_inside place_alone(const population *p, uint32_t i, kiln_vec3 point)
{
	return kiln_world_point_inside(p->alone[i].world, &point, NULL);
}

static void a_point_is_inside_where_it_is_in_a_member(void **state)
{
	(void)state;
	static population p;
	uint32_t counts[3] = {0};
	population_make(&p, 11, 40);
	for (uint32_t trial = 0; trial < 1500; trial++)
	{
		if (trial % 100 == 99)
			population_change(&p);
		const kiln_vec3 point = world_point_in(&p.random, 8);
		kiln_inside expected = KILN_INSIDE_NO;
		for (uint32_t i = 0; i < p.count && expected != KILN_INSIDE_YES; i++)
		{
			const kiln_inside one = place_alone(&p, i, point);
			const kiln_member *member = &p.members[i];
			const kiln_world_closest near =
				kiln_world_closest_point(p.alone[i].world, &(kiln_point_query){.point = point}, NULL);
			if (member->convex)
				assert_int_equal(one == KILN_INSIDE_YES, near.member == 0 && near.closest.distance == 0);
			expected = one != KILN_INSIDE_NO ? one : expected;
		}
		const kiln_inside answer = kiln_world_point_inside(p.all.world, &point, NULL);
		assert_int_equal(answer, expected);
		++counts[answer];
	}
	assert_true(counts[KILN_INSIDE_NO] > 100 && counts[KILN_INSIDE_YES] > 100 && counts[KILN_INSIDE_UNKNOWN] > 0);
	const kiln_vec3 far = {NAN, 0, 0}, farther = {INFINITY, 0, 0}, farthest = {0, 2 * KILN_COORDINATE_MAX, 0};
	assert_int_equal(kiln_world_point_inside(p.all.world, &far, NULL), KILN_INSIDE_NO);
	assert_int_equal(kiln_world_point_inside(p.all.world, &farther, NULL), KILN_INSIDE_NO);
	assert_int_equal(kiln_world_point_inside(p.all.world, &farthest, NULL), KILN_INSIDE_NO);
	assert_int_equal(kiln_world_point_inside(p.all.world, NULL, NULL), KILN_INSIDE_NO);
	assert_int_equal(kiln_world_point_inside(NULL, &far, NULL), KILN_INSIDE_NO);
	population_free(&p);
}

/// At the identity a scene and a mesh answer as by their own functions.
static void a_scene_at_the_identity_has_the_same_insides(void **state)
{
	(void)state;
	uint64_t random = 3;
	uint32_t inside = 0;
	shape_asset meshes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_asset *asset = &meshes.asset;
	const kiln_member scene = {.asset = asset, .shape = KILN_NONE};
	world_case whole = world_of_one(&scene);
	for (uint32_t trial = 0; trial < 1000; trial++)
	{
		const kiln_vec3 point = world_near_a_triangle(&meshes, &random);
		const kiln_inside expected = kiln_scene_point_inside(asset, point);
		assert_int_equal(kiln_world_point_inside(whole.world, &point, NULL), expected);
		inside += expected == KILN_INSIDE_YES;
	}
	assert_true(inside > 20);
	free(whole.memory);
	shape_asset_free(&meshes);
}

static void a_budget_makes_insides_unknown_and_never_wrong(void **state)
{
	(void)state;
	static population p;
	population_make(&p, 12, 30);
	for (uint64_t units = 0; units < 60; units++)
	{
		const kiln_vec3 point = world_point_in(&p.random, 6);
		kiln_budget budget = {.work = units};
		const kiln_world_query_options options = {.budget = &budget};
		const kiln_inside full = kiln_world_point_inside(p.all.world, &point, NULL);
		const kiln_inside cut = kiln_world_point_inside(p.all.world, &point, &options);
		assert_true(cut == full || (budget.ended && cut == KILN_INSIDE_UNKNOWN));
	}
	population_free(&p);
}

static void batches_answer_as_single_calls(void **state)
{
	(void)state;
	enum
	{
		MANY = 40
	};
	static population p;
	kiln_ray rays[MANY];
	kiln_motion motions[MANY];
	kiln_convex_object objects[MANY];
	kiln_point_query queries[MANY];
	kiln_vec3 points[MANY];
	kiln_world_hit met[MANY], cast[MANY];
	kiln_world_closest near[MANY];
	kiln_inside inside[MANY];
	bool any[MANY];
	population_make(&p, 13, 30);
	const kiln_world_query_options options = {.ignores = 2};
	for (uint32_t i = 0; i < MANY; i++)
	{
		points[i] = world_point_in(&p.random, 8);
		rays[i] = (kiln_ray){.origin = world_point_in(&p.random, 10), .direction = world_point_in(&p.random, 1)};
		motions[i] = (kiln_motion){.direction = rays[i].direction};
		objects[i] = (kiln_convex_object){&p.shapes[i % 6], {.translation = rays[i].origin}};
		queries[i] = (kiln_point_query){.point = points[i]};
	}
	const kiln_world *world = p.all.world;
	kiln_world_ray_closest_batch(world, rays, MANY, &options, met);
	kiln_world_ray_any_batch(world, rays, MANY, &options, any);
	kiln_world_cast_convex_batch(world, objects, motions, MANY, &options, cast);
	kiln_world_closest_point_batch(world, queries, MANY, &options, near);
	kiln_world_point_inside_batch(world, points, MANY, &options, inside);
	for (uint32_t i = 0; i < MANY; i++)
	{
		const kiln_world_hit hit = kiln_world_ray_closest(world, &rays[i], &options);
		const kiln_world_hit first = kiln_world_cast_convex(world, &objects[i], &motions[i], &options);
		const kiln_world_closest nearest = kiln_world_closest_point(world, &queries[i], &options);
		assert_true(met[i].member == hit.member && met[i].hit.t == hit.hit.t && any[i] == hit.hit.hit);
		assert_true(cast[i].member == first.member && cast[i].hit.t == first.hit.t);
		assert_true(near[i].member == nearest.member && near[i].closest.distance == nearest.closest.distance);
		assert_int_equal(inside[i], kiln_world_point_inside(world, &points[i], &options));
	}
	kiln_world_ray_any_batch(world, NULL, 0, NULL, NULL);
	population_free(&p);
}

// --- Moving members ---------------------------------------------------------------------------------------------------

/// The box of a member at a time of its motion, a little smaller.
static kiln_aabb box_at(const kiln_member *member, const kiln_sweep *sweep, float t)
{
	kiln_member there = *member;
	kiln_aabb box;
	there.pose = kiln_sweep_at(sweep, t);
	world_case one = world_of_one(&there);
	const kiln_broadphase *boxes = kiln_world_broadphase(one.world);
	assert_int_equal(kiln_broadphase_bounds(boxes, kiln_broadphase_proxy(boxes, 0), &box), KILN_OK);
	free(one.memory);
	const float in = 1e-4f;
	return (kiln_aabb){
		{box.min.x + in, box.min.y + in, box.min.z + in}, {box.max.x - in, box.max.y - in, box.max.z - in}};
}

static bool meet(const kiln_aabb *a, const kiln_aabb *b)
{
	return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
		   a->min.z <= b->max.z && b->min.z <= a->max.z;
}

static bool is_reported(const kiln_broadphase_pairs *pairs, uint32_t a, uint32_t b)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (pairs->pairs[i].a == a && pairs->pairs[i].b == b)
			return true;
	return false;
}

static void members_whose_boxes_meet_on_the_way_make_pairs(void **state)
{
	(void)state;
	static population p;
	static kiln_aabb boxes[MEMBERS];
	kiln_sweep sweeps[MEMBERS];
	uint32_t met = 0;
	for (uint64_t seed = 20; seed < 23; seed++)
	{
		kiln_broadphase_pairs pairs;
		population_make(&p, seed, MEMBERS);
		for (uint32_t i = 0; i < MEMBERS; i++)
		{
			kiln_pose from = p.members[i].pose, to = world_any_pose(&p.random, 9);
			to.scale = from.scale;
			if (i % 3 == 0)
				to.rotation = from.rotation;
			sweeps[i] = (kiln_sweep){.from = from, .to = to, .center = world_point_in(&p.random, 0.5f)};
			assert_int_equal(kiln_world_move_swept(p.all.world, p.handles[i], &sweeps[i]), KILN_OK);
		}
		assert_int_equal(kiln_world_update(p.all.world, &pairs), KILN_OK);
		for (uint32_t step = 0; step <= 40; step++)
		{
			for (uint32_t i = 0; i < MEMBERS; i++)
				boxes[i] = box_at(&p.members[i], &sweeps[i], (float)step / 40);
			for (uint32_t b = 1; b < MEMBERS; b++)
				for (uint32_t a = 0; a < b; a++)
				{
					const bool one = meet(&boxes[a], &boxes[b]);
					const bool both = p.members[a].fixed && p.members[b].fixed;
					assert_true(!one || both || is_reported(&pairs, a, b));
					met += one;
				}
		}
		population_free(&p);
	}
	assert_true(met > 200);
}

static void motions_that_cross_at_other_times_make_no_pair(void **state)
{
	(void)state;
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {.radius = 0.5f}};
	const kiln_member member = {.convex = &ball};
	kiln_world_options options = world_room(2);
	world_case made = world_make(&options);
	kiln_proxy a, b;
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_world_add(made.world, &member, &a), KILN_OK);
	assert_int_equal(kiln_world_add(made.world, &member, &b), KILN_OK);
	// One crosses the origin at the start, the other one in the middle.
	kiln_sweep first = {.from = {.translation = {0, 0, 0}}, .to = {.translation = {100, 0, 0}}};
	kiln_sweep second = {.from = {.translation = {0, -50, 0}}, .to = {.translation = {0, 50, 0}}};
	assert_int_equal(kiln_world_move_swept(made.world, a, &first), KILN_OK);
	assert_int_equal(kiln_world_move_swept(made.world, b, &second), KILN_OK);
	assert_int_equal(kiln_world_update(made.world, &pairs), KILN_OK);
	assert_int_equal(pairs.count, 0);
	// Both cross it in the middle.
	first.from.translation.x = -100;
	assert_int_equal(kiln_world_move_swept(made.world, a, &first), KILN_OK);
	assert_int_equal(kiln_world_update(made.world, &pairs), KILN_OK);
	assert_int_equal(pairs.count, 1);
	kiln_convex_impact impact;
	assert_int_equal(kiln_convex_time_of_impact(&ball, &first, &ball, &second, 0, NULL, &impact), KILN_OK);
	assert_true(impact.hit && impact.t < 0.5f && impact.t > 0.49f);
	// Queries meet a member where it starts; a move ends the motion.
	const kiln_vec3 start = {-100, 0, 0}, middle = {0, 0, 0};
	assert_int_equal(kiln_world_point_inside(made.world, &start, NULL), KILN_INSIDE_YES);
	assert_int_equal(kiln_world_point_inside(made.world, &middle, NULL), KILN_INSIDE_NO);
	assert_int_equal(kiln_world_move(made.world, a, &first.from), KILN_OK);
	assert_int_equal(kiln_world_update(made.world, &pairs), KILN_OK);
	assert_int_equal(pairs.count, 0);
	free(made.memory);
}

static void motions_that_are_not_usable_change_nothing(void **state)
{
	(void)state;
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {.radius = 0.5f}};
	const kiln_member member = {.convex = &ball};
	world_case made = world_of_one(&member);
	const kiln_broadphase *boxes = kiln_world_broadphase(made.world);
	const kiln_proxy handle = kiln_broadphase_proxy(boxes, 0);
	kiln_aabb before, after;
	kiln_sweep bad[4] = {{.to = {.translation = {NAN, 0, 0}}}, {.to = {.scale = 2}}, {.center = {INFINITY, 0, 0}},
		{.from = {.translation = {2 * KILN_COORDINATE_MAX, 0, 0}}}};
	assert_int_equal(kiln_broadphase_bounds(boxes, handle, &before), KILN_OK);
	for (int i = 0; i < 4; i++)
		assert_int_equal(kiln_world_move_swept(made.world, handle, &bad[i]), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_move_swept(made.world, handle, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_move_swept(NULL, handle, &bad[0]), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_move_swept(made.world, (kiln_proxy){0}, &bad[0]), KILN_E_HANDLE);
	assert_int_equal(kiln_broadphase_bounds(boxes, handle, &after), KILN_OK);
	assert_memory_equal(&before, &after, sizeof before);
	free(made.memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_point_is_inside_where_it_is_in_a_member),
		cmocka_unit_test(a_scene_at_the_identity_has_the_same_insides),
		cmocka_unit_test(a_budget_makes_insides_unknown_and_never_wrong),
		cmocka_unit_test(batches_answer_as_single_calls),
		cmocka_unit_test(members_whose_boxes_meet_on_the_way_make_pairs),
		cmocka_unit_test(motions_that_cross_at_other_times_make_no_pair),
		cmocka_unit_test(motions_that_are_not_usable_change_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
