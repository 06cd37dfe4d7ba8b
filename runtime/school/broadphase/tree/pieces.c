// SPDX-License-Identifier: MIT
#include "pieces.h"

#include <float.h>
#include <math.h>

kiln_sweep_pieces kilni_sweep_cut(
	const kiln_box_sweep *sweep, const kiln_spread *spread, const double scale[3], double length, uint32_t most)
{
	kiln_sweep_pieces pieces = {.t_max = sweep->t_max, .leave = sweep->t_max, .count = 1};
	double fastest = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double low = spread->low[axis] - sweep->half[axis], high = spread->high[axis] + sweep->half[axis];
		if (sweep->way[axis] == 0)
		{
			if (sweep->from[axis] < low || sweep->from[axis] > high)
				return pieces;
			continue;
		}
		double a = (low - sweep->from[axis]) * sweep->inverse[axis];
		double b = (high - sweep->from[axis]) * sweep->inverse[axis];
		double enter = a < b ? a : b, leave = a < b ? b : a;
		pieces.enter = enter > pieces.enter ? enter : pieces.enter;
		pieces.leave = leave < pieces.leave ? leave : pieces.leave;
		double speed = fabs(sweep->way[axis]) * scale[axis];
		fastest = speed > fastest ? speed : fastest;
	}
	double middle = fastest * (pieces.leave - pieces.enter) / length;
	if (!(pieces.enter < pieces.leave) || !(pieces.leave <= DBL_MAX) || !(middle > 0))
		return pieces;
	pieces.middle = middle >= most ? most : (uint32_t)middle + 1;
	pieces.count = pieces.middle + 2;
	return pieces;
}

static double piece_start(const kiln_sweep_pieces *pieces, uint32_t index)
{
	if (index == 0)
		return 0;
	if (index == pieces->count)
		return pieces->t_max;
	return pieces->enter + (pieces->leave - pieces->enter) * ((double)(index - 1) / pieces->middle);
}

kiln_sweep_piece kilni_sweep_piece_of(const kiln_sweep_pieces *pieces, const kiln_box_sweep *sweep, uint32_t index)
{
	kiln_sweep_piece piece = {
		piece_start(pieces, index), piece_start(pieces, index + 1), index + 1 == pieces->count, {0}, {0}};
	for (int axis = 0; axis < 3; ++axis)
	{
		double from = sweep->from[axis], way = sweep->way[axis];
		double a = way == 0 ? from : from + way * piece.start, b = way == 0 ? from : from + way * piece.end;
		double low = a < b ? a : b, high = a < b ? b : a;
		// Times are rounded quotients, so places have an error of some 2^-50 of the numbers from which they are
		// computed.
		double grown = sweep->half[axis] + sweep->slack[axis];
		piece.low[axis] = low - (grown + (fabs(low) + fabs(from) + grown) * 0x1p-44);
		piece.high[axis] = high + (grown + (fabs(high) + fabs(from) + grown) * 0x1p-44);
	}
	return piece;
}
