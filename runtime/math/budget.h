// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_BUDGET_H
#define KILN_MATH_BUDGET_H

#include "kiln/budget.h"

/// How walks and searches count against a kiln_budget.

/// Units of a depth, a manifold or a first contact of two convex shapes, beside what finding them takes.
#define KILN_BUDGET_CONVEX 64

/// Begins a query: asks whether it is cancelled. NULL may be given, here and below.
void kilni_budget_begin(kiln_budget *budget);

/// kiln_budget_take for a budget that is there.
bool kilni_budget_spend(kiln_budget *budget, uint64_t units);

/// Takes what the next piece of work needs. False, with nothing taken, where that is not left: the query ends.
static inline bool kiln_budget_take(kiln_budget *budget, uint64_t units)
{
	return !budget || kilni_budget_spend(budget, units);
}

static inline bool kiln_budget_ended(const kiln_budget *budget)
{
	return budget && budget->ended;
}

/// What a query answers that did all else.
static inline kiln_status kiln_budget_status(const kiln_budget *budget)
{
	return kiln_budget_ended(budget) ? KILN_E_BUDGET : KILN_OK;
}

#endif
