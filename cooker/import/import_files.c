// SPDX-License-Identifier: MIT
#include "import_files.h"

#include "memory.h"
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>

/// A file that assimp reads.
typedef struct open_file
{
	struct aiFile calls; ///< first, so that a pointer to it is one to the file
	FILE *stream;
	size_t size;
} open_file;

static size_t read_file(struct aiFile *file, char *bytes, size_t size, size_t count)
{
	return fread(bytes, size, count, ((open_file *)file)->stream);
}

/// Importers have nothing to write.
static size_t write_file(struct aiFile *file, const char *bytes, size_t size, size_t count)
{
	(void)file, (void)bytes, (void)size, (void)count;
	return 0;
}

static size_t tell_file(struct aiFile *file)
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
	int whence = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
	return fseek(((open_file *)file)->stream, (long)offset, whence) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}

static void flush_file(struct aiFile *file)
{
	(void)file;
}

/// Notes a path, each once, and not the art file's own.
static void note_path(import_files *files, const char *path)
{
	if (files->failed || platform_same_file(path, files->art))
		return;
	for (uint32_t i = 0; i < files->count; ++i)
		if (strcmp(files->paths[i], path) == 0)
			return;
	size_t size = strlen(path) + 1;
	char *copy = cook_alloc(files->context, size, 1);
	// The list is always as long as its block, which is how art_scene_free frees it.
	char **paths =
		copy ? cook_resize(files->context, files->paths, files->count, (size_t)files->count + 1, sizeof *files->paths)
			 : NULL;
	if (!paths)
	{
		cook_free(files->context, copy, size, 1);
		files->failed = true;
		return;
	}
	memcpy(copy, path, size);
	files->paths = paths;
	files->paths[files->count++] = copy;
}

/// assimp also opens files to see whether they are there. Pipes and devices are not: they may never end.
static struct aiFile *open_art(struct aiFileIO *io, const char *path, const char *mode)
{
	import_files *files = (import_files *)(void *)io->UserData;
	uint64_t size = 0;
	if (!mode || mode[0] != 'r' || strchr(mode, '+') || platform_file_kind(path, &size, NULL) != PLATFORM_REGULAR ||
		size > SIZE_MAX)
		return NULL;
	open_file *file = cook_alloc_zero(files->context, 1, sizeof *file);
	files->failed = files->failed || !file;
	if (!file)
		return NULL;
	file->stream = fopen(path, mode);
	if (!file->stream)
	{
		cook_free(files->context, file, 1, sizeof *file);
		return NULL;
	}
	file->size = (size_t)size;
	file->calls = (struct aiFile){.ReadProc = read_file,
		.WriteProc = write_file,
		.TellProc = tell_file,
		.FileSizeProc = size_of_file,
		.SeekProc = seek_file,
		.FlushProc = flush_file};
	note_path(files, path);
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
