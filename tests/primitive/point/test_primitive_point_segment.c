// SPDX-License-Identifier: MIT
#include "primitive_point.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Two segments in the plane, judged by solving a0 + t a = b0 + u b in 256 bits; on one line by places along it.

typedef struct real2
{
	real x, y;
} real2;

static real2 between(kiln_vec2 from, kiln_vec2 to)
{
	return (real2){real_sub(real_from((double)to.x), real_from((double)from.x)),
		real_sub(real_from((double)to.y), real_from((double)from.y))};
}

static real cross(real2 a, real2 b)
{
	return real_sub(real_mul(a.x, b.y), real_mul(a.y, b.x));
}

static real dot(real2 a, real2 b)
{
	return real_add(real_mul(a.x, b.x), real_mul(a.y, b.y));
}

static bool is_zero(real2 v)
{
	return real_sign(v.x) == 0 && real_sign(v.y) == 0;
}

typedef struct truth
{
	bool hit, along;
	real t, u;
} truth;

/// Whether `p` is on the collinear segment ab, which may be a point; `*t` gets the place.
static bool on_segment(kiln_vec2 p, kiln_vec2 a, kiln_vec2 b, real *t)
{
	real2 edge = between(a, b), from = between(a, p);
	*t = real_from_int(0);
	if (is_zero(edge))
		return is_zero(from);
	real along = dot(from, edge), length2 = dot(edge, edge);
	*t = real_div(along, length2);
	return real_sign(cross(from, edge)) == 0 && real_sign(along) >= 0 && real_compare(along, length2) <= 0;
}

static truth judge(const kiln_vec2 a[2], const kiln_vec2 b[2])
{
	real2 d = between(a[0], a[1]), e = between(b[0], b[1]), from = between(a[0], b[0]);
	real whole = cross(d, e), t = cross(from, e), u = cross(from, d);
	real zero = real_from_int(0), one = real_from_int(1);
	if (real_sign(whole) != 0)
	{
		t = real_div(t, whole);
		u = real_div(u, whole);
		bool hit = real_sign(t) >= 0 && real_compare(t, one) <= 0 && real_sign(u) >= 0 && real_compare(u, one) <= 0;
		return (truth){.hit = hit, .t = t, .u = u};
	}
	// Parallel: the first and last of the ends that are on the other.
	truth found = {.t = one, .u = zero};
	real last = zero, place;
	for (int i = 0; i < 4; ++i)
	{
		kiln_vec2 end = i < 2 ? a[i] : b[i - 2], from_a[2] = {a[0], a[1]};
		real u_place;
		if (!on_segment(end, from_a[0], from_a[1], &place) || !on_segment(end, b[0], b[1], &u_place))
			continue;
		if (!found.hit || real_compare(place, found.t) < 0)
		{
			found.t = place;
			found.u = u_place;
		}
		last = found.hit ? real_max(last, place) : place;
		found.hit = true;
	}
	found.along = found.hit && real_compare(found.t, last) < 0;
	return found;
}

static double size_of(const kiln_vec2 a[2], const kiln_vec2 b[2])
{
	double size = 0;
	for (int i = 0; i < 2; ++i)
		size = fmax(size,
			fmax(fmax(fabs((double)a[i].x), fabs((double)a[i].y)), fmax(fabs((double)b[i].x), fabs((double)b[i].y))));
	return size;
}

static void check(const kiln_vec2 a[2], const kiln_vec2 b[2])
{
	kiln_intersection2 got = kiln_intersect_segment2_segment2(a[0], a[1], b[0], b[1]);
	truth want = judge(a, b);
	assert_int_equal(got.hit, want.hit);
	assert_int_equal(kiln_intersect_segment2_segment2(b[1], b[0], a[0], a[1]).hit, want.hit);
	if (!got.hit)
	{
		assert_true(got.t == 0 && got.u == 0 && got.point.x == 0 && got.end.y == 0);
		return;
	}
	assert_int_equal(got.along, want.along);
	assert_true(fabs((double)got.t - real_to(want.t)) <= 0x1p-24);
	assert_true(fabs((double)got.u - real_to(want.u)) <= 0x1p-24);
	double size = size_of(a, b), t = real_to(want.t);
	real2 d = between(a[0], a[1]);
	assert_true(fabs((double)got.point.x - ((double)a[0].x + t * real_to(d.x))) <= 0x1p-23 * size);
	assert_true(fabs((double)got.point.y - ((double)a[0].y + t * real_to(d.y))) <= 0x1p-23 * size);
	if (!got.along)
		assert_true(got.end.x == got.point.x && got.end.y == got.point.y);
	else
	{
		real t_end, u_end;
		assert_true(on_segment(got.end, a[0], a[1], &t_end) && on_segment(got.end, b[0], b[1], &u_end));
		assert_true(real_compare(t_end, want.t) > 0);
		// No common point lies beyond it: it is the end of a or an end of b.
		bool end_of_b = (got.end.x == b[0].x && got.end.y == b[0].y) || (got.end.x == b[1].x && got.end.y == b[1].y);
		assert_true((got.end.x == a[1].x && got.end.y == a[1].y) || end_of_b);
	}
}

static void segments_meet_where_their_equations_say(void **state)
{
	(void)state;
	uint64_t random = 1, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		point_family family = trial % POINT_MIXED;
		kiln_vec2 a[2] = {point_random2(&random, family), point_random2(&random, family)};
		kiln_vec2 b[2] = {point_random2(&random, family), point_random2(&random, family)};
		check(a, b);
	}
}

static void segments_that_nearly_touch_meet_where_their_equations_say(void **state)
{
	(void)state;
	uint64_t random = 2, most = trials_near(10000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		point_family family = trial % POINT_MIXED;
		kiln_vec2 a[2] = {point_random2(&random, family), point_random2(&random, family)};
		kiln_vec2 b[2] = {point_between2(&random, a[0], a[1]), point_random2(&random, family)};
		if (trial & 8)
			b[1] = point_between2(&random, a[0], a[1]);
		if (trial & 16)
			b[0].x = point_nudge(&random, b[0].x);
		if (trial & 32)
			a[1] = point_between2(&random, b[0], b[1]);
		check(a, b);
		check(b, a);
	}
}

static void every_pair_of_small_segments_is_right(void **state)
{
	(void)state;
	// All segments of a grid of 3 x 3 points against each other: crossing, touching, collinear, points, equal.
	for (int i = 0; i < 9 * 9 * 9 * 9; ++i)
	{
		kiln_vec2 p[4];
		for (int j = 0, rest = i; j < 4; ++j, rest /= 9)
			p[j] = (kiln_vec2){(float)(rest % 3), (float)(rest % 9 / 3)};
		check(p, p + 2);
	}
}

static void touching_ends_are_answered_as_they_are_stored(void **state)
{
	(void)state;
	const kiln_vec2 low = {0.1f, 0.3f}, high = {1e6f, 3e5f}, other = {7.7f, -1e7f};
	kiln_intersection2 got = kiln_intersect_segment2_segment2(low, high, high, other);
	assert_true(got.hit && got.point.x == high.x && got.point.y == high.y && got.t == 1 && got.u == 0);
	got = kiln_intersect_segment2_segment2(low, high, other, low);
	assert_true(got.hit && got.point.x == low.x && got.point.y == low.y && got.t == 0 && got.u == 1);
	got = kiln_intersect_segment2_segment2((kiln_vec2){0, 0}, (kiln_vec2){0, 3}, (kiln_vec2){0, 1}, (kiln_vec2){5, 1});
	assert_true(got.hit && got.point.y == 1 && got.u == 0);
	got = kiln_intersect_segment2_segment2((kiln_vec2){0, 0}, (kiln_vec2){0, 3}, (kiln_vec2){5, 1}, (kiln_vec2){0, 1});
	assert_true(got.hit && got.point.y == 1 && got.u == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_meet_where_their_equations_say),
		cmocka_unit_test(segments_that_nearly_touch_meet_where_their_equations_say),
		cmocka_unit_test(every_pair_of_small_segments_is_right),
		cmocka_unit_test(touching_ends_are_answered_as_they_are_stored),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
