// SPDX-License-Identifier: MIT
#include "import_unit.h"

#include "import_raw.h"
#include "memory.h"
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

/// Most bytes of an archive's end in which its directory is sought, and of the directory (PKWARE's APPNOTE 6.3, 4.3).
#define TAIL_MOST (65536 + 22)
#define DIRECTORY_MOST (1u << 20)
#define PACKED_MOST 32768
#define END_SIZE 22
#define ENTRY_SIZE 46
#define LOCAL_SIZE 30

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool holds(const char *text, size_t size, const char *word)
{
	size_t length = strlen(word);
	for (size_t i = 0; i + length <= size; ++i)
		if (memcmp(text + i, word, length) == 0)
			return true;
	return false;
}

/// The start tag of an element, from behind its name; NULL without one. A prefix of a namespace is passed.
static const char *find_element(const char *text, const char *end, const char *name)
{
	size_t length = strlen(name);
	for (const char *c = text; (c = memchr(c, '<', (size_t)(end - c))) != NULL;)
	{
		if (end - c >= 4 && memcmp(c, "<!--", 4) == 0)
		{
			for (c += 4; end - c >= 3 && memcmp(c, "-->", 3) != 0; ++c)
				;
			continue;
		}
		const char *at = ++c;
		while (at < end && !is_blank(*at) && !strchr(":>/?!", *at))
			++at;
		const char *word = at < end && *at == ':' ? at + 1 : c;
		if ((size_t)(end - word) > length && memcmp(word, name, length) == 0 &&
			(is_blank(word[length]) || word[length] == '>' || word[length] == '/'))
			return word + length;
	}
	return NULL;
}

/// The value of an attribute of the tag whose attributes begin at `at`; its length in `*length`. NULL without one.
static const char *find_attribute(const char *at, const char *end, const char *name, size_t *length)
{
	size_t wanted = strlen(name);
	while (at < end && *at != '>')
	{
		const char *word = at;
		while (at < end && !is_blank(*at) && *at != '=' && *at != '>')
			++at;
		size_t size = (size_t)(at - word);
		while (at < end && is_blank(*at))
			++at;
		if (at >= end || *at != '=')
			continue;
		for (++at; at < end && is_blank(*at);)
			++at;
		if (at >= end || (*at != '"' && *at != '\''))
			return NULL;
		const char *value = at + 1, *quote = memchr(value, *at, (size_t)(end - value));
		if (!quote)
			return NULL;
		at = quote + 1;
		*length = (size_t)(quote - value);
		if (size == wanted && memcmp(word, name, size) == 0)
			return value;
	}
	return NULL;
}

double import_unit_of_xml(const char *text, size_t size, const char *name)
{
	static const struct
	{
		const char *word;
		double metres;
	} units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2}, {"inch", 0.0254}, {"foot", 0.3048},
		{"feet", 0.3048}, {"meter", 1}};
	const char *end = text + size, *tag = find_element(text, end, name);
	size_t length = 0;
	if (!tag)
		return 0;
	const char *value = find_attribute(tag, end, "unit", &length);
	if (!value)
		return 1e-3;
	for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
		if (strlen(units[i].word) == length && memcmp(units[i].word, value, length) == 0)
			return units[i].metres;
	return 0;
}

/// An entry of an archive's directory: where its local header stands, and how many bytes it takes.
typedef struct zip_entry
{
	uint64_t at;
	uint64_t packed;
	uint32_t method;
} zip_entry;

static bool read_at(FILE *file, uint64_t at, void *bytes, size_t size)
{
	return at <= INT32_MAX && fseek(file, (long)at, SEEK_SET) == 0 && fread(bytes, 1, size, file) == size;
}

/// Whether an entry's name is that of a model: the part that a 3MF package has in its folder 3D, or an AMF file.
static bool names_model(const char *name, size_t size)
{
	return (size > 6 && memcmp(name + size - 6, ".model", 6) == 0) ||
		   (size > 4 && memcmp(name + size - 4, ".amf", 4) == 0);
}

/// Finds the first model in a directory.
static bool find_entry(const uint8_t *directory, size_t size, zip_entry *entry)
{
	for (size_t at = 0; size - at >= ENTRY_SIZE && import_raw(directory + at, 4, false) == 0x02014b50;)
	{
		const uint8_t *head = directory + at;
		size_t name = (size_t)import_raw(head + 28, 2, false);
		size_t whole =
			ENTRY_SIZE + name + (size_t)import_raw(head + 30, 2, false) + (size_t)import_raw(head + 32, 2, false);
		if (whole > size - at)
			return false;
		if (names_model((const char *)head + ENTRY_SIZE, name))
		{
			*entry = (zip_entry){import_raw(head + 42, 4, false), import_raw(head + 20, 4, false),
				(uint32_t)import_raw(head + 10, 2, false)};
			return true;
		}
		at += whole;
	}
	return false;
}

/// Finds the model by the directory, whose place the end of the archive tells.
static bool find_model(const kilncook_context *context, FILE *file, uint64_t file_size, zip_entry *entry)
{
	size_t tail_size = file_size < TAIL_MOST ? (size_t)file_size : TAIL_MOST, size = 0;
	uint8_t *tail = cook_alloc(context, tail_size, 1), *directory = NULL;
	uint64_t at = 0;
	if (tail && tail_size >= END_SIZE && read_at(file, file_size - tail_size, tail, tail_size))
		for (size_t i = tail_size - END_SIZE + 1; size == 0 && i-- > 0;)
			if (import_raw(tail + i, 4, false) == 0x06054b50)
			{
				size = (size_t)import_raw(tail + i + 12, 4, false);
				at = import_raw(tail + i + 16, 4, false);
			}
	cook_free(context, tail, tail_size, 1);
	if (size > 0 && size <= DIRECTORY_MOST && size <= file_size)
		directory = cook_alloc(context, size, 1);
	bool found = directory && read_at(file, at, directory, size) && find_entry(directory, size, entry);
	cook_free(context, directory, size, 1);
	return found;
}

/// Unpacks the beginning of an entry; returns its bytes.
static size_t unpack(FILE *file, const zip_entry *entry, uint8_t *packed, char *text)
{
	uint8_t local[LOCAL_SIZE];
	if (!read_at(file, entry->at, local, sizeof local) || import_raw(local, 4, false) != 0x04034b50)
		return 0;
	uint64_t at = entry->at + LOCAL_SIZE + import_raw(local + 26, 2, false) + import_raw(local + 28, 2, false);
	size_t size = entry->packed < PACKED_MOST ? (size_t)entry->packed : PACKED_MOST;
	if (!read_at(file, at, packed, size))
		return 0;
	if (entry->method == 0)
	{
		size = size < IMPORT_UNIT_HEAD ? size : IMPORT_UNIT_HEAD;
		memcpy(text, packed, size);
		return size;
	}
	z_stream stream = {
		.next_in = packed, .avail_in = (uInt)size, .next_out = (Bytef *)text, .avail_out = IMPORT_UNIT_HEAD};
	if (entry->method != 8 || inflateInit2(&stream, -MAX_WBITS) != Z_OK)
		return 0;
	int result = inflate(&stream, Z_SYNC_FLUSH);
	inflateEnd(&stream);
	// The rest is damaged or not needed; what came is what there is.
	(void)result;
	return IMPORT_UNIT_HEAD - stream.avail_out;
}

/// The beginning of the XML text, from an archive or not; returns its bytes.
static size_t read_head(const kilncook_context *context, FILE *file, uint64_t file_size, char *text)
{
	uint8_t magic[4];
	zip_entry entry;
	if (!read_at(file, 0, magic, sizeof magic))
		return 0;
	if (import_raw(magic, 4, false) != 0x04034b50)
		return fseek(file, 0, SEEK_SET) == 0 ? fread(text, 1, IMPORT_UNIT_HEAD, file) : 0;
	if (!find_model(context, file, file_size, &entry))
		return 0;
	uint8_t *packed = cook_alloc(context, PACKED_MOST, 1);
	size_t size = packed ? unpack(file, &entry, packed, text) : 0;
	cook_free(context, packed, PACKED_MOST, 1);
	return size;
}

double import_unit_of_file(const kilncook_context *context, const char *path)
{
	uint64_t file_size = 0;
	FILE *file = platform_input_open(path, &file_size, NULL);
	char *text = file ? cook_alloc(context, IMPORT_UNIT_HEAD, 1) : NULL;
	double unit = 0;
	if (text)
	{
		size_t size = read_head(context, file, file_size, text);
		// Other formats have elements of such a name too.
		unit = holds(text, size, "/3dmanufacturing/core/") ? import_unit_of_xml(text, size, "model")
														   : import_unit_of_xml(text, size, "amf");
	}
	cook_free(context, text, IMPORT_UNIT_HEAD, 1);
	if (file)
		fclose(file);
	return unit;
}
