// SPDX-License-Identifier: MIT
// Eight nearest triangles by one walk, beside eight searches and brute force.

#include "hausdorff/nearest_group.h"
#include "hausdorff_case.h"

#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context context;

/// The size of a soup's coordinates, and where they are.
static double size_of(hausdorff_soup_kind kind)
{
	return kind == HAUSDORFF_SOUP_HUGE ? 1e12 : kind == HAUSDORFF_SOUP_TINY ? 1e-30 : 1;
}

/// Points around a soup, a `spread` of its size apart; a wide group has points inside and far away.
static void place(nearest_group *group, hausdorff_soup_kind kind, double spread, shape_random *random, uint32_t count)
{
	double middle[3];
	for (int k = 0; k < 3; ++k)
		middle[k] = 2 * shape_share(random) + (kind == HAUSDORFF_SOUP_FAR ? 4096 : 0);
	for (int i = 0; i < NEAREST_GROUP; ++i)
	{
		for (int k = 0; k < 3; ++k)
			group->points[i][k] = size_of(kind) * (middle[k] + spread * shape_share(random));
		group->triangles[i] = shape_below(random, count);
	}
}

/// Compares a group with single searches below the same front; returns how many distances exceed theirs.
static uint32_t compare(nearest_tree *tree, const nearest_front *front, const nearest_group *asked, double slack)
{
	nearest_group group = *asked;
	uint32_t more = 0;
	nearest_find_group(tree, front, slack, &group);
	for (int i = 0; i < NEAREST_GROUP; ++i)
	{
		uint32_t triangle = asked->triangles[i], brute = 0;
		const double one = sqrt(nearest_find_below(tree, front, asked->points[i], &triangle));
		for (uint32_t k = 1; k < tree->count; ++k)
			if (nearest_triangle2(tree, k, asked->points[i]) < nearest_triangle2(tree, brute, asked->points[i]))
				brute = k;
		assert_true(!(one > sqrt(nearest_triangle2(tree, brute, asked->points[i]))));
		assert_true(group.distances[i] >= one && group.distances[i] <= one + slack);
		const double again = sqrt(nearest_triangle2(tree, group.triangles[i], asked->points[i]));
		assert_true(!(group.distances[i] < again) && !(group.distances[i] > again));
		more += group.distances[i] > one;
	}
	return more;
}

static void groups_have_the_distances_of_single_searches(void **state)
{
	(void)state;
	static hausdorff_soup soup;
	static const double spreads[] = {0, 1e-6, 0.05, 0.5, 20};
	shape_random random = {5};
	for (int trial = 0; trial < 1400; ++trial)
	{
		const hausdorff_soup_kind kind = (hausdorff_soup_kind)(trial % HAUSDORFF_SOUP_KINDS);
		nearest_tree tree;
		nearest_front all, near;
		nearest_group group;
		hausdorff_case_make(&soup, kind, 1 + shape_below(&random, HAUSDORFF_SOUP_MOST), &random);
		const hausdorff_surface surface = hausdorff_case_surface(&soup);
		assert_true(nearest_build(&context, &surface, 1, &tree));
		tree.visits = UINT64_MAX;
		place(&group, kind, spreads[trial % 5], &random, soup.count);
		nearest_front_all(&all);
		assert_int_equal(compare(&tree, &all, &group, 0), 0);
		// A front that has all that may be near.
		const double reach = 100 * size_of(kind) * (kind == HAUSDORFF_SOUP_FAR ? 100 : 1);
		nearest_front_near(&tree, &all, group.points[0], reach, 0.1 * size_of(kind), &near);
		assert_int_equal(compare(&tree, &near, &group, 0), 0);
		nearest_free(&context, &tree);
	}
}

static void slack_saves_work_and_is_never_exceeded(void **state)
{
	(void)state;
	static hausdorff_soup soup;
	shape_random random = {6};
	uint32_t more = 0;
	for (int trial = 0; trial < 700; ++trial)
	{
		const hausdorff_soup_kind kind = (hausdorff_soup_kind)(trial % HAUSDORFF_SOUP_KINDS);
		nearest_tree tree;
		nearest_front all;
		nearest_group group;
		hausdorff_case_make(&soup, kind, HAUSDORFF_SOUP_MOST, &random);
		const hausdorff_surface surface = hausdorff_case_surface(&soup);
		assert_true(nearest_build(&context, &surface, 1, &tree));
		tree.visits = UINT64_MAX;
		place(&group, kind, 0.1, &random, soup.count);
		nearest_front_all(&all);
		more += compare(&tree, &all, &group, size_of(kind) * shape_share(&random));
		nearest_free(&context, &tree);
	}
	assert_true(more > 100);
}

static void a_group_at_a_point_of_the_surface_is_at_0(void **state)
{
	(void)state;
	static hausdorff_soup soup;
	shape_random random = {7};
	nearest_tree tree;
	nearest_front all;
	nearest_group group;
	hausdorff_case_make(&soup, HAUSDORFF_SOUP_LATTICE, HAUSDORFF_SOUP_MOST, &random);
	const hausdorff_surface surface = hausdorff_case_surface(&soup);
	assert_true(nearest_build(&context, &surface, 1, &tree));
	nearest_front_all(&all);
	for (int i = 0; i < NEAREST_GROUP; ++i)
	{
		group.triangles[i] = 3;
		for (int k = 0; k < 3; ++k)
			group.points[i][k] = (double)tree.corners[3][0][k];
	}
	nearest_find_group(&tree, &all, 0, &group);
	for (int i = 0; i < NEAREST_GROUP; ++i)
		assert_true(!(group.distances[i] > 0));
	nearest_free(&context, &tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_have_the_distances_of_single_searches),
		cmocka_unit_test(slack_saves_work_and_is_never_exceeded),
		cmocka_unit_test(a_group_at_a_point_of_the_surface_is_at_0),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
