// SPDX-License-Identifier: MIT

/// The seeds of the fuzzer hold what they are to hold, and answer its questions.

#include "mutate_field.h"
#include "query_trial.h"
#include "solid_seeds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kiln/hull.h"

static void seeds_have_hulls_of_all_dimensions_and_all_primitives(void **state)
{
	(void)state;
	uint32_t kinds = 0, dimensions = 0, levels = 0;
	for (size_t i = 0; i < SOLID_SEEDS; ++i)
	{
		fixture_blob blob;
		kiln_asset asset;
		assert_true(solid_seed_make(i, &blob));
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		for (uint32_t k = 0; k < asset.shape_count; ++k)
			kinds |= 1u << asset.shapes[k].kind;
		for (uint32_t k = 0; k < asset.hull_count; ++k)
		{
			dimensions |= 1u << asset.hulls[k].dimension;
			levels = asset.hulls[k].level_count > levels ? asset.hulls[k].level_count : levels;
		}
		for (uint64_t random = 0; random < 200; ++random)
			query_trial(&asset, random);
		fixture_blob_free(&blob);
	}
	assert_int_equal(kinds, (1u << KILN_SHAPE_KIND_END) - 1);
	assert_int_equal(dimensions, 15);
	assert_true(levels >= 3);
	fixture_blob none;
	assert_false(solid_seed_make(SOLID_SEEDS, &none));
}

static void allowed_mutations_of_solids_are_allowed(void **state)
{
	(void)state;
	for (size_t i = 0; i < SOLID_SEEDS; ++i)
	{
		fixture_blob blob;
		mutate_seed seed;
		kiln_asset asset;
		assert_true(solid_seed_make(i, &blob));
		assert_true(mutate_seed_make(&seed, blob.data, blob.size));
		uint8_t *room = fixture_memory(blob.size);
		assert_non_null(room);
		int changed = 0;
		for (uint32_t round = 0; round < 1000; ++round)
		{
			mutant m = {.data = room, .size = blob.size, .capacity = blob.size, .random = round, .seed = &seed};
			memcpy(room, blob.data, blob.size);
			for (uint32_t n = 0; n < 1 + round % 4; ++n)
				mutate_solid_allowed(&m);
			assert_int_equal(kiln_open(&asset, room, blob.size, NULL).status, KILN_OK);
			changed += memcmp(room, blob.data, blob.size) != 0;
		}
		assert_true(changed > 500);
		free(room);
		mutate_seed_free(&seed);
		fixture_blob_free(&blob);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seeds_have_hulls_of_all_dimensions_and_all_primitives),
		cmocka_unit_test(allowed_mutations_of_solids_are_allowed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
