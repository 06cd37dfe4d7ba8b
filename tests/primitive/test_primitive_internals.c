// SPDX-License-Identifier: MIT
#include "primitive/closest/primitive_closest.h"
#include "primitive/solid.h"
#include "primitive/triangle/pair.h"
#include "primitive/triangle/triangle_case.h"
#include "shape/segment.h"
#include "shape/triangle_point.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// The foundations of the primitives, in cases that their own tests do not reach: underflow, NULL, and each bad number
/// by itself.

/// Makes an angle of 135 degrees between a side of `size` and a side of a twentieth of it. The origin is `away` from
/// that corner, on the other side of the short side, ahead of the corner by `along` of that distance and above the
/// plane by `above` of it. Corners: the obtuse one, the end of the short side, the end of the long one.
static void near_the_obtuse_corner(double size, double away, double along, double above, kiln_d3 corner[3])
{
	const kiln_d3 small = {size / 20, 0, 0}, great = {-size * 0.75, size * 0.75, 0};
	corner[0] = kiln_d3_scale((kiln_d3){along, 1, above}, away);
	corner[1] = kiln_d3_add(corner[0], small);
	corner[2] = kiln_d3_add(corner[0], great);
}

static void assert_nearest_to_origin(const kiln_d3 corner[3], double room)
{
	const real3 exact[3] = {real3_from_d3(corner[0]), real3_from_d3(corner[1]), real3_from_d3(corner[2])};
	expected want = nearest_of_triangle(real3_from_d3((kiln_d3){0, 0, 0}), exact);
	real3 got = real3_from_d3(kilni_triangle_closest(corner));
	assert_true(real_to(real3_length(real3_sub(got, want.on_b))) <= room);
}

/// Beside a corner, products of the short side's squared length underflow first, and the signs of the areas no longer
/// fit those of the heights.
static void closest_points_are_right_where_products_underflow(void **state)
{
	(void)state;
	static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	const double size = 0x1p-200;
	for (int step = 0; step < 160; ++step)
	{
		double away = ldexp(1 + step % 4 / 4.0, -450 - step / 4);
		for (int i = 0; i < 18; ++i)
		{
			kiln_d3 made[3], turned[3];
			near_the_obtuse_corner(size, i < 9 ? away : -away, (i % 3 - 1) * 0.03, i / 3 % 3, made);
			for (int turn = 0; turn < 6; ++turn)
			{
				for (int k = 0; k < 3; ++k)
					turned[k] = made[order[turn][k]];
				assert_nearest_to_origin(turned, 1e-11 * size);
			}
		}
	}
}

/// The segment starts in the triangle, so that they touch for any length and direction.
static void segments_too_short_to_be_divided_touch_the_triangle_they_start_in(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int round = 0; round < 20000; ++round)
	{
		kiln_d3 corner[3], p = {0, 0, 0};
		for (int i = 0; i < 3; ++i)
		{
			uint64_t bits = case_next(&random);
			corner[i] = (kiln_d3){(double)(bits >> 32 & 7), (double)(bits >> 36 & 7), (double)(bits >> 40 & 7)};
			corner[i] = kiln_d3_scale(corner[i], ldexp(1, -(round % 8)));
			// Exact: a quarter of two numbers, half of one.
			p = kiln_d3_along(p, i == round % 3 ? 0.5 : 0.25, corner[i]);
		}
		uint64_t bits = case_next(&random);
		kiln_d3 d = {(double)(bits >> 32 & 7) - 3, (double)(bits >> 36 & 7) - 3, (double)(bits >> 40 & 7) - 3};
		kiln_nearest_pair pair = kilni_segment_triangle(p, kiln_d3_scale(d, 0x1p-1074), corner);
		assert_true(sqrt(pair.distance2) <= 0x1p-48);
		assert_true(kiln_d3_largest(kiln_d3_sub(pair.first, p)) <= 0x1p-48);
		assert_true(kiln_d3_largest(kiln_d3_sub(pair.second, p)) <= 0x1p-48);
	}
}

static void the_distance_is_the_same_whichever_points_are_asked_for(void **state)
{
	(void)state;
	uint64_t random = 0x9e3779b97f4a7c15ull;
	for (int round = 0; round < 2000; ++round)
	{
		kiln_d3 a[3], b[3], both[2], alone[2];
		needle_pair(&random, a, b);
		const double distance2[4] = {kilni_triangles_distance2(a, b, &both[0], &both[1]),
			kilni_triangles_distance2(a, b, &alone[0], NULL), kilni_triangles_distance2(a, b, NULL, &alone[1]),
			kilni_triangles_distance2(a, b, NULL, NULL)};
		for (int i = 1; i < 4; ++i)
			assert_true(distance2[i] == distance2[0]);
		assert_memory_equal(both, alone, sizeof both);
	}
}

/// A shape and its numbers.
typedef union numbered
{
	kiln_sphere sphere;
	kiln_box box;
	kiln_capsule capsule;
	float numbers[10];
} numbered;

typedef bool solid_maker(kiln_solid *solid, const numbered *shape);

static bool make_sphere(kiln_solid *solid, const numbered *shape)
{
	return kilni_solid_from_sphere(solid, shape ? &shape->sphere : NULL);
}

static bool make_box(kiln_solid *solid, const numbered *shape)
{
	return kilni_solid_from_box(solid, shape ? &shape->box : NULL);
}

static bool make_capsule(kiln_solid *solid, const numbered *shape)
{
	return kilni_solid_from_capsule(solid, shape ? &shape->capsule : NULL);
}

/// The first `coordinates` numbers of a shape are coordinates, the next `sizes` numbers are sizes.
static void assert_each_number_counts(
	solid_maker *make, const numbered *good, size_t count, size_t coordinates, size_t sizes)
{
	const float never[] = {NAN, INFINITY, -INFINITY};
	const float beyond[] = {KILN_COORDINATE_MAX * 1.001f, KILN_COORDINATE_MAX * -1.001f};
	kiln_solid solid;
	assert_true(make(&solid, good));
	assert_false(make(&solid, NULL));
	assert_false(make(NULL, good));
	for (size_t i = 0; i < count; ++i)
	{
		numbered changed = *good;
		float *number = &changed.numbers[i];
		for (size_t k = 0; k < 3; ++k)
		{
			*number = never[k];
			assert_false(make(&solid, &changed));
		}
		for (size_t k = 0; k < 2; ++k)
		{
			*number = beyond[k];
			assert_int_equal(make(&solid, &changed), i >= coordinates && (k == 0 || i >= coordinates + sizes));
		}
		*number = i < coordinates ? KILN_COORDINATE_MAX : 0;
		assert_true(make(&solid, &changed));
	}
}

static void each_number_of_a_solid_is_checked_by_itself(void **state)
{
	(void)state;
	const numbered sphere = {.numbers = {1, 2, 3, 4}}, capsule = {.numbers = {1, 2, 3, 4, 5, 6, 7}};
	const numbered box = {.numbers = {1, 2, 3, 4, 5, 6, 0.5f, -0.5f, 0.5f, 0.5f}};
	assert_each_number_counts(make_sphere, &sphere, sizeof(kiln_sphere) / sizeof(float), 3, 1);
	assert_each_number_counts(make_box, &box, sizeof(kiln_box) / sizeof(float), 3, 3);
	assert_each_number_counts(make_capsule, &capsule, sizeof(kiln_capsule) / sizeof(float), 6, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closest_points_are_right_where_products_underflow),
		cmocka_unit_test(segments_too_short_to_be_divided_touch_the_triangle_they_start_in),
		cmocka_unit_test(the_distance_is_the_same_whichever_points_are_asked_for),
		cmocka_unit_test(each_number_of_a_solid_is_checked_by_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
