// SPDX-License-Identifier: MIT
#include "fuzz/broadphase_trial.h"
#include "school/broadphase/sap/multi_box.h"
#include "school/broadphase/sap/multi_sap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Multi-SAP and multi-box pruning, and their common sorted sets of boxes.

static void cells_answer_as_brute_force_does(void **state)
{
	(void)state;
	const uint32_t resolutions[] = {0, 1, 3, 1000};
	for (uint32_t i = 0; i < 4; i++)
	{
		const kiln_broadphase_options options = {.method = &kiln_broadphase_multi_sap, .resolution = resolutions[i]};
		broadphase_trials(&options, 20000);
	}
}

static void chosen_regions_answer_as_brute_force_does(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = &kiln_broadphase_multi_box};
	broadphase_trials(&options, 30000);
}

/// Regions that overlap, contain others, touch, are flat or points, occur twice, and leave gaps.
static void named_regions_answer_as_brute_force_does(void **state)
{
	(void)state;
	uint64_t random = 11;
	kiln_aabb regions[KILN_BROADPHASE_REGIONS_MAX];
	const uint32_t counts[] = {1, 2, 7, 40, KILN_BROADPHASE_REGIONS_MAX};
	for (uint32_t kind = 0; kind < TRIAL_BOXES_COUNT; kind++)
	{
		for (uint32_t i = 0; i < KILN_BROADPHASE_REGIONS_MAX; i++)
		{
			regions[i] = trial_box((trial_boxes)kind, &random);
			if (i % 3 == 2 && kind != TRIAL_INFINITE && kind != TRIAL_MIXED)
				regions[i].min = regions[i - 1].max;
			if (!(regions[i].min.x <= regions[i].max.x && regions[i].min.y <= regions[i].max.y &&
					regions[i].min.z <= regions[i].max.z))
				regions[i] = regions[i - 1];
		}
		const kiln_broadphase_options options = {
			.method = &kiln_broadphase_multi_box, .regions = regions, .region_count = counts[kind % 5]};
		broadphase_trials(&options, 5000);
	}
}

/// Slabs that share sides cover the boxes across them: no box is outside all regions, and none is lost.
static void regions_that_share_sides_answer_as_brute_force_does(void **state)
{
	(void)state;
	kiln_aabb regions[64];
	for (uint32_t i = 0; i < 64; i++)
	{
		const float side = 40,
					low[3] = {(float)(i % 4) * side - 80, (float)(i / 4 % 4) * side - 80, (float)(i / 16) * side - 80};
		regions[i] = (kiln_aabb){{low[0], low[1], low[2]}, {low[0] + side, low[1] + side, low[2] + side}};
	}
	const kiln_broadphase_options options = {
		.method = &kiln_broadphase_multi_box, .regions = regions, .region_count = 64};
	broadphase_trials(&options, 20000);
}

// --- Crowds that fill many cells -------------------------------------------------------------------------------------

static kiln_broadphase *make(const kiln_broadphase_options *options)
{
	size_t size = kiln_broadphase_size(options);
	kiln_broadphase *broadphase = NULL;
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	assert_int_equal(kiln_broadphase_create(&broadphase, memory, size, options), KILN_OK);
	return broadphase;
}

static kiln_aabb cube_at(float x, float y, float z, float half)
{
	return (kiln_aabb){{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

#define CROWD 2500u

/// The same crowd in a method and in brute force.
typedef struct twins
{
	kiln_broadphase *one, *other;
	kiln_aabb boxes[CROWD];
	kiln_proxy proxies[CROWD];
	bool there[CROWD];
	uint64_t random;
} twins;

static twins *make_twins(const kiln_broadphase_options *options)
{
	twins *both = calloc(1, sizeof *both);
	kiln_broadphase_options made = *options;
	made.capacity = CROWD;
	made.pair_capacity = 40 * CROWD;
	both->one = make(&made);
	made.method = &kiln_broadphase_brute_force;
	both->other = make(&made);
	both->random = 7;
	return both;
}

static void end_twins(twins *both)
{
	free(both->one);
	free(both->other);
	free(both);
}

static void put(twins *both, uint32_t i, kiln_aabb box)
{
	kiln_proxy other;
	both->boxes[i] = box;
	if (both->there[i])
	{
		assert_int_equal(kiln_broadphase_move(both->one, both->proxies[i], &box), KILN_OK);
		assert_int_equal(kiln_broadphase_move(both->other, both->proxies[i], &box), KILN_OK);
		return;
	}
	assert_int_equal(kiln_broadphase_add(both->one, &box, NULL, &both->proxies[i]), KILN_OK);
	assert_int_equal(kiln_broadphase_add(both->other, &box, NULL, &other), KILN_OK);
	assert_memory_equal(&other, &both->proxies[i], sizeof other);
	both->there[i] = true;
}

static void take_away(twins *both, uint32_t i)
{
	assert_int_equal(kiln_broadphase_remove(both->one, both->proxies[i]), KILN_OK);
	assert_int_equal(kiln_broadphase_remove(both->other, both->proxies[i]), KILN_OK);
	both->there[i] = false;
}

static bool count_pair(void *user, kiln_proxy_pair pair)
{
	(void)pair;
	++*(size_t *)user;
	return true;
}

static void check_queries(twins *both)
{
	static uint32_t found[CROWD], expected[CROWD];
	static kiln_proxy_hit hits[CROWD], expected_hits[CROWD];
	for (uint32_t i = 0; i < 40; i++)
	{
		kiln_aabb box = both->boxes[trial_random(&both->random) % CROWD];
		box.max.x += 20 * trial_unit(&both->random);
		uint32_t count = kiln_broadphase_overlap_aabb(both->other, &box, expected, CROWD);
		assert_int_equal(kiln_broadphase_overlap_aabb(both->one, &box, found, CROWD), count);
		assert_memory_equal(found, expected, count * sizeof *found);
		const kiln_motion motion = {.direction = {trial_unit(&both->random) - 0.5f, trial_unit(&both->random) - 0.5f,
										i % 2 ? trial_unit(&both->random) - 0.5f : 0},
			.t_max = i % 3 ? 60 : 0};
		count = kiln_broadphase_cast_aabb_all(both->other, &box, &motion, expected_hits, CROWD);
		assert_int_equal(kiln_broadphase_cast_aabb_all(both->one, &box, &motion, hits, CROWD), count);
		assert_memory_equal(hits, expected_hits, count * sizeof *hits);
		const kiln_ray ray = {.origin = box.min, .direction = motion.direction};
		count = kiln_broadphase_ray_all(both->other, &ray, expected_hits, CROWD);
		assert_int_equal(kiln_broadphase_ray_all(both->one, &ray, hits, CROWD), count);
		assert_memory_equal(hits, expected_hits, count * sizeof *hits);
	}
}

static void check_twins(twins *both)
{
	kiln_broadphase_pairs pairs, expected;
	assert_int_equal(kiln_broadphase_update(both->one, &pairs), KILN_OK);
	assert_int_equal(kiln_broadphase_update(both->other, &expected), KILN_OK);
	assert_int_equal(pairs.count, expected.count);
	assert_memory_equal(pairs.pairs, expected.pairs, pairs.count * sizeof *pairs.pairs);
	assert_int_equal(pairs.added_count, expected.added_count);
	assert_int_equal(pairs.removed_count, expected.removed_count);
	size_t visited = 0;
	kiln_broadphase_pairs_visit(both->one, count_pair, &visited);
	assert_int_equal(visited, expected.count);
	check_queries(both);
}

static float spread(twins *both, float size)
{
	return (trial_unit(&both->random) - 0.5f) * size;
}

static kiln_aabb anywhere(twins *both, float extent)
{
	float half = trial_random(&both->random) % 50 == 0 ? 8 : 0.2f + trial_unit(&both->random);
	return cube_at(spread(both, extent), spread(both, extent), spread(both, extent), half);
}

/// Boxes appear, move around, gather in one place, scatter, and some are removed.
static void crowd_lives(twins *both)
{
	for (uint32_t i = 0; i < CROWD; i++)
		put(both, i, anywhere(both, 60));
	check_twins(both);
	for (uint32_t frame = 0; frame < 10; frame++)
	{
		const uint32_t share = frame % 3 == 0 ? 1 : 30;
		for (uint32_t i = 0; i < CROWD; i++)
		{
			if (trial_random(&both->random) % share != 0)
				continue;
			const kiln_vec3 step = {1 + spread(both, 2), frame == 9 ? 500 : spread(both, 1), spread(both, 1)};
			kiln_aabb box = both->boxes[i];
			box = (kiln_aabb){{box.min.x + step.x, box.min.y + step.y, box.min.z + step.z},
				{box.max.x + step.x, box.max.y + step.y, box.max.z + step.z}};
			if (frame == 4)
				box = cube_at(spread(both, 10), spread(both, 10), spread(both, 10), 0.1f);
			else if (frame == 6)
				box = anywhere(both, 300);
			if (frame % 4 == 1 && both->there[i])
				take_away(both, i);
			else
				put(both, i, box);
		}
		check_twins(both);
	}
	for (uint32_t i = 0; i < CROWD; i++)
		if (both->there[i] && i % 16 != 0)
			take_away(both, i);
	check_twins(both);
}

static void crowds_of_thousands_have_the_pairs_of_brute_force(void **state)
{
	(void)state;
	kiln_aabb regions[5];
	for (uint32_t i = 0; i < 5; i++)
		regions[i] = cube_at((float)i * 10 - 20, (float)(i % 2) * 5, 0, 15);
	const kiln_broadphase_options options[] = {
		{.method = &kiln_broadphase_multi_sap},
		{.method = &kiln_broadphase_multi_sap, .resolution = 6},
		{.method = &kiln_broadphase_multi_sap, .extent = {{-30, -30, -30}, {30, 30, 30}}},
		{.method = &kiln_broadphase_multi_sap, .extent = {{-30, -30, -30}, {30, 30, 30}}, .resolution = 6},
		{.method = &kiln_broadphase_multi_box},
		{.method = &kiln_broadphase_multi_box, .regions = regions, .region_count = 5},
	};
	for (uint32_t i = 0; i < sizeof options / sizeof *options; i++)
	{
		twins *both = make_twins(&options[i]);
		crowd_lives(both);
		end_twins(both);
	}
}

/// Each box touches eight cells: more than the room allows.
static void boxes_that_find_no_room_in_cells_are_large(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {
		.method = &kiln_broadphase_multi_sap, .extent = {{0, 0, 0}, {6, 6, 6}}, .resolution = 6};
	twins *both = make_twins(&options);
	const kiln_multi_sap *multi = both->one->state;
	for (uint32_t round = 0; round < 3; round++)
	{
		for (uint32_t i = 0; i < CROWD; i++)
		{
			// Around a corner of the cells; then inside a cell, and around a corner again.
			float corner[3] = {(float)(i % 5 + 1), (float)(i / 5 % 5 + 1), (float)(i / 25 % 5 + 1)};
			float from = round == 1 ? 0.1f : -0.05f * trial_unit(&both->random), to = from + 0.05f;
			put(both, i,
				(kiln_aabb){{corner[0] + from, corner[1] + from, corner[2] + from},
					{corner[0] + to, corner[1] + to, corner[2] + to}});
		}
		check_twins(both);
		uint32_t large = multi->pruning.sets[multi->pruning.set_count - 1].count;
		assert_true(round == 1 ? large == 0 : large > CROWD / 4 && large < CROWD);
		assert_true(multi->pruning.block_used <= multi->pruning.block_limit);
	}
	end_twins(both);
}

static void a_box_over_many_cells_is_in_the_last_set(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {
		.method = &kiln_broadphase_multi_sap, .capacity = 1000, .extent = {{0, 0, 0}, {4, 4, 4}}, .resolution = 4};
	kiln_broadphase *broadphase = make(&options);
	const kiln_multi_sap *multi = broadphase->state;
	const kiln_aabb boxes[4] = {{{0, 0, 0}, {0.5f, 0.5f, 0.5f}}, {{0.5f, 0.5f, 0.5f}, {1, 1, 1}},
		{{0, 0, 0}, {2.5f, 2.5f, 2.5f}}, {{-INFINITY, -9, -9}, {INFINITY, 9, 9}}};
	kiln_proxy proxies[4];
	for (uint32_t i = 0; i < 4; i++)
		kiln_broadphase_add(broadphase, &boxes[i], NULL, &proxies[i]);
	assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
	assert_int_equal(multi->pruning.set_count, 65);
	assert_int_equal(multi->places[0].kind, KILN_MULTI_SAP_CELLS);
	assert_int_equal(multi->pruning.first[0], 0);
	// Its end is the beginning of seven more cells, and touching is overlap.
	assert_int_equal(multi->places[1].kind, KILN_MULTI_SAP_CELLS);
	assert_int_equal(multi->pruning.first[1], KILN_PRUNED_SEVERAL);
	assert_int_equal(multi->pruning.sets[1 + 4 + 16].count, 1);
	assert_int_equal(multi->places[2].kind, KILN_MULTI_SAP_LARGE);
	assert_int_equal(multi->places[3].kind, KILN_MULTI_SAP_LARGE);
	assert_int_equal(multi->pruning.sets[64].count, 2);
	free(broadphase);
}

/// Counts boxes in the fullest set except the last one.
static uint32_t fullest(const kiln_pruning *pruning)
{
	uint32_t most = 0;
	for (uint32_t i = 0; i + 1 < pruning->set_count; i++)
		most = pruning->sets[i].count > most ? pruning->sets[i].count : most;
	return most;
}

/// Adds a cloud, and a few boxes far away, which must not influence the layout.
static void add_cloud(kiln_broadphase *broadphase, kiln_proxy *proxies, uint32_t count)
{
	uint64_t random = 3;
	for (uint32_t i = 0; i < count; i++)
	{
		kiln_aabb box = cube_at(50 * trial_unit(&random), 50 * trial_unit(&random), 50 * trial_unit(&random), 0.5f);
		if (i % 100 == 0)
			box = cube_at(i % 200 ? 1e9f : -1e9f, 1e9f, 0, 100);
		assert_int_equal(kiln_broadphase_add(broadphase, &box, NULL, &proxies[i]), KILN_OK);
	}
	assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
}

static void boxes_far_away_do_not_spoil_the_layout(void **state)
{
	(void)state;
	static kiln_proxy proxies[20000];
	kiln_broadphase_options options = {.method = &kiln_broadphase_multi_sap, .capacity = 20000};
	kiln_broadphase *broadphase = make(&options);
	add_cloud(broadphase, proxies, 20000);
	const kiln_multi_sap *multi = broadphase->state;
	assert_true(multi->pruning.set_count > 400 && fullest(&multi->pruning) < 300);
	free(broadphase);
	options.method = &kiln_broadphase_multi_box;
	broadphase = make(&options);
	add_cloud(broadphase, proxies, 20000);
	const kiln_multi_box *regions = broadphase->state;
	assert_true(regions->pruning.set_count > 200 && fullest(&regions->pruning) < 400);
	free(broadphase);
}

/// The cloud moves elsewhere and shrinks: cells and regions follow.
static void layouts_follow_boxes_that_wander_off(void **state)
{
	(void)state;
	static kiln_proxy proxies[5000];
	const kiln_broadphase_method *methods[2] = {&kiln_broadphase_multi_sap, &kiln_broadphase_multi_box};
	for (uint32_t i = 0; i < 2; i++)
	{
		const kiln_broadphase_options options = {.method = methods[i], .capacity = 5000};
		kiln_broadphase *broadphase = make(&options);
		const kiln_pruning *pruning =
			i == 0 ? &((kiln_multi_sap *)broadphase->state)->pruning : &((kiln_multi_box *)broadphase->state)->pruning;
		add_cloud(broadphase, proxies, 5000);
		uint32_t before = fullest(pruning), after;
		assert_true(before < 250);
		uint64_t random = 5;
		for (uint32_t frame = 0; frame < 4; frame++)
		{
			for (uint32_t j = 0; j < 5000; j++)
			{
				const kiln_aabb box =
					cube_at(3000 + trial_unit(&random), trial_unit(&random) * 10, trial_unit(&random) * 200, 0.01f);
				assert_int_equal(kiln_broadphase_move(broadphase, proxies[j], &box), KILN_OK);
			}
			assert_int_equal(kiln_broadphase_update(broadphase, NULL), KILN_OK);
			after = fullest(pruning);
		}
		assert_true(after < 2 * before + 64);
		free(broadphase);
	}
}

/// Numbers of updates, which distinguish changed sets, restart after 2^32 updates.
static void numbers_of_updates_may_run_out(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = &kiln_broadphase_multi_sap};
	twins *both = make_twins(&options);
	for (uint32_t i = 0; i < CROWD; i++)
		put(both, i, anywhere(both, 60));
	check_twins(both);
	((kiln_multi_sap *)both->one->state)->pruning.now = UINT32_MAX - 2;
	for (uint32_t frame = 0; frame < 6; frame++)
	{
		for (uint32_t i = frame; i < CROWD; i += 7)
			put(both, i, anywhere(both, 60));
		check_twins(both);
	}
	end_twins(both);
}

// --- Regions ----------------------------------------------------------------------------------------------------------

static void regions_touched_are_those_that_overlap(void **state)
{
	(void)state;
	static kiln_regions regions;
	uint64_t random = 9;
	for (uint32_t kind = 0; kind < TRIAL_BOXES_COUNT; kind++)
	{
		regions.count = kind % 2 ? 100 : KILN_BROADPHASE_REGIONS_MAX;
		for (uint32_t i = 0; i < regions.count; i++)
			regions.boxes[i] = trial_box((trial_boxes)kind, &random);
		kilni_regions_index(&regions);
		for (uint32_t i = 0; i < 200; i++)
		{
			const kiln_aabb box = trial_box((trial_boxes)kind, &random);
			kiln_region_bits bits;
			kilni_regions_under(&regions, &box, &bits);
			for (uint32_t j = 0; j < KILN_BROADPHASE_REGIONS_MAX; j++)
				assert_int_equal(
					kiln_region_has(&bits, j), j < regions.count && kiln_boxes_overlap(&regions.boxes[j], &box));
		}
	}
}

/// Whether every point of a fine lattice over the box is in a region.
static bool lattice_covered(const kiln_regions *regions, const kiln_aabb *box)
{
	for (uint32_t i = 0; i < 9 * 9 * 9; i++)
	{
		const float share[3] = {(float)(i % 9) / 8, (float)(i / 9 % 9) / 8, (float)(i / 81) / 8};
		const kiln_vec3 p = {box->min.x + share[0] * (box->max.x - box->min.x),
			box->min.y + share[1] * (box->max.y - box->min.y), box->min.z + share[2] * (box->max.z - box->min.z)};
		const kiln_aabb point = {p, p};
		bool inside = false;
		for (uint32_t j = 0; j < regions->count && !inside; j++)
			inside = kiln_boxes_overlap(&regions->boxes[j], &point);
		if (!inside)
			return false;
	}
	return true;
}

/// Boxes and regions with whole sides up to 8 long: a lattice with an eighth of the box's size as its step finds each
/// gap of one unit.
static void boxes_said_to_be_covered_are(void **state)
{
	(void)state;
	static kiln_regions regions;
	uint64_t random = 21;
	uint32_t covered = 0, missed = 0;
	for (uint32_t i = 0; i < 1500; i++)
	{
		regions.count = 1 + trial_random(&random) % 24;
		for (uint32_t j = 0; j <= regions.count; j++)
		{
			float low[3], high[3];
			for (uint32_t k = 0; k < 3; k++)
			{
				low[k] = (float)(trial_random(&random) % 6);
				high[k] = low[k] + (float)(trial_random(&random) % (j == regions.count ? 4 : 8));
			}
			regions.boxes[j % KILN_BROADPHASE_REGIONS_MAX] =
				(kiln_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
		}
		const kiln_aabb box = regions.boxes[regions.count];
		kilni_regions_index(&regions);
		kiln_region_bits bits;
		kilni_regions_under(&regions, &box, &bits);
		const bool said = kilni_regions_cover(&regions, &box, &bits), is = lattice_covered(&regions, &box);
		assert_true(is || !said);
		covered += said;
		missed += is && !said;
	}
	assert_true(covered > 100 && missed < covered / 10);
}

static void medians_part_boxes_evenly(void **state)
{
	(void)state;
	static kiln_regions regions;
	static kiln_vec3 points[KILN_REGION_SAMPLES];
	uint64_t random = 2;
	for (uint32_t i = 0; i < KILN_REGION_SAMPLES; i++)
		points[i] =
			(kiln_vec3){trial_unit(&random), trial_unit(&random) * 7, trial_unit(&random) * trial_unit(&random)};
	kilni_regions_cut(&regions, points, KILN_REGION_SAMPLES, 64, (kiln_vec3){0});
	assert_int_equal(regions.count, 64);
	for (uint32_t i = 0; i < 64; i++)
	{
		uint32_t inside = 0;
		for (uint32_t j = 0; j < KILN_REGION_SAMPLES; j++)
		{
			const kiln_aabb point = {points[j], points[j]};
			inside += kiln_boxes_overlap(&regions.boxes[i], &point);
		}
		assert_in_range(inside, KILN_REGION_SAMPLES / 64, KILN_REGION_SAMPLES / 64 + 8);
	}
	// All in one place: nothing to divide.
	for (uint32_t i = 0; i < KILN_REGION_SAMPLES; i++)
		points[i] = (kiln_vec3){1, 2, 3};
	kilni_regions_cut(&regions, points, KILN_REGION_SAMPLES, 64, (kiln_vec3){0});
	assert_int_equal(regions.count, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chosen_regions_answer_as_brute_force_does),
		cmocka_unit_test(named_regions_answer_as_brute_force_does),
		cmocka_unit_test(regions_that_share_sides_answer_as_brute_force_does),
		cmocka_unit_test(cells_answer_as_brute_force_does),
		cmocka_unit_test(crowds_of_thousands_have_the_pairs_of_brute_force),
		cmocka_unit_test(boxes_that_find_no_room_in_cells_are_large),
		cmocka_unit_test(a_box_over_many_cells_is_in_the_last_set),
		cmocka_unit_test(boxes_far_away_do_not_spoil_the_layout),
		cmocka_unit_test(layouts_follow_boxes_that_wander_off),
		cmocka_unit_test(numbers_of_updates_may_run_out),
		cmocka_unit_test(regions_touched_are_those_that_overlap),
		cmocka_unit_test(boxes_said_to_be_covered_are),
		cmocka_unit_test(medians_part_boxes_evenly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
