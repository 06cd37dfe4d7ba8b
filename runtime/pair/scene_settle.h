// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SCENE_SETTLE_H
#define KILN_PAIR_SCENE_SETTLE_H

#include "scene_pair.h"

/// The second search for the nearest parts of two objects. It runs when the first search (scene_pair.c) has met many
/// pairs of parts that are no nearer than the best.
///
/// Bounds are in double here (settle_bounds.h). The search has two walks of both scenes' AABBs. The first walk finds
/// the least key (kiln_near_key), and prunes every pair that cannot have a lesser key, including ties. The second walk
/// finds, among the pairs of this key, the one with the lowest nodes. Nodes are in the order of the scene tree's
/// leaves, so that all nodes below a volume are a range: whole volumes come after the best pair and are pruned. Volumes
/// of a scene tree are wider than the nodes below them. So a pair of volumes is also proved apart by all nodes below
/// both, as long as this work does not exceed the rest.

/// Continues from `best`, which the visitor improves. Returns false when the visitor or the budget (NULL: none) ended
/// the search.
bool kilni_scene_settle(const kiln_pair_side *a, const kiln_pair_side *b, kiln_scene_best *best,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user);

#endif
