// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_SPLIT_SPATIAL_H
#define KILN_COOKER_TREE_SPLIT_SPATIAL_H

#include "rules.h"

/// A plane that divides space instead of a list of primitives.
typedef struct spatial_plane
{
	float cost; ///< half area times references, both sides
	int axis;	///< -1: none
	float at;
	box4 box[2];	   ///< what lies left and right of it
	uint32_t count[2]; ///< references that reach to the left and to the right
} spatial_plane;

/// The cheapest plane that leaves both sides fewer references than there are and repeats at most `extra`.
spatial_plane spatial_find(const build_input *input, const split_work *work, const split_range *range, uint32_t extra);

/// Partitions the range into right references and then left ones; at most `extra` are repeated, which grows the range
/// into the memory behind it. Answers false, with the range merely reordered, if one side would be empty. `count` gets
/// the right and left references.
bool spatial_partition(
	const build_input *input, const split_range *range, const spatial_plane *plane, uint32_t extra, uint32_t count[2]);

/// Cuts the part of a primitive that lies in a box at a plane; answers the boxes of both sides. False if nothing of it
/// is on one side, and then the answers mean nothing.
bool spatial_cut(const build_input *input, uint32_t primitive, box4 box, int axis, float at, box4 *left, box4 *right);

#endif
