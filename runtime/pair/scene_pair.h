// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SCENE_PAIR_H
#define KILN_PAIR_SCENE_PAIR_H

#include "object.h"

/// Two objects against each other: which of their parts come into question.

/// Receives two parts, which stay where they are until it returns; false ends the walk.
typedef bool kiln_visit_parts(void *user, const kiln_pair_part *a, const kiln_pair_part *b);

/// Visits the pairs of parts whose volumes can't be proved farther apart than `*limit`, roughly nearest first, in an
/// order that the objects determine; the visitor may lower the limit. NULL: those that may touch, in the order of the
/// trees. Both trees are opened by turns. False when the visitor or the budget (NULL: none) ended it.
bool kiln_scene_pair_walk(const kiln_pair_side *a, const kiln_pair_side *b, const double *limit,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user);

#endif
