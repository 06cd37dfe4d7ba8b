// SPDX-License-Identifier: MIT
#include "survey_tables.h"

#include "memory.h"

#include <string.h>

/// Copies elements of one size into a block of their own. NULL when out of memory.
static void *copy(const kilncook_context *context, const void *from, size_t count, size_t size)
{
	void *block = cook_alloc(context, count, size);
	if (block && count)
		memcpy(block, from, count * size);
	return block;
}

/// Copies the number and the face in the art of every triangle.
static bool copy_faces(const kilncook_context *context, const clean_mesh *mesh, kilncook_tables *out)
{
	out->source_meshes = cook_alloc(context, mesh->triangle_count, sizeof *out->source_meshes);
	out->faces = cook_alloc(context, mesh->triangle_count, sizeof *out->faces);
	if (!out->source_meshes || !out->faces)
		return false;
	for (uint32_t t = 0, part = 0; t < mesh->triangle_count; ++t)
	{
		// Triangles are in the order of their faces, but for those of simplified meshes.
		part = mesh->faces[t] < mesh->parts[part].first_face ? 0 : part;
		while (part + 1 < mesh->part_count && mesh->parts[part + 1].first_face <= mesh->faces[t])
			++part;
		out->source_meshes[t] = mesh->parts[part].source_mesh;
		out->faces[t] = mesh->faces[t] - mesh->parts[part].first_face;
	}
	return true;
}

static bool copy_tables(
	const kilncook_context *context, const clean_mesh *mesh, const clean_adjacency *adjacency, kilncook_tables *out)
{
	const clean_edges *edges = &adjacency->edges;
	*out = (kilncook_tables){.vertex_count = mesh->vertex_count,
		.triangle_count = mesh->triangle_count,
		.edge_count = edges->edge_count,
		.component_count = adjacency->component_count};
	const size_t vertices = mesh->vertex_count, triangles = mesh->triangle_count;
	out->vertices = copy(context, mesh->vertices, vertices, sizeof *out->vertices);
	out->triangles = copy(context, mesh->triangles, triangles, sizeof *out->triangles);
	out->sides = copy(context, edges->sides, 3 * triangles, sizeof *out->sides);
	out->edge_first = copy(context, edges->first, (size_t)edges->edge_count + 1, sizeof *out->edge_first);
	out->vertex_first = copy(context, adjacency->vertex_first, vertices + 1, sizeof *out->vertex_first);
	out->vertex_triangles = copy(context, adjacency->vertex_triangles, 3 * triangles, sizeof *out->vertex_triangles);
	out->components = copy(context, adjacency->components, triangles, sizeof *out->components);
	return out->vertices && out->triangles && out->sides && out->edge_first && out->vertex_first &&
		   out->vertex_triangles && out->components && copy_faces(context, mesh, out);
}

bool cook_tables_take(
	const kilncook_context *context, const clean_mesh *mesh, const clean_adjacency *adjacency, cook_tables *tables)
{
	tables->found = adjacency->triangle_count > 0;
	return !tables->found || copy_tables(context, mesh, adjacency, &tables->made);
}

kilncook_status cook_tables_end(
	const kilncook_context *context, kilncook_status status, cook_tables *tables, kilncook_tables *out)
{
	if (status == KILNCOOK_OK && !tables->found)
	{
		cook_message(context, KILNCOOK_ERROR, "", "usage", "the survey has no mesh with triangles in row %llu",
			(unsigned long long)tables->row);
		status = KILNCOOK_USAGE;
	}
	if (status == KILNCOOK_OK)
		*out = tables->made;
	else
		kilncook_tables_free(context, &tables->made);
	return status;
}

void kilncook_tables_free(const kilncook_context *context, kilncook_tables *tables)
{
	const size_t vertices = tables->vertex_count, triangles = tables->triangle_count;
	cook_free(context, tables->vertices, vertices, sizeof *tables->vertices);
	cook_free(context, tables->triangles, triangles, sizeof *tables->triangles);
	cook_free(context, tables->source_meshes, triangles, sizeof *tables->source_meshes);
	cook_free(context, tables->faces, triangles, sizeof *tables->faces);
	cook_free(context, tables->sides, 3 * triangles, sizeof *tables->sides);
	cook_free(context, tables->edge_first, (size_t)tables->edge_count + 1, sizeof *tables->edge_first);
	cook_free(context, tables->vertex_first, vertices + 1, sizeof *tables->vertex_first);
	cook_free(context, tables->vertex_triangles, 3 * triangles, sizeof *tables->vertex_triangles);
	cook_free(context, tables->components, triangles, sizeof *tables->components);
	*tables = (kilncook_tables){0};
}
