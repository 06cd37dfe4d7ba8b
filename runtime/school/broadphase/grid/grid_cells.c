// SPDX-License-Identifier: MIT
#include "grid_cells.h"

#include <string.h>

void kilni_cell_table_place(kiln_cell_table *table, kiln_room *room, uint32_t capacity)
{
	table->capacity = capacity;
	table->bucket_bits = 6;
	while (table->bucket_bits < 31 && (uint32_t)1 << table->bucket_bits < capacity)
		table->bucket_bits++;
	table->buckets = kiln_room_take(room, (size_t)1 << table->bucket_bits, sizeof *table->buckets);
	table->cells = kiln_room_take(room, capacity, sizeof *table->cells);
}

void kilni_cell_table_clear(kiln_cell_table *table)
{
	memset(table->buckets, 0xff, ((size_t)1 << table->bucket_bits) * sizeof *table->buckets);
	table->used = 0;
	table->free = KILN_GRID_NONE;
	table->count = 0;
}

uint32_t kilni_cell_table_make(kiln_cell_table *table, const int32_t at[3], uint32_t level, bool *made)
{
	uint32_t cell = kiln_cell_table_find(table, at, level);
	*made = cell == KILN_GRID_NONE;
	if (!*made)
		return cell;
	cell = table->free;
	if (cell != KILN_GRID_NONE)
		table->free = table->cells[cell].next;
	else
		cell = table->used++;
	uint32_t *bucket = &table->buckets[kiln_cell_bucket(table, at, level)];
	table->cells[cell] = (kiln_hashed_cell){.at = {at[0], at[1], at[2]}, .level = level, .next = *bucket};
	*bucket = cell;
	table->count++;
	return cell;
}

void kilni_cell_table_drop(kiln_cell_table *table, uint32_t cell)
{
	kiln_hashed_cell *dropped = &table->cells[cell];
	uint32_t *link = &table->buckets[kiln_cell_bucket(table, dropped->at, dropped->level)];
	while (*link != cell)
		link = &table->cells[*link].next;
	*link = dropped->next;
	dropped->next = table->free;
	table->free = cell;
	table->count--;
}
