// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_GROUP_H
#define KILN_PAIR_GROUP_H

#include "object.h"

/// Many objects against one (Ericson 2005, 6.6.7, "Grouping queries").
///
/// Most of what a query between two objects costs when they are apart, or just touch, is not its walk: a small mesh that
/// passes a large one meets two or three nodes, after both were placed and two links made. What can be shared is
/// therefore the proof that nothing comes into question. The one is placed once. Each of the others, the members, becomes
/// a box along the axes of the one's coordinates, and the one's AABBs, which every asset has whatever else it has, are
/// walked by all boxes of a run at once: an open node carries the set of members whose boxes meet it, its eight boxes are
/// decoded once and compared with every member of the set, and each child is opened with those that meet it. A member is
/// in question as soon as its box meets a leaf, or a child that is not more than twice as large; it then leaves the walk.
/// Members that leave it in no other way are apart. Those in question are asked one by one as by the single functions,
/// from the roots.
///
/// For distances boxes are grown by the least distance found so far: whoever meets nothing is farther away.
///
/// Measured, 512 spheres and boxes of 12 to 960 triangles about a dragon of 201031, walked by OBBs: at a distance five
/// times their size a call for all takes 0.4 of the time of 512 calls, strewn over its box 0.6, at half their size 0.9 to
/// 1, in clusters of which a third touches 0.8 to 0.95, where all touch 0.99 to 1.03. The nearest of all takes a 7th to a
/// 300th of the time of asking for all distances. Walks of members that began at the boxes' cut instead of the root would
/// save three steps of some 25 ns out of a call of 700 to 2800 ns, and only where a's tree is that of AABBs.
///
/// A run has at most KILN_GROUP_RUN members, in the order in which they are given; neighbours need no sorting, since a
/// set splits by itself where its members part.

#define KILN_GROUP_RUN 16

/// The one object, whose boxes are walked.
typedef struct kiln_group_one
{
	kiln_pair_side side;
	kiln_pair_tree tree;	 ///< AABBs of its mesh or nodes; of a solid the box around it, without nodes
	const kiln_place *place; ///< from the tree's coordinates to the query's
	bool solid;				 ///< there is nothing below the tree's root
	kiln_budget *budget;	 ///< of the walk; NULL at first
	double reach;			 ///< the largest coordinate that its placing has to do with
	double row_sum[3];		 ///< most that a vector in the query adds to each coordinate of the tree's: of its largest
	double row_length[3];	 ///< coordinate, and of its length
} kiln_group_one;

/// False, as kilni_pair_side_of.
bool kilni_group_one_of(kiln_group_one *one, const kiln_object *object);

/// A member's box, in the coordinates of the one's tree. It holds whatever of the member could touch anything, with all
/// roundings of double and of the decision whether it does.
typedef struct kiln_group_box
{
	kiln_d3 min, max;
} kiln_group_box;

kiln_group_box kilni_group_box_of(const kiln_group_one *one, const kiln_pair_side *member);

/// Bits of those of `members`, numbers of `boxes`, that were not proved more than `distance` away. Volume tests are one
/// of each member with the root and one with each child of a node that it opens. Means nothing where one's budget ended it.
uint32_t kilni_group_in_question(const kiln_group_one *one, const kiln_group_box boxes[KILN_GROUP_RUN],
	uint32_t members, double distance, kiln_pair_counters *counters);

#endif
