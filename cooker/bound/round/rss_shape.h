// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_RSS_SHAPE_H
#define KILN_COOKER_BOUND_RSS_SHAPE_H

#include "bound/obb/lanes.h"

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

/// The points that held the sides and the corners of a rectangle; of similar frames, they are often the same. Any points will
/// do to start with.
typedef struct rss_holders
{
	uint32_t low[2];
	uint32_t high[2];
	uint32_t corners[4]; ///< low or high along the first axis, plus 2 where it is high along the second
} rss_holders;

/// Makes the lozenge whose rectangle lies in the middle of the points' heights in this frame; its radius exceeds half
/// the range of heights by `extra`. Returns its volume. Returns `limit` early, with no shape, when the volume can't be below
/// it: sides and corners move outwards with every point, so that the holders, which come first, decide most of the time.
double rss_shape_in(const bound_lanes *lanes, const rss_frame *frame, double extra, double limit, rss_holders *holders,
	rss_shape *shape);

#endif
