// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_PAIR_TREE_H
#define KILN_TREE_PAIR_TREE_H

#include "kiln/asset.h"
#include "math/ieee.h"

/// A tree of any kind, of a mesh or of the scene, for the walks of pair queries. Its volumes are relative to `middle`,
/// so that an asset far from the origin loses no precision.
typedef struct kiln_pair_tree
{
	kiln_tree_kind kind;
	const uint8_t *nodes; ///< kiln_format_tree_node, or the node that kiln_format_volume_tree defines for the kind
	uint32_t node_size;
	const uint8_t *leaves; ///< first leaf record; NULL: the leaves are numbers of the scene's nodes
	float middle[3];	   ///< of the box around the whole tree
	float half[3];		   ///< half sizes of that box around middle, rounded up
} kiln_pair_tree;

/// Half sizes and middle of a box, for kiln_pair_tree: middle - half .. middle + half holds it, exactly.
void kilni_pair_tree_box(kiln_pair_tree *tree, const float min[3], const float max[3]);

#endif
