// SPDX-License-Identifier: MIT
#include "same.h"

#include "memory.h"

#include <string.h>

/// The bits of three corners, the least first.
typedef struct same_key
{
	uint32_t bits[3][3];
} same_key;

static same_key key_of(const hausdorff_surface *surface, uint32_t triangle)
{
	same_key key;
	for (int k = 0; k < 3; ++k)
		memcpy(key.bits[k], surface->vertices[surface->triangles[triangle][k]], sizeof key.bits[k]);
	for (int pass = 0; pass < 3; ++pass)
	{
		uint32_t *a = key.bits[pass == 1 ? 1 : 0], *b = key.bits[pass == 1 ? 2 : 1], swap[3];
		if (memcmp(a, b, sizeof swap) > 0)
		{
			memcpy(swap, a, sizeof swap);
			memcpy(a, b, sizeof swap);
			memcpy(b, swap, sizeof swap);
		}
	}
	return key;
}

static uint64_t hash_of(const same_key *key)
{
	uint64_t hash = 0;
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
		{
			hash = (hash ^ key->bits[k][i]) * 0x9e3779b97f4a7c15u;
			hash ^= hash >> 29;
		}
	return hash;
}

bool same_find(const kilncook_context *context, const hausdorff_surface *of, const hausdorff_surface *in, bool *same)
{
	uint32_t slots = 16;
	while (slots < 2 * (uint64_t)in->triangle_count)
		slots *= 2;
	uint32_t *table = cook_alloc_zero(context, slots, sizeof *table); // triangle + 1
	if (!table)
		return false;
	for (uint32_t i = 0; i < in->triangle_count; ++i)
	{
		same_key key = key_of(in, i);
		uint32_t slot = (uint32_t)hash_of(&key) & (slots - 1);
		bool known = false;
		for (; table[slot] && !known; slot = (slot + 1) & (slots - 1))
		{
			same_key other = key_of(in, table[slot] - 1);
			known = memcmp(&other, &key, sizeof key) == 0;
		}
		if (!known)
			table[slot] = i + 1;
	}
	for (uint32_t i = 0; i < of->triangle_count; ++i)
	{
		same_key key = key_of(of, i);
		same[i] = false;
		for (uint32_t slot = (uint32_t)hash_of(&key) & (slots - 1); table[slot] && !same[i];
			 slot = (slot + 1) & (slots - 1))
		{
			same_key other = key_of(in, table[slot] - 1);
			same[i] = memcmp(&other, &key, sizeof key) == 0;
		}
	}
	cook_free(context, table, slots, sizeof *table);
	return true;
}
