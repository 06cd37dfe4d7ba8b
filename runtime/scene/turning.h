// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_TURNING_H
#define KILN_SCENE_TURNING_H

#include "convex/motion/motion.h"
#include "kiln/ray.h"
#include "shape/triangle_box.h"

/// A convex shape that turns while it moves, against pieces that stand still. The motion is divided into spans of time.
/// In each span, a query visits the pieces that a box around the shape meets, and searches the whole motion for their
/// first contact. The first span that holds the time of a contact ends the query: every piece that is touched so early
/// was visited.

typedef struct kiln_turning
{
	kiln_mover mover; ///< points into itself
	kiln_d3 middle;	  ///< of the shape's box at the start
	double tolerance;
	double reach; ///< of a ball around the mover's center, with room for the tolerance and for rounding
	uint32_t spans;
	kiln_d3 low, high;			 ///< the box of this span
	kiln_d3 last_low, last_high; ///< of the span before, whose pieces are known; inverted in the first span
} kiln_turning;

/// Returns false where shape, sweep or tolerance are not usable. The shape must outlive `turning`, which must stay in
/// place.
bool kilni_turning_begin(
	kiln_turning *turning, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance);

/// Sets the boxes of a span. Spans follow each other from 0 on. Returns false where the best hit is before the span.
bool kilni_turning_enter(kiln_turning *turning, uint32_t span, const kiln_hit *best);

/// The first contact with a body that stands still: its time, and its normal and point at that time. `terms` are relative
/// to `eye`.
bool kilni_turning_meets(
	const kiln_turning *turning, const kiln_convex *terms, kiln_d3 eye, float *t, kiln_d3 *normal, kiln_d3 *point);

/// The first contact with a triangle: sets t, point, normal and `back` of the hit.
bool kilni_turning_meets_triangle(
	const kiln_turning *turning, const kiln_vec3 corners[3], bool mirrored, kiln_hit *hit);

/// Whether the box of a triangle meets that of the span before, whose triangles are known.
static inline bool kiln_turning_knows(const kiln_turning *turning, const kiln_vec3 corners[3])
{
	return kiln_triangle_box_meets(corners, turning->last_low, turning->last_high);
}

/// Whether the box of a triangle meets that of this span, and not that of the span before.
static inline bool kiln_turning_meets_box(const kiln_turning *turning, const kiln_vec3 corners[3])
{
	return kiln_triangle_box_meets(corners, turning->low, turning->high) && !kiln_turning_knows(turning, corners);
}

#endif
