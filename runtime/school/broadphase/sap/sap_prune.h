// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_PRUNE_H
#define KILN_BROADPHASE_SAP_PRUNE_H

#include "broadphase/broadphase.h"
#include "broadphase/room.h"

/// Finds all overlaps among boxes whose ends are sorted on each axis. Sweeps over the axis on which the intervals
/// overlap least, with the open boxes in cells of a second axis (as in Ericson 2005, 7.5.2, where they are in one
/// list).
///
/// Places in the sorted order replace coordinates, so that every cell holds the same number of ends: clusters and far
/// outliers make no difference. Cells are 1, 2, 4 ... times as large as the finest. A box is in one cell: the cell of
/// its lower end at the first size that is at least the box's. So it reaches at most into the next cell, and each pair
/// is met once. Boxes that ended are removed from a cell at its next visit. The time is n + pairs + n d / c for d open
/// boxes and c cells of their size; 48 bytes a proxy and a fixed number of cells.

#define KILN_SAP_LEVELS 16u

/// A stream of the ends of an axis in order, as index | KILN_SAP_UPPER. Fills `ends` from the cursor on, which is 0 at
/// first and private to the stream; returns how many, 0 at the end.
typedef uint32_t kiln_sap_stream(const void *state, uint32_t axis, uint64_t *cursor, uint32_t *ends, uint32_t capacity);

/// A box in the sweep's form: places in the sorted orders.
typedef struct kiln_sap_open
{
	uint32_t low[2];
	uint32_t high[2];
	uint32_t until; ///< place of the upper end on the axis of the sweep
	uint32_t index;
} kiln_sap_open;

typedef struct kiln_sap_cell
{
	uint32_t start;
	uint32_t count;
} kiln_sap_cell;

typedef struct kiln_sap_prune
{
	uint32_t *places[3];				 ///< by 2 proxy + upper
	kiln_sap_open *open;				 ///< room of the cells
	kiln_sap_cell *cells;				 ///< of the two sets, each level by level
	uint64_t *used;						 ///< bits of the cells that are not empty
	uint32_t cell_limit;				 ///< of the finest level
	uint32_t cell_room;					 ///< cells of a set
	uint32_t shift;						 ///< places of a cell of the finest level are 2^shift
	uint32_t start[KILN_SAP_LEVELS + 1]; ///< first cell of a level; multiples of 64
	uint64_t levels[2];					 ///< of each set, bits of the levels where boxes are
} kiln_sap_prune;

void kilni_sap_prune_place(kiln_sap_prune *prune, kiln_room *room, uint32_t capacity);

/// Puts every overlapping pair into a sink, once. With `set`, puts only pairs of which at least one has a bit of `bits`
/// there.
void kilni_sap_prune_pairs(kiln_sap_prune *prune, kiln_sap_stream *stream, const void *state, const uint8_t *set,
	uint8_t bits, kiln_pair_sink *sink);

#endif
