// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SCENE_PAIR_H
#define KILN_PAIR_SCENE_PAIR_H

#include "object.h"

/// Finds the pairs of parts of two objects that may touch or be nearest.

/// Receives two parts, which stay valid until the function returns; false ends the walk.
typedef bool kiln_visit_parts(void *user, const kiln_pair_part *a, const kiln_pair_part *b);

/// The state of a search for the nearest parts. The visitor updates all fields but `nearer`.
typedef struct kiln_scene_best
{
	float most;	  ///< the largest kiln_near_key of interest: the best pair's key, once a pair was found
	double limit; ///< above every distance with the key `most`
	bool found;
	bool nearer;	  ///< after a pair was found, only smaller keys are of interest, not equal keys
	uint32_t node[2]; ///< nodes of the best pair; of equal keys the lowest nodes
	double distance;  ///< the least measured distance above 0
	kiln_d3 way;	  ///< vector between the points of that distance, from a to b, in the query's coordinates
	uint32_t bearing; ///< how often `distance` and `way` were set
} kiln_scene_best;

/// Visits the pairs of parts whose volumes can't be proved farther apart than `best->limit`, roughly nearest first, in an
/// order that the objects determine. After many visits in vain, pairs that cannot become the best pair are skipped
/// (scene_settle.h). With `best` NULL, visits the pairs that may touch, in the order of the trees. Opens both trees by turns. False
/// when the visitor or the budget (NULL: no budget) ended the walk.
bool kilni_scene_pair_walk(const kiln_pair_side *a, const kiln_pair_side *b, kiln_scene_best *best,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user);

#endif
