// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include "clean/clean.h"
#include "exact/exact.h"
#include "math/diagonal.h"

#include <math.h>
#include <string.h>

void repair_normal(const double a[3], const double b[3], const double c[3], double normal[3])
{
	for (int i = 0; i < 3; ++i)
	{
		int m = (i + 1) % 3, n = (i + 2) % 3;
		normal[i] = (b[m] - a[m]) * (c[n] - a[n]) - (b[n] - a[n]) * (c[m] - a[m]);
	}
}

void repair_free(const kilncook_context *context, repair_mesh *m)
{
	cook_free(context, m->vertices, m->vertex_capacity, sizeof *m->vertices);
	cook_free(context, m->sources, m->vertex_capacity, sizeof *m->sources);
	cook_free(context, m->moved, m->vertex_capacity, sizeof *m->moved);
	cook_free(context, m->corners, m->capacity, sizeof *m->corners);
	cook_free(context, m->faces, m->capacity, sizeof *m->faces);
	cook_free(context, m->origins, m->capacity, sizeof *m->origins);
	cook_free(context, m->drifts, m->capacity, sizeof *m->drifts);
	*m = (repair_mesh){0};
}

bool repair_copy(const kilncook_context *context, const repair_mesh *from, repair_mesh *to)
{
	*to = (repair_mesh){.vertex_count = from->vertex_count,
		.vertex_capacity = from->vertex_count,
		.count = from->count,
		.capacity = from->count};
	to->vertices = cook_alloc(context, to->vertex_capacity, sizeof *to->vertices);
	to->sources = cook_alloc(context, to->vertex_capacity, sizeof *to->sources);
	to->moved = cook_alloc(context, to->vertex_capacity, sizeof *to->moved);
	to->corners = cook_alloc(context, to->capacity, sizeof *to->corners);
	to->faces = cook_alloc(context, to->capacity, sizeof *to->faces);
	to->origins = cook_alloc(context, to->capacity, sizeof *to->origins);
	to->drifts = cook_alloc(context, to->capacity, sizeof *to->drifts);
	if (!to->vertices || !to->sources || !to->moved || !to->corners || !to->faces || !to->origins || !to->drifts)
	{
		repair_free(context, to);
		return false;
	}
	memcpy(to->vertices, from->vertices, from->vertex_count * sizeof *to->vertices);
	memcpy(to->sources, from->sources, from->vertex_count * sizeof *to->sources);
	memcpy(to->moved, from->moved, from->vertex_count * sizeof *to->moved);
	memcpy(to->corners, from->corners, from->count * sizeof *to->corners);
	memcpy(to->faces, from->faces, from->count * sizeof *to->faces);
	memcpy(to->origins, from->origins, from->count * sizeof *to->origins);
	memcpy(to->drifts, from->drifts, from->count * sizeof *to->drifts);
	return true;
}

/// Moves a block to one of a larger capacity.
static bool grow(const kilncook_context *context, void *block, size_t old, size_t capacity, size_t size, void **out)
{
	*out = cook_alloc(context, capacity, size);
	if (*out)
		memcpy(*out, block, old * size);
	return *out != NULL;
}

static bool reserve_triangles(const kilncook_context *context, repair_mesh *m)
{
	if (m->count < m->capacity)
		return true;
	repair_mesh n = *m;
	n.capacity = m->capacity + m->capacity / 2 + 64;
	void *corners = NULL, *faces = NULL, *origins = NULL, *drifts = NULL;
	bool done = m->capacity < UINT32_MAX / 3 &&
				grow(context, m->corners, m->count, n.capacity, sizeof *m->corners, &corners) &&
				grow(context, m->faces, m->count, n.capacity, sizeof *m->faces, &faces) &&
				grow(context, m->origins, m->count, n.capacity, sizeof *m->origins, &origins) &&
				grow(context, m->drifts, m->count, n.capacity, sizeof *m->drifts, &drifts);
	// Whichever set of blocks is not kept is freed by its own capacity.
	repair_mesh spare = {.corners = done ? m->corners : corners,
		.faces = done ? m->faces : faces,
		.origins = done ? m->origins : origins,
		.drifts = done ? m->drifts : drifts,
		.capacity = done ? m->capacity : n.capacity};
	if (done)
	{
		n.corners = corners;
		n.faces = faces;
		n.origins = origins;
		n.drifts = drifts;
		*m = n;
	}
	repair_free(context, &spare);
	return done;
}

bool repair_add_triangle(const kilncook_context *context, repair_mesh *m, const uint32_t corners[3], uint32_t like)
{
	if (!reserve_triangles(context, m))
		return false;
	memcpy(m->corners[m->count], corners, sizeof *m->corners);
	m->faces[m->count] = m->faces[like];
	m->origins[m->count] = m->origins[like];
	m->drifts[m->count++] = m->drifts[like];
	return true;
}

static bool reserve_vertices(const kilncook_context *context, repair_mesh *m)
{
	if (m->vertex_count < m->vertex_capacity)
		return true;
	repair_mesh n = *m;
	n.vertex_capacity = m->vertex_capacity + m->vertex_capacity / 2 + 64;
	void *vertices = NULL, *sources = NULL, *moved = NULL;
	bool done = m->vertex_capacity < INT32_MAX / 2 &&
				grow(context, m->vertices, m->vertex_count, n.vertex_capacity, sizeof *m->vertices, &vertices) &&
				grow(context, m->sources, m->vertex_count, n.vertex_capacity, sizeof *m->sources, &sources) &&
				grow(context, m->moved, m->vertex_count, n.vertex_capacity, sizeof *m->moved, &moved);
	repair_mesh spare = {.vertices = done ? m->vertices : vertices,
		.sources = done ? m->sources : sources,
		.moved = done ? m->moved : moved,
		.vertex_capacity = done ? m->vertex_capacity : n.vertex_capacity};
	if (done)
	{
		n.vertices = vertices;
		n.sources = sources;
		n.moved = moved;
		*m = n;
	}
	repair_free(context, &spare);
	return done;
}

bool repair_add_vertex(const kilncook_context *context, repair_mesh *m, uint32_t like)
{
	if (!reserve_vertices(context, m))
		return false;
	memcpy(m->vertices[m->vertex_count], m->vertices[like], sizeof *m->vertices);
	m->sources[m->vertex_count] = m->sources[like];
	m->moved[m->vertex_count++] = m->moved[like];
	return true;
}

bool repair_add_parent(repair_work *w, uint32_t parent)
{
	repair_vertices *v = &w->vertices;
	if (v->parent_count == v->parent_capacity)
	{
		uint32_t capacity = v->parent_capacity + v->parent_capacity / 2 + 64;
		uint32_t *parents = cook_resize(w->context, v->parents, v->parent_capacity, capacity, sizeof *parents);
		if (!parents)
			return false;
		v->parents = parents;
		v->parent_capacity = capacity;
	}
	v->parents[v->parent_count++] = repair_parent(w, parent);
	return true;
}

uint32_t repair_compact(repair_mesh *m)
{
	uint32_t kept = 0, before = m->count;
	for (uint32_t t = 0; t < m->count; ++t)
	{
		if (m->corners[t][0] == KILN_NONE)
			continue;
		memmove(m->corners[kept], m->corners[t], sizeof *m->corners);
		m->faces[kept] = m->faces[t];
		m->origins[kept] = m->origins[t];
		m->drifts[kept++] = m->drifts[t];
	}
	m->count = kept;
	return before - kept;
}

bool repair_take(repair_work *w)
{
	const clean_mesh *source = w->source;
	const kilncook_context *context = w->context;
	repair_mesh as_is = {.vertices = source->vertices,
		.vertex_count = source->vertex_count,
		.sources = source->vertex_sources,
		.moved = cook_alloc_zero(context, source->vertex_count, sizeof *as_is.moved),
		.corners = source->triangles,
		.faces = source->faces,
		.origins = cook_alloc(context, source->triangle_count, sizeof *as_is.origins),
		.drifts = cook_alloc_zero(context, source->triangle_count, sizeof *as_is.drifts),
		.count = source->triangle_count};
	bool done = as_is.moved && as_is.origins && as_is.drifts;
	for (uint32_t t = 0; done && t < as_is.count; ++t)
		as_is.origins[t] = t;
	done = done && repair_copy(context, &as_is, &w->mesh);
	cook_free(context, as_is.moved, source->vertex_count, sizeof *as_is.moved);
	cook_free(context, as_is.origins, source->triangle_count, sizeof *as_is.origins);
	cook_free(context, as_is.drifts, source->triangle_count, sizeof *as_is.drifts);
	return done;
}

double repair_largest_hole(const repair_work *w)
{
	return box_diagonal((const float(*)[3])w->source->vertices, w->source->vertex_count) * w->options->hole_size;
}

clean_mesh repair_view(const repair_work *work, const repair_mesh *m)
{
	return (clean_mesh){.vertices = m->vertices,
		.vertex_count = m->vertex_count,
		.triangles = m->corners,
		.faces = m->faces,
		.triangle_count = m->count,
		.parts = work->source->parts,
		.part_count = work->source->part_count};
}

bool repair_survey(const repair_work *work, const repair_mesh *m, bool pairs, uint32_t listed, survey *out)
{
	const clean_mesh view = repair_view(work, m);
	const survey_options options = {.tolerance = work->options->tolerance, .listed = listed, .pairs = pairs};
	return survey_build(work->context, &view, &options, out) == KILNCOOK_OK;
}

bool repair_survey_again(repair_work *w)
{
	if (w->keep)
		*w->keep = w->s;
	else
		survey_free(w->context, &w->s);
	w->keep = NULL;
	w->s = (survey){0};
	return repair_survey(w, &w->mesh, false, KILN_NONE, &w->s);
}

uint32_t repair_count_at_edge(const repair_work *w, uint32_t a, uint32_t b)
{
	const uint32_t *firsts = w->s.adjacency.vertex_first;
	bool turn = firsts[a + 1] - firsts[a] > firsts[b + 1] - firsts[b];
	uint32_t from = turn ? b : a, to = turn ? a : b, count = 0;
	for (uint32_t i = firsts[from]; i < firsts[from + 1]; ++i)
	{
		const uint32_t *c = w->mesh.corners[w->s.adjacency.vertex_triangles[i]];
		count += c[0] == to || c[1] == to || c[2] == to;
	}
	return count;
}

bool repair_is_sliver(const repair_mesh *m, const uint32_t corners[3])
{
	const float *v[3] = {m->vertices[corners[0]], m->vertices[corners[1]], m->vertices[corners[2]]};
	// The survey begins at the corner of lowest position, too: rounding could differ from another one on.
	uint32_t low = 0;
	for (uint32_t k = 1; k < 3; ++k)
		if (survey_compare_positions(v[k], v[low]) < 0)
			low = k;
	return clean_is_sliver(v[low], v[(low + 1) % 3], v[(low + 2) % 3]);
}

bool repair_may_stand(const repair_mesh *m, const uint32_t whole[3], const uint32_t part[3])
{
	const float(*v)[3] = (const float(*)[3])m->vertices;
	double p[3][3], q[3][3], old[3], new[3];
	if (part[0] == part[1] || part[1] == part[2] || part[2] == part[0] ||
		exact_collinear(v[part[0]], v[part[1]], v[part[2]]))
		return false;
	for (int k = 0; k < 3; ++k)
	{
		repair_point(m, whole[k], p[k]);
		repair_point(m, part[k], q[k]);
	}
	repair_normal(p[0], p[1], p[2], old);
	repair_normal(q[0], q[1], q[2], new);
	if (!(old[0] * new[0] + old[1] * new[1] + old[2] * new[2] > 0))
		return false;
	return !repair_is_sliver(m, part) || repair_is_sliver(m, whole);
}
