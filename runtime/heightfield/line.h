// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_LINE_H
#define KILN_HEIGHTFIELD_LINE_H

#include "box.h"
#include "math/double3.h"

/// A coordinate of the point on a line: start + t * speed. Sides count in cells, heights in steps.
typedef struct kiln_field_axis
{
	double start, speed;
	double inverse; ///< of the speed; 0 where that is 0
	double slack;
} kiln_field_axis;

/// A walk of the cells that a box on a straight line passes. The caller sets the first four.
typedef struct kiln_field_line
{
	const kiln_heightfield *field;
	double limit; ///< end of the walk; the visitor may shorten it
	kiln_field_visit *visit;
	void *user;
	kiln_field_axis side[2], height;
	uint32_t major; ///< the side of strips
} kiln_field_line;

/// Visits each cell that the box meets at 0 <= t <= limit, and perhaps cells beside them; roughly in the order in which the
/// box meets them. The box is origin + t * direction - extents .. origin + t * direction + extents. The origin is as
/// near as a ray that kilni_ray_start_near moved. All numbers are finite.
void kilni_heightfield_walk_line(
	kiln_field_line *line, const double origin[3], const double direction[3], const double extents[3]);

#endif
