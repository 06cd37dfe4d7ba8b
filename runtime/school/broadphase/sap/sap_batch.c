// SPDX-License-Identifier: MIT
#include "sap_arrays.h"

/// Sweep and prune with batches (Tracy, Buss and Woods 2009): sorted arrays as in sap_array.c, in which boxes that are
/// added, removed or move far are handled in batches. In one ordered pass per axis, added ends are sorted and merged
/// in, and removed ends are taken out. An end that passes more than 1024 others is removed and added again, and the
/// pairs of its box are found by a search instead of by swaps. The swaps of the other ends are estimated in advance:
/// beyond 16 per end, sorting by digits (radix) and a sweep over all boxes cost less.
///
/// Update: n plus the swaps if these are few; if they are many, n, plus n d / c (see sap_prune.h) for the pairs: no
/// motion costs more. All pairs and queries as in sap_array.c. 190 bytes a proxy. Weak at single boxes that are added
/// and removed among millions, and at queries in crowds.

#define FAR 1024u
#define WORTH_SWAPS 16u
/// The swaps of one end in this many are estimated.
#define SAMPLED 8u
/// If at most one box in this many moves, each end is looked up; else one pass visits all ends.
#define MOVING_ALONE 32u

/// Ends of an axis that are removed and added again: sorted old and new values.
typedef struct sap_far
{
	kiln_sap_end *old, *new;
	uint32_t count;
	uint64_t swaps; ///< estimated number of swaps
} sap_far;

/// Moves the ends of a few boxes, each to its place if the place is near.
static bool move_few(
	kiln_sap_arrays *arrays, uint32_t axis, uint32_t count, const kiln_broadphase_changes *changes, sap_far *far)
{
	kiln_sap *sap = &arrays->sap;
	kiln_sap_end *ends = arrays->ends[axis];
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		const uint32_t index = changes->moved[i];
		const uint32_t first =
			kiln_sap_upper(&sap->next[index], axis, index) > kiln_sap_upper(&sap->boxes[index], axis, index);
		for (uint32_t j = 0; j < 2; j++)
		{
			const kiln_sap_end old = kiln_sap_end_of(&sap->boxes[index], axis, index, first ^ j);
			const kiln_sap_end new = kiln_sap_end_of(&sap->next[index], axis, index, first ^ j);
			if (old == new)
				continue;
			const uint32_t place = kilni_sap_find(ends, count, old);
			const uint32_t from = place > FAR ? place - FAR : 0, to = count - 1 - place > FAR ? place + FAR : count - 1;
			if (new < ends[from] || ends[to] < new)
			{
				kilni_sap_set_apart(sap, index);
				far->old[far->count] = old;
				far->new[far->count++] = new;
			}
			else if (!kilni_sap_shift(sap, ends, count, place, new))
			{
				return false;
			}
		}
	}
	return true;
}

/// About how many others an end passes that stands at `place` and becomes `new`; FAR at most.
static inline uint32_t steps_of(const kiln_sap_end *ends, uint32_t count, uint32_t place, kiln_sap_end new)
{
	uint32_t reach = 1;
	if (new < ends[place])
		while (reach < FAR && reach <= place && new < ends[place - reach])
			reach *= 2;
	else
		while (reach < FAR && reach < count - place && ends[place + reach] < new)
			reach *= 2;
	// The estimate: between half and all of the ends in reach.
	return reach > 1 ? reach * 3 / 4 : 0;
}

static inline bool goes_far(const kiln_sap_end *ends, uint32_t count, uint32_t place, kiln_sap_end new)
{
	return (place >= FAR && new < ends[place - FAR]) || (count - place > FAR && ends[place + FAR] < new);
}

/// Gives all ends their new values and removes those that move far. Returns how many stay.
static uint32_t renew_many(kiln_sap_arrays *arrays, uint32_t axis, uint32_t count, sap_far *far)
{
	kiln_sap *sap = &arrays->sap;
	kiln_sap_end *ends = arrays->ends[axis];
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; i++)
	{
		const uint32_t index = kiln_sap_index(ends[i]);
		if (!(sap->marks[index] & KILN_SAP_MOVED))
		{
			ends[kept++] = ends[i];
			continue;
		}
		const kiln_sap_end end = kiln_sap_end_of(&sap->next[index], axis, index, kiln_sap_is_upper(ends[i]));
		if (goes_far(ends, count, i, end))
		{
			kilni_sap_set_apart(sap, index);
			far->new[far->count++] = end;
			continue;
		}
		// Each swap is counted by both of its ends.
		if (i % SAMPLED == 0)
			far->swaps += SAMPLED * steps_of(ends, count, i, end) / 2;
		ends[kept++] = end;
	}
	return kept;
}

static void move(kiln_sap_arrays *arrays, uint32_t axis, uint32_t count, const kiln_broadphase_changes *changes)
{
	kiln_sap *sap = &arrays->sap;
	kiln_sap_end *ends = arrays->ends[axis];
	sap_far far = {.old = arrays->batch, .new = arrays->other};
	const uint64_t worth = (uint64_t)WORTH_SWAPS * count;
	// A pass that was begun is not given up for a few more swaps.
	sap->swaps = 2 * worth;
	uint32_t kept = count;
	bool sorted = true;
	if (changes->moved_count < count / 2 / MOVING_ALONE)
	{
		sorted = move_few(arrays, axis, count, changes, &far);
		if (sorted)
		{
			kilni_sap_sort(far.old, far.count, arrays->spare);
			kilni_sap_take_out(ends, count, far.old, far.count);
			kept = count - far.count;
		}
		else
		{
			kilni_sap_renew(sap, ends, count, axis);
			far.count = 0;
		}
	}
	else if (changes->moved_count > 0)
	{
		kept = renew_many(arrays, axis, count, &far);
		sorted = far.swaps <= worth && far.count <= count / 8 && kilni_sap_settle(sap, ends, kept);
	}
	if (!sorted)
	{
		sap->lost = true;
		kilni_sap_sort(ends, kept, arrays->spare);
	}
	kilni_sap_sort(far.new, far.count, arrays->spare);
	kilni_sap_merge_in(ends, kept, far.new, far.count);
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kilni_sap_arrays_apply(broadphase, changes, move);
}

const kiln_broadphase_method kiln_broadphase_sap_batch = {
	.name = "sap-batch",
	.size = kilni_sap_arrays_size,
	.begin = kilni_sap_arrays_begin,
	.apply = apply,
	.fresh = kilni_sap_fresh,
	.all = kilni_sap_all,
	.box = kilni_sap_arrays_box,
	.sweep = kilni_sap_arrays_sweep,
};
