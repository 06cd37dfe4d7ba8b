// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_H
#define KILN_COOKER_HULL_SIMPLIFY_H

#include "hull/hull.h"

#define HULL_EFFORT 13000

/// Limits of a hull. Zeros set no limit.
typedef struct hull_budget
{
	uint32_t vertices; ///< most vertices; 0 or >= 4
	uint32_t faces;	   ///< most faces, after coplanar ones are merged; 0 or >= 4
	double error; ///< largest distance allowed, as a share of the diagonal of the true hull's box; >= 0, 0: no limit
	bool inner;	  ///< the result lies inside the true hull instead of around it
	/// About how many moves of single vertices the search may make for each count that it tries: counted, not timed, so
	/// that all machines agree. 0: HULL_EFFORT, or less for a hull with fewer than fifty vertices. All attempts
	/// together end soon after hull_looks_most looks, which usual hulls don't reach.
	uint32_t effort;
} hull_budget;

/// Builds a hull within a budget. An outer hull (the default) contains the true hull, exactly. An inner hull lies
/// inside the true hull, exactly, and uses its vertices. The counts always hold. With an error and no counts, the
/// result has the fewest vertices found whose distance is within the error. With both, the result has the fewest
/// vertices that reach the error, or else the smallest error that the counts allow. A true hull that is within the
/// budget is copied.
///
/// `*distance` gets the largest distance between the two surfaces (one-sided: of the outer one's points to the inner
/// one, which is the Hausdorff distance since one contains the other), an upper bound that is exact but for rounding
/// up. Vertices of an inner or a copied hull keep their `sources`; vertices of an outer hull have no sources, and their
/// numbers mean nothing. A polyhedron's outer hull is a prism along an axis if the prism is nearest. KILNCOOK_REFUSED
/// with `hull-range` when every hull within the counts would exceed KILN_COORDINATE_MAX, or float32's range if the
/// input already exceeds KILN_COORDINATE_MAX.
///
/// A flat hull (dimension < 3) is simplified in its plane, or to a box around it if the box has fewer corners than the
/// budget allows; a budget below 4 is KILNCOOK_USAGE with `hull-budget`.
kilncook_status hull_simplify(const kilncook_context *context, const convex_hull *exact, const hull_budget *budget,
	convex_hull *out, double *distance);

/// Vertices, faces and exact signs that the whole search for a hull within a budget may look at, for a true hull of
/// `vertices`: 2^29 and 1024 n log2 n, times `effort` / HULL_EFFORT where that is more than 1. At this limit, the
/// search keeps the nearest result so far, with a note `hull-effort`; without a result within the counts, it returns
/// the box or tetrahedron around the hull.
uint64_t hull_looks_most(uint32_t vertices, uint32_t effort);

/// Estimates the cost of a limit of `vertices` vertices: the error of a hull that hull_simplify finds with an eighth of
/// its work. The search ends soon after `*looks` looks (hull_looks_most), and subtracts its looks from `*looks`. False
/// when no looks are left, when no hull with so few vertices is within range, or when out of memory; logs nothing.
bool hull_estimate(const kilncook_context *context, const convex_hull *exact, uint32_t vertices, bool inner,
	uint64_t *looks, double *error);

/// Returns the largest distance from a point of `outer` to `inner`, where `outer` contains `inner`: the maximum is at a
/// vertex of `outer`. Rounded up.
double hull_distance(const convex_hull *outer, const convex_hull *inner);

#endif
