// SPDX-License-Identifier: MIT
#include "sap_segmented.h"

/// Sweep and prune with segmented interval lists (Tracy, Buss and Woods 2009): the ends of each axis in chunks of
/// bounded length, found by binary search among the chunks' first ends. Adding a box to chunks, or removing it, does
/// not move the rest of the list. A full chunk is split; neighbours that together fill at most half of one are merged.
/// On the axis on which boxes are shortest, each chunk has a continuation list of the boxes that are open at its end.
/// These lists give the boxes that are open anywhere: so the overlaps of a new box are found without a walk from the
/// list's beginning.
///
/// Boxes that move a little are moved by swaps, also across chunks' borders. These swaps do not change the continuation
/// lists. Where a border was passed, the lists are computed again after all moves, each from the list before. Boxes
/// that move farther than two chunks are removed and added. Beyond 256 swaps per moving end, a list is sorted again.
///
/// Update: a few binary searches and half a chunk (n^(2/3)) for a box that is added, removed, or moved alone, and the
/// lists of the chunks in which it is open; else the swaps, as in arrays. Box queries and sweeps visit the boxes that
/// are open at one end of their stretch of the axis, then those that begin in the stretch (or end in it, if a sweep
/// goes back): the cost does not depend on the longest box. All pairs: sap_prune.h. 300 bytes a proxy. Boxes that are
/// open over so many chunks that the lists would not fit are tested one by one in queries: weak in large crowds. The
/// axis is chosen when many boxes are added at once, and then stays.

#define MOVING_ALONE 32u
/// If more than one box in this many changes, one pass over all boxes makes the changes.
#define MANY_GONE 64u
#define MANY_COME 16u
/// The number of chunks that a box may pass by swaps.
#define FAR 2u

static size_t place(kiln_sap_segmented *segmented, const kiln_broadphase_options *options, uint8_t *base)
{
	kiln_room room = {.base = base};
	kiln_room_take(&room, 1, sizeof *segmented);
	kilni_sap_place(&segmented->sap, &room, options->capacity);
	for (int axis = 0; axis < 3; axis++)
		kilni_sap_chunks_place(&segmented->lists[axis], &room, options->capacity);
	kilni_sap_continued_place(&segmented->continued, &room, options->capacity, &segmented->lists[0]);
	segmented->flat = kiln_room_take(&room, options->capacity, 2 * sizeof *segmented->flat);
	segmented->batch = kiln_room_take(&room, options->capacity, 2 * sizeof *segmented->batch);
	segmented->spare = kiln_room_take(&room, options->capacity, 2 * sizeof *segmented->spare);
	return room.used;
}

static size_t size(const kiln_broadphase_options *options)
{
	kiln_sap_segmented segmented = {0};
	return place(&segmented, options, NULL);
}

static uint32_t stream(const void *state, uint32_t axis, uint64_t *cursor, uint32_t *ends, uint32_t capacity)
{
	const kiln_sap_chunks *list = &((const kiln_sap_segmented *)state)->lists[axis];
	uint32_t order = (uint32_t)(*cursor >> 32), slot = (uint32_t)*cursor, count = 0;
	while (order < list->count && count < capacity)
	{
		const kiln_sap_end *from = kiln_sap_chunk(list, order);
		const uint32_t last = kiln_sap_chunk_count(list, order);
		for (; slot < last && count < capacity; slot++)
			ends[count++] = (uint32_t)from[slot];
		order += slot == last;
		slot = slot == last ? 0 : slot;
	}
	*cursor = (uint64_t)order << 32 | slot;
	return count;
}

static void begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_sap_segmented *segmented = broadphase->state;
	place(segmented, options, broadphase->state);
	segmented->sap.stream = stream;
	for (int axis = 0; axis < 3; axis++)
		kilni_sap_chunks_fill(&segmented->lists[axis], NULL, 0);
	segmented->stale = segmented->torn = true;
	kilni_sap_continued_update(segmented);
}

// --- Moves ------------------------------------------------------------------------------------------------------------

/// Sorts a list whose ends all have their new values.
static void sort_again(kiln_sap_segmented *segmented, uint32_t axis)
{
	kiln_sap_chunks *list = &segmented->lists[axis];
	const uint32_t count = kilni_sap_chunks_copy(list, segmented->flat);
	kilni_sap_sort(segmented->flat, count, segmented->spare);
	kilni_sap_chunks_fill(list, segmented->flat, count);
	segmented->sap.lost = true;
	segmented->stale = true;
}

static void renew(kiln_sap_segmented *segmented, uint32_t axis)
{
	kiln_sap_chunks *list = &segmented->lists[axis];
	for (uint32_t i = 0; i < list->count; i++)
	{
		kilni_sap_renew(&segmented->sap, kiln_sap_chunk(list, i), kiln_sap_chunk_count(list, i), axis);
		list->heads[i] = kiln_sap_chunk(list, i)[0];
	}
}

/// Sorts by swaps, after ends have got new values.
static bool settle(kiln_sap_segmented *segmented, uint32_t axis)
{
	kiln_sap_chunks *list = &segmented->lists[axis];
	kiln_sap_end before = 0;
	for (uint32_t i = 0; i < list->count; i++)
	{
		const kiln_sap_end *ends = kiln_sap_chunk(list, i);
		const uint32_t count = kiln_sap_chunk_count(list, i);
		for (uint32_t j = 0; j < count; j++)
		{
			if (ends[j] < before &&
				!kilni_sap_chunks_down(&segmented->sap, list, (kiln_sap_slot){.order = i, .slot = j}, ends[j]))
				return false;
			before = ends[j];
		}
	}
	return true;
}

/// The leading end moves first, so that a box is never inverted.
static bool move_alone(kiln_sap_segmented *segmented, uint32_t axis, uint32_t index)
{
	kiln_sap *sap = &segmented->sap;
	kiln_sap_chunks *list = &segmented->lists[axis];
	const kiln_aabb *old = &sap->boxes[index], *next = &sap->next[index];
	const uint32_t first = kiln_sap_upper(next, axis, index) > kiln_sap_upper(old, axis, index);
	for (uint32_t i = 0; i < 2; i++)
	{
		const kiln_sap_end was = kiln_sap_end_of(old, axis, index, first ^ i);
		const kiln_sap_end end = kiln_sap_end_of(next, axis, index, first ^ i);
		if (end == was)
			continue;
		const kiln_sap_slot from = kilni_sap_chunks_slot(list, was);
		if (!(end < was ? kilni_sap_chunks_down : kilni_sap_chunks_up)(sap, list, from, end))
			return false;
	}
	return true;
}

static void move(kiln_sap_segmented *segmented, uint32_t axis, const kiln_broadphase_changes *changes, bool alone)
{
	kiln_sap *sap = &segmented->sap;
	bool sorted = true;
	sap->swaps =
		(uint64_t)KILN_SAP_SWAPS * 2 * changes->moved_count + KILN_SAP_SWAPS * (uint64_t)segmented->lists[axis].size;
	for (uint32_t i = 0; i < changes->moved_count && alone && sorted; i++)
		if (!(sap->marks[changes->moved[i]] & KILN_SAP_APART))
			sorted = move_alone(segmented, axis, changes->moved[i]);
	if (!alone || !sorted)
		renew(segmented, axis);
	if (!sorted || (!alone && !settle(segmented, axis)))
		sort_again(segmented, axis);
}

// --- Boxes that come and go -------------------------------------------------------------------------------------------

static inline bool is_far(const kiln_sap_chunks *list, uint32_t from, kiln_sap_end end)
{
	return (from >= FAR && end < list->heads[from - FAR]) ||
		   (from + FAR + 1 < list->count && end > list->heads[from + FAR + 1]);
}

/// Sets apart the boxes that move too far for swaps.
static void find_far(kiln_sap_segmented *segmented, const kiln_broadphase_changes *changes)
{
	kiln_sap *sap = &segmented->sap;
	for (uint32_t i = 0; i < 6 * changes->moved_count; i++)
	{
		const uint32_t index = changes->moved[i / 6], axis = i % 3, upper = i / 3 % 2;
		const kiln_sap_chunks *list = &segmented->lists[axis];
		const uint32_t from = kilni_sap_chunks_find(list, kiln_sap_end_of(&sap->boxes[index], axis, index, upper));
		if (is_far(list, from, kiln_sap_end_of(&sap->next[index], axis, index, upper)))
			kilni_sap_set_apart(sap, index);
	}
}

/// find_far for many moved boxes, without a search for each.
static void find_far_among_all(kiln_sap_segmented *segmented)
{
	kiln_sap *sap = &segmented->sap;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		const kiln_sap_chunks *list = &segmented->lists[axis];
		for (uint32_t i = 0; i < list->count; i++)
		{
			const kiln_sap_end *ends = kiln_sap_chunk(list, i);
			for (uint32_t j = 0; j < kiln_sap_chunk_count(list, i); j++)
			{
				const uint32_t index = kiln_sap_index(ends[j]);
				if ((sap->marks[index] & KILN_SAP_MOVED) &&
					is_far(list, i, kiln_sap_end_of(&sap->next[index], axis, index, kiln_sap_is_upper(ends[j]))))
					kilni_sap_set_apart(sap, index);
			}
		}
	}
}

static void take_out(kiln_sap_segmented *segmented, const uint32_t *indices, uint32_t count, bool many)
{
	const kiln_aabb *boxes = segmented->sap.boxes;
	for (uint32_t i = 0; i < count; i++)
	{
		const uint32_t index = indices[i];
		kilni_sap_continued_drop(segmented, index, &boxes[index]);
		for (uint32_t axis = 0; axis < 3 && !many; axis++)
		{
			kilni_sap_chunks_erase(&segmented->lists[axis], kiln_sap_lower(&boxes[index], axis, index));
			kilni_sap_chunks_erase(&segmented->lists[axis], kiln_sap_upper(&boxes[index], axis, index));
		}
	}
}

/// Merges the ends of the boxes set apart into a list, and lays out the list again.
static void merge_in(kiln_sap_segmented *segmented, uint32_t axis, const uint32_t *indices, uint32_t count)
{
	const kiln_sap *sap = &segmented->sap;
	kiln_sap_chunks *list = &segmented->lists[axis];
	const uint32_t before = kilni_sap_chunks_copy(list, segmented->flat);
	kilni_sap_batch_of(segmented->batch, sap->next, axis, indices, count, segmented->spare);
	kilni_sap_merge_in(segmented->flat, before, segmented->batch, 2 * count);
	kilni_sap_chunks_fill(list, segmented->flat, before + 2 * count);
	segmented->stale = true;
}

static void insert(kiln_sap_segmented *segmented, uint32_t axis, kiln_sap_end end)
{
	kiln_sap_chunks *list = &segmented->lists[axis];
	if (!kilni_sap_chunks_insert(list, end))
	{
		const uint32_t count = kilni_sap_chunks_copy(list, segmented->flat);
		kilni_sap_chunks_fill(list, segmented->flat, count);
		kilni_sap_chunks_insert(list, end);
		segmented->stale = true;
	}
}

static void put_in(kiln_sap_segmented *segmented)
{
	const kiln_sap *sap = &segmented->sap;
	for (uint32_t i = 0; i < sap->apart_count; i++)
	{
		const uint32_t index = sap->apart[i];
		for (uint32_t axis = 0; axis < 3; axis++)
		{
			insert(segmented, axis, kiln_sap_lower(&sap->next[index], axis, index));
			insert(segmented, axis, kiln_sap_upper(&sap->next[index], axis, index));
		}
	}
	for (uint32_t i = 0; i < sap->apart_count; i++)
		kilni_sap_continued_take(segmented, sap->apart[i], &sap->next[sap->apart[i]]);
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_sap_segmented *segmented = broadphase->state;
	kiln_sap *sap = &segmented->sap;
	kilni_sap_start(sap, broadphase, changes);
	const uint32_t count = broadphase->live_count;
	// The added boxes come first, then those that move far.
	const bool alone = changes->moved_count < count / MOVING_ALONE;
	if (alone)
		find_far(segmented, changes);
	else if (changes->moved_count > 0)
		find_far_among_all(segmented);
	const uint32_t *far = sap->apart + changes->added_count;
	const uint32_t far_count = sap->apart_count - changes->added_count;
	const bool many_gone = changes->removed_count + far_count > count / MANY_GONE + 8;
	const bool many_come = sap->apart_count > count / MANY_COME + 8;
	segmented->stale |= many_gone || many_come;
	segmented->torn |= many_come;
	take_out(segmented, changes->removed, changes->removed_count, many_gone);
	take_out(segmented, far, far_count, many_gone);
	// Added boxes have no ends yet.
	for (uint32_t axis = 0; axis < 3 && many_gone; axis++)
		kilni_sap_chunks_filter(&segmented->lists[axis], sap->marks, KILN_SAP_REMOVED | KILN_SAP_APART);
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		move(segmented, axis, changes, alone);
		if (many_come)
			merge_in(segmented, axis, sap->apart, sap->apart_count);
	}
	if (!many_come)
		put_in(segmented);
	kilni_sap_continued_update(segmented);
}

const kiln_broadphase_method kiln_broadphase_sap_segmented = {
	.name = "sap-segmented",
	.size = size,
	.begin = begin,
	.apply = apply,
	.fresh = kilni_sap_fresh,
	.all = kilni_sap_all,
	.box = kilni_sap_segmented_box,
	.sweep = kilni_sap_segmented_sweep,
};
