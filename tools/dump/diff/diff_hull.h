// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_DIFF_HULL_H
#define KILN_DUMP_DIFF_HULL_H

#include "kiln.h"

/// How two convex hulls differ.
typedef struct diff_hull
{
	uint64_t only[2]; ///< vertices that only one of them has
	double farthest;  ///< of these vertices: the largest distance from the other hull, solid
} diff_hull;

/// Compares a shape of an asset, a hull, with one of another. The distance from a convex hull is largest at a vertex of the other:
/// so `farthest` is the Hausdorff distance of the solids. Returns false when out of memory.
bool diff_hull_compare(const kiln_asset *const asset[2], const uint32_t shape[2], diff_hull *out);

#endif
