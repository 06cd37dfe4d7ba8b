// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_BOX_IN_H
#define KILN_PAIR_BOX_IN_H

#include "math/double3.h"
#include "pair/kernel/placing.h"
#include "tree/pair_tree.h"

/// The box of a placed tree in the coordinates of another placed tree.

/// An upper bound of all numbers that occur when a tree's points are moved into the query's coordinates.
static inline double kiln_pair_reach(const kiln_pair_tree *tree, const kiln_place *place)
{
	const kiln_d3 far = kiln_d3_add(kiln_d3_abs(kiln_d3_from_floats(tree->middle)), kiln_d3_from_floats(tree->half));
	const double reach = kiln_d3_largest(kiln_place_extent(place, far));
	return place->moved ? reach + kiln_d3_largest(kiln_d3_abs(place->origin)) : reach;
}

/// The tree in whose coordinates boxes are needed.
typedef struct kiln_pair_frame
{
	const kiln_pair_tree *tree;
	const kiln_place *place; ///< from the tree's coordinates to the query's
	double reach;			 ///< the largest coordinate that occurs when it is placed
	double row_sum[3];		 ///< the most that a vector of the query adds to each coordinate of the tree:
	double row_length[3];	 ///< per unit of its largest coordinate, and per unit of its length
} kiln_pair_frame;

/// `tree` and `place` must stay in place.
static inline kiln_pair_frame kiln_pair_frame_of(const kiln_pair_tree *tree, const kiln_place *place)
{
	kiln_pair_frame frame = {.tree = tree, .place = place, .reach = kiln_pair_reach(tree, place)};
	for (int i = 0; i < 3; ++i)
	{
		const kiln_d3 row = place->moved ? place->inverse[i] : (kiln_d3){i == 0, i == 1, i == 2};
		const kiln_d3 size = kiln_d3_abs(row);
		frame.row_sum[i] = size.x + size.y + size.z;
		frame.row_length[i] = sqrt(kiln_d3_length2(row)) * (1 + 0x1p-40);
	}
	return frame;
}

/// The box of a placed tree in a frame. The box holds every point of the tree that could touch anything, with room for all
/// roundings of double and of the touch decision.
///
/// Shapes touch within 2^-28 of the query's coordinates at most, maps in double round by far less, and the frame's boxes may be
/// rounded to float32 when they are decoded. Volumes of pair walks have the slack of kiln_pair_link, which is larger than 2^-20 of
/// the sizes, and the boxes around whole objects may rely on it. 2^-26 and 2^-20 cover all of this.
static inline void kiln_pair_box_in(
	const kiln_pair_frame *frame, const kiln_pair_tree *tree, const kiln_place *place, kiln_d3 *low, kiln_d3 *high)
{
	const kiln_place between = kiln_place_between(frame->place, place);
	const kiln_d3 center = kiln_place_point(&between, kiln_d3_from_floats(tree->middle));
	kiln_d3 extent = kiln_place_extent(&between, kiln_d3_from_floats(tree->half));
	const kiln_d3 half = kiln_d3_from_floats(frame->tree->half),
				  middle = kiln_d3_abs(kiln_d3_from_floats(frame->tree->middle));
	double sizes = 0x1p-20 * (half.x + half.y + half.z + extent.x + extent.y + extent.z);
	sizes += 0x1p-22 * (middle.x + middle.y + middle.z);
	const double reach = 0x1p-26 * (frame->reach + kiln_pair_reach(tree, place));
	const kiln_d3 margin = {
		frame->row_sum[0] * reach + sizes, frame->row_sum[1] * reach + sizes, frame->row_sum[2] * reach + sizes};
	extent = kiln_d3_add(extent, margin);
	*low = kiln_d3_sub(center, extent);
	*high = kiln_d3_add(center, extent);
}

#endif
