// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_METHODS_H
#define KILN_COOKER_OBB_METHODS_H

#include "frame.h"
#include "rectangle.h"

/// The frames that the methods choose. Flat, straight and single points are allowed everywhere.

/// Axes of the covariance of points as they are, each counting the same, increasing.
obb_frame obb_point_covariance(const float (*points)[3], uint32_t count);

/// The same of the hull's vertices.
obb_frame obb_hull_covariance(const obb_cloud *cloud);

/// Axes of the covariance of the hull's surface (Gottschalk 2000, section 3.3), from the least spread to the greatest.
/// Of its points where there is no surface.
obb_frame obb_surface_covariance(const obb_cloud *cloud);

/// Principal axes of the solid hull, from the least moment on; those of the surface where there is no solid.
obb_frame obb_inertia(const obb_cloud *cloud);

/// Of points on opposite sides of the axis-aligned box the pair farthest apart makes the first axis; the same in the
/// plane across it makes the second (Barequet and Har-Peled 2001, the simple variant).
obb_frame obb_far_pair(const obb_cloud *cloud);

/// Fourteen extremal points; a large triangle among them and the two tetrahedra on it; of the frames along their edges
/// the one of least surface (Larsson and Kallberg 2011), each measured on all points here and not on the fourteen.
obb_frame obb_extremal(const obb_cloud *cloud);

/// Turns `start` by all rotations on a grid of `cells` steps a side that covers the angles `reach` (tangent of the half
/// angle; OBB_REACH_ALL: every one), and then on ever finer grids about the best (Ericson 2005, section 4.4.5; early
/// out: Miettinen 2002). Returns the cost.
double obb_search(const obb_cloud *cloud, uint32_t cells, double reach, obb_frame *start);

/// Rodrigues vectors of a cube's distinct orientations have components up to the tangent of 22.5 degrees.
#define OBB_REACH_ALL 0.41421356237309503

/// The box of least volume, to within the share `tolerance`, as far as `effort` point projections lead: the certain
/// minimum around a few of the points (flush.h), which bounds the one around all from below, by turns with taking
/// in what that box leaves out. KILNCOOK_INTERNAL when out of memory.
kilncook_status obb_least(
	const kilncook_context *context, const obb_cloud *cloud, uint64_t effort, double tolerance, obb_frame *frame);

#endif
