// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_CELL_OCTREE_H
#define KILN_BROADPHASE_CELL_OCTREE_H

#include "cells.h"
#include "flat_tree.h"

/// Shared by octrees with nodes: nodes from a pool, each with a list of the boxes at its cell. A method defines the
/// cell to which a box belongs. The box is held there, or at the lowest node above: nodes are made only for cells with
/// more than CELL_OCTREE_LEAF boxes, and as long as the pool has nodes; empty nodes are freed.

#define CELL_OCTREE_LEAF 8u ///< boxes of a node without children
#define CELL_OCTREE_NONE 0xffffffffu

typedef struct kiln_cell_octree_node
{
	uint32_t children[8]; ///< CELL_OCTREE_NONE for no child; the first of a free node links to the next free one
	int32_t at[3];		  ///< the cell
	uint32_t parent;
	uint32_t head;	///< first box of the list, which is linked both ways
	uint32_t count; ///< number of boxes at this node
	uint8_t height; ///< of the cell
	uint8_t octant; ///< number among its parent's children
	uint8_t child_count;
	bool divided; ///< boxes that belong lower are in children
} kiln_cell_octree_node;

_Static_assert(sizeof(kiln_cell_octree_node) <= 64, "a cache line");

typedef struct kiln_cell_octree
{
	kiln_cells cells;
	bool loose;					  ///< cells extend by half their edge, and a box is in the cell of its own size
	kiln_cell_octree_node *nodes; ///< the root first
	uint32_t node_capacity;
	uint32_t node_end;		///< nodes from here on were never used
	uint32_t node_free;		///< first of the nodes that are free again
	uint32_t *node_of;		///< by proxy
	uint32_t *next;			///< by proxy, in its node's list
	uint32_t *previous;		///< CELL_OCTREE_NONE at the head
	uint32_t changed_count; ///< number of proxies that the last update added or moved
	kiln_flags changed;		///< empty except during `apply`
	kiln_flat_tree flat;	///< a copy, made by the last search for the pairs of many boxes
	bool flat_is_current;	///< the copy was made after the last update: queries use it
	uint32_t *run;			///< proxies of one node
} kiln_cell_octree;

size_t kilni_cell_octree_size(const kiln_broadphase_options *options);
void kilni_cell_octree_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options, bool loose);
void kilni_cell_octree_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);
void kilni_cell_octree_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_cell_octree_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_cell_octree_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_cell_octree_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

/// The cell to which a box belongs.
static inline kiln_cell kiln_cell_octree_cell(const kiln_cell_octree *octree, const kiln_aabb *box)
{
	kiln_units units = kiln_units_of(&octree->cells, box);
	return octree->loose ? kiln_cell_by_size(&units) : kiln_cell_around(&units);
}

/// The units of the boxes at a node or below.
static inline kiln_units kiln_cell_octree_units(const kiln_cell_octree *octree, const kiln_cell_octree_node *node)
{
	kiln_cell cell = {.at = {node->at[0], node->at[1], node->at[2]}, .height = node->height};
	return kiln_units_of_cell(&cell, octree->loose);
}

#endif
