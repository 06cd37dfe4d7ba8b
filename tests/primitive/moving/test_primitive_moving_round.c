// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "primitive_moving.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static bool against_plane(const moving_body *a, const kiln_plane *plane, bool solid, kiln_vec3 motion, bool overlap,
	bool closely, kiln_impact impact)
{
	moving_question q = {.a = *a,
		.part_count = 1,
		.plane = plane,
		.solid = solid,
		.motion = motion,
		.overlap = overlap,
		.parts_soonest = true,
		.closely = closely};
	return moving_check(&q, &impact);
}

static kiln_vec3 on_plane(moving_random *random, const kiln_plane *plane)
{
	kiln_d3 n = kiln_d3_from(plane->normal), p = kiln_d3_from(moving_point(random));
	return kiln_d3_to(kiln_d3_along(p, ((double)plane->d - kiln_d3_dot(n, p)) / kiln_d3_length2(n), n));
}

static bool sphere_plane(moving_random *random, bool closely)
{
	kiln_sphere a = moving_sphere(random);
	kiln_plane b = moving_plane(random);
	kiln_vec3 motion = moving_motion(random, a.center, on_plane(random, &b));
	moving_body body = moving_of_sphere(&a);
	return against_plane(&body, &b, false, motion, kiln_overlaps_plane_sphere(&b, &a), closely,
			   kiln_moving_sphere_plane(&a, &motion, &b)) &&
		   against_plane(&body, &b, true, motion, kiln_overlaps_halfspace_sphere(&b, &a), closely,
			   kiln_moving_sphere_halfspace(&a, &motion, &b));
}

static bool capsule_plane(moving_random *random, bool closely)
{
	kiln_capsule a = moving_capsule(random);
	kiln_plane b = moving_plane(random);
	kiln_vec3 motion = moving_motion(random, a.a, on_plane(random, &b));
	moving_body body = moving_of_capsule(&a);
	return against_plane(&body, &b, false, motion, kiln_overlaps_plane_capsule(&b, &a), closely,
			   kiln_moving_capsule_plane(&a, &motion, &b)) &&
		   against_plane(&body, &b, true, motion, kiln_overlaps_halfspace_capsule(&b, &a), closely,
			   kiln_moving_capsule_halfspace(&a, &motion, &b));
}

static bool against_body(const moving_body *a, const moving_body *b, kiln_vec3 motion, bool overlap, bool closely,
	bool soonest, kiln_impact impact)
{
	moving_question q = {.a = *a,
		.parts = b,
		.part_count = 1,
		.motion = motion,
		.overlap = overlap,
		.parts_soonest = soonest,
		.closely = closely};
	return moving_check(&q, &impact);
}

static bool sphere_sphere(moving_random *random, bool closely)
{
	kiln_sphere a = moving_sphere(random), b = moving_sphere(random);
	kiln_vec3 motion = moving_motion(random, a.center, b.center);
	moving_body first = moving_of_sphere(&a), second = moving_of_sphere(&b);
	return against_body(&first, &second, motion, kiln_overlaps_sphere_sphere(&a, &b), closely, true,
		kiln_moving_sphere_sphere(&a, &motion, &b));
}

static bool sphere_capsule(moving_random *random, bool closely)
{
	kiln_sphere a = moving_sphere(random);
	kiln_capsule b = moving_capsule(random);
	kiln_vec3 motion = moving_motion(random, a.center, moving_below(random, 2) ? b.a : b.b);
	moving_body first = moving_of_sphere(&a), second = moving_of_capsule(&b);
	return against_body(&first, &second, motion, kiln_overlaps_sphere_capsule(&a, &b), closely, true,
		kiln_moving_sphere_capsule(&a, &motion, &b));
}

static bool sphere_aabb(moving_random *random, bool closely)
{
	kiln_sphere a = moving_sphere(random);
	kiln_aabb b = moving_aabb(random);
	kiln_vec3 motion = moving_motion(random, a.center, moving_below(random, 2) ? b.min : b.max);
	moving_body first = moving_of_sphere(&a), second = moving_of_aabb(&b);
	return against_body(&first, &second, motion, kiln_overlaps_sphere_aabb(&a, &b), closely, true,
		kiln_moving_sphere_aabb(&a, &motion, &b));
}

static bool sphere_obb(moving_random *random, bool closely)
{
	kiln_sphere a = moving_sphere(random);
	kiln_obb b = moving_obb(random);
	kiln_vec3 motion = moving_motion(random, a.center, b.center);
	moving_body first = moving_of_sphere(&a), second = moving_of_obb(&b);
	return against_body(&first, &second, motion, kiln_overlaps_sphere_obb(&a, &b), closely, true,
		kiln_moving_sphere_obb(&a, &motion, &b));
}

/// Whether a triangle's answer has the same verdict and feature after rotating the order of the corners.
static bool same_turned(const kiln_impact *impact, const kiln_impact *turned)
{
	bool same = impact->hit == turned->hit && impact->inside == turned->inside;
	if (!same)
		fprintf(stderr, "turning the corners changes the verdict\n");
	return same;
}

static kiln_triangle turn(const kiln_triangle *t)
{
	return (kiln_triangle){{t->corners[1], t->corners[2], t->corners[0]}};
}

static bool has_area(const kiln_triangle *t)
{
	kiln_d3 a = kiln_d3_from(t->corners[0]);
	kiln_d3 e = kiln_d3_sub(kiln_d3_from(t->corners[1]), a), f = kiln_d3_sub(kiln_d3_from(t->corners[2]), a);
	return kiln_d3_largest(kiln_d3_cross(e, f)) > 0;
}

static bool sphere_triangle(moving_random *random, bool closely)
{
	kiln_sphere a = moving_sphere(random);
	kiln_triangle b = moving_triangle(random), turned = turn(&b);
	kiln_vec3 motion = moving_motion(random, a.center, b.corners[moving_below(random, 3)]);
	moving_body first = moving_of_sphere(&a), second = moving_of_points(b.corners, 3);
	kiln_impact impact = kiln_moving_sphere_triangle(&a, &motion, &b);
	kiln_impact other = kiln_moving_sphere_triangle(&a, &motion, &turned);
	bool overlap = kiln_overlaps_sphere_triangle(&a, &b), soonest = has_area(&b);
	return same_turned(&impact, &other) && against_body(&first, &second, motion, overlap, closely, soonest, impact) &&
		   (!closely || against_body(&first, &second, motion, overlap, closely, soonest, other));
}

static bool capsule_triangle(moving_random *random, bool closely)
{
	kiln_capsule a = moving_capsule(random);
	kiln_triangle b = moving_triangle(random), turned = turn(&b);
	kiln_vec3 motion = moving_motion(random, a.a, b.corners[moving_below(random, 3)]);
	moving_body first = moving_of_capsule(&a), second = moving_of_points(b.corners, 3);
	kiln_impact impact = kiln_moving_capsule_triangle(&a, &motion, &b);
	kiln_impact other = kiln_moving_capsule_triangle(&a, &motion, &turned);
	bool overlap = kiln_overlaps_capsule_triangle(&a, &b);
	return same_turned(&impact, &other) && against_body(&first, &second, motion, overlap, closely, false, impact) &&
		   (!closely || against_body(&first, &second, motion, overlap, closely, false, other));
}

/// Makes a polygon whose corners are all visible from a center, often concave: exactly plane, perpendicular to an axis
/// with any coordinates, or inclined on a lattice. Returns the number of its corners; corner 0 of each part is the
/// center.
static int make_polygon(moving_random *random, kiln_vec3 corners[8], moving_body parts[8])
{
	static const double ways[8][2] = {{2, 0}, {2, 2}, {0, 2}, {-2, 2}, {-2, 0}, {-2, -2}, {0, -2}, {2, -2}};
	static const double leans[5][2][3] = {{{1, 0, 0}, {0, 1, 0}}, {{1, 1, 0}, {0, 1, 1}}, {{1, 0, 2}, {0, 2, 1}},
		{{2, 1, 1}, {-1, 1, 0}}, {{1, 0, 0}, {0, 0, 1}}};
	const double(*lean)[3] = leans[moving_below(random, 5)];
	int mode = random->mode, count = 0;
	// A lattice keeps them in their plane.
	random->mode = 1;
	kiln_d3 center = kiln_d3_from(moving_point(random));
	random->mode = mode;
	bool sparse = moving_below(random, 3) == 0;
	for (int i = 0; i < 8; i += sparse ? 2 : 1)
	{
		double far = (double)(1 + moving_below(random, 8)) / 8 * random->factor;
		double u = ways[i][0] * far, v = ways[i][1] * far;
		kiln_d3 at = {center.x + u * lean[0][0] + v * lean[1][0], center.y + u * lean[0][1] + v * lean[1][1],
			center.z + u * lean[0][2] + v * lean[1][2]};
		corners[count++] = kiln_d3_to(at);
	}
	for (int i = 0; i < count; ++i)
		parts[i] = moving_of_points((kiln_vec3[]){kiln_d3_to(center), corners[i], corners[(i + 1) % count]}, 3);
	return count;
}

static bool sphere_polygon(moving_random *random, bool closely)
{
	kiln_vec3 corners[8];
	moving_body parts[8];
	if (random->mode == 3)
		random->mode = 0;
	kiln_sphere a = moving_sphere(random);
	int count = make_polygon(random, corners, parts);
	kiln_polygon b = {corners, (uint32_t)count};
	kiln_vec3 motion = moving_motion(random, a.center, corners[moving_below(random, (uint32_t)count)]);
	kiln_impact impact = kiln_moving_sphere_polygon(&a, &motion, &b);
	moving_question q = {.a = moving_of_sphere(&a),
		.parts = parts,
		.part_count = count,
		.motion = motion,
		.overlap = kiln_overlaps_sphere_polygon(&a, &b),
		.closely = closely};
	return moving_check(&q, &impact);
}

#define TRY(pair, usual)                                                                                               \
	static void pair##_meets_when_256_bits_say(void **state)                                                           \
	{                                                                                                                  \
		(void)state;                                                                                                   \
		moving_try_many(pair, 1, usual);                                                                               \
	}

TRY(sphere_plane, 10000)
TRY(capsule_plane, 10000)
TRY(sphere_sphere, 5000)
TRY(sphere_capsule, 3000)
TRY(sphere_aabb, 2000)
TRY(sphere_obb, 2000)
TRY(sphere_triangle, 2000)
TRY(capsule_triangle, 2000)
TRY(sphere_polygon, 500)

static void a_point_does_not_slip_through_a_needle(void **state)
{
	(void)state;
	// 2^-27 wide; in double the path passes beside the face, and 2^-31 from an edge.
	kiln_triangle needle = {{{0x1.7ffffep+0f, -0x1.fffffcp+0f, 0}, {-0x1.42a1ap-23f, 0x1.000006p+0f, -2},
		{0x1.2a80c6p+1f, -0x1.d5018cp+1f, 0x1.1c0212p+0f}}};
	kiln_sphere point = {{-0x1.fffffep+0f, 0, 0.5f}, 0};
	kiln_vec3 motion = {0x1.89bffep+10f, -0x1.c1fffcp+9f, -0x1.c2p+7f}, beside = motion;
	kiln_impact got = kiln_moving_sphere_triangle(&point, &motion, &needle);
	assert_true(got.hit && !got.inside && fabsf(got.t - 0.00222222f) < 1e-8f);
	// The point's place is the end of a capsule.
	kiln_capsule capsule = {{-2, -64, 1}, point.center, 0};
	assert_true(kiln_moving_capsule_triangle(&capsule, &motion, &needle).hit);
	beside.z = 4 * motion.z;
	assert_false(kiln_moving_sphere_triangle(&point, &beside, &needle).hit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sphere_plane_meets_when_256_bits_say),
		cmocka_unit_test(capsule_plane_meets_when_256_bits_say),
		cmocka_unit_test(sphere_sphere_meets_when_256_bits_say),
		cmocka_unit_test(sphere_capsule_meets_when_256_bits_say),
		cmocka_unit_test(sphere_aabb_meets_when_256_bits_say),
		cmocka_unit_test(sphere_obb_meets_when_256_bits_say),
		cmocka_unit_test(sphere_triangle_meets_when_256_bits_say),
		cmocka_unit_test(capsule_triangle_meets_when_256_bits_say),
		cmocka_unit_test(sphere_polygon_meets_when_256_bits_say),
		cmocka_unit_test(a_point_does_not_slip_through_a_needle),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
