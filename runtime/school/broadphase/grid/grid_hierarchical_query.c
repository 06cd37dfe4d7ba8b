// SPDX-License-Identifier: MIT
#include "grid_hierarchical.h"

/// Pairs and queries of the hierarchical grid.

/// The number of boxes of a list that are compared together.
#define BATCH 32

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// A part of a list, with the boxes.
typedef struct batch
{
	uint32_t indices[BATCH];
	kiln_aabb boxes[BATCH];
	uint32_t count;
} batch;

/// Fills a batch from a list; returns the index behind the batch.
static uint32_t fill(batch *some, const kiln_broadphase *broadphase, uint32_t index)
{
	const kiln_grid_levels *grid = broadphase->state;
	some->count = 0;
	for (; index != KILN_GRID_NONE && some->count < BATCH; index = grid->next[index])
	{
		some->indices[some->count] = index;
		some->boxes[some->count++] = broadphase->boxes[index];
	}
	return index;
}

static void pairs_within(const batch *some, kiln_pair_sink *sink)
{
	for (uint32_t i = 1; i < some->count; i++)
		for (uint32_t j = 0; j < i; j++)
			if (kiln_boxes_overlap_flat(&some->boxes[i], &some->boxes[j]) &&
				!kilni_sink_pair(sink, some->indices[i], some->indices[j]))
				return;
}

/// Reports the pairs of a batch with a whole list.
static void pairs_with(const batch *some, uint32_t index, kiln_pair_sink *sink)
{
	const kiln_grid_levels *grid = sink->broadphase->state;
	for (; index != KILN_GRID_NONE; index = grid->next[index])
	{
		const kiln_aabb *box = &sink->broadphase->boxes[index];
		for (uint32_t i = 0; i < some->count; i++)
			if (kiln_boxes_overlap_flat(&some->boxes[i], box) && !kilni_sink_pair(sink, some->indices[i], index))
				return;
	}
}

static void pairs_with_cell(
	const batch *some, const kiln_grid_levels *grid, const int32_t at[3], uint32_t level, kiln_pair_sink *sink)
{
	uint32_t cell = kiln_cell_table_find(&grid->table, at, level);
	if (cell != KILN_GRID_NONE && !sink->ended)
		pairs_with(some, grid->first[cell], sink);
}

/// Reports the pairs with the neighbours that come after a cell; pairs with the other neighbours are found from those.
static void pairs_beside(
	const batch *some, const kiln_grid_levels *grid, const kiln_hashed_cell *cell, kiln_pair_sink *sink)
{
	for (int32_t i = 14; i < 27; i++)
	{
		int32_t at[3] = {cell->at[0] + i % 3 - 1, cell->at[1] + i / 3 % 3 - 1, cell->at[2] + i / 9 - 1};
		pairs_with_cell(some, grid, at, cell->level, sink);
	}
}

/// Reports the pairs with the boxes of a higher level that boxes of a cell, which reach into the next cell, may
/// overlap.
static void pairs_above(
	const batch *some, const kiln_grid_levels *grid, const kiln_hashed_cell *cell, uint32_t level, kiln_pair_sink *sink)
{
	uint32_t up = level - cell->level;
	int32_t at[3], min[3], max[3];
	for (int i = 0; i < 3; i++)
	{
		min[i] = (cell->at[i] >> up) - 1;
		max[i] = (cell->at[i] + 1) >> up;
	}
	for (at[2] = min[2]; at[2] <= max[2]; at[2]++)
		for (at[1] = min[1]; at[1] <= max[1]; at[1]++)
			for (at[0] = min[0]; at[0] <= max[0]; at[0]++)
				pairs_with_cell(some, grid, at, level, sink);
}

static void pairs_of_cell(
	const kiln_broadphase *broadphase, const kiln_hashed_cell *cell, uint32_t first, kiln_pair_sink *sink)
{
	const kiln_grid_levels *grid = broadphase->state;
	uint32_t above = grid->occupied >> cell->level >> 1;
	for (uint32_t rest = first; rest != KILN_GRID_NONE && !sink->ended;)
	{
		batch some;
		rest = fill(&some, broadphase, rest);
		pairs_within(&some, sink);
		if (!sink->ended)
			pairs_with(&some, rest, sink);
		pairs_beside(&some, grid, cell, sink);
		for (uint32_t up = 0; above >> up != 0; up++)
			if (above >> up & 1)
				pairs_above(&some, grid, cell, cell->level + 1 + up, sink);
	}
}

// --- Boxes ------------------------------------------------------------------------------------------------------------

/// The number of cells above which lookups, from the widest cells down, cost more than a scan of all boxes.
static double cells_worth(const kiln_broadphase *broadphase)
{
	return 32 + (double)broadphase->live_count / 2;
}

/// Scans the boxes of the levels in the mask. Returns false if the query was ended.
static bool box_linear(
	const kiln_broadphase *broadphase, uint32_t levels, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_grid_levels *grid = broadphase->state;
	for (uint32_t i = 0; levels != 0 && i < broadphase->live_count; i++)
	{
		uint32_t index = broadphase->live[i], cell = grid->place[index];
		if (kiln_boxes_overlap_flat(box, &broadphase->boxes[index]) && !(cell & KILN_GRID_OUTSIDE) &&
			(levels >> grid->table.cells[cell].level & 1) && !found(user, index))
			return false;
	}
	return true;
}

static bool box_in_range(const kiln_broadphase *broadphase, uint32_t level, const kiln_cell_range *range,
	const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_grid_levels *grid = broadphase->state;
	int32_t at[3];
	for (at[2] = range->min[2]; at[2] <= range->max[2]; at[2]++)
		for (at[1] = range->min[1]; at[1] <= range->max[1]; at[1]++)
			for (at[0] = range->min[0]; at[0] <= range->max[0]; at[0]++)
			{
				uint32_t cell = kiln_cell_table_find(&grid->table, at, level);
				uint32_t index = cell == KILN_GRID_NONE ? KILN_GRID_NONE : grid->first[cell];
				for (; index != KILN_GRID_NONE; index = grid->next[index])
					if (kiln_boxes_overlap_flat(box, &broadphase->boxes[index]) && !found(user, index))
						return false;
			}
	return true;
}

/// The cells of a level that may hold boxes that overlap a given one; `lowest` are its own cells at level 0. Such boxes
/// may begin one cell before the one in which they overlap.
static kiln_cell_range range_at(const kiln_grid_levels *grid, const kiln_cell_range *lowest, uint32_t level)
{
	kiln_cell_range range;
	for (int i = 0; i < 3; i++)
	{
		int32_t max = lowest->max[i] < grid->layout.count[i] ? lowest->max[i] : grid->layout.count[i] - 1;
		range.min[i] = kiln_int_max((lowest->min[i] >> level) - 1, 0);
		range.max[i] = max >> level;
	}
	return range;
}

/// Queries the cells. Returns false if the query was ended.
static bool box_in_cells(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_grid_levels *grid = broadphase->state;
	uint32_t linear = 0;
	double budget = cells_worth(broadphase);
	const kiln_cell_range lowest = kiln_grid_range(&grid->layout, box);
	for (uint32_t level = KILN_GRID_LEVELS; level-- > 0;)
	{
		if (!(grid->occupied >> level & 1))
			continue;
		const kiln_cell_range range = range_at(grid, &lowest, level);
		const double size = kiln_grid_range_size(&range);
		budget -= size;
		if (budget < 0)
			linear |= 1u << level;
		// Beside the grid the range is empty on one axis, and may be long on the others.
		else if (size > 0 && !box_in_range(broadphase, level, &range, box, found, user))
			return false;
	}
	return box_linear(broadphase, linear, box, found, user);
}

static bool box_anywhere(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_grid_levels *grid = broadphase->state;
	return kilni_grid_outside_box(&grid->outside, broadphase, box, found, user) &&
		   box_in_cells(broadphase, box, found, user);
}

void kilni_grid_levels_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	box_anywhere(broadphase, box, found, user);
}

void kilni_grid_levels_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_grid_levels *grid = broadphase->state;
	// Dropped cells are in the list of free cells, and look like others except that their own list is empty.
	for (uint32_t cell = 0; cell < grid->table.used && !sink->ended; cell++)
		if (grid->first[cell] != KILN_GRID_NONE)
			pairs_of_cell(broadphase, &grid->table.cells[cell], grid->first[cell], sink);
	kilni_grid_outside_pairs(&grid->outside, box_in_cells, sink);
}

/// The estimated number of lookups for all pairs: each box's cell with its neighbours, and with the cells of each level
/// above.
static double cost_of_all(const kiln_grid_levels *grid)
{
	double cost = 0, each = 13;
	for (uint32_t level = KILN_GRID_LEVELS; level-- > 0;)
	{
		cost += each * (double)grid->counts[level];
		each += grid->counts[level] > 0 ? 8 : 0;
	}
	return cost;
}

/// Whether queries for the changed boxes cost more. Large boxes search for small ones in many cells; it is cheaper if
/// the small ones find them.
static bool changed_cost_more(const kiln_broadphase *broadphase)
{
	const kiln_grid_levels *grid = broadphase->state;
	double left = cost_of_all(grid), most = 2 * cells_worth(broadphase);
	for (uint32_t i = 0; i < grid->changed.marked_count && left > 0; i++)
	{
		kiln_cell_range lowest = kiln_grid_range(&grid->layout, &broadphase->boxes[grid->changed.marked[i]]);
		double cost = 0;
		for (uint32_t level = 0; grid->occupied >> level != 0 && cost < most; level++)
			if (grid->occupied >> level & 1)
			{
				kiln_cell_range range = range_at(grid, &lowest, level);
				cost += kiln_grid_range_size(&range);
			}
		left -= cost < most ? cost : most;
	}
	return left <= 0;
}

void kilni_grid_levels_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_grid_levels *grid = broadphase->state;
	if (changed_cost_more(broadphase))
	{
		kilni_grid_levels_all(broadphase, sink);
		return;
	}
	kilni_grid_pairs_of_changed(&grid->changed, box_anywhere, sink);
}

// --- Sweeps -----------------------------------------------------------------------------------------------------------

/// One walk per level that has boxes, all in parallel: the walk whose next layer is entered first advances.
typedef struct level_walks
{
	kiln_grid_walk walks[KILN_GRID_LEVELS];
	uint32_t levels[KILN_GRID_LEVELS];
	uint32_t count;
} level_walks;

/// Begins the walks; returns the levels with too many cells on the way.
static uint32_t begin_walks(level_walks *all, const kiln_broadphase *broadphase, const kiln_box_sweep *sweep)
{
	const kiln_grid_levels *grid = broadphase->state;
	uint32_t linear = 0;
	double budget = cells_worth(broadphase);
	all->count = 0;
	for (uint32_t level = KILN_GRID_LEVELS; level-- > 0;)
	{
		if (!(grid->occupied >> level & 1))
			continue;
		kiln_grid_layout layout = grid->layout;
		kiln_box_sweep wider = *sweep;
		for (int i = 0; i < 3; i++)
		{
			layout.inverse[i] /= (double)(1u << level);
			layout.count[i] = ((grid->layout.count[i] - 1) >> level) + 1;
			// A box may begin one cell before the one in which it is met.
			double width = 1 / layout.inverse[i];
			wider.from[i] -= width / 2;
			wider.half[i] += width / 2;
		}
		kiln_grid_walk *walk = &all->walks[all->count];
		kilni_grid_walk_sweep(walk, &layout, &wider);
		budget -= walk->cells;
		if (budget < 0)
			linear |= 1u << level;
		else if (kilni_grid_walk_next(walk, sweep->t_max))
			all->levels[all->count++] = level;
	}
	return linear;
}

static bool sweep_proxy(
	const kiln_broadphase *broadphase, uint32_t index, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	double t;
	return !kilni_sweep_meets(sweep, &broadphase->boxes[index], &t) || found(user, sweep, index, t);
}

/// Each box is in one cell, and each cell in one layer: no box is met twice.
static bool sweep_layer(const kiln_broadphase *broadphase, const kiln_grid_walk *walk, uint32_t level,
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_grid_levels *grid = broadphase->state;
	int32_t at[3];
	for (at[2] = walk->min[2]; at[2] <= walk->max[2]; at[2]++)
		for (at[1] = walk->min[1]; at[1] <= walk->max[1]; at[1]++)
			for (at[0] = walk->min[0]; at[0] <= walk->max[0]; at[0]++)
			{
				uint32_t cell = kiln_cell_table_find(&grid->table, at, level);
				uint32_t index = cell == KILN_GRID_NONE ? KILN_GRID_NONE : grid->first[cell];
				for (; index != KILN_GRID_NONE; index = grid->next[index])
					if (!sweep_proxy(broadphase, index, sweep, found, user))
						return false;
			}
	return true;
}

void kilni_grid_levels_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_grid_levels *grid = broadphase->state;
	level_walks all;
	for (uint32_t i = 0; i < grid->outside.count; i++)
		if (!sweep_proxy(broadphase, grid->outside.proxies[i], sweep, found, user))
			return;
	uint32_t linear = begin_walks(&all, broadphase, sweep);
	for (uint32_t i = 0; linear != 0 && i < broadphase->live_count; i++)
	{
		uint32_t index = broadphase->live[i], cell = grid->place[index];
		if (!(cell & KILN_GRID_OUTSIDE) && (linear >> grid->table.cells[cell].level & 1) &&
			!sweep_proxy(broadphase, index, sweep, found, user))
			return;
	}
	while (all.count > 0)
	{
		uint32_t next = 0;
		for (uint32_t i = 1; i < all.count; i++)
			if (all.walks[i].enter < all.walks[next].enter)
				next = i;
		if (!sweep_layer(broadphase, &all.walks[next], all.levels[next], sweep, found, user))
			return;
		if (!kilni_grid_walk_next(&all.walks[next], sweep->t_max))
		{
			all.count--;
			all.walks[next] = all.walks[all.count];
			all.levels[next] = all.levels[all.count];
		}
	}
}
