// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_RSS_SHAPE_H
#define KILN_COOKER_BOUND_RSS_SHAPE_H

#include "bound/search/held.h"

/// The least lozenge around points in a given frame (Larsen et al. 1999).

/// Perpendicular unit vectors; the last is the rectangle's normal.
typedef struct rss_frame
{
	kiln_d3 axes[3];
} rss_frame;

/// A rectangle perpendicular to the frame's last axis.
typedef struct rss_shape
{
	double low[2];
	double high[2];
	double height; ///< height of the rectangle's plane
	double radius;
} rss_shape;

/// Makes the lozenge whose rectangle lies in the middle of the points' heights in this frame; its radius exceeds half
/// the range of heights by `extra`. Returns its volume. Returns at least `limit` early, with no shape, when the points that held
/// lately, or the sides alone, show that the volume is not below it. `held` (may be NULL) takes the points that hold this one.
double rss_shape_in(
	const bound_lanes *lanes, const rss_frame *frame, double extra, double limit, bound_held *held, rss_shape *shape);

/// Finds which of some radii gives the least volume in a frame. Returns the volume.
double rss_shape_least(
	const bound_lanes *lanes, const rss_frame *frame, const double *extras, int count, double *extra);

#endif
