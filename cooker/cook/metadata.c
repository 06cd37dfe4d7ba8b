// SPDX-License-Identifier: MIT
#include "cook.h"
#include "import/common/import_metadata.h"
#include "import/common/import_text.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// An entry of the art, for sorting.
typedef struct art_entry
{
	kiln_format_metadata entry;
	const char *path;
} art_entry;

/// A string that an entry of the blob refers to.
typedef struct reference
{
	const char *string;
	uint32_t entry;
	bool is_value; ///< else it is the path
} reference;

/// Copies the groups of nodes and meshes.
static bool take_groups(cook_job *job, cook_metadata *metadata)
{
	const art_scene *scene = job->scene;
	metadata->materials = scene->material_count;
	metadata->nodes = cook_alloc(&job->context, scene->node_count, sizeof *metadata->nodes);
	metadata->node_count = metadata->nodes ? scene->node_count : 0;
	metadata->meshes = cook_alloc(&job->context, scene->mesh_count, sizeof *metadata->meshes);
	metadata->mesh_count = metadata->meshes ? scene->mesh_count : 0;
	for (uint32_t i = 0; i < metadata->node_count; ++i)
		metadata->nodes[i] = scene->nodes[i].metadata;
	for (uint32_t i = 0; i < metadata->mesh_count; ++i)
		metadata->meshes[i] = scene->meshes[i].metadata;
	return metadata->nodes && metadata->meshes;
}

kilncook_status cook_metadata_take(cook_job *job)
{
	art_scene *scene = job->scene;
	if (!job->options.metadata || scene->metadata_count == 0)
		return KILNCOOK_OK;
	if (!import_metadata_is_sound(scene))
	{
		cook_message(&job->context, KILNCOOK_ERROR, "", "internal", "the scene's metadata is damaged");
		return KILNCOOK_INTERNAL;
	}
	cook_metadata *metadata = job->metadata = cook_alloc_zero(&job->context, 1, sizeof *metadata);
	if (!metadata || !take_groups(job, metadata))
		return cook_no_memory(job);
	metadata->art = scene->metadata;
	metadata->art_count = scene->metadata_count;
	metadata->art_text = scene->metadata_text;
	metadata->art_text_size = scene->metadata_text_size;
	scene->metadata = NULL;
	scene->metadata_text = NULL;
	scene->metadata_count = scene->metadata_text_size = 0;
	return KILNCOOK_OK;
}

/// By owner, index and path; entries of one path in the art's order, which is the order of their offsets.
static int compare_art(const void *left, const void *right)
{
	const art_entry *a = left, *b = right;
	if (a->entry.owner != b->entry.owner)
		return a->entry.owner > b->entry.owner ? 1 : -1;
	if (a->entry.index != b->entry.index)
		return a->entry.index > b->entry.index ? 1 : -1;
	const int order = strcmp(a->path, b->path);
	return order ? order : (a->path > b->path) - (a->path < b->path);
}

static bool same_path(const art_entry *a, const art_entry *b)
{
	return a->entry.owner == b->entry.owner && a->entry.index == b->entry.index && strcmp(a->path, b->path) == 0;
}

/// Sorts the entries of the art, and keeps the first of each path.
static kilncook_status sort_art(cook_job *job, cook_metadata *metadata)
{
	const uint32_t count = metadata->art_count;
	art_entry *sorted = cook_alloc(&job->context, count, sizeof *sorted);
	uint32_t kept = 0, twice = KILN_NONE;
	if (!sorted)
		return cook_no_memory(job);
	for (uint32_t i = 0; i < count; ++i)
		sorted[i] = (art_entry){metadata->art[i], metadata->art_text + metadata->art[i].path};
	qsort(sorted, count, sizeof *sorted, compare_art);
	for (uint32_t i = 0; i < count; ++i)
	{
		const bool again = i && same_path(&sorted[i - 1], &sorted[i]);
		twice = again && twice == KILN_NONE ? i : twice;
		if (!again)
			metadata->art[kept++] = sorted[i].entry;
	}
	if (twice != KILN_NONE)
	{
		const size_t length = strlen(sorted[twice].path);
		char *path = import_text(&job->context, sorted[twice].path, length < 100 ? length : 100);
		cook_message(&job->context, KILNCOOK_WARNING, "", "metadata-lost",
			"%u values are left out, as their owner has others under the same paths; the first is at '%s'",
			count - kept, path ? path : "");
		import_text_free(&job->context, path);
	}
	cook_free(&job->context, sorted, count, sizeof *sorted);
	// The block keeps its size: art_count is the block's.
	for (uint32_t i = kept; i < count; ++i)
		metadata->art[i].owner = KILN_METADATA_OWNER_END;
	return KILNCOOK_OK;
}

/// Returns the first entry of the art at or above an owner and index.
static uint32_t lower_bound(const cook_metadata *metadata, uint32_t owner, uint64_t index)
{
	uint32_t low = 0, high = metadata->art_count;
	while (low < high)
	{
		const uint32_t middle = low + (high - low) / 2;
		const kiln_format_metadata *entry = &metadata->art[middle];
		if (entry->owner < owner || (entry->owner == owner && entry->index < index))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/// The entries so far, and what became of those of the art.
typedef struct assembly
{
	cook_job *job;
	cook_metadata *metadata;
	uint8_t *used; ///< for each entry of the art, whether the asset has its owner
	uint64_t lost; ///< that do not fit
	uint32_t own;  ///< that the art does not have
} assembly;

/// Copies the entries of the art that have an owner and index to `index` of the asset. False when out of memory.
static bool add_group(assembly *a, uint32_t owner, uint32_t from, uint32_t index)
{
	cook_metadata *metadata = a->metadata;
	const uint32_t first = lower_bound(metadata, owner, from), end = lower_bound(metadata, owner, (uint64_t)from + 1);
	const uint32_t room = KILNCOOK_METADATA_MAX - metadata->count, more = end - first < room ? end - first : room;
	a->lost += end - first - more;
	if (end == first)
		return true;
	memset(a->used + first, 1, end - first);
	if (!cook_reserve(&a->job->context, (void **)&metadata->entries, metadata->count, &metadata->capacity, more,
			sizeof *metadata->entries))
		return false;
	for (uint32_t i = 0; i < more; ++i)
	{
		metadata->entries[metadata->count] = metadata->art[first + i];
		metadata->entries[metadata->count++].index = index;
	}
	return true;
}

static bool add_parts(assembly *a, const cook_parts *parts, uint32_t first)
{
	const cook_metadata *metadata = a->metadata;
	bool good = true;
	for (uint32_t i = 0; i < parts->count && good; ++i)
		if (parts->items[i].source_mesh < metadata->mesh_count && metadata->meshes[parts->items[i].source_mesh])
			good = add_group(a, KILN_METADATA_PART, metadata->meshes[parts->items[i].source_mesh], first + i);
	return good;
}

/// Sorts the entries of one node from `first` on by their paths. Of one path, the later one stays: a mass replaces a value of the art.
static void sort_node(assembly *a, uint32_t first)
{
	cook_metadata *metadata = a->metadata;
	uint32_t end = first;
	for (uint32_t i = first; i < metadata->count; ++i)
	{
		const kiln_format_metadata entry = metadata->entries[i];
		const char *path = metadata->art_text + entry.path;
		uint32_t place = end;
		while (place > first && strcmp(metadata->art_text + metadata->entries[place - 1].path, path) > 0)
			--place;
		if (place > first && strcmp(metadata->art_text + metadata->entries[place - 1].path, path) == 0)
		{
			metadata->entries[place - 1] = entry;
			continue;
		}
		memmove(metadata->entries + place + 1, metadata->entries + place, (end - place) * sizeof entry);
		metadata->entries[place] = entry;
		++end;
	}
	metadata->count = end;
}

/// Adds the mass of the parts to the node of the first one.
static bool add_mass(assembly *a, uint32_t node, uint32_t first)
{
	const uint32_t set = a->job->placed[a->job->order[node]].set, before = a->metadata->count;
	if (a->job->sets[set].cut.mass == KILNCOOK_PARTS_MASS_NONE)
		return true;
	if (!add_group(a, KILN_METADATA_NODE, a->metadata->group_first + set, node))
		return false;
	a->own += a->metadata->count - before;
	sort_node(a, first);
	return true;
}

/// Adds the entries in the order of the blob.
static bool add_all(assembly *a)
{
	const cook_job *job = a->job;
	const cook_metadata *metadata = a->metadata;
	bool good = add_group(a, KILN_METADATA_SCENE, 0, 0);
	for (uint32_t i = 0; i < job->node_count && good; ++i)
	{
		const uint32_t node = job->placed[job->order[i]].node.source_node, first = metadata->count;
		if (node < metadata->node_count && metadata->nodes[node])
			good = add_group(a, KILN_METADATA_NODE, metadata->nodes[node], i);
		good = good && add_mass(a, i, first);
	}
	for (uint32_t i = 0; i < metadata->materials && good; ++i)
		good = add_group(a, KILN_METADATA_MATERIAL, i, i);
	return good && add_parts(a, &job->parts, 0) && add_parts(a, &job->solid_parts, job->parts.count);
}

static void report(const assembly *a)
{
	uint64_t without = 0;
	for (uint32_t i = 0; i < a->metadata->art_count; ++i)
	{
		const kiln_format_metadata *entry = &a->metadata->art[i];
		const bool own = entry->owner == KILN_METADATA_NODE && a->own && entry->index >= a->metadata->group_first;
		without += !a->used[i] && !own && entry->owner < KILN_METADATA_OWNER_END;
	}
	if (a->lost)
		cook_message(&a->job->context, KILNCOOK_WARNING, "", "metadata-lost",
			"%llu values are left out: with the instances of nodes and meshes there are more than %u",
			(unsigned long long)a->lost, KILNCOOK_METADATA_MAX);
	if (without)
		cook_message(&a->job->context, KILNCOOK_NOTE, "", "metadata-lost",
			"%llu values belong to nodes and meshes that are not in the asset", (unsigned long long)without);
}

static int compare_references(const void *left, const void *right)
{
	const reference *a = left, *b = right;
	const int order = strcmp(a->string, b->string);
	if (order || a->entry == b->entry)
		return order ? order : (int)a->is_value - (int)b->is_value;
	return a->entry > b->entry ? 1 : -1;
}

/// Stores each string once, in the order of their bytes, and sets the offsets of the entries. The text of the art has room
/// for all of them.
static void store_strings(cook_metadata *metadata, reference *references, uint32_t count)
{
	const char *before = NULL;
	size_t offset = 0;
	qsort(references, count, sizeof *references, compare_references);
	for (uint32_t i = 0; i < count; ++i)
	{
		const char *string = references[i].string;
		if (!before || strcmp(before, string) != 0)
		{
			const size_t size = strlen(string) + 1;
			offset = metadata->text_size;
			memcpy(metadata->text + offset, string, size);
			metadata->text_size += size;
			before = string;
		}
		if (references[i].is_value)
			metadata->entries[references[i].entry].value = offset;
		else
			metadata->entries[references[i].entry].path = (uint32_t)offset;
	}
}

static bool build_text(cook_job *job, cook_metadata *metadata)
{
	const size_t room = 2 * (size_t)metadata->count;
	reference *references = cook_alloc(&job->context, room, sizeof *references);
	uint32_t count = 0;
	metadata->text = cook_alloc(&job->context, metadata->art_text_size, 1);
	metadata->text_capacity = metadata->text ? metadata->art_text_size : 0;
	for (uint32_t i = 0; references && metadata->text && i < metadata->count; ++i)
	{
		const kiln_format_metadata *entry = &metadata->entries[i];
		references[count++] = (reference){metadata->art_text + entry->path, i, false};
		if (entry->type == KILN_METADATA_STRING)
			references[count++] = (reference){metadata->art_text + entry->value, i, true};
	}
	if (count > 0)
		store_strings(metadata, references, count);
	cook_free(&job->context, references, room, sizeof *references);
	return references && metadata->text;
}

kilncook_status cook_metadata_build(cook_job *job)
{
	kilncook_status status = cook_metadata_add_parts(job);
	cook_metadata *metadata = job->metadata;
	if (status != KILNCOOK_OK || !metadata)
		return status;
	status = sort_art(job, metadata);
	if (status != KILNCOOK_OK)
		return status;
	assembly a = {.job = job, .metadata = metadata};
	a.used = cook_alloc_zero(&job->context, metadata->art_count, 1);
	bool good = a.used && add_all(&a);
	if (good)
		report(&a);
	cook_free(&job->context, a.used, metadata->art_count, 1);
	if (!good || !build_text(job, metadata))
		return cook_no_memory(job);
	job->report.metadata = metadata->count - a.own;
	return KILNCOOK_OK;
}

void cook_metadata_free(cook_job *job)
{
	cook_metadata *metadata = job->metadata;
	if (!metadata)
		return;
	cook_free(&job->context, metadata->art, metadata->art_count, sizeof *metadata->art);
	cook_free(&job->context, metadata->art_text, metadata->art_text_size, 1);
	cook_free(&job->context, metadata->nodes, metadata->node_count, sizeof *metadata->nodes);
	cook_free(&job->context, metadata->meshes, metadata->mesh_count, sizeof *metadata->meshes);
	cook_free(&job->context, metadata->entries, metadata->capacity, sizeof *metadata->entries);
	cook_free(&job->context, metadata->text, metadata->text_capacity, 1);
	cook_free(&job->context, metadata, 1, sizeof *metadata);
	job->metadata = NULL;
}
