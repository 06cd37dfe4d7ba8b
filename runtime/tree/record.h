// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_RECORD_H
#define KILN_TREE_RECORD_H

#include "kernels.h"
#include "simd/simd8.h"

/// Records the steps of walks, where the runtime is compiled with KILN_WALK_RECORDING: for a page that shows which nodes
/// a query tests, in which order, and why it leaves out the others (tools/view). Without it nothing is compiled.
///
/// A query is recorded when its budget's `cancel` is kilni_walk_recording; the budget's `user` is then the recorder's.
/// Who records defines that function, which returns false, and kilni_walk_record.

/// What a walk does with a subtree.
typedef enum kiln_walk_step
{
	KILN_WALK_NODE,	  ///< tests the children of a node
	KILN_WALK_LEAF,	  ///< tests what a leaf has
	KILN_WALK_CULLED, ///< leaves out a subtree that waited, because it begins beyond the limit
} kiln_walk_step;

/// Receives a step. `reference` is a node's number, or a leaf with KILN_LEAF_BIT. `limit` and `keys` are in the units of
/// the walk. For a node `met` has a bit for each child that the walk keeps, and `keys` where each child begins, or is
/// NULL. For a subtree that is left out, keys[0] is where it begins.
void kilni_walk_record(const kiln_tree *tree, kiln_walk_step step, uint32_t reference, float limit, uint32_t met,
	const float keys[KILN_TREE_WIDTH]);

bool kilni_walk_recording(void *user);

static inline bool kiln_walk_is_recorded(const kiln_budget *budget)
{
	return budget && budget->cancel == kilni_walk_recording;
}

#ifdef KILN_WALK_RECORDING

KILN_NEVER_INLINE static void kiln_walk_record_lanes(
	const kiln_tree *tree, uint32_t reference, float limit, uint32_t met, f8 keys)
{
	float lanes[KILN_TREE_WIDTH];
	f8_store(lanes, keys);
	kilni_walk_record(tree, KILN_WALK_NODE, reference, limit, met, lanes);
}

#define KILN_RECORD_STEP(tree, ...)                                                                                    \
	(kiln_walk_is_recorded((tree)->budget) ? kilni_walk_record(tree, __VA_ARGS__) : (void)0)
#define KILN_RECORD_LANES(tree, node, limit, met, lanes)                                                               \
	(kiln_walk_is_recorded((tree)->budget) ? kiln_walk_record_lanes(tree, node, limit, met, lanes) : (void)0)
#define KILN_RECORD_NODE(tree, node, limit, met) KILN_RECORD_STEP(tree, KILN_WALK_NODE, node, limit, met, NULL)
#define KILN_RECORD_LEAF(tree, leaf, limit)                                                                            \
	KILN_RECORD_STEP(tree, KILN_WALK_LEAF, KILN_LEAF_BIT | (leaf), limit, 0, NULL)
#define KILN_RECORD_CULLED(tree, reference, limit, key)                                                                \
	KILN_RECORD_STEP(tree, KILN_WALK_CULLED, reference, limit, 0, (const float[KILN_TREE_WIDTH]){key})

#else

#define KILN_RECORD_LANES(tree, node, limit, met, lanes) ((void)0)
#define KILN_RECORD_NODE(tree, node, limit, met) ((void)0)
#define KILN_RECORD_LEAF(tree, leaf, limit) ((void)0)
#define KILN_RECORD_CULLED(tree, reference, limit, key) ((void)0)

#endif

#endif
