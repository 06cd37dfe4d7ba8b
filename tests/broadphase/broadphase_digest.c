// SPDX-License-Identifier: MIT
// Prints a digest of every pair, hit and event that each broadphase method tells in random trials, in their order: the same from every
// build, instruction set and compiler (tests/answers.sh).

#include "fuzz/broadphase_trial.h"
#include "kiln/school.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
	for (unsigned method = 0; method < KILN_SCHOOL_BROADPHASES; ++method)
		for (unsigned boxes = 0; boxes < TRIAL_BOXES_COUNT; ++boxes)
		{
			broadphase_trial trial = {
				.options = {.method = kiln_school_broadphase(method), .capacity = 120, .pair_capacity = 7200},
				.boxes = (trial_boxes)boxes,
				.seed = 77 + boxes,
				.operations = 300};
			printf("%s %u %016" PRIx64 "\n", kiln_broadphase_method_name(kiln_school_broadphase(method)), boxes,
				broadphase_trial_run(&trial));
		}
	return 0;
}
