// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_GROUP_H
#define KILN_PAIR_GROUP_H

#include "box_in.h"
#include "object.h"

/// Many objects against one (Ericson 2005, 6.6.7, "Grouping queries").
///
/// For two objects that are apart, or just touch, most of a query's cost is not its walk: a small mesh that passes a
/// large one meets two or three nodes, after both were placed and two links made. So the shared part is the proof that
/// objects are apart. The single object is placed once. Each of the others, the members, becomes a box along the axes
/// of the single object's coordinates. All boxes of a run together walk the single object's AABBs, which every asset
/// has. An open node carries the set of members whose boxes meet it: its eight boxes are decoded once and compared with
/// every member of the set, and each child is opened with the members that meet it. When a member's box meets a leaf,
/// or a child that is at most twice as large, the member leaves the walk as a candidate. Members that never become
/// candidates are apart. Candidates are queried one by one from the roots, as by the single functions.
///
/// For distances, boxes are grown by the least distance found so far: a member that meets nothing is farther away.
///
/// Measured, 512 spheres and boxes of 12 to 960 triangles about a dragon of 201031, walked by OBBs: at a distance of
/// five times their size, a group call takes 0.4 of the time of 512 calls; spread over its box 0.6; at half their size
/// 0.9 to 1; in clusters of which a third touch 0.8 to 0.95; where all touch 0.99 to 1.03. Finding the nearest of all
/// takes a 7th to a 300th of the time of all distances. If the walks of members began where the boxes' walk ended,
/// instead of at the root, this would save three steps of some 25 ns out of a call of 700 to 2800 ns, and only where
/// a's tree consists of AABBs.
///
/// A run has at most KILN_GROUP_RUN members, in the given order. Sorting by neighbourhood is not needed, because a set
/// splits by itself where its members separate.

#define KILN_GROUP_RUN 16

/// The single object, whose boxes are walked.
typedef struct kiln_group_one
{
	kiln_pair_side side;
	kiln_pair_tree tree;   ///< AABBs of its mesh or nodes; for a solid or surface the box around it, without nodes
	bool solid;			   ///< the tree has only a root
	kiln_budget *budget;   ///< of the walk; NULL at first
	kiln_pair_frame frame; ///< of the tree
} kiln_group_one;

/// Returns false as kilni_pair_side_of does.
bool kilni_group_one_of(kiln_group_one *one, const kiln_object *object);

/// A member's box, in the coordinates of the single object's tree (kiln_pair_box_in).
typedef struct kiln_group_box
{
	kiln_d3 min, max;
} kiln_group_box;

kiln_group_box kilni_group_box_of(const kiln_group_one *one, const kiln_pair_side *member);

/// The bits of those `members`, which are numbers of `boxes`, that were not proved more than `distance` away. Counts
/// one volume test for each member with the root, and one for each member with each child of a node that it opens. The
/// result is not valid where the single object's budget ended the walk.
uint32_t kilni_group_in_question(const kiln_group_one *one, const kiln_group_box boxes[KILN_GROUP_RUN],
	uint32_t members, double distance, kiln_pair_counters *counters);

#endif
