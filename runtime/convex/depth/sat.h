// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_SAT_H
#define KILN_CONVEX_SAT_H

#include "convex/shape/polytope.h"
#include "kiln/budget.h"

/// Separating axes of convex polytopes (Gottschalk 1996; edges pruned on the Gauss map: Gregorius 2013).
///
/// The difference of two polytopes is a polytope whose faces come from a face of either, or from an edge of each whose
/// arcs on the Gauss map cross. The distance of its nearest plane from the origin is the depth; a plane with the origin
/// in front of it separates the two. Margins are ignored: answers are those of the cores.

/// The result for two polytopes.
typedef struct kiln_sat_result
{
	bool apart;		///< a plane perpendicular to `normal` separates them, beyond all rounding
	double depth;	///< way along `normal` that separates them, >= 0; apart: minus a gap, which may be wider elsewhere
	kiln_d3 normal; ///< unit, from b to a
	/// a's point that is deepest in b, and b's surface there: on_b = on_a + depth normal. Apart: points of both, but
	/// not the closest.
	kiln_d3 on_a, on_b;
	/// The features that touch when a is moved out: a face and the other's feature on it, or two edges. NONE where the
	/// pair has no faces: two segments or points.
	kiln_feature feature_a, feature_b;
	uint32_t axes; ///< number of axes along which heights of both were compared
} kiln_sat_result;

/// Whether polytopes overlap, and the least depth with its axis and features. The depth belongs to an axis with true
/// supports. It is never less than the exact one except for rounding, 2^-46 of the sizes and of the distance from the
/// eye. It exceeds the exact one by at most 2^-21 of the sizes, the error that normals rounded to float32 can hide.
/// Touching is overlap of depth 0. kilni_gjk decides pairs that are so shallow, because all faces of a flat difference
/// may look like touching ones beside it. `cache` may be NULL. Its features are tested first, and a pair that they
/// separate is finished; any features are valid. The cache is set to the features of the answer.
///
/// The search for edges follows the arc of an edge over the other's Gauss map, from vertex to vertex, only for edges
/// that could be nearer than the best: a ball inside the other polytope bounds them. The time is linear in the sizes
/// for bodies that are apart, and in the number of crossing arcs for concentric ones.
void kilni_sat(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache, kiln_sat_result *result);

/// kilni_sat within a budget (NULL: none). If the budget ends the search, the least depth found so far.
void kilni_sat_within(const kiln_polytope *a, const kiln_polytope *b, kiln_budget *budget, kiln_sat_result *result);

/// Whether polytopes have a common point, by the same axes; ends at the first axis that separates.
bool kilni_sat_overlap(const kiln_polytope *a, const kiln_polytope *b, kiln_convex_cache *cache);

#endif
