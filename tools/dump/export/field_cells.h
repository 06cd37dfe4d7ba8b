// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_FIELD_CELLS_H
#define KILN_DUMP_FIELD_CELLS_H

#include "kiln.h"
#include "math/ieee.h"

/// Stores the samples at the corners of the triangles of a cell, in their order: sample row * columns + column. The cell is no hole.
void field_corners(const kiln_heightfield *field, uint32_t cell, uint32_t corners[2][3]);

/// Whether the diagonal of a cell joins (column + 1, row) and (column, row + 1). False for holes.
bool field_turned(const kiln_heightfield *field, uint32_t cell);

#endif
