// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_LAYOUT_TREES_H
#define KILN_COOKER_LAYOUT_TREES_H

#include "job/job.h"

/// Writes VOLUME_TREES, VOLUME_NODES and VERTICES.

/// Sizes of the sections.
typedef struct layout_trees_size
{
	uint64_t trees, nodes, bytes; ///< volume trees, their nodes, and bytes of these
	uint64_t vertices;
} layout_trees_size;

/// Computes the sections' sizes, and numbers every mesh's and the scene's tree for pair queries, and every mesh's first
/// vertex.
layout_trees_size layout_trees_number(cook_job *job);

/// Writes the sections.
void layout_trees_write(const cook_job *job, kiln_format_volume_tree *trees, uint8_t *nodes, uint32_t *vertices);

#endif
