// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_FLAT_TREE_H
#define KILN_BROADPHASE_FLAT_TREE_H

#include "cells.h"
#include "keys.h"
#include "school/broadphase/marks.h"

/// A tree of boxes as an array in preorder. Every node stores where its last descendant ends, so that a walk needs
/// neither pointers nor a stack (Ericson 2005, 6.6.2). Every leaf's boxes lie side by side. The tree is written once
/// from front to end, and not changed afterwards.
///
/// Memory per proxy: 72 bytes of nodes, 28 of items, and 32 for sorting.

#define KILN_FLAT_LEAF 8u ///< most items of a leaf

typedef struct kiln_flat_node
{
	kiln_aabb bounds; ///< of the boxes below
	uint32_t end;	  ///< the node behind the last descendant
	uint32_t first;	  ///< first item
	uint32_t count;	  ///< number of items of a leaf; 0: the node has children, and the first one follows it
} kiln_flat_node;

typedef struct kiln_flat_tree
{
	kiln_flat_node *nodes;
	uint32_t node_count;
	kiln_aabb *boxes; ///< by item
	uint32_t *items;  ///< proxies
	uint32_t item_count;
	kiln_keyed *sorting[2];
} kiln_flat_tree;

/// The source of boxes while `apply` runs: changed boxes are in another array than the others.
typedef struct kiln_box_source
{
	const kiln_aabb *boxes;
	const kiln_aabb *next;	   ///< NULL: no box changes
	const kiln_flags *changed; ///< proxies whose boxes are in `next`
} kiln_box_source;

static inline const kiln_aabb *kiln_source_box(const kiln_box_source *source, uint32_t index)
{
	return source->next && kiln_flags_has(source->changed, index) ? &source->next[index] : &source->boxes[index];
}

void kilni_flat_place(kiln_flat_tree *tree, kiln_room *room, uint32_t capacity);

/// Empties the tree.
void kilni_flat_begin(kiln_flat_tree *tree);

/// Begins a node. The nodes and items that are added until it is closed become its children. Each tree has one root.
uint32_t kilni_flat_open(kiln_flat_tree *tree);

/// Adds proxies as one leaf or, if they are more than KILN_FLAT_LEAF, as a tree of leaves by the Morton codes of their
/// middles.
void kilni_flat_put(kiln_flat_tree *tree, const kiln_box_source *source, const uint32_t *proxies, uint32_t count);

/// Ends a node. A node of few items becomes a leaf; a node with a single child becomes this child.
void kilni_flat_close(kiln_flat_tree *tree, uint32_t node);

/// Every overlapping pair once.
void kilni_flat_pairs(const kiln_flat_tree *tree, kiln_pair_sink *sink);

/// Every overlapping pair with a changed proxy, once; when many changed, other pairs, too.
void kilni_flat_fresh(const kiln_flat_tree *tree, kiln_pair_sink *sink);

void kilni_flat_box(const kiln_flat_tree *tree, const kiln_aabb *box, kiln_found_proxy *found, void *user);

/// Visits the nearest of a node's children first.
void kilni_flat_sweep(const kiln_flat_tree *tree, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
