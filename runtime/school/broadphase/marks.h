// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_MARKS_H
#define KILN_BROADPHASE_MARKS_H

#include <stdbool.h>
#include <string.h>

#include "broadphase/room.h"

/// Marks for items that were already visited: for structures that hold a box in several places, and must not report it
/// twice (Ericson 2005, 7.7). Three kinds differ in memory and in the cost of clearing:
///
///     kiln_flags       1 bit and 4 bytes of list   clears the marked ones, one by one
///     kiln_stamps      4 bytes                     clears at once; every 2^32 - 1 rounds visits all
///     kiln_ring_stamps 1 byte                      clears capacity / 254 bytes, the same each time
///
/// Use flags for few marks out of many; stamps for many rounds; ring stamps where cache lines matter, or no round may
/// take longer than others. Tests write to all of them, so they serve `apply`, `fresh` and `all`, never queries.
/// Indices are below the capacity. The memory must be zero at first, which means that nothing is marked.

/// One bit per index, and a list of the bits that are set (Ericson 2005, 7.7.1).
typedef struct kiln_flags
{
	uint64_t *bits;
	uint32_t *marked; ///< in the order in which they were marked
	uint32_t marked_count;
} kiln_flags;

static inline void kiln_flags_place(kiln_flags *flags, kiln_room *room, uint32_t capacity)
{
	flags->bits = (uint64_t *)kiln_room_take(room, ((size_t)capacity + 63) / 64, sizeof *flags->bits);
	flags->marked = (uint32_t *)kiln_room_take(room, capacity, sizeof *flags->marked);
	flags->marked_count = 0;
}

static inline bool kiln_flags_has(const kiln_flags *flags, uint32_t index)
{
	return flags->bits[index / 64] >> (index % 64) & 1;
}

/// Marks an index; returns false if it was already marked.
static inline bool kiln_flags_mark(kiln_flags *flags, uint32_t index)
{
	uint64_t bit = (uint64_t)1 << (index % 64);
	if (flags->bits[index / 64] & bit)
		return false;
	flags->bits[index / 64] |= bit;
	flags->marked[flags->marked_count++] = index;
	return true;
}

/// Clears all marks, in time proportional to their number. A word is zeroed as a whole: all its bits are in the list.
static inline void kiln_flags_clear(kiln_flags *flags)
{
	for (uint32_t i = 0; i < flags->marked_count; i++)
		flags->bits[flags->marked[i] / 64] = 0;
	flags->marked_count = 0;
}

/// The number of the round in which each index was last marked (Ericson 2005, 7.7.2).
typedef struct kiln_stamps
{
	uint32_t *stamps; ///< 0: never
	uint32_t capacity;
	uint32_t now; ///< 0: kiln_stamps_next was not called yet
} kiln_stamps;

static inline void kiln_stamps_place(kiln_stamps *stamps, kiln_room *room, uint32_t capacity)
{
	stamps->stamps = (uint32_t *)kiln_room_take(room, capacity, sizeof *stamps->stamps);
	stamps->capacity = capacity;
	stamps->now = 0;
}

/// Begins a round, in which nothing is marked. When the numbers run out, all stamps are zeroed, so that no stamp of
/// 2^32 rounds ago counts.
static inline void kiln_stamps_next(kiln_stamps *stamps)
{
	if (++stamps->now == 0)
	{
		memset(stamps->stamps, 0, stamps->capacity * sizeof *stamps->stamps);
		stamps->now = 1;
	}
}

/// Whether an index is marked in this round. Call after kiln_stamps_next only, as the next function.
static inline bool kiln_stamps_has(const kiln_stamps *stamps, uint32_t index)
{
	return stamps->stamps[index] == stamps->now;
}

/// Marks an index; returns false if it was already marked in this round.
static inline bool kiln_stamps_mark(kiln_stamps *stamps, uint32_t index)
{
	bool first = stamps->stamps[index] != stamps->now;
	stamps->stamps[index] = stamps->now;
	return first;
}

/// The number of rounds of kiln_ring_stamps after which a number repeats.
#define KILN_RING_ROUNDS 255u

/// Stamps of one byte each, with numbers that cycle from 1 to 255. Each round zeroes the next share of the stamps, and
/// any 254 rounds zero all of them: a stamp is gone before its number repeats (amortised clearing; Ericson 2005,
/// 7.7.3).
typedef struct kiln_ring_stamps
{
	uint8_t *stamps; ///< 0: not marked within the last rounds
	uint32_t capacity;
	uint32_t cleared; ///< where the next share begins
	uint8_t now;
} kiln_ring_stamps;

static inline void kiln_ring_stamps_place(kiln_ring_stamps *stamps, kiln_room *room, uint32_t capacity)
{
	stamps->stamps = (uint8_t *)kiln_room_take(room, capacity, sizeof *stamps->stamps);
	stamps->capacity = capacity;
	stamps->cleared = 0;
	stamps->now = 0;
}

/// Begins a round, in which nothing is marked.
static inline void kiln_ring_stamps_next(kiln_ring_stamps *stamps)
{
	stamps->now = (uint8_t)(stamps->now == KILN_RING_ROUNDS ? 1 : stamps->now + 1);
	uint32_t share = (stamps->capacity + KILN_RING_ROUNDS - 2) / (KILN_RING_ROUNDS - 1);
	uint32_t left = stamps->capacity - stamps->cleared;
	uint32_t count = share < left ? share : left;
	memset(stamps->stamps + stamps->cleared, 0, count);
	stamps->cleared = count == left ? 0 : stamps->cleared + count;
}

/// Whether an index is marked in this round. Call after kiln_ring_stamps_next only, as the next function.
static inline bool kiln_ring_stamps_has(const kiln_ring_stamps *stamps, uint32_t index)
{
	return stamps->stamps[index] == stamps->now;
}

/// Marks an index; returns false if it was already marked in this round.
static inline bool kiln_ring_stamps_mark(kiln_ring_stamps *stamps, uint32_t index)
{
	bool first = stamps->stamps[index] != stamps->now;
	stamps->stamps[index] = stamps->now;
	return first;
}

#endif
