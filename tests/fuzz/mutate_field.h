// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MUTATE_FIELD_H
#define KILN_TESTS_MUTATE_FIELD_H

#include "mutate.h"

/// Mutations that know the format.

/// A mutant in the making.
typedef struct mutant
{
	uint8_t *data;
	size_t size;
	size_t capacity;
	uint64_t random;
	const mutate_seed *seed; ///< what it was
	const mutate_seed *seeds;
	size_t seed_count;
} mutant;

/// A random number below `limit`; 0 for a limit of 0.
uint32_t mutant_below(mutant *m, uint32_t limit);

/// A number at which something changes: ends of ranges, powers of two, special floats, small ones.
uint64_t mutant_interesting(mutant *m);

/// By `way` the number above `value`, the one below it, `other`, or (3 and more) an interesting one.
uint64_t mutant_neighbour(mutant *m, uint32_t way, uint64_t value, uint64_t other);

/// A number from -limit to limit, near a given one or an awkward one.
float mutant_float(mutant *m, float near, float limit);

/// A random element of a section, as it stands in the mutant. NULL when there is none, or it was cut off.
void *mutant_element(mutant *m, kiln_section_kind kind, size_t size);

/// Sets the masked flag of every shape to what the materials say.
void mutant_settle_masks(mutant *m);

/// Changes something to a value that the proof allows: planes, vertices, corners, matrices, boxes, flags, sources,
/// names, and what mutate_solid_allowed and mutate_volume_allowed change.
void mutate_field_allowed(mutant *m);

/// Changes shapes, the nodes that place them, volumes or hulls to what the proof allows: numbers and kinds of primitives,
/// vertices, planes, seeds and links of hulls.
void mutate_solid_allowed(mutant *m);

/// Changes volume trees and what they are taken for, or VERTICES, to what the proof allows. False when the seed has no
/// volume tree.
bool mutate_volume_allowed(mutant *m);

/// Sets a word of a head of a volume tree's node, its count or a child, to anything.
void mutate_volume_head(mutant *m);

/// Sets an index of a hull's arrays to anything.
void mutate_solid_index(mutant *m);

/// Sets a field of some structure to an interesting value, a neighbouring one, or another element's.
void mutate_field_any(mutant *m);

/// Changes the section table.
void mutate_field_table(mutant *m);

/// Swaps or copies elements of a section, or leaf records.
void mutate_field_swap(mutant *m);

#endif
