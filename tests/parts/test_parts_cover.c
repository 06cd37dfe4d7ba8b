// SPDX-License-Identifier: MIT
// Whether convex solids contain a triangle: partitions of a cube, which contain every triangle in it until a solid is taken away or made smaller.

#include "parts/cover.h"

#include "clean/clean_shapes.h"
#include "exact/exact.h"
#include "memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

#define SOLIDS_MOST 64

/// A partition of a cube of 64 about `middle`.
typedef struct partition
{
	float boxes[SOLIDS_MOST][2][3];
	convex_hull hulls[SOLIDS_MOST];
	cover_solid solids[SOLIDS_MOST];
	uint32_t count;
} partition;

static void add_hull(partition *p, const float (*points)[3], uint32_t count)
{
	assert_true(p->count < SOLIDS_MOST);
	assert_int_equal(hull_build(&quiet, &(hull_points){points[0], 0, count}, &p->hulls[p->count]), KILNCOOK_OK);
	p->solids[p->count] = (cover_solid){.hull = &p->hulls[p->count]};
	cover_bound(&p->solids[p->count++]);
}

static void add_box(partition *p, const float low[3], const float high[3], bool as_hull)
{
	float corners[8][3];
	for (uint32_t i = 0; i < 8; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			corners[i][k] = i >> k & 1 ? high[k] : low[k];
	memcpy(p->boxes[p->count][0], low, sizeof p->boxes[0][0]);
	memcpy(p->boxes[p->count][1], high, sizeof p->boxes[0][1]);
	add_hull(p, (const float(*)[3])corners, 8);
	if (as_hull)
		return;
	cover_solid *solid = &p->solids[p->count - 1];
	solid->hull = NULL;
	for (uint32_t k = 0; k < 3; ++k)
	{
		solid->center[k] = (low[k] + high[k]) / 2;
		solid->half_extents[k] = (high[k] - low[k]) / 2;
	}
	cover_bound(solid);
}

static void free_partition(partition *p)
{
	for (uint32_t i = 0; i < p->count; ++i)
		hull_free(&quiet, &p->hulls[i]);
	free(p);
}

/// Cuts a cube by random planes across the axes. Coordinates are whole numbers.
static partition *random_boxes(shape_random *random, float middle, uint32_t count)
{
	partition *p = calloc(1, sizeof *p);
	float boxes[SOLIDS_MOST][2][3];
	assert_non_null(p);
	for (uint32_t k = 0; k < 3; ++k)
	{
		boxes[0][0][k] = middle - 32;
		boxes[0][1][k] = middle + 32;
	}
	uint32_t made = 1;
	for (uint32_t tries = 0; made < count && tries < 1000; ++tries)
	{
		uint32_t i = shape_below(random, made), k = shape_below(random, 3);
		uint32_t width = (uint32_t)(boxes[i][1][k] - boxes[i][0][k]);
		if (width < 2)
			continue;
		float at = boxes[i][0][k] + (float)(1 + shape_below(random, width - 1));
		memcpy(boxes[made], boxes[i], sizeof boxes[i]);
		boxes[i][1][k] = at;
		boxes[made++][0][k] = at;
	}
	for (uint32_t i = 0; i < made; ++i)
		add_box(p, boxes[i][0], boxes[i][1], shape_below(random, 2));
	return p;
}

static void random_triangle(shape_random *random, float middle, float corners[3][3])
{
	do
		for (uint32_t i = 0; i < 9; ++i)
			corners[i / 3][i % 3] = middle + (float)((double)shape_below(random, 64 * 256 + 1) / 256 - 32);
	while (exact_collinear(corners[0], corners[1], corners[2]));
}

/// Whether one of many points inside of the triangle is inside of a box.
static bool is_met(shape_random *random, const float corners[3][3], const float box[2][3])
{
	for (uint32_t i = 0; i < 400; ++i)
	{
		double a = shape_share(random), b = shape_share(random) * (1 - a), share[3] = {a, b, 1 - a - b};
		bool in = true;
		for (int k = 0; k < 3; ++k)
		{
			double x = 0;
			for (int m = 0; m < 3; ++m)
				x += share[m] * (double)corners[m][k];
			in &= x > (double)box[0][k] + 1e-3 && x < (double)box[1][k] - 1e-3;
		}
		if (in)
			return true;
	}
	return false;
}

static void boxes_that_fill_a_cube_contain_its_triangles(void **state)
{
	(void)state;
	static const float middles[2] = {0, 40000};
	shape_random random = {0xc0fe};
	uint32_t gaps = 0;
	for (uint32_t round = 0; round < 120; ++round)
	{
		float middle = middles[round % 2];
		partition *p = random_boxes(&random, middle, 2 + round % 20);
		for (uint32_t n = 0; n < 6; ++n)
		{
			float corners[3][3];
			random_triangle(&random, middle, corners);
			assert_int_equal(cover_triangle(&quiet, (const float(*)[3])corners, p->solids, p->count), COVER_WHOLE);
			// Without one of the boxes, there is a gap where a point is inside of that box only.
			uint32_t gone = shape_below(&random, p->count);
			cover_solid kept[SOLIDS_MOST];
			memcpy(kept, p->solids, sizeof kept);
			kept[gone] = kept[p->count - 1];
			cover_verdict verdict = cover_triangle(&quiet, (const float(*)[3])corners, kept, p->count - 1);
			assert_true(verdict == COVER_WHOLE || verdict == COVER_GAP);
			if (is_met(&random, (const float(*)[3])corners, (const float(*)[3])p->boxes[gone]))
			{
				assert_int_equal(verdict, COVER_GAP);
				++gaps;
			}
		}
		free_partition(p);
	}
	assert_true(gaps > 60);
}

static void a_slit_of_one_bit_is_a_gap(void **state)
{
	(void)state;
	shape_random random = {0x51};
	for (uint32_t round = 0; round < 60; ++round)
	{
		partition *p = calloc(1, sizeof *p);
		float at = (float)shape_below(&random, 32) + 1, corners[3][3];
		assert_non_null(p);
		const float low[3] = {-32, -32, -32}, high[3] = {32, 32, 32};
		// The float after `at`: the boxes are apart by the least there is.
		const float left[3] = {at, 32, 32}, right[3] = {nextafterf(at, 100), -32, -32};
		add_box(p, low, left, true);
		add_box(p, right, high, true);
		random_triangle(&random, 0, corners);
		corners[0][0] = -30;
		corners[1][0] = 33 - 2;
		bool across = at < 31;
		cover_verdict verdict = cover_triangle(&quiet, (const float(*)[3])corners, p->solids, 2);
		if (across && !exact_collinear(corners[0], corners[1], corners[2]))
			assert_int_equal(verdict, COVER_GAP);
		free_partition(p);
	}
}

static void tetrahedra_of_a_cube_contain_its_triangles(void **state)
{
	(void)state;
	// Kuhn's six tetrahedra: a way from one corner to the opposite one along the axes in each order.
	static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	shape_random random = {0x7e7};
	partition *p = calloc(1, sizeof *p);
	assert_non_null(p);
	for (uint32_t i = 0; i < 6; ++i)
	{
		float points[4][3] = {{-32, -32, -32}};
		for (uint32_t k = 1; k < 4; ++k)
		{
			memcpy(points[k], points[k - 1], sizeof points[k]);
			points[k][orders[i][k - 1]] = 32;
		}
		add_hull(p, (const float(*)[3])points, 4);
	}
	uint32_t whole = 0;
	for (uint32_t n = 0; n < 400; ++n)
	{
		float corners[3][3];
		random_triangle(&random, 0, corners);
		assert_int_equal(cover_triangle(&quiet, (const float(*)[3])corners, p->solids, 6), COVER_WHOLE);
		whole += cover_triangle(&quiet, (const float(*)[3])corners, p->solids + 1, 5) == COVER_WHOLE;
		// Of the first tetrahedron, x >= y >= z: a corner strictly in it is in no other one.
		bool inside = false;
		for (int k = 0; k < 3; ++k)
			inside |= corners[k][0] > corners[k][1] && corners[k][1] > corners[k][2];
		if (inside)
			assert_int_equal(cover_triangle(&quiet, (const float(*)[3])corners, p->solids + 1, 5), COVER_GAP);
	}
	assert_true(whole > 20 && whole < 380);
	free_partition(p);
}

static void flat_hulls_contain_triangles_of_their_plane_only(void **state)
{
	(void)state;
	// Two triangles make a square in the plane z = x / 2.
	static const float left[3][3] = {{0, 0, 0}, {8, 0, 4}, {0, 8, 0}}, right[3][3] = {{8, 8, 4}, {0, 8, 0}, {8, 0, 4}};
	static const float across[3][3] = {{1, 1, 0.5f}, {7, 2, 3.5f}, {6, 7, 3}};
	static const float off[3][3] = {{1, 1, 0.5f}, {7, 2, 3.5f}, {6, 7, 3.00001f}};
	static const float out[3][3] = {{1, 1, 0.5f}, {9, 2, 4.5f}, {6, 7, 3}};
	partition *p = calloc(1, sizeof *p);
	assert_non_null(p);
	add_hull(p, left, 3);
	add_hull(p, right, 3);
	assert_int_equal(p->hulls[0].dimension, 2);
	assert_int_equal(cover_triangle(&quiet, across, p->solids, 2), COVER_WHOLE);
	assert_int_equal(cover_triangle(&quiet, across, p->solids, 1), COVER_GAP);
	assert_int_equal(cover_triangle(&quiet, across, p->solids + 1, 1), COVER_GAP);
	assert_int_equal(cover_triangle(&quiet, off, p->solids, 2), COVER_GAP);
	assert_int_equal(cover_triangle(&quiet, out, p->solids, 2), COVER_GAP);
	assert_int_equal(cover_triangle(&quiet, across, p->solids, 0), COVER_GAP);
	free_partition(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_that_fill_a_cube_contain_its_triangles),
		cmocka_unit_test(a_slit_of_one_bit_is_a_gap),
		cmocka_unit_test(tetrahedra_of_a_cube_contain_its_triangles),
		cmocka_unit_test(flat_hulls_contain_triangles_of_their_plane_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
