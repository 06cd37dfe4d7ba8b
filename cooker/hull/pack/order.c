// SPDX-License-Identifier: MIT
#include "internal.h"

#include "memory.h"

#include <string.h>

void hull_sort(hull_keyed *items, uint32_t count, hull_keyed *scratch)
{
	uint32_t starts[8][257] = {{0}};
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t byte = 0; byte < 8; ++byte)
			++starts[byte][(items[i].key >> (8 * byte) & 255) + 1];
	hull_keyed *from = items, *to = scratch;
	for (uint32_t byte = 0; byte < 8; ++byte)
	{
		uint32_t *start = starts[byte];
		bool even = false;
		for (uint32_t k = 1; k < 257; ++k)
		{
			even = even || start[k] == count;
			start[k] += start[k - 1];
		}
		if (even)
			continue;
		for (uint32_t i = 0; i < count; ++i)
			to[start[from[i].key >> (8 * byte) & 255]++] = from[i];
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
		for (uint32_t i = 0; i < count; ++i)
			items[i] = (hull_keyed){ordered_bits(h->vertices[i][2]), i};
		hull_sort(items, count, items + count);
		for (uint32_t i = 0; i < count; ++i)
		{
			const float *v = h->vertices[items[i].item];
			items[i].key = (uint64_t)ordered_bits(v[0]) << 32 | ordered_bits(v[1]);
		}
		hull_sort(items, count, items + count);
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
