// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_ADVANCE_AXIS_H
#define KILN_CONVEX_ADVANCE_AXIS_H

#include "advance.h"

/// A separating axis that is kept while movers advance.

/// The frame with which an axis turns.
typedef enum kiln_axis_carrier
{
	KILN_AXIS_OF_A = 0,		///< a face of a
	KILN_AXIS_OF_B = 1,		///< a face of b
	KILN_AXIS_OF_WORLD = 2, ///< the world: the axis does not turn
	KILN_AXIS_OF_EDGES = 3, ///< perpendicular to an edge of a and an edge of b
} kiln_axis_carrier;

typedef struct kiln_axis
{
	const kiln_advance *advance;
	kiln_axis_carrier carrier;
	kiln_d3 normal;	  ///< from a to b, in the carrier's own coordinates
	kiln_d3 edges[2]; ///< unit, in a's and b's own coordinates; their cross product leads from a to b
	double until;	  ///< the axis and the bound hold up to this time
	double force;	  ///< bounds the second derivative of the separation of any two points
	bool still[2];	  ///< the body does not move relative to the axis: its height is constant
	double height[2]; ///< the constant height
	uint32_t seeds[2];
} kiln_axis;

/// The carrier that the nearest features in advance->simplex suggest, if a body turns.
kiln_axis_carrier kilni_axis_suggested(const kiln_advance *advance);

/// The axis of a plane that was found at a time. KILN_AXIS_OF_EDGES is valid only where it was suggested for this
/// plane. Returns false for parallel edges.
bool kilni_axis_begin(
	kiln_axis *axis, const kiln_advance *advance, kiln_axis_carrier carrier, kiln_d3 normal, double from);

/// The distance of the bodies along the axis, with room for rounding.
double kilni_axis_separation(kiln_axis *axis, double t);

/// Advances `*time` along an axis to the last time up to which the axis is proved to separate, or nearly so, and
/// returns the remaining separation there. This is less than half the tolerance where the axis ends in contact. Does
/// not advance if the axis does not separate at `*time`.
double kilni_axis_follow(kiln_axis *axis, double *time);

#endif
