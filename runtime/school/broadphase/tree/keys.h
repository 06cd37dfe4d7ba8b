// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_KEYS_H
#define KILN_BROADPHASE_KEYS_H

#include <stdint.h>

/// A number with a sort key.
typedef struct kiln_keyed
{
	uint64_t key;
	uint32_t value;
} kiln_keyed;

/// Sorts by key; equal keys keep their order. `scratch` has room for as many, and is overwritten. Radix sort from the
/// lowest digit, without the digits that all keys share; a few keys by insertion.
void kilni_keys_sort(kiln_keyed *keyed, kiln_keyed *scratch, uint32_t count);

/// Merges two sorted sequences; among equal keys those of the first come first. `to` overlaps neither.
void kilni_keys_merge(const kiln_keyed *a, uint32_t a_count, const kiln_keyed *b, uint32_t b_count, kiln_keyed *to);

#endif
