// SPDX-License-Identifier: MIT
#include "kiln.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define HUGE_COORDINATE 0x1p40f

static const kiln_vec3 right = {1, 0, 0}, still = {0, 0, 0};

/// A cube of side 2 s around a center.
static kiln_aabb cube(float x, float y, float z, float s)
{
	return (kiln_aabb){{x - s, y - s, z - s}, {x + s, y + s, z + s}};
}

static kiln_obb upright(float x, float y, float z, float a, float b, float c)
{
	return (kiln_obb){{x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {a, b, c}};
}

static const uint32_t cube_first[] = {0, 4, 8, 12, 16, 20, 24};
static const uint32_t cube_corners[] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};

static void cube_vertices(kiln_vec3 vertices[8], kiln_vec3 center, kiln_vec3 half)
{
	for (int i = 0; i < 8; ++i)
		vertices[i] = (kiln_vec3){center.x + (i & 1 ? half.x : -half.x), center.y + (i & 2 ? half.y : -half.y),
			center.z + (i & 4 ? half.z : -half.z)};
}

static kiln_polyhedron cube_of(const kiln_vec3 vertices[8])
{
	return (kiln_polyhedron){vertices, 8, cube_first, cube_corners, 6};
}

static void assert_vec(kiln_vec3 v, float x, float y, float z)
{
	assert_float_equal(v.x, x, 1e-6);
	assert_float_equal(v.y, y, 1e-6);
	assert_float_equal(v.z, z, 1e-6);
}

/// Contact at `t` to float32, not later.
static void assert_meets(kiln_impact impact, float t, kiln_vec3 normal)
{
	assert_true(impact.hit);
	assert_false(impact.inside);
	assert_true(impact.t <= t);
	assert_true(impact.t >= t * (1 - 0x1p-22f) - 0x1p-40f);
	assert_vec(impact.normal, normal.x, normal.y, normal.z);
}

static void assert_inside(kiln_impact impact, kiln_vec3 normal)
{
	assert_true(impact.hit);
	assert_true(impact.inside);
	assert_true(impact.t == 0);
	assert_vec(impact.normal, normal.x, normal.y, normal.z);
}

static void assert_none(kiln_impact impact)
{
	const kiln_impact none = {0};
	assert_false(impact.hit);
	assert_memory_equal(&impact, &none, sizeof none);
}

// --- One of each ------------------------------------------------------------------------------------------------------

static const kiln_vec3 square[4] = {{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1}};
static const kiln_triangle wall = {{{0, -2, -2}, {0, 2, -2}, {0, 0, 3}}};

/// Every pair, for shapes of size 1 around (x, y, 0) moved by (4, 0, 0) against shapes around the origin whose left
/// side is at 0: planes, squares and triangles, and solids at x = 1.
typedef struct everything
{
	kiln_impact impact[20];
	int count;
} everything;

static everything ask_all(float x, float y, kiln_vec3 m)
{
	kiln_plane plane = {{-2, 0, 0}, 0};
	kiln_sphere sphere = {{x, y, 0}, 1}, other = {{1, 0, 0}, 1};
	kiln_capsule capsule = {{x - 1, y, 0}, {x, y, 0}, 1}, upright_capsule = {{1, 0, -2}, {1, 0, 2}, 1};
	kiln_aabb aabb = cube(x, y, 0, 1), block = cube(1, 0, 0, 1);
	kiln_obb obb = upright(x, y, 0, 1, 1, 1), other_obb = upright(1, 0, 0, 1, 1, 1);
	kiln_polygon polygon = {square, 4};
	kiln_vec3 corners_a[8], corners_b[8];
	cube_vertices(corners_a, (kiln_vec3){x, y, 0}, (kiln_vec3){1, 1, 1});
	cube_vertices(corners_b, (kiln_vec3){1, 0, 0}, (kiln_vec3){1, 1, 1});
	kiln_polyhedron solid_a = cube_of(corners_a), solid_b = cube_of(corners_b);
	everything all = {
		{kiln_moving_sphere_plane(&sphere, &m, &plane), kiln_moving_sphere_halfspace(&sphere, &m, &plane),
			kiln_moving_capsule_plane(&capsule, &m, &plane), kiln_moving_capsule_halfspace(&capsule, &m, &plane),
			kiln_moving_aabb_plane(&aabb, &m, &plane), kiln_moving_aabb_halfspace(&aabb, &m, &plane),
			kiln_moving_obb_plane(&obb, &m, &plane), kiln_moving_obb_halfspace(&obb, &m, &plane),
			kiln_moving_sphere_sphere(&sphere, &m, &other), kiln_moving_sphere_capsule(&sphere, &m, &upright_capsule),
			kiln_moving_sphere_aabb(&sphere, &m, &block), kiln_moving_sphere_obb(&sphere, &m, &other_obb),
			kiln_moving_sphere_triangle(&sphere, &m, &wall), kiln_moving_sphere_polygon(&sphere, &m, &polygon),
			kiln_moving_capsule_triangle(&capsule, &m, &wall), kiln_moving_aabb_aabb(&aabb, &m, &block),
			kiln_moving_aabb_obb(&aabb, &m, &other_obb), kiln_moving_obb_obb(&obb, &m, &other_obb),
			kiln_moving_obb_triangle(&obb, &m, &wall), kiln_moving_polyhedron_polyhedron(&solid_a, &m, &solid_b)},
		20};
	return all;
}

static void every_pair_meets_at_a_quarter_of_the_way(void **state)
{
	(void)state;
	everything all = ask_all(-2, 0, (kiln_vec3){4, 0, 0});
	for (int i = 0; i < all.count; ++i)
	{
		assert_meets(all.impact[i], 0.25f, (kiln_vec3){-1, 0, 0});
		assert_float_equal(all.impact[i].point.x, 0, 1e-6);
	}
	kiln_aabb box = cube(-2, 0, 0, 1);
	assert_meets(kiln_moving_aabb_triangle(&box, &(kiln_vec3){4, 0, 0}, &wall), 0.25f, (kiln_vec3){-1, 0, 0});
}

static void nothing_meets_short_of_it_or_on_the_way_back(void **state)
{
	(void)state;
	const kiln_vec3 motions[] = {{0.999f, 0, 0}, {-4, 0, 0}, {0, 0, 0}, {0, 40, 0}};
	for (size_t k = 0; k < sizeof motions / sizeof *motions; ++k)
	{
		everything all = ask_all(-2, 0, motions[k]);
		for (int i = 0; i < all.count; ++i)
			assert_none(all.impact[i]);
	}
}

static void exactly_all_of_the_way_is_enough(void **state)
{
	(void)state;
	everything all = ask_all(-2, 0, right);
	for (int i = 0; i < all.count; ++i)
		assert_meets(all.impact[i], 1, (kiln_vec3){-1, 0, 0});
}

static void touching_at_the_start_is_inside_whatever_the_motion(void **state)
{
	(void)state;
	const kiln_vec3 motions[] = {{-4, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, 7, 0}};
	for (size_t k = 0; k < sizeof motions / sizeof *motions; ++k)
	{
		everything all = ask_all(-1, 0, motions[k]);
		for (int i = 0; i < all.count; ++i)
		{
			assert_inside(all.impact[i], (kiln_vec3){-1, 0, 0});
			assert_float_equal(all.impact[i].point.x, 0, 1e-6);
		}
	}
}

static void sinking_in_is_inside_and_parted_backwards(void **state)
{
	(void)state;
	everything all = ask_all(-0.75f, 0.125f, (kiln_vec3){4, 0, 0});
	for (int i = 0; i < all.count; ++i)
	{
		assert_true(all.impact[i].inside);
		assert_true(all.impact[i].normal.x < -0.9f);
	}
}

static void numbers_that_are_not_usable_meet_nothing(void **state)
{
	(void)state;
	const float bad[] = {NAN, INFINITY, -INFINITY, 0x1p41f, -0x1p41f};
	for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k)
	{
		everything all = ask_all(-2, bad[k], right);
		for (int i = 0; i < all.count; ++i)
			assert_none(all.impact[i]);
		all = ask_all(-2, 0, (kiln_vec3){4, bad[k], 0});
		for (int i = 0; i < all.count; ++i)
			assert_none(all.impact[i]);
	}
}

static void second_shapes_that_are_not_usable_meet_nothing(void **state)
{
	(void)state;
	kiln_sphere sphere = {{-2, 0, 0}, 1}, bad_sphere = {{0, 0, 0}, -1};
	kiln_capsule capsule = {{-2, 0, 0}, {-2, 0, 1}, 1}, bad_capsule = {{0, 0, 0}, {0, NAN, 0}, 1};
	kiln_aabb aabb = cube(-2, 0, 0, 1), bad_aabb = {{1, 0, 0}, {0, 0, 0}};
	kiln_obb obb = upright(-2, 0, 0, 1, 1, 1), bad_obb = upright(0, 0, 0, 1, -1, 1);
	kiln_plane bad_plane = {{0, 0, 0}, 0};
	kiln_triangle bad_triangle = {{{0, 0, 0}, {1, 0, 0}, {0, INFINITY, 0}}};
	kiln_polygon bad_polygon = {square, 2};
	kiln_vec3 corners[8];
	cube_vertices(corners, (kiln_vec3){-2, 0, 0}, (kiln_vec3){1, 1, 1});
	kiln_polyhedron solid = cube_of(corners), bad_solid = cube_of(corners);
	bad_solid.face_count = 3;
	const kiln_vec3 m = {4, 0, 0};
	assert_none(kiln_moving_sphere_plane(&sphere, &m, &bad_plane));
	assert_none(kiln_moving_capsule_plane(&capsule, &m, &bad_plane));
	assert_none(kiln_moving_aabb_plane(&aabb, &m, &bad_plane));
	assert_none(kiln_moving_obb_plane(&obb, &m, &bad_plane));
	assert_none(kiln_moving_sphere_sphere(&sphere, &m, &bad_sphere));
	assert_none(kiln_moving_sphere_capsule(&sphere, &m, &bad_capsule));
	assert_none(kiln_moving_sphere_aabb(&sphere, &m, &bad_aabb));
	assert_none(kiln_moving_sphere_obb(&sphere, &m, &bad_obb));
	assert_none(kiln_moving_sphere_triangle(&sphere, &m, &bad_triangle));
	assert_none(kiln_moving_sphere_polygon(&sphere, &m, &bad_polygon));
	assert_none(kiln_moving_capsule_triangle(&capsule, &m, &bad_triangle));
	assert_none(kiln_moving_aabb_aabb(&aabb, &m, &bad_aabb));
	assert_none(kiln_moving_aabb_obb(&aabb, &m, &bad_obb));
	assert_none(kiln_moving_aabb_triangle(&aabb, &m, &bad_triangle));
	assert_none(kiln_moving_aabb_triangle(&bad_aabb, &m, &wall));
	assert_none(kiln_moving_aabb_triangle(&aabb, &(kiln_vec3){NAN, 0, 0}, &wall));
	assert_none(kiln_moving_obb_obb(&obb, &m, &bad_obb));
	assert_none(kiln_moving_obb_triangle(&obb, &m, &bad_triangle));
	assert_none(kiln_moving_polyhedron_polyhedron(&solid, &m, &bad_solid));
}

// --- Edges and corners ------------------------------------------------------------------------------------------------

static void spheres_graze(void **state)
{
	(void)state;
	kiln_sphere a = {{-4, 2, 0}, 1}, b = {{0, 0, 0}, 1};
	kiln_impact impact = kiln_moving_sphere_sphere(&a, &(kiln_vec3){8, 0, 0}, &b);
	assert_true(impact.hit && impact.t <= 0.5f && impact.t > 0.49999f);
	assert_true(fabsf(impact.point.x) < 1e-5f && fabsf(impact.point.y - 1) < 1e-6f);
	a.center.y = nextafterf(2, 3);
	assert_none(kiln_moving_sphere_sphere(&a, &(kiln_vec3){8, 0, 0}, &b));
}

static void sphere_meets_face_edge_and_corner_of_a_box(void **state)
{
	(void)state;
	kiln_aabb box = cube(0, 0, 0, 1);
	const float half = 0.70710678f, third = 0.57735027f;
	kiln_sphere sphere = {{-4, 0, 0}, 1};
	kiln_impact impact = kiln_moving_sphere_aabb(&sphere, &(kiln_vec3){4, 0, 0}, &box);
	assert_meets(impact, 0.5f, (kiln_vec3){-1, 0, 0});
	assert_vec(impact.point, -1, 0, 0);
	sphere.center = (kiln_vec3){-1 - half * 2, -1 - half * 2, 0.25f};
	impact = kiln_moving_sphere_aabb(&sphere, &(kiln_vec3){2 * half, 2 * half, 0}, &box);
	assert_true(impact.hit && fabsf(impact.t - 0.5f) < 1e-6f);
	assert_vec(impact.normal, -half, -half, 0);
	assert_vec(impact.point, -1, -1, 0.25f);
	sphere.center = (kiln_vec3){-1 - 2 * third, -1 - 2 * third, -1 - 2 * third};
	impact = kiln_moving_sphere_aabb(&sphere, &(kiln_vec3){2 * third, 2 * third, 2 * third}, &box);
	assert_true(impact.hit && fabsf(impact.t - 0.5f) < 1e-6f);
	assert_vec(impact.normal, -third, -third, -third);
	assert_vec(impact.point, -1, -1, -1);
}

static void triangles_say_what_touches(void **state)
{
	(void)state;
	const kiln_triangle t = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
	static const struct
	{
		kiln_vec3 from;
		uint32_t feature;
	} cases[] = {{{-0.1f, -0.1f, 3}, 0}, {{4.2f, -0.1f, 3}, 1}, {{-0.1f, 4.2f, 3}, 2}, {{2, -0.1f, 3}, 3},
		{{2.1f, 2.1f, 3}, 4}, {{-0.1f, 2, 3}, 5}, {{1, 1, 3}, 6}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		kiln_sphere sphere = {cases[i].from, 0.5f};
		kiln_impact impact = kiln_moving_sphere_triangle(&sphere, &(kiln_vec3){0, 0, -4}, &t);
		assert_true(impact.hit);
		assert_int_equal(impact.feature_b, cases[i].feature);
		kiln_capsule capsule = {cases[i].from, cases[i].from, 0.5f};
		impact = kiln_moving_capsule_triangle(&capsule, &(kiln_vec3){0, 0, -4}, &t);
		assert_true(impact.hit);
		assert_int_equal(impact.feature_b, cases[i].feature);
	}
	kiln_obb box = upright(-1, -1, 3, 1, 1, 1);
	assert_int_equal(kiln_moving_obb_triangle(&box, &(kiln_vec3){0, 0, -4}, &t).feature_b, 0);
}

static void ways_out_of_the_middle_are_the_shortest(void **state)
{
	(void)state;
	kiln_sphere sphere = {{0.5f, 0, 0}, 0.125f};
	kiln_obb plank = upright(0.5f, 0, 0.25f, 3, 2, 1);
	assert_inside(kiln_moving_sphere_obb(&sphere, &right, &plank), (kiln_vec3){0, 0, -1});
	kiln_aabb shallow = {{-2, -0.25f, -3}, {3, 4, 5}};
	assert_inside(kiln_moving_sphere_aabb(&sphere, &right, &shallow), (kiln_vec3){0, -1, 0});
	kiln_capsule rod = {{-3, 0, 0}, {3, 0, 0}, 1};
	kiln_impact impact = kiln_moving_sphere_capsule(&sphere, &right, &rod);
	assert_true(impact.inside && impact.normal.x == 0);
	kiln_capsule ball = {{0.5f, 0, 0}, {0.5f, 0, 0}, 1};
	assert_inside(kiln_moving_sphere_capsule(&sphere, &right, &ball), (kiln_vec3){-1, 0, 0});
	assert_inside(kiln_moving_sphere_sphere(&sphere, &still, &sphere), (kiln_vec3){0, 0, 1});
	assert_inside(kiln_moving_sphere_triangle(&(kiln_sphere){{0, 0, 0}, 1}, &right, &wall), (kiln_vec3){1, 0, 0});
	kiln_polygon polygon = {square, 4};
	assert_inside(kiln_moving_sphere_polygon(&(kiln_sphere){{0, 0, 0}, 1}, &right, &polygon), (kiln_vec3){-1, 0, 0});
	assert_inside(kiln_moving_sphere_polygon(&(kiln_sphere){{0, 0, 0}, 1}, &(kiln_vec3){-1, 0, 0}, &polygon),
		(kiln_vec3){1, 0, 0});
	kiln_plane floor = {{0, 0, 3}, 3};
	kiln_aabb deep = cube(0, 0, -9, 1);
	assert_inside(kiln_moving_aabb_halfspace(&deep, &right, &floor), (kiln_vec3){0, 0, 1});
	assert_vec(kiln_moving_aabb_halfspace(&deep, &right, &floor).point, 0, 0, -9);
	kiln_aabb low = cube(0, 0, 0.5f, 1);
	assert_inside(kiln_moving_aabb_plane(&low, &right, &floor), (kiln_vec3){0, 0, -1});
	assert_vec(kiln_moving_aabb_plane(&low, &right, &floor).point, 0, 0, 1);
}

static void a_body_within_another_is_inside(void **state)
{
	(void)state;
	kiln_vec3 small[8], large[8];
	cube_vertices(small, (kiln_vec3){0.25f, 0, 2}, (kiln_vec3){0.5f, 0.5f, 0.5f});
	cube_vertices(large, still, (kiln_vec3){3, 3, 3});
	kiln_polyhedron a = cube_of(small), b = cube_of(large);
	assert_inside(kiln_moving_polyhedron_polyhedron(&a, &right, &b), (kiln_vec3){0, 0, 1});
	kiln_impact impact = kiln_moving_polyhedron_polyhedron(&b, &right, &a);
	assert_inside(impact, (kiln_vec3){0, 0, -1});
	assert_vec(impact.point, -0.25f, -0.5f, 1.5f);
}

static void flat_polyhedra_part_in_their_plane(void **state)
{
	(void)state;
	kiln_vec3 first[8], second[8];
	cube_vertices(first, (kiln_vec3){-4, 0, 0}, (kiln_vec3){1, 1, 0});
	cube_vertices(second, still, (kiln_vec3){1, 1, 0});
	// A square on a corner: only axes within its plane separate it from the other.
	for (int i = 0; i < 8; ++i)
	{
		float x = first[i].x + 4, y = first[i].y;
		first[i] = (kiln_vec3){-2 + 0.75f * (x + y), -2 + 0.75f * (y - x), 0};
	}
	kiln_polyhedron a = cube_of(first), b = cube_of(second);
	assert_none(kiln_moving_polyhedron_polyhedron(&a, &still, &b));
	assert_none(kiln_moving_polyhedron_polyhedron(&b, &(kiln_vec3){0, 0, 0.5f}, &a));
	assert_none(kiln_moving_polyhedron_polyhedron(&b, &(kiln_vec3){-1, 1, 0}, &a));
	assert_true(kiln_moving_polyhedron_polyhedron(&a, &(kiln_vec3){1, 1, 0}, &b).hit);
	assert_none(kiln_moving_polyhedron_polyhedron(&a, &(kiln_vec3){1, -1, 0}, &b));
}

// --- Nothing of it, and too much --------------------------------------------------------------------------------------

static void points_meet_what_they_run_into(void **state)
{
	(void)state;
	kiln_sphere point = {{-2, 0, 0}, 0}, origin = {{0, 0, 0}, 0};
	const kiln_vec3 m = {4, 0, 0}, back = {-1, 0, 0};
	assert_meets(kiln_moving_sphere_sphere(&point, &m, &origin), 0.5f, back);
	kiln_aabb speck = {{0, 0, 0}, {0, 0, 0}};
	assert_meets(kiln_moving_sphere_aabb(&point, &m, &speck), 0.5f, back);
	kiln_aabb sheet = {{0, -1, -1}, {0, 1, 1}};
	assert_meets(kiln_moving_sphere_aabb(&point, &m, &sheet), 0.5f, back);
	kiln_obb stick = upright(0, 0, 0, 0, 0, 1);
	assert_true(kiln_moving_sphere_obb(&point, &m, &stick).hit);
	kiln_triangle needle = {{{0, -1, 0}, {0, 1, 0}, {0, 1, 0}}}, dot = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
	assert_true(kiln_moving_sphere_triangle(&point, &m, &needle).hit);
	assert_true(kiln_moving_sphere_triangle(&point, &m, &dot).hit);
	assert_inside(kiln_moving_sphere_triangle(&origin, &still, &dot), (kiln_vec3){0, 0, 1});
	kiln_vec3 line[3] = {{0, -1, 0}, {0, 0, 0}, {0, 1, 0}}, same[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
	kiln_polygon flat = {line, 3}, none = {same, 3};
	assert_meets(kiln_moving_sphere_polygon(&point, &m, &flat), 0.5f, back);
	assert_meets(kiln_moving_sphere_polygon(&point, &m, &none), 0.5f, back);
	assert_inside(kiln_moving_sphere_polygon(&origin, &still, &none), (kiln_vec3){0, 0, 1});
	assert_inside(kiln_moving_sphere_polygon(&origin, &m, &flat), back);
	kiln_aabb here = {{-2, 0, 0}, {-2, 0, 0}};
	assert_meets(kiln_moving_aabb_aabb(&here, &m, &speck), 0.5f, back);
	assert_true(kiln_moving_aabb_triangle(&here, &m, &dot).hit);
}

static void sizes_from_the_least_to_the_largest_are_alike(void **state)
{
	(void)state;
	for (int e = -140; e <= 38; e += 2)
	{
		float s = ldexpf(1, e);
		kiln_sphere a = {{-2 * s, 0, 0}, s}, b = {{s, 0, 0}, s};
		kiln_vec3 m = {4 * s, 0, 0};
		if (e == 38)
			m.x = 3.5f * s;
		float t = e == 38 ? 1 / 3.5f : 0.25f;
		const kiln_vec3 back = {-1, 0, 0};
		assert_meets(kiln_moving_sphere_sphere(&a, &m, &b), t, back);
		kiln_aabb block = {{0, -s, -s}, {2 * s, s, s}};
		assert_meets(kiln_moving_sphere_aabb(&a, &m, &block), t, back);
		kiln_triangle triangle = {{{0, -s, -s}, {0, s, -s}, {0, 0, s}}};
		assert_meets(kiln_moving_sphere_triangle(&a, &m, &triangle), t, back);
		kiln_polygon polygon = {triangle.corners, 3};
		assert_meets(kiln_moving_sphere_polygon(&a, &m, &polygon), t, back);
		kiln_plane plane = {{-s, 0, 0}, 0};
		assert_meets(kiln_moving_sphere_plane(&a, &m, &plane), t, back);
		kiln_aabb other = {{-3 * s, -s, -s}, {-s, s, s}};
		assert_meets(kiln_moving_aabb_aabb(&other, &m, &block), t, back);
		kiln_obb box = upright(-2 * s, 0, 0, s, s, s), box_b = upright(s, 0, 0, s, s, s);
		assert_meets(kiln_moving_obb_obb(&box, &m, &box_b), t, back);
		assert_meets(kiln_moving_aabb_triangle(&other, &m, &triangle), t, back);
	}
}

/// Shapes closer than the tests' margins, but not than the smaller margins of the overlap tests, are hit at once,
/// without being inside.
static void near_enough_is_met_at_once(void **state)
{
	(void)state;
	kiln_sphere dot = {{-0x1p-43f, 0, 0}, 0};
	kiln_aabb block = {{0, -1, -1}, {1, 1, 1}};
	const kiln_vec3 m = {0.5f, 0, 0};
	kiln_impact impact = kiln_moving_sphere_aabb(&dot, &m, &block);
	assert_true(impact.hit && !impact.inside && impact.t == 0);
	kiln_polygon polygon = {square, 4};
	impact = kiln_moving_sphere_polygon(&dot, &m, &polygon);
	assert_true(impact.hit && !impact.inside && impact.t == 0);
	// The intervals of boxes along x, y and z are exact.
	kiln_aabb first = {{-1, -1, -1}, {-0x1p-49f, 1, 1}};
	assert_meets(kiln_moving_aabb_aabb(&first, &m, &block), 0x1p-48f, (kiln_vec3){-1, 0, 0});
	assert_none(kiln_moving_aabb_aabb(&first, &(kiln_vec3){0x1p-50f, 0, 0}, &block));
	kiln_vec3 corners_a[8], corners_b[8];
	cube_vertices(corners_a, (kiln_vec3){-1, 0, 0}, (kiln_vec3){1, 1, 1});
	cube_vertices(corners_b, (kiln_vec3){1, 0, 0}, (kiln_vec3){1, 1, 1});
	for (int i = 1; i < 8; i += 2)
		corners_a[i].x = -0x1p-49f;
	kiln_polyhedron solid_a = cube_of(corners_a), solid_b = cube_of(corners_b);
	impact = kiln_moving_polyhedron_polyhedron(&solid_a, &m, &solid_b);
	assert_true(impact.inside && impact.point.x == 0);
	// Flat and inclined boxes: the gap of 2^-46.5 is more than 2^-48 of the sums on the normal, and less than 2^-47.
	kiln_obb leaning = {{0, 0, 0}, {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}}, {0, 1, 1}}, next = leaning;
	next.center = (kiln_vec3){0.6f * 1e-14f, 0.8f * 1e-14f, 0};
	assert_false(kiln_overlaps_obb_obb(&next, &leaning));
	impact = kiln_moving_obb_obb(&next, &(kiln_vec3){-1, 0, 0}, &leaning);
	assert_true(impact.hit && !impact.inside && impact.t == 0);
	kiln_plane floor = {{0.6f, 0.8f, 0}, -0x1p-51f};
	kiln_sphere ball = {{0.8f, -0.6f, 0}, 0};
	assert_false(kiln_overlaps_plane_sphere(&floor, &ball));
	impact = kiln_moving_sphere_plane(&ball, &m, &floor);
	assert_true(impact.hit && !impact.inside && impact.t == 0);
}

static void far_from_the_origin_is_as_near_it(void **state)
{
	(void)state;
	const float far = 1 << 20;
	kiln_sphere a = {{far - 2, far, far}, 0.5f};
	kiln_aabb block = {{far, far - 1, far - 1}, {far + 2, far + 1, far + 1}};
	assert_meets(kiln_moving_sphere_aabb(&a, &(kiln_vec3){3, 0, 0}, &block), 0.5f, (kiln_vec3){-1, 0, 0});
	kiln_aabb other = {{far - 2, far, far}, {far - 1.5f, far + 1, far + 1}};
	assert_meets(kiln_moving_aabb_aabb(&other, &(kiln_vec3){3, 0, 0}, &block), 0.5f, (kiln_vec3){-1, 0, 0});
	kiln_plane plane = {{-1, 0, 0}, -far};
	assert_meets(kiln_moving_sphere_plane(&a, &(kiln_vec3){3, 0, 0}, &plane), 0.5f, (kiln_vec3){-1, 0, 0});
}

static void huge_ways_pass_nothing(void **state)
{
	(void)state;
	kiln_sphere a = {{-HUGE_COORDINATE, 0, 0}, 0x1p10f}, b = {{0, 0, 0}, 0x1p10f};
	kiln_impact impact = kiln_moving_sphere_sphere(&a, &(kiln_vec3){HUGE_COORDINATE, 0, 0}, &b);
	assert_true(impact.hit && impact.t < 1 && impact.t > 1 - 0x1p-22f);
	kiln_aabb block = cube(0, 0, 0, 0x1p10f), start = cube(-0x1p39f, 0, 0, 0x1p10f);
	impact = kiln_moving_aabb_aabb(&start, &(kiln_vec3){HUGE_COORDINATE, 0, 0}, &block);
	assert_true(impact.hit && impact.t < 0.5f && impact.t > 0.5f - 0x1p-22f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pair_meets_at_a_quarter_of_the_way),
		cmocka_unit_test(nothing_meets_short_of_it_or_on_the_way_back),
		cmocka_unit_test(exactly_all_of_the_way_is_enough),
		cmocka_unit_test(touching_at_the_start_is_inside_whatever_the_motion),
		cmocka_unit_test(sinking_in_is_inside_and_parted_backwards),
		cmocka_unit_test(numbers_that_are_not_usable_meet_nothing),
		cmocka_unit_test(second_shapes_that_are_not_usable_meet_nothing),
		cmocka_unit_test(spheres_graze),
		cmocka_unit_test(sphere_meets_face_edge_and_corner_of_a_box),
		cmocka_unit_test(triangles_say_what_touches),
		cmocka_unit_test(ways_out_of_the_middle_are_the_shortest),
		cmocka_unit_test(a_body_within_another_is_inside),
		cmocka_unit_test(flat_polyhedra_part_in_their_plane),
		cmocka_unit_test(points_meet_what_they_run_into),
		cmocka_unit_test(sizes_from_the_least_to_the_largest_are_alike),
		cmocka_unit_test(near_enough_is_met_at_once),
		cmocka_unit_test(far_from_the_origin_is_as_near_it),
		cmocka_unit_test(huge_ways_pass_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
