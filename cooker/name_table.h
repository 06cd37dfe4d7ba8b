// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_NAME_TABLE_H
#define KILN_COOKER_NAME_TABLE_H

#include "kilncook.h"

/// A hash table (open addressing) that finds items by name. The table stores numbers; the names belong to the caller.
typedef struct name_table
{
	uint32_t *slots; ///< number of an item plus one; 0: the slot is free
	uint32_t slot_count;
	uint32_t used; ///< slots that are not free
} name_table;

/// Returns the name of an item, without bytes of 0, with a 0 at its end.
typedef const char *name_of_item(const void *items, uint32_t item);

/// Returns the item of a name, or KILN_NONE.
uint32_t name_table_find(
	const name_table *table, name_of_item *name_of, const void *items, const char *name, size_t length);

/// Returns the item of a name. When no item has the name, stores `item` under it, whose name the table reads later, and
/// returns `item`. KILN_NONE when memory runs out, or beyond 2^31 slots.
uint32_t name_table_add(const kilncook_context *context, name_table *table, name_of_item *name_of, const void *items,
	const char *name, size_t length, uint32_t item);

void name_table_free(const kilncook_context *context, name_table *table);

#endif
