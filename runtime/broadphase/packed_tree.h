// SPDX-License-Identifier: MIT
#ifndef KILN_PACKED_TREE_H
#define KILN_PACKED_TREE_H

#include "broadphase.h"
#include "kernels.h"

#include <math.h>

/// Shared by the parts of the packed tree; packed_tree.c explains the tree.

/// Eight boxes side by side: those of proxies at level 0, of the nodes below at the other levels. An unused lane is NaN
/// throughout, so that no comparison finds it.
typedef struct kiln_packed_node
{
	float min[3][8];
	float max[3][8];
} kiln_packed_node;

#define KILN_PACKED_LEVELS 10
#define KILN_PACKED_RUNS 26
#define KILN_PACKED_NONE UINT32_MAX

/// A run has at least eight slots, and the next run at most half of its slots. All runs have fewer than four times as
/// many slots as proxies.
_Static_assert(
	UINT64_C(8) << KILN_PACKED_RUNS > UINT64_C(4) * KILN_BROADPHASE_PROXIES_MAX, "there is room for all runs");

/// A proxy during ordering.
typedef struct kiln_packed_item
{
	float center[3];
	uint32_t proxy; ///< the proxy and flags
} kiln_packed_item;

/// Halfway between two ends; infinite ends have an order, too.
static inline float kiln_packed_middle(float low, float high)
{
	const float far = 1e38f;
	low = low < -far ? -far : low;
	high = high > far ? far : high;
	return 0.5f * low + 0.5f * high;
}

static inline kiln_packed_item kiln_packed_item_of(const kiln_aabb *box, uint32_t proxy)
{
	return (kiln_packed_item){{kiln_packed_middle(box->min.x, box->max.x), kiln_packed_middle(box->min.y, box->max.y),
								  kiln_packed_middle(box->min.z, box->max.z)},
		proxy};
}

#define KILN_PACKED_MOVED 0x80000000u ///< its box is the next one
#define KILN_PACKED_ADDED 0x40000000u ///< the proxy had no box before
#define KILN_PACKED_PROXY 0x3fffffffu

typedef struct kiln_packed_tree
{
	const kiln_broadphase_kernels *kernels;
	uint32_t capacity;	  ///< slots; a multiple of 8
	uint32_t end;		  ///< slots in use, including unused lanes; a multiple of 8
	uint32_t reach;		  ///< all slots that the last update touched are below this
	uint32_t held;		  ///< proxies
	uint32_t level_count; ///< the last level has one node; 0: no slots in use
	kiln_packed_node *nodes[KILN_PACKED_LEVELS];
	kiln_packed_node *before;			  ///< as nodes[0], but the boxes before the last update
	uint8_t *changed[KILN_PACKED_LEVELS]; ///< by node, bit i: the last update changed something in lane i
	kiln_aabb *homes;					  ///< by node of level 0: the node's bounds when it was made
	uint32_t *proxies;					  ///< by slot
	uint32_t *slots;					  ///< by proxy
	kiln_packed_item *items;			  ///< room for all proxies during ordering
	uint32_t *newcomers;				  ///< proxies that need a new slot
	uint32_t newcomer_count;
	/// Slots are in runs [starts[i], starts[i + 1]), each ordered by itself and at least twice as long as the next.
	uint32_t starts[KILN_PACKED_RUNS + 1];
	uint32_t run_count;
	uint32_t changed_count; ///< boxes that the last update added or moved
	double waste;	 ///< blocks that were examined since the tree was made, and would not have been when it was new
	double unjudged; ///< boxes that moved since pairs were last queried
	double least[2]; ///< least numbers since then: overlapping pairs of blocks, and blocks per box; 0: not yet known
} kiln_packed_tree;

/// Orders items by halving: items[0] goes to slot `first`. A half ends at a multiple of the largest possible power of 8
/// up to `unit`. A range without a multiple of `block` inside is not halved further. With unit 1, the halves of a range
/// from a to b meet at (a + b + 1) / 2.
void kilni_packed_order(kiln_packed_item *items, uint32_t first, uint32_t end, uint32_t unit, uint32_t block);

#endif
