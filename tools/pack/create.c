// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "inputs.h"
#include "pack.h"
#include "pack/index.h"
#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// A pack in the making.
typedef struct create_job
{
	const pack_options *options;
	pack_inputs inputs;
	pack_index index;
	uint32_t *sources; ///< for each blob: its first input
	uint32_t *table;   ///< blobs by their hash, open addressing; KILN_NONE is empty
	uint32_t slots;	   ///< a power of two
} create_job;

static bool make_room(create_job *job)
{
	const size_t count = (size_t)job->inputs.count + 1;
	job->slots = 16;
	while (job->slots < 2 * count)
		job->slots *= 2;
	job->index.names = calloc(count, sizeof *job->index.names);
	job->index.blobs = calloc(count, sizeof *job->index.blobs);
	job->sources = calloc(count, sizeof *job->sources);
	job->table = malloc(job->slots * sizeof *job->table);
	if (job->table != NULL)
		memset(job->table, 0xff, job->slots * sizeof *job->table);
	return job->index.names != NULL && job->index.blobs != NULL && job->sources != NULL && job->table != NULL;
}

/// Returns the slot of the table with a blob of these bytes, or the empty slot for it. Blobs of one hash are compared byte
/// by byte.
static uint32_t find_slot(const create_job *job, const kiln_asset *asset, const uint8_t hash[16])
{
	uint32_t slot;
	memcpy(&slot, hash, sizeof slot);
	for (slot &= job->slots - 1; job->table[slot] != KILN_NONE; slot = (slot + 1) & (job->slots - 1))
	{
		const uint32_t blob = job->table[slot];
		if (memcmp(job->index.blobs[blob].content_hash, hash, 16) == 0 &&
			platform_file_holds(job->inputs.list[job->sources[blob]].path, asset->data, (size_t)asset->size))
			break;
	}
	return slot;
}

/// Proves an input and gives it a blob: a new one, or one with the same bytes.
static int take_input(create_job *job, uint32_t input)
{
	const pack_input *given = &job->inputs.list[input];
	kiln_asset asset;
	const kiln_result result = kiln_map(&asset, given->path, NULL);
	if (result.status != KILN_OK)
		return pack_refused(given->path, result);
	uint8_t hash[16];
	pack_hash(asset.data, (size_t)asset.size, hash);
	const uint32_t slot = find_slot(job, &asset, hash);
	if (job->table[slot] == KILN_NONE)
	{
		const uint32_t blob = job->index.blob_count++;
		job->table[slot] = blob;
		job->sources[blob] = input;
		job->index.blobs[blob] =
			(kiln_format_pack_blob){.stored = asset.size, .size = asset.size, .dictionary = KILN_NONE};
		memcpy(job->index.blobs[blob].content_hash, hash, sizeof hash);
	}
	job->index.names[job->index.name_count++] = (pack_name){.name = given->name, .blob = job->table[slot]};
	kiln_unmap(&asset);
	return TOOL_DONE;
}

static int by_folded_name(const void *left, const void *right)
{
	const pack_name *a = left, *b = right;
	const int order = pack_name_fold(a->name, b->name);
	return order != 0 ? order : strcmp(a->name, b->name);
}

/// Names that differ in the case of letters only could not be extracted everywhere.
static int sort_names(create_job *job)
{
	pack_index *index = &job->index;
	const char *first = NULL, *second = NULL;
	qsort(index->names, index->name_count, sizeof *index->names, by_folded_name);
	for (uint32_t i = 1; i < index->name_count && first == NULL; ++i)
		if (pack_name_fold(index->names[i - 1].name, index->names[i].name) == 0)
		{
			first = index->names[i - 1].name;
			second = index->names[i].name;
		}
	if (first == NULL && pack_index_sort(index, &first))
		return TOOL_DONE;
	if (second == NULL || strcmp(first, second) == 0)
		tool_message(job->options->output, "error", "name",
			"two inputs have the name '%s'; -d DIR keeps folders in names", first);
	else
		tool_message(job->options->output, "error", "name",
			"'%s' and '%s' differ only in the case of letters, which are one file on some systems", first, second);
	return TOOL_REFUSED;
}

static int write_failed(const create_job *job, const char *reason)
{
	tool_message(job->options->output, "error", "write", "cannot write: %s", reason);
	return TOOL_IO;
}

static bool write_zeros(FILE *file, uint64_t count)
{
	static const uint8_t zeros[4096];
	for (; count > 0; count -= count < sizeof zeros ? count : sizeof zeros)
		if (fwrite(zeros, 1, count < sizeof zeros ? (size_t)count : sizeof zeros, file) == 0)
			return false;
	return true;
}

/// Copies a blob behind `*at`, where the file is.
static int write_blob(create_job *job, FILE *file, uint32_t blob, uint64_t *at)
{
	const kiln_format_pack_blob *place = &job->index.blobs[blob];
	const char *path = job->inputs.list[job->sources[blob]].path;
	kiln_asset asset;
	uint8_t hash[16] = {0};
	const kiln_result result = kiln_map(&asset, path, &(kiln_open_options){.trust = true});
	if (result.status != KILN_OK)
		return pack_refused(path, result);
	pack_hash(asset.data, (size_t)asset.size, hash);
	int code = TOOL_DONE;
	if (asset.size != place->size || memcmp(hash, place->content_hash, sizeof hash) != 0)
	{
		tool_message(path, "error", "read", "the file changed while it was packed");
		code = TOOL_IO;
	}
	else if (!write_zeros(file, place->offset - *at) ||
			 fwrite(asset.data, 1, (size_t)asset.size, file) != (size_t)asset.size)
		code = write_failed(job, strerror(errno));
	*at = place->offset + place->stored;
	kiln_unmap(&asset);
	return code;
}

static int write_pack(create_job *job, uint8_t *bytes, uint64_t size)
{
	platform_output output = {0};
	char reason[PLATFORM_REASON] = "";
	if (!platform_output_open(&output, job->options->output, reason))
		return write_failed(job, reason);
	int code = TOOL_DONE;
	pack_index_write(&job->index, bytes);
	errno = 0;
	if (fwrite(bytes, 1, (size_t)size, output.file) != (size_t)size)
		code = write_failed(job, strerror(errno));
	for (uint32_t i = 0; code == TOOL_DONE && i < job->index.blob_count; ++i)
		code = write_blob(job, output.file, i, &size);
	if (code == TOOL_DONE &&
		(!platform_output_write(&output, "", 0, reason) || !platform_output_commit(&output, reason)))
		code = write_failed(job, reason);
	platform_output_discard(&output);
	return code;
}

static int create(create_job *job)
{
	int code = TOOL_DONE;
	for (uint32_t i = 0; i < job->inputs.count && code == TOOL_DONE; ++i)
	{
		if (platform_same_file(job->inputs.list[i].path, job->options->output))
			return pack_usage("-o would overwrite ", job->inputs.list[i].path);
		code = take_input(job, i);
	}
	if (code == TOOL_DONE)
		code = sort_names(job);
	if (code != TOOL_DONE)
		return code;
	const uint64_t size = pack_index_size(&job->index);
	uint8_t *bytes = size > 0 ? calloc(1, (size_t)size) : NULL;
	if (bytes == NULL)
		return pack_no_memory(job->options->output);
	(void)pack_index_place(&job->index);
	code = write_pack(job, bytes, size);
	free(bytes);
	return code;
}

int pack_create(const pack_options *options)
{
	if (options->output == NULL)
		return pack_usage("create takes -o P.kpack", "");
	create_job job = {.options = options};
	job.index.codec = KILN_PACK_PLAIN;
	job.index.alignment = options->alignment > 0 ? options->alignment : KILN_FORMAT_ALIGNMENT;
	int code = pack_inputs_read(options, &job.inputs);
	if (code == TOOL_DONE && job.inputs.count == 0)
		code = pack_usage("no asset given", "");
	if (code == TOOL_DONE && !make_room(&job))
		code = pack_no_memory(options->output);
	if (code == TOOL_DONE)
		code = create(&job);
	free(job.table);
	free(job.sources);
	free(job.index.blobs);
	free(job.index.names);
	pack_inputs_free(&job.inputs);
	return code;
}
