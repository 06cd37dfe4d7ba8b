// SPDX-License-Identifier: MIT
#include "memory.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/// Most nodes of one name that are searched; with more, the partner is unknown.
#define SAME_MAX 4096

/// Hashes a name without regard to case; `parent` is KILN_NONE if it does not matter.
static uint64_t hash_name(const char *name, size_t size, uint32_t parent)
{
	char lower[MATCH_NAME_MAX];
	for (size_t i = 0; i < size && i < sizeof lower; ++i)
		lower[i] = match_lower(name[i]);
	return XXH3_64bits_withSeed(lower, size < sizeof lower ? size : sizeof lower, parent);
}

static int compare_entries(const void *left, const void *right)
{
	const name_entry *a = left, *b = right;
	if (a->hash != b->hash)
		return a->hash > b->hash ? 1 : -1;
	if (a->number != b->number)
		return a->number > b->number ? 1 : -1;
	return (a->node > b->node) - (a->node < b->node);
}

static bool has_shape(const art_node *node)
{
	return node->mesh_count || node->primitive;
}

/// Makes room for two entries per counted node.
static kilncook_status reserve(
	const kilncook_context *context, const art_scene *scene, const uint32_t *by_name, name_index *index)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < scene->node_count; ++i)
		count += has_shape(&scene->nodes[i]) && !by_name[i];
	*index = (name_index){.capacity = 2 * count};
	index->entries = cook_alloc(context, index->capacity, sizeof *index->entries);
	if (index->entries)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "out of memory");
	return KILNCOOK_INTERNAL;
}

kilncook_status names_index(
	const kilncook_context *context, const art_scene *scene, const uint32_t *by_name, name_index *index)
{
	kilncook_status status = reserve(context, scene, by_name, index);
	for (uint32_t i = 0; i < scene->node_count && status == KILNCOOK_OK; ++i)
	{
		const char *name = match_plain(scene->nodes[i].name);
		size_t size = strlen(name), stem;
		if (!has_shape(&scene->nodes[i]) || by_name[i] || size > MATCH_NAME_MAX)
			continue;
		index->entries[index->count++] = (name_entry){hash_name(name, size, KILN_NONE), i, KILN_NONE};
		uint32_t number = match_lod(name, &stem);
		if (number != KILN_NONE)
			index->entries[index->count++] = (name_entry){hash_name(name, stem, KILN_NONE), i, number};
	}
	if (index->count)
		qsort(index->entries, index->count, sizeof *index->entries, compare_entries);
	return status;
}

/// Returns whether an entry has the name, not only its hash.
static bool is_called(const art_scene *scene, const name_entry *entry, const char *name, size_t size)
{
	const char *own = match_plain(scene->nodes[entry->node].name);
	for (size_t i = 0; i < size; ++i)
		if (match_lower(own[i]) != match_lower(name[i]))
			return false;
	size_t stem = size;
	return entry->number == KILN_NONE ? own[size] == 0 : match_lod(own, &stem) != KILN_NONE && stem == size;
}

typedef enum nearness
{
	NEAR_PARENT,
	NEAR_SIBLING,
	NEAR_ANY,
} nearness;

static bool is_near(const art_scene *scene, uint32_t node, uint32_t other, nearness how)
{
	if (how == NEAR_PARENT)
		return scene->nodes[node].parent == other;
	return how == NEAR_ANY || scene->nodes[node].parent == scene->nodes[other].parent;
}

uint32_t names_partners(
	const name_index *index, const art_scene *scene, uint32_t node, const char *name, size_t size, uint32_t *by_name)
{
	uint64_t hash = hash_name(name, size, KILN_NONE);
	uint32_t low = 0, high = index->count;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (index->entries[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	for (nearness how = NEAR_PARENT; how <= NEAR_ANY; ++how)
	{
		uint32_t count = 0;
		const name_entry *first = NULL, *e = index->entries + low, *end = index->entries + index->count;
		for (; e < end && e->hash == hash; ++e)
		{
			if ((size_t)(e - index->entries) - low >= SAME_MAX)
				return KILN_NONE;
			if (!is_near(scene, node, e->node, how) || !is_called(scene, e, name, size))
				continue;
			// Entries of one number are adjacent, so equal names are neighbours.
			if (first && first->number == e->number)
				return KILN_NONE;
			first = e;
			++count;
		}
		if (count == 0)
			continue;
		for (e = index->entries + low; by_name && e < end && e->hash == hash; ++e)
			if (is_near(scene, node, e->node, how) && is_called(scene, e, name, size))
				by_name[e->node] = PLAN_BY(PLAN_PARTNER, node);
		return count;
	}
	return 0;
}

/// Returns the number to be used, from entries sorted by number.
static uint32_t choose_level(const name_entry *entries, uint32_t count, uint32_t lod)
{
	if (lod == KILNCOOK_LOD_LAST)
		return entries[count - 1].number;
	for (uint32_t i = 0; i < count; ++i)
		if (entries[i].number >= lod)
			return entries[i].number;
	return entries[count - 1].number;
}

/// Decides about one group.
static void decide_group(const kilncook_context *context, const art_scene *scene, const name_entry *entries,
	uint32_t count, uint32_t lod, uint32_t *by_name)
{
	uint32_t number = choose_level(entries, count, lod), kept = 0;
	if (entries[0].number == entries[count - 1].number)
	{
		if (number > 0)
			cook_message(context, KILNCOOK_WARNING, scene->nodes[entries[0].node].name, "name-unmatched",
				"the name has a level of detail, but there is no other level beside: it is cooked");
		return;
	}
	while (entries[kept].number != number)
		++kept;
	for (uint32_t i = 0; i < count; ++i)
		if (entries[i].number != number)
			by_name[entries[i].node] = PLAN_BY(PLAN_LOD, entries[kept].node);
}

kilncook_status names_levels(const kilncook_context *context, const art_scene *scene, uint32_t lod, uint32_t *by_name)
{
	name_index levels;
	kilncook_status status = reserve(context, scene, by_name, &levels);
	for (uint32_t i = 0; i < scene->node_count && status == KILNCOOK_OK; ++i)
	{
		const char *name = match_plain(scene->nodes[i].name);
		size_t stem;
		uint32_t number = !has_shape(&scene->nodes[i]) || by_name[i] || strlen(name) > MATCH_NAME_MAX
							  ? KILN_NONE
							  : match_lod(name, &stem);
		if (number != KILN_NONE)
			levels.entries[levels.count++] = (name_entry){hash_name(name, stem, scene->nodes[i].parent), i, number};
	}
	if (levels.count)
		qsort(levels.entries, levels.count, sizeof *levels.entries, compare_entries);
	for (uint32_t i = 0, end = 0; i < levels.count; i = end)
	{
		for (end = i; end < levels.count && levels.entries[end].hash == levels.entries[i].hash;)
			++end;
		decide_group(context, scene, levels.entries + i, end - i, lod, by_name);
	}
	if (levels.count == 0 && lod != 0 && status == KILNCOOK_OK)
		cook_message(context, KILNCOOK_WARNING, "", "option-unused",
			"lod has no effect: no node's name ends in _LOD and a number");
	cook_free(context, levels.entries, levels.capacity, sizeof *levels.entries);
	return status;
}
