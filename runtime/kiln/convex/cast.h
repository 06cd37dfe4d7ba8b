// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CAST_H
#define KILN_CONVEX_CAST_H

#include "../cast.h"
#include "motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Convex objects in straight motion without rotation: against each other, and against cooked meshes and scenes.

/// Ways to the time of contact of two convex bodies. Both go along the ray by planes that separate the bodies, and so never
/// pass the contact; they agree to rounding.
typedef uint32_t kiln_cast_method;
enum kiln_cast_method_values
{
	KILN_CAST_AUTO = 0, ///< the one that is the faster for the shapes
	/// Each support plane that GJK finds clips the way (van den Bergen 2004). Faster where a shape is curved, up to 1.7
	/// times for ellipsoids, and for small ones: capsules, triangles.
	KILN_CAST_GJK_RAY = 1,
	/// A distance, then as far as its plane is away (conservative advancement, Mirtich 1996, with the plane's own speed,
	/// which is Newton's method on the distance). A fifth faster for boxes and hulls.
	KILN_CAST_CONSERVATIVE = 2,
	KILN_CAST_METHOD_END = 3,
};

/// First contact of `a`, displaced by t direction, 0 <= t <= t_max, with `b`; in the answer times count the direction's
/// lengths, as of kiln/cast.h. t is never later than the exact time, and earlier by the time to cover some 2^-40 of the
/// coordinate differences (2^-33 at worst, 2^-28 for bodies 60000 times as long as thin), and float32's rounding; `gap` says
/// how far apart they are at t at most. Shapes that pass that closely may be hit. `inside` as of kiln_convex_impact. `point`
/// is on b's surface. `steps` is 0: none of both ways counts in distances.
///
/// KILN_E_ARGUMENT, with `impact` zero, for objects that are not usable, a NaN or infinite direction, and a negative t_max.
/// t_max 0 or infinity: no limit. A direction of length zero asks about the start only. No hit for a t beyond FLT_MAX.
KILN_API kiln_status kiln_convex_cast(const kiln_convex_object *a, const kiln_motion *motion,
	const kiln_convex_object *b, kiln_cast_method method, kiln_convex_impact *impact);

/// First triangle or solid that a moving convex object touches, by the rules of kiln/cast.h: of equal t as answered the
/// lowest node, then the lowest triangle number; `point` is on the triangle or solid, `back` tells that the middle of the
/// object's box starts behind the triangle, or in the solid. The time is never later than that of contact but for rounding,
/// and earlier by no more than it takes to cover 2^-28 of the coordinates; spheres, boxes and capsules are hit when
/// kiln_scene_cast_sphere, box and capsule say, to that.
///
/// Overlap at the start answers t = 0 with the normal of kiln_convex_penetration of the object and the triangle or solid,
/// along which they part soonest, and `point` as the object's deepest point is put to the surface.
///
/// No hit for objects that are not usable, a NaN or infinite direction, a negative t_max, or a t beyond FLT_MAX.
KILN_API kiln_hit kiln_scene_cast_convex(
	const kiln_asset *asset, const kiln_convex_object *object, const kiln_motion *motion);

/// The same against one mesh, in its own coordinates.
KILN_API kiln_hit kiln_mesh_cast_convex(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion);

/// `count` objects at once, each with its own motion; the answers are those of the single calls.
KILN_API void kiln_scene_cast_convex_batch(const kiln_asset *asset, const kiln_convex_object *objects,
	const kiln_motion *motions, uint32_t count, kiln_hit *hits);

#ifdef __cplusplus
}
#endif

#endif
