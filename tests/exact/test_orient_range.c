// SPDX-License-Identifier: MIT
#include "convex/depth/epa_polytope.h"
#include "exact/exact.h"
#include "math/orient_double.h"
#include "primitive/triangle/pair.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Exact arithmetic of the runtime on numbers outside its range. Buffers are on the stack, where the sanitized build
/// checks them.

static const double not_finite[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
static const double too_large[] = {0x1p301, -0x1p500, 0x1p1000, -0x1.fffffffffffffp1023};

#define NOT_FINITE_COUNT (sizeof not_finite / sizeof *not_finite)
#define TOO_LARGE_COUNT (sizeof too_large / sizeof *too_large)

/// Returns points whose differences have tails, so that expansions have as many terms as possible.
static kiln_d3 long_point(uint64_t *random)
{
	double at[3];
	for (int k = 0; k < 3; ++k)
	{
		double whole = (double)(int64_t)(fixture_random(random) >> 12) * 0x1p-30;
		at[k] = ldexp(whole, (int)(fixture_random(random) % 60) - 60);
	}
	return (kiln_d3){at[0], at[1], at[2]};
}

static double *coordinate(kiln_d3 points[4], int number)
{
	kiln_d3 *p = &points[number / 3];
	return number % 3 == 0 ? &p->x : number % 3 == 1 ? &p->y : &p->z;
}

static kiln_d2 flat(const kiln_d3 *p)
{
	return (kiln_d2){p->x, p->y};
}

static void numbers_that_are_not_finite_have_no_sign(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (int trial = 0; trial < 2000; ++trial)
		for (int number = 0; number < 12; ++number)
			for (size_t k = 0; k < NOT_FINITE_COUNT; ++k)
			{
				kiln_d3 p[4];
				for (int i = 0; i < 4; ++i)
					p[i] = long_point(&random);
				*coordinate(p, number) = not_finite[k];
				assert_true(isnan(kilni_orient3_exact(&p[0], &p[1], &p[2], &p[3])));
				assert_true(isnan(kilni_orient3_sign(&p[0], &p[1], &p[2], &p[3])));
				assert_true(isnan(kilni_orient3_value(&p[0], &p[1], &p[2], &p[3])));
				assert_true(isnan(kilni_orient3_along(&p[0], &p[1], &p[2], &p[3])));
				if (number >= 9 || number % 3 == 2)
					continue;
				assert_true(isnan(kilni_orient2_sign(flat(&p[0]), flat(&p[1]), flat(&p[2]))));
				assert_true(isnan(kilni_orient2_value(flat(&p[0]), flat(&p[1]), flat(&p[2]))));
			}
}

/// Equal points, or points in a plane perpendicular to an axis, need no arithmetic; the others' numbers must still be
/// checked.
static void a_flat_case_does_not_hide_what_is_not_finite(void **state)
{
	(void)state;
	const kiln_d3 a = {0, 0, 0}, b = {0, 1, 2}, c = {0, 3, 1}, bad = {0, (double)NAN, 1};
	assert_true(isnan(kilni_orient3_sign(&a, &a, &b, &bad)));
	assert_true(isnan(kilni_orient3_exact(&a, &b, &c, &bad)));
	assert_true(kilni_orient3_exact(&a, &b, &c, &a) == 0);
}

/// A returned sign is correct, by comparison with integers of any length; otherwise no sign is returned.
static void numbers_beyond_the_range_have_the_right_sign_or_none(void **state)
{
	(void)state;
	uint64_t random = 11;
	int none = 0;
	for (int trial = 0; trial < 2000; ++trial)
		for (size_t k = 0; k < TOO_LARGE_COUNT; ++k)
		{
			kiln_d3 p[4];
			for (int i = 0; i < 4; ++i)
				p[i] = long_point(&random);
			*coordinate(p, (int)(fixture_random(&random) % 12)) = too_large[k];
			const double at[4][3] = {
				{p[0].x, p[0].y, p[0].z}, {p[1].x, p[1].y, p[1].z}, {p[2].x, p[2].y, p[2].z}, {p[3].x, p[3].y, p[3].z}};
			double signs[2] = {
				kilni_orient3_sign(&p[0], &p[1], &p[2], &p[3]), kilni_orient3_exact(&p[0], &p[1], &p[2], &p[3])};
			int right = exact_orient3d(at[0], at[1], at[2], at[3]);
			for (int i = 0; i < 2; ++i)
			{
				none += isnan(signs[i]);
				assert_true(isnan(signs[i]) || (signs[i] > 0) - (signs[i] < 0) == right);
			}
		}
	assert_true(none > 2000);
}

/// No write outside a buffer, and no index outside one.
static void triangles_of_any_numbers_are_decided_within_their_buffers(void **state)
{
	(void)state;
	uint64_t random = 13;
	for (int trial = 0; trial < 100000; ++trial)
	{
		kiln_d3 t[2][4], ends[2] = {{0, 0, 0}, {0, 0, 0}};
		bool coplanar = false;
		for (int i = 0; i < 8; ++i)
			t[i / 4][i % 4] = trial % 3 ? kiln_d3_from(oracle_integer_vector(&random, 2)) : long_point(&random);
		for (int bad = (int)(fixture_random(&random) % 6); bad >= 0; --bad)
		{
			size_t k = fixture_random(&random) % (NOT_FINITE_COUNT + TOO_LARGE_COUNT);
			double value = k < NOT_FINITE_COUNT ? not_finite[k] : too_large[k - NOT_FINITE_COUNT];
			*coordinate(t[bad % 2], (int)(fixture_random(&random) % 9)) = value;
		}
		kilni_triangles_touch(t[0], t[1]);
		kilni_triangles_contact(t[0], t[1], ends, &coplanar);
	}
}

/// A polytope that accepts points up to its last vertex, some of which are not numbers, stays within its memory.
static void polytopes_take_any_numbers_within_their_room(void **state)
{
	(void)state;
	static kiln_epa_polytope p;
	uint64_t random = 17;
	uint32_t most = 0, refused = 0;
	for (int trial = 0; trial < 300; ++trial)
	{
		memset(&p, 0, sizeof p);
		for (int i = 0; i < 4; ++i)
			p.vertices[i].w = kiln_d3_from(oracle_vector(&random, 1));
		if (trial % 8 == 7)
			p.vertices[trial / 8 % 4].w.y = not_finite[(size_t)trial % NOT_FINITE_COUNT];
		if (!kilni_epa_begin(&p))
		{
			++refused;
			continue;
		}
		for (int tries = 0; tries < 400 && p.vertex_count < KILN_EPA_VERTICES; ++tries)
		{
			kiln_d3 w = kiln_d3_from(oracle_vector(&random, 1));
			w = kiln_d3_scale(w, 1 / sqrt(kiln_d3_length2(w)));
			if (trial % 4 == 1 && fixture_random(&random) % 16 == 0)
				w.x = not_finite[fixture_random(&random) % NOT_FINITE_COUNT];
			if (trial % 4 == 2 && fixture_random(&random) % 16 == 0)
				w.z = too_large[fixture_random(&random) % TOO_LARGE_COUNT];
			p.vertices[p.vertex_count].w = w;
			uint32_t face = (uint32_t)(fixture_random(&random) % p.face_count);
			for (uint32_t i = 0; i < p.face_count && !kilni_epa_is_above(&p, face, &w); ++i)
				face = (face + 1) % p.face_count;
			kilni_epa_insert(&p, face);
			assert_true(p.face_count <= KILN_EPA_FACES && p.vertex_count <= KILN_EPA_VERTICES);
		}
		most = p.vertex_count > most ? p.vertex_count : most;
	}
	assert_int_equal(most, KILN_EPA_VERTICES);
	assert_true(refused > 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_that_are_not_finite_have_no_sign),
		cmocka_unit_test(a_flat_case_does_not_hide_what_is_not_finite),
		cmocka_unit_test(numbers_beyond_the_range_have_the_right_sign_or_none),
		cmocka_unit_test(triangles_of_any_numbers_are_decided_within_their_buffers),
		cmocka_unit_test(polytopes_take_any_numbers_within_their_room),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
