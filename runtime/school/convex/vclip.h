// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_VCLIP_H
#define KILN_CONVEX_VCLIP_H

#include "convex/distance/gjk.h"
#include "convex/shape/polytope.h"

/// Voronoi clipping (Mirtich 1998, "V-Clip: Fast and Robust Polyhedral Collision Detection", ACM Transactions on
/// Graphics 17(3)): closest features of two polytopes, by walking over them.
///
/// The Voronoi region of a feature holds the points outside the polytope that are nearer to this feature than to any
/// other. Two features of disjoint polytopes are the closest ones if the closest point of each lies in the Voronoi
/// region of the other. If a closest point is outside the region, the plane of the region that it is beyond gives the
/// neighbour that is nearer. This is the theorem and the walk of Lin and Canny (1991, "A Fast Algorithm for Incremental
/// Distance Calculation"). They compute and test the closest points. Where edges are parallel, or bodies overlap, these
/// points are meaningless, and the walk may cycle. V-Clip tests no points. It clips edges to the Voronoi region, and
/// decides by the sign of the distance's derivative at the ends of the clipped edge, which is as meaningful for
/// parallel edges. V-Clip also detects that bodies overlap: an edge passes through a face, or a vertex is behind all
/// faces. Each step leads to features that are nearer, or equally near and of lower dimension: no pair comes twice. Lin
/// and Canny's regions have the same planes, and therefore the same closest features: one file serves both.
///
/// This argument ignores rounding. So the walk is bounded by KILN_VCLIP_STEPS, and its result is proved. A distance is
/// proved by the plane perpendicular to it: no vertex of either polytope is beyond this plane by more than 2^-40 of the
/// coordinates. (If the features' neighbours are lower, all vertices are; if one is as high, all vertices are
/// examined.) An overlap is proved by a point of an edge that is in a face to 2^-46, or by a vertex that is behind all
/// faces, or on one to 2^-46. If the proof fails, GJK answers: hardly ever for random and for touching hulls, and for
/// one in a hundred of needles 1e4 times as long as thin.

/// The most pairs of features that are examined.
#define KILN_VCLIP_STEPS 64

/// The distance of two polytopes without their margins.
typedef struct kiln_vclip
{
	kiln_gap gap; ///< upper is 0 where they overlap; on_a and on_b are then one common point, unless by_gjk
	kiln_feature feature_a, feature_b; ///< the closest; for overlap those that met; KILN_FEATURE_NONE: GJK decided
	bool by_gjk;
	uint32_t steps; ///< pairs of features, without GJK's
} kiln_vclip;

/// `start_a` and `start_b`: the closest features of the last call, or any bits. If one is not a feature of its
/// polytope, the walk starts at the vertices that are farthest along the direction from one origin to the other.
kiln_vclip kilni_vclip_distance(
	const kiln_polytope *a, const kiln_polytope *b, kiln_feature start_a, kiln_feature start_b);

#endif
