// SPDX-License-Identifier: MIT
#include "art.h"

#include "bench/figures/timing.h"
#include "clean/clean.h"

#include <stdlib.h>

void bench_art_make(bench_art *art, const clean_mesh *mesh)
{
	*art = (bench_art){.name = "mesh"};
	art->names[0] = art->name;
	art->first = bench_memory((size_t)mesh->triangle_count + 1, sizeof *art->first);
	for (uint32_t t = 0; t <= mesh->triangle_count; ++t)
		art->first[t] = 3 * t;
	art->mesh = (art_mesh){.name = art->name,
		.positions = mesh->vertices,
		.vertex_count = mesh->vertex_count,
		.face_first = art->first,
		.corners = &mesh->triangles[0][0],
		.face_count = mesh->triangle_count};
	art->scene = (art_scene){.materials = art->names, .material_count = 1, .meshes = &art->mesh, .mesh_count = 1};
}

void bench_art_free(bench_art *art)
{
	free(art->first);
	*art = (bench_art){.first = NULL};
}

bool bench_art_clean(const kilncook_context *context, const bench_art *art, clean_mesh *mesh)
{
	static const uint32_t first = 0;
	const clean_options options = {0};
	return clean_build(context, &art->scene, &first, 1, NULL, &options, mesh) == KILNCOOK_OK;
}
