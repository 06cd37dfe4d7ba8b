// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_FLUSH_H
#define KILN_COOKER_OBB_FLUSH_H

#include "frame.h"

/// Searches for the least box around a polyhedron.
///
/// Two faces of the box that meet are each flush with an edge of the polyhedron (O'Rourke 1985, theorem 1; a face
/// flush with a face is flush with its edges). So every pair of edges is a family of boxes with one degree of freedom
/// t: with f, g the normals beside the first edge and e the direction of the second,
///   n1 = (1 - t) f + t g,   n2 = +-n1 x e,   n3 = n1 x n2,
/// for each t for which n2 lies between the normals beside the second edge. While the same corners touch, the volume is
/// a quartic over a quartic in t. The search does not compute the roots of its derivative, nor each t at which another
/// corner begins to touch. It rejects an interval of t when no volume in the interval can be below the best so far, and
/// halves the interval otherwise. The bound: the extent between any two corners along n is at most the true extent, so
/// that volume - limit is at least a polynomial, which is at least its least Bernstein coefficient. Rounding makes
/// differences below about 1e-9 uncertain, and also boxes where n1 is parallel to e to within 1e-7.

/// The most local minima that are recorded during the search, the least last.
#define OBB_TRAIL 24

typedef struct obb_flush
{
	/// In: the search ignores larger volumes. Out: the least volume found, if any.
	double volume;
	double tolerance; ///< boxes whose volume is within this share of the best are ignored
	uint64_t budget;  ///< point projections; the last pair may exceed the budget
	obb_frame trail[OBB_TRAIL];
	uint32_t trail_count; ///< 0: the search found no volume below the given volume
	uint64_t spent;
	bool complete; ///< no box is smaller than volume (1 - tolerance); false when the budget was used up
} obb_flush;

/// Searches all pairs of edges of a cloud with a hull of dimension 3. False when out of memory.
bool obb_flush_search(const kilncook_context *context, const obb_cloud *cloud, obb_flush *flush);

#endif
