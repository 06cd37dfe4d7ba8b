// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_VERIFY_ERROR_H
#define KILN_DUMP_VERIFY_ERROR_H

#include "hull/hull.h"
#include "kiln.h"

/// How far hulls and boxes stick out of a mesh, by the runtime's own queries: nothing is shared with the bounds of the cooker.
///
/// Each triangle of a face is halved across its longest edge until it is decided. A piece is near the art when the distance
/// of its middle from the mesh and its radius together are at most the limit, or all its corners are that near to one
/// triangle. It is in the solid when the middle is inside of the closed mesh and farther from the mesh than the radius. A
/// middle that is outside and farther than the limit refutes. Distances are of the runtime's float queries, with an
/// allowance for rounding.

typedef enum error_verdict
{
	ERROR_KEPT,		 ///< no point of the surface outside of the solid is farther than the limit
	ERROR_EXCEEDED,	 ///< some point is
	ERROR_UNDECIDED, ///< the counted work reached its limit
} error_verdict;

typedef struct error_search
{
	const kiln_asset *art;
	uint32_t mesh;
	bool closed;	 ///< and consistently wound: the mesh has an inside
	double limit;	 ///< more than 0, in the mesh's own units
	double slack;	 ///< exceeds the rounding of any distance
	uint64_t pieces; ///< that may still be looked at
	bool vague;		 ///< some pieces are as far as the limit, but for rounding: nothing is proved
} error_search;

/// Prepares the search around one mesh, with work for all solids of a node. No coordinate of mesh and solids exceeds `reach`.
error_search error_search_of(const kiln_asset *art, uint32_t mesh, double limit, double reach);

error_verdict error_of_hull(error_search *search, const convex_hull *h);
error_verdict error_of_box(error_search *search, const kiln_format_shape *shape);

#endif
