// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_HIT_LIST_H
#define KILN_SCENE_HIT_LIST_H

#include "kiln/ray.h"

/// Hits in an array of the caller. The array holds the first hits of a list: it is a heap with the last hit on top,
/// until kilni_hits_sort sorts it.

/// The order of lists: t, then node, then shape, then triangle.
bool kilni_hit_before(const kiln_hit *a, const kiln_hit *b);

/// Adds a hit to a heap with room for `capacity` hits, unless the heap is full and all its hits come before the new
/// one.
void kilni_hits_put(kiln_hit *hits, uint32_t capacity, uint32_t *stored, const kiln_hit *hit);

/// Sorts a heap.
void kilni_hits_sort(kiln_hit *hits, uint32_t stored);

/// An array of the caller, and its counts, for queries that call a visitor with each hit.
typedef struct kiln_hit_list
{
	kiln_hit *hits; ///< NULL: hits are only counted
	uint32_t capacity, stored, count;
} kiln_hit_list;

static inline kiln_hit_list kiln_hit_list_begin(kiln_hit *hits, uint32_t capacity)
{
	return (kiln_hit_list){.hits = hits, .capacity = hits ? capacity : 0};
}

/// A kiln_visit_hit that adds the hit to the list `user`, and wants all others, too.
float kilni_hit_list_add(void *user, const kiln_hit *hit);

/// Sorts the list. Returns the number of all hits.
uint32_t kilni_hit_list_end(const kiln_hit_list *list);

#endif
