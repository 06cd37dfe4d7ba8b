// SPDX-License-Identifier: MIT
#include "gltf.h"
#include "import/common/import_files.h"
#include "kiln_format.h"
#include "memory.h"
#include "platform/platform.h"

#include <string.h>

/// Returns the value of a base64 digit (RFC 4648, also the URL alphabet), 64 for other characters.
static uint8_t digit_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (uint8_t)(c - 'A');
	if (c >= 'a' && c <= 'z')
		return (uint8_t)(c - 'a' + 26);
	if (c >= '0' && c <= '9')
		return (uint8_t)(c - '0' + 52);
	return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : 64;
}

static kilncook_status decode_base64(
	gltf_reader *reader, gltf_place place, const char *text, size_t length, gltf_bytes *bytes)
{
	while (length > 0 && text[length - 1] == '=')
		--length;
	bytes->owned_size = length / 4 * 3 + 3;
	bytes->owned = cook_alloc(reader->context, bytes->owned_size, 1);
	if (!bytes->owned)
		return import_no_memory(reader->context);
	size_t size = 0;
	uint32_t bits = 0;
	for (size_t i = 0; i < length; ++i)
	{
		uint8_t digit = digit_of(text[i]);
		if (digit == 64)
			return gltf_broken(reader, place, "uri", "its data is no base64");
		bits = bits << 6 | digit;
		if (i % 4 != 0)
			bytes->owned[size++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
	}
	bytes->data = bytes->owned;
	bytes->size = size;
	return KILNCOOK_OK;
}

static int hex_of(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
}

/// Decodes percent signs (RFC 3986, 2.1). Returns false when the result holds a NUL.
static bool decode_path(const char *uri, char *path)
{
	for (; *uri; ++uri, ++path)
	{
		int high = *uri == '%' ? hex_of(uri[1]) : -1;
		int low = high >= 0 ? hex_of(uri[2]) : -1;
		*path = *uri;
		if (low >= 0)
			*path = (char)(high << 4 | low);
		uri += low >= 0 ? 2 : 0;
		if (!*path)
			return false;
	}
	*path = 0;
	return true;
}

/// Returns whether a URI has a scheme such as `http:` (RFC 3986, 3.1). A single letter is a drive.
static bool has_scheme(const char *uri)
{
	size_t length = strspn(uri, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
	return length > 1 && uri[length] == ':';
}

static kilncook_status read_side_file(gltf_reader *reader, gltf_place place, const char *uri, gltf_bytes *bytes)
{
	if (has_scheme(uri))
		return gltf_broken(reader, place, "uri", "neither data nor a path");
	size_t room = strlen(uri) + 1;
	char *path = cook_alloc(reader->context, room, 1);
	if (!path)
		return import_no_memory(reader->context);
	char reason[PLATFORM_REASON] = "";
	import_bytes file = {0};
	kilncook_status status = KILNCOOK_REFUSED;
	if (!decode_path(uri, path))
		(void)gltf_broken(reader, place, "uri", "a path with a NUL");
	else
	{
		status = import_files_read(reader->input->files, reader->input->path, path, &file, reason);
		if (status == KILNCOOK_IO)
		{
			cook_message(reader->context, KILNCOOK_ERROR, "", "import-failed", "/buffers/%lu/uri: cannot read %s: %s",
				(unsigned long)place.index, path, reason);
			status = KILNCOOK_REFUSED;
		}
		else if (status == KILNCOOK_INTERNAL)
			(void)import_no_memory(reader->context);
	}
	cook_free(reader->context, path, room, 1);
	bytes->data = bytes->owned = file.data;
	bytes->size = file.size;
	bytes->owned_size = file.size + 1;
	return status;
}

static kilncook_status load_buffer(gltf_reader *reader, uint32_t index)
{
	gltf_bytes *bytes = &reader->buffers[index];
	gltf_place place = {"buffers", index, NULL};
	json_t *buffer = gltf_element(reader, place), *uri = json_object_get(buffer, "uri");
	uint64_t length;
	if (!buffer)
		return KILNCOOK_REFUSED;
	kilncook_status status = gltf_integer(reader, place, buffer, "byteLength", UINT64_C(1) << 53, 0, &length);
	if (status != KILNCOOK_OK)
		return status;
	if (!uri && index == 0 && reader->has_chunk)
		*bytes = (gltf_bytes){.data = reader->chunk, .size = reader->chunk_size};
	else if (!json_is_string(uri) || strlen(json_string_value(uri)) != json_string_length(uri))
		return gltf_broken(reader, place, "uri", "not a string, so that the buffer has no data");
	else if (strncmp(json_string_value(uri), "data:", 5) == 0)
	{
		const char *text = strstr(json_string_value(uri), ";base64,");
		if (!text)
			return gltf_broken(reader, place, "uri", "its data is no base64");
		text += strlen(";base64,");
		status = decode_base64(reader, place, text, strlen(text), bytes);
	}
	else
		status = read_side_file(reader, place, json_string_value(uri), bytes);
	if (status != KILNCOOK_OK)
		return status;
	if (bytes->size < length)
		return gltf_broken(reader, place, "byteLength", "more than the buffer's data");
	bytes->size = length;
	bytes->loaded = true;
	return KILNCOOK_OK;
}

/// Reads a range of a buffer: `buffer`, `byteOffset` and `byteLength` of an object.
static kilncook_status read_range(
	gltf_reader *reader, gltf_place place, json_t *object, const uint8_t **data, uint64_t *size)
{
	uint32_t buffer;
	uint64_t offset;
	kilncook_status status = gltf_index(reader, place, object, "buffer", reader->buffer_count, &buffer);
	if (status == KILNCOOK_OK)
		status = gltf_integer(reader, place, object, "byteOffset", UINT64_C(1) << 53, 0, &offset);
	if (status == KILNCOOK_OK)
		status = gltf_integer(reader, place, object, "byteLength", UINT64_C(1) << 53, 0, size);
	if (status == KILNCOOK_OK && buffer == KILN_NONE)
		status = gltf_broken(reader, place, "buffer", "missing");
	if (status == KILNCOOK_OK && !reader->buffers[buffer].loaded)
		status = load_buffer(reader, buffer);
	if (status != KILNCOOK_OK)
		return status;
	const gltf_bytes *bytes = &reader->buffers[buffer];
	if (offset > bytes->size || *size > bytes->size - offset)
		return gltf_broken(reader, place, "byteLength", "beyond the end of the buffer");
	*data = bytes->data + offset;
	return KILNCOOK_OK;
}

static kilncook_status load_view(gltf_reader *reader, gltf_place place, json_t *view, gltf_bytes *bytes)
{
	json_t *compression;
	kilncook_status status = gltf_extension(reader, place, view, "EXT_meshopt_compression", &compression);
	if (status != KILNCOOK_OK)
		return status;
	const uint8_t *data = NULL;
	uint64_t size = 0;
	if (compression)
		place.inside = "extensions/EXT_meshopt_compression";
	status = read_range(reader, place, compression ? compression : view, &data, &size);
	if (status == KILNCOOK_OK && compression)
		status = gltf_decompress(reader, place, compression, data, size, bytes);
	else if (status == KILNCOOK_OK)
		*bytes = (gltf_bytes){.data = data, .size = size};
	bytes->loaded = status == KILNCOOK_OK;
	return status;
}

kilncook_status gltf_view(gltf_reader *reader, uint32_t view, const uint8_t **data, uint64_t *size, uint64_t *stride)
{
	gltf_place place = {"bufferViews", view, NULL};
	gltf_bytes *bytes = &reader->views[view];
	json_t *object = gltf_element(reader, place);
	if (!object)
		return KILNCOOK_REFUSED;
	kilncook_status status = gltf_integer(reader, place, object, "byteStride", 256, 0, stride);
	if (status == KILNCOOK_OK && !bytes->loaded)
		status = load_view(reader, place, object, bytes);
	*data = bytes->data;
	*size = bytes->size;
	return status;
}

static void free_bytes(const kilncook_context *context, gltf_bytes *bytes, uint32_t count)
{
	for (uint32_t i = 0; bytes && i < count; ++i)
		cook_free(context, bytes[i].owned, bytes[i].owned_size, 1);
	cook_free(context, bytes, count, sizeof *bytes);
}

void gltf_buffers_free(gltf_reader *reader)
{
	free_bytes(reader->context, reader->buffers, reader->buffer_count);
	free_bytes(reader->context, reader->views, reader->view_count);
}
