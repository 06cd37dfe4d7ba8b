// SPDX-License-Identifier: MIT
#include "core.h"
#include "kdop_axes.h"

/// The times t >= 0 that are left, narrowed constraint by constraint (Kay and Kajiya 1986). Unlike in kiln_span_clip,
/// the speed perpendicular to a slab may itself be rounded: each bound uses the speed at which it cuts least.
typedef struct span
{
	double enter, leave;
	bool empty;
} span;

/// Keeps t speed >= bound, for the greatest possible speed.
static void at_least(span *left, double speed, double bound)
{
	if (speed == 0)
	{
		left->empty = left->empty || bound > 0;
		return;
	}
	double t = bound / speed;
	if (speed > 0)
		left->enter = kiln_double_max(t - 0x1p-50 * kiln_double_abs(t), left->enter);
	else
		left->leave = kiln_double_min(t + 0x1p-50 * kiln_double_abs(t), left->leave);
	left->empty = left->empty || left->enter > left->leave;
}

/// Keeps low <= t speed <= high, for a speed that is wrong by at most `error`.
static void clip(span *left, double low, double high, double speed, double error)
{
	at_least(left, speed + error, low);
	at_least(left, -(speed - error), -high);
}

static span whole_ray(const kiln_ray *ray)
{
	return (span){0, ray->t_max == 0 ? (double)FLT_MAX : (double)ray->t_max, false};
}

static bool sound_ray(const kiln_ray *ray)
{
	return kiln_total_finite(kiln_vec3_total(ray->origin) + kiln_vec3_total(ray->direction)) && ray->t_max >= 0;
}

/// The answer. An invalid ray or body is a hit over the whole length.
static bool finish(const kiln_ray *ray, const span *left, bool sound, kiln_interval *t)
{
	if (!sound || !sound_ray(ray))
	{
		*t = (kiln_interval){0, FLT_MAX};
		return true;
	}
	if (left->empty)
		return false;
	// Every zero becomes +0, so that the batches have the same bits.
	*t = (kiln_interval){kiln_tight_down(left->enter), kiln_tight_up(left->leave + 0.0)};
	return true;
}

/// Clips to one slab of an axis of small whole numbers. The sums of floats record their errors.
static void clip_axis(span *left, const kiln_ray *ray, int axis, float min, float max)
{
	kiln_sum speed = kiln_kdop_along(axis, kiln_d3_from(ray->direction), 0);
	kiln_d3 back = kiln_d3_scale(kiln_d3_from(ray->origin), -1);
	kiln_sum low = kiln_kdop_along(axis, back, (double)min), high = kiln_kdop_along(axis, back, (double)max);
	clip(left, kiln_sum_low(low), kiln_sum_high(high), speed.value, speed.error * (1 + 0x1p-50));
}

bool kiln_meets_ray_aabb(const kiln_ray *ray, const kiln_aabb *aabb, kiln_interval *t)
{
	span left = whole_ray(ray);
	clip_axis(&left, ray, 0, aabb->min.x, aabb->max.x);
	clip_axis(&left, ray, 1, aabb->min.y, aabb->max.y);
	clip_axis(&left, ray, 2, aabb->min.z, aabb->max.z);
	return finish(ray, &left, kilni_sound_aabb(aabb), t);
}

bool kiln_meets_ray_kdop(const kiln_ray *ray, const kiln_kdop *kdop, uint32_t k, kiln_interval *t)
{
	span left = whole_ray(ray);
	kiln_kdop_slots slots;
	if (!kiln_kdop_slots_of(k, &slots))
		return finish(ray, &left, false, t);
	int list[KILN_KDOP_AXES], count = kiln_kdop_list(&slots, list);
	for (int i = 0; i < count && !left.empty; ++i)
		clip_axis(&left, ray, list[i], kdop->min[list[i]], kdop->max[list[i]]);
	return finish(ray, &left, kilni_sound_kdop(kdop, &slots), t);
}

bool kiln_meets_ray_obb(const kiln_ray *ray, const kiln_obb *obb, kiln_interval *t)
{
	span left = whole_ray(ray);
	kiln_core core = kiln_core_of_obb(obb);
	kiln_d3 from = kiln_d3_sub(kiln_d3_from(ray->origin), core.anchor), direction = kiln_d3_from(ray->direction);
	for (int i = 0; i < 3 && !left.empty; ++i)
	{
		// The box's extent along any vector is exact except for rounding; along a face's normal it is also the least
		// one.
		kiln_d3 normal = kiln_d3_cross(kiln_d3_from(obb->axes[(i + 1) % 3]), kiln_d3_from(obb->axes[(i + 2) % 3]));
		kiln_d3 size = kiln_d3_abs(from);
		double reach = 0;
		for (int k = 0; k < 3; ++k)
		{
			reach += kiln_double_abs(kiln_d3_dot(core.side[k], normal));
			size = kiln_d3_add(size, kiln_d3_abs(core.side[k]));
		}
		// Products and sums of the distance, the sides and the speed: less than 8 roundings of 2^-53 each.
		double at = kiln_d3_dot(from, normal), slack = 0x1p-49 * kiln_d3_dot(size, kiln_d3_abs(normal));
		double error = 0x1p-50 * kiln_d3_dot(kiln_d3_abs(direction), kiln_d3_abs(normal));
		clip(&left, -reach - at - slack, reach - at + slack, kiln_d3_dot(direction, normal), error);
	}
	return finish(ray, &left, kilni_sound_obb(obb), t);
}

bool kiln_meets_ray_sphere(const kiln_ray *ray, const kiln_sphere *sphere, kiln_interval *t)
{
	span left = whole_ray(ray);
	kiln_d3 from = kiln_d3_sub(kiln_d3_from(ray->origin), kiln_d3_from(sphere->center));
	kiln_d3 direction = kiln_d3_from(ray->direction);
	// a t^2 + 2 b t + c <= 0
	double a = kiln_d3_length2(direction), b = kiln_d3_dot(from, direction), away2 = kiln_d3_length2(from);
	double radius2 = (double)sphere->radius * (double)sphere->radius;
	// b loses 5 roundings of 2^-53 of |from| |direction|, and so does each part of the discriminant of its square.
	double discriminant = b * b - a * (away2 - radius2) + 0x1p-48 * a * (away2 + radius2);
	if (a == 0)
		left.empty = away2 * (1 - 0x1p-49) > radius2;
	else if (discriminant < 0)
		left.empty = true;
	else
	{
		double root = sqrt(discriminant) * (1 + 0x1p-51), slack = 0x1p-49 * (sqrt(a * away2) + root);
		clip(&left, -b - root - slack, -b + root + slack, a, 0x1p-51 * a);
	}
	return finish(ray, &left, kilni_sound_sphere(sphere), t);
}
