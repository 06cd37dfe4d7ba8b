// SPDX-License-Identifier: MIT
#include "canonical.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct place
{
	float at[3];
	uint32_t vertex;
	uint32_t key[3]; ///< of vertices that share a position: the ranks of the corners of a triangle
} place;

static int compare_places(const void *left, const void *right)
{
	const place *a = left, *b = right;
	for (int i = 0; i < 3; ++i)
		if (a->at[i] < b->at[i] || a->at[i] > b->at[i])
			return a->at[i] < b->at[i] ? -1 : 1;
	for (int i = 0; i < 3; ++i)
		if (a->key[i] != b->key[i])
			return a->key[i] < b->key[i] ? -1 : 1;
	return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

int repair_compare_entries(const void *left, const void *right)
{
	const repair_entry *a = left, *b = right;
	for (int i = 0; i < 3; ++i)
		if (a->key[i] != b->key[i])
			return a->key[i] < b->key[i] ? -1 : 1;
	return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

repair_entry repair_make_entry(const uint32_t corners[3], uint32_t triangle)
{
	uint32_t a = corners[0], b = corners[1], c = corners[2];
	uint32_t low = a < b ? a : b, high = a < b ? b : a;
	repair_entry e = {{c < low ? c : low, c < low ? low : c < high ? c : high, c < high ? high : c}, triangle};
	return e;
}

/// Sorts vertices that share a position, since they were cut apart, by the least of their triangles. A triangle compares by the ranks
/// of its corners' positions. `numbers` is work memory, two entries for each vertex.
static void order_parted(const clean_mesh *source, place *places, uint32_t *numbers)
{
	uint32_t *ranks = numbers, *slots = numbers + source->vertex_count;
	for (uint32_t i = 0; i < source->vertex_count; ++i)
	{
		bool same = i > 0 && memcmp(places[i].at, places[i - 1].at, sizeof places->at) == 0;
		ranks[places[i].vertex] = same ? ranks[places[i - 1].vertex] : i;
		slots[places[i].vertex] = i;
		memset(places[i].key, 0xff, sizeof places->key);
	}
	for (uint32_t t = 0; t < source->triangle_count; ++t)
	{
		const uint32_t *c = source->triangles[t], corners[3] = {ranks[c[0]], ranks[c[1]], ranks[c[2]]};
		const repair_entry e = repair_make_entry(corners, 0);
		for (int k = 0; k < 3; ++k)
		{
			place *p = &places[slots[c[k]]];
			repair_entry least = {{p->key[0], p->key[1], p->key[2]}, 0};
			if (repair_compare_entries(&e, &least) < 0)
				memcpy(p->key, e.key, sizeof p->key);
		}
	}
	qsort(places, source->vertex_count, sizeof *places, compare_places);
}

static bool order_places(const kilncook_context *context, const clean_mesh *source, place *places)
{
	for (uint32_t v = 0; v < source->vertex_count; ++v)
	{
		places[v] = (place){.vertex = v};
		memcpy(places[v].at, source->vertices[v], sizeof places[v].at);
	}
	qsort(places, source->vertex_count, sizeof *places, compare_places);
	if (!source->parted)
		return true;
	uint32_t *numbers = cook_alloc(context, 2 * (size_t)source->vertex_count, sizeof *numbers);
	if (numbers)
		order_parted(source, places, numbers);
	cook_free(context, numbers, 2 * (size_t)source->vertex_count, sizeof *numbers);
	return numbers != NULL;
}

static bool order_vertices(
	const kilncook_context *context, const clean_mesh *source, repair_mesh *out, uint32_t *numbers)
{
	place *places = cook_alloc(context, source->vertex_count, sizeof *places);
	bool done = places && order_places(context, source, places);
	for (uint32_t v = 0; done && v < source->vertex_count; ++v)
	{
		memcpy(out->vertices[v], places[v].at, sizeof *out->vertices);
		out->sources[v] = source->vertex_sources[places[v].vertex];
		out->moved[v] = 0;
		numbers[places[v].vertex] = v;
	}
	cook_free(context, places, source->vertex_count, sizeof *places);
	return done;
}

/// Copies triangles in the order of their entries, each from its lowest corner on.
static void place_triangles(const repair_mesh *from, const repair_entry *entries, repair_mesh *to)
{
	for (uint32_t i = 0; i < from->count; ++i)
	{
		uint32_t t = entries[i].triangle;
		const uint32_t *c = from->corners[t];
		uint32_t low = c[0] < c[1] && c[0] < c[2] ? 0 : c[1] < c[2] ? 1 : 2;
		for (uint32_t k = 0; k < 3; ++k)
			to->corners[i][k] = c[(low + k) % 3];
		to->faces[i] = from->faces[t];
		to->origins[i] = from->origins[t];
		to->drifts[i] = from->drifts[t];
	}
}

bool repair_order(repair_work *w)
{
	repair_mesh old;
	repair_entry *entries = cook_alloc(w->context, w->mesh.count, sizeof *entries);
	bool done = entries && repair_copy(w->context, &w->mesh, &old);
	if (done)
	{
		for (uint32_t t = 0; t < old.count; ++t)
			entries[t] = repair_make_entry(old.corners[t], t);
		qsort(entries, old.count, sizeof *entries, repair_compare_entries);
		place_triangles(&old, entries, &w->mesh);
		repair_free(w->context, &old);
	}
	cook_free(w->context, entries, w->mesh.count, sizeof *entries);
	return done;
}

bool repair_begin(repair_work *w)
{
	const clean_mesh *source = w->source;
	const kilncook_context *context = w->context;
	uint32_t *numbers = cook_alloc(context, source->vertex_count, sizeof *numbers);
	uint32_t *order = cook_alloc(context, source->triangle_count, sizeof *order);
	w->copies = cook_alloc(context, source->copy_count, sizeof *w->copies);
	bool done = numbers && order && w->copies && repair_take(w) && order_vertices(context, source, &w->mesh, numbers);
	for (uint32_t t = 0; done && t < source->triangle_count; ++t)
		for (int k = 0; k < 3; ++k)
			w->mesh.corners[t][k] = numbers[source->triangles[t][k]];
	done = done && repair_order(w);
	for (uint32_t t = 0; done && t < source->triangle_count; ++t)
	{
		order[w->mesh.origins[t]] = t;
		w->mesh.origins[t] = t;
	}
	for (uint32_t i = 0; i < source->copy_count && done; ++i)
	{
		w->copies[i] = source->copies[i];
		w->copies[i].original = order[source->copies[i].original];
	}
	cook_free(context, numbers, source->vertex_count, sizeof *numbers);
	cook_free(context, order, source->triangle_count, sizeof *order);
	return done;
}

/// The arrays of a cleaned mesh that a repair replaces.
typedef struct arrays
{
	float (*vertices)[3];
	uint32_t *sources;
	uint32_t (*triangles)[3];
	uint32_t *faces;
	clean_copy *copies;
	uint32_t vertex_count, copy_count;
} arrays;

/// Puts the triangles in the order of their faces.
static bool write_triangles(const repair_work *w, arrays *to, uint32_t *first_of)
{
	const repair_mesh *m = &w->mesh;
	repair_entry *entries = cook_alloc(w->context, m->count, sizeof *entries);
	if (!entries)
		return false;
	for (uint32_t t = 0; t < m->count; ++t)
		entries[t] = (repair_entry){{m->faces[t], 0, 0}, t};
	qsort(entries, m->count, sizeof *entries, repair_compare_entries);
	for (uint32_t i = 0; i < m->count; ++i)
	{
		uint32_t t = entries[i].triangle, origin = m->origins[t];
		memcpy(to->triangles[i], m->corners[t], sizeof *to->triangles);
		to->faces[i] = m->faces[t];
		if (origin != KILN_NONE && first_of[origin] == KILN_NONE)
			first_of[origin] = i;
	}
	cook_free(w->context, entries, m->count, sizeof *entries);
	return true;
}

/// Numbers the vertices by their first use, in blocks of the right size.
static bool write_vertices(const repair_work *w, arrays *to, uint32_t *numbers)
{
	const repair_mesh *m = &w->mesh;
	memset(numbers, 0xff, m->vertex_count * sizeof *numbers);
	uint32_t used = 0;
	for (uint32_t t = 0; t < m->count; ++t)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t *corner = &to->triangles[t][k];
			if (numbers[*corner] == KILN_NONE)
				numbers[*corner] = used++;
			*corner = numbers[*corner];
		}
	to->vertex_count = used;
	to->vertices = cook_alloc(w->context, used, sizeof *to->vertices);
	to->sources = cook_alloc(w->context, used, sizeof *to->sources);
	if (!to->vertices || !to->sources)
		return false;
	for (uint32_t v = 0; v < m->vertex_count; ++v)
		if (numbers[v] != KILN_NONE)
		{
			memcpy(to->vertices[numbers[v]], m->vertices[v], sizeof *to->vertices);
			to->sources[numbers[v]] = m->sources[v];
		}
	return true;
}

/// Keeps the copies whose original is still there; none when the repair dealt with them.
static bool write_copies(const repair_work *w, arrays *to, const uint32_t *first_of)
{
	bool settled = w->options->steps >> KILNCOOK_REPAIR_OPPOSITE & 1 && !w->rows[KILNCOOK_REPAIR_OPPOSITE].undone;
	uint32_t count = 0, next = 0;
	for (uint32_t i = 0; i < w->source->copy_count && !settled; ++i)
		count += first_of[w->copies[i].original] != KILN_NONE;
	to->copies = cook_alloc(w->context, count, sizeof *to->copies);
	to->copy_count = count;
	for (uint32_t i = 0; i < w->source->copy_count && to->copies && !settled; ++i)
		if (first_of[w->copies[i].original] != KILN_NONE)
		{
			to->copies[next] = w->copies[i];
			to->copies[next++].original = first_of[w->copies[i].original];
		}
	return to->copies != NULL;
}

static void free_arrays(const kilncook_context *context, arrays *a, uint32_t triangle_count)
{
	cook_free(context, a->vertices, a->vertex_count, sizeof *a->vertices);
	cook_free(context, a->sources, a->vertex_count, sizeof *a->sources);
	cook_free(context, a->triangles, triangle_count, sizeof *a->triangles);
	cook_free(context, a->faces, triangle_count, sizeof *a->faces);
	cook_free(context, a->copies, a->copy_count, sizeof *a->copies);
}

bool repair_end(const repair_work *w, clean_mesh *mesh)
{
	const kilncook_context *context = w->context;
	uint32_t count = w->mesh.count, before = w->source->triangle_count;
	arrays to = {.triangles = cook_alloc(context, count, sizeof *to.triangles),
		.faces = cook_alloc(context, count, sizeof *to.faces)};
	uint32_t *first_of = cook_alloc(context, before, sizeof *first_of);
	uint32_t *numbers = cook_alloc(context, w->mesh.vertex_count, sizeof *numbers);
	if (first_of)
		memset(first_of, 0xff, before * sizeof *first_of);
	bool done = to.triangles && to.faces && first_of && numbers && write_triangles(w, &to, first_of) &&
				write_vertices(w, &to, numbers) && write_copies(w, &to, first_of) &&
				clean_judge_mesh(context, (const uint32_t(*)[3])to.triangles, count, to.vertex_count, mesh);
	cook_free(context, first_of, before, sizeof *first_of);
	cook_free(context, numbers, w->mesh.vertex_count, sizeof *numbers);
	if (!done)
	{
		free_arrays(context, &to, count);
		return false;
	}
	mesh->vertices = to.vertices;
	mesh->vertex_sources = to.sources;
	mesh->vertex_count = to.vertex_count;
	mesh->triangles = to.triangles;
	mesh->faces = to.faces;
	mesh->triangle_count = count;
	mesh->parted |= w->rows[KILNCOOK_REPAIR_NON_MANIFOLD].changed > 0;
	mesh->copies = to.copies;
	mesh->copy_count = to.copy_count;
	return true;
}

void repair_free_surface(const kilncook_context *context, const clean_mesh *mesh)
{
	arrays old = {mesh->vertices, mesh->vertex_sources, mesh->triangles, mesh->faces, mesh->copies, mesh->vertex_count,
		mesh->copy_count};
	free_arrays(context, &old, mesh->triangle_count);
}
