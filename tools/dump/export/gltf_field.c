// SPDX-License-Identifier: MIT
#include "../lines/json_keys.h"
#include "export.h"
#include "field_cells.h"
#include "gltf_mesh.h"

#include <stdlib.h>
#include <string.h>

#define MATERIALS_MAX 256

// The cells of a field that are no holes, by material.
typedef struct sorted_cells
{
	uint32_t *cells;
	uint64_t first[MATERIALS_MAX + 1]; ///< cells of material m: first[m] .. first[m + 1] - 1
} sorted_cells;

static bool sort_cells(const kiln_heightfield *field, sorted_cells *sorted)
{
	const uint32_t count = (field->columns - 1) * (field->rows - 1);
	uint64_t next[MATERIALS_MAX];
	*sorted = (sorted_cells){.cells = malloc(count * sizeof *sorted->cells)};
	if (sorted->cells == NULL)
		return false;
	for (uint32_t cell = 0; cell < count; ++cell)
	{
		const uint32_t material = kiln_heightfield_material(field, cell);
		if (material != KILN_NONE)
			++sorted->first[material + 1];
	}
	for (int i = 0; i < MATERIALS_MAX; ++i)
	{
		sorted->first[i + 1] += sorted->first[i];
		next[i] = sorted->first[i];
	}
	for (uint32_t cell = 0; cell < count; ++cell)
	{
		const uint32_t material = kiln_heightfield_material(field, cell);
		if (material != KILN_NONE)
			sorted->cells[next[material]++] = cell;
	}
	return true;
}

// A number of a vertex for each sample; KILN_NONE outside of the primitive in the making.
static void take_corner(const kiln_heightfield *field, gltf_surface *surface, uint32_t *numbers, uint32_t sample, int k)
{
	if (numbers[sample] == KILN_NONE)
	{
		kiln_vec3 at = {0};
		kiln_heightfield_sample(field, sample % field->columns, sample / field->columns, &at);
		numbers[sample] = surface->vertex_count;
		memcpy(surface->positions[surface->vertex_count++], (const float[3]){at.x, at.y, at.z}, sizeof(float[3]));
	}
	surface->triangles[surface->triangle_count][k] = numbers[sample];
}

static void take_cells(
	const kiln_heightfield *field, const uint32_t *cells, uint64_t count, gltf_surface *surface, uint32_t *numbers)
{
	uint32_t corners[2][3];
	surface->vertex_count = surface->triangle_count = 0;
	for (uint64_t i = 0; i < count; ++i)
	{
		field_corners(field, cells[i], corners);
		for (int n = 0; n < 2; ++n, ++surface->triangle_count)
			for (int k = 0; k < 3; ++k)
				take_corner(field, surface, numbers, corners[n][k], k);
	}
	for (uint64_t i = 0; i < count; ++i)
	{
		field_corners(field, cells[i], corners);
		for (int k = 0; k < 6; ++k)
			numbers[corners[k / 3][k % 3]] = KILN_NONE;
	}
}

static void write_materials(json_writer *json, const sorted_cells *sorted)
{
	json_key(json, "materials");
	json_array(json);
	for (uint32_t i = 0; i < MATERIALS_MAX; ++i)
	{
		if (sorted->first[i] == sorted->first[i + 1])
			continue;
		char name[32];
		(void)snprintf(name, sizeof name, "material_%u", i);
		json_object(json);
		key_text(json, "name", name);
		json_object_end(json);
	}
	json_array_end(json);
}

// Writes the key `meshes`: one mesh with a primitive for each material.
static bool write_mesh(
	json_writer *json, gltf_buffer *buffer, const kiln_heightfield *field, const sorted_cells *sorted)
{
	const size_t samples = (size_t)field->columns * field->rows;
	const size_t triangles = 2 * (size_t)sorted->first[MATERIALS_MAX];
	gltf_surface surface = {.positions = malloc(samples * sizeof *surface.positions),
		.triangles = malloc(triangles * sizeof *surface.triangles)};
	uint32_t *numbers = malloc(samples * sizeof *numbers), material = 0;
	const bool enough = surface.positions != NULL && surface.triangles != NULL && numbers != NULL;
	if (enough)
	{
		memset(numbers, 0xff, samples * sizeof *numbers);
		json_key(json, "meshes");
		json_array(json);
		json_object(json);
		key_text(json, "name", "heightfield");
		json_key(json, "primitives");
		json_array(json);
		for (uint32_t i = 0; i < MATERIALS_MAX && !buffer->failed; ++i)
		{
			if (sorted->first[i] == sorted->first[i + 1])
				continue;
			take_cells(
				field, sorted->cells + sorted->first[i], sorted->first[i + 1] - sorted->first[i], &surface, numbers);
			gltf_primitive(json, buffer, &surface, material++, i);
		}
		json_array_end(json);
		json_object_end(json);
		json_array_end(json);
	}
	free(numbers);
	free(surface.positions);
	free(surface.triangles);
	return enough && !buffer->failed;
}

static void write_node(json_writer *json, bool surface)
{
	json_key(json, "nodes");
	json_array(json);
	json_object(json);
	key_text(json, "name", "heightfield");
	if (surface)
	{
		key_uint(json, "mesh", 0);
		key_object(json, "extensions");
		key_object(json, GLTF_BODIES);
		key_object(json, "collider");
		key_object(json, "geometry");
		key_uint(json, "node", 0);
		for (int i = 0; i < 4; ++i)
			json_object_end(json);
	}
	json_object_end(json);
	json_array_end(json);
	json_key(json, "scenes");
	json_array(json);
	json_object(json);
	key_counts(json, "nodes", (const uint32_t[]){0}, 1);
	json_object_end(json);
	json_array_end(json);
	key_uint(json, "scene", 0);
}

bool export_field_gltf(FILE *out, const kiln_heightfield *field)
{
	json_writer json = json_begin(out, false);
	gltf_buffer buffer = {0};
	sorted_cells sorted;
	if ((uint64_t)(field->columns - 1) * (field->rows - 1) > UINT32_MAX / 6 || !sort_cells(field, &sorted))
		return false;
	const bool surface = sorted.first[MATERIALS_MAX] > 0;
	json_object(&json);
	gltf_asset(&json);
	bool made = true;
	if (surface)
	{
		json_key(&json, "extensionsUsed");
		json_array(&json);
		json_text(&json, GLTF_BODIES);
		json_array_end(&json);
		write_materials(&json, &sorted);
		made = write_mesh(&json, &buffer, field, &sorted);
	}
	if (made)
	{
		write_node(&json, surface);
		gltf_buffer_write(&json, &buffer);
		json_object_end(&json);
		json_end(&json);
	}
	gltf_buffer_free(&buffer);
	free(sorted.cells);
	return made;
}
