// SPDX-License-Identifier: MIT
#include "edge_set.h"

#include "memory.h"

static uint64_t key_of(uint32_t a, uint32_t b)
{
	return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/// The entry of a key, or the free one where the key belongs. The table is never full.
static edge_entry *place(edge_entry *entries, uint32_t capacity, uint64_t key)
{
	// Fibonacci hashing (D. E. Knuth, The Art of Computer Programming 3, 6.4).
	uint32_t slot = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (capacity - 1);
	while (entries[slot].key && entries[slot].key != key)
		slot = (slot + 1) & (capacity - 1);
	return &entries[slot];
}

/// Makes a table for twice the edges that are left.
static bool grow(const kilncook_context *context, edge_set *set)
{
	uint32_t capacity = 64;
	while (capacity / 4 <= set->live)
	{
		if (capacity > UINT32_MAX / 2)
			return false;
		capacity *= 2;
	}
	edge_entry *entries = cook_alloc_zero(context, capacity, sizeof *entries);
	if (!entries)
		return false;
	for (uint32_t i = 0; i < set->capacity; ++i)
		if (set->entries[i].live)
			*place(entries, capacity, set->entries[i].key) = set->entries[i];
	cook_free(context, set->entries, set->capacity, sizeof *set->entries);
	set->entries = entries;
	set->capacity = capacity;
	set->used = set->live;
	return true;
}

bool edge_set_add(const kilncook_context *context, edge_set *set, uint32_t a, uint32_t b, uint32_t value)
{
	if (set->used >= set->capacity / 2 && !grow(context, set))
		return false;
	edge_entry *entry = place(set->entries, set->capacity, key_of(a, b));
	set->used += !entry->key;
	set->live += !entry->live;
	*entry = (edge_entry){key_of(a, b), value, true};
	return true;
}

edge_entry *edge_set_find(const edge_set *set, uint32_t a, uint32_t b)
{
	if (set->capacity == 0)
		return NULL;
	edge_entry *entry = place(set->entries, set->capacity, key_of(a, b));
	return entry->live ? entry : NULL;
}

void edge_set_remove(edge_set *set, uint32_t a, uint32_t b)
{
	edge_entry *entry = edge_set_find(set, a, b);
	if (!entry)
		return;
	entry->live = false;
	--set->live;
}

void edge_set_free(const kilncook_context *context, edge_set *set)
{
	cook_free(context, set->entries, set->capacity, sizeof *set->entries);
	*set = (edge_set){0};
}
