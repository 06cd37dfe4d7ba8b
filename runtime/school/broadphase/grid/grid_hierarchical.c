// SPDX-License-Identifier: MIT
#include "grid_hierarchical.h"

#include <math.h>
#include <string.h>

/// Grids of doubling cells in one hash table (Mirtich 1996; Ericson 2005, 7.2.1): a box is in one cell of the lowest
/// level at which it reaches no farther than to the next cell. So boxes of all sizes have room, up to a ratio of four
/// million.
///
/// The cells of a level are nested in those of the next level: coordinates there are those of level 0, shifted. A box
/// is in the cell of its least corner. So a cell has pairs within the cell, with 13 of its neighbours, and with two or
/// three cells on each axis of the levels above; a query starts one cell lower than its box. A mask holds the levels
/// that have boxes.
///
/// Costs: an update takes one lookup, and none for boxes that stay in their cell; all pairs take 13 lookups a cell, and
/// about 12 for each level above that has boxes; queries take about as many for each level. If a query has half as many
/// cells as there are boxes, the boxes of the lowest levels are scanned instead, in one pass. Memory: up to 76 bytes a
/// proxy.
///
/// Weak at: sizes that fill many levels, most of all if only some boxes move, because large ones that move cost as much
/// as if all moved; crowds of boxes that are much smaller than most (level 0 is for the shortest sixteenth); boxes
/// beyond the range.

static void place(kiln_grid_levels *grid, kiln_room *room)
{
	kilni_cell_table_place(&grid->table, room, grid->capacity);
	grid->first = kiln_room_take(room, grid->capacity, sizeof *grid->first);
	grid->next = kiln_room_take(room, grid->capacity, sizeof *grid->next);
	grid->previous = kiln_room_take(room, grid->capacity, sizeof *grid->previous);
	grid->place = kiln_room_take(room, grid->capacity, sizeof *grid->place);
	grid->outside.proxies = kiln_room_take(room, grid->capacity, sizeof *grid->outside.proxies);
	kiln_flags_place(&grid->changed, room, grid->capacity);
	grid->keys[0] = kiln_room_take(room, grid->capacity, sizeof(uint64_t));
	grid->keys[1] = kiln_room_take(room, grid->capacity, sizeof(uint64_t));
}

static size_t levels_size(const kiln_broadphase_options *options)
{
	kiln_grid_levels grid = {.capacity = options->capacity};
	kiln_room room = {0};
	kiln_room_take(&room, 1, sizeof grid);
	place(&grid, &room);
	return room.used;
}

static void clear(kiln_grid_levels *grid)
{
	kilni_cell_table_clear(&grid->table);
	grid->outside.count = 0;
	grid->occupied = 0;
	memset(grid->counts, 0, sizeof grid->counts);
}

static void levels_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_grid_levels *grid = broadphase->state;
	grid->capacity = options->capacity;
	grid->wishes = (kiln_grid_wishes){.widths = 1,
		.cells_most = HUGE_VAL,
		.axis_most = 1u << (KILN_GRID_LEVELS - 1),
		.resolution = options->resolution,
		.extent = options->extent,
		.small = true};
	kiln_room room = {.base = broadphase->state};
	kiln_room_take(&room, 1, sizeof *grid);
	place(grid, &room);
	memset(grid->place, 0xff, grid->capacity * sizeof *grid->place);
	clear(grid);
}

// --- Updates ----------------------------------------------------------------------------------------------------------

/// The lowest level at which the range spans at most two cells on each axis.
static uint32_t level_of(const kiln_cell_range *range)
{
	uint32_t level = 0;
	for (int i = 0; i < 3; i++)
		while (range->max[i] >> level > (range->min[i] >> level) + 1)
			level++;
	return level;
}

static void leave(kiln_grid_levels *grid, uint32_t index)
{
	uint32_t cell = grid->place[index];
	if (cell & KILN_GRID_OUTSIDE)
	{
		kilni_grid_leave_outside(&grid->outside, grid->place, index);
		return;
	}
	uint32_t next = grid->next[index], previous = grid->previous[index], level = grid->table.cells[cell].level;
	grid->place[index] = KILN_GRID_NONE;
	if (next != KILN_GRID_NONE)
		grid->previous[next] = previous;
	if (previous != KILN_GRID_NONE)
		grid->next[previous] = next;
	else
		grid->first[cell] = next;
	if (grid->first[cell] == KILN_GRID_NONE)
		kilni_cell_table_drop(&grid->table, cell);
	if (--grid->counts[level] == 0)
		grid->occupied &= ~(1u << level);
}

/// Moves a box to its cell, from its old place if it has one. There is always room: one cell for each box.
static void enter(kiln_grid_levels *grid, uint32_t index, const kiln_aabb *box)
{
	kiln_cell_range range = kiln_grid_range(&grid->layout, box);
	uint32_t place_now = grid->place[index];
	bool somewhere = place_now != KILN_GRID_NONE;
	if (!kiln_grid_inside(&grid->layout, &range))
	{
		if (somewhere)
			leave(grid, index);
		kilni_grid_put_outside(&grid->outside, grid->place, index);
		return;
	}
	uint32_t level = level_of(&range);
	int32_t at[3] = {range.min[0] >> level, range.min[1] >> level, range.min[2] >> level};
	if (somewhere && !(place_now & KILN_GRID_OUTSIDE))
	{
		const kiln_hashed_cell *now = &grid->table.cells[place_now];
		if (now->level == level && now->at[0] == at[0] && now->at[1] == at[1] && now->at[2] == at[2])
			return;
	}
	if (somewhere)
		leave(grid, index);
	bool made;
	uint32_t cell = kilni_cell_table_make(&grid->table, at, level, &made);
	uint32_t next = made ? KILN_GRID_NONE : grid->first[cell];
	grid->place[index] = cell;
	grid->previous[index] = KILN_GRID_NONE;
	grid->next[index] = next;
	if (next != KILN_GRID_NONE)
		grid->previous[next] = index;
	grid->first[cell] = index;
	grid->counts[level]++;
	grid->occupied |= 1u << level;
}

static uint32_t code_of(const kiln_grid_levels *grid, const kiln_aabb *box)
{
	kiln_cell_range range = kiln_grid_range(&grid->layout, box);
	return kiln_grid_inside(&grid->layout, &range) ? kilni_grid_code(&grid->layout, &range) : 0;
}

/// Places all boxes again, in the order of space, so that cells and lists have this order in memory. Removed proxies
/// have no place any more.
static void rebuild(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_grid_levels *grid = broadphase->state;
	const kiln_flags *changed = &grid->changed;
	uint64_t *keys = grid->keys[0];
	uint32_t count = 0;
	clear(grid);
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		uint32_t index = broadphase->live[i];
		if (grid->place[index] != KILN_GRID_NONE && !kiln_flags_has(changed, index))
			keys[count++] = (uint64_t)code_of(grid, &broadphase->boxes[index]) << 32 | index;
	}
	for (uint32_t i = 0; i < changed->marked_count; i++)
	{
		uint32_t index = changed->marked[i];
		keys[count++] = (uint64_t)code_of(grid, &changes->next[index]) << 32 | index;
	}
	kilni_grid_sort(keys, grid->keys[1], count);
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t index = (uint32_t)keys[i];
		grid->place[index] = KILN_GRID_NONE;
		enter(grid, index, kiln_flags_has(changed, index) ? &changes->next[index] : &broadphase->boxes[index]);
	}
	grid->unsorted = 0;
}

static void levels_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_grid_levels *grid = broadphase->state;
	for (uint32_t i = 0; i < changes->removed_count; i++)
		leave(grid, changes->removed[i]);
	kiln_grid_note(&grid->changed, changes);

	const kiln_grid_question question = {broadphase, changes, &grid->changed, grid->place, grid->outside.count};
	bool again = kilni_grid_restart(&grid->layout, &grid->wishes, &question, &grid->unsorted);
	if (again)
		rebuild(broadphase, changes);
	for (uint32_t i = 0; i < grid->changed.marked_count && !again; i++)
		enter(grid, grid->changed.marked[i], &changes->next[grid->changed.marked[i]]);
}

const kiln_broadphase_method kiln_broadphase_grid_hierarchical = {
	.name = "grid-hierarchical",
	.size = levels_size,
	.begin = levels_begin,
	.apply = levels_apply,
	.fresh = kilni_grid_levels_fresh,
	.all = kilni_grid_levels_all,
	.box = kilni_grid_levels_box,
	.sweep = kilni_grid_levels_sweep,
	.fresh_is_complete = true,
};
