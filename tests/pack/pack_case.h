// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PACK_CASE_H
#define KILN_TESTS_PACK_CASE_H

#include "kiln/pack.h"

/// Packs for tests, made in memory.

typedef struct pack_bytes
{
	uint8_t *data; ///< aligned to 64 bytes, exactly `size` bytes
	size_t size;
} pack_bytes;

/// What stands in a pack. Blob i has `sizes[i]` bytes, a multiple of 64, of `fill` + i, or of `contents[i]`.
typedef struct pack_recipe
{
	const char *const *names;
	const uint32_t *blob_of; ///< for each name: its blob; NULL: blob i for name i
	uint32_t name_count;
	const uint64_t *sizes;
	const uint8_t *const *contents; ///< or NULL
	uint32_t blob_count;
	uint32_t dictionary_size; ///< above 0: the pack says zstd, with one dictionary; blobs take an eighth of their bytes
	const uint8_t *dictionary; ///< its bytes, or NULL
	const uint64_t *stored;	   ///< bytes of `contents`, the frames of `plain`; or NULL
	const uint8_t *const *plain;
	uint32_t alone;		///< blobs from this number on have no dictionary, where it is above 0
	uint32_t alignment; ///< 0: 64
	uint8_t fill;
} pack_recipe;

/// Makes a pack. Returns `{NULL, 0}` without memory or with two equal names. The caller frees `data`.
pack_bytes pack_case_make(const pack_recipe *recipe);

/// A pack of three names and two blobs, and one that says that it is compressed.
pack_bytes pack_case_plain(void);
pack_bytes pack_case_compressed(void);

/// A pack of two real frames: frames.kiln, made with the dictionary, and alone.kiln, made without. The blobs are not
/// assets.
pack_bytes pack_case_frames(void);

#endif
