// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SCENE_PAIR_H
#define KILN_PAIR_SCENE_PAIR_H

#include "object.h"

/// Two objects against each other: which of their parts come into question.

/// Receives two parts, which stay where they are until it returns; false ends the walk.
typedef bool kiln_visit_parts(void *user, const kiln_pair_part *a, const kiln_pair_part *b);

/// What a search for the nearest parts knows. The visitor keeps it, but for `nearer`.
typedef struct kiln_scene_best
{
	float most;	  ///< the greatest kiln_near_key that matters: that of the best pair, once there is one
	double limit; ///< no distance of that key is above it
	bool found;
	bool nearer;	  ///< once there is a best pair, only lesser keys are of interest, not equal ones
	uint32_t node[2]; ///< of the best pair; of equal keys the lowest
	double distance;  ///< the least above 0 that was measured
	kiln_d3 way;	  ///< between its points, from a to b, in the query's coordinates
	uint32_t bearing; ///< how often these were set
} kiln_scene_best;

/// Visits the pairs of parts whose volumes can't be proved farther apart than `best->limit`, roughly nearest first, in an
/// order that the objects determine. Pairs that cannot become the best one are passed over once many were visited in vain
/// (scene_settle.h). NULL: those that may touch, in the order of the trees. Both trees are opened by turns. False when the visitor or
/// the budget (NULL: none) ended it.
bool kilni_scene_pair_walk(const kiln_pair_side *a, const kiln_pair_side *b, kiln_scene_best *best,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user);

#endif
