// SPDX-License-Identifier: MIT
#include "core.h"

#include "outward.h"

bool kilni_sound_sphere(const kiln_sphere *sphere)
{
	return kiln_total_finite(kiln_vec3_total(sphere->center) + (double)sphere->radius) && sphere->radius >= 0;
}

bool kilni_sound_capsule(const kiln_capsule *capsule)
{
	double total = kiln_vec3_total(capsule->a) + kiln_vec3_total(capsule->b) + (double)capsule->radius;
	return kiln_total_finite(total) && capsule->radius >= 0;
}

bool kilni_sound_rss(const kiln_rss *rss)
{
	double total = kiln_vec3_total(rss->origin) + kiln_vec3_total(rss->edges[0]) + kiln_vec3_total(rss->edges[1]);
	return kiln_total_finite(total + (double)rss->radius) && rss->radius >= 0;
}

bool kilni_sound_aabb(const kiln_aabb *aabb)
{
	return kiln_total_finite(kiln_vec3_total(aabb->min) + kiln_vec3_total(aabb->max)) && aabb->min.x <= aabb->max.x &&
		   aabb->min.y <= aabb->max.y && aabb->min.z <= aabb->max.z;
}

bool kilni_sound_obb(const kiln_obb *obb)
{
	double total = kiln_vec3_total(obb->center);
	for (int i = 0; i < 3; ++i)
	{
		if (!(obb->half_extents[i] >= 0))
			return false;
		total += kiln_vec3_total(obb->axes[i]) + (double)obb->half_extents[i];
	}
	return kiln_total_finite(total);
}

kiln_d3 kilni_d3_unit(kiln_d3 v)
{
	// The scale keeps the squares of the smallest and largest numbers in range.
	double scale = kiln_d3_largest(v);
	if (!(scale > 0))
		return (kiln_d3){0, 0, 0};
	v = (kiln_d3){v.x / scale, v.y / scale, v.z / scale};
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

kiln_d3 kilni_d3_across(kiln_d3 unit)
{
	kiln_d3 size = kiln_d3_abs(unit);
	kiln_d3 other = size.x <= size.y && size.x <= size.z ? (kiln_d3){1, 0, 0}
					: size.y <= size.z					 ? (kiln_d3){0, 1, 0}
														 : (kiln_d3){0, 0, 1};
	return kilni_d3_unit(kiln_d3_cross(unit, other));
}

/// `v` without its component along a unit vector.
static kiln_d3 without(kiln_d3 v, kiln_d3 unit)
{
	return kiln_d3_along(v, -kiln_d3_dot(v, unit), unit);
}

kiln_frame kilni_frame_of_core(const kiln_core *core)
{
	// Only for cores of at most two sides: a box already has its axes.
	double first2 = kiln_d3_length2(core->side[0]), second2 = kiln_d3_length2(core->side[1]);
	int longer = second2 > first2;
	kiln_frame frame = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	frame.half[0] = sqrt(first2);
	frame.half[1] = sqrt(second2);
	if (!(frame.half[longer] > 0))
		return frame;
	kiln_d3 main = kilni_d3_unit(core->side[longer]);
	kiln_d3 other = kilni_d3_unit(without(core->side[!longer], main));
	if (kiln_d3_length2(other) == 0)
		other = kilni_d3_across(main);
	frame.axis[longer] = main;
	frame.axis[!longer] = other;
	frame.axis[2] = kiln_d3_cross(frame.axis[0], frame.axis[1]);
	return frame;
}

/// A direction scaled so that its largest component is 1 and no square leaves the range of double.
static kiln_d3 scaled(kiln_d3 v)
{
	double largest = kiln_d3_largest(v);
	return largest > 0 ? (kiln_d3){v.x / largest, v.y / largest, v.z / largest} : v;
}

#define MOST_SIDES 6

static int gather_sides(const kiln_core_pair *pair, kiln_d3 sides[MOST_SIDES])
{
	int count = 0;
	for (int i = 0; i < pair->a->count; ++i)
		if (kiln_d3_largest(pair->a->side[i]) > 0)
			sides[count++] = scaled(pair->a->side[i]);
	for (int i = 0; i < pair->b->count; ++i)
		if (kiln_d3_largest(pair->b->side[i]) > 0)
			sides[count++] = scaled(pair->b->side[i]);
	return count;
}

/// `v` without its component along a side, of which rounding leaves 2^-53.
static kiln_d3 perpendicular_part(kiln_d3 v, kiln_d3 side)
{
	return kiln_d3_along(v, -kiln_d3_dot(v, side) / kiln_d3_length2(side), side);
}

/// Candidates for the exact direction. Call with step = 0, 1, .. until the result is false.
static bool try_direction(const kiln_d3 sides[MOST_SIDES], int count, kiln_d3 toward, int step, kiln_d3 *direction)
{
	if (step < count)
	{
		*direction = perpendicular_part(perpendicular_part(toward, sides[step]), sides[step]);
		return true;
	}
	step -= count;
	for (int i = 0; i < count; ++i)
		for (int j = i + 1; j < count; ++j)
			if (step-- == 0)
			{
				// Nearly parallel sides make a short normal, which has a large relative rounding error.
				kiln_d3 normal = kiln_d3_cross(sides[i], sides[j]);
				*direction = perpendicular_part(perpendicular_part(normal, sides[i]), sides[j]);
				return true;
			}
	return false;
}

bool kilni_core_apart(const kiln_core_pair *pair, kiln_d3 toward)
{
	toward = scaled(toward);
	if (kiln_core_apart_along(pair, toward))
		return true;
	kiln_d3 sides[MOST_SIDES], direction;
	int count = gather_sides(pair, sides);
	for (int step = 0; try_direction(sides, count, toward, step, &direction); ++step)
		if (kiln_core_apart_along(pair, direction))
			return true;
	return false;
}

static double distance_along(const kiln_core_pair *pair, kiln_d3 direction)
{
	double gap = kiln_core_gap(pair, direction);
	// A product of a quotient, a root and a sum of squares: 6 roundings.
	return gap > 0 ? gap / sqrt(kiln_d3_length2(direction)) * (1 - 0x1p-50) : 0;
}

double kilni_core_distance(const kiln_core_pair *pair, kiln_d3 toward)
{
	double length = sqrt(kiln_d3_length2(toward));
	toward = scaled(toward);
	double best = distance_along(pair, toward);
	if (best >= length * (1 - 0x1p-40))
		return best;
	kiln_d3 sides[MOST_SIDES], direction;
	int count = gather_sides(pair, sides);
	for (int step = 0; try_direction(sides, count, toward, step, &direction); ++step)
		best = kiln_double_max(best, distance_along(pair, direction));
	return best;
}

kiln_distance kilni_core_measure(const kiln_core_pair *pair, const kiln_core_nearest *nearest)
{
	const kiln_core *a = pair->a, *b = pair->b;
	kiln_d3 center = kiln_d3_add(a->anchor, a->offset);
	kiln_distance answer = {
		.on_a = kiln_d3_to(kiln_d3_add(center, nearest->on_a)), .on_b = kiln_d3_to(kiln_d3_add(center, nearest->on_b))};
	double cores = kilni_core_distance(pair, nearest->toward);
	// A sum and a difference, each wrong by 2^-53 of at most the sum of both.
	double apart = cores - pair->radius - 0x1p-51 * (cores + pair->radius);
	if (apart > 0 && a->radius >= 0 && b->radius >= 0 && kiln_total_finite(apart))
		answer.distance = kiln_tight_down(apart);
	return answer;
}
