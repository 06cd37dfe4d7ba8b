// SPDX-License-Identifier: MIT
#include "gltf.h"
#include "import/common/import_text.h"
#include "import/import.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// How a primitive's indices form faces.
typedef enum gltf_mode
{
	GLTF_POINTS,
	GLTF_LINES,
	GLTF_LINE_LOOP,
	GLTF_LINE_STRIP,
	GLTF_TRIANGLES,
	GLTF_TRIANGLE_STRIP,
	GLTF_TRIANGLE_FAN,
	GLTF_MODE_COUNT,
} gltf_mode;

/// A primitive while it is read.
typedef struct gltf_primitive
{
	gltf_place place;				///< in its mesh
	char inside[GLTF_POINTER_SIZE]; ///< of `place`
	json_t *object;
	json_t *weights; ///< of its morph targets, or NULL
	gltf_mode mode;
	uint32_t position; ///< accessor, or KILN_NONE
	uint32_t *indices;
	uint64_t index_count;
} gltf_primitive;

kilncook_status gltf_materials_read(gltf_reader *reader, art_scene *scene)
{
	uint32_t count;
	kilncook_status status = gltf_count(reader, "materials", &count);
	import_names names = {0};
	for (uint32_t i = 0; status == KILNCOOK_OK && i <= count; ++i)
	{
		gltf_place place = {"materials", i, NULL};
		const char *name = NULL;
		size_t length = 0;
		json_t *material = i < count ? gltf_element(reader, place) : NULL;
		if (i < count)
			status = material ? gltf_name(reader, place, material, &name, &length) : KILNCOOK_REFUSED;
		if (status == KILNCOOK_OK && !import_names_add(reader->context, &names, name ? name : "", length))
			status = import_no_memory(reader->context);
		if (status == KILNCOOK_OK)
			gltf_metadata_material(reader, material, i);
	}
	if (status == KILNCOOK_OK && !import_names_to_materials(reader->context, &names, scene))
		status = import_no_memory(reader->context);
	import_names_free(reader->context, &names);
	return status;
}

/// Reads the accessor of an attribute; KILN_NONE without one.
static kilncook_status read_attribute(gltf_reader *reader, gltf_place place, json_t *object, const char *attributes,
	const char *name, uint32_t accessor_count, uint32_t *accessor)
{
	json_t *child = object;
	kilncook_status status = KILNCOOK_OK;
	if (attributes)
		status = gltf_child(reader, place, object, attributes, JSON_OBJECT, &child);
	char inside[GLTF_POINTER_SIZE];
	(void)snprintf(inside, sizeof inside, "%s%s%s", place.inside, attributes ? "/" : "", attributes ? attributes : "");
	place.inside = inside;
	*accessor = KILN_NONE;
	return status == KILNCOOK_OK && child ? gltf_index(reader, place, child, name, accessor_count, accessor) : status;
}

/// Adds the positions of the morph targets, each times its weight, in the order of the targets.
static kilncook_status add_targets(gltf_reader *reader, gltf_meshes *meshes, const gltf_primitive *primitive)
{
	json_t *targets;
	kilncook_status status = gltf_child(reader, primitive->place, primitive->object, "targets", JSON_ARRAY, &targets);
	float(*deltas)[3] = NULL;
	uint32_t count = meshes->position_count;
	for (size_t i = 0; status == KILNCOOK_OK && i < json_array_size(targets); ++i)
	{
		double weight = json_number_value(json_array_get(primitive->weights, i));
		uint32_t accessor;
		uint64_t elements;
		json_t *target = json_array_get(targets, i);
		if (weight == 0.0)
			continue;
		char inside[GLTF_POINTER_SIZE];
		gltf_place place = primitive->place;
		(void)snprintf(inside, sizeof inside, "%s/targets/%zu", place.inside, i);
		place.inside = inside;
		status = read_attribute(reader, place, target, NULL, "POSITION", meshes->accessor_count, &accessor);
		if (status != KILNCOOK_OK || accessor == KILN_NONE)
			continue;
		status = gltf_accessor_count(reader, accessor, &elements);
		if (status == KILNCOOK_OK && elements != count)
			status = gltf_broken(reader, place, "POSITION", "of another length than the positions");
		meshes->vertices += elements;
		if (status == KILNCOOK_OK && meshes->vertices > IMPORT_CORNERS_MAX)
			status = import_too_big(reader->context, "2^28 vertices");
		if (status == KILNCOOK_OK && !deltas && !(deltas = cook_alloc(reader->context, count, sizeof *deltas)))
			status = import_no_memory(reader->context);
		if (status == KILNCOOK_OK)
			status = gltf_accessor_floats(reader, accessor, 3, deltas[0]);
		for (uint32_t v = 0; status == KILNCOOK_OK && v < count; ++v)
			for (int k = 0; k < 3; ++k)
				meshes->positions[v][k] = (float)((double)meshes->positions[v][k] + weight * (double)deltas[v][k]);
	}
	cook_free(reader->context, deltas, count, sizeof *deltas);
	return status;
}

static void forget_positions(gltf_reader *reader, gltf_meshes *meshes)
{
	cook_free(reader->context, meshes->positions, meshes->position_count, sizeof *meshes->positions);
	import_used_free(reader->context, &meshes->used);
	meshes->positions = NULL;
	meshes->position_count = 0;
	meshes->cached = KILN_NONE;
}

/// Writes the positions of a primitive to `meshes`. Positions of an accessor that several primitives share are cached.
static kilncook_status read_positions(gltf_reader *reader, gltf_meshes *meshes, const gltf_primitive *primitive)
{
	if (meshes->cached != KILN_NONE && meshes->cached == primitive->position && !primitive->weights)
		return KILNCOOK_OK;
	forget_positions(reader, meshes);
	if (primitive->position == KILN_NONE)
		return KILNCOOK_OK;
	uint64_t count;
	kilncook_status status = gltf_accessor_count(reader, primitive->position, &count);
	if (status != KILNCOOK_OK)
		return status;
	meshes->vertices += count;
	if (meshes->vertices > IMPORT_CORNERS_MAX)
		return import_too_big(reader->context, "2^28 vertices");
	meshes->positions = cook_alloc(reader->context, (size_t)count, sizeof *meshes->positions);
	if (!meshes->positions)
		return import_no_memory(reader->context);
	meshes->position_count = (uint32_t)count;
	status = gltf_accessor_floats(reader, primitive->position, 3, meshes->positions[0]);
	if (status == KILNCOOK_OK && primitive->weights)
		return add_targets(reader, meshes, primitive);
	meshes->cached = status == KILNCOOK_OK ? primitive->position : KILN_NONE;
	return status;
}

/// Reads the primitive's indices; without any, uses consecutive vertices.
static kilncook_status read_indices(gltf_reader *reader, gltf_meshes *meshes, gltf_primitive *primitive)
{
	uint32_t accessor;
	kilncook_status status =
		gltf_index(reader, primitive->place, primitive->object, "indices", meshes->accessor_count, &accessor);
	primitive->index_count = meshes->position_count;
	if (status == KILNCOOK_OK && accessor != KILN_NONE)
		status = gltf_accessor_count(reader, accessor, &primitive->index_count);
	if (status != KILNCOOK_OK)
		return status;
	// Strips and fans have up to three corners per index.
	meshes->corners += primitive->index_count * (primitive->mode > GLTF_TRIANGLES ? 3 : 2);
	if (meshes->corners > IMPORT_CORNERS_MAX)
		return import_too_big(reader->context, "2^28 corners");
	primitive->indices = cook_alloc(reader->context, (size_t)primitive->index_count, sizeof *primitive->indices);
	if (!primitive->indices)
		return import_no_memory(reader->context);
	if (accessor != KILN_NONE)
		return gltf_accessor_indices(reader, accessor, primitive->indices);
	for (uint32_t i = 0; i < (uint32_t)primitive->index_count; ++i)
		primitive->indices[i] = i;
	return KILNCOOK_OK;
}

/// Counts the faces of a primitive, and the indices that are left over.
static uint64_t count_faces(gltf_mode mode, uint64_t count, uint64_t *left)
{
	*left = 0;
	switch (mode)
	{
	case GLTF_POINTS:
		return count;
	case GLTF_LINES:
		*left = count % 2;
		return count / 2;
	case GLTF_LINE_LOOP:
		*left = count == 1;
		return count > 1 ? count : 0;
	case GLTF_LINE_STRIP:
		*left = count == 1;
		return count > 1 ? count - 1 : 0;
	case GLTF_TRIANGLES:
		*left = count % 3;
		return count / 3;
	default:
		*left = count < 3 ? count : 0;
		return count > 2 ? count - 2 : 0;
	}
}

/// Returns the position of a face's corner in the index list (glTF 2.0, 3.7.2.1).
static uint64_t corner_place(gltf_mode mode, uint64_t count, uint64_t face, uint32_t corner)
{
	switch (mode)
	{
	case GLTF_LINES:
		return 2 * face + corner;
	case GLTF_LINE_LOOP:
		return (face + corner) % count;
	case GLTF_TRIANGLES:
		return 3 * face + corner;
	case GLTF_TRIANGLE_STRIP:
		// Every second triangle is reversed.
		return face + (corner == 0 ? 0 : corner == 1 ? 1 + face % 2 : 2 - face % 2);
	case GLTF_TRIANGLE_FAN:
		return corner == 2 ? 0 : face + 1 + corner;
	default:
		return face + corner;
	}
}

static kilncook_status make_faces(
	gltf_reader *reader, gltf_meshes *meshes, const gltf_primitive *primitive, import_faces *faces)
{
	uint64_t left, count = count_faces(primitive->mode, primitive->index_count, &left);
	uint32_t size = primitive->mode == GLTF_POINTS ? 1 : primitive->mode < GLTF_TRIANGLES ? 2 : 3;
	meshes->left_over += left;
	for (uint64_t face = 0; face < count; ++face)
	{
		for (uint32_t corner = 0; corner < size; ++corner)
			if (!import_faces_corner(reader->context, faces,
					primitive->indices[corner_place(primitive->mode, primitive->index_count, face, corner)]))
				return import_no_memory(reader->context);
		if (!import_faces_end(reader->context, faces))
			return import_no_memory(reader->context);
	}
	return KILNCOOK_OK;
}

/// Makes a mesh's name: `name`, or `meshes[i]` without one, followed by `-k` when there are several primitives.
static char *primitive_name(
	gltf_reader *reader, gltf_place place, const char *name, size_t length, size_t k, size_t count)
{
	size_t room = length + 64;
	char *full = cook_alloc(reader->context, room, 1), *text = NULL;
	if (!full)
		return NULL;
	size_t size = length;
	if (name)
		memcpy(full, name, length);
	else
		size = (size_t)snprintf(full, room, "meshes[%lu]", (unsigned long)place.index);
	if (count > 1)
		size += (size_t)snprintf(full + size, room - size, "-%lu", (unsigned long)k);
	text = import_text(reader->context, full, size);
	cook_free(reader->context, full, room, 1);
	return text;
}

static kilncook_status read_primitive_head(
	gltf_reader *reader, gltf_meshes *meshes, gltf_primitive *primitive, art_scene *scene, uint32_t *material)
{
	uint64_t mode;
	gltf_place place = primitive->place;
	if (!json_is_object(primitive->object))
		return gltf_broken(reader, place, "", "not an object");
	kilncook_status status =
		gltf_integer(reader, place, primitive->object, "mode", GLTF_MODE_COUNT, GLTF_TRIANGLES, &mode);
	primitive->mode = (gltf_mode)mode;
	if (status == KILNCOOK_OK)
		status = read_attribute(
			reader, place, primitive->object, "attributes", "POSITION", meshes->accessor_count, &primitive->position);
	if (status == KILNCOOK_OK)
		status = gltf_index(reader, place, primitive->object, "material", scene->material_count - 1, material);
	if (*material == KILN_NONE)
		*material = scene->material_count - 1;
	json_t *draco = NULL;
	if (status == KILNCOOK_OK)
		status = gltf_extension(reader, place, primitive->object, "KHR_draco_mesh_compression", &draco);
	// If the extension is not required, the accessors also have uncompressed data.
	json_t *accessor = json_array_get(json_object_get(reader->root, "accessors"), primitive->position);
	if (status == KILNCOOK_OK && draco && !json_object_get(accessor, "bufferView"))
		status = gltf_broken(reader, place, "extensions/KHR_draco_mesh_compression",
			"compressed with KHR_draco_mesh_compression, without plain data");
	return status;
}

/// Adds one primitive to the scene's meshes.
static kilncook_status read_primitive(gltf_reader *reader, gltf_meshes *meshes, gltf_primitive *primitive, size_t k,
	size_t count, json_t *mesh, art_scene *scene)
{
	const char *name;
	size_t length;
	uint32_t material = 0;
	const gltf_place mesh_place = {primitive->place.array, primitive->place.index, NULL};
	kilncook_status status = gltf_name(reader, mesh_place, mesh, &name, &length);
	if (status == KILNCOOK_OK)
		status = read_primitive_head(reader, meshes, primitive, scene, &material);
	if (status == KILNCOOK_OK)
		status = read_positions(reader, meshes, primitive);
	if (status == KILNCOOK_OK)
		status = read_indices(reader, meshes, primitive);
	import_faces faces = {0};
	if (status == KILNCOOK_OK)
		status = make_faces(reader, meshes, primitive, &faces);
	if (status == KILNCOOK_OK)
	{
		char *full = primitive_name(reader, mesh_place, name, length, k, count);
		art_mesh *made = &scene->meshes[scene->mesh_count++];
		*made = (art_mesh){.material = material, .metadata = gltf_metadata_mesh(reader, mesh, primitive->object)};
		bool shared = primitive->position != KILN_NONE && meshes->uses[primitive->position] > 1;
		const import_vertices vertices = import_vertices_of(meshes->positions, meshes->position_count);
		if (!full || !import_mesh_make(reader->context, &vertices, &faces, 0, faces.face_count,
						 shared ? &meshes->used : NULL, full, made))
			status = import_no_memory(reader->context);
		import_text_free(reader->context, full);
		meshes->without_positions += primitive->position == KILN_NONE;
		meshes->morphed += json_array_size(json_object_get(primitive->object, "targets")) > 0;
	}
	cook_free(reader->context, primitive->indices, (size_t)primitive->index_count, sizeof *primitive->indices);
	import_faces_free(reader->context, &faces);
	return status;
}

/// Returns whether any weight is not zero; refuses weights that are not numbers.
static kilncook_status check_weights(gltf_reader *reader, gltf_place place, json_t *weights, bool *any)
{
	*any = false;
	if (weights && !json_is_array(weights))
		return gltf_broken(reader, place, "weights", "not an array");
	for (size_t i = 0; i < json_array_size(weights); ++i)
	{
		json_t *weight = json_array_get(weights, i);
		if (!json_is_number(weight))
			return gltf_broken_element(reader, place, "weights", i, "not a number");
		*any = *any || json_number_value(weight) != 0.0;
	}
	return KILNCOOK_OK;
}

/// Adds all primitives of a mesh with the given weights, or with its own when none are given.
static kilncook_status read_mesh(gltf_reader *reader, gltf_meshes *meshes, uint32_t index, gltf_place weights_place,
	json_t *weights, art_scene *scene)
{
	gltf_place place = {"meshes", index, NULL};
	json_t *mesh = gltf_element(reader, place), *primitives;
	if (!mesh)
		return KILNCOOK_REFUSED;
	kilncook_status status = gltf_child(reader, place, mesh, "primitives", JSON_ARRAY, &primitives);
	bool any = false;
	if (status == KILNCOOK_OK && !weights)
		status = check_weights(reader, place, weights = json_object_get(mesh, "weights"), &any);
	else if (status == KILNCOOK_OK)
		status = check_weights(reader, weights_place, weights, &any);
	size_t count = json_array_size(primitives);
	if (status == KILNCOOK_OK && count > KILN_NONE - 1 - scene->mesh_count)
		return import_too_big(reader->context, "2^32 - 2 meshes");
	size_t old = meshes->capacity;
	if (status == KILNCOOK_OK && !import_grow(reader->context, &scene->meshes, &meshes->capacity,
									 (uint64_t)scene->mesh_count + count, sizeof *scene->meshes))
		return import_no_memory(reader->context);
	if (meshes->capacity > old)
		memset(scene->meshes + old, 0, (meshes->capacity - old) * sizeof *scene->meshes);
	for (size_t k = 0; status == KILNCOOK_OK && k < count; ++k)
	{
		gltf_primitive primitive = {
			.place = place, .object = json_array_get(primitives, k), .weights = any ? weights : NULL};
		(void)snprintf(primitive.inside, sizeof primitive.inside, "primitives/%zu", k);
		primitive.place.inside = primitive.inside;
		status = read_primitive(reader, meshes, &primitive, k, count, mesh, scene);
	}
	return status;
}

/// Counts how many primitives use each accessor for their positions.
static void count_uses(gltf_reader *reader, gltf_meshes *meshes)
{
	json_t *all = json_object_get(reader->root, "meshes");
	for (uint32_t i = 0; i < meshes->mesh_count; ++i)
	{
		json_t *primitives = json_object_get(json_array_get(all, i), "primitives");
		for (size_t k = 0; k < json_array_size(primitives); ++k)
		{
			json_t *attributes = json_object_get(json_array_get(primitives, k), "attributes");
			json_t *position = json_object_get(attributes, "POSITION");
			json_int_t accessor = json_is_integer(position) ? json_integer_value(position) : -1;
			if (accessor >= 0 && accessor < meshes->accessor_count)
				++meshes->uses[accessor];
		}
	}
}

kilncook_status gltf_meshes_read(gltf_reader *reader, gltf_meshes *meshes, art_scene *scene)
{
	meshes->cached = KILN_NONE;
	kilncook_status status = gltf_count(reader, "meshes", &meshes->mesh_count);
	if (status == KILNCOOK_OK)
		status = gltf_count(reader, "accessors", &meshes->accessor_count);
	if (status != KILNCOOK_OK)
		return status;
	meshes->first = cook_alloc_zero(reader->context, (size_t)meshes->mesh_count + 1, sizeof *meshes->first);
	meshes->uses = cook_alloc_zero(reader->context, meshes->accessor_count, sizeof *meshes->uses);
	if (!meshes->first || !meshes->uses)
		return import_no_memory(reader->context);
	count_uses(reader, meshes);
	for (uint32_t i = 0; status == KILNCOOK_OK && i < meshes->mesh_count; ++i)
	{
		status = read_mesh(reader, meshes, i, (gltf_place){"meshes", i, NULL}, NULL, scene);
		meshes->first[i + 1] = scene->mesh_count;
	}
	return status;
}

kilncook_status gltf_mesh_morph(gltf_reader *reader, gltf_meshes *meshes, uint32_t mesh, gltf_place place,
	json_t *weights, art_scene *scene, uint32_t *first)
{
	json_t *own = json_object_get(json_array_get(json_object_get(reader->root, "meshes"), mesh), "weights");
	*first = meshes->first[mesh];
	if (own && json_equal(own, weights))
		return KILNCOOK_OK;
	bool any;
	kilncook_status status = check_weights(reader, place, weights, &any);
	if (status != KILNCOOK_OK || (!any && !own))
		return status;
	*first = scene->mesh_count;
	return read_mesh(reader, meshes, mesh, place, weights, scene);
}

static void report_losses(const gltf_reader *reader, const gltf_meshes *meshes)
{
	if (meshes->left_over)
		cook_message(reader->context, KILNCOOK_WARNING, "", "import-incomplete",
			"%llu indices are left over behind the last line or triangle", (unsigned long long)meshes->left_over);
	if (meshes->without_positions)
		cook_message(reader->context, KILNCOOK_WARNING, "", "import-positions", "%llu primitives have no positions",
			(unsigned long long)meshes->without_positions);
	if (meshes->morphed)
		cook_message(reader->context, KILNCOOK_NOTE, "", "import-morph",
			"%llu primitives with morph targets are cooked at their weights at rest",
			(unsigned long long)meshes->morphed);
}

kilncook_status gltf_meshes_end(gltf_reader *reader, gltf_meshes *meshes, kilncook_status status, art_scene *scene)
{
	forget_positions(reader, meshes);
	cook_free(reader->context, meshes->first, (size_t)meshes->mesh_count + 1, sizeof *meshes->first);
	cook_free(reader->context, meshes->uses, meshes->accessor_count, sizeof *meshes->uses);
	if (status == KILNCOOK_OK)
		report_losses(reader, meshes);
	if (!scene->meshes)
		return status;
	// The scene stores no capacity, so the block must fit the count. If shrinking fails, all meshes are freed.
	art_mesh *fitted = cook_resize(reader->context, scene->meshes, meshes->capacity, scene->mesh_count, sizeof *fitted);
	if (fitted)
	{
		scene->meshes = fitted;
		return status;
	}
	art_scene rest = {.meshes = scene->meshes, .mesh_count = (uint32_t)meshes->capacity};
	art_scene_free(reader->context, &rest);
	scene->meshes = NULL;
	scene->mesh_count = 0;
	return status == KILNCOOK_OK ? import_no_memory(reader->context) : status;
}
