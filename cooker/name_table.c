// SPDX-License-Identifier: MIT
#include "name_table.h"

#include "kiln_format.h"
#include "memory.h"

#include <string.h>
#include <xxhash.h>

/// Returns the slot that holds `name`, or a free one where the name belongs. At least half of the slots are free.
static uint32_t find_slot(
	const name_table *table, name_of_item *name_of, const void *items, const char *name, size_t length)
{
	uint32_t slot = (uint32_t)XXH3_64bits(name, length) & (table->slot_count - 1);
	for (; table->slots[slot]; slot = (slot + 1) & (table->slot_count - 1))
	{
		const char *other = name_of(items, table->slots[slot] - 1);
		if (strlen(other) == length && memcmp(other, name, length) == 0)
			break;
	}
	return slot;
}

static bool grow(const kilncook_context *context, name_table *table, name_of_item *name_of, const void *items)
{
	if (table->slot_count && table->used < table->slot_count / 2)
		return true;
	name_table larger = {.slot_count = table->slot_count ? table->slot_count * 2 : 64, .used = table->used};
	larger.slots = larger.slot_count ? cook_alloc_zero(context, larger.slot_count, sizeof *larger.slots) : NULL;
	if (!larger.slots)
		return false;
	for (uint32_t i = 0; i < table->slot_count; ++i)
		if (table->slots[i])
		{
			const char *name = name_of(items, table->slots[i] - 1);
			larger.slots[find_slot(&larger, name_of, items, name, strlen(name))] = table->slots[i];
		}
	name_table_free(context, table);
	*table = larger;
	return true;
}

uint32_t name_table_find(
	const name_table *table, name_of_item *name_of, const void *items, const char *name, size_t length)
{
	return table->slot_count ? table->slots[find_slot(table, name_of, items, name, length)] - 1 : KILN_NONE;
}

uint32_t name_table_add(const kilncook_context *context, name_table *table, name_of_item *name_of, const void *items,
	const char *name, size_t length, uint32_t item)
{
	if (!grow(context, table, name_of, items))
		return KILN_NONE;
	uint32_t slot = find_slot(table, name_of, items, name, length);
	if (table->slots[slot])
		return table->slots[slot] - 1;
	table->slots[slot] = item + 1;
	++table->used;
	return item;
}

void name_table_free(const kilncook_context *context, name_table *table)
{
	cook_free(context, table->slots, table->slot_count, sizeof *table->slots);
	*table = (name_table){0};
}
