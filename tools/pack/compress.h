// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PACK_COMPRESS_H
#define KILN_TOOLS_PACK_COMPRESS_H

#include "blob.h"
#include "create.h"

/// The dictionaries and frames of a zstd pack. A group is what stands in one folder at the top of the names; assets without a
/// folder are a group, too. Each group that is large enough has a dictionary, trained on its assets.

typedef struct compress_group
{
	const char *name; ///< the folder, `size` bytes
	size_t size;
	uint64_t bytes;		 ///< of all blobs
	uint32_t count;		 ///< of blobs
	uint32_t dictionary; ///< index, or KILN_NONE
} compress_group;

typedef struct compressor compressor;

/// Groups the blobs, trains a dictionary for each group or takes that of an older pack, and enters the dictionaries in the
/// index. Returns a tool_exit after it reported what went wrong.
int compress_begin(compressor **made, create_job *job);

/// Returns the dictionary's bytes; compress_begin entered the size in the index.
const void *compress_dictionary(const compressor *c, uint32_t index);

/// Makes the frame of a blob. The bytes stay until the next call. NULL without memory.
const void *compress_blob(compressor *c, const create_job *job, uint32_t blob, const blob_file *file, size_t *size);

void compress_end(compressor *c);

#endif
