// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "import_case.h"

#include "import/common/import_files.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static void take_message(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	import_case *test = user;
	test->errors += severity == KILNCOOK_ERROR;
	counted_message(&test->memory, severity, where, code, text);
	// A number is that of a line.
	const bool line = *where >= '0' && *where <= '9';
	(void)snprintf(test->last_text, sizeof test->last_text, "%s%s%s%s", line ? "line " : "", line ? where : "",
		line ? ": " : "", text);
}

static kilncook_context begin(import_case *test)
{
	kilncook_context context = {.allocator = {counted_resize, &test->memory}, .log = {take_message, test}};
	if (test->imported)
		art_scene_free(&context, &test->scene);
	test->imported = false;
	test->memory.messages = test->errors = 0;
	test->memory.peak = test->memory.live;
	test->memory.last_code[0] = test->last_text[0] = 0;
	return context;
}

bool import_case_begin(import_case *test)
{
	*test = (import_case){.folder = "/tmp/kiln-readers-XXXXXX"};
	return mkdtemp(test->folder) != NULL;
}

void import_case_end(import_case *test)
{
	(void)begin(test);
	DIR *entries = opendir(test->folder);
	for (struct dirent *entry; entries && (entry = readdir(entries));)
	{
		char path[400];
		(void)snprintf(path, sizeof path, "%s/%s", test->folder, entry->d_name);
		(void)unlink(path);
	}
	if (entries)
		closedir(entries);
	(void)rmdir(test->folder);
	assert_int_equal(test->memory.live, 0);
	assert_int_equal(test->memory.wrong_size, 0);
}

void import_case_write(const import_case *test, const char *name, const void *bytes, size_t size)
{
	char path[256];
	(void)snprintf(path, sizeof path, "%s/%s", test->folder, name);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

/// Passes the file's bytes and the access to other files to a reader, like art_import.
static kilncook_status read_by(
	const kilncook_context *context, const char *path, const import_reader *reader, art_scene *scene)
{
	import_files files;
	import_input input = {.context = context, .path = path, .files = &files};
	import_bytes bytes = {0};
	char reason[256];
	art_scene made = {0};
	kilncook_status status = import_files_begin(&files, context, path, NULL);
	if (status == KILNCOOK_OK)
		status = import_files_read(&files, NULL, path, &bytes, reason);
	input.bytes = bytes.data;
	input.size = bytes.size;
	input.capacity = bytes.size + 1;
	if (status == KILNCOOK_OK)
		status = reader->read(&input, &made);
	if (status == KILNCOOK_OK)
		*scene = made;
	else
		art_scene_free(context, &made);
	bytes.data = input.bytes;
	bytes.size = input.capacity - 1;
	import_bytes_free(context, &bytes);
	import_files_take(&files, &made);
	if (status == KILNCOOK_OK)
	{
		scene->files = made.files;
		scene->file_count = made.file_count;
		scene->missing = made.missing;
		scene->missing_count = made.missing_count;
	}
	else
	{
		art_files_free(context, made.files, made.file_count);
		art_files_free(context, made.missing, made.missing_count);
	}
	import_files_end(&files);
	return status;
}

kilncook_status import_case_path(import_case *test, const char *path, const import_reader *reader)
{
	kilncook_context context = begin(test);
	kilncook_status status =
		reader ? read_by(&context, path, reader, &test->scene)
			   : art_import(&context, path, &(art_import_rules){.metadata = test->metadata}, &test->scene);
	test->imported = status == KILNCOOK_OK;
	return status;
}

kilncook_status import_case_read(import_case *test, const char *name)
{
	char path[256];
	(void)snprintf(path, sizeof path, "%s/%s", test->folder, name);
	return import_case_path(test, path, NULL);
}

kilncook_status import_case_text(import_case *test, const char *name, const char *text)
{
	import_case_write(test, name, text, strlen(text));
	return import_case_read(test, name);
}

void import_case_corner(const art_mesh *mesh, uint32_t face, uint32_t corner, float position[3])
{
	uint32_t vertex = mesh->corners[mesh->face_first[face] + corner];
	for (int k = 0; k < 3; ++k)
		position[k] = vertex < mesh->vertex_count ? mesh->positions[vertex][k] : NAN;
}
