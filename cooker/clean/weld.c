// SPDX-License-Identifier: MIT
#include "weld.h"

#include "kiln_format.h"
#include "memory.h"

#include <string.h>

bool clean_weld_begin(const kilncook_context *context, uint32_t capacity, clean_weld *weld)
{
	*weld = (clean_weld){.capacity = capacity, .slot_count = 16};
	while (weld->slot_count - weld->slot_count / 4 < capacity)
	{
		if (weld->slot_count > UINT32_MAX / 2)
			return false;
		weld->slot_count *= 2;
	}
	weld->positions = cook_alloc_whole(context, capacity, sizeof *weld->positions);
	weld->slots = cook_alloc_whole(context, weld->slot_count, sizeof *weld->slots);
	if (!weld->positions || !weld->slots)
	{
		clean_weld_free(context, weld);
		return false;
	}
	memset(weld->slots, 0xff, (size_t)weld->slot_count * sizeof *weld->slots);
	return true;
}

/// Mixes the bits of a position; multipliers and shifts are from MurmurHash3's 64-bit finaliser (A. Appleby).
static uint32_t hash_position(const float position[3])
{
	uint32_t bits[3];
	memcpy(bits, position, sizeof bits);
	uint64_t h = ((uint64_t)bits[0] << 32 | bits[1]) * 0xff51afd7ed558ccdull;
	h ^= h >> 33;
	h = (h ^ bits[2]) * 0xc4ceb9fe1a85ec53ull;
	h ^= h >> 33;
	h *= 0xff51afd7ed558ccdull;
	return (uint32_t)(h >> 32);
}

clean_weld_key clean_weld_prepare(const clean_weld *weld, const float position[3])
{
	// Adding +0 turns -0 into +0 and changes no other value, so equal positions have equal bits.
	clean_weld_key key = {.position = {position[0] + 0.0f, position[1] + 0.0f, position[2] + 0.0f}};
	key.hash = hash_position(key.position);
	cook_prefetch(&weld->slots[key.hash & (weld->slot_count - 1)]);
	return key;
}

uint32_t clean_weld_add_key(clean_weld *weld, const clean_weld_key *key)
{
	uint32_t mask = weld->slot_count - 1;
	uint32_t slot = key->hash & mask;
	while (weld->slots[slot] != KILN_NONE)
	{
		if (memcmp(weld->positions[weld->slots[slot]], key->position, sizeof key->position) == 0)
			return weld->slots[slot];
		slot = (slot + 1) & mask;
	}
	uint32_t number = weld->count++;
	memcpy(weld->positions[number], key->position, sizeof key->position);
	weld->slots[slot] = number;
	return number;
}

uint32_t clean_weld_add(clean_weld *weld, const float position[3])
{
	const clean_weld_key key = clean_weld_prepare(weld, position);
	return clean_weld_add_key(weld, &key);
}

void clean_weld_end(const kilncook_context *context, clean_weld *weld)
{
	cook_free(context, weld->slots, weld->slot_count, sizeof *weld->slots);
	weld->slots = NULL;
	float(*positions)[3] = cook_resize(context, weld->positions, weld->capacity, weld->count, sizeof *positions);
	if (positions)
	{
		weld->positions = positions;
		weld->capacity = weld->count;
	}
}

void clean_weld_free(const kilncook_context *context, clean_weld *weld)
{
	cook_free(context, weld->slots, weld->slot_count, sizeof *weld->slots);
	cook_free(context, weld->positions, weld->capacity, sizeof *weld->positions);
	weld->slots = NULL;
	weld->positions = NULL;
}
