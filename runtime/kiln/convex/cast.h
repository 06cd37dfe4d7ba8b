// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CAST_H
#define KILN_CONVEX_CAST_H

#include "../cast.h"
#include "motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Motion of convex objects: straight, against each other and against cooked meshes and scenes; and with rotation against
/// cooked meshes and scenes.

/// A method to find the time of contact of two convex bodies. kiln/school.h has methods besides the default.
typedef struct kiln_cast_method kiln_cast_method;

/// Finds the first contact with `b` of `a`, which moves by t direction, 0 <= t <= t_max. Times count in lengths of the
/// direction, as in kiln/cast.h. t is never later than the exact time. t is earlier by no more than the time that a
/// motion of some 2^-40 of the coordinate differences takes (2^-33 at worst, 2^-28 for bodies 60000 times as long as
/// thin), and the rounding of float32. `gap` is the most that the objects are apart at t. Shapes that pass as closely
/// as that may be hit. `inside` is as in kiln_convex_impact. `point` is on the surface of b. `steps` is 0, because
/// no method counts distances.
///
/// `method` NULL is conservative advancement where both shapes are polytopes, and else the GJK ray cast: the faster of
/// the two. All methods advance by planes that separate the bodies, so that none passes the contact. Their times agree
/// to rounding.
///
/// KILN_E_ARGUMENT, with `impact` zero, for objects that are not usable, a NaN or infinite direction, and a negative
/// t_max. t_max 0 or infinity: no limit. With a direction of length zero the query tests the start only. No hit for a t
/// beyond FLT_MAX.
KILN_API kiln_status kiln_convex_cast(const kiln_convex_object *a, const kiln_motion *motion,
	const kiln_convex_object *b, const kiln_cast_method *method, kiln_convex_impact *impact);

/// Finds the first triangle or solid that a moving convex object touches, by the rules of kiln/cast.h. Of equal
/// reported t the lowest node wins, then the lowest triangle number. `point` is on the triangle or solid. `back`
/// reports that the middle of the object's box starts behind the triangle, or in the solid. The time is never later
/// than the contact, except for rounding. The time is earlier by no more than the time that a motion of 2^-28 of the
/// coordinates takes. Within this error spheres, boxes and capsules are hit at the times of kiln_scene_cast_sphere,
/// kiln_scene_cast_box and kiln_scene_cast_capsule.
///
/// Overlap at the start gives t = 0. The normal is that of kiln_convex_penetration of the object and the triangle or
/// solid: the shortest way out. `point` is the object's deepest point, moved to the surface.
///
/// No hit for objects that are not usable, a NaN or infinite direction, a negative t_max, and a t beyond FLT_MAX.
KILN_API kiln_hit kiln_scene_cast_convex(
	const kiln_asset *asset, const kiln_convex_object *object, const kiln_motion *motion);

/// Queries one mesh by the same rules, in mesh coordinates.
KILN_API kiln_hit kiln_mesh_cast_convex(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object, const kiln_motion *motion);

/// Answers `count` objects, each with its own motion. Each answer is that of the single call.
KILN_API void kiln_scene_cast_convex_batch(const kiln_asset *asset, const kiln_convex_object *objects,
	const kiln_motion *motions, uint32_t count, kiln_hit *hits);

/// Finds every triangle and solid that a moving convex object touches, by the rules of kiln_scene_cast_convex and in the
/// order of kiln_scene_cast_sphere_all. Returns the number of hits; `hits` holds the first `capacity` of them.
KILN_API uint32_t kiln_scene_cast_convex_all(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_hit *hits, uint32_t capacity);
KILN_API uint32_t kiln_mesh_cast_convex_all(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_hit *hits, uint32_t capacity);

/// Calls `visit` for each hit that the function above finds, until `visit` ends the query.
KILN_API void kiln_scene_cast_convex_all_visit(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user);
KILN_API void kiln_mesh_cast_convex_all_visit(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user);

// --- Motion with rotation ---------------------------------------------------------------------------------------------

/// Finds the first triangle or solid that comes within `tolerance` of a convex shape on a sweep, which moves and turns
/// (kiln/convex/motion.h). `tolerance` is as in kiln_convex_time_of_impact; 0 stands for 2^-20 of half the diagonal of
/// the shape's box. Each piece is searched by bilateral advancement (Catto 2013): the shape is proved apart from it
/// before the piece's time, allowing for rounding, so that nothing tunnels, however thin and fast it is. `t`, from 0 to
/// 1, is never later than the first contact; it is early where the search of a piece ends early, as
/// kiln_convex_time_of_impact states. A shape that passes within the tolerance may hit.
///
/// Of equal reported t the lowest node wins, then the lowest triangle number. `point` is on the triangle or solid where it
/// is nearest to the shape at t; `normal` leads from there to the shape. `back` is as in kiln_scene_cast_convex. Overlap
/// at the start is that of kiln_scene_cast_convex without motion, with its t, normal and point. A piece that is apart at
/// the start by less than rounding may have the normal 0.
///
/// The work grows with the number of pieces near the way: spans of time, at most 64, bound where the shape may be, each
/// by a ball around `center`. A center in the middle of the shape makes the ball small.
///
/// No hit for shapes and sweeps that are not usable, and for a NaN or negative tolerance.
KILN_API kiln_hit kiln_scene_cast_sweep(
	const kiln_asset *asset, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance);

/// Queries one mesh by the same rules, in mesh coordinates.
KILN_API kiln_hit kiln_mesh_cast_sweep(
	const kiln_asset *asset, uint32_t mesh, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance);

#ifdef __cplusplus
}
#endif

#endif
