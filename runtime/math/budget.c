// SPDX-License-Identifier: MIT
#include "budget.h"

#include "ieee.h"

void kilni_budget_begin(kiln_budget *budget)
{
	if (budget)
		budget->ended = budget->cancel && budget->cancel(budget->user);
}

bool kilni_budget_spend(kiln_budget *budget, uint64_t units)
{
	if (budget->ended)
		return false;
	if (budget->used > budget->work || units > budget->work - budget->used)
	{
		budget->ended = true;
		return false;
	}
	const uint64_t before = budget->used / KILN_BUDGET_STRIDE;
	budget->used += units;
	if (budget->cancel && budget->used / KILN_BUDGET_STRIDE != before)
		budget->ended = budget->cancel(budget->user);
	return !budget->ended;
}
