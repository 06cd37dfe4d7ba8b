// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "broadphase_crowd.h"
#include "fuzz/broadphase_trial.h"
#include "kiln/school.h"
#include "school/broadphase/grid/grid_bits.h"
#include "school/broadphase/grid/grid_hierarchical.h"
#include "school/broadphase/grid/grid_lists.h"
#include "support/asset_fixture.h"

/// Compares the grids with brute force, and checks claims about their layouts.

static const kiln_broadphase_method *const grids[] = {&kiln_broadphase_grid_dense, &kiln_broadphase_grid_hashed,
	&kiln_broadphase_grid_bits, &kiln_broadphase_grid_hierarchical};
#define GRIDS (sizeof grids / sizeof *grids)

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

// Crowds large enough for sorted lists, for words beyond the first summary, and for partial changes.
static void crowds_have_all_their_pairs(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		broadphase_crowd made = crowd_make(grids[g], 6000);
		made.random = 41;
		crowd_put_cubes(&made, 3000, 1, 0, 20);
		crowd_put_cubes(&made, 2500, 0.01f, 0, 3);
		crowd_put_cubes(&made, 500, 5, 0, 400);
		crowd_check(&made);
		for (uint32_t i = 0; i < 6000; i += 1 + i % 50)
		{
			kiln_aabb box = crowd_cube(20 * fixture_random_unit(&made.random), 5, 5, 1);
			assert_int_equal(kiln_broadphase_move(made.broadphase, made.proxies[i], &box), KILN_OK);
		}
		crowd_check(&made);
		for (uint32_t i = 0; i < 6000; i += 2)
			assert_int_equal(kiln_broadphase_remove(made.broadphase, made.proxies[i]), KILN_OK);
		crowd_check(&made);
		crowd_free(&made);
	}
}

static void sizes_of_one_to_a_million_have_all_their_pairs(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		broadphase_crowd made = crowd_make(grids[g], 1500);
		made.random = 43;
		for (uint32_t i = 0; i < 1500; i++)
		{
			float edge = 1;
			for (uint64_t doublings = fixture_random(&made.random) % 21; doublings > 0; doublings--)
				edge *= 2;
			float side = edge * 20 > 1e6f ? 1e6f : edge * 20;
			crowd_put(
				&made, crowd_cube(side * fixture_random_unit(&made.random), side * fixture_random_unit(&made.random),
						   side * fixture_random_unit(&made.random), edge));
		}
		crowd_check(&made);
		crowd_free(&made);
	}
}

static void memory_is_bounded_by_capacity(void **state)
{
	(void)state;
	static const size_t most[GRIDS] = {176, 280, 104, 76};
	for (size_t g = 0; g < GRIDS; g++)
		for (uint32_t capacity = 100000; capacity <= KILN_BROADPHASE_PROXIES_MAX / 2; capacity *= 5)
		{
			kiln_broadphase_options options = {.method = &kiln_broadphase_brute_force, .capacity = capacity};
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

static const kiln_grid_layout *layout_of(const broadphase_crowd *made)
{
	const void *state = made->broadphase->state;
	if (kiln_broadphase_method_of(made->broadphase) == &kiln_broadphase_grid_bits)
		return &((const kiln_grid_bits *)state)->layout;
	if (kiln_broadphase_method_of(made->broadphase) == &kiln_broadphase_grid_hierarchical)
		return &((const kiln_grid_levels *)state)->layout;
	return &((const kiln_grid_lists *)state)->layout;
}

static uint32_t outside_of(const broadphase_crowd *made)
{
	const void *state = made->broadphase->state;
	if (kiln_broadphase_method_of(made->broadphase) == &kiln_broadphase_grid_bits)
		return ((const kiln_grid_bits *)state)->outside.count;
	if (kiln_broadphase_method_of(made->broadphase) == &kiln_broadphase_grid_hierarchical)
		return ((const kiln_grid_levels *)state)->outside.count;
	return ((const kiln_grid_lists *)state)->outside.count;
}

static double width_of(const broadphase_crowd *made)
{
	return 1 / layout_of(made)->inverse[0];
}

static void a_few_boxes_far_away_do_not_widen_the_cells(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		uint64_t random = 47;
		broadphase_crowd made = crowd_make(grids[g], 4000), near = crowd_make(grids[g], 4000);
		for (uint32_t i = 0; i < 4000; i++)
		{
			kiln_aabb box = crowd_cube(50 * fixture_random_unit(&random), 50 * fixture_random_unit(&random),
				50 * fixture_random_unit(&random), 1);
			crowd_put(&near, box);
			if (i % 50 == 7)
				box = crowd_cube(i & 1 ? 1e9f : -1e9f, 1e9f * fixture_random_unit(&random), 0, 64);
			if (i % 50 == 8)
				box = (kiln_aabb){{-INFINITY, 0, 0}, {INFINITY, 1, 1}};
			crowd_put(&made, box);
		}
		crowd_update(&made);
		crowd_update(&near);
		assert_true(width_of(&made) < 2 * width_of(&near) && width_of(&near) < 2 * width_of(&made));
		assert_true(outside_of(&made) >= 160 && outside_of(&made) < 600);
		assert_true(outside_of(&near) < 400);
		crowd_check(&made);
		crowd_free(&made);
		crowd_free(&near);
	}
}

static void move_cubes(broadphase_crowd *made, float scale, float x)
{
	for (uint32_t i = 0; i < made->count; i++)
	{
		kiln_aabb box = crowd_cube(scale * (x + 40 * fixture_random_unit(&made->random)),
			scale * 40 * fixture_random_unit(&made->random), -scale * 40 * fixture_random_unit(&made->random), scale);
		assert_int_equal(kiln_broadphase_move(made->broadphase, made->proxies[i], &box), KILN_OK);
	}
	crowd_update(made);
}

static void cells_follow_boxes_that_grow_and_travel(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		broadphase_crowd made = crowd_make(grids[g], 2000);
		made.random = 53;
		crowd_put_cubes(&made, 2000, 1, 0, 40);
		crowd_update(&made);
		double width = width_of(&made);
		float scale = 1;
		for (; scale < 2000; scale *= 1.5f)
		{
			move_cubes(&made, scale, 100);
			// The layout is checked at least every other time when the moved boxes exceed half of all boxes.
			assert_true(width_of(&made) < 8 * width * (double)scale && width_of(&made) > width * (double)scale / 8);
		}
		move_cubes(&made, scale, 100);
		move_cubes(&made, scale, 100);
		assert_true(outside_of(&made) < 200);
		crowd_check(&made);
		crowd_free(&made);
	}
}

// A third of the boxes moves out together: fewer than all boxes, but many outside.
static void a_crowd_that_moves_out_is_followed(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		broadphase_crowd made = crowd_make(grids[g], 4000);
		made.random = 57;
		crowd_put_cubes(&made, 4000, 1, 0, 40);
		crowd_update(&made);
		for (int round = 0; round < 2; round++)
		{
			for (uint32_t i = 0; i < 1300; i++)
			{
				kiln_aabb box = crowd_cube(120 + 40 * fixture_random_unit(&made.random),
					40 * fixture_random_unit(&made.random), 40 * fixture_random_unit(&made.random), 1);
				assert_int_equal(kiln_broadphase_move(made.broadphase, made.proxies[i], &box), KILN_OK);
			}
			crowd_update(&made);
			assert_int_equal(outside_of(&made) > 1000, round == 0);
		}
		crowd_check(&made);
		crowd_free(&made);
	}
}

static void an_extent_that_no_box_is_in_is_not_used(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		kiln_broadphase_options options = {
			.method = grids[g], .capacity = 1000, .extent = {{0, 0, 0}, {40, 40, 40}}, .resolution = 20};
		broadphase_crowd made = crowd_make_as(&options);
		made.random = 59;
		crowd_put_cubes(&made, 1000, 1, 0, 40);
		crowd_update(&made);
		assert_true(layout_of(&made)->low[0] == 0 && layout_of(&made)->high[2] == 40);
		assert_int_equal(outside_of(&made), 0);
		move_cubes(&made, 1, 1e5f);
		move_cubes(&made, 1, 1e5f);
		assert_true(outside_of(&made) < 200);
		crowd_free(&made);
	}
}

static void infinite_boxes_alone_need_no_layout(void **state)
{
	(void)state;
	for (size_t g = 0; g < GRIDS; g++)
	{
		broadphase_crowd made = crowd_make(grids[g], 10);
		crowd_put(&made, (kiln_aabb){{-33, -83, 7}, {INFINITY, INFINITY, INFINITY}});
		crowd_put(&made, (kiln_aabb){{57, -32, -INFINITY}, {77, INFINITY, 45}});
		crowd_put(&made, (kiln_aabb){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}});
		assert_int_equal(crowd_pairs(&made, SIZE_MAX), 3);
		assert_int_equal(outside_of(&made), 3);
		crowd_put(&made, crowd_cube(60, 0, 20, 1));
		assert_int_equal(crowd_pairs(&made, SIZE_MAX), 6);
		crowd_free(&made);
	}
}

/// A box beside the grid on one axis, and beyond it on the others, is in no cell: no cell is visited.
static void boxes_beside_the_grid_cost_no_look_at_its_cells(void **state)
{
	(void)state;
	for (size_t i = 0; i < GRIDS; i++)
		for (int axis = 0; axis < 3; axis++)
			for (int side = -1; side <= 1; side += 2)
			{
				broadphase_crowd crowd = crowd_make(grids[i], 1001);
				crowd_put_cubes(&crowd, 1000, 1, -50000, 50000);
				crowd_update(&crowd);
				kiln_aabb beside = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
				if (side < 0)
					(&beside.max.x)[axis] = -200000;
				else
					(&beside.min.x)[axis] = 200000;
				const clock_t start = clock();
				assert_int_equal(kiln_broadphase_overlap_aabb(crowd.broadphase, &beside, NULL, 0), 0);
				crowd_put(&crowd, beside);
				crowd_update(&crowd);
				assert_true((double)(clock() - start) < 0.5 * CLOCKS_PER_SEC);
				crowd_check(&crowd);
				crowd_free(&crowd);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grids_answer_as_an_array_of_boxes_does),
		cmocka_unit_test(crowds_have_all_their_pairs),
		cmocka_unit_test(sizes_of_one_to_a_million_have_all_their_pairs),
		cmocka_unit_test(memory_is_bounded_by_capacity),
		cmocka_unit_test(a_few_boxes_far_away_do_not_widen_the_cells),
		cmocka_unit_test(cells_follow_boxes_that_grow_and_travel),
		cmocka_unit_test(a_crowd_that_moves_out_is_followed),
		cmocka_unit_test(an_extent_that_no_box_is_in_is_not_used),
		cmocka_unit_test(infinite_boxes_alone_need_no_layout),
		cmocka_unit_test(boxes_beside_the_grid_cost_no_look_at_its_cells),
		cmocka_unit_test(a_greater_coordinate_is_never_in_a_lesser_cell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
