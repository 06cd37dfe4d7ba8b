// SPDX-License-Identifier: MIT
#include "shape/near.h"
#include "shape/usable.h"

static float clamp(float x, float low, float high)
{
	return x < low ? low : x > high ? high : x;
}

kiln_near kilni_near_aabb(const kiln_vec3 *a, const kiln_aabb *b)
{
	// Clamps each coordinate separately and exactly: the distance is 0 for points of the box and only for them.
	kiln_vec3 on = {clamp(a->x, b->min.x, b->max.x), clamp(a->y, b->min.y, b->max.y), clamp(a->z, b->min.z, b->max.z)};
	return (kiln_near){
		.distance = sqrt(kiln_d3_length2(kiln_near_see(on, a))),
		.on = kiln_d3_from(on),
	};
}

#define BARS_ROUNDS_MAX 10

/// The point center + at[0] axes[0] + .. of a box of two or three dimensions that is nearest to `a`. The axes are
/// perpendicular only to rounding or to 2^-10. So each place is optimised for the others in turn (Gauss and Seidel);
/// each turn leaves only a share of the error, the axes' cosines.
static kiln_near near_bars(
	const kiln_vec3 *a, kiln_vec3 center, const kiln_vec3 *axes, const float *half, int count, double at[3])
{
	kiln_d3 rest = kiln_d3_scale(kiln_near_see(center, a), -1), on = kiln_d3_from(center);
	double size = kiln_d3_largest(rest), inverse[3];
	for (int i = 0; i < count; ++i)
	{
		size = kiln_double_max(size, (double)half[i]);
		inverse[i] = 1 / kiln_d3_length2(kiln_d3_from(axes[i]));
	}
	for (int rounds = BARS_ROUNDS_MAX; rounds > 0;)
	{
		double moved = 0;
		for (int i = 0; i < count; ++i)
		{
			kiln_d3 axis = kiln_d3_from(axes[i]);
			double most = (double)half[i], place = at[i] + kiln_d3_dot(rest, axis) * inverse[i];
			place = kiln_double_max(-most, kiln_double_min(place, most));
			moved = kiln_double_max(moved, fabs(place - at[i]));
			rest = kiln_d3_along(rest, at[i] - place, axis);
			at[i] = place;
		}
		// The next move is at most 2^-8 of this one, which matters less where the point is clear of the box.
		double enough = kiln_d3_largest(rest) > KILN_NEAR_PLAIN * size ? 0x1p-20 : 0x1p-52;
		rounds = moved > enough * size ? rounds - 1 : 0;
	}
	for (int i = 0; i < count; ++i)
		on = kiln_d3_along(on, at[i], kiln_d3_from(axes[i]));
	return (kiln_near){.distance = kiln_near_distance(sqrt(kiln_d3_length2(rest)), size), .on = on};
}

kiln_near kilni_near_obb(const kiln_vec3 *a, const kiln_obb *b)
{
	double at[3] = {0, 0, 0};
	return near_bars(a, b->center, b->axes, b->half_extents, 3, at);
}

kiln_closest_points kiln_closest_point_aabb(const kiln_vec3 *a, const kiln_aabb *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_aabb(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_aabb(a, b);
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_obb(const kiln_vec3 *a, const kiln_obb *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_obb(b))
		return (kiln_closest_points){0};
	kiln_near near = kilni_near_obb(a, b);
	return kiln_near_answer(a, &near);
}

kiln_closest_points kiln_closest_point_rectangle(const kiln_vec3 *a, const kiln_rectangle *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_rectangle(b))
		return (kiln_closest_points){0};
	double at[3] = {0, 0, 0};
	kiln_near near = near_bars(a, b->center, b->axes, b->half_extents, 2, at);
	near.at[0] = at[0];
	near.at[1] = at[1];
	return kiln_near_answer(a, &near);
}
