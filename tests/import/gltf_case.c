// SPDX-License-Identifier: MIT
#include "gltf_case.h"

#include <meshoptimizer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_word(uint8_t *at, size_t value)
{
	for (int i = 0; i < 4; ++i)
		at[i] = (uint8_t)(value >> 8 * i);
}

uint8_t *gltf_case_binary(const char *json, size_t json_size, const void *bytes, size_t size, size_t *total)
{
	size_t text = (json_size + 3) / 4 * 4, data = (size + 3) / 4 * 4;
	*total = 12 + 8 + text + 8 + data;
	uint8_t *out = calloc(1, *total);
	if (!out)
		return NULL;
	memcpy(out, "glTF", 4);
	put_word(out + 4, 2);
	put_word(out + 8, *total);
	put_word(out + 12, text);
	memcpy(out + 16, "JSON", 4);
	memset(out + 20, ' ', text);
	memcpy(out + 20, json, json_size);
	put_word(out + 20 + text, data);
	memcpy(out + 24 + text, "BIN", 4);
	if (size > 0)
		memcpy(out + 28 + text, bytes, size);
	return out;
}

uint8_t *gltf_case_compressed(char *json, size_t room, size_t *size)
{
	uint16_t vertices[16][4] = {{0}};
	unsigned indices[54];
	size_t count = 0;
	for (unsigned i = 0; i < 16; ++i)
	{
		vertices[i][0] = (uint16_t)(i % 4 * 1000);
		vertices[i][1] = (uint16_t)(i / 4 * 1000);
		if (i % 4 == 3 || i / 4 == 3)
			continue;
		const unsigned corners[6] = {i, i + 1, i + 5, i, i + 5, i + 4};
		memcpy(indices + count, corners, sizeof corners);
		count += 6;
	}
	size_t vertex_bound = meshopt_encodeVertexBufferBound(16, 8), index_bound = meshopt_encodeIndexBufferBound(54, 16);
	uint8_t *bytes = malloc(vertex_bound + index_bound);
	if (!bytes)
		return NULL;
	size_t first = meshopt_encodeVertexBuffer(bytes, vertex_bound, vertices, 16, 8);
	size_t second = meshopt_encodeIndexBuffer(bytes + first, index_bound, indices, count);
	*size = first + second;
	(void)snprintf(json, room,
		"{\"asset\":{\"version\":\"2.0\"},"
		"\"extensionsRequired\":[\"EXT_meshopt_compression\",\"KHR_mesh_quantization\"],"
		"\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"scale\":[0.5,0.5,0.5]}],"
		"\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
		"\"accessors\":[{\"bufferView\":0,\"componentType\":5123,\"count\":16,\"type\":\"VEC3\"},"
		"{\"bufferView\":1,\"componentType\":5123,\"count\":54,\"type\":\"SCALAR\"}],"
		"\"bufferViews\":[{\"buffer\":1,\"byteLength\":128,\"byteStride\":8,\"extensions\":{\"EXT_meshopt_"
		"compression\":"
		"{\"buffer\":0,\"byteLength\":%zu,\"byteStride\":8,\"count\":16,\"mode\":\"ATTRIBUTES\"}}},"
		"{\"buffer\":1,\"byteOffset\":128,\"byteLength\":108,\"extensions\":{\"EXT_meshopt_compression\":"
		"{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"byteStride\":2,\"count\":54,\"mode\":\"TRIANGLES\"}}}],"
		"\"buffers\":[{\"byteLength\":%zu},{\"byteLength\":236,\"extensions\":{\"EXT_meshopt_compression\":"
		"{\"fallback\":true}}}]}",
		first, first, second, *size);
	return bytes;
}
