// SPDX-License-Identifier: MIT
#include "sap_segmented.h"

#define NONE UINT32_MAX
/// The entries of continuation lists per proxy: the room, and the number that lists get when they are made.
#define ROOM 16u
#define SHARE 12u
/// Boxes that are open over more chunks are wide, however much room there is.
#define MOST_CHUNKS 255u

void kilni_sap_continued_place(
	kiln_sap_continued *continued, kiln_room *room, uint32_t capacity, const kiln_sap_chunks *list)
{
	continued->block_count = (uint32_t)((uint64_t)ROOM * capacity / KILN_SAP_BLOCK) + list->limit + 1;
	continued->blocks = kiln_room_take(room, continued->block_count, sizeof *continued->blocks);
	continued->first = kiln_room_take(room, list->limit, sizeof *continued->first);
	continued->counts = kiln_room_take(room, list->limit, sizeof *continued->counts);
	continued->wide = kiln_room_take(room, capacity, sizeof *continued->wide);
	continued->place = kiln_room_take(room, capacity, sizeof *continued->place);
	continued->seen = kiln_room_take(room, capacity, sizeof *continued->seen);
	continued->begins = kiln_room_take(room, capacity, sizeof *continued->begins);
}

static void set_wide(kiln_sap_continued *continued, uint32_t index)
{
	continued->wide[continued->wide_count++] = index;
	continued->place[index] = continued->wide_count;
}

void kilni_sap_continued_drop(kiln_sap_segmented *segmented, uint32_t index, const kiln_aabb *box)
{
	kiln_sap_continued *continued = &segmented->continued;
	kiln_sap_chunks *list = &segmented->lists[continued->axis];
	if (continued->place[index] > 0)
	{
		const uint32_t last = continued->wide[--continued->wide_count];
		continued->wide[continued->place[index] - 1] = last;
		continued->place[last] = continued->place[index];
		continued->place[index] = 0;
		return;
	}
	if (segmented->stale)
		return;
	const uint32_t begin = kilni_sap_chunks_find(list, kiln_sap_lower(box, continued->axis, index));
	const uint32_t end = kilni_sap_chunks_find(list, kiln_sap_upper(box, continued->axis, index));
	for (uint32_t i = begin; i < end; i++)
		list->dirty[list->order[i]] = 1;
}

void kilni_sap_continued_take(kiln_sap_segmented *segmented, uint32_t index, const kiln_aabb *box)
{
	kiln_sap_continued *continued = &segmented->continued;
	kiln_sap_chunks *list = &segmented->lists[continued->axis];
	if (segmented->stale)
		return;
	const uint32_t begin = kilni_sap_chunks_find(list, kiln_sap_lower(box, continued->axis, index));
	const uint32_t end = kilni_sap_chunks_find(list, kiln_sap_upper(box, continued->axis, index));
	if (end - begin > continued->limit)
	{
		set_wide(continued, index);
		return;
	}
	for (uint32_t i = begin; i < end; i++)
		list->dirty[list->order[i]] = 1;
}

// --- One list ---------------------------------------------------------------------------------------------------------

/// Appends to the list of a chunk, whose last block is `tail`. Returns false if there is no room.
static bool append(kiln_sap_continued *continued, uint32_t chunk, uint32_t *tail, uint32_t index)
{
	const uint32_t at = continued->counts[chunk] % KILN_SAP_BLOCK;
	if (at == 0)
	{
		const uint32_t block = continued->unused;
		if (block == NONE)
			return false;
		continued->unused = continued->blocks[block].next;
		continued->blocks[block].next = NONE;
		*(*tail == NONE ? &continued->first[chunk] : &continued->blocks[*tail].next) = block;
		*tail = block;
	}
	continued->blocks[*tail].items[at] = index;
	continued->counts[chunk]++;
	return true;
}

static void empty(kiln_sap_continued *continued, uint32_t chunk)
{
	uint32_t block = continued->first[chunk];
	while (block != NONE)
	{
		const uint32_t next = continued->blocks[block].next;
		continued->blocks[block].next = continued->unused;
		continued->unused = block;
		block = next;
	}
	continued->first[chunk] = NONE;
	continued->counts[chunk] = 0;
}

enum
{
	SEEN_LOWER = 1,
	SEEN_UPPER = 2,
};

/// Collects the boxes that were open before and do not end here, and those that begin and do not end here. `seen` marks
/// those that end here.
static bool collect(kiln_sap_continued *continued, const kiln_sap_chunks *list, uint32_t order)
{
	const kiln_sap_end *ends = kiln_sap_chunk(list, order);
	const uint32_t chunk = list->order[order], count = list->counts[chunk];
	uint32_t tail = NONE;
	if (order > 0)
	{
		const uint32_t before = list->order[order - 1];
		uint32_t left = continued->counts[before];
		for (uint32_t block = continued->first[before]; left > 0; block = continued->blocks[block].next)
		{
			const uint32_t here = left < KILN_SAP_BLOCK ? left : KILN_SAP_BLOCK;
			for (uint32_t i = 0; i < here; i++)
			{
				const uint32_t index = continued->blocks[block].items[i];
				if (!continued->seen[index] && !append(continued, chunk, &tail, index))
					return false;
			}
			left -= here;
		}
	}
	for (uint32_t i = 0; i < count; i++)
	{
		const uint32_t index = kiln_sap_index(ends[i]);
		if (continued->seen[index] == SEEN_LOWER && continued->place[index] == 0 &&
			!append(continued, chunk, &tail, index))
			return false;
	}
	return true;
}

/// Makes the list of a chunk from the list of the chunk before.
static bool make(kiln_sap_continued *continued, kiln_sap_chunks *list, uint32_t order)
{
	const kiln_sap_end *ends = kiln_sap_chunk(list, order);
	const uint32_t chunk = list->order[order], count = list->counts[chunk];
	empty(continued, chunk);
	for (uint32_t i = 0; i < count; i++)
		continued->seen[kiln_sap_index(ends[i])] |= kiln_sap_is_upper(ends[i]) ? SEEN_UPPER : SEEN_LOWER;
	const bool fits = collect(continued, list, order);
	for (uint32_t i = 0; i < count; i++)
		continued->seen[kiln_sap_index(ends[i])] = 0;
	list->dirty[chunk] = 0;
	return fits;
}

// --- All lists --------------------------------------------------------------------------------------------------------

/// The number of chunks over which boxes are open: the total, and for each box in `spans`, by proxy.
static uint64_t spans_of(const kiln_sap_chunks *list, uint32_t *spans)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < list->count; i++)
	{
		const kiln_sap_end *ends = kiln_sap_chunk(list, i);
		for (uint32_t j = 0; j < kiln_sap_chunk_count(list, i); j++)
		{
			const uint32_t index = kiln_sap_index(ends[j]);
			spans[index] = kiln_sap_is_upper(ends[j]) ? i - spans[index] : i;
			sum += kiln_sap_is_upper(ends[j]) ? spans[index] : 0;
		}
	}
	return sum;
}

/// Selects the wide boxes, so that the others have room.
static void lay(kiln_sap_continued *continued, const kiln_sap_chunks *list, uint64_t room)
{
	uint32_t spans[MOST_CHUNKS + 1] = {0};
	for (uint32_t i = 0; i < continued->wide_count; i++)
		continued->place[continued->wide[i]] = 0;
	continued->wide_count = 0;
	for (uint32_t pass = 0; pass < 2; pass++)
	{
		for (uint32_t i = 0; i < list->count; i++)
		{
			const kiln_sap_end *ends = kiln_sap_chunk(list, i);
			for (uint32_t j = 0; j < kiln_sap_chunk_count(list, i); j++)
			{
				const uint32_t index = kiln_sap_index(ends[j]), span = continued->begins[index];
				if (kiln_sap_is_upper(ends[j]))
					continue;
				if (pass == 0)
					spans[span < MOST_CHUNKS ? span : MOST_CHUNKS]++;
				else if (span > continued->limit)
					set_wide(continued, index);
			}
		}
		uint64_t sum = 0;
		for (uint32_t span = 0; pass == 0 && span < MOST_CHUNKS && sum <= room; span++)
		{
			sum += (uint64_t)span * spans[span];
			continued->limit = sum <= room ? span : continued->limit;
		}
	}
	continued->laid_wide = continued->wide_count;
}

static void make_all(kiln_sap_segmented *segmented)
{
	kiln_sap_continued *continued = &segmented->continued;
	if (segmented->torn)
	{
		uint64_t least = UINT64_MAX;
		for (uint32_t axis = 0; axis < 3; axis++)
		{
			const uint64_t sum = spans_of(&segmented->lists[axis], continued->begins);
			continued->axis = sum < least ? axis : continued->axis;
			least = sum < least ? sum : least;
		}
	}
	kiln_sap_chunks *list = &segmented->lists[continued->axis];
	spans_of(list, continued->begins);
	lay(continued, list, (uint64_t)(continued->block_count - list->limit) * (KILN_SAP_BLOCK * SHARE / ROOM));
	for (uint32_t i = 0; i < continued->block_count; i++)
		continued->blocks[i].next = i + 1 < continued->block_count ? i + 1 : NONE;
	continued->unused = 0;
	for (uint32_t i = 0; i < list->limit; i++)
	{
		continued->first[i] = NONE;
		continued->counts[i] = 0;
	}
	for (uint32_t i = 0; i < list->count; i++)
		make(continued, list, i);
	segmented->stale = segmented->torn = false;
}

void kilni_sap_continued_update(kiln_sap_segmented *segmented)
{
	kiln_sap_continued *continued = &segmented->continued;
	kiln_sap_chunks *list = &segmented->lists[continued->axis];
	for (uint32_t i = 0; i < list->count && !segmented->stale; i++)
		if (list->dirty[list->order[i]])
			segmented->stale = !make(continued, list, i);
	// More boxes are wide than when the lists were made: some may fit now.
	if (continued->wide_count > 2 * (uint64_t)continued->laid_wide + (uint64_t)list->count * list->size / 64 + 64)
		segmented->stale = true;
	if (segmented->stale)
		make_all(segmented);
}
