// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_INTERSECT_QUICK_H
#define KILN_PRIMITIVE_INTERSECT_QUICK_H

#include "intersect.h"

#include <float.h>

/// Plain cases, decided before any preparation or check. A plain miss is a miss whether or not the shapes are usable; a
/// plain hit is reported only for usable shapes. The careful functions decide the rest: cases closer to touching than
/// KILN_QUICK_MARGIN of the sizes, and numbers that are not finite, for which every comparison here is false.

/// More than 2^6 times the touching distance of the careful functions, and 2^9 times the rounding error of squared
/// sizes.
#define KILN_QUICK_MARGIN 0x1p-39

/// A line, ray or segment that has not been checked.
typedef struct kiln_quick_path
{
	kiln_d3 origin, direction;
	double low, high;
} kiln_quick_path;

static inline kiln_quick_path kiln_quick_line(const kiln_line *a)
{
	return (kiln_quick_path){kiln_d3_from(a->point), kiln_d3_from(a->direction), -(double)FLT_MAX, (double)FLT_MAX};
}

static inline kiln_quick_path kiln_quick_ray(const kiln_ray *a)
{
	// A t_max below 0 or NaN ends the path before any time.
	double high = a->t_max == 0 ? (double)FLT_MAX : kiln_double_min((double)FLT_MAX, (double)a->t_max);
	return (kiln_quick_path){kiln_d3_from(a->origin), kiln_d3_from(a->direction), 0, high};
}

static inline kiln_quick_path kiln_quick_segment(const kiln_segment *a)
{
	kiln_d3 from = kiln_d3_from(a->a);
	return (kiln_quick_path){from, kiln_d3_sub(kiln_d3_from(a->b), from), 0, 1};
}

/// Whether a path that begins at `seen`, relative to the center of a ball, plainly misses the ball: its whole line
/// misses, or the path begins beyond the ball and leads away, or ends before the ball.
static inline bool kiln_quick_passes(const kiln_quick_path *path, kiln_d3 seen, double radius2)
{
	double length2 = kiln_d3_length2(path->direction), away2 = kiln_d3_length2(seen);
	double toward = kiln_d3_dot(seen, path->direction), far = radius2 + KILN_QUICK_MARGIN * away2;
	if (away2 * length2 - toward * toward > far * length2)
		return true;
	if (path->low == 0 && toward >= 0)
		return away2 > far;
	double reach2 = length2 * path->high * path->high;
	return -toward > path->high * length2 &&
		   away2 + 2 * path->high * toward + reach2 > far + KILN_QUICK_MARGIN * reach2;
}

/// Defines three functions of a shape from two: one for plain cases, which returns true where it has decided, and one
/// for a path.
#define KILN_INTERSECT_QUICKLY(shape, type)                                                                            \
	KILN_INTERSECT_QUICKLY_ONE(line, shape, type)                                                                      \
	KILN_INTERSECT_QUICKLY_ONE(ray, shape, type)                                                                       \
	KILN_INTERSECT_QUICKLY_ONE(segment, shape, type)

#define KILN_INTERSECT_QUICKLY_ONE(kind, shape, type)                                                                  \
	kiln_intersection kiln_intersect_##kind##_##shape(const kiln_##kind *a, const type *b)                             \
	{                                                                                                                  \
		kiln_intersection result = {0};                                                                                \
		if (!a || !b)                                                                                                  \
			return result;                                                                                             \
		kiln_quick_path quick = kiln_quick_##kind(a);                                                                  \
		if (quick_##shape(&quick, b, &result))                                                                         \
			return result;                                                                                             \
		kiln_path path = kilni_path_of_##kind(a);                                                                      \
		return meet_##shape(&path, b);                                                                                 \
	}

#endif
