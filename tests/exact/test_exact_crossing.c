// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exact/exact.h"

/// The corners of a cube from -1 to 1, by bits of their numbers, and its triangles, which face outwards.
static const uint32_t cube[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3},
	{3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

static int winding(const double point[3], int turned)
{
	int sum = 0;
	for (uint32_t i = 0; i < 12; ++i)
	{
		float corners[3][3];
		for (uint32_t k = 0; k < 3; ++k)
			for (uint32_t axis = 0; axis < 3; ++axis)
				corners[k][axis] = cube[i][turned ? 2 - k : k] >> axis & 1 ? 1.0f : -1.0f;
		sum += exact_crossing((const float(*)[3])corners, point);
	}
	return sum;
}

/// Whether a point is in the cube that is open above, to the right and behind: where points on the surface are moved to.
static int holds(const double point[3])
{
	int inside = 1;
	for (int axis = 0; axis < 3; ++axis)
		inside = inside && point[axis] >= -1 && point[axis] < 1;
	return inside;
}

static void rays_through_edges_and_corners_cross_a_surface_once(void **state)
{
	(void)state;
	for (int x = -3; x <= 3; ++x)
		for (int y = -3; y <= 3; ++y)
			for (int z = -3; z <= 3; ++z)
			{
				const double point[3] = {0.5 * x, 0.5 * y, 0.5 * z};
				assert_int_equal(winding(point, 0), holds(point));
				assert_int_equal(winding(point, 1), -holds(point));
			}
}

static void triangles_without_area_from_above_are_not_crossed(void **state)
{
	(void)state;
	const float upright[3][3] = {{0, 0, 1}, {2, 2, 1}, {1, 1, 3}}, point[3][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
	for (int x = -2; x <= 4; ++x)
	{
		const double at[3] = {0.5 * x, 0.5 * x, 0};
		assert_int_equal(exact_crossing(upright, at), 0);
		assert_int_equal(exact_crossing(point, at), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_through_edges_and_corners_cross_a_surface_once),
		cmocka_unit_test(triangles_without_area_from_above_are_not_crossed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
