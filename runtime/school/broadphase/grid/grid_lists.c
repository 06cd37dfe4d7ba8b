// SPDX-License-Identifier: MIT
#include "grid_lists.h"

#include <math.h>
#include <string.h>

kiln_grid_lists kilni_grid_lists_make(const kiln_broadphase_options *options, uint32_t cells, bool hashed)
{
	return (kiln_grid_lists){
		.hashed = hashed,
		.capacity = options->capacity,
		.cell_capacity = cells,
		.entry_capacity = KILN_GRID_ENTRIES * options->capacity + KILN_GRID_CELLS_MOST,
		.wishes =
			{
				.widths = 2,
				.cells_most = hashed ? HUGE_VAL : (double)cells,
				.axis_most = 1u << 20,
				.resolution = options->resolution,
				.extent = options->extent,
			},
	};
}

static void take_room(kiln_grid_lists *grid, kiln_room *room)
{
	size_t entries = grid->entry_capacity, capacity = grid->capacity;
	if (grid->hashed)
		kilni_cell_table_place(&grid->table, room, grid->cell_capacity);
	grid->first = kiln_room_take(room, grid->cell_capacity, sizeof *grid->first);
	grid->proxy = kiln_room_take(room, entries, sizeof *grid->proxy);
	grid->next = kiln_room_take(room, entries, sizeof *grid->next);
	grid->previous = kiln_room_take(room, entries, sizeof *grid->previous);
	grid->cell = kiln_room_take(room, entries, sizeof *grid->cell);
	grid->sibling = kiln_room_take(room, entries, sizeof *grid->sibling);
	grid->place = kiln_room_take(room, capacity, sizeof *grid->place);
	grid->outside.proxies = kiln_room_take(room, capacity, sizeof *grid->outside.proxies);
	kiln_flags_place(&grid->changed, room, grid->capacity);
	grid->keys = kiln_room_take(room, capacity, sizeof *grid->keys);
}

size_t kilni_grid_lists_size(kiln_grid_lists made)
{
	kiln_room room = {0};
	kiln_room_take(&room, 1, sizeof made);
	take_room(&made, &room);
	return room.used;
}

/// Removes all entries and cells.
static void clear(kiln_grid_lists *grid)
{
	if (grid->hashed)
		kilni_cell_table_clear(&grid->table);
	else
		memset(grid->first, 0xff, kiln_grid_lists_end(grid) * sizeof *grid->first);
	grid->entry_used = 0;
	grid->entry_left = grid->entry_capacity;
	grid->entry_free = KILN_GRID_NONE;
	grid->outside.count = 0;
}

void kilni_grid_lists_begin(kiln_broadphase *broadphase, kiln_grid_lists made)
{
	kiln_grid_lists *grid = broadphase->state;
	*grid = made;
	kiln_room room = {.base = (uint8_t *)broadphase->state};
	kiln_room_take(&room, 1, sizeof *grid);
	take_room(grid, &room);
	memset(grid->place, 0xff, grid->capacity * sizeof *grid->place);
	clear(grid);
}

// --- One by one -------------------------------------------------------------------------------------------------------

/// Computes the cells of a box, and whether there is room for entries in all of them.
static bool has_room(const kiln_grid_lists *grid, const kiln_aabb *box, kiln_cell_range *range)
{
	*range = kiln_grid_range(&grid->layout, box);
	if (!kiln_grid_inside(&grid->layout, range))
		return false;
	double cells = kiln_grid_range_size(range);
	uint32_t left = grid->entry_left;
	// Assumes that none of its cells exists yet.
	if (grid->hashed && grid->table.capacity - grid->table.count < left)
		left = grid->table.capacity - grid->table.count;
	return cells <= KILN_GRID_CELLS_MOST && cells <= (double)left;
}

/// The cell at `at`; the list of a new cell is `fresh`.
static uint32_t make_cell(kiln_grid_lists *grid, const int32_t at[3], uint32_t fresh)
{
	if (!grid->hashed)
		return kiln_grid_lists_cell(grid, at);
	bool made;
	uint32_t cell = kilni_cell_table_make(&grid->table, at, 0, &made);
	if (made)
		grid->first[cell] = fresh;
	return cell;
}

static uint32_t take_entry(kiln_grid_lists *grid)
{
	uint32_t entry = grid->entry_free;
	if (entry != KILN_GRID_NONE)
		grid->entry_free = grid->next[entry];
	else
		entry = grid->entry_used++;
	grid->entry_left--;
	return entry;
}

static void link_box(kiln_grid_lists *grid, uint32_t index, const kiln_aabb *box)
{
	kiln_cell_range range;
	if (!has_room(grid, box, &range))
	{
		kilni_grid_put_outside(&grid->outside, grid->place, index);
		return;
	}
	int32_t at[3];
	uint32_t sibling = KILN_GRID_NONE;
	for (at[2] = range.min[2]; at[2] <= range.max[2]; at[2]++)
		for (at[1] = range.min[1]; at[1] <= range.max[1]; at[1]++)
			for (at[0] = range.min[0]; at[0] <= range.max[0]; at[0]++)
			{
				uint32_t cell = make_cell(grid, at, KILN_GRID_NONE), entry = take_entry(grid);
				uint32_t next = grid->first[cell];
				grid->proxy[entry] = index;
				grid->cell[entry] = cell;
				grid->sibling[entry] = sibling;
				grid->previous[entry] = KILN_GRID_NONE;
				grid->next[entry] = next;
				if (next != KILN_GRID_NONE)
					grid->previous[next] = entry;
				grid->first[cell] = entry;
				sibling = entry;
			}
	grid->place[index] = sibling;
}

static void unlink_entry(kiln_grid_lists *grid, uint32_t entry)
{
	uint32_t next = grid->next[entry], previous = grid->previous[entry], cell = grid->cell[entry];
	if (next != KILN_GRID_NONE)
		grid->previous[next] = previous;
	if (previous != KILN_GRID_NONE)
		grid->next[previous] = next;
	else
	{
		grid->first[cell] = next;
		if (next == KILN_GRID_NONE && grid->hashed)
			kilni_cell_table_drop(&grid->table, cell);
	}
	grid->next[entry] = grid->entry_free;
	grid->entry_free = entry;
	grid->entry_left++;
}

static void unlink_box(kiln_grid_lists *grid, uint32_t index)
{
	uint32_t place = grid->place[index];
	if (place & KILN_GRID_OUTSIDE)
	{
		kilni_grid_leave_outside(&grid->outside, grid->place, index);
		return;
	}
	while (place != KILN_GRID_NONE)
	{
		uint32_t sibling = grid->sibling[place];
		unlink_entry(grid, place);
		place = sibling;
	}
	grid->place[index] = KILN_GRID_NONE;
}

// --- All at once ------------------------------------------------------------------------------------------------------

/// Counts a box in each of its cells, and stores these cells and the box in `previous` and `next` of its future
/// entries. Its place is not yet set, unless the box is outside.
static void count_box(kiln_grid_lists *grid, uint32_t index, const kiln_aabb *box)
{
	kiln_cell_range range;
	if (!has_room(grid, box, &range))
	{
		kilni_grid_put_outside(&grid->outside, grid->place, index);
		return;
	}
	int32_t at[3];
	for (at[2] = range.min[2]; at[2] <= range.max[2]; at[2]++)
		for (at[1] = range.min[1]; at[1] <= range.max[1]; at[1]++)
			for (at[0] = range.min[0]; at[0] <= range.max[0]; at[0]++)
			{
				uint32_t cell = make_cell(grid, at, 0);
				grid->first[cell]++;
				grid->previous[grid->entry_used] = cell;
				grid->next[grid->entry_used++] = index;
				grid->entry_left--;
			}
}

/// Sorts the entries by cell, and links them.
static void sort_entries(kiln_grid_lists *grid)
{
	uint32_t end = kiln_grid_lists_end(grid), sum = 0, used = grid->entry_used;
	for (uint32_t cell = 0; cell < end; cell++)
	{
		uint32_t count = grid->first[cell];
		grid->first[cell] = count > 0 ? sum : KILN_GRID_NONE;
		sum += count;
	}
	uint32_t before = KILN_GRID_NONE, sibling = KILN_GRID_NONE;
	for (uint32_t i = 0; i < used; i++)
	{
		uint32_t cell = grid->previous[i], index = grid->next[i];
		uint32_t entry = grid->first[cell]++;
		grid->proxy[entry] = index;
		grid->cell[entry] = cell;
		grid->sibling[entry] = index == before ? sibling : KILN_GRID_NONE;
		grid->place[index] = entry;
		sibling = entry;
		before = index;
	}
	for (uint32_t i = 0; i < used; i++)
	{
		bool opens = i == 0 || grid->cell[i - 1] != grid->cell[i];
		bool ends = i + 1 == used || grid->cell[i + 1] != grid->cell[i];
		grid->previous[i] = opens ? KILN_GRID_NONE : i - 1;
		grid->next[i] = ends ? KILN_GRID_NONE : i + 1;
		if (opens)
			grid->first[grid->cell[i]] = i;
	}
}

/// Rebuilds the lists of all boxes. Removed proxies have no place; moved ones have their old place. Boxes are read in
/// the order of their old cells, whose neighbours are near in memory; so the entries of the new cells are near in
/// memory, too.
static void rebuild(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_grid_lists *grid = broadphase->state;
	const kiln_flags *changed = &grid->changed;
	uint32_t used = grid->entry_used, outside = grid->outside.count;
	clear(grid);
	if (!grid->hashed)
		memset(grid->first, 0, kiln_grid_lists_end(grid) * sizeof *grid->first);
	// count_box may refill the list from its front: only places that were already read are overwritten.
	for (uint32_t i = 0; i < outside; i++)
	{
		uint32_t index = grid->outside.proxies[i];
		count_box(grid, index, kiln_flags_has(changed, index) ? &changes->next[index] : &broadphase->boxes[index]);
	}
	for (uint32_t i = 0; i < used; i++)
	{
		uint32_t index = grid->proxy[i];
		if (grid->place[index] == i)
			count_box(grid, index, kiln_flags_has(changed, index) ? &changes->next[index] : &broadphase->boxes[index]);
	}
	for (uint32_t i = 0; i < changes->added_count; i++)
		count_box(grid, changes->added[i], &changes->next[changes->added[i]]);
	sort_entries(grid);
}

// --- Updates ----------------------------------------------------------------------------------------------------------

void kilni_grid_lists_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_grid_lists *grid = broadphase->state;
	for (uint32_t i = 0; i < changes->removed_count; i++)
		unlink_box(grid, changes->removed[i]);
	kiln_grid_note(&grid->changed, changes);

	uint32_t total = kiln_grid_total(broadphase, changes);
	bool again = grid->changed.marked_count + changes->removed_count > total / 4;
	const kiln_grid_question question = {broadphase, changes, &grid->changed, grid->place, grid->outside.count};
	kiln_grid_wishes wishes = grid->wishes;
	// Few boxes need few cells, because finding all pairs visits all cells.
	if (!grid->hashed && wishes.cells_most > 4 * (double)total + 4096)
		wishes.cells_most = 4 * (double)total + 4096;
	if (kilni_grid_lay_out(&grid->layout, &wishes, &question))
		again = true;
	if (again)
	{
		rebuild(broadphase, changes);
		return;
	}
	for (uint32_t i = 0; i < changes->moved_count; i++)
		unlink_box(grid, changes->moved[i]);
	for (uint32_t i = 0; i < grid->changed.marked_count; i++)
		link_box(grid, grid->changed.marked[i], &changes->next[grid->changed.marked[i]]);
}
