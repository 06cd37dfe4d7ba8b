// SPDX-License-Identifier: MIT
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kiln/walk.h"
#include "support/asset_fixture.h"
#include "support/real256.h"
#include "support/trials.h"
#include "walk/grid_walk.h"

/// Compares walks with the cells that exact arithmetic finds touched: numbers of 256 bits represent every product of
/// differences of the floats here without rounding.

#define SIDE 5
#define CELLS (SIDE * SIDE * SIDE)

typedef struct visited
{
	kiln_walk_cell cells[CELLS];
	uint32_t count;
	kiln_aabb_int range;
	bool seen[CELLS];
	float last;
	uint32_t most; ///< the walk ends after so many visits
	float stop;	   ///< return value of each visit
} visited;

static float note(void *user, const kiln_walk_cell *cell)
{
	visited *all = user;
	uint32_t at = 0;
	for (int i = 2; i >= 0; i--)
	{
		assert_in_range(cell->cell[i] - all->range.min[i], 0, SIDE - 1);
		at = at * SIDE + (uint32_t)(cell->cell[i] - all->range.min[i]);
	}
	assert_false(all->seen[at]); // each cell once
	all->seen[at] = true;
	assert_true(cell->enter <= cell->leave && cell->enter >= 0);
	assert_true(cell->enter >= all->last);
	all->last = cell->enter;
	all->cells[all->count++] = *cell;
	return all->count == all->most ? -1 : all->stop;
}

typedef struct exact_ray
{
	real from[3], way[3], t_max;
	bool limited;
} exact_ray;

/// Whether a ray touches a cell that is extended by `grown` on each side; gets the first and last time as numerators
/// and positive denominators.
static bool touches(const kiln_grid *grid, const exact_ray *ray, const int32_t cell[3], double grown, real times[2][2])
{
	const float origin[3] = {grid->origin.x, grid->origin.y, grid->origin.z};
	real one = real_from_int(1);
	times[0][0] = real_from_int(0);
	times[0][1] = times[1][1] = one;
	times[1][0] = ray->t_max;
	bool limited = ray->limited;
	for (int i = 0; i < 3; i++)
	{
		real width = real_from((double)grid->cell), start = real_from((double)origin[i]);
		real low = real_add(start, real_mul(real_from((double)cell[i]), width));
		real high = real_add(real_add(start, real_mul(real_from((double)cell[i] + 1), width)), real_from(grown));
		low = real_sub(real_sub(low, real_from(grown)), ray->from[i]);
		high = real_sub(high, ray->from[i]);
		int sign = real_sign(ray->way[i]);
		if (sign == 0)
		{
			if (real_sign(low) > 0 || real_sign(high) < 0)
				return false;
			continue;
		}
		real near = sign > 0 ? low : real_neg(high), far = sign > 0 ? high : real_neg(low);
		real rate = real_abs(ray->way[i]);
		if (real_compare(real_mul(near, times[0][1]), real_mul(times[0][0], rate)) > 0)
		{
			times[0][0] = near;
			times[0][1] = rate;
		}
		if (!limited || real_compare(real_mul(far, times[1][1]), real_mul(times[1][0], rate)) < 0)
		{
			times[1][0] = far;
			times[1][1] = rate;
			limited = true;
		}
	}
	return real_compare(real_mul(times[0][0], times[1][1]), real_mul(times[1][0], times[0][1])) <= 0;
}

/// Every touched cell must have been visited, with a first time that is not later and a last time that is not earlier;
/// every other visited cell must be touched when extended.
static void check(const kiln_grid *grid, const exact_ray *ray, const visited *all, double tolerance)
{
	uint32_t listed[CELLS];
	for (uint32_t i = 0; i < all->count; i++)
	{
		uint32_t at = 0;
		for (int k = 2; k >= 0; k--)
			at = at * SIDE + (uint32_t)(all->cells[i].cell[k] - all->range.min[k]);
		listed[at] = i;
	}
	for (uint32_t at = 0; at < CELLS; at++)
	{
		real times[2][2];
		int32_t cell[3] = {all->range.min[0] + (int32_t)(at % SIDE), all->range.min[1] + (int32_t)(at / SIDE % SIDE),
			all->range.min[2] + (int32_t)(at / SIDE / SIDE)};
		if (touches(grid, ray, cell, 0, times))
		{
			assert_true(all->seen[at]);
			const kiln_walk_cell *told = &all->cells[listed[at]];
			real in = real_mul(real_from((double)told->enter), times[0][1]);
			real out = real_mul(real_from((double)told->leave), times[1][1]);
			assert_true(real_compare(in, times[0][0]) <= 0);
			assert_true(real_compare(out, times[1][0]) >= 0);
		}
		else if (all->seen[at])
			assert_true(tolerance > 0 && touches(grid, ray, cell, tolerance, times));
	}
}

static void walk_and_check(const kiln_grid *grid, const kiln_aabb_int *range, const kiln_ray *ray, double tolerance)
{
	visited all = {.range = *range, .stop = INFINITY};
	kiln_walk_grid(grid, range, ray, note, &all);
	exact_ray exact = {
		.from = {real_from((double)ray->origin.x), real_from((double)ray->origin.y), real_from((double)ray->origin.z)},
		.way = {real_from((double)ray->direction.x), real_from((double)ray->direction.y),
			real_from((double)ray->direction.z)},
		.limited = ray->t_max > 0};
	exact.t_max = real_from(ray->t_max > 0 ? (double)ray->t_max : 0);
	check(grid, &exact, &all, tolerance);
}

static const kiln_aabb_int first_cells = {{0, 0, 0}, {SIDE - 1, SIDE - 1, SIDE - 1}};

static float number(uint64_t *random, int32_t low, int32_t high)
{
	return (float)(low + (int32_t)(fixture_random(random) % (uint64_t)(high - low + 1)));
}

// Small whole numbers: most rays pass through edges and corners or along faces. Nearly nothing is rounded, so that the
// visited cells are exactly the touched ones.
static void rays_on_a_lattice_visit_just_the_cells_they_touch(void **state)
{
	(void)state;
	uint64_t random = 3;
	const kiln_grid grid = {.cell = 1};
	uint64_t trials = trials_random(4000);
	for (uint64_t i = 0; i < trials; i++)
	{
		kiln_ray ray = {.t_max = number(&random, 0, 6) / 2};
		ray.origin = (kiln_vec3){number(&random, -4, 14) / 2, number(&random, -4, 14) / 2, number(&random, -4, 14) / 2};
		ray.direction = (kiln_vec3){number(&random, -3, 3), number(&random, -3, 3), number(&random, -3, 3)};
		if (ray.direction.x != 0 || ray.direction.y != 0 || ray.direction.z != 0)
			walk_and_check(&grid, &first_cells, &ray, 0);
	}
}

static float unit(uint64_t *random)
{
	return 2 * fixture_random_unit(random) - 1;
}

// Any floats, and difficult ones: origins or targets at computed corners of cells, directions nearly parallel to a
// plane.
static void no_touched_cell_is_missed(void **state)
{
	(void)state;
	uint64_t random = 5;
	uint64_t trials = trials_random(3000);
	for (uint64_t i = 0; i < trials; i++)
	{
		static const float scales[] = {1, 0.1f, 37, 1e-6f, 1e6f};
		static const float offsets[] = {0, 1, 10, 1e4f, 1e7f};
		float cell = scales[fixture_random(&random) % 5] * (1 + fixture_random_unit(&random));
		float far = cell * offsets[fixture_random(&random) % 5];
		kiln_grid grid = {.cell = cell, .origin = {far * unit(&random), far * unit(&random), far * unit(&random)}};
		kiln_aabb_int range;
		float from[3], way[3];
		const float origin[3] = {grid.origin.x, grid.origin.y, grid.origin.z};
		uint64_t kind = fixture_random(&random);
		double magnitude = 0;
		for (int k = 0; k < 3; k++)
		{
			range.min[k] = (int32_t)number(&random, -3, 3) * (kind & 1 ? 1000003 : 1);
			range.max[k] = range.min[k] + SIDE - 1;
			double middle = (double)origin[k] + (double)cell * ((double)range.min[k] + (double)number(&random, 0, 5));
			from[k] = (float)(middle + (kind & 2 ? 0.0 : (double)(3 * cell * unit(&random))));
			double aim = (double)origin[k] + (double)cell * ((double)range.min[k] + (double)number(&random, 0, 5));
			way[k] = kind & 4 ? (float)(aim - (double)from[k]) : cell * unit(&random);
			if ((kind >> (8 + 2 * k) & 3) == 0)
				way[k] = kind & 8 ? 0 : way[k] * 1e-6f;
			magnitude +=
				fabs((double)from[k]) + fabs((double)origin[k]) + (double)cell * (fabs((double)range.min[k]) + 8);
		}
		kiln_ray ray = {.origin = {from[0], from[1], from[2]}, .direction = {way[0], way[1], way[2]}};
		ray.t_max = kind & 16 ? 0 : 1.5f * fixture_random_unit(&random);
		if (way[0] != 0 || way[1] != 0 || way[2] != 0)
			walk_and_check(&grid, &range, &ray, magnitude * 0x1p-40);
	}
}

static void segments_are_rays_from_end_to_end(void **state)
{
	(void)state;
	uint64_t random = 11;
	const kiln_grid grid = {.cell = 0.5f, .origin = {1, 2, 3}};
	for (int i = 0; i < 1500; i++)
	{
		kiln_vec3 a = {
			1 + number(&random, -3, 13) / 4, 2 + number(&random, -3, 13) / 4, 3 + number(&random, -3, 13) / 4};
		kiln_vec3 b = {
			1 + number(&random, -3, 13) / 4, 2 + number(&random, -3, 13) / 4, 3 + number(&random, -3, 13) / 4};
		if (i % 8 == 0)
			b = a;
		visited all = {.range = first_cells, .stop = INFINITY};
		kiln_walk_grid_segment(&grid, &first_cells, a, b, note, &all);
		exact_ray exact = {.from = {real_from((double)a.x), real_from((double)a.y), real_from((double)a.z)},
			.way = {real_from((double)b.x - (double)a.x), real_from((double)b.y - (double)a.y),
				real_from((double)b.z - (double)a.z)},
			.t_max = real_from_int(1),
			.limited = true};
		check(&grid, &exact, &all, 0);
	}
}

static void a_point_touches_the_eight_cells_around_a_corner(void **state)
{
	(void)state;
	const kiln_grid grid = {.cell = 1};
	kiln_vec3 corner = {2, 3, 1}, inside = {2.5f, 3.5f, 1.5f}, outer = {0, 0, 5}, beyond = {0, 0, 5.0625f};
	visited all = {.range = first_cells, .stop = INFINITY};
	kiln_walk_grid_segment(&grid, &first_cells, corner, corner, note, &all);
	assert_int_equal(all.count, 8);
	all = (visited){.range = first_cells, .stop = INFINITY};
	kiln_walk_grid_segment(&grid, &first_cells, inside, inside, note, &all);
	assert_int_equal(all.count, 1);
	assert_true(all.cells[0].enter == 0 && all.cells[0].leave == 1);
	all = (visited){.range = first_cells, .stop = INFINITY};
	kiln_walk_grid_segment(&grid, &first_cells, outer, outer, note, &all);
	assert_int_equal(all.count, 1);
	all = (visited){.range = first_cells, .stop = INFINITY};
	kiln_walk_grid_segment(&grid, &first_cells, beyond, beyond, note, &all);
	assert_int_equal(all.count, 0);
}

static void visits_end_where_they_are_told_to(void **state)
{
	(void)state;
	const kiln_grid grid = {.cell = 1};
	const kiln_ray ray = {.origin = {-1, 0.5f, 0.5f}, .direction = {1, 0, 0}};
	visited all = {.range = first_cells, .stop = INFINITY, .most = 2};
	kiln_walk_grid(&grid, &first_cells, &ray, note, &all);
	assert_int_equal(all.count, 2);
	all = (visited){.range = first_cells, .stop = 3.5f};
	kiln_walk_grid(&grid, &first_cells, &ray, note, &all);
	assert_int_equal(all.count, 3); // until t = 3.5: cells 0, 1, 2
	assert_int_equal(all.cells[2].cell[0], 2);
}

static float end_at_once(void *user, const kiln_walk_cell *cell)
{
	(void)cell;
	++*(uint32_t *)user;
	return -1;
}

/// So far away that rounding errors exceed the size of all cells: every cell of a layer may be touched.
static void the_visitor_ends_the_walk_of_a_layer_too(void **state)
{
	(void)state;
	const kiln_grid grid = {.cell = 1};
	const kiln_aabb_int range = {{0, 0, 0}, {(1 << 30) - 1, (1 << 30) - 1, (1 << 30) - 1}};
	const kiln_ray ray = {.origin = {-1e20f, 0.5f, 0.5f}, .direction = {1, 0, 0}};
	uint32_t count = 0;
	kiln_walk_grid(&grid, &range, &ray, end_at_once, &count);
	assert_int_equal(count, 1);
}

static float count_only(void *user, const kiln_walk_cell *cell)
{
	uint32_t *count = user;
	assert_in_range(cell->cell[1], 0, 0);
	++*count;
	return INFINITY;
}

static void long_walks_take_the_cells_on_the_way_only(void **state)
{
	(void)state;
	const kiln_grid grid = {.cell = 1};
	const kiln_aabb_int range = {{-500000, 0, -(1 << 29)}, {500000, 0, (1 << 29) - 1}};
	const kiln_ray ray = {.origin = {-6e8f, 0.5f, 0.5f}, .direction = {1, 0, 0}};
	uint32_t count = 0;
	kiln_walk_grid(&grid, &range, &ray, count_only, &count);
	assert_int_equal(count, 1000001);
}

static float never(void *user, const kiln_walk_cell *cell)
{
	(void)user;
	(void)cell;
	fail();
	return -1;
}

static void input_that_is_no_ray_visits_nothing(void **state)
{
	(void)state;
	const kiln_grid grid = {.cell = 1};
	const kiln_ray good = {.origin = {1, 1, 1}, .direction = {1, 1, 1}};
	kiln_ray rays[] = {good, good, good, good, good, good};
	rays[0].direction = (kiln_vec3){0};
	rays[1].direction.y = NAN;
	rays[2].origin.z = INFINITY;
	rays[3].t_max = -1;
	rays[4].t_max = NAN;
	rays[5].direction.x = -INFINITY;
	for (size_t i = 0; i < sizeof rays / sizeof *rays; i++)
		kiln_walk_grid(&grid, &first_cells, &rays[i], never, NULL);
	const kiln_grid grids[] = {{.cell = 0}, {.cell = -1}, {.cell = NAN}, {.cell = INFINITY},
		{.cell = 1, .origin = {NAN, 0, 0}}, {.cell = 1, .origin = {0, INFINITY, 0}}};
	for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
		kiln_walk_grid(&grids[i], &first_cells, &good, never, NULL);
	const kiln_aabb_int ranges[] = {
		{{0, 1, 0}, {4, 0, 4}}, {{INT32_MIN, 0, 0}, {INT32_MAX, 4, 4}}, {{0, 0, 0}, {0, 0, 1 << 30}}};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		kiln_walk_grid(&grid, &ranges[i], &good, never, NULL);
	kiln_vec3 a = {NAN, 0, 0}, b = {0, 0, 0};
	kiln_walk_grid_segment(&grid, &first_cells, a, b, never, NULL);
	kiln_walk_grid_segment(&grid, &first_cells, b, a, never, NULL);
}

// Denormal directions, and times that no float represents: no cell is missed, nothing overflows.
static void extremes_of_float_are_walked(void **state)
{
	(void)state;
	const kiln_grid grids[] = {{.cell = 1}, {.cell = 1e30f}, {.cell = 1e-30f}};
	static const float speeds[] = {1e-45f, 1e-38f, 1e38f};
	for (size_t g = 0; g < 3; g++)
		for (size_t s = 0; s < 3; s++)
		{
			float cell = grids[g].cell;
			kiln_ray ray = {.origin = {-cell, cell / 2, cell / 2}, .direction = {speeds[s], 0, 0}, .t_max = INFINITY};
			visited all = {.range = first_cells, .stop = INFINITY};
			kiln_walk_grid(&grids[g], &first_cells, &ray, note, &all);
			bool reached = (double)cell / (double)speeds[s] <= (double)FLT_MAX;
			assert_int_equal(all.count > 0, reached);
			if (cell / speeds[s] < 1e30f)
				assert_int_equal(all.count, SIDE);
		}
}

static int32_t most_of(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static int32_t least_of(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

// --- Moving boxes -----------------------------------------------------------------------------------------------------

typedef struct box_walk
{
	double from[3], way[3], half[3];
	double t_max;
} box_walk;

/// All coordinates are halves of whole numbers.
static box_walk random_box_walk(uint64_t *random)
{
	box_walk made = {.t_max = (double)number(random, 0, 8) / 4};
	for (int i = 0; i < 3; i++)
	{
		made.from[i] = (double)number(random, -12, 22) / 2;
		made.way[i] = (double)number(random, -6, 6);
		made.half[i] = (double)number(random, 0, 6) / 4;
	}
	return made;
}

/// Exact: times are multiples of 1/240, counted in sixtieths.
static bool box_touches(const box_walk *moving, const int32_t cell[3])
{
	double in = 0, out = 60 * moving->t_max;
	for (int i = 0; i < 3; i++)
	{
		double low = (double)cell[i] - moving->half[i] - moving->from[i];
		double high = (double)cell[i] + 1 + moving->half[i] - moving->from[i];
		if (moving->way[i] == 0)
		{
			if (low > 0 || high < 0)
				return false;
			continue;
		}
		double sixtieths = 60 / fabs(moving->way[i]);
		double near = (moving->way[i] > 0 ? low : -high) * sixtieths;
		double far = (moving->way[i] > 0 ? high : -low) * sixtieths;
		in = near > in ? near : in;
		out = far < out ? far : out;
	}
	return in <= out;
}

static void moving_boxes_reach_each_touched_cell_once(void **state)
{
	(void)state;
	uint64_t random = 17;
	static const int32_t count[3] = {SIDE, SIDE, SIDE};
	uint64_t trials = trials_random(20000);
	for (uint64_t n = 0; n < trials; n++)
	{
		box_walk moving = random_box_walk(&random);
		bool seen[CELLS] = {false};
		kiln_grid_walk walk;
		double last = 0, cells = 0;
		kilni_grid_walk_begin(&walk, moving.from, moving.way, moving.half, count, moving.t_max);
		while (kilni_grid_walk_next(&walk, moving.t_max))
		{
			assert_true(walk.enter >= last && walk.enter <= walk.leave);
			last = walk.enter;
			for (int32_t z = walk.min[2]; z <= walk.max[2]; z++)
				for (int32_t y = walk.min[1]; y <= walk.max[1]; y++)
					for (int32_t x = walk.min[0]; x <= walk.max[0]; x++)
					{
						assert_false(seen[(z * SIDE + y) * SIDE + x]);
						seen[(z * SIDE + y) * SIDE + x] = true;
						cells++;
					}
		}
		assert_true(cells <= walk.cells * 4 + 64); // cells that the estimate decides are of the same order
		for (int32_t at = 0; at < CELLS; at++)
		{
			int32_t cell[3] = {at % SIDE, at / SIDE % SIDE, at / SIDE / SIDE};
			if (box_touches(&moving, cell))
				assert_true(seen[at]);
		}
	}
}

// Whatever cells a box covers, and however the walk is shortened meanwhile: each cell is reported once if it is touched
// at all.
static void boxes_of_several_cells_are_told_once(void **state)
{
	(void)state;
	uint64_t random = 23;
	static const int32_t count[3] = {SIDE, SIDE, SIDE};
	uint64_t trials = trials_random(20000);
	for (uint64_t n = 0; n < trials; n++)
	{
		enum
		{
			BOXES = 8
		};
		box_walk moving = random_box_walk(&random);
		int32_t min[BOXES][3], max[BOXES][3];
		uint32_t told[BOXES] = {0};
		bool met[BOXES] = {false};
		for (int b = 0; b < BOXES; b++)
			for (int i = 0; i < 3; i++)
			{
				min[b][i] = (int32_t)number(&random, 0, SIDE - 1);
				max[b][i] = (int32_t)number(&random, min[b][i], SIDE - 1);
			}
		kiln_grid_walk walk;
		double t_max = moving.t_max;
		kilni_grid_walk_begin(&walk, moving.from, moving.way, moving.half, count, t_max);
		while (kilni_grid_walk_next(&walk, t_max))
		{
			int32_t at[3];
			for (int b = 0; b < BOXES; b++)
				for (at[2] = most_of(min[b][2], walk.min[2]); at[2] <= least_of(max[b][2], walk.max[2]); at[2]++)
					for (at[1] = most_of(min[b][1], walk.min[1]); at[1] <= least_of(max[b][1], walk.max[1]); at[1]++)
						for (at[0] = most_of(min[b][0], walk.min[0]); at[0] <= least_of(max[b][0], walk.max[0]);
							 at[0]++)
						{
							met[b] = true;
							told[b] += kiln_grid_walk_reports(&walk, at, min[b], max[b]);
						}
			if (fixture_random(&random) % 4 == 0)
				t_max *= (double)fixture_random_unit(&random);
		}
		for (int b = 0; b < BOXES; b++)
			assert_int_equal(told[b], met[b] ? 1 : 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_on_a_lattice_visit_just_the_cells_they_touch),
		cmocka_unit_test(no_touched_cell_is_missed),
		cmocka_unit_test(segments_are_rays_from_end_to_end),
		cmocka_unit_test(a_point_touches_the_eight_cells_around_a_corner),
		cmocka_unit_test(visits_end_where_they_are_told_to),
		cmocka_unit_test(the_visitor_ends_the_walk_of_a_layer_too),
		cmocka_unit_test(long_walks_take_the_cells_on_the_way_only),
		cmocka_unit_test(input_that_is_no_ray_visits_nothing),
		cmocka_unit_test(extremes_of_float_are_walked),
		cmocka_unit_test(moving_boxes_reach_each_touched_cell_once),
		cmocka_unit_test(boxes_of_several_cells_are_told_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
