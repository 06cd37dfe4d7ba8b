// SPDX-License-Identifier: MIT
#include "internal.h"
#include "math/diagonal.h"
#include "memory.h"

#include <string.h>

/// The art's own numbers of a source face that is counted through the parts.
static void name_face(const clean_mesh *mesh, uint32_t counted, uint32_t *source_mesh, uint32_t *face)
{
	uint32_t low = 0, high = mesh->part_count;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (mesh->parts[middle].first_face <= counted)
			low = middle;
		else
			high = middle;
	}
	*source_mesh = mesh->parts[low].source_mesh;
	*face = counted - mesh->parts[low].first_face;
}

kilncook_fault survey_fault(kilncook_fault_kind kind, uint32_t triangle, uint32_t other, const double place[3])
{
	kilncook_fault fault = {.kind = kind, .triangle = triangle, .other_triangle = other};
	for (int i = 0; i < 3; ++i)
		fault.place[i] = (float)place[i] + 0.0f;
	return fault;
}

/// Fills in where a fault is.
static void locate(const survey_work *w, kilncook_fault *fault)
{
	const clean_mesh *mesh = w->mesh;
	bool alone = fault->other_triangle == KILN_NONE;
	uint32_t counted = fault->triangle == KILN_NONE ? fault->face : mesh->faces[fault->triangle];
	name_face(mesh, counted, &fault->source_mesh, &fault->face);
	fault->other_source_mesh = fault->other_face = fault->other_component = KILN_NONE;
	if (!alone)
	{
		name_face(mesh, mesh->faces[fault->other_triangle], &fault->other_source_mesh, &fault->other_face);
		fault->other_component = w->s->adjacency.components[fault->other_triangle];
	}
	fault->component =
		fault->triangle == KILN_NONE ? fault->other_component : w->s->adjacency.components[fault->triangle];
}

bool survey_add(survey_work *w, const kilncook_fault *fault)
{
	survey *s = w->s;
	bool listed = survey_lists(w, fault->kind);
	survey_count(w, fault->kind);
	if (!listed)
		return true;
	if (s->fault_count == s->fault_capacity)
	{
		uint64_t capacity = s->fault_capacity + s->fault_capacity / 2 + 64;
		kilncook_fault *faults =
			cook_resize(w->context, s->faults, (size_t)s->fault_capacity, (size_t)capacity, sizeof *faults);
		if (!faults)
			return false;
		s->faults = faults;
		s->fault_capacity = capacity;
	}
	s->faults[s->fault_count] = *fault;
	locate(w, &s->faults[s->fault_count++]);
	return true;
}

void survey_locate(const survey_work *w, uint32_t triangle, uint32_t *source_mesh, uint32_t *face)
{
	name_face(w->mesh, w->mesh->faces[triangle], source_mesh, face);
}

/// The list by kind, in a block of its own size.
static bool sort_faults(survey_work *w)
{
	survey *s = w->s;
	uint64_t next = 0;
	kilncook_fault *sorted = cook_alloc(w->context, (size_t)s->fault_count, sizeof *sorted);
	if (!sorted)
		return false;
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
		for (uint64_t i = 0; i < s->fault_count && s->counts[kind]; ++i)
			if (s->faults[i].kind == kind)
				sorted[next++] = s->faults[i];
	cook_free(w->context, s->faults, (size_t)s->fault_capacity, sizeof *s->faults);
	s->faults = sorted;
	s->fault_capacity = s->fault_count;
	return true;
}

/// The genus of each part whose edges and vertices are manifold, its boundary loops closed by discs.
static void find_genus(survey *s)
{
	for (uint32_t i = 0; i < s->adjacency.component_count; ++i)
	{
		kilncook_component *c = &s->components[i];
		if (c->nonmanifold_edges || c->nonmanifold_vertices)
			continue;
		int64_t rest = 2 - ((int64_t)c->vertices - c->edges + c->triangles) - (int64_t)c->boundary_loops;
		c->genus = (int32_t)(c->flags & KILN_MESH_ORIENTABLE ? rest / 2 : rest);
	}
}

static bool run(survey_work *w)
{
	const clean_mesh *mesh = w->mesh;
	if (!clean_adjacency_build(w->context, (const uint32_t(*)[3])mesh->triangles, mesh->triangle_count,
			mesh->vertex_count, &w->s->adjacency))
		return false;
	w->s->tolerance = w->options.length;
	if (!(w->options.length > 0))
		w->s->tolerance = w->options.tolerance * box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
	if (!survey_mates(w) || !survey_measure(w) || !survey_edges(w) || !survey_vertices(w))
		return false;
	if (!survey_boundary(w) || !survey_loops(w) || !survey_cracks(w) || !survey_holes(w))
		return false;
	find_genus(w->s);
	return survey_nest(w) && (!w->options.pairs || survey_find_pairs(w)) && sort_faults(w);
}

kilncook_status survey_build(
	const kilncook_context *context, const clean_mesh *mesh, const survey_options *options, survey *out)
{
	*out = (survey){0};
	if (mesh->triangle_count == 0 || mesh->triangle_count > SURVEY_TRIANGLES_MAX)
		return KILNCOOK_OK;
	survey_work w = {context, mesh, *options, out};
	if (run(&w))
		return KILNCOOK_OK;
	survey_free(context, out);
	return KILNCOOK_INTERNAL;
}

void survey_free(const kilncook_context *context, survey *s)
{
	size_t boundary = s->boundary_count, vertices = s->boundary_vertex_count;
	cook_free(context, s->components, s->adjacency.component_count, sizeof *s->components);
	cook_free(context, s->mates, s->adjacency.edges.side_count, sizeof *s->mates);
	cook_free(context, s->boundary, boundary, sizeof *s->boundary);
	cook_free(context, s->boundary_vertices, vertices, sizeof *s->boundary_vertices);
	cook_free(context, s->boundary_ends, boundary, sizeof *s->boundary_ends);
	cook_free(context, s->vertex_sides_first, vertices + 1, sizeof *s->vertex_sides_first);
	cook_free(context, s->vertex_sides, 2 * boundary, sizeof *s->vertex_sides);
	cook_free(context, s->loops, boundary, sizeof *s->loops);
	cook_free(context, s->loop_sides, boundary, sizeof *s->loop_sides);
	cook_free(context, s->cracks, boundary, sizeof *s->cracks);
	cook_free(context, s->junctions, vertices, sizeof *s->junctions);
	cook_free(context, s->nests, (size_t)s->nest_capacity, sizeof *s->nests);
	cook_free(context, s->pairs, (size_t)s->pair_capacity, sizeof *s->pairs);
	cook_free(context, s->faults, (size_t)s->fault_capacity, sizeof *s->faults);
	clean_adjacency_free(context, &s->adjacency);
	*s = (survey){0};
}
