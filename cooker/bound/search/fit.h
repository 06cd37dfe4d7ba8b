// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_FIT_H
#define KILN_COOKER_BOUND_FIT_H

#include "bound/bound.h"
#include "math/double3.h"

#include <math.h>

/// Functions that the fits share.

/// The points that matter: the hull's vertices when the hull is known, else all points.
typedef struct bound_cloud
{
	const float (*points)[3];
	uint32_t count;
} bound_cloud;

static inline bound_cloud bound_cloud_of(const bound_input *input)
{
	const convex_hull *h = input->hull;
	return h ? (bound_cloud){(const float(*)[3])h->vertices, h->vertex_count}
			 : (bound_cloud){input->points, input->count};
}

static inline kiln_d3 bound_point(const float p[3])
{
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

/// Ends a fit: sets the sizes. KILNCOOK_INTERNAL with `bound-proof` when the volume cannot contain the points, which is
/// an error of the fit.
kilncook_status bound_finish(const kilncook_context *context, const bound_input *input, bound_volume *volume);

/// Centre of the box around the points.
kiln_d3 bound_box_center(const bound_cloud *cloud);

/// Eigenvectors of the points' covariance, by increasing spread: unit, right-handed. Coordinate axes where spreads are
/// equal.
void bound_principal_axes(const bound_cloud *cloud, kiln_d3 axes[3]);

/// Range of axis . (p - origin) over the points; `low` and `high` (may be NULL) get the extreme points.
typedef struct bound_range
{
	double min, max;
	uint32_t low, high;
} bound_range;

bound_range bound_extent(const bound_cloud *cloud, kiln_d3 origin, kiln_d3 axis);

/// Returns the direction scaled to length 1; (0, 0, 1) for zero.
kiln_d3 bound_unit(kiln_d3 v);

/// Does the same for a vector whose length is of the order of 1.
static inline kiln_d3 bound_unit_near(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

/// Computes two unit vectors that are perpendicular to the unit vector `axis` and to each other; axis, u, v are
/// right-handed.
void bound_across(kiln_d3 axis, kiln_d3 *u, kiln_d3 *v);

#endif
