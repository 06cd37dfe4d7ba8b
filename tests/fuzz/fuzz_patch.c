// SPDX-License-Identifier: MIT
#include "fuzz.h"
#include "pack/hash.h"
#include "pack/pack_case.h"
#include "pack/patch.h"
#include "pack/patch_format.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: applies the input as a patch to a pack. Its size and hash are corrected first, so that the parts behind them
/// are reached. What an accepted patch makes is a pack.

const char *fuzz_verdict = "";

static void check(bool condition)
{
	if (!condition)
		abort();
}

/// Opens the old or the new pack of the seeds. The caller frees `bytes->data`.
static kiln_pack open_case(bool new, pack_bytes *bytes)
{
	kiln_pack pack = {0};
	*bytes = new ? pack_case_frames() : pack_case_plain();
	check(bytes->data && kiln_pack_open(&pack, bytes->data, bytes->size).status == KILN_OK);
	return pack;
}

static uint8_t *corrected(const uint8_t *data, size_t size)
{
	uint8_t *copy = fixture_memory(size);
	check(copy != NULL);
	memcpy(copy, data, size);
	if (size >= sizeof(patch_header))
	{
		const uint64_t stated = size;
		memcpy(copy + offsetof(patch_header, size), &stated, sizeof stated);
		pack_hash(copy + PATCH_HASHED_FROM, size - PATCH_HASHED_FROM, copy + offsetof(patch_header, hash));
	}
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	pack_bytes bytes;
	kiln_pack old = open_case(size % 2 != 0, &bytes), made;
	uint8_t *patch = corrected(data, size), *target;
	void *block;
	size_t target_size;
	// The seeds are of either length: each is applied to its own pack.
	if (size >= sizeof(patch_header))
	{
		pack_bytes other;
		kiln_pack candidate = open_case(size % 2 == 0, &other);
		if (memcmp(patch + offsetof(patch_header, old_hash), candidate.header->index_hash, 16) == 0)
		{
			free(bytes.data);
			bytes = other;
			old = candidate;
		}
		else
			free(other.data);
	}
	const kiln_result result = pack_patch_apply(&old, patch, size, &block, &target, &target_size);
	fuzz_verdict = result.reason;
	check(result.reason != NULL && (result.status == KILN_OK) == (block != NULL));
	if (block)
		check(kiln_pack_open(&made, target, target_size).status == KILN_OK);
	free(block);
	free(patch);
	free(bytes.data);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	*size = 0;
	if (i >= 4)
		return NULL;
	pack_bytes bytes[2];
	const kiln_pack old = open_case(i & 1, &bytes[0]), new = open_case(i & 2, &bytes[1]);
	uint8_t *patch = NULL, *seed = NULL;
	if (pack_patch_make(&old, &new, &patch, size) == KILN_OK && (seed = fixture_memory(*size)) != NULL)
		memcpy(seed, patch, *size);
	free(patch);
	free(bytes[0].data);
	free(bytes[1].data);
	return seed;
}
