// SPDX-License-Identifier: MIT
#include "shape/usable.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Which shapes are valid: makes each number in turn invalid.

static const float bad_values[] = {NAN, INFINITY, -INFINITY, 0x1.000002p40f, -0x1.000002p40f};

#define BAD (sizeof bad_values / sizeof *bad_values)

typedef bool usable_test(const void *shape);

/// Checks that the shape is valid, and invalid after any of its first `count` floats is made bad; sizes, from float
/// `sizes` on, must not be negative.
static void assert_numbers_matter(usable_test *usable, void *shape, size_t count, size_t sizes)
{
	float *numbers = shape;
	assert_true(usable(shape));
	assert_false(usable(NULL));
	for (size_t i = 0; i < count; ++i)
	{
		float kept = numbers[i];
		for (size_t k = 0; k < BAD; ++k)
		{
			numbers[i] = bad_values[k];
			assert_false(usable(shape));
		}
		numbers[i] = -1;
		assert_true(i < sizes || !usable(shape));
		numbers[i] = kept;
	}
	assert_true(usable(shape));
}

#define WRAP(name)                                                                                                     \
	static bool name##_is(const void *shape)                                                                           \
	{                                                                                                                  \
		return kilni_usable_##name(shape);                                                                             \
	}
WRAP(point)
WRAP(line)
WRAP(segment)
WRAP(sphere)
WRAP(capsule)
WRAP(aabb)
WRAP(obb)
WRAP(rectangle)
WRAP(triangle)
WRAP(quad)
WRAP(tetrahedron)
WRAP(cylinder)
WRAP(cone)
WRAP(ellipsoid)
WRAP(rss)
#undef WRAP

#define FLOATS(shape) (sizeof(shape) / sizeof(float))

static void every_number_of_a_shape_has_to_be_in_range(void **state)
{
	(void)state;
	kiln_vec3 point = {1, -2, 0x1p40f};
	assert_numbers_matter(point_is, &point, 3, 3);
	kiln_line line = {{1, 2, 3}, {1, 1, 1}};
	assert_numbers_matter(line_is, &line, 6, 6);
	kiln_segment segment = {{1, 2, 3}, {1, 2, 3}};
	assert_numbers_matter(segment_is, &segment, 6, 6);
	kiln_sphere sphere = {{1, 2, 3}, 1};
	assert_numbers_matter(sphere_is, &sphere, 4, 3);
	kiln_capsule capsule = {{1, 2, 3}, {4, 5, 6}, 1};
	assert_numbers_matter(capsule_is, &capsule, 7, 6);
	kiln_aabb aabb = {{-2, -2, -2}, {-2, 2, 3}};
	assert_numbers_matter(aabb_is, &aabb, 6, 6);
	kiln_obb obb = {{1, 2, 3}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 2, 3}};
	assert_numbers_matter(obb_is, &obb, 15, 12);
	kiln_rectangle rectangle = {{1, 2, 3}, {{1, 0, 0}, {0, 1, 0}}, {1, 2}};
	assert_numbers_matter(rectangle_is, &rectangle, FLOATS(rectangle), 9);
	kiln_triangle triangle = {{{0}}};
	assert_numbers_matter(triangle_is, &triangle, FLOATS(triangle), 9);
	kiln_quad quad = {{{0}}};
	assert_numbers_matter(quad_is, &quad, FLOATS(quad), 12);
	kiln_tetrahedron tetrahedron = {{{0}}};
	assert_numbers_matter(tetrahedron_is, &tetrahedron, FLOATS(tetrahedron), 12);
	kiln_cylinder cylinder = {{0, 0, 0}, {0, 0, 0}, 0};
	assert_numbers_matter(cylinder_is, &cylinder, 7, 6);
	kiln_cone cone = {{0, 0, 0}, {0, 0, 0}, 0};
	assert_numbers_matter(cone_is, &cone, 7, 6);
	kiln_ellipsoid ellipsoid = {{1, 2, 3}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 2, 3}};
	assert_numbers_matter(ellipsoid_is, &ellipsoid, 15, 12);
	kiln_rss rss = {{0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}, 0};
	assert_numbers_matter(rss_is, &rss, 10, 9);
}

static void directions_and_normals_lead_somewhere(void **state)
{
	(void)state;
	kiln_ray ray = {.origin = {1, 2, 3}, .direction = {0, 0, 0x1p-149f}};
	assert_true(kilni_usable_ray(&ray));
	assert_false(kilni_usable_ray(NULL));
	ray.t_max = INFINITY;
	assert_true(kilni_usable_ray(&ray));
	ray.t_max = NAN;
	assert_false(kilni_usable_ray(&ray));
	ray.t_max = -1;
	assert_false(kilni_usable_ray(&ray));
	ray = (kiln_ray){.direction = {0, 0, 0}};
	assert_false(kilni_usable_ray(&ray));
	ray.direction.x = NAN;
	assert_false(kilni_usable_ray(&ray));
	ray = (kiln_ray){.origin = {0, NAN, 0}, .direction = {1, 0, 0}};
	assert_false(kilni_usable_ray(&ray));
	kiln_plane plane = {{0, -1e-3f, 1e-6f}, 4e9f};
	assert_true(kilni_usable_plane(&plane));
	assert_false(kilni_usable_plane(NULL));
	plane.d = INFINITY;
	assert_false(kilni_usable_plane(&plane));
	plane.d = 4.4e9f;
	assert_false(kilni_usable_plane(&plane));
	plane = (kiln_plane){{0, 0, 0}, 1};
	assert_false(kilni_usable_plane(&plane));
}

static void boxes_are_not_inside_out_and_axes_nearly_orthonormal(void **state)
{
	(void)state;
	kiln_aabb point = {{1, 1, 1}, {1, 1, 1}};
	assert_true(kilni_usable_aabb(&point));
	for (int k = 0; k < 3; ++k)
	{
		kiln_aabb turned = {{0, 0, 0}, {1, 1, 1}};
		(&turned.min.x)[k] = 2;
		assert_false(kilni_usable_aabb(&turned));
	}
	kiln_obb obb = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
	obb.axes[2].x = 0x1p-11f;
	assert_true(kilni_usable_obb(&obb));
	obb.axes[2].x = 0x1p-9f;
	assert_false(kilni_usable_obb(&obb));
	obb.axes[2] = (kiln_vec3){0, 0, 1.0003f};
	assert_true(kilni_usable_obb(&obb));
	obb.axes[2].z = 0.99f;
	assert_false(kilni_usable_obb(&obb));
	obb.axes[2] = obb.axes[1];
	assert_false(kilni_usable_obb(&obb));
}

static void polygons_and_polyhedra_have_what_their_counts_say(void **state)
{
	(void)state;
	kiln_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	kiln_polygon polygon = {corners, 3}, two = {corners, 2}, none = {NULL, 3};
	assert_true(kilni_usable_polygon(&polygon));
	assert_false(kilni_usable_polygon(&two));
	assert_false(kilni_usable_polygon(&none));
	assert_false(kilni_usable_polygon(NULL));
	uint32_t first[] = {0, 3, 6, 9, 12}, vertices[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
	const kiln_polyhedron good = {corners, 4, first, vertices, 4};
	assert_true(kilni_usable_polyhedron(&good));
	assert_false(kilni_usable_polyhedron(NULL));
	for (int k = 0; k < 6; ++k)
	{
		kiln_polyhedron bad = good;
		bad.vertex_count = k == 0 ? 3 : 4;
		bad.face_count = k == 1 ? 3 : 4;
		bad.face_first = k == 2 ? NULL : k == 3 ? first + 1 : first;
		bad.face_vertices = k == 4 ? NULL : vertices;
		bad.vertices = k == 5 ? NULL : corners;
		assert_false(kilni_usable_polyhedron(&bad));
	}
	vertices[11] = 4;
	assert_false(kilni_usable_polyhedron(&good));
	vertices[11] = 3;
	first[3] = 5;
	assert_false(kilni_usable_polyhedron(&good));
	first[3] = 8;
	assert_false(kilni_usable_polyhedron(&good));
	first[3] = 9;
	corners[3].y = NAN;
	assert_false(kilni_usable_polyhedron(&good));
}

static void kdops_are_of_a_known_k_and_not_empty_on_its_axes(void **state)
{
	(void)state;
	kiln_kdop kdop;
	for (int i = 0; i < KILN_KDOP_AXES; ++i)
	{
		kdop.min[i] = -1;
		kdop.max[i] = 1;
	}
	assert_true(kilni_usable_kdop(&kdop, 26));
	assert_false(kilni_usable_kdop(&kdop, 7));
	assert_false(kilni_usable_kdop(NULL, 6));
	for (int k = 0; k < 3; ++k)
	{
		kiln_kdop bad = kdop;
		bad.min[2] = k == 0 ? NAN : k == 1 ? 2 : -1;
		bad.max[2] = k == 2 ? INFINITY : 1;
		assert_false(kilni_usable_kdop(&bad, 6));
		assert_true(kilni_usable_kdop(&bad, 8));
	}
}

static void boxes_of_any_quaternion_have_unit_axes_or_are_not_usable(void **state)
{
	(void)state;
	kiln_box box = {{1, 2, 3}, {1, 2, 3}, {0, 0, 0, 0}};
	kiln_obb obb = kiln_obb_from_box(&box);
	assert_true(obb.axes[0].x == 1 && obb.axes[1].y == 1 && obb.axes[2].z == 1 && obb.half_extents[1] == 2);
	// A quarter turn about z, of any length.
	box.rotation = (kiln_quat){0, 0, 1e-20f, 1e-20f};
	obb = kiln_obb_from_box(&box);
	assert_true(fabsf(obb.axes[0].y - 1) < 1e-6f && fabsf(obb.axes[1].x + 1) < 1e-6f && kilni_usable_obb(&obb));
	box.rotation.x = NAN;
	obb = kiln_obb_from_box(&box);
	assert_false(kilni_usable_obb(&obb));
	box.rotation = (kiln_quat){INFINITY, 0, 0, 1};
	obb = kiln_obb_from_box(&box);
	assert_false(kilni_usable_obb(&obb));
	obb = kiln_obb_from_box(NULL);
	assert_false(kilni_usable_obb(&obb));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_of_a_shape_has_to_be_in_range),
		cmocka_unit_test(directions_and_normals_lead_somewhere),
		cmocka_unit_test(boxes_are_not_inside_out_and_axes_nearly_orthonormal),
		cmocka_unit_test(polygons_and_polyhedra_have_what_their_counts_say),
		cmocka_unit_test(kdops_are_of_a_known_k_and_not_empty_on_its_axes),
		cmocka_unit_test(boxes_of_any_quaternion_have_unit_axes_or_are_not_usable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
