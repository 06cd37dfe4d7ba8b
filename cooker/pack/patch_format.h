// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PACK_PATCH_FORMAT_H
#define KILN_COOKER_PACK_PATCH_FORMAT_H

#include "kiln_pack_format.h"
#include "math/ieee.h"

#define PATCH_MAGIC "\x89KPT\r\n\x1a\n"
#define PATCH_VERSION 1
/// Offset of the first byte that `hash` covers.
#define PATCH_HASHED_FROM 40

/// Begins a patch. The head's frame follows, then the frames of the parts that have any.
typedef struct patch_header
{
	uint8_t magic[8];
	uint32_t endian;
	uint32_t version;
	uint64_t size;		  ///< bytes of the patch
	uint8_t hash[16];	  ///< XXH3-128 of the bytes from the next field to the end
	uint8_t old_hash[16]; ///< index_hash of the old pack
	uint64_t new_size;	  ///< bytes of the new pack
	uint64_t head_size;	  ///< bytes of the new pack's index and dictionaries, of all before the first blob
	uint64_t head_stored; ///< bytes of the frame with the parts, then these bytes
	uint32_t part_count;  ///< blobs of the new pack
	uint32_t reserved[3];
} patch_header;

/// Where the stored bytes of a blob of the new pack come from.
typedef struct patch_part
{
	uint64_t stored;   ///< bytes of the frame; 0: a copy
	uint32_t old;	   ///< the blob of the old pack that is copied, or is the frame's prefix; 0xffffffff: no prefix
	uint32_t reserved; ///< 0
} patch_part;

static_assert(sizeof(patch_header) == 96, "the header of a patch has 96 bytes");
static_assert(sizeof(patch_part) == 16, "a part of a patch has 16 bytes");

/// Returns the bytes before the first blob: index, dictionaries, and what aligns the blob.
static inline uint64_t patch_head_size(const kiln_format_pack_blob *blobs, uint32_t count, uint64_t size)
{
	return count > 0 ? blobs[0].offset : size;
}

#endif
