// SPDX-License-Identifier: MIT
#include "compress.h"

#include "../common/message.h"
#include "kilnpack.h"

#include <stdlib.h>
#include <string.h>
#include <zdict.h>
#include <zstd.h>

/// A dictionary has at most this many bytes, and a sixty-fourth of its group's: it is stored itself.
#define DICTIONARY_SIZE 112640
#define DICTIONARY_PART 64
/// Groups of fewer blobs, or with a smaller dictionary, have none.
#define GROUP_LEAST 8
#define DICTIONARY_LEAST 1024
/// Bytes of a blob, and of a group, that a dictionary is trained on.
#define SAMPLE_SIZE 131072
#define SAMPLES_SIZE ((size_t)64 << 20)

struct compressor
{
	ZSTD_CCtx *context;
	kilnpack_reader *older; ///< of the older pack, or NULL
	uint8_t *frame;
	size_t capacity;
	compress_group *groups;
	uint32_t group_count;
	uint32_t *group_of; ///< for each blob
	uint8_t *dictionaries[KILN_PACK_DICTIONARIES_MAX];
	ZSTD_CDict *prepared[KILN_PACK_DICTIONARIES_MAX]; ///< NULL until used
};

static size_t folder_size(const char *name)
{
	const char *slash = strchr(name, '/');
	return slash != NULL ? (size_t)(slash - name) : 0;
}

static uint32_t find_group(compressor *c, const char *name)
{
	const size_t size = folder_size(name);
	uint32_t group = 0;
	while (group < c->group_count && (c->groups[group].size != size || memcmp(c->groups[group].name, name, size) != 0))
		++group;
	// What does not fit among the groups joins the last one.
	if (group == KILN_PACK_DICTIONARIES_MAX)
		return group - 1;
	if (group == c->group_count)
		c->groups[c->group_count++] = (compress_group){.name = name, .size = size, .dictionary = KILN_NONE};
	return group;
}

static void group_blobs(compressor *c, const create_job *job)
{
	for (uint32_t i = 0; i < job->index.blob_count; ++i)
	{
		const uint32_t group = find_group(c, job->inputs.list[job->sources[i]].name);
		c->group_of[i] = group;
		c->groups[group].bytes += job->index.blobs[i].size;
		++c->groups[group].count;
	}
}

/// Copies the beginnings of a group's blobs, evenly chosen where there are too many, and sets `*count` to their number. A
/// file that grew since its size was read may no longer fit into the `room` bytes.
static int take_samples(const compressor *c, const create_job *job, uint32_t group, uint8_t *samples, size_t room,
	size_t *sizes, unsigned *count)
{
	const uint64_t step = c->groups[group].bytes / SAMPLES_SIZE + 1;
	size_t used = 0;
	uint64_t seen = 0;
	*count = 0;
	for (uint32_t i = 0; i < job->index.blob_count; ++i)
	{
		if (c->group_of[i] != group || seen++ % step != 0)
			continue;
		blob_file file;
		const int code = blob_map(create_path(job, i), false, &file);
		if (code != TOOL_DONE)
			return code;
		const size_t size = file.size < SAMPLE_SIZE ? file.size : SAMPLE_SIZE;
		if (size <= room - used)
		{
			memcpy(samples + used, file.data, size);
			sizes[(*count)++] = size;
			used += size;
		}
		blob_unmap(&file);
	}
	return TOOL_DONE;
}

static void enter_dictionary(compressor *c, create_job *job, uint32_t group, uint8_t *bytes, size_t size)
{
	pack_index *index = &job->index;
	kiln_format_pack_dictionary *place = &index->dictionaries[index->dictionary_count];
	place->size = size;
	pack_hash(bytes, size, place->content_hash);
	c->groups[group].dictionary = index->dictionary_count;
	c->dictionaries[index->dictionary_count++] = bytes;
}

/// Takes the dictionary that an older pack has for the same folder. False where the older pack has none.
static bool take_older(compressor *c, create_job *job, uint32_t group)
{
	const compress_group *g = &c->groups[group];
	kiln_pack_item item;
	for (uint32_t i = 0; kiln_pack_at(&job->like, i, &item); ++i)
	{
		if (item.dictionary == KILN_NONE || folder_size(item.name) != g->size ||
			memcmp(item.name, g->name, g->size) != 0)
			continue;
		const kiln_format_pack_dictionary *place = &job->like.dictionaries[item.dictionary];
		uint8_t *bytes = malloc((size_t)place->size);
		if (bytes == NULL)
			return false;
		memcpy(bytes, job->like.data + place->offset, (size_t)place->size);
		enter_dictionary(c, job, group, bytes, (size_t)place->size);
		return true;
	}
	return false;
}

static int train(compressor *c, create_job *job, uint32_t group)
{
	const uint64_t part = c->groups[group].bytes / DICTIONARY_PART;
	const size_t wanted = part < DICTIONARY_SIZE ? (size_t)part : DICTIONARY_SIZE;
	if (c->groups[group].count < GROUP_LEAST || wanted < DICTIONARY_LEAST)
		return TOOL_DONE;
	const size_t room = c->groups[group].bytes < SAMPLES_SIZE ? (size_t)c->groups[group].bytes : SAMPLES_SIZE;
	uint8_t *samples = malloc(room), *dictionary = malloc(wanted);
	size_t *sizes = malloc(c->groups[group].count * sizeof *sizes);
	unsigned count = 0;
	int code =
		samples != NULL && dictionary != NULL && sizes != NULL ? TOOL_DONE : pack_no_memory(job->options->output);
	if (code == TOOL_DONE)
		code = take_samples(c, job, group, samples, room, sizes, &count);
	if (code == TOOL_DONE)
	{
		const size_t size = ZDICT_trainFromBuffer(dictionary, wanted, samples, sizes, count);
		// Samples that have nothing in common give no dictionary.
		if (!ZDICT_isError(size))
		{
			enter_dictionary(c, job, group, dictionary, size);
			dictionary = NULL;
		}
	}
	free(samples);
	free(dictionary);
	free(sizes);
	return code;
}

int compress_begin(compressor **made, create_job *job)
{
	compressor *c = calloc(1, sizeof *c);
	*made = c;
	if (c == NULL)
		return pack_no_memory(job->options->output);
	c->context = ZSTD_createCCtx();
	c->groups = calloc(KILN_PACK_DICTIONARIES_MAX, sizeof *c->groups);
	c->group_of = calloc(job->index.blob_count + (size_t)1, sizeof *c->group_of);
	job->index.dictionaries = calloc(KILN_PACK_DICTIONARIES_MAX, sizeof *job->index.dictionaries);
	if (c->context == NULL || c->groups == NULL || c->group_of == NULL || job->index.dictionaries == NULL)
		return pack_no_memory(job->options->output);
	group_blobs(c, job);
	int code = TOOL_DONE;
	for (uint32_t i = 0; i < c->group_count && code == TOOL_DONE; ++i)
		if (!take_older(c, job, i))
			code = train(c, job, i);
	for (uint32_t i = 0; i < job->index.blob_count; ++i)
		job->index.blobs[i].dictionary = c->groups[c->group_of[i]].dictionary;
	return code;
}

const void *compress_dictionary(const compressor *c, uint32_t index)
{
	return c->dictionaries[index];
}

static bool make_room(compressor *c, size_t size)
{
	if (size > c->capacity)
	{
		free(c->frame);
		c->frame = malloc(size);
		c->capacity = c->frame != NULL ? size : 0;
	}
	return c->frame != NULL;
}

/// Whether the older pack's frame is sound.
static bool older_reads(compressor *c, const create_job *job, const char *name)
{
	if (c->older == NULL && kilnpack_reader_create(&c->older, &job->like) != KILN_OK)
		return false;
	return kilnpack_read(c->older, kiln_pack_find(&job->like, name), c->frame, c->capacity).status == KILN_OK;
}

/// Returns the frame of an older pack that has the same name, bytes and dictionary: then a patch from that pack is small.
static const void *older_frame(compressor *c, const create_job *job, uint32_t blob, size_t *size)
{
	const kiln_format_pack_blob *place = &job->index.blobs[blob];
	kiln_pack_item item;
	const char *name = job->inputs.list[job->sources[blob]].name;
	if (job->like.codec != KILN_PACK_ZSTD || !kiln_pack_at(&job->like, kiln_pack_find(&job->like, name), &item))
		return NULL;
	const kiln_format_pack_blob *older = &job->like.blobs[item.blob];
	if (older->size != place->size ||
		memcmp(older->content_hash, place->content_hash, sizeof place->content_hash) != 0 ||
		(older->dictionary == KILN_NONE) != (place->dictionary == KILN_NONE))
		return NULL;
	if (older->dictionary != KILN_NONE && memcmp(job->like.dictionaries[older->dictionary].content_hash,
											  job->index.dictionaries[place->dictionary].content_hash, 16) != 0)
		return NULL;
	*size = (size_t)item.stored_size;
	return make_room(c, (size_t)item.size) && older_reads(c, job, name) ? item.data : NULL;
}

const void *compress_blob(compressor *c, const create_job *job, uint32_t blob, const blob_file *file, size_t *size)
{
	const void *older = older_frame(c, job, blob, size);
	if (older != NULL)
		return older;
	const size_t most = ZSTD_compressBound(file->size);
	const uint32_t dictionary = job->index.blobs[blob].dictionary;
	const int level = (int)job->options->level;
	if (!make_room(c, most))
		return NULL;
	if (dictionary != KILN_NONE && c->prepared[dictionary] == NULL)
		c->prepared[dictionary] =
			ZSTD_createCDict(c->dictionaries[dictionary], (size_t)job->index.dictionaries[dictionary].size, level);
	if (dictionary != KILN_NONE && c->prepared[dictionary] == NULL)
		return NULL;
	*size = dictionary != KILN_NONE
				? ZSTD_compress_usingCDict(
					  c->context, c->frame, c->capacity, file->data, file->size, c->prepared[dictionary])
				: ZSTD_compressCCtx(c->context, c->frame, c->capacity, file->data, file->size, level);
	return ZSTD_isError(*size) ? NULL : c->frame;
}

void compress_end(compressor *c)
{
	if (c == NULL)
		return;
	for (size_t i = 0; i < KILN_PACK_DICTIONARIES_MAX; ++i)
	{
		ZSTD_freeCDict(c->prepared[i]);
		free(c->dictionaries[i]);
	}
	kilnpack_reader_destroy(c->older);
	ZSTD_freeCCtx(c->context);
	free(c->frame);
	free(c->groups);
	free(c->group_of);
	free(c);
}
