// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_CELL_OCTREE_H
#define KILN_BROADPHASE_CELL_OCTREE_H

#include "cells.h"
#include "flat_tree.h"

/// What octrees with nodes share: nodes from a pool, each with a list of the boxes that are at its cell. A box
/// belongs to the cell that its method names. It is held there, or at the lowest node above, for cells come into
/// being only where more than CELL_OCTREE_LEAF boxes are, and as long as the pool has nodes; and they end when
/// nothing is in them.

#define CELL_OCTREE_LEAF 8u ///< boxes of a node without children
#define CELL_OCTREE_NONE 0xffffffffu

typedef struct kiln_cell_octree_node
{
	uint32_t children[8]; ///< CELL_OCTREE_NONE where there is none; of a free node the first is the next one free
	int32_t at[3];		  ///< the cell
	uint32_t parent;
	uint32_t head;	///< the first box of the list; they are linked both ways
	uint32_t count; ///< boxes at this node
	uint8_t height; ///< of the cell
	uint8_t octant; ///< which child of its parent
	uint8_t child_count;
	bool divided; ///< boxes that belong lower go to children
} kiln_cell_octree_node;

_Static_assert(sizeof(kiln_cell_octree_node) <= 64, "a cache line");

typedef struct kiln_cell_octree
{
	kiln_cells cells;
	bool loose; ///< cells reach half their edge beyond themselves, and boxes are in the one that is as large
	kiln_cell_octree_node *nodes; ///< the root first
	uint32_t node_capacity;
	uint32_t node_end;		///< nodes from there on were never used
	uint32_t node_free;		///< the first of those that are free again
	uint32_t *node_of;		///< by proxy
	uint32_t *next;			///< by proxy, in its node's list
	uint32_t *previous;		///< CELL_OCTREE_NONE at the head
	uint32_t changed_count; ///< added and moved by the last update
	kiln_flags changed;		///< all but during apply unmarked
	kiln_flat_tree flat;	///< a copy, made by the last search for many pairs
	bool flat_is_current;	///< it was made after the last update: queries go through it
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

/// The cell that a box belongs to.
static inline kiln_cell kiln_cell_octree_cell(const kiln_cell_octree *octree, const kiln_aabb *box)
{
	kiln_units units = kiln_units_of(&octree->cells, box);
	return octree->loose ? kiln_cell_by_size(&units) : kiln_cell_around(&units);
}

/// The units of boxes that are at a node or below.
static inline kiln_units kiln_cell_octree_units(const kiln_cell_octree *octree, const kiln_cell_octree_node *node)
{
	kiln_cell cell = {.at = {node->at[0], node->at[1], node->at[2]}, .height = node->height};
	return kiln_units_of_cell(&cell, octree->loose);
}

#endif
