// SPDX-License-Identifier: MIT
#include "cut_plane.h"

#include "exact/exact.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Most segments of one plane: all pairs of them are compared.
#define SEGMENTS_MAX 4096u

/// A point on a segment.
typedef struct incidence
{
	uint32_t segment;
	uint32_t point; ///< later the node
} incidence;

typedef struct division
{
	cut_points *points;
	int u, v;
	cut_segment *segments;
	uint32_t segment_count;
	incidence *incidences;
	uint32_t incidence_count, incidence_room;
	uint32_t *nodes, *spare; ///< points
	uint32_t node_count, node_room;
	uint32_t (*constraints)[2];
	uint32_t constraint_count, constraint_room;
} division;

static int orient(const division *d, uint32_t a, uint32_t b, uint32_t c)
{
	return cut_points_orient(d->points, a, b, c, d->u, d->v);
}

/// Chooses the axis that the plane is least inclined to. The corners are not on one line.
static void choose_axes(division *d, const uint32_t corners[3])
{
	const cut_point *p = d->points->items;
	double best = -1;
	for (int i = 0; i < 3; ++i)
	{
		int u = (i + 1) % 3, v = (i + 2) % 3;
		const double a[2] = {p[corners[0]].at[u], p[corners[0]].at[v]},
					 b[2] = {p[corners[1]].at[u], p[corners[1]].at[v]};
		const double c[2] = {p[corners[2]].at[u], p[corners[2]].at[v]};
		double area = fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
		if (area > best && exact_orient2d(a, b, c) != 0)
		{
			best = area;
			d->u = u;
			d->v = v;
		}
	}
}

static bool add_incidence(division *d, uint32_t segment, uint32_t point)
{
	if (d->incidence_count == d->incidence_room)
	{
		uint32_t room = d->incidence_room + d->incidence_room / 2 + 64;
		incidence *more = cook_resize(d->points->context, d->incidences, d->incidence_room, room, sizeof *more);
		d->points->failed |= !more;
		if (!more)
			return false;
		d->incidences = more;
		d->incidence_room = room;
	}
	d->incidences[d->incidence_count++] = (incidence){segment, point};
	return true;
}

static int compare_seen(const division *d, uint32_t a, uint32_t b)
{
	int order = cut_points_compare(d->points, a, b, d->u);
	return order ? order : cut_points_compare(d->points, a, b, d->v);
}

/// Whether a point on the line of a segment is on the segment.
static bool is_between(const division *d, const cut_segment *s, uint32_t point)
{
	int first = compare_seen(d, s->ends[0], point), second = compare_seen(d, point, s->ends[1]);
	return first * second >= 0;
}

/// Whether the ranges of two segments along an axis are apart, beyond doubt.
static bool are_apart(const division *d, const cut_segment *a, const cut_segment *b, int axis)
{
	const cut_point *p = d->points->items;
	double a0 = p[a->ends[0]].at[axis], a1 = p[a->ends[1]].at[axis];
	double b0 = p[b->ends[0]].at[axis], b1 = p[b->ends[1]].at[axis];
	double size = fmax(fmax(fabs(a0), fabs(a1)), fmax(fabs(b0), fabs(b1)));
	double margin = size * 4 * CUT_ERROR + 4 * CUT_LEAST;
	return fmin(a0, a1) > fmax(b0, b1) + margin || fmin(b0, b1) > fmax(a0, a1) + margin;
}

/// Records the points that two segments have in common.
static bool meet(division *d, uint32_t i, uint32_t k)
{
	const cut_segment *s[2] = {&d->segments[i], &d->segments[k]};
	const uint32_t numbers[2] = {i, k};
	int signs[2][2];
	if (are_apart(d, s[0], s[1], d->u) || are_apart(d, s[0], s[1], d->v))
		return true;
	for (int n = 0; n < 2; ++n)
	{
		const cut_segment *line = s[1 - n];
		for (int end = 0; end < 2; ++end)
		{
			uint32_t point = s[n]->ends[end];
			signs[n][end] = orient(d, line->ends[0], line->ends[1], point);
			if (signs[n][end] == 0 && line->ends[0] != line->ends[1] && is_between(d, line, point) &&
				!add_incidence(d, numbers[1 - n], point))
				return false;
		}
	}
	if (signs[0][0] * signs[0][1] >= 0 || signs[1][0] * signs[1][1] >= 0)
		return true;
	uint32_t point = cut_points_cross(d->points, s[0]->ends, s[1]->ends, d->u, d->v);
	return point != KILN_NONE && add_incidence(d, i, point) && add_incidence(d, k, point);
}

static cut_result meet_all(division *d)
{
	for (uint32_t i = 0; i < d->segment_count; ++i)
	{
		if (d->points->work <= d->segment_count)
			return CUT_REFUSED;
		d->points->work -= d->segment_count - i;
		for (uint32_t k = i + 1; k < d->segment_count; ++k)
			if (!meet(d, i, k))
				return CUT_MEMORY;
	}
	return CUT_DONE;
}

/// Sorts the nodes by position, points of one position by number (merge sort).
static void sort_nodes(division *d)
{
	uint32_t n = d->node_count;
	for (uint32_t width = 1; width < n; width *= 2)
	{
		for (uint32_t low = 0; low < n; low += 2 * width)
		{
			uint32_t middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
			for (uint32_t i = low, k = middle, out = low; out < high; ++out)
			{
				int order = i == middle ? 1 : k == high ? -1 : compare_seen(d, d->nodes[i], d->nodes[k]);
				if (order == 0)
					order = d->nodes[i] < d->nodes[k] ? -1 : 1;
				d->spare[out] = order < 0 ? d->nodes[i++] : d->nodes[k++];
			}
		}
		uint32_t *swap = d->nodes;
		d->nodes = d->spare;
		d->spare = swap;
	}
}

static bool is_corner(const cut_plane *plane, uint32_t point)
{
	for (uint32_t i = 0; i < 3 * plane->triangle_count; ++i)
		if (plane->corners[i / 3][i % 3] == point)
			return true;
	return false;
}

/// Makes nodes of the points, one for each position: a corner of the triangles, else another vertex of the mesh, else a point that
/// was made.
static cut_result make_nodes(division *d, const cut_plane *plane)
{
	cut_point *items = d->points->items;
	d->node_room = 2 * d->segment_count + d->incidence_count;
	d->nodes = cook_alloc(d->points->context, d->node_room, sizeof *d->nodes);
	d->spare = cook_alloc(d->points->context, d->node_room, sizeof *d->spare);
	if (!d->nodes || !d->spare)
		return CUT_MEMORY;
	for (uint32_t i = 0; i < 2 * d->segment_count; ++i)
		d->nodes[d->node_count++] = d->segments[i / 2].ends[i % 2];
	for (uint32_t i = 0; i < d->incidence_count; ++i)
		d->nodes[d->node_count++] = d->incidences[i].point;
	sort_nodes(d);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < d->node_count; ++i)
	{
		uint32_t point = d->nodes[i];
		if (kept == 0 || compare_seen(d, d->nodes[kept - 1], point) != 0)
		{
			d->nodes[kept++] = point;
		}
		else if (items[point].vertex != KILN_NONE)
		{
			uint32_t *node = &d->nodes[kept - 1];
			bool differs = items[*node].vertex != KILN_NONE && *node != point;
			bool own = differs && is_corner(plane, *node);
			if (own && is_corner(plane, point))
				return CUT_REFUSED;
			*node = own ? *node : point;
		}
		items[point].node = kept - 1;
	}
	d->node_count = kept;
	return CUT_DONE;
}

static int compare_incidences(const void *left, const void *right)
{
	const incidence *a = left, *b = right;
	if (a->segment != b->segment)
		return a->segment < b->segment ? -1 : 1;
	return a->point < b->point ? -1 : a->point > b->point;
}

static int compare_constraints(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;
	if (a[0] != b[0])
		return a[0] < b[0] ? -1 : 1;
	return a[1] < b[1] ? -1 : a[1] > b[1];
}

/// Cuts the segments at the nodes on them. The order of the nodes is that along every segment.
static cut_result make_constraints(division *d)
{
	const cut_point *items = d->points->items;
	for (uint32_t i = 0; i < d->segment_count; ++i)
		for (int end = 0; end < 2; ++end)
			if (!add_incidence(d, i, d->segments[i].ends[end]))
				return CUT_MEMORY;
	for (uint32_t i = 0; i < d->incidence_count; ++i)
		d->incidences[i].point = items[d->incidences[i].point].node;
	qsort(d->incidences, d->incidence_count, sizeof *d->incidences, compare_incidences);
	d->constraint_room = d->incidence_count;
	d->constraints = cook_alloc(d->points->context, d->constraint_room, sizeof *d->constraints);
	if (!d->constraints)
		return CUT_MEMORY;
	uint32_t count = 0, kept = 0;
	for (uint32_t i = 1; i < d->incidence_count; ++i)
	{
		const incidence *a = &d->incidences[i - 1], *b = &d->incidences[i];
		if (a->segment != b->segment || a->point == b->point)
			continue;
		d->constraints[count][0] = a->point;
		d->constraints[count++][1] = b->point;
	}
	if (count)
		qsort(d->constraints, count, sizeof *d->constraints, compare_constraints);
	for (uint32_t i = 0; i < count; ++i)
		if (kept == 0 || compare_constraints(d->constraints[kept - 1], d->constraints[i]) != 0)
			memmove(d->constraints[kept++], d->constraints[i], sizeof *d->constraints);
	d->constraint_count = kept;
	return CUT_DONE;
}

static bool add_piece(division *d, cut_pieces *out, const uint32_t points[3], uint32_t triangle)
{
	if (out->count == out->capacity)
	{
		uint32_t capacity = out->capacity + out->capacity / 2 + 256;
		cut_piece *more = capacity < UINT32_MAX / 3
							  ? cook_resize(d->points->context, out->items, out->capacity, capacity, sizeof *more)
							  : NULL;
		d->points->failed |= !more;
		if (!more)
			return false;
		out->items = more;
		out->capacity = capacity;
	}
	out->items[out->count++] = (cut_piece){{points[0], points[1], points[2]}, triangle};
	return true;
}

/// Whether a piece is inside a triangle; no side of the triangle divides the piece. `sign` is the triangle's winding.
static bool covers(const division *d, const uint32_t corners[3], int sign, const uint32_t piece[3])
{
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			if (sign * orient(d, corners[i], corners[(i + 1) % 3], piece[k]) < 0)
				return false;
	return true;
}

/// Hands each piece to the first triangle that covers it.
static cut_result give_pieces(division *d, const cut_plane *plane, const cut_faces *f, cut_pieces *out)
{
	uint32_t before = out->count;
	for (uint32_t t = 0; t < f->count; ++t)
	{
		const uint32_t piece[3] = {d->nodes[f->corners[t][0]], d->nodes[f->corners[t][1]], d->nodes[f->corners[t][2]]};
		for (uint32_t i = 0; i < plane->triangle_count; ++i)
		{
			const uint32_t *corners = plane->corners[i];
			int sign = orient(d, corners[0], corners[1], corners[2]);
			if (plane->triangle_count > 1 && !covers(d, corners, sign, piece))
				continue;
			const uint32_t points[3] = {piece[0], piece[sign > 0 ? 1 : 2], piece[sign > 0 ? 2 : 1]};
			if (!add_piece(d, out, points, plane->triangles[i]))
				return CUT_MEMORY;
			break;
		}
		if (d->points->work == 0)
		{
			out->count = before;
			return CUT_REFUSED;
		}
	}
	return CUT_DONE;
}

static cut_result divide(division *d, const cut_plane *plane, cut_pieces *out)
{
	uint32_t next = 0;
	d->segment_count = 3 * plane->triangle_count + plane->segment_count;
	d->segments = cook_alloc(d->points->context, d->segment_count, sizeof *d->segments);
	if (!d->segments)
		return CUT_MEMORY;
	for (uint32_t i = 0; i < 3 * plane->triangle_count; ++i)
		d->segments[next++] = (cut_segment){{plane->corners[i / 3][i % 3], plane->corners[i / 3][(i % 3 + 1) % 3]}};
	for (uint32_t i = 0; i < plane->segment_count; ++i)
		d->segments[next++] = plane->segments[i];
	choose_axes(d, plane->corners[0]);
	cut_result result = meet_all(d);
	result = result == CUT_DONE ? make_nodes(d, plane) : result;
	result = result == CUT_DONE ? make_constraints(d) : result;
	if (result != CUT_DONE)
		return result;
	cut_faces f = {.points = d->points, .u = d->u, .v = d->v, .nodes = d->nodes, .node_count = d->node_count};
	result = cut_faces_build(&f, (const uint32_t(*)[2])d->constraints, d->constraint_count);
	if (result == CUT_DONE)
		result = give_pieces(d, plane, &f, out);
	cut_faces_free(&f);
	return result;
}

cut_result cut_plane_divide(cut_points *points, const cut_plane *plane, cut_pieces *out)
{
	division d = {.points = points};
	if (plane->triangle_count > SEGMENTS_MAX / 3 || plane->segment_count > SEGMENTS_MAX)
		return CUT_REFUSED;
	cut_result result = divide(&d, plane, out);
	cook_free(points->context, d.segments, d.segment_count, sizeof *d.segments);
	cook_free(points->context, d.incidences, d.incidence_room, sizeof *d.incidences);
	cook_free(points->context, d.nodes, d.node_room, sizeof *d.nodes);
	cook_free(points->context, d.spare, d.node_room, sizeof *d.spare);
	cook_free(points->context, d.constraints, d.constraint_room, sizeof *d.constraints);
	return points->failed ? CUT_MEMORY : result;
}
