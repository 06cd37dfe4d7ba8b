// SPDX-License-Identifier: MIT
#include "kiln/primitive/closest.h"
#include "primitive_point.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF, 1.2e12f};

static uint64_t count_of(bool near)
{
	return near ? trials_near(10000) : trials_random(20000);
}

/// Nearly degenerate points lie on or near the segments between others; not closer than 256 bits can divide by.
static void random_points(uint64_t *random, point_family family, bool near, kiln_vec3 *points, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		points[i] = point_random3(random, family);
		if (!near || i < 2 || point_below(random, 3) == 0)
			continue;
		points[i] = point_between3(random, points[point_below(random, i)], points[point_below(random, i)]);
		if (point_below(random, 2))
			points[i] = point_between3(random, points[i], points[point_below(random, i)]);
		if (point_below(random, 2))
			points[i].y = points[i].y == 0 ? 0x1p-28f : point_nudge(random, points[i].y);
	}
}

static void tetrahedra_contain_what_shares_of_their_edges_say(void **state)
{
	(void)state;
	static const int orders[4][4] = {{1, 0, 2, 3}, {3, 1, 0, 2}, {2, 3, 1, 0}, {0, 2, 3, 1}};
	uint64_t random = 1, inside = 0;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec3 p[5];
			random_points(&random, trial % POINT_FAMILIES, near, p, 5);
			if (point_below(&random, 4) == 0)
				p[4] =
					point_between3(&random, point_between3(&random, p[0], p[1]), point_between3(&random, p[2], p[3]));
			kiln_tetrahedron tetrahedron, turned;
			for (int i = 0; i < 4; ++i)
			{
				tetrahedron.corners[i] = p[i];
				turned.corners[i] = p[orders[trial & 3][i]];
			}
			bool in = point_in_tetrahedron_exactly(p[4], p);
			inside += in;
			assert_int_equal(kiln_point_in_tetrahedron(&p[4], &tetrahedron), in);
			assert_int_equal(kiln_point_in_tetrahedron(&p[4], &turned), in);
			assert_int_equal(kiln_closest_point_tetrahedron(&p[4], &tetrahedron).distance == 0, in);
		}
	assert_true(inside > (count_of(0) + count_of(1)) / 20);
}

static void flat_tetrahedra_are_what_is_left(void **state)
{
	(void)state;
	const kiln_tetrahedron flat = {{{0, 0, 0}, {4, 0, 4}, {4, 4, 4}, {0, 4, 0}}};
	const kiln_tetrahedron segment = {{{0, 0, 0}, {1, 2, 3}, {3, 6, 9}, {2, 4, 6}}},
						   point = {{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}};
	assert_true(kiln_point_in_tetrahedron(&(kiln_vec3){3, 1, 3}, &flat));
	assert_true(kiln_point_in_tetrahedron(&(kiln_vec3){1, 3, 1}, &flat));
	assert_true(kiln_point_in_tetrahedron(&(kiln_vec3){4, 2, 4}, &flat));
	assert_false(kiln_point_in_tetrahedron(&(kiln_vec3){3, 1, 2}, &flat));
	assert_false(kiln_point_in_tetrahedron(&(kiln_vec3){5, 1, 5}, &flat));
	assert_true(kiln_point_in_tetrahedron(&(kiln_vec3){2.5f, 5, 7.5f}, &segment));
	assert_false(kiln_point_in_tetrahedron(&(kiln_vec3){4, 8, 12}, &segment));
	assert_false(kiln_point_in_tetrahedron(&(kiln_vec3){1, 2, 2}, &segment));
	assert_true(kiln_point_in_tetrahedron(&(kiln_vec3){1, 1, 1}, &point));
	assert_false(kiln_point_in_tetrahedron(&(kiln_vec3){1, 1, 2}, &point));
}

/// Weights of the foot of p in a triangle's plane by the products of its edges (Gram), or false without area.
static bool weigh(kiln_vec3 p, const kiln_vec3 corners[3], real weights[3])
{
	real3 o = real3_from(corners[0]), e = real3_sub(real3_from(corners[1]), o),
		  f = real3_sub(real3_from(corners[2]), o);
	real3 from = real3_sub(real3_from(p), o);
	real ee = real3_dot(e, e), ff = real3_dot(f, f), ef = real3_dot(e, f), pe = real3_dot(from, e),
		 pf = real3_dot(from, f);
	real whole = real3_length2(real3_cross(e, f));
	if (real_sign(whole) == 0)
		return false;
	weights[1] = real_div(real_sub(real_mul(ff, pe), real_mul(ef, pf)), whole);
	weights[2] = real_div(real_sub(real_mul(ee, pf), real_mul(ef, pe)), whole);
	weights[0] = real_sub(real_sub(real_from_int(1), weights[1]), weights[2]);
	return true;
}

/// Returns the distance of p from the line of the edge opposite a corner, divided by the corner's height over it.
static double reach_of(kiln_vec3 p, const kiln_vec3 corners[3], int corner)
{
	real3 a = real3_from(corners[(corner + 1) % 3]), edge = real3_sub(real3_from(corners[(corner + 2) % 3]), a);
	real3 top = real3_cross(edge, real3_sub(real3_from(corners[corner]), a));
	real3 from = real3_cross(edge, real3_sub(real3_from(p), a));
	return real_to(real_div(real3_length(from), real3_length(top)));
}

static void triangles_have_the_weights_that_their_edges_say(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec3 p[4];
			random_points(&random, trial % POINT_MIXED, near, p, 4);
			if (trial & 1)
				p[3] = point_between3(&random, p[2], point_between3(&random, p[0], p[1]));
			kiln_triangle triangle = {{p[0], p[1], p[2]}}, turned = {{p[1], p[2], p[0]}},
						  mirrored = {{p[1], p[0], p[2]}};
			real want[3];
			float got[3] = {7, 7, 7};
			bool area = weigh(p[3], p, want), in = kiln_point_in_triangle(&p[3], &triangle);
			assert_int_equal(kiln_barycentric_point_triangle(&p[3], &triangle, got), area);
			assert_int_equal(kiln_point_in_triangle(&p[3], &turned), in);
			assert_int_equal(kiln_point_in_triangle(&p[3], &mirrored), in);
			if (!area)
			{
				assert_true(got[0] == 7 && !in);
				continue;
			}
			bool inside = true, outside = false;
			for (int i = 0; i < 3; ++i)
			{
				double weight = real_to(want[i]), rounding = 0x1p-42 * reach_of(p[3], p, i);
				if (fabs(weight) < 3e38)
					assert_true(fabs((double)got[i] - weight) <= 0x1.01p-24 * fabs(weight) + rounding + 0x1p-149);
				inside &= weight >= 0;
				outside |= weight < -rounding;
			}
			assert_true(in || !inside);
			assert_true(!in || !outside);
		}
}

static void tetrahedra_have_the_weights_of_volumes(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec3 p[5];
			random_points(&random, trial % POINT_MIXED, near, p, 5);
			kiln_tetrahedron tetrahedron;
			memcpy(tetrahedron.corners, p, sizeof tetrahedron.corners);
			float got[4] = {7, 7, 7, 7};
			real whole = point_orient3(p[0], p[1], p[2], p[3]), sum = real_from_int(0);
			bool found = kiln_barycentric_point_tetrahedron(&p[4], &tetrahedron, got);
			assert_int_equal(found, real_sign(whole) != 0);
			for (int i = 3; found && i >= 0; --i)
			{
				// Coordinates of p - corner 0 in edges (Cramer); the first is the remainder.
				kiln_vec3 with[4] = {p[0], p[1], p[2], p[3]};
				with[i] = p[4];
				real weight = i ? real_div(point_orient3(with[0], with[1], with[2], with[3]), whole)
								: real_sub(real_from_int(1), sum);
				sum = real_add(sum, weight);
				double want = real_to(weight);
				if (fabs(want) < 3e38)
					assert_true(fabs((double)got[i] - want) <= 0x1.01p-24 * fabs(want) + 0x1p-149 + (i ? 0 : 1e-60));
			}
		}
}

/// A concave polygon in a random plane: an L whose corners are whole numbers of two vectors.
static void polygons_contain_the_points_over_them(void **state)
{
	(void)state;
	static const float outline[6][2] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
	uint64_t random = 4;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			// Whole numbers: exactly flat, and exactly perpendicular to the normal.
			kiln_d3 o = kiln_d3_from(point_random3(&random, POINT_LATTICE)), e, f;
			e = kiln_d3_from(point_random3(&random, POINT_LATTICE));
			f = kiln_d3_from(point_random3(&random, POINT_LATTICE));
			kiln_d3 normal = kiln_d3_cross(e, f);
			if (kiln_d3_largest(normal) == 0)
				continue;
			double scale = trial & 4 ? 0x1p-60 : trial & 8 ? 0x1p12 : 1;
			kiln_vec3 corners[6], turned[6];
			uint32_t shift = point_below(&random, 6);
			for (uint32_t i = 0; i < 6; ++i)
			{
				kiln_d3 p = kiln_d3_along(kiln_d3_along(o, (double)outline[i][0], e), (double)outline[i][1], f);
				corners[i] = kiln_d3_to(kiln_d3_scale(p, scale));
				turned[(i + shift) % 6] = corners[i];
			}
			double s = (double)point_below(&random, 24) / 4 - 0.5, t = (double)point_below(&random, 24) / 4 - 0.5;
			double height = near ? (double)point_below(&random, 1 << 12) : (double)point_below(&random, 3);
			kiln_d3 at = kiln_d3_along(kiln_d3_along(kiln_d3_along(o, s, e), t, f), height, normal);
			kiln_vec3 p = kiln_d3_to(kiln_d3_scale(at, scale));
			bool in = s >= 0 && t >= 0 && s <= 4 && t <= 4 && (s <= 2 || t <= 2);
			kiln_polygon polygon = {corners, 6}, other = {turned, 6};
			assert_int_equal(kiln_point_in_polygon(&p, &polygon), in);
			assert_int_equal(kiln_point_in_polygon(&p, &other), in);
		}
}

static kiln_vec3 turned_axes(kiln_vec3 p)
{
	return (kiln_vec3){p.y, p.z, p.x};
}

static void turning_space_changes_no_verdict_and_weights_by_rounding(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			// By a third of a turn about 1, 1, 1, which is exact.
			kiln_vec3 p[5], q[5];
			random_points(&random, trial % POINT_FAMILIES, near, p, 5);
			for (int i = 0; i < 5; ++i)
				q[i] = turned_axes(p[i]);
			kiln_tetrahedron solid = {{p[0], p[1], p[2], p[3]}}, turned_solid = {{q[0], q[1], q[2], q[3]}};
			kiln_triangle triangle = {{p[0], p[1], p[2]}}, turned = {{q[0], q[1], q[2]}};
			assert_int_equal(kiln_point_in_tetrahedron(&p[4], &solid), kiln_point_in_tetrahedron(&q[4], &turned_solid));
			float weights[4] = {0, 0, 0, 0}, others[4] = {0, 0, 0, 0};
			bool found = kiln_barycentric_point_tetrahedron(&p[4], &solid, weights);
			assert_int_equal(kiln_barycentric_point_tetrahedron(&q[4], &turned_solid, others), found);
			for (int i = 0; i < 4; ++i)
				assert_true(fabsf(weights[i] - others[i]) <= 0x1p-22f * fabsf(weights[i]) || weights[i] == others[i]);
			assert_int_equal(kiln_barycentric_point_triangle(&q[3], &turned, others),
				kiln_barycentric_point_triangle(&p[3], &triangle, weights));
		}
}

static void polygons_without_area_contain_nothing(void **state)
{
	(void)state;
	const kiln_vec3 flat[4] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {1, 1, 1}}, p = {1, 1, 1};
	const kiln_vec3 eight[4] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
	kiln_polygon polygon = {flat, 4};
	assert_false(kiln_point_in_polygon(&p, &polygon));
	polygon.corners = eight;
	assert_false(kiln_point_in_polygon(&p, &polygon));
	kiln_triangle triangle = {{flat[0], flat[1], flat[2]}};
	assert_false(kiln_point_in_triangle(&p, &triangle));
}

static void kdops_contain_what_is_between_their_planes(void **state)
{
	(void)state;
	static const uint32_t ks[] = {6, 8, 12, 14, 18, 20, 24, 26};
	uint64_t random = 5;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec3 points[4], p;
			uint32_t k = ks[trial % 8];
			random_points(&random, POINT_LATTICE, near, points, 4);
			kiln_pose still = {{0, 0, 0, 0}, {0, 0, 0}, 0};
			kiln_kdop kdop = kiln_kdop_from_points(points, 4, 0, &still, k), cut = kdop;
			p = point_random3(&random, POINT_LATTICE);
			if (near)
				p = points[trial & 3];
			// The k-DOP of the points and p is no larger where p is in it.
			kiln_vec3 more[5] = {points[0], points[1], points[2], points[3], p};
			kiln_kdop grown = kiln_kdop_from_points(more, 5, 0, &still, k);
			bool in = memcmp(&grown, &cut, sizeof cut) == 0;
			assert_int_equal(kiln_point_in_kdop(&p, &kdop, k), in);
			assert_false(kiln_point_in_kdop(&p, &kdop, k + 1));
		}
}

static void what_is_not_usable_is_not_in(void **state)
{
	(void)state;
	const kiln_vec3 p = {0.25f, 0.25f, 0};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		kiln_vec3 off = {0.25f, bad[i], 0};
		kiln_triangle triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
		kiln_polygon polygon = {triangle.corners, 3};
		kiln_tetrahedron tetrahedron = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
		kiln_kdop kdop = {{0, 0, 0}, {1, 1, 1}};
		float weights[4];
		assert_true(kiln_point_in_triangle(&p, &triangle) && kiln_point_in_polygon(&p, &polygon));
		assert_true(kiln_point_in_tetrahedron(&p, &tetrahedron) && kiln_point_in_kdop(&p, &kdop, 6));
		assert_false(kiln_point_in_triangle(&off, &triangle) || kiln_point_in_polygon(&off, &polygon));
		assert_false(kiln_point_in_tetrahedron(&off, &tetrahedron) || kiln_point_in_kdop(&off, &kdop, 6));
		assert_false(kiln_barycentric_point_triangle(&off, &triangle, weights));
		assert_false(kiln_barycentric_point_tetrahedron(&off, &tetrahedron, weights));
		triangle.corners[1].z = bad[i];
		tetrahedron.corners[3].z = bad[i];
		kdop.max[1] = i == 3 ? -1 : bad[i];
		assert_false(kiln_point_in_triangle(&p, &triangle) || kiln_point_in_polygon(&p, &polygon));
		assert_false(kiln_point_in_tetrahedron(&p, &tetrahedron) || kiln_point_in_kdop(&p, &kdop, 6));
		assert_false(kiln_barycentric_point_triangle(&p, &triangle, weights));
		assert_false(kiln_barycentric_point_tetrahedron(&p, &tetrahedron, weights));
	}
	assert_false(kiln_point_in_triangle(NULL, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tetrahedra_contain_what_shares_of_their_edges_say),
		cmocka_unit_test(flat_tetrahedra_are_what_is_left),
		cmocka_unit_test(triangles_have_the_weights_that_their_edges_say),
		cmocka_unit_test(tetrahedra_have_the_weights_of_volumes),
		cmocka_unit_test(polygons_contain_the_points_over_them),
		cmocka_unit_test(turning_space_changes_no_verdict_and_weights_by_rounding),
		cmocka_unit_test(polygons_without_area_contain_nothing),
		cmocka_unit_test(kdops_contain_what_is_between_their_planes),
		cmocka_unit_test(what_is_not_usable_is_not_in),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
