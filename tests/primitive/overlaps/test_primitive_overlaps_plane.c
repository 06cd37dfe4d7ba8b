// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "primitive_overlaps.h"
#include "support/trials.h"

#include <math.h>

/// A shape's heights above a plane, in 256 bits, and the answers of the functions.
typedef struct asked
{
	real3 normal;
	real d, low, high;
	real size; ///< size of the terms of all heights, before they cancel
	bool empty;
	bool exact; ///< no tolerance is allowed
	bool plane, halfspace;
} asked;

static void add(asked *q, real3 p, real reach)
{
	real height = real_sub(real3_dot(q->normal, p), q->d);
	real low = real_sub(height, reach), high = real_add(height, reach);
	real size = real_add(real_abs(q->d), reach);
	size = real_add(size, real_add(real_abs(real_mul(q->normal.x, p.x)), real_abs(real_mul(q->normal.y, p.y))));
	size = real_add(size, real_abs(real_mul(q->normal.z, p.z)));
	q->low = q->empty ? low : real_min(q->low, low);
	q->high = q->empty ? high : real_max(q->high, high);
	q->size = real_max(q->size, size);
	q->empty = false;
}

static real none(void)
{
	return real_from_int(0);
}

static void add_points(asked *q, const kiln_vec3 *points, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		add(q, real3_from(points[i]), none());
	q->exact = true;
}

/// All sums of the center and the sides, each taken one way or the other.
static void add_corners(asked *q, real3 center, const real3 *sides, int count, real reach)
{
	for (int corner = 0; corner < 1 << count; ++corner)
	{
		real3 p = center;
		for (int i = 0; i < count; ++i)
			p = corner >> i & 1 ? real3_add(p, sides[i]) : real3_sub(p, sides[i]);
		add(q, p, reach);
	}
}

static real3 side_of(kiln_vec3 axis, float size)
{
	return real3_scale(real3_from(axis), real_from((double)size));
}

/// A radius whose reach may cancel.
static void add_radius(asked *q, float radius)
{
	q->size = real_max(q->size, real_mul(real_from((double)radius), real3_length(q->normal)));
}

/// Returns the support of a disc perpendicular to an axis: n - (n . u) u is the part of the normal along the disc, and
/// its length is the support (Pythagoras); the numerator is exact, so that a normal along the axis gives 0.
static real disc_reach(asked *q, kiln_vec3 a, kiln_vec3 b, float radius)
{
	add_radius(q, radius);
	real3 axis = real3_sub(real3_from(b), real3_from(a));
	real length2 = real3_length2(axis), normal2 = real3_length2(q->normal), along = real3_dot(q->normal, axis);
	if (real_sign(length2) == 0)
		return real_mul(real_from((double)radius), real_sqrt(normal2));
	real rest = real_sub(real_mul(normal2, length2), real_mul(along, along));
	return real_mul(real_from((double)radius), real_sqrt(real_div(rest, length2)));
}

static real ball_reach(const asked *q, float radius)
{
	return real_mul(real_from((double)radius), real3_length(q->normal));
}

static void ask_segment(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_segment segment = {scene_point(s), scene_point(s)};
	add_points(q, &segment.a, 1);
	add_points(q, &segment.b, 1);
	q->plane = kiln_overlaps_segment_plane(&segment, plane);
	q->halfspace = kiln_overlaps_segment_halfspace(&segment, plane);
}

static void ask_sphere(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_sphere sphere = {scene_point(s), scene_size(s)};
	add(q, real3_from(sphere.center), ball_reach(q, sphere.radius));
	q->plane = kiln_overlaps_plane_sphere(plane, &sphere);
	q->halfspace = kiln_overlaps_halfspace_sphere(plane, &sphere);
}

static void ask_capsule(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_capsule capsule = {scene_point(s), scene_point(s), scene_size(s)};
	add(q, real3_from(capsule.a), ball_reach(q, capsule.radius));
	add(q, real3_from(capsule.b), ball_reach(q, capsule.radius));
	q->plane = kiln_overlaps_plane_capsule(plane, &capsule);
	q->halfspace = kiln_overlaps_halfspace_capsule(plane, &capsule);
}

static void ask_aabb(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_aabb box = scene_aabb(s);
	for (int i = 0; i < 8; ++i)
	{
		kiln_vec3 corner = {
			i & 1 ? box.min.x : box.max.x, i & 2 ? box.min.y : box.max.y, i & 4 ? box.min.z : box.max.z};
		add_points(q, &corner, 1);
	}
	q->plane = kiln_overlaps_plane_aabb(plane, &box);
	q->halfspace = kiln_overlaps_halfspace_aabb(plane, &box);
}

static void ask_obb(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_obb box = scene_obb(s);
	real3 sides[3];
	for (int i = 0; i < 3; ++i)
		sides[i] = side_of(box.axes[i], box.half_extents[i]);
	add_corners(q, real3_from(box.center), sides, 3, none());
	q->plane = kiln_overlaps_plane_obb(plane, &box);
	q->halfspace = kiln_overlaps_halfspace_obb(plane, &box);
}

static void ask_rectangle(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_obb box = scene_obb(s);
	kiln_rectangle rectangle = {box.center, {box.axes[0], box.axes[1]}, {box.half_extents[0], box.half_extents[1]}};
	real3 sides[2] = {side_of(box.axes[0], box.half_extents[0]), side_of(box.axes[1], box.half_extents[1])};
	add_corners(q, real3_from(box.center), sides, 2, none());
	q->plane = kiln_overlaps_plane_rectangle(plane, &rectangle);
	q->halfspace = kiln_overlaps_halfspace_rectangle(plane, &rectangle);
}

static void ask_triangle(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_triangle triangle = scene_triangle(s);
	add_points(q, triangle.corners, 3);
	q->plane = kiln_overlaps_plane_triangle(plane, &triangle);
	q->halfspace = kiln_overlaps_halfspace_triangle(plane, &triangle);
}

static void ask_quad(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_quad quad;
	for (int i = 0; i < 4; ++i)
		quad.corners[i] = scene_point(s);
	add_points(q, quad.corners, 4);
	q->plane = kiln_overlaps_plane_quad(plane, &quad);
	q->halfspace = kiln_overlaps_halfspace_quad(plane, &quad);
}

static void ask_polygon(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_vec3 corners[8];
	kiln_polygon polygon = {corners, scene_polygon(s, corners)};
	add_points(q, corners, polygon.count);
	q->plane = kiln_overlaps_plane_polygon(plane, &polygon);
	q->halfspace = kiln_overlaps_halfspace_polygon(plane, &polygon);
}

static void ask_tetrahedron(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_tetrahedron tetrahedron;
	for (int i = 0; i < 4; ++i)
		tetrahedron.corners[i] = scene_point(s);
	add_points(q, tetrahedron.corners, 4);
	q->plane = kiln_overlaps_plane_tetrahedron(plane, &tetrahedron);
	q->halfspace = kiln_overlaps_halfspace_tetrahedron(plane, &tetrahedron);
}

static void ask_cylinder(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_cylinder cylinder = {scene_point(s), scene_point(s), scene_size(s)};
	real reach = disc_reach(q, cylinder.a, cylinder.b, cylinder.radius);
	add(q, real3_from(cylinder.a), reach);
	add(q, real3_from(cylinder.b), reach);
	q->plane = kiln_overlaps_plane_cylinder(plane, &cylinder);
	q->halfspace = kiln_overlaps_halfspace_cylinder(plane, &cylinder);
}

static void ask_cone(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_cone cone = {scene_point(s), scene_point(s), scene_size(s)};
	add(q, real3_from(cone.apex), none());
	add(q, real3_from(cone.base), disc_reach(q, cone.apex, cone.base, cone.radius));
	q->plane = kiln_overlaps_plane_cone(plane, &cone);
	q->halfspace = kiln_overlaps_halfspace_cone(plane, &cone);
}

static void ask_ellipsoid(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_obb box = scene_obb(s);
	kiln_ellipsoid ellipsoid = {.center = box.center};
	real sum = none();
	for (int i = 0; i < 3; ++i)
	{
		ellipsoid.axes[i] = box.axes[i];
		ellipsoid.radii[i] = box.half_extents[i];
		add_radius(q, ellipsoid.radii[i]);
		real reach = real3_dot(q->normal, side_of(box.axes[i], box.half_extents[i]));
		sum = real_add(sum, real_mul(reach, reach));
	}
	add(q, real3_from(ellipsoid.center), real_sqrt(sum));
	q->plane = kiln_overlaps_plane_ellipsoid(plane, &ellipsoid);
	q->halfspace = kiln_overlaps_halfspace_ellipsoid(plane, &ellipsoid);
}

static void ask_rss(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_obb box = scene_obb(s);
	kiln_rss rss = {.origin = box.center, .radius = scene_size(s)};
	for (int i = 0; i < 2; ++i)
		rss.edges[i] = kiln_d3_to(kiln_d3_scale(kiln_d3_from(box.axes[i]), (double)box.half_extents[i]));
	real reach = ball_reach(q, rss.radius);
	for (int corner = 0; corner < 4; ++corner)
	{
		real3 p = real3_from(rss.origin);
		p = corner & 1 ? real3_add(p, real3_from(rss.edges[0])) : p;
		add(q, corner & 2 ? real3_add(p, real3_from(rss.edges[1])) : p, reach);
	}
	q->plane = kiln_overlaps_plane_rss(plane, &rss);
	q->halfspace = kiln_overlaps_halfspace_rss(plane, &rss);
}

static const uint32_t face_first[] = {0, 3, 6, 9, 12}, face_vertices[] = {1, 2, 3, 1, 3, 4, 1, 4, 2, 2, 4, 3};

static void ask_polyhedron(scene *s, const kiln_plane *plane, asked *q)
{
	kiln_vec3 vertices[5]; // the first is not one of its corners
	for (int i = 0; i < 5; ++i)
		vertices[i] = scene_point(s);
	kiln_polyhedron polyhedron = {vertices, 5, face_first, face_vertices, 4};
	add_points(q, vertices + 1, 4);
	q->plane = kiln_overlaps_plane_polyhedron(plane, &polyhedron);
	q->halfspace = kiln_overlaps_halfspace_polyhedron(plane, &polyhedron);
}

/// Low and high, extended by the tolerance of touching.
static bool judged(const asked *q)
{
	real margin = q->exact ? none() : real_mul(real_from(0x1p-43), q->size);
	bool below = real_sign(q->low) <= 0, above = real_sign(q->high) >= 0;
	bool nearly_below = real_compare(q->low, margin) <= 0;
	bool nearly_above = real_compare(q->high, real_neg(margin)) >= 0;
	return (q->halfspace ? nearly_below : !below) && (q->plane ? nearly_below && nearly_above : !(below && above));
}

typedef void asker(scene *s, const kiln_plane *plane, asked *q);

static asker *const askers[] = {ask_segment, ask_sphere, ask_capsule, ask_aabb, ask_obb, ask_rectangle, ask_triangle,
	ask_quad, ask_polygon, ask_tetrahedron, ask_cylinder, ask_cone, ask_ellipsoid, ask_rss, ask_polyhedron};

#define ASKERS (sizeof askers / sizeof *askers)

static asked ask(scene *s, asker *shape, const kiln_plane *plane)
{
	asked q = {.normal = real3_from(plane->normal), .d = real_from((double)plane->d), .size = none(), .empty = true};
	shape(s, plane, &q);
	assert_true(judged(&q));
	return q;
}

static void try_planes(bool near, uint64_t trials)
{
	scene s = scene_of(0x9e3779b97f4a7c15ull + near);
	uint64_t apart = 0, crossed = 0;
	for (size_t shape = 0; shape < ASKERS; ++shape)
		for (uint64_t n = 0; n < trials; ++n)
		{
			scene_next(&s, near);
			kiln_plane plane = {.normal = scene_direction(&s)};
			plane.d = (float)kiln_d3_dot(kiln_d3_from(plane.normal), kiln_d3_from(scene_point(&s)));
			uint64_t before = s.state;
			asked q = ask(&s, askers[shape], &plane);
			apart += !q.plane;
			crossed += q.plane;
			// The same shape, and a plane that touches it from below or above to the last digit of its d.
			s.state = before;
			real side = n & 1 ? q.low : q.high;
			plane.d = (float)real_to(real_add(q.d, side));
			q = ask(&s, askers[shape], &plane);
			// The other side of the plane is the half-space of the opposite normal.
			assert_true(q.halfspace || !q.plane);
		}
	assert_true(apart > trials);
	assert_true(crossed > trials);
}

static void random_planes_meet_shapes_as_their_heights_say(void **state)
{
	(void)state;
	try_planes(false, trials_random(20000));
}

static void nearly_degenerate_planes_meet_shapes_as_their_heights_say(void **state)
{
	(void)state;
	try_planes(true, trials_near(10000));
}

static void touching_is_overlap_and_the_next_float_is_not(void **state)
{
	(void)state;
	kiln_plane floor = {{0, 0, 2}, 0}; // a normal of any length
	kiln_plane under = {{0, 0, 2}, -0x1p-149f};
	kiln_sphere sphere = {{5, -7, 3}, 3};
	kiln_cone cone = {{0, 0, 4}, {0, 0, 0}, 2};
	kiln_cylinder cylinder = {{1, 1, 0}, {1, 1, 9}, 2};
	kiln_aabb box = {{-1, -1, 0}, {1, 1, 2}};
	kiln_triangle triangle = {{{1, 2, 0}, {3, 5, 7}, {2, 2, 2}}};
	kiln_segment point = {{4, 4, 0}, {4, 4, 0}};
	assert_true(kiln_overlaps_plane_sphere(&floor, &sphere));
	assert_true(kiln_overlaps_halfspace_sphere(&floor, &sphere));
	assert_true(kiln_overlaps_plane_cone(&floor, &cone));
	assert_true(kiln_overlaps_plane_cylinder(&floor, &cylinder));
	assert_true(kiln_overlaps_plane_aabb(&floor, &box));
	assert_true(kiln_overlaps_halfspace_aabb(&floor, &box));
	assert_true(kiln_overlaps_plane_triangle(&floor, &triangle));
	assert_true(kiln_overlaps_segment_plane(&point, &floor));
	assert_false(kiln_overlaps_plane_aabb(&under, &box));
	assert_false(kiln_overlaps_halfspace_aabb(&under, &box));
	assert_false(kiln_overlaps_halfspace_triangle(&under, &triangle));
	assert_false(kiln_overlaps_segment_plane(&point, &under));
	assert_false(kiln_overlaps_segment_halfspace(&point, &under));
	sphere.center.z = nextafterf(3, 4);
	assert_false(kiln_overlaps_plane_sphere(&floor, &sphere));
	assert_false(kiln_overlaps_halfspace_sphere(&floor, &sphere));
	sphere.center.z = -4;
	assert_false(kiln_overlaps_plane_sphere(&floor, &sphere));
	assert_true(kiln_overlaps_halfspace_sphere(&floor, &sphere));
}

static void a_cone_that_leans_is_met_by_its_rim(void **state)
{
	(void)state;
	// The axis at 45 degrees: the rim reaches r sin 45 below the base's middle.
	kiln_cone cone = {{4, 0, 6}, {0, 0, 2}, 2};
	kiln_plane low = {{0, 0, 1}, 0.5858f}, lower = {{0, 0, 1}, 0.5857f};
	assert_true(kiln_overlaps_halfspace_cone(&low, &cone));
	assert_false(kiln_overlaps_halfspace_cone(&lower, &cone));
	// Along the axis there is no direction to the rim, and none is needed.
	kiln_cone upright = {{0, 0, 1}, {0, 0, 2}, 100};
	kiln_plane floor = {{0, 0, 1}, 0.5f};
	assert_false(kiln_overlaps_plane_cone(&floor, &upright));
}

static void what_is_not_usable_overlaps(void **state)
{
	(void)state;
	kiln_plane plane = {{0, 0, 1}, -100}, flat = {{0, 0, 0}, -100};
	kiln_vec3 p = {0, 0, 1};
	kiln_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, corners[4] = {p, p, p, p}, bad_corners[4] = {p, p, p, p};
	for (uint32_t which = 0; which < 3; ++which)
	{
		float bad = bad_number(which);
		kiln_vec3 wrong = {0, bad, 1};
		bad_corners[2] = wrong;
		kiln_plane broken = {wrong, -100};
#define REFUSES(shape, good, worse)                                                                                    \
	do                                                                                                                 \
	{                                                                                                                  \
		kiln_##shape fine = good, ill = worse;                                                                         \
		assert_false(kiln_overlaps_plane_##shape(&plane, &fine));                                                      \
		assert_false(kiln_overlaps_halfspace_##shape(&plane, &fine));                                                  \
		assert_true(kiln_overlaps_plane_##shape(&plane, &ill));                                                        \
		assert_true(kiln_overlaps_halfspace_##shape(&plane, &ill));                                                    \
		assert_true(kiln_overlaps_plane_##shape(&broken, &fine));                                                      \
		assert_true(kiln_overlaps_halfspace_##shape(&flat, &fine));                                                    \
		assert_true(kiln_overlaps_halfspace_##shape(NULL, &fine));                                                     \
		assert_true(kiln_overlaps_plane_##shape(&plane, NULL));                                                        \
	} while (0)
#define LIST(...) {__VA_ARGS__}
		REFUSES(sphere, LIST(p, 1), LIST(p, bad));
		REFUSES(capsule, LIST(p, p, 1), LIST(p, wrong, 1));
		REFUSES(aabb, LIST(p, p), LIST(p, wrong));
		REFUSES(obb, LIST(p, LIST(axes[0], axes[1], axes[2]), LIST(1, 1, 1)),
			LIST(p, LIST(axes[0], axes[1], axes[1]), LIST(1, 1, 1)));
		REFUSES(rectangle, LIST(p, LIST(axes[0], axes[1]), LIST(1, 1)), LIST(p, LIST(axes[0], axes[1]), LIST(1, bad)));
		REFUSES(triangle, LIST(LIST(p, p, p)), LIST(LIST(p, wrong, p)));
		REFUSES(quad, LIST(LIST(p, p, p, p)), LIST(LIST(p, p, p, wrong)));
		REFUSES(polygon, LIST(corners, 4), LIST(bad_corners, 4));
		REFUSES(tetrahedron, LIST(LIST(p, p, p, p)), LIST(LIST(p, p, p, wrong)));
		REFUSES(cylinder, LIST(p, p, 1), LIST(p, p, bad));
		REFUSES(cone, LIST(p, p, 1), LIST(wrong, p, 1));
		REFUSES(ellipsoid, LIST(p, LIST(axes[0], axes[1], axes[2]), LIST(1, 1, 1)),
			LIST(p, LIST(axes[0], axes[1], axes[2]), LIST(1, bad, 1)));
		REFUSES(rss, LIST(p, LIST(axes[0], axes[1]), 1), LIST(p, LIST(axes[0], wrong), 1));
		kiln_vec3 vertices[5] = {p, p, p, p, p};
		REFUSES(polyhedron, LIST(vertices, 5, face_first, face_vertices, 4),
			LIST(vertices, 4, face_first, face_vertices, 4));
		kiln_segment segment = {p, p}, ill = {p, wrong};
		assert_false(kiln_overlaps_segment_plane(&segment, &plane));
		assert_false(kiln_overlaps_segment_halfspace(&segment, &plane));
		assert_true(kiln_overlaps_segment_plane(&ill, &plane));
		assert_true(kiln_overlaps_segment_halfspace(&ill, &plane));
		assert_true(kiln_overlaps_segment_plane(&segment, &flat));
		assert_true(kiln_overlaps_segment_halfspace(&segment, NULL));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_planes_meet_shapes_as_their_heights_say),
		cmocka_unit_test(nearly_degenerate_planes_meet_shapes_as_their_heights_say),
		cmocka_unit_test(touching_is_overlap_and_the_next_float_is_not),
		cmocka_unit_test(a_cone_that_leans_is_met_by_its_rim),
		cmocka_unit_test(what_is_not_usable_overlaps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
