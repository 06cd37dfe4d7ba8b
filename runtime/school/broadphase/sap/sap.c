// SPDX-License-Identifier: MIT
#include "sap.h"

/// Up to this many boxes, and 1 in 512, pairs are searched box by box; for more boxes, by one sweep over all.
#define FEW_APART 32u

/// If at most one box in this many moves, each is moved by itself; else one pass visits all ends.
#define MOVING_ALONE 32u

void kilni_sap_place(kiln_sap *sap, kiln_room *room, uint32_t capacity)
{
	sap->marks = kiln_room_take(room, capacity, sizeof *sap->marks);
	sap->apart = kiln_room_take(room, capacity, sizeof *sap->apart);
	sap->noted_capacity = 2 * capacity + 64;
	sap->noted = kiln_room_take(room, sap->noted_capacity, sizeof *sap->noted);
	kilni_sap_prune_place(&sap->prune, room, capacity);
}

void kilni_sap_set_apart(kiln_sap *sap, uint32_t index)
{
	if (!(sap->marks[index] & KILN_SAP_APART))
	{
		sap->marks[index] |= KILN_SAP_APART;
		sap->apart[sap->apart_count++] = index;
	}
}

void kilni_sap_start(kiln_sap *sap, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	memset(sap->marks, 0, broadphase->end);
	sap->apart_count = sap->noted_count = 0;
	// Pairs are never queried.
	sap->lost = broadphase->options.pair_capacity == 0;
	sap->boxes = broadphase->boxes;
	sap->next = changes->next;
	for (uint32_t i = 0; i < changes->removed_count; i++)
		sap->marks[changes->removed[i]] = KILN_SAP_REMOVED;
	for (uint32_t i = 0; i < changes->moved_count; i++)
		sap->marks[changes->moved[i]] = KILN_SAP_MOVED;
	for (uint32_t i = 0; i < changes->added_count; i++)
		kilni_sap_set_apart(sap, changes->added[i]);
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

typedef struct sap_search
{
	kiln_pair_sink *sink;
	uint32_t index;
} sap_search;

static bool found_overlap(void *user, uint32_t index)
{
	const sap_search *search = user;
	return index == search->index || kilni_sink_pair(search->sink, search->index, index);
}

void kilni_sap_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	kiln_sap *sap = broadphase->state;
	if (sap->lost)
	{
		kilni_sap_prune_pairs(&sap->prune, sap->stream, broadphase->state, broadphase->flags, KILN_PROXY_CHANGED, sink);
		return;
	}
	for (uint32_t i = 0; i < sap->noted_count; i++)
		if (!kilni_sink_pair(sink, sap->noted[i].a, sap->noted[i].b))
			return;
	if (sap->apart_count > FEW_APART + broadphase->live_count / 512)
	{
		kilni_sap_prune_pairs(&sap->prune, sap->stream, broadphase->state, sap->marks, KILN_SAP_APART, sink);
		return;
	}
	for (uint32_t i = 0; i < sap->apart_count && !sink->ended; i++)
	{
		sap_search search = {.sink = sink, .index = sap->apart[i]};
		broadphase->ops->box(broadphase, &broadphase->boxes[search.index], found_overlap, &search);
	}
}

void kilni_sap_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	kiln_sap *sap = broadphase->state;
	kilni_sap_prune_pairs(&sap->prune, sap->stream, broadphase->state, NULL, 0, sink);
}

// --- Sorted arrays ----------------------------------------------------------------------------------------------------

static void sort_few(kiln_sap_end *ends, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
	{
		kiln_sap_end end = ends[i];
		uint32_t j = i;
		for (; j > 0 && ends[j - 1] > end; j--)
			ends[j] = ends[j - 1];
		ends[j] = end;
	}
}

void kilni_sap_sort(kiln_sap_end *ends, uint32_t count, kiln_sap_end *spare)
{
	if (count <= 48)
	{
		sort_few(ends, count);
		return;
	}
	uint32_t counts[8][256];
	memset(counts, 0, sizeof counts);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t digit = 0; digit < 8; digit++)
			counts[digit][ends[i] >> 8 * digit & 255]++;
	kiln_sap_end *from = ends, *to = spare;
	for (uint32_t digit = 0; digit < 8; digit++)
	{
		uint32_t *place = counts[digit];
		if (place[from[0] >> 8 * digit & 255] == count)
			continue;
		uint32_t sum = 0;
		for (uint32_t value = 0; value < 256; value++)
		{
			uint32_t here = place[value];
			place[value] = sum;
			sum += here;
		}
		for (uint32_t i = 0; i < count; i++)
			to[place[from[i] >> 8 * digit & 255]++] = from[i];
		kiln_sap_end *swap = from;
		from = to;
		to = swap;
	}
	if (from != ends)
		memcpy(ends, from, count * sizeof *ends);
}

uint32_t kilni_sap_find(const kiln_sap_end *ends, uint32_t count, kiln_sap_end end)
{
	uint32_t first = 0;
	while (count > 0)
	{
		uint32_t half = count / 2;
		bool after = ends[first + half] < end;
		first = after ? first + half + 1 : first;
		count = after ? count - half - 1 : half;
	}
	return first;
}

/// As kilni_sap_find, but quick if the place is near the beginning.
static uint32_t find_near_front(const kiln_sap_end *ends, uint32_t count, kiln_sap_end end)
{
	uint32_t reach = 1;
	while (reach < count && ends[reach] < end)
		reach *= 2;
	uint32_t from = reach / 2;
	uint32_t to = reach < count ? reach : count;
	return from + kilni_sap_find(ends + from, to - from, end);
}

/// As kilni_sap_find, but quick if the place is near the end.
static uint32_t find_near_back(const kiln_sap_end *ends, uint32_t count, kiln_sap_end end)
{
	uint32_t reach = 1;
	while (reach < count && ends[count - reach] > end)
		reach *= 2;
	uint32_t from = reach < count ? count - reach : 0;
	return from + kilni_sap_find(ends + from, count - from, end);
}

void kilni_sap_take_out(kiln_sap_end *ends, uint32_t count, const kiln_sap_end *batch, uint32_t batch_count)
{
	uint32_t kept = 0, from = 0;
	for (uint32_t i = 0; i < batch_count; i++)
	{
		uint32_t run = find_near_front(ends + from, count - from, batch[i]);
		memmove(ends + kept, ends + from, run * sizeof *ends);
		kept += run;
		from += run + 1;
	}
	memmove(ends + kept, ends + from, (count - from) * sizeof *ends);
}

void kilni_sap_merge_in(kiln_sap_end *ends, uint32_t count, const kiln_sap_end *batch, uint32_t batch_count)
{
	uint32_t left = count;
	for (uint32_t i = batch_count; i-- > 0;)
	{
		uint32_t place = left > 0 ? find_near_back(ends, left, batch[i]) : 0;
		memmove(ends + place + i + 1, ends + place, (left - place) * sizeof *ends);
		ends[place + i] = batch[i];
		left = place;
	}
}

void kilni_sap_batch_of(kiln_sap_end *batch, const kiln_aabb *boxes, uint32_t axis, const uint32_t *indices,
	uint32_t count, kiln_sap_end *spare)
{
	for (uint32_t i = 0; i < count; i++)
	{
		batch[2 * i] = kiln_sap_lower(&boxes[indices[i]], axis, indices[i]);
		batch[2 * i + 1] = kiln_sap_upper(&boxes[indices[i]], axis, indices[i]);
	}
	kilni_sap_sort(batch, 2 * count, spare);
}

// --- Insertion --------------------------------------------------------------------------------------------------------

static uint32_t shift_down(kiln_sap *sap, kiln_sap_end *ends, uint32_t place, uint32_t stop, kiln_sap_end end)
{
	if (kiln_sap_is_upper(end) || sap->lost)
	{
		for (; place > stop && ends[place - 1] > end; place--)
			ends[place] = ends[place - 1];
		return place;
	}
	const uint32_t index = kiln_sap_index(end);
	const kiln_aabb box = *kiln_sap_final(sap, index);
	for (; place > stop && ends[place - 1] > end; place--)
	{
		ends[place] = ends[place - 1];
		if (kiln_sap_is_upper(ends[place]))
			kiln_sap_note(sap, &box, index, kiln_sap_index(ends[place]));
	}
	return place;
}

static uint32_t shift_up(kiln_sap *sap, kiln_sap_end *ends, uint32_t place, uint32_t stop, kiln_sap_end end)
{
	if (!kiln_sap_is_upper(end) || sap->lost)
	{
		for (; place < stop && ends[place + 1] < end; place++)
			ends[place] = ends[place + 1];
		return place;
	}
	const uint32_t index = kiln_sap_index(end);
	const kiln_aabb box = *kiln_sap_final(sap, index);
	for (; place < stop && ends[place + 1] < end; place++)
	{
		ends[place] = ends[place + 1];
		if (!kiln_sap_is_upper(ends[place]))
			kiln_sap_note(sap, &box, index, kiln_sap_index(ends[place]));
	}
	return place;
}

bool kilni_sap_shift(kiln_sap *sap, kiln_sap_end *ends, uint32_t count, uint32_t place, kiln_sap_end end)
{
	const uint32_t low = place > sap->swaps ? place - (uint32_t)sap->swaps : 0;
	const uint32_t high = count - 1 - place > sap->swaps ? place + (uint32_t)sap->swaps : count - 1;
	uint32_t at = shift_down(sap, ends, place, low, end);
	if (at == place)
		at = shift_up(sap, ends, place, high, end);
	ends[at] = end;
	sap->swaps -= at < place ? place - at : at - place;
	return (at == 0 || ends[at - 1] < end) && (at == count - 1 || end < ends[at + 1]);
}

bool kilni_sap_settle(kiln_sap *sap, kiln_sap_end *ends, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
	{
		const kiln_sap_end end = ends[i];
		if (ends[i - 1] < end)
			continue;
		uint32_t at = shift_down(sap, ends, i, 0, end);
		ends[at] = end;
		if (sap->swaps < i - at)
			return false;
		sap->swaps -= i - at;
	}
	return true;
}

void kilni_sap_renew(const kiln_sap *sap, kiln_sap_end *ends, uint32_t count, uint32_t axis)
{
	for (uint32_t i = 0; i < count; i++)
	{
		const uint32_t index = kiln_sap_index(ends[i]);
		if (sap->marks[index] & KILN_SAP_MOVED)
			ends[i] = kiln_sap_end_of(&sap->next[index], axis, index, kiln_sap_is_upper(ends[i]));
	}
}

/// The leading end moves first, so that a box is never inverted.
static bool move_alone(kiln_sap *sap, kiln_sap_end *ends, uint32_t count, uint32_t axis, uint32_t index)
{
	const kiln_aabb *old = &sap->boxes[index], *next = &sap->next[index];
	const uint32_t first = kiln_sap_upper(next, axis, index) > kiln_sap_upper(old, axis, index);
	for (uint32_t i = 0; i < 2; i++)
	{
		const uint32_t upper = first ^ i;
		const kiln_sap_end end = kiln_sap_end_of(next, axis, index, upper);
		const kiln_sap_end was = kiln_sap_end_of(old, axis, index, upper);
		if (end != was && !kilni_sap_shift(sap, ends, count, kilni_sap_find(ends, count, was), end))
			return false;
	}
	return true;
}

void kilni_sap_move(kiln_sap *sap, kiln_sap_end *ends, uint32_t count, uint32_t axis,
	const kiln_broadphase_changes *changes, kiln_sap_end *spare)
{
	bool sorted = true;
	sap->swaps = (uint64_t)KILN_SAP_SWAPS * count;
	if (changes->moved_count < count / 2 / MOVING_ALONE)
	{
		for (uint32_t i = 0; i < changes->moved_count && sorted; i++)
			sorted = move_alone(sap, ends, count, axis, changes->moved[i]);
		if (!sorted)
			kilni_sap_renew(sap, ends, count, axis);
	}
	else if (changes->moved_count > 0)
	{
		kilni_sap_renew(sap, ends, count, axis);
		sorted = kilni_sap_settle(sap, ends, count);
	}
	if (!sorted)
	{
		sap->lost = true;
		kilni_sap_sort(ends, count, spare);
	}
}
