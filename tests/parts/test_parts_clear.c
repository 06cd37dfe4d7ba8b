// SPDX-License-Identifier: MIT
// The space that convex parts leave to a ball: that it holds every centre that a grid of brute-force distances reaches, that parts are as far from these centres
// as is said, and that doors stay open where the error alone would close them.

#include "parts_check.h"

#include "memory.h"
#include "support/clean_memory.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

#define GRID 26

static double length(const double a[3])
{
	return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static double segment_distance(const double p[3], const double a[3], const double b[3])
{
	double ab = 0, ap = 0, d[3];
	for (int k = 0; k < 3; ++k)
	{
		ab += (b[k] - a[k]) * (b[k] - a[k]);
		ap += (p[k] - a[k]) * (b[k] - a[k]);
	}
	double t = ab > 0 ? ap / ab : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	for (int k = 0; k < 3; ++k)
		d[k] = p[k] - a[k] - t * (b[k] - a[k]);
	return length(d);
}

/// The distance of a point from a triangle: its plane where the foot of the point is on the inner side of all edges, else the nearest edge.
static double triangle_distance(const double p[3], double c[3][3])
{
	double u[3], v[3], n[3], best = HUGE_VAL, height = 0;
	for (int k = 0; k < 3; ++k)
	{
		u[k] = c[1][k] - c[0][k];
		v[k] = c[2][k] - c[0][k];
	}
	for (int k = 0; k < 3; ++k)
		n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
	bool within = length(n) > 0;
	for (int i = 0; i < 3; ++i)
	{
		const double *a = c[i], *b = c[(i + 1) % 3];
		double side = 0, edge = segment_distance(p, a, b);
		for (int k = 0; k < 3; ++k)
		{
			int l = (k + 1) % 3, m = (k + 2) % 3;
			side += n[k] * ((b[l] - a[l]) * (p[m] - a[m]) - (b[m] - a[m]) * (p[l] - a[l]));
		}
		within &= side >= 0;
		best = edge < best ? edge : best;
	}
	for (int k = 0; k < 3; ++k)
		height += n[k] * (p[k] - c[0][k]);
	return within ? fabs(height) / length(n) : best;
}

static double art_distance(const parts_surface *s, const double p[3])
{
	double best = HUGE_VAL;
	for (uint32_t i = 0; i < s->triangle_count; ++i)
	{
		double c[3][3];
		for (int k = 0; k < 9; ++k)
			c[k / 3][k % 3] = (double)s->vertices[s->triangles[i][k / 3]][k % 3];
		double d = triangle_distance(p, c);
		best = d < best ? d : best;
	}
	return best;
}

static double hull_distance(const convex_hull *h, const double p[3])
{
	convex_hull copy = *h;
	const parts_set one = {.hulls = &copy, .count = 1};
	double best = HUGE_VAL;
	if (parts_check_has(&one, p))
		return 0;
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1]; ++i)
		{
			const uint32_t corners[3] = {h->origins[h->face_first[f]], h->origins[i - 1], h->origins[i]};
			double c[3][3];
			for (int k = 0; k < 9; ++k)
				c[k / 3][k % 3] = (double)h->vertices[corners[k / 3]][k % 3];
			double d = triangle_distance(p, c);
			best = d < best ? d : best;
		}
	return best;
}

/// Points of a grid around the art that the ball surely reaches from a corner of the grid, in steps that are surely free.
typedef struct grid
{
	double at[GRID][GRID][GRID][3];
	bool free[GRID][GRID][GRID];
	bool reached[GRID][GRID][GRID];
} grid;

static grid *flood(const parts_surface *s, const double low[3], double step, double radius)
{
	grid *g = calloc(1, sizeof *g);
	for (int i = 0; i < GRID * GRID * GRID; ++i)
	{
		int x = i / GRID / GRID, y = i / GRID % GRID, z = i % GRID;
		double *p = g->at[x][y][z];
		p[0] = low[0] + x * step;
		p[1] = low[1] + y * step;
		p[2] = low[2] + z * step;
		// Each point up to half a step away is free, too.
		g->free[x][y][z] = art_distance(s, p) >= radius + step / 2;
	}
	assert_true(g->free[0][0][0]);
	g->reached[0][0][0] = true;
	for (bool more = true; more;)
	{
		more = false;
		for (int i = 0; i < GRID * GRID * GRID; ++i)
			for (int d = 0; d < 6; ++d)
			{
				int x = i / GRID / GRID, y = i / GRID % GRID, z = i % GRID;
				int to[3] = {x, y, z};
				to[d / 2] += d % 2 ? 1 : -1;
				if (to[d / 2] < 0 || to[d / 2] >= GRID || !g->reached[x][y][z])
					continue;
				bool *reached = &g->reached[to[0]][to[1]][to[2]];
				if (g->free[to[0]][to[1]][to[2]] && !*reached)
					*reached = more = true;
			}
	}
	return g;
}

/// Fails the test where a reached centre is nearer to a part than is said. Returns the number of centres reached inside of the box.
static uint32_t check(const grid *g, const parts_set *set, double radius)
{
	uint32_t count = 0;
	for (int i = 0; i < GRID * GRID * GRID; ++i)
	{
		int x = i / GRID / GRID, y = i / GRID % GRID, z = i % GRID;
		if (!g->reached[x][y][z])
			continue;
		++count;
		for (uint32_t p = 0; p < set->count; ++p)
			assert_true(hull_distance(&set->hulls[p], g->at[x][y][z]) >= radius - set->depths[p] - 1e-9);
	}
	return count;
}

static parts_set build(const parts_surface *s, const parts_options *options)
{
	parts_set set = {0};
	const parts_art art = parts_surface_art(s);
	assert_int_equal(parts_build(&quiet, &art, options, NULL, NULL, &set), KILNCOOK_OK);
	return set;
}

static void parts_are_as_far_from_reached_centres_as_is_said(void **state)
{
	(void)state;
	shape_random random = {0xc1ea};
	for (uint32_t trial = 0; trial < (TRIALS_SLOW ? 3 : 6); ++trial)
	{
		parts_surface *s = parts_surface_new();
		for (uint32_t i = 0; i < 8; ++i)
		{
			double low[3], high[3];
			for (int k = 0; k < 3; ++k)
				low[k] = parts_surface_on_grid(shape_share(&random) * 1.5);
			for (int k = 0; k < 3; ++k)
				high[k] = low[k] + parts_surface_on_grid(0.1 + 0.5 * shape_share(&random));
			parts_surface_box(s, low, high);
		}
		if (trial % 3 == 0)
			parts_surface_soup(s, &random, 6, 1);
		double radius = 0.15 + 0.1 * shape_share(&random);
		const parts_options options = {.error = 2, .most = trial % 4 ? 64 : 3, .quality = trial % 3, .clear = radius};
		parts_set set = build(s, &options);
		grid *g = flood(s, (const double[3]){-0.6, -0.6, -0.6}, 3.2 / (GRID - 1), radius);
		assert_true(check(g, &set, radius) > GRID);
		assert_true(set.counts.depth <= radius && set.counts.clear >= radius && set.counts.clear_cubes > 8);
		// Boxes that are left as they are do not enter the space: only too few parts do.
		if (trial % 4)
			assert_true(set.counts.depth <= CLEARANCE_SHARE * radius);
		parts_check_covered(s, &set, 3);
		parts_free(&quiet, &set);
		free(g);
		free(s);
	}
}

/// A wall of 4 x 3 with a door of 1 x 2 in the middle.
static void add_wall_with_door(parts_surface *s)
{
	parts_surface_box(s, (const double[3]){0, 0, 0}, (const double[3]){1.5, 0.25, 3});
	parts_surface_box(s, (const double[3]){2.5, 0, 0}, (const double[3]){4, 0.25, 3});
	parts_surface_box(s, (const double[3]){1.5, 0, 2}, (const double[3]){2.5, 0.25, 3});
}

static void door_stays_open_where_the_error_closes_it(void **state)
{
	(void)state;
	const double middle[3] = {2, 0.125, 1};
	parts_surface *s = parts_surface_new();
	add_wall_with_door(s);
	parts_options options = {.error = 1, .most = 16};
	parts_set set = build(s, &options);
	assert_int_equal(set.count, 1);
	assert_true(parts_check_has(&set, middle));
	assert_true(set.depths[0] <= 0);
	parts_free(&quiet, &set);
	options.clear = 0.4;
	set = build(s, &options);
	assert_int_equal(set.count, 3);
	for (uint32_t i = 0; i < set.count; ++i)
		assert_true(hull_distance(&set.hulls[i], middle) >= 0.75 * 0.4);
	parts_free(&quiet, &set);
	// A ball that is much larger than the door does not come into it.
	options.clear = 1.5;
	set = build(s, &options);
	assert_int_equal(set.count, 1);
	parts_free(&quiet, &set);
	free(s);
}

/// A room without openings: six walls.
static void add_room(parts_surface *s)
{
	for (int i = 0; i < 6; ++i)
	{
		double low[3] = {0, 0, 0}, high[3] = {3, 3, 3};
		if (i % 2)
			low[i / 2] = 2.75;
		else
			high[i / 2] = 0.25;
		parts_surface_box(s, low, high);
	}
}

static void closed_room_is_kept_only_from_inside(void **state)
{
	(void)state;
	const double inside[1][3] = {{1.5, 1.5, 1.5}};
	parts_surface *s = parts_surface_new();
	add_room(s);
	parts_options options = {.error = 4, .most = 16, .clear = 0.5};
	parts_set set = build(s, &options);
	assert_int_equal(set.count, 1);
	parts_free(&quiet, &set);
	options.clear_from = inside;
	options.clear_from_count = 1;
	set = build(s, &options);
	assert_int_equal(set.count, 6);
	assert_false(parts_check_has(&set, inside[0]));
	parts_free(&quiet, &set);
	// In a wall, the ball is nowhere; far away, it is outside.
	const double elsewhere[2][3] = {{0.125, 1.5, 1.5}, {-1e6, 0, 0}};
	for (uint32_t i = 0; i < 2; ++i)
	{
		options.clear_from = &elsewhere[i];
		set = build(s, &options);
		assert_int_equal(set.count, 1);
		parts_free(&quiet, &set);
	}
	free(s);
}

static void too_few_parts_enter_as_deep_as_is_said(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	add_wall_with_door(s);
	const parts_options options = {.error = 1, .most = 1, .clear = 0.4};
	parts_set set = build(s, &options);
	assert_int_equal(set.count, 1);
	assert_true(set.counts.depth >= 0.4 && set.counts.depth <= 0.4);
	parts_free(&quiet, &set);
	free(s);
}

static void tiny_ball_is_refused(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	add_room(s);
	const parts_art art = parts_surface_art(s);
	// The first takes the most work before its refusal.
	static const double radii[] = {0.004, 1e-6, 1e-300};
	for (uint32_t i = TRIALS_SLOW ? 1 : 0; i < 3; ++i)
	{
		counted_memory memory;
		kilncook_context context = counted_context(&memory);
		const parts_options options = {.error = 1, .most = 4, .clear = radii[i]};
		parts_set set = {0};
		assert_int_equal(parts_build(&context, &art, &options, NULL, NULL, &set), KILNCOOK_REFUSED);
		assert_string_equal(memory.last_code, "parts-clear-work");
		assert_int_equal(memory.live, 0);
	}
	free(s);
}

static void ends_without_memory_and_when_cancelled(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	add_wall_with_door(s);
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = 1, .most = 4, .clear = 1};
	parts_check_ends(&art, &options, &(parts_check_failures){.spread = TRIALS_SLOW ? 30 : 120});
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_are_as_far_from_reached_centres_as_is_said),
		cmocka_unit_test(door_stays_open_where_the_error_closes_it),
		cmocka_unit_test(closed_room_is_kept_only_from_inside),
		cmocka_unit_test(too_few_parts_enter_as_deep_as_is_said),
		cmocka_unit_test(tiny_ball_is_refused),
		cmocka_unit_test(ends_without_memory_and_when_cancelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
