// SPDX-License-Identifier: MIT
#include "gltf.h"
#include "import/common/import_raw.h"
#include "memory.h"

#include <math.h>
#include <meshoptimizer.h>
#include <string.h>

/// EXT_meshopt_compression (Kapoulkine 2021). meshoptimizer decodes the data exactly. The filters are decoded here,
/// because the library's filters round differently on different processors.

/// The codec's best compression: two bits for sixteen bytes. Limits the memory that a short file can request.
#define RATIO 64

typedef enum gltf_filter
{
	FILTER_NONE,
	FILTER_EXPONENTIAL,
	FILTER_QUATERNION,
	FILTER_OCTAHEDRAL,
	FILTER_UNKNOWN,
} gltf_filter;

static uint32_t word_of(json_t *object, const char *member, const char *missing, const char *const *words)
{
	json_t *text = json_object_get(object, member);
	const char *value = json_is_string(text) ? json_string_value(text) : text ? "" : missing;
	uint32_t i = 0;
	while (words[i] && strcmp(words[i], value) != 0)
		++i;
	return i;
}

/// Floats of 24 bits of mantissa and 8 of exponent.
static void undo_exponential(uint8_t *data, uint64_t count)
{
	for (uint64_t i = 0; i < count; ++i, data += 4)
	{
		int64_t mantissa = import_raw_signed(import_raw(data, 3, false), 3);
		int64_t exponent = import_raw_signed(data[3], 1);
		float value = ldexpf((float)mantissa, (int)exponent);
		uint32_t bits;
		memcpy(&bits, &value, sizeof bits);
		for (int k = 0; k < 4; ++k)
			data[k] = (uint8_t)(bits >> 8 * k);
	}
}

/// Quaternions of three 16 bit numbers of up to 1/sqrt 2. The fourth number gives the index of the missing component,
/// and 1.
static void undo_quaternion(uint8_t *data, uint64_t count)
{
	const double range = sqrt(0.5);
	for (uint64_t i = 0; i < count; ++i, data += 8)
	{
		int64_t stored[4];
		for (int k = 0; k < 4; ++k)
			stored[k] = import_raw_signed(import_raw(data + 2 * k, 2, false), 2);
		double one = (double)(stored[3] | 3), value[4], rest = 1.0;
		for (int k = 0; k < 3; ++k)
		{
			value[k] = (double)stored[k] / one * range;
			rest -= value[k] * value[k];
		}
		value[3] = sqrt(rest > 0.0 ? rest : 0.0);
		for (int k = 0; k < 4; ++k)
		{
			double scaled = value[k] * 32767.0;
			scaled = scaled > 32767.0 ? 32767.0 : scaled < -32767.0 ? -32767.0 : scaled;
			int32_t rounded = (int32_t)(scaled + (scaled >= 0.0 ? 0.5 : -0.5));
			int at = (int)((stored[3] + k + 1) & 3);
			data[2 * at] = (uint8_t)((uint32_t)rounded & 0xff);
			data[2 * at + 1] = (uint8_t)((uint32_t)rounded >> 8 & 0xff);
		}
	}
}

/// Returns why the numbers of a view are invalid for the mode, or NULL.
static const char *wrong_numbers(uint32_t mode, gltf_filter filter, uint64_t count, uint64_t stride)
{
	if (mode == 0 && (stride == 0 || stride > 256 || stride % 4))
		return "a stride that attributes cannot have";
	if (mode == 1 && count % 3)
		return "indices of triangles that are no multiple of three";
	if (mode > 0 && stride != 2 && stride != 4)
		return "a stride that indices cannot have";
	if (filter == FILTER_QUATERNION && stride != 8)
		return "a stride that quaternions cannot have";
	return filter != FILTER_NONE && mode != 0 ? "a filter of what are no attributes" : NULL;
}

kilncook_status gltf_decompress(
	gltf_reader *reader, gltf_place place, json_t *extension, const uint8_t *from, uint64_t size, gltf_bytes *to)
{
	static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES", NULL};
	static const char *const filters[] = {"NONE", "EXPONENTIAL", "QUATERNION", "OCTAHEDRAL", NULL};
	uint64_t count, stride;
	kilncook_status status = gltf_integer(reader, place, extension, "count", IMPORT_CORNERS_MAX, 0, &count);
	if (status == KILNCOOK_OK)
		status = gltf_integer(reader, place, extension, "byteStride", 257, 0, &stride);
	if (status != KILNCOOK_OK)
		return status;
	uint32_t mode = word_of(extension, "mode", "", modes);
	gltf_filter filter = (gltf_filter)word_of(extension, "filter", "NONE", filters);
	const char *wrong = mode == 3							  ? "an unknown mode"
						: filter == FILTER_UNKNOWN			  ? "an unknown filter"
						: count * stride / RATIO > size + 256 ? "more elements than its bytes can hold"
															  : wrong_numbers(mode, filter, count, stride);
	// The octahedral filter only holds directions, which collision does not need.
	if (!wrong && filter == FILTER_OCTAHEDRAL)
		wrong = "positions, indices or transforms with the filter OCTAHEDRAL";
	if (wrong)
		return gltf_broken(reader, place, "", wrong);
	to->owned_size = (size_t)(count * stride) + 16;
	to->owned = cook_alloc(reader->context, to->owned_size, 1);
	if (!to->owned)
		return import_no_memory(reader->context);
	int failed = mode == 0 ? meshopt_decodeVertexBuffer(to->owned, (size_t)count, (size_t)stride, from, (size_t)size)
				 : mode == 1
					 ? meshopt_decodeIndexBuffer(to->owned, (size_t)count, (size_t)stride, from, (size_t)size)
					 : meshopt_decodeIndexSequence(to->owned, (size_t)count, (size_t)stride, from, (size_t)size);
	if (failed)
		return gltf_broken(reader, place, "", "its bytes cannot be decompressed");
	if (filter == FILTER_EXPONENTIAL)
		undo_exponential(to->owned, count * stride / 4);
	if (filter == FILTER_QUATERNION)
		undo_quaternion(to->owned, count);
	to->data = to->owned;
	to->size = count * stride;
	return KILNCOOK_OK;
}
