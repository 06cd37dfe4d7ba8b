// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_KERNELS_H
#define KILN_TREE_KERNELS_H

#include "layout.h"
#include "simd/kernel.h"

#include <float.h>
#include <math.h>

/// Tree walks, compiled once for every instruction set from the same source (kernels.c) and chosen by the asset's set. Walks never
/// miss a leaf whose box satisfies the condition; they may visit others.

/// A ray prepared for walking. A very long or short direction is scaled by a power of two, so that nothing overflows.
typedef struct kiln_walk_ray
{
	float origin[4];	  ///< x, y, z and a lane without meaning
	float near_origin[4]; ///< origin moved along each axis so that planes met first seem nearer
	float far_origin[4];  ///< and planes met last farther: by more than every rounding on the way to a hit
	float direction[4];	  ///< scaled
	float inverse[4];	  ///< 1 / direction, finite
	double scale;		  ///< the caller's t = this t * scale; a power of two
	float shear[3];		  ///< of Woop's shear: what one unit along kz moves along kx and ky; 1 / direction along kz
	uint8_t axis[3];	  ///< kx, ky, kz; kz the largest component
	bool far;			  ///< the origin is farther from the tree than KILN_FAR_SIZES of its box's size
	uint8_t planes[6];	  ///< byte offset in a tree node of the planes that the ray meets first, for x, y, z, and last
} kiln_walk_ray;

/// Best hit so far. A candidate replaces it when t is less, or equal with a lower triangle.
typedef struct kiln_ray_best
{
	float t;		   ///< in: the limit, inclusive; scaled units
	uint32_t triangle; ///< in the mesh; KILN_NONE before the first hit
	uint32_t leaf;	   ///< unit of its leaf
	uint32_t lane;	   ///< its lane in the leaf
	float u, v;		   ///< barycentric weights of the second and third corner
	bool back;		   ///< the ray meets the back: against the winding
} kiln_ray_best;

/// One triangle that a ray meets, for kiln_ray_leaf_kernel.
typedef struct kiln_ray_meet
{
	float t;		   ///< scaled units
	uint32_t triangle; ///< in the mesh
	uint32_t lane;	   ///< its lane in the leaf
	float u, v;
	bool back;
} kiln_ray_meet;

/// Receives leaves. `item` is a leaf's unit (mesh) or a node number (scene). `limit` is the walk's current limit (t or
/// squared distance); lowering it prunes what is left. Returns false to end the walk.
typedef bool kiln_visit_leaf(void *user, uint32_t item, float *limit);

/// The state of a ray: the subtrees still to visit, each as its parent's number times KILN_TREE_WIDTH plus its slot
/// there, and the t at which the ray enters their boxes. Storing whole vectors needs room for seven more.
typedef struct kiln_ray_stack
{
	uint32_t height; ///< where a kernel returned a leaf
	uint32_t place[KILN_TREE_STACK + KILN_TREE_WIDTH];
	float entry[KILN_TREE_STACK + KILN_TREE_WIDTH];
} kiln_ray_stack;

/// Returned by kiln_ray_any_kernel; no unit of a leaf.
#define KILN_RAY_MET KILN_LEAF_BIT

/// Nearest triangle of a mesh's tree. Returns KILN_NONE at the end, or the unit of a compact leaf. The caller then tests the
/// triangles of that leaf, and calls with the same stack and `onward`, which goes on after the leaf.
typedef uint32_t kiln_ray_closest_kernel(const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags,
	kiln_ray_best *best, kiln_ray_stack *stack, bool onward);
/// As kiln_ray_closest_kernel for many rays, a few at a time in turn; each ray gets its answer, at compact leaves too.
typedef void kiln_ray_closest_many_kernel(
	const kiln_tree *tree, const kiln_walk_ray *rays, const uint32_t *flags, kiln_ray_best *bests, uint32_t count);
/// Whether any triangle is met with 0 <= t <= limit. Returns KILN_RAY_MET, KILN_NONE, or a leaf as kiln_ray_closest_kernel does.
typedef uint32_t kiln_ray_any_kernel(
	const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags, float limit, kiln_ray_stack *stack, bool onward);
/// The triangles of one leaf that are met with 0 <= t <= limit: up to KILN_LEAF_TRIANGLES_MAX, by number.
typedef uint32_t kiln_ray_leaf_kernel(const kiln_leaf *leaf, const kiln_walk_ray *ray, uint32_t flags, float limit,
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX]);
/// Leaves whose box, grown by `extents` on each axis, the ray meets with 0 <= t <= *limit, roughly front to back.
/// Returns false when the visitor ended the walk.
typedef bool kiln_walk_ray_kernel(const kiln_tree *tree, const kiln_walk_ray *ray, const float extents[3], float limit,
	kiln_visit_leaf *visit, void *user);
/// Leaves whose box overlaps the box min .. max, in tree order. `limit` is not used.
typedef bool kiln_walk_box_kernel(
	const kiln_tree *tree, const float min[3], const float max[3], kiln_visit_leaf *visit, void *user);
/// Leaves whose box is within sqrt(limit) of the point, roughly nearest first.
typedef bool kiln_walk_nearest_kernel(
	const kiln_tree *tree, const float point[3], float limit, kiln_visit_leaf *visit, void *user);

KILN_KERNEL_DECLARE(kiln_ray_closest_kernel, kilni_ray_closest);
KILN_KERNEL_DECLARE(kiln_ray_closest_many_kernel, kilni_ray_closest_many);
KILN_KERNEL_DECLARE(kiln_ray_any_kernel, kilni_ray_any);
KILN_KERNEL_DECLARE(kiln_ray_leaf_kernel, kilni_ray_leaf);
KILN_KERNEL_DECLARE(kiln_walk_ray_kernel, kilni_walk_ray);
KILN_KERNEL_DECLARE(kiln_walk_box_kernel, kilni_walk_box);
KILN_KERNEL_DECLARE(kiln_walk_nearest_kernel, kilni_walk_nearest);

/// Whether a triangle that a ray meets is the best so far.
static inline bool kiln_ray_is_better(const kiln_ray_meet *meet, const kiln_ray_best *best)
{
	return meet->t < best->t || (meet->t == best->t && meet->triangle < best->triangle);
}

/// A triangle of leaf `unit` as the best so far.
static inline kiln_ray_best kiln_ray_best_of(const kiln_ray_meet *meet, uint32_t unit)
{
	return (kiln_ray_best){meet->t, meet->triangle, unit, meet->lane, meet->u, meet->v, meet->back};
}

/// The limit of a walk for the caller's t, which is at least 0. No hit beyond FLT_MAX can be reported in the caller's
/// or in scaled units, so FLT_MAX is the limit of a ray without one.
static inline float kiln_walk_limit(const kiln_walk_ray *walk, float t)
{
	float finite = t < FLT_MAX ? t : FLT_MAX;
	if (walk->scale == 1)
		return finite;
	double scaled = (double)finite / walk->scale;
	return scaled < (double)FLT_MAX ? (float)scaled : FLT_MAX;
}

/// Prepares a ray. `bounds` is the box of the tree's root and sets the slack. Returns false when the ray cannot hit
/// anything: NaN, infinity, zero direction, origin out of range. `t_max` is the caller's limit (0: none); `limit` gets
/// it in scaled units.
bool kilni_walk_ray_init(kiln_walk_ray *walk, const kiln_vec3 *origin, const kiln_vec3 *direction, float t_max,
	const float bounds_min[3], const float bounds_max[3], float *limit);

#endif
