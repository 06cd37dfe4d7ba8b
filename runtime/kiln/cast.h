// SPDX-License-Identifier: MIT
#ifndef KILN_CAST_H
#define KILN_CAST_H

#include "overlap.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Motion of a shape without rotation: displaced by t direction, 0 <= t <= t_max.
typedef struct kiln_motion
{
	kiln_vec3 direction; ///< any length; zero asks about the start only
	float t_max;		 ///< 0 means no limit
} kiln_motion;

/// First triangle or solid that a moving shape touches. The time is that of first contact to rounding; `point` is the
/// point of contact on the triangle or solid (kiln/ray.h says how exactly), one of them where edges or faces meet. Against solids the time is never
/// later than that of contact but for rounding, and earlier by no more than it takes to cover 2^-28 of the coordinates
/// (conservative advancement, Mirtich 1996).
///
/// Overlap at the start answers t = 0, with the normal from the closest point of the triangle or solid to the shape's
/// centre (sphere, box) or axis (capsule); when that vanishes, the triangle's own, or that of the solid's surface that is
/// nearest to the shape's centre: of a hull or box the face whose plane is nearest, of a cylinder that or its side, of a
/// sphere or capsule straight out from centre or axis.
///
/// Equal t as answered: the lowest node, then the lowest triangle number. No hit for the inputs that kiln_scene_overlap_*
/// answers 0 for, a NaN or infinite direction, a negative t_max, or a t beyond FLT_MAX.
KILN_API kiln_hit kiln_scene_cast_sphere(const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API kiln_hit kiln_scene_cast_box(const kiln_asset *asset, const kiln_box *box, const kiln_motion *motion);
KILN_API kiln_hit kiln_scene_cast_capsule(
	const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion);

/// The same against one mesh, in its own coordinates.
KILN_API kiln_hit kiln_mesh_cast_sphere(
	const kiln_asset *asset, uint32_t mesh, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API kiln_hit kiln_mesh_cast_box(
	const kiln_asset *asset, uint32_t mesh, const kiln_box *box, const kiln_motion *motion);
KILN_API kiln_hit kiln_mesh_cast_capsule(
	const kiln_asset *asset, uint32_t mesh, const kiln_capsule *capsule, const kiln_motion *motion);

/// `count` shapes at once, each with its own motion; the answers are those of the single calls.
KILN_API void kiln_scene_cast_sphere_batch(
	const kiln_asset *asset, const kiln_sphere *spheres, const kiln_motion *motions, uint32_t count, kiln_hit *hits);
KILN_API void kiln_scene_cast_box_batch(
	const kiln_asset *asset, const kiln_box *boxes, const kiln_motion *motions, uint32_t count, kiln_hit *hits);
KILN_API void kiln_scene_cast_capsule_batch(
	const kiln_asset *asset, const kiln_capsule *capsules, const kiln_motion *motions, uint32_t count, kiln_hit *hits);

#ifdef __cplusplus
}
#endif

#endif
