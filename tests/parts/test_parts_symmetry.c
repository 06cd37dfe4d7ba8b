// SPDX-License-Identifier: MIT
// Symmetric art gives symmetric parts: balls with bumps that are mirrored across one, two and three planes, by comparing every corner of
// every part with those of the mirror images; and art that is symmetric only nearly.

#include "parts_check.h"

#include "memory.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

/// Adds the vertex, or finds that on a plane of symmetry.
static uint32_t shared_vertex(parts_surface *s, const double at[3])
{
	for (uint32_t i = 0; i < s->vertex_count; ++i)
		if ((double)s->vertices[i][0] == at[0] && (double)s->vertices[i][1] == at[1] &&
			(double)s->vertices[i][2] == at[2])
			return i;
	return parts_surface_vertex(s, at[0], at[1], at[2]);
}

/// Adds an eighth of a ball with bumps of a height on a grid. `signs`: bits of the axes along which it is mirrored.
static void add_eighth(parts_surface *s, uint32_t steps, uint32_t seed, uint32_t signs)
{
	uint32_t rows[2][64];
	shape_random random = {seed};
	for (uint32_t i = 0; i <= steps; ++i)
	{
		for (uint32_t j = 0; i + j <= steps; ++j)
		{
			const double radius = 0.5 + shape_share(&random);
			double at[3] = {(double)i / steps, (double)j / steps, (double)(steps - i - j) / steps};
			for (int k = 0; k < 3; ++k)
				at[k] = parts_surface_on_grid(at[k] * radius) * (signs >> k & 1 ? -1 : 1) + 0.0;
			rows[1][j] = shared_vertex(s, at);
		}
		const bool turned = (signs & 1) ^ (signs >> 1 & 1) ^ (signs >> 2 & 1);
		for (uint32_t j = 0; i > 0 && i + j <= steps; ++j)
		{
			const uint32_t a = rows[0][j], b = rows[0][j + 1], c = rows[1][j];
			parts_surface_triangle(s, a, turned ? b : c, turned ? c : b);
			if (i + j < steps)
				parts_surface_triangle(s, b, turned ? rows[1][j + 1] : c, turned ? c : rows[1][j + 1]);
		}
		memcpy(rows[0], rows[1], sizeof rows[0]);
	}
}

/// A closed ball with bumps that is symmetric across `planes` planes: x, then y, then z.
static parts_surface *bumpy(uint32_t steps, uint32_t seed, uint32_t planes)
{
	parts_surface *s = parts_surface_new();
	for (uint32_t signs = 0; signs < 8; ++signs)
		add_eighth(s, steps, seed, signs);
	for (uint32_t i = 0; i < s->vertex_count; ++i)
		for (uint32_t k = planes; k < 3; ++k)
			if (s->vertices[i][k] < 0)
				s->vertices[i][k] *= 1.5f;
	return s;
}

static parts_set build(const parts_surface *s, uint32_t most, double clear, kilncook_parts_quality quality)
{
	parts_set set = {0};
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = 0.05, .most = most, .quality = quality, .clear = clear};
	assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &set), KILNCOOK_OK);
	assert_true(set.count >= 1 && set.count <= most);
	return set;
}

/// Whether each corner of a hull is the image of a corner of another one, in every bit.
static bool is_image(const convex_hull *h, const convex_hull *image, int axis, double sum)
{
	bool all = h->vertex_count == image->vertex_count;
	for (uint32_t i = 0; i < h->vertex_count && all; ++i)
	{
		bool some = false;
		for (uint32_t v = 0; v < image->vertex_count && !some; ++v)
		{
			some = true;
			for (int k = 0; k < 3; ++k)
			{
				const double x = (double)h->vertices[i][k], y = (double)image->vertices[v][k];
				some &= (k == axis ? sum - x : x) == y;
			}
		}
		all = some;
	}
	return all;
}

/// Whether the box and the volume of a hull are those of the image of another one, within a tolerance.
static bool is_nearly_image(const convex_hull *h, const convex_hull *image, int axis, double sum, double tolerance)
{
	bool same = fabs(parts_volume(h) - parts_volume(image)) <= tolerance;
	for (int k = 0; k < 3; ++k)
	{
		double ends[2][2] = {{1e9, -1e9}, {1e9, -1e9}};
		for (uint32_t i = 0; i < h->vertex_count + image->vertex_count; ++i)
		{
			const bool first = i < h->vertex_count;
			const double x = (double)(first ? h->vertices[i] : image->vertices[i - h->vertex_count])[k];
			const double at = first && k == axis ? sum - x : x;
			ends[first][0] = fmin(ends[first][0], at);
			ends[first][1] = fmax(ends[first][1], at);
		}
		same &= fabs(ends[0][0] - ends[1][0]) <= tolerance && fabs(ends[0][1] - ends[1][1]) <= tolerance;
	}
	return same;
}

static bool is_symmetric(const parts_set *set, int axis, double sum, double tolerance)
{
	bool all = true;
	for (uint32_t i = 0; i < set->count && all; ++i)
	{
		bool some = false;
		for (uint32_t v = 0; v < set->count && !some; ++v)
			some = tolerance > 0 ? is_nearly_image(&set->hulls[i], &set->hulls[v], axis, sum, tolerance)
								 : is_image(&set->hulls[i], &set->hulls[v], axis, sum);
		all = some;
	}
	return all;
}

static void check_guarantees(const parts_surface *s, const parts_set *set)
{
	parts_check_covered(s, set, 3);
	parts_check_filled(s, set, (const double[3]){-0.7, -0.7, -0.7}, (const double[3]){0.7, 0.7, 0.7});
	parts_check_near(s, set, true);
}

static void mirrored_art_gives_mirrored_parts(void **state)
{
	(void)state;
	uint32_t symmetric = 0;
	for (uint32_t planes = 1; planes <= 3; ++planes)
	{
		parts_surface *s = bumpy(5, planes, planes);
		for (uint32_t most = 6; most <= (planes == 3 || !TRIALS_SLOW ? 54 : 18); most *= 3)
		{
			parts_set set = build(s, most, 0, planes % 2 ? KILNCOOK_PARTS_GOOD : KILNCOOK_PARTS_FAST);
			assert_int_equal(set.counts.art_mirrors, (1u << planes) - 1);
			for (uint32_t k = 0; k < 3; ++k)
				assert_int_equal(set.counts.mirrors >> k & 1, k < planes && is_symmetric(&set, (int)k, 0, 0));
			symmetric += set.counts.mirrors == set.counts.art_mirrors;
			check_guarantees(s, &set);
			parts_free(&quiet, &set);
		}
		free(s);
	}
	// Symmetry may cost more than is allowed, of few parts above all.
	assert_true(symmetric >= 6);
}

static void turned_and_moved_art_gives_mirrored_parts(void **state)
{
	(void)state;
	for (int turn = 1; turn <= 2; ++turn)
	{
		parts_surface *s = bumpy(5, 1, 2);
		const double to[3] = {turn == 1 ? 0 : 8, turn == 1 ? 0 : -32, turn == 1 ? 0 : 4};
		for (uint32_t i = 0; i < s->vertex_count; ++i)
		{
			float p[3];
			memcpy(p, s->vertices[i], sizeof p);
			for (int k = 0; k < 3; ++k)
				s->vertices[i][k] = (float)((double)p[(k + turn) % 3] + to[k]);
		}
		parts_set set = build(s, 18, 0, KILNCOOK_PARTS_GOOD);
		for (int k = 0; k < 3; ++k)
		{
			const bool mirrored = (k + turn) % 3 != 2;
			assert_int_equal(set.counts.art_mirrors >> k & 1, mirrored);
			// Far from the origin, points where edges cross planes are rounded otherwise than their images.
			if (mirrored)
				assert_true(is_symmetric(&set, k, 2 * to[k], turn == 1 ? 0 : 0x1p-15));
		}
		parts_check_covered(s, &set, 3);
		parts_check_near(s, &set, true);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void nearly_symmetric_art_is_not_symmetric(void **state)
{
	(void)state;
	for (uint32_t vertex = 0; vertex < 12; ++vertex)
	{
		parts_surface *s = bumpy(3, 1, 3);
		// Not on a plane of symmetry, where the vertex and its image are one.
		uint32_t moved = 7 * vertex % s->vertex_count;
		while (s->vertices[moved][0] == 0 || s->vertices[moved][1] == 0 || s->vertices[moved][2] == 0)
			moved = (moved + 1) % s->vertex_count;
		for (int k = 0; k < 3; ++k)
			s->vertices[moved][k] *= 1 - 0x1p-20f;
		parts_set set = build(s, 12, 0, KILNCOOK_PARTS_FAST);
		assert_int_equal(set.counts.art_mirrors, 0);
		assert_int_equal(set.counts.mirrors, 0);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void diagonals_of_flat_faces_do_not_matter(void **state)
{
	(void)state;
	// A T, whose triangles are no mirror images.
	static const double tee[8][2] = {{-1, 0}, {1, 0}, {1, 2}, {3, 2}, {3, 3}, {-3, 3}, {-3, 2}, {-1, 2}};
	static const uint32_t cuts[6][3] = {{0, 1, 2}, {0, 2, 7}, {2, 3, 4}, {2, 4, 7}, {4, 5, 7}, {5, 6, 7}};
	parts_surface *s = parts_surface_new();
	parts_surface_prism(s, tee, 8, cuts);
	parts_set set = build(s, 16, 0, KILNCOOK_PARTS_GOOD);
	assert_int_equal(set.count, 2);
	assert_int_equal(set.counts.art_mirrors & 1, 1);
	assert_int_equal(set.counts.mirrors, set.counts.art_mirrors);
	assert_true(is_symmetric(&set, 0, 0, 0));
	parts_free(&quiet, &set);
	free(s);
}

static void open_art_and_components_give_mirrored_parts(void **state)
{
	(void)state;
	shape_random random = {0x5111};
	uint32_t symmetric = 0;
	for (uint32_t trial = 0; trial < 12; ++trial)
	{
		parts_surface *s = parts_surface_new();
		if (trial % 2)
			parts_surface_soup(s, &random, 12, 1);
		for (uint32_t i = 0; i < 3 && trial % 2 == 0; ++i)
		{
			double low[3], high[3];
			for (int k = 0; k < 3; ++k)
				low[k] = parts_surface_on_grid(shape_share(&random));
			for (int k = 0; k < 3; ++k)
				high[k] = low[k] + parts_surface_on_grid(0.1 + shape_share(&random));
			parts_surface_box(s, low, high);
		}
		const uint32_t vertices = s->vertex_count, triangles = s->triangle_count;
		for (uint32_t i = 0; i < vertices; ++i)
			parts_surface_vertex(
				s, 1 - (double)s->vertices[i][0], (double)s->vertices[i][1], (double)s->vertices[i][2]);
		for (uint32_t i = 0; i < triangles; ++i)
			parts_surface_triangle(
				s, s->triangles[i][0] + vertices, s->triangles[i][2] + vertices, s->triangles[i][1] + vertices);
		parts_set set = build(s, 24, 0, trial % 3);
		assert_int_equal(set.counts.art_mirrors & 1, 1);
		// The middle is 1/2, so that images of rounded points may be rounded otherwise.
		symmetric += is_symmetric(&set, 0, 1, 0x1p-20);
		parts_check_covered(s, &set, 4);
		parts_check_near(s, &set, trial % 2 == 0);
		parts_free(&quiet, &set);
		free(s);
	}
	assert_true(symmetric >= 10);
}

static void symmetric_parts_stay_out_of_the_space_of_a_ball(void **state)
{
	(void)state;
	for (uint32_t planes = 2; planes <= 3; ++planes)
	{
		parts_surface *s = bumpy(4, 2, planes);
		parts_set set = build(s, 48, 0.3, KILNCOOK_PARTS_FAST);
		assert_int_equal(set.counts.art_mirrors, (1u << planes) - 1);
		assert_true(set.counts.depth <= 0.25 * 0.3);
		check_guarantees(s, &set);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void ends_without_memory_and_when_cancelled(void **state)
{
	(void)state;
	parts_surface *s = bumpy(3, 1, 2);
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = 0.05, .most = 6, .quality = KILNCOOK_PARTS_FAST};
	parts_set set = {0};
	assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &set), KILNCOOK_OK);
	assert_int_equal(set.counts.mirrors, 3);
	parts_free(&quiet, &set);
	// Of thousands of allocations, some from the start, and all of the end, where symmetry is searched.
	parts_check_ends(
		&art, &options, &(parts_check_failures){.spread = TRIALS_SLOW ? 30 : 120, .last = TRIALS_SLOW ? 15 : 60});
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mirrored_art_gives_mirrored_parts),
		cmocka_unit_test(turned_and_moved_art_gives_mirrored_parts),
		cmocka_unit_test(nearly_symmetric_art_is_not_symmetric),
		cmocka_unit_test(diagonals_of_flat_faces_do_not_matter),
		cmocka_unit_test(open_art_and_components_give_mirrored_parts),
		cmocka_unit_test(symmetric_parts_stay_out_of_the_space_of_a_ball),
		cmocka_unit_test(ends_without_memory_and_when_cancelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
