// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_SEGMENTED_H
#define KILN_BROADPHASE_SAP_SEGMENTED_H

#include "sap.h"

/// A sorted list of ends in chunks, none of them empty, and the chunks' numbers in order. Two consecutive chunks that
/// would fill at most half of one are merged; a full chunk is split.
typedef struct kiln_sap_chunks
{
	kiln_sap_end *pool;	 ///< room of chunk i from i * size on
	kiln_sap_end *heads; ///< the first end of each, in order
	uint32_t *order;	 ///< chunks in order
	uint32_t *counts;	 ///< ends, by chunk
	uint32_t *unused;	 ///< chunks that are free
	uint8_t *dirty;		 ///< by chunk: its list of open boxes must be computed again
	uint32_t count;		 ///< chunks
	uint32_t unused_count;
	uint32_t size;	///< most ends per chunk
	uint32_t limit; ///< most chunks
} kiln_sap_chunks;

/// A place in a list: the chunk's place in order, and the place in the chunk.
typedef struct kiln_sap_slot
{
	uint32_t order, slot;
} kiln_sap_slot;

#define KILN_SAP_BLOCK 15u

/// Part of a continuation list.
typedef struct kiln_sap_block
{
	uint32_t next; ///< UINT32_MAX: the last
	uint32_t items[KILN_SAP_BLOCK];
} kiln_sap_block;

/// Continuation lists of an axis: for each chunk, the proxies that begin in it or before and end behind it. All blocks
/// but the last of a list are full. Boxes that are open over more than `limit` chunks, or for which there are not
/// enough blocks, are in a separate list instead: `wide`.
typedef struct kiln_sap_continued
{
	kiln_sap_block *blocks;
	uint32_t *first;  ///< block, by chunk; UINT32_MAX: no block
	uint32_t *counts; ///< proxies, by chunk
	uint32_t unused;  ///< first of the free blocks
	uint32_t block_count;
	uint32_t axis;
	uint32_t limit;
	uint32_t *wide;
	uint32_t *place; ///< by proxy: in `wide`, + 1; 0: not wide
	uint32_t wide_count;
	uint32_t laid_wide; ///< number of wide boxes when all lists were made
	uint8_t *seen;		///< by proxy: its ends in the current chunk
	uint32_t *begins;	///< by proxy: the order of the chunk where it begins; used while all lists are made
} kiln_sap_continued;

typedef struct kiln_sap_segmented
{
	kiln_sap sap;
	kiln_sap_chunks lists[3];
	kiln_sap_continued continued;
	bool stale; ///< all continuation lists must be rebuilt
	bool torn;	///< and the axis chosen again
	kiln_sap_end *flat, *batch, *spare;
} kiln_sap_segmented;

static inline kiln_sap_end *kiln_sap_chunk(const kiln_sap_chunks *list, uint32_t order)
{
	return list->pool + (size_t)list->order[order] * list->size;
}

static inline uint32_t kiln_sap_chunk_count(const kiln_sap_chunks *list, uint32_t order)
{
	return list->counts[list->order[order]];
}

// --- Chunks (sap_chunks.c) --------------------------------------------------------------------------------------------

void kilni_sap_chunks_place(kiln_sap_chunks *list, kiln_room *room, uint32_t capacity);

/// Lays sorted ends into chunks, each three quarters full.
void kilni_sap_chunks_fill(kiln_sap_chunks *list, const kiln_sap_end *ends, uint32_t count);

/// Copies all ends; returns how many.
uint32_t kilni_sap_chunks_copy(const kiln_sap_chunks *list, kiln_sap_end *ends);

/// The chunk that holds an end or would hold it: the last one that begins with the end or before, or the first of all.
uint32_t kilni_sap_chunks_find(const kiln_sap_chunks *list, kiln_sap_end end);

/// The place of an end that is in the list.
kiln_sap_slot kilni_sap_chunks_slot(const kiln_sap_chunks *list, kiln_sap_end end);

/// Returns false, and changes nothing, if the chunk is full and there is no other one to split it into.
bool kilni_sap_chunks_insert(kiln_sap_chunks *list, kiln_sap_end end);

void kilni_sap_chunks_erase(kiln_sap_chunks *list, kiln_sap_end end);

/// Drops all ends of the proxies with a mark of `bits`, and merges the rest of the chunks.
void kilni_sap_chunks_filter(kiln_sap_chunks *list, const uint8_t *marks, uint8_t bits);

/// Moves an end down to its sorted place, through all chunks in between, and stores the pairs that it meets. Returns
/// false if swaps run out: then it is still on its way.
bool kilni_sap_chunks_down(kiln_sap *sap, kiln_sap_chunks *list, kiln_sap_slot from, kiln_sap_end end);
bool kilni_sap_chunks_up(kiln_sap *sap, kiln_sap_chunks *list, kiln_sap_slot from, kiln_sap_end end);

// --- Continuation lists (sap_continued.c) -----------------------------------------------------------------------------

void kilni_sap_continued_place(
	kiln_sap_continued *continued, kiln_room *room, uint32_t capacity, const kiln_sap_chunks *list);

/// Removes a box that leaves: call while its ends are still in the lists.
void kilni_sap_continued_drop(kiln_sap_segmented *segmented, uint32_t index, const kiln_aabb *box);

/// Adds a box: call when all ends are in the lists.
void kilni_sap_continued_take(kiln_sap_segmented *segmented, uint32_t index, const kiln_aabb *box);

/// Updates the lists: those of dirty chunks, or all.
void kilni_sap_continued_update(kiln_sap_segmented *segmented);

// --- Queries (sap_segmented_query.c) ----------------------------------------------------------------------------------

void kilni_sap_segmented_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_sap_segmented_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
