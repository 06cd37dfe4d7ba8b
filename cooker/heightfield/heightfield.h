// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HEIGHTFIELD_H
#define KILN_COOKER_HEIGHTFIELD_H

#include "kiln_heightfield_format.h"
#include "kilncook.h"
#include "math/ieee.h"

/// Heights of a grid in steps.
typedef struct heightfield_steps
{
	uint32_t *steps; ///< columns * rows, row by row
	float base;		 ///< the height of step 0, the grid's origin included
	float step;		 ///< the height of one step
	float error;	 ///< no stored height differs more from its source
} heightfield_steps;

/// Checks the numbers of a grid. KILNCOOK_USAGE with a message.
kilncook_status heightfield_check(const kilncook_context *context, const kilncook_heightfield *grid);

/// Chooses base and step, and counts the heights in steps. The caller frees `steps`, also after a failure.
kilncook_status heightfield_quantise(
	const kilncook_context *context, const kilncook_heightfield *grid, heightfield_steps *out);

/// Lays the field out.
kilncook_status heightfield_pack(const kilncook_context *context, const kilncook_heightfield *grid,
	const heightfield_steps *heights, kilncook_blob *blob);

/// Lays the field out and proves it by the runtime.
kilncook_status heightfield_write(const kilncook_context *context, const kilncook_heightfield *grid,
	const heightfield_steps *heights, kilncook_blob *blob);

/// The axis of heights, as the format counts axes.
static inline uint32_t heightfield_up(const kilncook_heightfield *grid)
{
	return grid->up == KILNCOOK_AXIS_Z ? KILN_HEIGHTFIELD_UP_Z : KILN_HEIGHTFIELD_UP_Y;
}

#endif
