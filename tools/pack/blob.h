// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PACK_BLOB_H
#define KILN_TOOLS_PACK_BLOB_H

#include "kiln/base.h"
#include "open/map.h"

/// Blobs of any kind that packs hold: assets and height fields.

/// Proves the bytes of a blob as the runtime does that opens it.
kiln_result blob_prove(const uint8_t *data, size_t size);

/// A mapped file.
typedef struct blob_file
{
	const uint8_t *data;
	size_t size;
	kiln_mapping mapping;
} blob_file;

/// Maps a file, and proves its bytes if `prove`. Reports what went wrong; returns a tool_exit.
int blob_map(const char *path, bool prove, blob_file *file);
void blob_unmap(blob_file *file);

#endif
