// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_NODE_H
#define KILN_COOKER_VOLUME_NODE_H

#include "kiln/bounds.h"
#include "volume_fit.h"
#include "volume_tree.h"

/// Nodes of volume trees as bytes, for the builder and the proof.

/// Returns the tree's node `number`.
static inline const uint8_t *volume_node_at(const volume_tree *tree, uint32_t number)
{
	return tree->nodes + (size_t)number * kiln_format_volume_node_size(tree->kind);
}

static inline kiln_format_volume_head *volume_node_head(uint8_t *node)
{
	return (kiln_format_volume_head *)(void *)node;
}

/// Writes, or reads, the body of child `slot` of a node of OBBs, RSSs or spheres.
void volume_node_store(kiln_tree_kind kind, uint8_t *node, uint32_t slot, const volume_body *body);
volume_body volume_node_body(kiln_tree_kind kind, const uint8_t *node, uint32_t slot);

/// Returns the slabs of child `slot` of a node of k-DOPs, exactly; slabs that the kind lacks are 0.
kiln_kdop volume_node_slabs(kiln_tree_kind kind, const uint8_t *node, uint32_t slot);

/// Returns the axes of a kind of k-DOP, one bit each.
uint32_t volume_kind_axes(kiln_tree_kind kind);

/// Fits and writes the k-DOPs of a tree whose heads are complete. False when out of memory.
bool volume_node_fill_slabs(const kilncook_context *context, const volume_leaves *leaves, const volume_tree *tree);

/// Returns the number of the leaf with this item; leaves->count when no leaf has it.
uint32_t volume_leaf_of_item(const volume_leaves *leaves, uint32_t item);

#endif
