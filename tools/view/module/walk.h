// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_MODULE_WALK_H
#define KILN_VIEW_MODULE_WALK_H

#include "query/session.h"

/// The steps of a query: which nodes its walks tested, in which order, and which they left out. Only the module for
/// WebAssembly has kernels that record (runtime/tree/record.h).

/// A step. Limits and keys are t, or squared distances for closest points, in the units of the walk: those of the query
/// times a power of two, and counted from where the ray enters a mesh that is far away.
typedef struct view_step
{
	uint32_t kind; ///< kiln_walk_step
	uint32_t node; ///< node of the asset whose mesh is walked; KILN_NONE for the tree of the scene
	uint32_t mesh; ///< KILN_NONE for the tree of the scene
	uint32_t
		reference; ///< number of the tree's node; for a leaf its unit, or the node of the asset, with the highest bit
	float limit;   ///< where the walk ends by then
	uint32_t met;  ///< of a node: bits of the children that the walk keeps
	uint32_t children; ///< of a node: how many it has
	uint32_t units;	   ///< work of the query before this step, as kiln/budget.h counts it
	float keys[8];	   ///< of a node: where each child begins; of a subtree that is left out: keys[0]; else 0
} view_step;

typedef struct view_steps
{
	view_step *at;
	uint32_t count, capacity;
	uint32_t units; ///< work of the query
	bool lost;		///< memory ran out, or there are more steps than a page can show
	/// The same query by the kernels that record nothing took the same work and gave the same answer, up to the order of
	/// lists. Always true; a page may show it.
	bool same;
} view_steps;

/// Most steps of a query that are kept.
#define VIEW_STEPS_MAX (1u << 20)

/// Asks a line about one asset, and stores the steps instead of those in `steps`. Ends the query after `work` units.
/// Counts no line. Returns false for lines about two assets, for lines that ask nothing, and for lines that are no query.
bool view_walk(view_steps *steps, query_session *session, const char *line, size_t length, uint64_t work);

void view_steps_free(view_steps *steps);

#endif
