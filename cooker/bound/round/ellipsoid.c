// SPDX-License-Identifier: MIT
#include "ellipsoid.h"

#include "bound/obb/methods.h"
#include "bound/search/fit.h"
#include "bound/search/search.h"
#include "john.h"
#include "math/jacobi.h"

#include <math.h>

/// An ellipsoid in local coordinates.
typedef struct ellipsoid_shape
{
	kiln_d3 center;
	kiln_d3 axes[3];
	double radii[3];
} ellipsoid_shape;

/// Computes how far the points extend along each axis from the centre. Coordinates use Cramer's rule: the axes are not
/// exactly perpendicular in float32, and the error would exceed the radius of a thin ellipsoid.
static void reaches(const bound_cloud *cloud, const kiln_ellipsoid *e, double reach[3])
{
	for (int k = 0; k < 3; ++k)
	{
		kiln_d3 across = kiln_d3_cross(kiln_d3_from(e->axes[(k + 1) % 3]), kiln_d3_from(e->axes[(k + 2) % 3]));
		double determinant = kiln_d3_dot(kiln_d3_from(e->axes[k]), across);
		bound_range range = bound_extent(cloud, kiln_d3_from(e->center), kiln_d3_scale(across, 1 / determinant));
		reach[k] = kiln_double_max(range.max, -range.min);
	}
}

/// Stores the ellipsoid and encloses the points. Where the points are flat except for the rounding of the axes, a
/// radius that is too small is set well above the needed radius. The common factor that encloses the points then stays
/// close to 1.
static kilncook_status finish(
	const kilncook_context *context, const obb_cloud *local, const ellipsoid_shape *shape, bound_volume *volume)
{
	const bound_input *input = &local->input;
	bound_cloud cloud = bound_cloud_of(input);
	*volume = (bound_volume){.kind = BOUND_ELLIPSOID};
	kiln_ellipsoid *e = &volume->ellipsoid;
	e->center = kiln_d3_to(bound_world(local, shape->center));
	double reach[3], largest = 0;
	for (int k = 0; k < 3; ++k)
		e->axes[k] = kiln_d3_to(shape->axes[k]);
	reaches(&cloud, e, reach);
	for (int k = 0; k < 3; ++k)
	{
		double radius = shape->radii[k] / local->scale;
		e->radii[k] = (float)(radius < 0.999 * reach[k] ? 8 * reach[k] : radius);
		largest = kiln_double_max(largest, (double)e->radii[k]);
	}
	kiln_ellipsoid start = *e;
	// An extent of exactly 0 may become positive when the axis's direction is rounded.
	for (double least = 0; least <= largest; least = least > 0 ? 4 * least : largest * 0x1p-48 + 0x1p-149)
	{
		*e = start;
		for (int k = 0; k < 3; ++k)
			e->radii[k] = (double)start.radii[k] < least ? (float)least : start.radii[k];
		if (bound_enclose(input, volume))
			return KILNCOOK_OK;
	}
	return bound_finish(context, input, volume);
}

/// Uses half the extents of a box in the frame, times the square root of its dimension.
static ellipsoid_shape around_box(const obb_cloud *cloud, const obb_frame *frame)
{
	obb_extents e = obb_measure((const double(*)[3])cloud->points, cloud->count, frame);
	ellipsoid_shape shape = {.center = {0, 0, 0}};
	for (int k = 0; k < 3; ++k)
	{
		shape.axes[k] = bound_vector(frame->axes[k]);
		shape.center = kiln_d3_along(shape.center, 0.5 * (e.low[k] + e.high[k]), shape.axes[k]);
		shape.radii[k] = 0.5 * (e.high[k] - e.low[k]) * sqrt(3);
	}
	return shape;
}

static kilncook_status fit_principal(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame frame = obb_surface_covariance(cloud);
	ellipsoid_shape shape = around_box(cloud, &frame);
	return finish(context, cloud, &shape, volume);
}

const bound_method bound_ellipsoid_principal = {.name = "ellipsoid-principal",
	.source = "principal axes, radii as the box's sides",
	.kind = BOUND_ELLIPSOID,
	.fit_cloud = fit_principal};

/// Converts from units of the box's half sides: computes the matrix of moments in local coordinates, and its axes.
static ellipsoid_shape from_john(const ellipsoid_shape *box, const john_ellipsoid *j)
{
	ellipsoid_shape shape = {.center = box->center};
	kiln_d3 sides[3];
	for (int k = 0; k < 3; ++k)
	{
		sides[k] = kiln_d3_scale(box->axes[k], box->radii[k]);
		shape.center = kiln_d3_along(shape.center, j->center[k], sides[k]);
	}
	double matrix[6] = {0}, values[3], vectors[3][3];
	for (int a = 0; a < 3; ++a)
		for (int b = 0; b < 3; ++b)
		{
			kiln_d3 s = sides[a], t = kiln_d3_scale(sides[b], j->matrix[a][b]);
			const double terms[6] = {s.x * t.x, s.y * t.y, s.z * t.z, s.x * t.y, s.x * t.z, s.y * t.z};
			for (int i = 0; i < 6; ++i)
				matrix[i] += terms[i];
		}
	jacobi_eigen(matrix, values, vectors);
	for (int k = 0; k < 3; ++k)
	{
		shape.axes[k] = bound_vector(vectors[k]);
		shape.radii[k] = values[k] > 0 ? sqrt(values[k]) : 0;
	}
	return shape;
}

static kilncook_status fit_minimum(const kilncook_context *context, obb_cloud *cloud, bound_volume *volume)
{
	obb_frame frame = obb_surface_covariance(cloud);
	ellipsoid_shape box = around_box(cloud, &frame);
	john_ellipsoid j;
	kilncook_status status =
		john_fit(context, cloud, box.center, box.axes, box.radii, bound_evaluations(0, cloud->count), &j);
	if (status != KILNCOOK_OK)
		return status;
	ellipsoid_shape shape = from_john(&box, &j);
	return finish(context, cloud, &shape, volume);
}

const bound_method bound_ellipsoid_minimum = {.name = "ellipsoid-minimum",
	.source = "Khachiyan 1996; Todd and Yildirim 2007",
	.kind = BOUND_ELLIPSOID,
	.fit_cloud = fit_minimum};
