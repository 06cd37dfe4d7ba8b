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

#endif
