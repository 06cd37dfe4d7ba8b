// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_KERNELS_H
#define KILN_TREE_KERNELS_H

#include "layout.h"

#include <float.h>
#include <math.h>

/// Tree walks, compiled once for every instruction set from the same source (kernels.c) and chosen at open. Walks never
/// miss a leaf whose box satisfies the condition; they may visit others.

/// A ray made ready for walking: a very long or short direction is scaled by a power of two, so that nothing overflows.
typedef struct kiln_walk_ray
{
	float origin[4];	  ///< x, y, z and a lane of no meaning
	float near_origin[4]; ///< the origin moved along each axis so that planes met first seem nearer
	float far_origin[4];  ///< and planes met last farther, by more than every rounding on the way to a hit
	float direction[4];	  ///< scaled
	float inverse[4];	  ///< 1 / direction, finite
	double scale;		  ///< t of the caller = t here * scale, a power of two
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
	uint32_t lane;	   ///< its place there
	float u, v;		   ///< barycentric weights of the second and third corner
	bool back;		   ///< met against the winding
} kiln_ray_best;

/// One triangle that a ray meets, for kiln_kernels.ray_leaf.
typedef struct kiln_ray_meet
{
	float t;		   ///< scaled units
	uint32_t triangle; ///< in the mesh
	uint32_t lane;	   ///< its place in the leaf
	float u, v;
	bool back;
} kiln_ray_meet;

/// Receives leaves. `item` is a leaf's unit (mesh) or a node number (scene). `limit` is the walk's current limit (t or
/// squared distance); lowering it prunes what is left. Returns false to end the walk.
typedef bool kiln_visit_leaf(void *user, uint32_t item, float *limit);

typedef struct kiln_kernels
{
	kiln_isa isa;
	/// Nearest triangle of a mesh's tree.
	void (*ray_closest)(const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags, kiln_ray_best *best);
	/// The same for many rays, a few at a time by turns; each ray's answer is that of ray_closest.
	void (*ray_closest_many)(
		const kiln_tree *tree, const kiln_walk_ray *rays, const uint32_t *flags, kiln_ray_best *bests, uint32_t count);
	/// Whether any triangle is met with 0 <= t <= limit.
	bool (*ray_any)(const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags, float limit);
	/// The triangles of one leaf that are met with 0 <= t <= limit: up to KILN_LEAF_TRIANGLES_MAX, by number.
	uint32_t (*ray_leaf)(const kiln_leaf *leaf, const kiln_walk_ray *ray, uint32_t flags, float limit,
		kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX]);
	/// Leaves whose box, grown by `extents` on each axis, the ray meets with 0 <= t <= *limit, roughly front to back.
	/// Returns false when the visitor ended it.
	bool (*walk_ray)(const kiln_tree *tree, const kiln_walk_ray *ray, const float extents[3], float limit,
		kiln_visit_leaf *visit, void *user);
	/// Leaves whose box overlaps the box min .. max, in tree order. `limit` is not used.
	bool (*walk_box)(const kiln_tree *tree, const float min[3], const float max[3], kiln_visit_leaf *visit, void *user);
	/// Leaves whose box is within sqrt(limit) of the point, roughly nearest first.
	bool (*walk_nearest)(const kiln_tree *tree, const float point[3], float limit, kiln_visit_leaf *visit, void *user);
} kiln_kernels;

extern const kiln_kernels kilni_kernels_scalar;
#if defined(__x86_64__) || defined(_M_X64)
extern const kiln_kernels kilni_kernels_sse2;
extern const kiln_kernels kilni_kernels_avx2;
#elif defined(__aarch64__)
extern const kiln_kernels kilni_kernels_neon;
#endif

/// The kernels for an instruction set that kilni_isa_resolve has answered.
const kiln_kernels *kilni_kernels_choose(kiln_isa isa);

/// The limit of a walk for a t of the caller, at least 0. Beyond FLT_MAX of either nothing can be answered, so that is
/// the limit of a ray without one.
static inline float kiln_walk_limit(const kiln_walk_ray *walk, float t)
{
	float finite = t < FLT_MAX ? t : FLT_MAX;
	if (walk->scale == 1)
		return finite;
	double scaled = (double)finite / walk->scale;
	return scaled < (double)FLT_MAX ? (float)scaled : FLT_MAX;
}

/// Makes a ray ready. `bounds` is the box of the tree's root: it sets the slack. False when nothing can be hit: NaN,
/// infinity, zero direction, origin out of range. `t_max` is the caller's (0: none); `limit` gets it in
/// scaled units.
bool kilni_walk_ray_init(kiln_walk_ray *walk, const kiln_vec3 *origin, const kiln_vec3 *direction, float t_max,
	const float bounds_min[3], const float bounds_max[3], float *limit);

#endif
