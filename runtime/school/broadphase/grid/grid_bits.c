// SPDX-License-Identifier: MIT
#include "grid_bits.h"

#include <math.h>
#include <string.h>

/// Implicit grid: for each slice of each axis a row of bits, one for each box that touches it (Ericson 2005, 7.1.5 and
/// 7.1.6). The boxes in a cell are the AND of three rows, those in a range of cells the AND of three ORs. There are no
/// lists and no cells, and nothing is reported twice.
///
/// A summary has one bit for each word that is not zero: the summaries are joined first, then the few words that are
/// left. A row's bits are in few words, because slots are assigned along a Morton curve when the grid is laid out, and
/// again after eight times as many changes as boxes. New boxes get any free slot.
///
/// Costs: an update writes three to six bits a box, or none if the box stays in its slices. A query (and for pairs,
/// each box) reads capacity / 4096 words for each slice that it touches, and the words that are not zero in all three
/// axes: 25 a slice for 100 000 proxies. Up to a million proxies this costs no more than lists; beyond, pairs grow with
/// the square. Memory: 3 slices / 8 bytes a proxy. An axis has 8 slices for few proxies up to 128 for 2^18 and more; or
/// options.resolution, at most 1024, which makes 390 bytes. 52 bytes more.
///
/// Weak at: many millions; clusters far apart, which share few slices; boxes that span many slices.

#define SLICES_MOST 1024u

static void place(kiln_grid_bits *grid, kiln_room *room)
{
	size_t slices = grid->slices, capacity = grid->capacity;
	for (int i = 0; i < 3; i++)
	{
		grid->rows[i].words = kiln_room_take(room, slices * grid->words, sizeof(uint64_t));
		grid->rows[i].summary = kiln_room_take(room, slices * grid->summary_words, sizeof(uint64_t));
	}
	grid->proxy = kiln_room_take(room, capacity, sizeof *grid->proxy);
	grid->place = kiln_room_take(room, capacity, sizeof *grid->place);
	grid->range = kiln_room_take(room, capacity, sizeof *grid->range);
	grid->free_slots = kiln_room_take(room, capacity, sizeof *grid->free_slots);
	grid->outside.proxies = kiln_room_take(room, capacity, sizeof *grid->outside.proxies);
	kiln_flags_place(&grid->changed, room, grid->capacity);
	grid->keys[0] = kiln_room_take(room, capacity, sizeof(uint64_t));
	grid->keys[1] = kiln_room_take(room, capacity, sizeof(uint64_t));
}

static kiln_grid_bits make(const kiln_broadphase_options *options)
{
	kiln_grid_bits grid = {.capacity = options->capacity, .slices = 8};
	while (grid.slices < 128 && (uint64_t)grid.slices * grid.slices * grid.slices < (uint64_t)8 * options->capacity)
		grid.slices *= 2;
	if (options->resolution > 0)
		grid.slices = options->resolution < 4			  ? 4
					  : options->resolution < SLICES_MOST ? options->resolution
														  : SLICES_MOST;
	grid.words = (options->capacity + 63) / 64;
	grid.summary_words = (grid.words + 63) / 64;
	grid.wishes = (kiln_grid_wishes){.widths = 1,
		.cells_most = HUGE_VAL,
		.axis_most = grid.slices,
		.resolution = options->resolution,
		.extent = options->extent,
		.each_axis = true};
	return grid;
}

static size_t bits_size(const kiln_broadphase_options *options)
{
	kiln_grid_bits grid = make(options);
	kiln_room room = {0};
	kiln_room_take(&room, 1, sizeof grid);
	place(&grid, &room);
	return room.used;
}

static void clear(kiln_grid_bits *grid)
{
	for (int i = 0; i < 3; i++)
	{
		memset(grid->rows[i].words, 0, (size_t)grid->slices * grid->words * sizeof(uint64_t));
		memset(grid->rows[i].summary, 0, (size_t)grid->slices * grid->summary_words * sizeof(uint64_t));
	}
	grid->slot_end = 0;
	grid->free_count = 0;
	grid->outside.count = 0;
}

static void bits_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_grid_bits *grid = broadphase->state;
	*grid = make(options);
	kiln_room room = {.base = broadphase->state};
	kiln_room_take(&room, 1, sizeof *grid);
	place(grid, &room);
	memset(grid->place, 0xff, grid->capacity * sizeof *grid->place);
}

// --- Bits -------------------------------------------------------------------------------------------------------------

static void set_bits(kiln_grid_bits *grid, int axis, int32_t min, int32_t max, uint32_t slot)
{
	uint32_t word = slot / 64;
	for (int32_t slice = min; slice <= max; slice++)
	{
		grid->rows[axis].words[(size_t)slice * grid->words + word] |= (uint64_t)1 << (slot % 64);
		grid->rows[axis].summary[(size_t)slice * grid->summary_words + word / 64] |= (uint64_t)1 << (word % 64);
	}
}

static void clear_bits(kiln_grid_bits *grid, int axis, int32_t min, int32_t max, uint32_t slot)
{
	uint32_t word = slot / 64;
	for (int32_t slice = min; slice <= max; slice++)
	{
		uint64_t *bits = &grid->rows[axis].words[(size_t)slice * grid->words + word];
		*bits &= ~((uint64_t)1 << (slot % 64));
		if (*bits == 0)
			grid->rows[axis].summary[(size_t)slice * grid->summary_words + word / 64] &= ~((uint64_t)1 << (word % 64));
	}
}

static void fill_slot(kiln_grid_bits *grid, uint32_t slot, uint32_t index, const kiln_cell_range *range)
{
	grid->proxy[slot] = index;
	grid->place[index] = slot;
	for (int i = 0; i < 3; i++)
	{
		grid->range[slot][i] = (int16_t)range->min[i];
		grid->range[slot][3 + i] = (int16_t)range->max[i];
		set_bits(grid, i, range->min[i], range->max[i], slot);
	}
}

// --- Updates ----------------------------------------------------------------------------------------------------------

static void leave(kiln_grid_bits *grid, uint32_t index)
{
	uint32_t slot = grid->place[index];
	if (slot & KILN_GRID_OUTSIDE)
	{
		kilni_grid_leave_outside(&grid->outside, grid->place, index);
		return;
	}
	for (int i = 0; i < 3; i++)
		clear_bits(grid, i, grid->range[slot][i], grid->range[slot][3 + i], slot);
	grid->place[index] = KILN_GRID_NONE;
	grid->proxy[slot] = KILN_GRID_NONE;
	grid->free_slots[grid->free_count++] = slot;
}

/// Moves a box to its slices, from its old place if it has one.
static void enter(kiln_grid_bits *grid, uint32_t index, const kiln_aabb *box)
{
	kiln_cell_range range = kiln_grid_range(&grid->layout, box);
	uint32_t slot = grid->place[index];
	bool inside = kiln_grid_inside(&grid->layout, &range);
	if (inside && !(slot & KILN_GRID_OUTSIDE))
	{
		// The box has a slot and keeps it. KILN_GRID_NONE has the bit of KILN_GRID_OUTSIDE, too.
		int16_t *held = grid->range[slot];
		for (int i = 0; i < 3; i++)
		{
			if (held[i] == range.min[i] && held[3 + i] == range.max[i])
				continue;
			clear_bits(grid, i, held[i], held[3 + i], slot);
			set_bits(grid, i, range.min[i], range.max[i], slot);
			held[i] = (int16_t)range.min[i];
			held[3 + i] = (int16_t)range.max[i];
		}
		return;
	}
	if (slot != KILN_GRID_NONE)
		leave(grid, index);
	if (!inside)
		kilni_grid_put_outside(&grid->outside, grid->place, index);
	else
		fill_slot(grid, grid->free_count > 0 ? grid->free_slots[--grid->free_count] : grid->slot_end++, index, &range);
}

static bool note_key(kiln_grid_bits *grid, uint32_t index, const kiln_aabb *box, uint32_t at)
{
	kiln_cell_range range = kiln_grid_range(&grid->layout, box);
	if (!kiln_grid_inside(&grid->layout, &range))
	{
		kilni_grid_put_outside(&grid->outside, grid->place, index);
		return false;
	}
	grid->keys[0][at] = (uint64_t)kilni_grid_code(&grid->layout, &range) << 32 | index;
	return true;
}

/// Places all boxes again, with slots in the order of space. Removed proxies have no place any more.
static void rebuild(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_grid_bits *grid = broadphase->state;
	uint32_t count = 0;
	clear(grid);
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		uint32_t index = broadphase->live[i];
		if (grid->place[index] != KILN_GRID_NONE && !kiln_flags_has(&grid->changed, index))
			count += note_key(grid, index, &broadphase->boxes[index], count);
	}
	for (uint32_t i = 0; i < grid->changed.marked_count; i++)
		count += note_key(grid, grid->changed.marked[i], &changes->next[grid->changed.marked[i]], count);
	kilni_grid_sort(grid->keys[0], grid->keys[1], count);
	for (uint32_t slot = 0; slot < count; slot++)
	{
		uint32_t index = (uint32_t)grid->keys[0][slot];
		bool stays = !kiln_flags_has(&grid->changed, index);
		kiln_cell_range range =
			kiln_grid_range(&grid->layout, stays ? &broadphase->boxes[index] : &changes->next[index]);
		fill_slot(grid, slot, index, &range);
	}
	grid->slot_end = count;
	grid->unsorted = 0;
}

static void bits_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_grid_bits *grid = broadphase->state;
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

const kiln_broadphase_method kiln_broadphase_grid_bits = {
	.name = "grid-bits",
	.size = bits_size,
	.begin = bits_begin,
	.apply = bits_apply,
	.fresh = kilni_grid_bits_fresh,
	.all = kilni_grid_bits_all,
	.box = kilni_grid_bits_box,
	.sweep = kilni_grid_bits_sweep,
	.fresh_is_complete = true,
};
