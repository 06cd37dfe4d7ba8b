// SPDX-License-Identifier: MIT
#include "primitive/triangle_pair.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/// Corners on a small lattice, for which everything can be decided in integers.
typedef struct lattice_triangle
{
	int64_t at[3][3];
} lattice_triangle;

static uint64_t next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 0x2545f4914f6cdd1dull >> 16;
}

static void cross(const int64_t a[3], const int64_t b[3], int64_t c[3])
{
	for (int k = 0; k < 3; ++k)
		c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static bool zero(const int64_t v[3])
{
	return !v[0] && !v[1] && !v[2];
}

/// Whether the projections on an axis are apart.
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

/// In integers: the origin lies outside the triangles' Minkowski difference, of whatever dimension, if and only if one
/// of these axes separates them: its facets' normals are products of edges, in a plane its edges' normals products with
/// the plane's, and on a line or in a point what leads from it to the origin.
static bool lattice_touch(const lattice_triangle *a, const lattice_triangle *b)
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
			cross(edge[i], edge[j], axis);
			if (separates(a, b, axis))
				return false;
			for (int k = 0; k < 3 && !zero(axis); ++k)
				normal[k] = axis[k];
		}
	for (int i = 0; i < 6; ++i)
	{
		cross(normal, edge[i], axis);
		if (separates(a, b, axis) || separates(a, b, edge[i]))
			return false;
		for (int k = 0; k < 3 && !zero(edge[i]); ++k)
			along[k] = edge[i][k];
	}
	int64_t off[3];
	cross(along, apart, off);
	cross(off, along, axis);
	return !separates(a, b, axis) && !separates(a, b, apart);
}

static lattice_triangle random_triangle(uint64_t *state, int64_t size)
{
	lattice_triangle t;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			t.at[i][k] = (int64_t)(next(state) % (uint64_t)(2 * size + 1)) - size;
	return t;
}

/// Pairs that have something in common, or of less dimension, more often than chance would have it.
static void random_pair(uint64_t *state, int64_t size, lattice_triangle *a, lattice_triangle *b)
{
	*a = random_triangle(state, size);
	*b = random_triangle(state, size);
	uint64_t kind = next(state) % 16;
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

static void to_double(const lattice_triangle *t, int turn, double scale, kiln_d3 corners[3])
{
	static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}};
	for (int i = 0; i < 3; ++i)
	{
		const int64_t *p = t->at[order[turn][i]];
		corners[i] = (kiln_d3){scale * (double)p[0], scale * (double)p[1], scale * (double)p[2]};
	}
}

static void lattice_pairs_are_decided_exactly(void **state)
{
	(void)state;
	uint64_t random = 0x9e3779b97f4a7c15ull;
	int touching = 0;
	for (int n = 0; n < 1200000; ++n)
	{
		lattice_triangle a, b;
		kiln_d3 p[3], q[3];
		random_pair(&random, 1 + n % 7, &a, &b);
		uint64_t r = next(&random);
		to_double(&a, (int)(r % 6), 1, p);
		to_double(&b, (int)(r / 6 % 6), 1, q);
		bool expected = lattice_touch(&a, &b);
		touching += expected;
		assert_int_equal(kiln_triangles_touch(p, q), expected);
		assert_int_equal(kiln_triangles_touch(q, p), expected);
	}
	assert_in_range(touching, 300000, 1000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lattice_pairs_are_decided_exactly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
