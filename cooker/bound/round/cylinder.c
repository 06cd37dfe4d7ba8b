// SPDX-License-Identifier: MIT
#include "cylinder.h"

#include <math.h>

#include "axial.h"
#include "bound/obb/methods.h"

#define PI 3.14159265358979323846

/// For bound_search_direction: the least cylinder in this direction.
static double direction_cost(void *user, const double *x, double limit)
{
	(void)limit;
	const obb_cloud *cloud = user;
	double radius, off, min, max;
	bound_axis axis = bound_least_axis(cloud, (kiln_d3){x[0], x[1], x[2]}, &radius);
	bound_axis_extent(cloud, &axis, &min, &max, &off);
	return PI * radius * (radius * (max - min) + BOUND_AREA_SHARE * 2 * (radius + max - min)) +
		   BOUND_AREA_SHARE * BOUND_AREA_SHARE * (max - min);
}

static kilncook_status fit_along(
	const kilncook_context *context, const obb_cloud *cloud, kiln_d3 direction, bound_volume *volume)
{
	double radius, min, max;
	bound_axis axis = bound_least_axis(cloud, direction, &radius);
	bound_axis_extent(cloud, &axis, &min, &max, &radius);
	*volume = (bound_volume){.kind = BOUND_CYLINDER};
	return bound_place_ends(context, cloud, &axis, min, max, volume);
}

/// The least of the three cylinders along the principal axes of the hull's surface.
static kilncook_status fit_principal(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame frame = obb_surface_covariance(cloud);
	int best = 0;
	for (int i = 1; i < 3; ++i)
		best = direction_cost(cloud, frame.axes[i], HUGE_VAL) < direction_cost(cloud, frame.axes[best], HUGE_VAL)
				   ? i
				   : best;
	return fit_along(context, cloud, bound_vector(frame.axes[best]), volume);
}

const bound_method bound_cylinder_principal = {.name = "cylinder-principal",
	.source = "least circle across a principal axis",
	.kind = BOUND_CYLINDER,
	.fit_cloud = fit_principal};

static kilncook_status fit_best(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_cloud few;
	kilncook_status status = bound_reduce(context, cloud, &few);
	if (status != KILNCOOK_OK)
		return status;
	double least;
	kiln_d3 direction = bound_search_direction(cloud, direction_cost, &few, false, bound_evaluations(0, few.count) / 4);
	direction =
		bound_tilt_direction(direction_cost, cloud, direction, 1e-3, 1e-7, bound_evaluations(0, cloud->count), &least);
	status = fit_along(context, cloud, direction, volume);
	bound_reduced_free(context, cloud, &few);
	return status;
}

const bound_method bound_cylinder_best = {.name = "cylinder-best",
	.source = "least circle across the best of all directions",
	.kind = BOUND_CYLINDER,
	.fit_cloud = fit_best};
