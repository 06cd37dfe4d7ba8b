// SPDX-License-Identifier: MIT
#include "batch.h"

#include "tree/layout.h"

/// One shape in all lanes.
static kiln_sphere4 four_spheres(const kiln_sphere *a)
{
	const kiln_sphere same[4] = {*a, *a, *a, *a};
	return kiln_sphere4_from_spheres(same, 4);
}

static kiln_aabb4 four_boxes(const kiln_aabb *a)
{
	const kiln_aabb same[4] = {*a, *a, *a, *a};
	return kiln_aabb4_from_aabbs(same, 4);
}

uint32_t kilni_settle_sphere_sphere(const kiln_sphere4 *a, const kiln_sphere4 *b, kiln_batch lanes)
{
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_sphere first = kiln_sphere4_get(a, lane);
		kiln_sphere second = kiln_sphere4_get(b, lane);
		lanes.yes |= (uint32_t)kiln_overlaps_sphere_sphere(&first, &second) << lane;
	}
	return lanes.yes;
}

uint32_t kilni_settle_sphere_sphere4(const kiln_sphere *a, const kiln_sphere4 *b, kiln_batch lanes)
{
	kiln_sphere4 four = four_spheres(a);
	return kilni_settle_sphere_sphere(&four, b, lanes);
}

uint32_t kilni_settle_sphere_aabb(const kiln_sphere4 *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_sphere first = kiln_sphere4_get(a, lane);
		kiln_aabb second = kiln_aabb4_get(b, lane);
		lanes.yes |= (uint32_t)kiln_overlaps_sphere_aabb(&first, &second) << lane;
	}
	return lanes.yes;
}

uint32_t kilni_settle_sphere_aabb4(const kiln_sphere *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	kiln_sphere4 four = four_spheres(a);
	return kilni_settle_sphere_aabb(&four, b, lanes);
}

uint32_t kilni_settle_sphere4_aabb(const kiln_sphere4 *a, const kiln_aabb *b, kiln_batch lanes)
{
	kiln_aabb4 four = four_boxes(b);
	return kilni_settle_sphere_aabb(a, &four, lanes);
}

uint32_t kilni_settle_aabb_aabb(const kiln_aabb4 *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_aabb first = kiln_aabb4_get(a, lane);
		kiln_aabb second = kiln_aabb4_get(b, lane);
		lanes.yes |= (uint32_t)kiln_overlaps_aabb_aabb(&first, &second) << lane;
	}
	return lanes.yes;
}

uint32_t kilni_settle_aabb_aabb4(const kiln_aabb *a, const kiln_aabb4 *b, kiln_batch lanes)
{
	kiln_aabb4 four = four_boxes(a);
	return kilni_settle_aabb_aabb(&four, b, lanes);
}

/// A lane's answer; no for a lane without a ray.
static uint32_t put(const kiln_ray4 *rays, uint32_t lane, bool meets, kiln_interval single, kiln_interval4 *t)
{
	bool counts = meets && (rays->lanes >> lane & 1) != 0;
	t->enter[lane] = counts ? single.enter : 0;
	t->leave[lane] = counts ? single.leave : 0;
	return (uint32_t)counts << lane;
}

uint32_t kilni_settle_ray4_aabb4(const kiln_ray4 *rays, const kiln_aabb4 *aabbs, kiln_batch lanes, kiln_interval4 *t)
{
	lanes.yes &= ~lanes.doubt;
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_aabb aabb = kiln_aabb4_get(aabbs, lane);
		kiln_interval single = {0, 0};
		bool meets = kiln_meets_ray_aabb(&rays->rays[lane], &aabb, &single);
		lanes.yes |= put(rays, lane, meets, single, t);
	}
	return lanes.yes;
}

uint32_t kilni_settle_ray4_aabb(const kiln_ray4 *rays, const kiln_aabb *aabb, kiln_batch lanes, kiln_interval4 *t)
{
	kiln_aabb4 four = four_boxes(aabb);
	return kilni_settle_ray4_aabb4(rays, &four, lanes, t);
}

uint32_t kilni_settle_ray4_sphere4(
	const kiln_ray4 *rays, const kiln_sphere4 *spheres, kiln_batch lanes, kiln_interval4 *t)
{
	lanes.yes &= ~lanes.doubt;
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_sphere sphere = kiln_sphere4_get(spheres, lane);
		kiln_interval single = {0, 0};
		bool meets = kiln_meets_ray_sphere(&rays->rays[lane], &sphere, &single);
		lanes.yes |= put(rays, lane, meets, single, t);
	}
	return lanes.yes;
}

uint32_t kilni_settle_ray4_sphere(const kiln_ray4 *rays, const kiln_sphere *sphere, kiln_batch lanes, kiln_interval4 *t)
{
	kiln_sphere4 four = four_spheres(sphere);
	return kilni_settle_ray4_sphere4(rays, &four, lanes, t);
}

static void store(kiln_intersection4 *four, uint32_t lane, const kiln_intersection *one)
{
	four->hit |= (uint32_t)one->hit << lane;
	four->back |= (uint32_t)one->back << lane;
	four->t[lane] = one->t;
	four->leave[lane] = one->leave;
	four->point[0][lane] = one->point.x;
	four->point[1][lane] = one->point.y;
	four->point[2][lane] = one->point.z;
	four->normal[0][lane] = one->normal.x;
	four->normal[1][lane] = one->normal.y;
	four->normal[2][lane] = one->normal.z;
	four->u[lane] = one->u;
	four->v[lane] = one->v;
}

uint32_t kilni_settle_ray4_triangle4(
	const kiln_ray4 *rays, const kiln_triangle4 *four, kiln_batch lanes, kiln_intersection4 *result)
{
	for (; lanes.doubt; lanes.doubt &= lanes.doubt - 1)
	{
		uint32_t lane = kiln_lowest_bit(lanes.doubt);
		kiln_triangle triangle = kiln_triangle4_get(four, lane);
		kiln_intersection one = kiln_intersect_ray_triangle(&rays->rays[lane], &triangle);
		lanes.yes |= (uint32_t)one.hit << lane;
		if (result)
			store(result, lane, &one);
	}
	return lanes.yes;
}

uint32_t kilni_settle_ray4_triangle(
	const kiln_ray4 *rays, const kiln_triangle *triangle, kiln_batch lanes, kiln_intersection4 *result)
{
	const kiln_triangle same[4] = {*triangle, *triangle, *triangle, *triangle};
	kiln_triangle4 four = kiln_triangle4_from_triangles(same, 4);
	return kilni_settle_ray4_triangle4(rays, &four, lanes, result);
}
