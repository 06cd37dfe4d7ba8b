// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"
#include "primitive_closest.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// A point against lines, rays and segments, planes, boxes, and rounded shapes.

/// Moves a core's nearest point outwards by a radius.
static expected grown(real3 p, expected core, float radius)
{
	real r = real_from((double)radius), length = real_sqrt(core.distance2);
	if (real_compare(length, r) <= 0)
		return expected_at(p, p);
	real3 toward = real3_scale(real3_sub(p, core.on_b), real_div(r, length));
	return expected_at(p, real3_add(core.on_b, toward));
}

static const real3 *side_of(const kiln_vec3 *v, real3 *side)
{
	*side = real3_from(*v);
	return side;
}

static void line_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c);
	kiln_line line = {cloud_point(c), cloud_direction(c)};
	real3 side = real3_from(line.direction), p = real3_from(a), base = real3_from(line.point);
	real zero = real_from(0), far;
	kiln_closest_points got = kiln_closest_point_line(&a, &line);
	expected want = nearest_of_box(p, base, &side, &zero, &zero, 1, 3);
	kiln_vec3 all[2] = {a, line.point};
	assert_closest(&got, &want, spread_of(all, 2), reach_of(all, 2) + spread_of(all, 2), 2, true);
	double way = (double)got.at_b[0] * kiln_d3_largest(kiln_d3_from(line.direction));
	if (fabs(way) < 1e12 && fabs((double)got.at_b[0]) > 1e-30)
		assert_at(got.on_b, got.at_b, base, &side, 1, spread_of(all, 2), reach_of(all, 2));

	kiln_ray ray = {line.point, line.direction, 0, 0};
	float limits[] = {0, (float)fabs(cloud_unit(c->state)), INFINITY, fabsf(got.at_b[0]), 0x1p-149f};
	ray.t_max = limits[cloud_next(c->state) % 5];
	bool ends = ray.t_max > 0 && ray.t_max < INFINITY;
	far = ends ? real_from((double)ray.t_max) : zero;
	got = kiln_closest_point_ray(&a, &ray);
	want = nearest_of_box(p, base, &side, &zero, &far, 1, ends ? 0 : 2);
	assert_closest(&got, &want, spread_of(all, 2), reach_of(all, 2) + spread_of(all, 2), 2, true);
	assert_true(got.at_b[0] >= 0 && (!ends || got.at_b[0] <= ray.t_max));
}

static void lines_and_rays_are_as_near_as_their_feet(void **state)
{
	(void)state;
	cloud_run(line_trial, 20000, 10000);
}

static void segment_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c);
	kiln_segment b = {cloud_point(c), cloud_point(c)}, turned = {b.b, b.a};
	real3 base = real3_from(b.a), side = real3_sub(real3_from(b.b), base);
	real zero = real_from(0), one = real_from(1);
	kiln_closest_points got = kiln_closest_point_segment(&a, &b), other = kiln_closest_point_segment(&a, &turned);
	expected want = nearest_of_box(real3_from(a), base, &side, &zero, &one, 1, 0);
	kiln_vec3 all[3] = {a, b.a, b.b};
	double size = spread_of(all, 3), reach = reach_of(all, 3);
	assert_closest(&got, &want, size, reach, 2, true);
	assert_at(got.on_b, got.at_b, base, &side, 1, size, reach);
	assert_true(got.distance == other.distance);
	assert_memory_equal(&got.on_b, &other.on_b, sizeof got.on_b);

	kiln_capsule capsule = {b.a, b.b, cloud_size(c)};
	got = kiln_closest_point_capsule(&a, &capsule);
	want = grown(real3_from(a), want, capsule.radius);
	assert_closest(&got, &want, size, reach, 2, true);
	assert_int_equal(got.distance == 0, kiln_point_in_capsule(&a, &capsule));

	kiln_sphere sphere = {b.a, capsule.radius};
	got = kiln_closest_point_sphere(&a, &sphere);
	want = grown(real3_from(a), expected_at(real3_from(a), base), sphere.radius);
	assert_closest(&got, &want, spread_of(all, 2), reach_of(all, 2), 2, true);
	assert_int_equal(got.distance == 0, kiln_point_in_sphere(&a, &sphere));
}

static void segments_capsules_and_spheres_are_as_near_as_their_features(void **state)
{
	(void)state;
	cloud_run(segment_trial, 20000, 10000);
}

static void plane_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c), on = cloud_point(c), n = cloud_direction(c);
	kiln_plane plane = {n, n.x * on.x + n.y * on.y + n.z * on.z};
	real3 normal = real3_from(n), p = real3_from(a);
	real height = real_sub(real3_dot(normal, p), real_from((double)plane.d));
	real share = real_div(height, real3_length2(normal));
	expected want = expected_at(p, real3_along(p, real_neg(share), normal));
	// The plane may be far from the origin.
	double away = real_to(real_div(real_abs(real_from((double)plane.d)), real3_length(normal)));
	double size = kiln_double_max(away, reach_of(&a, 1));
	kiln_closest_points got = kiln_closest_point_plane(&a, &plane);
	assert_closest(&got, &want, size, size, 2, true);
	assert_int_equal(got.distance == 0, real_sign(height) == 0);
	got = kiln_closest_point_halfspace(&a, &plane);
	want = real_sign(height) > 0 ? want : expected_at(p, p);
	assert_closest(&got, &want, size, size, 2, true);
	assert_int_equal(got.distance == 0, real_sign(height) <= 0);
	assert_int_equal(got.distance == 0, kiln_point_in_halfspace(&a, &plane));
}

static void planes_and_halfspaces_are_as_near_as_their_height(void **state)
{
	(void)state;
	cloud_run(plane_trial, 20000, 10000);
}

static void aabb_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c), b0 = cloud_point(c), b1 = cloud_point(c);
	kiln_aabb box = {{fminf(b0.x, b1.x), fminf(b0.y, b1.y), fminf(b0.z, b1.z)},
		{fmaxf(b0.x, b1.x), fmaxf(b0.y, b1.y), fmaxf(b0.z, b1.z)}};
	kiln_vec3 on = {fmaxf(box.min.x, fminf(a.x, box.max.x)), fmaxf(box.min.y, fminf(a.y, box.max.y)),
		fmaxf(box.min.z, fminf(a.z, box.max.z))};
	expected want = expected_at(real3_from(a), real3_from(on));
	kiln_vec3 all[3] = {a, b0, b1};
	kiln_closest_points got = kiln_closest_point_aabb(&a, &box);
	assert_closest(&got, &want, spread_of(all, 3), 0, 2, true);
	assert_int_equal(got.distance == 0, kiln_point_in_aabb(&a, &box));
	assert_int_equal(got.distance == 0, a.x == on.x && a.y == on.y && a.z == on.z);
}

static void aabbs_are_as_near_as_clamped_coordinates(void **state)
{
	(void)state;
	cloud_run(aabb_trial, 20000, 10000);
}

static void obb_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c);
	kiln_obb b = {.center = cloud_point(c)};
	cloud_axes(c, 0x1p-11, b.axes);
	real3 sides[3];
	real low[3], high[3];
	double size = 0;
	for (int i = 0; i < 3; ++i)
	{
		b.half_extents[i] = cloud_size(c);
		side_of(&b.axes[i], &sides[i]);
		high[i] = real_from((double)b.half_extents[i]);
		low[i] = real_neg(high[i]);
		size = kiln_double_max(size, (double)b.half_extents[i]);
	}
	kiln_vec3 all[2] = {a, b.center};
	size = kiln_double_max(size, spread_of(all, 2));
	expected want = nearest_of_box(real3_from(a), real3_from(b.center), sides, low, high, 3, 0);
	kiln_closest_points got = kiln_closest_point_obb(&a, &b);
	assert_closest(&got, &want, size, reach_of(all, 2) + size, 2, true);
	assert_int_equal(got.distance == 0, kiln_point_in_obb(&a, &b));

	kiln_rectangle flat = {b.center, {b.axes[0], b.axes[1]}, {b.half_extents[0], b.half_extents[1]}};
	want = nearest_of_box(real3_from(a), real3_from(b.center), sides, low, high, 2, 0);
	got = kiln_closest_point_rectangle(&a, &flat);
	assert_closest(&got, &want, size, reach_of(all, 2) + size, 2, true);
	assert_at(got.on_b, got.at_b, real3_from(b.center), sides, 2, size, reach_of(all, 2));
}

static void boxes_and_rectangles_are_as_near_as_their_features(void **state)
{
	(void)state;
	cloud_run(obb_trial, 4000, 2000);
}

static void rss_trial(cloud *c)
{
	kiln_vec3 a = cloud_point(c), axes[3];
	kiln_rss b = {.origin = cloud_point(c), .radius = cloud_size(c)};
	cloud_axes(c, 1, axes);
	kiln_vec3 all[4] = {a, b.origin, b.origin, b.origin};
	for (int i = 0; i < 2; ++i)
	{
		float length = 0.5f * cloud_size(c);
		b.edges[i] = (kiln_vec3){length * axes[i].x, length * axes[i].y, length * axes[i].z};
		all[2 + i].x += b.edges[i].x + b.edges[0].x;
		all[2 + i].y += b.edges[i].y + b.edges[0].y;
		all[2 + i].z += b.edges[i].z + b.edges[0].z;
	}
	double size = 2 * spread_of(all, 4), reach = reach_of(all, 4);
	real3 sides[2];
	real low[2] = {real_from(0), real_from(0)}, high[2] = {real_from(1), real_from(1)};
	side_of(&b.edges[0], &sides[0]);
	side_of(&b.edges[1], &sides[1]);
	expected want = nearest_of_box(real3_from(a), real3_from(b.origin), sides, low, high, 2, 0);
	want = grown(real3_from(a), want, b.radius);
	kiln_closest_points got = kiln_closest_point_rss(&a, &b);
	assert_closest(&got, &want, size, reach, 2, true);
	assert_int_equal(got.distance == 0, kiln_point_in_rss(&a, &b));
}

static void lozenges_are_as_near_as_their_rectangles(void **state)
{
	(void)state;
	cloud_run(rss_trial, 10000, 5000);
}

static kiln_closest_points with(int shape, const void *a, const void *b)
{
	switch (shape)
	{
	case 0:
		return kiln_closest_point_line(a, b);
	case 1:
		return kiln_closest_point_ray(a, b);
	case 2:
		return kiln_closest_point_segment(a, b);
	case 3:
		return kiln_closest_point_plane(a, b);
	case 4:
		return kiln_closest_point_halfspace(a, b);
	case 5:
		return kiln_closest_point_sphere(a, b);
	case 6:
		return kiln_closest_point_capsule(a, b);
	case 7:
		return kiln_closest_point_aabb(a, b);
	case 8:
		return kiln_closest_point_obb(a, b);
	case 9:
		return kiln_closest_point_rectangle(a, b);
	default:
		return kiln_closest_point_rss(a, b);
	}
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	const kiln_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
	const kiln_line line = {{0, 0, 0}, x};
	const kiln_ray ray = {{0, 0, 0}, x, 1, 0};
	const kiln_segment segment = {{0, 0, 0}, x};
	const kiln_plane plane = {z, 1};
	const kiln_sphere sphere = {{0, 0, 0}, 1};
	const kiln_capsule capsule = {{0, 0, 0}, x, 1};
	const kiln_aabb aabb = {{0, 0, 0}, {1, 1, 1}};
	const kiln_obb obb = {{0, 0, 0}, {x, y, z}, {1, 1, 1}};
	const kiln_rectangle rectangle = {{0, 0, 0}, {x, y}, {1, 1}};
	const kiln_rss rss = {{0, 0, 0}, {x, y}, 1};
	const void *shapes[] = {&line, &ray, &segment, &plane, &plane, &sphere, &capsule, &aabb, &obb, &rectangle, &rss};
	const size_t sizes[] = {sizeof line, offsetof(kiln_ray, t_max), sizeof segment, sizeof plane.normal,
		sizeof plane.normal, sizeof sphere, sizeof capsule, sizeof aabb, sizeof obb, sizeof rectangle, sizeof rss};
	const kiln_vec3 good = {3, 4, 5};
	for (int i = 0; i < 11; ++i)
	{
		union
		{
			kiln_vec3 point;
			kiln_obb largest;
			kiln_ray ray;
		} bad;
		memset(&bad, 0, sizeof bad);
		assert_true(with(i, &good, shapes[i]).found);
		assert_refused(with(i, NULL, shapes[i]));
		assert_refused(with(i, &good, NULL));
		for (uint32_t step = 0; spoil(&bad, &good, sizeof good, step); ++step)
			assert_refused(with(i, &bad, shapes[i]));
		for (uint32_t step = 0; spoil(&bad, shapes[i], sizes[i], step); ++step)
			assert_refused(with(i, &good, &bad));
	}
	const kiln_ray negative = {{0, 0, 0}, x, -1, 0}, unlimited = {{0, 0, 0}, x, INFINITY, 0};
	assert_refused(kiln_closest_point_ray(&good, &negative));
	assert_true(kiln_closest_point_ray(&good, &unlimited).distance > 6);
	const kiln_line nowhere = {{0, 0, 0}, {0, 0, 0}};
	assert_refused(kiln_closest_point_line(&good, &nowhere));
	const kiln_plane level = {{0, 0, 0}, 1}, endless = {z, INFINITY};
	assert_refused(kiln_closest_point_plane(&good, &level));
	assert_refused(kiln_closest_point_halfspace(&good, &endless));
	const kiln_sphere hollow = {{0, 0, 0}, -1};
	assert_refused(kiln_closest_point_sphere(&good, &hollow));
	const kiln_aabb empty = {{1, 0, 0}, {0, 1, 1}};
	assert_refused(kiln_closest_point_aabb(&good, &empty));
	const kiln_obb sheared = {{0, 0, 0}, {x, {0.1f, 1, 0}, z}, {1, 1, 1}};
	assert_refused(kiln_closest_point_obb(&good, &sheared));
}

static void planes_beyond_all_coordinates_are_refused_and_denormal_distances_kept(void **state)
{
	(void)state;
	const kiln_vec3 a = {1, 0, 0};
	// The distance of planes farther than any coordinates exceeds float32, and is refused.
	const kiln_plane far = {{0x1p-149f, 0, 0}, 0x1p120f}, below = {{0x1p-149f, 0, 0}, -0x1p120f};
	assert_false(kiln_closest_point_plane(&a, &far).found);
	assert_false(kiln_closest_point_plane(&a, &below).found);
	assert_false(kiln_closest_point_halfspace(&a, &far).found);
	const kiln_plane edge = {{0, 0x1p-100f, 0}, 0x1p-58f};
	kiln_closest_points got = kiln_closest_point_plane(&a, &edge);
	assert_true(got.found && got.distance == 0x1p42f && got.on_b.y == 0x1p42f);
	// A distance too small for float32 does not become touching.
	const kiln_plane beside = {{0, 0x1p40f, 0}, 0x1p-149f};
	assert_true(kiln_closest_point_plane(&a, &beside).distance == 0x1p-149f);
}

static void touching_is_distance_zero_at_the_point_itself(void **state)
{
	(void)state;
	const kiln_vec3 a = {3, 1, 2};
	const kiln_line line = {{0, 1, 2}, {7, 0, 0}};
	const kiln_segment segment = {{0, 1, 2}, {9, 1, 2}}, point = {a, a};
	const kiln_sphere sphere = {{1, 1, 2}, 2};
	const kiln_obb box = {{1, 1, 2}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {2, 0, 0}};
	const kiln_closest_points got[] = {kiln_closest_point_line(&a, &line), kiln_closest_point_segment(&a, &segment),
		kiln_closest_point_segment(&a, &point), kiln_closest_point_sphere(&a, &sphere),
		kiln_closest_point_obb(&a, &box)};
	for (size_t i = 0; i < sizeof got / sizeof *got; ++i)
	{
		assert_true(got[i].found && got[i].distance == 0);
		assert_memory_equal(&got[i].on_a, &a, sizeof a);
		assert_memory_equal(&got[i].on_b, &a, sizeof a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_and_rays_are_as_near_as_their_feet),
		cmocka_unit_test(segments_capsules_and_spheres_are_as_near_as_their_features),
		cmocka_unit_test(planes_and_halfspaces_are_as_near_as_their_height),
		cmocka_unit_test(aabbs_are_as_near_as_clamped_coordinates),
		cmocka_unit_test(boxes_and_rectangles_are_as_near_as_their_features),
		cmocka_unit_test(lozenges_are_as_near_as_their_rectangles),
		cmocka_unit_test(what_is_not_usable_is_refused),
		cmocka_unit_test(planes_beyond_all_coordinates_are_refused_and_denormal_distances_kept),
		cmocka_unit_test(touching_is_distance_zero_at_the_point_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
