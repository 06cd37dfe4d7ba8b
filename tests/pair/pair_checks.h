// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PAIR_CHECKS_H
#define KILN_TESTS_PAIR_CHECKS_H

#include "pair_oracle.h"
#include "support/compound_case.h"

/// Properties of every query between two objects.

/// More pairs than any two objects of these tests have.
#define PAIRS_MOST 20000

/// One shape of every kind.
extern const compound_plan pair_plan_mixed;

/// Turned and moved at random, by `spread` on each axis.
kiln_pose pair_random_pose(uint64_t *random, double spread, float scale);

/// The order of pairs by name, for qsort and bsearch.
int compare_pairs(const void *a, const void *b);
/// The pair of two pieces, without ends.
kiln_pair pair_named(const oracle_piece *a, const oracle_piece *b);

/// Compares all queries of two objects with brute force. Returns how many pairs touch.
uint32_t check_pair(const kiln_object *a, const kiln_object *b, const kiln_descent *descent);

/// Lists all contacts, sorted by name, and their number.
uint32_t sorted_contacts(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair *pairs);
/// Checks that every pair of one list, with its sides exchanged or not, is in the other, sorted list.
void check_same_pairs(const kiln_pair *one, const kiln_pair *other, uint32_t count, bool swapped);
/// Compares to the last bit, ignoring padding.
void check_same_separations(const kiln_pair_separation *one, const kiln_pair_separation *other);

#endif
