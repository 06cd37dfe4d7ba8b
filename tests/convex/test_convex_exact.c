// SPDX-License-Identifier: MIT
#include "convex_couple.h"
#include "kiln/convex/distance.h"
#include "kiln/convex/penetration.h"
#include "kiln/school.h"
#include "primitive/convex/primitive_convex.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares distances and verdicts of all methods with the programme in whole numbers, and that programme with its own
/// conditions.

/// Printed when an answer is wrong.
typedef struct question
{
	const couple *couple;
	int method, solver;
	double near; ///< pairs at this distance may be reported as touching
} question;

static void need(bool condition, const question *q, const char *what)
{
	if (condition)
		return;
	couple_print(q->couple);
	fail_msg("method %d, solver %d: %s", q->method, q->solver, what);
}

// --- The oracle -------------------------------------------------------------------------------------------------------

/// Checks the conditions of Karush, Kuhn and Tucker: no point of a is farther along the answer than its start, none of
/// b nearer than its end.
static void check_conditions(const couple *c)
{
	const exact_gap *gap = &c->exact;
	question q = {c, 0, 0, 0};
	real3 v = real3_sub(gap->on_b, gap->on_a);
	// All numbers are truncated to 256 bits, and multiplied by numbers of the size of the coordinates.
	real size = real_from(c->reach), slack = real_mul(real_mul(size, size), real_from(0x1p-240));
	real start = real3_dot(v, gap->on_a), end = real3_dot(v, gap->on_b);
	need(real_compare(real_abs(real_sub(gap->distance2, real3_length2(v))), slack) <= 0, &q, "no such distance");
	for (int s = 0; s < 2; ++s)
		for (uint32_t i = 0; i < c->counts[s]; ++i)
		{
			real height = real3_dot(v, real3_from_d3(c->vertices[s][i]));
			real over = s ? real_sub(end, height) : real_sub(height, start);
			need(real_compare(over, slack) <= 0, &q, "a vertex is nearer");
		}
	need(gap->overlap == (real_sign(gap->distance2) == 0), &q, "overlap and distance disagree");
}

static void exact_distance_fulfils_its_conditions(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t n = 0; n < trials_random(2000); ++n)
	{
		couple c;
		couple_make(&c, &random, (couple_kind)(n % COUPLE_KINDS), n % 32 ? 16 : 100);
		check_conditions(&c);
		couple_free(&c);
	}
}

static void exact_distance_of_boxes_is_known(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int n = 0; n < 2000; ++n)
	{
		kiln_d3 corners[2][8];
		double low[2][3], high[2][3], distance2 = 0;
		for (int s = 0; s < 2; ++s)
			for (int k = 0; k < 3; ++k)
			{
				low[s][k] = (double)(fixture_random(&random) % 64) - 32;
				high[s][k] = low[s][k] + (double)(fixture_random(&random) % 16);
			}
		for (int k = 0; k < 3; ++k)
		{
			double gap = fmax(0, fmax(low[1][k] - high[0][k], low[0][k] - high[1][k]));
			distance2 += gap * gap;
		}
		for (int s = 0; s < 2; ++s)
			for (int i = 0; i < 8; ++i)
				corners[s][i] = (kiln_d3){
					i & 1 ? high[s][0] : low[s][0], i & 2 ? high[s][1] : low[s][1], i & 4 ? high[s][2] : low[s][2]};
		exact_gap gap;
		convex_exact_gap(corners[0], 8, corners[1], 8, &gap);
		assert_int_equal(real_compare(gap.distance2, real_from(distance2)), 0);
		assert_true(gap.overlap == (distance2 == 0));
	}
}

// --- Distance ---------------------------------------------------------------------------------------------------------

/// Pairs closer than this share of the coordinates, relative to a point near the pair, may be reported as touching: for
/// compact bodies, and for bodies 60000 times longer than thin.
#define NEAR_TOUCH_COMPACT 0x1p-33
#define NEAR_TOUCH 0x1p-28
/// The same by Johnson's solver, whose determinants cancel in flat simplices.
#define NEAR_TOUCH_JOHNSON 0x1p-20

/// Returns the error of the distance, in sizes of the larger body; the points must be consistent with it.
static double check_distance(const question *q, const kiln_distance_options *options)
{
	const couple *c = q->couple;
	kiln_convex_separation separation;
	kiln_status status = kiln_convex_distance(&c->objects[0], &c->objects[1], options, NULL, &separation);
	double size = c->size + c->exact.distance, distance = (double)separation.distance;
	need(status == KILN_OK && separation.found, q, "refused");
	need(!c->exact.overlap || distance == 0, q, "apart, where they overlap");
	double near =
		kiln_school_simplex((uint32_t)q->solver) == &kiln_simplex_johnson ? NEAR_TOUCH_JOHNSON * size : q->near;
	need(distance > 0 || c->exact.distance <= near, q, "touching, where they are apart");
	need(separation.lower >= 0 && separation.lower <= separation.distance, q, "the lower bound is no such");
	need((double)separation.lower <= c->exact.distance, q, "the lower bound is too large");
	kiln_d3 between = kiln_d3_sub(kiln_d3_from(separation.on_b), kiln_d3_from(separation.on_a));
	double apart = sqrt(kiln_d3_length2(between)), rounding = 0x1p-22 * c->reach + near;
	need(fabs(apart - distance) <= rounding + 0x1p-22 * size, q, "points do not fit the distance");
	if (distance > 0)
	{
		kiln_d3 normal = kiln_d3_from(separation.normal);
		need(fabs(kiln_d3_length2(normal) - 1) < 1e-6, q, "no unit normal");
		// From b to a.
		need(fabs(kiln_d3_dot(normal, between) + distance) <= rounding + 1e-6 * size, q, "the normal leads elsewhere");
	}
	return size > 0 ? fabs(distance - c->exact.distance) / size : distance;
}

static void check_couple_distances(const couple *c, double near)
{
	for (int method = 0; method < (int)KILN_SCHOOL_DISTANCES; ++method)
		for (int solver = 0; solver < (method == 0 ? (int)KILN_SCHOOL_SIMPLICES : 1); ++solver)
		{
			const kiln_distance_options options = {
				.method = kiln_school_distance((uint32_t)method), .solver = kiln_school_simplex((uint32_t)solver)};
			question q = {c, method, solver, near};
			double error = check_distance(&q, &options);
			need(
				error < (kiln_school_simplex((uint32_t)solver) == &kiln_simplex_johnson ? NEAR_TOUCH_JOHNSON : 0x1p-22),
				&q, "another distance");
		}
	question q = {c, -1, -1, near};
	need(check_distance(&q, NULL) < 0x1p-22, &q, "another distance");
}

static void check_couple_overlaps(const couple *c, double near)
{
	for (int method = 0; method < (int)KILN_SCHOOL_COLLIDES; ++method)
	{
		question q = {c, method, -1, near};
		bool overlapping = false, swapped = false;
		const kiln_collide_method *by = kiln_school_collide((uint32_t)method);
		need(kiln_convex_collide(&c->objects[0], &c->objects[1], by, NULL, &overlapping) == KILN_OK, &q, "refused");
		need(kiln_convex_collide(&c->objects[1], &c->objects[0], by, NULL, &swapped) == KILN_OK, &q, "refused");
		need(overlapping || !c->exact.overlap, &q, "apart, where they overlap");
		need(swapped || !c->exact.overlap, &q, "apart the other way round, where they overlap");
		need(!overlapping || c->exact.distance <= near, &q, "overlapping, where they are apart");
		need(!swapped || c->exact.distance <= near, &q, "overlapping the other way round");
	}
}

static void all_methods_find_the_exact_distance(void **state)
{
	(void)state;
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 20 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(200); ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, n % 16 ? 16 : 120);
			const double near = kind == COUPLE_NEEDLES ? NEAR_TOUCH : NEAR_TOUCH_COMPACT;
			check_couple_distances(&c, near * (c.size + c.exact.distance));
			check_couple_overlaps(&c, near * (c.size + c.exact.distance));
			couple_free(&c);
		}
	}
}

// --- Other shapes -----------------------------------------------------------------------------------------------------

/// Kinds whose cores are polytopes.
static const kiln_convex_kind kinds[] = {KILN_CONVEX_POINT, KILN_CONVEX_SEGMENT, KILN_CONVEX_SPHERE,
	KILN_CONVEX_CAPSULE, KILN_CONVEX_AABB, KILN_CONVEX_OBB, KILN_CONVEX_RECTANGLE, KILN_CONVEX_TRIANGLE,
	KILN_CONVEX_TETRAHEDRON, KILN_CONVEX_RSS, KILN_CONVEX_POINTS};
#define KINDS (sizeof kinds / sizeof *kinds)

typedef struct shape_pair
{
	convex_sample samples[2];
	kiln_convex_object objects[2];
	kiln_d3 *vertices[2];
	uint32_t counts[2];
	double margin, size;
	exact_gap exact;
} shape_pair;

static void make_shapes(shape_pair *pair, uint64_t *random, kiln_convex_kind first, kiln_convex_kind second)
{
	double far = fixture_random(random) % 4 ? 0 : 1e6;
	pair->margin = 0;
	pair->size = 0;
	for (int s = 0; s < 2; ++s)
	{
		kiln_d3 center = {far + 2.0 * s * (double)fixture_random_unit(random), far, -far};
		convex_sample_make(&pair->samples[s], random, s ? second : first, 1, center);
		if (fixture_random(random) % 4 == 0)
			pair->samples[s].shape.margin = 0.25f * fixture_random_unit(random);
		pair->objects[s] = (kiln_convex_object){.shape = &pair->samples[s].shape};
		if (far == 0 && fixture_random(random) % 2)
			pair->objects[s].pose = (kiln_pose){.rotation = {0.5f, -0.25f, 0.125f * (float)s, 1},
				.translation = {0.5f * fixture_random_unit(random), 0.25f, 0},
				.scale = s ? 0.75f : 1.5f};
		double margin;
		pair->counts[s] = convex_exact_vertices(&pair->objects[s], pair->vertices[s], &margin);
		pair->margin += margin;
		for (uint32_t i = 0; i < pair->counts[s]; ++i)
			pair->size = fmax(pair->size, kiln_d3_largest(pair->vertices[s][i]));
	}
	convex_exact_gap(pair->vertices[0], pair->counts[0], pair->vertices[1], pair->counts[1], &pair->exact);
}

static void check_shapes(const shape_pair *pair)
{
	double distance = fmax(0, pair->exact.distance - pair->margin), size = 4 + pair->exact.distance;
	bool surely = pair->exact.distance <= pair->margin * (1 - 0x1p-50);
	for (int method = 0; method < (int)KILN_SCHOOL_DISTANCES; ++method)
	{
		const kiln_distance_options options = {.method = kiln_school_distance((uint32_t)method)};
		kiln_convex_separation separation;
		assert_int_equal(
			kiln_convex_distance(&pair->objects[0], &pair->objects[1], &options, NULL, &separation), KILN_OK);
		double slack = 0x1p-22 * size;
		if (fabs((double)separation.distance - distance) > slack)
			print_message("kinds %d, %d, method %d: %.9g, not %.17g\n", (int)pair->objects[0].shape->kind,
				(int)pair->objects[1].shape->kind, method, (double)separation.distance, distance);
		assert_true(fabs((double)separation.distance - distance) <= slack);
		assert_true(!surely || separation.distance == 0);
		assert_true((double)separation.lower <= distance * (1 + 1e-7) + 0x1p-45 * pair->size);
	}
	for (int method = 0; method < (int)KILN_SCHOOL_COLLIDES; ++method)
	{
		bool overlapping;
		assert_int_equal(kiln_convex_collide(&pair->objects[0], &pair->objects[1],
							 kiln_school_collide((uint32_t)method), NULL, &overlapping),
			KILN_OK);
		bool wrong = overlapping ? distance > NEAR_TOUCH_COMPACT * size : surely;
		if (wrong)
			print_message("kinds %d, %d, overlap method %d: %.17g\n", (int)pair->objects[0].shape->kind,
				(int)pair->objects[1].shape->kind, method, distance);
		assert_false(wrong);
	}
}

static void shapes_with_polytopes_for_cores_are_as_far_apart_as_those(void **state)
{
	(void)state;
	uint64_t random = 8;
	shape_pair *pair = calloc(1, sizeof *pair);
	assert_non_null(pair);
	for (int s = 0; s < 2; ++s)
		assert_non_null(pair->vertices[s] = malloc(EXACT_VERTICES * sizeof *pair->vertices[s]));
	for (uint64_t n = 0; n < trials_random(2500); ++n)
	{
		make_shapes(pair, &random, kinds[n % KINDS], kinds[n / KINDS % KINDS]);
		check_shapes(pair);
		for (int s = 0; s < 2; ++s)
			convex_sample_free(&pair->samples[s]);
	}
	for (int s = 0; s < 2; ++s)
		free(pair->vertices[s]);
	free(pair);
}

// --- A hair apart -----------------------------------------------------------------------------------------------------

/// Two triangles: a vertex or an edge of one is slightly above an edge of the other. The contact is near the origin, so
/// that the rounding of coordinates there is less than the gap.
typedef struct hair
{
	kiln_convex_shape shapes[2];
	kiln_convex_object objects[2];
	kiln_d3 vertices[2][3];
	double size; ///< largest coordinate
	exact_gap exact;
} hair;

static kiln_d3 any_unit(uint64_t *random)
{
	return kiln_d3_from(hull_case_direction(random));
}

static kiln_d3 at(kiln_d3 p, double s, kiln_d3 e, double t, kiln_d3 f)
{
	return kiln_d3_along(kiln_d3_along(p, s, e), t, f);
}

/// Returns a length from 2^-(most + 1) to 1, uniform in its exponent.
static double length_of(uint64_t *random, int most)
{
	return ldexp(1 + fabs(oracle_signed(random)), -1 - (int)(fixture_random(random) % (uint64_t)(most + 1)));
}

/// Heights are down to 2^-(thin + 1).
static void make_hair(hair *h, uint64_t *random, int thin)
{
	const kiln_d3 zero = {0, 0, 0};
	kiln_d3 e = any_unit(random), across = kiln_d3_cross(e, any_unit(random));
	kiln_d3 up = kiln_d3_scale(across, 1 / sqrt(kiln_d3_length2(across))), f = kiln_d3_cross(e, up);
	kiln_d3 *p = h->vertices[0], *q = h->vertices[1];
	q[0] = kiln_d3_scale(e, length_of(random, 3));
	q[1] = kiln_d3_scale(e, -length_of(random, 3));
	q[2] = at(at(zero, -length_of(random, thin), up, 0, e), oracle_signed(random), e,
		oracle_signed(random) * length_of(random, thin), f);
	for (int i = 0; i < 3; ++i)
		q[i] = kiln_d3_from(kiln_d3_to(q[i]));
	kiln_d3 side = kiln_d3_sub(q[1], q[0]);
	kiln_d3 foot = kiln_d3_along(q[0], -kiln_d3_dot(q[0], side) / kiln_d3_length2(side), side);
	foot = kiln_d3_along(foot, length_of(random, 24) * 0x1p-23, up);
	kiln_d3 along = fixture_random(random) % 2 ? at(zero, oracle_signed(random), e, oracle_signed(random), f) : zero;
	p[0] = kiln_d3_add(foot, along);
	p[1] = kiln_d3_along(foot, -length_of(random, 3), along);
	if (kiln_d3_length2(along) == 0)
		p[1] = at(kiln_d3_along(foot, length_of(random, thin), up), oracle_signed(random), e, oracle_signed(random), f);
	p[2] = at(kiln_d3_along(foot, length_of(random, thin), up), oracle_signed(random), e, oracle_signed(random), f);
	h->size = 0;
	for (int s = 0; s < 2; ++s)
	{
		h->shapes[s] = (kiln_convex_shape){.kind = KILN_CONVEX_TRIANGLE};
		h->objects[s] = (kiln_convex_object){.shape = &h->shapes[s]};
		for (int i = 0; i < 3; ++i)
		{
			h->shapes[s].triangle.corners[i] = kiln_d3_to(h->vertices[s][i]);
			h->vertices[s][i] = kiln_d3_from(h->shapes[s].triangle.corners[i]);
			h->size = fmax(h->size, kiln_d3_largest(h->vertices[s][i]));
		}
	}
	convex_exact_gap(p, 3, q, 3, &h->exact);
}

static void check_hair(const hair *h)
{
	double exact = h->exact.distance;
	bool apart = exact > NEAR_TOUCH_COMPACT * h->size;
	for (int solver = 0; solver < (int)KILN_SCHOOL_SIMPLICES; ++solver)
	{
		const kiln_distance_options options = {.solver = kiln_school_simplex((uint32_t)solver)};
		kiln_convex_separation found;
		assert_int_equal(kiln_convex_distance(&h->objects[0], &h->objects[1], &options, NULL, &found), KILN_OK);
		assert_true(found.distance > 0 || !apart);
		assert_true(found.distance == 0 || !h->exact.overlap);
		assert_true(found.distance == 0 || fabs((double)found.distance - exact) <= 0x1p-22 * exact + 0x1p-40 * h->size);
		assert_true((double)found.lower <= exact);
	}
	for (int method = 0; method < (int)KILN_SCHOOL_COLLIDES; ++method)
	{
		bool overlapping;
		const kiln_collide_method *by = kiln_school_collide((uint32_t)method);
		assert_int_equal(kiln_convex_collide(&h->objects[0], &h->objects[1], by, NULL, &overlapping), KILN_OK);
		assert_true(overlapping ? !apart : !h->exact.overlap);
	}
	kiln_convex_depth depth;
	assert_int_equal(kiln_convex_penetration(&h->objects[0], &h->objects[1], NULL, NULL, &depth), KILN_OK);
	assert_true(depth.touching ? !apart : !h->exact.overlap);
}

static void bodies_a_hair_apart_do_not_touch(void **state)
{
	(void)state;
	uint64_t random = 12;
	for (uint64_t n = 0; n < trials_random(4000); ++n)
	{
		hair h;
		make_hair(&h, &random, n % 2 ? 3 : 16);
		check_hair(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_distance_fulfils_its_conditions),
		cmocka_unit_test(exact_distance_of_boxes_is_known),
		cmocka_unit_test(all_methods_find_the_exact_distance),
		cmocka_unit_test(shapes_with_polytopes_for_cores_are_as_far_apart_as_those),
		cmocka_unit_test(bodies_a_hair_apart_do_not_touch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
