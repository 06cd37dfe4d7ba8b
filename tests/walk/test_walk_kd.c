// SPDX-License-Identifier: MIT
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kiln/walk.h"
#include "support/asset_fixture.h"
#include "support/real256.h"
#include "support/trials.h"

/// Compares walks through k-d trees with a test of every leaf in numbers of 256 bits.

#define NODES 255

typedef struct grown_tree
{
	kiln_kd_tree tree;
	kiln_kd_node nodes[NODES];
	float low[NODES][3], high[NODES][3]; ///< cells
} grown_tree;

/// How floats are chosen.
typedef struct numbers
{
	uint64_t random;
	bool whole;	  ///< small whole numbers: many rays in planes and through edges
	float offset; ///< distance from the origin, in sizes of the tree
	float scale;
} numbers;

static float draw(numbers *from, float low, float high)
{
	float x = low + (high - low) * fixture_random_unit(&from->random);
	return from->whole ? (float)(int)x : x;
}

static void grow(grown_tree *grown, numbers *from, uint32_t most, float offset, float scale)
{
	memset(grown, 0, sizeof *grown);
	grown->tree.nodes = grown->nodes;
	uint32_t count = 1;
	float *bounds[2] = {&grown->tree.bounds.min.x, &grown->tree.bounds.max.x};
	for (unsigned i = 0; i < 3; i++)
	{
		bounds[0][i] = grown->low[0][i] = offset;
		bounds[1][i] = grown->high[0][i] = offset + scale;
	}
	for (uint32_t at = 0; at < count; at++)
	{
		kiln_kd_node *node = &grown->nodes[at];
		*node = (kiln_kd_node){.axis = KILN_KD_LEAF, .child = 7 * at};
		if (count + 2 > most || (at > 6 && fixture_random(&from->random) % 4 == 0))
			continue;
		unsigned axis = (unsigned)(fixture_random(&from->random) % 3);
		float split = draw(from, grown->low[at][axis], grown->high[at][axis]);
		if (!(split > grown->low[at][axis] && split < grown->high[at][axis]))
			continue;
		*node = (kiln_kd_node){.split = split, .axis = axis, .child = count};
		for (uint32_t side = 0; side < 2; side++, count++)
		{
			memcpy(grown->low[count], grown->low[at], sizeof grown->low[at]);
			memcpy(grown->high[count], grown->high[at], sizeof grown->high[at]);
			(side ? grown->low : grown->high)[count][axis] = split;
		}
	}
	grown->tree.node_count = count;
}

typedef struct visited
{
	const grown_tree *grown;
	kiln_walk_leaf leaves[NODES];
	bool seen[NODES];
	uint32_t count;
	float last;
	uint32_t most; ///< the walk ends after so many visits
	float stop;	   ///< return value of each visit
} visited;

static float note(void *user, const kiln_walk_leaf *leaf)
{
	visited *all = user;
	assert_true(leaf->node < all->grown->tree.node_count);
	assert_int_equal(all->grown->nodes[leaf->node].axis, KILN_KD_LEAF);
	assert_false(all->seen[leaf->node]); // each leaf once
	all->seen[leaf->node] = true;
	assert_true(leaf->enter >= 0 && leaf->enter <= leaf->leave);
	assert_true(leaf->enter >= all->last); // in order
	all->last = leaf->enter;
	all->leaves[leaf->node] = *leaf;
	all->count++;
	return all->count == all->most ? -1 : all->stop;
}

typedef struct exact_line
{
	real from[3], way[3], t_max;
} exact_line;

/// Computes when a line is in a closed cell, extended on each side; false where the line misses it.
static bool touches(const exact_line *line, const float low[3], const float high[3], double grown, real time[2])
{
	time[0] = real_from_int(0);
	time[1] = line->t_max;
	for (unsigned i = 0; i < 3; i++)
	{
		real below = real_sub(real_sub(real_from((double)low[i]), real_from(grown)), line->from[i]);
		real above = real_sub(real_add(real_from((double)high[i]), real_from(grown)), line->from[i]);
		int sign = real_sign(line->way[i]);
		if (sign == 0)
		{
			if (real_sign(below) > 0 || real_sign(above) < 0)
				return false;
			continue;
		}
		real near = real_div(sign > 0 ? below : above, line->way[i]);
		real far = real_div(sign > 0 ? above : below, line->way[i]);
		time[0] = real_max(time[0], near);
		time[1] = real_min(time[1], far);
	}
	return real_compare(time[0], time[1]) <= 0;
}

/// Every touched leaf must have been visited, with a first time that is not later and a last time that is not earlier;
/// every other visited leaf must be touched when extended.
static void check(const exact_line *line, const visited *all, double tolerance)
{
	const grown_tree *grown = all->grown;
	for (uint32_t i = 0; i < grown->tree.node_count; i++)
	{
		real time[2];
		if (grown->nodes[i].axis != KILN_KD_LEAF)
			continue;
		if (touches(line, grown->low[i], grown->high[i], 0, time))
		{
			assert_true(all->seen[i]);
			assert_true(real_compare(real_from((double)all->leaves[i].enter), time[0]) <= 0);
			if (all->leaves[i].leave < HUGE_VALF)
				assert_true(real_compare(real_from((double)all->leaves[i].leave), time[1]) >= 0);
		}
		else if (all->seen[i])
			assert_true(touches(line, grown->low[i], grown->high[i], tolerance, time));
	}
}

static void check_ray(const grown_tree *grown, const kiln_ray *ray, double tolerance)
{
	visited all = {.grown = grown, .stop = FLT_MAX};
	assert_int_equal(kiln_walk_kd(&grown->tree, ray, note, &all), KILN_OK);
	const float *from = &ray->origin.x, *way = &ray->direction.x;
	exact_line line = {.t_max = real_from((double)(ray->t_max > 0 ? ray->t_max : FLT_MAX))};
	for (unsigned i = 0; i < 3; i++)
	{
		line.from[i] = real_from((double)from[i]);
		line.way[i] = real_from((double)way[i]);
	}
	check(&line, &all, tolerance);
}

static void check_segment(const grown_tree *grown, const kiln_vec3 *a, const kiln_vec3 *b, double tolerance)
{
	visited all = {.grown = grown, .stop = FLT_MAX};
	assert_int_equal(kiln_walk_kd_segment(&grown->tree, *a, *b, note, &all), KILN_OK);
	const float *from = &a->x, *to = &b->x;
	exact_line line = {.t_max = real_from_int(1)};
	for (unsigned i = 0; i < 3; i++)
	{
		line.from[i] = real_from((double)from[i]);
		line.way[i] = real_sub(real_from((double)to[i]), line.from[i]);
	}
	check(&line, &all, tolerance);
}

static void random_walks(numbers from, float offset, float scale, uint64_t trials, double tolerance)
{
	static grown_tree grown;
	for (uint64_t i = 0; i < trials; i += 20)
	{
		grow(&grown, &from, 3 + (uint32_t)(fixture_random(&from.random) % (NODES - 3)), offset, scale);
		for (unsigned k = 0; k < 20; k++)
		{
			kiln_vec3 a, b;
			kiln_ray ray = {.t_max = k % 3 == 0 ? 2 * fixture_random_unit(&from.random) : 0};
			float *origin = &ray.origin.x, *direction = &ray.direction.x, *end = &b.x;
			for (unsigned axis = 0; axis < 3; axis++)
			{
				origin[axis] = draw(&from, offset - scale / 2, offset + 1.5f * scale);
				end[axis] = draw(&from, offset - scale / 2, offset + 1.5f * scale);
				if (fixture_random(&from.random) % 4 == 0)
					end[axis] = origin[axis];
				direction[axis] = end[axis] - origin[axis];
			}
			a = ray.origin;
			check_segment(&grown, &a, &b, tolerance);
			if (direction[0] != 0 || direction[1] != 0 || direction[2] != 0)
				check_ray(&grown, &ray, tolerance);
		}
	}
}

static void no_touched_leaf_is_missed(void **state)
{
	(void)state;
	random_walks((numbers){.random = 1}, -1, 2, trials_random(1200), 0x1p-45);
	random_walks((numbers){.random = 2}, 1e6f, 3, trials_random(600), 1e6 * 0x1p-45);
	random_walks((numbers){.random = 3}, -3e-39f, 6e-39f, trials_random(600), 0x1p-149);
	random_walks((numbers){.random = 4}, -1e30f, 2e30f, trials_random(600), 1e30 * 0x1p-45);
}

// Times are small fractions: the visited leaves are exactly the touched ones, except for the margin of times.
static void rays_in_planes_and_through_edges_visit_all_sides(void **state)
{
	(void)state;
	random_walks((numbers){.random = 5, .whole = true}, -4, 8, trials_random(2400), 0x1p-45);
}

static const kiln_kd_node two_planes[] = {{0, 0, 1}, {0, 1, 3}, {0, 1, 5}, {0, KILN_KD_LEAF, 0}, {0, KILN_KD_LEAF, 0},
	{0, KILN_KD_LEAF, 0}, {0, KILN_KD_LEAF, 0}};

static grown_tree crossing_planes(void)
{
	grown_tree grown = {
		.tree = {.node_count = 7, .bounds = {{-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, {HUGE_VALF, HUGE_VALF, HUGE_VALF}}}};
	memcpy(grown.nodes, two_planes, sizeof two_planes);
	return grown;
}

static uint32_t visits(grown_tree *grown, kiln_ray ray)
{
	visited all = {.grown = grown, .stop = FLT_MAX};
	grown->tree.nodes = grown->nodes;
	assert_int_equal(kiln_walk_kd(&grown->tree, &ray, note, &all), KILN_OK);
	return all.count;
}

static void a_ray_along_an_edge_of_infinite_cells_visits_all_four(void **state)
{
	(void)state;
	grown_tree grown = crossing_planes();
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {0, 0, 5}, .direction = {0, 0, 1}}), 4);
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {0, 1, 5}, .direction = {0, 0, -1}}), 2);
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {0, 1, 5}, .direction = {0, -1, 0}}), 4);
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {-1, -1, 5}, .direction = {1, 1, 0}}), 4);
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {-1, -1, 5}, .direction = {1, 1, 0}, .t_max = 0.5f}), 1);
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {1, 2, 5}, .direction = {1, 1, 0}}), 1);
	kiln_vec3 zero = {0}, one = {1, 1, 1};
	visited all = {.grown = &grown, .stop = FLT_MAX};
	assert_int_equal(kiln_walk_kd_segment(&grown.tree, zero, zero, note, &all), KILN_OK);
	assert_int_equal(all.count, 4);
	all = (visited){.grown = &grown, .stop = FLT_MAX};
	assert_int_equal(kiln_walk_kd_segment(&grown.tree, one, one, note, &all), KILN_OK);
	assert_int_equal(all.count, 1);
}

static void the_visitor_ends_the_walk(void **state)
{
	(void)state;
	grown_tree grown = crossing_planes();
	grown.tree.nodes = grown.nodes;
	const kiln_ray ray = {.origin = {-2, -1, 0}, .direction = {1, 1, 0}};
	visited all = {.grown = &grown, .stop = FLT_MAX, .most = 2};
	assert_int_equal(kiln_walk_kd(&grown.tree, &ray, note, &all), KILN_OK);
	assert_int_equal(all.count, 2);
	all = (visited){.grown = &grown, .stop = 0.5f};
	assert_int_equal(kiln_walk_kd(&grown.tree, &ray, note, &all), KILN_OK);
	assert_int_equal(all.count, 1);
	all = (visited){.grown = &grown, .stop = 1.5f};
	assert_int_equal(kiln_walk_kd(&grown.tree, &ray, note, &all), KILN_OK);
	assert_int_equal(all.count, 2);
}

static kiln_status status_of(kiln_kd_node node, uint32_t count)
{
	grown_tree grown = crossing_planes();
	grown.tree.nodes = grown.nodes;
	grown.nodes[1] = node;
	grown.tree.node_count = count;
	const kiln_ray ray = {.origin = {-1, -1, 0}, .direction = {1, 1, 0}};
	visited all = {.grown = &grown, .stop = FLT_MAX};
	return kiln_walk_kd(&grown.tree, &ray, note, &all);
}

static void trees_that_lead_astray_are_refused(void **state)
{
	(void)state;
	assert_int_equal(status_of((kiln_kd_node){0, 1, 3}, 7), KILN_OK);
	assert_int_equal(status_of((kiln_kd_node){0, 1, 0}, 7), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){0, 1, 1}, 7), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){0, 1, 6}, 7), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){0, 1, UINT32_MAX}, 7), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){0, 4, 3}, 7), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){NAN, 1, 3}, 7), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){HUGE_VALF, 1, 3}, 7), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){0, 1, 3}, 1), KILN_E_TREE);
	assert_int_equal(status_of((kiln_kd_node){0, 1, 3}, 0), KILN_OK);
}

static float count_only(void *user, const kiln_walk_leaf *leaf)
{
	(void)leaf;
	++*(uint32_t *)user;
	return FLT_MAX;
}

/// Both children of every node are the same two nodes of the next level, so that the number of paths doubles with each
/// level.
static void a_tree_whose_nodes_share_children_is_refused(void **state)
{
	(void)state;
	enum
	{
		LEVELS = 31
	};
	grown_tree grown = {.tree = {.node_count = 2 * LEVELS + 1, .bounds = {{-9, -9, -9}, {9, 9, 9}}}};
	for (uint32_t i = 0; i + 2 < grown.tree.node_count; i++)
		grown.nodes[i] = (kiln_kd_node){0, i % 3, i + 1 + (i + 1) % 2};
	grown.nodes[grown.tree.node_count - 2].axis = grown.nodes[grown.tree.node_count - 1].axis = KILN_KD_LEAF;
	grown.tree.nodes = grown.nodes;
	uint32_t count = 0;
	const kiln_ray ray = {.origin = {-1, -1, -1}, .direction = {1, 1, 1}};
	assert_int_equal(kiln_walk_kd(&grown.tree, &ray, count_only, &count), KILN_E_TREE);
	assert_true(count <= grown.tree.node_count);
}

static void input_that_is_no_ray_visits_nothing(void **state)
{
	(void)state;
	grown_tree grown = crossing_planes();
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {1, 1, 1}}), 0);
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {NAN, 1, 1}, .direction = {1, 0, 0}}), 0);
	assert_int_equal(visits(&grown, (kiln_ray){.direction = {HUGE_VALF, 0, 0}}), 0);
	assert_int_equal(visits(&grown, (kiln_ray){.direction = {1, 0, 0}, .t_max = -1}), 0);
	assert_int_equal(visits(&grown, (kiln_ray){.direction = {1, 0, 0}, .t_max = NAN}), 0);
	const kiln_ray ray = {.direction = {1, 0, 0}};
	assert_int_equal(kiln_walk_kd(NULL, &ray, note, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_walk_kd(&grown.tree, NULL, note, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_walk_kd(&grown.tree, &ray, NULL, NULL), KILN_E_ARGUMENT);
	grown.tree.bounds.min.x = NAN;
	assert_int_equal(kiln_walk_kd(&grown.tree, &ray, note, NULL), KILN_E_ARGUMENT);
}

// Layers of one unit each; the lowest is at the end of the longest path.
static void a_tree_of_the_greatest_depth_is_walked_to_the_end(void **state)
{
	(void)state;
	static grown_tree grown;
	memset(&grown, 0, sizeof grown);
	grown.tree = (kiln_kd_tree){.nodes = grown.nodes, .bounds = {{-1, -1, 0}, {1, 1, 64}}};
	uint32_t end = 1;
	for (uint32_t at = 0; end < 2 * KILN_KD_DEPTH_MAX - 1; at = end, end += 2)
		grown.nodes[at] = (kiln_kd_node){.split = (float)(KILN_KD_DEPTH_MAX - end / 2 - 1), .axis = 2, .child = end};
	for (uint32_t i = 0; i < end; i++)
		if (grown.nodes[i].child == 0)
			grown.nodes[i].axis = KILN_KD_LEAF;
	grown.tree.node_count = end;
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {0, 0, -1}, .direction = {0, 0, 1}}), (end + 1) / 2);
	assert_int_equal(visits(&grown, (kiln_ray){.origin = {0, 0, 65}, .direction = {0, 0, -1}}), (end + 1) / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_touched_leaf_is_missed),
		cmocka_unit_test(rays_in_planes_and_through_edges_visit_all_sides),
		cmocka_unit_test(a_ray_along_an_edge_of_infinite_cells_visits_all_four),
		cmocka_unit_test(the_visitor_ends_the_walk),
		cmocka_unit_test(trees_that_lead_astray_are_refused),
		cmocka_unit_test(a_tree_whose_nodes_share_children_is_refused),
		cmocka_unit_test(input_that_is_no_ray_visits_nothing),
		cmocka_unit_test(a_tree_of_the_greatest_depth_is_walked_to_the_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
