// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_FLUSH_H
#define KILN_COOKER_OBB_FLUSH_H

#include "frame.h"

/// The least box around a polyhedron.
///
/// Two faces of the box that meet are each flush with an edge of the polyhedron (O'Rourke 1985, theorem 1; a face
/// flush with a face is flush with its edges). So every pair of edges is a family of boxes with one degree of freedom
/// t: with f, g the normals beside the first edge and e the direction of the second,
///   n1 = (1 - t) f + t g,   n2 = +-n1 x e,   n3 = n1 x n2,
/// for the t for which n2 lies between the normals beside the second edge. With the same corners touching, the volume
/// is a quartic over a quartic in t. In place of the roots of its derivative, and of every t at which another corner
/// begins to touch, an interval of t is given up as soon as no volume in it can be below the best so far: the extent
/// between any two corners along n is no more than the true one, which makes volume - limit a polynomial with a lower
/// bound, its least Bernstein coefficient. Otherwise the interval is halved. Rounding leaves nothing certain below 1e-9
/// or so, nor where n1 runs along e to 1e-7.

/// Local minima that were found on the way, the least last.
#define OBB_TRAIL 24

typedef struct obb_flush
{
	/// In: no larger volume than this is of interest. Out: the least found, if any.
	double volume;
	double tolerance; ///< boxes within this share of the best do not matter
	uint64_t budget;  ///< point projections; may be overrun by those of one pair
	obb_frame trail[OBB_TRAIL];
	uint32_t trail_count; ///< 0: nothing below the volume given
	uint64_t spent;
	bool complete; ///< no box is smaller than volume (1 - tolerance): false when the budget was used up
} obb_flush;

/// Searches all pairs of edges of a cloud with a hull of dimension 3. False when out of memory.
bool obb_flush_search(const kilncook_context *context, const obb_cloud *cloud, obb_flush *flush);

#endif
