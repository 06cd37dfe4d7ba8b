// SPDX-License-Identifier: MIT
#include "gltf_buffer.h"

#include "../../common/base64.h"
#include "../lines/json_keys.h"
#include "palette.h"

#include <stdlib.h>
#include <string.h>

static size_t element_size(gltf_content content)
{
	return content == GLTF_POSITIONS ? 3 * sizeof(float) : sizeof(uint32_t);
}

// Grows an array to at least `wanted` elements.
static bool grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
	size_t larger = *capacity < 64 ? 64 : *capacity;
	while (larger < wanted && larger <= SIZE_MAX / 2 / size)
		larger *= 2;
	void *old;
	memcpy(&old, array, sizeof old);
	void *more = larger < wanted ? NULL : realloc(old, larger * size);
	if (more != NULL)
	{
		memcpy(array, &more, sizeof more);
		*capacity = larger;
	}
	return more != NULL;
}

uint32_t gltf_buffer_add(gltf_buffer *buffer, gltf_content content, uint32_t count, void **elements)
{
	const size_t size = count * element_size(content);
	size_t capacity = buffer->accessor_capacity;
	*elements = NULL;
	if (!buffer->failed && buffer->accessor_count == capacity)
	{
		buffer->failed = !grow(&buffer->accessors, &capacity, capacity + 1, sizeof *buffer->accessors);
		buffer->accessor_capacity = (uint32_t)capacity;
	}
	if (!buffer->failed && size > buffer->capacity - buffer->size)
	{
		buffer->failed =
			size > SIZE_MAX - buffer->size || !grow(&buffer->bytes, &buffer->capacity, buffer->size + size, 1);
	}
	if (buffer->failed)
		return 0;
	buffer->accessors[buffer->accessor_count] =
		(gltf_accessor){.content = content, .offset = buffer->size, .count = count};
	*elements = buffer->bytes + buffer->size;
	buffer->size += size;
	return buffer->accessor_count++;
}

uint32_t gltf_buffer_positions(gltf_buffer *buffer, const float (*positions)[3], uint32_t count)
{
	void *elements;
	const uint32_t number = gltf_buffer_add(buffer, GLTF_POSITIONS, count, &elements);
	if (elements == NULL)
		return number;
	gltf_accessor *accessor = &buffer->accessors[number];
	memcpy(elements, positions, count * sizeof *positions);
	memcpy(accessor->min, positions[0], sizeof *positions);
	memcpy(accessor->max, positions[0], sizeof *positions);
	for (uint32_t i = 1; i < count; ++i)
	{
		for (int k = 0; k < 3; ++k)
		{
			const float x = positions[i][k];
			accessor->min[k] = x < accessor->min[k] ? x : accessor->min[k];
			accessor->max[k] = x > accessor->max[k] ? x : accessor->max[k];
		}
	}
	return number;
}

uint32_t gltf_buffer_color(gltf_buffer *buffer, uint32_t number, uint32_t count)
{
	void *elements;
	const uint32_t accessor = gltf_buffer_add(buffer, GLTF_COLORS, count, &elements);
	for (uint32_t i = 0; elements != NULL && i < count; ++i)
		memcpy((uint8_t *)elements + 4 * (size_t)i, palette_color(number), 4);
	return accessor;
}

static void write_accessor(json_writer *json, const gltf_accessor *accessor, uint32_t view)
{
	json_object(json);
	key_uint(json, "bufferView", view);
	key_uint(json, "componentType", (uint64_t)accessor->content);
	key_uint(json, "count", accessor->count);
	if (accessor->content == GLTF_COLORS)
		key_bool(json, "normalized", true);
	key_text(json, "type",
		accessor->content == GLTF_POSITIONS ? "VEC3"
		: accessor->content == GLTF_COLORS	? "VEC4"
											: "SCALAR");
	if (accessor->content == GLTF_POSITIONS)
	{
		json_key(json, "min");
		json_floats(json, accessor->min, 3);
		json_key(json, "max");
		json_floats(json, accessor->max, 3);
	}
	json_object_end(json);
}

static void write_view(json_writer *json, const gltf_accessor *accessor)
{
	// Of glTF: vertices and indices.
	const uint64_t target = accessor->content == GLTF_INDICES ? 34963 : 34962;
	json_object(json);
	key_uint(json, "buffer", 0);
	key_uint(json, "byteOffset", accessor->offset);
	key_uint(json, "byteLength", accessor->count * element_size(accessor->content));
	key_uint(json, "target", target);
	json_object_end(json);
}

void gltf_buffer_write(json_writer *json, const gltf_buffer *buffer)
{
	if (buffer->accessor_count == 0)
		return;
	json_key(json, "accessors");
	json_array(json);
	for (uint32_t i = 0; i < buffer->accessor_count; ++i)
		write_accessor(json, &buffer->accessors[i], i);
	json_array_end(json);
	json_key(json, "bufferViews");
	json_array(json);
	for (uint32_t i = 0; i < buffer->accessor_count; ++i)
		write_view(json, &buffer->accessors[i]);
	json_array_end(json);
	json_key(json, "buffers");
	json_array(json);
	json_object(json);
	key_uint(json, "byteLength", buffer->size);
	json_key(json, "uri");
	json_string_begin(json);
	fputs("data:application/octet-stream;base64,", json->out);
	base64_write(json->out, buffer->bytes, buffer->size);
	json_string_end(json);
	json_object_end(json);
	json_array_end(json);
}

void gltf_buffer_free(gltf_buffer *buffer)
{
	free(buffer->bytes);
	free(buffer->accessors);
	*buffer = (gltf_buffer){0};
}
