// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_BATCH_LANES_H
#define KILN_PRIMITIVE_BATCH_LANES_H

#include "kiln/primitive/batch.h"

/// The result of four lanes at once: the lanes whose answer is yes, and the lanes that the single function must decide.
typedef struct kiln_batch
{
	uint32_t yes, doubt;
} kiln_batch;

/// The lanes of both kinds whose final answer is yes. A separate function, because doubt is rare and the caller then
/// needs no room for the lanes.
uint32_t kilni_settle_sphere_sphere(const kiln_sphere4 *a, const kiln_sphere4 *b, kiln_batch lanes);
uint32_t kilni_settle_sphere_aabb(const kiln_sphere4 *a, const kiln_aabb4 *b, kiln_batch lanes);
uint32_t kilni_settle_aabb_aabb(const kiln_aabb4 *a, const kiln_aabb4 *b, kiln_batch lanes);

/// With one shape on one side.
uint32_t kilni_settle_sphere_sphere4(const kiln_sphere *a, const kiln_sphere4 *b, kiln_batch lanes);
uint32_t kilni_settle_sphere_aabb4(const kiln_sphere *a, const kiln_aabb4 *b, kiln_batch lanes);
uint32_t kilni_settle_sphere4_aabb(const kiln_sphere4 *a, const kiln_aabb *b, kiln_batch lanes);
uint32_t kilni_settle_aabb_aabb4(const kiln_aabb *a, const kiln_aabb4 *b, kiln_batch lanes);

/// For rays, with the times of the lanes in doubt.
uint32_t kilni_settle_ray4_aabb(const kiln_ray4 *rays, const kiln_aabb *aabb, kiln_batch lanes, kiln_interval4 *t);
uint32_t kilni_settle_ray4_aabb4(const kiln_ray4 *rays, const kiln_aabb4 *aabbs, kiln_batch lanes, kiln_interval4 *t);
uint32_t kilni_settle_ray4_sphere(
	const kiln_ray4 *rays, const kiln_sphere *sphere, kiln_batch lanes, kiln_interval4 *t);
uint32_t kilni_settle_ray4_sphere4(
	const kiln_ray4 *rays, const kiln_sphere4 *spheres, kiln_batch lanes, kiln_interval4 *t);

/// For triangles; adds to the answers of the other lanes. Lanes in doubt hold a ray; `result` may be NULL.
uint32_t kilni_settle_ray4_triangle(
	const kiln_ray4 *rays, const kiln_triangle *triangle, kiln_batch lanes, kiln_intersection4 *result);
uint32_t kilni_settle_ray4_triangle4(
	const kiln_ray4 *rays, const kiln_triangle4 *four, kiln_batch lanes, kiln_intersection4 *result);

#endif
