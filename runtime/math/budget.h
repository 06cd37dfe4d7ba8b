// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_BUDGET_H
#define KILN_MATH_BUDGET_H

#include "kiln/budget.h"

/// How walks and searches count against a kiln_budget.

/// Units charged for a depth, a manifold or a first contact of two convex shapes, in addition to the units for finding
/// the shapes.
#define KILN_BUDGET_CONVEX 64

/// Begins a query: checks whether the query is cancelled. `budget` may be NULL, here and below.
void kilni_budget_begin(kiln_budget *budget);

/// kiln_budget_take for a budget that is not NULL.
bool kilni_budget_spend(kiln_budget *budget, uint64_t units);

/// Takes the units that the next piece of work needs. Returns false and takes nothing if fewer units are left: the
/// query then ends.
static inline bool kiln_budget_take(kiln_budget *budget, uint64_t units)
{
	return !budget || kilni_budget_spend(budget, units);
}

static inline bool kiln_budget_ended(const kiln_budget *budget)
{
	return budget && budget->ended;
}

/// The status of a query that did not fail for any other reason.
static inline kiln_status kiln_budget_status(const kiln_budget *budget)
{
	return kiln_budget_ended(budget) ? KILN_E_BUDGET : KILN_OK;
}

#endif
