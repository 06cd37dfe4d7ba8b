// SPDX-License-Identifier: MIT
#include "import_files.h"

#include "memory.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

/// Returns the length of the folder part of a path, including the separator; 0 for a name alone.
static size_t folder_length(const char *path)
{
	return (size_t)(platform_base_name(path) - path);
}

/// Joins `folder_length` bytes of `folder` and `name`. NULL when out of memory.
static char *join(const kilncook_context *context, const char *folder, size_t length, const char *name)
{
	size_t size = strlen(name) + 1;
	char *path = size < SIZE_MAX - length ? cook_alloc(context, length + size, 1) : NULL;
	if (!path)
		return NULL;
	memcpy(path, folder, length);
	memcpy(path + length, name, size);
	return path;
}

static void free_path(const kilncook_context *context, char *path)
{
	if (path)
		cook_free(context, path, strlen(path) + 1, 1);
}

/// Adds a path unless the list has it. Returns false when the list had it already, or when out of memory.
static bool add_path(import_files *files, import_paths *list, const char *path)
{
	if (files->failed)
		return false;
	for (uint32_t i = 0; i < list->count; ++i)
		if (strcmp(list->items[i], path) == 0)
			return false;
	char *copy = join(files->context, "", 0, path);
	// The block is always exactly as long as the list, because art_files_free frees it by the count.
	char **items =
		copy ? cook_resize(files->context, list->items, list->count, (size_t)list->count + 1, sizeof *items) : NULL;
	if (!items)
	{
		free_path(files->context, copy);
		files->failed = true;
		return false;
	}
	list->items = items;
	list->items[list->count++] = copy;
	return true;
}

static kilncook_status no_memory(const import_files *files)
{
	cook_message(files->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the files that are read");
	return KILNCOOK_INTERNAL;
}

/// Adds the folder of a path to the allowed folders.
static kilncook_status add_folder_of(import_files *files, const char *path)
{
	size_t length = folder_length(path);
	char *folder = length > 0 ? join(files->context, path, length, "") : join(files->context, ".", 1, "");
	if (!folder)
		return no_memory(files);
	char reason[PLATFORM_REASON] = "";
	char *resolved = platform_resolve(folder, reason);
	free_path(files->context, folder);
	if (!resolved)
	{
		cook_message(files->context, KILNCOOK_ERROR, "", "import-unreadable", "cannot open its folder: %s", reason);
		return KILNCOOK_IO;
	}
	files->folders[files->folder_count++] = resolved;
	return KILNCOOK_OK;
}

/// Finds the art's folders: the folder of the file itself, and that of the name given by the caller, which may be a
/// link.
static kilncook_status find_art_folders(import_files *files)
{
	char reason[PLATFORM_REASON] = "";
	char *resolved = platform_resolve(files->art, reason);
	if (!resolved)
	{
		cook_message(files->context, KILNCOOK_ERROR, "", "import-unreadable", "cannot open: %s", reason);
		return KILNCOOK_IO;
	}
	kilncook_status status = add_folder_of(files, resolved);
	if (status == KILNCOOK_OK)
		status = add_folder_of(files, files->art);
	free(resolved);
	return status;
}

kilncook_status import_files_begin(
	import_files *files, const kilncook_context *context, const char *art, const art_import_rules *rules)
{
	uint32_t allowed = rules ? rules->allow_outside_count : 0;
	*files = (import_files){.context = context, .art = art, .folder_capacity = (size_t)allowed + 2};
	if (rules)
		files->rules = *rules;
	files->folders = cook_alloc_zero(context, files->folder_capacity, sizeof *files->folders);
	if (!files->folders)
		return no_memory(files);
	kilncook_status status = find_art_folders(files);
	for (uint32_t i = 0; i < allowed && status == KILNCOOK_OK; ++i)
	{
		char reason[PLATFORM_REASON] = "";
		char *resolved = platform_resolve(rules->allow_outside[i], reason);
		if (resolved)
			files->folders[files->folder_count++] = resolved;
		else
		{
			cook_message(context, KILNCOOK_ERROR, "", "import-allow", "cannot find the allowed folder %s: %s",
				rules->allow_outside[i], reason);
			status = KILNCOOK_USAGE;
		}
	}
	return status;
}

void import_files_end(import_files *files)
{
	for (size_t i = 0; i < files->folder_count; ++i)
		free(files->folders[i]);
	cook_free(files->context, files->folders, files->folder_capacity, sizeof *files->folders);
	art_files_free(files->context, files->read.items, files->read.count);
	art_files_free(files->context, files->missing.items, files->missing.count);
	art_files_free(files->context, files->refused.items, files->refused.count);
	*files = (import_files){.context = files->context};
}

void import_files_take(import_files *files, art_scene *scene)
{
	scene->files = files->read.items;
	scene->file_count = files->read.count;
	scene->missing = files->missing.items;
	scene->missing_count = files->missing.count;
	scene->file_stamp = files->stamp;
	files->read = files->missing = (import_paths){0};
}

static bool is_allowed(const import_files *files, const char *resolved)
{
	for (size_t i = 0; i < files->folder_count; ++i)
		if (platform_is_within(files->folders[i], resolved))
			return true;
	return platform_same_file(resolved, files->art);
}

/// Refuses a file, with a message only the first time, because assimp tries several names for one file.
static void refuse(import_files *files, const char *path, const char *resolved)
{
	if (add_path(files, &files->refused, resolved))
		cook_message(files->context, KILNCOOK_ERROR, "", "import-outside",
			"the art names the file %s, which is %s and lies outside the art's folder %s (--allow-outside DIR allows a "
			"folder)",
			path, resolved, files->folders[0]);
}

/// Opens a file by its resolved path; `path` is the name used by the art or assimp.
static FILE *open_resolved(
	import_files *files, const char *path, const char *resolved, uint64_t *size, kilncook_status *status, char *reason)
{
	// Only regular files are read, never a folder or a pipe.
	if (platform_file_kind(resolved, NULL, reason) != PLATFORM_REGULAR)
		return NULL;
	if (!is_allowed(files, resolved))
	{
		refuse(files, path, resolved);
		*status = KILNCOOK_REFUSED;
		if (reason)
			snprintf(reason, PLATFORM_REASON, "it lies outside the art's folder");
		return NULL;
	}
	uint64_t bytes = 0;
	FILE *file = platform_input_open(resolved, &bytes, reason);
	if (file && !platform_same_file(resolved, files->art) && add_path(files, &files->read, path))
	{
		files->stamp += platform_stream_stamp(file);
		if (files->rules.opened)
			files->rules.opened(files->rules.user, bytes);
	}
	if (size)
		*size = bytes;
	return file;
}

FILE *import_files_open(import_files *files, const char *path, uint64_t *size, kilncook_status *status, char *reason)
{
	char *resolved = platform_resolve(path, reason);
	*status = KILNCOOK_IO;
	FILE *file = resolved ? open_resolved(files, path, resolved, size, status, reason) : NULL;
	if (!resolved && files->missing.count < IMPORT_MISSING_MAX)
		add_path(files, &files->missing, path);
	free(resolved);
	if (file && files->failed)
	{
		fclose(file);
		file = NULL;
	}
	if (files->failed)
		*status = KILNCOOK_INTERNAL;
	else if (file)
		*status = KILNCOOK_OK;
	return file;
}

/// Reads the rest of an open file.
static kilncook_status read_all(
	const kilncook_context *context, FILE *file, uint64_t size, import_bytes *bytes, char *reason)
{
	if (size >= SIZE_MAX)
		return KILNCOOK_INTERNAL;
	import_bytes made = {cook_alloc(context, (size_t)size + 1, 1), (size_t)size};
	if (!made.data)
		return KILNCOOK_INTERNAL;
	if (fread(made.data, 1, made.size, file) != made.size)
	{
		if (reason)
			snprintf(reason, PLATFORM_REASON, "it could not be read to its end");
		import_bytes_free(context, &made);
		return KILNCOOK_IO;
	}
	made.data[made.size] = 0;
	*bytes = made;
	return KILNCOOK_OK;
}

kilncook_status import_files_read(
	import_files *files, const char *from, const char *reference, import_bytes *bytes, char *reason)
{
	size_t length = from && !platform_is_absolute(reference) ? folder_length(from) : 0;
	char *path = join(files->context, length > 0 ? from : "", length, reference);
	if (!path)
	{
		files->failed = true;
		return KILNCOOK_INTERNAL;
	}
	uint64_t size = 0;
	kilncook_status status;
	FILE *file = import_files_open(files, path, &size, &status, reason);
	free_path(files->context, path);
	if (!file)
		return status;
	status = read_all(files->context, file, size, bytes, reason);
	files->failed = files->failed || status == KILNCOOK_INTERNAL;
	fclose(file);
	return status;
}

void import_bytes_free(const kilncook_context *context, import_bytes *bytes)
{
	if (bytes->data)
		cook_free(context, bytes->data, bytes->size + 1, 1);
	*bytes = (import_bytes){0};
}
