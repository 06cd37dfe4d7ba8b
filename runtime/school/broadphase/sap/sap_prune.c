// SPDX-License-Identifier: MIT
#include "math/bits.h"
#include "sap.h"

#define STREAM_AT_ONCE 512u

void kilni_sap_prune_place(kiln_sap_prune *prune, kiln_room *room, uint32_t capacity)
{
	uint32_t cells = 16;
	while (cells < 4096 && cells < capacity / 8)
		cells *= 2;
	prune->cell_limit = cells;
	// Each level has half the cells of the one before, rounded up to a multiple of 64.
	prune->cell_room = 2 * cells + 64 * KILN_SAP_LEVELS;
	for (int axis = 0; axis < 3; axis++)
		prune->places[axis] = kiln_room_take(room, capacity, 2 * sizeof *prune->places[axis]);
	prune->open = kiln_room_take(room, capacity, sizeof *prune->open);
	prune->cells = kiln_room_take(room, prune->cell_room, 2 * sizeof *prune->cells);
	prune->used = kiln_room_take(room, prune->cell_room / 64, 2 * sizeof *prune->used);
}

static inline uint32_t index_of(uint32_t end)
{
	return end & ~KILN_SAP_UPPER;
}

/// Numbers the ends of an axis. Returns the sum of the boxes' lengths, in ends.
static uint64_t number_ends(
	uint32_t *places, uint32_t axis, kiln_sap_stream *stream, const void *state, uint32_t *number)
{
	uint32_t ends[STREAM_AT_ONCE];
	uint64_t cursor = 0, length = 0;
	uint32_t place = 0, count;
	while ((count = stream(state, axis, &cursor, ends, STREAM_AT_ONCE)) > 0)
	{
		for (uint32_t i = 0; i < count; i++, place++)
		{
			const uint32_t upper = ends[i] >> 31;
			places[2 * (size_t)index_of(ends[i]) + upper] = place;
			length += upper ? place : (uint64_t)0 - place;
		}
	}
	*number = place;
	return length;
}

/// Sets the cells so that the finest level has at most the allowed number, and the last level has one.
static void lay_levels(kiln_sap_prune *prune, uint32_t number)
{
	const uint32_t last = number - 1;
	prune->shift = 0;
	while (last >> prune->shift >= prune->cell_limit)
		prune->shift++;
	uint32_t start = 0, level = 0;
	for (bool more = true; more; level++)
	{
		const uint32_t cells = (last >> (prune->shift + level)) + 1;
		prune->start[level] = start;
		start += (cells + 63) & ~63u;
		more = cells > 1;
	}
	prune->start[level] = start;
}

/// The level whose cells fit a box from one place to another.
static inline uint32_t level_of(const kiln_sap_prune *prune, uint32_t low, uint32_t high)
{
	uint32_t level = 0;
	for (uint32_t length = (high - low) >> prune->shift; length > 0; length >>= 1)
		level++;
	return level;
}

/// The cell of a box.
static inline uint32_t cell_of(const kiln_sap_prune *prune, uint32_t level, uint32_t low)
{
	return prune->start[level] + (low >> (prune->shift + level));
}

typedef struct sap_sweep
{
	kiln_sap_prune *prune;
	const uint32_t *along, *across[2]; ///< places
	const uint8_t *set;
	uint8_t bits;
	kiln_pair_sink *sink;
} sap_sweep;

static inline uint32_t set_of(const sap_sweep *sweep, uint32_t index)
{
	return !sweep->set || (sweep->set[index] & sweep->bits);
}

static inline kiln_sap_cell *cells_of(const sap_sweep *sweep, uint32_t set)
{
	return sweep->prune->cells + (size_t)set * sweep->prune->cell_room;
}

static inline uint64_t *used_of(const sap_sweep *sweep, uint32_t set)
{
	return sweep->prune->used + (size_t)set * (sweep->prune->cell_room / 64);
}

/// Gives each cell room for all boxes that will ever be in it.
static void share_room(const sap_sweep *sweep)
{
	kiln_sap_prune *prune = sweep->prune;
	const kiln_broadphase *broadphase = sweep->sink->broadphase;
	prune->levels[0] = prune->levels[1] = 0;
	memset(prune->cells, 0, (size_t)prune->cell_room * 2 * sizeof *prune->cells);
	memset(prune->used, 0, prune->cell_room / 64 * 2 * sizeof *prune->used);
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		const uint32_t index = broadphase->live[i];
		const uint32_t *place = sweep->across[0] + 2 * (size_t)index;
		const uint32_t set = set_of(sweep, index), level = level_of(prune, place[0], place[1]);
		cells_of(sweep, set)[cell_of(prune, level, place[0])].count++;
		prune->levels[set] |= (uint64_t)1 << level;
	}
	uint32_t start = 0;
	for (uint32_t i = 0; i < 2 * prune->cell_room; i++)
	{
		prune->cells[i].start = start;
		start += prune->cells[i].count;
		prune->cells[i].count = 0;
	}
}

/// Reports the overlaps of a box with the boxes of a cell, and removes those that ended. Returns false if no more are
/// wanted.
static bool search_cell(const sap_sweep *sweep, uint32_t set, uint32_t cell, const kiln_sap_open *box, uint32_t now)
{
	kiln_sap_cell *there = &cells_of(sweep, set)[cell];
	kiln_sap_open *open = sweep->prune->open + there->start;
	uint32_t count = there->count;
	for (uint32_t i = 0; i < count;)
	{
		// One branch, which is rarely taken: the third axis separates most of the boxes that share a cell of the
		// second.
		const bool ended = open[i].until < now;
		const bool near = (box->low[1] < open[i].high[1]) & (open[i].low[1] < box->high[1]);
		if (!(ended | near))
			i++;
		else if (ended)
			open[i] = open[--count];
		else if (box->low[0] < open[i].high[0] && open[i].low[0] < box->high[0] &&
				 !kilni_sink_pair(sweep->sink, box->index, open[i].index))
			return false;
		else
			i++;
	}
	there->count = count;
	if (count == 0)
		used_of(sweep, set)[cell / 64] &= ~((uint64_t)1 << (cell & 63));
	return true;
}

/// Visits the cells of a level, from one to another, that are not empty.
static bool search_cells(
	const sap_sweep *sweep, uint32_t set, uint32_t first, uint32_t last, const kiln_sap_open *box, uint32_t now)
{
	const uint64_t *used = used_of(sweep, set);
	for (uint32_t word = first / 64; word <= last / 64; word++)
	{
		uint64_t bits = used[word];
		bits &= word == first / 64 ? ~(uint64_t)0 << (first & 63) : ~(uint64_t)0;
		bits &= word == last / 64 ? ~(uint64_t)0 >> (63 - (last & 63)) : ~(uint64_t)0;
		for (; bits; bits &= bits - 1)
			if (!search_cell(sweep, set, word * 64 + kiln_lowest_bit64(bits), box, now))
				return false;
	}
	return true;
}

static bool search_set(const sap_sweep *sweep, uint32_t set, const kiln_sap_open *box, uint32_t now)
{
	const kiln_sap_prune *prune = sweep->prune;
	for (uint64_t levels = prune->levels[set]; levels; levels &= levels - 1)
	{
		const uint32_t level = kiln_lowest_bit64(levels);
		// A box in the cell before may reach into this cell.
		const uint32_t low = box->low[0] >> (prune->shift + level);
		const uint32_t first = prune->start[level] + (low > 0 ? low - 1 : 0);
		const uint32_t last = prune->start[level] + (box->high[0] >> (prune->shift + level));
		if (!search_cells(sweep, set, first, last, box, now))
			return false;
	}
	return true;
}

/// Opens a box at its begin.
static bool open_box(const sap_sweep *sweep, uint32_t index)
{
	const kiln_sap_prune *prune = sweep->prune;
	const uint32_t *along = sweep->along + 2 * (size_t)index, *y = sweep->across[0] + 2 * (size_t)index,
				   *z = sweep->across[1] + 2 * (size_t)index;
	const kiln_sap_open box = {.low = {y[0], z[0]}, .high = {y[1], z[1]}, .until = along[1], .index = index};
	const uint32_t set = set_of(sweep, index);
	if (!search_set(sweep, 1, &box, along[0]) || (sweep->set && set && !search_set(sweep, 0, &box, along[0])))
		return false;
	const uint32_t number = cell_of(prune, level_of(prune, y[0], y[1]), y[0]);
	kiln_sap_cell *cell = &cells_of(sweep, set)[number];
	prune->open[cell->start + cell->count++] = box;
	used_of(sweep, set)[number / 64] |= (uint64_t)1 << (number & 63);
	return true;
}

void kilni_sap_prune_pairs(kiln_sap_prune *prune, kiln_sap_stream *stream, const void *state, const uint8_t *set,
	uint8_t bits, kiln_pair_sink *sink)
{
	if (sink->broadphase->live_count < 2)
		return;
	uint64_t lengths[3];
	uint32_t number = 0;
	for (uint32_t axis = 0; axis < 3; axis++)
		lengths[axis] = number_ends(prune->places[axis], axis, stream, state, &number);
	uint32_t x = 0;
	x = lengths[1] < lengths[x] ? 1 : x;
	x = lengths[2] < lengths[x] ? 2 : x;
	uint32_t y = (x + 1) % 3, z = (x + 2) % 3;
	if (lengths[z] < lengths[y])
	{
		const uint32_t swap = y;
		y = z;
		z = swap;
	}
	lay_levels(prune, number);
	const sap_sweep sweep = {.prune = prune,
		.along = prune->places[x],
		.across = {prune->places[y], prune->places[z]},
		.set = set,
		.bits = bits,
		.sink = sink};
	share_room(&sweep);
	uint32_t ends[STREAM_AT_ONCE], count;
	uint64_t cursor = 0;
	while ((count = stream(state, x, &cursor, ends, STREAM_AT_ONCE)) > 0)
	{
		for (uint32_t i = 0; i < count; i++)
			if (!(ends[i] & KILN_SAP_UPPER) && !open_box(&sweep, ends[i]))
				return;
	}
}
