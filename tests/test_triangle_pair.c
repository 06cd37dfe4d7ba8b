// SPDX-License-Identifier: MIT
#include "primitive/triangle_pair.h"

#include "exact/exact.h"
#include "math/orient_double.h"

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
	for (int n = 0; n < 1000000; ++n)
	{
		lattice_triangle a, b;
		kiln_d3 p[3], q[3];
		random_pair(&random, 1 + n % 7, &a, &b);
		uint64_t r = next(&random);
		// Exact sizes and places: neither may change an answer.
		static const double scales[] = {1, 1, 1, 0x1p-190, 0x1p39, 0x1p-66};
		double scale = scales[r / 36 % 6];
		int64_t far = n % 4 ? 0 : 1 << 30;
		for (int i = 0; i < 9; ++i)
		{
			a.at[i / 3][i % 3] += far;
			b.at[i / 3][i % 3] += far;
		}
		scale *= far ? 0x1p-26 : 1;
		to_double(&a, (int)(r % 6), scale, p);
		to_double(&b, (int)(r / 6 % 6), scale, q);
		for (int i = 0; i < 9; ++i)
		{
			a.at[i / 3][i % 3] -= far;
			b.at[i / 3][i % 3] -= far;
		}
		bool expected = lattice_touch(&a, &b);
		touching += expected;
		assert_int_equal(kiln_triangles_touch(p, q), expected);
		assert_int_equal(kiln_triangles_touch(q, p), expected);
	}
	assert_in_range(touching, 250000, 900000);
}

/// A triangle's corner or edge as a triangle of its own.
static lattice_triangle lattice_part(const lattice_triangle *t, int from, int to)
{
	lattice_triangle part;
	for (int k = 0; k < 3; ++k)
	{
		part.at[0][k] = t->at[from][k];
		part.at[1][k] = part.at[2][k] = t->at[to][k];
	}
	return part;
}

static void edge_of(const lattice_triangle *t, int i, int64_t edge[3])
{
	for (int k = 0; k < 3; ++k)
		edge[k] = t->at[(i + 1) % 3][k] - t->at[i][k];
}

static int64_t dot(const int64_t a[3], const int64_t b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Points that may be the ends of what two triangles share.
typedef struct candidates
{
	double at[40][3];
	int count;
} candidates;

static void add_candidate(candidates *found, const lattice_triangle *t, int i, int64_t part, int64_t whole)
{
	int64_t edge[3];
	edge_of(t, i, edge);
	for (int k = 0; k < 3; ++k)
		found->at[found->count][k] = (double)t->at[i][k] + (double)(part * edge[k]) / (double)whole;
	++found->count;
}

/// Corners of one that lie on the other, and where edges pass through the other.
static void collect(candidates *found, const lattice_triangle *one, const lattice_triangle *other)
{
	int64_t u[3], v[3], normal[3];
	edge_of(other, 0, u);
	edge_of(other, 1, v);
	cross(u, v, normal);
	for (int i = 0; i < 3; ++i)
	{
		int64_t edge[3];
		lattice_triangle corner = lattice_part(one, i, i), segment = lattice_part(one, i, (i + 1) % 3);
		edge_of(one, i, edge);
		if (lattice_touch(&corner, other))
			add_candidate(found, one, i, 0, 1);
		if (dot(edge, normal) && lattice_touch(&segment, other))
			add_candidate(found, one, i, dot(other->at[0], normal) - dot(one->at[i], normal), dot(edge, normal));
		for (int j = 0; j < 3; ++j)
		{
			int64_t side[3], both[3], between[3], turned[3];
			lattice_triangle opposite = lattice_part(other, j, (j + 1) % 3);
			edge_of(other, j, side);
			cross(edge, side, both);
			for (int k = 0; k < 3; ++k)
				between[k] = other->at[j][k] - one->at[i][k];
			cross(between, side, turned);
			if (!zero(both) && lattice_touch(&segment, &opposite))
				add_candidate(found, one, i, dot(turned, both), dot(both, both));
		}
	}
}

static double between2(const double a[3], const double b[3])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
		sum += (a[k] - b[k]) * (a[k] - b[k]);
	return sum;
}

static double extent2(const candidates *found)
{
	double most = 0;
	for (int i = 0; i < found->count; ++i)
		for (int j = 0; j < i; ++j)
			most = fmax(most, between2(found->at[i], found->at[j]));
	return most;
}

static double nearest_candidate2(const candidates *found, kiln_d3 end)
{
	const double at[3] = {end.x, end.y, end.z};
	double least = HUGE_VAL;
	for (int i = 0; i < found->count; ++i)
		least = fmin(least, between2(found->at[i], at));
	return least;
}

static bool lattice_coplanar(const lattice_triangle *a, const lattice_triangle *b)
{
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
		{
			int64_t u[3], v[3], w[3], normal[3];
			edge_of(a, i, u);
			edge_of(a, (i + 1) % 3, v);
			for (int k = 0; k < 3; ++k)
				w[k] = b->at[j][k] - a->at[i][k];
			cross(u, v, normal);
			if (dot(normal, w))
				return false;
			edge_of(b, j, v);
			cross(u, v, normal);
			if (dot(normal, w))
				return false;
		}
	for (int i = 0; i < 9; ++i)
	{
		int64_t u[3], v[3], w[3], normal[3];
		edge_of(b, 0, u);
		edge_of(b, 1, v);
		for (int k = 0; k < 3; ++k)
			w[k] = a->at[i % 3][k] - b->at[i / 3][k];
		cross(u, v, normal);
		if (dot(normal, w))
			return false;
	}
	return true;
}

static void contacts_end_where_the_shared_set_ends(void **state)
{
	(void)state;
	uint64_t random = 0x2545f4914f6cdd1dull;
	int flat = 0, met = 0;
	for (int n = 0; n < 80000; ++n)
	{
		lattice_triangle a, b;
		kiln_d3 p[3], q[3], ends[2];
		bool coplanar = false;
		double scale = n % 5 == 0 ? 0x1p-200 : n % 7 == 0 ? 0x1p38 : 1;
		random_pair(&random, 1 + n % 6, &a, &b);
		to_double(&a, (int)(next(&random) % 6), scale, p);
		to_double(&b, (int)(next(&random) % 6), scale, q);
		assert_int_equal(kiln_triangles_contact(p, q, ends, &coplanar), lattice_touch(&a, &b));
		if (!lattice_touch(&a, &b))
			continue;
		candidates found = {.count = 0};
		collect(&found, &a, &b);
		collect(&found, &b, &a);
		++met;
		flat += coplanar;
		assert_int_equal(coplanar, lattice_coplanar(&a, &b));
		assert_true(found.count > 0);
		for (int i = 0; i < 2; ++i)
		{
			ends[i] = kiln_d3_scale(ends[i], 1 / scale);
			assert_true(nearest_candidate2(&found, ends[i]) <= 0x1p-94);
		}
		double length = sqrt(kiln_d3_length2(kiln_d3_sub(ends[0], ends[1])));
		assert_true(fabs(length - sqrt(extent2(&found))) <= 0x1p-46);
	}
	assert_in_range(met, 15000, 75000);
	assert_in_range(flat, 2500, 30000);
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

/// Least squared distance of triangles that do not touch: of the origin from their Minkowski difference, that is from one
/// of the points, segments and triangles that its nine points make.
static double minkowski_distance2(const kiln_d3 a[3], const kiln_d3 b[3])
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

static double size_of(const kiln_d3 a[3], const kiln_d3 b[3])
{
	double size = 0;
	for (int i = 0; i < 9; ++i)
		size = fmax(size,
			fmax(kiln_d3_largest(kiln_d3_sub(a[i / 3], b[i % 3])), kiln_d3_largest(kiln_d3_sub(a[i / 3], a[i % 3]))));
	return size;
}

static void assert_distance(const kiln_d3 a[3], const kiln_d3 b[3])
{
	kiln_d3 on_a, on_b;
	double distance2 = kiln_triangles_distance2(a, b, &on_a, &on_b), size = size_of(a, b);
	assert_int_equal(distance2 == 0, kiln_triangles_touch(a, b));
	if (distance2 == 0)
	{
		assert_memory_equal(&on_a, &on_b, sizeof on_a);
		return;
	}
	double expected = sqrt(minkowski_distance2(a, b)), distance = sqrt(distance2);
	assert_true(fabs(distance - expected) <= 0x1p-42 * size);
	// The points are that far apart, and on the triangles.
	assert_true(
		fabs(sqrt(kiln_d3_length2(kiln_d3_sub(on_a, on_b))) - distance) <= 0x1p-50 * (size + kiln_d3_largest(on_a)));
	const kiln_d3 point_a[3] = {on_a, on_a, on_a}, point_b[3] = {on_b, on_b, on_b};
	double room = 0x1p-49 * (size + kiln_d3_largest(on_a));
	assert_true(kiln_triangles_touch(point_a, a) || minkowski_distance2(point_a, a) <= room * room);
	assert_true(kiln_triangles_touch(point_b, b) || minkowski_distance2(point_b, b) <= room * room);
}

static void distances_are_those_of_the_minkowski_difference(void **state)
{
	(void)state;
	uint64_t random = 88172645463325252ull;
	for (int n = 0; n < 2500; ++n)
	{
		lattice_triangle a, b;
		kiln_d3 p[3], q[3];
		double scale = n % 5 == 0 ? 1e-20 : n % 7 == 0 ? 1e11 : 1;
		random_pair(&random, 1 + n % 30, &a, &b);
		to_double(&a, 0, scale, p);
		to_double(&b, 0, scale, q);
		assert_distance(p, q);
	}
}

/// In [-1, 1].
static double random_unit(uint64_t *state)
{
	return (double)(next(state) & 0xffffffffffull) * 0x1p-39 - 1;
}

static kiln_d3 random_point(uint64_t *state)
{
	double x = random_unit(state), y = random_unit(state);
	return (kiln_d3){x, y, random_unit(state)};
}

/// 2^-k for a k up to `most`.
static double random_small(uint64_t *state, unsigned most)
{
	return ldexp(1, -(int)(next(state) % (most + 1)));
}

/// Needles, caps, nearly parallel edges and planes, far from each other or near, of all sizes.
static void hard_pair(uint64_t *state, kiln_d3 a[3], kiln_d3 b[3])
{
	kiln_d3 axis[3] = {random_point(state), random_point(state), random_point(state)};
	double thin = random_small(state, 60), apart = random_small(state, 60), lean = random_small(state, 60);
	for (int i = 0; i < 3; ++i)
	{
		a[i] = kiln_d3_along(kiln_d3_scale(axis[0], random_unit(state)), thin * random_unit(state), axis[1]);
		b[i] = kiln_d3_along(kiln_d3_scale(axis[0], random_unit(state)), lean * random_unit(state), axis[2]);
		b[i] = kiln_d3_along(b[i], random_unit(state) * thin, axis[1]);
		b[i] = kiln_d3_along(b[i], apart, axis[2]);
	}
	if (next(state) % 4 == 0)
		b[1] = kiln_d3_add(b[0], kiln_d3_scale(kiln_d3_sub(a[2], a[1]), random_unit(state)));
	double scale = next(state) % 3 ? 1 : ldexp(1, (int)(next(state) % 100) - 60);
	kiln_d3 offset = kiln_d3_scale(random_point(state), next(state) % 2 ? 0 : 1000);
	for (int i = 0; i < 3; ++i)
	{
		a[i] = kiln_d3_scale(kiln_d3_add(a[i], offset), scale);
		b[i] = kiln_d3_scale(kiln_d3_add(b[i], offset), scale);
	}
}

static void distances_of_needles_and_near_parallels_are_right(void **state)
{
	(void)state;
	uint64_t random = 0xda942042e4dd58b5ull;
	for (int n = 0; n < 3000; ++n)
	{
		kiln_d3 a[3], b[3];
		hard_pair(&random, a, b);
		assert_distance(a, b);
	}
}

static int sign_of(double value)
{
	return (value > 0) - (value < 0);
}

static int cookers_sign(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c)
{
	const double p[4][3] = {{o->x, o->y, o->z}, {a->x, a->y, a->z}, {b->x, b->y, b->z}, {c->x, c->y, c->z}};
	return exact_orient3d(p[0], p[1], p[2], p[3]);
}

/// Against the cooker's predicates, of another making.
static void signs_are_those_of_the_cookers_predicates(void **state)
{
	(void)state;
	uint64_t random = 0x853c49e6748fea9bull;
	int zeros = 0;
	for (int n = 0; n < 30000; ++n)
	{
		kiln_d3 p[4] = {random_point(&random), random_point(&random), random_point(&random)};
		double u = random_unit(&random), v = random_unit(&random);
		double scale = n % 3 == 0 ? 1 : ldexp(1, (int)(next(&random) % 320) - 280);
		kiln_d3 offset = kiln_d3_scale(random_point(&random), n % 2 ? 0 : 1e6);
		p[3] = kiln_d3_along(kiln_d3_along(p[0], u, kiln_d3_sub(p[1], p[0])), v, kiln_d3_sub(p[2], p[0]));
		for (int i = 0; i < 4; ++i)
		{
			p[i] = kiln_d3_scale(kiln_d3_add(p[i], offset), scale);
			if (n % 11 == 0)
				p[i].y = p[0].y;
		}
		int expected = cookers_sign(&p[0], &p[1], &p[2], &p[3]);
		zeros += expected == 0;
		assert_int_equal(sign_of(kiln_orient3_sign(&p[0], &p[1], &p[2], &p[3])), expected);
		assert_int_equal(
			sign_of(kiln_orient3_sign(&p[3], &p[1], &p[0], &p[2])), cookers_sign(&p[3], &p[1], &p[0], &p[2]));
		if (scale > 1e-60)
			assert_int_equal(sign_of(kiln_orient3_value(&p[0], &p[1], &p[2], &p[3])), expected);
		const double q[3][2] = {
			{p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[0].x + 0.25 * (p[1].x - p[0].x), p[0].y + 0.25 * (p[1].y - p[0].y)}};
		const kiln_d2 r[3] = {{q[0][0], q[0][1]}, {q[1][0], q[1][1]}, {q[2][0], q[2][1]}};
		assert_int_equal(sign_of(kiln_orient2_sign(r[0], r[1], r[2])), exact_orient2d(q[0], q[1], q[2]));
		assert_int_equal(sign_of(kiln_orient2_sign(r[2], r[1], r[0])), exact_orient2d(q[2], q[1], q[0]));
	}
	assert_in_range(zeros, 2500, 15000);
}

/// Of random needles of all sizes, decided exactly: the crossing of edges with triangles, by the cooker's predicates.
static bool edges_pierce(const kiln_d3 a[3], const kiln_d3 b[3])
{
	for (int i = 0; i < 3; ++i)
	{
		const kiln_d3 *p = &a[i], *q = &a[(i + 1) % 3];
		int from = cookers_sign(&b[0], &b[1], &b[2], p), to = cookers_sign(&b[0], &b[1], &b[2], q), sum = 0, size = 0;
		for (int j = 0; j < 3; ++j)
		{
			int side = cookers_sign(p, q, &b[j], &b[(j + 1) % 3]);
			sum += side;
			size += side != 0;
		}
		if (from * to <= 0 && (from || to) && (sum == size || sum == -size))
			return true;
	}
	return false;
}

static void needles_of_all_sizes_are_decided_exactly(void **state)
{
	(void)state;
	uint64_t random = 0xaf251af3b0f025b5ull;
	int touching = 0, total = 0;
	for (int n = 0; n < 40000; ++n)
	{
		kiln_d3 a[3], b[3];
		hard_pair(&random, a, b);
		if (n % 3 == 0) // an end within rounding of the other's plane
			b[0] = kiln_d3_along(kiln_d3_along(a[0], 0.25, kiln_d3_sub(a[1], a[0])), 0.5, kiln_d3_sub(a[2], a[0]));
		// Of triangles in one plane, edges may cross though none pierces.
		if (!cookers_sign(&a[0], &a[1], &a[2], &b[0]) && !cookers_sign(&a[0], &a[1], &a[2], &b[1]) &&
			!cookers_sign(&a[0], &a[1], &a[2], &b[2]))
			continue;
		bool expected = edges_pierce(a, b) || edges_pierce(b, a);
		++total;
		touching += expected;
		assert_int_equal(kiln_triangles_touch(a, b), expected);
		assert_int_equal(kiln_triangles_touch(b, a), expected);
		kiln_d3 ends[2];
		bool coplanar;
		assert_int_equal(kiln_triangles_contact(a, b, ends, &coplanar), expected);
		for (int i = 0; expected && i < 2; ++i)
		{
			const kiln_d3 point[3] = {ends[i], ends[i], ends[i]};
			double room = 0x1p-48 * (kiln_d3_largest(ends[i]) + size_of(a, b));
			if (n < 4000)
			{
				assert_true(minkowski_distance2(point, a) <= room * room);
				assert_true(minkowski_distance2(point, b) <= room * room);
			}
		}
	}
	assert_in_range(total, 33000, 40000);
	assert_in_range(touching, 3000, 30000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lattice_pairs_are_decided_exactly),
		cmocka_unit_test(contacts_end_where_the_shared_set_ends),
		cmocka_unit_test(distances_are_those_of_the_minkowski_difference),
		cmocka_unit_test(distances_of_needles_and_near_parallels_are_right),
		cmocka_unit_test(signs_are_those_of_the_cookers_predicates),
		cmocka_unit_test(needles_of_all_sizes_are_decided_exactly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
