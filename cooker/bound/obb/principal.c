// SPDX-License-Identifier: MIT
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

/// Integrals of 1, x and xx over a surface or a solid, each times a factor.
typedef struct body_sums
{
	double weight;
	double first[3];
	double second[6];
} body_sums;

static void add_moments(body_sums *s, double weight, const double p[3], const double q[3], const double r[3])
{
	double sum[3];
	for (uint32_t k = 0; k < 3; ++k)
		sum[k] = p[k] + q[k] + r[k];
	s->weight += weight;
	for (uint32_t k = 0; k < 3; ++k)
		s->first[k] += weight * sum[k];
	// For a triangle, nine times the product of the centroid's coordinates is the product of the sums.
	for (uint32_t k = 0; k < 6; ++k)
	{
		uint32_t i = pair[k][0], j = pair[k][1];
		s->second[k] += weight * (sum[i] * sum[j] + p[i] * p[j] + q[i] * q[j] + r[i] * r[j]);
	}
}

/// Adds a triangle's area; the first moments are summed times three, and the second moments times twelve.
static void add_triangle(body_sums *s, const double p[3], const double q[3], const double r[3])
{
	double u[3], v[3], n[3];
	for (uint32_t k = 0; k < 3; ++k)
	{
		u[k] = q[k] - p[k];
		v[k] = r[k] - p[k];
	}
	obb_cross(u, v, n);
	add_moments(s, sqrt(obb_dot(n, n)) / 2.0, p, q, r);
}

typedef void add_part(body_sums *s, const double p[3], const double q[3], const double r[3]);

static void add_faces(const obb_cloud *cloud, add_part *add, body_sums *s)
{
	const convex_hull *h = cloud->input.hull;
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		const uint32_t *corner = h->origins + h->face_first[f];
		uint32_t count = h->face_first[f + 1] - h->face_first[f];
		for (uint32_t i = 2; i < count; ++i)
			add(s, cloud->points[corner[0]], cloud->points[corner[i - 1]], cloud->points[corner[i]]);
	}
}

static obb_frame surface_covariance(const obb_cloud *cloud)
{
	body_sums s = {0};
	add_faces(cloud, add_triangle, &s);
	if (!(s.weight > 0.0))
		return obb_hull_covariance(cloud);
	double matrix[6];
	for (uint32_t k = 0; k < 6; ++k)
		matrix[k] = s.second[k] / (12.0 * s.weight) -
					s.first[pair[k][0]] / (3.0 * s.weight) * (s.first[pair[k][1]] / (3.0 * s.weight));
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

/// Adds the tetrahedron between the origin and a triangle. The volume is summed times six, the first moments times 24, and
/// the second moments times 120.
static void add_tetrahedron(body_sums *s, const double p[3], const double q[3], const double r[3])
{
	double n[3];
	obb_cross(q, r, n);
	add_moments(s, obb_dot(p, n), p, q, r);
}

/// The least volume, in the cloud's units, whose moments are more than rounding errors.
#define LEAST_VOLUME 1e-9

static obb_frame inertia(const obb_cloud *cloud)
{
	body_sums s = {0};
	add_faces(cloud, add_tetrahedron, &s);
	if (!(s.weight > 6.0 * LEAST_VOLUME))
		return obb_surface_covariance(cloud);
	double matrix[6];
	for (uint32_t k = 0; k < 6; ++k)
		matrix[k] = s.first[pair[k][0]] / (4.0 * s.weight) * (s.first[pair[k][1]] / (4.0 * s.weight)) -
					s.second[k] / (20.0 * s.weight);
	// The moment about an axis is the trace without the spread along the axis: it orders the axes the other way.
	return frame_of(matrix);
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
