// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OBB_FRAME_H
#define KILN_COOKER_OBB_FRAME_H

#include "bound/bound.h"

/// Functions that all fits of oriented boxes share. They use points relative to the middle of the points' box, scaled
/// by a power of two so that the longest side is 1 to 2. Precision is then the same far from the origin, and for tiny
/// and huge points.

/// Perpendicular unit axes, right-handed.
typedef struct obb_frame
{
	double axes[3][3];
} obb_frame;

/// Frames that several fits of one cloud ask for; each is computed when it is first asked for.
typedef struct obb_shared
{
	bool surface_known, inertia_known, extremal_known;
	obb_frame surface, inertia, extremal;
} obb_shared;

/// Points to fit to: the corners of a hull.
typedef struct obb_cloud
{
	double (*points)[3];
	uint32_t count;
	double origin[3];
	double scale;		///< local = (point - origin) scale
	bound_input input;	///< the input of the cloud, with the hull whose vertices are `points`
	convex_hull built;	///< the hull of `input.hull`, if the cloud built it
	obb_shared *shared; ///< NULL: every fit computes its own
} obb_cloud;

/// Makes a cloud; builds a hull when the input has none. The cloud must not move in memory. On failure, nothing needs
/// to be freed.
kilncook_status obb_cloud_make(const kilncook_context *context, const bound_input *input, obb_cloud *cloud);
void obb_cloud_free(const kilncook_context *context, obb_cloud *cloud);

/// The coordinate axes.
obb_frame obb_frame_identity(void);

/// Makes the right-handed frame whose first axis is `u` and whose second axis is the part of `v` perpendicular to `u`.
/// False when a vector has no length, or both are parallel to rounding.
bool obb_frame_from(const double u[3], const double v[3], obb_frame *frame);

/// Computes a unit vector that is perpendicular to the unit vector `n`.
void obb_perpendicular(const double n[3], double out[3]);

/// Extents of the points along the axes.
typedef struct obb_extents
{
	double low[3];
	double high[3];
} obb_extents;

obb_extents obb_measure(const double (*points)[3], uint32_t count, const obb_frame *frame);

/// Returns the cost to minimise: the volume; where the volume is zero to rounding, the area; where the area is zero
/// too, the lengths. Lengths are of the order of 1.
double obb_cost_of_lengths(const double lengths[3]);
double obb_cost(const double (*points)[3], uint32_t count, const obb_frame *frame);

/// Makes the float32 box along this frame, around all points of the input, by bound_enclose.
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
