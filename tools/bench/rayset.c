// SPDX-License-Identifier: MIT
#include "rayset.h"

#include "timing.h"

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

uint64_t ray_set_differing(const ray_set *set, const float *left, const float *right)
{
	uint64_t differing = 0;
	for (uint32_t i = 0; i < set->count; ++i)
	{
		const float *d = set->rival[i].direction;
		bool hit = left[i] >= 0;
		if (hit != (right[i] >= 0))
			++differing;
		else if (hit && fabsf(left[i] - right[i]) * sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) > set->tolerance)
			++differing;
	}
	return differing;
}

void ray_set_closest(const kiln_asset *asset, const ray_set *set, uint32_t count, float *t)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_hit hit = kiln_mesh_ray_closest(asset, 0, &set->rays[i]);
		t[i] = hit.hit ? hit.t : -1.0f;
	}
}
