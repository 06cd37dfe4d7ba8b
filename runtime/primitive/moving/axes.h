// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_AXES_H
#define KILN_PRIMITIVE_MOVING_AXES_H

#include "math/double3.h"
#include "math/slab.h"

#include <stdbool.h>
#include <stdint.h>

/// Separating axes over time (Ericson 2005, 5.5.2; Schneider and Eberly 2003, 11.11.2). Two convex shapes touch when
/// their projections touch on every axis that could separate them. Each axis is used as the vector that is stored:
/// however it was rounded, the projections on it are those of the shapes, so that it never separates shapes that touch.

/// A box or the convex hull of points, relative to an eye.
typedef struct kiln_outline
{
	kiln_d3 center;			 ///< of a box
	kiln_d3 bars[3];		 ///< a box: half of its sides
	const kiln_vec3 *points; ///< or points, as stored
	uint32_t count;			 ///< number of points; 0: a box
} kiln_outline;

/// The overlap of two shapes on all axes tested so far. While a moves by time * motion: the span of time. Where the
/// motion is zero: the depth.
typedef struct kiln_axes
{
	const kiln_outline *a, *b;
	kiln_d3 eye, motion;
	bool still;		///< the motion is zero
	kiln_d3 size;	///< bounds the coordinates of both together
	double tie;		///< times closer than this count as equal
	kiln_span span; ///< moving: when they overlap on all axes
	bool apart;		///< on some axis, at the start
	kiln_d3
		normal; ///< unit, from b to a. Moving: of the axis that was the last to overlap, where `apart`. Still: the one
				///< along which a least displacement parts them
	double depth; ///< still: that displacement; negative where they are apart
} kiln_axes;

/// All positions are relative to `eye`, a point near a's middle.
kiln_axes kilni_axes_of(const kiln_outline *a, const kiln_outline *b, kiln_d3 eye, kiln_d3 motion);

/// Tests an axis of any length; a zero axis changes nothing. Returns false if the shapes never meet from time 0 to 1.
/// Always true where they stand still.
bool kilni_axes_clip(kiln_axes *axes, kiln_d3 axis);

/// e x f, made perpendicular to e and f a second time: where e and f are nearly parallel, rounding turns their product.
kiln_d3 kilni_axes_product(kiln_d3 e, kiln_d3 f);

#endif
