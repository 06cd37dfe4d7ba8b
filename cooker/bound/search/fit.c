// SPDX-License-Identifier: MIT
#include "fit.h"

#include "bound/obb/frame.h"
#include "math/jacobi.h"
#include "memory.h"

#include <math.h>

kilncook_status bound_fit(
	const kilncook_context *context, const bound_method *method, const bound_input *input, bound_volume *volume)
{
	if (method->fit)
		return method->fit(context, input, volume);
	obb_cloud cloud;
	kilncook_status status = obb_cloud_make(context, input, &cloud);
	if (status != KILNCOOK_OK)
		return status;
	status = method->fit_cloud(context, &cloud, volume);
	obb_cloud_free(context, &cloud);
	return status;
}

kilncook_status bound_finish(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	if (bound_enclose(input, volume))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "bound-proof", "no %s of this place and direction holds the points",
		bound_kind_name(volume->kind));
	return KILNCOOK_INTERNAL;
}

kiln_d3 bound_box_center(const bound_cloud *cloud)
{
	kiln_d3 min = bound_point(cloud->points[0]), max = min;
	for (uint32_t i = 1; i < cloud->count; ++i)
	{
		kiln_d3 p = bound_point(cloud->points[i]);
		min = kiln_d3_min(min, p);
		max = kiln_d3_max(max, p);
	}
	return kiln_d3_scale(kiln_d3_add(min, max), 0.5);
}

/// Sums are relative to the box's centre, which keeps precision far from the origin.
static kiln_d3 mean_of(const bound_cloud *cloud)
{
	kiln_d3 origin = bound_box_center(cloud), sum = {0, 0, 0};
	for (uint32_t i = 0; i < cloud->count; ++i)
		sum = kiln_d3_add(sum, kiln_d3_sub(bound_point(cloud->points[i]), origin));
	return kiln_d3_along(origin, 1 / (double)cloud->count, sum);
}

void bound_principal_axes(const bound_cloud *cloud, kiln_d3 axes[3])
{
	kiln_d3 mean = mean_of(cloud);
	double largest = 0;
	for (uint32_t i = 0; i < cloud->count; ++i)
		largest = kiln_double_max(largest, kiln_d3_largest(kiln_d3_sub(bound_point(cloud->points[i]), mean)));
	// Divided by the largest distance, no square overflows or underflows.
	double matrix[6] = {0}, scale = largest > 0 ? 1 / largest : 0;
	for (uint32_t i = 0; i < cloud->count && largest > 0; ++i)
	{
		kiln_d3 w = kiln_d3_scale(kiln_d3_sub(bound_point(cloud->points[i]), mean), scale);
		const double terms[6] = {w.x * w.x, w.y * w.y, w.z * w.z, w.x * w.y, w.x * w.z, w.y * w.z};
		for (int j = 0; j < 6; ++j)
			matrix[j] += terms[j];
	}
	double values[3], vectors[3][3];
	jacobi_eigen(matrix, values, vectors);
	for (int i = 0; i < 3; ++i)
		axes[i] = (kiln_d3){vectors[i][0], vectors[i][1], vectors[i][2]};
}

bound_range bound_extent(const bound_cloud *cloud, kiln_d3 origin, kiln_d3 axis)
{
	bound_range range = {HUGE_VAL, -HUGE_VAL, 0, 0};
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		double at = kiln_d3_dot(axis, kiln_d3_sub(bound_point(cloud->points[i]), origin));
		range.low = at < range.min ? i : range.low;
		range.high = at > range.max ? i : range.high;
		range.min = at < range.min ? at : range.min;
		range.max = at > range.max ? at : range.max;
	}
	return range;
}

kiln_d3 bound_unit(kiln_d3 v)
{
	double largest = kiln_d3_largest(v);
	if (largest == 0)
		return (kiln_d3){0, 0, 1};
	kiln_d3 scaled = {v.x / largest, v.y / largest, v.z / largest};
	return kiln_d3_scale(scaled, 1 / sqrt(kiln_d3_length2(scaled)));
}

void bound_across(kiln_d3 axis, kiln_d3 *u, kiln_d3 *v)
{
	kiln_d3 a = kiln_d3_abs(axis);
	kiln_d3 least = a.x <= a.y && a.x <= a.z ? (kiln_d3){1, 0, 0}
					: a.y <= a.z			 ? (kiln_d3){0, 1, 0}
											 : (kiln_d3){0, 0, 1};
	*u = bound_unit_near(kiln_d3_cross(axis, least));
	*v = kiln_d3_cross(axis, *u);
}
