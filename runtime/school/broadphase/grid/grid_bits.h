// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_GRID_BITS_H
#define KILN_BROADPHASE_GRID_BITS_H

#include "broadphase/room.h"
#include "grid.h"

/// A row of bits for each slice of one axis, with one bit per slot, and a summary with one bit for each word of the row
/// that is not zero.
typedef struct kiln_bit_rows
{
	uint64_t *words;
	uint64_t *summary;
} kiln_bit_rows;

typedef struct kiln_grid_bits
{
	kiln_grid_layout layout;
	kiln_grid_wishes wishes;
	kiln_bit_rows rows[3];
	uint32_t slices;		///< most slices on an axis
	uint32_t words;			///< of a row
	uint32_t summary_words; ///< of a row
	uint32_t capacity;
	uint32_t *proxy;	 ///< by slot, KILN_GRID_NONE for free ones
	uint32_t *place;	 ///< by proxy: a slot, KILN_GRID_OUTSIDE and place in `outside`, or KILN_GRID_NONE
	int16_t (*range)[6]; ///< by slot: least slices, then greatest ones
	uint32_t *free_slots;
	kiln_grid_outside outside; ///< proxies not wholly inside the grid
	kiln_flags changed;		   ///< proxies moved and added by the last update
	uint64_t *keys[2];		   ///< for sorting
	uint32_t slot_end;		   ///< all slots in use are below this
	uint32_t free_count;	   ///< number of free slots below slot_end
	uint32_t unsorted;		   ///< changes since slots were last assigned in the order of space
} kiln_grid_bits;

void kilni_grid_bits_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_grid_bits_all(kiln_broadphase *broadphase, kiln_pair_sink *sink);
void kilni_grid_bits_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user);
void kilni_grid_bits_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user);

#endif
