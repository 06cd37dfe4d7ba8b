// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SAT_H
#define KILN_CONVEX_SAT_H

#include "convex/shape/polytope.h"
#include "kiln/budget.h"

/// Separating axes of convex polytopes (Gottschalk 1996; edges pruned on the Gauss map: Gregorius 2013).
///
/// The difference of two polytopes is a polytope whose faces come from a face of either, or from an edge of each whose
/// arcs on the Gauss map cross. The nearest of its planes to the origin is the depth; a plane with the origin in front
/// of it parts the two. Margins are not looked at: answers are those of the cores.

/// What is known of two polytopes.
typedef struct kiln_sat_result
{
	bool apart; ///< a plane across `normal` separates them, beyond all rounding
	double
		depth; ///< way along `normal` that parts them, >= 0; apart: the negative of a gap, which may be wider elsewhere
	kiln_d3 normal; ///< unit, from b to a
	/// a's point that is deepest in b, and b's surface there: on_b = on_a + depth normal. Apart: points of both, not the
	/// closest.
	kiln_d3 on_a, on_b;
	/// What touches when a is moved out: a face and what of the other lies on it, or two edges. NONE where the pair has no
	/// faces: two segments or points.
	kiln_feature feature_a, feature_b;
	uint32_t axes; ///< looked at: heights of both were compared along so many
} kiln_sat_result;

/// Whether polytopes overlap, and the least depth with its axis and features. Depth is that of an axis with true supports,
/// never less than the exact one but for rounding, 2^-46 of the sizes and of the distance from the eye, and more than it
/// by 2^-21 of the sizes at most, the error that normals rounded to float32 can hide. Touching is overlap, of depth
/// 0. Pairs that are that shallow are decided by kilni_gjk, since all faces of a flat difference may look like touching
/// ones beside it. `cache` may be NULL: features in it are tried first, and a pair that they separate is done. Any
/// features will do; they are set to those of the answer.
///
/// Edges are found by following the arc of an edge over the other's Gauss map, from vertex to vertex, which is done only
/// for edges that could be nearer than what is known: a ball inside the other polytope bounds them. Linear in the sizes
/// for bodies apart from each other, and in the number of crossing arcs for concentric ones.
void kilni_sat(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_sat_result *result);

/// The same within a budget (NULL: none): the least depth that was found where that ends it.
void kilni_sat_within(const kiln_polytope *a, const kiln_polytope *b, kiln_budget *budget, kiln_sat_result *result);

/// Whether polytopes have a point in common, by the same axes; ends at the first that separates.
bool kilni_sat_overlap(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache);

#endif
