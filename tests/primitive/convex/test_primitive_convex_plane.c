// SPDX-License-Identifier: MIT
#include "primitive/overlaps/primitive_overlaps.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Planes and half-spaces against every convex kind, judged by heights in 256 bits: corner by corner, and for round
/// shapes by explicit support functions.

#define CORNERS 8

/// Corners whose hull, extended by `reach` along the normal, has the shape's heights.
typedef struct frame
{
	real3 corners[CORNERS];
	int count;
	real reach[CORNERS];
} frame;

static void put(frame *f, real3 corner, real reach)
{
	f->corners[f->count] = corner;
	f->reach[f->count++] = reach;
}

/// |n x axis| / |axis|, of a disc around it; |n| without an axis.
static real disc(real3 n, real3 axis)
{
	real length = real3_length(axis);
	return real_sign(length) ? real_div(real3_length(real3_cross(n, axis)), length) : real3_length(n);
}

static void put_all(frame *f, const kiln_vec3 *points, int count)
{
	for (int i = 0; i < count; ++i)
		put(f, real3_from(points[i]), real_from(0));
}

/// center +- half[i] axes[i]
static void put_box(frame *f, kiln_vec3 center, const kiln_vec3 *axes, const float *half, int count)
{
	for (int bits = 0; bits < 1 << count; ++bits)
	{
		real3 corner = real3_from(center);
		for (int i = 0; i < count; ++i)
			corner = real3_along(corner, real_from((double)(bits >> i & 1 ? half[i] : -half[i])), real3_from(axes[i]));
		put(f, corner, real_from(0));
	}
}

static void put_ellipsoid(frame *f, real3 n, const kiln_ellipsoid *ellipsoid)
{
	real sum = real_from(0);
	for (int i = 0; i < 3; ++i)
	{
		real part = real_mul(real_from((double)ellipsoid->radii[i]), real3_dot(n, real3_from(ellipsoid->axes[i])));
		sum = real_add(sum, real_mul(part, part));
	}
	put(f, real3_from(ellipsoid->center), real_sqrt(sum));
}

static void put_rss(frame *f, real3 n, const kiln_rss *rss)
{
	real reach = real_mul(real_from((double)rss->radius), real3_length(n));
	for (int bits = 0; bits < 4; ++bits)
	{
		real3 corner = real3_from(rss->origin);
		for (int i = 0; i < 2; ++i)
			if (bits >> i & 1)
				corner = real3_add(corner, real3_from(rss->edges[i]));
		put(f, corner, reach);
	}
}

static frame frame_of(const kiln_convex_shape *s, real3 n)
{
	frame f = {.count = 0};
	real length = real3_length(n), none = real_from(0);
	real3 axis;
	switch (s->kind)
	{
	case KILN_CONVEX_POINT:
		put_all(&f, &s->point, 1);
		break;
	case KILN_CONVEX_SEGMENT:
		put_all(&f, &s->segment.a, 1);
		put_all(&f, &s->segment.b, 1);
		break;
	case KILN_CONVEX_SPHERE:
		put(&f, real3_from(s->sphere.center), real_mul(length, real_from((double)s->sphere.radius)));
		break;
	case KILN_CONVEX_CAPSULE:
		put(&f, real3_from(s->capsule.a), real_mul(length, real_from((double)s->capsule.radius)));
		put(&f, real3_from(s->capsule.b), f.reach[0]);
		break;
	case KILN_CONVEX_AABB:
		for (int i = 0; i < 8; ++i)
		{
			kiln_vec3 corner = {i & 1 ? s->aabb.max.x : s->aabb.min.x, i & 2 ? s->aabb.max.y : s->aabb.min.y,
				i & 4 ? s->aabb.max.z : s->aabb.min.z};
			put_all(&f, &corner, 1);
		}
		break;
	case KILN_CONVEX_OBB:
		put_box(&f, s->obb.center, s->obb.axes, s->obb.half_extents, 3);
		break;
	case KILN_CONVEX_RECTANGLE:
		put_box(&f, s->rectangle.center, s->rectangle.axes, s->rectangle.half_extents, 2);
		break;
	case KILN_CONVEX_TRIANGLE:
		put_all(&f, s->triangle.corners, 3);
		break;
	case KILN_CONVEX_TETRAHEDRON:
		put_all(&f, s->tetrahedron.corners, 4);
		break;
	case KILN_CONVEX_CYLINDER:
		axis = real3_sub(real3_from(s->cylinder.b), real3_from(s->cylinder.a));
		put(&f, real3_from(s->cylinder.a), real_mul(disc(n, axis), real_from((double)s->cylinder.radius)));
		put(&f, real3_from(s->cylinder.b), f.reach[0]);
		break;
	case KILN_CONVEX_CONE:
		axis = real3_sub(real3_from(s->cone.base), real3_from(s->cone.apex));
		put(&f, real3_from(s->cone.apex), none);
		put(&f, real3_from(s->cone.base), real_mul(disc(n, axis), real_from((double)s->cone.radius)));
		break;
	case KILN_CONVEX_ELLIPSOID:
		put_ellipsoid(&f, n, &s->ellipsoid);
		break;
	case KILN_CONVEX_RSS:
		put_rss(&f, n, &s->rss);
		break;
	default:
		put_all(&f, s->points.points, (int)s->points.count);
		break;
	}
	return f;
}

static const kiln_convex_kind kinds[] = {KILN_CONVEX_POINT, KILN_CONVEX_SEGMENT, KILN_CONVEX_SPHERE,
	KILN_CONVEX_CAPSULE, KILN_CONVEX_AABB, KILN_CONVEX_OBB, KILN_CONVEX_RECTANGLE, KILN_CONVEX_TRIANGLE,
	KILN_CONVEX_TETRAHEDRON, KILN_CONVEX_CYLINDER, KILN_CONVEX_CONE, KILN_CONVEX_ELLIPSOID, KILN_CONVEX_RSS,
	KILN_CONVEX_POINTS};

#define KINDS (sizeof kinds / sizeof *kinds)

static kiln_convex_shape random_shape(scene *s, kiln_convex_kind kind, kiln_vec3 room[CORNERS])
{
	kiln_convex_shape shape = {.kind = kind};
	for (int i = 0; i < CORNERS; ++i)
		room[i] = scene_point(s);
	switch (kind)
	{
	case KILN_CONVEX_SPHERE:
		shape.sphere = (kiln_sphere){room[0], scene_size(s)};
		break;
	case KILN_CONVEX_CAPSULE:
	case KILN_CONVEX_CYLINDER:
	case KILN_CONVEX_CONE: // two points and a radius each
		shape.capsule = (kiln_capsule){room[0], scene_below(s, 6) ? room[1] : room[0], scene_size(s)};
		break;
	case KILN_CONVEX_AABB:
		shape.aabb = scene_aabb(s);
		break;
	case KILN_CONVEX_OBB:
		shape.obb = scene_obb(s);
		break;
	case KILN_CONVEX_RECTANGLE:
		shape.rectangle.center = room[0];
		kiln_vec3 axes[3];
		scene_axes(s, axes);
		memcpy(shape.rectangle.axes, axes, sizeof shape.rectangle.axes);
		for (int i = 0; i < 2; ++i)
			shape.rectangle.half_extents[i] = scene_size(s);
		break;
	case KILN_CONVEX_ELLIPSOID:
		shape.ellipsoid.center = room[0];
		scene_axes(s, shape.ellipsoid.axes);
		for (int i = 0; i < 3; ++i)
			shape.ellipsoid.radii[i] = scene_size(s);
		break;
	case KILN_CONVEX_RSS:
	{
		kiln_obb obb = scene_obb(s);
		shape.rss = (kiln_rss){.origin = obb.center, .radius = scene_size(s)};
		for (int i = 0; i < 2; ++i)
			shape.rss.edges[i] = (kiln_vec3){obb.axes[i].x * obb.half_extents[i], obb.axes[i].y * obb.half_extents[i],
				obb.axes[i].z * obb.half_extents[i]};
		break;
	}
	case KILN_CONVEX_POINTS:
		shape.points.points = room;
		shape.points.count = 1 + scene_below(s, CORNERS);
		break;
	default: // up to four points
		memcpy(&shape.tetrahedron, room, sizeof shape.tetrahedron);
		break;
	}
	return shape;
}

/// Heights of the shape above the plane, and the size of the numbers.
typedef struct heights
{
	real low, high, length;
	double size;
} heights;

static heights heights_of(const kiln_plane *plane, const kiln_convex_shape *shape)
{
	real3 n = real3_from(plane->normal);
	frame f = frame_of(shape, n);
	heights h = {.length = real3_length(n), .size = fabs((double)plane->d) / real_to(real3_length(n))};
	for (int i = 0; i < f.count; ++i)
	{
		real height = real_sub(real3_dot(n, f.corners[i]), real_from((double)plane->d));
		real low = real_sub(height, f.reach[i]), high = real_add(height, f.reach[i]);
		h.low = i ? real_min(h.low, low) : low;
		h.high = i ? real_max(h.high, high) : high;
		h.size = fmax(h.size, kiln_d3_largest(real3_to(f.corners[i])) + real_to(f.reach[i]) / real_to(h.length));
	}
	return h;
}

static double far_off(const kiln_plane *plane, kiln_vec3 p)
{
	real height = real_sub(real3_dot(real3_from(plane->normal), real3_from(p)), real_from((double)plane->d));
	return real_to(real_div(height, real3_length(real3_from(plane->normal))));
}

static void assert_answer(const kiln_plane *plane, const kiln_convex_shape *shape, bool solid)
{
	kiln_closest_points got =
		solid ? kiln_closest_halfspace_convex(plane, shape) : kiln_closest_plane_convex(plane, shape);
	bool overlap = solid ? kiln_overlaps_halfspace_convex(plane, shape) : kiln_overlaps_plane_convex(plane, shape);
	heights h = heights_of(plane, shape);
	real zero = real_from(0);
	real gap = real_sign(h.low) > 0 ? h.low : real_sign(h.high) < 0 && !solid ? real_neg(h.high) : zero;
	double want = real_to(real_div(gap, h.length)), places = h.size * 0x1p-22 + 0x1p-149;
	assert_true(got.found);
	assert_int_equal(overlap, got.distance == 0);
	assert_true(fabs((double)got.distance - want) <= 0x1p-22 * want + 0x1p-43 * h.size + 0x1p-149);
	assert_true(real_sign(gap) != 0 || got.distance == 0);
	// On the plane or in the half-space, and at the height of the shape's end.
	double on = far_off(plane, got.on_a), other = far_off(plane, got.on_b);
	assert_true(solid ? on <= places : fabs(on) <= places);
	assert_true(fabs(fabs(other - (solid && got.distance == 0 ? other : on)) - (double)got.distance) <= 2 * places);
	assert_true(
		other >= real_to(real_div(h.low, h.length)) - places && other <= real_to(real_div(h.high, h.length)) + places);
}

static void try_random(uint64_t seed, uint64_t rounds, bool near)
{
	scene s = scene_of(seed);
	for (uint64_t i = 0; i < rounds; ++i)
	{
		kiln_vec3 room[CORNERS];
		scene_next(&s, near);
		kiln_convex_shape shape = random_shape(&s, kinds[i % KINDS], room);
		kiln_plane plane = {scene_direction(&s), 0};
		kiln_d3 n = kiln_d3_from(plane.normal);
		if (kiln_d3_length2(n) == 0)
			continue;
		plane.d = (float)kiln_d3_dot(n, kiln_d3_from(scene_point(&s)));
		assert_answer(&plane, &shape, i / KINDS % 2);
	}
}

static void planes_and_random_shapes_are_as_far_apart_as_in_256_bits(void **state)
{
	(void)state;
	try_random(301, trials_random(28000), false);
}

static void planes_that_nearly_touch_shapes_are_judged_as_in_256_bits(void **state)
{
	(void)state;
	try_random(302, trials_near(14000), true);
}

static kiln_convex_shape line_shape(bool ray, kiln_vec3 from, kiln_vec3 along, float t_max)
{
	kiln_convex_shape shape = {.kind = ray ? KILN_CONVEX_RAY : KILN_CONVEX_LINE};
	if (ray)
		shape.ray = (kiln_ray){.origin = from, .direction = along, .t_max = t_max};
	else
		shape.line = (kiln_line){from, along};
	return shape;
}

static void lines_and_rays_meet_planes_unless_they_are_parallel_or_end(void **state)
{
	(void)state;
	kiln_plane plane = {{0, 2, 0}, 4}; // y = 2
	kiln_convex_shape line = line_shape(false, (kiln_vec3){1, 5, 0}, (kiln_vec3){1, 1, 0}, 0);
	kiln_closest_points got = kiln_closest_plane_convex(&plane, &line);
	assert_true(got.found && got.distance == 0 && got.on_b.x == -2 && got.on_b.y == 2 && got.at_b[0] == -3);
	line = line_shape(false, (kiln_vec3){1, 5, 0}, (kiln_vec3){1, 0, 0}, 0);
	got = kiln_closest_plane_convex(&plane, &line);
	assert_true(got.distance == 3 && !kiln_overlaps_plane_convex(&plane, &line) && got.on_a.y == 2);
	kiln_convex_shape ray = line_shape(true, (kiln_vec3){1, 5, 0}, (kiln_vec3){0, 1, 0}, 0);
	got = kiln_closest_halfspace_convex(&plane, &ray);
	assert_true(got.distance == 3 && got.at_b[0] == 0);
	ray = line_shape(true, (kiln_vec3){1, 5, 0}, (kiln_vec3){0, -1, 0}, 2);
	got = kiln_closest_plane_convex(&plane, &ray);
	assert_true(got.distance == 1 && got.at_b[0] == 2);
	ray = line_shape(true, (kiln_vec3){1, 5, 0}, (kiln_vec3){0, -1, 0}, 0);
	assert_true(kiln_overlaps_plane_convex(&plane, &ray) && kiln_overlaps_halfspace_convex(&plane, &ray));
	// For a ray that begins in the half-space, the answer is its beginning; for the plane, it is the intersection.
	ray = line_shape(true, (kiln_vec3){0, -1, 0}, (kiln_vec3){0, 1, 0}, 0);
	got = kiln_closest_halfspace_convex(&plane, &ray);
	assert_true(got.distance == 0 && got.on_b.y == -1);
	got = kiln_closest_plane_convex(&plane, &ray);
	assert_true(got.distance == 0 && got.on_b.y == 2);
}

static void unusable_planes_and_shapes_are_refused(void **state)
{
	(void)state;
	kiln_plane plane = {{0, 1, 0}, 0}, flat = {{0, 0, 0}, 0}, nan = {{0, NAN, 0}, 0};
	kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 5, 0}, 1}}, bad = ball;
	bad.sphere.radius = -1;
	assert_false(kiln_closest_plane_convex(&flat, &ball).found);
	assert_false(kiln_closest_plane_convex(&nan, &ball).found);
	assert_false(kiln_closest_halfspace_convex(&plane, &bad).found);
	assert_true(kiln_overlaps_plane_convex(&flat, &ball));
	assert_true(kiln_overlaps_halfspace_convex(&plane, &bad));
	assert_false(kiln_overlaps_plane_convex(&plane, &ball));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planes_and_random_shapes_are_as_far_apart_as_in_256_bits),
		cmocka_unit_test(planes_that_nearly_touch_shapes_are_judged_as_in_256_bits),
		cmocka_unit_test(lines_and_rays_meet_planes_unless_they_are_parallel_or_end),
		cmocka_unit_test(unusable_planes_and_shapes_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
