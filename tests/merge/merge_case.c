// SPDX-License-Identifier: MIT
#include "merge_case.h"

#include "clean/clean_triangles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

static const kilncook_context context;

void merge_case_begin(merge_case *c)
{
	*c = (merge_case){.scale = 1};
}

void merge_case_end(merge_case *c)
{
	clean_mesh_free(&context, &c->before);
	clean_mesh_free(&context, &c->after);
	free(c->points);
	free(c->triangles);
	free(c->parts);
	*c = (merge_case){0};
}

uint32_t merge_case_point(merge_case *c, int32_t x, int32_t y, int32_t z)
{
	if (c->point_count == c->point_capacity)
	{
		c->point_capacity = 2 * c->point_capacity + 64;
		c->points = realloc(c->points, c->point_capacity * sizeof *c->points);
		assert_non_null(c->points);
	}
	int32_t *at = c->points[c->point_count];
	at[0] = x;
	at[1] = y;
	at[2] = z;
	return c->point_count++;
}

void merge_case_triangle(merge_case *c, uint32_t a, uint32_t b, uint32_t d, uint32_t part)
{
	if (c->triangle_count == c->triangle_capacity)
	{
		c->triangle_capacity = 2 * c->triangle_capacity + 64;
		c->triangles = realloc(c->triangles, c->triangle_capacity * sizeof *c->triangles);
		c->parts = realloc(c->parts, c->triangle_capacity * sizeof *c->parts);
		assert_non_null(c->triangles);
		assert_non_null(c->parts);
	}
	uint32_t *t = c->triangles[c->triangle_count];
	t[0] = a;
	t[1] = b;
	t[2] = d;
	c->parts[c->triangle_count++] = part;
}

/// Cleans the triangles as art of two meshes.
static void clean_case(const merge_case *c, clean_mesh *mesh)
{
	float(*positions)[3] = malloc((c->point_count + 1) * sizeof *positions);
	assert_non_null(positions);
	for (uint32_t i = 0; i < c->point_count; ++i)
		for (int k = 0; k < 3; ++k)
			positions[i][k] = (float)(c->scale * (double)c->points[i][k]);
	clean_triangles(&context, (const float(*)[3])positions, c->point_count, (const uint32_t(*)[3])c->triangles,
		c->parts, c->triangle_count, mesh);
	free(positions);
}

void merge_case_run(merge_case *c)
{
	clean_mesh_free(&context, &c->before);
	clean_mesh_free(&context, &c->after);
	clean_case(c, &c->before);
	clean_case(c, &c->after);
	assert_int_equal(merge_build(&context, &c->options, &c->after, &c->counts), KILNCOOK_OK);
	assert_int_equal(c->counts.before, c->before.triangle_count);
	assert_int_equal(c->counts.after, c->after.triangle_count);
}

void merge_case_shuffle(merge_case *c, shape_random *random)
{
	uint32_t *to = malloc((c->point_count + 1) * sizeof *to);
	assert_non_null(to);
	for (uint32_t i = 0; i < c->point_count; ++i)
		to[i] = i;
	for (uint32_t i = c->point_count; i > 1; --i)
	{
		uint32_t k = shape_below(random, i), number = to[k];
		int32_t point[3];
		memcpy(point, c->points[i - 1], sizeof point);
		memcpy(c->points[i - 1], c->points[k], sizeof point);
		memcpy(c->points[k], point, sizeof point);
		to[k] = to[i - 1];
		to[i - 1] = number;
	}
	uint32_t *from = malloc((c->point_count + 1) * sizeof *from);
	assert_non_null(from);
	for (uint32_t i = 0; i < c->point_count; ++i)
		from[to[i]] = i;
	for (uint32_t i = c->triangle_count; i > 0; --i)
	{
		uint32_t k = shape_below(random, i), part = c->parts[k], turn = shape_below(random, 3), t[3];
		for (uint32_t j = 0; j < 3; ++j)
			t[j] = from[c->triangles[k][(j + turn) % 3]];
		memcpy(c->triangles[k], c->triangles[i - 1], sizeof t);
		memcpy(c->triangles[i - 1], t, sizeof t);
		c->parts[k] = c->parts[i - 1];
		c->parts[i - 1] = part;
	}
	free(from);
	free(to);
}

static int compare_sorted(const void *left, const void *right)
{
	return memcmp(left, right, 3 * sizeof(uint32_t));
}

static int compare_numbers(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	return (a > b) - (a < b);
}

static void check_no_copies(const clean_mesh *mesh)
{
	uint32_t(*sorted)[3] = malloc((mesh->triangle_count + 1) * sizeof *sorted);
	assert_non_null(sorted);
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		memcpy(sorted[i], mesh->triangles[i], sizeof *sorted);
		qsort(sorted[i], 3, sizeof(uint32_t), compare_numbers);
	}
	qsort(sorted, mesh->triangle_count, sizeof *sorted, compare_sorted);
	for (uint32_t i = 1; i < mesh->triangle_count; ++i)
		assert_true(compare_sorted(sorted[i - 1], sorted[i]) != 0);
	free(sorted);
}

static void check_again(const merge_case *c)
{
	merge_case again = {.options = c->options};
	const clean_mesh *mesh = &c->after;
	clean_mesh copy = *mesh;
	size_t triangles = mesh->triangle_count, vertices = mesh->vertex_count;
	copy.triangles = malloc((triangles + 1) * sizeof *copy.triangles);
	copy.faces = malloc((triangles + 1) * sizeof *copy.faces);
	copy.vertices = malloc((vertices + 1) * sizeof *copy.vertices);
	copy.vertex_sources = malloc((vertices + 1) * sizeof *copy.vertex_sources);
	assert_true(copy.triangles && copy.faces && copy.vertices && copy.vertex_sources);
	memcpy(copy.triangles, mesh->triangles, triangles * sizeof *copy.triangles);
	memcpy(copy.faces, mesh->faces, triangles * sizeof *copy.faces);
	memcpy(copy.vertices, mesh->vertices, vertices * sizeof *copy.vertices);
	memcpy(copy.vertex_sources, mesh->vertex_sources, vertices * sizeof *copy.vertex_sources);
	copy.copies = NULL;
	copy.copy_count = 0;
	assert_int_equal(merge_build(&context, &c->options, &copy, &again.counts), KILNCOOK_OK);
	if (c->counts.kept == 0)
	{
		assert_int_equal(again.counts.regions, 0);
		assert_int_equal(copy.triangle_count, triangles);
		assert_int_equal(copy.vertex_count, vertices);
		assert_memory_equal(copy.triangles, mesh->triangles, triangles * sizeof *copy.triangles);
		assert_memory_equal(copy.faces, mesh->faces, triangles * sizeof *copy.faces);
	}
	free(copy.triangles);
	free(copy.faces);
	free(copy.vertices);
	free(copy.vertex_sources);
}

void merge_case_check(const merge_case *c)
{
	const clean_mesh *old = &c->before, *mesh = &c->after;
	assert_int_equal(mesh->flags, old->flags);
	assert_int_equal(mesh->euler_characteristic, old->euler_characteristic);
	assert_true(mesh->boundary_edges <= old->boundary_edges);
	assert_true(mesh->nonmanifold_edges <= old->nonmanifold_edges);
	assert_true(mesh->component_count == old->component_count);
	bool *used = calloc(mesh->vertex_count + 1, sizeof *used);
	assert_non_null(used);
	uint32_t count = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *t = mesh->triangles[i];
		double normal[3];
		shape_normal(mesh->vertices[t[0]], mesh->vertices[t[1]], mesh->vertices[t[2]], normal);
		assert_true(normal[0] != 0 || normal[1] != 0 || normal[2] != 0);
		assert_true(i == 0 || mesh->faces[i - 1] <= mesh->faces[i]);
		assert_true(mesh->faces[i] < mesh->counts.faces);
		for (int k = 0; k < 3; ++k)
		{
			// Vertices are numbered by their first use.
			assert_true(t[k] <= count && t[k] < mesh->vertex_count);
			count += !used[t[k]];
			used[t[k]] = true;
		}
	}
	assert_int_equal(count, mesh->vertex_count);
	free(used);
	check_no_copies(mesh);
	check_again(c);
}

typedef int64_t point[3];

static void lattice(const merge_case *c, const float at[3], point out)
{
	for (int k = 0; k < 3; ++k)
	{
		out[k] = (int64_t)((double)at[k] / c->scale);
		assert_true((double)at[k] == c->scale * (double)out[k]);
	}
}

static int64_t common(int64_t a, int64_t b)
{
	for (a = a < 0 ? -a : a, b = b < 0 ? -b : b; b;)
	{
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/// A triangle with its plane: the primitive normal, the offset, and twice its area in lengths of the normal.
typedef struct flat
{
	point p[3];
	point normal;
	int64_t offset;
	int64_t area;
	uint32_t part;
} flat;

static uint32_t part_of(const clean_mesh *mesh, uint32_t face)
{
	return face >= mesh->parts[1].first_face;
}

static flat *flatten(const merge_case *c, const clean_mesh *mesh)
{
	flat *all = malloc((mesh->triangle_count + 1) * sizeof *all);
	assert_non_null(all);
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		flat *f = &all[i];
		point u, v;
		for (int k = 0; k < 3; ++k)
			lattice(c, mesh->vertices[mesh->triangles[i][k]], f->p[k]);
		for (int k = 0; k < 3; ++k)
		{
			u[k] = f->p[1][k] - f->p[0][k];
			v[k] = f->p[2][k] - f->p[0][k];
		}
		for (int k = 0; k < 3; ++k)
			f->normal[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
		f->area = common(common(f->normal[0], f->normal[1]), f->normal[2]);
		assert_true(f->area > 0);
		f->offset = 0;
		for (int k = 0; k < 3; ++k)
			f->normal[k] /= f->area;
		// Far offsets may wrap around, which keeps equal ones equal.
		uint64_t offset = 0;
		for (int k = 0; k < 3; ++k)
			offset += (uint64_t)f->normal[k] * (uint64_t)f->p[0][k];
		memcpy(&f->offset, &offset, sizeof offset);
		f->part = part_of(mesh, mesh->faces[i]);
	}
	return all;
}

static int compare_planes(const flat *a, const flat *b)
{
	for (int k = 0; k < 3; ++k)
		if (a->normal[k] != b->normal[k])
			return a->normal[k] < b->normal[k] ? -1 : 1;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	return (a->part > b->part) - (a->part < b->part);
}

static int compare_flats(const void *left, const void *right)
{
	return compare_planes(left, right);
}

/// Whether a point, times `times`, lies in the triangle, edges included; *edge whether on an edge.
static bool contains(const flat *f, const point at, int64_t times, bool *edge)
{
	int w = 0;
	for (int k = 1; k < 3; ++k)
		if (llabs(f->normal[k]) > llabs(f->normal[w]))
			w = k;
	int u = (w + 1) % 3, v = (w + 2) % 3;
	*edge = false;
	for (int i = 0; i < 3; ++i)
	{
		const int64_t *p = f->p[i], *q = f->p[(i + 1) % 3];
		__int128 side =
			(__int128)(q[u] - p[u]) * (at[v] - times * p[v]) - (__int128)(q[v] - p[v]) * (at[u] - times * p[u]);
		if (f->normal[w] < 0)
			side = -side;
		if (side < 0)
			return false;
		*edge |= side == 0;
	}
	return true;
}

/// Triangles of the plane [first, end) that contain a sample, or -1 where it lies on an edge.
static int count_around(const flat *first, const flat *end, const point at, int64_t times)
{
	int count = 0;
	bool edge;
	for (const flat *f = first; f < end; ++f)
		if (contains(f, at, times, &edge))
		{
			if (edge)
				return -1;
			++count;
		}
	return count;
}

static void check_plane(
	const flat *old, const flat *old_end, const flat *new, const flat *new_end, shape_random *random)
{
	int64_t old_area = 0, new_area = 0;
	for (const flat *f = old; f < old_end; ++f)
		old_area += f->area;
	for (const flat *f = new; f < new_end; ++f)
		new_area += f->area;
	assert_true(old_area == new_area);
	for (const flat *f = old; f < old_end; ++f)
	{
		int64_t a = 1 + shape_below(random, 97), b = 1 + shape_below(random, 97), d = 1 + shape_below(random, 97);
		point at;
		for (int k = 0; k < 3; ++k)
			at[k] = a * f->p[0][k] + b * f->p[1][k] + d * f->p[2][k];
		int there = count_around(new, new_end, at, a + b + d), here = count_around(old, old_end, at, a + b + d);
		assert_true(there < 0 || here < 0 || there == here);
		for (int i = 0; i < 3; ++i)
		{
			bool found = false, edge;
			for (const flat *n = new; n < new_end && !found; ++n)
				found = contains(n, f->p[i], 1, &edge);
			assert_true(found);
		}
	}
	for (const flat *n = new; n < new_end; ++n)
		for (int i = 0; i < 3; ++i)
		{
			bool found = false;
			for (const flat *f = old; f < old_end && !found; ++f)
				for (int k = 0; k < 3 && !found; ++k)
					found = memcmp(n->p[i], f->p[k], sizeof(point)) == 0;
			assert_true(found);
		}
}

void merge_case_check_same(const merge_case *c, shape_random *random)
{
	flat *old = flatten(c, &c->before), *new = flatten(c, &c->after);
	uint32_t olds = c->before.triangle_count, news = c->after.triangle_count;
	if (olds)
		qsort(old, olds, sizeof *old, compare_flats);
	if (news)
		qsort(new, news, sizeof *new, compare_flats);
	uint32_t i = 0, k = 0;
	while (i < olds && k < news)
	{
		uint32_t old_end = i, new_end = k;
		assert_int_equal(compare_planes(&old[i], &new[k]), 0);
		while (old_end < olds && compare_planes(&old[i], &old[old_end]) == 0)
			++old_end;
		while (new_end < news && compare_planes(&new[k], &new[new_end]) == 0)
			++new_end;
		check_plane(old + i, old + old_end, new + k, new + new_end, random);
		i = old_end;
		k = new_end;
	}
	assert_true(i == olds && k == news);
	free(old);
	free(new);
}

static int compare_points(const point a, const point b)
{
	for (int k = 0; k < 3; ++k)
		if (a[k] != b[k])
			return a[k] < b[k] ? -1 : 1;
	return 0;
}

/// The dot product of the edges from a to b and from a to c.
static int64_t dot(const point a, const point b, const point c)
{
	int64_t sum = 0;
	for (int k = 0; k < 3; ++k)
		sum += (b[k] - a[k]) * (c[k] - a[k]);
	return sum;
}

/// Twice the area of abc in lengths of the normal.
static int64_t area(const flat *f, const point a, const point b, const point c)
{
	int w = f->normal[0] ? 0 : f->normal[1] ? 1 : 2, u = (w + 1) % 3, v = (w + 2) % 3;
	return ((b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u])) / f->normal[w];
}

/// Checks the edge from corner i of f to the next, across which g is. By angles: the sum of those opposite the edge is at most
/// 180 degrees, where cot a + cot b >= 0.
static void check_edge(const flat *f, int i, const flat *g, int k)
{
	const int64_t *a = f->p[i], *b = f->p[(i + 1) % 3], *x = f->p[(i + 2) % 3], *y = g->p[(k + 2) % 3];
	if (area(f, x, a, y) <= 0 || area(f, y, b, x) <= 0)
		return;
	__int128 sum = (__int128)dot(x, a, b) * g->area + (__int128)dot(y, a, b) * f->area;
	assert_true(sum >= 0);
	if (sum > 0)
		return;
	const int64_t *least = compare_points(a, b) < 0 ? a : b;
	assert_true(compare_points(least, x) < 0 && compare_points(least, y) < 0);
}

/// Whether the old surface has the same triangle: regions that lose none keep theirs.
static bool is_old(const flat *f, const flat *old, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (memcmp(f->p, old[i].p, sizeof f->p) == 0)
			return true;
	return false;
}

void merge_case_check_delaunay(const merge_case *c)
{
	flat *all = flatten(c, &c->after), *old = flatten(c, &c->before);
	uint32_t olds = c->before.triangle_count;
	uint32_t count = c->after.triangle_count;
	const uint32_t(*triangles)[3] = (const uint32_t(*)[3])c->after.triangles;
	for (uint32_t s = 0; s < count; ++s)
		for (uint32_t t = 0; t < count; ++t)
			for (int i = 0; i < 3 && compare_planes(&all[s], &all[t]) == 0; ++i)
				for (int k = 0; k < 3; ++k)
					if (s != t && triangles[s][i] == triangles[t][(k + 1) % 3] &&
						triangles[s][(i + 1) % 3] == triangles[t][k] &&
						(!is_old(&all[s], old, olds) || !is_old(&all[t], old, olds)))
						check_edge(&all[s], i, &all[t], k);
	free(old);
	free(all);
}
