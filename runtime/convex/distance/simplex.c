// SPDX-License-Identifier: MIT
#include "simplex.h"

#include <math.h>

/// The point of a simplex closest to the origin by Signed Volumes (Montanari, Petrinic, Barbieri 2017): descends from
/// the whole simplex to its faces; the signs of the volumes that the origin spans with them select the faces to
/// examine. Unlike the published version, every face is a candidate, whichever point is the newest; a segment gives its
/// nearer end; and comparisons detect simplices without volume, instead of NaN.

/// A candidate: the numbers of its points, and their weights.
typedef struct closest
{
	uint32_t count;
	uint32_t which[4];
	double weight[4];
	double distance2;
} closest;

static void measure(const kiln_d3 *w, closest *c)
{
	kiln_d3 v = {0, 0, 0};
	for (uint32_t i = 0; i < c->count; ++i)
		v = kiln_d3_along(v, c->weight[i], w[c->which[i]]);
	c->distance2 = kiln_d3_length2(v);
}

/// Whether both are above zero or both are below.
static bool same(double a, double b)
{
	return (a > 0 && b > 0) || (a < 0 && b < 0);
}

static closest of_point(const kiln_d3 *w, uint32_t i)
{
	closest c = {.count = 1, .which = {i}, .weight = {1}};
	measure(w, &c);
	return c;
}

static closest of_segment(const kiln_d3 *w, uint32_t i, uint32_t j)
{
	kiln_d3 side = kiln_d3_sub(w[j], w[i]);
	double part = -kiln_d3_dot(w[i], side), length2 = kiln_d3_length2(side);
	if (!(part > 0))
		return of_point(w, i);
	if (!(part < length2))
		return of_point(w, j);
	// Measured from the nearer end, so that its weight loses nothing.
	double t = part / length2, rest = kiln_d3_dot(w[j], side) / length2;
	closest c = {.count = 2, .which = {i, j}, .weight = {rest, t}};
	double sum = rest + t;
	c.weight[0] /= sum;
	c.weight[1] /= sum;
	measure(w, &c);
	return c;
}

static void take_nearer(closest *best, closest other)
{
	if (other.distance2 < best->distance2)
		*best = other;
}

static closest of_triangle(const kiln_d3 *w, const uint32_t which[3])
{
	const kiln_d3 a = w[which[0]], b = w[which[1]], c = w[which[2]];
	kiln_d3 ab = kiln_d3_sub(b, a), bc = kiln_d3_sub(c, b), ca = kiln_d3_sub(a, c);
	kiln_d3 normal = kiln_d3_cross(ab, bc);
	// Area shares of the origin's projection, each as the volume that the normal spans with a side. The product uses
	// the side instead of both ends, so that small triangles far from the origin keep their digits.
	double whole = kiln_d3_length2(normal);
	const double area[3] = {kiln_d3_dot(normal, kiln_d3_cross(b, bc)), kiln_d3_dot(normal, kiln_d3_cross(c, ca)),
		kiln_d3_dot(normal, kiln_d3_cross(a, ab))};
	if (same(whole, area[0]) && same(whole, area[1]) && same(whole, area[2]))
	{
		double sum = area[0] + area[1] + area[2];
		closest inner = {.count = 3,
			.which = {which[0], which[1], which[2]},
			.weight = {area[0] / sum, area[1] / sum, area[2] / sum}};
		measure(w, &inner);
		return inner;
	}
	closest best = {.distance2 = HUGE_VAL};
	for (int i = 0; i < 3; ++i)
		if (!same(whole, area[i]))
			take_nearer(&best, of_segment(w, which[(i + 1) % 3], which[(i + 2) % 3]));
	return best;
}

/// The largest component, without a branch.
static double largest(kiln_d3 a)
{
	return kiln_double_max(fabs(a.x), kiln_double_max(fabs(a.y), fabs(a.z)));
}

/// p . (q x r); zero where rounding may have changed its sign: six products of three, each with some three roundings.
static double sure_volume(kiln_d3 p, kiln_d3 q, kiln_d3 r)
{
	double volume = kiln_d3_dot(p, kiln_d3_cross(q, r));
	double error = 0x1p-47 * largest(p) * largest(q) * largest(r);
	return fabs(volume) > error ? volume : 0;
}

static closest of_tetrahedron(const kiln_d3 *w)
{
	static const uint32_t faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
	double whole = sure_volume(kiln_d3_sub(w[1], w[0]), kiln_d3_sub(w[2], w[0]), kiln_d3_sub(w[3], w[0]));
	closest all = {.count = 4, .which = {0, 1, 2, 3}};
	double sum = 0;
	for (int i = 0; i < 4; ++i)
	{
		kiln_d3 p = w[faces[i][0]];
		// The products use the sides, so that small faces far away keep their digits.
		all.weight[i] = sure_volume(p, kiln_d3_sub(w[faces[i][1]], p), kiln_d3_sub(w[faces[i][2]], p));
		sum += all.weight[i];
	}
	closest best = {.distance2 = HUGE_VAL};
	for (int i = 0; i < 4; ++i)
		if (!same(whole, all.weight[i]))
			take_nearer(&best, of_triangle(w, faces[i]));
	if (best.count > 0)
		return best;
	for (int i = 0; i < 4; ++i)
		all.weight[i] /= sum;
	return all;
}

uint32_t kilni_simplex_closest(const kiln_d3 *w, uint32_t count, uint32_t kept[4], double weight[4])
{
	static const uint32_t all[3] = {0, 1, 2};
	closest best;
	if (count <= 1)
		best = of_point(w, 0);
	else if (count == 2)
		best = of_segment(w, 0, 1);
	else if (count == 3)
		best = of_triangle(w, all);
	else
		best = of_tetrahedron(w);
	for (uint32_t i = 0; i < best.count; ++i)
	{
		kept[i] = best.which[i];
		weight[i] = best.weight[i];
	}
	return best.count;
}
