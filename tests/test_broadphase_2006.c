// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "broadphase_trial.h"

#define OPERATIONS 15000

static void run_trials(kiln_broadphase_method method)
{
	static const uint32_t resolutions[] = {0, 1, 7, 1000};
	for (size_t i = 0; i < sizeof resolutions / sizeof *resolutions; ++i)
	{
		kiln_broadphase_options options = {.method = method, .resolution = resolutions[i]};
		broadphase_trials(&options, OPERATIONS);
	}
}

static void segment_trees_answer_as_brute_force(void **state)
{
	(void)state;
	run_trials(KILN_BROADPHASE_SEGMENT_TREES);
}

static void range_tree_answers_as_brute_force(void **state)
{
	(void)state;
	run_trials(KILN_BROADPHASE_RANGE_TREE);
}

static void spatial_tree_answers_as_brute_force(void **state)
{
	(void)state;
	run_trials(KILN_BROADPHASE_SPATIAL_TREE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segment_trees_answer_as_brute_force),
		cmocka_unit_test(range_tree_answers_as_brute_force),
		cmocka_unit_test(spatial_tree_answers_as_brute_force),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
