// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_BOX_H
#define KILN_HEIGHTFIELD_BOX_H

#include "field.h"

/// Narrows a rectangle of cells, from `first` to `end`, to those below and above a box of which low <= high. Cells that the box only
/// touches stay, and perhaps one beside them on each side, for rounding. Returns whether any cells are left.
bool kilni_field_narrow(
	const kiln_heightfield *field, const double low[3], const double high[3], uint32_t first[2], uint32_t end[2]);

/// Receives a cell that is no hole. Returns false to end the walk.
typedef bool kiln_field_visit(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row);

/// Visits every cell whose box overlaps the box low .. high, by increasing number, and perhaps cells beside them. The
/// heights of a visited cell overlap those of the box. NaN visits nothing.
void kilni_heightfield_walk_box(
	const kiln_heightfield *field, const double low[3], const double high[3], kiln_field_visit *visit, void *user);

#endif
