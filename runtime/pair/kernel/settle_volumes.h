// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SETTLE_VOLUMES_H
#define KILN_PAIR_SETTLE_VOLUMES_H

#include "settle_bounds.h"
#include "walk_size.h"

#include "math/near_key.h"

#include <string.h>

/// Pairs of volumes, their bounds and their stack: what the second searches of two meshes (settle.h) and of two scenes
/// (pair/scene_settle.h) share. What the leaves of the trees stand for is the caller's matter.

/// Proofs by all leaves below a pair may take this part of the work of a walk, for each class of pair sizes, so that
/// neither small nor large pairs take the work that the others need. A proof that fails counts for several.
#define KILN_SETTLE_PROOF_SHARE 4
#define KILN_SETTLE_PROOF_FAILED 4
#define KILN_SETTLE_PROOF_SIZES 32

/// Two volumes, given by the nodes or leaves that they are around.
typedef struct kiln_settle_entry
{
	kiln_volume_ref ref[2];
	uint32_t under[2];
	uint32_t least[2]; ///< in the second walk: the lowest leaves' contents
	float size[2];
	float key; ///< lower bound
} kiln_settle_entry;

/// The pairs that are left to look at.
typedef struct kiln_settle_stack
{
	uint32_t height;
	kiln_settle_entry entry[KILN_PAIR_STACK];
} kiln_settle_stack;

/// The work of a walk, in tested children and examined leaves.
typedef struct kiln_settle_work
{
	uint64_t done;
	uint64_t proofs[KILN_SETTLE_PROOF_SIZES]; ///< share of proofs by all leaves, by size class: 2^i leaves and more
	uint64_t again;							  ///< the work at which the roots are tested again
} kiln_settle_work;

/// The volume of one side that was examined last.
typedef struct kiln_settle_seen
{
	kiln_volume_ref ref;
	uint32_t bearing; ///< number of the best vector at that time; 0: not examined yet
	kiln_settle_span span;
} kiln_settle_seen;

static inline kiln_format_tree_node kiln_settle_node(const kiln_pair_tree *tree, uint32_t number)
{
	kiln_format_tree_node node;
	memcpy(&node, kiln_volume_node(tree, number), sizeof node);
	return node;
}

/// The first or the last leaf below a node or leaf. A node's own leaves come before those of its inner children.
KILN_NEVER_INLINE static uint32_t kiln_settle_end(const kiln_pair_tree *tree, uint32_t under, bool last)
{
	while (!(under & KILN_LEAF_BIT))
	{
		const kiln_format_tree_node node = kiln_settle_node(tree, under);
		uint32_t inner = kiln_node_inner_count(&node), count = kiln_node_child_count(&node);
		if (last)
			under = kiln_node_child(&node, inner ? inner - 1 : count - 1);
		else
			under = kiln_node_child(&node, count > inner ? inner : 0);
	}
	return under & ~KILN_LEAF_BIT;
}

/// The key of a lower bound of a distance.
static inline float kiln_settle_key(double apart)
{
	return apart > 0 ? kiln_near_key(apart) : 0;
}

/// The size by which the volume to open is chosen.
static inline float kiln_settle_size(const kiln_settle_span *span)
{
	double size = 0;
	for (int i = 0; i < 3; ++i)
		size += span->high[i] - span->low[i];
	return (float)size;
}

/// The span of a child's volume.
KILN_NEVER_INLINE static void kiln_settle_span_child(kiln_settle_span *span, const kiln_settle_ways *ways,
	uint32_t side, const kiln_format_tree_node *node, uint32_t slot)
{
	double low[3], high[3];
	for (int k = 0; k < 3; ++k)
	{
		double step = (double)kiln_exponent_scale(node->exponent[k]), origin = (double)node->origin[k];
		low[k] = origin + (double)node->lo[k][slot] * step;
		high[k] = origin + (double)node->hi[k][slot] * step;
	}
	kilni_settle_span_box(span, ways, (int)side, low, high);
}

/// The span of the volume around a whole tree.
KILN_NEVER_INLINE static void kiln_settle_span_root(kiln_settle_span *span, const kiln_settle_ways *ways, uint32_t side)
{
	const kiln_pair_tree *tree = ways->tree[side];
	double low[3], high[3];
	for (int k = 0; k < 3; ++k)
	{
		low[k] = (double)tree->middle[k] - (double)tree->half[k];
		high[k] = (double)tree->middle[k] + (double)tree->half[k];
	}
	kilni_settle_span_box(span, ways, (int)side, low, high);
}

/// The span of a volume, which is not computed again where it was seen last. `updates` counts computed spans.
static inline const kiln_settle_span *kiln_settle_span_of(kiln_settle_seen *seen, const kiln_settle_ways *ways,
	uint32_t side, kiln_volume_ref ref, uint32_t bearing, uint64_t *updates)
{
	if (seen->bearing == bearing && seen->ref == ref)
		return &seen->span;
	seen->bearing = bearing;
	seen->ref = ref;
	if (ref == KILN_ROOT_REF)
		kiln_settle_span_root(&seen->span, ways, side);
	else
	{
		const kiln_format_tree_node node = kiln_settle_node(ways->tree[side], ref / KILN_TREE_WIDTH);
		kiln_settle_span_child(&seen->span, ways, side, &node, ref % KILN_TREE_WIDTH);
	}
	++*updates;
	return &seen->span;
}

/// Begins the work of a walk, whose roots are tested again at a given work.
static inline void kiln_settle_work_begin(kiln_settle_work *work, uint64_t again)
{
	work->done = 0;
	memset(work->proofs, 0, sizeof work->proofs);
	work->again = again;
}

/// What proofs of pairs of about this many leaves have taken so far.
static inline uint64_t *kiln_settle_spent(kiln_settle_work *work, uint64_t leaves)
{
	uint32_t i = 0;
	for (; leaves > 1 && i < KILN_SETTLE_PROOF_SIZES - 1; leaves /= 2)
		++i;
	return &work->proofs[i];
}

/// Inserts a pair in the stack, from `base` on, below the pairs that must be popped before it: the nearer ones or, if
/// `in_order`, those that are pushed later.
static inline void kiln_settle_push(
	kiln_settle_stack *stack, uint32_t base, const kiln_settle_entry *entry, bool in_order)
{
	uint32_t at = stack->height++;
	for (; !in_order && at > base && stack->entry[at - 1].key < entry->key; --at)
		stack->entry[at] = stack->entry[at - 1];
	stack->entry[at] = *entry;
}

#endif
