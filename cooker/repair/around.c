// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include "exact/exact.h"

#include <stdlib.h>

/// A triangle at an edge.
typedef struct spoke
{
	const double (*edge)[3]; ///< lower vertex, higher vertex, and the first triangle's corner off the edge
	double apex[3];			 ///< its own corner off the edge
	int half;				 ///< 0: at the first triangle's angle, 1: up to a half turn, 2: a half turn, 3: beyond
	uint32_t side;
} spoke;

/// Whether two points off the line ab, in one plane with it, lie on the same side of the line.
static bool same_side(const double a[3], const double b[3], const double c[3], const double d[3])
{
	for (int axis = 0; axis < 3; ++axis)
	{
		int m = (axis + 1) % 3, n = (axis + 2) % 3;
		const double p[2] = {a[m], a[n]}, q[2] = {b[m], b[n]}, r[2] = {c[m], c[n]}, t[2] = {d[m], d[n]};
		int first = exact_orient2d(p, q, r);
		if (first != 0)
			return first == exact_orient2d(p, q, t);
	}
	return true;
}

static int compare_spokes(const void *left, const void *right)
{
	const spoke *a = left, *b = right;
	if (a->half != b->half)
		return a->half < b->half ? -1 : 1;
	int turn = a->half & 1 ? exact_orient3d(a->edge[0], a->edge[1], a->apex, b->apex) : 0;
	if (turn != 0)
		return turn > 0 ? -1 : 1;
	return a->side < b->side ? -1 : a->side > b->side;
}

bool repair_sort_around(const kilncook_context *context, const repair_mesh *mesh, uint32_t *sides, uint32_t count)
{
	double edge[3][3];
	uint32_t from = repair_from(mesh, sides[0]), to = repair_to(mesh, sides[0]);
	repair_point(mesh, from < to ? from : to, edge[0]);
	repair_point(mesh, from < to ? to : from, edge[1]);
	repair_point(mesh, mesh->corners[sides[0] / 3][(sides[0] % 3 + 2) % 3], edge[2]);
	spoke *spokes = cook_alloc(context, count, sizeof *spokes);
	if (!spokes)
		return false;
	for (uint32_t i = 0; i < count; ++i)
	{
		spoke *s = &spokes[i];
		s->edge = (const double(*)[3])edge;
		s->side = sides[i];
		repair_point(mesh, mesh->corners[sides[i] / 3][(sides[i] % 3 + 2) % 3], s->apex);
		int turn = exact_orient3d(edge[0], edge[1], edge[2], s->apex);
		s->half = turn > 0 ? 1 : turn < 0 ? 3 : same_side(edge[0], edge[1], edge[2], s->apex) ? 0 : 2;
	}
	qsort(spokes, count, sizeof *spokes, compare_spokes);
	for (uint32_t i = 0; i < count; ++i)
		sides[i] = spokes[i].side;
	cook_free(context, spokes, count, sizeof *spokes);
	return true;
}
