// SPDX-License-Identifier: MIT
#include "polyhedron.h"

#include "memory.h"
#include "outline.h"

#include <math.h>
#include <string.h>

/// Unit normal of a face; zero where it has none.
static void face_normal(const obb_cloud *cloud, uint32_t face, double normal[3])
{
	kiln_d3 n = obb_face_normal(cloud, face);
	double length = sqrt(kiln_d3_length2(n)), sum[3] = {n.x, n.y, n.z};
	for (uint32_t k = 0; k < 3; ++k)
		normal[k] = length > 0.0 ? sum[k] / length : 0.0;
}

static uint32_t next_in_face(const convex_hull *h, uint32_t half_edge, uint32_t face)
{
	return half_edge + 1 < h->face_first[face + 1] ? half_edge + 1 : h->face_first[face];
}

/// Lists the edges, each at its half-edge with the lower number, and counts the neighbours of every vertex.
static void gather_edges(const obb_cloud *cloud, obb_polyhedron *p, uint32_t *face_of)
{
	const convex_hull *h = cloud->input.hull;
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t e = h->face_first[f]; e < h->face_first[f + 1]; ++e)
			face_of[e] = f;
	memset(p->first, 0, (p->vertex_count + 1) * sizeof *p->first);
	for (uint32_t e = 0; e < h->half_edge_count; ++e)
	{
		++p->first[h->origins[e] + 1];
		if (h->twins[e] < e)
			continue;
		uint32_t a = h->origins[e], b = h->origins[next_in_face(h, e, face_of[e])];
		obb_edge *edge = &p->edges[p->edge_count++];
		*edge = (obb_edge){.vertex = a, .faces = {face_of[e], face_of[h->twins[e]]}};
		for (uint32_t k = 0; k < 3; ++k)
			edge->direction[k] = cloud->points[b][k] - cloud->points[a][k];
		double length = sqrt(obb_dot(edge->direction, edge->direction));
		for (uint32_t k = 0; k < 3; ++k)
			edge->direction[k] /= length;
	}
	for (uint32_t v = 0; v < p->vertex_count; ++v)
		p->first[v + 1] += p->first[v];
	for (uint32_t e = 0; e < h->half_edge_count; ++e)
		p->neighbours[p->first[h->origins[e]]++] = h->origins[next_in_face(h, e, face_of[e])];
	for (uint32_t v = p->vertex_count; v > 0; --v)
		p->first[v] = p->first[v - 1];
	p->first[0] = 0;
}

static uint32_t climb(obb_polyhedron *p, const double n[3], uint32_t vertex)
{
	double most = obb_dot(p->points[vertex], n);
	for (;;)
	{
		uint32_t from = vertex, i = p->first[vertex], end = p->first[vertex + 1];
		p->spent += end - i;
		for (; i < end; ++i)
		{
			double d = obb_dot(p->points[p->neighbours[i]], n);
			vertex = d > most ? p->neighbours[i] : vertex;
			most = d > most ? d : most;
		}
		if (vertex == from)
			return vertex;
	}
}

/// Returns the cell of the table that contains a direction.
static uint32_t cell_of(const obb_polyhedron *p, const double n[3])
{
	uint32_t k = fabs(n[1]) > fabs(n[0]) ? 1 : 0;
	k = fabs(n[2]) > fabs(n[k]) ? 2 : k;
	uint32_t cells = p->cells;
	double scale = cells / (2.0 * fabs(n[k])), u = n[(k + 1) % 3], v = n[(k + 2) % 3];
	uint32_t i = (uint32_t)(u * scale + cells / 2.0), j = (uint32_t)(v * scale + cells / 2.0);
	i = i < cells ? i : cells - 1;
	j = j < cells ? j : cells - 1;
	return ((2 * k + (n[k] < 0.0)) * cells + i) * cells + j;
}

/// Few vertices are found soon without a fine table.
static void fill_table(obb_polyhedron *p)
{
	uint32_t last = 0, cells = p->vertex_count < 16 ? 2 : p->vertex_count < 160 ? 6 : OBB_TABLE;
	p->cells = cells;
	for (uint32_t n = 0; n < 6 * cells * cells; ++n)
	{
		uint32_t side = n / (cells * cells), k = side / 2;
		double direction[3];
		direction[k] = side % 2 ? -1.0 : 1.0;
		direction[(k + 1) % 3] = (n / cells % cells + 0.5) * (2.0 / cells) - 1.0;
		direction[(k + 2) % 3] = (n % cells + 0.5) * (2.0 / cells) - 1.0;
		last = climb(p, direction, last);
		p->table[n] = last;
	}
}

uint32_t obb_support(obb_polyhedron *p, const double n[3])
{
	return climb(p, n, p->table[cell_of(p, n)]);
}

bool obb_polyhedron_make(const kilncook_context *context, const obb_cloud *cloud, obb_polyhedron *p)
{
	const convex_hull *h = cloud->input.hull;
	*p = (obb_polyhedron){
		.points = (const double(*)[3])cloud->points, .vertex_count = cloud->count, .face_count = h->face_count};
	p->normals = cook_alloc(context, h->face_count, sizeof *p->normals);
	p->edges = cook_alloc(context, h->half_edge_count / 2, sizeof *p->edges);
	p->first = cook_alloc(context, (size_t)cloud->count + 1, sizeof *p->first);
	p->neighbours = cook_alloc(context, h->half_edge_count, sizeof *p->neighbours);
	uint32_t *face_of = cook_alloc(context, h->half_edge_count, sizeof *face_of);
	bool made = p->normals && p->edges && p->first && p->neighbours && face_of;
	if (made)
	{
		for (uint32_t f = 0; f < h->face_count; ++f)
			face_normal(cloud, f, p->normals[f]);
		gather_edges(cloud, p, face_of);
		fill_table(p);
	}
	cook_free(context, face_of, h->half_edge_count, sizeof *face_of);
	if (!made)
	{
		p->edge_count = h->half_edge_count / 2;
		obb_polyhedron_free(context, p);
	}
	return made;
}

void obb_polyhedron_free(const kilncook_context *context, obb_polyhedron *p)
{
	cook_free(context, p->normals, p->face_count, sizeof *p->normals);
	cook_free(context, p->edges, p->edge_count, sizeof *p->edges);
	cook_free(context, p->first, (size_t)p->vertex_count + 1, sizeof *p->first);
	cook_free(context, p->neighbours, 2 * (size_t)p->edge_count, sizeof *p->neighbours);
	*p = (obb_polyhedron){0};
}
