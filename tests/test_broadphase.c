// SPDX-License-Identifier: MIT
#include "broadphase/core.h"
#include "broadphase_trial.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// What every method owes, and the core's own: handles, errors, capacity, events, order.

typedef struct bench
{
	kiln_broadphase *broadphase;
	void *memory;
	size_t size;
} bench;

static bench bench_make(const kiln_broadphase_options *options)
{
	bench made = {.size = kiln_broadphase_size(options)};
	assert_true(made.size > 0);
	made.memory = aligned_alloc(64, made.size);
	assert_non_null(made.memory);
	memset(made.memory, 0xa5, made.size);
	assert_int_equal(kiln_broadphase_create(options, made.memory, made.size, &made.broadphase), KILN_OK);
	return made;
}

static void bench_free(bench *made)
{
	kiln_broadphase_destroy(made->broadphase);
	free(made->memory);
}

static kiln_aabb cube(float x, float y, float z, float half)
{
	return (kiln_aabb){{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

static kiln_proxy put(const bench *made, kiln_aabb box)
{
	kiln_proxy proxy;
	assert_int_equal(kiln_broadphase_add(made->broadphase, &box, NULL, &proxy), KILN_OK);
	return proxy;
}

static kiln_broadphase_pairs updated(const bench *made)
{
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_broadphase_update(made->broadphase, &pairs), KILN_OK);
	return pairs;
}

static void methods_answer_as_an_array_of_boxes_does(void **state)
{
	(void)state;
	for (unsigned method = 1; method < KILN_BROADPHASE_METHOD_COUNT; method++)
		if (kiln_broadphase_ops_of((kiln_broadphase_method)method))
			broadphase_trials(&(kiln_broadphase_options){.method = (kiln_broadphase_method)method}, 6000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(methods_answer_as_an_array_of_boxes_does),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
