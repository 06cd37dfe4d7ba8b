// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_RECTANGLE_H
#define KILN_COOKER_OBB_RECTANGLE_H

#include "outline.h"

/// Turns a box about one of its axes: finds the rectangle of least area around the points' projections along that axis.

/// A cloud, memory to turn boxes around it, and the count of point projections.
typedef struct obb_work
{
	const obb_cloud *cloud;
	bound_lanes lanes;
	obb_outline outline; ///< of no edges where the cloud is flat
	uint32_t *corners;
	double (*points)[2];
	double (*spare)[2];
	double (*chain)[2];
	uint32_t capacity;
	uint64_t spent; ///< point projections so far
} obb_work;

/// The cloud must outlive the work. False when out of memory.
bool obb_work_make(const kilncook_context *context, const obb_cloud *cloud, obb_work *work);
void obb_work_free(const kilncook_context *context, obb_work *work);

/// Returns the cloud's obb_cost.
double obb_work_cost(const obb_work *work, const obb_frame *frame);

/// Turns `frame` about its axis `k` so that the rectangle perpendicular to the axis has the least area. One side of
/// this rectangle lies along an edge of the points' convex polygon (Freeman and Shapira 1975; rotating calipers:
/// Toussaint 1983; polygon: Andrew 1979). Points in a line get an axis along the line. `cost` is the frame's obb_cost;
/// returns the new cost. The frame does not change where a turn does not reduce the cost.
double obb_turn(obb_work *work, uint32_t k, obb_frame *frame, double cost);

/// A box on its way to a local minimum.
typedef struct obb_turning
{
	obb_frame frame;
	double cost;   ///< the frame's obb_cost
	uint32_t turn; ///< turns so far
	uint32_t idle; ///< turns since the last that helped, with that one
} obb_turning;

obb_turning obb_turning_from(const obb_work *work, const obb_frame *frame);

/// Turns about the three axes alternately, at most so many times, until no turn helps.
#define OBB_TURNS_MAX 100
void obb_turn_on(obb_work *work, obb_turning *turning, uint32_t turns);

/// Turns about the three axes alternately until no turn helps (Ericson 2005, section 4.4.4): a local minimum. Returns
/// its obb_cost.
double obb_refine(obb_work *work, obb_frame *frame);

#endif
