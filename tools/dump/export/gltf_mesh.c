// SPDX-License-Identifier: MIT
#include "gltf_mesh.h"

#include "../lines/json_keys.h"
#include "shared_mesh.h"
#include "solid_faces.h"

#include <stdlib.h>
#include <string.h>

// The surface of a solid in the making.
typedef struct gltf_solid
{
	gltf_surface surface;
	uint32_t corner;		  ///< of the polygon so far
	uint32_t first, previous; ///< vertices of the polygon's fan
} gltf_solid;

// Begins the object of a mesh with its first primitive.
static void begin_mesh(gltf_writer *writer, uint32_t shape)
{
	writer->meshes[shape] = writer->mesh_count++;
	json_object(&writer->json);
	key_text(&writer->json, "name", kiln_name(writer->asset, writer->asset->shapes[shape].name));
	json_key(&writer->json, "primitives");
	json_array(&writer->json);
}

static void end_mesh(gltf_writer *writer)
{
	json_array_end(&writer->json);
	json_object_end(&writer->json);
}

void gltf_asset(json_writer *json)
{
	key_object(json, "asset");
	key_text(json, "version", "2.0");
	key_text(json, "generator", "kiln-dump");
	json_object_end(json);
}

void gltf_primitive(
	json_writer *json, gltf_buffer *buffer, const gltf_surface *surface, uint32_t material, uint32_t color)
{
	void *indices;
	const uint32_t positions =
		gltf_buffer_positions(buffer, (const float(*)[3])surface->positions, surface->vertex_count);
	const uint32_t colors = gltf_buffer_color(buffer, color, surface->vertex_count);
	const uint32_t index = gltf_buffer_add(buffer, GLTF_INDICES, 3 * surface->triangle_count, &indices);
	if (indices != NULL)
		memcpy(indices, surface->triangles, surface->triangle_count * sizeof *surface->triangles);
	json_object(json);
	key_object(json, "attributes");
	key_uint(json, "POSITION", positions);
	key_uint(json, "COLOR_0", colors);
	json_object_end(json);
	key_uint(json, "indices", index);
	if (material != KILN_NONE)
		key_uint(json, "material", material);
	json_object_end(json);
}

static void write_primitive(gltf_writer *writer, const gltf_surface *surface, uint32_t material, uint32_t color)
{
	gltf_primitive(&writer->json, &writer->buffer, surface,
		material < writer->asset->material_count ? material : KILN_NONE, color);
}

// Writes the triangles of a mesh by part. `numbers` has room for a number of each vertex.
static void write_parts(gltf_writer *writer, const shared_mesh *mesh, gltf_surface *surface, uint32_t *numbers)
{
	const kiln_asset *asset = writer->asset;
	for (uint32_t i = 0; i < mesh->face_count;)
	{
		const uint32_t part = mesh->faces[i].part, first = i;
		surface->vertex_count = surface->triangle_count = 0;
		for (; i < mesh->face_count && mesh->faces[i].part == part; ++i)
		{
			for (int k = 0; k < 3; ++k)
			{
				const uint32_t vertex = mesh->faces[i].corners[k];
				if (numbers[vertex] == KILN_NONE)
				{
					numbers[vertex] = surface->vertex_count;
					memcpy(surface->positions[surface->vertex_count++], &mesh->vertices[vertex], sizeof(float[3]));
				}
				surface->triangles[surface->triangle_count][k] = numbers[vertex];
			}
			++surface->triangle_count;
		}
		for (uint32_t k = first; k < i; ++k)
		{
			for (int corner = 0; corner < 3; ++corner)
				numbers[mesh->faces[k].corners[corner]] = KILN_NONE;
		}
		write_primitive(writer, surface, part < asset->part_count ? asset->parts[part].material : KILN_NONE, part);
	}
}

static void write_mesh(gltf_writer *writer, uint32_t shape)
{
	shared_mesh mesh;
	if (!shared_mesh_make(&mesh, writer->asset, writer->asset->shapes[shape].index))
	{
		writer->failed = true;
		return;
	}
	gltf_surface surface = {.positions = malloc((size_t)mesh.vertex_count * sizeof *surface.positions),
		.triangles = malloc((size_t)mesh.face_count * sizeof *surface.triangles)};
	uint32_t *numbers = malloc((size_t)mesh.vertex_count * sizeof *numbers);
	writer->failed = surface.positions == NULL || surface.triangles == NULL || numbers == NULL;
	if (!writer->failed)
	{
		memset(numbers, 0xff, (size_t)mesh.vertex_count * sizeof *numbers);
		begin_mesh(writer, shape);
		write_parts(writer, &mesh, &surface, numbers);
		end_mesh(writer);
	}
	free(numbers);
	free(surface.positions);
	free(surface.triangles);
	shared_mesh_free(&mesh);
}

// Solids are passed on twice: the first time, when there is no memory yet, only their numbers are counted.

static void take_vertex(void *user, const float at[3])
{
	gltf_surface *surface = &((gltf_solid *)user)->surface;
	if (surface->positions != NULL)
		memcpy(surface->positions[surface->vertex_count], at, sizeof *surface->positions);
	++surface->vertex_count;
}

static void take_corner(void *user, uint32_t vertex, bool ends)
{
	gltf_solid *solid = user;
	gltf_surface *surface = &solid->surface;
	solid->first = solid->corner == 0 ? vertex : solid->first;
	if (solid->corner > 1)
	{
		if (surface->triangles != NULL)
		{
			const uint32_t corners[3] = {solid->first, solid->previous, vertex};
			memcpy(surface->triangles[surface->triangle_count], corners, sizeof corners);
		}
		++surface->triangle_count;
	}
	solid->previous = vertex;
	solid->corner = ends ? 0 : solid->corner + 1;
}

static void write_solid(gltf_writer *writer, uint32_t shape)
{
	const kiln_asset *asset = writer->asset;
	const kiln_format_node node = {.to_asset = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, .mesh = KILN_NONE, .shape = shape};
	gltf_solid counted = {0}, solid = {0};
	solid_faces(asset, &node, &(solid_sink){&counted, take_vertex, take_corner});
	// Hulls of a point or a segment.
	if (counted.surface.triangle_count == 0)
		return;
	gltf_surface *surface = &solid.surface;
	surface->positions = malloc((size_t)counted.surface.vertex_count * sizeof *surface->positions);
	surface->triangles = malloc((size_t)counted.surface.triangle_count * sizeof *surface->triangles);
	writer->failed = surface->positions == NULL || surface->triangles == NULL;
	if (!writer->failed)
	{
		solid_faces(asset, &node, &(solid_sink){&solid, take_vertex, take_corner});
		begin_mesh(writer, shape);
		write_primitive(writer, surface, asset->shapes[shape].material, shape);
		end_mesh(writer);
	}
	free(surface->positions);
	free(surface->triangles);
}

void gltf_meshes(gltf_writer *writer)
{
	const kiln_asset *asset = writer->asset;
	json_key(&writer->json, "meshes");
	json_array(&writer->json);
	for (uint32_t i = 0; i < asset->shape_count && !writer->failed && !writer->buffer.failed; ++i)
	{
		writer->meshes[i] = KILN_NONE;
		(asset->shapes[i].kind == KILN_SHAPE_MESH ? write_mesh : write_solid)(writer, i);
	}
	json_array_end(&writer->json);
}
