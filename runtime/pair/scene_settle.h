// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SCENE_SETTLE_H
#define KILN_PAIR_SCENE_SETTLE_H

#include "scene_pair.h"

/// The second search for the nearest parts of two objects, where the first one (scene_pair.c) has met many pairs of parts that are
/// no nearer than the best.
///
/// Bounds are in double here (settle_bounds.h). The search has two walks of both scenes' AABBs: the first finds the least key
/// (kiln_near_key) and passes over whatever cannot have a lesser one, ties included; the second finds, among the pairs of that key,
/// the one with the lowest nodes. Nodes stand in the order of the scene tree's leaves, so that all nodes below a volume are a
/// range: whole volumes come after the best pair and are passed over. Volumes of a scene tree are wider than the nodes below,
/// so a pair of volumes is also proved apart by all nodes below both, as often as such work does not exceed the rest.

/// Goes on from `best`, which the visitor improves. False when the visitor or the budget (NULL: none) ended it.
bool kilni_scene_settle(const kiln_pair_side *a, const kiln_pair_side *b, kiln_scene_best *best,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user);

#endif
