// SPDX-License-Identifier: MIT
#include "quickhull.h"

#include <string.h>

/// Which face gets which point.

/// Moves the lists that are still somebody's to the front of the store.
static void close_gaps(quickhull *q)
{
	uint32_t kept = 0, top = 0;
	for (uint32_t i = 0; i < q->pending_count; ++i)
	{
		quick_pending pending = q->pending[i];
		quick_list *list = &q->lists[pending.face];
		if (list->count == 0 || list->first != pending.first)
			continue;
		memmove(q->store + top, q->store + list->first, list->count * sizeof *q->store);
		list->first = top;
		q->pending[kept++] = (quick_pending){pending.face, top};
		top += list->count;
	}
	q->pending_count = kept;
	q->store_count = top;
}

/// Lays out the new lists, whose lengths are known, and puts the points there.
static void fill_lists(quickhull *q, const uint32_t *faces, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		quick_list *list = &q->lists[faces[i]];
		if (list->count == 0)
			continue;
		list->first = q->store_count;
		q->pending[q->pending_count++] = (quick_pending){faces[i], q->store_count};
		q->store_count += list->count;
		list->count = 0;
	}
	for (uint32_t i = 0; i < q->hand_count; ++i)
		if (q->owners[i] != QUICK_NONE)
		{
			quick_list *list = &q->lists[q->owners[i]];
			q->store[list->first + list->count++] = q->hand[i];
		}
}

/// Whether a point is farther than the farthest of a list, which is number `farthest` of the hand. Of points equally
/// far away, the first by position is no inner point of their hull.
static bool is_farther(const quickhull *q, double height, uint32_t i, double most, uint32_t farthest)
{
	return height > most || (height == most && hull_before(q->hand[i].position, q->hand[farthest].position));
}

void quick_deal(quickhull *q, const uint32_t *faces, uint32_t count)
{
	uint32_t dealt = 0;
	for (uint32_t i = 0; i < q->hand_count; ++i)
	{
		const hull_point *point = &q->hand[i];
		double at[3];
		quick_relative(q, point->position, at);
		q->owners[i] = QUICK_NONE;
		for (uint32_t k = 0; k < count; ++k)
		{
			const quick_face *face = &q->faces[faces[k]];
			double height = quick_height(face, at);
			if (!quick_in_front(q, face, height, point->position))
				continue;
			q->owners[i] = faces[k];
			quick_list *list = &q->lists[faces[k]];
			quick_best *best = &q->bests[k];
			if (list->count == 0 || is_farther(q, height, i, best->height, best->in_hand))
			{
				*best = (quick_best){height, i};
				list->farthest = list->count;
			}
			++list->count;
			++dealt;
			break;
		}
	}
	if (dealt > q->store_capacity - q->store_count)
		close_gaps(q);
	fill_lists(q, faces, count);
}
