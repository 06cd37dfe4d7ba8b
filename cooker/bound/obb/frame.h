// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_FRAME_H
#define KILN_COOKER_OBB_FRAME_H

#include "bound/bound.h"

/// What all fits of oriented boxes share. They work on points about the middle of their box, scaled by a power of two
/// so that the longest side is 1 to 2: far from the origin, for the tiniest and for the largest, numbers are alike.

/// Unit axes at right angles, right-handed.
typedef struct obb_frame
{
	double axes[3][3];
} obb_frame;

/// Points to fit to: the corners of a hull.
typedef struct obb_cloud
{
	double (*points)[3];
	uint32_t count;
	double origin[3];
	double scale;	   ///< local = (point - origin) scale
	bound_input input; ///< what it was made of, with the hull of which `points` are the vertices
	convex_hull built; ///< where `input.hull` points when it was built here
} obb_cloud;

/// Builds a hull where the input has none. The cloud does not move in memory. Leaves nothing to free on failure.
kilncook_status obb_cloud_make(const kilncook_context *context, const bound_input *input, obb_cloud *cloud);
void obb_cloud_free(const kilncook_context *context, obb_cloud *cloud);

/// The coordinate axes.
obb_frame obb_frame_identity(void);

/// The right-handed frame whose first axis is `u` and whose second is `v` brought to a right angle with it. False when
/// they have no length or are parallel to rounding.
bool obb_frame_from(const double u[3], const double v[3], obb_frame *frame);

/// A unit vector at right angles with the unit vector `n`.
void obb_perpendicular(const double n[3], double out[3]);

/// Extents of the points along the axes.
typedef struct obb_extents
{
	double low[3];
	double high[3];
} obb_extents;

obb_extents obb_measure(const double (*points)[3], uint32_t count, const obb_frame *frame);

/// What is to be the least: the volume, and where that is zero to rounding the area, and then the lengths. Lengths
/// are of the order of 1.
double obb_cost_of_lengths(const double lengths[3]);
double obb_cost(const double (*points)[3], uint32_t count, const obb_frame *frame);

/// The box along this frame in float32, around all points of the input, by bound_enclose.
kilncook_status obb_finish(const bound_input *input, obb_frame frame, bound_volume *volume);

static inline double obb_dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void obb_cross(const double a[3], const double b[3], double out[3])
{
	out[0] = a[1] * b[2] - a[2] * b[1];
	out[1] = a[2] * b[0] - a[0] * b[2];
	out[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
