// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_PIECES_H
#define KILN_BROADPHASE_PIECES_H

#include "broadphase/broadphase.h"
#include "spread.h"

/// A sweep cut into pieces of time, each with the box around it. Structures that only answer boxes use the pieces to
/// answer sweeps, near before far. A box that is met at t belongs to the one piece whose time holds t, whichever pieces
/// find it: so each box is reported once without marks.
typedef struct kiln_sweep_pieces
{
	double t_max; ///< the sweep's t_max at the start
	double enter, leave;
	uint32_t count;	 ///< total number
	uint32_t middle; ///< between enter and leave
} kiln_sweep_pieces;

/// One piece.
typedef struct kiln_sweep_piece
{
	double start, end; ///< holds t: start <= t < end; the last piece also holds t = end
	bool last;
	double low[3], high[3]; ///< everything met in this time overlaps this box
} kiln_sweep_piece;

/// Cuts into pieces no longer than `length` on the axis on which the sweep is fastest (in cells, `scale` of them per
/// length on each axis), while the sweep is within the spread; at most `most` pieces, plus one before and one behind.
kiln_sweep_pieces kilni_sweep_cut(
	const kiln_box_sweep *sweep, const kiln_spread *spread, const double scale[3], double length, uint32_t most);

/// `index` < pieces->count.
kiln_sweep_piece kilni_sweep_piece_of(const kiln_sweep_pieces *pieces, const kiln_box_sweep *sweep, uint32_t index);

static inline bool kiln_piece_overlaps(const kiln_sweep_piece *piece, const kiln_aabb *box)
{
	return (double)box->min.x <= piece->high[0] && piece->low[0] <= (double)box->max.x &&
		   (double)box->min.y <= piece->high[1] && piece->low[1] <= (double)box->max.y &&
		   (double)box->min.z <= piece->high[2] && piece->low[2] <= (double)box->max.z;
}

/// Tests a proxy, and reports it if it is met in the piece's time. Returns false to end the walk.
static inline bool kiln_piece_report(const kiln_broadphase *broadphase, const kiln_sweep_piece *piece,
	kiln_box_sweep *sweep, uint32_t index, kiln_found_hit *found, void *user)
{
	double t;
	if (!kiln_piece_overlaps(piece, &broadphase->boxes[index]) ||
		!kilni_sweep_meets(sweep, &broadphase->boxes[index], &t) || t < piece->start || t > piece->end ||
		(t == piece->end && !piece->last))
		return true;
	return found(user, sweep, index, t);
}

#endif
