// SPDX-License-Identifier: MIT
#include "grid_lists.h"

#include <string.h>

/// Pairs and queries of the grids with lists.

/// Lists up to this length are compared pair by pair; longer lists are sorted first.
#define SORTED_FROM 48

static inline float larger(float a, float b)
{
	return a > b ? a : b;
}

/// Whether this is the first cell that holds both: the cell of the least corner of their common part.
static inline bool begins_here(
	const kiln_grid_layout *layout, const int32_t at[3], const kiln_aabb *a, const kiln_aabb *b)
{
	return kiln_grid_cell(layout, 0, larger(a->min.x, b->min.x)) == at[0] &&
		   kiln_grid_cell(layout, 1, larger(a->min.y, b->min.y)) == at[1] &&
		   kiln_grid_cell(layout, 2, larger(a->min.z, b->min.z)) == at[2];
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

static void short_list(
	const kiln_grid_layout *layout, const int32_t at[3], const uint32_t *indices, uint32_t count, kiln_pair_sink *sink)
{
	kiln_aabb boxes[SORTED_FROM];
	for (uint32_t i = 0; i < count; i++)
	{
		boxes[i] = sink->broadphase->boxes[indices[i]];
		for (uint32_t j = 0; j < i; j++)
			if (kiln_boxes_overlap_flat(&boxes[i], &boxes[j]) && begins_here(layout, at, &boxes[i], &boxes[j]) &&
				!kilni_sink_pair(sink, indices[i], indices[j]))
				return;
	}
}

/// Orders by min.x, then index: bits in the order of the floats, with the index below them.
static uint64_t key_of(float x, uint32_t index)
{
	uint32_t bits;
	x += 0.0f; // no -0
	memcpy(&bits, &x, sizeof bits);
	return (uint64_t)(bits & 0x80000000u ? ~bits : bits | 0x80000000u) << 32 | index;
}

static void sink_down(uint64_t *keys, uint32_t root, uint32_t count)
{
	uint64_t key = keys[root];
	for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1)
	{
		if (child + 1 < count && keys[child + 1] > keys[child])
			child++;
		if (keys[child] <= key)
			break;
		keys[root] = keys[child];
		root = child;
	}
	keys[root] = key;
}

/// Heapsort (Williams 1964): no extra memory, and no bad worst case.
static void sort_keys(uint64_t *keys, uint32_t count)
{
	for (uint32_t i = count / 2; i-- > 0;)
		sink_down(keys, i, count);
	for (uint32_t i = count; i-- > 1;)
	{
		uint64_t last = keys[0];
		keys[0] = keys[i];
		keys[i] = last;
		sink_down(keys, 0, i);
	}
}

/// Sort and sweep along x, for the long list of a cell that is too wide.
static void long_list(const kiln_grid_lists *grid, const int32_t at[3], uint32_t first, kiln_pair_sink *sink)
{
	const kiln_aabb *boxes = sink->broadphase->boxes;
	uint32_t count = 0;
	for (uint32_t entry = first; entry != KILN_GRID_NONE; entry = grid->next[entry])
		grid->keys[count++] = key_of(boxes[grid->proxy[entry]].min.x, grid->proxy[entry]);
	sort_keys(grid->keys, count);
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t a = (uint32_t)grid->keys[i];
		const kiln_aabb box = boxes[a];
		for (uint32_t j = i + 1; j < count; j++)
		{
			uint32_t b = (uint32_t)grid->keys[j];
			if (boxes[b].min.x > box.max.x)
				break;
			if (kiln_boxes_overlap_flat(&box, &boxes[b]) && begins_here(&grid->layout, at, &box, &boxes[b]) &&
				!kilni_sink_pair(sink, a, b))
				return;
		}
	}
}

static void pairs_of_cell(const kiln_grid_lists *grid, const int32_t at[3], uint32_t first, kiln_pair_sink *sink)
{
	uint32_t indices[SORTED_FROM], count = 0;
	for (uint32_t entry = first; entry != KILN_GRID_NONE; entry = grid->next[entry])
	{
		if (count == SORTED_FROM)
		{
			long_list(grid, at, first, sink);
			return;
		}
		indices[count++] = grid->proxy[entry];
	}
	if (count > 1)
		short_list(&grid->layout, at, indices, count, sink);
}

// --- Boxes ------------------------------------------------------------------------------------------------------------

/// Reports the boxes of one cell that overlap and whose first cell in `range` is this one. Returns false if the query
/// was ended.
static inline bool search_cell(const kiln_broadphase *broadphase, uint32_t cell, const int32_t at[3],
	const kiln_aabb *box, const kiln_cell_range *range, kiln_found_proxy *found, void *user)
{
	const kiln_grid_lists *grid = broadphase->state;
	const kiln_grid_layout *layout = &grid->layout;
	for (uint32_t entry = grid->first[cell]; entry != KILN_GRID_NONE; entry = grid->next[entry])
	{
		uint32_t index = grid->proxy[entry];
		const kiln_aabb *other = &broadphase->boxes[index];
		if (kiln_boxes_overlap_flat(box, other) &&
			kiln_int_max(kiln_grid_cell(layout, 0, other->min.x), range->min[0]) == at[0] &&
			kiln_int_max(kiln_grid_cell(layout, 1, other->min.y), range->min[1]) == at[1] &&
			kiln_int_max(kiln_grid_cell(layout, 2, other->min.z), range->min[2]) == at[2] && !found(user, index))
			return false;
	}
	return true;
}

/// Queries the cells; returns false if the query was ended.
static bool box_in_cells(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_grid_lists *grid = broadphase->state;
	kiln_cell_range range = kiln_grid_range(&grid->layout, box);
	kiln_grid_clip(&grid->layout, &range);
	const double size = kiln_grid_range_size(&range);
	// Beside the grid the range is empty on one axis, and may be long on the others.
	if (size <= 0)
		return true;
	if (size > (double)broadphase->live_count + 32)
	{
		// There are more cells than boxes: scans the boxes.
		for (uint32_t i = 0; i < broadphase->live_count; i++)
		{
			uint32_t index = broadphase->live[i];
			if (!(grid->place[index] & KILN_GRID_OUTSIDE) && kiln_boxes_overlap_flat(box, &broadphase->boxes[index]) &&
				!found(user, index))
				return false;
		}
		return true;
	}
	int32_t at[3];
	for (at[2] = range.min[2]; at[2] <= range.max[2]; at[2]++)
		for (at[1] = range.min[1]; at[1] <= range.max[1]; at[1]++)
			for (at[0] = range.min[0]; at[0] <= range.max[0]; at[0]++)
			{
				uint32_t cell = kiln_grid_lists_cell(grid, at);
				if (cell != KILN_GRID_NONE && !search_cell(broadphase, cell, at, box, &range, found, user))
					return false;
			}
	return true;
}

static bool box_anywhere(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_grid_lists *grid = broadphase->state;
	return kilni_grid_outside_box(&grid->outside, broadphase, box, found, user) &&
		   box_in_cells(broadphase, box, found, user);
}

void kilni_grid_lists_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	box_anywhere(broadphase, box, found, user);
}

void kilni_grid_lists_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_grid_lists *grid = broadphase->state;
	const int32_t *count = grid->layout.count;
	uint32_t end = kiln_grid_lists_end(grid);
	int32_t at[3] = {0, 0, 0};
	for (uint32_t cell = 0; cell < end && !sink->ended; cell++)
	{
		if (grid->first[cell] != KILN_GRID_NONE)
			pairs_of_cell(grid, grid->hashed ? grid->table.cells[cell].at : at, grid->first[cell], sink);
		if (++at[0] == count[0])
		{
			at[0] = 0;
			at[1] = at[1] + 1 == count[1] ? 0 : at[1] + 1;
			at[2] += at[1] == 0;
		}
	}
	kilni_grid_outside_pairs(&grid->outside, box_in_cells, sink);
}

void kilni_grid_lists_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_grid_lists *grid = broadphase->state;
	if (grid->changed.marked_count > broadphase->live_count / 4)
	{
		kilni_grid_lists_all(broadphase, sink);
		return;
	}
	kilni_grid_pairs_of_changed(&grid->changed, box_anywhere, sink);
}

// --- Sweeps -----------------------------------------------------------------------------------------------------------

static bool sweep_list(const kiln_broadphase *broadphase, const uint32_t *indices, uint32_t count, bool inside,
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_grid_lists *grid = broadphase->state;
	for (uint32_t i = 0; i < count; i++)
	{
		double t;
		uint32_t index = indices[i];
		if (inside && (grid->place[index] & KILN_GRID_OUTSIDE))
			continue;
		if (kilni_sweep_meets(sweep, &broadphase->boxes[index], &t) && !found(user, sweep, index, t))
			return false;
	}
	return true;
}

/// Reports the boxes of one cell that the sweep meets, and that are neither in the layer before nor in an earlier cell
/// of this layer.
static bool sweep_cell(const kiln_broadphase *broadphase, const kiln_grid_walk *walk, const int32_t at[3],
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_grid_lists *grid = broadphase->state;
	uint32_t cell = kiln_grid_lists_cell(grid, at);
	if (cell == KILN_GRID_NONE)
		return true;
	for (uint32_t entry = grid->first[cell]; entry != KILN_GRID_NONE; entry = grid->next[entry])
	{
		double t;
		uint32_t index = grid->proxy[entry];
		if (!kilni_sweep_meets(sweep, &broadphase->boxes[index], &t))
			continue;
		kiln_cell_range range = kiln_grid_range(&grid->layout, &broadphase->boxes[index]);
		if (!kiln_grid_walk_reports(walk, at, range.min, range.max))
			continue;
		if (!found(user, sweep, index, t))
			return false;
	}
	return true;
}

void kilni_grid_lists_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_grid_lists *grid = broadphase->state;
	kiln_grid_walk walk;
	if (!sweep_list(broadphase, grid->outside.proxies, grid->outside.count, false, sweep, found, user) ||
		grid->layout.count[0] == 0)
		return;
	kilni_grid_walk_sweep(&walk, &grid->layout, sweep);
	if (walk.cells > 2 * (double)broadphase->live_count + 32)
	{
		sweep_list(broadphase, broadphase->live, broadphase->live_count, true, sweep, found, user);
		return;
	}
	while (kilni_grid_walk_next(&walk, sweep->t_max))
	{
		int32_t at[3];
		for (at[2] = walk.min[2]; at[2] <= walk.max[2]; at[2]++)
			for (at[1] = walk.min[1]; at[1] <= walk.max[1]; at[1]++)
				for (at[0] = walk.min[0]; at[0] <= walk.max[0]; at[0]++)
					if (!sweep_cell(broadphase, &walk, at, sweep, found, user))
						return;
	}
}
