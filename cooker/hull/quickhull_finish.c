// SPDX-License-Identifier: MIT
#include "memory.h"
#include "quickhull.h"

#include <string.h>

/// From a triangulated hull to its polygons.
///
/// Two neighbouring triangles belong to one polygon when they are exactly coplanar; a half-edge is a border when its
/// sides belong to two polygons. A polygon has at most one sector at a vertex, so the number of polygons at a vertex is
/// the number of borders that start there. With no border, the vertex lies inside a polygon; with two, inside an edge;
/// with more, it is extreme.

#define INSIDE QUICK_NONE			///< a half-edge that is no border
#define UNNUMBERED (QUICK_NONE - 1) ///< a border without a number yet

typedef struct finish
{
	const quickhull *q;
	uint32_t *vertices;	  ///< number of borders that start at the vertex; later its number in the hull, or QUICK_NONE
						  ///< if it is not extreme
	uint32_t *half_edges; ///< INSIDE, UNNUMBERED, or its number in the hull
	uint32_t extreme_count;
	uint32_t border_count; ///< borders that start at extreme vertices
} finish;

static uint32_t next_of(uint32_t half_edge)
{
	return (half_edge & 3) == 2 ? half_edge - 2 : half_edge + 1;
}

static uint32_t origin_of(const finish *f, uint32_t half_edge)
{
	return f->q->faces[half_edge >> 2].corners[half_edge & 3];
}

static uint32_t twin_of(const finish *f, uint32_t half_edge)
{
	return f->q->faces[half_edge >> 2].twins[half_edge & 3];
}

/// Whether a half-edge's two triangles lie in one plane. On a hull no vertex lies in front of a face, so a vertex that
/// is not behind lies in the plane.
static bool is_flat(const finish *f, uint32_t half_edge)
{
	const quickhull *q = f->q;
	const quick_face *face = &q->faces[half_edge >> 2];
	uint32_t twin = twin_of(f, half_edge);
	const float *opposite = q->vertices[origin_of(f, next_of(next_of(twin)))].position;
	double at[3];
	quick_relative(q, opposite, at);
	double height = quick_height(face, at);
	return height >= -(double)face->bound && (q->lattice || quick_side(q, face, opposite) == 0);
}

static void find_borders(finish *f)
{
	const quickhull *q = f->q;
	memset(f->vertices, 0, q->vertex_count * sizeof *f->vertices);
	for (uint32_t i = 0; i < q->face_count * 4; ++i)
		f->half_edges[i] = UNNUMBERED;
	for (uint32_t i = q->spare; i != QUICK_NONE; i = q->faces[i].corners[0])
		f->half_edges[4 * i] = f->half_edges[4 * i + 1] = f->half_edges[4 * i + 2] = INSIDE;
	for (uint32_t i = 0; i < q->face_count * 4; ++i)
	{
		if ((i & 3) == 3)
			f->half_edges[i] = INSIDE;
		if (f->half_edges[i] == INSIDE)
			continue;
		uint32_t twin = twin_of(f, i);
		if (i < twin && is_flat(f, i))
			f->half_edges[i] = f->half_edges[twin] = INSIDE;
		else
			++f->vertices[origin_of(f, i)];
	}
}

/// Numbers the extreme vertices, and counts the hull's elements.
static void count(finish *f)
{
	for (uint32_t i = 0; i < f->q->vertex_count; ++i)
	{
		uint32_t borders = f->vertices[i];
		f->border_count += borders >= 3 ? borders : 0;
		f->vertices[i] = borders >= 3 ? f->extreme_count++ : QUICK_NONE;
	}
}

/// Walks around a polygon from a border on, and numbers each border that starts an edge of the hull. Sets `twins` of
/// each edge to the edge's last border, for now. Returns the next number.
static uint32_t write_polygon(const finish *f, uint32_t start, uint32_t number, convex_hull *out)
{
	uint32_t border = start, edge = number;
	do
	{
		uint32_t vertex = f->vertices[origin_of(f, border)];
		if (vertex != QUICK_NONE)
		{
			edge = number++;
			f->half_edges[border] = edge;
			out->origins[edge] = vertex;
		}
		out->twins[edge] = border;
		border = next_of(border);
		while (f->half_edges[border] == INSIDE)
			border = next_of(twin_of(f, border));
	} while (border != start);
	return number;
}

static void write_down(const finish *f, convex_hull *out)
{
	const quickhull *q = f->q;
	for (uint32_t i = 0; i < q->vertex_count; ++i)
	{
		uint32_t number = f->vertices[i];
		if (number == QUICK_NONE)
			continue;
		memcpy(out->vertices[number], q->vertices[i].position, sizeof out->vertices[number]);
		out->sources[number] = q->vertices[i].source;
	}
	uint32_t faces = 0, number = 0;
	for (uint32_t i = 0; i < q->face_count * 4; ++i)
	{
		if (f->half_edges[i] != UNNUMBERED || f->vertices[origin_of(f, i)] == QUICK_NONE)
			continue;
		number = write_polygon(f, i, number, out);
		out->face_first[++faces] = number;
	}
	for (uint32_t i = 0; i < out->half_edge_count; ++i)
		out->twins[i] = f->half_edges[twin_of(f, out->twins[i])];
}

kilncook_status quick_finish(const quickhull *q, convex_hull *out)
{
	finish f = {.q = q};
	kilncook_status status = KILNCOOK_INTERNAL;
	f.vertices = cook_alloc(q->context, q->vertex_count, sizeof *f.vertices);
	f.half_edges = cook_alloc(q->context, (size_t)q->face_count * 4, sizeof *f.half_edges);
	if (f.vertices && f.half_edges)
	{
		find_borders(&f);
		count(&f);
		// Euler: V - E + F = 2.
		uint32_t face_count = f.border_count / 2 + 2 - f.extreme_count;
		status = hull_allocate(q->context, 3, f.extreme_count, face_count, f.border_count, out);
		if (status == KILNCOOK_OK)
			write_down(&f, out);
	}
	cook_free(q->context, f.vertices, q->vertex_count, sizeof *f.vertices);
	cook_free(q->context, f.half_edges, (size_t)q->face_count * 4, sizeof *f.half_edges);
	return status;
}
