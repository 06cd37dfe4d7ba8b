// SPDX-License-Identifier: MIT
#include "import_internal.h"
#include "memory.h"

#include <stdio.h>
#include <string.h>

/// A file that assimp reads.
typedef struct open_file
{
	struct aiFile calls; ///< must be first: a pointer to it is also a pointer to the open_file
	FILE *stream;
	size_t size;
} open_file;

static size_t read_file(struct aiFile *file, char *bytes, size_t size, size_t count)
{
	return fread(bytes, size, count, ((open_file *)file)->stream);
}

/// Importers do not write.
static size_t write_file(struct aiFile *file, const char *bytes, size_t size, size_t count)
{
	(void)file, (void)bytes, (void)size, (void)count;
	return 0;
}

static size_t position_in_file(struct aiFile *file)
{
	long at = ftell(((open_file *)file)->stream);
	return at < 0 ? 0 : (size_t)at;
}

static size_t size_of_file(struct aiFile *file)
{
	return ((open_file *)file)->size;
}

static enum aiReturn seek_file(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
	int base = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
	return fseek(((open_file *)file)->stream, (long)offset, base) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}

static void flush_file(struct aiFile *file)
{
	(void)file;
}

/// assimp also opens files to test whether they exist.
static struct aiFile *open_art(struct aiFileIO *io, const char *path, const char *mode)
{
	import_files *files = (import_files *)(void *)io->UserData;
	uint64_t size = 0;
	kilncook_status status;
	if (!mode || mode[0] != 'r' || strchr(mode, '+'))
		return NULL;
	FILE *stream = import_files_open(files, path, &size, &status, NULL);
	open_file *file = stream && size <= SIZE_MAX ? cook_alloc_zero(files->context, 1, sizeof *file) : NULL;
	if (!file)
	{
		files->failed = files->failed || stream;
		if (stream)
			fclose(stream);
		return NULL;
	}
	file->stream = stream;
	file->size = (size_t)size;
	file->calls = (struct aiFile){.ReadProc = read_file,
		.WriteProc = write_file,
		.TellProc = position_in_file,
		.FileSizeProc = size_of_file,
		.SeekProc = seek_file,
		.FlushProc = flush_file};
	return &file->calls;
}

static void close_art(struct aiFileIO *io, struct aiFile *calls)
{
	import_files *files = (import_files *)(void *)io->UserData;
	open_file *file = (open_file *)calls;
	if (!file)
		return;
	fclose(file->stream);
	cook_free(files->context, file, 1, sizeof *file);
}

struct aiFileIO import_files_calls(import_files *files)
{
	return (struct aiFileIO){.OpenProc = open_art, .CloseProc = close_art, .UserData = (char *)(void *)files};
}
