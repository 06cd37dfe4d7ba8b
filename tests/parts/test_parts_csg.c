// SPDX-License-Identifier: MIT
// Solids that are unions of boxes, prisms and wedges, of which the fewest convex parts are known: they come back, also turned and sheared.

#include "parts_check.h"

#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

/// A polygon whose prism has a known least number of convex parts: one more than the cuts that its reflex corners need.
typedef struct outline
{
	uint32_t count;
	double at[12][2];
	uint32_t cuts[10][3]; ///< triangles that fill it
	uint32_t parts;
} outline;

static const outline outlines[] = {
	// An L.
	{6, {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}, 2},
	// A T: one cut across both reflex corners.
	{8, {{0, 0}, {3, 0}, {3, 1}, {2, 1}, {2, 3}, {1, 3}, {1, 1}, {0, 1}},
		{{0, 1, 7}, {1, 2, 3}, {1, 3, 6}, {1, 6, 7}, {3, 4, 5}, {3, 5, 6}}, 2},
	// A Z: one cut across both reflex corners, whose faces are on either side of its plane.
	{8, {{1, 0}, {3, 0}, {3, 1}, {2, 1}, {2, 2}, {0, 2}, {0, 1}, {1, 1}},
		{{0, 1, 2}, {0, 2, 3}, {0, 3, 7}, {3, 4, 5}, {3, 5, 7}, {5, 6, 7}}, 2},
	// A U: two reflex corners that no plane has both but the one along the floor, which leaves the floor and two legs; two cuts suffice.
	{8, {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
		{{0, 1, 4}, {0, 4, 5}, {0, 5, 7}, {5, 6, 7}, {1, 2, 3}, {1, 3, 4}}, 3},
	// A plus.
	{12, {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}},
		{{0, 1, 2}, {0, 2, 11}, {2, 3, 4}, {2, 4, 5}, {2, 5, 8}, {2, 8, 11}, {5, 6, 7}, {5, 7, 8}, {8, 9, 10},
			{8, 10, 11}},
		3},
	// A chevron: two limbs at an angle.
	{6, {{0, 0}, {1, 0}, {2, 2}, {1, 4}, {0, 4}, {1, 2}}, {{0, 1, 5}, {1, 2, 5}, {2, 3, 5}, {3, 4, 5}}, 2},
	// A box with a ramp that ends below its top.
	{6, {{0, 0}, {4, 0}, {1, 1.5}, {1, 2}, {0, 2}, {0, 1}}, {{0, 1, 5}, {1, 2, 5}, {2, 3, 4}, {2, 4, 5}}, 2},
};

/// The outlines along the axes come first.
#define RIGHT 5
#define OUTLINES ((uint32_t)(sizeof outlines / sizeof *outlines))

/// A random rotation.
static void random_turn(shape_random *random, double m[3][3])
{
	double q[4], size = 0;
	for (int k = 0; k < 4; ++k)
	{
		q[k] = 2 * shape_share(random) - 1;
		size += q[k] * q[k];
	}
	for (int k = 0; k < 4; ++k)
		q[k] /= sqrt(size);
	for (int k = 0; k < 3; ++k)
	{
		const int n = (k + 1) % 3, o = (k + 2) % 3;
		m[k][k] = 1 - 2 * (q[n] * q[n] + q[o] * q[o]);
		m[k][n] = 2 * (q[k] * q[n] - q[o] * q[3]);
		m[k][o] = 2 * (q[k] * q[o] + q[n] * q[3]);
	}
}

static void map(parts_surface *s, double m[3][3], const double t[3])
{
	for (uint32_t i = 0; i < s->vertex_count; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = m[k][0] * (double)s->vertices[i][0] + m[k][1] * (double)s->vertices[i][1] +
				   m[k][2] * (double)s->vertices[i][2] + t[k];
		for (int k = 0; k < 3; ++k)
			s->vertices[i][k] = (float)p[k];
	}
}

static parts_set build(const parts_surface *s, double error, kilncook_parts_quality quality)
{
	parts_set set = {0};
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = error, .most = 8, .quality = quality};
	assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &set), KILNCOOK_OK);
	return set;
}

/// Fails the test unless the set has this many parts, contains everything, and adds no more than rounding.
static void assert_best(const parts_surface *s, const parts_set *set, uint32_t parts, double rounding)
{
	double low[3] = {0}, high[3] = {0};
	for (uint32_t i = 0; i < 3 * s->vertex_count; ++i)
	{
		const double x = (double)s->vertices[i / 3][i % 3];
		low[i % 3] = i < 3 || x < low[i % 3] ? x : low[i % 3];
		high[i % 3] = i < 3 || x > high[i % 3] ? x : high[i % 3];
	}
	assert_int_equal(set->count, parts);
	assert_true(fabs(set->counts.volume - set->counts.art) <= rounding * set->counts.art);
	assert_true(set->counts.error <= 0.02);
	parts_check_covered(s, set, 3);
	parts_check_filled(s, set, low, high);
	// The winding number of the check has no answer for points level with edges, as those between boxes along the axes.
	if (rounding > 0)
		parts_check_near(s, set, true);
}

static void planarly_cut_art_comes_back_along_the_axes(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < RIGHT; ++i)
		for (kilncook_parts_quality quality = 0; quality < KILNCOOK_PARTS_QUALITY_END; ++quality)
		{
			parts_surface *s = parts_surface_new();
			parts_surface_prism(s, outlines[i].at, outlines[i].count, outlines[i].cuts);
			parts_set set = build(s, 0.02, quality);
			assert_best(s, &set, outlines[i].parts, 0);
			for (uint32_t k = 0; k < set.count; ++k)
				assert_int_equal(set.hulls[k].vertex_count, 8);
			parts_free(&quiet, &set);
			free(s);
		}
}

static void planarly_cut_art_comes_back_turned(void **state)
{
	(void)state;
	shape_random random = {0xc56};
	for (uint32_t trial = 0; trial < 2 * OUTLINES; ++trial)
	{
		const outline *o = &outlines[trial % OUTLINES];
		double m[3][3], t[3];
		parts_surface *s = parts_surface_new();
		parts_surface_prism(s, o->at, o->count, o->cuts);
		random_turn(&random, m);
		for (int k = 0; k < 3; ++k)
			t[k] = 4 * shape_share(&random);
		map(s, m, t);
		parts_set set = build(s, 0.02, trial < OUTLINES ? KILNCOOK_PARTS_GOOD : KILNCOOK_PARTS_FAST);
		assert_best(s, &set, o->parts, 2e-5);
		// Those of a box, and vertices of the art within its faces.
		for (uint32_t k = 0; k < set.count; ++k)
			assert_true(set.hulls[k].vertex_count <= 16);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void planarly_cut_art_comes_back_sheared(void **state)
{
	(void)state;
	shape_random random = {0x5ea8};
	for (uint32_t trial = 0; trial < OUTLINES; ++trial)
	{
		const outline *o = &outlines[trial % OUTLINES];
		double turned[3][3], shear[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, m[3][3];
		parts_surface *s = parts_surface_new();
		parts_surface_prism(s, o->at, o->count, o->cuts);
		random_turn(&random, turned);
		shear[0][1] = 0.5 * shape_share(&random);
		shear[0][2] = 0.5 * shape_share(&random);
		shear[1][1] = 0.5 + shape_share(&random);
		for (int k = 0; k < 9; ++k)
			m[k / 3][k % 3] = turned[k / 3][0] * shear[0][k % 3] + turned[k / 3][1] * shear[1][k % 3] +
							  turned[k / 3][2] * shear[2][k % 3];
		map(s, m, (const double[3]){0, 0, 0});
		parts_set set = build(s, 0.02, trial == 0 ? KILNCOOK_PARTS_BEST : KILNCOOK_PARTS_FAST);
		assert_best(s, &set, o->parts, 2e-5);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void each_component_has_frames_of_its_own(void **state)
{
	(void)state;
	shape_random random = {0xc03};
	parts_surface *s = parts_surface_new();
	uint32_t parts = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		double m[3][3];
		const double t[3] = {5.0 * i, 0, 0};
		parts_surface *one = parts_surface_new();
		parts_surface_prism(one, outlines[i].at, outlines[i].count, outlines[i].cuts);
		random_turn(&random, m);
		map(one, m, t);
		for (uint32_t k = 0; k < one->triangle_count; ++k)
			parts_surface_triangle(s, s->vertex_count + one->triangles[k][0], s->vertex_count + one->triangles[k][1],
				s->vertex_count + one->triangles[k][2]);
		memcpy(s->vertices + s->vertex_count, one->vertices, one->vertex_count * sizeof *s->vertices);
		s->vertex_count += one->vertex_count;
		parts += outlines[i].parts;
		free(one);
	}
	parts_set set = build(s, 0.02, KILNCOOK_PARTS_GOOD);
	assert_best(s, &set, parts, 2e-5);
	parts_free(&quiet, &set);
	free(s);
}

static void curved_and_open_art_has_no_frames(void **state)
{
	(void)state;
	for (uint32_t trial = 0; trial < 3; ++trial)
	{
		double m[3][3];
		shape_random random = {0xc0f};
		parts_surface *s = parts_surface_new();
		if (trial == 0)
			parts_surface_torus(s, 24, 12);
		else
			parts_surface_prism(s, outlines[0].at, outlines[0].count, outlines[0].cuts);
		random_turn(&random, m);
		map(s, m, (const double[3]){0, 0, 0});
		s->triangle_count -= trial == 1;
		const parts_art art = parts_surface_art(s);
		const parts_options options = {.error = 0.02, .most = 8};
		parts_job job = {.context = &quiet, .art = &art, .options = &options};
		parts_frame frames[PARTS_FRAMES_MOST];
		uint32_t count;
		assert_int_equal(parts_bodies_begin(&job), KILNCOOK_OK);
		assert_true(parts_frames(&quiet, &job.bodies[0], frames, &count));
		assert_int_equal(count, trial == 2 ? 1 : 0);
		parts_bodies_free(&job);
		free(s);
	}
}

static void ends_without_memory_and_when_cancelled(void **state)
{
	(void)state;
	double m[3][3];
	shape_random random = {0x3e3};
	parts_surface *s = parts_surface_new();
	parts_surface_prism(s, outlines[0].at, outlines[0].count, outlines[0].cuts);
	random_turn(&random, m);
	map(s, m, (const double[3]){0, 0, 0});
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = 0.03, .most = 2, .quality = KILNCOOK_PARTS_FAST};
	parts_check_ends(&art, &options, &(parts_check_failures){.spread = TRIALS_SLOW ? 30 : 120});
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planarly_cut_art_comes_back_along_the_axes),
		cmocka_unit_test(planarly_cut_art_comes_back_turned),
		cmocka_unit_test(planarly_cut_art_comes_back_sheared),
		cmocka_unit_test(each_component_has_frames_of_its_own),
		cmocka_unit_test(curved_and_open_art_has_no_frames),
		cmocka_unit_test(ends_without_memory_and_when_cancelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
