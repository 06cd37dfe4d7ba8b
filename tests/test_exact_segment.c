// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asset_fixture.h"
#include "big_integer.h"
#include "exact/segment.h"

/// The ends of two segments: a, b and c, d.
typedef struct segment_pair
{
	segment_point p[4];
} segment_pair;

// --- By school --------------------------------------------------------------------------------------------------------

static big_integer big_from(segment_integer value)
{
	unsigned __int128 size = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
	big_integer sum = big_from_double(0.0, 0);
	for (int i = 0; i < 4; ++i)
	{
		big_integer part = big_from_double((double)(uint32_t)(size >> (32 * i)), -32 * i);
		sum = big_add(&sum, &part);
	}
	big_integer zero = big_from_double(0.0, 0);
	return value < 0 ? big_subtract(&zero, &sum) : sum;
}

/// top / bottom, bottom > 0.
typedef struct ratio
{
	big_integer top, bottom;
} ratio;

static int compare(const ratio *a, const ratio *b)
{
	big_integer left = big_multiply(&a->top, &b->bottom), right = big_multiply(&b->top, &a->bottom);
	return big_compare(&left, &right);
}

static ratio whole(int64_t value)
{
	return (ratio){big_from(value), big_from(1)};
}

/// What is left of 0 <= t <= 1.
typedef struct piece
{
	bool empty;
	ratio low, high;
} piece;

/// Keeps those t with alpha + beta t >= 0.
static void keep(piece *left, segment_integer alpha, segment_integer beta)
{
	if (beta == 0)
		left->empty = left->empty || alpha < 0;
	else
	{
		ratio t = {big_from(beta > 0 ? -alpha : alpha), big_from(beta > 0 ? beta : -beta)};
		if (beta > 0 && compare(&t, &left->low) > 0)
			left->low = t;
		if (beta < 0 && compare(&t, &left->high) < 0)
			left->high = t;
	}
	left->empty = left->empty || compare(&left->low, &left->high) > 0;
}

/// Keeps those t for which c + t (d - c) lies between a and b in one coordinate.
static void keep_between(piece *left, int64_t a, int64_t b, int64_t c, int64_t d)
{
	int64_t low = a < b ? a : b, high = a < b ? b : a;
	keep(left, (segment_integer)c - low, (segment_integer)d - c);
	keep(left, (segment_integer)high - c, (segment_integer)c - d);
}

/// The part of cd whose points lie on the line ab and in its box.
static piece shared(const segment_pair *s)
{
	segment_point a = s->p[0], b = s->p[1], c = s->p[2], d = s->p[3];
	piece left = {false, whole(0), whole(1)};
	segment_integer ux = b.x - a.x, uy = b.y - a.y;
	segment_integer alpha = ux * (c.y - a.y) - uy * (c.x - a.x), beta = ux * (d.y - c.y) - uy * (d.x - c.x);
	keep(&left, alpha, beta);
	keep(&left, -alpha, -beta);
	keep_between(&left, a.x, b.x, c.x, d.x);
	keep_between(&left, a.y, b.y, c.y, d.y);
	return left;
}

/// A coordinate of c + t (d - c).
static ratio place(const ratio *t, int64_t c, int64_t d)
{
	big_integer way = big_from((segment_integer)d - c), start = big_from(c);
	big_integer moved = big_multiply(&way, &t->top), scaled = big_multiply(&start, &t->bottom);
	return (ratio){big_add(&scaled, &moved), t->bottom};
}

typedef struct big_point
{
	ratio at[2];
} big_point;

static big_point place_point(const ratio *t, const segment_pair *s)
{
	return (big_point){{place(t, s->p[2].x, s->p[3].x), place(t, s->p[2].y, s->p[3].y)}};
}

/// By x, then by y.
static int compare_points(const big_point *a, const big_point *b)
{
	int first = compare(&a->at[0], &b->at[0]);
	return first ? first : compare(&a->at[1], &b->at[1]);
}

static segment_meeting meet_by_school(const segment_pair *s, big_point *low, big_point *high)
{
	piece left = shared(s);
	if (left.empty)
		return SEGMENT_NONE;
	big_point first = place_point(&left.low, s), last = place_point(&left.high, s);
	int order = compare_points(&first, &last);
	*low = order <= 0 ? first : last;
	*high = order <= 0 ? last : first;
	if (order != 0)
		return SEGMENT_OVERLAP;
	for (int i = 0; i < 4; ++i)
	{
		big_point end = {{whole(s->p[i].x), whole(s->p[i].y)}};
		if (compare_points(&end, low) == 0)
			return SEGMENT_TOUCH;
	}
	return SEGMENT_CROSS;
}

// --- Checks -----------------------------------------------------------------------------------------------------------

/// 2 exact - (v + neighbour), in the same unit times the bottom, has the sign that keeps v nearest, or is a tie that v,
/// being even, wins.
static void assert_nearer(const ratio *exact, double v, double neighbour)
{
	int unit = -1400;
	big_integer scale = big_from_double(2.0, unit), a = big_from_double(v, unit), b = big_from_double(neighbour, unit);
	big_integer middle = big_add(&a, &b), left = big_multiply(&exact->top, &scale);
	big_integer right = big_multiply(&middle, &exact->bottom);
	int order = big_compare(&left, &right);
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	if (order == 0)
		assert_int_equal(bits & 1, 0);
	else
		assert_int_equal(order, neighbour > v ? -1 : 1);
}

static void assert_rounded(const segment_fraction *fraction, int axis)
{
	ratio exact = {big_from(fraction->numerator[axis]), big_from(fraction->denominator)};
	double v = segment_round(fraction, axis);
	assert_int_equal((v > 0) - (v < 0), big_sign(&exact.top));
	if (v == 0)
		return;
	assert_nearer(&exact, v, nextafter(v, (double)INFINITY));
	assert_nearer(&exact, v, nextafter(v, -(double)INFINITY));
}

static void assert_point(const segment_fraction *fraction, const big_point *expected)
{
	assert_true(fraction->denominator > 0);
	for (int axis = 0; axis < 2; ++axis)
	{
		ratio at = {big_from(fraction->numerator[axis]), big_from(fraction->denominator)};
		assert_int_equal(compare(&at, &expected->at[axis]), 0);
		assert_rounded(fraction, axis);
	}
}

static bool same_fraction(const segment_fraction *a, const segment_fraction *b)
{
	return a->numerator[0] == b->numerator[0] && a->numerator[1] == b->numerator[1] && a->denominator == b->denominator;
}

/// All eight ways to say the same: ends swapped, segments swapped.
static void assert_order_does_not_matter(const segment_pair *s, const segment_intersection *expected)
{
	for (int way = 0; way < 8; ++way)
	{
		int ab = way & 4 ? 2 : 0, cd = 2 - ab, first = way & 1, second = way >> 1 & 1;
		segment_intersection found =
			segment_intersect(s->p[ab + first], s->p[ab + 1 - first], s->p[cd + second], s->p[cd + 1 - second]);
		assert_int_equal(found.meeting, expected->meeting);
		assert_true(same_fraction(&found.point, &expected->point) && same_fraction(&found.end, &expected->end));
	}
}

/// Against school arithmetic. Returns how they meet.
static segment_meeting assert_pair(const segment_pair *s)
{
	segment_intersection found = segment_intersect(s->p[0], s->p[1], s->p[2], s->p[3]);
	big_point low, high;
	segment_meeting expected = meet_by_school(s, &low, &high);
	assert_int_equal(found.meeting, expected);
	assert_int_equal(segment_meet(s->p[0], s->p[1], s->p[2], s->p[3]), expected);
	if (expected == SEGMENT_NONE)
		assert_true(found.point.denominator == 0 && found.end.denominator == 0);
	else
	{
		assert_point(&found.point, &low);
		assert_point(&found.end, &high);
	}
	if (expected == SEGMENT_TOUCH || expected == SEGMENT_OVERLAP)
		assert_true(found.point.denominator == 1 && found.end.denominator == 1);
	assert_order_does_not_matter(s, &found);
	return expected;
}

// --- Tests ------------------------------------------------------------------------------------------------------------

static void all_segments_of_a_small_grid_meet_as_by_school(void **state)
{
	(void)state;
	const int width = 3, height = 4, points = width * height;
	int counts[SEGMENT_BEYOND] = {0};
	for (int i = 0; i < points * points * points * points; ++i)
	{
		segment_pair s;
		for (int k = 0, rest = i; k < 4; ++k, rest /= points)
			s.p[k] = (segment_point){rest % points % width - 1, rest % points / width - 1};
		++counts[assert_pair(&s)];
	}
	for (int i = 0; i < SEGMENT_BEYOND; ++i)
		assert_true(counts[i] > 300);
}

/// A larger grid in 64 bits: crossings lie on both lines, inside both segments, and nothing divides all three numbers.
static void all_crossings_of_a_larger_grid_have_the_least_denominator(void **state)
{
	(void)state;
	const int side = 5, points = side * side;
	int crossings = 0;
	for (int i = 0; i < points * points * points * points; ++i)
	{
		segment_point p[4];
		for (int k = 0, rest = i; k < 4; ++k, rest /= points)
			p[k] = (segment_point){rest % points % side, rest % points / side};
		segment_intersection found = segment_intersect(p[0], p[1], p[2], p[3]);
		if (found.meeting != SEGMENT_CROSS)
			continue;
		++crossings;
		int64_t x = (int64_t)found.point.numerator[0], y = (int64_t)found.point.numerator[1];
		int64_t n = (int64_t)found.point.denominator;
		// On both lines, inside both boxes.
		for (int k = 0; k < 4; k += 2)
		{
			int64_t ux = p[k + 1].x - p[k].x, uy = p[k + 1].y - p[k].y;
			int64_t vx = x - n * p[k].x, vy = y - n * p[k].y;
			assert_true(ux * vy == uy * vx && vx * ux + vy * uy > 0 && vx * vx + vy * vy < n * n * (ux * ux + uy * uy));
		}
		for (int64_t factor = 2; factor <= n; ++factor)
			assert_false(x % factor == 0 && y % factor == 0 && n % factor == 0);
	}
	assert_true(crossings > 20000);
}

static int64_t drawn(uint64_t *random, int64_t most)
{
	switch (fixture_random(random) % 8)
	{
	case 0:
		return most;
	case 1:
		return -most;
	case 2:
		return (int64_t)(fixture_random(random) % 5) - 2;
	default:
		return (int64_t)(fixture_random(random) % (uint64_t)(2 * most + 1)) - most;
	}
}

static int64_t clamped(int64_t value, int64_t most)
{
	return value > most ? most : value < -most ? -most : value;
}

/// Random ends, of which some are then made equal, put on the line of two others, or moved next to it.
static segment_pair drawn_pair(uint64_t *random, int64_t most)
{
	segment_pair s;
	for (int i = 0; i < 4; ++i)
		s.p[i] = (segment_point){drawn(random, most), drawn(random, most)};
	uint64_t i = fixture_random(random) % 4, j = fixture_random(random) % 4, how = fixture_random(random) % 8;
	if (how == 0)
		s.p[i] = s.p[j];
	if (how == 1 || how == 2)
	{
		// All on one line: steps from a point.
		int64_t ux = drawn(random, most / 16), uy = drawn(random, most / 16), x = s.p[0].x / 2, y = s.p[0].y / 2;
		for (int k = 0; k < 4; ++k)
		{
			int64_t step = (int64_t)(fixture_random(random) % 15) - 7;
			s.p[k] = (segment_point){x + step * ux, y + step * uy};
		}
	}
	if (how == 3)
		s.p[3] = (segment_point){s.p[0].x + (s.p[1].x - s.p[0].x) / 2, s.p[0].y + (s.p[1].y - s.p[0].y) / 2};
	if (how >= 2 && how <= 4)
	{
		s.p[i].x = clamped(s.p[i].x + (int64_t)(fixture_random(random) % 3) - 1, most);
		s.p[i].y = clamped(s.p[i].y + (int64_t)(fixture_random(random) % 3) - 1, most);
	}
	return s;
}

static void random_segments_meet_as_by_school(void **state)
{
	(void)state;
	static const int64_t sizes[] = {3, 20, 1000, INT32_MAX, (int64_t)INT32_MAX + 1, SEGMENT_COORDINATE_MAX};
	uint64_t random = 1;
	int counts[SEGMENT_BEYOND] = {0};
	for (int round = 0; round < 6000; ++round)
	{
		segment_pair s = drawn_pair(&random, sizes[round % 6] < 32 ? 32 : sizes[round % 6]);
		++counts[assert_pair(&s)];
	}
	for (int i = 0; i < SEGMENT_BEYOND; ++i)
		assert_true(counts[i] > 300);
}

static void neighbours_of_a_line_are_told_from_it(void **state)
{
	(void)state;
	const int64_t m = SEGMENT_COORDINATE_MAX;
	// Ends whose triangles with the other segment have an area of 1/2 where the largest have 2^81.
	segment_pair s = {{{-m, -m}, {m, m}, {m - 1, m}, {m, m}}};
	assert_int_equal(assert_pair(&s), SEGMENT_TOUCH);
	s = (segment_pair){{{-m, -m}, {m - 1, m}, {m - 2, m - 1}, {m, m}}};
	assert_int_equal(assert_pair(&s), SEGMENT_CROSS);
	s = (segment_pair){{{-m, -m}, {m - 1, m}, {m - 2, m - 1}, {-m, 1 - m}}};
	assert_int_equal(assert_pair(&s), SEGMENT_NONE);
	s = (segment_pair){{{-m, -m}, {m, m}, {m - 1, m}, {m, m - 1}}};
	assert_int_equal(assert_pair(&s), SEGMENT_CROSS);
	s = (segment_pair){{{-m, -m}, {m, m - 1}, {-m, 1 - m}, {m, m}}};
	assert_int_equal(assert_pair(&s), SEGMENT_NONE);
	s = (segment_pair){{{-m, -m}, {m, m - 1}, {-m, 1 - m}, {m, m - 2}}};
	assert_int_equal(assert_pair(&s), SEGMENT_CROSS);
	s = (segment_pair){{{-m, m}, {m, -m}, {m, m - 1}, {1 - m, -m}}};
	assert_int_equal(assert_pair(&s), SEGMENT_CROSS);
	s = (segment_pair){
		{{INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MAX}, {INT32_MAX, INT32_MIN}, {INT32_MIN, INT32_MAX}}};
	assert_int_equal(assert_pair(&s), SEGMENT_CROSS);
	segment_intersection found = segment_intersect(s.p[0], s.p[1], s.p[2], s.p[3]);
	assert_true(segment_round(&found.point, 0) == -0.5 && segment_round(&found.point, 1) == -0.5);
	assert_true(found.point.denominator == 2);
}

static void coordinates_out_of_range_are_not_decided(void **state)
{
	(void)state;
	const int64_t m = SEGMENT_COORDINATE_MAX, far[] = {m + 1, -m - 1, INT64_MAX, INT64_MIN};
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 4; ++k)
		{
			segment_pair s = {{{-m, -m}, {m, m}, {m, -m}, {-m, m}}};
			assert_int_equal(segment_meet(s.p[0], s.p[1], s.p[2], s.p[3]), SEGMENT_CROSS);
			*(i % 2 ? &s.p[i / 2].x : &s.p[i / 2].y) = far[k];
			segment_intersection found = segment_intersect(s.p[0], s.p[1], s.p[2], s.p[3]);
			assert_int_equal(found.meeting, SEGMENT_BEYOND);
			assert_true(found.point.denominator == 0 && segment_round(&found.point, 0) == 0);
			assert_int_equal(segment_meet(s.p[0], s.p[1], s.p[2], s.p[3]), SEGMENT_BEYOND);
		}
}

/// Fractions as large and as small as crossings can have, and halfway between two doubles.
static void fractions_are_rounded_to_the_nearest_double(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int round = 0; round < 6000; ++round)
	{
		int bits = 1 + (int)(fixture_random(&random) % 83);
		segment_integer bottom = (segment_integer)(fixture_random(&random) >> 1) << 20 | 1;
		bottom = (bottom >> (83 - bits)) | (segment_integer)1 << (bits - 1);
		segment_integer top = (segment_integer)fixture_random(&random) << 59 | (int64_t)(fixture_random(&random) >> 5);
		top = (top >> (fixture_random(&random) % 120)) & (((segment_integer)1 << (bits + 39)) - 1);
		segment_fraction f = {{top, -top}, bottom};
		if (round % 3 == 0)
		{
			// An odd number of halves of the last place.
			uint64_t odd = (fixture_random(&random) >> 10) | 1 | (uint64_t)1 << 53;
			int shift = 14 + (int)(fixture_random(&random) % 70);
			f = (segment_fraction){
				{(segment_integer)odd, -(segment_integer)odd - (round % 2)}, (segment_integer)1 << shift};
		}
		assert_rounded(&f, 0);
		assert_rounded(&f, 1);
		assert_true(top == 0 || round % 3 == 0 || segment_round(&f, 0) == -segment_round(&f, 1));
	}
	const segment_fraction third = {{1, -2}, 3};
	assert_true(segment_round(&third, 0) == 1.0 / 3.0 && segment_round(&third, 1) == -2.0 / 3.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_segments_of_a_small_grid_meet_as_by_school),
		cmocka_unit_test(all_crossings_of_a_larger_grid_have_the_least_denominator),
		cmocka_unit_test(random_segments_meet_as_by_school),
		cmocka_unit_test(neighbours_of_a_line_are_told_from_it),
		cmocka_unit_test(coordinates_out_of_range_are_not_decided),
		cmocka_unit_test(fractions_are_rounded_to_the_nearest_double),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
