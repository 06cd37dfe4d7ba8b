// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/segment.h"
#include "support/asset_fixture.h"
#include "support/big_integer.h"

/// The ends of two segments: a, b and c, d.
typedef struct segment_pair
{
	segment_point p[4];
} segment_pair;

// --- By school --------------------------------------------------------------------------------------------------------

/// high 2^64 + low, or its negative.
static big_integer big_from_limbs(bool negative, uint64_t high, uint64_t low)
{
	const uint64_t limbs[2] = {low, high};
	big_integer sum = big_from_double(0.0, 0), zero = sum;
	for (int i = 0; i < 4; ++i)
	{
		big_integer part = big_from_double((double)(uint32_t)(limbs[i / 2] >> 32 * (i % 2)), -32 * i);
		sum = big_add(&sum, &part);
	}
	return negative ? big_subtract(&zero, &sum) : sum;
}

static big_integer big_from(int64_t value)
{
	return big_from_limbs(value < 0, 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static big_integer big_from_integer(segment_integer value)
{
	assert_int_equal(value.sign * value.sign, (value.limbs[0] | value.limbs[1]) != 0);
	return big_from_limbs(value.sign < 0, value.limbs[1], value.limbs[0]);
}

static big_integer big_negate(const big_integer *a)
{
	big_integer zero = big_from(0);
	return big_subtract(&zero, a);
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

/// The remaining part of 0 <= t <= 1.
typedef struct piece
{
	bool empty;
	ratio low, high;
} piece;

/// Keeps t with alpha + beta t >= 0.
static void keep(piece *left, const big_integer *alpha, const big_integer *beta)
{
	int sign = big_sign(beta);
	if (sign == 0)
		left->empty = left->empty || big_sign(alpha) < 0;
	else
	{
		ratio t = sign > 0 ? (ratio){big_negate(alpha), *beta} : (ratio){*alpha, big_negate(beta)};
		if (sign > 0 && compare(&t, &left->low) > 0)
			left->low = t;
		if (sign < 0 && compare(&t, &left->high) < 0)
			left->high = t;
	}
	left->empty = left->empty || compare(&left->low, &left->high) > 0;
}

/// Keeps t for which c + t (d - c) lies between a and b in one coordinate.
static void keep_between(piece *left, int64_t a, int64_t b, int64_t c, int64_t d)
{
	int64_t low = a < b ? a : b, high = a < b ? b : a;
	big_integer above = big_from(c - low), below = big_from(high - c), way = big_from(d - c), back = big_from(c - d);
	keep(left, &above, &way);
	keep(left, &below, &back);
}

/// ux vy - uy vx
static big_integer area(int64_t ux, int64_t uy, int64_t vx, int64_t vy)
{
	const big_integer factors[4] = {big_from(ux), big_from(vy), big_from(uy), big_from(vx)};
	big_integer plus = big_multiply(&factors[0], &factors[1]), minus = big_multiply(&factors[2], &factors[3]);
	return big_subtract(&plus, &minus);
}

/// Returns the part of cd whose points lie on the line ab and in its box.
static piece shared(const segment_pair *s)
{
	segment_point a = s->p[0], b = s->p[1], c = s->p[2], d = s->p[3];
	piece left = {false, whole(0), whole(1)};
	int64_t ux = b.x - a.x, uy = b.y - a.y;
	big_integer alpha = area(ux, uy, c.x - a.x, c.y - a.y), beta = area(ux, uy, d.x - c.x, d.y - c.y);
	keep(&left, &alpha, &beta);
	alpha = big_negate(&alpha);
	beta = big_negate(&beta);
	keep(&left, &alpha, &beta);
	keep_between(&left, a.x, b.x, c.x, d.x);
	keep_between(&left, a.y, b.y, c.y, d.y);
	return left;
}

/// A coordinate of c + t (d - c).
static ratio place(const ratio *t, int64_t c, int64_t d)
{
	big_integer way = big_from(d - c), start = big_from(c);
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

/// Checks that v is nearest: 2 exact - (v + neighbour), in the same unit times the bottom, has the right sign, or is a
/// tie that v wins because it is even.
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
	ratio exact = {big_from_integer(fraction->numerator[axis]), big_from_integer(fraction->denominator)};
	double v = segment_round(fraction, axis);
	assert_int_equal((v > 0) - (v < 0), big_sign(&exact.top));
	if (v == 0)
		return;
	assert_nearer(&exact, v, nextafter(v, (double)INFINITY));
	assert_nearer(&exact, v, nextafter(v, -(double)INFINITY));
}

static void assert_point(const segment_fraction *fraction, const big_point *expected)
{
	assert_int_equal(fraction->denominator.sign, 1);
	for (int axis = 0; axis < 2; ++axis)
	{
		ratio at = {big_from_integer(fraction->numerator[axis]), big_from_integer(fraction->denominator)};
		assert_int_equal(compare(&at, &expected->at[axis]), 0);
		assert_rounded(fraction, axis);
	}
}

static bool same_integer(segment_integer a, segment_integer b)
{
	return a.sign == b.sign && a.limbs[0] == b.limbs[0] && a.limbs[1] == b.limbs[1];
}

static bool same_fraction(const segment_fraction *a, const segment_fraction *b)
{
	return same_integer(a->numerator[0], b->numerator[0]) && same_integer(a->numerator[1], b->numerator[1]) &&
		   same_integer(a->denominator, b->denominator);
}

static bool is_value(segment_integer a, int64_t value)
{
	return same_integer(a, segment_integer_from(value));
}

/// Checks all eight ways to write the same pair: ends swapped, segments swapped.
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

/// Compares with schoolbook arithmetic. Returns how the segments meet.
static segment_meeting assert_pair(const segment_pair *s)
{
	segment_intersection found = segment_intersect(s->p[0], s->p[1], s->p[2], s->p[3]);
	big_point low, high;
	segment_meeting expected = meet_by_school(s, &low, &high);
	assert_int_equal(found.meeting, expected);
	assert_int_equal(segment_meet(s->p[0], s->p[1], s->p[2], s->p[3]), expected);
	if (expected == SEGMENT_NONE)
		assert_true(is_value(found.point.denominator, 0) && is_value(found.end.denominator, 0));
	else
	{
		assert_point(&found.point, &low);
		assert_point(&found.end, &high);
	}
	if (expected == SEGMENT_TOUCH || expected == SEGMENT_OVERLAP)
		assert_true(is_value(found.point.denominator, 1) && is_value(found.end.denominator, 1));
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

static int64_t little(segment_integer a)
{
	assert_true(a.limbs[1] == 0 && a.limbs[0] < INT32_MAX);
	return a.sign * (int64_t)a.limbs[0];
}

/// A larger grid in 64 bits: intersection points lie on both lines and inside both segments, and no number divides all
/// three numbers.
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
		int64_t x = little(found.point.numerator[0]), y = little(found.point.numerator[1]);
		int64_t n = little(found.point.denominator);
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

/// Makes random ends; then makes some equal, puts some on the line of two others, or moves some next to it.
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
		// All on one line: multiples of a step from a point.
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
	// Ends whose triangles with the other segment have an area of 1/2, while the largest areas are 2^81.
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
	assert_true(is_value(found.point.denominator, 2));
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
			assert_true(is_value(found.point.denominator, 0) && segment_round(&found.point, 0) == 0);
			assert_int_equal(segment_meet(s.p[0], s.p[1], s.p[2], s.p[3]), SEGMENT_BEYOND);
		}
}

static segment_integer limbs(int sign, uint64_t high, uint64_t low)
{
	return (segment_integer){(high | low) ? sign : 0, {low, high}};
}

/// 2^exponent
static segment_integer power(int exponent)
{
	return exponent < 64 ? limbs(1, 0, (uint64_t)1 << exponent) : limbs(1, (uint64_t)1 << (exponent - 64), 0);
}

/// Returns a number below 2^bits, 0 <= bits < 128; some end with a limb of zeros, or have only one bits.
static segment_integer drawn_integer(uint64_t *random, int bits)
{
	segment_integer mask = segment_integer_add(power(bits), segment_integer_from(-1));
	uint64_t high = fixture_random(random), low = fixture_random(random), how = fixture_random(random) % 6;
	if (how == 0)
		low = 0;
	if (how == 1)
		high = low = UINT64_MAX;
	return limbs(1, high & mask.limbs[1], low & mask.limbs[0]);
}

static void integers_count_as_by_school(void **state)
{
	(void)state;
	static const int64_t extremes[] = {0, 1, -1, INT64_MAX, INT64_MIN, UINT32_MAX, -(int64_t)UINT32_MAX - 1};
	uint64_t random = 3;
	for (int round = 0; round < 20000; ++round)
	{
		int bits = (int)(fixture_random(&random) % 127);
		segment_integer a = drawn_integer(&random, bits),
						b = drawn_integer(&random, (int)(fixture_random(&random) % 127));
		a = round & 1 ? segment_integer_negate(a) : a;
		b = round & 2 ? segment_integer_negate(b) : b;
		big_integer x = big_from_integer(a), y = big_from_integer(b), z = big_add(&x, &y);
		big_integer sum = big_from_integer(segment_integer_add(a, b));
		assert_int_equal(big_compare(&sum, &z), 0);
		assert_int_equal(segment_integer_compare(a, b), big_compare(&x, &y));
		int64_t p = round % 3 ? (int64_t)fixture_random(&random) : extremes[fixture_random(&random) % 7];
		int64_t q = extremes[fixture_random(&random) % 7];
		q /= (int64_t)1 << fixture_random(&random) % 63;
		big_integer r = big_from(p), s = big_from(q), product = big_from_integer(segment_integer_product(p, q));
		z = big_multiply(&r, &s);
		assert_int_equal(big_compare(&product, &z), 0);
		// The largest factor that fits: a has at most `bits` bits, the product at most 127.
		int64_t factor = p / ((int64_t)1 << (bits > 64 ? bits - 64 : 0));
		r = big_from(factor);
		z = big_multiply(&x, &r);
		product = big_from_integer(segment_integer_scale(a, factor));
		assert_int_equal(big_compare(&product, &z), 0);
		int shift = (int)(fixture_random(&random) % (uint64_t)(128 - bits));
		s = big_from_integer(power(shift));
		z = big_multiply(&x, &s);
		segment_integer moved = segment_integer_shift(a, shift);
		product = big_from_integer(moved);
		assert_int_equal(big_compare(&product, &z), 0);
		assert_true(same_integer(segment_integer_shift(moved, -shift), a));
		int length = segment_integer_length(a);
		assert_int_equal(segment_integer_length(moved), length ? length + shift : 0);
		assert_true(length == 0 || is_value(segment_integer_shift(a, 1 - length), a.sign));
		assert_true(is_value(segment_integer_shift(a, -length), 0));
	}
}

static segment_integer size_of(segment_integer a)
{
	return a.sign < 0 ? segment_integer_negate(a) : a;
}

static void quotients_and_rests_give_the_number_back(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int round = 0; round < 40000; ++round)
	{
		segment_integer a = drawn_integer(&random, (int)(fixture_random(&random) % 128));
		segment_integer b = drawn_integer(&random, 1 + (int)(fixture_random(&random) % 127)), rest;
		if (b.sign == 0)
			b = power((int)(fixture_random(&random) % 128));
		if (round % 5 == 0)
			a = segment_integer_add(b, segment_integer_from(round % 3 - 1));
		a = round & 1 ? segment_integer_negate(a) : a;
		b = round & 2 ? segment_integer_negate(b) : b;
		segment_integer quotient = segment_integer_divide(a, b, &rest);
		big_integer x = big_from_integer(quotient), y = big_from_integer(b), z = big_multiply(&x, &y);
		x = big_from_integer(rest);
		z = big_add(&z, &x);
		x = big_from_integer(a);
		assert_int_equal(big_compare(&z, &x), 0);
		assert_true(rest.sign == 0 || rest.sign == a.sign);
		assert_int_equal(segment_integer_compare(size_of(rest), size_of(b)), -1);
		assert_true(same_integer(segment_integer_divide(a, b, NULL), quotient));
	}
}

/// Two neighbours a, b have no common factor in a sequence in which each number is a multiple of the previous one plus
/// the one before.
static void common_factors_are_the_greatest(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int round = 0; round < 5000; ++round)
	{
		int most = 2 + (int)(fixture_random(&random) % 80), bits = 0;
		segment_integer a = segment_integer_from(1), b = segment_integer_from(0);
		while (bits < most)
		{
			int step = (int)(fixture_random(&random) % 8) == 0 ? 20 : 3;
			int64_t times = 1 + (int64_t)(fixture_random(&random) % ((uint64_t)1 << step));
			segment_integer next = segment_integer_add(segment_integer_scale(a, times), b);
			b = a;
			a = next;
			bits += step;
		}
		// At most 27 steps of 100 bits together, each with a carry: below 2^105.
		int64_t factor = 1 + (int64_t)(fixture_random(&random) % (1 << 20));
		a = segment_integer_scale(a, round & 1 ? -factor : factor);
		b = segment_integer_scale(b, round & 2 ? -factor : factor);
		assert_true(is_value(segment_integer_common_factor(a, b), factor));
		assert_true(is_value(segment_integer_common_factor(b, a), factor));
		assert_true(same_integer(segment_integer_common_factor(a, segment_integer_from(0)), size_of(a)));
		assert_true(same_integer(segment_integer_common_factor(segment_integer_from(0), a), size_of(a)));
	}
	assert_true(is_value(segment_integer_common_factor(segment_integer_from(0), segment_integer_from(0)), 0));
}

/// Fractions as large and as small as intersection points can have, and halfway between two doubles.
static void fractions_are_rounded_to_the_nearest_double(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int round = 0; round < 6000; ++round)
	{
		int bits = 1 + (int)(fixture_random(&random) % 83);
		segment_integer bottom = segment_integer_add(power(bits - 1), drawn_integer(&random, bits - 1));
		segment_integer top = drawn_integer(&random, (int)(fixture_random(&random) % (uint64_t)(bits + 40)));
		segment_fraction f = {{top, segment_integer_negate(top)}, bottom};
		if (round % 3 == 0)
		{
			// An odd number of halves of the last place.
			uint64_t odd = (fixture_random(&random) >> 10) | 1 | (uint64_t)1 << 53;
			int shift = 14 + (int)(fixture_random(&random) % 70);
			f = (segment_fraction){{limbs(1, 0, odd), limbs(-1, 0, odd + (round % 2 != 0))}, power(shift)};
		}
		assert_rounded(&f, 0);
		assert_rounded(&f, 1);
		assert_true(top.sign == 0 || round % 3 == 0 || segment_round(&f, 0) == -segment_round(&f, 1));
	}
	const segment_fraction third = {{limbs(1, 0, 1), limbs(-1, 0, 2)}, limbs(1, 0, 3)};
	assert_true(segment_round(&third, 0) == 1.0 / 3.0 && segment_round(&third, 1) == -2.0 / 3.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_count_as_by_school),
		cmocka_unit_test(quotients_and_rests_give_the_number_back),
		cmocka_unit_test(common_factors_are_the_greatest),
		cmocka_unit_test(all_segments_of_a_small_grid_meet_as_by_school),
		cmocka_unit_test(all_crossings_of_a_larger_grid_have_the_least_denominator),
		cmocka_unit_test(random_segments_meet_as_by_school),
		cmocka_unit_test(neighbours_of_a_line_are_told_from_it),
		cmocka_unit_test(coordinates_out_of_range_are_not_decided),
		cmocka_unit_test(fractions_are_rounded_to_the_nearest_double),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
