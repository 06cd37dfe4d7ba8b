// SPDX-License-Identifier: MIT
#include "gltf.h"
#include "import/common/import_metadata.h"
#include "kiln_format.h"
#include "math/ieee.h"

#include <string.h>

/// `extras` of a glTF file, which may hold any JSON.

static void add_value(import_metadata *metadata, json_t *value);

static void add_members(import_metadata *metadata, json_t *object)
{
	for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at))
	{
		const size_t before = metadata->path_size;
		const char *key = json_object_iter_key(at);
		if (!import_metadata_push(metadata, key, strlen(key)))
			continue;
		add_value(metadata, json_object_iter_value(at));
		import_metadata_pop(metadata, before);
	}
}

static void add_elements(import_metadata *metadata, json_t *array)
{
	for (size_t i = 0; i < json_array_size(array); ++i)
	{
		const size_t before = metadata->path_size;
		if (!import_metadata_push_index(metadata, i))
			continue;
		add_value(metadata, json_array_get(array, i));
		import_metadata_pop(metadata, before);
	}
}

/// Adds a value and the values below it; the depth of the path is bounded.
static void add_value(import_metadata *metadata, json_t *value)
{
	switch (json_typeof(value))
	{
	case JSON_OBJECT:
		if (json_object_size(value) == 0)
			import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
		add_members(metadata, value);
		break;
	case JSON_ARRAY:
		if (json_array_size(value) == 0)
			import_metadata_lose(metadata, IMPORT_METADATA_TYPE);
		add_elements(metadata, value);
		break;
	case JSON_STRING:
		import_metadata_string(metadata, json_string_value(value), json_string_length(value));
		break;
	case JSON_INTEGER:
		import_metadata_int(metadata, json_integer_value(value));
		break;
	case JSON_REAL:
		import_metadata_double(metadata, json_real_value(value));
		break;
	case JSON_NULL:
		import_metadata_null(metadata);
		break;
	default:
		import_metadata_bool(metadata, json_is_true(value));
		break;
	}
}

/// Adds the extras of an object, under `outer` unless NULL.
static void add_extras(import_metadata *metadata, const char *outer, json_t *object)
{
	static const char key[] = "extras";
	const size_t outermost = metadata->path_size;
	json_t *extras = json_object_get(object, key);
	if (!extras || (outer && !import_metadata_push(metadata, outer, strlen(outer))))
		return;
	const size_t before = metadata->path_size;
	if (import_metadata_push(metadata, key, sizeof key - 1))
	{
		add_value(metadata, extras);
		import_metadata_pop(metadata, before);
	}
	if (outer)
		import_metadata_pop(metadata, outermost);
}

uint32_t gltf_metadata_node(gltf_reader *reader, json_t *node)
{
	import_metadata *metadata = reader->input->metadata;
	if (!metadata)
		return 0;
	import_metadata_begin_group(metadata, KILN_METADATA_NODE);
	add_extras(metadata, NULL, node);
	return import_metadata_end_group(metadata);
}

uint32_t gltf_metadata_mesh(gltf_reader *reader, json_t *mesh, json_t *primitive)
{
	import_metadata *metadata = reader->input->metadata;
	if (!metadata)
		return 0;
	import_metadata_begin_group(metadata, KILN_METADATA_PART);
	add_extras(metadata, NULL, mesh);
	add_extras(metadata, "primitive", primitive);
	return import_metadata_end_group(metadata);
}

void gltf_metadata_material(gltf_reader *reader, json_t *material, uint32_t index)
{
	import_metadata *metadata = reader->input->metadata;
	if (!metadata)
		return;
	import_metadata_begin(metadata, KILN_METADATA_MATERIAL, index);
	add_extras(metadata, NULL, material);
}

void gltf_metadata_scene(gltf_reader *reader)
{
	import_metadata *metadata = reader->input->metadata;
	if (!metadata)
		return;
	// A file without scenes may have any number here.
	const double number = json_number_value(json_object_get(reader->root, "scene"));
	const size_t scene = number > 0 && number < (double)KILN_NONE ? (size_t)number : 0;
	import_metadata_begin(metadata, KILN_METADATA_SCENE, 0);
	add_extras(metadata, "asset", json_object_get(reader->root, "asset"));
	add_extras(metadata, NULL, json_array_get(json_object_get(reader->root, "scenes"), scene));
}
