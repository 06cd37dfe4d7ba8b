// SPDX-License-Identifier: MIT
#include "core.h"
#include <string.h>

/// Sorts answers in place, in the caller's memory: splits by the highest bit in which keys differ, then by the next
/// (radix exchange, Hildebrandt and Isbitz 1959). The worst case is one pass per bit, and the only memory is a stack of
/// one entry per bit.

#define FEW 24u

/// Keys of hits have t above the index: floats >= 0 are ordered as their bits are.
static inline uint64_t key_at(const void *items, size_t i, bool hits)
{
	if (!hits)
		return ((const uint32_t *)items)[i];
	const kiln_proxy_hit *hit = (const kiln_proxy_hit *)items + i;
	uint32_t t;
	memcpy(&t, &hit->t, sizeof t);
	return (uint64_t)t << 32 | hit->index;
}

static inline void swap(void *items, size_t i, size_t j, bool hits)
{
	if (hits)
	{
		kiln_proxy_hit *hit = items, other = hit[i];
		hit[i] = hit[j];
		hit[j] = other;
		return;
	}
	uint32_t *index = items, other = index[i];
	index[i] = index[j];
	index[j] = other;
}

static inline void insert(void *items, size_t begin, size_t end, bool hits)
{
	for (size_t i = begin + 1; i < end; i++)
		for (size_t j = i; j > begin && key_at(items, j, hits) < key_at(items, j - 1, hits); j--)
			swap(items, j, j - 1, hits);
}

/// Moves the items without the bit before those with it; returns where the latter begin.
static inline size_t part(void *items, size_t begin, size_t end, uint64_t bit, bool hits)
{
	while (true)
	{
		while (begin < end && !(key_at(items, begin, hits) & bit))
			begin++;
		while (begin < end && (key_at(items, end - 1, hits) & bit))
			end--;
		if (begin == end)
			return begin;
		swap(items, begin++, --end, hits);
	}
}

typedef struct range
{
	size_t begin, end;
	uint64_t bit;
} range;

static inline void sort(void *items, size_t count, bool hits)
{
	range stack[64];
	unsigned depth = 0;
	uint64_t differing = 0;
	for (size_t i = 1; i < count; i++)
		differing |= key_at(items, i, hits) ^ key_at(items, 0, hits);
	range here = {.begin = 0, .end = count, .bit = 1};
	while (differing >>= 1)
		here.bit <<= 1;
	while (true)
	{
		if (here.end - here.begin <= FEW || here.bit == 0)
		{
			// No bits left: all keys are equal.
			insert(items, here.begin, here.end, hits);
			if (depth == 0)
				return;
			here = stack[--depth];
			continue;
		}
		size_t middle = part(items, here.begin, here.end, here.bit, hits);
		here.bit >>= 1;
		// Bits decrease along the stack, so it has at most one entry per bit.
		stack[depth++] = (range){.begin = middle, .end = here.end, .bit = here.bit};
		here.end = middle;
	}
}

/// Sinks the item at `root` of a heap, whose greatest item is on top, to its place.
static inline void sink(void *items, size_t root, size_t count, bool hits)
{
	for (size_t below = 2 * root + 1; below < count; below = 2 * root + 1)
	{
		below += below + 1 < count && key_at(items, below, hits) < key_at(items, below + 1, hits);
		if (key_at(items, root, hits) >= key_at(items, below, hits))
			return;
		swap(items, root, below, hits);
		root = below;
	}
}

static inline void heap_up(void *items, size_t count, bool hits)
{
	for (size_t i = count / 2; i-- > 0;)
		sink(items, i, count, hits);
}

void kilni_keep_index(uint32_t *indices, uint32_t capacity, uint32_t count, uint32_t index)
{
	if (count < capacity)
		indices[count] = index;
	if (count + 1 == capacity)
		heap_up(indices, capacity, false);
	if (count < capacity || capacity == 0 || index >= indices[0])
		return;
	indices[0] = index;
	sink(indices, 0, capacity, false);
}

void kilni_keep_hit(kiln_proxy_hit *hits, uint32_t capacity, uint32_t count, kiln_proxy_hit hit)
{
	if (count < capacity)
		hits[count] = hit;
	if (count + 1 == capacity)
		heap_up(hits, capacity, true);
	if (count < capacity || capacity == 0 || key_at(&hit, 0, true) >= key_at(hits, 0, true))
		return;
	hits[0] = hit;
	sink(hits, 0, capacity, true);
}

void kilni_sort_indices(uint32_t *indices, size_t count)
{
	sort(indices, count, false);
}

void kilni_sort_hits(kiln_proxy_hit *hits, size_t count)
{
	sort(hits, count, true);
}
