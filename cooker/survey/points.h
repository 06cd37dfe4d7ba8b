// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SURVEY_POINTS_H
#define KILN_COOKER_SURVEY_POINTS_H

#include "pyramid.h"

/// Finds points near a segment or in a box.

typedef struct points_tree
{
	const float (*points)[3];
	uint32_t count;
	uint32_t *order; ///< point numbers: neighbours in this order are near each other
	pyramid boxes;	 ///< the points in this order
} points_tree;

/// Builds in O(n) for each level of curves (curve_order). The points must last. False when out of memory, with nothing to free.
bool points_build(const kilncook_context *context, const float (*points)[3], uint32_t count, points_tree *tree);
void points_free(const kilncook_context *context, points_tree *tree);

/// The region of a search: within `reach` of the segment from `a` to `b`, or, where `box` is set, the box around both
/// ends. A visitor gets all points of the region and some points near it.
typedef struct points_query
{
	double a[3], b[3];
	double reach;
	bool box;
} points_query;

/// Visits points until `visit` returns false. Each group of boxes and each point of a group takes a unit of `*work`. False, with `*work`
/// 0, when the work runs out.
bool points_visit(const points_tree *tree, const points_query *query, bool (*visit)(void *user, uint32_t point),
	void *user, uint64_t *work);

#endif
