// SPDX-License-Identifier: MIT
#include "import.h"

#include "common/import_files.h"
#include "common/import_metadata.h"
#include "common/import_text.h"
#include "import_check.h"
#include "import_reader.h"
#include "kiln_format.h"
#include "kiln_heightfield_format.h"
#include "kiln_pack_format.h"
#include "memory.h"
#include "platform/platform.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/// Every reader; the first that claims a file reads it.
static const import_reader *const readers[] = {
	&import_reader_gltf,
	&import_reader_ply,
	&import_reader_obj,
	&import_reader_off,
	&import_reader_stl,
#if !defined(KILN_WITHOUT_ASSIMP)
	&import_reader_assimp,
#endif
};

/// Bytes at the beginning of a file that a reader may use to recognise it.
#define HEAD 512

void import_extension(const char *path, char extension[IMPORT_EXTENSION])
{
	const char *name = path;
	for (const char *c = path; *c; ++c)
		if (*c == '/' || *c == '\\')
			name = c + 1;
	const char *dot = strrchr(name, '.');
	size_t length = 0;
	for (const char *c = dot ? dot + 1 : ""; *c; ++c)
	{
		if (length == IMPORT_EXTENSION - 1)
		{
			length = 0;
			break;
		}
		extension[length++] = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
	}
	extension[length] = 0;
}

/// Reports why a file cannot be read, or that it is empty.
static kilncook_status report_unreadable(const kilncook_context *context, bool failed)
{
	if (!failed)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no bytes");
		return KILNCOOK_REFUSED;
	}
	cook_message(context, KILNCOOK_ERROR, "", "import-unreadable", "cannot read: %s", strerror(errno));
	return KILNCOOK_IO;
}

/// The beginning of a file, and its size when it was opened.
typedef struct file_head
{
	uint8_t bytes[HEAD];
	size_t size;
	uint64_t whole;
} file_head;

/// Reads the beginning of a file.
static kilncook_status read_head(const import_input *input, FILE *file, file_head *head)
{
	errno = 0;
	head->size = fread(head->bytes, 1, HEAD, file);
	return head->size == 0 || ferror(file) ? report_unreadable(input->context, ferror(file) != 0) : KILNCOOK_OK;
}

/// Reads the rest of a file behind its head.
static kilncook_status read_rest(import_input *input, FILE *file, const file_head *head)
{
	size_t size = head->size, capacity = size;
	// A read of one more byte finds the end.
	if (head->whole > size && head->whole < SIZE_MAX / 2)
		capacity = (size_t)head->whole + 1;
	uint8_t *bytes = cook_alloc_whole(input->context, capacity, 1);
	if (bytes)
		memcpy(bytes, head->bytes, size);
	while (bytes && !feof(file) && !ferror(file))
	{
		if (size == capacity)
		{
			size_t more = capacity < SIZE_MAX / 2 ? capacity * 2 : SIZE_MAX;
			uint8_t *larger = more > capacity ? cook_resize(input->context, bytes, capacity, more, 1) : NULL;
			if (!larger)
				break;
			bytes = larger;
			capacity = more;
		}
		errno = 0;
		size += fread(bytes + size, 1, capacity - size, file);
	}
	input->bytes = bytes;
	input->capacity = capacity;
	input->size = size;
	if (bytes && ferror(file))
		return report_unreadable(input->context, true);
	if (bytes && feof(file))
		return KILNCOOK_OK;
	cook_message(input->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the bytes of the file");
	return KILNCOOK_INTERNAL;
}

/// Whether a file begins as those that Kiln itself writes: assets, height fields and packs.
static bool is_cooked(const file_head *head)
{
	static const char *const magics[] = {KILN_FORMAT_MAGIC, KILN_HEIGHTFIELD_FORMAT_MAGIC, KILN_PACK_FORMAT_MAGIC};
	bool cooked = false;
	for (size_t i = 0; i < sizeof magics / sizeof *magics; ++i)
		cooked |= head->size >= KILN_FORMAT_MAGIC_SIZE && memcmp(head->bytes, magics[i], KILN_FORMAT_MAGIC_SIZE) == 0;
	return cooked;
}

/// Gives the file to each reader that claims it, until one reads it or refuses it.
static kilncook_status read_scene(import_input *input, FILE *file, const file_head *head, art_scene *scene)
{
	char extension[IMPORT_EXTENSION];
	import_extension(input->path, extension);
	if (is_cooked(head))
	{
		cook_message(input->context, KILNCOOK_ERROR, "", "import-format", "the file is cooked already, it is no art");
		return KILNCOOK_REFUSED;
	}
	for (size_t i = 0; i < sizeof readers / sizeof *readers; ++i)
	{
		if (!readers[i]->claims(extension, head->bytes, head->size))
			continue;
		kilncook_status status = KILNCOOK_OK;
		if (!readers[i]->opens_itself && !input->bytes)
			status = read_rest(input, file, head);
		input->passed = false;
		if (status == KILNCOOK_OK)
			status = readers[i]->read(input, scene);
		if (!input->passed)
			return status;
	}
	cook_message(input->context, KILNCOOK_ERROR, "", "import-format", "not a known format");
	return KILNCOOK_REFUSED;
}

/// Opens the art, finds its reader and lets it read the file.
static kilncook_status read_file(import_input *input, art_scene *scene)
{
	char reason[PLATFORM_REASON] = "";
	file_head head = {.size = 0};
	FILE *file = platform_input_open(input->path, &head.whole, reason);
	if (!file)
	{
		cook_message(input->context, KILNCOOK_ERROR, "", "import-unreadable", "cannot open: %s", reason);
		return KILNCOOK_IO;
	}
	kilncook_status status = read_head(input, file, &head);
	if (status == KILNCOOK_OK)
		status = read_scene(input, file, &head, scene);
	fclose(file);
	return status;
}

kilncook_status art_import(
	const kilncook_context *context, const char *path, const art_import_rules *rules, art_scene *scene)
{
	import_files files;
	import_input input = {.context = context, .path = path, .files = &files};
	art_scene made = {0};
	import_metadata metadata = {.context = context};
	input.exact = rules && rules->exact;
	if (rules && rules->metadata)
		input.metadata = &metadata;
	kilncook_status status = rules && rules->meanwhile ? rules->meanwhile(rules->meanwhile_user) : KILNCOOK_OK;
	if (status != KILNCOOK_OK)
		return status;
	status = import_files_begin(&files, context, path, rules);
	if (status == KILNCOOK_OK && rules && rules->begun)
		rules->begun(rules->user, files.folders, files.folder_count);
	if (status == KILNCOOK_OK)
		status = read_file(&input, &made);
	if (status == KILNCOOK_OK && made.node_count > ART_NODES_MAX)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-too-big", "the scene has %u nodes, more than %u",
			made.node_count, ART_NODES_MAX);
		status = KILNCOOK_REFUSED;
	}
	// A reader that continues without a refused file would make a different scene.
	if (status == KILNCOOK_OK && files.refused.count > 0)
		status = KILNCOOK_REFUSED;
	cook_free(context, input.bytes, input.capacity, 1);
	if (status == KILNCOOK_OK)
		status = import_check(context, &made);
	kilncook_status finished = import_metadata_finish(&metadata, status == KILNCOOK_OK, &made);
	status = status == KILNCOOK_OK ? finished : status;
	if (status == KILNCOOK_OK)
	{
		import_files_take(&files, &made);
		*scene = made;
	}
	else
		art_scene_free(context, &made);
	import_files_end(&files);
	return status;
}

void art_importer_name(char *text, size_t size)
{
#if defined(KILN_WITHOUT_ASSIMP)
	snprintf(text, size, "no assimp");
#else
	import_assimp_name(text, size);
#endif
}
