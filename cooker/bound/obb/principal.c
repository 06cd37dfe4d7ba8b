// SPDX-License-Identifier: MIT
#include "mass/mass.h"
#include "math/jacobi.h"
#include "methods.h"

#include <math.h>
#include <string.h>

static const uint32_t pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

static obb_frame frame_of(const double matrix[6])
{
	obb_frame frame;
	double values[3];
	jacobi_eigen(matrix, values, frame.axes);
	return frame;
}

obb_frame obb_point_covariance(const float (*points)[3], uint32_t count)
{
	// Two passes keep precision: subtracting the mean's product from the products would cancel far from the origin.
	double mean[3] = {0}, matrix[6] = {0};
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			mean[k] += ((double)points[i][k] - (double)points[0][k]) / count;
	for (uint32_t i = 0; i < count; ++i)
	{
		double d[3];
		for (uint32_t k = 0; k < 3; ++k)
			d[k] = (double)points[i][k] - (double)points[0][k] - mean[k];
		for (uint32_t k = 0; k < 6; ++k)
			matrix[k] += d[pair[k][0]] * d[pair[k][1]];
	}
	return frame_of(matrix);
}

obb_frame obb_hull_covariance(const obb_cloud *cloud)
{
	return obb_point_covariance((const float(*)[3])cloud->input.hull->vertices, cloud->input.hull->vertex_count);
}

/// Integrals of 1, x and xx over a surface. The first moments are stored times three, the second moments times twelve.
typedef struct surface_sums
{
	double area;
	double first[3];
	double second[6];
} surface_sums;

static void add_triangle(surface_sums *s, const double p[3], const double q[3], const double r[3])
{
	double u[3], v[3], n[3], sum[3];
	for (uint32_t k = 0; k < 3; ++k)
	{
		u[k] = q[k] - p[k];
		v[k] = r[k] - p[k];
		sum[k] = p[k] + q[k] + r[k];
	}
	obb_cross(u, v, n);
	double area = sqrt(obb_dot(n, n)) / 2.0;
	s->area += area;
	for (uint32_t k = 0; k < 3; ++k)
		s->first[k] += area * sum[k];
	// Nine times the product of the centroid's coordinates is the product of the sums.
	for (uint32_t k = 0; k < 6; ++k)
	{
		uint32_t i = pair[k][0], j = pair[k][1];
		s->second[k] += area * (sum[i] * sum[j] + p[i] * p[j] + q[i] * q[j] + r[i] * r[j]);
	}
}

static obb_frame surface_covariance(const obb_cloud *cloud)
{
	const convex_hull *h = cloud->input.hull;
	surface_sums s = {0};
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		const uint32_t *corner = h->origins + h->face_first[f];
		uint32_t count = h->face_first[f + 1] - h->face_first[f];
		for (uint32_t i = 2; i < count; ++i)
			add_triangle(&s, cloud->points[corner[0]], cloud->points[corner[i - 1]], cloud->points[corner[i]]);
	}
	if (!(s.area > 0.0))
		return obb_hull_covariance(cloud);
	double matrix[6];
	for (uint32_t k = 0; k < 6; ++k)
		matrix[k] = s.second[k] / (12.0 * s.area) -
					s.first[pair[k][0]] / (3.0 * s.area) * (s.first[pair[k][1]] / (3.0 * s.area));
	return frame_of(matrix);
}

obb_frame obb_surface_covariance(const obb_cloud *cloud)
{
	obb_shared *shared = cloud->shared;
	if (!shared)
		return surface_covariance(cloud);
	if (!shared->surface_known)
		shared->surface = surface_covariance(cloud);
	shared->surface_known = true;
	return shared->surface;
}

static obb_frame inertia(const obb_cloud *cloud)
{
	mass_properties mass = mass_of_hull(cloud->input.hull);
	if (mass.volume == 0.0)
		return obb_surface_covariance(cloud);
	obb_frame frame;
	memcpy(frame.axes, mass.axes, sizeof frame.axes);
	return frame;
}

obb_frame obb_inertia(const obb_cloud *cloud)
{
	obb_shared *shared = cloud->shared;
	if (!shared)
		return inertia(cloud);
	if (!shared->inertia_known)
		shared->inertia = inertia(cloud);
	shared->inertia_known = true;
	return shared->inertia;
}
