// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "broadphase_crowd.h"
#include "fuzz/broadphase_trial.h"
#include "kiln/school.h"
#include "school/broadphase/tree/kd_tree.h"
#include "support/asset_fixture.h"

/// Compares the k-d tree with brute force, and checks claims about its references, planes and order.

static void the_tree_answers_as_an_array_of_boxes_does(void **state)
{
	(void)state;
	broadphase_trials(&(kiln_broadphase_options){.method = &kiln_broadphase_kd_tree}, 60000);
}

static const kd_tree *tree_of(const broadphase_crowd *crowd)
{
	return (const kd_tree *)crowd->broadphase->state;
}

/// Counts a proxy's nodes on the path from the root to the leaf of a point.
static uint32_t nodes_towards(const kd_tree *tree, uint32_t proxy, const float point[3])
{
	uint32_t count = 0;
	for (uint32_t number = 0;;)
	{
		const kd_node *node = &tree->nodes[number];
		for (uint32_t i = 0; i < tree->reference_counts[proxy]; i++)
			count += tree->references[proxy * KD_REFERENCES + i].node == number;
		if (node->child == 0)
			return count;
		number = node->child + (point[node->axis] >= node->split);
	}
}

/// Checks that each point of a box leads to one node of the box, and that lists are linked consistently.
static void check_tree(broadphase_crowd *crowd)
{
	const kd_tree *tree = tree_of(crowd);
	uint32_t total = 0;
	for (uint32_t i = 0; i < tree->node_end; i++)
	{
		const kd_node *node = &tree->nodes[i];
		uint32_t count = 0, previous = KD_NONE;
		if (!node->used)
			continue;
		assert_true(node->depth <= KD_DEPTH);
		for (uint32_t k = node->head; k != KD_NONE; previous = k, k = tree->references[k].next, count++)
		{
			assert_int_equal(tree->references[k].node, i);
			assert_int_equal(tree->references[k].previous, previous);
			assert_true(k % KD_REFERENCES < tree->reference_counts[k / KD_REFERENCES]);
		}
		assert_int_equal(count, node->count);
		total += count;
	}
	assert_int_equal(total, tree->total);
	assert_int_equal(tree->count, crowd->broadphase->live_count);
	for (uint32_t i = 0; i < crowd->broadphase->live_count; i++)
	{
		uint32_t proxy = crowd->broadphase->live[i];
		const kiln_aabb box = crowd->broadphase->boxes[proxy];
		const float *min = &box.min.x, *max = &box.max.x;
		for (unsigned k = 0; k < 12; k++)
		{
			float point[3];
			for (unsigned axis = 0; axis < 3; axis++)
			{
				float share = fixture_random_unit(&crowd->random);
				float inside = min[axis] * (1 - share) + max[axis] * share;
				inside = inside < min[axis] ? min[axis] : inside > max[axis] ? max[axis] : inside;
				point[axis] = k >= 8 ? inside : k >> axis & 1 ? max[axis] : min[axis];
			}
			assert_int_equal(nodes_towards(tree, proxy, point), 1);
		}
	}
}

static void boxes_are_in_all_cells_that_have_points_of_them(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 4000);
	crowd_put_cubes(&crowd, 2000, 1, -10, 10);
	crowd_put_cubes(&crowd, 1500, 0.001f, -0.05f, 0.05f);
	crowd_put_cubes(&crowd, 480, 30, -400, 400);
	crowd_put_cubes(&crowd, 20, 1e4f, -1e9f, 1e9f);
	crowd_check(&crowd);
	check_tree(&crowd);
	for (uint32_t part = 300; part > 0; part /= 30)
	{
		for (uint32_t i = 0; i < crowd.count; i += part)
			crowd_move(&crowd, i, crowd_cube(20 * fixture_random_unit(&crowd.random) - 10, 0, 0, 1));
		crowd_check(&crowd);
		check_tree(&crowd);
	}
	for (uint32_t i = 0; i < crowd.count; i += 2)
		crowd_remove(&crowd, i);
	crowd_check(&crowd);
	check_tree(&crowd);
	crowd_free(&crowd);
}

static void large_and_infinite_boxes_take_eight_references_at_most(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 3000);
	crowd_put_cubes(&crowd, 2500, 0.1f, 0, 10);
	crowd_put_cubes(&crowd, 100, 5, 0, 10);
	kiln_aabb wall = {{-HUGE_VALF, 4, -HUGE_VALF}, {HUGE_VALF, 4, HUGE_VALF}};
	crowd_put(&crowd, wall);
	crowd_put(&crowd, (kiln_aabb){{-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, {HUGE_VALF, HUGE_VALF, HUGE_VALF}});
	crowd_check(&crowd);
	check_tree(&crowd);
	// Larger boxes are tested against more boxes, but the small ones need no more work.
	assert_true(tree_of(&crowd)->total < 4 * 2602);
	crowd_free(&crowd);
}

static uint32_t used_nodes(const kd_tree *tree)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < tree->node_end; i++)
		count += tree->nodes[i].used;
	return count;
}

static void leaves_are_joined_when_boxes_go(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 3000);
	crowd_put_cubes(&crowd, 3000, 0.1f, 0, 10);
	crowd_update(&crowd);
	uint32_t before = used_nodes(tree_of(&crowd));
	assert_true(before > 300);
	for (uint32_t i = 0; i < 2990; i++)
	{
		crowd_remove(&crowd, i);
		if (i % 100 == 0)
			crowd_update(&crowd);
	}
	crowd_update(&crowd);
	check_tree(&crowd);
	assert_true(used_nodes(tree_of(&crowd)) < before / 8);
	crowd_free(&crowd);
}

static void the_tree_is_rebuilt_when_boxes_are_in_too_many_leaves(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 3000);
	crowd_put_cubes(&crowd, 3000, 0.1f, 0, 10);
	crowd_update(&crowd);
	uint32_t built = tree_of(&crowd)->built_total;
	assert_true(built < 3000 * 3);
	// Boxes a few times as large, a few at a time.
	for (uint32_t i = 0; i < 3000; i++)
	{
		float x = 10 * fixture_random_unit(&crowd.random), y = 10 * fixture_random_unit(&crowd.random);
		crowd_move(&crowd, i, crowd_cube(x, y, 5, 0.8f));
		if (i % 50 == 0)
			crowd_update(&crowd);
	}
	crowd_check(&crowd);
	check_tree(&crowd);
	const kd_tree *tree = tree_of(&crowd);
	assert_true(tree->built_total != built && 2 * tree->total <= 3 * tree->built_total + 100);
	crowd_free(&crowd);
}

static void without_nodes_leaves_grow(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 2000);
	((kd_tree *)crowd.broadphase->state)->node_capacity = 8;
	crowd_put_cubes(&crowd, 1500, 0.1f, 0, 3);
	crowd_check(&crowd);
	assert_true(tree_of(&crowd)->node_end <= 8);
	for (uint32_t i = 0; i < 1500; i += 2)
		crowd_move(&crowd, i, crowd_cube(3 * fixture_random_unit(&crowd.random), 1, 1, 0.1f));
	crowd_check(&crowd);
	check_tree(&crowd);
	crowd_free(&crowd);
}

// Points that converge to one corner: each plane cuts off the farthest of them.
static void depth_is_bounded(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 4000);
	for (uint32_t i = 0; i < 4000; i++)
	{
		float x = 1e30f;
		for (uint32_t k = 0; k < i / 17; k++)
			x *= 0.5f;
		crowd_put(&crowd, crowd_cube(x, x, x, 0));
		if (i % 64 == 0)
			crowd_update(&crowd);
	}
	crowd_check(&crowd);
	check_tree(&crowd);
	crowd_free(&crowd);
}

// --- Sweeps -----------------------------------------------------------------------------------------------------------

typedef struct met
{
	float nearest, farthest;
	uint32_t count;
} met;

/// Continues up to the nearest hit so far.
static float nearest(void *user, kiln_proxy_hit hit)
{
	met *all = user;
	all->nearest = hit.t < all->nearest ? hit.t : all->nearest;
	all->farthest = hit.t > all->farthest ? hit.t : all->farthest;
	all->count++;
	return all->nearest;
}

static void a_ray_finds_the_nearest_box_among_the_first_that_it_meets(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 8000);
	for (uint32_t i = 0; i < 8000; i++)
		crowd_put(&crowd, crowd_cube((float)(i % 20), (float)(i / 20 % 20), (float)(i / 400), 0.75f));
	crowd_update(&crowd);
	static const kiln_vec3 ways[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 1, 1},
		{-1, -1, -1}, {1, 0.1f, 0}, {-1, 0.1f, 0.3f}, {0.2f, -3, 1}};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
	{
		kiln_vec3 way = ways[i];
		kiln_ray ray = {.direction = way};
		ray.origin = (kiln_vec3){10.5f - 40 * way.x, 10.5f - 40 * way.y, 10.5f - 40 * way.z};
		kiln_motion motion = {.direction = way};
		kiln_aabb box = crowd_cube(ray.origin.x, ray.origin.y, ray.origin.z, 0.5f);
		met by_ray = {.nearest = INFINITY}, by_box = {.nearest = INFINITY};
		kiln_proxy_hit hits[8000];
		kiln_broadphase_ray_all_visit(crowd.broadphase, &ray, nearest, &by_ray);
		if (kiln_broadphase_ray_all(crowd.broadphase, &ray, hits, 8000) > 0)
			assert_true(by_ray.nearest == hits[0].t && by_ray.count <= 8);
		kiln_broadphase_cast_aabb_all_visit(crowd.broadphase, &box, &motion, nearest, &by_box);
		if (kiln_broadphase_cast_aabb_all(crowd.broadphase, &box, &motion, hits, 8000) > 0)
			assert_true(by_box.nearest == hits[0].t && by_box.count <= 24);
	}
	crowd_free(&crowd);
}

static bool count_sweep(void *user, kiln_box_sweep *sweep, uint32_t index, double t)
{
	uint8_t *seen = user;
	(void)sweep;
	(void)t;
	assert_int_equal(seen[index], 0); // once each
	seen[index] = 1;
	return true;
}

// Boxes at whole numbers and in planes, sweeps of whole numbers: nearly all hits are in planes of the tree.
static void sweeps_in_planes_tell_each_box_once(void **state)
{
	(void)state;
	broadphase_crowd crowd = crowd_make(&kiln_broadphase_kd_tree, 2000);
	for (uint32_t i = 0; i < 2000; i++)
	{
		uint64_t bits = fixture_random(&crowd.random);
		float x = (float)(bits % 12), y = (float)(bits / 16 % 12), z = (float)(bits / 256 % 12);
		kiln_aabb box = {
			{x, y, z}, {x + (float)(bits >> 20 & 1), y + (float)(bits >> 21 & 1), z + (float)(bits >> 22 & 1)}};
		crowd_put(&crowd, box);
	}
	crowd_update(&crowd);
	const kiln_broadphase *broadphase = crowd.broadphase;
	for (uint32_t trial = 0; trial < 3000; trial++)
	{
		uint8_t seen[2000] = {0};
		uint64_t bits = fixture_random(&crowd.random);
		kiln_box_sweep sweep = {.t_max = trial % 3 ? 100 : 2.5};
		for (unsigned axis = 0; axis < 3; axis++, bits >>= 16)
		{
			sweep.from[axis] = (double)(bits % 16) - 2;
			sweep.way[axis] = (double)(bits >> 4 & 3) - 1;
			sweep.inverse[axis] = 1 / sweep.way[axis];
			sweep.half[axis] = (double)(bits >> 6 & 3) / 2;
		}
		kiln_box_sweep copy = sweep;
		broadphase->ops->sweep(broadphase, &copy, count_sweep, seen);
		for (uint32_t i = 0; i < 2000; i++)
		{
			double t;
			assert_int_equal(seen[i], kilni_sweep_meets(&sweep, &broadphase->boxes[i], &t));
		}
	}
	crowd_free(&crowd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tree_answers_as_an_array_of_boxes_does),
		cmocka_unit_test(boxes_are_in_all_cells_that_have_points_of_them),
		cmocka_unit_test(large_and_infinite_boxes_take_eight_references_at_most),
		cmocka_unit_test(leaves_are_joined_when_boxes_go),
		cmocka_unit_test(the_tree_is_rebuilt_when_boxes_are_in_too_many_leaves),
		cmocka_unit_test(without_nodes_leaves_grow),
		cmocka_unit_test(depth_is_bounded),
		cmocka_unit_test(a_ray_finds_the_nearest_box_among_the_first_that_it_meets),
		cmocka_unit_test(sweeps_in_planes_tell_each_box_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
