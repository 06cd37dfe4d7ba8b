// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_MODULE_RECORDER_H
#define KILN_VIEW_MODULE_RECORDER_H

#include "pair/object.h"
#include "walk.h"

/// What records a query: the `user` of its budget.
typedef struct view_recorder
{
	const kiln_asset *asset[2]; ///< the second one is NULL for queries about one
	view_steps *steps;
	uint32_t node;				   ///< of one asset: the one that the scene's walk visited last
	const kiln_pair_part *part[2]; ///< of two assets: the shapes of the last two nodes; NULL before them
	float t;					   ///< of a time of impact
} view_recorder;

/// Makes room in a list for one more. Returns the list; NULL, and sets `lost`, where that does not succeed.
void *view_list_grow(void *list, uint32_t count, uint32_t *capacity, uint32_t most, size_t size, bool *lost);

/// Whether two answers to a query about two assets are the same, up to the order of lists, and took the same tests.
bool view_pair_is_same(query_kind kind, const answer_given *a, const answer_given *b);

/// Whether the steps have all tests that a query counted.
bool view_pair_is_counted(const view_steps *steps, const kiln_pair_counters *counters);

#endif
