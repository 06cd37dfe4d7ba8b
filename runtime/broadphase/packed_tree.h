// SPDX-License-Identifier: MIT
#ifndef KILN_PACKED_TREE_H
#define KILN_PACKED_TREE_H

#include "broadphase.h"
#include "kernels.h"

#include <math.h>

/// What the parts of the packed tree share; packed_tree.c says what it is.

/// Eight boxes side by side: those of proxies at level 0, of the nodes below at the others. A lane that holds nothing is
/// NaN throughout, so that no comparison finds it.
typedef struct kiln_packed_node
{
	float min[3][8];
	float max[3][8];
} kiln_packed_node;

#define KILN_PACKED_LEVELS 10
#define KILN_PACKED_RUNS 26
#define KILN_PACKED_NONE UINT32_MAX

/// A run has eight slots or more, and the next one at most half of its slots. All have less than four times the proxies.
_Static_assert(
	UINT64_C(8) << KILN_PACKED_RUNS > UINT64_C(4) * KILN_BROADPHASE_PROXIES_MAX, "there is room for all runs");

/// A proxy while it is put in order.
typedef struct kiln_packed_item
{
	float center[3];
	uint32_t proxy; ///< and flags
} kiln_packed_item;

/// Halfway between two ends; infinite ones have an order too.
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
#define KILN_PACKED_ADDED 0x40000000u ///< and it had none before
#define KILN_PACKED_PROXY 0x3fffffffu

typedef struct kiln_packed_tree
{
	const kiln_broadphase_kernels *kernels;
	uint32_t capacity;	  ///< slots; a multiple of 8
	uint32_t end;		  ///< slots in use, lanes that hold nothing included; a multiple of 8
	uint32_t reach;		  ///< slots that the last update touched may be below that
	uint32_t held;		  ///< proxies
	uint32_t level_count; ///< the last one has one node; 0: no slots in use
	kiln_packed_node *nodes[KILN_PACKED_LEVELS];
	kiln_packed_node *before;			  ///< as nodes[0], but boxes as they were before the last update
	uint8_t *changed[KILN_PACKED_LEVELS]; ///< by node, bit i: something changed in lane i by the last update
	kiln_aabb *homes;					  ///< by node of level 0: its bounds as it was made
	uint32_t *proxies;					  ///< by slot
	uint32_t *slots;					  ///< by proxy
	kiln_packed_item *items;			  ///< room for all, while they are put in order
	uint32_t *newcomers;				  ///< those that want a new slot
	uint32_t newcomer_count;
	/// Slots are in runs, each ordered by itself and at least twice as long as the next: [starts[i], starts[i + 1]).
	uint32_t starts[KILN_PACKED_RUNS + 1];
	uint32_t run_count;
	uint32_t changed_count; ///< boxes that the last update added or moved
	double waste;	 ///< blocks that were looked at since the tree was made, and would not have been when it was new
	double unjudged; ///< boxes that moved since pairs were last asked for
	double least[2]; ///< the least since then of pairs of blocks that overlap, and of blocks a box; 0: not yet
} kiln_packed_tree;

/// Puts items in order by halves: items[0] goes to slot `first`. Halves end at multiples of the largest power of 8 up to `unit`
/// that lies between, and are not halved further where there is no multiple of `block`. Halves of a range from a to b with
/// unit 1 meet at (a + b + 1) / 2.
void kilni_packed_order(kiln_packed_item *items, uint32_t first, uint32_t end, uint32_t unit, uint32_t block);

#endif
