// SPDX-License-Identifier: MIT
#include "import_sib.h"

#include "common/import_build.h"
#include "common/import_text.h"
#include "import_reader.h"
#include "memory.h"
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>

/// Silo's format has no public specification. A file is a row of chunks of a tag, a size and contents, little-endian;
/// shapes and instances are chunks of chunks (as assimp's SIBImporter.cpp reads them).

/// Most UTF-16 units of a name that is read.
#define NAME 256

typedef struct sib_walk
{
	const kilncook_context *context;
	FILE *file;
	art_scene *scene;
	uint64_t size;
	uint32_t node;	   ///< of the shape or instance that is read; assimp's root comes first
	uint32_t mirrored; ///< shapes with a mirrored instance
	uint32_t first;	   ///< node of the first one
} sib_walk;

typedef struct sib_chunk
{
	char tag[4];
	uint64_t begin; ///< of the contents
	uint64_t end;
} sib_chunk;

static uint32_t little(const uint8_t *bytes)
{
	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static bool read_at(sib_walk *walk, uint64_t at, void *bytes, size_t size)
{
	return at <= INT32_MAX && fseek(walk->file, (long)at, SEEK_SET) == 0 && fread(bytes, 1, size, walk->file) == size;
}

/// Reads the header of the chunk at `at`; false at `end`, and for a chunk that ends behind it.
static bool next_chunk(sib_walk *walk, uint64_t at, uint64_t end, sib_chunk *chunk)
{
	uint8_t head[8];
	if (end - at < sizeof head || !read_at(walk, at, head, sizeof head))
		return false;
	memcpy(chunk->tag, head, sizeof chunk->tag);
	chunk->begin = at + sizeof head;
	chunk->end = chunk->begin + little(head + 4);
	return chunk->end <= end;
}

static bool is(const sib_chunk *chunk, const char *tag)
{
	return memcmp(chunk->tag, tag, sizeof chunk->tag) == 0;
}

/// Writes a name of `count` UTF-16 units as UTF-8; returns its length. A surrogate without its partner becomes '?'.
static size_t to_utf8(const uint8_t *units, size_t count, char *text)
{
	size_t length = 0;
	for (size_t i = 0; i < count; ++i)
	{
		uint32_t c = units[2 * i] | (uint32_t)units[2 * i + 1] << 8;
		uint32_t low = i + 1 < count ? units[2 * i + 2] | (uint32_t)units[2 * i + 3] << 8 : 0;
		if (c >= 0xd800 && c < 0xdc00 && low >= 0xdc00 && low < 0xe000)
		{
			c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
			++i;
		}
		else if (c >= 0xd800 && c < 0xe000)
			c = '?';
		int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
		static const uint8_t leads[] = {0, 0xc0, 0xe0, 0xf0};
		text[length++] = (char)(leads[more] | c >> (6 * more));
		while (more-- > 0)
			text[length++] = (char)(0x80 | (c >> (6 * more) & 0x3f));
	}
	return length;
}

/// Replaces a name that is `whole` but for its last byte; import_text has made '?' of other bytes of the last letter.
static bool rename_text(const kilncook_context *context, char **name, const char *whole)
{
	size_t length = strlen(whole), letter = 1;
	while (letter < length && (whole[length - letter] & 0xc0) == 0x80)
		++letter;
	if (length == 0 || strlen(*name) != length - 1 || memcmp(*name, whole, length - letter) != 0)
		return true;
	char *copy = import_text(context, whole, strlen(whole));
	if (!copy)
		return false;
	import_text_free(context, *name);
	*name = copy;
	return true;
}

/// Gives a node, and the meshes that have its name, their whole name.
static bool rename_node(sib_walk *walk, const sib_chunk *chunk)
{
	uint8_t units[2 * NAME];
	char text[4 * NAME];
	size_t count = (size_t)(chunk->end - chunk->begin) / 2;
	if (walk->node >= walk->scene->node_count || count > NAME || !read_at(walk, chunk->begin, units, 2 * count))
		return true;
	art_node *node = &walk->scene->nodes[walk->node];
	char *whole = import_text(walk->context, text, to_utf8(units, count, text));
	bool done = whole != NULL;
	for (uint32_t i = 0; done && i < node->mesh_count; ++i)
	{
		char **name = &walk->scene->meshes[node->meshes[i]].name;
		if (strcmp(*name, node->name) == 0)
			done = rename_text(walk->context, name, whole);
	}
	done = done && rename_text(walk->context, &node->name, whole);
	import_text_free(walk->context, whole);
	return done;
}

/// Reads a shape or an instance.
static bool read_object(sib_walk *walk, const sib_chunk *object)
{
	sib_chunk chunk;
	bool done = true;
	for (uint64_t at = object->begin; done && next_chunk(walk, at, object->end, &chunk); at = chunk.end)
	{
		uint8_t mirror[8];
		if (is(&chunk, "SNAM"))
			done = rename_node(walk, &chunk);
		if (!is(&chunk, "IMRP") || chunk.end - chunk.begin < sizeof mirror ||
			!read_at(walk, chunk.begin, mirror, sizeof mirror) || little(mirror + 4) == 0)
			continue;
		if (walk->mirrored++ == 0)
			walk->first = walk->node;
	}
	return done;
}

/// Reads all objects with a tag; assimp's nodes are those of the shapes, then those of the instances.
static bool read_objects(sib_walk *walk, const char *tag)
{
	sib_chunk chunk;
	bool done = true;
	for (uint64_t at = 0; done && next_chunk(walk, at, walk->size, &chunk); at = chunk.end)
		if (is(&chunk, tag))
		{
			done = read_object(walk, &chunk);
			++walk->node;
		}
	return done;
}

kilncook_status import_sib_repair(const kilncook_context *context, const char *path, art_scene *scene)
{
	char extension[IMPORT_EXTENSION];
	sib_walk walk = {.context = context, .scene = scene, .node = 1};
	import_extension(path, extension);
	if (strcmp(extension, "sib") != 0)
		return KILNCOOK_OK;
	walk.file = platform_input_open(path, &walk.size, NULL);
	if (!walk.file)
		return KILNCOOK_OK;
	bool done = read_objects(&walk, "SHAP") && read_objects(&walk, "INST");
	fclose(walk.file);
	if (!done)
		return import_no_memory(context);
	if (walk.mirrored)
		cook_message(context, KILNCOOK_WARNING, walk.first < scene->node_count ? scene->nodes[walk.first].name : "",
			"import-lost", "%u shapes have a mirrored instance, which the importer leaves out", walk.mirrored);
	return KILNCOOK_OK;
}
