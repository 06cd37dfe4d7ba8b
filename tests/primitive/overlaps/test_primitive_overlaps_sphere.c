// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "primitive_overlaps.h"
#include "support/trials.h"

#include <math.h>

/// A sphere and a shape: the function's answer, and their distance in 256 bits.
typedef struct asked
{
	bool answer;
	real distance; ///< of the center; 0 inside
	double size;
} asked;

static asked nothing(const scene *s)
{
	return (asked){.distance = real_from_int(-1), .size = (4 + s->offset * 0x1p-6) * s->scale};
}

static void nearer(asked *q, real distance)
{
	q->distance = real_sign(q->distance) < 0 ? distance : real_min(q->distance, distance);
}

static void nearer_triangle(asked *q, const kiln_sphere *sphere, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c)
{
	const real3 corners[3] = {real3_from(a), real3_from(b), real3_from(c)};
	nearer(q, real_distance_to_triangle(real3_from(sphere->center), corners));
}

static asked ask_rectangle(scene *s, const kiln_sphere *sphere)
{
	kiln_obb box = scene_obb(s);
	kiln_rectangle rectangle = {box.center, {box.axes[0], box.axes[1]}, {box.half_extents[0], box.half_extents[1]}};
	asked q = nothing(s);
	real3 corners[4], e = real3_scale(real3_from(box.axes[0]), real_from((double)box.half_extents[0]));
	real3 f = real3_scale(real3_from(box.axes[1]), real_from((double)box.half_extents[1]));
	for (int i = 0; i < 4; ++i)
	{
		corners[i] = i == 0 || i == 3 ? real3_sub(real3_from(box.center), e) : real3_add(real3_from(box.center), e);
		corners[i] = i < 2 ? real3_sub(corners[i], f) : real3_add(corners[i], f);
	}
	for (int i = 0; i < 3; i += 2)
	{
		const real3 half[3] = {corners[i], corners[i + 1], corners[(i + 2) % 4]};
		nearer(&q, real_distance_to_triangle(real3_from(sphere->center), half));
	}
	q.answer = kiln_overlaps_sphere_rectangle(sphere, &rectangle);
	return q;
}

static asked ask_triangle(scene *s, const kiln_sphere *sphere)
{
	kiln_triangle t = scene_triangle(s);
	asked q = nothing(s);
	nearer_triangle(&q, sphere, t.corners[0], t.corners[1], t.corners[2]);
	q.answer = kiln_overlaps_sphere_triangle(sphere, &t);
	kiln_triangle turned = {{t.corners[2], t.corners[1], t.corners[0]}};
	assert_int_equal(kiln_overlaps_sphere_triangle(sphere, &turned), q.answer);
	return q;
}

static asked ask_quad(scene *s, const kiln_sphere *sphere)
{
	kiln_quad quad;
	for (int i = 0; i < 4; ++i)
		quad.corners[i] = scene_point(s);
	asked q = nothing(s);
	nearer_triangle(&q, sphere, quad.corners[0], quad.corners[1], quad.corners[2]);
	nearer_triangle(&q, sphere, quad.corners[0], quad.corners[2], quad.corners[3]);
	q.answer = kiln_overlaps_sphere_quad(sphere, &quad);
	return q;
}

/// Weights of the corners that are all of one sign.
static bool in_tetrahedron(const kiln_vec3 *point, const kiln_vec3 corners[4])
{
	int volume = 0, signs[4];
	for (int i = -1; i < 4; ++i)
	{
		real3 c[4];
		for (int k = 0; k < 4; ++k)
			c[k] = real3_from(k == i ? *point : corners[k]);
		real3 n = real3_cross(real3_sub(c[1], c[0]), real3_sub(c[2], c[0]));
		int sign = real_sign(real3_dot(n, real3_sub(c[3], c[0])));
		*(i < 0 ? &volume : &signs[i]) = sign;
	}
	bool inside = volume != 0;
	for (int i = 0; i < 4; ++i)
		inside = inside && signs[i] * volume >= 0;
	return inside;
}

static const uint32_t face_first[] = {0, 3, 6, 9, 12};

static asked ask_tetrahedron(scene *s, const kiln_sphere *sphere)
{
	kiln_tetrahedron t;
	for (int i = 0; i < 4; ++i)
		t.corners[i] = scene_point(s);
	const kiln_vec3 *c = t.corners;
	asked q = nothing(s);
	for (int i = 0; i < 4; ++i)
		nearer_triangle(&q, sphere, c[i], c[(i + 1) % 4], c[(i + 2) % 4]);
	if (in_tetrahedron(&sphere->center, c))
		q.distance = real_from_int(0);
	q.answer = kiln_overlaps_sphere_tetrahedron(sphere, &t);
	kiln_tetrahedron turned = {{c[2], c[0], c[3], c[1]}};
	assert_int_equal(kiln_overlaps_sphere_tetrahedron(sphere, &turned), q.answer);
	return q;
}

static asked ask_polyhedron(scene *s, const kiln_sphere *sphere)
{
	kiln_vec3 c[4];
	uint32_t out[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, in[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
	for (int i = 0; i < 4; ++i)
		c[i] = scene_point(s);
	kiln_d3 o = kiln_d3_from(c[0]);
	kiln_d3 n = kiln_d3_cross(kiln_d3_sub(kiln_d3_from(c[1]), o), kiln_d3_sub(kiln_d3_from(c[2]), o));
	double volume = kiln_d3_dot(n, kiln_d3_sub(kiln_d3_from(c[3]), o));
	kiln_polyhedron polyhedron = {c, 4, face_first, volume > 0 ? out : in, 4};
	asked q = nothing(s);
	for (int i = 0; i < 4; ++i)
		nearer_triangle(&q, sphere, c[i], c[(i + 1) % 4], c[(i + 2) % 4]);
	if (in_tetrahedron(&sphere->center, c))
		q.distance = real_from_int(0);
	q.answer = kiln_overlaps_sphere_polyhedron(sphere, &polyhedron);
	return q;
}

/// In the half-plane through axis and center: coordinates along the axis, from the first end, and perpendicular to it.
typedef struct seen
{
	real length, along, across;
} seen;

static seen see(const kiln_sphere *sphere, kiln_vec3 a, kiln_vec3 b)
{
	real3 axis = real3_sub(real3_from(b), real3_from(a)), w = real3_sub(real3_from(sphere->center), real3_from(a));
	seen v = {.length = real3_length(axis), .along = real_from_int(0), .across = real3_length(w)};
	if (real_sign(v.length) == 0)
		return v;
	v.along = real_div(real3_dot(w, axis), v.length);
	v.across = real_div(real3_length(real3_cross(w, axis)), v.length);
	return v;
}

static real3 flat_point(real x, real y)
{
	return (real3){x, y, real_from_int(0)};
}

/// Distance of the point seen from the area between the axis and a side from radius `first` to radius `last`.
static real profile_distance(const seen *v, float first, float last)
{
	real zero = real_from_int(0);
	const real3 c[4] = {flat_point(zero, zero), flat_point(v->length, zero),
		flat_point(v->length, real_from((double)last)), flat_point(zero, real_from((double)first))};
	const real3 halves[2][3] = {{c[0], c[1], c[2]}, {c[0], c[2], c[3]}};
	real3 p = flat_point(v->along, v->across);
	real best = real_distance_to_triangle(p, halves[0]);
	best = real_min(best, real_distance_to_triangle(p, halves[1]));
	return best;
}

static real ball_distance(const seen *v, float radius)
{
	return real_max(real_from_int(0), real_sub(v->across, real_from((double)radius)));
}

static asked ask_cylinder(scene *s, const kiln_sphere *sphere)
{
	kiln_cylinder cylinder = {scene_point(s), scene_point(s), scene_size(s)};
	if (scene_below(s, 16) == 0)
		cylinder.b = cylinder.a;
	seen v = see(sphere, cylinder.a, cylinder.b);
	asked q = nothing(s);
	q.distance = real_sign(v.length) == 0 ? ball_distance(&v, cylinder.radius)
										  : profile_distance(&v, cylinder.radius, cylinder.radius);
	q.answer = kiln_overlaps_sphere_cylinder(sphere, &cylinder);
	kiln_cylinder turned = {cylinder.b, cylinder.a, cylinder.radius};
	bool again = kiln_overlaps_sphere_cylinder(sphere, &turned);
	assert_true(real_judges(again, q.distance, real_from((double)sphere->radius), q.size));
	return q;
}

static asked ask_cone(scene *s, const kiln_sphere *sphere)
{
	kiln_cone cone = {scene_point(s), scene_point(s), scene_size(s)};
	if (scene_below(s, 16) == 0)
		cone.base = cone.apex;
	seen v = see(sphere, cone.apex, cone.base);
	asked q = nothing(s);
	q.distance = real_sign(v.length) == 0 ? ball_distance(&v, cone.radius) : profile_distance(&v, 0, cone.radius);
	q.answer = kiln_overlaps_sphere_cone(sphere, &cone);
	return q;
}

typedef asked asker(scene *s, const kiln_sphere *sphere);

static asker *const askers[] = {
	ask_rectangle, ask_triangle, ask_quad, ask_tetrahedron, ask_polyhedron, ask_cylinder, ask_cone};

#define ASKERS (sizeof askers / sizeof *askers)

static void try_spheres(bool near, uint64_t trials)
{
	scene s = scene_of(0x9fb21c651e98df25ull + near);
	uint64_t apart = 0, met = 0;
	for (size_t shape = 0; shape < ASKERS; ++shape)
		for (uint64_t n = 0; n < trials; ++n)
		{
			scene_next(&s, near);
			kiln_sphere sphere = {scene_point(&s), scene_size(&s)};
			uint64_t before = s.state;
			asked q = askers[shape](&s, &sphere);
			assert_true(real_judges(q.answer, q.distance, real_from((double)sphere.radius), q.size));
			met += q.answer;
			apart += !q.answer;
			// The same shape, and a sphere that reaches it to a float or so.
			float edge = (float)real_to(q.distance);
			s.state = before;
			sphere.radius = scene_below(&s, 2) ? edge : nextafterf(edge, 0);
			s.state = before;
			q = askers[shape](&s, &sphere);
			assert_true(real_judges(q.answer, q.distance, real_from((double)sphere.radius), q.size));
		}
	assert_true(met > trials);
	assert_true(apart > trials);
}

static void random_spheres_overlap_what_they_reach(void **state)
{
	(void)state;
	try_spheres(false, trials_random(4000));
}

static void nearly_degenerate_spheres_overlap_what_they_reach(void **state)
{
	(void)state;
	try_spheres(true, trials_near(3000));
}

static void a_sphere_inside_a_solid_overlaps_it_and_none_between_faces(void **state)
{
	(void)state;
	kiln_tetrahedron t = {{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, 8}}};
	kiln_tetrahedron flat = {{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {8, 8, 0}}};
	kiln_sphere inside = {{1, 1, 1}, 0.25f}, outside = {{4, 4, 4}, 0.25f};
	assert_true(kiln_overlaps_sphere_tetrahedron(&inside, &t));
	assert_false(kiln_overlaps_sphere_tetrahedron(&outside, &t));
	assert_false(kiln_overlaps_sphere_tetrahedron(&inside, &flat));
	// A cube of squares.
	kiln_vec3 cube[8];
	for (int i = 0; i < 8; ++i)
		cube[i] = (kiln_vec3){i & 1 ? 5 : -1, i & 2 ? 5 : -1, i & 4 ? 5 : -1};
	static const uint32_t first[] = {0, 4, 8, 12, 16, 20, 24};
	static const uint32_t faces[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
	kiln_polyhedron polyhedron = {cube, 8, first, faces, 6};
	assert_true(kiln_overlaps_sphere_polyhedron(&inside, &polyhedron));
	kiln_sphere at_face = {{6, 4, 4}, 1}, beside = {{6.5f, 4, 4}, 1}, corner = {{6, 6, 5}, 1.25f};
	assert_true(kiln_overlaps_sphere_polyhedron(&at_face, &polyhedron));
	assert_false(kiln_overlaps_sphere_polyhedron(&beside, &polyhedron));
	assert_false(kiln_overlaps_sphere_polyhedron(&corner, &polyhedron));
}

static void touching_to_the_last_digit_is_overlap(void **state)
{
	(void)state;
	kiln_sphere sphere = {{0, 0, 3}, 3};
	kiln_triangle under = {{{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}}};
	kiln_rectangle rectangle = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}}, {2, 2}};
	kiln_cylinder cylinder = {{0, 5, 0}, {0, -5, 0}, 0}, upright = {{3, 0, 4}, {8, 0, 4}, 2};
	kiln_cone cone = {{0, 0, 0}, {0, 0, -4}, 3};
	assert_true(kiln_overlaps_sphere_triangle(&sphere, &under));
	assert_true(kiln_overlaps_sphere_rectangle(&sphere, &rectangle));
	assert_true(kiln_overlaps_sphere_cylinder(&sphere, &cylinder));
	assert_true(kiln_overlaps_sphere_cylinder(&sphere, &upright));
	assert_true(kiln_overlaps_sphere_cone(&sphere, &cone));
	sphere.radius = nextafterf(3, 0);
	assert_false(kiln_overlaps_sphere_triangle(&sphere, &under));
	assert_false(kiln_overlaps_sphere_rectangle(&sphere, &rectangle));
	assert_false(kiln_overlaps_sphere_cylinder(&sphere, &cylinder));
	assert_false(kiln_overlaps_sphere_cylinder(&sphere, &upright));
	assert_false(kiln_overlaps_sphere_cone(&sphere, &cone));
	// Points: a sphere without radius meets a triangle without sides where they are equal.
	kiln_vec3 p = {0.1f, 0.2f, 0.3f};
	kiln_sphere point = {p, 0};
	kiln_triangle same = {{p, p, p}};
	assert_true(kiln_overlaps_sphere_triangle(&point, &same));
	point.center.x = nextafterf(0.1f, 1);
	assert_false(kiln_overlaps_sphere_triangle(&point, &same));
}

static void what_is_not_usable_overlaps(void **state)
{
	(void)state;
	kiln_sphere sphere = {{0, 0, 50}, 1};
	kiln_vec3 p = {0, 0, 1}, x = {1, 0, 0}, y = {0, 1, 0};
	kiln_vec3 vertices[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, broken[4] = {p, p, p, {NAN, 0, 0}};
	const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
	for (uint32_t which = 0; which < 3; ++which)
	{
		float bad = bad_number(which);
		kiln_vec3 wrong = {0, bad, 1};
		kiln_sphere ill_sphere = {{0, 0, 50}, bad};
#define REFUSES(shape, good, worse)                                                                                    \
	do                                                                                                                 \
	{                                                                                                                  \
		kiln_##shape fine = good, ill = worse;                                                                         \
		assert_false(kiln_overlaps_sphere_##shape(&sphere, &fine));                                                    \
		assert_true(kiln_overlaps_sphere_##shape(&sphere, &ill));                                                      \
		assert_true(kiln_overlaps_sphere_##shape(&ill_sphere, &fine));                                                 \
		assert_true(kiln_overlaps_sphere_##shape(NULL, &fine));                                                        \
		assert_true(kiln_overlaps_sphere_##shape(&sphere, NULL));                                                      \
	} while (0)
#define LIST(...) {__VA_ARGS__}
		REFUSES(rectangle, LIST(p, LIST(x, y), LIST(1, 1)), LIST(p, LIST(x, x), LIST(1, 1)));
		REFUSES(triangle, LIST(LIST(p, p, p)), LIST(LIST(p, wrong, p)));
		REFUSES(quad, LIST(LIST(p, p, p, p)), LIST(LIST(p, p, p, wrong)));
		REFUSES(tetrahedron, LIST(LIST(p, p, p, p)), LIST(LIST(p, p, p, wrong)));
		REFUSES(cylinder, LIST(p, p, 1), LIST(p, p, bad));
		REFUSES(cone, LIST(p, p, 1), LIST(wrong, p, 1));
		REFUSES(polyhedron, LIST(vertices, 4, face_first, faces, 4), LIST(broken, 4, face_first, faces, 4));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_spheres_overlap_what_they_reach),
		cmocka_unit_test(nearly_degenerate_spheres_overlap_what_they_reach),
		cmocka_unit_test(a_sphere_inside_a_solid_overlaps_it_and_none_between_faces),
		cmocka_unit_test(touching_to_the_last_digit_is_overlap),
		cmocka_unit_test(what_is_not_usable_overlaps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
