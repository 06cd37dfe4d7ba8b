// SPDX-License-Identifier: MIT
#include "pack_case.h"

#include "pack/index.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static void describe(const pack_recipe *recipe, pack_index *index)
{
	for (uint32_t i = 0; i < recipe->name_count; ++i)
		index->names[i] = (pack_name){.name = recipe->names[i], .blob = recipe->blob_of ? recipe->blob_of[i] : i};
	for (uint32_t i = 0; i < recipe->blob_count; ++i)
	{
		const uint64_t size = recipe->sizes[i];
		const bool small = recipe->dictionary_size > 0;
		index->blobs[i] = (kiln_format_pack_blob){.stored = recipe->stored ? recipe->stored[i]
															: small		   ? size / 8
																		   : size,
			.size = size,
			.dictionary = small && (recipe->alone == 0 || i < recipe->alone) ? 0 : KILN_NONE};
	}
	if (recipe->dictionary_size > 0)
		index->dictionaries[0].size = recipe->dictionary_size;
}

/// Writes the blobs behind the index, then the index, which has their hashes.
static void fill(const pack_recipe *recipe, pack_index *index, uint8_t *data)
{
	if (index->dictionary_count > 0)
	{
		kiln_format_pack_dictionary *dictionary = &index->dictionaries[0];
		if (recipe->dictionary)
			memcpy(data + dictionary->offset, recipe->dictionary, (size_t)dictionary->size);
		else
			memset(data + dictionary->offset, recipe->fill + 128, (size_t)dictionary->size);
		pack_hash(data + dictionary->offset, (size_t)dictionary->size, dictionary->content_hash);
	}
	for (uint32_t i = 0; i < index->blob_count; ++i)
	{
		uint8_t *bytes = data + index->blobs[i].offset;
		if (recipe->contents)
			memcpy(bytes, recipe->contents[i], (size_t)index->blobs[i].stored);
		else
			memset(bytes, recipe->fill + (int)i, (size_t)index->blobs[i].stored);
		if (recipe->plain)
			pack_hash(recipe->plain[i], (size_t)index->blobs[i].size, index->blobs[i].content_hash);
		else
			pack_hash(bytes, (size_t)index->blobs[i].stored, index->blobs[i].content_hash);
	}
	pack_index_write(index, data);
}

pack_bytes pack_case_make(const pack_recipe *recipe)
{
	pack_bytes made = {0};
	const char *twice;
	kiln_format_pack_dictionary dictionary = {0};
	pack_index index = {
		.names = calloc(recipe->name_count + (size_t)1, sizeof *index.names),
		.name_count = recipe->name_count,
		.blobs = calloc(recipe->blob_count + (size_t)1, sizeof *index.blobs),
		.blob_count = recipe->blob_count,
		.dictionaries = &dictionary,
		.dictionary_count = recipe->dictionary_size > 0,
		.codec = recipe->dictionary_size > 0 ? KILN_PACK_ZSTD : KILN_PACK_PLAIN,
		.alignment = recipe->alignment > 0 ? recipe->alignment : KILN_FORMAT_ALIGNMENT,
	};
	if (index.names && index.blobs)
	{
		describe(recipe, &index);
		if (pack_index_sort(&index, &twice))
		{
			made.size = (size_t)pack_index_place(&index);
			made.data = fixture_memory(made.size);
		}
		if (made.data)
		{
			memset(made.data, 0, made.size);
			fill(recipe, &index, made.data);
		}
	}
	free(index.names);
	free(index.blobs);
	return made;
}

static const char *const names[] = {"crate.kiln", "props/barrel.kiln", "props/crate.kiln"};
static const uint32_t blob_of[] = {0, 1, 0};
static const uint64_t sizes[] = {128, 192};

pack_bytes pack_case_plain(void)
{
	return pack_case_make(&(pack_recipe){.names = names,
		.blob_of = blob_of,
		.name_count = 3,
		.sizes = sizes,
		.blob_count = 2,
		.fill = 1,
		.alignment = 128});
}

pack_bytes pack_case_compressed(void)
{
	return pack_case_make(&(pack_recipe){
		.names = names, .blob_of = blob_of, .name_count = 3, .sizes = sizes, .blob_count = 2, .dictionary_size = 100});
}

#define FRAME_BYTES 4096
#define FRAME_DICTIONARY 512

pack_bytes pack_case_frames(void)
{
	static const char *const frame_names[] = {"frames.kiln", "alone.kiln"};
	uint8_t plain[FRAME_BYTES], dictionary[FRAME_DICTIONARY], frames[2][FRAME_BYTES + 1024];
	uint64_t random = 3;
	for (size_t i = 0; i < FRAME_DICTIONARY; ++i)
		dictionary[i] = (uint8_t)fixture_random(&random);
	for (size_t i = 0; i < FRAME_BYTES; ++i)
		plain[i] = i % 1024 < FRAME_DICTIONARY ? dictionary[i % 1024] : (uint8_t)(fixture_random(&random) % 4);
	ZSTD_CCtx *context = ZSTD_createCCtx();
	if (!context)
		return (pack_bytes){0};
	const uint64_t stored[] = {
		ZSTD_compress_usingDict(
			context, frames[0], sizeof frames[0], plain, sizeof plain, dictionary, sizeof dictionary, 3),
		ZSTD_compressCCtx(context, frames[1], sizeof frames[1], plain, sizeof plain, 3),
	};
	ZSTD_freeCCtx(context);
	return pack_case_make(&(pack_recipe){.names = frame_names,
		.name_count = 2,
		.sizes = (const uint64_t[]){FRAME_BYTES, FRAME_BYTES},
		.contents = (const uint8_t *const[]){frames[0], frames[1]},
		.blob_count = 2,
		.dictionary_size = FRAME_DICTIONARY,
		.dictionary = dictionary,
		.stored = stored,
		.plain = (const uint8_t *const[]){plain, plain},
		.alone = 1});
}
