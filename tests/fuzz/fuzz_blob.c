// SPDX-License-Identifier: MIT
#include "blob_seeds.h"
#include "fuzz.h"
#include "query_trial.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: opens the input as a blob and, if the proof accepts it, asks every query. A blob that is refused must
/// be refused at a place inside; one that is accepted must answer with indices in range, the same on every instruction
/// set.

const char *fuzz_verdict = "";

static void check(bool condition)
{
	if (!condition)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = NULL;
	const uint8_t *blob = data;
	if ((uintptr_t)data % KILN_FORMAT_ALIGNMENT)
	{
		blob = copy = fixture_memory(size);
		check(copy != NULL);
		memcpy(copy, data, size);
	}
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, blob, size, NULL);
	check(result.reason != NULL && result.offset <= size);
	fuzz_verdict = kiln_status_name(result.status);
	if (result.status == KILN_OK)
		query_trial(&asset, blob_seed_hash(blob, size));
	free(copy);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	fixture_blob blob = {0};
	bool made = blob_seed_make(i, &blob);
	*size = made ? blob.size : 0;
	return made ? blob.data : NULL;
}
