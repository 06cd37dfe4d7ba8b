// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_FLAT_TREE_H
#define KILN_BROADPHASE_FLAT_TREE_H

#include "cells.h"
#include "keys.h"
#include "school/broadphase/marks.h"

/// A tree of boxes as an array in preorder: every node knows where its last descendant ends, so that a walk needs
/// neither pointers nor a stack (Ericson 2005, 6.6.2), and every leaf's boxes lie side by side. It is written once
/// from front to end, and not changed after that.
///
/// Memory: 72 bytes of nodes, 28 of items and 32 to sort by for each proxy.

#define KILN_FLAT_LEAF 8u ///< most items of a leaf

typedef struct kiln_flat_node
{
	kiln_aabb bounds; ///< of the boxes below
	uint32_t end;	  ///< the node behind the last descendant
	uint32_t first;	  ///< item
	uint32_t count;	  ///< items of a leaf; 0: the node has children, the first of them behind itself
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

/// Where boxes are to be had while `apply` runs: of those that change elsewhere than of the others.
typedef struct kiln_box_source
{
	const kiln_aabb *boxes;
	const kiln_aabb *next;	   ///< NULL: no box changes
	const kiln_flags *changed; ///< whose boxes are in `next`
} kiln_box_source;

static inline const kiln_aabb *kiln_source_box(const kiln_box_source *source, uint32_t index)
{
	return source->next && kiln_flags_has(source->changed, index) ? &source->next[index] : &source->boxes[index];
}

void kilni_flat_place(kiln_flat_tree *tree, kiln_room *room, uint32_t capacity);

/// Empties the tree.
void kilni_flat_begin(kiln_flat_tree *tree);

/// Begins a node whose children are what is put in until it is closed; each tree has one root.
uint32_t kilni_flat_open(kiln_flat_tree *tree);

/// Puts proxies in, as one leaf, or, more than KILN_FLAT_LEAF of them, as a tree of leaves by the Morton codes of
/// their middles.
void kilni_flat_put(kiln_flat_tree *tree, const kiln_box_source *source, const uint32_t *proxies, uint32_t count);

/// Ends a node. One of few items becomes a leaf, one with a single child becomes that child.
void kilni_flat_close(kiln_flat_tree *tree, uint32_t node);

/// Every overlapping pair once.
void kilni_flat_pairs(const kiln_flat_tree *tree, kiln_pair_sink *sink);

/// Every overlapping pair with a proxy that changed, once; those of others, too, when many changed.
void kilni_flat_fresh(const kiln_flat_tree *tree, kiln_pair_sink *sink);

void kilni_flat_box(const kiln_flat_tree *tree, const kiln_aabb *box, kiln_found_proxy *found, void *user);

/// The nearest of a node's children first.
void kilni_flat_sweep(const kiln_flat_tree *tree, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
