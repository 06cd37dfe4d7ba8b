// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_DIFF_H
#define KILN_DUMP_DIFF_H

#include "kiln.h"

#include <stdio.h>

/// What differs between two assets.

/// The two files, both proved.
typedef struct diff_files
{
	const char *path[2];
	const kiln_asset *asset[2];
	const void *data[2];
	size_t size[2];
} diff_files;

/// Writes each difference as a line of text, or all as one JSON object: of the files, options, sections, materials, shapes
/// and nodes. Things are the same thing when they have the same name; of several with one name, the first is compared with
/// the first, and so on. For meshes: triangles that only one has, and how far the farthest corner of these lies from the
/// other mesh; for hulls: vertices that only one has, and how far these lie from the other hull; for primitives of one
/// kind: how far the surface moves; for nodes: how far the farthest corner of the box moves. Stores the number of
/// differences; 0 only where every byte is the same. Returns false when out of memory.
bool diff_write(FILE *out, bool json, const diff_files *files, uint64_t *count);

#endif
