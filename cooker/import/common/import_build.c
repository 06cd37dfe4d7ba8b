// SPDX-License-Identifier: MIT
#include "import_build.h"

#include "import_text.h"
#include "kiln_format.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

bool import_grow(const kilncook_context *context, void *block, size_t *capacity, uint64_t count, size_t size)
{
	if (count <= *capacity)
		return true;
	size_t larger = *capacity ? *capacity : 64;
	while (larger < count)
	{
		if (larger > SIZE_MAX / 2)
			return false;
		larger *= 2;
	}
	void *old;
	memcpy(&old, block, sizeof old);
	void *grown = cook_resize(context, old, *capacity, larger, size);
	if (!grown)
		return false;
	memcpy(block, &grown, sizeof grown);
	*capacity = larger;
	return true;
}

static const char *name_at(const void *names, uint32_t number)
{
	return ((const import_names *)names)->names[number];
}

uint32_t import_names_find(const import_names *names, const char *name, size_t length)
{
	return name_table_find(&names->table, name_at, names, name, length);
}

bool import_names_add(const kilncook_context *context, import_names *names, const char *name, size_t length)
{
	if (!import_grow(context, &names->names, &names->capacity, (uint64_t)names->count + 1, sizeof *names->names))
		return false;
	char *copy = import_text(context, name, length);
	if (!copy)
		return false;
	names->names[names->count] = copy;
	uint32_t first = name_table_add(context, &names->table, name_at, names, copy, strlen(copy), names->count);
	++names->count;
	return first != KILN_NONE;
}

bool import_names_to_materials(const kilncook_context *context, import_names *names, art_scene *scene)
{
	char **fitted = cook_resize(context, names->names, names->capacity, names->count, sizeof *fitted);
	if (!fitted)
		return false;
	scene->materials = fitted;
	scene->material_count = names->count;
	names->names = NULL;
	names->count = 0;
	names->capacity = 0;
	return true;
}

void import_names_free(const kilncook_context *context, import_names *names)
{
	for (uint32_t i = 0; i < names->count; ++i)
		import_text_free(context, names->names[i]);
	cook_free(context, names->names, names->capacity, sizeof *names->names);
	name_table_free(context, &names->table);
	*names = (import_names){0};
}

bool import_faces_corner(const kilncook_context *context, import_faces *faces, uint32_t vertex)
{
	if (faces->corner_count >= IMPORT_CORNERS_MAX || !import_grow(context, &faces->corners, &faces->corner_capacity,
														 (uint64_t)faces->corner_count + 1, sizeof *faces->corners))
		return false;
	faces->corners[faces->corner_count++] = vertex;
	return true;
}

bool import_faces_end(const kilncook_context *context, import_faces *faces)
{
	if (faces->face_count >= IMPORT_CORNERS_MAX || !import_grow(context, &faces->ends, &faces->face_capacity,
													   (uint64_t)faces->face_count + 1, sizeof *faces->ends))
		return false;
	faces->ends[faces->face_count++] = (uint32_t)faces->corner_count;
	return true;
}

void import_faces_free(const kilncook_context *context, import_faces *faces)
{
	cook_free(context, faces->corners, faces->corner_capacity, sizeof *faces->corners);
	cook_free(context, faces->ends, faces->face_capacity, sizeof *faces->ends);
	*faces = (import_faces){0};
}

void import_used_free(const kilncook_context *context, import_used *used)
{
	cook_free(context, used->round, used->vertex_count, sizeof *used->round);
	cook_free(context, used->number, used->vertex_count, sizeof *used->number);
	cook_free(context, used->list, used->vertex_count, sizeof *used->list);
	*used = (import_used){0};
}

static int by_number(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	return (left > right) - (left < right);
}

/// Lists the vertices that corners use, in order, and numbers them.
static bool number_used(
	const kilncook_context *context, import_used *used, uint32_t vertex_count, const uint32_t *corners, size_t count)
{
	if (!used->round)
	{
		used->vertex_count = vertex_count;
		used->round = cook_alloc_zero(context, vertex_count, sizeof *used->round);
		used->number = cook_alloc(context, vertex_count, sizeof *used->number);
		used->list = cook_alloc(context, vertex_count, sizeof *used->list);
		if (!used->round || !used->number || !used->list)
			return false;
	}
	++used->rounds;
	used->count = 0;
	bool sorted = true;
	for (size_t i = 0; i < count; ++i)
	{
		uint32_t vertex = corners[i];
		if (vertex >= vertex_count || used->round[vertex] == used->rounds)
			continue;
		used->round[vertex] = used->rounds;
		sorted = sorted && (used->count == 0 || used->list[used->count - 1] < vertex);
		used->list[used->count++] = vertex;
	}
	if (!sorted)
		qsort(used->list, used->count, sizeof *used->list, by_number);
	for (uint32_t i = 0; i < used->count; ++i)
		used->number[used->list[i]] = i;
	return true;
}

bool import_vertices_reserve(const kilncook_context *context, import_vertices *vertices, uint64_t count)
{
	return import_grow(context, &vertices->positions, &vertices->capacity, count, sizeof *vertices->positions) &&
		   (!vertices->wants_exact ||
			   import_grow(context, &vertices->exact, &vertices->exact_capacity, count, sizeof *vertices->exact));
}

bool import_vertices_add(const kilncook_context *context, import_vertices *vertices, const import_real position[3])
{
	if (!import_vertices_reserve(context, vertices, (uint64_t)vertices->count + 1))
		return false;
	for (int k = 0; k < 3; ++k)
	{
		vertices->positions[vertices->count][k] = position[k].near;
		if (vertices->exact)
			vertices->exact[vertices->count][k] = position[k].exact;
	}
	++vertices->count;
	return true;
}

void import_vertices_free(const kilncook_context *context, import_vertices *vertices)
{
	cook_free(context, vertices->positions, vertices->capacity, sizeof *vertices->positions);
	cook_free(context, vertices->exact, vertices->exact_capacity, sizeof *vertices->exact);
	*vertices = (import_vertices){0};
}

static bool copy_positions(
	const kilncook_context *context, const import_vertices *vertices, const import_used *used, art_mesh *mesh)
{
	uint32_t count = used ? used->count : vertices->count;
	mesh->positions = cook_alloc(context, count, sizeof *mesh->positions);
	if (!mesh->positions)
		return false;
	mesh->vertex_count = count;
	for (uint32_t i = 0; i < count; ++i)
		memcpy(mesh->positions[i], vertices->positions[used ? used->list[i] : i], sizeof *mesh->positions);
	if (!vertices->exact)
		return true;
	mesh->exact = cook_alloc(context, count, sizeof *mesh->exact);
	for (uint32_t i = 0; mesh->exact && i < count; ++i)
		memcpy(mesh->exact[i], vertices->exact[used ? used->list[i] : i], sizeof *mesh->exact);
	return mesh->exact != NULL;
}

bool import_mesh_make(const kilncook_context *context, const import_vertices *vertices, const import_faces *faces,
	size_t first, size_t count, import_used *used, const char *name, art_mesh *mesh)
{
	const uint32_t vertex_count = vertices->count;
	size_t begin = first ? faces->ends[first - 1] : 0;
	size_t corner_count = count ? faces->ends[first + count - 1] - begin : 0;
	mesh->name = import_text(context, name, strlen(name));
	mesh->face_first = mesh->name ? cook_alloc(context, count + 1, sizeof *mesh->face_first) : NULL;
	if (!mesh->face_first)
		return false;
	mesh->face_count = (uint32_t)count;
	mesh->face_first[0] = 0;
	for (size_t i = 0; i < count; ++i)
		mesh->face_first[i + 1] = (uint32_t)(faces->ends[first + i] - begin);
	mesh->corners = cook_alloc(context, corner_count, sizeof *mesh->corners);
	if (!mesh->corners)
		return false;
	// A file without a face has no list of corners.
	const uint32_t *corners = corner_count ? faces->corners + begin : NULL;
	if (used && !number_used(context, used, vertex_count, corners, corner_count))
		return false;
	for (size_t i = 0; i < corner_count; ++i)
		mesh->corners[i] = corners[i] >= vertex_count ? KILN_NONE : used ? used->number[corners[i]] : corners[i];
	return copy_positions(context, vertices, used, mesh);
}

bool import_nodes_make(const kilncook_context *context, uint32_t count, art_scene *scene)
{
	scene->nodes = cook_alloc_zero(context, count, sizeof *scene->nodes);
	if (!scene->nodes)
		return false;
	scene->node_count = count;
	for (uint32_t i = 0; i < count; ++i)
	{
		art_node *node = &scene->nodes[i];
		node->parent = i ? 0 : KILN_NONE;
		node->to_root[0] = node->to_root[5] = node->to_root[10] = 1.0;
	}
	return true;
}

bool import_node_fill(
	const kilncook_context *context, art_node *node, const char *name, size_t length, uint32_t first, uint32_t count)
{
	node->name = import_text(context, name, length);
	node->meshes = node->name ? cook_alloc(context, count, sizeof *node->meshes) : NULL;
	if (!node->meshes)
		return false;
	node->mesh_count = count;
	for (uint32_t i = 0; i < count; ++i)
		node->meshes[i] = first + i;
	return true;
}

/// Moves all vertices and faces into a mesh without a name. When this fails, both owners free what they have.
static bool move_mesh(const kilncook_context *context, import_vertices *vertices, import_faces *faces, art_mesh *mesh)
{
	const size_t faces_count = faces->face_count, corner_count = faces->corner_count;
	mesh->name = import_text(context, "", 0);
	uint32_t *first =
		mesh->name ? cook_resize(context, faces->ends, faces->face_capacity, faces_count + 1, sizeof *first) : NULL;
	if (!first)
		return false;
	// The first corners of faces are the ends of the faces before them.
	memmove(first + 1, first, faces_count * sizeof *first);
	first[0] = 0;
	mesh->face_first = first;
	mesh->face_count = (uint32_t)faces_count;
	faces->ends = NULL;
	uint32_t *corners = cook_resize(context, faces->corners, faces->corner_capacity, corner_count, sizeof *corners);
	if (!corners)
		return false;
	mesh->corners = corners;
	faces->corners = NULL;
	for (size_t i = 0; i < corner_count; ++i)
		corners[i] = corners[i] >= vertices->count ? KILN_NONE : corners[i];
	float(*positions)[3] =
		cook_resize(context, vertices->positions, vertices->capacity, vertices->count, sizeof *positions);
	if (!positions)
		return false;
	mesh->positions = positions;
	mesh->vertex_count = vertices->count;
	vertices->positions = NULL;
	if (!vertices->exact)
		return true;
	mesh->exact = cook_resize(context, vertices->exact, vertices->exact_capacity, vertices->count, sizeof *mesh->exact);
	if (mesh->exact)
		vertices->exact = NULL;
	return mesh->exact != NULL;
}

kilncook_status import_surface_make(
	const kilncook_context *context, import_vertices *vertices, import_faces *faces, art_scene *scene)
{
	if (faces->face_count == 0)
	{
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no face");
		return KILNCOOK_REFUSED;
	}
	import_names materials = {0};
	scene->meshes = cook_alloc_zero(context, 1, sizeof *scene->meshes);
	scene->mesh_count = scene->meshes ? 1 : 0;
	bool made = scene->meshes && move_mesh(context, vertices, faces, scene->meshes) &&
				import_nodes_make(context, 1, scene) && import_node_fill(context, scene->nodes, "", 0, 0, 1) &&
				import_names_add(context, &materials, "", 0) && import_names_to_materials(context, &materials, scene);
	import_names_free(context, &materials);
	return made ? KILNCOOK_OK : import_no_memory(context);
}

/// Share of unused vertices up to which no warning is given.
#define UNUSED_SHARE 0.01

void import_say_unused(const kilncook_context *context, const char *where, uint64_t unused, uint64_t all)
{
	if ((double)unused > UNUSED_SHARE * (double)all)
		cook_message(context, KILNCOOK_WARNING, where, "import-unused",
			"no face uses %llu of %llu vertices: faces may be missing", (unsigned long long)unused,
			(unsigned long long)all);
}

kilncook_status import_no_memory(const kilncook_context *context)
{
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the imported scene");
	return KILNCOOK_INTERNAL;
}

kilncook_status import_too_big(const kilncook_context *context, const char *what)
{
	cook_message(context, KILNCOOK_ERROR, "", "import-too-big", "more than %s", what);
	return KILNCOOK_REFUSED;
}
