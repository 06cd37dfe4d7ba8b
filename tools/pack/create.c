// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "compress.h"
#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
static uint32_t find_slot(const create_job *job, const blob_file *file, const uint8_t hash[16])
{
	uint32_t slot;
	memcpy(&slot, hash, sizeof slot);
	for (slot &= job->slots - 1; job->table[slot] != KILN_NONE; slot = (slot + 1) & (job->slots - 1))
	{
		const uint32_t blob = job->table[slot];
		if (memcmp(job->index.blobs[blob].content_hash, hash, 16) == 0 &&
			platform_file_holds(create_path(job, blob), file->data, file->size))
			break;
	}
	return slot;
}

/// Proves an input and gives it a blob: a new one, or one with the same bytes.
static int take_input(create_job *job, uint32_t input)
{
	const pack_input *given = &job->inputs.list[input];
	blob_file file;
	const int code = blob_map(given->path, true, &file);
	if (code != TOOL_DONE)
		return code;
	uint8_t hash[16];
	pack_hash(file.data, file.size, hash);
	const uint32_t slot = find_slot(job, &file, hash);
	if (job->table[slot] == KILN_NONE)
	{
		const uint32_t blob = job->index.blob_count++;
		job->table[slot] = blob;
		job->sources[blob] = input;
		job->index.blobs[blob] =
			(kiln_format_pack_blob){.stored = file.size, .size = file.size, .dictionary = KILN_NONE};
		memcpy(job->index.blobs[blob].content_hash, hash, sizeof hash);
	}
	job->index.names[job->index.name_count++] = (pack_name){.name = given->name, .blob = job->table[slot]};
	blob_unmap(&file);
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

/// Writes a blob, or its frame, behind `*at`, where the file is.
static int write_blob(create_job *job, compressor *c, FILE *file, uint32_t blob, uint64_t *at)
{
	kiln_format_pack_blob *place = &job->index.blobs[blob];
	const char *path = create_path(job, blob);
	blob_file mapped;
	int code = blob_map(path, false, &mapped);
	if (code != TOOL_DONE)
		return code;
	const void *bytes = mapped.data;
	size_t size = mapped.size;
	if (size != place->size || !pack_hash_holds(mapped.data, size, place->content_hash))
	{
		tool_message(path, "error", "read", "the file changed while it was packed");
		code = TOOL_IO;
	}
	else if (c != NULL && (bytes = compress_blob(c, job, blob, &mapped, &size)) == NULL)
		code = pack_no_memory(path);
	const uint64_t gap = (job->index.alignment - *at % job->index.alignment) % job->index.alignment;
	if (code == TOOL_DONE && (!write_zeros(file, gap) || fwrite(bytes, 1, size, file) != size))
		code = write_failed(job, strerror(errno));
	place->stored = size;
	*at += gap + size;
	blob_unmap(&mapped);
	return code;
}

/// Writes dictionaries and blobs behind room for the index, then the index, which has the sizes of frames.
static int write_parts(create_job *job, compressor *c, FILE *file)
{
	pack_index *index = &job->index;
	const uint64_t size = pack_index_size(index);
	uint64_t at = size;
	errno = 0;
	if (!write_zeros(file, size))
		return write_failed(job, strerror(errno));
	for (uint32_t i = 0; i < index->dictionary_count; ++i)
	{
		if (fwrite(compress_dictionary(c, i), 1, (size_t)index->dictionaries[i].size, file) !=
			index->dictionaries[i].size)
			return write_failed(job, strerror(errno));
		at += index->dictionaries[i].size;
	}
	int code = TOOL_DONE;
	for (uint32_t i = 0; code == TOOL_DONE && i < index->blob_count; ++i)
		code = write_blob(job, c, file, i, &at);
	uint8_t *bytes = code == TOOL_DONE && size > 0 ? malloc((size_t)size) : NULL;
	if (code == TOOL_DONE && bytes == NULL)
		code = pack_no_memory(job->options->output);
	if (code == TOOL_DONE)
	{
		(void)pack_index_place(index);
		pack_index_write(index, bytes);
		if (fseek(file, 0, SEEK_SET) != 0 || fwrite(bytes, 1, (size_t)size, file) != size)
			code = write_failed(job, strerror(errno));
	}
	free(bytes);
	return code;
}

/// Copies a whole file behind what a stream has.
static bool copy_file(FILE *from, FILE *to)
{
	uint8_t bytes[65536];
	rewind(from);
	for (size_t size = 1; size > 0;)
	{
		size = fread(bytes, 1, sizeof bytes, from);
		if (fwrite(bytes, 1, size, to) != size)
			return false;
	}
	return !ferror(from);
}

/// Writes a pack to a stream, such as a pipe. The index comes last, and stands first: so the pack is a file before.
static int write_stream(create_job *job, compressor *c, FILE *stream)
{
	errno = 0;
	FILE *file = tmpfile();
	int code = file != NULL ? write_parts(job, c, file) : write_failed(job, strerror(errno));
	if (code == TOOL_DONE && (fflush(file) != 0 || !copy_file(file, stream)))
		code = write_failed(job, strerror(errno));
	if (file != NULL)
		fclose(file);
	return code;
}

static int write_pack(create_job *job, compressor *c)
{
	platform_output output = {0};
	char reason[PLATFORM_REASON] = "";
	if (!platform_output_open(&output, job->options->output, reason))
		return write_failed(job, reason);
	output.changed_only = true;
	int code = platform_output_is_file(&output) ? write_parts(job, c, output.file) : write_stream(job, c, output.file);
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
	compressor *c = NULL;
	if (job->index.codec == KILN_PACK_ZSTD)
		code = compress_begin(&c, job);
	if (code == TOOL_DONE)
		code = write_pack(job, c);
	compress_end(c);
	return code;
}

int pack_create(const pack_options *options)
{
	if (options->output == NULL)
		return pack_usage("create takes -o P.kpack", "");
	create_job job = {.options = options};
	// Frames are never read in place, so that they need no alignment.
	job.index.codec = options->level > 0 ? KILN_PACK_ZSTD : KILN_PACK_PLAIN;
	job.index.alignment = job.index.codec == KILN_PACK_ZSTD ? 1 : KILN_FORMAT_ALIGNMENT;
	if (options->alignment > 0)
		job.index.alignment = options->alignment;
	int code = options->like != NULL ? pack_open(options->like, &job.like) : TOOL_DONE;
	if (code == TOOL_DONE)
		code = pack_inputs_read(options, &job.inputs);
	if (code == TOOL_DONE && job.inputs.count == 0)
		code = pack_usage("no asset given", "");
	if (code == TOOL_DONE && !make_room(&job))
		code = pack_no_memory(options->output);
	if (code == TOOL_DONE)
		code = create(&job);
	free(job.table);
	free(job.sources);
	free(job.index.dictionaries);
	free(job.index.blobs);
	free(job.index.names);
	pack_inputs_free(&job.inputs);
	kiln_pack_unmap(&job.like);
	return code;
}
