// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_VCLIP_H
#define KILN_CONVEX_VCLIP_H

#include "convex/distance/gjk.h"
#include "convex/shape/polytope.h"

/// Voronoi clipping (Mirtich 1998, "V-Clip: Fast and Robust Polyhedral Collision Detection", ACM Transactions on Graphics
/// 17(3)): closest features of two polytopes, by walking over them.
///
/// Two features of disjoint polytopes are the closest ones where the closest point of each lies in the Voronoi region of
/// the other: the points outside that are nearer to it than to any other feature. Where one does not, the plane of the
/// region that it is beyond says which neighbour is nearer. This is the theorem and the walk of Lin and Canny (1991, "A Fast
/// Algorithm for Incremental Distance Calculation"). They compute the closest points and test those; where edges are
/// parallel, or bodies overlap, the points mean nothing, and the walk may go in circles. V-Clip tests no points: it clips
/// edges to the Voronoi region, and decides by the sign of the distance's derivative where the clipped edge ends, which says
/// as much when edges are parallel, and it finds that bodies overlap: an edge goes through a face, or a vertex is behind
/// all faces. Each step leads to features that are nearer, or as near and of less dimension: no pair comes twice. The
/// planes of Lin and Canny's regions are those here, and with them their closest features: one file serves both.
///
/// That proof knows no rounding. So the walk is bounded by KILN_VCLIP_STEPS, and whatever it ends at is proved: a distance
/// by the plane at right angles to it, which no vertex of either polytope is beyond by more than 2^-40 of the coordinates
/// (the features' neighbours are lower, and so then are all; where one is as high, all vertices are looked at); an overlap by
/// a point of an edge that is in a face to 2^-46, or a vertex that is behind all faces, or on one to 2^-46. Where the proof
/// fails GJK answers: of random and of touching hulls hardly any, of needles 1e4 times as long as thin one in a hundred.

/// Most pairs of features that are looked at.
#define KILN_VCLIP_STEPS 64

/// The distance of two polytopes without their margins.
typedef struct kiln_vclip
{
	kiln_gap gap; ///< upper is 0 where they overlap; on_a and on_b are then one point that both have, unless by_gjk
	kiln_feature feature_a, feature_b; ///< the closest ones; of overlap that met; KILN_FEATURE_NONE where GJK decided
	bool by_gjk;
	uint32_t steps; ///< pairs of features, without GJK's
} kiln_vclip;

/// `start_a` and `start_b`: the closest features of the last time, or any bits; where either is not one of its polytope the
/// walk begins at the vertices that are farthest along the way from one origin to the other.
kiln_vclip kilni_vclip_distance(
	const kiln_polytope *a, const kiln_polytope *b, kiln_feature start_a, kiln_feature start_b);

#endif
