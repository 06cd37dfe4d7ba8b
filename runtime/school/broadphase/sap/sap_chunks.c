// SPDX-License-Identifier: MIT
#include "sap_segmented.h"

/// The number of ends of a chunk, proportional to n^(2/3). In uniform scenes in which each box touches some others, a
/// box is then open over about five chunks, for any number of boxes.
static uint32_t size_for(uint32_t capacity)
{
	uint32_t size = 16;
	while (size < 8192 && (uint64_t)size * size * size < (uint64_t)capacity * capacity / 32)
		size *= 2;
	return size;
}

void kilni_sap_chunks_place(kiln_sap_chunks *list, kiln_room *room, uint32_t capacity)
{
	list->size = size_for(capacity);
	// Half full chunks hold all ends; if more chunks are needed, all ends are laid out again.
	list->limit = (uint32_t)(4 * (uint64_t)capacity / list->size) + 4;
	list->pool = kiln_room_take(room, (size_t)list->limit * list->size, sizeof *list->pool);
	list->heads = kiln_room_take(room, list->limit, sizeof *list->heads);
	list->order = kiln_room_take(room, list->limit, sizeof *list->order);
	list->counts = kiln_room_take(room, list->limit, sizeof *list->counts);
	list->unused = kiln_room_take(room, list->limit, sizeof *list->unused);
	list->dirty = kiln_room_take(room, list->limit, sizeof *list->dirty);
}

void kilni_sap_chunks_fill(kiln_sap_chunks *list, const kiln_sap_end *ends, uint32_t count)
{
	const uint32_t share = list->size * 3 / 4;
	list->count = (count + share - 1) / share;
	for (uint32_t i = 0; i < list->count; i++)
	{
		const uint32_t from = (uint32_t)((uint64_t)count * i / list->count);
		const uint32_t to = (uint32_t)((uint64_t)count * (i + 1) / list->count);
		list->order[i] = i;
		list->counts[i] = to - from;
		list->heads[i] = ends[from];
		memcpy(kiln_sap_chunk(list, i), ends + from, (to - from) * sizeof *ends);
	}
	list->unused_count = list->limit - list->count;
	for (uint32_t i = 0; i < list->unused_count; i++)
		list->unused[i] = list->limit - 1 - i;
	memset(list->dirty, 0, list->limit);
}

uint32_t kilni_sap_chunks_copy(const kiln_sap_chunks *list, kiln_sap_end *ends)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < list->count; i++)
	{
		memcpy(ends + count, kiln_sap_chunk(list, i), kiln_sap_chunk_count(list, i) * sizeof *ends);
		count += kiln_sap_chunk_count(list, i);
	}
	return count;
}

uint32_t kilni_sap_chunks_find(const kiln_sap_chunks *list, kiln_sap_end end)
{
	const uint32_t after = kilni_sap_find(list->heads, list->count, end + 1);
	return after > 0 ? after - 1 : 0;
}

kiln_sap_slot kilni_sap_chunks_slot(const kiln_sap_chunks *list, kiln_sap_end end)
{
	const uint32_t order = kilni_sap_chunks_find(list, end);
	return (kiln_sap_slot){
		.order = order,
		.slot = kilni_sap_find(kiln_sap_chunk(list, order), kiln_sap_chunk_count(list, order), end),
	};
}

// --- Splitting and merging --------------------------------------------------------------------------------------------

static void open_order(kiln_sap_chunks *list, uint32_t order, uint32_t chunk)
{
	const uint32_t behind = list->count - order;
	memmove(list->order + order + 1, list->order + order, behind * sizeof *list->order);
	memmove(list->heads + order + 1, list->heads + order, behind * sizeof *list->heads);
	list->order[order] = chunk;
	list->count++;
}

static void close_order(kiln_sap_chunks *list, uint32_t order)
{
	const uint32_t chunk = list->order[order], behind = list->count - order - 1;
	memmove(list->order + order, list->order + order + 1, behind * sizeof *list->order);
	memmove(list->heads + order, list->heads + order + 1, behind * sizeof *list->heads);
	list->count--;
	list->dirty[chunk] = 0;
	list->unused[list->unused_count++] = chunk;
}

/// Splits a full chunk: its upper half becomes a new chunk.
static void split(kiln_sap_chunks *list, uint32_t order)
{
	const uint32_t old = list->order[order], new = list->unused[--list->unused_count];
	const uint32_t half = list->counts[old] / 2, rest = list->counts[old] - half;
	open_order(list, order + 1, new);
	memcpy(kiln_sap_chunk(list, order + 1), kiln_sap_chunk(list, order) + half, rest * sizeof *list->pool);
	list->counts[old] = half;
	list->counts[new] = rest;
	list->heads[order + 1] = kiln_sap_chunk(list, order + 1)[0];
	list->dirty[old] = list->dirty[new] = 1;
}

/// Moves the next chunk's ends into a chunk that has room for them.
static void merge_next(kiln_sap_chunks *list, uint32_t order)
{
	const uint32_t chunk = list->order[order], next = list->order[order + 1];
	memcpy(kiln_sap_chunk(list, order) + list->counts[chunk], kiln_sap_chunk(list, order + 1),
		list->counts[next] * sizeof *list->pool);
	list->counts[chunk] += list->counts[next];
	list->dirty[chunk] = 1;
	close_order(list, order + 1);
}

bool kilni_sap_chunks_insert(kiln_sap_chunks *list, kiln_sap_end end)
{
	if (list->count == 0)
	{
		kilni_sap_chunks_fill(list, &end, 1);
		list->dirty[0] = 1;
		return true;
	}
	uint32_t order = kilni_sap_chunks_find(list, end);
	if (kiln_sap_chunk_count(list, order) == list->size)
	{
		if (list->unused_count == 0)
			return false;
		split(list, order);
		order += list->heads[order + 1] < end;
	}
	kiln_sap_end *ends = kiln_sap_chunk(list, order);
	const uint32_t count = list->counts[list->order[order]]++, slot = kilni_sap_find(ends, count, end);
	memmove(ends + slot + 1, ends + slot, (count - slot) * sizeof *ends);
	ends[slot] = end;
	list->heads[order] = ends[0];
	return true;
}

void kilni_sap_chunks_erase(kiln_sap_chunks *list, kiln_sap_end end)
{
	const kiln_sap_slot at = kilni_sap_chunks_slot(list, end);
	kiln_sap_end *ends = kiln_sap_chunk(list, at.order);
	const uint32_t count = --list->counts[list->order[at.order]];
	if (count == 0)
	{
		close_order(list, at.order);
		return;
	}
	memmove(ends + at.slot, ends + at.slot + 1, (count - at.slot) * sizeof *ends);
	list->heads[at.order] = ends[0];
	if (at.order + 1 < list->count && count + kiln_sap_chunk_count(list, at.order + 1) <= list->size / 2)
		merge_next(list, at.order);
	else if (at.order > 0 && count + kiln_sap_chunk_count(list, at.order - 1) <= list->size / 2)
		merge_next(list, at.order - 1);
}

void kilni_sap_chunks_filter(kiln_sap_chunks *list, const uint8_t *marks, uint8_t bits)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < list->count; i++)
	{
		const uint32_t chunk = list->order[i], count = list->counts[chunk];
		kiln_sap_end *ends = kiln_sap_chunk(list, i);
		uint32_t left = 0;
		for (uint32_t j = 0; j < count; j++)
		{
			ends[left] = ends[j];
			left += !(marks[kiln_sap_index(ends[j])] & bits);
		}
		if (kept > 0 && left + kiln_sap_chunk_count(list, kept - 1) <= list->size / 2)
		{
			uint32_t *before = &list->counts[list->order[kept - 1]];
			memcpy(kiln_sap_chunk(list, kept - 1) + *before, ends, left * sizeof *ends);
			*before += left;
			left = 0;
		}
		if (left == 0)
		{
			list->unused[list->unused_count++] = chunk;
			continue;
		}
		list->counts[chunk] = left;
		list->order[kept] = chunk;
		list->heads[kept++] = ends[0];
	}
	list->count = kept;
}

// --- Insertion --------------------------------------------------------------------------------------------------------

/// The ends that a moving end stores on its way: a lower end stores the boxes whose upper end it passes, and vice
/// versa.
typedef struct sap_notes
{
	kiln_sap *sap;
	kiln_aabb box;
	uint32_t index;
	bool upper; ///< the ends to store are upper ones
	bool any;
} sap_notes;

static sap_notes notes_of(kiln_sap *sap, kiln_sap_end end, bool down)
{
	const uint32_t index = kiln_sap_index(end);
	return (sap_notes){
		.sap = sap,
		.box = *kiln_sap_final(sap, index),
		.index = index,
		.upper = !kiln_sap_is_upper(end),
		.any = !sap->lost && kiln_sap_is_upper(end) != down,
	};
}

static inline void note(const sap_notes *notes, kiln_sap_end passed)
{
	if (notes->any && kiln_sap_is_upper(passed) == notes->upper)
		kiln_sap_note(notes->sap, &notes->box, notes->index, kiln_sap_index(passed));
}

bool kilni_sap_chunks_down(kiln_sap *sap, kiln_sap_chunks *list, kiln_sap_slot from, kiln_sap_end end)
{
	const sap_notes notes = notes_of(sap, end, true);
	uint32_t order = from.order, slot = from.slot;
	kiln_sap_end *ends = kiln_sap_chunk(list, order);
	for (bool more = true; more;)
	{
		const uint32_t start = slot;
		const uint32_t stop = slot > sap->swaps ? slot - (uint32_t)sap->swaps : 0;
		for (; slot > stop && ends[slot - 1] > end; slot--)
		{
			ends[slot] = ends[slot - 1];
			note(&notes, ends[slot]);
		}
		sap->swaps -= start - slot;
		more = false;
		if (slot == 0 && order > 0 && sap->swaps > 0)
		{
			kiln_sap_end *before = kiln_sap_chunk(list, order - 1);
			const uint32_t last = kiln_sap_chunk_count(list, order - 1) - 1;
			if (before[last] > end)
			{
				ends[0] = list->heads[order] = before[last];
				note(&notes, before[last]);
				order--;
				list->dirty[list->order[order]] = 1;
				ends = before;
				slot = last;
				sap->swaps--;
				more = true;
			}
		}
	}
	ends[slot] = end;
	list->heads[order] = ends[0];
	return sap->swaps > 0;
}

bool kilni_sap_chunks_up(kiln_sap *sap, kiln_sap_chunks *list, kiln_sap_slot from, kiln_sap_end end)
{
	const sap_notes notes = notes_of(sap, end, false);
	uint32_t order = from.order, slot = from.slot;
	kiln_sap_end *ends = kiln_sap_chunk(list, order);
	for (bool more = true; more;)
	{
		const uint32_t last = kiln_sap_chunk_count(list, order) - 1, start = slot;
		const uint32_t stop = last - slot > sap->swaps ? slot + (uint32_t)sap->swaps : last;
		for (; slot < stop && ends[slot + 1] < end; slot++)
		{
			ends[slot] = ends[slot + 1];
			note(&notes, ends[slot]);
		}
		sap->swaps -= slot - start;
		more = false;
		if (slot == last && order + 1 < list->count && sap->swaps > 0)
		{
			kiln_sap_end *after = kiln_sap_chunk(list, order + 1);
			if (after[0] < end)
			{
				ends[slot] = after[0];
				note(&notes, after[0]);
				list->heads[order] = ends[0];
				list->dirty[list->order[order]] = 1;
				order++;
				ends = after;
				slot = 0;
				sap->swaps--;
				more = true;
			}
		}
	}
	ends[slot] = end;
	list->heads[order] = ends[0];
	return sap->swaps > 0;
}
