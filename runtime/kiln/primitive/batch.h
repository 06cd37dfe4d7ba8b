// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_BATCH_H
#define KILN_PRIMITIVE_BATCH_H

#include "intersect.h"
#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Four at a time (Ericson 2005, 13.4.2): shapes lie in lanes, one array a number, and answers are sets of lanes, lane i in
/// bit i. Every answer is that of the single function named, to the bit and for any input, NaN, infinity and shapes
/// that are refused among them: float32 decides where its proven error leaves no doubt, double where the single
/// functions' own operations can be done four at a time, and the single function itself elsewhere. Scalar, SSE2 and
/// NEON give the same bits. Arguments are not NULL but where it is said; nothing needs an alignment of its own.

// --- Lanes ---

/// Four spheres.
typedef struct kiln_sphere4
{
	float x[4], y[4], z[4], radius[4];
} kiln_sphere4;

/// Four boxes.
typedef struct kiln_aabb4
{
	float min_x[4], min_y[4], min_z[4], max_x[4], max_y[4], max_z[4];
} kiln_aabb4;

/// Four triangles: x[c][i] is that of corner c in lane i.
typedef struct kiln_triangle4
{
	float x[3][4], y[3][4], z[3][4];
} kiln_triangle4;

/// Shapes 0 .. count - 1 in their lanes; of more than four the first four. NULL is allowed for none. The lanes that are
/// left hold a point far beyond KILN_COORDINATE_MAX (2^62 on every axis), which no usable shape overlaps and no ray
/// with usable numbers meets within them; two such points do overlap.
KILN_API kiln_sphere4 kiln_sphere4_from_spheres(const kiln_sphere *spheres, uint32_t count);
KILN_API kiln_aabb4 kiln_aabb4_from_aabbs(const kiln_aabb *boxes, uint32_t count);
/// The lanes that are left hold a triangle that is refused: it is never hit.
KILN_API kiln_triangle4 kiln_triangle4_from_triangles(const kiln_triangle *triangles, uint32_t count);

/// The shape in a lane, 0 .. 3; of a greater number the lower two bits count.
KILN_API kiln_sphere kiln_sphere4_get(const kiln_sphere4 *spheres, uint32_t lane);
KILN_API kiln_aabb kiln_aabb4_get(const kiln_aabb4 *boxes, uint32_t lane);
KILN_API kiln_triangle kiln_triangle4_get(const kiln_triangle4 *triangles, uint32_t lane);

// --- Overlap ---
//
// What is apart is found apart by the same inequalities as in the single functions; touching is overlap, and lanes that
// are not usable overlap all.

/// Lane i of a against lane i of b, as kiln_overlaps_sphere_sphere: squares of distance and sum of radii in float32, in
/// doubt where they are within 2^-20 of each other.
KILN_API uint32_t kiln_overlaps4_sphere_sphere(const kiln_sphere4 *a, const kiln_sphere4 *b);
/// As kiln_overlaps_sphere_aabb: the square of the center's distance from the box likewise (Arvo 1990).
KILN_API uint32_t kiln_overlaps4_sphere_aabb(const kiln_sphere4 *a, const kiln_aabb4 *b);
/// As kiln_overlaps_aabb_aabb: by exact comparisons; in doubt only where a box is not usable or wider than FLT_MAX / 6.
KILN_API uint32_t kiln_overlaps4_aabb_aabb(const kiln_aabb4 *a, const kiln_aabb4 *b);

/// One shape against each of four, as the same single functions: what a broad phase asks of the members of a cell or of
/// a node's children.
KILN_API uint32_t kiln_overlaps_sphere_sphere4(const kiln_sphere *a, const kiln_sphere4 *b);
KILN_API uint32_t kiln_overlaps_sphere_aabb4(const kiln_sphere *a, const kiln_aabb4 *b);
KILN_API uint32_t kiln_overlaps_sphere4_aabb(const kiln_sphere4 *a, const kiln_aabb *b);
KILN_API uint32_t kiln_overlaps_aabb_aabb4(const kiln_aabb *a, const kiln_aabb4 *b);

/// The same for arrays of `blocks` fours: masks[i] is the answer of block i, in bits 0 to 3; the rest is zero. The
/// pointers may be NULL for no blocks.
KILN_API void kiln_overlaps4_sphere_sphere_array(
	const kiln_sphere4 *a, const kiln_sphere4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps4_sphere_aabb_array(
	const kiln_sphere4 *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps4_aabb_aabb_array(const kiln_aabb4 *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);
/// One shape, not NULL, against each of an array.
KILN_API void kiln_overlaps_sphere_sphere4_array(
	const kiln_sphere *a, const kiln_sphere4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps_sphere_aabb4_array(
	const kiln_sphere *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps_sphere4_aabb_array(
	const kiln_sphere4 *a, const kiln_aabb *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps_aabb_aabb4_array(const kiln_aabb *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);

// --- Rays ---

/// Four rays, made ready for many shapes, whose fields are the business of the functions that do it.
typedef struct kiln_ray4
{
	double origin[3][4];	///< x, y, z
	double direction[3][4]; ///< likewise
	double t_max[4];		///< FLT_MAX where there is no limit
	double length2[4];		///< of the direction
	float from[3][4];		///< the origin again, in float32
	float along[3][4];		///< and the direction
	kiln_ray rays[4];		///< as given
	uint32_t lanes;			///< those that hold a ray
	uint32_t usable;		///< those whose ray is usable
} kiln_ray4;

/// Times of four rays in lengths of their directions. Zero in lanes that are not met.
typedef struct kiln_interval4
{
	float enter[4], leave[4];
} kiln_interval4;

/// Rays 0 .. count - 1 in their lanes; of more than four the first four. NULL is allowed for none. The lanes that are
/// left meet nothing.
KILN_API kiln_ray4 kiln_ray4_from_rays(const kiln_ray *rays, uint32_t count);
/// One ray in all four lanes, to ask four shapes at a time.
KILN_API kiln_ray4 kiln_ray4_from_ray(const kiln_ray *ray);

/// Which rays meet a box, and when: kiln_meets_ray_aabb for each, by the same slabs (Kay and Kajiya 1986) with the same
/// roundings. Where the difference of two coordinates is no double, which takes some 2^29 between them, it answers.
KILN_API uint32_t kiln_meets_ray4_aabb(const kiln_ray4 *rays, const kiln_aabb *aabb, kiln_interval4 *t);
/// Which rays meet a sphere, and when: kiln_meets_ray_sphere for each, by the same roots (Ericson 2005, 5.3.2) with the
/// same roundings.
KILN_API uint32_t kiln_meets_ray4_sphere(const kiln_ray4 *rays, const kiln_sphere *sphere, kiln_interval4 *t);
/// The ray in lane i and the box in lane i: kiln_meets_ray_aabb for each.
KILN_API uint32_t kiln_meets_ray4_aabb4(const kiln_ray4 *rays, const kiln_aabb4 *aabbs, kiln_interval4 *t);
/// The ray in lane i and the sphere in lane i: kiln_meets_ray_sphere for each.
KILN_API uint32_t kiln_meets_ray4_sphere4(const kiln_ray4 *rays, const kiln_sphere4 *spheres, kiln_interval4 *t);

/// What four rays meet; kiln_intersection4_get has a lane as one answer. Zero in lanes that hit nothing.
typedef struct kiln_intersection4
{
	uint32_t hit, inside, back; ///< sets of lanes
	float t[4], leave[4];
	float point[3][4]; ///< x, y, z
	float normal[3][4];
	float u[4], v[4];
	uint32_t face[4];
} kiln_intersection4;

/// A lane, 0 .. 3, as the single function answers it; of a greater number the lower two bits count.
KILN_API kiln_intersection kiln_intersection4_get(const kiln_intersection4 *four, uint32_t lane);

/// Which rays hit a triangle, and where: kiln_intersect_ray_triangle for each, watertight as that is. By its arithmetic
/// in double (Moeller and Trumbore 1997); lanes for which that is no proof are asked one by one. `result` may be NULL:
/// which lanes hit is then all, and faster.
KILN_API uint32_t kiln_intersect_ray4_triangle(
	const kiln_ray4 *rays, const kiln_triangle *triangle, kiln_intersection4 *result);
/// The ray in lane i and the triangle in lane i: kiln_intersect_ray_triangle for each.
KILN_API uint32_t kiln_intersect_ray4_triangle4(
	const kiln_ray4 *rays, const kiln_triangle4 *four, kiln_intersection4 *result);

#ifdef __cplusplus
}
#endif

#endif
