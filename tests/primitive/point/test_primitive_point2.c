// SPDX-License-Identifier: MIT
#include "primitive_point.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define CORNERS_MAX 12

static const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF, 1.2e12f};

/// Returns a random point; nearly degenerate ones lie on or near the segment between two others.
static kiln_vec2 some_point(uint64_t *random, point_family family, bool near, const kiln_vec2 *others, uint32_t count)
{
	if (!near || count < 2)
		return point_random2(random, family);
	kiln_vec2 p = point_between2(random, others[point_below(random, count)], others[point_below(random, count)]);
	return point_below(random, 2) ? p : (kiln_vec2){point_nudge(random, p.x), point_nudge(random, p.y)};
}

static uint64_t count_of(bool near)
{
	return near ? trials_near(10000) : trials_random(20000);
}

static void triangles_contain_what_the_line_through_a_point_tells(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec2 p[4];
			for (uint32_t i = 0; i < 4; ++i)
				p[i] = some_point(&random, trial % POINT_FAMILIES, near, p, i);
			kiln_vec2 turned[3] = {p[1], p[2], p[0]}, mirrored[3] = {p[1], p[0], p[2]};
			bool in = point_in_hull2(p[3], p, 3);
			assert_int_equal(kiln_point2_in_triangle(p[3], p), in);
			assert_int_equal(kiln_point2_in_triangle(p[3], turned), in);
			assert_int_equal(kiln_point2_in_triangle(p[3], mirrored), in);
		}
}

/// By crossings of a half-line in another direction, in 256 bits.
static bool in_polygon(kiln_vec2 p, const kiln_vec2 *corners, uint32_t count)
{
	bool inside = false;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec2 edge[2] = {corners[i], corners[(i + 1) % count]};
		if (point_in_hull2(p, edge, 2))
			return true;
		int side = real_sign(point_orient2(edge[0], edge[1], p));
		if ((edge[0].x <= p.x) != (edge[1].x <= p.x) && (side > 0) == (edge[0].x > edge[1].x))
			inside = !inside;
	}
	return inside;
}

static void polygons_contain_what_another_half_line_tells(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec2 corners[CORNERS_MAX], turned[CORNERS_MAX];
			uint32_t count = 3 + point_below(&random, CORNERS_MAX - 2);
			for (uint32_t i = 0; i < count; ++i)
				corners[i] = some_point(&random, trial % POINT_FAMILIES, near && (trial & 64), corners, i);
			kiln_vec2 p = some_point(&random, trial % POINT_FAMILIES, near, corners, count);
			bool in = in_polygon(p, corners, count);
			assert_int_equal(kiln_point2_in_polygon(p, corners, count), in);
			uint32_t shift = point_below(&random, count);
			for (uint32_t i = 0; i < count; ++i)
				turned[i] = corners[(i + shift) % count];
			assert_int_equal(kiln_point2_in_polygon(p, turned, count), in);
			for (uint32_t i = 0; i < count; ++i)
				turned[i] = corners[count - 1 - i];
			assert_int_equal(kiln_point2_in_polygon(p, turned, count), in);
		}
}

/// The hull of points, counterclockwise (Andrew 1979), with the collinear points of its boundary.
static uint32_t hull_of(kiln_vec2 *points, uint32_t count, kiln_vec2 hull[2 * CORNERS_MAX])
{
	for (uint32_t i = 1; i < count; ++i)
		for (uint32_t j = i; j > 0 && (points[j].x < points[j - 1].x ||
										  (points[j].x == points[j - 1].x && points[j].y < points[j - 1].y));
			 --j)
		{
			kiln_vec2 swap = points[j];
			points[j] = points[j - 1];
			points[j - 1] = swap;
		}
	uint32_t kept = 0, distinct = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (i == 0 || points[i].x != points[distinct - 1].x || points[i].y != points[distinct - 1].y)
			points[distinct++] = points[i];
	for (uint32_t i = 0; i < distinct; ++i)
	{
		while (kept >= 2 && real_sign(point_orient2(hull[kept - 2], hull[kept - 1], points[i])) < 0)
			--kept;
		hull[kept++] = points[i];
	}
	uint32_t lower = kept;
	for (uint32_t i = distinct - 1; i-- > 0;)
	{
		while (kept > lower && real_sign(point_orient2(hull[kept - 2], hull[kept - 1], points[i])) < 0)
			--kept;
		hull[kept++] = points[i];
	}
	return kept - 1;
}

static void convex_polygons_contain_what_their_hull_does(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec2 points[CORNERS_MAX], hull[2 * CORNERS_MAX], turned[2 * CORNERS_MAX];
			uint32_t count = 3 + point_below(&random, CORNERS_MAX - 2);
			for (uint32_t i = 0; i < count; ++i)
				points[i] = some_point(&random, trial % POINT_FAMILIES, near && (trial & 64), points, i);
			kiln_vec2 p = some_point(&random, trial % POINT_FAMILIES, near, points, count);
			bool in = point_in_hull2(p, points, count);
			count = hull_of(points, count, hull);
			bool area = false;
			for (uint32_t i = 2; i < count; ++i)
				area |= real_sign(point_orient2(hull[0], hull[1], hull[i])) != 0;
			if (!area)
				continue;
			uint32_t shift = point_below(&random, count);
			for (uint32_t i = 0; i < count; ++i)
				turned[i] = hull[(i + shift) % count];
			assert_int_equal(kiln_point2_in_convex_polygon(p, turned, count), in);
			assert_int_equal(kiln_point2_in_polygon(p, turned, count), in);
			assert_true(kiln_polygon2_is_convex(turned, count));
		}
}

static void convex_polygons_are_searched_from_the_middle_of_a_side(void **state)
{
	(void)state;
	// The first corner lies between others of its side: points of that line are before it or after it.
	const kiln_vec2 square[] = {{2, 0}, {3, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 0}};
	for (int x = -2; x <= 12; ++x)
		for (int y = -2; y <= 10; ++y)
		{
			kiln_vec2 p = {(float)x / 2, (float)y / 2};
			bool in = p.x >= 0 && p.x <= 4 && p.y >= 0 && p.y <= 4;
			assert_int_equal(kiln_point2_in_convex_polygon(p, square, 7), in);
		}
}

static kiln_vec2 with(kiln_vec2 p, int axis, float x)
{
	return axis == 0 ? (kiln_vec2){x, p.y} : (kiln_vec2){p.x, x};
}

static void numbers_that_are_not_usable_are_not_in(void **state)
{
	(void)state;
	const kiln_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}}, p = {1.75f, 1};
	assert_false(kiln_point2_in_polygon(p, square, 2));
	assert_false(kiln_point2_in_polygon(p, NULL, 3));
	assert_false(kiln_point2_in_convex_polygon(p, square, 2));
	assert_false(kiln_point2_in_convex_polygon(p, NULL, 3));
	assert_false(kiln_polygon2_is_convex(square, 2));
	assert_false(kiln_polygon2_is_convex(NULL, 4));
	assert_true(kiln_point2_in_convex_polygon(p, square, 5));
	for (int axis = 0; axis < 2; ++axis)
		for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		{
			kiln_vec2 off = with(p, axis, bad[i]);
			float weights[3] = {7, 7, 7};
			assert_false(kiln_point2_in_triangle(off, square));
			assert_false(kiln_point2_in_polygon(off, square, 5));
			assert_false(kiln_point2_in_convex_polygon(off, square, 5));
			assert_false(kiln_barycentric_point2_triangle(off, square, weights));
			for (int j = 0; j < 5; ++j)
			{
				kiln_vec2 broken[5];
				memcpy(broken, square, sizeof broken);
				broken[j] = with(broken[j], axis, bad[i]);
				assert_false(kiln_point2_in_polygon(p, broken, 5));
				// It reads the first two corners, the middle one, and those between them.
				assert_int_equal(kiln_point2_in_convex_polygon(p, broken, 5), j >= 3);
				assert_false(kiln_polygon2_is_convex(broken, 5));
				if (j < 3)
				{
					assert_false(kiln_point2_in_triangle(p, broken));
					assert_false(kiln_barycentric_point2_triangle(p, broken, weights));
				}
				if (j < 4)
					assert_false(kiln_intersect_segment2_segment2(broken[0], broken[1], broken[2], broken[3]).hit);
			}
			assert_true(weights[0] == 7 && weights[1] == 7 && weights[2] == 7);
		}
	const kiln_vec2 last[4] = {{0, 0}, {4, 0}, {4, 4}, {0, NAN}};
	assert_false(kiln_point2_in_convex_polygon((kiln_vec2){1, 2}, last, 4));
	const kiln_vec2 low[3] = {{0, 0}, {4, NAN}, {4, 4}};
	assert_false(kiln_point2_in_convex_polygon((kiln_vec2){1, 2}, low, 3));
}

static void triangles_without_area_are_what_is_left(void **state)
{
	(void)state;
	const kiln_vec2 folded[3] = {{0, 0}, {4, 4}, {2, 2}}, point[3] = {{1, 1}, {1, 1}, {1, 1}};
	const kiln_vec2 doubled[3] = {{0, 0}, {0, 0}, {2, 1}};
	assert_true(kiln_point2_in_triangle((kiln_vec2){3, 3}, folded));
	assert_true(kiln_point2_in_triangle((kiln_vec2){4, 4}, folded));
	assert_false(kiln_point2_in_triangle((kiln_vec2){5, 5}, folded));
	assert_false(kiln_point2_in_triangle((kiln_vec2){3, 2}, folded));
	assert_true(kiln_point2_in_triangle((kiln_vec2){1, 1}, point));
	assert_false(kiln_point2_in_triangle((kiln_vec2){1, 2}, point));
	assert_true(kiln_point2_in_triangle((kiln_vec2){1, 0.5f}, doubled));
	assert_false(kiln_point2_in_triangle((kiln_vec2){-1, -0.5f}, doubled));
}

static void assert_weight(float got, real want)
{
	double value = real_to(want);
	if (fabs(value) < 3e38)
		assert_true(fabs((double)got - value) <= 0x1.01p-24 * fabs(value) + 0x1p-149);
	else
		assert_true(fabsf(got) >= 3e38f);
}

/// x y' - y x'.
static real cross(kiln_vec2 a, kiln_vec2 b)
{
	return real_sub(real_mul(real_from((double)a.x), real_from((double)b.y)),
		real_mul(real_from((double)a.y), real_from((double)b.x)));
}

/// Twice the area by products of coordinates, 48 bits each: with one corner of size 1 and two of 2^-149, the product of
/// differences has over 300 bits, and 256 bits leave an error of 2^-105 of the area.
static real area(kiln_vec2 a, kiln_vec2 b, kiln_vec2 c)
{
	return real_add(real_add(cross(a, b), cross(c, a)), cross(b, c));
}

static void weights_in_the_plane_are_right_to_rounding(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int near = 0; near < 2; ++near)
		for (uint64_t trial = 0; trial < count_of(near); ++trial)
		{
			kiln_vec2 p[4];
			for (uint32_t i = 0; i < 4; ++i)
				p[i] = some_point(&random, trial % POINT_FAMILIES, near, p, i);
			float weights[3];
			// Areas of the parts (Cramer).
			real whole = area(p[0], p[1], p[2]);
			bool found = kiln_barycentric_point2_triangle(p[3], p, weights);
			assert_int_equal(found, real_sign(whole) != 0);
			if (!found)
				continue;
			real v = real_div(area(p[0], p[3], p[2]), whole);
			real w = real_div(area(p[0], p[1], p[3]), whole);
			assert_weight(weights[1], v);
			assert_weight(weights[2], w);
			assert_weight(weights[0], real_div(area(p[1], p[2], p[3]), whole));
		}
}

static void weights_far_below_float32_are_nothing(void **state)
{
	(void)state;
	// Its weight is exactly -2^-151.
	const kiln_vec2 corners[3] = {{-4, 3}, {0, 0}, {0, 0x1p-149f}};
	float weights[3];
	assert_true(kiln_barycentric_point2_triangle((kiln_vec2){0x1p-149f, 0}, corners, weights));
	assert_true(weights[0] == 0 && weights[1] == 0.25f && weights[2] == 0.75f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(triangles_contain_what_the_line_through_a_point_tells),
		cmocka_unit_test(polygons_contain_what_another_half_line_tells),
		cmocka_unit_test(convex_polygons_contain_what_their_hull_does),
		cmocka_unit_test(convex_polygons_are_searched_from_the_middle_of_a_side),
		cmocka_unit_test(numbers_that_are_not_usable_are_not_in),
		cmocka_unit_test(triangles_without_area_are_what_is_left),
		cmocka_unit_test(weights_in_the_plane_are_right_to_rounding),
		cmocka_unit_test(weights_far_below_float32_are_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
