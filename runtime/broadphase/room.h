// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_ROOM_H
#define KILN_BROADPHASE_ROOM_H

#include <stddef.h>
#include <stdint.h>

/// Lays out arrays one behind the other. Without a base it only counts, so that one function both computes the memory
/// that a structure needs and places its arrays.
typedef struct kiln_room
{
	uint8_t *base; ///< aligned to 64; NULL: count only
	size_t used;   ///< bytes; SIZE_MAX on overflow
} kiln_room;

/// Room for `count` elements of `size` bytes, aligned to 64; NULL while counting.
static inline void *kiln_room_take(kiln_room *room, size_t count, size_t size)
{
	size_t start = room->used;
	if (start == SIZE_MAX || (size > 0 && count > (SIZE_MAX - 128 - start) / size))
	{
		room->used = SIZE_MAX;
		return NULL;
	}
	room->used = (start + count * size + 63) & ~(size_t)63;
	return room->base ? room->base + start : NULL;
}

#endif
