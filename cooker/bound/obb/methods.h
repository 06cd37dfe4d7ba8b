// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_METHODS_H
#define KILN_COOKER_OBB_METHODS_H

#include "frame.h"
#include "rectangle.h"

/// The frames that the methods choose. Every method accepts flat, straight and single points.

/// Axes of the covariance of the points, each with the same weight, by increasing spread.
obb_frame obb_point_covariance(const float (*points)[3], uint32_t count);

/// The same for the hull's vertices.
obb_frame obb_hull_covariance(const obb_cloud *cloud);

/// Axes of the covariance of the hull's surface (Gottschalk 2000, section 3.3), by increasing spread. Uses the points
/// where the hull has no surface.
obb_frame obb_surface_covariance(const obb_cloud *cloud);

/// Principal axes of the solid hull, by increasing moment. Uses the surface where the hull has no volume.
obb_frame obb_inertia(const obb_cloud *cloud);

/// Of all pairs of points on opposite sides of the axis-aligned box, the pair that is farthest apart gives the first
/// axis; the same choice in the plane perpendicular to it gives the second axis (Barequet and Har-Peled 2001, the
/// simple variant).
obb_frame obb_far_pair(const obb_cloud *cloud);

/// Chooses fourteen extremal points, a large triangle among them, and the two tetrahedra on the triangle. Of the frames
/// along their edges, returns the one with the least surface (Larsson and Kallberg 2011). The surface is measured on
/// all points here, not on the fourteen.
obb_frame obb_extremal(const obb_cloud *cloud);

/// Turns `start` by all rotations on a grid of `cells` steps a side, and then on ever finer grids about the best
/// (Ericson 2005, section 4.4.5; early out: Miettinen 2002). `reach` is the tangent of half the largest angle;
/// OBB_REACH_ALL covers every rotation. Returns the cost.
double obb_search(const obb_cloud *cloud, uint32_t cells, double reach, obb_frame *start);

/// Rodrigues vectors of a cube's distinct orientations have components up to the tangent of 22.5 degrees.
#define OBB_REACH_ALL 0.41421356237309503

/// Turns a frame by the Rodrigues vector r, which is the quaternion (1, r) before it is normalised.
obb_frame obb_rotated(const obb_frame *start, const double r[3]);

/// Finds the box of least volume, to within the share `tolerance`, if `effort` point projections suffice. Turns boxes to a
/// local minimum from a few starts, whatever the effort. Then alternates between the proved minimum around a few of the
/// points (flush.h), which is a lower bound for all points, and adding the points outside this box. KILNCOOK_INTERNAL when out of memory.
kilncook_status obb_least(
	const kilncook_context *context, const obb_cloud *cloud, uint64_t effort, double tolerance, obb_frame *frame);

#endif
