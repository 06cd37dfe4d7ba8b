// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_RANGE_TREE_H
#define KILN_BROADPHASE_RANGE_TREE_H

#include "segments.h"

/// The lists of a range tree: each node of a segment tree on x has the boxes stored there, once sorted by their minimum
/// on y and once on z.

#define KILN_RANGE_LISTS 2 ///< y and z

/// Sorted by `min`, then `proxy`, so that an entry is found by both.
typedef struct kiln_range_entry
{
	float min;
	uint32_t proxy;
} kiln_range_entry;

/// The list of every node, on one axis.
typedef struct kiln_range_list
{
	kiln_range_entry *entries; ///< of all nodes; a node's entries begin at its start
	double *reach;			   ///< by node: no box of the list is longer on the axis
} kiln_range_list;

typedef struct kiln_range_tree
{
	kiln_segment_layout layout;
	uint32_t leaves; ///< a power of two
	kiln_units units;
	uint32_t *own;	 ///< entries, by node
	uint32_t *below; ///< entries by node, including those of all nodes below
	size_t *starts;	 ///< by node, in both lists
	uint32_t *rooms; ///< by node: room for entries
	kiln_range_list lists[KILN_RANGE_LISTS];
	kiln_span *spans; ///< by proxy; first > last: not in the tree
	// During an update.
	uint8_t *fates;	   ///< by proxy: kiln_range_fate
	uint32_t *touched; ///< nodes
	uint32_t touched_count;
	uint32_t *steps;		   ///< by node: number of changes
	uint32_t *grown;		   ///< by node: number of entries after the update
	uint32_t *all;			   ///< proxies, while all are laid out again
	kiln_range_entry *scratch; ///< as many as the capacity
} kiln_range_tree;

typedef enum kiln_range_fate
{
	KILN_RANGE_STAYS = 0,
	KILN_RANGE_MOVES = 1,
	KILN_RANGE_GOES = 2,
} kiln_range_fate;

static inline float kiln_range_min(const kiln_aabb *box, int list)
{
	return list == 0 ? box->min.y : box->min.z;
}

static inline float kiln_range_max(const kiln_aabb *box, int list)
{
	return list == 0 ? box->max.y : box->max.z;
}

static inline kiln_span kiln_range_span(const kiln_range_tree *tree, const kiln_aabb *box)
{
	kiln_span span = {kiln_unit_of(&tree->units, (double)box->min.x), kiln_unit_of(&tree->units, (double)box->max.x)};
	uint32_t nodes[KILN_SEGMENT_COVER];
	kilni_segment_cover(tree->leaves, &span, nodes);
	return span;
}

/// Applies changes to the lists; the tree's units stay unchanged.
void kilni_range_change(
	kiln_range_tree *tree, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);

#endif
