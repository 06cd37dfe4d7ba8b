// SPDX-License-Identifier: MIT
#include "walk.h"

#include "import/common/import_text.h"
#include "kiln_format.h"
#include "memory.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/// Collision filters and physics materials of a file.

/// Returns the layer of a collision system, and adds a layer if necessary. KILN_LAYERS_MAX when there are too many, or
/// when out of memory.
static uint32_t layer_of(gltf_walk *walk, const char *name, size_t length)
{
	art_scene *scene = walk->scene;
	const kilncook_context *context = walk->reader->context;
	char *text = import_text(context, name, length);
	if (!text)
		return KILN_LAYERS_MAX;
	uint32_t layer = strcmp(text, "default") == 0 ? 0 : KILN_LAYERS_MAX;
	for (uint32_t i = 0; i < scene->layer_count && layer == KILN_LAYERS_MAX; ++i)
		if (strcmp(scene->layers[i], text) == 0)
			layer = i + 1;
	if (layer < KILN_LAYERS_MAX || scene->layer_count == KILN_LAYERS_MAX - 1)
	{
		import_text_free(context, text);
		return layer;
	}
	char **larger =
		cook_resize(context, scene->layers, scene->layer_count, (size_t)scene->layer_count + 1, sizeof *scene->layers);
	if (!larger)
	{
		import_text_free(context, text);
		return KILN_LAYERS_MAX;
	}
	scene->layers = larger;
	scene->layers[scene->layer_count++] = text;
	return scene->layer_count;
}

/// Computes the mask of the collision systems in a list; `*given` is set to whether the list exists.
static kilncook_status read_systems(
	gltf_walk *walk, gltf_place place, json_t *filter, const char *member, uint64_t *mask, bool *given)
{
	json_t *systems;
	*mask = 0;
	kilncook_status status = gltf_child(walk->reader, place, filter, member, JSON_ARRAY, &systems);
	*given = systems != NULL;
	for (size_t k = 0; status == KILNCOOK_OK && k < json_array_size(systems); ++k)
	{
		json_t *system = json_array_get(systems, k);
		size_t length = json_is_string(system) ? json_string_length(system) : 0;
		if (length == 0 || length > KILNCOOK_LAYER_NAME_MAX)
			return gltf_broken_element(walk->reader, place, member, k, "not a name of 1 to 255 bytes");
		uint32_t before = walk->scene->layer_count, layer = layer_of(walk, json_string_value(system), length);
		if (layer == KILN_LAYERS_MAX && before < KILN_LAYERS_MAX - 1)
			return import_no_memory(walk->reader->context);
		if (layer == KILN_LAYERS_MAX)
			return gltf_broken(walk->reader, place, member,
				"the file has more than 63 collision systems: Kiln has 64 layers, one of them for nodes without a "
				"system");
		*mask |= (uint64_t)1 << layer;
	}
	return status;
}

static kilncook_status read_filter(gltf_walk *walk, gltf_place place, json_t *filter, art_filter *out)
{
	uint64_t in = 0, with = 0, without = 0;
	bool in_any = false, only = false, all_but = false;
	if (!json_is_object(filter))
		return gltf_broken(walk->reader, place, "", "not an object");
	kilncook_status status = read_systems(walk, place, filter, "collisionSystems", &in, &in_any);
	if (status == KILNCOOK_OK)
		status = read_systems(walk, place, filter, "collideWithSystems", &with, &only);
	if (status == KILNCOOK_OK)
		status = read_systems(walk, place, filter, "notCollideWithSystems", &without, &all_but);
	if (status == KILNCOOK_OK && only && all_but)
		return gltf_broken(walk->reader, place, "", "collideWithSystems and notCollideWithSystems at once");
	out->layers = in ? in : KILN_LAYER_DEFAULT;
	out->collides = only ? with : ~(all_but ? without : 0);
	return status;
}

/// Reads a number that is at least 0.
static kilncook_status read_coefficient(
	const gltf_walk *walk, gltf_place place, json_t *material, const char *member, double missing, float *out)
{
	json_t *number = json_object_get(material, member);
	double value = number ? json_number_value(number) : missing;
	if (number && (!json_is_number(number) || !(value >= 0.0 && value <= (double)FLT_MAX)))
		return gltf_broken(walk->reader, place, member, "not a number from 0");
	*out = (float)value + 0.0f;
	return KILNCOOK_OK;
}

static kilncook_status read_combine(
	const gltf_walk *walk, gltf_place place, json_t *material, const char *member, art_combine *out)
{
	static const char *const words[ART_COMBINE_END] = {"average", "minimum", "maximum", "multiply"};
	json_t *word = json_object_get(material, member);
	*out = ART_COMBINE_AVERAGE;
	if (!word)
		return KILNCOOK_OK;
	for (art_combine i = 0; json_is_string(word) && i < ART_COMBINE_END; ++i)
		if (strcmp(json_string_value(word), words[i]) == 0)
		{
			*out = i;
			return KILNCOOK_OK;
		}
	return gltf_broken(walk->reader, place, member, "not average, minimum, maximum or multiply");
}

/// Reads a physics material, and its name, which the caller frees.
static kilncook_status read_surface(gltf_walk *walk, gltf_place place, json_t *material, art_surface *out, char **text)
{
	const char *name;
	size_t length;
	char unnamed[40];
	if (!json_is_object(material))
		return gltf_broken(walk->reader, place, "", "not an object");
	kilncook_status status = gltf_name(walk->reader, place, material, &name, &length);
	if (status == KILNCOOK_OK)
		status = read_coefficient(walk, place, material, "staticFriction", 0.6, &out->static_friction);
	if (status == KILNCOOK_OK)
		status = read_coefficient(walk, place, material, "dynamicFriction", 0.6, &out->dynamic_friction);
	if (status == KILNCOOK_OK)
		status = read_coefficient(walk, place, material, "restitution", 0.0, &out->restitution);
	if (status == KILNCOOK_OK)
		status = read_combine(walk, place, material, "frictionCombine", &out->friction_combine);
	if (status == KILNCOOK_OK)
		status = read_combine(walk, place, material, "restitutionCombine", &out->restitution_combine);
	if (status != KILNCOOK_OK)
		return status;
	if (!name)
	{
		length = (size_t)snprintf(unnamed, sizeof unnamed, "physicsMaterials[%lu]", (unsigned long)place.index);
		name = unnamed;
	}
	*text = import_text(walk->reader->context, name, length);
	return *text ? KILNCOOK_OK : import_no_memory(walk->reader->context);
}

/// Finds an array of an extension of the file; NULL when missing.
static kilncook_status find_array(
	const gltf_walk *walk, const char *extension, const char *member, json_t **array, uint32_t *count)
{
	json_t *object;
	gltf_place place = {NULL, 0, NULL};
	*array = NULL;
	*count = 0;
	kilncook_status status = gltf_extension(walk->reader, place, walk->reader->root, extension, &object);
	if (status == KILNCOOK_OK && object)
	{
		char pointer[GLTF_POINTER_SIZE];
		(void)snprintf(pointer, sizeof pointer, "extensions/%s/%s", extension, member);
		*array = json_object_get(object, member);
		if (*array && !json_is_array(*array))
			status = gltf_broken(walk->reader, place, pointer, "not an array");
	}
	if (status == KILNCOOK_OK && json_array_size(*array) >= KILN_NONE / 4)
		return import_too_big(walk->reader->context, "2^30 shapes, filters or materials");
	*count = (uint32_t)json_array_size(*array);
	return status;
}

/// Makes room for the elements that a family adds to an array of the scene.
static bool extend(const gltf_walk *walk, void *block, uint32_t count, uint32_t more, size_t size)
{
	void *old;
	memcpy(&old, block, sizeof old);
	void *larger = cook_resize(walk->reader->context, old, count, (size_t)count + more, size);
	if (larger)
		memcpy(block, &larger, sizeof larger);
	return larger != NULL;
}

static kilncook_status read_filters(gltf_walk *walk, art_extension family)
{
	json_t *filters;
	uint32_t count;
	art_scene *scene = walk->scene;
	kilncook_status status = find_array(walk, gltf_families[family].bodies, "collisionFilters", &filters, &count);
	walk->physics.families[family].filter_first = scene->filter_count;
	walk->physics.families[family].filter_count = count;
	if (status == KILNCOOK_OK && count &&
		!extend(walk, &scene->filters, scene->filter_count, count, sizeof *scene->filters))
		return import_no_memory(walk->reader->context);
	uint32_t first = scene->filter_count;
	scene->filter_count += status == KILNCOOK_OK ? count : 0;
	for (uint32_t i = 0; i < count && status == KILNCOOK_OK; ++i)
		status = read_filter(walk, (gltf_place){gltf_families[family].filter_place, i, NULL},
			json_array_get(filters, i), &scene->filters[first + i]);
	return status;
}

static kilncook_status read_surfaces(gltf_walk *walk, art_extension family)
{
	json_t *materials;
	uint32_t count;
	art_scene *scene = walk->scene;
	kilncook_status status = find_array(walk, gltf_families[family].bodies, "physicsMaterials", &materials, &count);
	walk->physics.families[family].surface_first = scene->surface_count;
	walk->physics.families[family].surface_count = count;
	if (status != KILNCOOK_OK || count == 0)
		return status;
	if (!extend(walk, &scene->surfaces, scene->surface_count, count, sizeof *scene->surfaces))
		return import_no_memory(walk->reader->context);
	uint32_t first = scene->surface_count, material = scene->material_count;
	scene->surface_count += count;
	if (!extend(walk, &scene->materials, material, count, sizeof *scene->materials))
		return import_no_memory(walk->reader->context);
	memset(scene->materials + material, 0, count * sizeof *scene->materials);
	scene->material_count += count;
	for (uint32_t i = 0; i < count && status == KILNCOOK_OK; ++i)
		status = read_surface(walk, (gltf_place){gltf_families[family].material_place, i, NULL},
			json_array_get(materials, i), &scene->surfaces[first + i], &scene->materials[material + i]);
	return status;
}

/// Warns of extensions that seem to define collision and are not read.
static void judge_extensions(const gltf_walk *walk)
{
	static const char *const known[] = {"KHR_physics_rigid_bodies", "KHR_implicit_shapes", "OMI_physics_body",
		"OMI_physics_shape", "OMI_physics_joint"};
	static const char *const words[] = {"collider", "collision", "physics", "rigid"};
	json_t *used = json_object_get(walk->reader->root, "extensionsUsed");
	for (size_t i = 0; i < json_array_size(used); ++i)
	{
		const char *name = json_string_value(json_array_get(used, i));
		bool like = false;
		for (size_t k = 0; name && k < sizeof words / sizeof *words; ++k)
			like = like || strstr(name, words[k]);
		for (size_t k = 0; like && k < sizeof known / sizeof *known; ++k)
			like = strcmp(name, known[k]) != 0;
		if (like)
			cook_message(walk->reader->context, KILNCOOK_WARNING, "", "import-physics",
				"the file uses %.100s, which is not read: what it says of collision is lost", name);
	}
}

kilncook_status gltf_physics_begin(gltf_walk *walk)
{
	kilncook_status status = KILNCOOK_OK;
	walk->physics.plain_material = walk->scene->material_count - 1;
	walk->scene->surface_first = walk->scene->material_count;
	judge_extensions(walk);
	for (art_extension i = 0; i < ART_EXTENSION_END && status == KILNCOOK_OK; ++i)
	{
		gltf_family_data *data = &walk->physics.families[i];
		status = find_array(walk, gltf_families[i].shapes, "shapes", &data->shapes, &data->shape_count);
		if (status == KILNCOOK_OK)
			status = read_filters(walk, i);
		if (status == KILNCOOK_OK)
			status = read_surfaces(walk, i);
	}
	return status;
}
