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

#define CORNERS_MAX 8

/// Twice the signed area, exactly.
static real area_of(const kiln_vec2 *corners, uint32_t count)
{
	real sum = real_from_int(0);
	for (uint32_t i = 2; i < count; ++i)
		sum = real_add(sum, point_orient2(corners[0], corners[i - 1], corners[i]));
	return sum;
}

/// Twice the area of the corners' hull: by gift wrapping (Jarvis 1973).
static real hull_area_of(const kiln_vec2 *corners, uint32_t count)
{
	uint32_t first = 0, here = 0;
	for (uint32_t i = 1; i < count; ++i)
		if (corners[i].y < corners[first].y || (corners[i].y == corners[first].y && corners[i].x < corners[first].x))
			first = i;
	kiln_vec2 hull[CORNERS_MAX + 1];
	uint32_t kept = 0;
	here = first;
	do
	{
		hull[kept++] = corners[here];
		uint32_t next = here;
		for (uint32_t i = 0; i < count; ++i)
		{
			if (corners[i].x == corners[here].x && corners[i].y == corners[here].y)
				continue;
			int side = next == here ? -1 : real_sign(point_orient2(corners[here], corners[next], corners[i]));
			kiln_vec2 pair[2] = {corners[here], corners[i]};
			// The rightmost, and of those the farthest.
			if (side < 0 || (side == 0 && point_in_hull2(corners[next], pair, 2)))
				next = i;
		}
		here = next;
	} while (kept <= count && (corners[here].x != corners[first].x || corners[here].y != corners[first].y));
	return real_abs(area_of(hull, kept));
}

/// Whether no edge leads straight back, and the corners go once around their hull: the areas agree, and all corners are
/// on one side of each edge.
static bool is_convex(const kiln_vec2 *given, uint32_t given_count)
{
	kiln_vec2 c[CORNERS_MAX];
	uint32_t count = 0;
	for (uint32_t i = 0; i < given_count; ++i)
	{
		kiln_vec2 before = given[(i + given_count - 1) % given_count];
		if (given[i].x != before.x || given[i].y != before.y)
			c[count++] = given[i];
	}
	if (count < 3)
		return false;
	real area = area_of(c, count);
	if (real_sign(area) == 0 || real_compare(real_abs(area), hull_area_of(c, count)) != 0)
		return false;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec2 pair[2] = {c[i], c[(i + 1) % count]}, past[2] = {c[(i + 1) % count], c[(i + 2) % count]};
		for (uint32_t j = 0; j < count; ++j)
			if (real_sign(point_orient2(pair[0], pair[1], c[j])) * real_sign(area) < 0)
				return false;
		if (real_sign(point_orient2(pair[0], pair[1], past[1])) == 0 &&
			(point_in_hull2(past[1], pair, 2) || point_in_hull2(pair[0], past, 2)))
			return false;
	}
	return true;
}

static void random_polygons_are_convex_where_they_fill_their_hull(void **state)
{
	(void)state;
	uint64_t random = 1, most = trials_random(20000) + trials_near(10000), convex = 0;
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		kiln_vec2 corners[CORNERS_MAX], turned[CORNERS_MAX];
		uint32_t count = 3 + point_below(&random, trial & 1 ? 2 : CORNERS_MAX - 2);
		for (uint32_t i = 0; i < count; ++i)
		{
			corners[i] = point_random2(&random, trial % 3 ? POINT_LATTICE : trial % POINT_MIXED);
			if (i > 1 && point_below(&random, 4) == 0)
				corners[i] = point_between2(&random, corners[i - 1], corners[i - 2]);
			if (i > 0 && point_below(&random, 16) == 0)
				corners[i] = corners[i - 1];
		}
		bool want = is_convex(corners, count);
		convex += want;
		uint32_t shift = point_below(&random, count);
		for (uint32_t i = 0; i < count; ++i)
			turned[i] = corners[(i + shift) % count];
		assert_int_equal(kiln_polygon2_is_convex(corners, count), want);
		assert_int_equal(kiln_polygon2_is_convex(turned, count), want);
		for (uint32_t i = 0; i < count; ++i)
			turned[i] = corners[count - 1 - i];
		assert_int_equal(kiln_polygon2_is_convex(turned, count), want);
		// The same polygon in space, on each of the coordinate planes.
		for (int axis = 0; axis < 3; ++axis)
		{
			kiln_vec3 raised[CORNERS_MAX];
			for (uint32_t i = 0; i < count; ++i)
			{
				kiln_vec2 p = corners[i];
				raised[i] = axis == 0	? (kiln_vec3){3, p.x, p.y}
							: axis == 1 ? (kiln_vec3){p.y, 3, p.x}
										: (kiln_vec3){p.x, p.y, 3};
			}
			kiln_polygon polygon = {raised, count};
			assert_int_equal(kiln_polygon_is_convex(&polygon), want);
			if (count == 4)
			{
				kiln_quad quad;
				memcpy(quad.corners, raised, sizeof quad.corners);
				assert_int_equal(kiln_quad_is_convex(&quad), want);
			}
		}
	}
	assert_true(convex > most / 20);
}

static void polygons_that_only_turn_one_way_may_not_be_convex(void **state)
{
	(void)state;
	const kiln_vec2 star[5] = {{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}};
	const kiln_vec2 twice[6] = {{0, 0}, {2, 0}, {0, 2}, {0, 0}, {2, 0}, {0, 2}};
	const kiln_vec2 spike[5] = {{0, 0}, {3, 0}, {2, 0}, {2, 2}, {0, 2}}, point[3] = {{1, 1}, {1, 1}, {1, 1}};
	const kiln_vec2 flat[4] = {{0, 0}, {1, 1}, {2, 2}, {1, 1}},
					plain[6] = {{0, 0}, {1, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 0}};
	assert_false(kiln_polygon2_is_convex(star, 5));
	assert_false(kiln_polygon2_is_convex(twice, 6));
	assert_false(kiln_polygon2_is_convex(spike, 5));
	assert_false(kiln_polygon2_is_convex(point, 3));
	assert_false(kiln_polygon2_is_convex(flat, 4));
	assert_true(kiln_polygon2_is_convex(plain, 6));
}

/// A box of quads or triangles with moved vertices.
static const uint32_t box_first[7] = {0, 4, 8, 12, 16, 20, 24};
static const uint32_t box_faces[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const uint32_t cut_first[13] = {0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36};
static const uint32_t cut_faces[36] = {
	0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};

static void boxes_are_convex_and_dented_ones_are_not(void **state)
{
	(void)state;
	kiln_vec3 v[9];
	for (uint32_t i = 0; i < 8; ++i)
		v[i] = (kiln_vec3){(float)(i & 1), (float)(i >> 1 & 1), (float)(i >> 2)};
	v[8] = (kiln_vec3){0.5f, 0.5f, 0.75f};
	kiln_polyhedron box = {v, 8, box_first, box_faces, 6}, cut = {v, 8, cut_first, cut_faces, 12};
	assert_true(kiln_polyhedron_is_convex(&box));
	assert_true(kiln_polyhedron_is_convex(&cut));
	// A pyramid on its top, inwards; the apex is a vertex of the dent.
	const uint32_t dent_first[10] = {0, 4, 8, 12, 16, 20, 23, 26, 29, 32};
	uint32_t dent_faces[32] = {
		0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 8, 5, 7, 8, 7, 6, 8, 6, 4, 8};
	kiln_polyhedron dent = {v, 9, dent_first, dent_faces, 9};
	assert_false(kiln_polyhedron_is_convex(&dent));
	v[8].z = 1;
	assert_true(kiln_polyhedron_is_convex(&dent));
	v[8].z = nextafterf(1, 0);
	assert_false(kiln_polyhedron_is_convex(&dent));
	v[8].z = nextafterf(1, 2);
	assert_true(kiln_polyhedron_is_convex(&dent));
	v[8].z = 9; // it does not lie beyond the planes of the sides
	assert_true(kiln_polyhedron_is_convex(&dent));
	v[8].x = 2;
	assert_false(kiln_polyhedron_is_convex(&dent));
	// A vertex without a face does not belong to the solid.
	kiln_polyhedron more = {v, 9, box_first, box_faces, 6};
	assert_true(kiln_polyhedron_is_convex(&more));
	// Inside out: all corners are in front of all faces.
	uint32_t turned[36];
	for (uint32_t i = 0; i < 36; ++i)
		turned[i] = cut_faces[35 - i];
	cut.face_vertices = turned;
	assert_false(kiln_polyhedron_is_convex(&cut));
	for (uint32_t i = 0; i < 8; ++i)
		v[i].z = 0;
	cut.face_vertices = cut_faces;
	assert_true(kiln_polyhedron_is_convex(&cut));
	assert_true(kiln_polyhedron_is_convex(&box));
}

static void boxes_turned_and_rounded_stay_convex(void **state)
{
	(void)state;
	uint64_t random = 2, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		kiln_vec3 v[8];
		point_family family = trial % POINT_MIXED;
		kiln_d3 o = kiln_d3_from(point_random3(&random, family)), e[3];
		for (int i = 0; i < 3; ++i)
			e[i] = kiln_d3_from(point_random3(&random, family));
		// Far from the origin, the box must not be smaller than the rounding to float32.
		for (int i = 0; family == POINT_FAR && i < 3; ++i)
			e[i] = kiln_d3_scale(kiln_d3_sub(e[i], (kiln_d3){1e6, 1e6, 1e6}), 1e5);
		if (kiln_d3_dot(e[0], kiln_d3_cross(e[1], e[2])) < 0)
			e[2] = kiln_d3_scale(e[2], -1);
		double volume = kiln_d3_dot(e[0], kiln_d3_cross(e[1], e[2]));
		double size = fmax(kiln_d3_largest(e[0]), fmax(kiln_d3_largest(e[1]), kiln_d3_largest(e[2])));
		if (volume < 1e-2 * size * size * size || family == POINT_HUGE)
			continue;
		for (uint32_t i = 0; i < 8; ++i)
		{
			kiln_d3 p = o;
			for (int j = 0; j < 3; ++j)
				p = kiln_d3_along(p, i >> j & 1, e[j]);
			v[i] = kiln_d3_to(p);
		}
		kiln_polyhedron box = {v, 8, box_first, box_faces, 6};
		assert_true(kiln_polyhedron_is_convex(&box));
	}
}

static void what_is_not_usable_is_not_convex(void **state)
{
	(void)state;
	kiln_quad quad = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
	kiln_polygon polygon = {quad.corners, 4};
	kiln_polyhedron nothing = {0};
	assert_true(kiln_quad_is_convex(&quad) && kiln_polygon_is_convex(&polygon));
	quad.corners[2] = (kiln_vec3){0.25f, 0.25f, 0};
	assert_false(kiln_quad_is_convex(&quad));
	quad.corners[2] = (kiln_vec3){0.5f, 0.5f, 0};
	assert_true(kiln_quad_is_convex(&quad));
	quad.corners[2].x = NAN;
	assert_false(kiln_quad_is_convex(&quad) || kiln_polygon_is_convex(&polygon));
	assert_false(kiln_polyhedron_is_convex(&nothing));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_polygons_are_convex_where_they_fill_their_hull),
		cmocka_unit_test(polygons_that_only_turn_one_way_may_not_be_convex),
		cmocka_unit_test(boxes_are_convex_and_dented_ones_are_not),
		cmocka_unit_test(boxes_turned_and_rounded_stay_convex),
		cmocka_unit_test(what_is_not_usable_is_not_convex),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
