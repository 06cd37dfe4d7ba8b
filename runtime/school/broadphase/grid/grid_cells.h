// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_CELLS_H
#define KILN_BROADPHASE_GRID_CELLS_H

#include "broadphase/room.h"
#include "grid.h"

/// A hash table of the cells that are not empty (Teschner et al. 2003; Ericson 2005, 7.1.3). Cells that share a bucket
/// are distinguished by their coordinates, so one cell never shows the content of another. The caller owns the content
/// of the cells.

typedef struct kiln_hashed_cell
{
	int32_t at[3];
	uint32_t level;
	uint32_t next; ///< in its bucket, or in the list of free cells
} kiln_hashed_cell;

typedef struct kiln_cell_table
{
	uint32_t *buckets;
	uint32_t bucket_bits;
	kiln_hashed_cell *cells;
	uint32_t capacity;
	uint32_t used; ///< all cells made since the last clear are below this
	uint32_t free; ///< list of the dropped cells
	uint32_t count;
} kiln_cell_table;

/// Room for `capacity` cells, 24 to 28 bytes each.
void kilni_cell_table_place(kiln_cell_table *table, kiln_room *room, uint32_t capacity);
/// Drops all cells, in time proportional to the number of buckets. Must be called before anything else.
void kilni_cell_table_clear(kiln_cell_table *table);
/// The cell at `at`; makes it if necessary, and then sets `made`. There must be room.
uint32_t kilni_cell_table_make(kiln_cell_table *table, const int32_t at[3], uint32_t level, bool *made);
/// Drops a cell; other cells keep their numbers.
void kilni_cell_table_drop(kiln_cell_table *table, uint32_t cell);

/// Uses products with the primes of Teschner et al. and the highest bits of a last product (Knuth 1973, 6.4), because
/// the lowest bits of the products depend only on the lowest bits of the coordinates. The hash is for blocks of 4^3
/// cells, whose buckets are side by side, because lookups of a cell's neighbours are the most frequent operation.
static inline uint32_t kiln_cell_bucket(const kiln_cell_table *table, const int32_t at[3], uint32_t level)
{
	uint32_t x = (uint32_t)at[0], y = (uint32_t)at[1], z = (uint32_t)at[2];
	uint32_t hash = (x >> 2) * 73856093u ^ (y >> 2) * 19349663u ^ (z >> 2) * 83492791u;
	hash = ((hash ^ hash >> 15) + level * 0x85ebca6bu) * 0x9e3779b1u;
	return hash >> (32 - table->bucket_bits) ^ ((x & 3) | (y & 3) << 2 | (z & 3) << 4);
}

/// The cell at `at`, or KILN_GRID_NONE.
static inline uint32_t kiln_cell_table_find(const kiln_cell_table *table, const int32_t at[3], uint32_t level)
{
	uint32_t cell = table->buckets[kiln_cell_bucket(table, at, level)];
	for (; cell != KILN_GRID_NONE; cell = table->cells[cell].next)
	{
		const kiln_hashed_cell *found = &table->cells[cell];
		if (found->at[0] == at[0] && found->at[1] == at[1] && found->at[2] == at[2] && found->level == level)
			break;
	}
	return cell;
}

#endif
