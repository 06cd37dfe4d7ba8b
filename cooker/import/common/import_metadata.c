// SPDX-License-Identifier: MIT
#include "import_metadata.h"

#include "import_build.h"
#include "import_text.h"
#include "kiln_format.h"
#include "memory.h"
#include "utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Most bytes of keys and strings that are looked at: objects that several primitives share are walked for each of them.
#define VISITED_MAX ((uint64_t)1 << 28)

/// Whether text is UTF-8 without a NUL.
static bool is_text(const char *text, size_t length)
{
	for (size_t taken; length > 0; length -= taken, text += taken)
	{
		taken = utf8_sequence(text, length);
		if (taken == 0 || *text == 0)
			return false;
	}
	return true;
}

void import_metadata_lose(import_metadata *metadata, import_metadata_loss loss)
{
	if (metadata->lost[loss]++ == 0)
		metadata->first_lost[loss] = import_text(metadata->context, metadata->path_size ? metadata->path : "",
			metadata->path_size < 100 ? metadata->path_size : 100);
}

void import_metadata_begin(import_metadata *metadata, kiln_metadata_owner owner, uint32_t index)
{
	metadata->owner = owner;
	metadata->index = index;
	metadata->path_size = metadata->depth = metadata->in_open = 0;
}

void import_metadata_begin_group(import_metadata *metadata, kiln_metadata_owner owner)
{
	import_metadata_begin(metadata, owner, metadata->groups + 1);
}

uint32_t import_metadata_end_group(import_metadata *metadata)
{
	return metadata->in_open > 0 ? ++metadata->groups : 0;
}

static bool extend_path(import_metadata *metadata, const char *text, size_t length)
{
	if (!import_grow(
			metadata->context, &metadata->path, &metadata->path_capacity, (uint64_t)metadata->path_size + length, 1))
	{
		metadata->failed = true;
		return false;
	}
	memcpy(metadata->path + metadata->path_size, text, length);
	metadata->path_size += length;
	return true;
}

/// Appends a key with its escapes (RFC 6901, 3).
static bool extend_by_key(import_metadata *metadata, const char *key, size_t length)
{
	bool good = extend_path(metadata, "/", 1);
	for (size_t begin = 0, end = 0; good && begin < length; begin = end)
	{
		end = begin;
		while (end < length && key[end] != '~' && key[end] != '/')
			++end;
		good = extend_path(metadata, key + begin, end - begin);
		if (good && end < length)
			good = extend_path(metadata, key[end++] == '~' ? "~0" : "~1", 2);
	}
	return good;
}

bool import_metadata_push(import_metadata *metadata, const char *key, size_t length)
{
	const size_t before = metadata->path_size;
	if (metadata->failed)
		return false;
	metadata->visited += length + 1;
	if (metadata->visited > VISITED_MAX || metadata->count >= KILNCOOK_METADATA_MAX)
		import_metadata_lose(metadata, IMPORT_METADATA_FULL);
	else if (metadata->depth >= KILNCOOK_METADATA_DEPTH_MAX)
		import_metadata_lose(metadata, IMPORT_METADATA_DEEP);
	else if (!is_text(key, length))
		import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
	else if (extend_by_key(metadata, key, length))
	{
		++metadata->depth;
		return true;
	}
	metadata->path_size = before;
	return false;
}

bool import_metadata_push_index(import_metadata *metadata, size_t index)
{
	char digits[24];
	return import_metadata_push(
		metadata, digits, (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)index));
}

void import_metadata_pop(import_metadata *metadata, size_t path_size)
{
	metadata->path_size = path_size;
	--metadata->depth;
}

bool import_metadata_set_path(import_metadata *metadata, const char *path)
{
	metadata->path_size = 0;
	return extend_path(metadata, path, strlen(path));
}

/// Appends a string and returns its offset. There is room for it.
static uint32_t store(import_metadata *metadata, const char *text, size_t length)
{
	const size_t offset = metadata->text_size;
	memcpy(metadata->text + offset, text, length);
	metadata->text[offset + length] = 0;
	metadata->text_size += length + 1;
	return (uint32_t)offset;
}

/// Adds an entry; a string's value is the offset of `text`.
static void add(import_metadata *metadata, kiln_metadata_type type, uint64_t value, const char *text, size_t length)
{
	const size_t more = metadata->path_size + 1 + (text ? length + 1 : 0);
	if (metadata->failed)
		return;
	if (metadata->count >= KILNCOOK_METADATA_MAX || length > KILNCOOK_METADATA_BYTES_MAX ||
		more > KILNCOOK_METADATA_BYTES_MAX - metadata->text_size)
	{
		import_metadata_lose(metadata, IMPORT_METADATA_FULL);
		return;
	}
	if (!import_grow(metadata->context, &metadata->entries, &metadata->capacity, (uint64_t)metadata->count + 1,
			sizeof *metadata->entries) ||
		!import_grow(metadata->context, &metadata->text, &metadata->text_capacity, metadata->text_size + more, 1))
	{
		metadata->failed = true;
		return;
	}
	const uint32_t path = store(metadata, metadata->path, metadata->path_size);
	if (text)
		value = store(metadata, text, length);
	metadata->entries[metadata->count++] = (kiln_format_metadata){metadata->owner, metadata->index, path, type, value};
	++metadata->in_open;
}

void import_metadata_null(import_metadata *metadata)
{
	add(metadata, KILN_METADATA_NULL, 0, NULL, 0);
}

void import_metadata_bool(import_metadata *metadata, bool value)
{
	add(metadata, KILN_METADATA_BOOL, value ? 1 : 0, NULL, 0);
}

void import_metadata_int(import_metadata *metadata, int64_t value)
{
	add(metadata, KILN_METADATA_INT, (uint64_t)value, NULL, 0);
}

void import_metadata_double(import_metadata *metadata, double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	if (isfinite(value))
		add(metadata, KILN_METADATA_DOUBLE, bits, NULL, 0);
	else
		import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
}

void import_metadata_string(import_metadata *metadata, const char *text, size_t length)
{
	metadata->visited += length;
	if (metadata->visited > VISITED_MAX)
		import_metadata_lose(metadata, IMPORT_METADATA_FULL);
	else if (is_text(text, length))
		add(metadata, KILN_METADATA_STRING, 0, text, length);
	else
		import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
}

static void report(const import_metadata *metadata)
{
	static const char *const why[IMPORT_METADATA_LOSSES] = {
		[IMPORT_METADATA_FULL] = "there is more metadata than fits",
		[IMPORT_METADATA_DEEP] = "they are nested too deep",
		[IMPORT_METADATA_TYPE] = "they are empty, not finite, or text that is not UTF-8 or holds a NUL",
	};
	for (int i = 0; i < IMPORT_METADATA_LOSSES; ++i)
		if (metadata->lost[i])
			cook_message(metadata->context, KILNCOOK_WARNING, "", "metadata-lost",
				"%llu values or groups of values are left out, as %s; the first is at '%s'",
				(unsigned long long)metadata->lost[i], why[i], metadata->first_lost[i] ? metadata->first_lost[i] : "");
}

/// Moves the arrays into the scene, in blocks of exactly their size.
static bool take(import_metadata *metadata, art_scene *scene)
{
	const kilncook_context *context = metadata->context;
	kiln_format_metadata *entries =
		cook_resize(context, metadata->entries, metadata->capacity, metadata->count, sizeof *entries);
	if (!entries)
		return false;
	metadata->entries = NULL;
	scene->metadata = entries;
	scene->metadata_count = metadata->count;
	char *text = cook_resize(context, metadata->text, metadata->text_capacity, metadata->text_size, 1);
	if (!text)
		return false;
	metadata->text = NULL;
	scene->metadata_text = text;
	scene->metadata_text_size = (uint32_t)metadata->text_size;
	return true;
}

kilncook_status import_metadata_finish(import_metadata *metadata, bool keep, art_scene *scene)
{
	const kilncook_context *context = metadata->context;
	if (keep && !metadata->failed)
		report(metadata);
	if (keep && !metadata->failed && metadata->count > 0)
		metadata->failed = !take(metadata, scene);
	cook_free(context, metadata->entries, metadata->capacity, sizeof *metadata->entries);
	cook_free(context, metadata->text, metadata->text_capacity, 1);
	cook_free(context, metadata->path, metadata->path_capacity, 1);
	for (int i = 0; i < IMPORT_METADATA_LOSSES; ++i)
		import_text_free(context, metadata->first_lost[i]);
	return keep && metadata->failed ? import_no_memory(context) : KILNCOOK_OK;
}

static bool is_string(const art_scene *scene, uint64_t offset)
{
	return offset < scene->metadata_text_size && (offset == 0 || scene->metadata_text[offset - 1] == 0);
}

static bool entry_is_sound(const art_scene *scene, const kiln_format_metadata *entry)
{
	double number;
	const uint32_t owner = entry->owner, index = entry->index;
	if (owner >= KILN_METADATA_OWNER_END || (owner == KILN_METADATA_SCENE && index) ||
		(owner == KILN_METADATA_MATERIAL && index >= scene->material_count))
		return false;
	if (!is_string(scene, entry->path) || scene->metadata_text[entry->path] != '/')
		return false;
	switch (entry->type)
	{
	case KILN_METADATA_NULL:
		return entry->value == 0;
	case KILN_METADATA_BOOL:
		return entry->value <= 1;
	case KILN_METADATA_INT:
		return true;
	case KILN_METADATA_DOUBLE:
		memcpy(&number, &entry->value, sizeof number);
		return isfinite(number);
	case KILN_METADATA_STRING:
		return is_string(scene, entry->value);
	default:
		return false;
	}
}

bool import_metadata_is_sound(const art_scene *scene)
{
	if (scene->metadata_count > KILNCOOK_METADATA_MAX || scene->metadata_text_size > KILNCOOK_METADATA_BYTES_MAX)
		return false;
	if (scene->metadata_text_size && scene->metadata_text[scene->metadata_text_size - 1] != 0)
		return false;
	for (size_t taken, at = 0; at < scene->metadata_text_size; at += taken)
	{
		taken = utf8_sequence(scene->metadata_text + at, scene->metadata_text_size - at);
		if (taken == 0)
			return false;
	}
	for (uint32_t i = 0; i < scene->metadata_count; ++i)
		if (!entry_is_sound(scene, &scene->metadata[i]))
			return false;
	return true;
}
