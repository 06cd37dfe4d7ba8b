// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "broadphase_crowd.h"
#include "kiln/school.h"
#include "school/broadphase/grid/grid_bits.h"
#include "school/broadphase/grid/grid_hierarchical.h"
#include "school/broadphase/grid/grid_lists.h"
#include "support/asset_fixture.h"

/// Claims about the lists, levels and rows of bits of the grids.

static const kiln_broadphase_method *const grids_of_lists[] = {
	&kiln_broadphase_grid_dense, &kiln_broadphase_grid_hashed};

// --- Lists ------------------------------------------------------------------------------------------------------------

static void check_lists(const broadphase_crowd *made)
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
		broadphase_crowd made = crowd_make(grids_of_lists[g], 3000);
		made.random = 67;
		crowd_put_cubes(&made, 1500, 1, 0, 30);
		crowd_put_cubes(&made, 100, 3, 0, 30);
		crowd_update(&made);
		check_lists(&made);
		for (uint32_t round = 0; round < 40; round++)
		{
			for (uint32_t i = round % 7; i < 1600; i += round % 5 == 0 ? 1 : 13)
			{
				kiln_aabb box =
					crowd_cube(30 * fixture_random_unit(&made.random), 30 * fixture_random_unit(&made.random), 4, 1);
				kiln_broadphase_move(made.broadphase, made.proxies[i], &box);
			}
			crowd_update(&made);
			check_lists(&made);
		}
		for (uint32_t i = 0; i < 1600; i++)
		{
			kiln_broadphase_remove(made.broadphase, made.proxies[i]);
			if (i % 100 == 99)
			{
				crowd_update(&made);
				check_lists(&made);
			}
		}
		const kiln_grid_lists *grid = made.broadphase->state;
		assert_int_equal(grid->entry_left, grid->entry_capacity);
		assert_true(!grid->hashed || grid->table.count == 0);
		crowd_free(&made);
	}
}

// Boxes of up to 64 cells each, which need six to ten times as many entries as exist.
static void what_the_pool_has_no_room_for_is_outside(void **state)
{
	(void)state;
	for (size_t g = 0; g < 2; g++)
	{
		broadphase_crowd made = crowd_make(grids_of_lists[g], 1000);
		made.random = 71;
		crowd_put_cubes(&made, 480, 1, 0, 30);
		crowd_update(&made);
		for (uint32_t i = 0; i < 14; i++)
			crowd_put_cubes(&made, 30, 5, 0, 20);
		kiln_grid_lists *grid = made.broadphase->state;
		grid->layout.boxes = 1000000; // prevents a new layout
		crowd_update(&made);
		check_lists(&made);
		assert_true(grid->outside.count > 100);
		crowd_check(&made);
		crowd_free(&made);
	}
}

static void the_dense_grid_has_few_cells_whatever_is_asked_for(void **state)
{
	(void)state;
	broadphase_crowd made = crowd_make_as(
		&(kiln_broadphase_options){.method = &kiln_broadphase_grid_dense, .capacity = 1000, .resolution = 1u << 30});
	made.random = 73;
	crowd_put_cubes(&made, 1000, 0.0001f, 0, 1000);
	crowd_update(&made);
	assert_true(kiln_grid_lists_end(made.broadphase->state) <= 4 * 1000 + 4096);
	crowd_check(&made);
	crowd_free(&made);
}

// --- Levels -----------------------------------------------------------------------------------------------------------

static void boxes_are_at_the_lowest_level_that_holds_them_in_two_cells(void **state)
{
	(void)state;
	broadphase_crowd made = crowd_make(&kiln_broadphase_grid_hierarchical, 2100);
	made.random = 79;
	for (uint32_t i = 0; i < 2100; i++)
	{
		float edge = (float)(1u << i % 21) * (1 - fixture_random_unit(&made.random) / 4);
		crowd_put(&made, crowd_cube(3e6f * fixture_random_unit(&made.random), 3e6f * fixture_random_unit(&made.random),
							 3e6f * fixture_random_unit(&made.random), edge));
	}
	crowd_update(&made);
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
	crowd_free(&made);
}

static void boxes_that_stay_in_their_cell_are_not_touched(void **state)
{
	(void)state;
	broadphase_crowd made = crowd_make(&kiln_broadphase_grid_hierarchical, 100);
	made.random = 83;
	crowd_put_cubes(&made, 100, 1, 0, 10);
	crowd_update(&made);
	const kiln_grid_levels *grid = made.broadphase->state;
	uint32_t used = grid->table.used, count = grid->table.count;
	for (uint32_t i = 0; i < 100; i++)
	{
		kiln_aabb box = made.broadphase->boxes[i];
		kiln_broadphase_move(made.broadphase, made.proxies[i], &box);
	}
	crowd_update(&made);
	assert_int_equal(grid->table.used, used);
	assert_int_equal(grid->table.count, count);
	assert_int_equal(grid->table.free, KILN_GRID_NONE);
	crowd_free(&made);
}

// --- Bits -------------------------------------------------------------------------------------------------------------

static void check_rows(const broadphase_crowd *made)
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
	broadphase_crowd made = crowd_make_as(
		&(kiln_broadphase_options){.method = &kiln_broadphase_grid_bits, .capacity = 5000, .resolution = 32});
	made.random = 89;
	crowd_put_cubes(&made, 5000, 1, 0, 30);
	crowd_update(&made);
	check_rows(&made);
	for (uint32_t round = 0; round < 12; round++)
	{
		for (uint32_t i = round; i < 5000; i += 3)
		{
			kiln_aabb box =
				crowd_cube(30 * fixture_random_unit(&made.random), 30 * fixture_random_unit(&made.random), 4, 1);
			kiln_broadphase_move(made.broadphase, made.proxies[i], &box);
		}
		if (round == 6)
			for (uint32_t i = 0; i < 5000; i += 4)
				kiln_broadphase_remove(made.broadphase, made.proxies[i]);
		crowd_update(&made);
		if (round % 3 == 0)
			check_rows(&made);
	}
	crowd_free(&made);
}

static void slots_follow_space_when_laid_out(void **state)
{
	(void)state;
	broadphase_crowd made = crowd_make(&kiln_broadphase_grid_bits, 8192);
	made.random = 97;
	crowd_put_cubes(&made, 8192, 1, 0, 40);
	crowd_update(&made);
	const kiln_grid_bits *grid = made.broadphase->state;
	// In a random order, nearly every word of every row would have a bit.
	uint32_t full = 0, words = 0;
	for (int32_t slice = 0; slice < grid->layout.count[0]; slice++)
		for (uint32_t word = 0; word < grid->words; word++)
		{
			bool any = grid->rows[0].words[(size_t)slice * grid->words + word] != 0;
			full += any;
			words++;
		}
	assert_true(full < words / 2);
	crowd_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
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
