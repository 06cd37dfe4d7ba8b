// SPDX-License-Identifier: MIT
#include "math/quaternion.h"
#include "primitive/point/primitive_point.h"
#include "primitive_convex.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Pairs of convex shapes of any kind, judged by their definitions: both points are on their shapes, and the plane
/// perpendicular to the vector between them separates the shapes by this distance (like GJK's own proof, but in 256
/// bits).

typedef struct sample_pair
{
	convex_sample a, b;
	double reach; ///< largest coordinate difference
	double away;  ///< from the origin
} sample_pair;

static const double sizes[] = {1, 1e-25, 0x1p30, 1e3};

static void make_pair(sample_pair *pair, uint64_t *random, uint64_t trial, bool near)
{
	kiln_convex_kind kinds[2] = {
		(kiln_convex_kind)(trial % CONVEX_KINDS), (kiln_convex_kind)(trial / CONVEX_KINDS % CONVEX_KINDS)};
	double size = sizes[trial >> 9 & 3];
	bool hull = kinds[0] == KILN_CONVEX_HULL || kinds[1] == KILN_CONVEX_HULL;
	// Hulls are centred at the origin.
	if (hull)
		size = 1;
	kiln_d3 center = {0, 0, 0};
	if (!hull && (trial >> 11 & 1) && size == 1)
		center = (kiln_d3){1e4, -3e4, 2e4};
	convex_sample_make(&pair->a, random, kinds[0], size, center);
	kiln_d3 apart = kiln_d3_from(point_random3(random, POINT_UNIT));
	double other = point_below(random, 4) ? size : 0.01 * size;
	convex_sample_make(&pair->b, random, kinds[1], other, kiln_d3_along(center, 3 * size, apart));
	pair->away = kiln_d3_largest(center) + 8 * size;
	pair->reach = 8 * size;
	if (!near || pair->b.shape.kind == KILN_CONVEX_HULL || convex_sample_is_line(&pair->a) ||
		convex_sample_is_line(&pair->b))
		return;
	// Moved to contact along a direction, or past it, or nearly.
	real3 n = real3_from_d3(apart), back = real3_from_d3(kiln_d3_scale(apart, -1));
	double gap = -real_to(real_add(convex_sample_height(&pair->b, back), convex_sample_height(&pair->a, n)));
	double length2 = kiln_d3_length2(apart), more = (double)point_below(random, 3) - 1;
	more *= size * ldexp(1, -(int)point_below(random, 40)) * sqrt(length2);
	convex_sample_move(&pair->b, kiln_d3_scale(apart, (more - gap) / length2));
}

static void free_pair(sample_pair *pair)
{
	convex_sample_free(&pair->a);
	convex_sample_free(&pair->b);
}

static kiln_d3 between(kiln_vec3 a, kiln_vec3 b)
{
	return kiln_d3_sub(kiln_d3_from(b), kiln_d3_from(a));
}

/// Checks that a line or ray, at `on`, goes no farther along n; for other shapes, by their height.
static void assert_behind(const convex_sample *sample, kiln_vec3 on, kiln_d3 n, double slack)
{
	double length = sqrt(kiln_d3_length2(n));
	if (!convex_sample_is_line(sample))
	{
		real most =
			real_sub(convex_sample_height(sample, real3_from_d3(n)), real3_dot(real3_from_d3(n), real3_from(on)));
		assert_true(real_to(most) <= slack * length);
		return;
	}
	bool line = sample->shape.kind == KILN_CONVEX_LINE;
	kiln_d3 along = kiln_d3_from(line ? sample->shape.line.direction : sample->shape.ray.direction);
	kiln_d3 start = kiln_d3_from(line ? sample->shape.line.point : sample->shape.ray.origin);
	double rise = kiln_d3_dot(n, along) / (length * sqrt(kiln_d3_length2(along)));
	double place = kiln_d3_dot(kiln_d3_sub(kiln_d3_from(on), start), along) / kiln_d3_length2(along);
	double end = (double)sample->shape.ray.t_max, step = slack / sqrt(kiln_d3_length2(along));
	double tilt = 16 * slack / length;
	assert_true(rise <= tilt || (!line && end > 0 && place >= end - step));
	assert_true(rise >= -tilt || (!line && place <= step));
}

static void check_pair(const sample_pair *pair)
{
	const kiln_convex_shape *a = &pair->a.shape, *b = &pair->b.shape;
	kiln_closest_points got = kiln_closest_convex_convex(a, b), back = kiln_closest_convex_convex(b, a);
	double slack = 0x1p-20 * pair->reach + 0x1p-21 * pair->away, distance = (double)got.distance;
	assert_true(got.found && back.found);
	assert_int_equal(kiln_overlaps_convex_convex(a, b), got.distance == 0);
	assert_int_equal(kiln_overlaps_convex_convex(b, a), back.distance == 0);
	assert_true(fabs((double)back.distance - distance) <= slack);
	assert_true(convex_sample_away(&pair->a, got.on_a) <= slack);
	assert_true(convex_sample_away(&pair->b, got.on_b) <= slack);
	kiln_d3 n = between(got.on_a, got.on_b);
	assert_true(fabs(sqrt(kiln_d3_length2(n)) - distance) <= slack);
	if (got.distance == 0 && !(convex_sample_is_line(&pair->a) && convex_sample_is_line(&pair->b)))
		assert_memory_equal(&got.on_a, &got.on_b, sizeof got.on_a);
	if (distance > 0x1p-8 * pair->reach)
	{
		// The vector between the points is off by their rounding, and the plane by that divided by the distance.
		slack += slack * pair->reach / distance;
		assert_behind(&pair->a, got.on_a, n, slack);
		assert_behind(&pair->b, got.on_b, kiln_d3_scale(n, -1), slack);
	}
}

static void closest_points_are_on_shapes_that_a_plane_parts_that_far(void **state)
{
	(void)state;
	uint64_t random = 1, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		sample_pair pair;
		make_pair(&pair, &random, trial, false);
		check_pair(&pair);
		free_pair(&pair);
	}
}

static void shapes_that_nearly_touch_have_closest_points(void **state)
{
	(void)state;
	uint64_t random = 2, most = trials_near(10000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		sample_pair pair;
		make_pair(&pair, &random, trial, true);
		check_pair(&pair);
		free_pair(&pair);
	}
}

static void shapes_that_share_a_stored_point_overlap(void **state)
{
	(void)state;
	uint64_t random = 3, most = trials_near(10000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		sample_pair pair;
		make_pair(&pair, &random, trial, false);
		kiln_vec3 anchor = convex_sample_anchor(&pair.a);
		convex_sample point = {.shape = {.kind = KILN_CONVEX_POINT, .point = anchor}};
		assert_true(kiln_overlaps_convex_convex(&pair.a.shape, &point.shape));
		assert_true(kiln_overlaps_convex_convex(&point.shape, &pair.a.shape));
		free_pair(&pair);
	}
}

static void places_on_shapes_lead_to_the_points(void **state)
{
	(void)state;
	uint64_t random = 4, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		static const kiln_convex_kind kinds[] = {
			KILN_CONVEX_LINE, KILN_CONVEX_RAY, KILN_CONVEX_SEGMENT, KILN_CONVEX_RECTANGLE, KILN_CONVEX_TRIANGLE};
		convex_sample a, b;
		convex_sample_make(&a, &random, kinds[trial % 5], 1, (kiln_d3){0, 0, 0});
		convex_sample_make(&b, &random, KILN_CONVEX_POINTS, 1, kiln_d3_from(point_random3(&random, POINT_UNIT)));
		kiln_closest_points got = kiln_closest_convex_convex(&a.shape, &b.shape);
		const kiln_vec3 *c = a.shape.triangle.corners;
		kiln_d3 p = {0, 0, 0};
		double s = (double)got.at_a[0], t = (double)got.at_a[1];
		switch (a.shape.kind)
		{
		case KILN_CONVEX_SEGMENT:
			p = kiln_d3_along(kiln_d3_from(c[0]), s, between(c[0], c[1]));
			assert_true(s >= 0 && s <= 1);
			break;
		case KILN_CONVEX_RECTANGLE:
			p = kiln_d3_along(kiln_d3_from(c[0]), s, kiln_d3_from(a.shape.rectangle.axes[0]));
			p = kiln_d3_along(p, t, kiln_d3_from(a.shape.rectangle.axes[1]));
			break;
		case KILN_CONVEX_TRIANGLE:
			p = kiln_d3_along(kiln_d3_from(c[0]), s, between(c[0], c[1]));
			p = kiln_d3_along(p, t, between(c[0], c[2]));
			assert_true(s >= 0 && t >= 0 && s + t <= 1 + 0x1p-20);
			break;
		default:
			p = kiln_d3_along(kiln_d3_from(c[0]), s, kiln_d3_from(c[1]));
			break;
		}
		assert_true(kiln_d3_largest(kiln_d3_sub(p, kiln_d3_from(got.on_a))) <= 0x1p-18);
		assert_true(got.at_b[0] == 0 && got.at_b[1] == 0);
	}
}

/// The shape at a time of its motion.
static convex_sample at_time(const convex_sample *sample, kiln_vec3 motion, double t)
{
	convex_sample moved = *sample;
	convex_sample_move(&moved, kiln_d3_scale(kiln_d3_from(motion), t));
	if (moved.shape.kind == KILN_CONVEX_POINTS)
		moved.shape.points.points = moved.points;
	return moved;
}

static double distance_at(const convex_sample *a, kiln_vec3 motion, double t, const convex_sample *b)
{
	convex_sample moved = at_time(a, motion, t);
	if (moved.shape.kind == KILN_CONVEX_POINTS)
		moved.shape.points.points = moved.points;
	return (double)kiln_closest_convex_convex(&moved.shape, &b->shape).distance;
}

static void moving_shapes_meet_when_their_distance_is_gone(void **state)
{
	(void)state;
	uint64_t random = 5, usual = trials_random(20000) / 4, most = usual + trials_near(10000) / 4, hits = 0;
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		sample_pair pair;
		make_pair(&pair, &random, trial, trial >= usual);
		const convex_sample *a = &pair.a, *b = &pair.b;
		kiln_d3 way = kiln_d3_scale(kiln_d3_from(point_random3(&random, POINT_UNIT)), 4 * a->size);
		if (point_below(&random, 2))
			way = between(convex_sample_anchor(a), convex_sample_anchor(b));
		kiln_vec3 motion = kiln_d3_to(way);
		kiln_impact got = kiln_moving_convex_convex(&a->shape, &motion, &b->shape);
		double slack = 0x1p-20 * pair.reach + 0x1p-21 * pair.away;
		if (convex_sample_is_line(a) || convex_sample_is_line(b))
			assert_false(got.hit);
		else if (a->shape.kind != KILN_CONVEX_HULL)
		{
			hits += got.hit;
			assert_int_equal(got.inside, kiln_overlaps_convex_convex(&a->shape, &b->shape));
			if (!got.hit)
				for (int i = 0; i < 8; ++i)
					assert_true(distance_at(a, motion, i / 8.0, b) > 0);
			else
			{
				double t = (double)got.t;
				assert_true(t >= 0 && t <= 1 && (!got.inside || t == 0));
				assert_true(fabs(kiln_d3_length2(kiln_d3_from(got.normal)) - 1) <= 0x1p-21);
				convex_sample there = at_time(a, motion, t);
				if (there.shape.kind == KILN_CONVEX_POINTS)
					there.shape.points.points = there.points;
				assert_true(convex_sample_away(&there, got.point) <= slack);
				assert_true(convex_sample_away(b, got.point) <= slack);
				kiln_d3 n = kiln_d3_from(got.normal);
				// Separate on the way, except for the rounding of the places there; the normal leads out of the
				// overlap.
				convex_sample out = *a;
				convex_sample_move(&out, kiln_d3_scale(n, slack));
				for (int i = 0; i < 4 && !got.inside; ++i)
					assert_true(distance_at(&out, motion, t * i / 4.0, b) > 0);
				if (!got.inside && t > 0)
				{
					// A plane through the point separates them, except for the rounding at grazing contact.
					assert_behind(b, got.point, n, 64 * slack);
					assert_behind(&there, got.point, kiln_d3_scale(n, -1), 64 * slack);
				}
			}
		}
		free_pair(&pair);
	}
	assert_true(hits > most / 8);
}

static void turning_and_naming_corners_otherwise_changes_distances_by_rounding(void **state)
{
	(void)state;
	uint64_t random = 8, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		kiln_vec3 p[7], q[7];
		kiln_d3 axes[3];
		kiln_quat_axes(
			(kiln_quat){fixture_random_unit(&random), fixture_random_unit(&random), fixture_random_unit(&random), 0.5f},
			axes);
		for (int i = 0; i < 7; ++i)
		{
			p[i] = point_random3(&random, POINT_UNIT);
			kiln_d3 v = kiln_d3_from(p[i]);
			q[6 - i] = kiln_d3_to((kiln_d3){kiln_d3_dot(axes[0], v), kiln_d3_dot(axes[1], v), kiln_d3_dot(axes[2], v)});
		}
		kiln_convex_shape a = {.kind = KILN_CONVEX_TRIANGLE, .triangle = {{p[0], p[1], p[2]}}};
		kiln_convex_shape b = {.kind = KILN_CONVEX_TETRAHEDRON, .tetrahedron = {{p[3], p[4], p[5], p[6]}}};
		kiln_convex_shape turned_a = {.kind = KILN_CONVEX_TRIANGLE, .triangle = {{q[6], q[5], q[4]}}};
		kiln_convex_shape turned_b = {.kind = KILN_CONVEX_TETRAHEDRON, .tetrahedron = {{q[0], q[1], q[2], q[3]}}};
		double first = (double)kiln_closest_convex_convex(&a, &b).distance;
		double second = (double)kiln_closest_convex_convex(&turned_a, &turned_b).distance;
		assert_true(fabs(first - second) <= 0x1p-20);
	}
}

static bool is_refused(const kiln_convex_shape *a, const kiln_convex_shape *b)
{
	const kiln_vec3 motion = {0, 0, 0};
	static const kiln_closest_points nothing;
	kiln_closest_points got = kiln_closest_convex_convex(a, b);
	return !got.found && got.distance == nothing.distance && kiln_overlaps_convex_convex(a, b) &&
		   !kiln_moving_convex_convex(a, &motion, b).hit;
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	static const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF, 1.2e12f};
	uint64_t random = 6;
	const kiln_convex_shape good = {.kind = KILN_CONVEX_POINT, .point = {1, 2, 3}};
	assert_false(is_refused(&good, &good));
	assert_true(is_refused(&good, NULL) && is_refused(NULL, &good));
	for (uint32_t kind = 0; kind < KILN_CONVEX_HULL; ++kind)
		for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		{
			convex_sample sample;
			convex_sample_make(&sample, &random, (kiln_convex_kind)kind, 1, (kiln_d3){0, 0, 0});
			assert_true(kiln_closest_convex_convex(&sample.shape, &good).found);
			if (kind == KILN_CONVEX_POINTS)
				sample.points[7].x = bad[i];
			else
				sample.shape.point.x = bad[i];
			assert_true(is_refused(&sample.shape, &good) && is_refused(&good, &sample.shape));
		}
	kiln_hull empty = {0};
	const kiln_vec3 p = {0, 0, 0};
	kiln_convex_shape broken[] = {{.kind = KILN_CONVEX_POINTS, .points = {NULL, 3}},
		{.kind = KILN_CONVEX_POINTS, .points = {&p, 0}}, {.kind = KILN_CONVEX_HULL, .hull = NULL},
		{.kind = KILN_CONVEX_HULL, .hull = &empty}, {.kind = (kiln_convex_kind)(KILN_CONVEX_HULL + 1)}};
	for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i)
		assert_true(is_refused(&broken[i], &good) && is_refused(&good, &broken[i]));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		assert_false(kiln_moving_convex_convex(&good, &(kiln_vec3){0, bad[i], 0}, &good).hit);
	assert_false(kiln_moving_convex_convex(&good, NULL, &good).hit);
}

static void boxes_that_overlap_are_parted_the_short_way(void **state)
{
	(void)state;
	const kiln_convex_shape a = {.kind = KILN_CONVEX_AABB, .aabb = {{0, 0, 0}, {4, 4, 4}}};
	const kiln_convex_shape b = {.kind = KILN_CONVEX_AABB, .aabb = {{3, -1, -1}, {9, 5, 5}}};
	const kiln_vec3 motion = {1, 0, 0};
	kiln_impact got = kiln_moving_convex_convex(&a, &motion, &b);
	assert_true(got.hit && got.inside && got.t == 0);
	assert_true(got.normal.x == -1 && got.normal.y == 0 && got.normal.z == 0);
	// Spheres that overlap are parted from center to center.
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 2}};
	const kiln_convex_shape other = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 3, 0}, 2}};
	got = kiln_moving_convex_convex(&ball, &motion, &other);
	assert_true(got.inside && got.normal.y == -1 && got.point.y >= 1 && got.point.y <= 2);
	// Two points at one place: any direction is valid.
	const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT};
	got = kiln_moving_convex_convex(&point, &motion, &point);
	assert_true(got.inside && fabs(kiln_d3_length2(kiln_d3_from(got.normal)) - 1) <= 0x1p-21);
}

static void time_is_never_late_and_early_by_rounding_only(void **state)
{
	(void)state;
	uint64_t random = 7, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		// Balls: the exact time is the root of a quadratic.
		kiln_convex_shape a = {
			.kind = KILN_CONVEX_SPHERE, .sphere = {point_random3(&random, POINT_UNIT), fixture_random_unit(&random)}};
		kiln_convex_shape b = {
			.kind = KILN_CONVEX_SPHERE, .sphere = {point_random3(&random, POINT_UNIT), fixture_random_unit(&random)}};
		kiln_vec3 motion = point_random3(&random, POINT_UNIT);
		real3 from = real3_sub(real3_from(a.sphere.center), real3_from(b.sphere.center)), way = real3_from(motion);
		real radius = real_add(real_from((double)a.sphere.radius), real_from((double)b.sphere.radius));
		real aa = real3_length2(way), half = real3_dot(from, way);
		real c = real_sub(real3_length2(from), real_mul(radius, radius));
		real disc = real_sub(real_mul(half, half), real_mul(aa, c));
		kiln_impact got = kiln_moving_convex_convex(&a, &motion, &b);
		assert_int_equal(got.inside, real_sign(c) <= 0);
		if (real_sign(c) <= 0)
			continue;
		bool meets = real_sign(disc) >= 0 && real_sign(half) < 0;
		real t = meets ? real_div(real_sub(real_neg(half), real_sqrt(disc)), aa) : real_from_int(2);
		double time = real_to(t);
		if (time <= 1)
			assert_true(got.hit && real_compare(real_from((double)got.t), t) <= 0);
		// A grazing ball is hit early by the root of the rounding error of the distance.
		if (got.hit && meets && real_to(disc) > 1e-6)
			assert_true((double)got.t >= time - 0x1p-23);
		if (time > 1 + 0x1p-30 && real_to(disc) > 1e-6)
			assert_false(got.hit);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closest_points_are_on_shapes_that_a_plane_parts_that_far),
		cmocka_unit_test(shapes_that_nearly_touch_have_closest_points),
		cmocka_unit_test(shapes_that_share_a_stored_point_overlap),
		cmocka_unit_test(places_on_shapes_lead_to_the_points),
		cmocka_unit_test(moving_shapes_meet_when_their_distance_is_gone),
		cmocka_unit_test(turning_and_naming_corners_otherwise_changes_distances_by_rounding),
		cmocka_unit_test(what_is_not_usable_is_refused),
		cmocka_unit_test(boxes_that_overlap_are_parted_the_short_way),
		cmocka_unit_test(time_is_never_late_and_early_by_rounding_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
