// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MUTATE_FIELD_H
#define KILN_TESTS_MUTATE_FIELD_H

#include "mutate.h"

/// Mutations that use knowledge of the format.

/// A mutant under construction.
typedef struct mutant
{
	uint8_t *data;
	size_t size;
	size_t capacity;
	uint64_t random;
	const mutate_seed *seed; ///< the original
	const mutate_seed *seeds;
	size_t seed_count;
} mutant;

/// A random number below `limit`; 0 for a limit of 0.
uint32_t mutant_below(mutant *m, uint32_t limit);

/// Returns a number where behaviour changes: ends of ranges, powers of two, special floats, small numbers.
uint64_t mutant_interesting(mutant *m);

/// Returns, by `way`, the number above `value`, the number below it, `other`, or (3 and more) an interesting number.
uint64_t mutant_neighbour(mutant *m, uint32_t way, uint64_t value, uint64_t other);

/// Returns a number from -limit to limit, close to a given one, or an unusual one.
float mutant_float(mutant *m, float near, float limit);

/// Returns a random element of a section in the mutant. NULL when the section is empty or cut off.
void *mutant_element(mutant *m, kiln_section_kind kind, size_t size);

/// Sets the masked flag of every shape by its materials.
void mutant_settle_masks(mutant *m);

/// Changes a value to another one that the proof allows: planes, vertices, corners, matrices, boxes, flags, sources,
/// names, and the values of mutate_solid_allowed and mutate_volume_allowed.
void mutate_field_allowed(mutant *m);

/// Changes shapes, the nodes that place them, volumes or hulls to values that the proof allows: numbers and kinds of
/// primitives, vertices, planes, seeds and links of hulls.
void mutate_solid_allowed(mutant *m);

/// Changes volume trees and their use, or VERTICES, to values that the proof allows. False when the seed has no volume
/// tree.
bool mutate_volume_allowed(mutant *m);

/// Sets a word of a head of a volume tree's node, its count or a child, to any value.
void mutate_volume_head(mutant *m);

/// Sets an index of a hull's arrays to any value.
void mutate_solid_index(mutant *m);

/// Sets a field of some structure to an interesting value, a neighbouring value, or another element's value.
void mutate_field_any(mutant *m);

/// Changes the section table.
void mutate_field_table(mutant *m);

/// Swaps or copies elements of a section, or leaf records.
void mutate_field_swap(mutant *m);

#endif
