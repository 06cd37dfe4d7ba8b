// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exact/determinant.h"
#include "exact/exact.h"
#include "exact/expansion.h"
#include "math/orient.h"
#include "support/asset_fixture.h"
#include "support/big_integer.h"

/// Five points, in the plane or in space; each sign uses as many as it needs.
typedef struct point_set
{
	double at[5][3];
} point_set;

/// The sign to test, of the first points of a set.
typedef enum sign_kind
{
	ORIENT_2,
	ORIENT_3,
	IN_CIRCLE,
	IN_SPHERE,
	SIGN_KINDS,
} sign_kind;

static int point_count(sign_kind kind)
{
	static const int counts[] = {3, 4, 4, 5};
	return counts[kind];
}

static int sign_by_kiln(sign_kind kind, double (*p)[3])
{
	switch (kind)
	{
	case ORIENT_2:
		return exact_orient2d(p[0], p[1], p[2]);
	case ORIENT_3:
		return exact_orient3d(p[0], p[1], p[2], p[3]);
	case IN_CIRCLE:
		return exact_incircle(p[0], p[1], p[2], p[3]);
	default:
		return exact_insphere(p[0], p[1], p[2], p[3], p[4]);
	}
}

/// The lifted point is inside where it lies below the paraboloid's chord.
static int sign_by_school(sign_kind kind, double (*p)[3])
{
	const double *const points[5] = {p[0], p[1], p[2], p[3], p[4]};
	int dimension = kind == ORIENT_2 || kind == IN_CIRCLE ? 2 : 3, lifted = kind >= IN_CIRCLE;
	int sign = big_determinant_sign(points, dimension, lifted);
	return lifted ? -sign : sign;
}

static void assert_signs(point_set *set)
{
	for (int kind = 0; kind < SIGN_KINDS; ++kind)
		assert_int_equal(sign_by_kiln((sign_kind)kind, set->at), sign_by_school((sign_kind)kind, set->at));
}

static double unit_double(uint64_t *random)
{
	return (double)(int64_t)(fixture_random(random) >> 10) * 0x1p-53 - 1.0;
}

static int whole(uint64_t *random, int most)
{
	return (int)(fixture_random(random) % (uint64_t)(2 * most + 1)) - most;
}

/// Returns any finite double; every exponent has the same probability.
static double any_double(uint64_t *random)
{
	double value;
	do
	{
		uint64_t bits = fixture_random(random);
		memcpy(&value, &bits, sizeof value);
	} while (!isfinite(value));
	return value;
}

/// Returns a power of 2 at which filters, expansions and integers alternate.
static double border_double(uint64_t *random)
{
	static const int exponents[] = {-1074, -1022, -485, -306, -216, -162, 192, 240, 320, 480, 1023};
	double power = ldexp(1.0, exponents[fixture_random(random) % 11]);
	switch (fixture_random(random) % 4)
	{
	case 0:
		return -power;
	case 1:
		return nextafter(power, 0.0);
	case 2:
		return nextafter(power, (double)INFINITY);
	default:
		return power;
	}
}

static double special_double(uint64_t *random)
{
	static const double values[] = {0.0, -0.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, 1.0, -1.0, 1.0 + 0x1p-52, DBL_MAX,
		-DBL_MAX, 0x1.fp1023, 0x3p-1074};
	return values[fixture_random(random) % 12];
}

static double drawn(uint64_t *random, int family)
{
	switch (family)
	{
	case 0:
		return unit_double(random);
	case 1:
		return any_double(random);
	case 2:
		return ldexp(unit_double(random), whole(random, 40));
	case 3:
		return special_double(random);
	case 4:
		return border_double(random);
	case 5:
		return whole(random, 3);
	case 6:
		return (double)(float)unit_double(random);
	case 7:
		return ldexp(whole(random, 1000), -1074);
	case 8:
		return ldexp(unit_double(random), 1022 + whole(random, 1));
	case 9:
		return ldexp(unit_double(random), whole(random, 320));
	default:
		// The longest integers.
		return fixture_random(random) % 10 ? whole(random, 1) * DBL_MAX : 0x1p-1074;
	}
}

#define FAMILIES 11

static void signs_are_right_over_all_exponents(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int round = 0; round < 1200; ++round)
	{
		point_set set;
		// Every fifth set mixes the families.
		int family = round % 5 ? round % FAMILIES : -1;
		for (int i = 0; i < 5; ++i)
			for (int k = 0; k < 3; ++k)
				set.at[i][k] = drawn(&random, family < 0 ? (int)(fixture_random(&random) % FAMILIES) : family);
		if (round % 7 == 0)
		{
			uint64_t to = fixture_random(&random) % 4, from = to + 1;
			memcpy(set.at[to], set.at[from], round % 2 ? sizeof set.at[0] : 2 * sizeof(double));
		}
		assert_signs(&set);
	}
}

/// Makes the fourth point lie in the plane of three, and the third on the line of two in the plane of x and y, without
/// rounding.
static void flatten(uint64_t *random, int bits, point_set *set)
{
	int most = 1 << bits;
	for (int k = 0; k < 3; ++k)
	{
		int a = whole(random, most), u = whole(random, most), v = whole(random, most);
		int s[3] = {3, -2, 5};
		set->at[0][k] = a;
		set->at[1][k] = a + u;
		set->at[2][k] = k < 2 && bits % 2 ? a - 3 * u : a + v;
		set->at[3][k] = a + s[0] * u + s[1] * v;
		set->at[4][k] = a + s[2] * v;
	}
}

/// Moves every coordinate by whole numbers or to its neighbour, or scales by a power of two: degenerate sets become
/// nearly degenerate, or stay degenerate.
static void disturb(uint64_t *random, point_set *set)
{
	int how = (int)(fixture_random(random) % 4), exponent = whole(random, 990);
	double *one = &set->at[fixture_random(random) % 5][fixture_random(random) % 3];
	if (how == 0)
		*one = nextafter(*one, whole(random, 1) ? (double)INFINITY : -(double)INFINITY);
	if (how <= 1)
		for (int i = 0; i < 5; ++i)
			for (int k = 0; k < 3; ++k)
				set->at[i][k] = ldexp(set->at[i][k], exponent);
	if (how == 2)
		*one += 1.0;
}

static void nearly_flat_points_are_judged_rightly(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int round = 0; round < 8000; ++round)
	{
		point_set set;
		flatten(&random, 2 + round % 26, &set);
		disturb(&random, &set);
		for (int kind = 0; kind <= ORIENT_3; ++kind)
			assert_int_equal(sign_by_kiln((sign_kind)kind, set.at), sign_by_school((sign_kind)kind, set.at));
	}
}

/// Makes five points on a sphere whose first four, in the plane of x and y, lie on a circle: all of one size and shape
/// about a centre.
static void round_off(uint64_t *random, int bits, point_set *set)
{
	int most = 1 << bits;
	double half[3], center[3];
	for (int k = 0; k < 3; ++k)
	{
		half[k] = 1 + (int)(fixture_random(random) % (uint64_t)most);
		center[k] = bits % 3 ? whole(random, most) : 0;
		// Short numbers whose sums of squares are long.
		if (bits % 3 == 0)
			half[k] = ldexp(half[k], -(int)(fixture_random(random) % 40));
	}
	for (int i = 0; i < 5; ++i)
	{
		int turned = (int)(fixture_random(random) % 2);
		for (int k = 0; k < 3; ++k)
		{
			double offset = half[k < 2 ? k ^ turned : k];
			set->at[i][k] = center[k] + (fixture_random(random) % 2 ? offset : -offset);
		}
	}
}

static void nearly_cospherical_points_are_judged_rightly(void **state)
{
	(void)state;
	uint64_t random = 3;
	int on_circle = 0, on_sphere = 0;
	for (int round = 0; round < 4000; ++round)
	{
		point_set set;
		round_off(&random, 1 + round % 29, &set);
		disturb(&random, &set);
		for (int kind = IN_CIRCLE; kind < SIGN_KINDS; ++kind)
		{
			int sign = sign_by_school((sign_kind)kind, set.at);
			assert_int_equal(sign_by_kiln((sign_kind)kind, set.at), sign);
			on_circle += kind == IN_CIRCLE && sign == 0;
			on_sphere += kind == IN_SPHERE && sign == 0;
		}
	}
	assert_true(on_circle > 500 && on_circle < 3500 && on_sphere > 500 && on_sphere < 3500);
}

/// Coordinates with full mantissas about centres other than 0: differences are rounded, and signs of rounded
/// differences are wrong or undecided.
static void differences_that_are_rounded_do_not_mislead(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int round = 0; round < 1500; ++round)
	{
		point_set set;
		double x = unit_double(&random), y = unit_double(&random), z = unit_double(&random);
		int small = round % 3 ? 0 : -(int)(fixture_random(&random) % 60);
		const point_set exact = {
			{{x, y, z}, {-x, y, z}, {x, -y, z}, {-x, -y, z}, {ldexp(y, small), ldexp(x, small), -z}}};
		set = exact;
		if (round % 2)
		{
			double *one = &set.at[fixture_random(&random) % 5][fixture_random(&random) % 3];
			*one = nextafter(*one, 2.0);
		}
		assert_signs(&set);
		// In a skew plane and on a skew line.
		for (int i = 0; i < 5; ++i)
		{
			set.at[i][0] = ldexp(unit_double(&random), -(int)(fixture_random(&random) % 30));
			set.at[i][1] = round % 4 ? set.at[i][0] : unit_double(&random);
			set.at[i][2] = set.at[i][0];
		}
		if (round % 2)
			set.at[0][round / 4 % 3] = nextafter(set.at[0][round / 4 % 3], 2.0);
		assert_signs(&set);
	}
}

/// Points rounded onto a line, a plane, a circle and a sphere: their determinants have the size of their rounding
/// errors.
static void rounding_is_not_taken_for_a_sign(void **state)
{
	(void)state;
	uint64_t random = 10;
	for (int round = 0; round < 2000; ++round)
	{
		point_set set;
		double size = ldexp(1.0, whole(&random, 8)), center[3];
		for (int k = 0; k < 3; ++k)
			center[k] = round % 3 ? size * unit_double(&random) : 0.0;
		for (int i = 0; i < 5; ++i)
		{
			// The first four points on the sphere have the same height, so that they also lie on a circle.
			double x = unit_double(&random), y = unit_double(&random);
			double z = i < 4 && round % 2 ? 0.0 : unit_double(&random), length = sqrt(x * x + y * y + z * z);
			set.at[i][0] = center[0] + x / length;
			set.at[i][1] = center[1] + y / length;
			set.at[i][2] = center[2] + z / length;
		}
		assert_signs(&set);
		double s = unit_double(&random), t = unit_double(&random);
		for (int k = 0; k < 3; ++k)
		{
			double *p[4] = {&set.at[0][k], &set.at[1][k], &set.at[2][k], &set.at[3][k]};
			*p[3] = *p[0] + s * (*p[1] - *p[0]) + t * (*p[2] - *p[0]);
			if (round % 2)
				*p[2] = *p[0] + s * (*p[1] - *p[0]);
		}
		assert_signs(&set);
	}
}

/// Short numbers with long minors: (A, e, A) (e', B, e' + n) (C, 0, C) have the determinant C e n.
static void short_numbers_may_have_long_minors(void **state)
{
	(void)state;
	uint64_t random = 11;
	for (int round = 0; round < 2000; ++round)
	{
		double a = 2 * whole(&random, 1 << 24) + 1, b = 2 * whole(&random, 1 << 24) + 1, c = 1 + whole(&random, 1000);
		double scale = ldexp(1.0, -(int)(fixture_random(&random) % 60));
		double e = scale * (2 * whole(&random, 1 << 24) + 1), f = scale * (2 * whole(&random, 1 << 24) + 1);
		point_set set = {{{a, e, a}, {f, b, f + whole(&random, 1) * scale}, {c, 0, c}, {0, 0, 0}, {1, 2, 3}}};
		assert_signs(&set);
		// The point (0, 1024, w) lies on the sphere through 0, (1, 0, 0), (0, y, 0), (0, 0, z) where 1024 (y - 1024) is
		// w (w - z): only z is not short.
		double k = (1 << 20) + whole(&random, 1 << 19), z = 1024 * k - 1;
		point_set sphere = {
			{{0, 0, z + (round % 3 == 0)}, {1, 0, 0}, {0, 1024 + k, 0}, {0, 1024, 1024 * k}, {0, 0, 0}}};
		assert_int_equal(sign_by_kiln(IN_SPHERE, sphere.at) == 0, round % 3 != 0);
		assert_signs(&sphere);
	}
}

static void swapping_points_changes_the_sign(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int round = 0; round < 2000; ++round)
	{
		point_set set;
		flatten(&random, 20, &set);
		if (round % 2)
			round_off(&random, 20, &set);
		disturb(&random, &set);
		for (int kind = 0; kind < SIGN_KINDS; ++kind)
		{
			int sign = sign_by_kiln((sign_kind)kind, set.at), count = point_count((sign_kind)kind);
			for (int i = 0; i < count; ++i)
				for (int j = i + 1; j < count; ++j)
				{
					point_set other = set;
					memcpy(other.at[i], set.at[j], sizeof other.at[i]);
					memcpy(other.at[j], set.at[i], sizeof other.at[j]);
					assert_int_equal(sign_by_kiln((sign_kind)kind, other.at), -sign);
				}
		}
	}
}

static void lattices_have_exact_zeros(void **state)
{
	(void)state;
	// Tests all points of a small lattice against three.
	const double a[3] = {0, 0, 0}, b[3] = {2, 1, 0}, c[3] = {-1, 1, 3};
	for (int x = -3; x <= 3; ++x)
		for (int y = -3; y <= 3; ++y)
			for (int z = -3; z <= 3; ++z)
			{
				const double d[3] = {x, y, z};
				// (b - a) x (c - a) = (3, -6, 3)
				int side = 3 * x - 6 * y + 3 * z;
				assert_int_equal(exact_orient3d(a, b, c, d), (side > 0) - (side < 0));
				int area = 2 * y - x;
				assert_int_equal(exact_orient2d(a, b, d), (area > 0) - (area < 0));
				// The circle through (0, 0), (2, 1), (-1, 1) has the equation x^2 + y^2 - x - 3 y = 0; the sphere
				// through these points, (0, 0, 2) and (2, 1, 0) has this equation plus z^2 - 2 z.
				int power = x * x + y * y - x - 3 * y;
				const double up[3] = {0, 0, 2}, low[3] = {-1, 1, 0};
				assert_int_equal(exact_incircle(a, b, c, d), (power < 0) - (power > 0));
				power += z * z - 2 * z;
				assert_int_equal(exact_orient3d(a, b, low, up), 1);
				assert_int_equal(exact_insphere(a, b, low, up, d), (power < 0) - (power > 0));
			}
}

static void signs_agree_with_the_runtimes(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (int round = 0; round < 50000; ++round)
	{
		point_set set;
		float f[4][3];
		flatten(&random, 2 + round % 22, &set);
		float scale = ldexpf(1.0f, whole(&random, 12));
		for (int i = 0; i < 4; ++i)
			for (int k = 0; k < 3; ++k)
			{
				f[i][k] = (float)set.at[i][k] * scale;
				if (round % 3 == 0)
					f[i][k] += (float)unit_double(&random);
				set.at[i][k] = (double)f[i][k];
			}
		const kiln_vec3 corners[3] = {
			{f[0][0], f[0][1], f[0][2]}, {f[1][0], f[1][1], f[1][2]}, {f[2][0], f[2][1], f[2][2]}};
		assert_int_equal(
			sign_by_kiln(ORIENT_2, set.at), kilni_orient2(f[0][0], f[0][1], f[1][0], f[1][1], f[2][0], f[2][1]));
		assert_int_equal(
			sign_by_kiln(ORIENT_3, set.at), kilni_orient3(corners, (kiln_vec3){f[3][0], f[3][1], f[3][2]}));
	}
}

static void what_is_not_finite_has_the_sign_zero(void **state)
{
	(void)state;
	uint64_t random = 7;
	const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
	for (int round = 0; round < 1000; ++round)
	{
		for (int kind = 0; kind < SIGN_KINDS; ++kind)
		{
			point_set set;
			for (int i = 0; i < 5; ++i)
				for (int k = 0; k < 3; ++k)
					set.at[i][k] = drawn(&random, round % FAMILIES);
			int dimension = kind == ORIENT_2 || kind == IN_CIRCLE ? 2 : 3;
			int first = (int)(fixture_random(&random) % (uint64_t)point_count((sign_kind)kind));
			set.at[first][fixture_random(&random) % (uint64_t)dimension] = bad[round % 3];
			assert_int_equal(sign_by_kiln((sign_kind)kind, set.at), 0);
		}
	}
}

static void collinear_floats_are_found(void **state)
{
	(void)state;
	uint64_t random = 8;
	int lines = 0;
	for (int round = 0; round < 6000; ++round)
	{
		float p[3][3];
		int bits = 1 + round % 20, times = whole(&random, 5);
		for (int k = 0; k < 3; ++k)
		{
			int a = whole(&random, 1 << bits), u = whole(&random, 1 << bits);
			p[0][k] = (float)a;
			p[1][k] = (float)(a + u);
			p[2][k] = (float)(a + times * u);
		}
		float scale = ldexpf(1.0f, whole(&random, 60) - 40);
		for (int i = 0; i < 9; ++i)
			p[i / 3][i % 3] *= scale;
		if (round % 2)
			p[round / 2 % 3][round / 6 % 3] = nextafterf(p[round / 2 % 3][round / 6 % 3], 1e30f);
		bool line = true;
		for (int k = 0; k < 3; ++k)
		{
			double flat[3][2];
			for (int i = 0; i < 3; ++i)
			{
				flat[i][0] = (double)p[i][k];
				flat[i][1] = (double)p[i][(k + 1) % 3];
			}
			const double *const points[3] = {flat[0], flat[1], flat[2]};
			line = line && big_determinant_sign(points, 2, 0) == 0;
		}
		assert_int_equal(exact_collinear(p[0], p[1], p[2]), line);
		lines += line;
	}
	assert_true(lines > 1500 && lines < 4500);
	const float largest = FLT_MAX, smallest = 0x1p-149f;
	const float a[3] = {-largest, -largest, -largest}, b[3] = {0, 0, 0}, c[3] = {largest, largest, largest};
	const float d[3] = {0, 0, smallest};
	assert_true(exact_collinear(a, b, c) && exact_collinear(a, c, a));
	assert_false(exact_collinear(a, d, c));
	assert_true(exact_collinear(a, d, d));
}

/// Full expansions and integers are the last resort for points that are rare: this test uses them for common points.
static void expansions_and_integers_agree(void **state)
{
	(void)state;
	uint64_t random = 9;
	int expanded = 0;
	for (int round = 0; round < 3000; ++round)
	{
		point_set set;
		flatten(&random, 2 + round % 26, &set);
		if (round % 3)
			round_off(&random, 2 + round % 26, &set);
		disturb(&random, &set);
		const double *const points[5] = {set.at[0], set.at[1], set.at[2], set.at[3], set.at[4]};
		int signs[SIGN_KINDS];
		for (int kind = 0; kind < SIGN_KINDS; ++kind)
			signs[kind] = sign_by_kiln((sign_kind)kind, set.at) * (kind == ORIENT_3 || kind == IN_SPHERE ? -1 : 1);
		assert_int_equal(exact_sign_integers(points, 2, false), signs[ORIENT_2]);
		assert_int_equal(exact_sign_integers(points, 3, false), signs[ORIENT_3]);
		assert_int_equal(exact_sign_integers(points, 2, true), signs[IN_CIRCLE]);
		assert_int_equal(exact_sign_integers(points, 3, true), signs[IN_SPHERE]);
		if (!exact_plane_fits(points))
			continue;
		++expanded;
		assert_int_equal(exact_sign_plane(points), signs[ORIENT_2]);
	}
	assert_true(expanded > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signs_are_right_over_all_exponents),
		cmocka_unit_test(nearly_flat_points_are_judged_rightly),
		cmocka_unit_test(nearly_cospherical_points_are_judged_rightly),
		cmocka_unit_test(differences_that_are_rounded_do_not_mislead),
		cmocka_unit_test(rounding_is_not_taken_for_a_sign),
		cmocka_unit_test(short_numbers_may_have_long_minors),
		cmocka_unit_test(swapping_points_changes_the_sign),
		cmocka_unit_test(lattices_have_exact_zeros),
		cmocka_unit_test(signs_agree_with_the_runtimes),
		cmocka_unit_test(what_is_not_finite_has_the_sign_zero),
		cmocka_unit_test(collinear_floats_are_found),
		cmocka_unit_test(expansions_and_integers_agree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
