// SPDX-License-Identifier: MIT
// The mass of a union of hulls: against cells counted one by one, grids of points, single hulls, and the same union in another order.

#include "parts/parts.h"

#include "clean/clean_shapes.h"
#include "memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

#define CELLS 8
#define BOXES 6

static void build(const float (*points)[3], uint32_t count, convex_hull *h)
{
	const hull_points cloud = {&points[0][0], 0, count};
	assert_int_equal(hull_build(&quiet, &cloud, h), KILNCOOK_OK);
}

/// The corners of a box in whole numbers, mapped by p' = m p + t, which is exact for small whole numbers.
static void build_box(const int low[3], const int high[3], float m[3][3], const float t[3], convex_hull *h)
{
	float points[8][3];
	for (int i = 0; i < 8; ++i)
	{
		const int c[3] = {i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]};
		for (int k = 0; k < 3; ++k)
			points[i][k] = m[k][0] * (float)c[0] + m[k][1] * (float)c[1] + m[k][2] * (float)c[2] + t[k];
	}
	build((const float(*)[3])points, 8, h);
}

static void free_hulls(convex_hull *hulls, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		hull_free(&quiet, &hulls[i]);
}

static mass_properties union_of(const convex_hull *hulls, uint32_t count)
{
	mass_properties mass;
	bool whole = false;
	assert_int_equal(parts_union_mass(&quiet, hulls, count, &mass, &whole), KILNCOOK_OK);
	assert_true(whole);
	return mass;
}

/// Within a share of the largest number of each kind; centres within a share of `size`.
static void assert_mass(const mass_properties *a, const mass_properties *b, double share, double size)
{
	double largest = 0;
	assert_int_equal(a->closed, b->closed);
	assert_true(fabs(a->volume - b->volume) <= share * fabs(b->volume));
	for (int k = 0; k < 6; ++k)
		largest = fabs(b->inertia[k]) > largest ? fabs(b->inertia[k]) : largest;
	for (int k = 0; k < 6; ++k)
		assert_true(fabs(a->inertia[k] - b->inertia[k]) <= share * largest);
	for (int k = 0; k < 3; ++k)
	{
		assert_true(fabs(a->center[k] - b->center[k]) <= share * size);
		assert_true(fabs(a->moments[k] - b->moments[k]) <= share * largest);
	}
}

/// The mass of cells, each a parallelepiped around its own centre: m applied to a cube.
static mass_properties mass_of_cells(bool cells[CELLS][CELLS][CELLS], float m[3][3], const float t[3])
{
	static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
	double count = 0, sum[3] = {0}, second[3][3] = {{0}}, turned[6];
	const double det = fabs((double)m[0][0] * ((double)m[1][1] * (double)m[2][2] - (double)m[1][2] * (double)m[2][1]) -
							(double)m[0][1] * ((double)m[1][0] * (double)m[2][2] - (double)m[1][2] * (double)m[2][0]) +
							(double)m[0][2] * ((double)m[1][0] * (double)m[2][1] - (double)m[1][1] * (double)m[2][0]));
	for (int i = 0; i < CELLS * CELLS * CELLS; ++i)
	{
		const int c[3] = {i % CELLS, i / CELLS % CELLS, i / CELLS / CELLS};
		if (!cells[c[0]][c[1]][c[2]])
			continue;
		++count;
		for (int a = 0; a < 3; ++a)
		{
			sum[a] += c[a] + 0.5;
			for (int b = 0; b < 3; ++b)
				second[a][b] += (c[a] + 0.5) * (c[b] + 0.5) + (a == b ? 1.0 / 12 : 0);
		}
	}
	mass_properties mass = {.closed = count > 0, .volume = count * det};
	for (int a = 0; a < 3; ++a)
		for (int b = 0; b < 3; ++b)
			second[a][b] -= sum[a] * sum[b] / count;
	for (int k = 0; k < 6; ++k)
	{
		turned[k] = 0;
		for (int a = 0; a < 3; ++a)
			for (int b = 0; b < 3; ++b)
				turned[k] += (double)m[pair[k][0]][a] * second[a][b] * (double)m[pair[k][1]][b] * det;
	}
	for (int k = 0; k < 3; ++k)
	{
		mass.center[k] = (double)t[k];
		for (int a = 0; a < 3; ++a)
			mass.center[k] += (double)m[k][a] * sum[a] / count;
	}
	const double inertia[6] = {
		turned[1] + turned[2], turned[0] + turned[2], turned[0] + turned[1], -turned[3], -turned[4], -turned[5]};
	memcpy(mass.inertia, inertia, sizeof inertia);
	return mass;
}

static void boxes_of_cells_have_the_mass_of_the_cells(void **state)
{
	(void)state;
	shape_random random = {0x0b0c5};
	static float maps[4][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{2, -1, 0}, {1, 2, 0}, {0, 0, 1}},
		{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}}, {{4, 1, 0}, {0, 0.0625f, 0.03125f}, {1, 0, 3}}};
	for (uint32_t trial = 0; trial < 200; ++trial)
	{
		static bool cells[CELLS][CELLS][CELLS];
		convex_hull hulls[BOXES];
		float(*m)[3] = maps[trial % 4];
		const float t[3] = {trial % 5 == 0 ? 1024.0f : 0, 0, trial % 5 == 1 ? -64.0f : 0};
		memset(cells, 0, sizeof cells);
		for (uint32_t i = 0; i < BOXES; ++i)
		{
			int low[3], high[3];
			for (int k = 0; k < 3; ++k)
			{
				low[k] = (int)shape_below(&random, CELLS);
				high[k] = low[k] + 1 + (int)shape_below(&random, (uint32_t)(CELLS - low[k]));
			}
			for (int x = low[0]; x < high[0]; ++x)
				for (int y = low[1]; y < high[1]; ++y)
					for (int z = low[2]; z < high[2]; ++z)
						cells[x][y][z] = true;
			build_box(low, high, m, t, &hulls[i]);
		}
		mass_properties found = union_of(hulls, BOXES), wanted = mass_of_cells(cells, m, t);
		memcpy(wanted.moments, found.moments, sizeof wanted.moments);
		assert_mass(&found, &wanted, 1e-9, 2048);
		double trace = found.moments[0] + found.moments[1] + found.moments[2];
		assert_true(fabs(trace - wanted.inertia[0] - wanted.inertia[1] - wanted.inertia[2]) <= 1e-9 * trace);
		free_hulls(hulls, BOXES);
	}
}

/// A hull of random points within `radius` of a random middle.
static void build_blob(shape_random *random, double spread, double radius, uint32_t count, convex_hull *h)
{
	float points[64][3], middle[3];
	for (int k = 0; k < 3; ++k)
		middle[k] = (float)(spread * (2 * shape_share(random) - 1));
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = middle[k] + (float)(radius * (2 * shape_share(random) - 1));
	build((const float(*)[3])points, count, h);
}

static bool has(const convex_hull *h, const double p[3])
{
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		const uint32_t *c = h->origins + h->face_first[f];
		double u[3], v[3], w[3];
		for (int k = 0; k < 3; ++k)
		{
			u[k] = (double)h->vertices[c[1]][k] - (double)h->vertices[c[0]][k];
			v[k] = (double)h->vertices[c[2]][k] - (double)h->vertices[c[0]][k];
			w[k] = p[k] - (double)h->vertices[c[0]][k];
		}
		if (w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
				w[2] * (u[0] * v[1] - u[1] * v[0]) >
			0)
			return false;
	}
	return true;
}

/// Counts points of a grid over -2 to 2: its volume differs by no more than the points that the surfaces pass.
static double grid_volume(const convex_hull *hulls, uint32_t count, int steps)
{
	double inside = 0;
	for (int i = 0; i < steps * steps * steps; ++i)
	{
		const int c[3] = {i % steps, i / steps % steps, i / steps / steps};
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = -2 + 4 * (c[k] + 0.5) / steps;
		bool any = false;
		for (uint32_t h = 0; h < count && !any; ++h)
			any = has(&hulls[h], p);
		inside += any;
	}
	return inside * (4.0 / steps) * (4.0 / steps) * (4.0 / steps);
}

static void random_hulls_agree_with_grids_and_with_any_order(void **state)
{
	(void)state;
	shape_random random = {0x91d5};
	for (uint32_t trial = 0; trial < 24; ++trial)
	{
		convex_hull hulls[7], turned[7];
		const uint32_t count = 2 + trial % 6;
		double sum = 0, largest = 0;
		for (uint32_t i = 0; i < count; ++i)
		{
			build_blob(&random, 1, 0.5 + 0.5 * shape_share(&random), 8 + 8 * (trial % 3), &hulls[i]);
			turned[count - 1 - i] = hulls[i];
			const double volume = mass_of_hull(&hulls[i]).volume;
			sum += volume;
			largest = volume > largest ? volume : largest;
		}
		const mass_properties mass = union_of(hulls, count), other = union_of(turned, count);
		assert_mass(&mass, &other, 1e-9, 2);
		assert_true(mass.volume <= sum * (1 + 1e-9) && mass.volume >= largest * (1 - 1e-9));
		assert_true(fabs(mass.volume - grid_volume(hulls, count, 48)) <= 0.04 * mass.volume);
		free_hulls(hulls, count);
	}
}

static void hulls_apart_add_up_and_copies_count_once(void **state)
{
	(void)state;
	shape_random random = {0xadd};
	convex_hull hulls[8];
	double sum = 0;
	for (uint32_t i = 0; i < 4; ++i)
	{
		float points[16][3];
		for (uint32_t k = 0; k < 16; ++k)
			for (uint32_t c = 0; c < 3; ++c)
				points[k][c] = (float)(shape_share(&random) + (c == 0 ? 2 * (double)i : 0));
		build((const float(*)[3])points, 16, &hulls[i]);
		hulls[4 + i] = hulls[i];
		sum += mass_of_hull(&hulls[i]).volume;
	}
	const mass_properties apart = union_of(hulls, 4), twice = union_of(hulls, 8);
	assert_true(fabs(apart.volume - sum) <= 1e-12 * sum);
	assert_mass(&twice, &apart, 1e-9, 8);
	const mass_properties one = union_of(hulls, 1), same = mass_of_hull(&hulls[0]);
	assert_mass(&one, &same, 1e-9, 1);
	free_hulls(hulls, 4);
}

static void scale_and_place_do_not_matter(void **state)
{
	(void)state;
	static float unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	static const float sizes[] = {0x1p-30f, 1, 0x1p30f};
	static const int low[2][3] = {{0, 0, 0}, {1, 1, 1}}, high[2][3] = {{2, 2, 2}, {3, 3, 3}};
	for (int i = 0; i < 3; ++i)
		for (int far = 0; far < 2; ++far)
		{
			convex_hull hulls[2];
			const float s = sizes[i], t[3] = {far ? s * 0x1p20f : 0, 0, far ? -s * 0x1p20f : 0};
			float m[3][3];
			for (int k = 0; k < 9; ++k)
				m[k / 3][k % 3] = s * unit[k / 3][k % 3];
			for (int k = 0; k < 2; ++k)
				build_box(low[k], high[k], m, t, &hulls[k]);
			const mass_properties mass = union_of(hulls, 2);
			const double size = (double)s, volume = 15 * size * size * size;
			assert_true(fabs(mass.volume - volume) <= 1e-12 * volume);
			// Two cubes of side 2 less the common cube of side 1, about the middle.
			const double about = (2 * 8 * (2.0 / 3 * 1 + 2 * 0.25) - 1.0 / 6) * size * size * size * size * size;
			assert_true(fabs(mass.inertia[0] - about) <= 1e-11 * about);
			assert_true(fabs(mass.center[0] - (double)t[0] - 1.5 * size) <= 1e-9 * (size + fabs((double)t[0])));
			free_hulls(hulls, 2);
		}
}

static void flat_hulls_have_no_mass(void **state)
{
	(void)state;
	static const float square[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
	static const float tetrahedron[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	convex_hull hulls[3];
	build(square, 4, &hulls[0]);
	build(tetrahedron, 4, &hulls[1]);
	build(square, 1, &hulls[2]);
	const mass_properties mass = union_of(hulls, 3);
	assert_true(mass.closed && fabs(mass.volume - 1.0 / 6) <= 1e-15);
	assert_false(union_of(hulls, 1).closed);
	assert_false(union_of(hulls, 0).closed);
	free_hulls(hulls, 3);
}

static void too_much_work_gives_the_sum(void **state)
{
	(void)state;
	enum
	{
		MANY = 160
	};
	static convex_hull hulls[MANY];
	shape_random random = {0x5a1};
	double sum = 0;
	for (uint32_t i = 0; i < MANY; ++i)
	{
		build_blob(&random, 0.25, 1, 64, &hulls[i]);
		sum += mass_of_hull(&hulls[i]).volume;
	}
	mass_properties mass;
	bool whole = true;
	assert_int_equal(parts_union_mass(&quiet, hulls, MANY, &mass, &whole), KILNCOOK_OK);
	assert_false(whole);
	assert_true(mass.closed && fabs(mass.volume - sum) <= 1e-9 * sum);
	free_hulls(hulls, MANY);
}

typedef struct scarce
{
	uint32_t left;
	uint32_t blocks;
} scarce;

static void *scarce_resize(void *user, void *block, size_t old_size, size_t new_size)
{
	scarce *s = user;
	(void)old_size;
	if (new_size == 0)
	{
		s->blocks -= block != NULL;
		free(block);
		return NULL;
	}
	if (s->left == 0)
		return NULL;
	--s->left;
	s->blocks += block == NULL;
	return realloc(block, new_size);
}

static void every_allocation_may_fail(void **state)
{
	(void)state;
	shape_random random = {0x0f0};
	convex_hull hulls[3];
	for (uint32_t i = 0; i < 3; ++i)
		build_blob(&random, 0.25, 1, 8, &hulls[i]);
	kilncook_status status = KILNCOOK_INTERNAL;
	uint32_t tried = 0;
	for (; status != KILNCOOK_OK && tried < 100000; ++tried)
	{
		scarce s = {.left = tried};
		const kilncook_context context = {.allocator = {.resize = scarce_resize, .user = &s}};
		mass_properties mass;
		bool whole;
		status = parts_union_mass(&context, hulls, 3, &mass, &whole);
		assert_int_equal(s.blocks, 0);
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
	}
	assert_true(tried > 10);
	assert_int_equal(status, KILNCOOK_OK);
	free_hulls(hulls, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_of_cells_have_the_mass_of_the_cells),
		cmocka_unit_test(random_hulls_agree_with_grids_and_with_any_order),
		cmocka_unit_test(hulls_apart_add_up_and_copies_count_once),
		cmocka_unit_test(scale_and_place_do_not_matter),
		cmocka_unit_test(flat_hulls_have_no_mass),
		cmocka_unit_test(too_much_work_gives_the_sum),
		cmocka_unit_test(every_allocation_may_fail),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
