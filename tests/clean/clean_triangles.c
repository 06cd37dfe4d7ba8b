// SPDX-License-Identifier: MIT
#include "clean_triangles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

void clean_triangles(const kilncook_context *context, const float (*positions)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], const uint32_t *parts, uint32_t triangle_count, clean_mesh *mesh)
{
	static const uint32_t all[2] = {0, 1};
	const uint32_t part_count = parts ? 2 : 1;
	char name[] = "mesh";
	art_mesh meshes[2];
	float(*copy)[3] = malloc((vertex_count + 1) * sizeof *copy);
	assert_non_null(copy);
	if (vertex_count)
		memcpy(copy, positions, vertex_count * sizeof *copy);
	for (uint32_t part = 0; part < part_count; ++part)
	{
		uint32_t *corners = malloc((3 * (size_t)triangle_count + 1) * sizeof *corners), count = 0;
		uint32_t *firsts = malloc(((size_t)triangle_count + 1) * sizeof *firsts);
		assert_non_null(corners);
		assert_non_null(firsts);
		for (uint32_t i = 0; i < triangle_count; ++i)
			if (!parts || parts[i] == part)
				memcpy(corners + 3 * (size_t)count++, triangles[i], sizeof triangles[i]);
		for (uint32_t i = 0; i <= count; ++i)
			firsts[i] = 3 * i;
		meshes[part] = (art_mesh){.name = name,
			.positions = copy,
			.vertex_count = vertex_count,
			.face_first = firsts,
			.corners = corners,
			.face_count = count};
	}
	const art_scene scene = {.meshes = meshes, .mesh_count = part_count};
	const clean_options options = {0};
	assert_int_equal(clean_build(context, &scene, all, part_count, NULL, &options, mesh), KILNCOOK_OK);
	for (uint32_t part = 0; part < part_count; ++part)
	{
		free(meshes[part].corners);
		free(meshes[part].face_first);
	}
	free(copy);
}
