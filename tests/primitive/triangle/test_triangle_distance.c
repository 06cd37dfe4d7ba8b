// SPDX-License-Identifier: MIT
#include "primitive/triangle/pair.h"
#include "triangle_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void assert_distance(const kiln_d3 a[3], const kiln_d3 b[3])
{
	kiln_d3 on_a, on_b;
	double distance2 = kilni_triangles_distance2(a, b, &on_a, &on_b), size = pair_size(a, b);
	assert_int_equal(distance2 == 0, kilni_triangles_touch(a, b));
	if (distance2 == 0)
	{
		assert_memory_equal(&on_a, &on_b, sizeof on_a);
		return;
	}
	double expected = sqrt(minkowski_distance2(a, b)), distance = sqrt(distance2);
	assert_true(fabs(distance - expected) <= 0x1p-42 * size);
	// The points are that far apart, and on the triangles.
	assert_true(
		fabs(sqrt(kiln_d3_length2(kiln_d3_sub(on_a, on_b))) - distance) <= 0x1p-50 * (size + kiln_d3_largest(on_a)));
	const kiln_d3 point_a[3] = {on_a, on_a, on_a}, point_b[3] = {on_b, on_b, on_b};
	double room = 0x1p-49 * (size + kiln_d3_largest(on_a));
	assert_true(kilni_triangles_touch(point_a, a) || minkowski_distance2(point_a, a) <= room * room);
	assert_true(kilni_triangles_touch(point_b, b) || minkowski_distance2(point_b, b) <= room * room);
}

static void distances_are_those_of_the_minkowski_difference(void **state)
{
	(void)state;
	uint64_t random = 88172645463325252ull;
	for (int n = 0; n < (TRIALS_SLOW ? 800 : 2500); ++n)
	{
		lattice_triangle a, b;
		kiln_d3 p[3], q[3];
		double scale = n % 5 == 0 ? 1e-20 : n % 7 == 0 ? 1e11 : 1;
		lattice_pair(&random, 1 + n % 30, &a, &b);
		lattice_corners(&a, 0, scale, p);
		lattice_corners(&b, 0, scale, q);
		assert_distance(p, q);
	}
}

static void distances_of_needles_and_near_parallels_are_right(void **state)
{
	(void)state;
	uint64_t random = 0xda942042e4dd58b5ull;
	for (int n = 0; n < (TRIALS_SLOW ? 1000 : 3000); ++n)
	{
		kiln_d3 a[3], b[3];
		needle_pair(&random, a, b);
		assert_distance(a, b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances_are_those_of_the_minkowski_difference),
		cmocka_unit_test(distances_of_needles_and_near_parallels_are_right),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
