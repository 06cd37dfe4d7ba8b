// SPDX-License-Identifier: MIT
#include "balls.h"

#include "refit.h"

#define PI 3.141592653589793

enum
{
	/// Steps towards the farthest ball.
	SPHERE_STEPS = 10,
	/// The number of radii beyond the least that are tried for an RSS.
	RADII = 4,
};

/// The float3 nearest to `from` + offset, and its offset from `from`.
static kiln_vec3 place(const kiln_fit_set *set, kiln_d3 offset, kiln_d3 *placed)
{
	kiln_vec3 center = kiln_vec3_stored(kiln_d3_add(kiln_d3_from(set->from), offset));
	*placed = kiln_d3_sub(kiln_d3_from(center), kiln_d3_from(set->from));
	return center;
}

static double slack(const kiln_fit_set *set, kiln_d3 center)
{
	kiln_d3 size = kiln_d3_abs(center);
	return (set->largest + (size.x + size.y + size.z)) * KILN_FIT_SLACK;
}

/// How far the balls reach from a point, and which ball reaches farthest.
static double reach(const kiln_fit_set *set, kiln_d3 center, uint32_t *farthest)
{
	double most = -1, most2 = -1;
	for (uint32_t i = 0; i < set->count; ++i)
	{
		double radius = set->balls[i].radius;
		double distance2 = kiln_d3_length2(kiln_d3_sub(set->balls[i].center, center));
		// Skips points no farther than the greatest reach, without a root: most balls have radius 0.
		if (radius == 0 && distance2 <= most2)
			continue;
		double distance = sqrt(distance2) + radius;
		if (distance <= most)
			continue;
		most = distance;
		most2 = most * most;
		*farthest = i;
	}
	return most;
}

kiln_fit_volume kilni_fit_sphere(const kiln_fit_set *set)
{
	kiln_d3 center = {0, 0, 0}, best = center;
	uint32_t farthest = 0;
	double least = reach(set, center, &farthest);
	for (int step = 0; step < SPHERE_STEPS && set->count > 1; ++step)
	{
		kiln_d3 towards = kiln_d3_sub(set->balls[farthest].center, center);
		center = kiln_d3_along(center, 1.0 / (8 + 2 * step), towards);
		double radius = reach(set, center, &farthest);
		if (radius < least)
		{
			least = radius;
			best = center;
		}
	}
	kiln_fit_volume volume = {.size = {0, 0, 0}};
	volume.center = place(set, best, &center);
	double radius = reach(set, center, &farthest) + slack(set, center);
	volume.size[0] = kiln_tight_up(radius);
	volume.surface = 4 * PI * radius * radius;
	return volume;
}

/// The intervals of the balls along the axes. An axis is no longer than 1 + 2^-17.
static void spans(const kiln_fit_set *set, const kiln_d3 axes[3], double low[3], double high[3])
{
	for (int k = 0; k < 3; ++k)
	{
		low[k] = DBL_MAX;
		high[k] = -DBL_MAX;
		for (uint32_t i = 0; i < set->count; ++i)
		{
			double at = kiln_d3_dot(axes[k], set->balls[i].center);
			double radius = set->balls[i].radius * (1 + 0x1p-16);
			low[k] = at - radius < low[k] ? at - radius : low[k];
			high[k] = at + radius > high[k] ? at + radius : high[k];
		}
	}
}

static kiln_d3 combine(const kiln_d3 axes[3], double x, double y, double z)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(axes[0], x), y, axes[1]), z, axes[2]);
}

kiln_fit_volume kilni_fit_obb(const kiln_fit_set *set, const kiln_d3 axes[3])
{
	double low[3], high[3], size[3];
	spans(set, axes, low, high);
	kiln_d3 center;
	kiln_fit_volume volume;
	volume.center =
		place(set, combine(axes, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2), &center);
	for (int k = 0; k < 3; ++k)
	{
		double at = kiln_d3_dot(axes[k], center);
		size[k] = kiln_double_max(high[k] - at, at - low[k]) + slack(set, center);
		volume.size[k] = kiln_tight_up(size[k]);
	}
	volume.surface = kiln_refit_box_surface(2 * size[0], 2 * size[1], 2 * size[2]);
	return volume;
}

/// The least rectangle from which a radius reaches all balls. Each ball allows the rectangle to end some way before its
/// own place; `share` of this way is used on either side.
static void shrink(const kiln_fit_set *set, const kiln_d3 axes[3], double middle, double radius, double share,
	double low[2], double high[2])
{
	for (int k = 0; k < 2; ++k)
	{
		low[k] = DBL_MAX;
		high[k] = -DBL_MAX;
	}
	for (uint32_t i = 0; i < set->count; ++i)
	{
		const kiln_fit_ball *ball = &set->balls[i];
		double height = kiln_d3_dot(axes[2], ball->center) - middle;
		double room = radius - ball->radius, away2 = room * room - height * height;
		double away = room > 0 && away2 > 0 ? share * sqrt(away2) : 0;
		for (int k = 0; k < 2; ++k)
		{
			double at = kiln_d3_dot(axes[k], ball->center);
			low[k] = at + away < low[k] ? at + away : low[k];
			high[k] = at - away > high[k] ? at - away : high[k];
		}
	}
	for (int k = 0; k < 2; ++k)
		if (low[k] > high[k])
			low[k] = high[k] = (low[k] + high[k]) / 2;
}

/// How far the balls reach from a rectangle. Measures each ball from the point of the rectangle that would be nearest
/// if the axes were exact. No point of the rectangle is nearer than the nearest, so this is an upper bound.
static double rectangle_reach(const kiln_fit_set *set, const kiln_d3 axes[3], kiln_d3 center, const float size[2])
{
	double most = 0, most2 = 0;
	for (uint32_t i = 0; i < set->count; ++i)
	{
		kiln_d3 rest = kiln_d3_sub(set->balls[i].center, center);
		double along[2];
		for (int k = 0; k < 2; ++k)
		{
			double limit = (double)size[k], at = kiln_d3_dot(axes[k], rest);
			along[k] = at > limit ? limit : at < -limit ? -limit : at;
		}
		rest = kiln_d3_along(kiln_d3_along(rest, -along[0], axes[0]), -along[1], axes[1]);
		double distance2 = kiln_d3_length2(rest);
		if (set->balls[i].radius == 0 && distance2 <= most2)
			continue;
		double distance = sqrt(distance2) + set->balls[i].radius;
		most = distance > most ? distance : most;
		most2 = most * most;
	}
	return most;
}

static kiln_fit_volume fit_rectangle(
	const kiln_fit_set *set, const kiln_d3 axes[3], double middle, const double low[2], const double high[2])
{
	kiln_d3 center;
	kiln_fit_volume volume;
	volume.center = place(set, combine(axes, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, middle), &center);
	for (int k = 0; k < 2; ++k)
		volume.size[k] = kiln_tight_up((high[k] - low[k]) / 2);
	double x = 2 * (double)volume.size[0], y = 2 * (double)volume.size[1];
	double radius = rectangle_reach(set, axes, center, volume.size) + slack(set, center);
	// Also covers callers that compute the nearest point's coordinates in float32, normal or denormal.
	if (x + y > 0)
		radius += (x + y) * 0x1p-24 + 0x1p-149;
	volume.size[2] = kiln_tight_up(radius);
	volume.surface = 2 * x * y + 2 * PI * radius * (x + y) + 4 * PI * radius * radius;
	return volume;
}

kiln_fit_volume kilni_fit_rss(const kiln_fit_set *set, const kiln_d3 axes[3])
{
	double low[3], high[3], half[3];
	spans(set, axes, low, high);
	for (int k = 0; k < 3; ++k)
		half[k] = (high[k] - low[k]) / 2;
	double middle = (low[2] + high[2]) / 2, shorter = kiln_double_min(half[0], half[1]);
	double most = shorter > half[2] ? sqrt(shorter * shorter + half[2] * half[2]) : half[2];
	// If the rectangle ends as far before the balls as allowed on both sides, corners stick out. With the square root
	// of one half of this way, no corner does.
	shrink(set, axes, middle, half[2], 0.70710678118654752, low, high);
	kiln_fit_volume best = fit_rectangle(set, axes, middle, low, high);
	for (int i = 0; i <= RADII; ++i)
	{
		double share = (double)i / RADII;
		shrink(set, axes, middle, half[2] + share * share * (most - half[2]), 1, low, high);
		kiln_fit_volume volume = fit_rectangle(set, axes, middle, low, high);
		best = volume.surface < best.surface ? volume : best;
	}
	return best;
}
