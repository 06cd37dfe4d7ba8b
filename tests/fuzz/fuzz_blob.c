// SPDX-License-Identifier: MIT
#include "blob_seeds.h"
#include "fuzz.h"
#include "query_trial.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: opens the input as a blob and, if the proof accepts it, runs every query. The refusal of a blob must
/// name a place inside it; queries of an accepted blob must return indices in range, the same on every instruction set.

const char *fuzz_verdict = "";

static void check(bool condition)
{
	if (!condition)
		abort();
}

/// Every entry of metadata is found under its own owner and path, and in the list of its owner.
static void check_metadata(const kiln_asset *asset)
{
	for (uint32_t i = 0; i < asset->metadata_count; ++i)
	{
		const kiln_format_metadata *entry = &asset->metadata[i];
		uint32_t count;
		const char *path = kiln_metadata_path(asset, entry);
		check(kiln_metadata_find(asset, entry->owner, entry->index, path) == entry);
		const kiln_format_metadata *first = kiln_metadata_list(asset, entry->owner, entry->index, &count);
		check(first && entry >= first && entry < first + count);
		const double number = kiln_metadata_double(entry, 0);
		check(number - number >= 0 && strlen(kiln_metadata_string(asset, entry, "")) < asset->size);
		(void)kiln_metadata_int(entry, 0);
	}
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
	{
		check_metadata(&asset);
		query_trial(&asset, blob_seed_hash(blob, size));
	}
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
