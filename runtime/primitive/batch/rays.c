// SPDX-License-Identifier: MIT
#include "batch.h"
#include "bounds/core.h"
#include "d4.h"
#include "shape/usable.h"

#include <float.h>

// Every operation below is one of kiln_meets_ray_aabb's or kiln_meets_ray_sphere's (runtime/bounds/ray.c), in double,
// in the same order, for four at a time. So the results are the same to the bit. Comments name every operation that is
// left out.

kiln_ray4 kiln_ray4_from_rays(const kiln_ray *rays, uint32_t count)
{
	kiln_ray4 four = {0};
	for (uint32_t i = 0; i < 4 && i < count; ++i)
	{
		const float from[3] = {rays[i].origin.x, rays[i].origin.y, rays[i].origin.z};
		const float along[3] = {rays[i].direction.x, rays[i].direction.y, rays[i].direction.z};
		for (int axis = 0; axis < 3; ++axis)
		{
			four.origin[axis][i] = (double)from[axis];
			four.direction[axis][i] = (double)along[axis];
			four.from[axis][i] = from[axis];
			four.along[axis][i] = along[axis];
		}
		four.t_max[i] = rays[i].t_max == 0 ? (double)FLT_MAX : (double)rays[i].t_max;
		four.length2[i] = kiln_d3_length2(kiln_d3_from(rays[i].direction));
		four.rays[i] = rays[i];
		four.lanes |= 1u << i;
		four.usable |= (uint32_t)kilni_usable_ray(&rays[i]) << i;
	}
	return four;
}

kiln_ray4 kiln_ray4_from_ray(const kiln_ray *ray)
{
	const kiln_ray same[4] = {*ray, *ray, *ray, *ray};
	return kiln_ray4_from_rays(same, 4);
}

/// The remaining times of a ray.
typedef struct span4
{
	d4 enter, leave;
	n4 missed;
} span4;

/// A time moved by 2^-50 of itself: down for -1, up for 1.
static inline d4 widened(d4 t, double direction)
{
	return d4_add(t, d4_mul(d4_abs(t), d4_set1(direction * 0x1p-50)));
}

/// The lanes that are hit, and their times in float32; the other lanes' times are 0. Valid times are >= 0.
static inline uint32_t answer(const span4 *left, kiln_interval4 *t)
{
	n4 met = n4_not(n4_or(left->missed, n4_gt(left->enter, left->leave)));
	m4 keep = m4_from_n4(met);
	f4_store(t->enter, f4_keep(keep, f4_down(left->enter)));
	f4_store(t->leave, f4_keep(keep, f4_up(left->leave)));
	return m4_bits(keep);
}

// --- Boxes ---

/// Whether a - b = difference is inexact. Of the two inverse operations, the one that subtracts the larger number does
/// not round (Dekker 1971).
static inline n4 rounded(d4 a, d4 b, d4 difference)
{
	return n4_or(n4_ne(d4_add(difference, b), a), n4_ne(d4_sub(a, difference), b));
}

/// Clips to the slabs. A time is widened after the largest or least is chosen, which is possible because widening is
/// monotone. A rounded difference puts its lane in `doubt`, because the single function widens it more.
static inline span4 slabs(const kiln_ray4 *rays, const lanes3 *min, const lanes3 *max, n4 *doubt)
{
	const d4 zero = d4_set1(0), one = d4_set1(1), infinity = d4_set1(HUGE_VAL);
	span4 left = {zero, infinity, n4_lt(zero, zero)};
	*doubt = left.missed;
	for (int i = 0; i < 3; ++i)
	{
		d4 from = d4_load(rays->origin[i]), speed = d4_load(rays->direction[i]);
		d4 low = d4_sub(min->v[i], from), high = d4_sub(max->v[i], from);
		*doubt = n4_or(*doubt, n4_or(rounded(min->v[i], from, low), rounded(max->v[i], from, high)));
		n4 still = n4_eq(speed, zero);
		d4 divisor = d4_select(still, one, speed);
		d4 first = d4_div(low, divisor), last = d4_div(high, divisor);
		left.enter = d4_max(d4_select(still, zero, d4_min(first, last)), left.enter);
		left.leave = d4_min(d4_select(still, infinity, d4_max(first, last)), left.leave);
		left.missed = n4_or(left.missed, n4_and(still, n4_or(n4_gt(low, zero), n4_lt(high, zero))));
	}
	left.enter = widened(left.enter, -1);
	left.leave = d4_min(widened(left.leave, 1), d4_load(rays->t_max));
	return left;
}

uint32_t kiln_meets_ray4_aabb(const kiln_ray4 *rays, const kiln_aabb *aabb, kiln_interval4 *t)
{
	lanes3 min = lanes3_same(kiln_d3_from(aabb->min)), max = lanes3_same(kiln_d3_from(aabb->max));
	n4 unsure;
	span4 left = slabs(rays, &min, &max, &unsure);
	uint32_t met = answer(&left, t), usable = kilni_sound_aabb(aabb) ? rays->usable : 0;
	uint32_t doubt = n4_bits(unsure) | (usable ^ 15);
	return doubt ? kilni_settle_ray4_aabb(rays, aabb, (kiln_batch){met, doubt}, t) : met;
}

uint32_t kiln_meets_ray4_aabb4(const kiln_ray4 *rays, const kiln_aabb4 *aabbs, kiln_interval4 *t)
{
	lanes3 min = lanes3_from(aabbs->min_x, aabbs->min_y, aabbs->min_z);
	lanes3 max = lanes3_from(aabbs->max_x, aabbs->max_y, aabbs->max_z);
	n4 unsure;
	span4 left = slabs(rays, &min, &max, &unsure);
	// Whether the boxes are finite and not empty.
	d4 total = d4_add(lanes3_total(&min), lanes3_total(&max));
	unsure = n4_or(unsure, n4_ne(d4_sub(total, total), d4_set1(0)));
	for (int i = 0; i < 3; ++i)
		unsure = n4_or(unsure, n4_lt(max.v[i], min.v[i]));
	uint32_t met = answer(&left, t);
	uint32_t doubt = n4_bits(unsure) | (rays->usable ^ 15);
	return doubt ? kilni_settle_ray4_aabb4(rays, aabbs, (kiln_batch){met, doubt}, t) : met;
}

// --- Spheres ---

/// The lanes that a ray hits, by the roots of a t^2 + 2 b t + c = 0, and their times. A usable ray has a > 0.
static inline uint32_t roots(const kiln_ray4 *rays, const lanes3 *center, d4 radius, kiln_interval4 *t)
{
	lanes3 origin = lanes3_load(rays->origin), along = lanes3_load(rays->direction);
	lanes3 from = lanes3_sub(&origin, center);
	d4 a = d4_load(rays->length2), b = lanes3_dot(&from, &along), away2 = lanes3_dot(&from, &from);
	d4 radius2 = d4_mul(radius, radius), zero = d4_set1(0);
	d4 exact = d4_sub(d4_mul(b, b), d4_mul(a, d4_sub(away2, radius2)));
	d4 discriminant = d4_add(exact, d4_mul(d4_mul(d4_set1(0x1p-48), a), d4_add(away2, radius2)));
	span4 left = {zero, d4_load(rays->t_max), n4_lt(discriminant, zero)};
	if (n4_bits(left.missed) == 15)
	{
		f4_store(t->enter, f4_set1(0));
		f4_store(t->leave, f4_set1(0));
		return 0;
	}
	d4 root = d4_mul(d4_sqrt(discriminant), d4_set1(1 + 0x1p-51));
	d4 slack = d4_mul(d4_set1(0x1p-49), d4_add(d4_sqrt(d4_mul(a, away2)), root));
	d4 back = d4_sub(zero, b), error = d4_mul(d4_set1(0x1p-51), a);
	d4 first = d4_div(d4_sub(d4_sub(back, root), slack), d4_add(a, error));
	d4 last = d4_div(d4_add(d4_add(back, root), slack), d4_sub(a, error));
	left.enter = d4_max(widened(first, -1), zero);
	left.leave = d4_min(widened(last, 1), left.leave);
	return answer(&left, t);
}

uint32_t kiln_meets_ray4_sphere(const kiln_ray4 *rays, const kiln_sphere *sphere, kiln_interval4 *t)
{
	lanes3 center = lanes3_same(kiln_d3_from(sphere->center));
	uint32_t met = roots(rays, &center, d4_set1((double)sphere->radius), t);
	uint32_t usable = kilni_sound_sphere(sphere) ? rays->usable : 0;
	uint32_t doubt = usable ^ 15;
	return doubt ? kilni_settle_ray4_sphere(rays, sphere, (kiln_batch){met, doubt}, t) : met;
}

uint32_t kiln_meets_ray4_sphere4(const kiln_ray4 *rays, const kiln_sphere4 *spheres, kiln_interval4 *t)
{
	lanes3 center = lanes3_from(spheres->x, spheres->y, spheres->z);
	d4 radius = d4_from_f4(f4_load(spheres->radius)), zero = d4_set1(0);
	d4 total = d4_add(lanes3_total(&center), radius);
	n4 unsure = n4_or(n4_lt(radius, zero), n4_ne(d4_sub(total, total), zero));
	uint32_t met = roots(rays, &center, radius, t);
	uint32_t doubt = n4_bits(unsure) | (rays->usable ^ 15);
	return doubt ? kilni_settle_ray4_sphere4(rays, spheres, (kiln_batch){met, doubt}, t) : met;
}
