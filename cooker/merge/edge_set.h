// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MERGE_EDGE_SET_H
#define KILN_COOKER_MERGE_EDGE_SET_H

#include "kilncook.h"

/// A set of edges, each a pair of different vertices in either order, with a number for each edge.
typedef struct edge_entry
{
	uint64_t key; ///< 0: never used
	uint32_t value;
	bool live; ///< false: removed, the place may be used again by the same edge only
} edge_entry;

/// {0} is the empty set.
typedef struct edge_set
{
	edge_entry *entries; ///< open addressing
	uint32_t capacity;	 ///< a power of two
	uint32_t used;		 ///< entries with a key
	uint32_t live;
} edge_set;

/// Adds an edge, or changes its number. False when out of memory.
bool edge_set_add(const kilncook_context *context, edge_set *set, uint32_t a, uint32_t b, uint32_t value);

/// Returns the entry of an edge, or NULL; valid until the next addition.
edge_entry *edge_set_find(const edge_set *set, uint32_t a, uint32_t b);

/// Removes an edge, if it is there.
void edge_set_remove(edge_set *set, uint32_t a, uint32_t b);

void edge_set_free(const kilncook_context *context, edge_set *set);

#endif
