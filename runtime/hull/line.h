// SPDX-License-Identifier: MIT
#ifndef KILN_HULL_LINE_H
#define KILN_HULL_LINE_H

#include "kiln/hull.h"
#include "math/double3.h"

/// Where a line runs through a hull, in lengths of its direction.
typedef struct kiln_hull_line
{
	double enter, leave;			 ///< enter <= leave
	double least, most;				 ///< enter and leave, widened by more than rounding can have moved them
	uint32_t enter_face, leave_face; ///< KILN_NONE for a hull without faces
} kiln_hull_line;

/// Clips the line origin + t direction; returns false when the line misses the hull by more than rounding. The
/// arguments are finite and at most 2^400 in size; a zero direction misses.
bool kilni_hull_clip_line(const kiln_hull *hull, kiln_d3 origin, kiln_d3 direction, kiln_hull_line *line);

#endif
