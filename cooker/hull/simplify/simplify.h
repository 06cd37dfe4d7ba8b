// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_H
#define KILN_COOKER_HULL_SIMPLIFY_H

#include "hull/hull.h"

#define HULL_EFFORT 16000

/// What a hull may cost. Zeros set no limit.
typedef struct hull_budget
{
	uint32_t vertices; ///< most vertices; 0 or >= 4
	uint32_t faces;	   ///< most faces, coplanar ones merged; 0 or >= 4
	double error; ///< largest distance allowed, as a share of the diagonal of the true hull's box; >= 0, 0: no limit
	bool inner;	  ///< the result lies in the true hull, instead of around it
	/// About how many moves of single vertices the search for each count tried may make: counted, not timed, so that all
	/// machines agree. 0: HULL_EFFORT, or less for a hull of less than fifty vertices. Whatever the counts tried are, all
	/// tries together end soon after hull_looks_most looks, which usual hulls don't reach.
	uint32_t effort;
} hull_budget;

/// A hull within a budget. Outer (the default): contains the true hull, exactly. Inner: lies in it, exactly, with
/// vertices of it. The counts always hold. With an error and no counts, the fewest vertices found whose distance stays
/// within it; with both, the error is a wish: the fewest vertices that reach it, else the smallest error that the counts
/// allow. A true hull that is within the budget is copied.
///
/// `*distance` gets the largest distance between the two surfaces (one-sided: of the outer one's points to the inner
/// one, which is the Hausdorff distance since one contains the other), an upper bound that is exact but for rounding up.
/// Vertices of an inner or a copied hull keep their `sources`; those of an outer one have none, and their numbers mean
/// nothing. A polyhedron's outer hull is a prism along an axis where that is nearest. KILNCOOK_REFUSED with `hull-range`
/// when what fits the counts would go beyond KILN_COORDINATE_MAX, or beyond float32 where the input does already.
///
/// A flat hull (dimension < 3) is simplified in its plane, or to a box around it when that needs fewer corners than
/// asked; a budget below 4 is KILNCOOK_USAGE with `hull-budget`.
kilncook_status hull_simplify(const kilncook_context *context, const convex_hull *exact, const hull_budget *budget,
	convex_hull *out, double *distance);

/// Vertices, faces and exact signs that the whole search for a hull within a budget may look at, for a true hull of
/// `vertices`: 2^29 and 1024 n log2 n, times `effort` / HULL_EFFORT where that is more than 1. Then the nearest result so
/// far is kept, with a note `hull-effort`; where no error and no count is reached by then, what is always possible.
uint64_t hull_looks_most(uint32_t vertices, uint32_t effort);

/// What at most `vertices` vertices would cost: the error of a hull that hull_simplify finds with an eighth of its work. The
/// search ends soon after `*looks` looks (hull_looks_most), which are taken off. False where none are left, where no hull of
/// so few vertices is within range, or when out of memory; the log hears nothing.
bool hull_estimate(const kilncook_context *context, const convex_hull *exact, uint32_t vertices, bool inner,
	uint64_t *looks, double *error);

/// Largest distance from a point of `outer` to `inner`, where `outer` contains `inner`: it is reached at a vertex of
/// `outer`. Rounded up.
double hull_distance(const convex_hull *outer, const convex_hull *inner);

#endif
