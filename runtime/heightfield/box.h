// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_BOX_H
#define KILN_HEIGHTFIELD_BOX_H

#include "field.h"

/// Receives a cell that is no hole. Returns false to end the walk.
typedef bool kiln_field_visit(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row);

/// Visits every cell whose box overlaps the box low .. high, by increasing number, and perhaps cells beside them. The
/// heights of a visited cell overlap those of the box. NaN visits nothing.
void kilni_heightfield_walk_box(
	const kiln_heightfield *field, const double low[3], const double high[3], kiln_field_visit *visit, void *user);

#endif
