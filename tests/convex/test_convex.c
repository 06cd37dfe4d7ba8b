// SPDX-License-Identifier: MIT
#include "convex/distance/gjk.h"
#include "primitive/moving/sweep.h"
#include "support/asset_fixture.h"
#include "support/convex_case.h"
#include "support/shape_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The convex room: support mappings, distances, lines, motion.

static const kiln_enough exactly = {0, HUGE_VAL, 0, 0};

// --- Support mappings -------------------------------------------------------------------------------------------------

static void support_is_in_the_body_and_the_farthest(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int n = 0; n < 400; ++n)
	{
		convex_case c;
		convex_case_make(&c, &random, (kiln_shape_kind)(1 + n % 5), (convex_map)(n / 5 % CONVEX_MAPS), 1);
		uint32_t seed = KILN_NONE;
		for (int k = 0; k < 20; ++k)
		{
			kiln_d3 d = kiln_d3_from(oracle_vector(&random, 1));
			kiln_d3 top = kilni_convex_support(&c.convex, d, &seed);
			top = kiln_d3_along(top, c.convex.margin / sqrt(kiln_d3_length2(d)), d);
			double most = kiln_d3_dot(top, d);
			assert_true(convex_case_depth(&c, top) > -1e-6 * c.size);
			for (int j = 0; j < 60; ++j)
				assert_true(kiln_d3_dot(convex_case_point(&c, &random), d) <= most + 1e-6 * c.size);
		}
		convex_case_free(&c);
	}
}

static void check_support(const convex_case *c, uint64_t *random)
{
	uint32_t seed = KILN_NONE;
	for (int k = 0; k < 500; ++k)
	{
		kiln_d3 d = kiln_d3_from(k % 2 ? oracle_vector(random, 1) : oracle_integer_vector(random, 2));
		double most = -HUGE_VAL;
		for (uint32_t i = 0; i < c->body.hull.vertex_count; ++i)
			most = kiln_double_max(most, kiln_d3_dot(kiln_d3_from(kiln_hull_vertex(&c->body.hull, i)), d));
		if (k % 3 == 0)
			seed = KILN_NONE;
		assert_true(kiln_d3_dot(kilni_convex_support(&c->convex, d, &seed), d) >= most - 1e-14);
	}
}

static void support_of_a_big_hull_by_climbing_is_that_of_all_vertices(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (int hulls = 0; hulls < 20;)
	{
		convex_case c;
		convex_case_make(&c, &random, KILN_SHAPE_HULL, CONVEX_IDENTITY, 1);
		// Small hulls are searched completely.
		if (c.body.hull.vertex_count > 40)
		{
			check_support(&c, &random);
			++hulls;
		}
		convex_case_free(&c);
	}
}

// --- Distances --------------------------------------------------------------------------------------------------------

/// Checks any answer: the points lie in the bodies, and every sampled point of either body lies on its side of the
/// plane that proves the lower bound. Together this proves that the distance is correct, whatever the method.
static void check_distance(
	const convex_case *a, kiln_d3 offset, const convex_case *b, const kiln_gap *d, uint64_t *random)
{
	double size = a->size + b->size + kiln_d3_largest(offset);
	kiln_d3 off = kiln_d3_sub(d->on_b, d->on_a);
	assert_true(kiln_d3_largest(kiln_d3_sub(off, d->between)) <= 1e-12 * size);
	assert_true(fabs(sqrt(kiln_d3_length2(d->between)) - d->upper) <= 1e-14 * size);
	assert_true(d->lower <= d->upper);
	assert_true(d->upper <= d->rounding || d->upper - d->lower <= 5e-11 * size + 1e-10 * d->upper);
	assert_true(convex_case_depth(a, kiln_d3_sub(d->on_a, offset)) > -1e-6 * size);
	assert_true(convex_case_depth(b, d->on_b) > -1e-6 * size);
	if (!(d->lower > 0))
		return;
	double least = HUGE_VAL, most = -HUGE_VAL;
	for (int i = 0; i < 100; ++i)
	{
		// Sampled points include the margin.
		kiln_d3 p = kiln_d3_add(convex_case_point(a, random), offset), q = convex_case_point(b, random);
		most = kiln_double_max(most, kiln_d3_dot(p, d->axis) - a->convex.margin);
		least = kiln_double_min(least, kiln_d3_dot(q, d->axis) + b->convex.margin);
	}
	assert_true(least - most >= d->lower - 1e-6 * size);
}

static void distance_is_proved_by_points_and_a_plane(void **state)
{
	(void)state;
	uint64_t random = 21;
	for (int n = 0; n < 3000; ++n)
	{
		convex_case a, b;
		convex_case_make(&a, &random, (kiln_shape_kind)(1 + n % 5), (convex_map)(n / 5 % CONVEX_MAPS), 1);
		convex_case_make(&b, &random, (kiln_shape_kind)(1 + n / 7 % 5), (convex_map)(n / 11 % CONVEX_MAPS), 1);
		kiln_d3 offset = kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), (a.size + b.size) * (n % 4) / 2);
		kiln_simplex simplex = {.count = 0};
		kiln_gap d;
		kilni_gjk(&a.convex, offset, &b.convex, exactly, &simplex, &d);
		check_distance(&a, offset, &b, &d, &random);
		// The last simplex gives the same answer at once, and also after a small step.
		kiln_d3 near = kiln_d3_along(offset, 1e-3 * a.size, kiln_d3_from(oracle_vector(&random, 1)));
		kiln_gap again;
		kilni_gjk(&a.convex, near, &b.convex, exactly, &simplex, &again);
		check_distance(&a, near, &b, &again, &random);
		convex_case_free(&a);
		convex_case_free(&b);
	}
}

/// Stretches a body along its own axes, up to 2^8 and down to 2^-8.
static void stretch(convex_case *c, uint64_t *random)
{
	for (int k = 0; k < 3; ++k)
		for (int row = 0; row < 3; ++row)
			c->node.to_asset[4 * row + k] *=
				(float)ldexp(1 + 0.1 * oracle_signed(random), (int)(fixture_random(random) % 17) - 8);
	c->node.flags = 0;
	c->place = kilni_place_of(&c->node);
	c->convex = kilni_convex_of(&c->body, &c->place, (kiln_d3){0, 0, 0});
}

static void needles_and_sheets_are_measured_to_2_to_the_minus_28(void **state)
{
	(void)state;
	uint64_t random = 25;
	uint32_t touching = 0, met = 0, missed = 0;
	for (int n = 0; n < 12000; ++n)
	{
		convex_case a, b;
		convex_case_make(&a, &random, (kiln_shape_kind)(2 + n % 4), (convex_map)(n / 4 % CONVEX_MAPS), 1);
		convex_case_make(&b, &random, (kiln_shape_kind)(2 + n / 3 % 4), (convex_map)(n / 7 % CONVEX_MAPS), 1);
		stretch(&a, &random);
		stretch(&b, &random);
		kiln_d3 offset =
			kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), ldexp(1, (int)(fixture_random(&random) % 23) - 11));
		kiln_simplex simplex = {.count = 0};
		kiln_gap d;
		kilni_gjk(&a.convex, offset, &b.convex, exactly, &simplex, &d);
		double size = d.rounding * 0x1p47;
		if (d.upper <= d.rounding)
		{
			++touching;
			assert_true(sqrt(kiln_d3_length2(kiln_d3_sub(d.on_a, d.on_b))) <= 0x1p-28 * size);
		}
		else
			assert_true(d.upper - d.lower <= 0x1p-28 * size);
		// Past each other, or into each other.
		kiln_d3 direction =
			kiln_d3_along(kiln_d3_scale(offset, -1), size * 0.05, kiln_d3_from(oracle_vector(&random, 1)));
		kiln_meeting meeting;
		double margin = a.convex.margin + b.convex.margin, end = 2;
		bool meets = kilni_gjk_cast(&a.convex, offset, direction, 0, 2, &b.convex, &meeting);
		met += meets;
		missed += !meets;
		if (meets)
		{
			end = meeting.time;
			kilni_gjk(&a.convex, kiln_d3_along(offset, end, direction), &b.convex, exactly, &simplex, &d);
			assert_true(d.upper - margin <= 0x1p-27 * size);
		}
		for (int k = 0; k < 16; ++k)
		{
			double t = end * (k + 0.5) / 16;
			kilni_gjk(&a.convex, kiln_d3_along(offset, t, direction), &b.convex, exactly, &simplex, &d);
			assert_true((meets && end == 0) || d.upper - margin > -0x1p-40 * size);
			assert_true((meets && end == 0) || d.upper > d.rounding || margin > 0 || end - t < 1e-6);
		}
		convex_case_free(&a);
		convex_case_free(&b);
	}
	assert_true(touching > 1000 && met > 1000 && missed > 1000);
}

static void distance_of_a_point_is_that_of_closed_forms(void **state)
{
	(void)state;
	uint64_t random = 31;
	const kiln_convex eye = {.margin = 0};
	for (int n = 0; n < 4000; ++n)
	{
		convex_case c;
		kiln_shape_kind kind = (kiln_shape_kind)(KILN_SHAPE_SPHERE + n % 4);
		convex_case_make(&c, &random, kind, n % 3 ? CONVEX_SIMILAR : CONVEX_IDENTITY, 1);
		kiln_d3 p = kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), 3 * c.size);
		kiln_simplex simplex = {.count = 0};
		kiln_gap d;
		kilni_gjk(&eye, p, &c.convex, exactly, &simplex, &d);
		double distance = kiln_double_max(d.upper - c.convex.margin, 0);
		assert_true(fabs(distance - convex_case_away(&c, p)) <= 4e-7 * c.size);
		convex_case_free(&c);
	}
}

static void touching_and_nearly_touching_bodies_are_told_apart(void **state)
{
	(void)state;
	const kiln_body cube = {.kind = KILN_SHAPE_BOX, .half = {1, 1, 1}, .side = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	const kiln_place here = {.moved = false};
	const kiln_convex convex = kilni_convex_of(&cube, &here, (kiln_d3){0, 0, 0});
	for (int kind = 0; kind < 3; ++kind)
		for (int e = 0; e < 45; ++e)
		{
			// Face to face, edge to edge, corner to corner.
			double gap = ldexp(1, -e);
			kiln_d3 offset = {2 + gap, kind > 0 ? 2 : 0.3, kind > 1 ? 2 : -0.2};
			kiln_simplex simplex = {.count = 0};
			kiln_gap d;
			kilni_gjk(&convex, offset, &convex, exactly, &simplex, &d);
			assert_true(fabs(d.upper - gap) <= d.rounding);
			assert_true(d.lower >= gap - 2 * d.rounding);
			offset.x = 2 - gap;
			simplex.count = 0;
			kilni_gjk(&convex, offset, &convex, exactly, &simplex, &d);
			assert_true(d.upper <= d.rounding);
		}
}

static void distance_stops_as_soon_as_enough_is_known(void **state)
{
	(void)state;
	uint64_t random = 41;
	for (int n = 0; n < 2000; ++n)
	{
		convex_case a, b;
		convex_case_make(&a, &random, (kiln_shape_kind)(1 + n % 5), CONVEX_SHEARED, 1);
		convex_case_make(&b, &random, (kiln_shape_kind)(1 + n / 5 % 5), CONVEX_SIMILAR, 1);
		kiln_d3 offset = kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), a.size + b.size);
		kiln_simplex simplex = {.count = 0};
		kiln_gap full, quick;
		kilni_gjk(&a.convex, offset, &b.convex, exactly, &simplex, &full);
		double limit = fabs(oracle_signed(&random)) * (a.size + b.size);
		simplex.count = 0;
		kilni_gjk(&a.convex, offset, &b.convex, (kiln_enough){limit, limit, 0, 0}, &simplex, &quick);
		if (full.lower > limit + 4 * full.rounding)
			assert_true(quick.lower - quick.rounding > limit);
		if (full.upper < limit - 4 * full.rounding)
			assert_true(quick.upper <= limit);
		convex_case_free(&a);
		convex_case_free(&b);
	}
}

// --- Lines ------------------------------------------------------------------------------------------------------------

static void a_line_is_in_the_body_between_its_crossings_and_nowhere_else(void **state)
{
	(void)state;
	uint64_t random = 51;
	uint32_t met = 0;
	for (int n = 0; n < 8000; ++n)
	{
		convex_case c;
		convex_case_make(&c, &random, (kiln_shape_kind)(1 + n % 5), CONVEX_IDENTITY, 1);
		kiln_d3 through = kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), 0.3 * c.size);
		kiln_d3 direction = kiln_d3_from(n % 3 ? oracle_vector(&random, 1) : oracle_integer_vector(&random, 1));
		double far = n % 7 == 0 ? 1e6 : 3;
		kiln_d3 origin = kiln_d3_along(through, -far, direction);
		kiln_crossing cross[2];
		bool crosses = kilni_body_cross(&c.body, origin, direction, cross);
		double slack = 1e-9 * far * c.size;
		assert_false(crosses && kiln_d3_length2(direction) == 0);
		if (crosses)
		{
			++met;
			assert_true(cross[0].t <= cross[1].t);
			for (int k = 0; k < 2; ++k)
			{
				kiln_d3 at = kiln_d3_along(origin, cross[k].t, direction);
				assert_true(fabs(convex_case_depth(&c, at)) <= 1e-6 * c.size + slack);
				double facing = kiln_d3_dot(cross[k].normal, direction);
				assert_true(k ? facing >= -slack : facing <= slack);
			}
		}
		for (int k = 0; k < 40 && kiln_d3_length2(direction) > 0; ++k)
		{
			double t = far + oracle_signed(&random) * 3;
			double depth = convex_case_depth(&c, kiln_d3_along(origin, t, direction));
			bool in = crosses && t >= cross[0].t && t <= cross[1].t;
			assert_true(in ? depth > -1e-6 * c.size - slack : depth < 1e-6 * c.size + slack);
		}
		convex_case_free(&c);
	}
	assert_true(met > 3000);
}

// --- Motion -----------------------------------------------------------------------------------------------------------

static bool apart(const convex_case *a, kiln_d3 offset, const convex_case *b, double by)
{
	kiln_simplex simplex = {.count = 0};
	kiln_gap d;
	kilni_gjk(&a->convex, offset, &b->convex, exactly, &simplex, &d);
	return d.lower > a->convex.margin + b->convex.margin + by;
}

/// Finds the first time of contact by testing many times, then halving; negative for none.
static double bisect(const convex_case *a, kiln_d3 offset, kiln_d3 direction, double limit, const convex_case *b)
{
	const int steps = 100;
	if (!apart(a, offset, b, 0))
		return 0;
	for (int i = 1; i <= steps; ++i)
	{
		double low = limit * (i - 1) / steps, high = limit * i / steps;
		if (apart(a, kiln_d3_along(offset, high, direction), b, 0))
			continue;
		for (int k = 0; k < 30; ++k)
		{
			double middle = (low + high) / 2;
			if (apart(a, kiln_d3_along(offset, middle, direction), b, 0))
				low = middle;
			else
				high = middle;
		}
		return low;
	}
	return -1;
}

static void motion_ends_at_the_first_contact(void **state)
{
	(void)state;
	uint64_t random = 61;
	uint32_t met = 0, missed = 0, started = 0;
	for (int n = 0; n < 800; ++n)
	{
		convex_case a, b;
		convex_case_make(&a, &random, (kiln_shape_kind)(1 + n % 5), (convex_map)(n / 5 % CONVEX_MAPS), 1);
		convex_case_make(&b, &random, (kiln_shape_kind)(1 + n / 7 % 5), (convex_map)(n / 11 % CONVEX_MAPS), 1);
		double size = a.size + b.size;
		kiln_d3 offset = kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), size * (n % 4) / 4);
		kiln_d3 toward = kiln_d3_along(kiln_d3_scale(offset, -1), size * 0.2, kiln_d3_from(oracle_vector(&random, 1)));
		kiln_meeting meeting;
		double limit = 2;
		bool meets = kilni_gjk_cast(&a.convex, offset, toward, 0, limit, &b.convex, &meeting);
		double expected = bisect(&a, offset, toward, limit, &b);
		double speed = sqrt(kiln_d3_length2(toward));
		if (expected >= 0)
		{
			// The sampled times found contact, so contact exists; for grazing contact, the time may be early.
			assert_true(meets);
			assert_true(meeting.time <= expected + 1e-9 * size / speed);
			double early = (expected - meeting.time) * speed;
			kiln_d3 at = kiln_d3_along(offset, meeting.time, toward);
			assert_false(early > 1e-6 * size && apart(&a, at, &b, 1e-9 * size));
			met += expected > 0;
			started += expected == 0;
			assert_true(meeting.from_start == (expected == 0) || early < 1e-9 * size);
		}
		if (!meets)
			++missed;
		if (meets && !meeting.from_start)
		{
			kiln_d3 at = kiln_d3_along(offset, meeting.time, toward);
			assert_false(apart(&a, at, &b, 1e-9 * size));
			assert_true(fabs(kiln_d3_length2(meeting.normal) - 1) < 1e-9);
			assert_true(kiln_d3_dot(meeting.normal, toward) <= 1e-9);
			assert_true(fabs(convex_case_depth(&b, meeting.point)) <= 1e-6 * size);
			// The plane of contact has b behind it.
			for (int k = 0; k < 40; ++k)
			{
				kiln_d3 p = kiln_d3_sub(convex_case_point(&b, &random), meeting.point);
				assert_true(kiln_d3_dot(p, meeting.normal) <= 2e-6 * size);
			}
		}
		convex_case_free(&a);
		convex_case_free(&b);
	}
	assert_true(met > 200 && missed > 100 && started > 20);
}

static void a_point_in_motion_meets_what_a_line_crosses(void **state)
{
	(void)state;
	uint64_t random = 71;
	const kiln_convex point = {.margin = 0};
	uint32_t met = 0;
	for (int n = 0; n < 6000; ++n)
	{
		convex_case c;
		convex_case_make(&c, &random, (kiln_shape_kind)(1 + n % 5), (convex_map)(n / 5 % CONVEX_MAPS), 1);
		kiln_d3 origin = kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), 4 * c.size);
		kiln_d3 direction =
			kiln_d3_along(kiln_d3_scale(origin, -1), 0.5 * c.size, kiln_d3_from(oracle_vector(&random, 1)));
		kiln_crossing cross[2];
		kiln_meeting meeting;
		bool crosses = kilni_body_cross(
			&c.body, kiln_place_point_back(&c.place, origin), kiln_place_vector_back(&c.place, direction), cross);
		bool meets = kilni_gjk_cast(&point, origin, direction, 0, 1e9, &c.convex, &meeting);
		// A line that is inside for some length certainly hits.
		bool surely = crosses && cross[1].t > 0 && cross[1].t - kiln_double_max(cross[0].t, 0) > 1e-2;
		if (surely)
			assert_true(meets);
		if (surely && meets && cross[0].t > 1e-6 && !meeting.from_start)
		{
			++met;
			assert_true(fabs(meeting.time - cross[0].t) < 2e-5);
		}
		if (!crosses && meets && !meeting.from_start)
			assert_true(fabs(convex_case_depth(&c, kiln_d3_along(origin, meeting.time, direction))) < 1e-6 * c.size);
		convex_case_free(&c);
	}
	assert_true(met > 500);
}

static void grazing_motion_ends_in_time(void **state)
{
	(void)state;
	// Balls that pass each other exactly, nearly or hardly at the sum of their radii.
	const kiln_convex ball = {.margin = 1};
	for (int e = 1; e < 50; ++e)
	{
		kiln_d3 offset = {-10, 2 - ldexp(1, -e), 0}, direction = {1, 0, 0};
		double sink = 2 - offset.y;
		double expected = 10 - sqrt(sink * (4 - sink));
		kiln_meeting meeting;
		assert_true(kilni_gjk_cast(&ball, offset, direction, 0, 100, &ball, &meeting));
		assert_true(meeting.time <= expected + 1e-14);
		assert_true(meeting.time >= expected - 3e-6);
		offset.y = 2 + ldexp(1, -e);
		if (e < 40)
			assert_false(kilni_gjk_cast(&ball, offset, direction, 0, 100, &ball, &meeting));
	}
}

static void bodies_that_are_nothing_but_points_answer(void **state)
{
	(void)state;
	const kiln_convex point = {.margin = 0};
	kiln_simplex simplex = {.count = 0};
	kiln_gap d;
	kiln_meeting meeting;
	kiln_d3 zero = {0, 0, 0}, up = {0, 0, 1};
	kilni_gjk(&point, zero, &point, exactly, &simplex, &d);
	assert_true(d.upper == 0);
	simplex.count = 0;
	kilni_gjk(&point, (kiln_d3){3, 4, 0}, &point, exactly, &simplex, &d);
	assert_true(d.upper == 5 && d.lower > 4.999999);
	assert_true(kilni_gjk_cast(&point, (kiln_d3){0, 0, -2}, up, 0, 10, &point, &meeting));
	assert_true(fabs(meeting.time - 2) < 1e-12);
	assert_false(kilni_gjk_cast(&point, (kiln_d3){0, 0, -2}, zero, 0, 10, &point, &meeting));
	assert_false(kilni_gjk_cast(&point, (kiln_d3){0, 0, 2}, up, 0, 10, &point, &meeting));
	assert_false(kilni_gjk_cast(&point, (kiln_d3){1e-3, 0, -2}, up, 0, 10, &point, &meeting));
	assert_true(kilni_gjk_cast(&point, zero, zero, 0, 0, &point, &meeting) && meeting.from_start);
}

static void numbers_that_are_none_end_every_search(void **state)
{
	(void)state;
	uint64_t random = 81;
	convex_case c;
	convex_case_make(&c, &random, KILN_SHAPE_HULL, CONVEX_SHEARED, 1);
	const kiln_convex point = {.margin = 0};
	const double odd[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e300, 1e-300};
	for (int i = 0; i < 5; ++i)
	{
		kiln_simplex simplex = {.count = 0};
		kiln_gap d;
		kiln_meeting meeting;
		kiln_crossing cross[2];
		kiln_d3 p = {odd[i], 1, 2}, q = {0, 1, odd[i]};
		kilni_gjk(&point, p, &c.convex, exactly, &simplex, &d);
		kilni_gjk_cast(&point, p, q, 0, 10, &c.convex, &meeting);
		kilni_body_cross(&c.body, p, q, cross);
		kilni_body_contains(&c.body, p);
	}
	convex_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(support_is_in_the_body_and_the_farthest),
		cmocka_unit_test(support_of_a_big_hull_by_climbing_is_that_of_all_vertices),
		cmocka_unit_test(distance_is_proved_by_points_and_a_plane),
		cmocka_unit_test(needles_and_sheets_are_measured_to_2_to_the_minus_28),
		cmocka_unit_test(distance_of_a_point_is_that_of_closed_forms),
		cmocka_unit_test(touching_and_nearly_touching_bodies_are_told_apart),
		cmocka_unit_test(distance_stops_as_soon_as_enough_is_known),
		cmocka_unit_test(a_line_is_in_the_body_between_its_crossings_and_nowhere_else),
		cmocka_unit_test(motion_ends_at_the_first_contact),
		cmocka_unit_test(a_point_in_motion_meets_what_a_line_crosses),
		cmocka_unit_test(grazing_motion_ends_in_time),
		cmocka_unit_test(bodies_that_are_nothing_but_points_answer),
		cmocka_unit_test(numbers_that_are_none_end_every_search),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
