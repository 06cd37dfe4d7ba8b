// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"
#include "primitive_intersect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// Lines, rays and segments at the limits of their inputs: invalid shapes, times out of range, no thickness.

static const kiln_ray down = {.origin = {0.25f, 0.25f, 8}, .direction = {0, 0, -1}};
static const kiln_line upright = {{0.25f, 0.25f, 8}, {0, 0, -1}};
static const kiln_segment drop = {{0.25f, 0.25f, 8}, {0.25f, 0.25f, -8}};

/// The three answers for one shape agree; bad paths, bad shapes and too long times are refused.
#define TRY(shape, good)                                                                                               \
	{                                                                                                                  \
		kiln_intersection ray = kiln_intersect_ray_##shape(&down, &good);                                              \
		kiln_intersection line = kiln_intersect_line_##shape(&upright, &good);                                         \
		kiln_intersection segment = kiln_intersect_segment_##shape(&drop, &good);                                      \
		assert_true(ray.hit &&line.hit &&segment.hit &&line.t == ray.t);                                               \
		assert_true(fabsf(segment.t * 16 - ray.t) < 1e-5f);                                                            \
		kiln_ray bad = down;                                                                                           \
		bad.direction.z = 0;                                                                                           \
		assert_nothing(kiln_intersect_ray_##shape(&bad, &good));                                                       \
		bad.direction.z = NAN;                                                                                         \
		assert_nothing(kiln_intersect_ray_##shape(&bad, &good));                                                       \
		bad = down;                                                                                                    \
		bad.t_max = 0.5f;                                                                                              \
		assert_nothing(kiln_intersect_ray_##shape(&bad, &good));                                                       \
		assert_nothing(kiln_intersect_ray_##shape(NULL, &good));                                                       \
		assert_nothing(kiln_intersect_line_##shape(NULL, &good));                                                      \
		assert_nothing(kiln_intersect_segment_##shape(NULL, &good));                                                   \
		assert_nothing(kiln_intersect_ray_##shape(&down, NULL));                                                       \
		assert_nothing(kiln_intersect_line_##shape(&upright, NULL));                                                   \
		assert_nothing(kiln_intersect_segment_##shape(&drop, NULL));                                                   \
		bad.direction.z = -0x1p-140f;                                                                                  \
		bad.t_max = 0;                                                                                                 \
		assert_nothing(kiln_intersect_ray_##shape(&bad, &good));                                                       \
		bad.t_max = INFINITY;                                                                                          \
		assert_nothing(kiln_intersect_ray_##shape(&bad, &good));                                                       \
	}

/// Of a shape that is nothing but floats: each of them spoilt.
#define TRY_ALL(shape, type, good)                                                                                     \
	{                                                                                                                  \
		TRY(shape, good)                                                                                               \
		type wrong;                                                                                                    \
		for (uint32_t step = 0; spoil(&wrong, &good, sizeof wrong, step); ++step)                                      \
			if (step % 4 < 3)                                                                                          \
				assert_nothing(kiln_intersect_line_##shape(&upright, &wrong));                                         \
	}

static void what_is_unusable_is_refused(void **state)
{
	(void)state;
	static const kiln_sphere sphere = {{0, 0, 0}, 1};
	static const kiln_capsule capsule = {{0, 0, 0}, {1, 0, 0}, 1};
	static const kiln_cylinder cylinder = {{-1, 0, 0}, {1, 0, 0}, 1};
	static const kiln_cone cone = {{0, 0, 2}, {0, 0, 0}, 1};
	static const kiln_aabb aabb = {{0, 0, 0}, {1, 1, 1}};
	static const kiln_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
	static const kiln_ellipsoid ellipsoid = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 2, 3}};
	static const kiln_rss rss = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, 0.5f};
	static const kiln_rectangle rectangle = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, {1, 1}};
	static const kiln_plane plane = {{0, 0, 1}, 0};
	static const kiln_triangle triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
	static const kiln_quad quad = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
	static const kiln_tetrahedron tetrahedron = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	TRY_ALL(sphere, kiln_sphere, sphere)
	TRY_ALL(capsule, kiln_capsule, capsule)
	TRY_ALL(cylinder, kiln_cylinder, cylinder)
	TRY_ALL(cone, kiln_cone, cone)
	TRY_ALL(aabb, kiln_aabb, aabb)
	TRY_ALL(obb, kiln_obb, obb)
	TRY_ALL(ellipsoid, kiln_ellipsoid, ellipsoid)
	TRY_ALL(rss, kiln_rss, rss)
	TRY_ALL(rectangle, kiln_rectangle, rectangle)
	TRY_ALL(plane, kiln_plane, plane)
	TRY_ALL(halfspace, kiln_plane, plane)
	TRY_ALL(triangle, kiln_triangle, triangle)
	TRY_ALL(quad, kiln_quad, quad)
	TRY_ALL(tetrahedron, kiln_tetrahedron, tetrahedron)
}

static void unusable_lists_are_refused(void **state)
{
	(void)state;
	static const kiln_vec3 corners[5] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5f, 0.5f, 1}};
	static const uint32_t first[6] = {0, 4, 7, 10, 13, 16},
						  faces[16] = {0, 3, 2, 1, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
	kiln_polygon polygon = {corners, 4};
	kiln_polyhedron pyramid = {corners, 5, first, faces, 5};
	TRY(polygon, polygon)
	TRY(polyhedron, pyramid)
	polygon.count = 2;
	assert_nothing(kiln_intersect_line_polygon(&upright, &polygon));
	pyramid.vertex_count = 3;
	assert_nothing(kiln_intersect_line_polyhedron(&upright, &pyramid));
	kiln_aabb box = {{0, 0, 0}, {1, 1, 1}};
	kiln_kdop kdop = {.min = {box.min.x, box.min.y, box.min.z}, .max = {box.max.x, box.max.y, box.max.z}};
	assert_true(kiln_intersect_ray_kdop(&down, &kdop, 6).t == 7);
	assert_nothing(kiln_intersect_ray_kdop(&down, &kdop, 7));
	assert_nothing(kiln_intersect_ray_kdop(&down, NULL, 6));
	assert_nothing(kiln_intersect_line_kdop(NULL, &kdop, 6));
	assert_nothing(kiln_intersect_segment_kdop(NULL, &kdop, 6));
	// Each corner lies between two of the slabs, but no point in all.
	kiln_kdop nothing = {.min = {0, 0, 0, 9}, .max = {1, 1, 1, 10, 9, 9, 9}};
	for (int i = 4; i < 7; ++i)
		nothing.min[i] = -9;
	assert_nothing(kiln_intersect_line_kdop(&upright, &nothing, 14));
}

static void half_spaces_reach_without_end(void **state)
{
	(void)state;
	kiln_plane floor = {{0, 0, 2}, 0}, ceiling = {{0, 0, -1}, 0}, wall = {{1, 0, 0}, 1};
	kiln_intersection got = kiln_intersect_ray_halfspace(&down, &floor);
	assert_true(got.hit && got.t == 8 && isinf(got.leave) && got.normal.z == 1 && got.point.z == 0);
	got = kiln_intersect_line_halfspace(&upright, &ceiling);
	assert_true(got.hit && isinf(got.t) && got.t < 0 && got.leave == 8 && got.point.z == 0 && got.normal.z == -1);
	got = kiln_intersect_ray_halfspace(&down, &ceiling);
	assert_true(got.hit && got.inside && got.t == 0 && got.leave == 8 && got.normal.z == 1);
	got = kiln_intersect_line_halfspace(&upright, &wall);
	assert_true(got.hit && isinf(got.t) && isinf(got.leave) && got.point.z == 8);
	kiln_line away = {{2, 0, 0}, {0, 0, 1}};
	assert_nothing(kiln_intersect_line_halfspace(&away, &wall));
	assert_nothing(kiln_intersect_line_plane(&away, &wall));
	away.point.x = 1;
	got = kiln_intersect_line_plane(&away, &wall);
	assert_true(got.hit && isinf(got.t) && isinf(got.leave) && got.point.x == 1 && !got.back);
	// It leaves later than float32 can represent.
	kiln_ray slow = {.origin = {0, 0, -0x1p39f}, .direction = {0, 0, 0x1p-120f}};
	got = kiln_intersect_ray_halfspace(&slow, &floor);
	assert_true(got.inside && isinf(got.leave));
	assert_nothing(kiln_intersect_ray_plane(&slow, &floor));
	kiln_line back = {{0, 0, 0x1p39f}, {0, 0, 0x1p-120f}};
	assert_nothing(kiln_intersect_line_halfspace(&back, &floor));
	assert_nothing(kiln_intersect_line_plane(&back, &floor));
}

static void what_rounding_makes_thick_is_touched_there(void **state)
{
	(void)state;
	// Outside the box by more than a point may be, and by less than a line may be.
	kiln_aabb aabb = {{0, 0, 0}, {0x1p39f, 0x1p39f, 0x1p39f}};
	kiln_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0x1p39f, 0x1p39f}};
	kiln_ray r = {.origin = {-0x1.4p-7f, 0x1p38f, 0x1p38f}, .direction = {1, 0, 0}};
	kiln_intersection got = kiln_intersect_ray_aabb(&r, &aabb);
	assert_true(got.hit && !got.inside && got.normal.x == -1);
	assert_true(kiln_intersect_ray_obb(&r, &obb).hit);
	kiln_kdop kdop = {.max = {0x1p39f, 0x1p39f, 0x1p39f}};
	got = kiln_intersect_ray_kdop(&r, &kdop, 6);
	assert_true(got.hit && !got.inside && got.face == 0);
	kiln_rectangle slit = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, {0, 1}};
	for (int i = -1; i <= 1; ++i)
	{
		kiln_ray beside = {.origin = {(float)i * 0x1p-50f, 0, 2}, .direction = {0, 0, -1}};
		got = kiln_intersect_ray_rectangle(&beside, &slit);
		assert_true(got.hit && got.t == 2 && got.u == 0 && got.v == 0);
	}
}

/// A ray beside a shape that it touches; it begins where a point would be outside by more than the tolerance of points.
#define TRY_TOUCHING(shape, r, solid)                                                                                  \
	{                                                                                                                  \
		kiln_intersection got = kiln_intersect_ray_##shape(&r, &solid);                                                \
		assert_true(got.hit && !got.inside && got.t == 0);                                                             \
		assert_false(kiln_point_in_##shape(&r.origin, &solid));                                                        \
	}

/// Points 2^-45 beyond a radius: 2^46 + 4 is a sum of two squares, and of three.
static void what_is_round_is_touched_where_rounding_makes_it_thick(void **state)
{
	(void)state;
	const float r = 0x1p23f;
	kiln_ray out = {.origin = {4845646, 4843144, 4840704}, .direction = {1, 1, 1}};
	kiln_sphere sphere = {{0, 0, 0}, r};
	kiln_capsule capsule = {{0, 0, 0}, {0, 0, 0}, r};
	kiln_rss rss = {{0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}, r};
	kiln_ellipsoid ellipsoid = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {r, r, r}};
	TRY_TOUCHING(sphere, out, sphere)
	TRY_TOUCHING(capsule, out, capsule)
	TRY_TOUCHING(rss, out, rss)
	TRY_TOUCHING(ellipsoid, out, ellipsoid)
	kiln_ray beside = {.origin = {5346848, 6463742, 0}, .direction = {1, 1, 0}};
	kiln_cylinder cylinder = {{0, 0, -4}, {0, 0, 4}, r};
	TRY_TOUCHING(cylinder, beside, cylinder)
}

static void boxes_are_missed_by_little(void **state)
{
	(void)state;
	kiln_ray beside = {.origin = {-0x1p-40f, 0.5f, 8}, .direction = {0, 0, -1}};
	kiln_aabb aabb = {{0, 0, 0}, {1, 1, 1}};
	kiln_obb thin = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 1, 1}};
	assert_nothing(kiln_intersect_ray_aabb(&beside, &aabb));
	assert_nothing(kiln_intersect_ray_obb(&beside, &thin));
	// A box with invalid axes is refused even where a hit is clear.
	kiln_obb sheared = {{0, 0, 0}, {{1, 0, 0}, {0.5f, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
	kiln_ray at_it = {.origin = {4, 3, 5}, .direction = {-4, -3, -5}};
	assert_nothing(kiln_intersect_ray_obb(&at_it, &sheared));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_unusable_is_refused),
		cmocka_unit_test(unusable_lists_are_refused),
		cmocka_unit_test(half_spaces_reach_without_end),
		cmocka_unit_test(what_rounding_makes_thick_is_touched_there),
		cmocka_unit_test(what_is_round_is_touched_where_rounding_makes_it_thick),
		cmocka_unit_test(boxes_are_missed_by_little),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
