// SPDX-License-Identifier: MIT
#include "convex/depth/portal.h"
#include "convex/shape/shape.h"
#include "convex_couple.h"
#include "depth_oracle.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Minkowski portals: compares verdicts with the exact distance, and depths with the hull of all differences.

static const kiln_d3 unknown = {0, 0, 0};

/// Makes a single shape, with the layout that others use for sums.
static kiln_convex single(const kiln_convex_shape *shape, kiln_d3 eye)
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	kilni_convex_of_shape(shape, eye, terms);
	return terms[0];
}

/// Returns how far a must move along a unit vector until all of it is beyond b, by all vertices.
static double way_out(const couple *c, kiln_d3 normal)
{
	double low = HUGE_VAL, high = -HUGE_VAL;
	for (uint32_t i = 0; i < c->counts[0]; ++i)
		low = fmin(low, kiln_d3_dot(normal, kiln_d3_sub(c->vertices[0][i], c->eye)));
	for (uint32_t i = 0; i < c->counts[1]; ++i)
		high = fmax(high, kiln_d3_dot(normal, kiln_d3_sub(c->vertices[1][i], c->eye)));
	return high - low;
}

static void check_verdict(const couple *c, const couple_seen *s, const kiln_portal *found)
{
	couple_need(found->overlapping || !c->exact.overlap, c, "apart, but they overlap");
	// GJK is less accurate for pairs that nearly touch.
	double slack = found->by_gjk ? 0x1p20 * s->slack : s->slack;
	couple_need(!found->overlapping || c->exact.distance <= slack, c, "overlapping, but they are apart");
	double length = sqrt(kiln_d3_length2(found->axis));
	couple_need(found->overlapping || way_out(c, kiln_d3_scale(found->axis, 1 / length)) < s->slack, c,
		"the axis does not separate");
	couple_need(found->steps <= KILN_PORTAL_STEPS, c, "too many steps");
}

static void check_depth(const couple *c, const couple_seen *s, const kiln_portal_depth *found)
{
	couple_need(found->touching || !c->exact.overlap, c, "no depth, but they overlap");
	double slack = found->by_gjk ? 0x1p20 * s->slack : s->slack;
	couple_need(!found->touching || c->exact.distance <= slack, c, "a depth, but they are apart");
	if (!found->touching)
		return;
	couple_need(fabs(kiln_d3_length2(found->normal) - 1) < 0x1p-48, c, "no unit normal");
	couple_need(
		found->depth >= 0 && fabs(way_out(c, found->normal) - found->depth) <= slack, c, "the depth is no way out");
	kiln_d3 off = kiln_d3_sub(kiln_d3_sub(found->on_b, found->on_a), kiln_d3_scale(found->normal, found->depth));
	couple_need(kiln_d3_largest(off) <= s->slack, c, "the points are not the depth apart");
	kiln_d3 on_a = kiln_d3_add(found->on_a, c->eye);
	exact_gap gap;
	convex_exact_gap(&on_a, 1, c->vertices[0], c->counts[0], &gap);
	couple_need(gap.distance <= 16 * s->slack, c, "a's point is off a");
	couple_need(found->count >= 1 && found->count <= 3, c, "no corners");
	couple_need(found->steps <= (KILN_PORTAL_PASSES + 1) * (KILN_PORTAL_STEPS + 1) + 6, c, "too many steps");
}

static kiln_portal ask(const kiln_convex *a, const kiln_convex *b, kiln_d3 axis)
{
	kiln_simplex simplex = {.count = 0};
	return kilni_portal_overlap(a, b, axis, &simplex);
}

static kiln_portal_depth measure(const kiln_convex *a, const kiln_convex *b)
{
	kiln_simplex simplex = {.count = 0};
	return kilni_portal_penetration(a, b, &simplex);
}

static void portals_tell_what_is_apart(void **state)
{
	(void)state;
	uint64_t count = trials_random(150);
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 50 + (uint64_t)kind;
		uint32_t by_gjk = 0, steps = 0;
		for (uint64_t n = 0; n < count; ++n)
		{
			couple c;
			couple_seen s;
			couple_make(&c, &random, (couple_kind)kind, n % 16 ? 16 : 60);
			couple_see(&c, &s);
			kiln_portal found = ask(s.a, s.b, unknown);
			check_verdict(&c, &s, &found);
			by_gjk += found.by_gjk;
			steps += found.steps;
			kiln_portal other = ask(s.b, s.a, unknown);
			couple_need(other.overlapping == found.overlapping || c.exact.distance <= 0x1p20 * s.slack, &c,
				"another verdict the other way round");
			for (int i = 0; i < 3; ++i)
			{
				kiln_portal odd = ask(s.a, s.b, couple_axis(&random));
				check_verdict(&c, &s, &odd);
			}
			kiln_portal again = ask(s.a, s.b, found.axis);
			check_verdict(&c, &s, &again);
			if (!found.overlapping && !found.by_gjk)
				assert_int_equal(again.steps, 1);
			kiln_portal_depth depth = measure(s.a, s.b);
			check_depth(&c, &s, &depth);
			couple_free(&c);
		}
		if (kind == COUPLE_RANDOM || kind == COUPLE_FAR || kind == COUPLE_DEEP || kind == COUPLE_POSED)
			assert_true(by_gjk <= 1 + count / 100 && steps <= 8 * count);
	}
}

/// Compares with every face of the set of differences.
static void depths_are_never_too_small_and_mostly_near(void **state)
{
	(void)state;
	uint64_t random = 3, count = trials_random(150);
	uint32_t deep = 0, exact = 0;
	for (uint64_t n = 0; n < count; ++n)
	{
		// Points whose differences are floats.
		kiln_vec3 points[2][10];
		float cloud[2][10][3];
		hull_case hulls[2];
		int offset = (int)(fixture_random(&random) % 10);
		kiln_convex seen_as[2];
		for (int s = 0; s < 2; ++s)
		{
			for (int i = 0; i < 10; ++i)
			{
				for (int k = 0; k < 3; ++k)
					cloud[s][i][k] = (float)(int)(fixture_random(&random) % 33) + (float)(s * offset);
				points[s][i] = (kiln_vec3){cloud[s][i][0], cloud[s][i][1], cloud[s][i][2]};
			}
			hull_case_make_of(&hulls[s], (const float(*)[3])cloud[s], 10, UINT32_MAX);
			kiln_convex_shape shape = {.kind = KILN_CONVEX_HULL, .hull = &hulls[s].view};
			seen_as[s] = single(&shape, (kiln_d3){16, 16, 16});
		}
		depth_truth truth = depth_of_points(points[0], 10, points[1], 10);
		kiln_portal_depth found = measure(&seen_as[0], &seen_as[1]);
		assert_int_equal(found.touching, truth.inside);
		if (truth.inside)
		{
			assert_true(found.depth >= truth.depth - 1e-9);
			++deep;
			exact += found.depth <= truth.depth * (1 + 1e-9) + 1e-9;
		}
		for (int s = 0; s < 2; ++s)
			hull_case_free(&hulls[s]);
	}
	assert_true(deep > count / 2 && exact > deep / 2);
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

/// Height of a body with its margin along a unit vector.
static double height_of(const kiln_convex *convex, kiln_d3 direction)
{
	uint32_t seed = KILN_NONE;
	return kiln_d3_dot(kilni_convex_support(convex, direction, &seed), direction) + convex->margin;
}

/// Compares with GJK's distance of the cores minus the margins.
static void portals_tell_of_rounded_shapes(void **state)
{
	(void)state;
	uint64_t random = 12, count = trials_random(2000);
	uint32_t by_gjk = 0, apart = 0;
	for (uint64_t n = 0; n < count; ++n)
	{
		kiln_convex_shape shapes[2] = {rounded(&random, (uint32_t)(n % ROUNDED_KINDS)),
			rounded(&random, (uint32_t)(n / ROUNDED_KINDS % ROUNDED_KINDS))};
		kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
		const kiln_d3 eye = {0, 0, 0};
		kilni_convex_of_shape(&shapes[0], eye, a);
		kilni_convex_of_shape(&shapes[1], eye, b);
		kiln_portal found = ask(a, b, unknown);
		kiln_simplex simplex = {.count = 0};
		kiln_gap gap;
		kilni_gjk(a, eye, b, (kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &gap);
		double distance = gap.upper - a->margin - b->margin;
		if (fabs(distance) > 1e-9)
			assert_int_equal(found.overlapping, distance < 0);
		by_gjk += found.by_gjk;
		apart += !found.overlapping;
		kiln_portal_depth depth = measure(a, b);
		if (fabs(distance) > 1e-9)
			assert_int_equal(depth.touching, distance < 0);
		if (!depth.touching)
			continue;
		double way = height_of(b, depth.normal) + height_of(a, kiln_d3_scale(depth.normal, -1));
		// For round cores that nearly touch, GJK's distance is more accurate than its normal.
		assert_true(fabs(way - depth.depth) <= (depth.by_gjk ? 4e-6 : 1e-9) && depth.depth >= -distance - 1e-9);
		kiln_d3 off = kiln_d3_sub(kiln_d3_sub(depth.on_b, depth.on_a), kiln_d3_scale(depth.normal, depth.depth));
		assert_true(kiln_d3_largest(off) <= 1e-12);
		// Exact where the cores are separate.
		if (gap.upper > 1e-6)
			assert_true(fabs(depth.depth + distance) <= 1e-9);
	}
	assert_true(apart > count / 10 && apart < count - count / 10);
	assert_true(by_gjk <= count / 50);
}

static void coincident_bodies_have_a_way_out(void **state)
{
	(void)state;
	const kiln_d3 eye = {0, 0, 0};
	kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -2, -3}, {1, 2, 3}}};
	kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	kiln_convex a = single(&box, eye), b = a, c = single(&ball, eye);
	assert_true(ask(&a, &b, unknown).overlapping && ask(&a, &c, unknown).overlapping);
	kiln_portal_depth two = measure(&a, &b), one = measure(&a, &c), balls = measure(&c, &c);
	assert_true(two.touching && fabs(two.depth - 2) < 1e-12 && fabs(fabs(two.normal.x) - 1) < 1e-12);
	assert_true(one.touching && fabs(one.depth - 1.5) < 1e-12);
	assert_true(balls.touching && fabs(balls.depth - 1) < 1e-12);
	assert_true(fabs(kiln_d3_length2(balls.normal) - 1) < 1e-12);
}

/// A rounded crumb beside the middle of a needle, `turned` together.
static void check_crumb(const kiln_convex_object *needle, kiln_quat turned, uint64_t *random)
{
	kiln_convex_shape capsule = {.kind = KILN_CONVEX_CAPSULE};
	capsule.capsule = (kiln_capsule){oracle_vector(random, 4e-7), oracle_vector(random, 4e-7), 4e-7f};
	const kiln_convex_object crumb = {&capsule, {.rotation = turned, .scale = 1}};
	const kiln_d3 eye = {0, 0, 0};
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	kilni_convex_of_object(needle, eye, a);
	kilni_convex_of_object(&crumb, eye, b);
	kiln_portal_depth found = measure(a, b);
	if (!found.touching)
		return;
	uint32_t seed_a = KILN_NONE, seed_b = KILN_NONE;
	kiln_d3 low = kilni_convex_support(a, kiln_d3_scale(found.normal, -1), &seed_a);
	kiln_d3 high = kilni_convex_support(b, found.normal, &seed_b);
	double out = kiln_d3_dot(found.normal, kiln_d3_sub(high, low)) + a->margin + b->margin;
	assert_true(fabs(out - found.depth) <= 0x1p-24);
}

/// Across a gap far smaller than a needle's length, the closest points give only approximately the shortest direction,
/// and the error counts multiplied by the length.
static void depths_of_crumbs_on_needles_are_a_way_out(void **state)
{
	(void)state;
	uint64_t random = 5;
	hull_case cooked;
	hull_case_make(&cooked, CASE_NEEDLE, 60, UINT32_MAX);
	const kiln_convex_shape hull = {.kind = KILN_CONVEX_HULL, .hull = &cooked.view};
	for (uint64_t i = 0; i < trials_random(20000); ++i)
	{
		const kiln_convex_object needle = {&hull, {.rotation = oracle_rotation(&random), .scale = 1}};
		check_crumb(&needle, needle.pose.rotation, &random);
	}
	hull_case_free(&cooked);
}

static void weighted_means_tell_a_tetrahedron_around_the_origin(void **state)
{
	(void)state;
	kiln_d3 w[4] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
	assert_true(kilni_portal_holds(w, 1e-12));
	kiln_d3 t = w[0];
	w[0] = w[1];
	w[1] = t;
	assert_true(kilni_portal_holds(w, 1e-12));
	for (int i = 0; i < 4; ++i)
		w[i].x += 1;
	assert_true(kilni_portal_holds(w, 1e-12));
	for (int i = 0; i < 4; ++i)
		w[i].x += 1e-6;
	assert_false(kilni_portal_holds(w, 1e-12));
	const kiln_d3 flat[4] = {{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {2, 3, 0}};
	assert_false(kilni_portal_holds(flat, 1e-12));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(portals_tell_what_is_apart),
		cmocka_unit_test(depths_are_never_too_small_and_mostly_near),
		cmocka_unit_test(portals_tell_of_rounded_shapes),
		cmocka_unit_test(coincident_bodies_have_a_way_out),
		cmocka_unit_test(depths_of_crumbs_on_needles_are_a_way_out),
		cmocka_unit_test(weighted_means_tell_a_tetrahedron_around_the_origin),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
