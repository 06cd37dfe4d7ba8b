// SPDX-License-Identifier: MIT
#include "bench/bench.h"
#include "bench/figures/duel.h"

#include "common/message.h"
#include "kiln/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Rays through a grid and a k-d tree, beside a test of every cell: no cell that the ray meets may be missed.

enum
{
	SIDE = 16, ///< cells along the grid
	CELLS = SIDE * SIDE * SIDE,
	LEVELS = 12, ///< of the k-d tree
	LEAVES = 1 << LEVELS,
	WORDS = LEAVES / 64,
};
static_assert(CELLS == LEAVES, "the grid and the tree have different numbers of cells");

/// Cells in a box of SIDE units, and the bits of those that each ray visits, as the walk and as the test of every cell find them.
typedef struct walk_stage
{
	kiln_kd_node nodes[2 * LEAVES];
	uint32_t node_count;
	kiln_aabb boxes[2 * LEAVES]; ///< of nodes (k-d) or cells (grid)
	bool is_leaf[2 * LEAVES];
	kiln_ray *rays;
	uint32_t count;
	uint64_t (*visited)[WORDS], (*met)[WORDS];
	uint64_t *now; ///< the bits of the current ray
} walk_stage;

static void mark(uint64_t *bits, uint32_t cell)
{
	bits[cell / 64] |= 1ull << (cell % 64);
}

static float visit_cell(void *user, const kiln_walk_cell *cell)
{
	const walk_stage *it = user;
	mark(it->now, (uint32_t)((cell->cell[2] * SIDE + cell->cell[1]) * SIDE + cell->cell[0]));
	return INFINITY;
}

static float visit_leaf(void *user, const kiln_walk_leaf *leaf)
{
	const walk_stage *it = user;
	mark(it->now, it->nodes[leaf->node].child);
	return INFINITY;
}

static void walk_grid(void *user)
{
	walk_stage *it = user;
	const kiln_grid grid = {.cell = 1};
	const kiln_aabb_int cells = {{0, 0, 0}, {SIDE - 1, SIDE - 1, SIDE - 1}};
	memset(it->visited, 0, it->count * sizeof *it->visited);
	for (uint32_t i = 0; i < it->count; ++i)
	{
		it->now = it->visited[i];
		kiln_walk_grid(&grid, &cells, &it->rays[i], visit_cell, it);
	}
}

static void walk_kd(void *user)
{
	walk_stage *it = user;
	const kiln_kd_tree tree = {it->nodes, it->node_count, {{0, 0, 0}, {SIDE, SIDE, SIDE}}};
	memset(it->visited, 0, it->count * sizeof *it->visited);
	for (uint32_t i = 0; i < it->count; ++i)
	{
		it->now = it->visited[i];
		kiln_walk_kd(&tree, &it->rays[i], visit_leaf, it);
	}
}

/// Whether a ray passes through a box, in double. Boxes shrink by a little, so that what is met is met beyond rounding.
static bool passes(const kiln_ray *ray, const kiln_aabb *box)
{
	const float from[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
	const float way[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
	const float low[3] = {box->min.x, box->min.y, box->min.z}, high[3] = {box->max.x, box->max.y, box->max.z};
	double enter = 0, leave = HUGE_VAL;
	for (int axis = 0; axis < 3; ++axis)
	{
		const double a = ((double)low[axis] + 1e-6 - (double)from[axis]) / (double)way[axis];
		const double b = ((double)high[axis] - 1e-6 - (double)from[axis]) / (double)way[axis];
		enter = fmax(enter, fmin(a, b));
		leave = fmin(leave, fmax(a, b));
	}
	return enter <= leave;
}

static void test_all(void *user)
{
	walk_stage *it = user;
	memset(it->met, 0, it->count * sizeof *it->met);
	for (uint32_t i = 0; i < it->count; ++i)
		for (uint32_t n = 0; n < it->node_count; ++n)
			if (it->is_leaf[n] && passes(&it->rays[i], &it->boxes[n]))
				mark(it->met[i], it->nodes[n].child);
}

/// Returns how many rays missed a cell that they meet.
static uint64_t count_missed(void *user)
{
	const walk_stage *it = user;
	uint64_t missed = 0;
	for (uint32_t i = 0; i < it->count; ++i)
	{
		uint64_t lost = 0;
		for (uint32_t w = 0; w < WORDS; ++w)
			lost |= it->met[i][w] & ~it->visited[i][w];
		missed += lost != 0;
	}
	return missed;
}

static void make_grid(walk_stage *it)
{
	it->node_count = CELLS;
	for (uint32_t cell = 0; cell < CELLS; ++cell)
	{
		const float x = (float)(cell % SIDE), y = (float)(cell / SIDE % SIDE), z = (float)(cell / SIDE / SIDE);
		it->boxes[cell] = (kiln_aabb){{x, y, z}, {x + 1, y + 1, z + 1}};
		it->nodes[cell].child = cell;
		it->is_leaf[cell] = true;
	}
}

/// Makes a tree level by level: each plane lies in the middle third of its node's box, across the axes in turn.
static void make_tree(walk_stage *it, bench_random *random)
{
	uint32_t leaf = 0;
	it->node_count = 2 * LEAVES - 1;
	it->boxes[0] = (kiln_aabb){{0, 0, 0}, {SIDE, SIDE, SIDE}};
	for (uint32_t n = 0; n < it->node_count; ++n)
	{
		it->is_leaf[n] = n >= LEAVES - 1;
		if (it->is_leaf[n])
		{
			it->nodes[n] = (kiln_kd_node){.axis = KILN_KD_LEAF, .child = leaf++};
			continue;
		}
		uint32_t level = 0;
		while ((2u << level) - 1 <= n)
			++level;
		const kiln_aabb box = it->boxes[n];
		const uint32_t axis = level % 3, child = 2 * n + 1;
		const float low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};
		const float share = (float)(1 + bench_random_unit(random)) / 3;
		const float split = low[axis] + share * (high[axis] - low[axis]);
		it->nodes[n] = (kiln_kd_node){.split = split, .axis = axis, .child = child};
		it->boxes[child] = it->boxes[child + 1] = box;
		*(axis == 0 ? &it->boxes[child].max.x : axis == 1 ? &it->boxes[child].max.y : &it->boxes[child].max.z) = split;
		*(axis == 0		? &it->boxes[child + 1].min.x
			: axis == 1 ? &it->boxes[child + 1].min.y
						: &it->boxes[child + 1].min.z) = split;
	}
}

/// Makes rays from anywhere about the box to anywhere in it.
static void make_rays(walk_stage *it, bench_random *random)
{
	for (uint32_t i = 0; i < it->count; ++i)
	{
		double from[3], to[3];
		bench_random_ball(random, from);
		bench_random_ball(random, to);
		for (int axis = 0; axis < 3; ++axis)
		{
			from[axis] = SIDE * (0.5 + from[axis]);
			to[axis] = SIDE * (0.5 + 0.5 * to[axis]) - from[axis];
		}
		it->rays[i] = (kiln_ray){.origin = {(float)from[0], (float)from[1], (float)from[2]},
			.direction = {(float)to[0], (float)to[1], (float)to[2]}};
	}
}

int bench_walks(const bench_options *options, bench_result *result)
{
	bench_table *table = bench_duel_table(result, "walks");
	snprintf(table->title, sizeof table->title,
		"rays through %d cells of a grid and of a k-d tree of %d levels, nanoseconds a ray; a ray that misses a cell "
		"that it passes through differs",
		CELLS, LEVELS);
	walk_stage *it = bench_memory(1, sizeof *it);
	bench_random random = bench_random_make(options->seed);
	it->count = options->quick ? 50 : 500;
	it->rays = bench_memory(it->count, sizeof *it->rays);
	it->visited = bench_memory(it->count, sizeof *it->visited);
	it->met = bench_memory(it->count, sizeof *it->met);
	make_rays(it, &random);
	bench_progress("walks", "grid");
	make_grid(it);
	bench_duel duel = {"rays through a grid", "every cell tested", it->count, walk_grid, test_all, count_missed, it};
	bench_duel_run(&duel, bench_repetitions(options), options->clock, table);
	bench_progress("walks", "k-d tree");
	make_tree(it, &random);
	duel.work = "rays through a k-d tree";
	duel.beside = "every leaf tested";
	duel.kiln = walk_kd;
	bench_duel_run(&duel, bench_repetitions(options), options->clock, table);
	free(it->met);
	free(it->visited);
	free(it->rays);
	free(it);
	return TOOL_DONE;
}
