// SPDX-License-Identifier: MIT
#ifndef KILN_BUDGET_H
#define KILN_BUDGET_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits the work of queries. Every query whose work may grow faster than linearly with its blobs takes a pointer to a
/// budget in its options; NULL sets no limit.
///
/// Work is counted, not timed: the same query of the same blobs takes the same work on every machine and instruction
/// set. One unit is
///   - a node of a tree whose children, up to eight, are compared with one volume, or with up to sixteen boxes,
///   - a pair of leaves, up to eight triangles each, or a leaf and a box, or a leaf that is projected on two
///     directions,
///   - a pair of shapes or triangles that GJK measures, and each of its steps.
///
/// A depth, a manifold and a first contact of two convex shapes are 64 units each. A depth adds one unit for each step
/// of EPA and SAT.
///
/// A query that needs more units than remain ends early with KILN_E_BUDGET. The work done beyond the counted work is
/// then at most one of the items above. Each query states what its results hold after an early end; the results are
/// sound, but not complete. With enough work the answer is the same as without a budget, bit for bit.
///
/// One thread at a time may use a budget. Any number of queries may use a budget one after the other.
typedef struct kiln_budget
{
	uint64_t work; ///< units that all queries with this budget may use together; UINT64_MAX: no limit
	uint64_t used; ///< units that the queries used, at most `work`; queries add to this field
	/// Called when a query begins, and after every further KILN_BUDGET_STRIDE units. True ends the query like exhausted
	/// work. NULL: not called.
	bool (*cancel)(void *user);
	void *user;
	bool ended; ///< set by each query: true where the query ended early
} kiln_budget;

/// Units between two calls of kiln_budget.cancel: some tens of microseconds.
#define KILN_BUDGET_STRIDE 1024

#ifdef __cplusplus
}
#endif

#endif
