// SPDX-License-Identifier: MIT
#include "kiln/convex/distance.h"
#include "scene/swept_core.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares triangles that are surely apart from a moving capsule with the distance of its parallelogram by GJK.

/// A whole number of 64ths, up to `size`: sums and halves are exact in float32.
static double grid(uint64_t *random, double size)
{
	return size * ((double)(fixture_random(random) % 129) - 64) / 64;
}

static kiln_d3 grid3(uint64_t *random, double size)
{
	const double x = grid(random, size), y = grid(random, size), z = grid(random, size);
	return (kiln_d3){x, y, z};
}

/// The distance of a triangle from the parallelogram that a segment covers.
static double distance_of(const kiln_swept_core *core, const kiln_d3 triangle[3])
{
	kiln_vec3 places[4];
	for (int i = 0; i < 4; ++i)
		places[i] = kiln_d3_to(
			kiln_d3_along(kiln_d3_along(core->middle, i & 1 ? 1 : -1, core->half), i & 2 ? 1 : -1, core->way));
	const kiln_convex_shape sides = {.kind = KILN_CONVEX_POINTS, .points = {.points = places, .count = 4}};
	const kiln_convex_shape corners = {.kind = KILN_CONVEX_TRIANGLE,
		.triangle.corners = {kiln_d3_to(triangle[0]), kiln_d3_to(triangle[1]), kiln_d3_to(triangle[2])}};
	const kiln_convex_object a = {.shape = &sides}, b = {.shape = &corners};
	kiln_convex_separation separation;
	assert_int_equal(kiln_convex_distance(&a, &b, NULL, NULL, &separation), KILN_OK);
	return (double)separation.distance;
}

/// A core about the size of the triangle, or a point, resting or moving, with the triangle nearby; flat, thin and folded triangles
/// are among them.
static kiln_swept_core random_case(uint64_t *random, double size, kiln_d3 triangle[3])
{
	kiln_swept_core core = {.middle = grid3(random, 2 * size), .reach = size * 0.5};
	const uint64_t kind = fixture_random(random);
	if (kind & 1)
		core.half = grid3(random, size);
	if (kind & 2)
		core.way = grid3(random, size);
	for (int i = 0; i < 3; ++i)
		triangle[i] = grid3(random, kind & 4 ? size / 4 : 4 * size);
	if ((kind & 0xf0) == 0)
		triangle[2] = kiln_d3_along(triangle[0], 0x1p-18, kiln_d3_sub(triangle[2], triangle[1]));
	if ((kind & 0xf0) == 0x10)
		triangle[1] = triangle[0];
	return core;
}

static void a_triangle_that_is_apart_is_farther_than_the_reach(void **state)
{
	(void)state;
	uint64_t random = 91, apart = 0, far = 0;
	const uint64_t trials = trials_random(20000);
	for (uint64_t i = 0; i < trials; ++i)
	{
		const double size = ldexp(1, (int)(fixture_random(&random) % 61) - 30);
		kiln_d3 triangle[3];
		kiln_swept_core core = random_case(&random, size, triangle);
		const double distance = distance_of(&core, triangle);
		const bool found = kilni_swept_core_apart(&core, triangle);
		if (found)
			assert_true(distance >= core.reach * (1 - 0x1p-20));
		apart += found;
		far += distance > 1.01 * core.reach;
		// Just within the distance, and just beyond.
		core.reach = distance * (1 + 0x1p-20);
		assert_false(kilni_swept_core_apart(&core, triangle));
	}
	// Those that only a corner of the triangle or an edge of the core separates are left to the search.
	assert_true(10 * apart > 8 * far);
}

static void what_is_unknown_or_out_of_range_is_never_apart(void **state)
{
	(void)state;
	static const double sizes[] = {0, 0x1p-149, 0x1p-126, 0x1p-100, 1, 0x1p60, 0x1p126};
	const uint32_t count = sizeof sizes / sizeof *sizes;
	for (uint32_t i = 0; i < count * count; ++i)
	{
		const double s = sizes[i % count], far = 4 * sizes[i / count];
		const kiln_d3 triangle[3] = {{far, 0, 0}, {far + s, s, 0}, {far, 0, s}};
		const kiln_swept_core unknown = {.reach = HUGE_VAL}, endless = {.way = {HUGE_VAL, 0, 0}, .reach = 1};
		const kiln_swept_core touching = {.middle = {far, 0, 0}, .half = {s, 0, 0}};
		assert_false(kilni_swept_core_apart(&unknown, triangle));
		assert_false(kilni_swept_core_apart(&endless, triangle));
		assert_false(kilni_swept_core_apart(&touching, triangle));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_triangle_that_is_apart_is_farther_than_the_reach),
		cmocka_unit_test(what_is_unknown_or_out_of_range_is_never_apart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
