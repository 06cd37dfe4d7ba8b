// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_GLTF_BUFFER_H
#define KILN_DUMP_GLTF_BUFFER_H

#include "../../common/json.h"
#include "kiln.h"

/// The buffer of a glTF file in the making, and its accessors; each has a buffer view of its own.

/// What an accessor holds. Values are the components' types of glTF.
typedef enum gltf_content
{
	GLTF_COLORS = 5121,	   ///< four bytes each, normalised
	GLTF_INDICES = 5125,   ///< uint32_t
	GLTF_POSITIONS = 5126, ///< three floats each
} gltf_content;

typedef struct gltf_accessor
{
	gltf_content content;
	uint64_t offset; ///< in the buffer
	uint32_t count;
	float min[3], max[3]; ///< of positions
} gltf_accessor;

typedef struct gltf_buffer
{
	uint8_t *bytes;
	size_t size, capacity;
	gltf_accessor *accessors;
	uint32_t accessor_count, accessor_capacity;
	bool failed; ///< memory ran out; the functions below then do nothing
} gltf_buffer;

/// Adds an accessor with room for `count` elements. Returns its number, and stores where the elements are, until the
/// next call. NULL without memory.
uint32_t gltf_buffer_add(gltf_buffer *buffer, gltf_content content, uint32_t count, void **elements);

/// Adds positions, and computes their bounds.
uint32_t gltf_buffer_positions(gltf_buffer *buffer, const float (*positions)[3], uint32_t count);

/// Adds one colour (palette_color) `count` times.
uint32_t gltf_buffer_color(gltf_buffer *buffer, uint32_t number, uint32_t count);

/// Writes the keys `accessors`, `bufferViews` and `buffers`, where there are any. The buffer is a data URI.
void gltf_buffer_write(json_writer *json, const gltf_buffer *buffer);

void gltf_buffer_free(gltf_buffer *buffer);

#endif
