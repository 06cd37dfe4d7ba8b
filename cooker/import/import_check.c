// SPDX-License-Identifier: MIT
#include "import_check.h"

#include "common/import_build.h"
#include "memory.h"

#include <string.h>

typedef struct losses
{
	uint64_t cornerless; ///< faces without corners
	uint64_t vertices;	 ///< unused vertices; vertices that several meshes share count once
	uint64_t unused;
	uint32_t worst; ///< the mesh with the most unused vertices
	uint64_t worst_unused;
} losses;

/// Returns whether two meshes have the same vertices. A vertex that one mesh does not use may be used by the other.
static bool same_vertices(const art_mesh *a, const art_mesh *b)
{
	return a->vertex_count == b->vertex_count &&
		   memcmp(a->positions, b->positions, a->vertex_count * sizeof *a->positions) == 0;
}

static void mark_used(const art_mesh *mesh, uint8_t *used)
{
	for (uint32_t i = 0; i < mesh->face_first[mesh->face_count]; ++i)
		if (mesh->corners[i] < mesh->vertex_count)
			used[mesh->corners[i]] = 1;
}

/// Counts the vertices that no face, line or point uses, in mesh `first` and the following meshes with the same
/// vertices. `*end` gets the index after the last such mesh. False when out of memory.
static bool check_meshes(
	const kilncook_context *context, const art_scene *scene, uint32_t first, uint32_t *end, losses *found)
{
	const art_mesh *mesh = &scene->meshes[first];
	uint8_t *used = cook_alloc_zero(context, mesh->vertex_count, 1);
	if (!used)
		return false;
	for (*end = first; *end < scene->mesh_count && same_vertices(mesh, &scene->meshes[*end]); ++*end)
		mark_used(&scene->meshes[*end], used);
	uint64_t unused = mesh->vertex_count;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		unused -= used[i];
	cook_free(context, used, mesh->vertex_count, 1);
	found->vertices += mesh->vertex_count;
	found->unused += unused;
	if (unused > found->worst_unused)
	{
		found->worst_unused = unused;
		found->worst = first;
	}
	return true;
}

static uint64_t count_cornerless(const art_mesh *mesh)
{
	uint64_t count = 0;
	for (uint32_t i = 0; i < mesh->face_count; ++i)
		count += mesh->face_first[i] == mesh->face_first[i + 1];
	return count;
}

kilncook_status import_check(const kilncook_context *context, const art_scene *scene)
{
	losses found = {0};
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
		found.cornerless += count_cornerless(&scene->meshes[i]);
	for (uint32_t i = 0, end; i < scene->mesh_count; i = end)
		if (!check_meshes(context, scene, i, &end, &found))
			return import_no_memory(context);
	if (found.cornerless)
		cook_message(context, KILNCOOK_WARNING, "", "import-incomplete", "%llu faces came without corners",
			(unsigned long long)found.cornerless);
	if (found.unused)
		import_say_unused(context, scene->meshes[found.worst].name, found.unused, found.vertices);
	return KILNCOOK_OK;
}
