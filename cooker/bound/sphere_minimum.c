// SPDX-License-Identifier: MIT
#include "ball.h"
#include "fit.h"
#include "floats.h"
#include "sphere.h"

/// Points are looked at in blocks; only the block with the farthest is searched for it.
#define BLOCK 512u

static inline double distance2(const float point[3], kiln_d3 center)
{
	return kiln_d3_length2(kiln_d3_sub(bound_point(point), center));
}

static double largest_distance2(const float (*points)[3], uint32_t count, kiln_d3 center)
{
	double largest[4] = {0, 0, 0, 0};
	uint32_t i = 0;
	for (; i + 4 <= count; i += 4)
		for (uint32_t lane = 0; lane < 4; ++lane)
		{
			double at = distance2(points[i + lane], center);
			largest[lane] = at > largest[lane] ? at : largest[lane];
		}
	for (; i < count; ++i)
		largest[0] = kiln_double_max(largest[0], distance2(points[i], center));
	return kiln_double_max(kiln_double_max(largest[0], largest[1]), kiln_double_max(largest[2], largest[3]));
}

static uint32_t farthest(const bound_cloud *cloud, kiln_d3 center, double *distance)
{
	double largest = -1;
	uint32_t block = 0;
	for (uint32_t first = 0; first < cloud->count; first += BLOCK)
	{
		uint32_t size = cloud->count - first < BLOCK ? cloud->count - first : BLOCK;
		double in_block = largest_distance2(cloud->points + first, size, center);
		block = in_block > largest ? first : block;
		largest = in_block > largest ? in_block : largest;
	}
	uint32_t i = block;
	while (distance2(cloud->points[i], center) < largest)
		++i;
	*distance = sqrt(largest);
	return i;
}

/// Welzl's problem by Gaertner's pivoting: the point farthest from the ball joins its support, until none is outside.
/// The ball grows each time, so this ends; a handful of passes over the points does.
static bound_support minimum(const bound_cloud *cloud)
{
	double distance;
	uint32_t first = farthest(cloud, bound_box_center(cloud), &distance);
	bound_support support = bound_support_of((bound_ball){bound_point(cloud->points[first]), 0});
	for (;;)
	{
		uint32_t next = farthest(cloud, support.around.center, &distance);
		if (distance <= support.around.radius ||
			!bound_support_add(&support, (bound_ball){bound_point(cloud->points[next]), 0}))
			return support;
	}
}

/// How many points near the surface choose among the centres.
#define NEAR_MAX 64

/// The points that rounding of the centre may put outermost; the support comes first.
static int near_surface(const bound_cloud *cloud, const bound_support *support, kiln_d3 near[NEAR_MAX])
{
	int count = 0;
	for (; count < support->count; ++count)
		near[count] = support->balls[count].center;
	double shift = kiln_d3_largest(support->around.center) * 0x1p-21;
	double least = kiln_double_max(0, support->around.radius - shift);
	for (uint32_t i = 0; i < cloud->count && count < NEAR_MAX; ++i)
		if (distance2(cloud->points[i], support->around.center) >= least * least)
			near[count++] = bound_point(cloud->points[i]);
	return count;
}

/// Of the eight float32 centres around the exact one, that which needs the least radius.
static kiln_d3 best_center(const kiln_d3 *near, int count, kiln_d3 center)
{
	const double exact[3] = {center.x, center.y, center.z};
	double least = HUGE_VAL;
	kiln_d3 best = center;
	for (int choice = 0; choice < 8; ++choice)
	{
		double rounded[3];
		for (int i = 0; i < 3; ++i)
		{
			float nearest = (float)exact[i];
			float other = (double)nearest > exact[i] ? bound_next_down(nearest) : bound_next_up(nearest);
			rounded[i] = (double)((choice >> i & 1) && (double)nearest != exact[i] ? other : nearest);
		}
		kiln_d3 candidate = {rounded[0], rounded[1], rounded[2]};
		double reach2 = 0;
		for (int i = 0; i < count; ++i)
			reach2 = kiln_double_max(reach2, kiln_d3_length2(kiln_d3_sub(near[i], candidate)));
		best = reach2 < least ? candidate : best;
		least = kiln_double_min(reach2, least);
	}
	return best;
}

static kilncook_status fit_minimum(const kilncook_context *context, const bound_input *input, bound_volume *volume)
{
	bound_cloud cloud = bound_cloud_of(input);
	bound_support support = minimum(&cloud);
	kiln_d3 near[NEAR_MAX];
	int count = near_surface(&cloud, &support, near);
	*volume = (bound_volume){.kind = BOUND_SPHERE};
	volume->sphere.center = kiln_d3_to(best_center(near, count, support.around.center));
	return bound_finish(context, input, volume);
}

const bound_method bound_sphere_minimum = {
	.name = "sphere-minimum", .source = "Welzl 1991; Gaertner 1999", .kind = BOUND_SPHERE, .fit = fit_minimum};

static bound_ball ball_of(const kiln_sphere *sphere)
{
	return (bound_ball){kiln_d3_from(sphere->center), (double)sphere->radius};
}

static uint32_t farthest_sphere(const kiln_sphere *spheres, uint32_t count, kiln_d3 center, double *reach)
{
	uint32_t far = 0;
	*reach = -1;
	for (uint32_t i = 0; i < count; ++i)
	{
		bound_ball ball = ball_of(&spheres[i]);
		double at = bound_ball_reach(&ball, center);
		far = at > *reach ? i : far;
		*reach = kiln_double_max(at, *reach);
	}
	return far;
}

kiln_sphere bound_sphere_of_spheres(const kiln_sphere *spheres, uint32_t count)
{
	double reach;
	uint32_t next = farthest_sphere(spheres, count, kiln_d3_from(spheres[0].center), &reach);
	bound_support support = bound_support_of(ball_of(&spheres[next]));
	for (;;)
	{
		next = farthest_sphere(spheres, count, support.around.center, &reach);
		if (reach <= support.around.radius)
			break;
		bound_ball ball = ball_of(&spheres[next]);
		if (!bound_support_add(&support, ball))
			break;
	}
	kiln_sphere around = {.center = kiln_d3_to(support.around.center)};
	farthest_sphere(spheres, count, kiln_d3_from(around.center), &reach);
	// Six operations, each off by 2^-53 of a sum of what is not negative: far less than float32 is rounded by here.
	around.radius = kiln_float_up(reach * (1 + 0x1p-48));
	return around;
}
