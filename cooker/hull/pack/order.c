// SPDX-License-Identifier: MIT
#include "internal.h"

#include "memory.h"

#include <string.h>

/// Up to so many items, insertion takes fewer steps than the counts of a radix sort.
#define FEW 64

static void sort_few(hull_keyed *items, uint32_t count)
{
	for (uint32_t i = 1; i < count; ++i)
	{
		hull_keyed moved = items[i];
		uint32_t at = i;
		for (; at > 0 && moved.key < items[at - 1].key; --at)
			items[at] = items[at - 1];
		items[at] = moved;
	}
}

/// Moves items to the order of one byte of their keys, stably.
static void sort_byte(const hull_keyed *from, uint32_t count, uint32_t byte, hull_keyed *to)
{
	uint32_t start[257] = {0};
	for (uint32_t i = 0; i < count; ++i)
		++start[(from[i].key >> (8 * byte) & 255) + 1];
	for (uint32_t k = 1; k < 256; ++k)
		start[k] += start[k - 1];
	for (uint32_t i = 0; i < count; ++i)
		to[start[from[i].key >> (8 * byte) & 255]++] = from[i];
}

void hull_sort(hull_keyed *items, uint32_t count, hull_keyed *scratch)
{
	if (count <= FEW)
	{
		sort_few(items, count);
		return;
	}
	hull_keyed *from = items, *to = scratch;
	uint64_t differs = 0;
	for (uint32_t i = 1; i < count; ++i)
		differs |= items[i].key ^ items[0].key;
	for (uint32_t byte = 0; byte < 8; ++byte)
	{
		if ((differs >> (8 * byte) & 255) == 0)
			continue;
		sort_byte(from, count, byte, to);
		hull_keyed *other = from;
		from = to;
		to = other;
	}
	if (from != items)
		memcpy(items, from, count * sizeof *items);
}

/// Returns bits whose order is the order of the numbers.
static uint32_t ordered_bits(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits ^ (bits >> 31 ? 0xffffffffu : 0x80000000u);
}

/// Sorts the vertices by x, then y, then z. `items` has room for twice as many.
static void sort_vertices(const convex_hull *h, hull_keyed *items)
{
	uint32_t count = h->vertex_count;
	bool equal = false;
	for (uint32_t i = 0; i < count; ++i)
		items[i] = (hull_keyed){ordered_bits(h->vertices[i][0]), i};
	hull_sort(items, count, items + count);
	for (uint32_t i = 1; i < count; ++i)
		equal = equal || items[i].key == items[i - 1].key;
	// The last key first: the sort is stable.
	for (uint32_t axis = 3; equal && axis-- > 0;)
	{
		for (uint32_t i = 0; i < count; ++i)
			items[i].key = ordered_bits(h->vertices[items[i].item][axis]);
		hull_sort(items, count, items + count);
	}
}

kilncook_status hull_ranks_make(const kilncook_context *context, const convex_hull *h, hull_ranks *ranks)
{
	uint32_t count = h->vertex_count;
	hull_keyed *items = cook_alloc(context, count, 2 * sizeof *items);
	hull_ranks made = {.count = count};
	made.rank_of = cook_alloc(context, count, sizeof *made.rank_of);
	made.vertex_of = cook_alloc(context, count, sizeof *made.vertex_of);
	bool memory = items && made.rank_of && made.vertex_of;
	if (memory)
	{
		sort_vertices(h, items);
		for (uint32_t i = 0; i < count; ++i)
		{
			made.vertex_of[i] = items[i].item;
			made.rank_of[items[i].item] = i;
		}
	}
	cook_free(context, items, count, 2 * sizeof *items);
	if (memory)
	{
		*ranks = made;
		return KILNCOOK_OK;
	}
	hull_ranks_free(context, &made);
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to pack a convex hull");
	return KILNCOOK_INTERNAL;
}

void hull_ranks_free(const kilncook_context *context, hull_ranks *ranks)
{
	cook_free(context, ranks->rank_of, ranks->count, sizeof *ranks->rank_of);
	cook_free(context, ranks->vertex_of, ranks->count, sizeof *ranks->vertex_of);
	*ranks = (hull_ranks){0};
}
