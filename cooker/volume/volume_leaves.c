// SPDX-License-Identifier: MIT
#include "volume_tree.h"

#include "memory.h"
#include "tree/pack.h"

#include <string.h>

/// Counts the vertices of all records.
static uint64_t count_points(const uint8_t *records, uint32_t units)
{
	uint64_t points = 0;
	for (uint64_t at = 0; at < units;)
	{
		kiln_format_leaf head;
		memcpy(&head, records + at * KILN_LEAF_UNIT, sizeof head);
		points += head.vertex_count;
		at += kiln_format_leaf_units(&head);
	}
	return points;
}

/// Copies a record's vertices to `points` and measures them.
static build_box copy_points(const uint8_t *record, const kiln_format_leaf *head, float (*points)[3])
{
	build_box box;
	for (uint32_t i = 0; i < head->vertex_count; ++i)
		packed_leaf_vertex(record, i, points[i]);
	for (uint32_t axis = 0; axis < 3; ++axis)
		for (uint32_t i = 0; i < head->vertex_count; ++i)
		{
			const float at = points[i][axis];
			box.min[axis] = i == 0 || at < box.min[axis] ? at : box.min[axis];
			box.max[axis] = i == 0 || at > box.max[axis] ? at : box.max[axis];
		}
	return box;
}

/// Allocates the arrays of `count` leaves with `points` points together.
static bool allocate(const kilncook_context *context, uint32_t count, uint64_t points, volume_leaf_store *s)
{
	*s = (volume_leaf_store){.leaves.count = count, .point_count = points};
	s->items = cook_alloc(context, count, sizeof *s->items);
	s->boxes = cook_alloc(context, count, sizeof *s->boxes);
	s->points = cook_alloc(context, (size_t)points, sizeof *s->points);
	s->point_first = cook_alloc(context, (size_t)count + 1, sizeof *s->point_first);
	s->leaves.items = s->items;
	s->leaves.boxes = s->boxes;
	s->leaves.points = (const float(*)[3])s->points;
	s->leaves.point_first = s->point_first;
	if (s->items && s->boxes && s->points && s->point_first)
		return true;
	volume_leaf_store_free(context, s);
	return false;
}

kilncook_status volume_leaves_of_records(
	const kilncook_context *context, const uint8_t *records, uint32_t units, uint32_t count, volume_leaf_store *store)
{
	volume_leaf_store s;
	if (!allocate(context, count, count_points(records, units), &s))
		return KILNCOOK_INTERNAL;
	uint64_t points = 0, unit = 0;
	for (uint32_t i = 0; i < count && unit < units; ++i)
	{
		kiln_format_leaf head;
		const uint8_t *record = records + unit * KILN_LEAF_UNIT;
		memcpy(&head, record, sizeof head);
		s.items[i] = (uint32_t)unit;
		s.point_first[i] = points;
		s.boxes[i] = copy_points(record, &head, s.points + points);
		points += head.vertex_count;
		unit += kiln_format_leaf_units(&head);
	}
	s.point_first[count] = points;
	*store = s;
	return KILNCOOK_OK;
}

/// The number of the leaf that is leaf `i` of a sample: runs of leaves at equal distances.
static uint32_t sampled(const volume_leaves *leaves, uint32_t i)
{
	const uint64_t runs = VOLUME_LEAF_SAMPLE / VOLUME_LEAF_RUN, room = leaves->count - VOLUME_LEAF_RUN;
	return (uint32_t)(i / VOLUME_LEAF_RUN * room / (runs - 1)) + i % VOLUME_LEAF_RUN;
}

kilncook_status volume_leaves_sample(
	const kilncook_context *context, const volume_leaves *leaves, volume_leaf_store *store)
{
	uint64_t points = 0;
	for (uint32_t i = 0; i < VOLUME_LEAF_SAMPLE; ++i)
	{
		uint32_t leaf = sampled(leaves, i);
		points += leaves->point_first[leaf + 1] - leaves->point_first[leaf];
	}
	volume_leaf_store s;
	if (!allocate(context, VOLUME_LEAF_SAMPLE, points, &s))
		return KILNCOOK_INTERNAL;
	points = 0;
	for (uint32_t i = 0; i < VOLUME_LEAF_SAMPLE; ++i)
	{
		uint32_t leaf = sampled(leaves, i);
		uint64_t first = leaves->point_first[leaf], count = leaves->point_first[leaf + 1] - first;
		s.items[i] = leaves->items[leaf];
		s.boxes[i] = leaves->boxes[leaf];
		s.point_first[i] = points;
		memcpy(s.points + points, leaves->points + first, (size_t)count * sizeof *s.points);
		points += count;
	}
	s.point_first[VOLUME_LEAF_SAMPLE] = points;
	*store = s;
	return KILNCOOK_OK;
}

void volume_leaf_store_free(const kilncook_context *context, volume_leaf_store *store)
{
	uint32_t count = store->leaves.count;
	cook_free(context, store->items, count, sizeof *store->items);
	cook_free(context, store->boxes, count, sizeof *store->boxes);
	cook_free(context, store->points, (size_t)store->point_count, sizeof *store->points);
	cook_free(context, store->point_first, (size_t)count + 1, sizeof *store->point_first);
	*store = (volume_leaf_store){0};
}
