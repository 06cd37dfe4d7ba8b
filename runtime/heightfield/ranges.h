// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_RANGES_H
#define KILN_HEIGHTFIELD_RANGES_H

#include "field.h"

/// The range of all children of a node above the blocks.
kiln_format_heightfield_range kilni_heightfield_range_below(
	const kiln_heightfield *field, uint32_t level, uint32_t column, uint32_t row);

/// Sets the box of all samples from the last range.
void kilni_heightfield_set_box(kiln_heightfield *field);

#endif
