// SPDX-License-Identifier: MIT
#include "hull_oracle.h"

#include "exact/exact.h"

#include <stdlib.h>
#include <string.h>

static int side_of(const float a[3], const float b[3], const float c[3], const float d[3])
{
	const float *from[4] = {a, b, c, d};
	double p[4][3];
	for (int i = 0; i < 4; ++i)
		for (int k = 0; k < 3; ++k)
			p[i][k] = (double)from[i][k];
	return exact_orient3d(p[0], p[1], p[2], p[3]);
}

static int turn_of(const float a[3], const float b[3], const float c[3], int axis)
{
	const float *from[3] = {a, b, c};
	double p[3][2];
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 2; ++k)
			p[i][k] = (double)from[i][(axis + 1 + k) % 3];
	return exact_orient2d(p[0], p[1], p[2]);
}

static bool is_equal(const float a[3], const float b[3])
{
	return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool is_between(const float a[3], const float b[3], const float p[3])
{
	for (int k = 0; k < 3; ++k)
		if ((p[k] < a[k] && p[k] < b[k]) || (p[k] > a[k] && p[k] > b[k]))
			return false;
	return exact_collinear(a, b, p);
}

static bool in_triangle(const float a[3], const float b[3], const float c[3], const float p[3])
{
	if (side_of(a, b, c, p) != 0 || exact_collinear(a, b, c))
		return false;
	for (int axis = 0; axis < 3; ++axis)
	{
		int whole = turn_of(a, b, c, axis);
		if (turn_of(a, b, p, axis) * whole < 0 || turn_of(b, c, p, axis) * whole < 0 ||
			turn_of(c, a, p, axis) * whole < 0)
			return false;
	}
	return true;
}

static bool in_tetrahedron(const float a[3], const float b[3], const float c[3], const float d[3], const float p[3])
{
	int whole = side_of(a, b, c, d);
	return whole != 0 && side_of(a, b, c, p) * whole >= 0 && side_of(a, d, b, p) * whole >= 0 &&
		   side_of(b, d, c, p) * whole >= 0 && side_of(c, d, a, p) * whole >= 0;
}

bool hull_oracle_inside(const float (*points)[3], uint32_t count, const float point[3])
{
	const float(*q)[3] = points;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = i + 1; !is_equal(q[i], point) && j < count; ++j)
		{
			if (is_equal(q[j], point))
				continue;
			if (is_between(q[i], q[j], point))
				return true;
			for (uint32_t k = j + 1; k < count; ++k)
			{
				if (is_equal(q[k], point))
					continue;
				if (in_triangle(q[i], q[j], q[k], point))
					return true;
				for (uint32_t l = k + 1; l < count; ++l)
					if (!is_equal(q[l], point) && in_tetrahedron(q[i], q[j], q[k], q[l], point))
						return true;
			}
		}
	return false;
}

/// Counts the vertices equal to a point, and checks that their source is the first such point.
static uint32_t vertices_at(const convex_hull *h, const float (*points)[3], uint32_t i, bool *first)
{
	uint32_t found = 0;
	for (uint32_t v = 0; v < h->vertex_count; ++v)
		if (is_equal(h->vertices[v], points[i]))
		{
			++found;
			*first = *first && h->sources[v] <= i && is_equal(points[h->sources[v]], points[i]);
		}
	return found;
}

static const float *corner(const convex_hull *h, uint32_t half_edge)
{
	return h->vertices[h->origins[half_edge]];
}

static bool is_face(const convex_hull *h, const float a[3], const float b[3], const float c[3])
{
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		uint32_t e = h->face_first[f];
		const float *p = corner(h, e), *q = corner(h, e + 1), *r = corner(h, e + 2);
		if (side_of(p, q, r, a) == 0 && side_of(p, q, r, b) == 0 && side_of(p, q, r, c) == 0)
			return true;
	}
	return false;
}

static bool is_supporting(
	const float (*points)[3], uint32_t count, const float a[3], const float b[3], const float c[3])
{
	bool before = false, behind = false;
	for (uint32_t i = 0; i < count; ++i)
	{
		int side = side_of(a, b, c, points[i]);
		before = before || side > 0;
		behind = behind || side < 0;
	}
	return !(before && behind) && !exact_collinear(a, b, c);
}

bool hull_oracle_agrees(const convex_hull *h, const float (*points)[3], uint32_t count)
{
	bool first = true;
	for (uint32_t i = 0; i < count; ++i)
		if (vertices_at(h, points, i, &first) != (hull_oracle_inside(points, count, points[i]) ? 0 : 1))
			return false;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = i + 1; j < count; ++j)
			for (uint32_t k = j + 1; k < count; ++k)
				if (is_supporting(points, count, points[i], points[j], points[k]) &&
					!is_face(h, points[i], points[j], points[k]))
					return false;
	return first;
}

static int compare_positions(const float *a, const float *b)
{
	for (int k = 0; k < 3; ++k)
		if (a[k] != b[k])
			return a[k] < b[k] ? -1 : 1;
	return 0;
}

/// A face's corners, starting at the first by position.
typedef struct oracle_face
{
	const convex_hull *h;
	uint32_t first, count, start;
} oracle_face;

static const float *face_corner(const oracle_face *f, uint32_t i)
{
	return corner(f->h, f->first + (f->start + i) % f->count);
}

static int compare_faces(const void *left, const void *right)
{
	const oracle_face *a = left, *b = right;
	for (uint32_t i = 0; i < a->count && i < b->count; ++i)
	{
		int order = compare_positions(face_corner(a, i), face_corner(b, i));
		if (order)
			return order;
	}
	return (a->count > b->count) - (a->count < b->count);
}

static oracle_face *sorted_faces(const convex_hull *h)
{
	oracle_face *faces = malloc((h->face_count + 1u) * sizeof *faces);
	for (uint32_t f = 0; faces && f < h->face_count; ++f)
	{
		faces[f] = (oracle_face){h, h->face_first[f], h->face_first[f + 1] - h->face_first[f], 0};
		for (uint32_t i = 1; i < faces[f].count; ++i)
			if (compare_positions(corner(h, faces[f].first + i), corner(h, faces[f].first + faces[f].start)) < 0)
				faces[f].start = i;
	}
	if (faces)
		qsort(faces, h->face_count, sizeof *faces, compare_faces);
	return faces;
}

static bool has_vertices_of(const convex_hull *a, const convex_hull *b)
{
	for (uint32_t i = 0; i < a->vertex_count; ++i)
	{
		bool found = false;
		for (uint32_t k = 0; k < b->vertex_count && !found; ++k)
			found = is_equal(a->vertices[i], b->vertices[k]);
		if (!found)
			return false;
	}
	return true;
}

bool hull_oracle_same(const convex_hull *a, const convex_hull *b)
{
	if (a->dimension != b->dimension || a->vertex_count != b->vertex_count || a->face_count != b->face_count)
		return false;
	if (a->dimension < 2)
		return has_vertices_of(a, b);
	oracle_face *left = sorted_faces(a), *right = sorted_faces(b);
	bool same = left && right;
	// A polygon's two sides may be exchanged.
	for (uint32_t f = 0; same && f < a->face_count; ++f)
		same = compare_faces(&left[f], &right[f]) == 0;
	free(left);
	free(right);
	return same;
}
