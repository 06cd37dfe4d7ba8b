// SPDX-License-Identifier: MIT
#ifndef KILN_CAST_H
#define KILN_CAST_H

#include "overlap.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Motion of a shape without rotation: the shape moves by t direction, 0 <= t <= t_max.
typedef struct kiln_motion
{
	kiln_vec3 direction; ///< any length; with zero a query tests the start only
	float t_max;		 ///< 0 means no limit
} kiln_motion;

/// Finds the first triangle or solid that a moving shape touches. `t` is the time of first contact, to rounding.
/// `point` is the point of contact on the triangle or solid; kiln/ray.h states its accuracy. Where edges or faces meet,
/// `point` is one of the points of contact. Against solids `t` is never later than the contact, except for rounding.
/// `t` is earlier by no more than the time that a motion of 2^-28 of the coordinates takes (conservative advancement,
/// Mirtich 1996).
///
/// Overlap at the start gives t = 0. Then the normal leads from the closest point of the triangle or solid to the
/// center of the shape (sphere, box) or to its axis (capsule). Where that direction vanishes, the normal is that of the
/// triangle, or that of the solid's surface nearest to the center of the shape: for a hull or box, of the face whose
/// plane is nearest; for a cylinder, of the nearer of such a face and the side; for a sphere or capsule, straight out
/// from the center or axis.
///
/// Of equal reported t the lowest node wins, then the lowest triangle number. The query reports no hit for shapes for
/// which kiln_scene_overlap_* returns 0 as invalid, for a NaN or infinite direction, for a negative t_max, and for a t
/// beyond FLT_MAX.
KILN_API kiln_hit kiln_scene_cast_sphere(const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API kiln_hit kiln_scene_cast_box(const kiln_asset *asset, const kiln_box *box, const kiln_motion *motion);
KILN_API kiln_hit kiln_scene_cast_capsule(
	const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion);

/// Queries one mesh by the same rules, in mesh coordinates.
KILN_API kiln_hit kiln_mesh_cast_sphere(
	const kiln_asset *asset, uint32_t mesh, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API kiln_hit kiln_mesh_cast_box(
	const kiln_asset *asset, uint32_t mesh, const kiln_box *box, const kiln_motion *motion);
KILN_API kiln_hit kiln_mesh_cast_capsule(
	const kiln_asset *asset, uint32_t mesh, const kiln_capsule *capsule, const kiln_motion *motion);

/// Answers `count` shapes, each with its own motion. Each answer is that of the single call.
KILN_API void kiln_scene_cast_sphere_batch(
	const kiln_asset *asset, const kiln_sphere *spheres, const kiln_motion *motions, uint32_t count, kiln_hit *hits);
KILN_API void kiln_scene_cast_box_batch(
	const kiln_asset *asset, const kiln_box *boxes, const kiln_motion *motions, uint32_t count, kiln_hit *hits);
KILN_API void kiln_scene_cast_capsule_batch(
	const kiln_asset *asset, const kiln_capsule *capsules, const kiln_motion *motions, uint32_t count, kiln_hit *hits);

// --- All contacts -----------------------------------------------------------------------------------------------------

/// Finds every triangle and solid that a moving shape touches, each at its first contact, by increasing t, then node,
/// then triangle. Each hit is as that of a cast against this triangle or solid alone; the first hit is the hit of the
/// cast. Returns the number of hits; `hits` holds the first `capacity` of them.
KILN_API uint32_t kiln_scene_cast_sphere_all(
	const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion, kiln_hit *hits, uint32_t capacity);
KILN_API uint32_t kiln_scene_cast_box_all(
	const kiln_asset *asset, const kiln_box *box, const kiln_motion *motion, kiln_hit *hits, uint32_t capacity);
KILN_API uint32_t kiln_scene_cast_capsule_all(
	const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion, kiln_hit *hits, uint32_t capacity);

/// Calls `visit` for each hit that the function above finds, until `visit` ends the query.
KILN_API void kiln_scene_cast_sphere_all_visit(
	const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion, kiln_visit_hit *visit, void *user);
KILN_API void kiln_scene_cast_box_all_visit(
	const kiln_asset *asset, const kiln_box *box, const kiln_motion *motion, kiln_visit_hit *visit, void *user);
KILN_API void kiln_scene_cast_capsule_all_visit(
	const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion, kiln_visit_hit *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
