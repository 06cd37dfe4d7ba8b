// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_OVERLAP_CONVEX_H
#define KILN_SCENE_OVERLAP_CONVEX_H

#include "kiln/convex/shape.h"
#include "kiln/overlap.h"

/// Receives the overlaps of an object, by node, then triangle.
typedef void kiln_visit_overlap(void *user, kiln_overlap overlap);

/// Keeps the first overlaps, and counts all.
typedef struct kiln_overlap_list
{
	kiln_overlap *overlaps;
	uint32_t capacity, count;
} kiln_overlap_list;

static inline void kiln_overlap_list_add(void *user, kiln_overlap overlap)
{
	kiln_overlap_list *list = user;
	if (list->count < list->capacity)
		list->overlaps[list->count] = overlap;
	list->count += list->count < UINT32_MAX;
}

/// As kiln_scene_overlap_convex, with one call for each overlap; `mesh` is KILN_NONE for the whole asset.
void kilni_overlap_convex_visit(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, kiln_visit_overlap *visit, void *user);

#endif
