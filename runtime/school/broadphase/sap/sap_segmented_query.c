// SPDX-License-Identifier: MIT
#include "sap_reach.h"
#include "sap_segmented.h"

/// Offers the query a box of a list. Returns false to end the query.
typedef bool sap_offer(const kiln_broadphase *broadphase, uint32_t index, void *query);

typedef struct sap_box_query
{
	const kiln_aabb *box;
	kiln_found_proxy *found;
	void *user;
} sap_box_query;

static bool offer_box(const kiln_broadphase *broadphase, uint32_t index, void *query)
{
	const sap_box_query *queried = query;
	return !kiln_boxes_overlap(queried->box, &broadphase->boxes[index]) || queried->found(queried->user, index);
}

typedef struct sap_sweep_query
{
	kiln_box_sweep *sweep;
	kiln_found_hit *found;
	void *user;
} sap_sweep_query;

static bool offer_sweep(const kiln_broadphase *broadphase, uint32_t index, void *query)
{
	const sap_sweep_query *queried = query;
	double t = 0;
	return !kilni_sweep_meets(queried->sweep, &broadphase->boxes[index], &t) ||
		   queried->found(queried->user, queried->sweep, index, t);
}

/// Offers all wide boxes.
static bool offer_wide(const kiln_broadphase *broadphase, sap_offer *offer, void *query)
{
	const kiln_sap_segmented *segmented = broadphase->state;
	const kiln_sap_continued *continued = &segmented->continued;
	for (uint32_t i = 0; i < continued->wide_count; i++)
		if (!offer(broadphase, continued->wide[i], query))
			return false;
	return true;
}

static bool offer_open(const kiln_broadphase *broadphase, uint32_t order, sap_offer *offer, void *query)
{
	const kiln_sap_segmented *segmented = broadphase->state;
	const kiln_sap_continued *continued = &segmented->continued;
	const uint32_t chunk = segmented->lists[continued->axis].order[order];
	uint32_t left = continued->counts[chunk];
	for (uint32_t block = continued->first[chunk]; left > 0; block = continued->blocks[block].next)
	{
		const uint32_t here = left < KILN_SAP_BLOCK ? left : KILN_SAP_BLOCK;
		for (uint32_t i = 0; i < here; i++)
			if (!offer(broadphase, continued->blocks[block].items[i], query))
				return false;
		left -= here;
	}
	return true;
}

void kilni_sap_segmented_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_sap_segmented *segmented = broadphase->state;
	const kiln_sap_continued *continued = &segmented->continued;
	const kiln_sap_chunks *list = &segmented->lists[continued->axis];
	if (list->count == 0)
		return;
	sap_box_query query = {.box = box, .found = found, .user = user};
	const kiln_sap_end last = kiln_sap_upper(box, continued->axis, 0);
	uint32_t order = kilni_sap_chunks_find(list, kiln_sap_lower(box, continued->axis, 0));
	if (!offer_wide(broadphase, offer_box, &query) ||
		(order > 0 && !offer_open(broadphase, order - 1, offer_box, &query)))
		return;
	for (; order < list->count && list->heads[order] < last; order++)
	{
		const kiln_sap_end *ends = kiln_sap_chunk(list, order);
		const uint32_t count = kiln_sap_chunk_count(list, order);
		for (uint32_t i = 0; i < count && ends[i] < last; i++)
		{
			const uint32_t index = kiln_sap_index(ends[i]);
			if (!kiln_sap_is_upper(ends[i]) && kiln_boxes_overlap(box, &broadphase->boxes[index]) &&
				continued->place[index] == 0 && !found(user, index))
				return;
		}
	}
}

/// Visits the ends of a chunk, upper ones backward or lower ones forward. A hit may shorten the sweep and its stretch.
/// Returns false if no more are wanted.
static bool search_chunk(
	const kiln_broadphase *broadphase, uint32_t order, bool back, kiln_sap_stretch *stretch, sap_sweep_query *query)
{
	const kiln_sap_segmented *segmented = broadphase->state;
	const kiln_sap_continued *continued = &segmented->continued;
	const kiln_sap_chunks *list = &segmented->lists[continued->axis];
	const kiln_sap_end *ends = kiln_sap_chunk(list, order);
	const uint32_t count = kiln_sap_chunk_count(list, order);
	for (uint32_t i = 0; i < count; i++)
	{
		const kiln_sap_end end = ends[back ? count - 1 - i : i];
		const uint32_t key = (uint32_t)(end >> 32), index = kiln_sap_index(end);
		if (back ? key < stretch->first : key > stretch->last)
			return false;
		if (kiln_sap_is_upper(end) != back || continued->place[index] > 0)
			continue;
		const double before = query->sweep->t_max;
		if (!offer_sweep(broadphase, index, query))
			return false;
		if (query->sweep->t_max < before)
			*stretch = kilni_sap_stretch_of_sweep(NULL, query->sweep, continued->axis);
	}
	return true;
}

void kilni_sap_segmented_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_sap_segmented *segmented = broadphase->state;
	const uint32_t axis = segmented->continued.axis;
	const kiln_sap_chunks *list = &segmented->lists[axis];
	if (list->count == 0)
		return;
	sap_sweep_query query = {.sweep = sweep, .found = found, .user = user};
	kiln_sap_stretch stretch = kilni_sap_stretch_of_sweep(NULL, sweep, axis);
	const bool back = sweep->way[axis] < 0;
	// The start of the sweep: backward from the chunk of its last key, or forward from that of its first key.
	const uint32_t start =
		kilni_sap_chunks_find(list, back ? (uint64_t)stretch.last << 32 | UINT32_MAX : (uint64_t)stretch.first << 32);
	if (!offer_wide(broadphase, offer_sweep, &query) ||
		((back || start > 0) && !offer_open(broadphase, back ? start : start - 1, offer_sweep, &query)))
		return;
	stretch = kilni_sap_stretch_of_sweep(NULL, sweep, axis);
	for (uint32_t i = 0; i < (back ? start + 1 : list->count - start); i++)
		if (!search_chunk(broadphase, back ? start - i : start + i, back, &stretch, &query))
			return;
}
