// SPDX-License-Identifier: MIT
#include "clean_internal.h"

#include "adjacency.h"
#include "duplicates.h"
#include "kiln_format.h"
#include "memory.h"
#include "tasks.h"

#include <string.h>

/// Whether two triangles of the same vertices face opposite ways.
static bool face_apart(const uint32_t a[3], const uint32_t b[3])
{
	int k = a[0] == b[0] ? 0 : a[0] == b[1] ? 1 : 2;
	return a[1] != b[(k + 1) % 3];
}

/// Makes room for all copies.
static bool reserve_copies(clean_work *work, const uint32_t *originals)
{
	clean_mesh *mesh = &work->result;
	uint32_t count = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		count += originals[i] != i;
	mesh->copies = cook_alloc(work->context, count, sizeof *mesh->copies);
	mesh->copy_count = count;
	return mesh->copies != NULL;
}

/// Removes duplicates, and slivers if chosen, from the triangles. Lists them, and the slivers that are kept. For a
/// triangle that is not a duplicate, `originals` receives its new number, KILN_NONE if it is removed. Returns how many
/// copies have an original that is kept.
static uint32_t drop_triangles(clean_work *work, uint32_t *originals, clean_drops *drops)
{
	clean_mesh *mesh = &work->result;
	uint32_t kept = 0, sliver = 0, copies = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		bool thin = sliver < work->slivers.count && work->slivers.items[sliver].face == i;
		clean_reason reason = thin ? work->slivers.items[sliver++].reason : CLEAN_DUPLICATE;
		if (originals[i] != i)
		{
			uint32_t original = originals[originals[i]];
			if (original != KILN_NONE)
				mesh->copies[copies++] =
					(clean_copy){mesh->faces[i], original, face_apart(mesh->triangles[original], mesh->triangles[i])};
			++mesh->counts.duplicates;
			clean_drop(work->context, drops, mesh->faces[i], CLEAN_DUPLICATE);
			continue;
		}
		if (reason == CLEAN_SLIVER_DROPPED)
		{
			++mesh->counts.slivers_dropped;
			clean_drop(work->context, drops, mesh->faces[i], reason);
			originals[i] = KILN_NONE;
			continue;
		}
		memmove(mesh->triangles[kept], mesh->triangles[i], sizeof mesh->triangles[i]);
		mesh->faces[kept] = mesh->faces[i];
		originals[i] = kept++;
		if (thin)
		{
			++mesh->counts.slivers;
			clean_drop(work->context, drops, mesh->faces[kept - 1], reason);
		}
	}
	mesh->triangle_count = kept;
	return copies;
}

/// Gives back room for copies that were not listed.
static bool shrink_copies(clean_work *work, uint32_t count)
{
	clean_mesh *mesh = &work->result;
	clean_copy *copies = cook_resize(work->context, mesh->copies, mesh->copy_count, count, sizeof *copies);
	if (!copies)
		return false;
	mesh->copies = copies;
	mesh->copy_count = count;
	return true;
}

/// Merges the two lists into the result's list.
static bool merge_drops(clean_work *work, const clean_drops *late)
{
	const clean_drops *early = &work->drops;
	uint64_t count = (uint64_t)early->count + late->count;
	if (count > UINT32_MAX)
		return false;
	clean_dropped *merged = cook_alloc(work->context, (size_t)count, sizeof *merged);
	if (!merged)
		return false;
	uint32_t a = 0, b = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		bool first = b == late->count || (a < early->count && early->items[a].face <= late->items[b].face);
		merged[i] = first ? early->items[a++] : late->items[b++];
	}
	work->result.dropped = merged;
	work->result.dropped_count = (uint32_t)count;
	return true;
}

/// Computes whether the triangles without duplicates form a closed surface.
static bool judge_closed(clean_work *work, const uint32_t *originals, bool *closed)
{
	const clean_mesh *mesh = &work->result;
	uint32_t count = 0, components;
	uint32_t(*kept)[3] = cook_alloc(work->context, mesh->triangle_count, sizeof *kept);
	clean_verdict verdict = {0};
	for (uint32_t i = 0; kept && i < mesh->triangle_count; ++i)
		if (originals[i] == i)
			memcpy(kept[count++], mesh->triangles[i], sizeof *kept);
	bool done = kept && clean_judge_surface(
							work->context, (const uint32_t(*)[3])kept, count, work->weld.count, &verdict, &components);
	*closed = (verdict.flags & KILN_MESH_CLOSED) != 0;
	cook_free(work->context, kept, mesh->triangle_count, sizeof *kept);
	return done;
}

/// The vertices in use in their new order.
typedef struct used_vertices
{
	uint32_t *numbers; ///< new ones, by welded number; KILN_NONE for a vertex without triangles
	float (*vertices)[3];
	uint32_t *sources;
	uint32_t count;
	bool numbered; ///< all vertices are there
} used_vertices;

static bool used_begin(const kilncook_context *context, const clean_work *work, used_vertices *used)
{
	const uint32_t count = work->weld.count;
	*used = (used_vertices){.numbers = cook_alloc(context, count, sizeof *used->numbers),
		.vertices = cook_alloc(context, count, sizeof *used->vertices),
		.sources = cook_alloc(context, count, sizeof *used->sources)};
	if (!used->numbers || !used->vertices || !used->sources)
		return false;
	memset(used->numbers, 0xff, (size_t)count * sizeof *used->numbers);
	return true;
}

/// Returns the new number of a vertex, which is the next one at its first use.
static inline uint32_t use_vertex(const clean_work *work, used_vertices *used, uint32_t vertex)
{
	if (used->numbers[vertex] == KILN_NONE)
	{
		memcpy(used->vertices[used->count], work->weld.positions[vertex], sizeof used->vertices[0]);
		used->sources[used->count] = work->sources[vertex];
		used->numbers[vertex] = used->count++;
	}
	return used->numbers[vertex];
}

/// The search for duplicates and the numbering of vertices, which may be beside each other.
typedef struct search
{
	const clean_work *work;
	uint32_t *originals;
	used_vertices *used;
} search;

static kilncook_status find_duplicates(const kilncook_context *context, void *user)
{
	const search *s = user;
	const clean_mesh *mesh = &s->work->result;
	return clean_find_duplicates(
			   context, (const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, s->work->weld.count, s->originals)
			   ? KILNCOOK_OK
			   : KILNCOOK_INTERNAL;
}

static kilncook_status number_vertices(const kilncook_context *context, void *user)
{
	const search *s = user;
	const clean_mesh *mesh = &s->work->result;
	if (!used_begin(context, s->work, s->used))
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
			use_vertex(s->work, s->used, mesh->triangles[i][k]);
	s->used->numbered = true;
	return KILNCOOK_OK;
}

/// Finds duplicates, and on several threads numbers the vertices, too: a duplicate has no vertex that its original does not use
/// before it.
static bool search_duplicates(clean_work *work, uint32_t *originals, used_vertices *used)
{
	search s = {work, originals, used};
	cook_task tasks[] = {{.run = find_duplicates, .work = &s}, {.run = number_vertices, .work = &s}};
	const bool both = work->threads > 1 && work->drop_slivers == 0 && work->result.triangle_count >= CLEAN_BESIDE_LEAST;
	return cook_tasks_run(work->context, work->threads, tasks, both ? 2 : 1) == KILNCOOK_OK;
}

static bool find_dropped(clean_work *work, used_vertices *used)
{
	clean_mesh *mesh = &work->result;
	uint32_t count = mesh->triangle_count;
	uint32_t *originals = cook_alloc(work->context, count, sizeof *originals);
	clean_drops late = {0};
	bool done = originals && search_duplicates(work, originals, used) && reserve_copies(work, originals);
	if (done && work->drop_slivers > 0 && work->slivers.count > 0)
		done = judge_closed(work, originals, &work->was_closed);
	if (done)
	{
		uint32_t copies = drop_triangles(work, originals, &late);
		done = !late.failed && shrink_copies(work, copies) && merge_drops(work, &late);
	}
	cook_free(work->context, originals, count, sizeof *originals);
	cook_free(work->context, late.items, late.capacity, sizeof *late.items);
	return done;
}

bool clean_resize_triangles(clean_work *work, uint32_t count)
{
	clean_mesh *mesh = &work->result;
	uint32_t(*triangles)[3] =
		cook_resize(work->context, mesh->triangles, work->triangle_capacity, count, sizeof *triangles);
	if (!triangles)
		return false;
	mesh->triangles = triangles;
	work->triangle_capacity = count;
	uint32_t *faces = cook_resize(work->context, mesh->faces, work->face_capacity, count, sizeof *faces);
	if (!faces)
		return false;
	mesh->faces = faces;
	work->face_capacity = count;
	return true;
}

/// Gives the corners of all triangles the new numbers of their vertices, by first use.
static void renumber_corners(clean_work *work, used_vertices *used)
{
	clean_mesh *mesh = &work->result;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t *corner = &mesh->triangles[i][k];
			*corner = used->numbered ? used->numbers[*corner] : use_vertex(work, used, *corner);
		}
}

/// Keeps the vertices in use. Their order in the file is lost here.
static bool compact_vertices(clean_work *work, used_vertices *used)
{
	clean_mesh *mesh = &work->result;
	const uint32_t count = work->weld.count;
	if (!used->numbered && !used_begin(work->context, work, used))
		return false;
	renumber_corners(work, used);
	// A block can only be freed with its size. So either both arrays are shrunk, or neither is kept.
	mesh->vertices = cook_resize(work->context, used->vertices, count, used->count, sizeof *used->vertices);
	used->vertices = mesh->vertices ? NULL : used->vertices;
	mesh->vertex_sources =
		mesh->vertices ? cook_resize(work->context, used->sources, count, used->count, sizeof *used->sources) : NULL;
	used->sources = mesh->vertex_sources ? NULL : used->sources;
	mesh->vertex_count = used->count;
	return mesh->vertex_sources != NULL;
}

bool clean_finish(clean_work *work)
{
	used_vertices used = {.count = 0};
	const uint32_t welded = work->weld.count;
	const bool done = find_dropped(work, &used) && compact_vertices(work, &used);
	cook_free(work->context, used.numbers, welded, sizeof *used.numbers);
	cook_free(work->context, used.vertices, welded, sizeof *used.vertices);
	cook_free(work->context, used.sources, welded, sizeof *used.sources);
	if (!done)
		return false;
	cook_free(work->context, work->sources, work->weld.count, sizeof *work->sources);
	work->sources = NULL;
	clean_weld_free(work->context, &work->weld);
	cook_free(work->context, work->drops.items, work->drops.capacity, sizeof *work->drops.items);
	cook_free(work->context, work->slivers.items, work->slivers.capacity, sizeof *work->slivers.items);
	work->drops = work->slivers = (clean_drops){0};
	clean_mesh *mesh = &work->result;
	mesh->unjudged = work->unjudged && mesh->triangle_count;
	return clean_resize_triangles(work, work->result.triangle_count) &&
		   (mesh->unjudged || clean_judge_mesh(work->context, (const uint32_t(*)[3])mesh->triangles,
								  mesh->triangle_count, mesh->vertex_count, mesh));
}
