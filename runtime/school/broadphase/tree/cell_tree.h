// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_CELL_TREE_H
#define KILN_BROADPHASE_CELL_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "broadphase/room.h"

/// Balanced search tree of cells (Adelson-Velsky and Landis 1962), in an array with a list of free nodes, without
/// allocation and recursion.

/// A cell by its place on three axes, each below 2^21: ordered by x, then y, then z. A place of 2^21 carries to the
/// axis before.
typedef uint64_t kiln_cell_key;

#define KILN_CELL_BITS 21
#define KILN_CELL_LAST ((1u << KILN_CELL_BITS) - 1)

static inline kiln_cell_key kiln_cell_key_of(uint32_t x, uint32_t y, uint32_t z)
{
	return ((uint64_t)x << 2 * KILN_CELL_BITS) + ((uint64_t)y << KILN_CELL_BITS) + z;
}

static inline uint32_t kiln_cell_place(kiln_cell_key key, int axis)
{
	return (uint32_t)(key >> (2 - axis) * KILN_CELL_BITS) & KILN_CELL_LAST;
}

typedef struct kiln_cell_node
{
	kiln_cell_key key;
	uint32_t child[2]; ///< 0: no child. The first of a free node links to the next free one
	uint32_t entries;  ///< for the caller's use
	uint32_t height;   ///< 1 for a leaf, 0 for a free node
} kiln_cell_node;

typedef struct kiln_cell_tree
{
	kiln_cell_node *nodes; ///< from 1
	uint32_t capacity;
	uint32_t end; ///< nodes from here on were never used
	uint32_t free_node;
	uint32_t root;
	uint32_t count;
} kiln_cell_tree;

void kilni_cell_tree_place(kiln_cell_tree *tree, kiln_room *room, uint32_t capacity);

/// Removes all nodes.
void kilni_cell_tree_clear(kiln_cell_tree *tree);

/// The node of a key, made if it does not exist; 0 if there is no room for it.
uint32_t kilni_cell_tree_make(kiln_cell_tree *tree, kiln_cell_key key);

/// Removes the node of a key, which exists. Other nodes keep their numbers.
void kilni_cell_tree_remove(kiln_cell_tree *tree, kiln_cell_key key);

/// The node with the least key that is at least `key`; 0 if no node has such a key.
uint32_t kilni_cell_tree_from(const kiln_cell_tree *tree, kiln_cell_key key);

/// The node with the least key that is at least `key`, among the cells from `low` to `high`, inclusive on each axis; 0
/// if no node has such a key.
uint32_t kilni_cell_tree_within(
	const kiln_cell_tree *tree, kiln_cell_key key, const uint32_t low[3], const uint32_t high[3]);

#endif
