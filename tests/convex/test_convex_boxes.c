// SPDX-License-Identifier: MIT
#include "box_case.h"
#include "convex/distance/gjk_loop.h"
#include "convex/distance/penetration_feature.h"
#include "convex/shape/hulls.h"
#include "convex/shape/polytope.h"
#include "kiln/hull.h"
#include "simd/isa.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Boxes, rectangles, segments and points, whose supports and features are found without their vertices.

static uint32_t nearest(const kiln_polytope *polytope, kiln_d3 corner)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < polytope->hull->vertex_count; ++i)
		if (kiln_d3_length2(kiln_d3_sub(kiln_polytope_vertex(polytope, i), corner)) <
			kiln_d3_length2(kiln_d3_sub(kiln_polytope_vertex(polytope, best), corner)))
			best = i;
	return best;
}

/// All features of up to four vertices, beside those of the nearest vertices of the polytope.
static void check_features(const kiln_convex_object *object)
{
	kiln_convex_pair pair;
	kiln_polytope_room room;
	kiln_polytope polytope;
	kilni_convex_pair_of(object, object, &pair);
	assert_true(kilni_polytope_of_object(object, pair.eye, &room, &polytope));
	const uint32_t vertices = 1U << pair.a[0].bar_count;
	for (uint32_t count = 1; count <= 4; ++count)
	{
		uint32_t all = 1;
		for (uint32_t i = 0; i < count; ++i)
			all *= vertices;
		for (uint32_t n = 0; n < all; ++n)
		{
			uint32_t numbers[4] = {0}, corners[4], rest = n;
			kiln_d3 at[4];
			for (uint32_t i = 0; i < count; ++i, rest /= vertices)
			{
				numbers[i] = rest % vertices;
				assert_true(kilni_convex_vertex(pair.a, numbers[i], &at[i]));
				corners[i] = nearest(&polytope, kiln_convex_pair_out(&pair, at[i]));
			}
			const kiln_feature found = kilni_penetration_feature(object, pair.a, &pair, at, numbers, count);
			const kiln_feature expected = kilni_polytope_feature(&polytope, corners, count);
			assert_int_equal(found.kind, expected.kind);
			assert_int_equal(found.index, expected.index);
		}
	}
}

static void features_are_those_of_the_nearest_vertices(void **state)
{
	(void)state;
	static const float longest[4] = {1, 3, 1024, 0x1p-10f};
	for (int kind = 0; kind < BOX_CASES; ++kind)
	{
		uint64_t random = 10 + (uint64_t)kind;
		for (int n = 0; n < 8; ++n)
		{
			const kiln_vec3 center = n % 2 ? (kiln_vec3){100, -50, 25} : (kiln_vec3){0.5f, 0.25f, -1};
			const box_case c = box_case_of(&random, kind, 1, longest[n % 4], center);
			kiln_convex_object object = {.shape = &c.shape, .pose = box_case_pose(&random, 4)};
			check_features(&object);
		}
	}
}

/// A hull of a box's corners.
typedef struct corners
{
	kiln_hull hull;
	kiln_convex_shape shape;
	_Alignas(64) unsigned char memory[8192];
} corners;

static void corners_of(const kiln_aabb *box, float margin, corners *c)
{
	kiln_vec3 at[8];
	for (uint32_t i = 0; i < 8; ++i)
		at[i] = (kiln_vec3){
			i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y, i & 4 ? box->max.z : box->min.z};
	assert_true(kiln_hull_build_size(8) <= sizeof c->memory);
	assert_int_equal(kiln_hull_build(&c->hull, at, 8, KILN_ISA_AUTO, c->memory, sizeof c->memory), KILN_OK);
	c->shape = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &c->hull, .margin = margin};
}

static void boxes_are_as_far_apart_as_hulls_of_their_corners(void **state)
{
	(void)state;
	static const float sizes[4] = {1, 0x1p-12f, 0x1p12f, 1}, longest[4] = {1, 2, 1, 256};
	static corners hulls[2];
	int apart = 0, touching = 0;
	for (uint64_t n = 0, random = 5; n < trials_random(4000); ++n)
	{
		const float size = sizes[n % 4];
		const kiln_vec3 center = n % 4 == 3 ? (kiln_vec3){1000, 2000, -500} : (kiln_vec3){0, 0, 0};
		kiln_convex_object box[2], hull[2];
		kiln_convex_shape shapes[2];
		for (int i = 0; i < 2; ++i)
		{
			shapes[i] = box_case_of(&random, 4, size, longest[n % 4], center).shape;
			corners_of(&shapes[i].aabb, shapes[i].margin, &hulls[i]);
			box[i] = (kiln_convex_object){.shape = &shapes[i], .pose = box_case_pose(&random, 5 * size)};
			hull[i] = (kiln_convex_object){.shape = &hulls[i].shape, .pose = box[i].pose};
		}
		kiln_convex_separation of_boxes, of_hulls, mixed;
		kiln_convex_cache cache = {0};
		assert_int_equal(kiln_convex_distance(&box[0], &box[1], NULL, &cache, &of_boxes), KILN_OK);
		assert_int_equal(kiln_convex_distance(&hull[0], &hull[1], NULL, NULL, &of_hulls), KILN_OK);
		assert_int_equal(kiln_convex_distance(&box[0], &hull[1], NULL, NULL, &mixed), KILN_OK);
		const double most = 1e-6 * ((double)of_hulls.distance + (double)size);
		assert_true(fabs((double)of_boxes.distance - (double)of_hulls.distance) <= most);
		assert_true(fabs((double)mixed.distance - (double)of_hulls.distance) <= most);
		apart += of_hulls.distance > 0;
		touching += of_hulls.distance == 0;
		// A second query from the cache, also after a move.
		kiln_convex_separation again, cold;
		box[1].pose.translation.x += size / 64;
		assert_int_equal(kiln_convex_distance(&box[0], &box[1], NULL, &cache, &again), KILN_OK);
		assert_int_equal(kiln_convex_distance(&box[0], &box[1], NULL, NULL, &cold), KILN_OK);
		assert_true(fabs((double)again.distance - (double)cold.distance) <= most);
	}
	assert_true(apart > 100 && touching > 100);
}

#ifdef KILN_HULLS_WIDE

/// Starts from nothing, and then from the last simplex after one of them moved.
static void check_descent(const kiln_convex_pair *pair)
{
	const kiln_enough enough = {.far = HUGE_VAL};
	kiln_simplex narrow, wide;
	memset(&narrow, 0, sizeof narrow);
	memset(&wide, 0, sizeof wide);
	for (int turn = 0; turn < 3; ++turn)
	{
		const kiln_d3 offset = {turn * 0x1p-5, 0, turn * 0x1p-6};
		kiln_gap of_narrow, of_wide;
		memset(&of_narrow, 0, sizeof of_narrow);
		memset(&of_wide, 0, sizeof of_wide);
		kiln_gjk_loop(NULL, pair->a, &offset, pair->b, &enough, &narrow, &of_narrow);
		kilni_gjk_wide(NULL, pair->a, &offset, pair->b, &enough, &wide, &of_wide);
		assert_memory_equal(&of_narrow, &of_wide, sizeof of_wide);
		assert_memory_equal(&narrow, &wide, sizeof wide);
	}
}

#endif

static void wide_answers_of_boxes_have_the_same_bits(void **state)
{
	(void)state;
#ifdef KILN_HULLS_WIDE
	static corners hull;
	corners_of(&(kiln_aabb){{-1, -0.5f, 0}, {1, 2, 0.25f}}, 0, &hull);
	const bool wide = kilni_isa_resolve(KILN_ISA_AUTO) == KILN_ISA_AVX2;
	for (int kind = 0; wide && kind < (BOX_CASES + 1) * BOX_CASES; ++kind)
	{
		uint64_t random = 300 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(40); ++n)
		{
			kiln_convex_shape shapes[2] = {
				hull.shape, box_case_of(&random, kind % BOX_CASES, 1, 2, (kiln_vec3){0}).shape};
			if (kind / BOX_CASES < BOX_CASES)
				shapes[0] = box_case_of(&random, kind / BOX_CASES, 1, 2, (kiln_vec3){1, 0, 0}).shape;
			kiln_convex_object objects[2];
			for (int i = 0; i < 2; ++i)
				objects[i] =
					(kiln_convex_object){.shape = &shapes[(n + (uint64_t)i) % 2], .pose = box_case_pose(&random, 4)};
			kiln_convex_pair pair;
			kilni_convex_pair_of(&objects[0], &objects[1], &pair);
			check_descent(&pair);
		}
	}
#endif
}

/// By the public functions: the instruction set of a hull changes no bit of an answer.
static void answers_beside_a_hull_do_not_depend_on_its_instruction_set(void **state)
{
	(void)state;
	const kiln_isa sets[2] = {KILN_ISA_SCALAR, kilni_isa_resolve(KILN_ISA_AUTO)};
	static corners hull;
	corners_of(&(kiln_aabb){{-1, -0.5f, 0}, {1, 2, 0.25f}}, 0, &hull);
	for (int kind = 0; kind < BOX_CASES; ++kind)
	{
		uint64_t random = 500 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(200); ++n)
		{
			const kiln_convex_shape shape = box_case_of(&random, kind, 1, 2, (kiln_vec3){0}).shape;
			const kiln_convex_shape *shapes[2] = {n % 2 ? &shape : &hull.shape, n % 2 ? &hull.shape : &shape};
			const kiln_convex_object a = {.shape = shapes[0], .pose = box_case_pose(&random, 4)};
			const kiln_convex_object b = {.shape = shapes[1], .pose = box_case_pose(&random, 4)};
			kiln_convex_object moved = b;
			moved.pose.translation.y += 0.0625f;
			kiln_convex_separation separation[2][2];
			kiln_convex_depth depth[2];
			memset(separation, 0, sizeof separation);
			memset(depth, 0, sizeof depth);
			for (int set = 0; set < 2; ++set)
			{
				kiln_convex_cache cache = {0};
				hull.hull.isa = sets[set];
				kiln_convex_distance(&a, &b, NULL, &cache, &separation[set][0]);
				kiln_convex_distance(&a, &moved, NULL, &cache, &separation[set][1]);
				kiln_convex_penetration(&a, &b, NULL, NULL, &depth[set]);
			}
			assert_memory_equal(&separation[0], &separation[1], sizeof separation[0]);
			assert_memory_equal(&depth[0], &depth[1], sizeof depth[0]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(features_are_those_of_the_nearest_vertices),
		cmocka_unit_test(boxes_are_as_far_apart_as_hulls_of_their_corners),
		cmocka_unit_test(wide_answers_of_boxes_have_the_same_bits),
		cmocka_unit_test(answers_beside_a_hull_do_not_depend_on_its_instruction_set)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
