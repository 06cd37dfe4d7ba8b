// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_SPLIT_SPATIAL_H
#define KILN_COOKER_TREE_SPLIT_SPATIAL_H

#include "rules.h"

/// A plane that divides space instead of a list of primitives.
typedef struct spatial_plane
{
	float cost; ///< half area times references, both sides
	int axis;	///< -1: no plane
	float at;
	box4 box[2];	   ///< boxes of the parts to the left and to the right
	uint32_t count[2]; ///< references partly or wholly to the left and to the right
} spatial_plane;

/// Finds the cheapest plane that leaves fewer references on each side than the range has and duplicates at most
/// `extra`.
spatial_plane spatial_find(const build_input *input, const split_work *work, const split_range *range, uint32_t extra);

/// Partitions the range into right references and then left ones; duplicates at most `extra`, so that the range may
/// grow into the memory after it. Returns false, with the range only reordered, if one side would be empty. `count`
/// gets the numbers of right and left references.
bool spatial_partition(
	const build_input *input, const split_range *range, const spatial_plane *plane, uint32_t extra, uint32_t count[2]);

/// Cuts the part of a primitive inside a box at a plane; returns the boxes of both sides. False if one side is empty,
/// and then the boxes have no meaning.
bool spatial_cut(const build_input *input, uint32_t primitive, box4 box, int axis, float at, box4 *left, box4 *right);

#endif
