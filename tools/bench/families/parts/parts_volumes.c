// SPDX-License-Identifier: MIT
#include "bench/figures/timing.h"
#include "parts_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Where a ray enters or leaves the art or a part.
typedef struct crossing
{
	uint32_t ray;
	int16_t art, parts; ///< what is added to the winding number of the art, or the number of parts
	double at;
} crossing;

/// Rays along one axis.
typedef struct ray_grid
{
	int axis, u, v;
	uint32_t side;
	double low[2], cell[2];
	crossing *crossings;
	size_t count, capacity;
} ray_grid;

static void add_crossing(ray_grid *g, crossing c)
{
	if (g->count == g->capacity)
	{
		g->capacity = 2 * g->capacity + 4096;
		crossing *grown = bench_memory(g->capacity, sizeof *grown);
		if (g->count)
			memcpy(grown, g->crossings, g->count * sizeof *grown);
		free(g->crossings);
		g->crossings = grown;
	}
	g->crossings[g->count++] = c;
}

/// The place of a ray in its cell, from a hash (finaliser of MurmurHash3, Appleby 2011).
static void ray_place(const ray_grid *g, uint32_t ray, double place[2])
{
	uint64_t h = ((uint64_t)g->axis << 32 | ray) + 1;
	h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
	h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
	h ^= h >> 33;
	place[0] = g->low[0] + g->cell[0] * (ray % g->side + (double)(h & 0xffffffffu) / 4294967296.0);
	place[1] = g->low[1] + g->cell[1] * (ray / g->side + (double)(h >> 32) / 4294967296.0);
}

/// The cells that an interval across the axis touches.
static void cells_of(const ray_grid *g, int k, double low, double high, uint32_t range[2])
{
	double first = floor((low - g->low[k]) / g->cell[k]), last = floor((high - g->low[k]) / g->cell[k]);
	double most = g->side - 1.0;
	range[0] = (uint32_t)(first < 0 ? 0 : first > most ? most : first);
	range[1] = (uint32_t)(last < 0 ? 0 : last > most ? most : last);
}

/// Whether a ray is on the left of an edge. Both triangles of an edge get answers that fit together, since the end with the lower number comes first.
static bool is_left(const ray_grid *g, const clean_mesh *mesh, uint32_t a, uint32_t b, const double place[2])
{
	bool turned = b < a;
	const float *p = mesh->vertices[turned ? b : a], *q = mesh->vertices[turned ? a : b];
	double pu = (double)p[g->u] - place[0], pv = (double)p[g->v] - place[1];
	double qu = (double)q[g->u] - place[0], qv = (double)q[g->v] - place[1];
	return (pu * qv - pv * qu >= 0) != turned;
}

/// The height of a triangle over a place in it, within the triangle's own heights.
static double height_at(const ray_grid *g, const double c[3][3], const double place[2])
{
	double e[2] = {c[1][g->u] - c[0][g->u], c[1][g->v] - c[0][g->v]};
	double f[2] = {c[2][g->u] - c[0][g->u], c[2][g->v] - c[0][g->v]};
	double p[2] = {place[0] - c[0][g->u], place[1] - c[0][g->v]}, area = e[0] * f[1] - e[1] * f[0];
	double s = area != 0 ? (p[0] * f[1] - p[1] * f[0]) / area : 0;
	double t = area != 0 ? (e[0] * p[1] - e[1] * p[0]) / area : 0;
	double at = c[0][g->axis] + s * (c[1][g->axis] - c[0][g->axis]) + t * (c[2][g->axis] - c[0][g->axis]);
	double low = fmin(c[0][g->axis], fmin(c[1][g->axis], c[2][g->axis]));
	double high = fmax(c[0][g->axis], fmax(c[1][g->axis], c[2][g->axis]));
	return at < low ? low : at > high ? high : at;
}

static void add_triangle(ray_grid *g, const clean_mesh *mesh, const uint32_t triangle[3])
{
	double c[3][3], low[2], high[2];
	uint32_t across[2], up[2];
	for (int i = 0; i < 9; ++i)
		c[i / 3][i % 3] = (double)mesh->vertices[triangle[i / 3]][i % 3];
	for (int k = 0; k < 2; ++k)
	{
		int axis = k ? g->v : g->u;
		low[k] = fmin(c[0][axis], fmin(c[1][axis], c[2][axis]));
		high[k] = fmax(c[0][axis], fmax(c[1][axis], c[2][axis]));
	}
	cells_of(g, 0, low[0], high[0], across);
	cells_of(g, 1, low[1], high[1], up);
	for (uint32_t y = up[0]; y <= up[1]; ++y)
		for (uint32_t x = across[0]; x <= across[1]; ++x)
		{
			uint32_t ray = y * g->side + x;
			double place[2];
			ray_place(g, ray, place);
			bool left = is_left(g, mesh, triangle[0], triangle[1], place);
			if (is_left(g, mesh, triangle[1], triangle[2], place) != left ||
				is_left(g, mesh, triangle[2], triangle[0], place) != left)
				continue;
			add_crossing(g, (crossing){ray, left ? -1 : 1, 0, height_at(g, (const double(*)[3])c, place)});
		}
}

/// A face of a hull: normal * x <= distance inside.
typedef struct hull_plane
{
	double normal[3], distance;
} hull_plane;

static hull_plane plane_of(const convex_hull *h, uint32_t face)
{
	hull_plane p;
	double c[3][3], e[3], f[3];
	for (uint32_t i = 0; i < 9; ++i)
		c[i / 3][i % 3] = (double)h->vertices[h->origins[h->face_first[face] + i / 3]][i % 3];
	for (int k = 0; k < 3; ++k)
	{
		e[k] = c[1][k] - c[0][k];
		f[k] = c[2][k] - c[0][k];
	}
	for (int k = 0; k < 3; ++k)
		p.normal[k] = e[(k + 1) % 3] * f[(k + 2) % 3] - e[(k + 2) % 3] * f[(k + 1) % 3];
	p.distance = p.normal[0] * c[0][0] + p.normal[1] * c[0][1] + p.normal[2] * c[0][2];
	return p;
}

static void add_hull_ray(ray_grid *g, const hull_plane *planes, uint32_t count, uint32_t ray)
{
	double place[2], from = -(double)INFINITY, to = (double)INFINITY;
	ray_place(g, ray, place);
	for (uint32_t i = 0; i < count && from < to; ++i)
	{
		const hull_plane *p = &planes[i];
		double rest = p->distance - p->normal[g->u] * place[0] - p->normal[g->v] * place[1], n = p->normal[g->axis];
		if (n > 0)
			to = rest / n < to ? rest / n : to;
		else if (n < 0)
			from = rest / n > from ? rest / n : from;
		else if (rest < 0)
			return;
	}
	if (!(from < to))
		return;
	add_crossing(g, (crossing){ray, 0, 1, from});
	add_crossing(g, (crossing){ray, 0, -1, to});
}

static void add_hull(ray_grid *g, const convex_hull *h)
{
	uint32_t range[2][2];
	if (h->dimension < 3)
		return;
	hull_plane *planes = bench_memory(h->face_count, sizeof *planes);
	for (uint32_t f = 0; f < h->face_count; ++f)
		planes[f] = plane_of(h, f);
	for (int k = 0; k < 2; ++k)
	{
		int axis = k ? g->v : g->u;
		double low = (double)h->vertices[0][axis], high = low;
		for (uint32_t i = 1; i < h->vertex_count; ++i)
		{
			low = fmin(low, (double)h->vertices[i][axis]);
			high = fmax(high, (double)h->vertices[i][axis]);
		}
		cells_of(g, k, low, high, range[k]);
	}
	for (uint32_t y = range[1][0]; y <= range[1][1]; ++y)
		for (uint32_t x = range[0][0]; x <= range[0][1]; ++x)
			add_hull_ray(g, planes, h->face_count, y * g->side + x);
	free(planes);
}

static int compare_crossings(const void *left, const void *right)
{
	const crossing *a = left, *b = right;
	if (a->ray != b->ray)
		return a->ray < b->ray ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

/// Adds the lengths along all rays.
static void add_lengths(const ray_grid *g, double weight, parts_volumes *out)
{
	int art = 0, parts = 0;
	for (size_t i = 0; i < g->count; ++i)
	{
		const crossing *c = &g->crossings[i];
		if (i == 0 || c[-1].ray != c->ray)
			art = parts = 0;
		else
		{
			double length = (c->at - c[-1].at) * weight;
			out->art += art != 0 ? length : 0;
			out->parts += parts > 0 ? length : 0;
			out->added += art == 0 && parts > 0 ? length : 0;
			out->missing += art != 0 && parts == 0 ? length : 0;
		}
		art += c->art;
		parts += c->parts;
	}
}

/// Bounds everything across the axis.
static void bound(ray_grid *g, const clean_mesh *mesh, const convex_hull *hulls, uint32_t count)
{
	for (int k = 0; k < 2; ++k)
	{
		int axis = k ? g->v : g->u;
		double low = (double)INFINITY, high = -low;
		for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		{
			low = fmin(low, (double)mesh->vertices[i][axis]);
			high = fmax(high, (double)mesh->vertices[i][axis]);
		}
		for (uint32_t h = 0; h < count; ++h)
			for (uint32_t i = 0; i < hulls[h].vertex_count; ++i)
			{
				low = fmin(low, (double)hulls[h].vertices[i][axis]);
				high = fmax(high, (double)hulls[h].vertices[i][axis]);
			}
		g->low[k] = low;
		g->cell[k] = high > low ? (high - low) / g->side : 1;
	}
}

parts_volumes parts_volumes_find(const clean_mesh *mesh, const convex_hull *hulls, uint32_t count, uint32_t side)
{
	parts_volumes out = {0};
	for (int axis = 0; axis < 3; ++axis)
	{
		ray_grid g = {.axis = axis, .u = (axis + 1) % 3, .v = (axis + 2) % 3, .side = side};
		bound(&g, mesh, hulls, count);
		for (uint32_t i = 0; i < mesh->triangle_count; ++i)
			add_triangle(&g, mesh, mesh->triangles[i]);
		for (uint32_t i = 0; i < count; ++i)
			add_hull(&g, &hulls[i]);
		if (g.count)
			qsort(g.crossings, g.count, sizeof *g.crossings, compare_crossings);
		add_lengths(&g, g.cell[0] * g.cell[1] / 3, &out);
		free(g.crossings);
	}
	return out;
}
