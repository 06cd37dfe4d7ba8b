// SPDX-License-Identifier: MIT
#include "gltf.h"
#include "import/common/import_words.h"

#include "import/common/import_raw.h"
#include "import/common/import_text.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// Builds the same scene as assimp's reader: one art mesh per primitive in the file's order, a root called ROOT above
/// several roots, and names made of the index for unnamed parts. It differs where assimp loses data: see import_gltf.h.

#define GLB_HEADER 12
#define GLB_CHUNK 8

/// Finds the JSON and the first buffer in a .glb.
static kilncook_status split_binary(gltf_reader *reader, const uint8_t **text, size_t *length)
{
	const uint8_t *bytes = reader->input->bytes;
	size_t size = reader->input->size, total = (size_t)import_raw(bytes + 8, 4, false);
	if (size > total)
		cook_message(reader->context, KILNCOOK_WARNING, "", "import-trailing",
			"the file goes on for %llu bytes behind its declared length", (unsigned long long)(size - total));
	*length = 0;
	const char *wrong = total > size ? "the file is shorter than it declares" : NULL;
	for (size_t at = GLB_HEADER, i = 0; !wrong && at < total && total - at >= GLB_CHUNK; ++i)
	{
		uint64_t chunk = import_raw(bytes + at, 4, false);
		if (chunk > total - at - GLB_CHUNK)
			wrong = "a chunk is longer than the file";
		else if (i == 0 && memcmp(bytes + at + 4, "JSON", 4) == 0)
		{
			*text = bytes + at + GLB_CHUNK;
			*length = (size_t)chunk;
		}
		else if (i == 1 && memcmp(bytes + at + 4, "BIN", 4) == 0)
		{
			reader->chunk = bytes + at + GLB_CHUNK;
			reader->chunk_size = (size_t)chunk;
			reader->has_chunk = true;
		}
		at += GLB_CHUNK + (size_t)chunk;
	}
	if (!wrong && *length == 0)
		wrong = "no JSON at the beginning";
	if (!wrong)
		return KILNCOOK_OK;
	cook_message(reader->context, KILNCOOK_ERROR, "", "import-failed", "%s", wrong);
	return KILNCOOK_REFUSED;
}

static kilncook_status parse(gltf_reader *reader)
{
	const uint8_t *text = reader->input->bytes;
	size_t length = reader->input->size;
	if (length >= GLB_HEADER && memcmp(text, "glTF", 4) == 0)
	{
		reader->input->passed = import_raw(text + 4, 4, false) == 1;
		kilncook_status status = reader->input->passed ? KILNCOOK_REFUSED : split_binary(reader, &text, &length);
		if (status != KILNCOOK_OK)
			return status;
	}
	if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
	{
		text += 3;
		length -= 3;
	}
	json_error_t error;
	reader->root = json_loadb((const char *)text, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
	if (json_is_object(reader->root))
		return KILNCOOK_OK;
	if (!reader->root && json_error_code(&error) == json_error_out_of_memory)
		return import_no_memory(reader->context);
	// In a binary file the JSON has no lines of the file.
	char line[IMPORT_LINE] = "";
	if (text >= reader->input->bytes && text < reader->input->bytes + 4)
		import_line(line, reader->root ? 1 : (uint64_t)error.line);
	cook_message(reader->context, KILNCOOK_ERROR, line, "import-failed", "JSON: %s",
		reader->root ? "not an object" : error.text);
	return KILNCOOK_REFUSED;
}

/// glTF 1.0 is a different format, which is left to assimp.
static kilncook_status check_version(gltf_reader *reader)
{
	json_t *asset = json_object_get(reader->root, "asset"), *version = json_object_get(asset, "version");
	json_t *least = json_object_get(asset, "minVersion");
	const char *text = json_is_string(version) ? json_string_value(version) : "";
	// In glTF 1.0 the version may be missing, and the arrays of 2.0 are objects.
	bool first = strncmp(text, "1.", 2) == 0 || json_is_object(json_object_get(reader->root, "meshes"));
	reader->input->passed = first;
	if (first)
		return KILNCOOK_REFUSED;
	bool newer = json_is_string(least) && strcmp(json_string_value(least), "2.0") != 0;
	if (strncmp(text, "2.", 2) == 0 && !newer)
		return KILNCOOK_OK;
	cook_message(reader->context, KILNCOOK_ERROR, "", "import-failed", "/asset/version: not glTF 2.0");
	return KILNCOOK_REFUSED;
}

/// Returns whether a file that requires this extension can be read: the extension does not change the surface, or we
/// read it.
static bool extension_known(const char *name)
{
	static const char *const read[] = {"KHR_mesh_quantization", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing",
		"KHR_node_visibility", "KHR_implicit_shapes", "KHR_physics_rigid_bodies", "OMI_physics_shape",
		"OMI_physics_body"};
	// Extensions for look, sound, later movement and authorship.
	static const char *const looks[] = {"KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_",
		"MSFT_packing_", "KHR_lights_", "EXT_lights_", "ADOBE_materials_", "KHR_technique", "KHR_animation_pointer",
		"KHR_xmp", "KHR_audio"};
	for (size_t i = 0; i < sizeof read / sizeof *read; ++i)
		if (strcmp(name, read[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; ++i)
		if (strncmp(name, looks[i], strlen(looks[i])) == 0)
			return true;
	return false;
}

static kilncook_status check_extensions(gltf_reader *reader)
{
	json_t *required = json_object_get(reader->root, "extensionsRequired");
	if (required && !json_is_array(required))
	{
		cook_message(reader->context, KILNCOOK_ERROR, "", "import-failed", "/extensionsRequired: not an array");
		return KILNCOOK_REFUSED;
	}
	for (size_t i = 0; i < json_array_size(required); ++i)
	{
		json_t *name = json_array_get(required, i);
		if (json_is_string(name) && extension_known(json_string_value(name)))
			continue;
		char *text = import_text(reader->context, json_is_string(name) ? json_string_value(name) : "?",
			json_is_string(name) ? json_string_length(name) : 1);
		cook_message(reader->context, KILNCOOK_ERROR, "", "import-extension",
			"the file requires the extension %.100s, which is not supported", text ? text : "?");
		import_text_free(reader->context, text);
		return KILNCOOK_REFUSED;
	}
	return KILNCOOK_OK;
}

/// Returns whether any node has a mesh or a collider.
static bool has_mesh(const art_scene *scene)
{
	for (uint32_t i = 0; i < scene->node_count; ++i)
		if (scene->nodes[i].mesh_count > 0 || scene->nodes[i].primitive)
			return true;
	return false;
}

static kilncook_status read_scene(gltf_reader *reader, art_scene *scene)
{
	kilncook_status status = gltf_count(reader, "buffers", &reader->buffer_count);
	if (status == KILNCOOK_OK)
		status = gltf_count(reader, "bufferViews", &reader->view_count);
	if (status != KILNCOOK_OK)
		return status;
	reader->buffers = cook_alloc_zero(reader->context, reader->buffer_count, sizeof *reader->buffers);
	reader->views = cook_alloc_zero(reader->context, reader->view_count, sizeof *reader->views);
	if (!reader->buffers || !reader->views)
		return import_no_memory(reader->context);
	gltf_meshes meshes = {0};
	status = gltf_materials_read(reader, scene);
	if (status == KILNCOOK_OK)
		status = gltf_meshes_read(reader, &meshes, scene);
	if (status == KILNCOOK_OK)
		status = gltf_nodes_read(reader, &meshes, scene);
	if (status == KILNCOOK_OK)
		gltf_metadata_scene(reader);
	status = gltf_meshes_end(reader, &meshes, status, scene);
	if (status == KILNCOOK_OK && !has_mesh(scene))
	{
		cook_message(
			reader->context, KILNCOOK_ERROR, "", "import-empty", "no node of the scene has a mesh or a collider");
		status = KILNCOOK_REFUSED;
	}
	return status;
}

static kilncook_status read_gltf(import_input *input, art_scene *scene)
{
	gltf_reader reader = {.input = input, .context = input->context};
	kilncook_status status = parse(&reader);
	if (status == KILNCOOK_OK)
		status = check_version(&reader);
	if (status == KILNCOOK_OK)
		status = check_extensions(&reader);
	if (status == KILNCOOK_OK)
		status = read_scene(&reader, scene);
	gltf_buffers_free(&reader);
	json_decref(reader.root);
	if (input->passed)
		return status;
	// glTF fixes metres and y (glTF 2.0, 3.4).
	scene->up_axis = 1;
	scene->unit = 1.0;
	memcpy(scene->importer, "kiln gltf", sizeof "kiln gltf");
	return status;
}

static bool claims(const char *extension, const uint8_t *head, size_t size)
{
	return strcmp(extension, "gltf") == 0 || strcmp(extension, "glb") == 0 ||
		   (size >= 4 && memcmp(head, "glTF", 4) == 0);
}

const import_reader import_reader_gltf = {.claims = claims, .read = read_gltf};
