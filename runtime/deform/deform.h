// SPDX-License-Identifier: MIT
#ifndef KILN_DEFORM_DEFORM_H
#define KILN_DEFORM_DEFORM_H

#include "kiln/deform.h"
#include "refit.h"
#include "tree/pair_tree.h"

/// The part of a deformed mesh that queries read, and its layout in the caller's memory: head, then the nodes of each
/// tree, then scratch for fitting, then the leaves, each at a multiple of 16 bytes. Leaves come last, with the tail
/// that wide loads need.

/// One tree of a deformed mesh.
typedef struct kiln_deformed_tree
{
	uint64_t nodes; ///< bytes from the head; 0: the mesh has no tree of this kind
	uint32_t node_count;
	uint32_t node_size;
	double rest; ///< sum of the surfaces over the box's surface, fitted at the rest position
	double now;
} kiln_deformed_tree;

/// What an asset of the deformed mesh alone points to, beside the trees and leaves.
typedef struct kiln_deformed_view
{
	kiln_format_header header; ///< with a content hash of its own
	kiln_format_mesh mesh;
	kiln_format_shape shape;
	kiln_format_node node;
	kiln_format_scene scene;
	kiln_format_volume_tree trees[KILN_TREE_KIND_END - 1];
} kiln_deformed_view;

typedef struct kiln_deformed_head
{
	uint8_t asset[16]; ///< content hash
	uint32_t mesh;
	uint32_t trees; ///< bits 1 << kiln_tree_kind
	uint64_t size;
	uint64_t leaves; ///< bytes from the head
	uint64_t scratch;
	kiln_refit_box bounds; ///< of all vertices, exact
	uint32_t leaf_count;
	uint32_t reserved;
	kiln_deformed_tree tree[KILN_TREE_KIND_END]; ///< in front of the AABB tree lies the node of the view's scene
	kiln_deformed_view view;
} kiln_deformed_head;

/// The head of a deformed mesh; NULL when the bytes are not a deformed mesh, or belong to another asset.
const kiln_deformed_head *kilni_deformed_head_of(const kiln_deformed *deformed);

/// Fits the view's mesh, node and scene to the current vertices.
void kilni_deformed_view_fit(kiln_deformed_head *head);

/// Whether an asset is what kiln_deformed_asset made: its vertices move between two queries. An opened blob begins with
/// its header.
static inline bool kiln_asset_deforms(const kiln_asset *asset)
{
	return (const void *)asset->header != asset->data;
}

/// The tree of a kind for the walks of pair queries; the root's box is the box of the current vertices. Returns false
/// and leaves `tree` unchanged when the mesh has no tree of this kind.
bool kilni_deformed_pair_tree(const kiln_deformed *deformed, kiln_tree_kind kind, kiln_pair_tree *tree);

#endif
