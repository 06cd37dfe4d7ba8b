// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asset_fixture.h"
#include "broadphase/grid_bits.h"
#include "broadphase/grid_hierarchical.h"
#include "broadphase/grid_lists.h"
#include "broadphase_trial.h"

/// The grids against brute force, and what is claimed of their layouts, levels, rows and pools.

static const kiln_broadphase_method grids[] = {KILN_BROADPHASE_GRID_DENSE, KILN_BROADPHASE_GRID_HASHED,
	KILN_BROADPHASE_GRID_BITS, KILN_BROADPHASE_GRID_HIERARCHICAL};
#define GRIDS (sizeof grids / sizeof *grids)

typedef struct bench
{
	kiln_broadphase *broadphase;
	kiln_proxy *proxies;
	uint32_t count;
	void *memory;
	size_t size;
} bench;

static bench bench_make(kiln_broadphase_method method, uint32_t capacity, uint32_t resolution)
{
	kiln_broadphase_options options = {.method = method, .capacity = capacity, .resolution = resolution};
	bench made = {.size = kiln_broadphase_size(&options)};
	assert_true(made.size > 0);
	made.memory = fixture_memory(made.size);
	made.proxies = calloc(capacity, sizeof *made.proxies);
	assert_true(made.memory && made.proxies);
	assert_int_equal(kiln_broadphase_create(&options, made.memory, made.size, &made.broadphase), KILN_OK);
	return made;
}

static void bench_free(bench *made)
{
	kiln_broadphase_destroy(made->broadphase);
	free(made->proxies);
	free(made->memory);
}

static kiln_aabb cube(float x, float y, float z, float edge)
{
	return (kiln_aabb){{x, y, z}, {x + edge, y + edge, z + edge}};
}

static void put(bench *made, kiln_aabb box)
{
	assert_int_equal(kiln_broadphase_add(made->broadphase, &box, NULL, &made->proxies[made->count++]), KILN_OK);
}

static void update(const bench *made)
{
	assert_int_equal(kiln_broadphase_update(made->broadphase, NULL), KILN_OK);
}

/// Cubes of `edge` at random places of a cube of `side`.
static void put_cubes(bench *made, uint32_t count, float edge, float side, uint64_t *random)
{
	for (uint32_t i = 0; i < count; i++)
	{
		float x = side * fixture_random_unit(random), y = side * fixture_random_unit(random);
		put(made, cube(x, y, side * fixture_random_unit(random), edge));
	}
}

static bool count_pair(void *user, kiln_proxy_pair pair)
{
	size_t *count = user;
	assert_true(pair.a < pair.b);
	++*count;
	return true;
}

static size_t count_pairs(const bench *made)
{
	size_t count = 0;
	kiln_broadphase_visit_pairs(made->broadphase, count_pair, &count);
	return count;
}

static size_t count_truly(const bench *made)
{
	size_t count = 0;
	const kiln_aabb *boxes = made->broadphase->boxes;
	const uint32_t *live = made->broadphase->live;
	for (uint32_t i = 0; i < made->broadphase->live_count; i++)
		for (uint32_t j = 0; j < i; j++)
			count += kiln_boxes_overlap(&boxes[live[i]], &boxes[live[j]]);
	return count;
}

static void check_pairs(const bench *made)
{
	size_t found = count_pairs(made);
	assert_int_equal(found, count_truly(made));
}

// --- All of them ------------------------------------------------------------------------------------------------------

static void grids_answer_as_an_array_of_boxes_does(void **state)
{
	(void)state;
	static const uint32_t resolutions[] = {0, 3, 64};
	for (size_t g = 0; g < GRIDS; g++)
		for (size_t r = 0; r < sizeof resolutions / sizeof *resolutions; r++)
			broadphase_trials(
				&(kiln_broadphase_options){.method = grids[g], .resolution = resolutions[r]}, r == 0 ? 16000 : 6000);
}

// Crowds large enough for lists that are sorted, for words beyond the first summary, and for changes that are not all.
static void crowds_have_all_their_pairs(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		uint64_t random = 41;
		bench made = bench_make(grids[g], 6000, 0);
		put_cubes(&made, 3000, 1, 20, &random);
		put_cubes(&made, 2500, 0.01f, 3, &random);
		put_cubes(&made, 500, 5, 400, &random);
		check_pairs(&made);
		for (uint32_t i = 0; i < 6000; i += 1 + i % 50)
		{
			kiln_aabb box = cube(20 * fixture_random_unit(&random), 5, 5, 1);
			assert_int_equal(kiln_broadphase_move(made.broadphase, made.proxies[i], &box), KILN_OK);
		}
		check_pairs(&made);
		for (uint32_t i = 0; i < 6000; i += 2)
			assert_int_equal(kiln_broadphase_remove(made.broadphase, made.proxies[i]), KILN_OK);
		check_pairs(&made);
		bench_free(&made);
	}
}

static void sizes_of_one_to_a_million_have_all_their_pairs(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		uint64_t random = 43;
		bench made = bench_make(grids[g], 1500, 0);
		for (uint32_t i = 0; i < 1500; i++)
		{
			float edge = 1;
			for (uint64_t doublings = fixture_random(&random) % 21; doublings > 0; doublings--)
				edge *= 2;
			float side = edge * 20 > 1e6f ? 1e6f : edge * 20;
			put(&made, cube(side * fixture_random_unit(&random), side * fixture_random_unit(&random),
						   side * fixture_random_unit(&random), edge));
		}
		check_pairs(&made);
		bench_free(&made);
	}
}

static bool stop_after(void *user, kiln_proxy_pair pair)
{
	uint32_t *left = user;
	(void)pair;
	return --*left > 0;
}

// 10^10 / 2 pairs: what looked at all of them would not come back.
static void identical_boxes_cost_no_more_than_others(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		bench made = bench_make(grids[g], 100000, 0);
		kiln_aabb box = cube(7, 8, 9, 2);
		for (uint32_t i = 0; i < 100000; i++)
			put(&made, box);
		for (int round = 0; round < 3; round++)
		{
			uint32_t left = 1000;
			kiln_broadphase_visit_pairs(made.broadphase, stop_after, &left);
			assert_int_equal(left, 0);
			assert_int_equal(kiln_broadphase_box(made.broadphase, &box, NULL, 0), 100000);
			for (uint32_t i = 0; i < 100000; i += round == 0 ? 1 : 7)
				kiln_broadphase_move(made.broadphase, made.proxies[i], &box);
		}
		for (uint32_t i = 0; i < 100000; i += 5)
			kiln_broadphase_remove(made.broadphase, made.proxies[i]);
		uint32_t left = 1;
		kiln_broadphase_visit_pairs(made.broadphase, stop_after, &left);
		assert_int_equal(kiln_broadphase_box(made.broadphase, &box, NULL, 0), 80000);
		bench_free(&made);
	}
}

static void memory_is_bounded_by_capacity(void **state)
{
	(void)state;
	static const size_t most[GRIDS] = {176, 280, 104, 76};
	for (size_t g = 0; g < GRIDS; g++)
		for (uint32_t capacity = 100000; capacity <= KILN_BROADPHASE_MAX / 2; capacity *= 5)
		{
			kiln_broadphase_options options = {.method = KILN_BROADPHASE_BRUTE_FORCE, .capacity = capacity};
			size_t none = kiln_broadphase_size(&options);
			options.method = grids[g];
			size_t size = kiln_broadphase_size(&options);
			assert_true(size > none && size - none <= most[g] * (size_t)capacity);
			options.resolution = UINT32_MAX;
			size = kiln_broadphase_size(&options);
			assert_true(size > none && size - none <= (most[g] + 400) * (size_t)capacity);
		}
}

// --- Layouts ----------------------------------------------------------------------------------------------------------

static const kiln_grid_layout *layout_of(const bench *made)
{
	const void *state = made->broadphase->state;
	switch (made->broadphase->ops->method)
	{
	case KILN_BROADPHASE_GRID_BITS:
		return &((const kiln_grid_bits *)state)->layout;
	case KILN_BROADPHASE_GRID_HIERARCHICAL:
		return &((const kiln_grid_levels *)state)->layout;
	default:
		return &((const kiln_grid_lists *)state)->layout;
	}
}

static uint32_t outside_of(const bench *made)
{
	const void *state = made->broadphase->state;
	switch (made->broadphase->ops->method)
	{
	case KILN_BROADPHASE_GRID_BITS:
		return ((const kiln_grid_bits *)state)->outside.count;
	case KILN_BROADPHASE_GRID_HIERARCHICAL:
		return ((const kiln_grid_levels *)state)->outside.count;
	default:
		return ((const kiln_grid_lists *)state)->outside.count;
	}
}

static double width_of(const bench *made)
{
	return 1 / layout_of(made)->inverse[0];
}

static void a_few_boxes_far_away_do_not_widen_the_cells(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		uint64_t random = 47;
		bench made = bench_make(grids[g], 4000, 0), near = bench_make(grids[g], 4000, 0);
		for (uint32_t i = 0; i < 4000; i++)
		{
			kiln_aabb box = cube(50 * fixture_random_unit(&random), 50 * fixture_random_unit(&random),
				50 * fixture_random_unit(&random), 1);
			put(&near, box);
			if (i % 50 == 7)
				box = cube(i & 1 ? 1e9f : -1e9f, 1e9f * fixture_random_unit(&random), 0, 64);
			if (i % 50 == 8)
				box = (kiln_aabb){{-INFINITY, 0, 0}, {INFINITY, 1, 1}};
			put(&made, box);
		}
		update(&made);
		update(&near);
		assert_true(width_of(&made) < 2 * width_of(&near) && width_of(&near) < 2 * width_of(&made));
		assert_true(outside_of(&made) >= 160 && outside_of(&made) < 600);
		assert_true(outside_of(&near) < 400);
		check_pairs(&made);
		bench_free(&made);
		bench_free(&near);
	}
}

static void move_cubes(bench *made, float scale, float x, uint64_t *random)
{
	for (uint32_t i = 0; i < made->count; i++)
	{
		kiln_aabb box = cube(scale * (x + 40 * fixture_random_unit(random)), scale * 40 * fixture_random_unit(random),
			-scale * 40 * fixture_random_unit(random), scale);
		assert_int_equal(kiln_broadphase_move(made->broadphase, made->proxies[i], &box), KILN_OK);
	}
	update(made);
}

static void cells_follow_boxes_that_grow_and_travel(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		uint64_t random = 53;
		bench made = bench_make(grids[g], 2000, 0);
		put_cubes(&made, 2000, 1, 40, &random);
		update(&made);
		double width = width_of(&made);
		float scale = 1;
		for (; scale < 2000; scale *= 1.5f)
		{
			move_cubes(&made, scale, 100, &random);
			// Looked at every other time at least, when half as many more were moved as there are.
			assert_true(width_of(&made) < 8 * width * (double)scale && width_of(&made) > width * (double)scale / 8);
		}
		move_cubes(&made, scale, 100, &random);
		move_cubes(&made, scale, 100, &random);
		assert_true(outside_of(&made) < 200);
		check_pairs(&made);
		bench_free(&made);
	}
}

// A third moves out together: that is fewer than the boxes, but many outside.
static void a_crowd_that_moves_out_is_followed(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		uint64_t random = 57;
		bench made = bench_make(grids[g], 4000, 0);
		put_cubes(&made, 4000, 1, 40, &random);
		update(&made);
		for (int round = 0; round < 2; round++)
		{
			for (uint32_t i = 0; i < 1300; i++)
			{
				kiln_aabb box = cube(120 + 40 * fixture_random_unit(&random), 40 * fixture_random_unit(&random),
					40 * fixture_random_unit(&random), 1);
				assert_int_equal(kiln_broadphase_move(made.broadphase, made.proxies[i], &box), KILN_OK);
			}
			update(&made);
			assert_int_equal(outside_of(&made) > 1000, round == 0);
		}
		check_pairs(&made);
		bench_free(&made);
	}
}

static void an_extent_that_no_box_is_in_is_not_used(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		uint64_t random = 59;
		kiln_broadphase_options options = {
			.method = grids[g], .capacity = 1000, .extent = {{0, 0, 0}, {40, 40, 40}}, .resolution = 20};
		bench made = bench_make(grids[g], 1000, 20);
		kiln_broadphase *told = NULL;
		assert_int_equal(kiln_broadphase_create(&options, made.memory, made.size, &told), KILN_OK);
		made.broadphase = told;
		put_cubes(&made, 1000, 1, 40, &random);
		update(&made);
		assert_true(layout_of(&made)->low[0] == 0 && layout_of(&made)->high[2] == 40);
		assert_int_equal(outside_of(&made), 0);
		move_cubes(&made, 1, 1e5f, &random);
		move_cubes(&made, 1, 1e5f, &random);
		assert_true(outside_of(&made) < 200);
		bench_free(&made);
	}
}

static void infinite_boxes_alone_need_no_layout(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		bench made = bench_make(grids[g], 10, 0);
		put(&made, (kiln_aabb){{-33, -83, 7}, {INFINITY, INFINITY, INFINITY}});
		put(&made, (kiln_aabb){{57, -32, -INFINITY}, {77, INFINITY, 45}});
		put(&made, (kiln_aabb){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}});
		assert_int_equal(count_pairs(&made), 3);
		assert_int_equal(outside_of(&made), 3);
		put(&made, cube(60, 0, 20, 1));
		assert_int_equal(count_pairs(&made), 6);
		bench_free(&made);
	}
}

static void a_greater_coordinate_is_never_in_a_lesser_cell(void **state)
{
	(void)state;
	uint64_t random = 61;
	kiln_grid_layout layout = {.count = {1000, 1000, 1000}};
	for (int i = 0; i < 200000; i++)
	{
		layout.origin[0] = -1e3 * (double)fixture_random_unit(&random);
		layout.inverse[0] = 0.3 + (double)fixture_random_unit(&random);
		float a = 3000 * fixture_random_unit(&random) - 1500;
		float b = i & 1 ? nextafterf(a, INFINITY) : a + fixture_random_unit(&random);
		assert_true(kiln_grid_cell(&layout, 0, a) <= kiln_grid_cell(&layout, 0, b));
	}
	assert_int_equal(kiln_grid_cell(&layout, 0, -INFINITY), -1);
	assert_int_equal(kiln_grid_cell(&layout, 0, INFINITY), 1000);
}

// --- Lists ------------------------------------------------------------------------------------------------------------

static void check_lists(const bench *made)
{
	const kiln_grid_lists *grid = made->broadphase->state;
	uint32_t end = kiln_grid_lists_end(grid), entries = 0;
	for (uint32_t cell = 0; cell < end; cell++)
	{
		uint32_t previous = KILN_GRID_NONE;
		for (uint32_t entry = grid->first[cell]; entry != KILN_GRID_NONE; entry = grid->next[entry])
		{
			assert_int_equal(grid->cell[entry], cell);
			assert_int_equal(grid->previous[entry], previous);
			previous = entry;
			entries++;
		}
	}
	assert_int_equal(grid->entry_capacity - grid->entry_left, entries);
	uint32_t outside = 0;
	for (uint32_t i = 0; i < made->broadphase->live_count; i++)
	{
		uint32_t index = made->broadphase->live[i];
		kiln_cell_range range = kiln_grid_range(&grid->layout, &made->broadphase->boxes[index]);
		if (grid->place[index] & KILN_GRID_OUTSIDE)
		{
			assert_int_equal(grid->outside.proxies[grid->place[index] & ~KILN_GRID_OUTSIDE], index);
			outside++;
			continue;
		}
		double cells = 0;
		for (uint32_t entry = grid->place[index]; entry != KILN_GRID_NONE; entry = grid->sibling[entry], cells++)
			assert_int_equal(grid->proxy[entry], index);
		assert_true(cells == kiln_grid_range_size(&range) && cells <= KILN_GRID_CELLS_MOST);
	}
	assert_int_equal(outside, grid->outside.count);
}

static void lists_have_a_box_once_in_each_of_its_cells(void **state)
{
	(void)state;
	for (size_t g = 0; g < 2; g++)
	{
		uint64_t random = 67;
		bench made = bench_make(grids[g], 3000, 0);
		put_cubes(&made, 1500, 1, 30, &random);
		put_cubes(&made, 100, 3, 30, &random);
		update(&made);
		check_lists(&made);
		for (uint32_t round = 0; round < 40; round++)
		{
			for (uint32_t i = round % 7; i < 1600; i += round % 5 == 0 ? 1 : 13)
			{
				kiln_aabb box = cube(30 * fixture_random_unit(&random), 30 * fixture_random_unit(&random), 4, 1);
				kiln_broadphase_move(made.broadphase, made.proxies[i], &box);
			}
			update(&made);
			check_lists(&made);
		}
		for (uint32_t i = 0; i < 1600; i++)
		{
			kiln_broadphase_remove(made.broadphase, made.proxies[i]);
			if (i % 100 == 99)
			{
				update(&made);
				check_lists(&made);
			}
		}
		const kiln_grid_lists *grid = made.broadphase->state;
		assert_int_equal(grid->entry_left, grid->entry_capacity);
		assert_true(!grid->hashed || grid->table.count == 0);
		bench_free(&made);
	}
}

// Boxes of up to 64 cells each, when six to ten times as many entries as there are would be needed.
static void what_the_pool_has_no_room_for_is_outside(void **state)
{
	(void)state;
	for (size_t g = 0; g < 2; g++)
	{
		uint64_t random = 71;
		bench made = bench_make(grids[g], 1000, 0);
		put_cubes(&made, 480, 1, 30, &random);
		update(&made);
		for (uint32_t i = 0; i < 14; i++)
			put_cubes(&made, 30, 5, 20, &random);
		kiln_grid_lists *grid = made.broadphase->state;
		grid->layout.boxes = 1000000; // so that it is not laid out anew
		update(&made);
		check_lists(&made);
		assert_true(outside_of(&made) > 100);
		check_pairs(&made);
		bench_free(&made);
	}
}

static void the_dense_grid_has_few_cells_whatever_is_asked_for(void **state)
{
	(void)state;
	uint64_t random = 73;
	bench made = bench_make(KILN_BROADPHASE_GRID_DENSE, 1000, 1u << 30);
	put_cubes(&made, 1000, 0.0001f, 1000, &random);
	update(&made);
	assert_true(kiln_grid_lists_end(made.broadphase->state) <= 4 * 1000 + 4096);
	check_pairs(&made);
	bench_free(&made);
}

// --- Levels -----------------------------------------------------------------------------------------------------------

static void boxes_are_at_the_lowest_level_that_holds_them_in_two_cells(void **state)
{
	(void)state;
	uint64_t random = 79;
	bench made = bench_make(KILN_BROADPHASE_GRID_HIERARCHICAL, 2100, 0);
	for (uint32_t i = 0; i < 2100; i++)
	{
		float edge = (float)(1u << i % 21) * (1 - fixture_random_unit(&random) / 4);
		put(&made, cube(3e6f * fixture_random_unit(&random), 3e6f * fixture_random_unit(&random),
					   3e6f * fixture_random_unit(&random), edge));
	}
	update(&made);
	const kiln_grid_levels *grid = made.broadphase->state;
	uint32_t counts[KILN_GRID_LEVELS] = {0}, mask = 0;
	for (uint32_t index = 0; index < 2100; index++)
	{
		uint32_t place = grid->place[index];
		if (place & KILN_GRID_OUTSIDE)
			continue;
		const kiln_hashed_cell *cell = &grid->table.cells[place];
		kiln_cell_range range = kiln_grid_range(&grid->layout, &made.broadphase->boxes[index]);
		bool below = false;
		for (int i = 0; i < 3; i++)
		{
			assert_int_equal(range.min[i] >> cell->level, cell->at[i]);
			assert_true(range.max[i] >> cell->level <= cell->at[i] + 1);
			below |= cell->level == 0 || (range.max[i] >> (cell->level - 1)) > (range.min[i] >> (cell->level - 1)) + 1;
		}
		assert_true(below);
		counts[cell->level]++;
		mask |= 1u << cell->level;
	}
	assert_int_equal(mask, grid->occupied);
	assert_memory_equal(counts, grid->counts, sizeof counts);
	uint32_t levels = 0;
	for (uint32_t bits = mask; bits != 0; bits &= bits - 1)
		levels++;
	assert_true(levels >= 18);
	assert_true(grid->outside.count < 1000);
	bench_free(&made);
}

static void boxes_that_stay_in_their_cell_are_not_touched(void **state)
{
	(void)state;
	bench made = bench_make(KILN_BROADPHASE_GRID_HIERARCHICAL, 100, 0);
	uint64_t random = 83;
	put_cubes(&made, 100, 1, 10, &random);
	update(&made);
	const kiln_grid_levels *grid = made.broadphase->state;
	uint32_t used = grid->table.used, count = grid->table.count;
	for (uint32_t i = 0; i < 100; i++)
	{
		kiln_aabb box = made.broadphase->boxes[i];
		kiln_broadphase_move(made.broadphase, made.proxies[i], &box);
	}
	update(&made);
	assert_int_equal(grid->table.used, used);
	assert_int_equal(grid->table.count, count);
	assert_int_equal(grid->table.free, KILN_GRID_NONE);
	bench_free(&made);
}

// --- Bits -------------------------------------------------------------------------------------------------------------

static void check_rows(const bench *made)
{
	const kiln_grid_bits *grid = made->broadphase->state;
	for (int i = 0; i < 3; i++)
		for (uint32_t slice = 0; slice < grid->slices; slice++)
			for (uint32_t word = 0; word < grid->words; word++)
			{
				uint64_t expected = 0;
				for (uint32_t bit = 0; bit < 64 && word * 64 + bit < grid->slot_end; bit++)
				{
					uint32_t slot = word * 64 + bit;
					const int16_t *range = grid->range[slot];
					if (grid->proxy[slot] != KILN_GRID_NONE && range[i] <= (int)slice && (int)slice <= range[3 + i])
						expected |= (uint64_t)1 << bit;
				}
				assert_true(grid->rows[i].words[slice * grid->words + word] == expected);
				uint64_t summary = grid->rows[i].summary[slice * grid->summary_words + word / 64];
				assert_int_equal(summary >> word % 64 & 1, expected != 0);
			}
}

static void rows_have_the_bits_of_the_boxes_and_no_others(void **state)
{
	(void)state;
	uint64_t random = 89;
	bench made = bench_make(KILN_BROADPHASE_GRID_BITS, 5000, 32);
	put_cubes(&made, 5000, 1, 30, &random);
	update(&made);
	check_rows(&made);
	for (uint32_t round = 0; round < 12; round++)
	{
		for (uint32_t i = round; i < 5000; i += 3)
		{
			kiln_aabb box = cube(30 * fixture_random_unit(&random), 30 * fixture_random_unit(&random), 4, 1);
			kiln_broadphase_move(made.broadphase, made.proxies[i], &box);
		}
		if (round == 6)
			for (uint32_t i = 0; i < 5000; i += 4)
				kiln_broadphase_remove(made.broadphase, made.proxies[i]);
		update(&made);
		if (round % 3 == 0)
			check_rows(&made);
	}
	bench_free(&made);
}

static void slots_follow_space_when_laid_out(void **state)
{
	(void)state;
	uint64_t random = 97;
	bench made = bench_make(KILN_BROADPHASE_GRID_BITS, 8192, 0);
	put_cubes(&made, 8192, 1, 40, &random);
	update(&made);
	const kiln_grid_bits *grid = made.broadphase->state;
	// A random order would leave hardly a word of any row without a bit.
	uint32_t full = 0, words = 0;
	for (int32_t slice = 0; slice < grid->layout.count[0]; slice++)
		for (uint32_t word = 0; word < grid->words; word++)
		{
			bool any = grid->rows[0].words[(size_t)slice * grid->words + word] != 0;
			full += any;
			words++;
		}
	assert_true(full < words / 2);
	bench_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grids_answer_as_an_array_of_boxes_does),
		cmocka_unit_test(crowds_have_all_their_pairs),
		cmocka_unit_test(sizes_of_one_to_a_million_have_all_their_pairs),
		cmocka_unit_test(identical_boxes_cost_no_more_than_others),
		cmocka_unit_test(memory_is_bounded_by_capacity),
		cmocka_unit_test(a_few_boxes_far_away_do_not_widen_the_cells),
		cmocka_unit_test(cells_follow_boxes_that_grow_and_travel),
		cmocka_unit_test(a_crowd_that_moves_out_is_followed),
		cmocka_unit_test(an_extent_that_no_box_is_in_is_not_used),
		cmocka_unit_test(infinite_boxes_alone_need_no_layout),
		cmocka_unit_test(a_greater_coordinate_is_never_in_a_lesser_cell),
		cmocka_unit_test(lists_have_a_box_once_in_each_of_its_cells),
		cmocka_unit_test(what_the_pool_has_no_room_for_is_outside),
		cmocka_unit_test(the_dense_grid_has_few_cells_whatever_is_asked_for),
		cmocka_unit_test(boxes_are_at_the_lowest_level_that_holds_them_in_two_cells),
		cmocka_unit_test(boxes_that_stay_in_their_cell_are_not_touched),
		cmocka_unit_test(rows_have_the_bits_of_the_boxes_and_no_others),
		cmocka_unit_test(slots_follow_space_when_laid_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
