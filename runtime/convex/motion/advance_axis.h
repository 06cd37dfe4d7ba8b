// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_ADVANCE_AXIS_H
#define KILN_CONVEX_ADVANCE_AXIS_H

#include "advance.h"

/// A separating axis that is kept while movers go on.

/// What an axis turns with.
typedef enum kiln_axis_carrier
{
	KILN_AXIS_OF_A = 0,		///< a face of a
	KILN_AXIS_OF_B = 1,		///< a face of b
	KILN_AXIS_OF_WORLD = 2, ///< nothing
	KILN_AXIS_OF_EDGES = 3, ///< at right angles to an edge of a and one of b
} kiln_axis_carrier;

typedef struct kiln_axis
{
	const kiln_advance *advance;
	kiln_axis_carrier carrier;
	kiln_d3 normal;	  ///< from a to b, in the carrier's own coordinates
	kiln_d3 edges[2]; ///< unit, in a's and b's own coordinates, so that their product leads from a to b
	double until;	  ///< the axis and the bound hold up to this time
	double force;	  ///< bounds the second derivative of what it separates any two points by
	bool still[2];	  ///< the body stands still as seen from the axis: its height is always the same
	double height[2]; ///< that
	uint32_t seeds[2];
} kiln_axis;

/// What the features that are nearest in advance->simplex suggest, if a body turns.
kiln_axis_carrier kilni_axis_suggested(const kiln_advance *advance);

/// The axis of a plane that was found at a time. KILN_AXIS_OF_EDGES only where it was suggested for that plane; false for
/// edges that are parallel.
bool kilni_axis_begin(
	kiln_axis *axis, const kiln_advance *advance, kiln_axis_carrier carrier, kiln_d3 normal, double from);

/// How far the bodies are apart along the axis, rounding allowed for.
double kilni_axis_separation(kiln_axis *axis, double t);

/// Goes along an axis from `*time` to the last time up to which it is proved to separate, or nearly, and returns what it
/// still separates by there; less than half the tolerance where the axis ends in contact. Where it does not separate at
/// `*time`, it stays there.
double kilni_axis_follow(kiln_axis *axis, double *time);

#endif
