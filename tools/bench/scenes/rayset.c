// SPDX-License-Identifier: MIT
#include "rayset.h"

#include "bench/figures/timing.h"

#include <math.h>
#include <stdlib.h>

ray_set ray_set_make(const bench_mesh *mesh, uint32_t count, uint64_t seed)
{
	ray_set set = {.count = count, .tolerance = 1e-4f * mesh->radius};
	set.rays = bench_memory(count, sizeof *set.rays);
	set.rival = bench_memory(count, sizeof *set.rival);
	bench_random random = bench_random_make(seed);
	for (uint32_t i = 0; i < count; ++i)
	{
		double p[3], q[3], length = 0, way = 0;
		bench_random_ball(&random, p);
		bench_random_ball(&random, q);
		for (uint32_t axis = 0; axis < 3; ++axis)
			length += p[axis] * p[axis];
		length = sqrt(length);
		rival_ray *ray = &set.rival[i];
		for (uint32_t axis = 0; axis < 3; ++axis)
		{
			ray->origin[axis] = mesh->center[axis] + (float)(p[axis] / length) * mesh->radius;
			ray->direction[axis] = mesh->center[axis] + (float)q[axis] * mesh->radius - ray->origin[axis];
			way += (double)ray->direction[axis] * (double)ray->direction[axis];
		}
		ray->t_end = (float)(2.01 * (double)mesh->radius / sqrt(way));
		set.rays[i] = (kiln_ray){
			.origin = {ray->origin[0], ray->origin[1], ray->origin[2]},
			.direction = {ray->direction[0], ray->direction[1], ray->direction[2]},
		};
	}
	return set;
}

void ray_set_free(ray_set *set)
{
	free(set->rays);
	free(set->rival);
	*set = (ray_set){0};
}

static bool differs(const ray_set *set, uint32_t i, float left, float right)
{
	const float *d = set->rival[i].direction;
	if ((left >= 0) != (right >= 0))
		return true;
	return left >= 0 && fabsf(left - right) * sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) > set->tolerance;
}

uint64_t ray_set_differing(const ray_set *set, const float *left, const float *right)
{
	uint64_t differing = 0;
	for (uint32_t i = 0; i < set->count; ++i)
		differing += differs(set, i, left[i], right[i]);
	return differing;
}

static void cross(double out[3], const double a[3], const double b[3])
{
	out[0] = a[1] * b[2] - a[2] * b[1];
	out[1] = a[2] * b[0] - a[0] * b[2];
	out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// How a ray intersects the plane of a triangle.
typedef struct ray_meeting
{
	double t;
	double margin; ///< least barycentric weight: above zero inside the triangle
	double edge;   ///< the longer of two edges
} ray_meeting;

static ray_meeting meet(const rival_ray *ray, const float a[3], const float b[3], const float c[3])
{
	double direction[3], ab[3], ac[3], ao[3], p[3], q[3];
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		direction[axis] = (double)ray->direction[axis];
		ab[axis] = (double)b[axis] - (double)a[axis];
		ac[axis] = (double)c[axis] - (double)a[axis];
		ao[axis] = (double)ray->origin[axis] - (double)a[axis];
	}
	cross(p, direction, ac);
	cross(q, ao, ab);
	double area = dot(ab, p);
	if (area == 0)
		return (ray_meeting){-1, -HUGE_VAL, 1};
	double u = dot(ao, p) / area, v = dot(direction, q) / area;
	return (ray_meeting){dot(ac, q) / area, fmin(fmin(u, v), 1 - u - v), sqrt(fmax(dot(ab, ab), dot(ac, ac)))};
}

/// Whether `t` can't be the answer to a ray: no triangle is there, or a triangle that can't be missed is nearer.
static bool is_wrong(const ray_set *set, const rival_ray *ray, const clean_mesh *mesh, float t)
{
	double way = sqrt((double)(ray->direction[0] * ray->direction[0] + ray->direction[1] * ray->direction[1] +
							   ray->direction[2] * ray->direction[2]));
	double tolerance = (double)set->tolerance / way;
	double given = t >= 0 ? (double)t : HUGE_VAL;
	bool found = t < 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *corners = mesh->triangles[i];
		ray_meeting met = meet(ray, mesh->vertices[corners[0]], mesh->vertices[corners[1]], mesh->vertices[corners[2]]);
		double doubt = 0.01 * (double)set->tolerance / met.edge;
		if (met.t >= 0 && met.margin > doubt && met.t < given - tolerance)
			return true;
		found = found || (met.margin >= -doubt && fabs(met.t - given) <= tolerance);
	}
	return !found;
}

uint64_t ray_set_wrong(
	const ray_set *set, const clean_mesh *mesh, const float *ours, const float *const *others, uint32_t other_count)
{
	uint64_t wrong = 0;
	uint32_t judged = 0;
	for (uint32_t i = 0; i < set->count && judged < RAY_SET_JUDGED_MAX; ++i)
	{
		bool doubted = false;
		for (uint32_t k = 0; k < other_count; ++k)
			doubted = doubted || (others[k] && differs(set, i, ours[i], others[k][i]));
		if (!doubted)
			continue;
		++judged;
		wrong += is_wrong(set, &set->rival[i], mesh, ours[i]);
	}
	return wrong;
}

void ray_set_closest(const kiln_asset *asset, const ray_set *set, uint32_t count, float *t)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_hit hit = kiln_mesh_ray_closest(asset, 0, &set->rays[i]);
		t[i] = hit.hit ? hit.t : -1.0f;
	}
}
