// SPDX-License-Identifier: MIT
#include "broadphase_trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void cells_answer_as_brute_force_does(void **state)
{
	(void)state;
	const uint32_t resolutions[] = {0, 1, 3, 1000};
	for (uint32_t i = 0; i < 4; i++)
	{
		const kiln_broadphase_options options = {.method = KILN_BROADPHASE_MULTI_SAP, .resolution = resolutions[i]};
		broadphase_trials(&options, 20000);
	}
}

static void chosen_regions_answer_as_brute_force_does(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_MULTI_BOX};
	broadphase_trials(&options, 30000);
}

/// Regions that overlap, lie in others, touch, are flat or points, the same twice, and leave gaps.
static void named_regions_answer_as_brute_force_does(void **state)
{
	(void)state;
	uint64_t random = 11;
	kiln_aabb regions[KILN_BROADPHASE_MAX_REGIONS];
	const uint32_t counts[] = {1, 2, 7, 40, KILN_BROADPHASE_MAX_REGIONS};
	for (uint32_t kind = 0; kind < TRIAL_BOXES_COUNT; kind++)
	{
		for (uint32_t i = 0; i < KILN_BROADPHASE_MAX_REGIONS; i++)
		{
			regions[i] = trial_box((trial_boxes)kind, &random);
			if (i % 3 == 2 && kind != TRIAL_INFINITE && kind != TRIAL_MIXED)
				regions[i].min = regions[i - 1].max;
			if (!(regions[i].min.x <= regions[i].max.x && regions[i].min.y <= regions[i].max.y &&
					regions[i].min.z <= regions[i].max.z))
				regions[i] = regions[i - 1];
		}
		const kiln_broadphase_options options = {
			.method = KILN_BROADPHASE_MULTI_BOX, .regions = regions, .region_count = counts[kind % 5]};
		broadphase_trials(&options, 5000);
	}
}

/// Slabs that share their sides cover what lies across them: nothing is in the rest, and nothing lost.
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
		.method = KILN_BROADPHASE_MULTI_BOX, .regions = regions, .region_count = 64};
	broadphase_trials(&options, 20000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chosen_regions_answer_as_brute_force_does),
		cmocka_unit_test(named_regions_answer_as_brute_force_does),
		cmocka_unit_test(regions_that_share_sides_answer_as_brute_force_does),
		cmocka_unit_test(cells_answer_as_brute_force_does),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
