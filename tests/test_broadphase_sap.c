// SPDX-License-Identifier: MIT
#include "broadphase_trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void try_method(kiln_broadphase_method method)
{
	const kiln_broadphase_options options = {.method = method};
	broadphase_trials(&options, 20000);
}

static void linked_lists_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(KILN_BROADPHASE_SAP_LINKED);
}

static void sorted_arrays_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(KILN_BROADPHASE_SAP_ARRAY);
}

static void batches_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(KILN_BROADPHASE_SAP_BATCH);
}

static void segmented_lists_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(KILN_BROADPHASE_SAP_SEGMENTED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linked_lists_answer_as_brute_force_does),
		cmocka_unit_test(sorted_arrays_answer_as_brute_force_does),
		cmocka_unit_test(batches_answer_as_brute_force_does),
		cmocka_unit_test(segmented_lists_answer_as_brute_force_does),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
