// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_HOLD_H
#define KILN_COOKER_VOLUME_HOLD_H

#include "volume_node.h"

/// Whether stored volumes hold points, decided exactly: by doubles with their error bounds where those suffice, else by
/// expansions. It shares nothing with the fits but the witness of an RSS.

/// A volume that tests point after point.
typedef struct volume_held
{
	kiln_tree_kind kind;
	uint32_t mask;	  ///< of a k-DOP: its axes
	kiln_kdop slabs;  ///< of a k-DOP
	volume_body body; ///< of the others
	obb_frame axes;	  ///< of OBBs and RSSs
} volume_held;

/// Reads child `slot` of a node. False when a number is not finite, a size negative, a rotation too short, or a slab
/// inside out or not exact in float32: nothing is held then.
bool volume_held_read(kiln_tree_kind kind, const uint8_t *node, uint32_t slot, volume_held *volume);

/// Whether all `count` points are inside; one that is not finite never is.
bool volume_holds(const volume_held *volume, const float (*points)[3], uint32_t count);

#endif
