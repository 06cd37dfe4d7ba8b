// SPDX-License-Identifier: MIT
#include "snap.h"

#include "adjacency.h"
#include "duplicates.h"
#include "exact/exact.h"
#include "kiln_format.h"
#include "memory.h"
#include "weld.h"

#include <math.h>
#include <string.h>

/// A mesh that is being snapped: the arrays of the old mesh's size, and the new mesh in parts of them.
typedef struct snapping
{
	const kilncook_context *context;
	clean_mesh *mesh;
	uint32_t vertex_count, triangle_count; ///< of the old mesh
	float (*moved)[3];					   ///< every old vertex at its new place
	uint32_t *stands;					   ///< the first old vertex that is now the same
	float (*vertices)[3];
	uint32_t *sources;
	uint32_t (*triangles)[3];
	uint32_t *faces;
	uint32_t *renumbered; ///< old triangle's new number; KILN_NONE for a dropped one
	uint32_t *originals;
	uint32_t used; ///< new vertices
	uint32_t kept; ///< new triangles
} snapping;

static bool begin(snapping *s)
{
	const kilncook_context *context = s->context;
	s->moved = cook_alloc(context, s->vertex_count, sizeof *s->moved);
	s->stands = cook_alloc(context, s->vertex_count, sizeof *s->stands);
	s->vertices = cook_alloc(context, s->vertex_count, sizeof *s->vertices);
	s->sources = cook_alloc(context, s->vertex_count, sizeof *s->sources);
	s->triangles = cook_alloc(context, s->triangle_count, sizeof *s->triangles);
	s->faces = cook_alloc(context, s->triangle_count, sizeof *s->faces);
	s->renumbered = cook_alloc(context, s->triangle_count, sizeof *s->renumbered);
	s->originals = cook_alloc(context, s->triangle_count, sizeof *s->originals);
	return s->moved && s->stands && s->vertices && s->sources && s->triangles && s->faces && s->renumbered &&
		   s->originals;
}

static void end(snapping *s)
{
	const kilncook_context *context = s->context;
	cook_free(context, s->moved, s->vertex_count, sizeof *s->moved);
	cook_free(context, s->stands, s->vertex_count, sizeof *s->stands);
	cook_free(context, s->vertices, s->vertex_count, sizeof *s->vertices);
	cook_free(context, s->sources, s->vertex_count, sizeof *s->sources);
	cook_free(context, s->triangles, s->triangle_count, sizeof *s->triangles);
	cook_free(context, s->faces, s->triangle_count, sizeof *s->faces);
	cook_free(context, s->renumbered, s->triangle_count, sizeof *s->renumbered);
	cook_free(context, s->originals, s->triangle_count, sizeof *s->originals);
}

/// Moves every vertex. Returns the largest distance, rounded up: a difference of two floats is exact here to one rounding in
/// double, and four more follow.
static double move(snapping *s, uint8_t grid)
{
	double most = 0;
	for (uint32_t i = 0; i < s->vertex_count; ++i)
	{
		double way2 = 0;
		for (int axis = 0; axis < 3; ++axis)
		{
			const double at = (double)s->mesh->vertices[i][axis], steps = ldexp(at, 127 - grid);
			double below = floor(steps), rest = steps - below;
			below += rest > 0.5 || (!(rest < 0.5) && floor(below / 2) * 2 < below) ? 1 : 0;
			s->moved[i][axis] = (float)ldexp(below, grid - 127) + 0.0f;
			const double way = (double)s->moved[i][axis] - at;
			way2 += way * way;
		}
		most = way2 > most ? way2 : most;
	}
	return sqrt(most) * (1 + 0x1p-48);
}

static bool same_place(const float a[3], const float b[3])
{
	return memcmp(a, b, 3 * sizeof *a) == 0;
}

static uint32_t find_root(uint32_t *stands, uint32_t vertex)
{
	while (stands[vertex] != vertex)
		vertex = stands[vertex] = stands[stands[vertex]];
	return vertex;
}

/// Joins the ends of edges that lost their length. Vertices that a repair cut apart at one place have no such edge.
static void join_edges(snapping *s)
{
	for (uint32_t i = 0; i < s->vertex_count; ++i)
		s->stands[i] = i;
	for (uint32_t i = 0; i < s->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t a = s->mesh->triangles[i][k], b = s->mesh->triangles[i][(k + 1) % 3];
			if (!same_place(s->moved[a], s->moved[b]))
				continue;
			a = find_root(s->stands, a);
			b = find_root(s->stands, b);
			s->stands[a > b ? a : b] = a > b ? b : a;
		}
	for (uint32_t i = 0; i < s->vertex_count; ++i)
		s->stands[i] = find_root(s->stands, i);
}

/// Finds the vertices that are now the same. False when out of memory.
static bool join_vertices(snapping *s)
{
	clean_weld weld;
	if (s->mesh->parted)
	{
		join_edges(s);
		return true;
	}
	if (!clean_weld_begin(s->context, s->vertex_count, &weld))
		return false;
	// `sources` is not in use yet: per welded number its first vertex.
	for (uint32_t i = 0; i < s->vertex_count; ++i)
	{
		const uint32_t before = weld.count, number = clean_weld_add(&weld, s->moved[i]);
		if (number == before)
			s->sources[number] = i;
		s->stands[i] = s->sources[number];
	}
	clean_weld_free(s->context, &weld);
	return true;
}

/// Keeps the triangles that have an area, by the vertices that stand for their corners.
static void keep_areas(snapping *s, clean_snapped *snapped)
{
	for (uint32_t i = 0; i < s->triangle_count; ++i)
	{
		const uint32_t *corners = s->mesh->triangles[i];
		s->renumbered[i] = KILN_NONE;
		if (exact_collinear(s->moved[corners[0]], s->moved[corners[1]], s->moved[corners[2]]))
		{
			++snapped->flat;
			continue;
		}
		for (int k = 0; k < 3; ++k)
			s->triangles[s->kept][k] = s->stands[corners[k]];
		s->faces[s->kept] = s->mesh->faces[i];
		s->renumbered[i] = s->kept++;
	}
}

/// Drops duplicates. False when out of memory.
static bool keep_first(snapping *s, clean_snapped *snapped)
{
	const uint32_t count = s->kept;
	if (!clean_find_duplicates(s->context, (const uint32_t(*)[3])s->triangles, count, s->vertex_count, s->originals))
		return false;
	s->kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		if (s->originals[i] != i)
		{
			++snapped->duplicates;
			s->originals[i] = KILN_NONE;
			continue;
		}
		memmove(s->triangles[s->kept], s->triangles[i], sizeof s->triangles[i]);
		s->faces[s->kept] = s->faces[i];
		s->originals[i] = s->kept++;
	}
	for (uint32_t i = 0; i < s->triangle_count; ++i)
		if (s->renumbered[i] != KILN_NONE)
			s->renumbered[i] = s->originals[s->renumbered[i]];
	return true;
}

/// Numbers the vertices in use by their first use. The source of a vertex is the lowest of those that it stands for.
static bool number_vertices(snapping *s)
{
	uint32_t *lowest = cook_alloc(s->context, s->vertex_count, sizeof *lowest);
	uint32_t *numbers = cook_alloc(s->context, s->vertex_count, sizeof *numbers);
	const bool done = lowest && numbers;
	for (uint32_t i = 0; done && i < s->vertex_count; ++i)
	{
		lowest[i] = numbers[i] = KILN_NONE;
		uint32_t *low = &lowest[s->stands[i]];
		*low = s->mesh->vertex_sources[i] < *low ? s->mesh->vertex_sources[i] : *low;
	}
	for (uint32_t i = 0; done && i < s->kept; ++i)
		for (int k = 0; k < 3; ++k)
		{
			const uint32_t old = s->triangles[i][k];
			if (numbers[old] == KILN_NONE)
			{
				memcpy(s->vertices[s->used], s->moved[old], sizeof s->vertices[0]);
				s->sources[s->used] = lowest[old];
				numbers[old] = s->used++;
			}
			s->triangles[i][k] = numbers[old];
		}
	cook_free(s->context, lowest, s->vertex_count, sizeof *lowest);
	cook_free(s->context, numbers, s->vertex_count, sizeof *numbers);
	return done;
}

/// A copy of the first elements of an array, in a block of their size.
static void *copy_of(const kilncook_context *context, const void *from, uint32_t count, size_t size)
{
	void *block = cook_alloc(context, count, size);
	if (block && count)
		memcpy(block, from, count * size);
	return block;
}

/// Lists the copies of triangles that are left, in `copies`, which has room for all. Returns their number.
static uint32_t renumber_copies(const snapping *s, clean_copy *copies)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->mesh->copy_count; ++i)
	{
		const uint32_t original = s->renumbered[s->mesh->copies[i].original];
		if (original == KILN_NONE)
			continue;
		copies[count] = s->mesh->copies[i];
		copies[count++].original = original;
	}
	return count;
}

/// Gives the mesh its new arrays. False when out of memory, before anything is changed.
static bool finish(const snapping *s)
{
	const kilncook_context *context = s->context;
	clean_mesh *mesh = s->mesh, made = *mesh;
	clean_copy *copies = cook_alloc(context, mesh->copy_count, sizeof *copies);
	made.copy_count = copies ? renumber_copies(s, copies) : 0;
	made.vertex_count = s->used;
	made.triangle_count = s->kept;
	made.vertices = copy_of(context, s->vertices, s->used, sizeof *s->vertices);
	made.vertex_sources = copy_of(context, s->sources, s->used, sizeof *s->sources);
	made.triangles = copy_of(context, s->triangles, s->kept, sizeof *s->triangles);
	made.faces = copy_of(context, s->faces, s->kept, sizeof *s->faces);
	made.copies = copies ? copy_of(context, copies, made.copy_count, sizeof *copies) : NULL;
	bool done = made.vertices && made.vertex_sources && made.triangles && made.faces && made.copies &&
				clean_judge_mesh(context, (const uint32_t(*)[3])s->triangles, s->kept, s->used, &made);
	// The arrays that are not kept: the old ones, or the new ones.
	const clean_mesh left = done ? *mesh : made;
	if (done)
		*mesh = made;
	cook_free(context, left.vertices, left.vertex_count, sizeof *left.vertices);
	cook_free(context, left.vertex_sources, left.vertex_count, sizeof *left.vertex_sources);
	cook_free(context, left.triangles, left.triangle_count, sizeof *left.triangles);
	cook_free(context, left.faces, left.triangle_count, sizeof *left.faces);
	cook_free(context, left.copies, left.copy_count, sizeof *left.copies);
	cook_free(context, copies, mesh->copy_count, sizeof *copies);
	return done;
}

bool clean_snap(const kilncook_context *context, clean_mesh *mesh, uint8_t grid, clean_snapped *snapped)
{
	snapping s = {
		.context = context, .mesh = mesh, .vertex_count = mesh->vertex_count, .triangle_count = mesh->triangle_count};
	*snapped = (clean_snapped){.moved = 0};
	bool done = begin(&s);
	if (done)
	{
		snapped->moved = move(&s, grid);
		done = join_vertices(&s);
	}
	if (done)
	{
		keep_areas(&s, snapped);
		done = keep_first(&s, snapped) && number_vertices(&s) && finish(&s);
	}
	if (done)
	{
		for (uint32_t i = 0; i < s.vertex_count; ++i)
			snapped->merged += s.stands[i] != i;
		mesh->grid = grid;
	}
	end(&s);
	return done;
}

uint8_t clean_own_grid(const clean_mesh *mesh)
{
	int least = 0;
	bool any = false;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			uint32_t bits;
			memcpy(&bits, &mesh->vertices[i][axis], sizeof bits);
			if ((bits & 0x7fffffffu) == 0)
				continue;
			const uint32_t fraction = (bits & 0x7fffffu) | (bits >> 23 & 255u ? 0x800000u : 0);
			// The value is fraction * 2^(exponent - 150), whose lowest bit is the step.
			int step = (int)(bits >> 23 & 255u ? bits >> 23 & 255u : 1) - 150 + 127;
			for (uint32_t rest = fraction; !(rest & 1u); rest >>= 1)
				++step;
			least = !any || step < least ? step : least;
			any = true;
		}
	return any && least >= 1 ? (uint8_t)(least < 254 ? least : 254) : 0;
}
