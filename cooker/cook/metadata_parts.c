// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <string.h>

/// The mass of convex parts as metadata of the node of the first part. Its values join those of the art.

#define NUMBERS 10
#define VALUES (NUMBERS + 1)

/// The paths, in the order of their bytes.
static const char *const paths[VALUES] = {"/kiln/parts/center/0", "/kiln/parts/center/1", "/kiln/parts/center/2",
	"/kiln/parts/inertia/0", "/kiln/parts/inertia/1", "/kiln/parts/inertia/2", "/kiln/parts/inertia/3",
	"/kiln/parts/inertia/4", "/kiln/parts/inertia/5", "/kiln/parts/of", "/kiln/parts/volume"};

/// Appends a string to the text of the art, which has room.
static uint32_t append_text(cook_metadata *metadata, const char *string)
{
	const uint32_t offset = metadata->art_text_size;
	const size_t size = strlen(string) + 1;
	memcpy(metadata->art_text + offset, string, size);
	metadata->art_text_size += (uint32_t)size;
	return offset;
}

/// Appends the paths, then the words for what masses are integrated over; stores where each is.
static bool append_strings(cook_job *job, uint32_t offsets[VALUES + KILNCOOK_PARTS_MASS_END])
{
	cook_metadata *metadata = job->metadata;
	uint32_t more = 0;
	for (uint32_t i = 0; i < VALUES; ++i)
		more += (uint32_t)strlen(paths[i]) + 1;
	for (kilncook_parts_mass of = 0; of < KILNCOOK_PARTS_MASS_END; ++of)
		more += (uint32_t)strlen(kilncook_parts_mass_name(of)) + 1;
	char *text =
		cook_resize(&job->context, metadata->art_text, metadata->art_text_size, metadata->art_text_size + more, 1);
	if (!text)
		return false;
	metadata->art_text = text;
	for (uint32_t i = 0; i < VALUES; ++i)
		offsets[i] = append_text(metadata, paths[i]);
	for (kilncook_parts_mass of = 0; of < KILNCOOK_PARTS_MASS_END; ++of)
		offsets[VALUES + of] = append_text(metadata, kilncook_parts_mass_name(of));
	return true;
}

/// Writes the entries of one set.
static void write_entries(const cook_set *set, uint32_t group, const uint32_t *offsets, kiln_format_metadata *entries)
{
	const kilncook_parts_counts *cut = &set->cut;
	const double numbers[NUMBERS] = {cut->center[0], cut->center[1], cut->center[2], cut->inertia[0], cut->inertia[1],
		cut->inertia[2], cut->inertia[3], cut->inertia[4], cut->inertia[5], cut->mass_volume};
	for (uint32_t i = 0, number = 0; i < VALUES; ++i)
	{
		entries[i] = (kiln_format_metadata){.owner = KILN_METADATA_NODE, .index = group, .path = offsets[i]};
		if (i == VALUES - 2)
		{
			entries[i].type = KILN_METADATA_STRING;
			entries[i].value = offsets[VALUES + cut->mass];
			continue;
		}
		// One kind of zero, so that compilers agree.
		const double value = numbers[number++] + 0.0;
		entries[i].type = KILN_METADATA_DOUBLE;
		memcpy(&entries[i].value, &value, sizeof value);
	}
}

kilncook_status cook_metadata_add_parts(cook_job *job)
{
	uint32_t offsets[VALUES + KILNCOOK_PARTS_MASS_END], sets = 0, base = 0;
	for (uint32_t i = 0; i < job->set_count; ++i)
		sets += job->sets[i].cut.mass != KILNCOOK_PARTS_MASS_NONE;
	if (sets == 0)
		return KILNCOOK_OK;
	if (!job->metadata)
		job->metadata = cook_alloc_zero(&job->context, 1, sizeof *job->metadata);
	cook_metadata *metadata = job->metadata;
	if (!metadata || !append_strings(job, offsets))
		return cook_no_memory(job);
	const uint32_t before = metadata->art_count;
	kiln_format_metadata *art =
		cook_resize(&job->context, metadata->art, before, (size_t)before + (size_t)VALUES * sets, sizeof *art);
	if (!art)
		return cook_no_memory(job);
	metadata->art = art;
	for (uint32_t i = 0; i < before; ++i)
		if (art[i].owner == KILN_METADATA_NODE && art[i].index >= base)
			base = art[i].index + 1;
	metadata->group_first = base;
	for (uint32_t i = 0; i < job->set_count; ++i)
		if (job->sets[i].cut.mass != KILNCOOK_PARTS_MASS_NONE)
		{
			write_entries(&job->sets[i], base + i, offsets, &art[metadata->art_count]);
			metadata->art_count += VALUES;
		}
	return KILNCOOK_OK;
}
