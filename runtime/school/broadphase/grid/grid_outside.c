// SPDX-License-Identifier: MIT
#include "grid.h"

void kilni_grid_put_outside(kiln_grid_outside *outside, uint32_t *place, uint32_t index)
{
	place[index] = KILN_GRID_OUTSIDE | outside->count;
	outside->proxies[outside->count++] = index;
}

void kilni_grid_leave_outside(kiln_grid_outside *outside, uint32_t *place, uint32_t index)
{
	uint32_t held = place[index], last = outside->proxies[--outside->count];
	place[index] = KILN_GRID_NONE;
	if (last != index)
	{
		outside->proxies[held & ~KILN_GRID_OUTSIDE] = last;
		place[last] = held;
	}
}

bool kilni_grid_outside_box(const kiln_grid_outside *outside, const kiln_broadphase *broadphase, const kiln_aabb *box,
	kiln_found_proxy *found, void *user)
{
	for (uint32_t i = 0; i < outside->count; i++)
		if (kiln_boxes_overlap_flat(box, &broadphase->boxes[outside->proxies[i]]) && !found(user, outside->proxies[i]))
			return false;
	return true;
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// The query also finds the proxy itself. Two changed proxies find each other: the lower one reports the pair.
static bool pair_fresh(void *user, uint32_t index)
{
	const kiln_grid_pairing *with = (const kiln_grid_pairing *)user;
	bool theirs = index <= with->index &&
				  (index == with->index || (with->sink->broadphase->flags[index] & KILN_PROXY_CHANGED) != 0);
	return theirs || kilni_sink_pair(with->sink, with->index, index);
}

void kilni_grid_pairs_of_changed(const kiln_flags *changed, kiln_grid_find *everywhere, kiln_pair_sink *sink)
{
	for (uint32_t i = 0; i < changed->marked_count && !sink->ended; i++)
	{
		kiln_grid_pairing with = {.sink = sink, .index = changed->marked[i]};
		everywhere(sink->broadphase, &sink->broadphase->boxes[with.index], pair_fresh, &with);
	}
}

void kilni_grid_outside_pairs(const kiln_grid_outside *outside, kiln_grid_find *in_cells, kiln_pair_sink *sink)
{
	const kiln_broadphase *broadphase = sink->broadphase;
	for (uint32_t i = 0; i < outside->count && !sink->ended; i++)
	{
		kiln_grid_pairing with = {.sink = sink, .index = outside->proxies[i]};
		const kiln_aabb box = broadphase->boxes[with.index];
		if (!in_cells(broadphase, &box, kiln_grid_pair_all, &with))
			return;
		for (uint32_t j = i + 1; j < outside->count && !sink->ended; j++)
			if (kiln_boxes_overlap_flat(&box, &broadphase->boxes[outside->proxies[j]]))
				kilni_sink_pair(sink, with.index, outside->proxies[j]);
	}
}
