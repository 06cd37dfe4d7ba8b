// SPDX-License-Identifier: MIT
#include "ball.h"
#include "bound/proof/floats.h"
#include "bound/proof/reach.h"
#include "bound/search/fit.h"
#include "sphere.h"

/// Points are processed in blocks of so many.
#define BLOCK 512u

/// The points that lay outside in the last pass: the farthest point of each block, and of these points the farthest.
#define CANDIDATES_MAX 64u

typedef struct candidates
{
	kiln_d3 points[CANDIDATES_MAX];
	double distances[CANDIDATES_MAX];
	uint32_t count;
	uint32_t nearest; ///< the nearest of them, when there are CANDIDATES_MAX
} candidates;

static void consider(candidates *c, kiln_d3 point, double distance)
{
	if (c->count == CANDIDATES_MAX && distance <= c->distances[c->nearest])
		return;
	uint32_t at = c->count < CANDIDATES_MAX ? c->count++ : c->nearest;
	c->points[at] = point;
	c->distances[at] = distance;
	for (uint32_t i = 0; i < c->count; ++i)
		c->nearest = c->distances[i] < c->distances[c->nearest] ? i : c->nearest;
}

/// Makes one pass over the points: finds points that are farthest from the centre and farther than `radius`.
static void look_for_outer(const bound_cloud *cloud, kiln_d3 center, double radius, candidates *c)
{
	*c = (candidates){.count = 0};
	for (uint32_t first = 0; first < cloud->count; first += BLOCK)
	{
		uint32_t size = cloud->count - first < BLOCK ? cloud->count - first : BLOCK;
		double least = c->count == CANDIDATES_MAX ? c->distances[c->nearest] : radius, distance;
		if (bound_reach_above(cloud->points + first, size, center) <= least)
			continue;
		uint32_t i = bound_farthest(cloud->points + first, size, center, &distance);
		if (distance > least)
			consider(c, bound_point(cloud->points[first + i]), distance);
	}
}

/// Lets the candidate farthest from the ball join its support until no candidate is outside. False when the ball did
/// not change.
static bool pivot(bound_support *support, const candidates *c)
{
	bool moved = false, grown = true;
	while (grown)
	{
		uint32_t far = 0;
		double largest = -1;
		for (uint32_t i = 0; i < c->count; ++i)
		{
			double at = kiln_d3_length2(kiln_d3_sub(c->points[i], support->around.center));
			far = at > largest ? i : far;
			largest = at > largest ? at : largest;
		}
		grown = largest > support->around.radius * support->around.radius &&
				bound_support_add(support, (bound_ball){c->points[far], 0});
		moved = moved || grown;
	}
	return moved;
}

/// Solves Welzl's problem by Gaertner's pivoting, with many pivots in a pass: points outside the ball join its support,
/// until no point is outside. The ball grows each time, so the loop ends.
static bound_support minimum(const bound_cloud *cloud)
{
	double distance;
	uint32_t first = bound_farthest(cloud->points, cloud->count, bound_box_center(cloud), &distance);
	bound_support support = bound_support_of((bound_ball){bound_point(cloud->points[first]), 0});
	candidates c;
	do
		look_for_outer(cloud, support.around.center, support.around.radius, &c);
	while (pivot(&support, &c));
	return support;
}

/// The most points near the surface that are used to choose the centre.
#define NEAR_MAX 64

/// Finds the points that may become outermost when the centre is rounded; the support comes first.
static int near_surface(const bound_cloud *cloud, const bound_support *support, kiln_d3 near[NEAR_MAX])
{
	int count = 0;
	for (; count < support->count; ++count)
		near[count] = support->balls[count].center;
	double shift = kiln_d3_largest(support->around.center) * 0x1p-21;
	double least = kiln_double_max(0, support->around.radius - shift);
	for (uint32_t first = 0; first < cloud->count; first += BLOCK)
	{
		uint32_t size = cloud->count - first < BLOCK ? cloud->count - first : BLOCK;
		if (bound_reach_above(cloud->points + first, size, support->around.center) < least)
			continue;
		for (uint32_t i = first; i < first + size && count < NEAR_MAX; ++i)
		{
			kiln_d3 point = bound_point(cloud->points[i]);
			if (kiln_d3_length2(kiln_d3_sub(point, support->around.center)) >= least * least)
				near[count++] = point;
		}
	}
	return count;
}

/// Returns the float32 centre, of the eight around the exact centre, that needs the least radius.
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
	// Six operations are each off by 2^-53 of a sum of non-negative terms, which is far less than the rounding to
	// float32 here.
	around.radius = kiln_float_up(reach * (1 + 0x1p-48));
	return around;
}
