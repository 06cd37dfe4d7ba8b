// SPDX-License-Identifier: MIT
// The search for boxes that overlap against all pairs, the order along a curve, and the proofs in double against exact signs.

#include "clean/clean_shapes.h"
#include "math/orient_double.h"
#include "survey/curve.h"
#include "survey/pyramid.h"
#include "survey/triangles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

#define BOXES 300

static const kilncook_context context = {0};

/// Boxes of a lattice, so that many touch; or of any places.
static void strew(shape_random *random, uint32_t count, bool lattice, float (*min)[3], float (*max)[3])
{
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double low = lattice ? (double)shape_below(random, 12) : shape_share(random);
			double size = lattice ? (double)shape_below(random, 3) : 0.2 * shape_share(random);
			min[i][k] = (float)low;
			max[i][k] = (float)(low + size);
		}
}

static bool overlap(const float a_min[3], const float a_max[3], const float b_min[3], const float b_max[3])
{
	for (int k = 0; k < 3; ++k)
		if (a_min[k] > b_max[k] || b_min[k] > a_max[k])
			return false;
	return true;
}

/// How often each pair was visited.
typedef struct visits
{
	uint8_t times[BOXES][BOXES];
	uint64_t left; ///< visits before the search is ended
} visits;

static bool visit(void *user, uint32_t box, uint32_t first, uint32_t others)
{
	visits *v = user;
	for (uint32_t k = 0; k < 4; ++k)
		if (others >> k & 1)
			++v->times[box][first + k];
	return v->left-- > 0;
}

static void a_pyramid_finds_every_pair_of_boxes_that_overlap_once(void **state)
{
	(void)state;
	shape_random random = {0x91u};
	visits *v = test_malloc(sizeof *v), *given = test_malloc(sizeof *given);
	for (uint32_t round = 0; round < 60; ++round)
	{
		float min[BOXES][3], max[BOXES][3];
		uint32_t count = round < 20 ? 1 + round : 1 + shape_below(&random, BOXES);
		uint64_t work = UINT64_MAX;
		pyramid p;
		strew(&random, count, round % 2, min, max);
		assert_true(pyramid_begin(&context, count, &p));
		for (uint32_t i = 0; i < count; ++i)
			pyramid_set(&p, i, min[i], max[i]);
		pyramid_finish(&p);
		memset(v, 0, sizeof *v);
		memset(given, 0, sizeof *given);
		v->left = given->left = UINT64_MAX;
		assert_true(pyramid_join(&p, visit, v, &work));
		for (uint32_t i = 0; i < count; ++i)
		{
			pyramid_region region = {.segment = NULL};
			memcpy(region.min, min[i], sizeof region.min);
			memcpy(region.max, max[i], sizeof region.max);
			assert_true(pyramid_query(&p, &region, i, visit, given, &work));
		}
		for (uint32_t i = 0; i < count; ++i)
			for (uint32_t k = 0; k < count; ++k)
			{
				bool expected = overlap(min[i], max[i], min[k], max[k]);
				assert_int_equal(given->times[i][k], expected);
				assert_int_equal(v->times[i][k], expected && i < k);
			}
		pyramid_free(&context, &p);
	}
	test_free(v);
	test_free(given);
}

static void a_search_ends_when_its_work_runs_out_or_a_visit_says_so(void **state)
{
	(void)state;
	shape_random random = {0x92u};
	float min[BOXES][3], max[BOXES][3];
	pyramid p;
	strew(&random, BOXES, true, min, max);
	assert_true(pyramid_begin(&context, BOXES, &p));
	for (uint32_t i = 0; i < BOXES; ++i)
		pyramid_set(&p, i, min[i], max[i]);
	pyramid_finish(&p);
	visits *v = test_malloc(sizeof *v);
	*v = (visits){.left = UINT64_MAX};
	uint64_t work = 100;
	assert_false(pyramid_join(&p, visit, v, &work));
	assert_int_equal(work, 0);
	work = 1;
	assert_false(pyramid_query(&p, &(pyramid_region){.segment = NULL}, 0, visit, v, &work));
	assert_int_equal(work, 0);
	work = UINT64_MAX;
	v->left = 3;
	assert_false(pyramid_join(&p, visit, v, &work));
	pyramid_free(&context, &p);
	test_free(v);
}

static void a_curve_orders_every_point_once(void **state)
{
	(void)state;
	shape_random random = {0x93u};
	enum
	{
		MOST = 5000,
	};
	float(*points)[3] = test_malloc(MOST * sizeof *points);
	uint32_t *order = test_malloc(MOST * sizeof *order);
	uint8_t *seen = test_malloc(MOST);
	for (uint32_t round = 0; round < 40; ++round)
	{
		uint32_t count = round < 5 ? round : 1 + shape_below(&random, MOST);
		double size = round % 4 == 0 ? 0x1p-149 : round % 4 == 1 ? 1e12 : 1;
		for (uint32_t i = 0; i < count; ++i)
			for (int k = 0; k < 3; ++k)
				points[i][k] = (float)(size * (double)shape_below(&random, round % 3 == 0 ? 3 : 100000));
		// A point far away.
		if (count > 100 && round % 2)
			points[0][0] = 0x1p120f;
		memset(seen, 0, MOST);
		assert_true(curve_order(&context, (const float(*)[3])points, count, order));
		for (uint32_t i = 0; i < count; ++i)
		{
			assert_true(order[i] < count && !seen[order[i]]);
			seen[order[i]] = 1;
		}
	}
	test_free(points);
	test_free(order);
	test_free(seen);
}

/// How far a walk from point to point goes.
static double length_of(const float (*points)[3], const uint32_t *order, uint32_t count)
{
	double length = 0;
	for (uint32_t i = 1; i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double way = (double)points[order[i]][k] - (double)points[order[i - 1]][k];
			length += way < 0 ? -way : way;
		}
	return length;
}

static void points_far_away_do_not_matter_to_a_curve(void **state)
{
	(void)state;
	shape_random random = {0x94u};
	enum
	{
		COUNT = 4000,
	};
	float(*points)[3] = test_malloc(COUNT * sizeof *points);
	uint32_t *order = test_malloc(COUNT * sizeof *order);
	for (uint32_t i = 0; i < COUNT; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)shape_share(&random);
	assert_true(curve_order(&context, (const float(*)[3])points, COUNT, order));
	double alone = length_of((const float(*)[3])points, order, COUNT);
	for (int k = 0; k < 3; ++k)
		points[COUNT - 1][k] = 0x1p40f;
	assert_true(curve_order(&context, (const float(*)[3])points, COUNT, order));
	assert_int_equal(order[COUNT - 1], COUNT - 1);
	double near = length_of((const float(*)[3])points, order, COUNT - 1);
	assert_true(near < 1.2 * alone && alone < 0.3 * COUNT);
	test_free(points);
	test_free(order);
}

/// Triangles of a lattice that share up to two vertices.
static void draw_pair(shape_random *random, survey_corners *a, survey_corners *b)
{
	static const double scales[] = {1, 1.0 / 3, 0x1p-120, 1e10};
	double scale = scales[shape_below(random, 4)];
	uint32_t cells = 2 + shape_below(random, 5), shared = shape_below(random, 3), flat = shape_below(random, 2);
	for (uint32_t k = 0; k < 6; ++k)
	{
		survey_corners *t = k < 3 ? a : b;
		double at[3];
		for (int i = 0; i < 3; ++i)
			at[i] = (double)(float)(scale * (double)shape_below(random, cells));
		// A plane that is no plane of the axes.
		t->at[k % 3] = (kiln_d3){at[0], at[1], flat ? (double)(float)(at[0] + at[1]) : at[2]};
		t->vertices[k % 3] = k;
	}
	uint32_t turn = shape_below(random, 3);
	for (uint32_t k = 0; k < shared; ++k)
	{
		b->at[(k + turn) % 3] = a->at[k];
		b->vertices[(k + turn) % 3] = a->vertices[k];
	}
}

static bool has_area(const survey_corners *t)
{
	return kilni_orient2_sign((kiln_d2){t->at[0].x, t->at[0].y}, (kiln_d2){t->at[1].x, t->at[1].y},
			   (kiln_d2){t->at[2].x, t->at[2].y}) != 0;
}

static void what_double_proves_apart_is_apart(void **state)
{
	(void)state;
	shape_random random = {0x95u};
	uint32_t proved[3] = {0}, apart[3] = {0};
	for (int round = 0; round < 300000; ++round)
	{
		survey_corners a, b;
		draw_pair(&random, &a, &b);
		if (!has_area(&a) || !has_area(&b))
			continue;
		const survey_plane plane = survey_plane_of(&a);
		uint32_t shared = 0;
		for (int i = 0; i < 9; ++i)
			shared += a.vertices[i / 3] == b.vertices[i % 3];
		bool nothing = survey_meet(&a, &b) == KILNCOOK_FAULT_KIND_END, proof = survey_apart(&a, &plane, &b);
		assert_true(nothing || !proof);
		apart[shared] += nothing;
		proved[shared] += proof;
	}
	for (int i = 0; i < 3; ++i)
		assert_true(apart[i] > 10000 && proved[i] > 0.7 * apart[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pyramid_finds_every_pair_of_boxes_that_overlap_once),
		cmocka_unit_test(a_search_ends_when_its_work_runs_out_or_a_visit_says_so),
		cmocka_unit_test(a_curve_orders_every_point_once),
		cmocka_unit_test(points_far_away_do_not_matter_to_a_curve),
		cmocka_unit_test(what_double_proves_apart_is_apart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
