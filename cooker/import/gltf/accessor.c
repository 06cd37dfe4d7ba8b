// SPDX-License-Identifier: MIT
#include "gltf.h"
#include "import/common/import_raw.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// Component types of glTF.
typedef enum gltf_component
{
	GLTF_BYTE = 5120,
	GLTF_UNSIGNED_BYTE,
	GLTF_SHORT,
	GLTF_UNSIGNED_SHORT,
	GLTF_INT,
	GLTF_UNSIGNED_INT,
	GLTF_FLOAT,
} gltf_component;

/// Elements that lie one after the other in a range of bytes.
typedef struct gltf_elements
{
	const uint8_t *data; ///< NULL: all elements are zero
	uint64_t count;
	uint64_t stride;
	uint32_t component;
	uint32_t size; ///< bytes of a component
	uint32_t components;
	bool normalized;
} gltf_elements;

typedef struct gltf_accessor
{
	gltf_place place;
	gltf_elements base;
	gltf_elements indices; ///< indices of the elements that sparse values replace
	gltf_elements values;
} gltf_accessor;

static uint32_t component_size(uint64_t component)
{
	static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 4};
	return component >= GLTF_BYTE && component <= GLTF_FLOAT ? sizes[component - GLTF_BYTE] : 0;
}

/// Returns the components of an accessor's type, and the bytes of an element. Columns of matrices begin at multiples of
/// four.
static uint32_t type_components(const char *type, uint32_t size, uint64_t *bytes)
{
	static const struct
	{
		const char *name;
		uint32_t rows, columns;
	} types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1}, {"MAT2", 2, 2}, {"MAT3", 3, 3},
		{"MAT4", 4, 4}};
	for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
		if (strcmp(types[i].name, type) == 0)
		{
			uint64_t column = (uint64_t)types[i].rows * size;
			if (types[i].columns > 1)
				column = (column + 3) / 4 * 4;
			*bytes = column * types[i].columns;
			return types[i].rows * types[i].columns;
		}
	return 0;
}

/// Finds the bytes of elements in a buffer view; each element has `bytes` bytes. `member` of the place is at fault where the
/// view is too short.
static kilncook_status place_elements(
	gltf_reader *reader, gltf_place place, const char *member, json_t *object, uint64_t bytes, gltf_elements *elements)
{
	uint32_t view;
	uint64_t offset, size, stride;
	kilncook_status status = gltf_index(reader, place, object, "bufferView", reader->view_count, &view);
	if (status == KILNCOOK_OK)
		status = gltf_integer(reader, place, object, "byteOffset", UINT64_C(1) << 53, 0, &offset);
	if (status != KILNCOOK_OK || view == KILN_NONE)
		return status;
	const uint8_t *data;
	status = gltf_view(reader, view, &data, &size, &stride);
	if (status != KILNCOOK_OK)
		return status;
	elements->stride = stride ? stride : bytes;
	if (elements->stride < bytes)
		return gltf_broken(reader, place, member, "a stride shorter than an element");
	if (elements->count > 0 &&
		(offset > size || size - offset < bytes || (size - offset - bytes) / elements->stride < elements->count - 1))
		return gltf_broken(reader, place, member, "beyond the end of the buffer view");
	// An empty range may have any offset.
	elements->data = elements->count > 0 ? data + offset : NULL;
	return KILNCOOK_OK;
}

static kilncook_status open_sparse(gltf_reader *reader, json_t *object, uint64_t bytes, gltf_accessor *accessor)
{
	json_t *sparse, *indices, *values;
	gltf_place place = accessor->place;
	uint64_t count, component;
	kilncook_status status = gltf_child(reader, place, object, "sparse", JSON_OBJECT, &sparse);
	if (status != KILNCOOK_OK || !sparse)
		return status;
	gltf_place indices_place = place, values_place = place;
	place.inside = "sparse";
	indices_place.inside = "sparse/indices";
	values_place.inside = "sparse/values";
	status = gltf_integer(reader, place, sparse, "count", accessor->base.count + 1, 0, &count);
	if (status == KILNCOOK_OK)
		status = gltf_child(reader, place, sparse, "indices", JSON_OBJECT, &indices);
	if (status == KILNCOOK_OK)
		status = gltf_child(reader, place, sparse, "values", JSON_OBJECT, &values);
	if (status == KILNCOOK_OK)
		status = gltf_integer(reader, indices_place, indices, "componentType", GLTF_FLOAT, 0, &component);
	if (status != KILNCOOK_OK)
		return status;
	accessor->indices = (gltf_elements){
		.count = count, .component = (uint32_t)component, .size = component_size(component), .components = 1};
	accessor->values = accessor->base;
	accessor->values.count = count;
	accessor->values.data = NULL;
	if (component != GLTF_UNSIGNED_BYTE && component != GLTF_UNSIGNED_SHORT && component != GLTF_UNSIGNED_INT)
		return gltf_broken(reader, indices_place, "componentType", "not one that indices can have");
	status = place_elements(reader, indices_place, "", indices, accessor->indices.size, &accessor->indices);
	if (status == KILNCOOK_OK)
		status = place_elements(reader, values_place, "", values, bytes, &accessor->values);
	if (status == KILNCOOK_OK && count > 0 && (!accessor->indices.data || !accessor->values.data))
		status = gltf_broken(reader, place, "", "without a buffer view");
	return status;
}

static kilncook_status open_accessor(gltf_reader *reader, uint32_t index, gltf_accessor *accessor)
{
	*accessor = (gltf_accessor){.place = {"accessors", index, NULL}};
	gltf_place place = accessor->place;
	json_t *object = gltf_element(reader, place);
	if (!object)
		return KILNCOOK_REFUSED;
	uint64_t component, count, bytes = 0;
	kilncook_status status = gltf_integer(reader, place, object, "componentType", GLTF_FLOAT + 1, 0, &component);
	if (status == KILNCOOK_OK)
		status = gltf_integer(reader, place, object, "count", IMPORT_CORNERS_MAX, 0, &count);
	if (status != KILNCOOK_OK)
		return status;
	gltf_elements *base = &accessor->base;
	base->component = (uint32_t)component;
	base->size = component_size(component);
	base->count = count;
	base->normalized = json_is_true(json_object_get(object, "normalized"));
	json_t *type = json_object_get(object, "type");
	base->components = json_is_string(type) ? type_components(json_string_value(type), base->size, &bytes) : 0;
	if (base->size == 0 || base->components == 0)
		return gltf_broken(reader, place, base->size ? "type" : "componentType", "unknown");
	status = place_elements(reader, place, "count", object, bytes, base);
	return status == KILNCOOK_OK ? open_sparse(reader, object, bytes, accessor) : status;
}

/// Converts a component to a float. Normalised components are divided in double (glTF 2.0, 3.6.2.2).
static float float_at(const gltf_elements *elements, const uint8_t *bytes)
{
	static const double ranges[] = {127.0, 255.0, 32767.0, 65535.0, 2147483647.0, 4294967295.0};
	uint64_t raw = import_raw(bytes, elements->size, false);
	if (elements->component == GLTF_FLOAT)
		return import_raw_float(raw);
	bool is_signed =
		elements->component == GLTF_BYTE || elements->component == GLTF_SHORT || elements->component == GLTF_INT;
	double value = is_signed ? (double)import_raw_signed(raw, elements->size) : (double)raw;
	if (elements->normalized)
		value /= ranges[elements->component - GLTF_BYTE];
	return (float)(elements->normalized && value < -1.0 ? -1.0 : value);
}

static uint32_t index_at(const gltf_elements *elements, uint64_t i)
{
	return (uint32_t)import_raw(elements->data + i * elements->stride, elements->size, false);
}

/// Returns whether sparse indices increase and stay below the count. Two replacements of the same element have no
/// meaning.
static bool sparse_in_order(const gltf_accessor *accessor)
{
	for (uint64_t i = 0; i < accessor->indices.count; ++i)
		if (index_at(&accessor->indices, i) >= accessor->base.count ||
			(i > 0 && index_at(&accessor->indices, i) <= index_at(&accessor->indices, i - 1)))
			return false;
	return true;
}

kilncook_status gltf_accessor_count(gltf_reader *reader, uint32_t accessor, uint64_t *count)
{
	gltf_accessor opened;
	kilncook_status status = open_accessor(reader, accessor, &opened);
	*count = opened.base.count;
	return status;
}

kilncook_status gltf_accessor_floats(gltf_reader *reader, uint32_t accessor, uint32_t components, float *values)
{
	gltf_accessor opened;
	kilncook_status status = open_accessor(reader, accessor, &opened);
	if (status != KILNCOOK_OK)
		return status;
	const gltf_elements *base = &opened.base;
	if (base->components != components)
		return gltf_broken(reader, opened.place, "type", "not the one that is needed here");
	if (!sparse_in_order(&opened))
		return gltf_broken(reader, opened.place, "sparse/indices", "not increasing, or too large");
	for (uint64_t i = 0; i < base->count; ++i)
		for (uint32_t k = 0; k < components; ++k)
			values[i * components + k] =
				base->data ? float_at(base, base->data + i * base->stride + (uint64_t)k * base->size) : 0.0f;
	for (uint64_t i = 0; i < opened.indices.count; ++i)
		for (uint32_t k = 0; k < components; ++k)
			values[(uint64_t)index_at(&opened.indices, i) * components + k] = float_at(
				&opened.values, opened.values.data + i * opened.values.stride + (uint64_t)k * opened.values.size);
	return KILNCOOK_OK;
}

kilncook_status gltf_accessor_indices(gltf_reader *reader, uint32_t accessor, uint32_t *values)
{
	gltf_accessor opened;
	kilncook_status status = open_accessor(reader, accessor, &opened);
	if (status != KILNCOOK_OK)
		return status;
	const gltf_elements *base = &opened.base;
	if (base->components != 1 || (base->component != GLTF_UNSIGNED_BYTE && base->component != GLTF_UNSIGNED_SHORT &&
									 base->component != GLTF_UNSIGNED_INT))
		return gltf_broken(
			reader, opened.place, base->components != 1 ? "type" : "componentType", "not one that indices can have");
	if (!sparse_in_order(&opened))
		return gltf_broken(reader, opened.place, "sparse/indices", "not increasing, or too large");
	for (uint64_t i = 0; i < base->count; ++i)
		values[i] = base->data ? index_at(base, i) : 0;
	for (uint64_t i = 0; i < opened.indices.count; ++i)
		values[index_at(&opened.indices, i)] = index_at(&opened.values, i);
	return KILNCOOK_OK;
}
