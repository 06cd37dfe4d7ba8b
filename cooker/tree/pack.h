// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_PACK_H
#define KILN_COOKER_TREE_PACK_H

#include "kiln_format.h"
#include "scene.h"
#include "tree/build/build.h"

/// Converts a binary tree to the blob's wide, quantized tree.

/// A cooked tree, ready to be copied into TREE, LEAVES and LEAF_INDEX. Its numbers count from the tree's own start.
typedef struct packed_tree
{
	kiln_format_tree_node *nodes; ///< nodes[0] is the root
	uint32_t node_count;
	uint32_t depth;	 ///< levels of nodes
	uint32_t *order; ///< meshes: clean triangle of every packed triangle; scenes: box of every leaf
	uint32_t order_count;
	uint8_t *leaves; ///< records, then KILN_LEAF_TAIL zero bytes as in a blob, for the wide loads of queries; NULL for
					 ///< scenes
	uint32_t leaf_units;
	uint32_t leaf_count;
	uint32_t compact_leaves; ///< of them
	uint32_t
		*leaf_vertices; ///< clean vertex of every vertex of every leaf, in the order of the leaves; NULL for scenes
	uint32_t leaf_vertex_count;
	uint32_t *leaf_index;
	uint32_t leaf_index_count;
	float sah_cost; ///< node and leaf visits both cost 1
} packed_tree;

/// Builds and packs the tree of a mesh with at least one triangle. Deterministic. A `leaf_size` and a `block` of 0 get
/// values that suit packed leaves. KILNCOOK_INTERNAL when out of memory. The blob holds every triangle once: when
/// spatial splits divide a triangle, the leaf that grows least keeps it (build_tree_unshare).
kilncook_status pack_mesh(
	const kilncook_context *context, const clean_mesh *mesh, const build_options *options, packed_tree *tree);

/// Does the same over boxes, one in each leaf: the scene's tree. `count` > 0.
kilncook_status pack_boxes(const kilncook_context *context, const build_box *boxes, uint32_t count,
	const build_options *options, packed_tree *tree);

void packed_tree_free(const kilncook_context *context, packed_tree *tree);

/// Reads a vertex of a leaf's record, exact or compact, by the words of FORMAT.md.
void packed_leaf_vertex(const uint8_t *record, uint32_t vertex, float position[3]);

/// Proves a packed mesh in exact arithmetic over the decoded boxes: every triangle lies inside every ancestor's box,
/// every clean triangle occurs exactly once, with its vertices to the bit and by number, and the layout keeps
/// FORMAT.md's rules. KILNCOOK_INTERNAL with a message on failure.
kilncook_status pack_prove_mesh(const kilncook_context *context, const clean_mesh *mesh, const packed_tree *tree);

/// Does the same for a scene's boxes.
kilncook_status pack_prove_boxes(
	const kilncook_context *context, const build_box *boxes, uint32_t count, const packed_tree *tree);

#endif
