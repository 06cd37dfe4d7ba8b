// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PACK_CREATE_H
#define KILN_TOOLS_PACK_CREATE_H

#include "inputs.h"
#include "pack/index.h"

/// A pack in the making.
typedef struct create_job
{
	const pack_options *options;
	pack_inputs inputs;
	pack_index index;
	uint32_t *sources; ///< for each blob: its first input
	uint32_t *table;   ///< blobs by their hash, open addressing; KILN_NONE is empty
	uint32_t slots;	   ///< a power of two
	kiln_pack like;	   ///< an older pack whose dictionaries and frames are taken, or zeros
} create_job;

/// Returns the path of the first input that has the bytes of a blob.
static inline const char *create_path(const create_job *job, uint32_t blob)
{
	return job->inputs.list[job->sources[blob]].path;
}

#endif
