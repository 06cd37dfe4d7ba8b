// SPDX-License-Identifier: MIT
#include "sample.h"

#include "math/double3.h"
#include "math/rounding.h"

static bool is_finite(kiln_vec3 p)
{
	return kiln_float_finite(p.x) && kiln_float_finite(p.y) && kiln_float_finite(p.z);
}

static float clamp(float value, float low, float high)
{
	return value < low ? low : value > high ? high : value;
}

/// The shape is in the grid, which is convex: with q the point of the grid nearest to p, and e of q's distance D from the shape,
/// the square of p's distance is at least |p - q|^2 + D^2. It is at most |p - q| + D.
kiln_sdf_sample kilni_sdf_outside(const kiln_sdf *sdf, kiln_vec3 point, kiln_vec3 *nearest)
{
	const kiln_sdf_sample unusable = {INFINITY, INFINITY};
	*nearest = point;
	if (!is_finite(point))
		return unusable;
	nearest->x = clamp(point.x, sdf->origin.x, sdf->end.x);
	nearest->y = clamp(point.y, sdf->origin.y, sdf->end.y);
	nearest->z = clamp(point.z, sdf->origin.z, sdf->end.z);
	const kiln_sdf_grid grid = kiln_sdf_grid_of(sdf);
	const kiln_sdf_place place = kiln_sdf_find(&grid, kiln_sdf_lanes(*nearest));
	const double at = (double)kiln_sdf_interpolate(&place), error = (double)place.block->error;
	const double way2 = kiln_d3_length2(kiln_d3_sub(kiln_d3_from(point), kiln_d3_from(*nearest)));
	const double least = at > error ? at - error : 0;
	const double low = sqrt(way2 + least * least), high = sqrt(way2) + (at + error > 0 ? at + error : 0);
	// The sums of a sample are rounded to float.
	return (kiln_sdf_sample){(float)(0.5 * (low + high)), (float)(0.5 * (high - low) + 0x1p-22 * high)};
}

static inline kiln_sdf_sample distance(const kiln_sdf *sdf, const kiln_sdf_grid *grid, const kiln_vec3 *point)
{
	kiln_vec3 nearest;
	const f4 p = kiln_sdf_lanes(*point);
	if (!kiln_sdf_has(grid, p))
		return kilni_sdf_outside(sdf, *point, &nearest);
	const kiln_sdf_place place = kiln_sdf_find(grid, p);
	return (kiln_sdf_sample){kiln_sdf_interpolate(&place), place.block->error};
}

kiln_sdf_sample kiln_sdf_distance(const kiln_sdf *sdf, kiln_vec3 point)
{
	if (!kiln_sdf_is_open(sdf))
		return (kiln_sdf_sample){INFINITY, INFINITY};
	const kiln_sdf_grid grid = kiln_sdf_grid_of(sdf);
	return distance(sdf, &grid, &point);
}

void kiln_sdf_distance_batch(const kiln_sdf *sdf, const kiln_vec3 *points, uint32_t count, kiln_sdf_sample *samples)
{
	const bool open = kiln_sdf_is_open(sdf);
	const kiln_sdf_grid grid = open ? kiln_sdf_grid_of(sdf) : (kiln_sdf_grid){.cells = NULL};
	for (size_t i = 0; i < count; ++i)
		samples[i] = open ? distance(sdf, &grid, &points[i]) : (kiln_sdf_sample){INFINITY, INFINITY};
}

/// The differences of the corners along an axis, mixed along the two others. `at` has a place for each corner.
static float slope(const float at[8], const float share[4], uint32_t axis)
{
	const uint32_t bit = 1u << axis, one = axis == 0 ? 1 : 0, two = axis == 2 ? 1 : 2;
	float difference[4];
	for (uint32_t i = 0; i < 4; ++i)
	{
		const uint32_t from = (i & 1) << one | (i >> 1) << two;
		difference[i] = at[from | bit] - at[from];
	}
	return kiln_sdf_mix(kiln_sdf_mix(difference[0], difference[1], share[one]),
		kiln_sdf_mix(difference[2], difference[3], share[one]), share[two]);
}

/// The derivative of the interpolation, in lengths.
static kiln_vec3 gradient_of(const kiln_sdf *sdf, const kiln_sdf_place *p)
{
	const float scale = p->block->step * (sdf->inverse_edge * (float)(KILN_SDF_CELLS << p->level));
	float low[4], high[4], at[8], share[4];
	f4 more;
	f4_store(share, p->share);
	f4_store(low, kiln_sdf_samples(p, &more));
	f4_store(high, more);
	for (uint32_t i = 0; i < 4; ++i)
	{
		at[2 * i] = low[i];
		at[2 * i + 1] = high[i];
	}
	return (kiln_vec3){scale * slope(at, share, 0), scale * slope(at, share, 1), scale * slope(at, share, 2)};
}

kiln_sdf_sample kiln_sdf_gradient(const kiln_sdf *sdf, kiln_vec3 point, kiln_vec3 *gradient)
{
	kiln_sdf_sample sample = {INFINITY, INFINITY};
	kiln_vec3 direction = {0, 0, 0}, nearest;
	const bool open = kiln_sdf_is_open(sdf);
	const kiln_sdf_grid grid = open ? kiln_sdf_grid_of(sdf) : (kiln_sdf_grid){.cells = NULL};
	const f4 p = kiln_sdf_lanes(point);
	if (open && kiln_sdf_has(&grid, p))
	{
		const kiln_sdf_place place = kiln_sdf_find(&grid, p);
		sample = (kiln_sdf_sample){kiln_sdf_interpolate(&place), place.block->error};
		direction = gradient_of(sdf, &place);
	}
	else if (open)
	{
		sample = kilni_sdf_outside(sdf, point, &nearest);
		const kiln_d3 way = kiln_d3_sub(kiln_d3_from(point), kiln_d3_from(nearest));
		const double length = sqrt(kiln_d3_length2(way));
		if (length > 0 && sample.distance <= FLT_MAX)
			direction = kiln_d3_to(kiln_d3_scale(way, 1 / length));
	}
	if (gradient)
		*gradient = direction;
	return sample;
}

kiln_sdf_sample kiln_sdf_closest_point(const kiln_sdf *sdf, kiln_vec3 point, kiln_vec3 *closest)
{
	kiln_vec3 gradient;
	const kiln_sdf_sample sample = kiln_sdf_gradient(sdf, point, &gradient);
	const kiln_d3 g = kiln_d3_from(gradient);
	const double length = sqrt(kiln_d3_length2(g));
	if (closest)
		*closest =
			length > 0 ? kiln_d3_to(kiln_d3_along(kiln_d3_from(point), -(double)sample.distance / length, g)) : point;
	return sample;
}
