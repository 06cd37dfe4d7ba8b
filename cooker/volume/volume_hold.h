// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_HOLD_H
#define KILN_COOKER_VOLUME_HOLD_H

#include "volume_node.h"

/// Decides exactly whether stored volumes contain points: by doubles with error bounds where these suffice, else by
/// expansions. The code is independent of the fits except for the witness of an RSS.

/// A volume for tests of many points.
typedef struct volume_held
{
	kiln_tree_kind kind;
	uint32_t mask;	  ///< of a k-DOP: its axes
	kiln_kdop slabs;  ///< of a k-DOP
	volume_body body; ///< of the other kinds
	obb_frame axes;	  ///< of OBBs and RSSs
} volume_held;

/// Reads child `slot` of a node. False when a number is not finite, a size negative, a rotation too short, or a slab
/// reversed or not exact in float32: then no point is inside.
bool volume_held_read(kiln_tree_kind kind, const uint8_t *node, uint32_t slot, volume_held *volume);

/// Whether all `count` points are inside; a point that is not finite never is.
bool volume_holds(const volume_held *volume, const float (*points)[3], uint32_t count);

#endif
