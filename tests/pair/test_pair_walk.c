// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "mesh_pair_case.h"

#include "simd/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares the answers and counts of the walks with every pair of triangles; all kinds of trees, all descents, all
/// kernels.

/// Compares all answers of one pair, by one descent, with those of brute force.
static void check_answers(const kiln_mesh_pair *asked, const case_answer *right)
{
	kiln_mesh_pair pair = *asked;
	kiln_pair_counters counters = {0};
	pair.counters = &counters;
	case_list found = {0};
	assert_true(kilni_mesh_pair_contacts(&pair, case_visit, &found));
	assert_int_equal(counters.volume_tests, 1 + counters.children);
	assert_true(counters.leaf_hits <= counters.leaf_pairs && counters.leaf_pairs <= counters.volume_overlaps);
	assert_true(counters.exact_tests <= counters.triangle_tests && found.count <= counters.exact_tests);
	case_list_sort(&found);
	case_assert_equal(&found, &right->touching);
	case_list_free(&found);

	kiln_mesh_touch touch;
	bool touching = right->touching.count > 0;
	assert_int_equal(kilni_mesh_pair_collide(&pair, &touch), touching);
	if (touching)
		assert_true(kilni_triangles_touch(touch.corner[0], touch.corner[1]));

	kiln_mesh_nearest nearest;
	double distance = right->nearest.distance;
	assert_true(kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest));
	assert_true(nearest.distance == distance);
	if (distance > 0)
		assert_memory_equal(nearest.triangle, right->nearest.triangle, sizeof nearest.triangle);
	float key = kiln_near_key(distance);
	assert_true(kilni_mesh_pair_distance(&pair, 0, key, &nearest));
	assert_true(nearest.distance == distance);
	if (distance > 0)
	{
		assert_memory_equal(nearest.triangle, right->nearest.triangle, sizeof nearest.triangle);
		assert_false(kilni_mesh_pair_distance(&pair, 0, nextafterf(key, 0), &nearest));
		assert_false(kilni_mesh_pair_within(&pair, nextafterf(key, 0)));
		assert_true(kilni_mesh_pair_distance(&pair, 2 * key, HUGE_VALF, &nearest));
		assert_true(kiln_near_key(nearest.distance) >= key);
	}
	assert_true(kilni_mesh_pair_within(&pair, key));
}

/// Runs all descents of one pair; the counters of the kernels and the order of their results must agree.
static void check_kernels(const kiln_mesh_pair *asked)
{
	static const kiln_isa isas[] = {KILN_ISA_AUTO, KILN_ISA_SSE2, KILN_ISA_SCALAR};
	case_list first = {0};
	kiln_pair_counters counted = {0};
	for (size_t i = 0; i < sizeof isas / sizeof *isas; ++i)
	{
		kiln_mesh_pair pair = *asked;
		kiln_pair_counters counters = {0};
		pair.isa = kilni_isa_resolve(isas[i]);
		pair.counters = &counters;
		case_list found = {0};
		kiln_mesh_nearest nearest;
		kilni_mesh_pair_contacts(&pair, case_visit, &found);
		kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest);
		if (i == 0)
		{
			first = found;
			counted = counters;
			continue;
		}
		case_assert_equal(&first, &found);
		assert_memory_equal(&counted, &counters, sizeof counted);
		case_list_free(&found);
	}
	case_list_free(&first);
}

static void check_descents(kiln_mesh_pair *pair, const case_answer *right)
{
	for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; ++descent)
	{
		pair->descent = kiln_school_descent(descent);
		check_answers(pair, right);
		if (descent % 2)
			check_kernels(pair);
	}
}

/// Tests two meshes in one pose, for every kind of tree on either side; each two different kinds once.
static void check_kinds(const case_mesh *a, const case_mesh *b, const kiln_affine *b_to_a, double scale)
{
	kiln_mesh_pair pair = case_pair(a, KILN_TREE_AABB, b, KILN_TREE_AABB, b_to_a, scale, KILN_ISA_AUTO);
	case_answer right;
	case_brute(&right, a, b, &pair);
	for (int kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		kiln_tree_kind other = (kiln_tree_kind)((kind + 3) % KILN_TREE_KIND_END);
		if (!case_has(a, (kiln_tree_kind)kind) || !case_has(b, (kiln_tree_kind)kind))
			continue;
		pair = case_pair(a, (kiln_tree_kind)kind, b, (kiln_tree_kind)kind, b_to_a, scale, KILN_ISA_AUTO);
		check_descents(&pair, &right);
		if (!case_has(b, other))
			continue;
		pair = case_pair(a, (kiln_tree_kind)kind, b, other, b_to_a, scale, KILN_ISA_AUTO);
		check_descents(&pair, &right);
	}
	case_list_free(&right.touching);
}

static void pairs_are_those_of_brute_force(void **state)
{
	(void)state;
	uint64_t random = 1;
	fixture_mesh meshes[4] = {
		fixture_sphere(8, 12, 1), fixture_ground(10, 3), fixture_soup(150, 0.3f, 5), fixture_box(0.6f, 0.9f, 0.4f)};
	case_mesh made[4];
	for (int i = 0; i < 4; ++i)
		case_cook(&made[i], &meshes[i], 0);
	for (int trial = 0; trial < 4; ++trial)
	{
		const case_mesh *a = &made[trial % 4], *b = &made[(trial * 3 + 1) % 4];
		kiln_affine pose = case_pose(&random, 1, trial % 3 == 2 ? 6 : 1.2);
		check_kinds(a, b, &pose, 1);
	}
	for (int i = 0; i < 4; ++i)
		case_mesh_free(&made[i]);
}

static void scales_change_nothing(void **state)
{
	(void)state;
	uint64_t random = 2;
	static const float scales[] = {1e-6f, 1e6f};
	for (int i = 0; i < 2; ++i)
	{
		fixture_mesh meshes[2] = {fixture_sphere(6, 8, scales[i]), fixture_box(scales[i], scales[i], 0.5f * scales[i])};
		case_mesh made[2];
		case_cook(&made[0], &meshes[0], 0);
		case_cook(&made[1], &meshes[1], 0);
		for (int trial = 0; trial < 2; ++trial)
		{
			kiln_affine pose = case_pose(&random, 1, 1.4 * (double)scales[i]);
			check_kinds(&made[0], &made[1], &pose, 3);
		}
		case_mesh_free(&made[0]);
		case_mesh_free(&made[1]);
	}
}

/// Under a pose that scales, mirrors and shears; lengths are measured under another pose that is not a similarity.
static void affine_poses_change_nothing(void **state)
{
	(void)state;
	uint64_t random = 3;
	fixture_mesh meshes[2] = {fixture_sphere(6, 8, 1), fixture_soup(60, 0.4f, 9)};
	case_mesh made[2];
	case_cook(&made[0], &meshes[0], 0);
	case_cook(&made[1], &meshes[1], 0);
	for (int trial = 0; trial < 3; ++trial)
	{
		kiln_affine pose = case_pose(&random, 1, trial == 2 ? 4 : 0.8);
		pose.column[0] = kiln_d3_scale(pose.column[0], -2);
		pose.column[1] = kiln_d3_along(pose.column[1], 0.3, pose.column[2]);
		for (int kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		{
			kiln_mesh_pair pair =
				case_pair(&made[0], (kiln_tree_kind)kind, &made[1], (kiln_tree_kind)kind, &pose, 0.5, KILN_ISA_AUTO);
			if (trial)
			{
				pair.metric.similar = false;
				pair.metric.to_query = kiln_affine_identity();
				pair.metric.to_query.column[0].x = 3;
				pair.metric.to_query.column[1].y = 0.5;
			}
			case_answer right;
			case_brute(&right, &made[0], &made[1], &pair);
			check_descents(&pair, &right);
			case_list_free(&right.touching);
		}
	}
	case_mesh_free(&made[0]);
	case_mesh_free(&made[1]);
}

static void every_triangle_of_a_mesh_touches_itself(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_sphere(9, 13, 5);
	case_mesh made;
	case_cook(&made, &mesh, 0);
	kiln_affine rest = kiln_affine_identity();
	check_kinds(&made, &made, &rest, 1);
	kiln_mesh_pair pair = case_pair(&made, KILN_TREE_OBB, &made, KILN_TREE_OBB, &rest, 1, KILN_ISA_AUTO);
	case_list found = {0};
	assert_true(kilni_mesh_pair_contacts(&pair, case_visit, &found));
	case_list_sort(&found);
	uint32_t same = 0;
	for (size_t i = 0; i < found.count; ++i)
		same += found.touches[i].triangle[0] == found.touches[i].triangle[1];
	assert_int_equal(same, made.asset.meshes[0].triangle_count);
	case_list_free(&found);
	case_mesh_free(&made);
}

/// Boxes face to face, edge to edge and corner to corner, and slightly separate.
static void touching_is_touching(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	case_mesh made;
	case_cook(&made, &mesh, 0);
	static const double shifts[5][3] = {{2, 0, 0}, {2, 2, 0}, {2, 2, 2}, {2 + 0x1p-40, 0, 0}, {0.5, 0, 0}};
	for (int i = 0; i < 5; ++i)
	{
		kiln_affine pose = kiln_affine_identity();
		pose.origin = (kiln_d3){shifts[i][0], shifts[i][1], shifts[i][2]};
		kiln_mesh_pair pair = case_pair(&made, KILN_TREE_AABB, &made, KILN_TREE_AABB, &pose, 1, KILN_ISA_AUTO);
		kiln_mesh_touch touch;
		assert_int_equal(kilni_mesh_pair_collide(&pair, &touch), i != 3);
		check_kinds(&made, &made, &pose, 1);
	}
	case_mesh_free(&made);
}

/// One triangle, at several distances from the other.
static void single_triangles_are_enough(void **state)
{
	(void)state;
	uint64_t random = 4;
	fixture_mesh one = fixture_ground(0, 1), many = fixture_soup(40, 0.5f, 2);
	case_mesh made[2];
	case_cook(&made[0], &one, 0);
	case_cook(&made[1], &many, 0);
	for (int trial = 0; trial < 4; ++trial)
	{
		kiln_affine pose = case_pose(&random, 1, 1);
		check_kinds(&made[0], &made[0], &pose, 1);
		check_kinds(&made[0], &made[1], &pose, 1);
		check_kinds(&made[1], &made[0], &pose, 1);
	}
	case_mesh_free(&made[0]);
	case_mesh_free(&made[1]);
}

/// Nothing can be culled: every pair of triangles touches.
static void identical_triangles_all_touch(void **state)
{
	(void)state;
	enum
	{
		COUNT = 1000
	};
	fixture_mesh mesh = {.vertex_count = 3 * COUNT, .triangle_count = COUNT};
	mesh.vertices = malloc(sizeof *mesh.vertices * 3 * COUNT);
	mesh.triangles = malloc(sizeof *mesh.triangles * COUNT);
	assert_true(mesh.vertices && mesh.triangles);
	for (uint32_t i = 0; i < 3 * COUNT; ++i)
	{
		mesh.vertices[i][0] = i % 3 == 1;
		mesh.vertices[i][1] = i % 3 == 2;
		mesh.vertices[i][2] = 0;
		mesh.triangles[i / 3][i % 3] = i;
	}
	case_mesh made;
	case_lay_out(&made, &mesh);
	kiln_affine rest = kiln_affine_identity();
	kiln_mesh_pair pair = case_pair(&made, KILN_TREE_AABB, &made, KILN_TREE_AABB, &rest, 1, KILN_ISA_AUTO);
	for (uint32_t descent = 1; descent < KILN_SCHOOL_DESCENTS; descent += 5)
	{
		pair.descent = kiln_school_descent(descent);
		case_list found = {0};
		assert_true(kilni_mesh_pair_contacts(&pair, case_visit, &found));
		assert_int_equal(found.count, COUNT * COUNT);
		case_list_free(&found);
		kiln_mesh_nearest nearest;
		assert_true(kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest));
		assert_true(nearest.distance == 0);
	}
	case_mesh_free(&made);
}

/// Trees of the greatest depth whose boxes cull nothing: the stack becomes full.
static void the_deepest_trees_fit(void **state)
{
	(void)state;
	case_mesh made = {.from_fixture = true};
	assert_true(fixture_blob_deep(&made.blob));
	assert_int_equal(kiln_open(&made.asset, made.blob.data, made.blob.size, NULL).status, KILN_OK);
	uint64_t random = 7, leaves = made.asset.meshes[0].leaf_count;
	kiln_affine pose = case_pose(&random, 1, 0.1);
	kiln_mesh_pair pair = case_pair(&made, KILN_TREE_AABB, &made, KILN_TREE_AABB, &pose, 1, KILN_ISA_AUTO);
	case_answer right;
	case_brute(&right, &made, &made, &pair);
	for (uint32_t descent = 1; descent < KILN_SCHOOL_DESCENTS; ++descent)
	{
		kiln_pair_counters counters = {0};
		case_list found = {0};
		kiln_mesh_nearest nearest;
		pair.descent = kiln_school_descent(descent);
		pair.counters = &counters;
		assert_true(kilni_mesh_pair_contacts(&pair, case_visit, &found));
		assert_true(counters.leaf_pairs > leaves * leaves / 2);
		case_list_sort(&found);
		case_assert_equal(&found, &right.touching);
		case_list_free(&found);
		assert_true(kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest));
		assert_true(nearest.distance == right.nearest.distance);
	}
	case_list_free(&right.touching);
	case_mesh_free(&made);
}

static void a_visitor_ends_the_walk(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_sphere(9, 13, 1);
	case_mesh made;
	case_cook(&made, &mesh, 0);
	kiln_affine rest = kiln_affine_identity();
	kiln_mesh_pair pair = case_pair(&made, KILN_TREE_AABB, &made, KILN_TREE_AABB, &rest, 1, KILN_ISA_AUTO);
	case_list all = {0};
	assert_true(kilni_mesh_pair_contacts(&pair, case_visit, &all));
	for (size_t stop = 1; stop < all.count; stop += 97)
	{
		case_list some = {.stop = stop};
		assert_false(kilni_mesh_pair_contacts(&pair, case_visit, &some));
		assert_int_equal(some.count, stop);
		assert_memory_equal(some.touches, all.touches, stop * sizeof *some.touches);
		case_list_free(&some);
	}
	case_list_free(&all);
	case_mesh_free(&made);
}

/// D - I + 2 S + 2 K = 1 (Gottschalk 2000), for trees of two children a node and walks that nothing ends.
static void binary_walks_count_as_gottschalk_says(void **state)
{
	(void)state;
	uint64_t random = 6;
	fixture_mesh meshes[2] = {fixture_sphere(9, 13, 1), fixture_soup(120, 0.3f, 8)};
	case_mesh made[2];
	case_cook(&made[0], &meshes[0], 2);
	case_cook(&made[1], &meshes[1], 2);
	for (int trial = 0; trial < 40; ++trial)
	{
		kiln_tree_kind kind = (kiln_tree_kind)(1 + trial % (KILN_TREE_KIND_END - 1));
		kiln_affine pose = case_pose(&random, 1, 1.5);
		kiln_mesh_pair pair = case_pair(&made[0], kind, &made[1], kind, &pose, 1, KILN_ISA_AUTO);
		kiln_pair_counters counters = {0};
		pair.counters = &counters;
		pair.descent = kiln_school_descent((uint32_t)trial % KILN_SCHOOL_DESCENTS);
		case_list found = {0};
		assert_true(kilni_mesh_pair_contacts(&pair, case_visit, &found));
		uint64_t apart = counters.volume_tests - counters.volume_overlaps;
		assert_int_equal(apart + 2 * counters.leaf_pairs, 1 + counters.volume_overlaps);
		case_list_free(&found);
	}
	case_mesh_free(&made[0]);
	case_mesh_free(&made[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_are_those_of_brute_force),
		cmocka_unit_test(scales_change_nothing),
		cmocka_unit_test(affine_poses_change_nothing),
		cmocka_unit_test(every_triangle_of_a_mesh_touches_itself),
		cmocka_unit_test(touching_is_touching),
		cmocka_unit_test(single_triangles_are_enough),
		cmocka_unit_test(identical_triangles_all_touch),
		cmocka_unit_test(the_deepest_trees_fit),
		cmocka_unit_test(a_visitor_ends_the_walk),
		cmocka_unit_test(binary_walks_count_as_gottschalk_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
