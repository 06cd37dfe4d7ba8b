// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PAIR_CHECKS_H
#define KILN_TESTS_PAIR_CHECKS_H

#include "pair_oracle.h"
#include "support/compound_case.h"

/// What holds for every query between two objects.

/// More pairs than two objects of these tests ever have.
#define PAIRS_MOST 20000

/// A shape of every kind.
extern const compound_plan pair_plan_mixed;

/// Turned and moved at random, by `spread` on each axis.
kiln_pose pair_random_pose(uint64_t *random, double spread, float scale);

/// The order of pairs by name, for qsort and bsearch.
int compare_pairs(const void *a, const void *b);
/// The pair of two pieces, without ends.
kiln_pair pair_named(const oracle_piece *a, const oracle_piece *b);

/// Compares everything that can be asked of two objects with brute force. Answers how many pairs touch.
uint32_t check_pair(const kiln_object *a, const kiln_object *b, kiln_descent descent);

/// All contacts, by name, and how many.
uint32_t sorted_contacts(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair *pairs);
/// Every pair of the one, its sides swapped or not, is among the other's, which are sorted.
void check_same_pairs(const kiln_pair *one, const kiln_pair *other, uint32_t count, bool swapped);
/// The same to the last bit, whatever the padding between has.
void check_same_separations(const kiln_pair_separation *one, const kiln_pair_separation *other);

#endif
