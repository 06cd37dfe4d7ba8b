// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_RECTANGLE_H
#define KILN_COOKER_OBB_RECTANGLE_H

#include "frame.h"

/// Turns a box about one of its axes: finds the rectangle of least area around the points' projections along that axis.

/// Memory for up to `capacity` points, and the count of point projections.
typedef struct obb_work
{
	double (*points)[2];
	double (*spare)[2];
	double (*chain)[2];
	uint32_t capacity;
	uint64_t spent; ///< point projections so far
} obb_work;

bool obb_work_make(const kilncook_context *context, uint32_t capacity, obb_work *work);
void obb_work_free(const kilncook_context *context, obb_work *work);

/// Turns `frame` about its axis `k` so that the rectangle perpendicular to the axis has the least area. One side of
/// this rectangle lies along an edge of the points' convex polygon (Freeman and Shapira 1975; rotating calipers:
/// Toussaint 1983; polygon: Andrew 1979). Points in a line get an axis along the line. `cost` is the frame's obb_cost;
/// returns the new cost. The frame does not change where a turn does not reduce the cost.
double obb_turn(const double (*points)[3], uint32_t count, uint32_t k, obb_work *work, obb_frame *frame, double cost);

/// Turns about the three axes alternately until no turn helps (Ericson 2005, section 4.4.4): a local minimum. Returns
/// its obb_cost.
double obb_refine(const double (*points)[3], uint32_t count, obb_work *work, obb_frame *frame);

#endif
