// SPDX-License-Identifier: MIT
#ifndef KILN_DRAW_CHILD_H
#define KILN_DRAW_CHILD_H

#include "kiln/draw.h"

/// Draws the volume of one child of a node, as kiln_draw_tree draws it. Returns false, and draws nothing, where the tree
/// has no such node or child.
bool kilni_draw_child(
	const kiln_draw *draw, const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, uint32_t node, uint32_t child);

#endif
