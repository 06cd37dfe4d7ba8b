// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SEGMENT_TREES_H
#define KILN_BROADPHASE_SEGMENT_TREES_H

#include "school/broadphase/marks.h"
#include "segments.h"

/// The parts of a set of segment trees; segment_trees.c explains the method.

#define KILN_SEGMENT_AXES 3
#define KILN_SEGMENT_SLOTS (KILN_SEGMENT_AXES * KILN_SEGMENT_COVER)
#define KILN_SEGMENT_CHUNK 15u

/// Entries of a node, one cache line at a time. Only the first chunk of a node may be partly filled.
typedef struct kiln_segment_chunk
{
	uint32_t proxies[KILN_SEGMENT_CHUNK];
	uint32_t next; ///< 0: the last one
} kiln_segment_chunk;

typedef struct kiln_segment_tree
{
	kiln_units units;
	uint32_t *chunks; ///< first chunk, by node; 0: no chunk
	uint32_t *own;	  ///< entries, by node
	uint32_t *below;  ///< entries by node, including those of all nodes below
} kiln_segment_tree;

/// A box's interval on an axis: the first and last node that store it.
typedef struct kiln_segment_interval
{
	uint32_t first, last;
} kiln_segment_interval;

typedef struct kiln_segment_trees
{
	kiln_segment_layout layout;
	uint32_t leaves;
	kiln_segment_tree trees[KILN_SEGMENT_AXES];
	kiln_segment_interval (*intervals)[KILN_SEGMENT_AXES]; ///< by proxy; 0: not in the tree
	uint32_t (*places)[KILN_SEGMENT_SLOTS];				   ///< by proxy, axis and node of the cover: 16 chunk + entry
	kiln_segment_chunk *chunks;							   ///< numbered from 1
	uint8_t (*slots)[KILN_SEGMENT_CHUNK + 1]; ///< by chunk and entry: number of the place among its proxy's
	uint32_t free_chunk;
	uint32_t chunk_end;
	kiln_stamps stamps;
} kiln_segment_trees;

#endif
