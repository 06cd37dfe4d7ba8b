// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PACK_INDEX_H
#define KILN_COOKER_PACK_INDEX_H

#include "kiln_pack_format.h"
#include "math/ieee.h"
#include "pack/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The index of a pack in the making. The caller owns all arrays.

/// A name of a blob.
typedef struct pack_name
{
	const char *name;
	uint32_t blob;
	uint64_t hash; ///< set by pack_index_sort
} pack_name;

typedef struct pack_index
{
	pack_name *names;
	uint32_t name_count;
	/// In the order of their bytes in the pack. The caller sets `stored`, `size`, `content_hash` and `dictionary`.
	kiln_format_pack_blob *blobs;
	uint32_t blob_count;
	/// The caller sets `size` and `content_hash`.
	kiln_format_pack_dictionary *dictionaries;
	uint32_t dictionary_count;
	kiln_pack_codec codec;
	uint32_t alignment; ///< of blobs: a power of two
} pack_index;

/// Returns why a name cannot be that of a blob, as the end of a sentence ("is empty"); NULL for a good name: a relative path
/// of folders and a file between single slashes, 1 to KILN_PACK_NAME_MAX bytes of valid UTF-8, without `.`, `..`,
/// backslashes, colons and control characters, so that no system takes the name for a place outside a folder.
const char *pack_name_fault(const char *name);

/// Compares two names; letters of ASCII count without their case. Returns below, at or above 0.
int pack_name_fold(const char *a, const char *b);

/// Sorts the names of the index as the format wants them. Returns false with two names that are equal.
bool pack_index_sort(pack_index *index, const char **twice);

/// Returns the bytes of the index, up to the first dictionary or blob; 0 where names have more than 2^32 - 1 bytes.
uint64_t pack_index_size(const pack_index *index);

/// Sets the offsets of dictionaries and blobs. Returns the bytes of the whole pack.
uint64_t pack_index_place(pack_index *index);

/// Writes the bytes of the sorted and placed index: pack_index_size of them.
void pack_index_write(const pack_index *index, uint8_t *memory);

/// Whether the bytes of an index, with its header, have the header's hash.
bool pack_index_hash_holds(const kiln_format_pack_header *header);

#endif
