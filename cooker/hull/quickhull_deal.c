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
		quick_face *face = &q->faces[q->pending[i].face];
		if (face->list_count == 0 || face->list_first != q->pending[i].list_first)
			continue;
		memmove(q->store + top, q->store + face->list_first, face->list_count * sizeof *q->store);
		face->list_first = top;
		q->pending[kept].face = q->pending[i].face;
		q->pending[kept++].list_first = top;
		top += face->list_count;
	}
	q->pending_count = kept;
	q->store_count = top;
}

/// Lays out the new lists, whose lengths the faces know, and puts the points there.
static void fill_lists(quickhull *q, const uint32_t *faces, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		quick_face *face = &q->faces[faces[i]];
		if (face->list_count == 0)
			continue;
		face->list_first = q->store_count;
		q->pending[q->pending_count++] = (quick_pending){faces[i], q->store_count};
		q->store_count += face->list_count;
		face->list_count = 0;
	}
	for (uint32_t i = 0; i < q->hand_count; ++i)
		if (q->owners[i] != QUICK_NONE)
		{
			quick_face *face = &q->faces[q->owners[i]];
			q->store[face->list_first + face->list_count++] = q->hand[i];
		}
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
			quick_face *face = &q->faces[faces[k]];
			double height = quick_height(face, at);
			if (!quick_in_front(q, face, height, point->position))
				continue;
			q->owners[i] = faces[k];
			// Of points equally far away, the first by position is no inner point of their hull.
			if (face->list_count == 0 || height > face->height ||
				(height == face->height && hull_before(point->position, q->hand[face->farthest_in_hand].position)))
			{
				face->height = height;
				face->farthest = face->list_count;
				face->farthest_in_hand = i;
			}
			++face->list_count;
			++dealt;
			break;
		}
	}
	if (dealt > q->store_capacity - q->store_count)
		close_gaps(q);
	fill_lists(q, faces, count);
}
