// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_SCENE_LEAVES_H
#define KILN_COOKER_VOLUME_SCENE_LEAVES_H

#include "volume_tree.h"

/// The leaves of a scene's trees: its nodes.

/// Computes eight points in asset coordinates whose convex hull contains the node's shape, for any rounding of
/// kiln_transform_point and of the runtime: corners of the shape's oriented box, or of the node's box if it is smaller.
/// `volumes` are the shape's; NULL for a primitive.
void scene_leaf_corners(const kiln_format_node *node, const kiln_format_shape *shape,
	const kiln_format_volumes *volumes, float corners[8][3]);

/// Sets the corners of the node's box, which contains the levels of its mesh, too.
void scene_leaf_bounds(const kiln_format_node *node, float corners[8][3]);

/// Allocates the leaves of `count` nodes, whose items are 0, 1, 2, ... KILNCOOK_INTERNAL when out of memory; the caller
/// frees them with volume_leaf_store_free.
kilncook_status scene_leaves_make(const kilncook_context *context, uint32_t count, volume_leaf_store *store);

/// Sets the corners of leaf `i`.
void scene_leaves_set(volume_leaf_store *store, uint32_t i, const float corners[8][3]);

#endif
