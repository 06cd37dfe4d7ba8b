// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "primitive_overlaps.h"
#include "support/trials.h"

#include <math.h>

/// A cylinder, or with `round` a capsule.
typedef struct rod
{
	kiln_vec3 a, b;
	float radius;
	bool round;
} rod;

static bool ask(const rod *p, const rod *q)
{
	kiln_cylinder second = {q->a, q->b, q->radius};
	if (!p->round)
		return kiln_overlaps_cylinder_cylinder(&(kiln_cylinder){p->a, p->b, p->radius}, &second);
	return kiln_overlaps_capsule_cylinder(&(kiln_capsule){p->a, p->b, p->radius}, &second);
}

/// The rod's greatest height along a direction of length `length`.
static real top_of(const rod *r, real3 way, real length)
{
	real3 a = real3_from(r->a), axis = real3_sub(real3_from(r->b), a);
	real along = real3_dot(axis, way), length2 = real3_length2(axis), reach = length;
	if (!r->round && real_sign(length2) > 0)
		reach = real_div(real3_length(real3_cross(axis, way)), real_sqrt(length2));
	real end = real_add(real3_dot(a, way), real_max(along, real_from_int(0)));
	return real_add(end, real_mul(reach, real_from((double)r->radius)));
}

/// Returns how far a direction proves the rods separate; below 0 it proves nothing.
static real gap_along(const rod *p, const rod *q, kiln_d3 direction)
{
	real3 way = real3_from_d3(direction);
	real length = real3_length(way);
	if (real_sign(length) == 0)
		return real_from_int(-1);
	real low = real_neg(top_of(q, real3_scale(way, real_from_int(-1)), length));
	return real_div(real_sub(low, top_of(p, way, length)), length);
}

/// Whether a point is in a rod, by its distance from the axis and, in a cylinder, by where along it.
static bool contains(const rod *r, kiln_d3 point)
{
	real3 p = real3_from_d3(point), a = real3_from(r->a), b = real3_from(r->b), axis = real3_sub(b, a);
	real along = real3_dot(real3_sub(p, a), axis);
	bool between = real_sign(along) >= 0 && real_compare(along, real3_length2(axis)) <= 0;
	return (r->round || between) && real_compare(real_distance_to_segment(p, a, b), real_from((double)r->radius)) <= 0;
}

static rod scene_rod(scene *s, bool round)
{
	rod r = {scene_point(s), scene_point(s), scene_size(s), round};
	uint32_t kind = scene_below(s, 12);
	if (kind == 0)
		r.b = r.a;
	if (kind == 1) // a coin
		r.b = kiln_d3_to(kiln_d3_along(kiln_d3_from(r.a), s->scale * 0x1p-14, kiln_d3_from(scene_direction(s))));
	return r;
}

/// A point of a rod's inside, edge or axis, to rounding.
static kiln_d3 point_of(scene *s, const rod *r)
{
	kiln_d3 a = kiln_d3_from(r->a), axis = kiln_d3_sub(kiln_d3_from(r->b), a);
	kiln_d3 side = kiln_d3_cross(axis, kiln_d3_from(scene_direction(s)));
	double length2 = kiln_d3_length2(side);
	double size = scene_below(s, 3) == 0 ? 1 : fabs(scene_unit(s)),
		   at = scene_below(s, 3) == 0 ? 1 : fabs(scene_unit(s));
	side = kiln_d3_scale(side, length2 > 0 ? size * (double)r->radius / sqrt(length2) : 0);
	return kiln_d3_add(kiln_d3_along(a, fmin(at, 1), axis), side);
}

static kiln_vec3 moved(kiln_vec3 p, kiln_d3 by)
{
	return kiln_d3_to(kiln_d3_add(kiln_d3_from(p), by));
}

/// Pairs with a common point must not be reported as separate: rods are moved until a point of each is in both.
static void try_meeting(bool near, uint64_t trials)
{
	scene s = scene_of(0x589965cc75374cc3ull + near);
	uint64_t shared = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		scene_next(&s, near);
		rod p = scene_rod(&s, n & 1), q = scene_rod(&s, false);
		kiln_d3 at = point_of(&s, &p), by = kiln_d3_sub(at, point_of(&s, &q));
		q.a = moved(q.a, by);
		q.b = moved(q.b, by);
		if (!contains(&p, at) || !contains(&q, at))
			continue;
		++shared;
		assert_true(ask(&p, &q));
	}
	assert_true(shared > trials / 20);
}

/// Pairs that are proved separate by more than 2^-28 of the sizes must not be reported as overlapping: rods with a gap
/// along a direction from the last point of one to the first of the other.
static void try_parting(bool near, uint64_t trials)
{
	scene s = scene_of(0x1d8e4e27c47d124full + near);
	uint64_t apart = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		scene_next(&s, near);
		rod p = scene_rod(&s, n & 1), q = scene_rod(&s, false);
		kiln_d3 way = kiln_d3_from(scene_direction(&s));
		way = kiln_d3_scale(way, 1 / sqrt(kiln_d3_length2(way)));
		double gap = ldexp(s.scale, -(int)scene_below(&s, 27)) - real_to(gap_along(&p, &q, way));
		q.a = moved(q.a, kiln_d3_scale(way, gap));
		q.b = moved(q.b, kiln_d3_scale(way, gap));
		double size = (8 + 2 * s.offset) * s.scale;
		if (real_compare(gap_along(&p, &q, way), real_from(0x1p-28 * size)) <= 0)
			continue;
		++apart;
		assert_false(ask(&p, &q));
		rod back = {p.b, p.a, p.radius, p.round};
		assert_false(ask(&back, &q));
	}
	assert_true(apart > trials / 3);
}

static void random_rods_that_share_a_point_overlap(void **state)
{
	(void)state;
	try_meeting(false, trials_random(20000));
}

static void nearly_degenerate_rods_that_share_a_point_overlap(void **state)
{
	(void)state;
	try_meeting(true, trials_near(10000));
}

static void random_rods_with_a_gap_are_apart(void **state)
{
	(void)state;
	try_parting(false, trials_random(20000));
}

static void nearly_degenerate_rods_with_a_gap_are_apart(void **state)
{
	(void)state;
	try_parting(true, trials_near(10000));
}

/// A capsule without length is a sphere, and a cylinder without length too.
static void rods_without_length_are_spheres(void **state)
{
	(void)state;
	scene s = scene_of(0xe7037ed1a0b428dbull);
	for (int n = 0; n < 5000; ++n)
	{
		kiln_cylinder cylinder = {scene_point(&s), scene_point(&s), scene_size(&s)};
		kiln_sphere sphere = {scene_point(&s), scene_size(&s)};
		kiln_capsule capsule = {sphere.center, sphere.center, sphere.radius};
		kiln_cylinder ball = {sphere.center, sphere.center, sphere.radius};
		kiln_capsule larger = capsule;
		larger.radius += 1e-5f;
		// In between lie pairs that GJK may report as touching.
		if (kiln_overlaps_sphere_cylinder(&sphere, &cylinder))
		{
			assert_true(kiln_overlaps_capsule_cylinder(&capsule, &cylinder));
			assert_true(kiln_overlaps_cylinder_cylinder(&ball, &cylinder));
		}
		else if (!kiln_overlaps_capsule_cylinder(&larger, &cylinder))
			assert_false(kiln_overlaps_cylinder_cylinder(&ball, &cylinder));
		assert_true(!kiln_overlaps_capsule_cylinder(&capsule, &cylinder) ||
					kiln_overlaps_sphere_cylinder(&(kiln_sphere){larger.a, larger.radius}, &cylinder));
	}
}

static void touching_by_caps_sides_and_rims_is_overlap(void **state)
{
	(void)state;
	kiln_cylinder upright = {{0, 0, 0}, {0, 0, 2}, 1}, above = {{0, 0, 2}, {0, 0, 3}, 1};
	kiln_cylinder beside = {{2, 0, 0}, {2, 0, 2}, 1}, lying = {{-3, 0, 3}, {3, 0, 3}, 1};
	kiln_cylinder higher = {{0, 0, 2.0001f}, {0, 0, 3}, 1}, inside = {{0, 0, 1}, {0, 0, 1.5f}, 0.25f};
	kiln_cylinder rim = {{2, 0, 2}, {2, 0, 5}, 1};
	assert_true(kiln_overlaps_cylinder_cylinder(&upright, &above));
	assert_true(kiln_overlaps_cylinder_cylinder(&upright, &beside));
	assert_true(kiln_overlaps_cylinder_cylinder(&upright, &lying));
	assert_true(kiln_overlaps_cylinder_cylinder(&upright, &rim));
	assert_true(kiln_overlaps_cylinder_cylinder(&upright, &inside));
	assert_true(kiln_overlaps_cylinder_cylinder(&upright, &upright));
	assert_false(kiln_overlaps_cylinder_cylinder(&upright, &higher));
	kiln_capsule over = {{-5, 0, 3}, {5, 0, 3}, 1}, corner = {{2, 0, 3}, {2, 9, 3}, 1.4f};
	assert_true(kiln_overlaps_capsule_cylinder(&over, &upright));
	assert_false(kiln_overlaps_capsule_cylinder(&corner, &upright));
	corner.radius = 1.5f;
	assert_true(kiln_overlaps_capsule_cylinder(&corner, &upright));
}

static void what_is_not_usable_overlaps(void **state)
{
	(void)state;
	kiln_cylinder good = {{0, 0, 0}, {0, 0, 1}, 1}, far = {{9, 9, 9}, {9, 9, 8}, 1};
	kiln_capsule capsule = {{9, 9, 9}, {9, 9, 8}, 1};
	for (uint32_t which = 0; which < 3; ++which)
	{
		kiln_cylinder ill = good;
		kiln_capsule ill_capsule = capsule;
		ill.radius = bad_number(which);
		ill_capsule.a.x = bad_number(which);
		assert_true(kiln_overlaps_cylinder_cylinder(&ill, &far));
		assert_true(kiln_overlaps_cylinder_cylinder(&far, &ill));
		assert_true(kiln_overlaps_capsule_cylinder(&capsule, &ill));
		assert_true(kiln_overlaps_capsule_cylinder(&ill_capsule, &good));
	}
	assert_false(kiln_overlaps_cylinder_cylinder(&good, &far));
	assert_false(kiln_overlaps_capsule_cylinder(&capsule, &good));
	assert_true(kiln_overlaps_cylinder_cylinder(NULL, &far));
	assert_true(kiln_overlaps_capsule_cylinder(&capsule, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_rods_that_share_a_point_overlap),
		cmocka_unit_test(nearly_degenerate_rods_that_share_a_point_overlap),
		cmocka_unit_test(random_rods_with_a_gap_are_apart),
		cmocka_unit_test(nearly_degenerate_rods_with_a_gap_are_apart),
		cmocka_unit_test(rods_without_length_are_spheres),
		cmocka_unit_test(touching_by_caps_sides_and_rims_is_overlap),
		cmocka_unit_test(what_is_not_usable_overlaps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
