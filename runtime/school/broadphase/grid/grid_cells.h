// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_CELLS_H
#define KILN_BROADPHASE_GRID_CELLS_H

#include "broadphase/room.h"
#include "grid.h"

/// A hash table of the cells that are not empty (Teschner et al. 2003; Ericson 2005, 7.1.3). Cells that share a bucket
/// are distinguished by their coordinates, so nothing of one cell is ever seen in another. What is in a cell is the
/// caller's.

typedef struct kiln_hashed_cell
{
	int32_t at[3];
	uint32_t level;
	uint32_t next; ///< in its bucket, or of those that are free
} kiln_hashed_cell;

typedef struct kiln_cell_table
{
	uint32_t *buckets;
	uint32_t bucket_bits;
	kiln_hashed_cell *cells;
	uint32_t capacity;
	uint32_t used; ///< no cell as great as this was ever made since the last clear
	uint32_t free; ///< list of those dropped
	uint32_t count;
} kiln_cell_table;

/// Room for `capacity` cells, 24 to 28 bytes each.
void kilni_cell_table_place(kiln_cell_table *table, kiln_room *room, uint32_t capacity);
/// Drops all. Takes time of the buckets' number. To be called first of all.
void kilni_cell_table_clear(kiln_cell_table *table);
/// The cell there, made if need be: then `made` is true. There must be room.
uint32_t kilni_cell_table_make(kiln_cell_table *table, const int32_t at[3], uint32_t level, bool *made);
/// Forgets a cell; others keep their numbers.
void kilni_cell_table_drop(kiln_cell_table *table, uint32_t cell);

/// Products with the primes of Teschner et al., and the highest bits of a last one (Knuth 1973, 6.4), since the lowest
/// of theirs know only the lowest of the coordinates. That is for blocks of 4^3 cells, whose buckets stand side by
/// side: neighbours of a cell are looked up more often than anything else.
static inline uint32_t kiln_cell_bucket(const kiln_cell_table *table, const int32_t at[3], uint32_t level)
{
	uint32_t x = (uint32_t)at[0], y = (uint32_t)at[1], z = (uint32_t)at[2];
	uint32_t hash = (x >> 2) * 73856093u ^ (y >> 2) * 19349663u ^ (z >> 2) * 83492791u;
	hash = ((hash ^ hash >> 15) + level * 0x85ebca6bu) * 0x9e3779b1u;
	return hash >> (32 - table->bucket_bits) ^ ((x & 3) | (y & 3) << 2 | (z & 3) << 4);
}

/// The cell there, or KILN_GRID_NONE.
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
