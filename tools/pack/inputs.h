// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PACK_INPUTS_H
#define KILN_TOOLS_PACK_INPUTS_H

#include "../common/file.h"
#include "pack.h"

/// A file to pack.
typedef struct pack_input
{
	char *path;		  ///< to open
	const char *name; ///< in the pack; a part of `path`
} pack_input;

/// The files to pack, in their order.
typedef struct pack_inputs
{
	pack_input *list;
	uint32_t count, capacity;
} pack_inputs;

/// Collects the inputs of the command line, then those of the list --from, and refuses names that no pack can have.
int pack_inputs_read(const pack_options *options, pack_inputs *inputs);

void pack_inputs_free(pack_inputs *inputs);

#endif
