// SPDX-License-Identifier: MIT
#include "broadphase_trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void kinetic_lists_answer_as_brute_force_does(void **state)
{
	(void)state;
	const kiln_broadphase_options options = {.method = KILN_BROADPHASE_SAP_KINETIC};
	broadphase_trials(&options, 40000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinetic_lists_answer_as_brute_force_does),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
