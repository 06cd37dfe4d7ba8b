// SPDX-License-Identifier: MIT
#ifndef KILN_BUDGET_H
#define KILN_BUDGET_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A limit of the work that queries do. Every query that can do more than work linear in its blobs takes a pointer to one
/// in its options; NULL sets no limit.
///
/// Work is counted, not timed: the same query of the same blobs takes the same work on every machine and instruction set.
/// One unit is
///   - a node of a tree whose children, up to eight, are compared with one volume, or with up to sixteen boxes,
///   - a pair of leaves, up to eight triangles each, or a leaf and a box, or a leaf that is laid along two directions,
///   - a pair of shapes or triangles that is measured by GJK, and each of its steps.
/// A depth, a manifold and a first contact of two convex shapes are 64 units each; depths also each step of EPA and SAT.
///
/// A query that needs more than is left ends early with KILN_E_BUDGET. It has then done no more than one of the things
/// above in excess of what it counted. Each query says what its results hold then; they are sound, not complete. With
/// enough the answer is, to the bit, that without a budget.
///
/// A budget belongs to one thread at a time, and to any number of queries one after the other.
typedef struct kiln_budget
{
	uint64_t work; ///< units that all queries that are given this budget may do together; UINT64_MAX: any number
	uint64_t used; ///< units that they did; queries add to it. At most `work`
	/// Asked when a query begins, and each time that KILN_BUDGET_STRIDE more units are used. True ends the query as if the
	/// work had run out. NULL: not asked.
	bool (*cancel)(void *user);
	void *user;
	bool ended; ///< set by each query: true where it ended early
} kiln_budget;

/// Units between two calls of kiln_budget.cancel: some tens of microseconds.
#define KILN_BUDGET_STRIDE 1024

#ifdef __cplusplus
}
#endif

#endif
