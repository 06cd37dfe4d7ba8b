// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_SEGMENTED_H
#define KILN_BROADPHASE_SAP_SEGMENTED_H

#include "sap.h"

/// A sorted list of ends in chunks, none of them empty, and their numbers in order. Two that follow each other and
/// would fill no more than half of one are made one; a full one is split.
typedef struct kiln_sap_chunks
{
	kiln_sap_end *pool;	 ///< room of chunk i from i * size on
	kiln_sap_end *heads; ///< the first end of each, in order
	uint32_t *order;	 ///< chunks in order
	uint32_t *counts;	 ///< ends, by chunk
	uint32_t *unused;	 ///< chunks that are free
	uint8_t *dirty;		 ///< by chunk: what is open at its end is to be found again
	uint32_t count;		 ///< chunks
	uint32_t unused_count;
	uint32_t size;	///< most ends of a chunk
	uint32_t limit; ///< most chunks
} kiln_sap_chunks;

/// A place in a list: the number in order, and that in the chunk.
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
/// but the last of a list are full. Boxes that go on over more than `limit` chunks, as far as the blocks last, are in
/// one list of their own instead: `wide`.
typedef struct kiln_sap_continued
{
	kiln_sap_block *blocks;
	uint32_t *first;  ///< block, by chunk; UINT32_MAX: none
	uint32_t *counts; ///< proxies, by chunk
	uint32_t unused;  ///< first of the free blocks
	uint32_t block_count;
	uint32_t axis;
	uint32_t limit;
	uint32_t *wide;
	uint32_t *place; ///< by proxy: in `wide`, + 1; 0: not wide
	uint32_t wide_count;
	uint32_t laid_wide; ///< when all lists were made
	uint8_t *seen;		///< by proxy: which ends are in a chunk that is looked at
	uint32_t *begins;	///< by proxy: the order of the chunk where it begins, while all lists are made
} kiln_sap_continued;

typedef struct kiln_sap_segmented
{
	kiln_sap sap;
	kiln_sap_chunks lists[3];
	kiln_sap_continued continued;
	bool stale; ///< all continuation lists are to be rebuilt
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

/// Lays sorted ends into chunks, each full by three quarters.
void kilni_sap_chunks_fill(kiln_sap_chunks *list, const kiln_sap_end *ends, uint32_t count);

/// Copies all ends; returns how many.
uint32_t kilni_sap_chunks_copy(const kiln_sap_chunks *list, kiln_sap_end *ends);

/// The chunk where an end is or would be: the last one that begins with it or before, or the first of all.
uint32_t kilni_sap_chunks_find(const kiln_sap_chunks *list, kiln_sap_end end);

/// The place of an end that is there.
kiln_sap_slot kilni_sap_chunks_slot(const kiln_sap_chunks *list, kiln_sap_end end);

/// False where the chunk is full and there is no other to split it into: then nothing has changed.
bool kilni_sap_chunks_insert(kiln_sap_chunks *list, kiln_sap_end end);

void kilni_sap_chunks_erase(kiln_sap_chunks *list, kiln_sap_end end);

/// Drops all ends of the proxies with a mark of `bits`, and joins what remains of chunks.
void kilni_sap_chunks_filter(kiln_sap_chunks *list, const uint8_t *marks, uint8_t bits);

/// Takes an end from a place to where it belongs, through as many chunks as there are between, and notes whom it
/// meets. False where swaps run out: then it is on its way yet.
bool kilni_sap_chunks_down(kiln_sap *sap, kiln_sap_chunks *list, kiln_sap_slot from, kiln_sap_end end);
bool kilni_sap_chunks_up(kiln_sap *sap, kiln_sap_chunks *list, kiln_sap_slot from, kiln_sap_end end);

// --- Continuation lists (sap_continued.c) -----------------------------------------------------------------------------

void kilni_sap_continued_place(
	kiln_sap_continued *continued, kiln_room *room, uint32_t capacity, const kiln_sap_chunks *list);

/// A box that leaves: call while its ends are there yet.
void kilni_sap_continued_drop(kiln_sap_segmented *segmented, uint32_t index, const kiln_aabb *box);

/// A box that came: call when all ends are there.
void kilni_sap_continued_take(kiln_sap_segmented *segmented, uint32_t index, const kiln_aabb *box);

/// Brings the lists up to date: those of chunks that are dirty, or all.
void kilni_sap_continued_update(kiln_sap_segmented *segmented);

// --- Queries (sap_segmented_query.c) ----------------------------------------------------------------------------------

void kilni_sap_segmented_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_sap_segmented_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
