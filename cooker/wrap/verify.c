// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include "survey/survey.h"

#include <string.h>

/// Verifies by the survey, which knows nothing of cells, that every part of the surface is closed, manifold, orientable and
/// wound, that no vertex has two surfaces, and that no two triangles meet but in what they share.
static wrap_end verify_surface(
	const wrap_work *work, const kilncook_wrap_surface *surface, const uint32_t *faces, bool *sound)
{
	const uint32_t all = KILN_MESH_CLOSED | KILN_MESH_MANIFOLD | KILN_MESH_ORIENTABLE | KILN_MESH_WOUND;
	const uint32_t faults = 1u << KILNCOOK_FAULT_NONMANIFOLD_EDGE | 1u << KILNCOOK_FAULT_NONMANIFOLD_VERTEX |
							1u << KILNCOOK_FAULT_CROSSING | 1u << KILNCOOK_FAULT_COPLANAR |
							1u << KILNCOOK_FAULT_TOUCHING;
	clean_part part = {.face_count = surface->triangle_count};
	// The survey reads only.
	const clean_mesh mesh = {.vertices = surface->vertices,
		.vertex_count = surface->vertex_count,
		.triangles = surface->triangles,
		.faces = (uint32_t *)(uintptr_t)faces,
		.triangle_count = surface->triangle_count,
		.parts = &part,
		.part_count = 1};
	const survey_options options = {.listed = 1, .pairs = true};
	survey s;
	if (survey_build(work->context, &mesh, &options, &s) != KILNCOOK_OK)
		return WRAP_MEMORY;
	*sound = (s.unfinished & faults) == 0;
	for (uint32_t i = 0; i < s.adjacency.component_count; ++i)
		*sound &= (s.components[i].flags & all) == all;
	for (uint32_t kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
		*sound &= !(faults >> kind & 1) || s.counts[kind] == 0;
	survey_free(work->context, &s);
	return WRAP_DONE;
}

/// Whether no triangle of the surface touches the art, and a corner of each triangle of the art is in a cell inside.
static bool holds_art(const wrap_work *work, const kilncook_wrap_surface *surface)
{
	for (uint32_t i = 0; i < surface->triangle_count; ++i)
	{
		wrap_probe probe = {.count = 3};
		for (int k = 0; k < 3; ++k)
		{
			const float *v = surface->vertices[surface->triangles[i][k]];
			probe.corners[k] = (kiln_d3){(double)v[0], (double)v[1], (double)v[2]};
		}
		if (wrap_soup_touches(work->soup, &probe))
			return false;
	}
	const wrap_mesh *mesh = &work->mesh;
	uint32_t cell = 0;
	while (mesh->cells[cell].free)
		++cell;
	for (uint32_t i = 0; i < work->soup->triangle_count; ++i)
	{
		const kiln_d3 *corner = &work->soup->corners[i][0];
		const double at[3] = {corner->x, corner->y, corner->z};
		cell = wrap_mesh_locate(mesh, at, cell);
		if (cell == KILN_NONE || mesh->cells[cell].outside)
			return false;
	}
	return true;
}

wrap_end wrap_verify(const wrap_work *work, const kilncook_wrap_surface *surface, bool *sound)
{
	*sound = surface->triangle_count > 0 && surface->triangle_count <= SURVEY_TRIANGLES_MAX;
	if (!*sound)
		return WRAP_DONE;
	uint32_t *faces = cook_alloc(work->context, surface->triangle_count, sizeof *faces);
	if (!faces)
		return WRAP_MEMORY;
	for (uint32_t i = 0; i < surface->triangle_count; ++i)
		faces[i] = i;
	wrap_end end = verify_surface(work, surface, faces, sound);
	cook_free(work->context, faces, surface->triangle_count, sizeof *faces);
	*sound = end == WRAP_DONE && *sound && holds_art(work, surface);
	return end;
}
