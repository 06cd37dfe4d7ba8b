// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_PAIR_TREE_H
#define KILN_TREE_PAIR_TREE_H

#include "kiln/asset.h"
#include "math/ieee.h"

/// A tree of any kind, of a mesh or of the scene, as pair queries walk it. Its volumes are seen from `middle`, so that an
/// asset far from the origin loses nothing.
typedef struct kiln_pair_tree
{
	kiln_tree_kind kind;
	const uint8_t *nodes; ///< kiln_format_tree_node, or what kiln_format_volume_tree says of the kind
	uint32_t node_size;
	const uint8_t *leaves; ///< first leaf record; NULL: the leaves are numbers of the scene's nodes
	float middle[3];	   ///< of the box around all
	float half[3];		   ///< of that box seen from middle, rounded up
} kiln_pair_tree;

/// Half sizes and middle of a box, for kiln_pair_tree: middle - half .. middle + half holds it, exactly.
void kilni_pair_tree_box(kiln_pair_tree *tree, const float min[3], const float max[3]);

#endif
