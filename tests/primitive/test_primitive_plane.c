// SPDX-License-Identifier: MIT
#include "primitive/point/primitive_point.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF};

/// Normals of any length; d such that planes pass near the points of the family.
static kiln_plane random_plane(uint64_t *random, point_family family)
{
	kiln_plane plane = {point_random3(random, point_below(random, POINT_FAMILIES)), point_random(random, family)};
	if (plane.normal.x == 0 && plane.normal.y == 0 && plane.normal.z == 0)
		plane.normal.z = 1;
	// Valid planes pass within 2 KILN_COORDINATE_MAX of the origin.
	while (fabs((double)plane.d) > 0x1p40 * kiln_d3_largest(kiln_d3_from(plane.normal)))
		plane.d *= 0x1p-10f;
	return plane;
}

static real height_of(const kiln_plane *plane, kiln_vec3 p)
{
	return real_sub(real3_dot(real3_from(plane->normal), real3_from(p)), real_from((double)plane->d));
}

/// Returns a point in the plane, except for rounding.
static kiln_vec3 near_plane(uint64_t *random, const kiln_plane *plane, kiln_vec3 p)
{
	double length2 = kiln_d3_length2(kiln_d3_from(plane->normal));
	double height = real_to(height_of(plane, p)) / length2;
	kiln_d3 foot = kiln_d3_along(kiln_d3_from(p), -height, kiln_d3_from(plane->normal));
	if (!(kiln_d3_largest(foot) <= 1e12))
		return p;
	p = kiln_d3_to(foot);
	p.x = point_nudge(random, p.x);
	return p;
}

static bool nearly(float got, real want, double ulps, double size)
{
	double value = real_to(want);
	return fabs((double)got - value) <= ulps * 0x1p-24 * fabs(value) + 0x1p-149 + size;
}

static void heights_and_sides_are_exact(void **state)
{
	(void)state;
	uint64_t random = 1, usual = trials_random(20000), most = usual + trials_near(10000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		point_family family = trial % POINT_FAMILIES;
		kiln_plane plane = random_plane(&random, family);
		kiln_triangle triangle;
		int signs[3];
		float thickness = point_below(&random, 3) ? fabsf(point_random(&random, family)) : 0;
		real length = real3_length(real3_from(plane.normal));
		real thick = real_mul(real_from((double)thickness), length);
		bool front = false, back = false, close = false;
		for (int i = 0; i < 3; ++i)
		{
			kiln_vec3 p = point_random3(&random, family);
			p = trial < usual ? p : near_plane(&random, &plane, p);
			triangle.corners[i] = p;
			real height = height_of(&plane, p);
			signs[i] = real_sign(height);
			real beyond = real_sub(real_abs(height), thick);
			bool out = real_sign(beyond) > 0;
			// Within rounding of the limit, the point counts as on the plane.
			close |= thickness > 0 && real_compare(real_abs(beyond), real_mul(thick, real_from(0x1p-47))) < 0;
			front |= out && signs[i] > 0;
			back |= out && signs[i] < 0;
			assert_true(nearly(kiln_height_point_plane(&p, &plane), real_div(height, length), 1.01, 0));
			assert_int_equal(kiln_side_point_plane(&p, &plane, 0), signs[i]);
		}
		kiln_side want = front && back ? KILN_SIDE_STRADDLES : (kiln_side)(front - back);
		kiln_polygon polygon = {triangle.corners, 3};
		if (!close)
		{
			assert_int_equal(kiln_side_triangle_plane(&triangle, &plane, thickness), want);
			assert_int_equal(kiln_side_polygon_plane(&polygon, &plane, thickness), want);
		}
	}
}

static void thickness_puts_what_touches_on_the_plane(void **state)
{
	(void)state;
	const kiln_plane plane = {{0, 0, 2}, 2};
	kiln_vec3 p = {5, 6, 1.5f};
	assert_int_equal(kiln_side_point_plane(&p, &plane, 0.5f), KILN_SIDE_ON);
	assert_int_equal(kiln_side_point_plane(&p, &plane, 0.25f), KILN_SIDE_FRONT);
	assert_int_equal(kiln_side_point_plane(&p, &plane, HUGE_VALF), KILN_SIDE_ON);
	p.z = 0.5f;
	assert_int_equal(kiln_side_point_plane(&p, &plane, 0.5f), KILN_SIDE_ON);
	assert_int_equal(kiln_side_point_plane(&p, &plane, 0.25f), KILN_SIDE_BACK);
	const kiln_vec3 corners[4] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 2}, {0, 1, 2}};
	const kiln_polygon polygon = {corners, 4};
	assert_int_equal(kiln_side_polygon_plane(&polygon, &plane, 0), KILN_SIDE_FRONT);
}

/// Computes the point of both planes that is nearest to the origin, x n + y m, from their products (Gram).
static bool nearest_of_both(const kiln_plane *a, const kiln_plane *b, real3 *nearest)
{
	real3 n = real3_from(a->normal), m = real3_from(b->normal);
	real nn = real3_length2(n), mm = real3_length2(m), nm = real3_dot(n, m);
	// nn mm - nm nm, without cancelling (Lagrange).
	real whole = real3_length2(real3_cross(n, m));
	if (real_sign(whole) == 0)
		return false;
	real d = real_from((double)a->d), e = real_from((double)b->d);
	real x = real_div(real_sub(real_mul(d, mm), real_mul(e, nm)), whole);
	real y = real_div(real_sub(real_mul(e, nn), real_mul(d, nm)), whole);
	*nearest = real3_add(real3_scale(n, x), real3_scale(m, y));
	return true;
}

static bool all_near(kiln_vec3 got, real3 want, double ulps)
{
	double size = ulps * 0x1p-24 * kiln_d3_largest(real3_to(want));
	return nearly(got.x, want.x, 0, size) && nearly(got.y, want.y, 0, size) && nearly(got.z, want.z, 0, size);
}

static void two_planes_have_the_line_that_their_equations_say(void **state)
{
	(void)state;
	uint64_t random = 2, usual = trials_random(20000), most = usual + trials_near(10000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		kiln_plane a = random_plane(&random, trial % POINT_FAMILIES), b = random_plane(&random, trial % POINT_FAMILIES);
		if (trial >= usual)
		{
			b.normal = a.normal;
			b.normal.y = point_nudge(&random, b.normal.y);
			b.normal.z = point_nudge(&random, b.normal.z);
		}
		kiln_line line = {{7, 7, 7}, {7, 7, 7}};
		real3 want;
		bool exists = nearest_of_both(&a, &b, &want);
		bool found = kiln_intersect_plane_plane(&a, &b, &line);
		assert_true(exists || !found);
		if (!found)
		{
			assert_true(line.point.x == 7 && line.direction.z == 7);
			assert_true(!exists || kiln_d3_largest(real3_to(want)) > 0x1.fp39);
			continue;
		}
		// x and y cancel: 256 bits are not enough for planes that are closer to parallel.
		if (real_to(real3_length(real3_cross(real3_from(a.normal), real3_from(b.normal)))) >
			0x1p-60 * kiln_d3_largest(kiln_d3_from(a.normal)) * kiln_d3_largest(kiln_d3_from(b.normal)))
			assert_true(all_near(line.point, want, 1.01));
		real3 along = real3_cross(real3_from(a.normal), real3_from(b.normal));
		along = real3_scale(along, real_div(real_from_int(1), real3_length(along)));
		assert_true(all_near(line.direction, along, 1.5));
	}
}

/// By elimination with the largest pivot.
static bool solve(const kiln_plane planes[3], real3 *point)
{
	real m[3][4];
	for (int i = 0; i < 3; ++i)
	{
		real3 n = real3_from(planes[i].normal);
		m[i][0] = n.x;
		m[i][1] = n.y;
		m[i][2] = n.z;
		m[i][3] = real_from((double)planes[i].d);
	}
	for (int column = 0; column < 3; ++column)
	{
		int pivot = column;
		for (int i = column + 1; i < 3; ++i)
			if (real_compare(real_abs(m[i][column]), real_abs(m[pivot][column])) > 0)
				pivot = i;
		for (int j = 0; j < 4; ++j)
		{
			real swap = m[column][j];
			m[column][j] = m[pivot][j];
			m[pivot][j] = swap;
		}
		if (real_sign(m[column][column]) == 0)
			return false;
		for (int i = 0; i < 3; ++i)
		{
			real share = real_div(m[i][column], m[column][column]);
			for (int j = 0; i != column && j < 4; ++j)
				m[i][j] = real_sub(m[i][j], real_mul(share, m[column][j]));
		}
	}
	*point = (real3){real_div(m[0][3], m[0][0]), real_div(m[1][3], m[1][1]), real_div(m[2][3], m[2][2])};
	return true;
}

static void three_planes_have_the_point_that_elimination_finds(void **state)
{
	(void)state;
	uint64_t random = 3, usual = trials_random(20000), most = usual + trials_near(10000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		kiln_plane planes[3];
		for (int i = 0; i < 3; ++i)
			planes[i] = random_plane(&random, trial % POINT_FAMILIES);
		if (trial >= usual)
		{
			// The third normal is close to the plane of the others.
			kiln_d3 sum = kiln_d3_add(kiln_d3_from(planes[0].normal), kiln_d3_from(planes[1].normal));
			planes[2].normal = kiln_d3_to(kiln_d3_scale(sum, 0.5));
			planes[2].normal.x = point_nudge(&random, planes[2].normal.x);
			if (kiln_d3_largest(kiln_d3_from(planes[2].normal)) == 0)
				planes[2].normal.x = 1;
		}
		kiln_vec3 point = {7, 7, 7};
		bool found = kiln_intersect_plane_plane_plane(&planes[0], &planes[1], &planes[2], &point);
		// Exactly: elimination divides.
		real3 n = real3_from(planes[0].normal), want;
		real whole = real3_dot(n, real3_cross(real3_from(planes[1].normal), real3_from(planes[2].normal)));
		bool exists = real_sign(whole) != 0;
		double sizes = 1;
		for (int i = 0; i < 3; ++i)
			sizes *= kiln_d3_largest(kiln_d3_from(planes[i].normal));
		if (!found)
		{
			assert_true(point.x == 7 && point.y == 7 && point.z == 7);
			assert_true(!exists || !solve(planes, &want) || kiln_d3_largest(real3_to(want)) > 0x1.fp39);
			continue;
		}
		assert_true(exists && solve(planes, &want));
		// Elimination cancels: 256 bits are not enough for normals that are closer to a common plane.
		if (fabs(real_to(whole)) > 0x1p-60 * sizes)
			assert_true(nearly(point.x, want.x, 1.01, 0) && nearly(point.y, want.y, 1.01, 0) &&
						nearly(point.z, want.z, 1.01, 0));
	}
}

static void planes_of_triangles_pass_their_corners(void **state)
{
	(void)state;
	uint64_t random = 4, usual = trials_random(20000), most = usual + trials_near(10000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		point_family family = trial % POINT_FAMILIES;
		kiln_triangle triangle;
		for (int i = 0; i < 3; ++i)
			triangle.corners[i] = point_random3(&random, family);
		if (trial >= usual)
		{
			triangle.corners[2] = point_between3(&random, triangle.corners[0], triangle.corners[1]);
			triangle.corners[2].z = point_nudge(&random, triangle.corners[2].z);
		}
		real3 o = real3_from(triangle.corners[0]), e = real3_sub(real3_from(triangle.corners[1]), o);
		real3 normal = real3_cross(e, real3_sub(real3_from(triangle.corners[2]), o));
		kiln_plane plane = {{7, 7, 7}, 7};
		bool found = kiln_plane_from_triangle(&triangle, &plane);
		assert_int_equal(found, real_sign(real3_length2(normal)) != 0);
		if (!found)
		{
			assert_true(plane.d == 7 && plane.normal.x == 7);
			continue;
		}
		normal = real3_scale(normal, real_div(real_from_int(1), real3_length(normal)));
		assert_true(all_near(plane.normal, normal, 1.5));
		// The plane of the stored normal through the mean; corners may be off by its rounding.
		double size = 0, away = 0;
		for (int i = 0; i < 3; ++i)
		{
			away = fmax(away, kiln_d3_largest(kiln_d3_from(triangle.corners[i])));
			size = fmax(size, kiln_d3_largest(real3_to(real3_sub(real3_from(triangle.corners[i]), o))));
		}
		for (int i = 0; i < 3; ++i)
		{
			double height = fabs(real_to(height_of(&plane, triangle.corners[i])));
			assert_true(height <= 0x1p-22 * size + 0x1p-23 * away + 0x1p-148);
		}
		kiln_polygon polygon = {triangle.corners, 3};
		kiln_plane same;
		assert_true(kiln_plane_from_polygon(&polygon, &same));
		assert_memory_equal(&same, &plane, sizeof plane);
	}
}

static void polygons_have_the_plane_of_their_area(void **state)
{
	(void)state;
	uint64_t random = 5, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		kiln_vec3 corners[9];
		uint32_t count = 3 + point_below(&random, 7);
		real3 sum = {real_from_int(0), real_from_int(0), real_from_int(0)};
		for (uint32_t i = 0; i < count; ++i)
			corners[i] = point_random3(&random, trial % POINT_MIXED);
		double size = 0;
		for (uint32_t i = 0; i < count; ++i)
		{
			real3 a = real3_from(corners[i]), b = real3_from(corners[(i + 1) % count]);
			sum = real3_add(sum, real3_cross(a, b));
			double side = kiln_d3_largest(real3_to(real3_sub(a, real3_from(corners[0]))));
			size = fmax(size, side * side);
		}
		kiln_polygon polygon = {corners, count};
		kiln_plane plane;
		double area = kiln_d3_largest(real3_to(sum));
		if (!kiln_plane_from_polygon(&polygon, &plane))
		{
			assert_true(area <= 0x1p-38 * size);
			continue;
		}
		if (area < 0x1p-15 * size)
			continue;
		real3 normal = real3_scale(sum, real_div(real_from_int(1), real3_length(sum)));
		assert_true(all_near(plane.normal, normal, 1.5));
	}
}

static void what_is_not_usable_has_no_planes(void **state)
{
	(void)state;
	const kiln_plane good[3] = {{{1, 0, 0}, 1}, {{0, 1, 0}, 2}, {{0, 0, 1}, 3}};
	kiln_line line;
	kiln_vec3 point, zero = {0, 0, 0};
	assert_true(kiln_intersect_plane_plane_plane(&good[0], &good[1], &good[2], &point));
	assert_true(point.x == 1 && point.y == 2 && point.z == 3);
	assert_true(kiln_intersect_plane_plane(&good[0], &good[1], &line));
	assert_true(line.point.x == 1 && line.point.y == 2 && line.point.z == 0 && line.direction.z == 1);
	assert_false(kiln_intersect_plane_plane(&good[0], &good[0], &line));
	assert_false(kiln_intersect_plane_plane_plane(&good[0], &good[1], &good[0], &point));
	// They meet beyond all coordinates.
	const kiln_plane tilted = {{1, 1e-20f, 0}, 2};
	assert_false(kiln_intersect_plane_plane(&good[0], &tilted, &line));
	assert_false(kiln_intersect_plane_plane_plane(&good[0], &tilted, &good[2], &point));
	const kiln_triangle triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
	const kiln_polygon polygon = {triangle.corners, 3}, two = {triangle.corners, 2};
	kiln_plane plane;
	assert_false(kiln_plane_from_polygon(&two, &plane));
	assert_int_equal(kiln_side_polygon_plane(&two, &good[0], 0), KILN_SIDE_STRADDLES);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		kiln_plane broken = {{1, bad[i], 0}, 0}, d = {{1, 0, 0}, bad[i]};
		assert_false(kiln_intersect_plane_plane(&broken, &good[0], &line));
		assert_false(kiln_intersect_plane_plane(&good[0], &d, &line));
		assert_false(kiln_intersect_plane_plane_plane(&broken, &good[1], &good[2], &point));
		assert_false(kiln_intersect_plane_plane_plane(&good[0], &broken, &good[2], &point));
		assert_false(kiln_intersect_plane_plane_plane(&good[0], &good[1], &d, &point));
		kiln_vec3 p = {0, 0, bad[i]};
		kiln_triangle bent = triangle;
		bent.corners[1] = p;
		kiln_polygon bent_polygon = {bent.corners, 3};
		assert_true(kiln_height_point_plane(&p, &good[0]) == 0 && kiln_height_point_plane(&zero, &broken) == 0);
		assert_int_equal(kiln_side_point_plane(&p, &good[0], 0), KILN_SIDE_STRADDLES);
		assert_int_equal(kiln_side_point_plane(&zero, &d, 0), KILN_SIDE_STRADDLES);
		assert_int_equal(kiln_side_triangle_plane(&bent, &good[0], 0), KILN_SIDE_STRADDLES);
		assert_int_equal(kiln_side_triangle_plane(&triangle, &d, 0), KILN_SIDE_STRADDLES);
		assert_int_equal(kiln_side_polygon_plane(&bent_polygon, &good[0], 0), KILN_SIDE_STRADDLES);
		assert_int_equal(kiln_side_polygon_plane(&polygon, &broken, 0), KILN_SIDE_STRADDLES);
		assert_false(kiln_plane_from_triangle(&bent, &plane));
		assert_false(kiln_plane_from_polygon(&bent_polygon, &plane));
	}
	for (int i = 0; i < 2; ++i)
	{
		float thickness = i ? NAN : -1.0f;
		assert_int_equal(kiln_side_point_plane(&zero, &good[0], thickness), KILN_SIDE_STRADDLES);
		assert_int_equal(kiln_side_triangle_plane(&triangle, &good[0], thickness), KILN_SIDE_STRADDLES);
		assert_int_equal(kiln_side_polygon_plane(&polygon, &good[0], thickness), KILN_SIDE_STRADDLES);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heights_and_sides_are_exact),
		cmocka_unit_test(thickness_puts_what_touches_on_the_plane),
		cmocka_unit_test(two_planes_have_the_line_that_their_equations_say),
		cmocka_unit_test(three_planes_have_the_point_that_elimination_finds),
		cmocka_unit_test(planes_of_triangles_pass_their_corners),
		cmocka_unit_test(polygons_have_the_plane_of_their_area),
		cmocka_unit_test(what_is_not_usable_has_no_planes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
