// SPDX-License-Identifier: MIT
// Pieces of art and of solids in boxes: that the points of a piece contain all of it. And art of very many components.

#include "parts/internal.h"

#include "clean/clean_shapes.h"
#include "exact/exact.h"
#include "memory.h"
#include "support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

/// Parts of a triangle's side, so that the points between are floats.
#define SHARES 64

/// A number of 10 bits after the point, in -1 to 1.
static float coordinate(shape_random *random)
{
	return (float)shape_below(random, 2049) * 0x1p-10f - 1;
}

static bool is_in(const float p[3], const float low[3], const float high[3])
{
	for (int k = 0; k < 3; ++k)
		if (p[k] < low[k] || p[k] > high[k])
			return false;
	return true;
}

/// Lists points of a triangle that are in a box.
static void sample(const float c[3][3], const float low[3], const float high[3], parts_points *points)
{
	for (int i = 0; i <= SHARES; ++i)
		for (int j = 0; i + j <= SHARES; ++j)
		{
			float p[3];
			for (int k = 0; k < 3; ++k)
				p[k] = ((float)i * c[0][k] + (float)j * c[1][k] + (float)(SHARES - i - j) * c[2][k]) / SHARES;
			if (is_in(p, low, high))
				assert_true(parts_point(&quiet, points, p));
		}
}

static void assert_contains(const parts_points *points, const parts_points *samples)
{
	convex_hull h;
	uint32_t where;
	const hull_points cloud = {&samples->at[0][0], 0, samples->count};
	assert_true(points->count > 0);
	assert_int_equal(parts_hull(&quiet, points, &h), KILNCOOK_OK);
	assert_int_equal(hull_check(&quiet, &h, &cloud, &where), HULL_SOUND);
	hull_free(&quiet, &h);
}

static void clip_contains_the_triangle_in_the_box(void **state)
{
	(void)state;
	shape_random random = {0xc119};
	uint32_t tried = 0, middles = 0;
	for (uint32_t trial = 0; trial < 4000; ++trial)
	{
		float c[3][3], low[3], high[3], size = trial % 3 == 0 ? 0.125f : trial % 3 == 1 ? 0.5f : 1;
		parts_points points = {0}, samples = {0};
		for (int i = 0; i < 9; ++i)
			c[i / 3][i % 3] = coordinate(&random);
		for (int k = 0; k < 3; ++k)
		{
			low[k] = coordinate(&random);
			high[k] = low[k] + size;
		}
		if (exact_collinear(c[0], c[1], c[2]))
			continue;
		bool corner = false;
		for (int k = 0; k < 3; ++k)
			if (is_in(c[k], low, high))
			{
				corner = true;
				assert_true(parts_point(&quiet, &points, c[k]));
			}
		assert_true(parts_clip(&quiet, (const float(*)[3])c, low, high, &points));
		for (uint32_t i = 0; i < points.count; ++i)
			assert_true(is_in(points.at[i], low, high));
		sample((const float(*)[3])c, low, high, &samples);
		if (samples.count > 0)
		{
			assert_contains(&points, &samples);
			++tried;
			middles += !corner;
		}
		cook_free(&quiet, points.at, points.capacity, sizeof *points.at);
		cook_free(&quiet, samples.at, samples.capacity, sizeof *samples.at);
	}
	assert_true(tried > 500 && middles > 100);
}

static void parts_of_a_cube_have_the_corners_inside(void **state)
{
	(void)state;
	static const uint32_t triangles[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
		{2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
	float vertices[8][3];
	for (uint32_t i = 0; i < 24; ++i)
		vertices[i / 3][i % 3] = i / 3 >> i % 3 & 1 ? 1 : -1;
	const parts_art art = {(const float(*)[3])vertices, triangles, 8, 12};
	const parts_options options = {.error = 0.1, .most = 1};
	parts_job job = {.context = &quiet, .art = &art, .options = &options};
	assert_int_equal(parts_bodies_begin(&job), KILNCOOK_OK);
	assert_true(job.bodies[0].closed);
	// Boxes whose ends are those of the cube, or inside: with three triangles, one, or none.
	static const float ends[4][2] = {{-1, 0.25f}, {0.25f, 1}, {-0.5f, 0.5f}, {-1, 1}};
	for (uint32_t i = 0; i < 64; ++i)
	{
		uint32_t all[12];
		parts_cell cell = {.triangles = all, .count = 12};
		for (uint32_t t = 0; t < 12; ++t)
			all[t] = t;
		for (uint32_t k = 0; k < 3; ++k)
		{
			cell.low[k] = ends[i >> 2 * k & 3][0];
			cell.high[k] = ends[i >> 2 * k & 3][1];
		}
		parts_points points = {0};
		assert_true(parts_gather(&quiet, &job.bodies[0], &cell, &points));
		convex_hull h;
		assert_int_equal(parts_hull(&quiet, &points, &h), KILNCOOK_OK);
		double volume = 1;
		for (int k = 0; k < 3; ++k)
			volume *= (double)cell.high[k] - (double)cell.low[k];
		assert_int_equal(h.vertex_count, 8);
		assert_true(parts_volume(&h) >= volume && parts_volume(&h) <= volume);
		double solid = parts_inside_volume(&job.bodies[0], cell.low, cell.high);
		assert_true(solid >= volume * (1 - 1e-12) && solid <= volume * (1 + 1e-12));
		hull_free(&quiet, &h);
		cook_free(&quiet, points.at, points.capacity, sizeof *points.at);
	}
	parts_bodies_free(&job);
}

static void very_many_components_are_contained(void **state)
{
	(void)state;
	uint32_t count = trials_size(100000, 4000);
	float(*vertices)[3] = malloc((size_t)count * 3 * sizeof *vertices);
	uint32_t(*triangles)[3] = malloc((size_t)count * sizeof *triangles);
	shape_random random = {0xc0de};
	assert_true(vertices && triangles);
	for (uint32_t i = 0; i < count; ++i)
	{
		float at[3];
		for (int k = 0; k < 3; ++k)
			at[k] = coordinate(&random);
		for (uint32_t j = 0; j < 3; ++j)
		{
			for (int k = 0; k < 3; ++k)
				vertices[3 * i + j][k] = at[k];
			vertices[3 * i + j][j] += 0x1p-7f;
			triangles[i][j] = 3 * i + j;
		}
	}
	const parts_art art = {(const float(*)[3])vertices, (const uint32_t(*)[3])triangles, 3 * count, count};
	const parts_options options = {.error = 0.01, .most = 32, .quality = KILNCOOK_PARTS_FAST};
	parts_set set = {0};
	assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &set), KILNCOOK_OK);
	assert_true(set.count > 1 && set.count <= 32);
	// Each vertex is in some part.
	uint32_t outside = 0;
	for (uint32_t i = 0; i < 3 * count; i += 97)
	{
		bool in = false;
		for (uint32_t p = 0; p < set.count && !in; ++p)
		{
			const convex_hull *h = &set.hulls[p];
			in = h->dimension == 3;
			for (uint32_t f = 0; f < h->face_count && in; ++f)
			{
				double c[4][3];
				for (uint32_t k = 0; k < 12; ++k)
					c[k / 3][k % 3] =
						(double)(k < 9 ? h->vertices[h->origins[h->face_first[f] + k / 3]] : vertices[i])[k % 3];
				in = exact_orient3d(c[0], c[1], c[2], c[3]) <= 0;
			}
		}
		outside += !in;
	}
	assert_int_equal(outside, 0);
	parts_free(&quiet, &set);
	free(vertices);
	free(triangles);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clip_contains_the_triangle_in_the_box),
		cmocka_unit_test(parts_of_a_cube_have_the_corners_inside),
		cmocka_unit_test(very_many_components_are_contained),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
