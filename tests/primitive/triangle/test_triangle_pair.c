// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "math/orient_double.h"
#include "primitive/triangle/pair.h"
#include "triangle_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void lattice_pairs_are_decided_exactly(void **state)
{
	(void)state;
	uint64_t random = 0x9e3779b97f4a7c15ull;
	int touching = 0, count = TRIALS_SLOW ? 200000 : 1000000;
	for (int n = 0; n < count; ++n)
	{
		lattice_triangle a, b;
		kiln_d3 p[3], q[3];
		lattice_pair(&random, 1 + n % 7, &a, &b);
		uint64_t r = case_next(&random);
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
		lattice_corners(&a, (int)(r % 6), scale, p);
		lattice_corners(&b, (int)(r / 6 % 6), scale, q);
		for (int i = 0; i < 9; ++i)
		{
			a.at[i / 3][i % 3] -= far;
			b.at[i / 3][i % 3] -= far;
		}
		bool expected = lattice_touch(&a, &b);
		touching += expected;
		assert_int_equal(kilni_triangles_touch(p, q), expected);
		assert_int_equal(kilni_triangles_touch(q, p), expected);
	}
	assert_in_range(touching, count / 4, count);
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

/// Points that may be the ends of the common part of two triangles.
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
	lattice_cross(u, v, normal);
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
			lattice_cross(edge, side, both);
			for (int k = 0; k < 3; ++k)
				between[k] = other->at[j][k] - one->at[i][k];
			lattice_cross(between, side, turned);
			if (!lattice_zero(both) && lattice_touch(&segment, &opposite))
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
			lattice_cross(u, v, normal);
			if (dot(normal, w))
				return false;
			edge_of(b, j, v);
			lattice_cross(u, v, normal);
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
		lattice_cross(u, v, normal);
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
	for (int n = 0; n < (TRIALS_SLOW ? 30000 : 80000); ++n)
	{
		lattice_triangle a, b;
		kiln_d3 p[3], q[3], ends[2];
		bool coplanar = false;
		double scale = n % 5 == 0 ? 0x1p-200 : n % 7 == 0 ? 0x1p38 : 1;
		lattice_pair(&random, 1 + n % 6, &a, &b);
		lattice_corners(&a, (int)(case_next(&random) % 6), scale, p);
		lattice_corners(&b, (int)(case_next(&random) % 6), scale, q);
		assert_int_equal(kilni_triangles_contact(p, q, ends, &coplanar), lattice_touch(&a, &b));
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
	assert_in_range(met, 6000, 75000);
	assert_in_range(flat, 1000, 30000);
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

/// Compares with the cooker's predicates, which are independent code.
static void signs_are_those_of_the_cookers_predicates(void **state)
{
	(void)state;
	uint64_t random = 0x853c49e6748fea9bull;
	int zeros = 0;
	for (int n = 0; n < 30000; ++n)
	{
		kiln_d3 p[4] = {case_point(&random), case_point(&random), case_point(&random)};
		double u = case_unit(&random), v = case_unit(&random);
		double scale = n % 3 == 0 ? 1 : ldexp(1, (int)(case_next(&random) % 320) - 280);
		kiln_d3 offset = kiln_d3_scale(case_point(&random), n % 2 ? 0 : 1e6);
		p[3] = kiln_d3_along(kiln_d3_along(p[0], u, kiln_d3_sub(p[1], p[0])), v, kiln_d3_sub(p[2], p[0]));
		for (int i = 0; i < 4; ++i)
		{
			p[i] = kiln_d3_scale(kiln_d3_add(p[i], offset), scale);
			if (n % 11 == 0)
				p[i].y = p[0].y;
		}
		int expected = cookers_sign(&p[0], &p[1], &p[2], &p[3]);
		zeros += expected == 0;
		assert_int_equal(sign_of(kilni_orient3_sign(&p[0], &p[1], &p[2], &p[3])), expected);
		assert_int_equal(
			sign_of(kilni_orient3_sign(&p[3], &p[1], &p[0], &p[2])), cookers_sign(&p[3], &p[1], &p[0], &p[2]));
		if (scale > 1e-60)
			assert_int_equal(sign_of(kilni_orient3_value(&p[0], &p[1], &p[2], &p[3])), expected);
		const double q[3][2] = {
			{p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[0].x + 0.25 * (p[1].x - p[0].x), p[0].y + 0.25 * (p[1].y - p[0].y)}};
		const kiln_d2 r[3] = {{q[0][0], q[0][1]}, {q[1][0], q[1][1]}, {q[2][0], q[2][1]}};
		assert_int_equal(sign_of(kilni_orient2_sign(r[0], r[1], r[2])), exact_orient2d(q[0], q[1], q[2]));
		assert_int_equal(sign_of(kilni_orient2_sign(r[2], r[1], r[0])), exact_orient2d(q[2], q[1], q[0]));
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
		needle_pair(&random, a, b);
		if (n % 3 == 0) // an end within rounding of the other's plane
			b[0] = kiln_d3_along(kiln_d3_along(a[0], 0.25, kiln_d3_sub(a[1], a[0])), 0.5, kiln_d3_sub(a[2], a[0]));
		// Of triangles in one plane, edges may cross though none pierces.
		if (!cookers_sign(&a[0], &a[1], &a[2], &b[0]) && !cookers_sign(&a[0], &a[1], &a[2], &b[1]) &&
			!cookers_sign(&a[0], &a[1], &a[2], &b[2]))
			continue;
		bool expected = edges_pierce(a, b) || edges_pierce(b, a);
		++total;
		touching += expected;
		assert_int_equal(kilni_triangles_touch(a, b), expected);
		assert_int_equal(kilni_triangles_touch(b, a), expected);
		kiln_d3 ends[2];
		bool coplanar;
		assert_int_equal(kilni_triangles_contact(a, b, ends, &coplanar), expected);
		for (int i = 0; expected && i < 2; ++i)
		{
			const kiln_d3 point[3] = {ends[i], ends[i], ends[i]};
			double room = 0x1p-48 * (kiln_d3_largest(ends[i]) + pair_size(a, b));
			if (n < (TRIALS_SLOW ? 1000 : 4000))
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
		cmocka_unit_test(signs_are_those_of_the_cookers_predicates),
		cmocka_unit_test(needles_of_all_sizes_are_decided_exactly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
