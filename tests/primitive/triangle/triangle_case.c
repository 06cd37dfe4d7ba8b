// SPDX-License-Identifier: MIT
#include "triangle_case.h"

#include <math.h>

uint64_t case_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 0x2545f4914f6cdd1dull >> 16;
}

void lattice_cross(const int64_t a[3], const int64_t b[3], int64_t c[3])
{
	for (int k = 0; k < 3; ++k)
		c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

bool lattice_zero(const int64_t v[3])
{
	return !v[0] && !v[1] && !v[2];
}

/// Whether an axis separates the projections.
static bool separates(const lattice_triangle *a, const lattice_triangle *b, const int64_t axis[3])
{
	int64_t low[2], high[2];
	for (int side = 0; side < 2; ++side)
		for (int i = 0; i < 3; ++i)
		{
			const int64_t *p = side ? b->at[i] : a->at[i];
			int64_t d = p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2];
			low[side] = i == 0 || d < low[side] ? d : low[side];
			high[side] = i == 0 || d > high[side] ? d : high[side];
		}
	return low[0] > high[1] || low[1] > high[0];
}

/// Decides in integers: the origin lies outside the triangles' Minkowski difference, of any dimension, if and only if
/// one of these axes separates them. The facets' normals are products of edges; in a plane the edges' normals are
/// products with the plane's normal; for a line or a point, the axis leads from it to the origin.
bool lattice_touch(const lattice_triangle *a, const lattice_triangle *b)
{
	int64_t edge[6][3], normal[3] = {0}, axis[3], along[3] = {0}, apart[3];
	for (int i = 0; i < 6; ++i)
		for (int k = 0; k < 3; ++k)
		{
			const lattice_triangle *t = i < 3 ? a : b;
			edge[i][k] = t->at[(i + 1) % 3][k] - t->at[i % 3][k];
			apart[k] = b->at[0][k] - a->at[0][k];
		}
	for (int i = 0; i < 6; ++i)
		for (int j = 0; j < i; ++j)
		{
			lattice_cross(edge[i], edge[j], axis);
			if (separates(a, b, axis))
				return false;
			for (int k = 0; k < 3 && !lattice_zero(axis); ++k)
				normal[k] = axis[k];
		}
	for (int i = 0; i < 6; ++i)
	{
		lattice_cross(normal, edge[i], axis);
		if (separates(a, b, axis) || separates(a, b, edge[i]))
			return false;
		for (int k = 0; k < 3 && !lattice_zero(edge[i]); ++k)
			along[k] = edge[i][k];
	}
	int64_t off[3];
	lattice_cross(along, apart, off);
	lattice_cross(off, along, axis);
	return !separates(a, b, axis) && !separates(a, b, apart);
}

static lattice_triangle random_triangle(uint64_t *state, int64_t size)
{
	lattice_triangle t;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			t.at[i][k] = (int64_t)(case_next(state) % (uint64_t)(2 * size + 1)) - size;
	return t;
}

void lattice_pair(uint64_t *state, int64_t size, lattice_triangle *a, lattice_triangle *b)
{
	*a = random_triangle(state, size);
	*b = random_triangle(state, size);
	uint64_t kind = case_next(state) % 16;
	for (int k = 0; k < 3; ++k)
	{
		if (kind == 0 || kind == 1) // a common corner, or edge
			b->at[0][k] = a->at[0][k];
		if (kind == 1)
			b->at[1][k] = a->at[2][k];
		if (kind == 2 && k == 0) // a common plane along an axis
			for (int i = 0; i < 3; ++i)
				b->at[i][k] = a->at[i][k] = a->at[0][k];
		if (kind == 3) // a segment, a point
			a->at[2][k] = a->at[1][k];
		if (kind == 4 || kind == 5)
			a->at[1][k] = 2 * a->at[2][k] - a->at[0][k];
		if (kind == 5)
			b->at[0][k] = 3 * b->at[1][k] - 2 * b->at[2][k];
		if (kind == 6)
			a->at[1][k] = a->at[2][k] = a->at[0][k];
		if (kind == 7) // a corner on an edge, a common slanted plane
			b->at[1][k] = 2 * a->at[1][k] - a->at[2][k];
		if (kind == 8)
			for (int i = 0; i < 3; ++i)
				b->at[i][k] = a->at[0][k] + (b->at[i][0] & 3) * (a->at[1][k] - a->at[0][k]) +
							  (b->at[i][1] & 1) * (a->at[2][k] - a->at[0][k]);
		if (kind == 9)
			for (int i = 0; i < 3; ++i)
				b->at[i][k] = a->at[0][k] + (i * 3 - 4) * (a->at[1][k] - a->at[0][k]);
	}
}

void lattice_corners(const lattice_triangle *t, int turn, double scale, kiln_d3 corners[3])
{
	static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}};
	for (int i = 0; i < 3; ++i)
	{
		const int64_t *p = t->at[order[turn][i]];
		corners[i] = (kiln_d3){scale * (double)p[0], scale * (double)p[1], scale * (double)p[2]};
	}
}

#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad;
#endif

typedef struct quad3
{
	quad at[3];
} quad3;

static quad quad_dot(quad3 a, quad3 b)
{
	return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

static quad3 quad_minus(quad3 a, quad3 b)
{
	for (int k = 0; k < 3; ++k)
		a.at[k] -= b.at[k];
	return a;
}

static quad3 quad_cross(quad3 a, quad3 b)
{
	quad3 c;
	for (int k = 0; k < 3; ++k)
		c.at[k] = a.at[(k + 1) % 3] * b.at[(k + 2) % 3] - a.at[(k + 2) % 3] * b.at[(k + 1) % 3];
	return c;
}

static quad3 quad_from(kiln_d3 a, kiln_d3 b)
{
	quad3 v = {{(quad)a.x - (quad)b.x, (quad)a.y - (quad)b.y, (quad)a.z - (quad)b.z}};
	return v;
}

static quad least_of(quad a, quad b)
{
	return a < b ? a : b;
}

/// Squared distance of the origin from a segment and, where it lies over the inside, a triangle.
static quad segment2(quad3 p, quad3 q)
{
	quad3 e = quad_minus(q, p);
	quad length2 = quad_dot(e, e), along = -quad_dot(p, e);
	if (!(along > 0 && along < length2))
		return least_of(quad_dot(p, p), quad_dot(q, q));
	quad3 c = quad_cross(p, q);
	return quad_dot(c, c) / length2;
}

static quad inside2(quad3 p, quad3 q, quad3 r)
{
	quad3 n = quad_cross(quad_minus(q, p), quad_minus(r, p));
	quad length2 = quad_dot(n, n), height = quad_dot(n, p);
	bool over = length2 > 0 && quad_dot(n, quad_cross(p, q)) >= 0 && quad_dot(n, quad_cross(q, r)) >= 0 &&
				quad_dot(n, quad_cross(r, p)) >= 0;
	return over ? height * height / length2 : quad_dot(p, p);
}

double minkowski_distance2(const kiln_d3 a[3], const kiln_d3 b[3])
{
	quad3 d[9];
	quad best;
	for (int i = 0; i < 9; ++i)
		d[i] = quad_from(a[i / 3], b[i % 3]);
	best = quad_dot(d[0], d[0]);
	for (int i = 0; i < 9; ++i)
		for (int j = 0; j < i; ++j)
		{
			best = least_of(best, segment2(d[i], d[j]));
			for (int k = 0; k < j; ++k)
				best = least_of(best, inside2(d[i], d[j], d[k]));
		}
	return (double)best;
}

double pair_size(const kiln_d3 a[3], const kiln_d3 b[3])
{
	double size = 0;
	for (int i = 0; i < 9; ++i)
		size = fmax(size,
			fmax(kiln_d3_largest(kiln_d3_sub(a[i / 3], b[i % 3])), kiln_d3_largest(kiln_d3_sub(a[i / 3], a[i % 3]))));
	return size;
}

double case_unit(uint64_t *state)
{
	return (double)(case_next(state) & 0xffffffffffull) * 0x1p-39 - 1;
}

kiln_d3 case_point(uint64_t *state)
{
	double x = case_unit(state), y = case_unit(state);
	return (kiln_d3){x, y, case_unit(state)};
}

/// 2^-k for a k up to `most`.
static double random_small(uint64_t *state, unsigned most)
{
	return ldexp(1, -(int)(case_next(state) % (most + 1)));
}

void needle_pair(uint64_t *state, kiln_d3 a[3], kiln_d3 b[3])
{
	kiln_d3 axis[3] = {case_point(state), case_point(state), case_point(state)};
	double thin = random_small(state, 60), apart = random_small(state, 60), lean = random_small(state, 60);
	for (int i = 0; i < 3; ++i)
	{
		a[i] = kiln_d3_along(kiln_d3_scale(axis[0], case_unit(state)), thin * case_unit(state), axis[1]);
		b[i] = kiln_d3_along(kiln_d3_scale(axis[0], case_unit(state)), lean * case_unit(state), axis[2]);
		b[i] = kiln_d3_along(b[i], case_unit(state) * thin, axis[1]);
		b[i] = kiln_d3_along(b[i], apart, axis[2]);
	}
	if (case_next(state) % 4 == 0)
		b[1] = kiln_d3_add(b[0], kiln_d3_scale(kiln_d3_sub(a[2], a[1]), case_unit(state)));
	double scale = case_next(state) % 3 ? 1 : ldexp(1, (int)(case_next(state) % 100) - 60);
	kiln_d3 offset = kiln_d3_scale(case_point(state), case_next(state) % 2 ? 0 : 1000);
	for (int i = 0; i < 3; ++i)
	{
		a[i] = kiln_d3_scale(kiln_d3_add(a[i], offset), scale);
		b[i] = kiln_d3_scale(kiln_d3_add(b[i], offset), scale);
	}
}
