// SPDX-License-Identifier: MIT
#include "frame.h"

#include "bound/search/fit.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// The weight of the area against the volume: far above the rounding error of a zero length, far below any other
/// length.
#define FLAT 1e-14

/// A component of a unit vector below this limit is a rounding error, and float32 cannot represent the difference.
#define NOTHING 1e-10

/// Computes the middle of the box and the power of two that scales the points.
static void place(obb_cloud *cloud, const float (*points)[3], uint32_t count)
{
	double longest = 0.0;
	for (uint32_t k = 0; k < 3; ++k)
	{
		float low = points[0][k], high = low;
		for (uint32_t i = 1; i < count; ++i)
		{
			low = points[i][k] < low ? points[i][k] : low;
			high = points[i][k] > high ? points[i][k] : high;
		}
		double length = (double)high - (double)low;
		cloud->origin[k] = (double)low + length / 2.0;
		longest = length > longest ? length : longest;
	}
	cloud->scale = 1.0;
	while (longest > 0.0 && longest * cloud->scale < 1.0)
		cloud->scale *= 2.0;
	while (longest * cloud->scale >= 2.0)
		cloud->scale /= 2.0;
}

kilncook_status obb_cloud_make(const kilncook_context *context, const bound_input *input, obb_cloud *cloud)
{
	*cloud = (obb_cloud){.input = *input};
	if (!input->hull)
	{
		hull_points given = {.positions = &input->points[0][0], .count = input->count};
		kilncook_status status = hull_build(context, &given, &cloud->built);
		if (status != KILNCOOK_OK)
			return status;
		cloud->input.hull = &cloud->built;
	}
	const float(*corners)[3] = (const float(*)[3])cloud->input.hull->vertices;
	cloud->count = cloud->input.hull->vertex_count;
	cloud->points = cook_alloc(context, cloud->count, sizeof *cloud->points);
	if (!cloud->points)
	{
		obb_cloud_free(context, cloud);
		return KILNCOOK_INTERNAL;
	}
	place(cloud, corners, cloud->count);
	for (uint32_t i = 0; i < cloud->count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			cloud->points[i][k] = ((double)corners[i][k] - cloud->origin[k]) * cloud->scale;
	return KILNCOOK_OK;
}

void obb_cloud_free(const kilncook_context *context, obb_cloud *cloud)
{
	cook_free(context, cloud->points, cloud->count, sizeof *cloud->points);
	if (cloud->input.hull == &cloud->built)
		hull_free(context, &cloud->built);
	*cloud = (obb_cloud){0};
}

obb_frame obb_frame_identity(void)
{
	return (obb_frame){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

static bool normalise(double v[3])
{
	double most = fabs(v[0]) > fabs(v[1]) ? fabs(v[0]) : fabs(v[1]);
	most = fabs(v[2]) > most ? fabs(v[2]) : most;
	if (!(most > 0.0))
		return false;
	for (uint32_t k = 0; k < 3; ++k)
		v[k] /= most;
	double length = sqrt(obb_dot(v, v));
	for (uint32_t k = 0; k < 3; ++k)
		v[k] /= length;
	return true;
}

bool obb_frame_from(const double u[3], const double v[3], obb_frame *frame)
{
	double first[3] = {u[0], u[1], u[2]}, second[3] = {v[0], v[1], v[2]}, third[3];
	if (!normalise(first) || !normalise(second))
		return false;
	obb_cross(first, second, third);
	if (!(obb_dot(third, third) > 1e-24) || !normalise(third))
		return false;
	obb_cross(third, first, second);
	memcpy(frame->axes[0], first, sizeof first);
	memcpy(frame->axes[1], second, sizeof second);
	memcpy(frame->axes[2], third, sizeof third);
	return true;
}

void obb_perpendicular(const double n[3], double out[3])
{
	uint32_t k = fabs(n[1]) < fabs(n[0]) ? 1 : 0;
	k = fabs(n[2]) < fabs(n[k]) ? 2 : k;
	double axis[3] = {k == 0, k == 1, k == 2};
	obb_cross(n, axis, out);
	normalise(out);
}

obb_extents obb_measure(const double (*points)[3], uint32_t count, const obb_frame *frame)
{
	obb_extents e;
	for (uint32_t k = 0; k < 3; ++k)
	{
		const double *axis = frame->axes[k];
		double low = obb_dot(points[0], axis), high = low;
		for (uint32_t i = 1; i < count; ++i)
		{
			double d = obb_dot(points[i], axis);
			low = d < low ? d : low;
			high = d > high ? d : high;
		}
		e.low[k] = low;
		e.high[k] = high;
	}
	return e;
}

double obb_cost_of_lengths(const double l[3])
{
	double area = l[0] * l[1] + l[1] * l[2] + l[2] * l[0];
	return l[0] * l[1] * l[2] + FLAT * (area + FLAT * (l[0] + l[1] + l[2]));
}

double obb_cost(const double (*points)[3], uint32_t count, const obb_frame *frame)
{
	obb_extents e = obb_measure(points, count, frame);
	double lengths[3] = {e.high[0] - e.low[0], e.high[1] - e.low[1], e.high[2] - e.low[2]};
	return obb_cost_of_lengths(lengths);
}

static kiln_vec3 to_float(const double v[3])
{
	return (kiln_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

/// Rounds to the nearest float. Volatile, because gcc 12 drops the conversions to float and back when it vectorises two
/// of them.
static double rounded_to_float(double x)
{
	volatile float rounded = (float)x;
	return (double)rounded;
}

/// Rounds the axes to the float32 numbers that the volume will store.
static obb_frame round_axes(const obb_frame *frame)
{
	obb_frame rounded;
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			rounded.axes[i][k] = fabs(frame->axes[i][k]) < NOTHING ? 0.0 : rounded_to_float(frame->axes[i][k]);
	return rounded;
}

kilncook_status obb_finish(const bound_input *input, obb_frame frame, bound_volume *volume)
{
	*volume = (bound_volume){.kind = BOUND_OBB};
	obb_frame rounded = round_axes(&frame), dual;
	// Rounded axes are not exactly perpendicular: a point's coordinates along them come from the dual basis.
	for (uint32_t i = 0; i < 3; ++i)
	{
		volume->obb.axes[i] = to_float(rounded.axes[i]);
		obb_cross(rounded.axes[(i + 1) % 3], rounded.axes[(i + 2) % 3], dual.axes[i]);
		double det = obb_dot(rounded.axes[i], dual.axes[i]);
		for (uint32_t k = 0; k < 3; ++k)
			dual.axes[i][k] /= det;
	}
	bound_cloud corners = bound_cloud_of(input);
	const float(*points)[3] = corners.points;
	double low[3] = {0}, high[3] = {0}, center[3];
	for (uint32_t i = 1; i < corners.count; ++i)
	{
		double from_first[3];
		for (uint32_t k = 0; k < 3; ++k)
			from_first[k] = (double)points[i][k] - (double)points[0][k];
		for (uint32_t k = 0; k < 3; ++k)
		{
			double d = obb_dot(from_first, dual.axes[k]);
			low[k] = d < low[k] ? d : low[k];
			high[k] = d > high[k] ? d : high[k];
		}
	}
	for (uint32_t k = 0; k < 3; ++k)
	{
		center[k] = (double)points[0][k];
		for (uint32_t i = 0; i < 3; ++i)
			center[k] += (low[i] + high[i]) / 2.0 * rounded.axes[i][k];
	}
	volume->obb.center = to_float(center);
	return bound_enclose(input, volume) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}
