// SPDX-License-Identifier: MIT
#include "import_zip.h"

#include "common/import_raw.h"
#include "memory.h"
#include "platform/platform.h"

#include <string.h>

/// Most bytes at an archive's end in which its directory is searched, and most bytes of the directory (APPNOTE 6.3,
/// 4.3).
#define TAIL_MOST (65536 + 22)
#define DIRECTORY_MOST (1u << 20)
#define END_SIZE 22
#define ENTRY_SIZE 46
#define LOCAL_SIZE 30

/// An entry of an archive's directory: position of its local header, and its size in bytes.
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

/// Finds the model through the directory, whose position is stored at the end of the archive.
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

bool import_zip_begin(const kilncook_context *context, const char *path, import_zip *zip)
{
	uint64_t size = 0;
	uint8_t head[LOCAL_SIZE];
	zip_entry entry;
	memset(zip, 0, sizeof *zip);
	zip->file = platform_input_open(path, &size, NULL);
	if (!zip->file)
		return false;
	zip->left = size;
	if (!read_at(zip->file, 0, head, 4) || import_raw(head, 4, false) != 0x04034b50)
		return fseek(zip->file, 0, SEEK_SET) == 0;
	if (!find_model(context, zip->file, size, &entry) || !read_at(zip->file, entry.at, head, sizeof head) ||
		import_raw(head, 4, false) != 0x04034b50)
		return false;
	uint64_t at = entry.at + LOCAL_SIZE + import_raw(head + 26, 2, false) + import_raw(head + 28, 2, false);
	zip->left = entry.packed;
	if (at > INT32_MAX || fseek(zip->file, (long)at, SEEK_SET) != 0)
		return false;
	if (entry.method == 0)
		return true;
	zip->packed = entry.method == 8 && inflateInit2(&zip->stream, -MAX_WBITS) == Z_OK;
	return zip->packed;
}

/// Reads the next block of the file.
static size_t read_block(import_zip *zip, uint8_t *block)
{
	size_t size = zip->left < IMPORT_ZIP_BLOCK ? (size_t)zip->left : IMPORT_ZIP_BLOCK;
	size = fread(block, 1, size, zip->file);
	zip->left -= size;
	return size;
}

/// Unpacks the next block.
static size_t unpack_block(import_zip *zip)
{
	zip->stream.next_out = zip->bytes;
	zip->stream.avail_out = IMPORT_ZIP_BLOCK;
	while (!zip->ended && zip->stream.avail_out > 0)
	{
		if (zip->stream.avail_in == 0)
		{
			zip->stream.next_in = zip->source;
			zip->stream.avail_in = (uInt)read_block(zip, zip->source);
		}
		// Damaged data ends the bytes; those already unpacked are used.
		zip->ended = zip->stream.avail_in == 0 || inflate(&zip->stream, Z_NO_FLUSH) != Z_OK;
	}
	return IMPORT_ZIP_BLOCK - zip->stream.avail_out;
}

int import_zip_next(import_zip *zip)
{
	if (zip->at == zip->size)
	{
		zip->at = 0;
		zip->size = zip->packed ? unpack_block(zip) : read_block(zip, zip->bytes);
		if (zip->size == 0)
			return -1;
	}
	return zip->bytes[zip->at++];
}

void import_zip_end(import_zip *zip)
{
	if (zip->packed)
		inflateEnd(&zip->stream);
	if (zip->file)
		fclose(zip->file);
}
