// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_BATCH_H
#define KILN_PRIMITIVE_BATCH_H

#include "intersect.h"
#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Tests of four shapes at a time (Ericson 2005, 13.4.2). Shapes lie in lanes, with one array for each number. Answers
/// are sets of lanes, with lane i in bit i. Every answer is that of the named single function, bit for bit and for any
/// input, including NaN, infinity and shapes that are refused. float32 decides where its proven error permits; double
/// decides where the operations of the single function can run four at a time; elsewhere the single function itself
/// decides. Scalar, SSE2 and NEON give the same bits. Arguments must not be NULL unless a comment permits it. No
/// argument needs a special alignment.

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

/// Puts shapes 0 .. count - 1 in their lanes; of more than four shapes the first four. NULL is valid for a count of 0.
/// The remaining lanes hold a point far beyond KILN_COORDINATE_MAX (2^62 on every axis). No usable shape overlaps this
/// point, and no ray with usable numbers meets the point within such numbers; two such points do overlap.
KILN_API kiln_sphere4 kiln_sphere4_from_spheres(const kiln_sphere *spheres, uint32_t count);
KILN_API kiln_aabb4 kiln_aabb4_from_aabbs(const kiln_aabb *boxes, uint32_t count);
/// Puts triangles in their lanes. The remaining lanes hold a triangle that is refused, and so is never hit.
KILN_API kiln_triangle4 kiln_triangle4_from_triangles(const kiln_triangle *triangles, uint32_t count);

/// Returns the shape in a lane, 0 .. 3. Of a greater number only the lower two bits count.
KILN_API kiln_sphere kiln_sphere4_get(const kiln_sphere4 *spheres, uint32_t lane);
KILN_API kiln_aabb kiln_aabb4_get(const kiln_aabb4 *boxes, uint32_t lane);
KILN_API kiln_triangle kiln_triangle4_get(const kiln_triangle4 *triangles, uint32_t lane);

// --- Overlap ---
//
// Each function tests with the inequalities of the single functions. Touching is overlap, and lanes that are not usable
// overlap all.

/// Tests lane i of a against lane i of b, as kiln_overlaps_sphere_sphere. float32 compares the squares of distance and
/// sum of radii, and is in doubt where they are within 2^-20 of each other.
KILN_API uint32_t kiln_overlaps4_sphere_sphere(const kiln_sphere4 *a, const kiln_sphere4 *b);
/// Tests as kiln_overlaps_sphere_aabb, with the square of the center's distance from the box (Arvo 1990) in the same
/// way.
KILN_API uint32_t kiln_overlaps4_sphere_aabb(const kiln_sphere4 *a, const kiln_aabb4 *b);
/// Tests as kiln_overlaps_aabb_aabb, by exact comparisons; in doubt only where a box is not usable or wider than
/// FLT_MAX / 6.
KILN_API uint32_t kiln_overlaps4_aabb_aabb(const kiln_aabb4 *a, const kiln_aabb4 *b);

/// Tests one shape against each of four, as the same single functions: for the members of a cell, or the children of a
/// node, in a broadphase.
KILN_API uint32_t kiln_overlaps_sphere_sphere4(const kiln_sphere *a, const kiln_sphere4 *b);
KILN_API uint32_t kiln_overlaps_sphere_aabb4(const kiln_sphere *a, const kiln_aabb4 *b);
KILN_API uint32_t kiln_overlaps_sphere4_aabb(const kiln_sphere4 *a, const kiln_aabb *b);
KILN_API uint32_t kiln_overlaps_aabb_aabb4(const kiln_aabb *a, const kiln_aabb4 *b);

/// Tests arrays of `blocks` fours: masks[i] is the answer of block i, in bits 0 to 3; the other bits are zero. The
/// pointers may be NULL for no blocks.
KILN_API void kiln_overlaps4_sphere_sphere_array(
	const kiln_sphere4 *a, const kiln_sphere4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps4_sphere_aabb_array(
	const kiln_sphere4 *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps4_aabb_aabb_array(const kiln_aabb4 *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);
/// Tests one shape, not NULL, against each shape of an array.
KILN_API void kiln_overlaps_sphere_sphere4_array(
	const kiln_sphere *a, const kiln_sphere4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps_sphere_aabb4_array(
	const kiln_sphere *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps_sphere4_aabb_array(
	const kiln_sphere4 *a, const kiln_aabb *b, uint32_t blocks, uint8_t *masks);
KILN_API void kiln_overlaps_aabb_aabb4_array(const kiln_aabb *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks);

// --- Rays ---

/// Four rays, prepared for tests against many shapes. Only the functions below use the fields.
typedef struct kiln_ray4
{
	double origin[3][4];	///< x, y, z
	double direction[3][4]; ///< x, y, z
	double t_max[4];		///< FLT_MAX where there is no limit
	double length2[4];		///< of the direction
	float from[3][4];		///< the origin in float32
	float along[3][4];		///< the direction in float32
	kiln_ray rays[4];		///< as given
	uint32_t lanes;			///< lanes that hold a ray
	uint32_t usable;		///< lanes whose ray is usable
} kiln_ray4;

/// Times of four rays, in lengths of their directions. Zero in lanes that meet nothing.
typedef struct kiln_interval4
{
	float enter[4], leave[4];
} kiln_interval4;

/// Puts rays 0 .. count - 1 in their lanes; of more than four rays the first four. NULL is valid for a count of 0. The
/// remaining lanes meet nothing.
KILN_API kiln_ray4 kiln_ray4_from_rays(const kiln_ray *rays, uint32_t count);
/// Puts one ray in all four lanes, to test four shapes at a time.
KILN_API kiln_ray4 kiln_ray4_from_ray(const kiln_ray *ray);

/// Reports which rays meet a box, and when, as kiln_meets_ray_aabb: by the same slabs (Kay and Kajiya 1986) with the
/// same roundings. Where the difference of two coordinates is no double (for factors of some 2^29 between them),
/// kiln_meets_ray_aabb itself answers.
KILN_API uint32_t kiln_meets_ray4_aabb(const kiln_ray4 *rays, const kiln_aabb *aabb, kiln_interval4 *t);
/// Reports which rays meet a sphere, and when, as kiln_meets_ray_sphere: by the same roots (Ericson 2005, 5.3.2) with
/// the same roundings.
KILN_API uint32_t kiln_meets_ray4_sphere(const kiln_ray4 *rays, const kiln_sphere *sphere, kiln_interval4 *t);
/// Tests the ray in lane i against the box in lane i, as kiln_meets_ray_aabb.
KILN_API uint32_t kiln_meets_ray4_aabb4(const kiln_ray4 *rays, const kiln_aabb4 *aabbs, kiln_interval4 *t);
/// Tests the ray in lane i against the sphere in lane i, as kiln_meets_ray_sphere.
KILN_API uint32_t kiln_meets_ray4_sphere4(const kiln_ray4 *rays, const kiln_sphere4 *spheres, kiln_interval4 *t);

/// Hits of four rays; kiln_intersection4_get returns one lane. Zero in lanes without a hit.
typedef struct kiln_intersection4
{
	uint32_t hit, inside, back; ///< sets of lanes
	float t[4], leave[4];
	float point[3][4]; ///< x, y, z
	float normal[3][4];
	float u[4], v[4];
	uint32_t face[4];
} kiln_intersection4;

/// Returns a lane, 0 .. 3, as the answer of the single function. Of a greater number only the lower two bits count.
KILN_API kiln_intersection kiln_intersection4_get(const kiln_intersection4 *four, uint32_t lane);

/// Reports which rays hit a triangle, and where, as kiln_intersect_ray_triangle, and as watertight. The arithmetic is
/// double (Moeller and Trumbore 1997); the single function answers lanes where double proves nothing. `result` may be
/// NULL: then the function only reports which lanes hit, and is faster.
KILN_API uint32_t kiln_intersect_ray4_triangle(
	const kiln_ray4 *rays, const kiln_triangle *triangle, kiln_intersection4 *result);
/// Tests the ray in lane i against the triangle in lane i, as kiln_intersect_ray_triangle.
KILN_API uint32_t kiln_intersect_ray4_triangle4(
	const kiln_ray4 *rays, const kiln_triangle4 *four, kiln_intersection4 *result);

#ifdef __cplusplus
}
#endif

#endif
