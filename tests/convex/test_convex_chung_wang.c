// SPDX-License-Identifier: MIT
#include "convex/shape/shape.h"
#include "convex_couple.h"
#include "school/convex/chung_wang.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Compares separating vectors with the exact distance.

static const kiln_d3 unknown = {0, 0, 0};

/// Whether all of a is higher than all of b.
static bool separates(const couple *c, const couple_seen *s, kiln_d3 axis)
{
	double low = HUGE_VAL, high = -HUGE_VAL;
	for (uint32_t i = 0; i < c->counts[0]; ++i)
		low = fmin(low, kiln_d3_dot(axis, kiln_d3_sub(c->vertices[0][i], c->eye)));
	for (uint32_t i = 0; i < c->counts[1]; ++i)
		high = fmax(high, kiln_d3_dot(axis, kiln_d3_sub(c->vertices[1][i], c->eye)));
	return low > high - s->slack * sqrt(kiln_d3_length2(axis));
}

static void check(const couple *c, const couple_seen *s, const kiln_chung_wang *found)
{
	couple_need(found->overlapping || !c->exact.overlap, c, "apart, but they overlap");
	// GJK is less accurate for pairs that nearly touch.
	double slack = found->by_gjk ? 0x1p20 * s->slack : s->slack;
	couple_need(!found->overlapping || c->exact.distance <= slack, c, "overlapping, but they are apart");
	couple_need(found->overlapping || separates(c, s, found->axis), c, "the axis does not separate");
	couple_need(found->steps <= KILN_CHUNG_WANG_STEPS, c, "too many steps");
}

static kiln_chung_wang ask(const kiln_convex *a, const kiln_convex *b, kiln_d3 axis)
{
	kiln_simplex simplex = {.count = 0};
	return kilni_chung_wang_overlap(a, b, axis, &simplex);
}

static void vectors_tell_what_is_apart(void **state)
{
	(void)state;
	uint64_t count = trials_random(150);
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 90 + (uint64_t)kind;
		uint32_t by_gjk = 0, steps = 0;
		for (uint64_t n = 0; n < count; ++n)
		{
			couple c;
			couple_seen s;
			couple_make(&c, &random, (couple_kind)kind, n % 16 ? 16 : 60);
			couple_see(&c, &s);
			kiln_chung_wang found = ask(s.a, s.b, unknown);
			check(&c, &s, &found);
			by_gjk += found.by_gjk;
			steps += found.steps;
			kiln_chung_wang other = ask(s.b, s.a, unknown);
			couple_need(other.overlapping == found.overlapping || c.exact.distance <= 0x1p20 * s.slack, &c,
				"another verdict the other way round");
			for (int i = 0; i < 3; ++i)
			{
				kiln_chung_wang odd = ask(s.a, s.b, couple_axis(&random));
				check(&c, &s, &odd);
			}
			// The vector that separated them separates them at once.
			kiln_chung_wang again = ask(s.a, s.b, found.axis);
			check(&c, &s, &again);
			if (!found.overlapping && !found.by_gjk)
				assert_int_equal(again.steps, 1);
			couple_free(&c);
		}
		if (kind == COUPLE_RANDOM || kind == COUPLE_FAR || kind == COUPLE_DEEP || kind == COUPLE_POSED)
			assert_true(by_gjk <= 1 + count / 100 && steps <= 6 * count);
	}
}

/// Points close to a plane through the origin, off it only by rounding: planes of such differences intersect a cone's
/// edges anywhere, but the cone must not get more edges than its memory holds.
static void cones_of_slivers_stay_within_their_edges(void **state)
{
	(void)state;
	uint64_t random = 77, apart = 0;
	for (uint64_t n = trials_random(20000); n > 0; --n)
	{
		kiln_vec3 points[2][40];
		const float thin = ldexpf(1, -(int)(n % 60));
		for (int i = 0; i < 80; ++i)
		{
			kiln_vec3 p = hull_case_direction(&random);
			const float along = i < 40 ? 0.9f : -0.9f;
			points[i / 40][i % 40] = (kiln_vec3){p.x + (n % 3 ? along : 0), p.y, thin * p.z + (n % 2 ? 0 : 0.5f * p.x)};
		}
		const kiln_convex a = kilni_convex_of_points(points[0], 40, unknown);
		const kiln_convex b = kilni_convex_of_points(points[1], 40, unknown);
		const kiln_chung_wang found = ask(&a, &b, unknown);
		assert_true(found.steps <= KILN_CHUNG_WANG_STEPS);
		apart += !found.overlapping;
		if (found.overlapping)
			continue;
		double low = HUGE_VAL, high = -HUGE_VAL;
		for (int i = 0; i < 40; ++i)
		{
			low = fmin(low, kiln_d3_dot(found.axis, kiln_d3_from(points[0][i])));
			high = fmax(high, kiln_d3_dot(found.axis, kiln_d3_from(points[1][i])));
		}
		assert_true(low > high - 0x1p-40 * sqrt(kiln_d3_length2(found.axis)));
	}
	assert_true(apart > 0);
}

// --- Rounded shapes ---------------------------------------------------------------------------------------------------

static kiln_vec3 some_point(uint64_t *random, double size)
{
	kiln_vec3 p = hull_case_direction(random);
	double scale = size * hull_case_unit(random);
	return (kiln_vec3){(float)(scale * (double)p.x), (float)(scale * (double)p.y), (float)(scale * (double)p.z)};
}

#define ROUNDED_KINDS 6

static kiln_convex_shape rounded(uint64_t *random, uint32_t kind)
{
	static const kiln_convex_shape slab = {
		.kind = KILN_CONVEX_AABB, .aabb = {{-0.1f, 0.2f, -0.3f}, {0.2f, 0.3f, 0.1f}}, .margin = 0.125f};
	kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE};
	kiln_vec3 p = some_point(random, 2), q = some_point(random, 2);
	float radius = (float)hull_case_unit(random);
	switch (kind)
	{
	case 0:
		shape.sphere = (kiln_sphere){p, radius};
		break;
	case 1:
		shape.kind = KILN_CONVEX_CAPSULE;
		shape.capsule = (kiln_capsule){p, q, radius};
		break;
	case 2:
		shape.kind = KILN_CONVEX_CYLINDER;
		shape.cylinder = (kiln_cylinder){p, q, radius};
		break;
	case 3:
		shape.kind = KILN_CONVEX_CONE;
		shape.cone = (kiln_cone){p, q, radius};
		break;
	default:
		shape.kind = KILN_CONVEX_TETRAHEDRON;
		for (int i = 0; i < 4; ++i)
			shape.tetrahedron.corners[i] = some_point(random, 2);
		shape.margin = 0.25f;
		shape.plus = kind == 5 ? &slab : NULL;
		break;
	}
	return shape;
}

/// Compares with GJK's distance of the cores minus the margins.
static void vectors_tell_of_rounded_shapes(void **state)
{
	(void)state;
	uint64_t random = 12;
	uint32_t by_gjk = 0, apart = 0;
	uint64_t count = trials_random(2000);
	for (uint64_t n = 0; n < count; ++n)
	{
		kiln_convex_shape shapes[2] = {rounded(&random, (uint32_t)(n % ROUNDED_KINDS)),
			rounded(&random, (uint32_t)(n / ROUNDED_KINDS % ROUNDED_KINDS))};
		kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
		const kiln_d3 eye = {0, 0, 0};
		kilni_convex_of_shape(&shapes[0], eye, a);
		kilni_convex_of_shape(&shapes[1], eye, b);
		kiln_chung_wang found = ask(a, b, unknown);
		kiln_simplex simplex = {.count = 0};
		kiln_gap gap;
		kilni_gjk(a, eye, b, (kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &gap);
		double distance = gap.upper - a->margin - b->margin;
		if (fabs(distance) > 1e-9)
			assert_int_equal(found.overlapping, distance < 0);
		by_gjk += found.by_gjk;
		apart += !found.overlapping;
	}
	assert_true(apart > count / 10 && apart < count - count / 10);
	assert_true(by_gjk <= count / 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vectors_tell_what_is_apart),
		cmocka_unit_test(cones_of_slivers_stay_within_their_edges),
		cmocka_unit_test(vectors_tell_of_rounded_shapes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
