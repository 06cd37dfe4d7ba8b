// SPDX-License-Identifier: MIT
#include "fuzz.h"
#include "kilnpack.h"
#include "pack/pack_case.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: opens the input as a pack and, if the proof accepts it, finds every name and reads every blob. The refusal
/// of a pack must name a place inside it; what an accepted pack names must lie inside it.

/// Larger blobs are not read: a mutant may state any size.
#define READ_MOST 1000000

const char *fuzz_verdict = "";

static void check(bool condition)
{
	if (!condition)
		abort();
}

/// Every byte of a stored blob can be read, and the blob opens or is refused.
static void check_item(const kiln_pack *pack, uint32_t entry, const kiln_pack_item *item)
{
	uint32_t index = KILN_NONE;
	kiln_asset asset;
	check(kiln_pack_find(pack, item->name) == entry);
	check(kiln_pack_find_last(pack, 1, item->name, &index) == entry && index == 0);
	check(item->data >= pack->data + pack->header->data_offset && item->stored_size <= pack->size &&
		  item->data + item->stored_size <= pack->data + pack->size);
	volatile uint8_t last = 0;
	for (uint64_t i = 0; i < item->stored_size; ++i)
		last = item->data[i];
	(void)last;
	const kiln_result result = kiln_asset_from_pack(&asset, pack, item->name, NULL);
	check(result.reason != NULL && result.offset <= item->size);
}

/// The reader writes no byte behind the stated size: the memory has exactly this size.
static void check_read(kilnpack_reader *reader, uint32_t entry, const kiln_pack_item *item)
{
	if (item->size > READ_MOST)
		return;
	uint8_t *memory = fixture_memory((size_t)item->size);
	check(memory != NULL);
	const kiln_result result = kilnpack_read(reader, entry, memory, (size_t)item->size);
	check(result.reason != NULL);
	check(kilnpack_read(reader, entry, memory, (size_t)item->size - 1).status == KILN_E_CAPACITY);
	if (result.status == KILN_OK)
		fuzz_verdict = "a blob is read";
	free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fixture_memory(size);
	check(copy != NULL);
	memcpy(copy, data, size);
	kiln_pack pack;
	const kiln_result result = kiln_pack_open(&pack, copy, size);
	check(result.reason != NULL && result.offset <= size);
	fuzz_verdict = result.status == KILN_OK ? kiln_status_name(result.status) : result.reason;
	kilnpack_reader *reader = NULL;
	check(result.status != KILN_OK || kilnpack_reader_create(&reader, &pack) == KILN_OK);
	kiln_pack_item item;
	for (uint32_t i = 0; result.status == KILN_OK && i < pack.entry_count; ++i)
	{
		check(kiln_pack_at(&pack, i, &item));
		check_item(&pack, i, &item);
		check_read(reader, i, &item);
	}
	kilnpack_reader_destroy(reader);
	free(copy);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	pack_bytes bytes = {0};
	fixture_blob blob = {0};
	if (i == 0)
		bytes = pack_case_plain();
	else if (i == 1)
		bytes = pack_case_compressed();
	else if (i == 4)
		bytes = pack_case_frames();
	else if (i == 2)
		bytes = pack_case_make(&(pack_recipe){0});
	else if (i == 3 && fixture_blob_small(&blob))
		bytes = pack_case_make(&(pack_recipe){.names = (const char *const[]){"small"},
			.name_count = 1,
			.sizes = (const uint64_t[]){blob.size},
			.contents = (const uint8_t *const[]){blob.data},
			.blob_count = 1});
	fixture_blob_free(&blob);
	*size = bytes.size;
	return bytes.data;
}
