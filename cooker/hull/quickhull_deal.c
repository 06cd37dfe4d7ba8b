// SPDX-License-Identifier: MIT
#include "quickhull.h"

#include <string.h>

/// Assigns points to faces.

/// Smaller distances count as this distance, so that slacks stay far above the range of underflow.
#define REACH_MIN 0x1p-90f

/// Moves the lists that still belong to a face to the front of the store.
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

/// Lays out the new lists, whose lengths are known, and stores their points. Points without a face stay in the hand.
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
	uint32_t left = 0;
	for (uint32_t i = 0; i < q->hand_count; ++i)
	{
		if (q->owners[i] == QUICK_NONE)
		{
			q->hand[left++] = q->hand[i];
			continue;
		}
		quick_list *list = &q->lists[q->owners[i]];
		q->store[list->first + list->count++] = q->hand[i];
	}
	q->hand_count = left;
}

/// Whether a point is farther than the farthest point of a list, which is number `farthest` of the hand. Of points at
/// the same distance, the first by position wins: it is not inside the hull of the others.
static bool is_farther(const quickhull *q, double height, uint32_t i, double most, uint32_t farthest)
{
	return height > most || (height == most && hull_before(q->hand[i].position, q->hand[farthest].position));
}

/// Adds a point of the hand to a list by its number; the point itself is copied later.
static void assign(quickhull *q, uint32_t i, uint32_t face, quick_best *best)
{
	quick_list *list = &q->lists[face];
	double at[3];
	quick_relative(q, q->hand[i].position, at);
	double height = quick_height(&q->faces[face], at);
	q->owners[i] = face;
	if (list->count == 0 || is_farther(q, height, i, best->height, best->in_hand))
	{
		*best = (quick_best){height, i};
		list->farthest = list->count;
	}
	++list->count;
}

/// Returns the first face in the lanes `open` that a point sees, exactly; or 4.
static uint32_t look_closer(const quickhull *q, const uint32_t *faces, uint32_t open, const float position[3])
{
	double at[3];
	quick_relative(q, position, at);
	for (uint32_t k = 0; k < 4; ++k)
		if (open >> k & 1)
		{
			const quick_face *face = &q->faces[faces[k]];
			if (quick_in_front(q, face, quick_height(face, at), position))
				return k;
		}
	return 4;
}

/// Returns the number of a face that a point sees, or `count`.
static uint32_t find_owner(const quickhull *q, const uint32_t *faces, uint32_t count, const float position[3])
{
	static const uint8_t first_of[16] = {4, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
	float at[3], reach = REACH_MIN;
	for (int i = 0; i < 3; ++i)
	{
		at[i] = position[i] - q->apex[i];
		float length = at[i] < 0.0f ? -at[i] : at[i];
		reach = length > reach ? length : reach;
	}
	for (uint32_t k = 0; k < count; k += 4)
	{
		uint32_t bits = quick_lanes_compare(&q->lanes[k / 4], at, reach);
		uint32_t used = count - k < 4 ? (1u << (count - k)) - 1 : 15;
		uint32_t lane = first_of[bits & used];
		if (lane == 4 && (bits >> 4 & used))
			lane = look_closer(q, faces + k, bits >> 4 & used, position);
		if (lane != 4)
			return k + lane;
	}
	return count;
}

void quick_deal(quickhull *q, const uint32_t *faces, uint32_t count)
{
	uint32_t dealt = 0;
	for (uint32_t i = 0; i < q->hand_count; ++i)
	{
		uint32_t k = find_owner(q, faces, count, q->hand[i].position);
		if (k < count)
			assign(q, i, faces[k], &q->bests[k]);
		else
			q->owners[i] = QUICK_NONE;
		dealt += k < count;
	}
	if (dealt > q->store_capacity - q->store_count)
		close_gaps(q);
	fill_lists(q, faces, count);
}
