// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_HEIGHTFIELD_H
#define KILNCOOK_HEIGHTFIELD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A grid of heights in the caller's memory. kiln/heightfield.h says where samples, cells and triangles lie.
typedef struct kilncook_heightfield
{
	uint32_t columns, rows; ///< samples on a side, 2 or more; at most 2 * 10^9 cells
	/// Heights, row by row; exactly one of the two is not NULL.
	const float *heights;	///< finite
	const uint16_t *levels; ///< heights in units of `level_height`, as 16-bit images have them: kept as they are
	float level_height;		///< of `levels`, above 0
	/// The greatest difference between a height and its stored value, for `heights`. 0: a little more than half of 1/65535 of the difference between
	/// the highest and the lowest sample, and at least what float32 loses at these heights. A smaller error takes more bytes.
	float error;
	float origin[3];  ///< place of the first sample; along the axis of heights added to all heights
	float spacing[2]; ///< distance between columns, between rows; above 0
	kilncook_axis up; ///< KILNCOOK_AXIS_Y (default): rows follow each other along z; KILNCOOK_AXIS_Z: along y
	/// Of cells, row by row, (columns - 1) * (rows - 1) bytes each. NULL: 0 for all.
	const uint8_t *holes;	  ///< not 0: a hole
	const uint8_t *diagonals; ///< not 0: the diagonal joins (column + 1, row) and (column, row + 1)
	const uint8_t *materials;
} kilncook_heightfield;

/// Makes the bytes of a height field, which kiln_heightfield_open opens: blocks of 16 x 16 cells, whose samples have as many bits
/// as the block's differences of heights need. The same grid gives the same bytes on every machine. The field's header states the
/// greatest difference from the source (`error`).
///
/// KILNCOOK_USAGE when the grid contradicts itself or a number is out of range. KILNCOOK_REFUSED: a height is NaN, infinite or
/// too large (`heightfield-sample`), every cell is a hole (`heightfield-empty`), or the error is too small: float32 is coarser
/// there, or a block of 16 x 16 cells has more than 65535 steps, or the field more than 2^24 (`heightfield-steps`); the message
/// names the place, and the error that is possible.
KILNCOOK_API kilncook_status kilncook_heightfield_make(
	const kilncook_context *context, const kilncook_heightfield *grid, kilncook_blob *blob);

#ifdef __cplusplus
}
#endif

#endif
