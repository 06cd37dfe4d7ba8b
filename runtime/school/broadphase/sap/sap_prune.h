// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_SAP_PRUNE_H
#define KILN_BROADPHASE_SAP_PRUNE_H

#include "broadphase/broadphase.h"
#include "broadphase/room.h"

/// All overlaps among boxes whose ends are sorted on each axis: a sweep over the axis on which the intervals overlap
/// least, with the open boxes kept in cells of a second axis (as in Ericson 2005, 7.5.2, where they are one list).
///
/// Places in the sorted order stand for coordinates, so that a cell holds the same number of ends wherever it is:
/// clusters and far outliers make no difference. Cells are of sizes 1, 2, 4 ... of the finest; a box is in one cell,
/// that of its lower end at the first size that it doesn't exceed, so that it reaches into the next one at most and
/// each pair is met once. Boxes that ended are thrown out of a cell when it is looked at next. Costs time by n + pairs
/// + n d / c for d open boxes and c cells of their size; 48 bytes a proxy and a fixed number of cells.

#define KILN_SAP_LEVELS 16u

/// Ends of an axis in order, as index | KILN_SAP_UPPER: fills `ends` from the cursor on, which starts at 0 and is the
/// stream's own; returns how many, 0 at the end.
typedef uint32_t kiln_sap_stream(const void *state, uint32_t axis, uint64_t *cursor, uint32_t *ends, uint32_t capacity);

/// A box as the sweep tests it, by places in the sorted orders.
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

/// Puts into a sink every overlapping pair, once; with `set`, only those of which one at least has a bit of `bits`
/// there.
void kilni_sap_prune_pairs(kiln_sap_prune *prune, kiln_sap_stream *stream, const void *state, const uint8_t *set,
	uint8_t bits, kiln_pair_sink *sink);

#endif
