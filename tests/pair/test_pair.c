// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "math/quaternion.h"
#include "pair_checks.h"
#include "support/asset_fixture.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares queries between two objects, by the public functions only, with brute force over all their triangles and
/// solids.

static const compound_plan solids = {
	.spheres = 2, .capsules = 2, .boxes = 2, .cylinders = 2, .hulls = 3, .copies = 2, .spread = 2};

// --- Against brute force ----------------------------------------------------------------------------------------------

static void compounds_agree_with_brute_force_over_all_their_shapes(void **state)
{
	(void)state;
	uint64_t random = 1, touching = 0, apart = 0;
	for (int trial = 0; trial < 12; ++trial)
	{
		compound one, other;
		compound_make(&one, &random, trial % 3 == 0 ? &solids : &pair_plan_mixed);
		compound_make(&other, &random, trial % 4 == 0 ? &solids : &pair_plan_mixed);
		for (int i = 0; i < 4; ++i)
		{
			const float scale[4] = {0, 0.5f, 1, 3};
			const kiln_pose pose_a = pair_random_pose(&random, 2, scale[trial % 4]);
			const kiln_pose pose_b = pair_random_pose(&random, i % 2 ? 12 : 3, scale[i]);
			const kiln_object a = kiln_object_from_asset(&one.cooked.asset, i == 0 ? NULL : &pose_a);
			const kiln_object b = kiln_object_from_asset(&other.cooked.asset, &pose_b);
			uint32_t count = check_pair(&a, &b, kiln_school_descent((uint32_t)(trial + i) % KILN_SCHOOL_DESCENTS));
			touching += count > 0;
			apart += count == 0;
		}
		compound_free(&one);
		compound_free(&other);
	}
	assert_true(touching > 10 && apart > 10);
}

static void single_shapes_agree_with_brute_force(void **state)
{
	(void)state;
	uint64_t random = 2, kinds = 0;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	const kiln_asset *asset = &c.cooked.asset;
	for (uint32_t i = 0; i < asset->shape_count; ++i)
		for (uint32_t j = 0; j < asset->shape_count; ++j)
		{
			const kiln_pose pose_a = pair_random_pose(&random, 1, 0), pose_b = pair_random_pose(&random, 2, 0.75f);
			const kiln_object a = kiln_object_from_shape(asset, i, &pose_a);
			const kiln_object b = kiln_object_from_shape(asset, j, &pose_b);
			const kiln_object whole = kiln_object_from_asset(asset, &pose_b);
			check_pair(&a, &b, NULL);
			if (j == 0)
			{
				check_pair(&a, &whole, NULL);
				check_pair(&whole, &a, NULL);
			}
			kinds |= 1ull << (asset->shapes[i].kind * 6 + asset->shapes[j].kind);
		}
	assert_true(kinds == 0xfffffffffull);
	compound_free(&c);
}

static void meshes_under_every_transform_agree_with_brute_force(void **state)
{
	(void)state;
	uint64_t random = 3, touching = 0;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	fixture_mesh sphere = fixture_sphere(5, 7, 1.5f);
	shape_asset ball = shape_asset_of(&sphere, KILN_ISA_AUTO);
	for (int i = 0; i < 10; ++i)
	{
		const kiln_pose pose_a = pair_random_pose(&random, 2, 0),
						pose_b = pair_random_pose(&random, 6, i % 2 ? 2.0f : 0.3f);
		const kiln_object a = kiln_object_from_asset(&shapes.asset, &pose_a);
		const kiln_object b = kiln_object_from_asset(&ball.asset, &pose_b);
		touching +=
			check_pair(i % 2 ? &a : &b, i % 2 ? &b : &a, kiln_school_descent((uint32_t)i % KILN_SCHOOL_DESCENTS)) > 0;
	}
	assert_true(touching > 2);
	shape_asset_free(&shapes);
	shape_asset_free(&ball);
}

/// Makes a rotation, a scale of `thin` along one axis, and another rotation.
static void flatten(uint64_t *random, double thin, double to_asset[12])
{
	kiln_d3 left[3], right[3];
	kiln_quat_axes(oracle_rotation(random), left);
	kiln_quat_axes(oracle_rotation(random), right);
	const double scale[3] = {1, thin, 1};
	memset(to_asset, 0, 12 * sizeof *to_asset);
	for (int k = 0; k < 3; ++k)
	{
		const double l[3] = {left[k].x, left[k].y, left[k].z}, r[3] = {right[k].x, right[k].y, right[k].z};
		for (int i = 0; i < 9; ++i)
			to_asset[4 * (i / 3) + i % 3] += scale[k] * l[i / 3] * r[i % 3];
	}
	for (int i = 0; i < 3; ++i)
		to_asset[4 * i + 3] = 0.3 * oracle_signed(random);
}

static void meshes_flattened_to_a_hundred_thousandth_agree_with_brute_force(void **state)
{
	(void)state;
	uint64_t random = 15, touching = 0, apart = 0;
	for (int trial = 0; trial < 24; ++trial)
	{
		double thin = pow(10, -1 - trial % 5), one[12], other[12];
		fixture_mesh sphere = fixture_sphere(6, 7, 2), ground = fixture_ground(4, (uint32_t)trial);
		flatten(&random, thin, one);
		flatten(&random, trial % 2 ? thin : 1, other);
		shape_asset a = shape_asset_placed(&sphere, one, KILN_ISA_AUTO);
		shape_asset b = shape_asset_placed(&ground, other, KILN_ISA_AUTO);
		const kiln_pose pose = pair_random_pose(&random, trial % 3 ? 1 : 6, 0);
		const kiln_object x = kiln_object_from_asset(&a.asset, NULL), y = kiln_object_from_asset(&b.asset, &pose);
		for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; ++descent)
		{
			uint32_t count = check_pair(descent % 2 ? &x : &y, descent % 2 ? &y : &x, kiln_school_descent(descent));
			touching += count > 0;
			apart += count == 0;
		}
		shape_asset_free(&a);
		shape_asset_free(&b);
	}
	assert_true(touching > 20 && apart > 20);
}

static void scales_of_a_millionth_and_a_million_change_no_answer(void **state)
{
	(void)state;
	uint64_t random = 4;
	compound one, other;
	compound_make(&one, &random, &pair_plan_mixed);
	compound_make(&other, &random, &pair_plan_mixed);
	const float scales[4] = {1e-6f, 1e6f, 1, 1e-3f};
	for (int i = 0; i < 16; ++i)
	{
		float scale = scales[i % 4], other_scale = scales[i / 4];
		double spread = 2 * (double)fmaxf(scale, other_scale);
		const kiln_pose pose_a = pair_random_pose(&random, spread, scale);
		const kiln_pose pose_b = pair_random_pose(&random, spread, other_scale);
		const kiln_object a = kiln_object_from_asset(&one.cooked.asset, &pose_a);
		const kiln_object b = kiln_object_from_asset(&other.cooked.asset, &pose_b);
		check_pair(&a, &b, NULL);
	}
	compound_free(&one);
	compound_free(&other);
}

// --- Relations --------------------------------------------------------------------------------------------------------

static void no_descent_tree_or_instruction_set_changes_an_answer(void **state)
{
	(void)state;
	uint64_t random = 5;
	compound one, other;
	compound_plan plan = pair_plan_mixed;
	plan.trees = (1u << KILN_TREE_KIND_END) - 1;
	compound_make(&one, &random, &plan);
	compound_make(&other, &random, &plan);
	// The scene and two meshes have a tree of every kind.
	assert_int_equal(one.cooked.asset.volume_tree_count, 3 * (KILN_TREE_KIND_END - 1));
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	for (int trial = 0; trial < 6; ++trial)
	{
		const kiln_pose pose = pair_random_pose(&random, trial < 3 ? 2 : 10, 0);
		kiln_object a = kiln_object_from_asset(&one.cooked.asset, NULL);
		kiln_object b = kiln_object_from_asset(&other.cooked.asset, &pose);
		uint32_t count = sorted_contacts(&a, &b, NULL, pairs);
		kiln_pair_separation near, now;
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &near), KILN_OK);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END * KILN_TREE_KIND_END; ++kind)
		{
			const kiln_pair_options options = {.descent = kiln_school_descent((uint32_t)kind % KILN_SCHOOL_DESCENTS)};
			a.trees = 1u << kind % KILN_TREE_KIND_END;
			b.trees = 1u << kind / KILN_TREE_KIND_END;
			a.asset = kind % 3 == 1 ? &one.scalar : &one.cooked.asset;
			assert_int_equal(sorted_contacts(&a, &b, &options, pairs + PAIRS_MOST), count);
			check_same_pairs(pairs, pairs + PAIRS_MOST, count, false);
			assert_int_equal(kiln_pair_distance(&a, &b, &options, &now), KILN_OK);
			assert_true(near.distance == now.distance);
			if (near.distance > 0)
				check_same_separations(&near, &now);
		}
	}
	free(pairs);
	compound_free(&one);
	compound_free(&other);
}

static void swapping_the_objects_swaps_the_answers(void **state)
{
	(void)state;
	uint64_t random = 6, total = 0;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	for (int trial = 0; trial < 20; ++trial)
	{
		const kiln_pose pose_a = pair_random_pose(&random, 2, 0),
						pose_b = pair_random_pose(&random, trial % 2 ? 4 : 9, 1.5f);
		const kiln_object a = kiln_object_from_asset(&c.cooked.asset, &pose_a);
		const kiln_object b = kiln_object_from_asset(&c.cooked.asset, &pose_b);
		uint32_t count = sorted_contacts(&a, &b, NULL, pairs);
		assert_int_equal(sorted_contacts(&b, &a, NULL, pairs + PAIRS_MOST), count);
		check_same_pairs(pairs, pairs + PAIRS_MOST, count, true);
		total += count;
		kiln_pair_separation there, back;
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &there), KILN_OK);
		assert_int_equal(kiln_pair_distance(&b, &a, NULL, &back), KILN_OK);
		assert_true(fabs((double)there.distance - (double)back.distance) <= 1e-6 * (double)there.distance);
	}
	assert_true(total > 100);
	free(pairs);
	compound_free(&c);
}

static void moving_both_alike_changes_nothing_between_them(void **state)
{
	(void)state;
	uint64_t random = 7;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	const kiln_object rest = kiln_object_from_asset(&c.cooked.asset, NULL);
	const uint32_t count = sorted_contacts(&rest, &rest, NULL, pairs);
	for (int trial = 0; trial < 10; ++trial)
	{
		const float scales[3] = {0, 0.25f, 7};
		const kiln_pose pose = pair_random_pose(&random, trial % 2 ? 1 : 1e4, scales[trial % 3]);
		const kiln_object moved = kiln_object_from_asset(&c.cooked.asset, &pose);
		assert_int_equal(sorted_contacts(&moved, &moved, NULL, pairs + PAIRS_MOST), count);
		check_same_pairs(pairs, pairs + PAIRS_MOST, count, false);
	}
	free(pairs);
	compound_free(&c);
}

static void an_asset_touches_itself_with_every_triangle_and_solid(void **state)
{
	(void)state;
	uint64_t random = 8;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	kiln_pair *pairs = calloc(PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	for (int trial = 0; trial < 4; ++trial)
	{
		const kiln_pose pose = pair_random_pose(&random, 1e3, 3);
		const kiln_object object = kiln_object_from_asset(&c.cooked.asset, trial ? &pose : NULL);
		oracle_pieces pieces = pair_oracle_of(&object);
		uint32_t count = sorted_contacts(&object, &object, NULL, pairs);
		for (uint32_t i = 0; i < pieces.count; ++i)
		{
			const kiln_pair name = pair_named(&pieces.piece[i], &pieces.piece[i]);
			assert_non_null(bsearch(&name, pairs, count, sizeof *pairs, compare_pairs));
		}
		pair_oracle_free(&pieces);
	}
	free(pairs);
	compound_free(&c);
}

// --- Touching, inside -------------------------------------------------------------------------------------------------

static bool touch(const kiln_object *a, const kiln_object *b, float *distance)
{
	bool touching, within;
	uint32_t count;
	kiln_pair_separation s;
	assert_int_equal(kiln_pair_collide(a, b, NULL, &touching, NULL), KILN_OK);
	assert_int_equal(kiln_pair_contacts(a, b, NULL, NULL, 0, &count), KILN_OK);
	assert_int_equal(kiln_pair_distance(a, b, NULL, &s), KILN_OK);
	assert_int_equal(kiln_pair_within(a, b, 0, NULL, &within), KILN_OK);
	assert_true(s.found);
	assert_int_equal(touching, count > 0);
	assert_int_equal(touching, s.distance == 0);
	assert_int_equal(touching, within);
	if (distance)
		*distance = s.distance;
	return touching;
}

static kiln_object moved_by(const kiln_object *object, float x, float y, float z)
{
	kiln_object moved = *object;
	moved.pose.translation = (kiln_vec3){x, y, z};
	return moved;
}

static void boxes_of_triangles_that_share_a_face_an_edge_or_a_corner_touch(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset box = shape_asset_of(&mesh, KILN_ISA_AUTO);
	const kiln_object a = kiln_object_from_asset(&box.asset, NULL);
	const float over = 2 + 0x1p-22f;
	for (int i = 1; i < 8; ++i)
	{
		float x = i & 1 ? 2 : 0.3f, y = i & 2 ? 2 : 0.2f, z = i & 4 ? 2 : 0.1f, distance;
		kiln_object b = moved_by(&a, x, y, z);
		assert_true(touch(&a, &b, NULL) && touch(&b, &a, NULL));
		b = moved_by(&a, i & 1 ? over : x, i & 1 ? y : i & 2 ? over : y, i & 3 ? z : over);
		assert_false(touch(&a, &b, &distance) || touch(&b, &a, NULL));
		assert_true(distance == 0x1p-22f);
	}
	shape_asset_free(&box);
}

static void a_surface_within_a_surface_is_apart_and_within_a_solid_is_not(void **state)
{
	(void)state;
	fixture_mesh outer = fixture_sphere(8, 12, 4), inner = fixture_box(0.5f, 0.5f, 0.5f);
	shape_asset shell = shape_asset_of(&outer, KILN_ISA_AUTO), core = shape_asset_of(&inner, KILN_ISA_AUTO);
	const kiln_object a = kiln_object_from_asset(&shell.asset, NULL), b = kiln_object_from_asset(&core.asset, NULL);
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 2}};
	const double place[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	compound c;
	float distance;
	assert_false(touch(&a, &b, &distance) || touch(&b, &a, NULL));
	assert_true(distance > 2.5f && distance < 3.2f);
	compound_of_primitive(&c, &ball, place);
	const kiln_object solid = kiln_object_from_asset(&c.cooked.asset, NULL);
	uint32_t count;
	assert_true(touch(&b, &solid, NULL) && touch(&solid, &b, NULL) && touch(&solid, &solid, NULL));
	assert_int_equal(kiln_pair_contacts(&b, &solid, NULL, NULL, 0, &count), KILN_OK);
	assert_int_equal(count, 12);
	assert_false(touch(&a, &solid, &distance));
	assert_true(distance > 1.5f && distance < 2);
	compound_free(&c);
	shape_asset_free(&shell);
	shape_asset_free(&core);
}

static void solids_that_just_touch_touch(void **state)
{
	(void)state;
	const double place[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	const kilncook_primitive primitives[3] = {{.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}},
		{.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}},
		{.shape = KILNCOOK_SHAPE_CAPSULE, .parameters = {0, 0, -1, 0, 0, 1, 1}}};
	compound c[3];
	for (int i = 0; i < 3; ++i)
		compound_of_primitive(&c[i], &primitives[i], place);
	for (int i = 0; i < 9; ++i)
	{
		const kiln_object a = kiln_object_from_asset(&c[i / 3].cooked.asset, NULL);
		const kiln_object other = kiln_object_from_asset(&c[i % 3].cooked.asset, NULL);
		float distance;
		kiln_object b = moved_by(&other, 2, 0, 0);
		assert_true(touch(&a, &b, NULL));
		b = moved_by(&other, 2.0625f, 0, 0);
		assert_false(touch(&a, &b, &distance));
		assert_true(fabsf(distance - 0.0625f) < 1e-7f);
	}
	for (int i = 0; i < 3; ++i)
		compound_free(&c[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compounds_agree_with_brute_force_over_all_their_shapes),
		cmocka_unit_test(single_shapes_agree_with_brute_force),
		cmocka_unit_test(meshes_under_every_transform_agree_with_brute_force),
		cmocka_unit_test(meshes_flattened_to_a_hundred_thousandth_agree_with_brute_force),
		cmocka_unit_test(scales_of_a_millionth_and_a_million_change_no_answer),
		cmocka_unit_test(no_descent_tree_or_instruction_set_changes_an_answer),
		cmocka_unit_test(swapping_the_objects_swaps_the_answers),
		cmocka_unit_test(moving_both_alike_changes_nothing_between_them),
		cmocka_unit_test(an_asset_touches_itself_with_every_triangle_and_solid),
		cmocka_unit_test(boxes_of_triangles_that_share_a_face_an_edge_or_a_corner_touch),
		cmocka_unit_test(a_surface_within_a_surface_is_apart_and_within_a_solid_is_not),
		cmocka_unit_test(solids_that_just_touch_touch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
