// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_RAY_TRIANGLE_H
#define KILN_TREE_RAY_TRIANGLE_H

#include "kernels.h"
#include "kiln/ray.h"
#include "simd/simd8.h"

#include <math.h>

/// Intersects a ray with up to eight triangles. Triangles are decided by the signs of edge
/// functions of sheared coordinates (Woop, Benthin, Wald 2013). The products of an edge function are rounded
/// monotonically, so its sign is never wrong, and two triangles compute exactly opposite values for a shared edge: a
/// ray cannot pass between them. Only an exact zero may hide a tiny value; then the function is evaluated again in
/// double, where the products are exact.

/// Below this determinant the products may have lost bits to underflow.
#define KILN_RAY_DETERMINANT_MIN 1e-28f

/// Decides a triangle again, in double, from the same sheared float coordinates.
static inline bool kiln_ray_triangle_exact(
	const float x[3], const float y[3], const float z[3], float shear, uint32_t flags, float limit, kiln_ray_meet *meet)
{
	double ax = (double)x[0], ay = (double)y[0], bx = (double)x[1], by = (double)y[1], cx = (double)x[2],
		   cy = (double)y[2];
	double u = cx * by - cy * bx;
	double v = ax * cy - ay * cx;
	double w = bx * ay - by * ax;
	if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0))
		return false;
	double det = u + v + w;
	if (det == 0 || ((flags & KILN_RAY_CULL_BACK) && det < 0))
		return false;
	double t = (u * (double)z[0] + v * (double)z[1] + w * (double)z[2]) / det * (double)shear;
	// Compares t as it will be reported: else a tie would be lost to the hit that was found first.
	float rounded = (float)t;
	if (!(t >= 0 && rounded <= limit))
		return false;
	meet->t = rounded;
	meet->u = (float)(v / det);
	meet->v = (float)(w / det);
	meet->back = det < 0;
	return true;
}

/// A leaf's vertices relative to the ray's origin, sheared along it, corner by corner of each triangle.
typedef struct kiln_ray_corners
{
	f8 x[3], y[3], z[3];
} kiln_ray_corners;

/// The decisions of the eight lanes.
typedef struct kiln_ray_lanes
{
	f8 u, v, w, det, t;
	uint32_t met;	///< lanes that hold a hit
	uint32_t doubt; ///< lanes to be decided in double
} kiln_ray_lanes;

/// Computes the edge functions, then determinant and t where the edge functions leave a candidate among the `count`
/// real lanes.
static inline void kiln_ray_decide(const kiln_ray_corners *c, const kiln_walk_ray *ray, uint32_t count, uint32_t flags,
	float limit, kiln_ray_lanes *lanes)
{
	f8 zero = f8_set1(0);
	f8 u = f8_sub(f8_mul(c->x[2], c->y[1]), f8_mul(c->y[2], c->x[1]));
	f8 v = f8_sub(f8_mul(c->x[0], c->y[2]), f8_mul(c->y[0], c->x[2]));
	f8 w = f8_sub(f8_mul(c->x[1], c->y[0]), f8_mul(c->y[1], c->x[0]));
	m8 front = m8_ge(f8_min(f8_min(u, v), w), zero);
	m8 back = m8_le(f8_max(f8_max(u, v), w), zero);
	uint32_t candidates = m8_bits(flags & KILN_RAY_CULL_BACK ? front : m8_or(front, back)) & ((1u << count) - 1);
	lanes->met = 0;
	lanes->doubt = 0;
	if (!candidates)
		return;
	f8 det = f8_add(f8_add(u, v), w);
	f8 depth = f8_add(f8_add(f8_mul(u, c->z[0]), f8_mul(v, c->z[1])), f8_mul(w, c->z[2]));
	f8 t = f8_mul(f8_div(depth, det), f8_set1(ray->shear[2]));
	m8 range = m8_and(m8_ge(t, zero), m8_le(t, f8_set1(limit)));
	f8 smallest = f8_min(f8_min(f8_abs(u), f8_abs(v)), f8_abs(w));
	m8 doubt = m8_or(m8_eq(smallest, zero), m8_lt(f8_abs(det), f8_set1(KILN_RAY_DETERMINANT_MIN)));
	lanes->doubt = m8_bits(doubt) & candidates;
	lanes->met = m8_bits(range) & candidates & ~lanes->doubt;
	lanes->u = u;
	lanes->v = v;
	lanes->w = w;
	lanes->det = det;
	lanes->t = t;
}

/// Decides the doubtful lanes; kept apart because it is almost never needed.
static uint32_t kiln_ray_decide_exact(const kiln_ray_corners *corners, const kiln_walk_ray *ray, uint32_t doubt,
	uint32_t flags, float limit, kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	float x[3][8], y[3][8], z[3][8];
	uint32_t met = 0;
	for (int k = 0; k < 3; ++k)
	{
		f8_store(x[k], corners->x[k]);
		f8_store(y[k], corners->y[k]);
		f8_store(z[k], corners->z[k]);
	}
	for (uint32_t lane = 0; lane < 8; ++lane)
	{
		const float tx[3] = {x[0][lane], x[1][lane], x[2][lane]};
		const float ty[3] = {y[0][lane], y[1][lane], y[2][lane]};
		const float tz[3] = {z[0][lane], z[1][lane], z[2][lane]};
		if ((doubt >> lane & 1) && kiln_ray_triangle_exact(tx, ty, tz, ray->shear[2], flags, limit, &meets[lane]))
			met |= 1u << lane;
	}
	return met;
}

/// The lanes that the ray meets, with the values of each hit in `meets[lane]`.
static inline uint32_t kiln_ray_collect(const kiln_ray_corners *corners, const kiln_walk_ray *ray,
	const kiln_ray_lanes *lanes, uint32_t flags, float limit, kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	uint32_t met = lanes->met;
	float det[8], t[8], v[8], w[8];
	f8_store(det, lanes->det);
	f8_store(t, lanes->t);
	f8_store(v, lanes->v);
	f8_store(w, lanes->w);
	for (uint32_t left = met; left; left &= left - 1)
	{
		uint32_t lane = kiln_lowest_bit(left);
		meets[lane] = (kiln_ray_meet){t[lane], 0, lane, v[lane] / det[lane], w[lane] / det[lane], det[lane] < 0};
	}
	if (lanes->doubt)
		met |= kiln_ray_decide_exact(corners, ray, lanes->doubt, flags, limit, meets);
	return met;
}

#endif
