// SPDX-License-Identifier: MIT
#include "sphere.h"

#include "bound/proof/floats.h"
#include "bound/search/fit.h"

static kilncook_status finish(
	const kilncook_context *context, const bound_input *input, kiln_d3 center, bound_volume *volume)
{
	*volume = (bound_volume){.kind = BOUND_SPHERE};
	volume->sphere.center = kiln_d3_to(center);
	return bound_finish(context, input, volume);
}

static kilncook_status fit_box(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	bound_cloud cloud = bound_cloud_of(input);
	return finish(context, input, bound_box_center(&cloud), volume);
}

const bound_method bound_sphere_box = {
	.name = "sphere-aabb", .source = "Ericson 2005, 4.3.2", .kind = BOUND_SPHERE, .fit = fit_box};

/// A sphere that grows as points outside it are found.
typedef struct growing
{
	kiln_d3 center;
	double radius;
} growing;

static growing between(const bound_cloud *cloud, uint32_t a, uint32_t b)
{
	kiln_d3 p = bound_point(cloud->points[a]), q = bound_point(cloud->points[b]);
	return (growing){kiln_d3_scale(kiln_d3_add(p, q), 0.5), 0.5 * sqrt(kiln_d3_length2(kiln_d3_sub(q, p)))};
}

/// Grows the sphere to the least sphere around the old sphere and the point.
static void take_in(growing *sphere, const float point[3])
{
	kiln_d3 w = kiln_d3_sub(bound_point(point), sphere->center);
	double distance2 = kiln_d3_length2(w);
	if (distance2 <= sphere->radius * sphere->radius)
		return;
	double distance = sqrt(distance2), radius = 0.5 * (sphere->radius + distance);
	sphere->center = kiln_d3_along(sphere->center, (radius - sphere->radius) / distance, w);
	sphere->radius = radius;
}

static void take_all_in(growing *sphere, const bound_cloud *cloud)
{
	for (uint32_t i = 0; i < cloud->count; ++i)
		take_in(sphere, cloud->points[i]);
}

/// Starts from the pair of points farthest apart among the three pairs that are extreme along a coordinate axis.
static growing ritter(const bound_cloud *cloud)
{
	growing best = {.radius = -1};
	for (int axis = 0; axis < 3; ++axis)
	{
		kiln_d3 direction = {axis == 0, axis == 1, axis == 2};
		bound_range range = bound_extent(cloud, bound_point(cloud->points[0]), direction);
		growing sphere = between(cloud, range.low, range.high);
		best = sphere.radius > best.radius ? sphere : best;
	}
	take_all_in(&best, cloud);
	return best;
}

static kilncook_status fit_ritter(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	bound_cloud cloud = bound_cloud_of(input);
	return finish(context, input, ritter(&cloud).center, volume);
}

const bound_method bound_sphere_ritter = {
	.name = "sphere-ritter", .source = "Ritter 1990", .kind = BOUND_SPHERE, .fit = fit_ritter};

static kilncook_status fit_eigen(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	bound_cloud cloud = bound_cloud_of(input);
	kiln_d3 axes[3];
	bound_principal_axes(&cloud, axes);
	bound_range range = bound_extent(&cloud, bound_point(cloud.points[0]), axes[2]);
	growing sphere = between(&cloud, range.low, range.high);
	take_all_in(&sphere, &cloud);
	return finish(context, input, sphere.center, volume);
}

const bound_method bound_sphere_ritter_eigen = {
	.name = "sphere-ritter-eigen", .source = "Wu 1992", .kind = BOUND_SPHERE, .fit = fit_eigen};

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
	while (b)
	{
		uint32_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/// Returns a step that visits all of `count` numbers before it repeats one; each round has another step.
static uint32_t scattered_step(uint32_t count, uint32_t round)
{
	uint32_t step = (uint32_t)((double)count * (0.61803398875 - 0.03 * (double)round));
	while (step < count && common_divisor(count, step) != 1)
		++step;
	return step < count ? step : 1;
}

/// Starts with a sphere that is too small and adds the points in another order each time.
static kilncook_status fit_iterative(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	bound_cloud cloud = bound_cloud_of(input);
	growing best = ritter(&cloud), sphere = best;
	for (uint32_t round = 0; round < 8; ++round)
	{
		sphere.radius *= 0.95;
		uint32_t step = scattered_step(cloud.count, round);
		for (uint32_t i = 0, at = 0; i < cloud.count; ++i)
		{
			take_in(&sphere, cloud.points[at]);
			at = at >= cloud.count - step ? at - (cloud.count - step) : at + step;
		}
		best = sphere.radius < best.radius ? sphere : best;
	}
	return finish(context, input, best.center, volume);
}

const bound_method bound_sphere_iterative = {
	.name = "sphere-iterative", .source = "Ericson 2005, 4.3.4", .kind = BOUND_SPHERE, .fit = fit_iterative};
