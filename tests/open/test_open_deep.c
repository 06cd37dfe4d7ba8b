// SPDX-License-Identifier: MIT
#include "fuzz/query_trial.h"
#include "open_case.h"

/// For blobs that the proof accepts, no query overflows its stack. Meant for the sanitizers.

static void queries_survive_the_deepest_fullest_trees(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(fixture_blob_deep(&blob));
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, blob.data, blob.size, NULL);
	assert_string_equal(result.reason, "every rule holds");
	assert_int_equal(asset.scene->depth, KILN_TREE_DEPTH_MAX);
	assert_int_equal(asset.meshes[0].depth, KILN_TREE_DEPTH_MAX);
	for (uint64_t random = 0; random < 6; ++random)
		query_trial(&asset, random);
	fixture_blob_free(&blob);
}

static void queries_of_small_blobs_agree_with_each_other(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(fixture_blob_small(&blob));
	kiln_asset asset;
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	for (uint64_t random = 0; random < 500; ++random)
		query_trial(&asset, random);
	fixture_blob_free(&blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queries_survive_the_deepest_fullest_trees),
		cmocka_unit_test(queries_of_small_blobs_agree_with_each_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
