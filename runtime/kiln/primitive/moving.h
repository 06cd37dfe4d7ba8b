// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_H
#define KILN_PRIMITIVE_MOVING_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First contact of a shape that is displaced by t motion, 0 <= t <= 1, without rotation, with one that stands still
/// (Ericson 2005, 5.5); of two that move, `motion` is a's less b's, and `point` moves with b.
///
/// Time. Each shape is taken for larger by a bound of the rounding of what follows, then its contact is computed and
/// rounded down: t is never later than the exact time, and earlier by no more than what float32 rounds off t and the time
/// it takes to cover 2^-39 of the coordinate differences, sizes and way involved. Shapes that pass at that distance may be hit.
/// Of a narrow triangle it is 2^-50 over the sine of its least angle, as its plane is known no better; below a sine of
/// 2^-39 its edges stand for it.
///
/// Start. Shapes that have a point in common at the start, touching ones too, are `inside`, with t = 0, whatever the motion:
/// exactly where the pair's kiln_overlaps_* is true. `point` then is a point of both. The normal is the direction of the
/// least displacement of a that parts them; but that of the triangle itself where a capsule's axis crosses it; of concave
/// polygons the direction from the closest point; and against the motion, or +z without, where all directions part them
/// equally soon, as of spheres around one center, and for a center on a triangle or polygon without area. Shapes apart by
/// no more than the rounding at the start may be hit at t = 0 without `inside`. Motion of length zero asks about the start
/// only.
///
/// Contact. `point` is one of the points of contact on b, and on a as displaced by the motion up to there, to rounding.
/// The normal is that of the plane between both there: the face's, or what is at right angles to both edges, or from
/// the closest point of b's core to a's. Of spheres and capsules with next to no radius it is right to 2^-8 at edges and
/// corners, else to float32.
///
/// Not usable, as kiln/primitive/shapes.h says: a motion that is not finite or beyond KILN_COORDINATE_MAX, too.

/// When the plane comes within the radius of the center (Ericson 2005, 5.5.3). Planes are met from both sides.
KILN_API kiln_impact kiln_moving_sphere_plane(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b);
/// The same from above only: below is inside.
KILN_API kiln_impact kiln_moving_sphere_halfspace(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b);
/// A point against a sphere with the sum of radii: the lesser root of a quadratic (Ericson 2005, 5.5.5).
KILN_API kiln_impact kiln_moving_sphere_sphere(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_sphere *b);
/// A sphere with the sum of radii against the capsule's axis and its ends.
KILN_API kiln_impact kiln_moving_sphere_capsule(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_capsule *b);
/// Against the faces, and where none is met first, edges and corners (Ericson 2005, 5.5.7: the box rounded by the
/// radius).
KILN_API kiln_impact kiln_moving_sphere_aabb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_aabb *b);
/// The same, on the parallelepiped that the stored axes make.
KILN_API kiln_impact kiln_moving_sphere_obb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_obb *b);
/// Against the face, and where its inside is not met, edges and corners (Ericson 2005, 5.5.6; Schneider and Eberly 2003,
/// 11.11). Sets feature_b.
KILN_API kiln_impact kiln_moving_sphere_triangle(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_triangle *b);
/// The same; the polygon may be concave. Its corners are taken in its plane.
KILN_API kiln_impact kiln_moving_sphere_polygon(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_polygon *b);
/// As of its end that is nearer to the plane.
KILN_API kiln_impact kiln_moving_capsule_plane(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b);
KILN_API kiln_impact kiln_moving_capsule_halfspace(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b);
/// A sphere against the prism that the triangle sweeps along the capsule's axis. Sets feature_b.
KILN_API kiln_impact kiln_moving_capsule_triangle(
	const kiln_capsule *a, const kiln_vec3 *motion, const kiln_triangle *b);
/// By the projection of the box on the plane's normal (Ericson 2005, 5.5.4). Where an edge or a face arrives at once, the
/// point is its middle.
KILN_API kiln_impact kiln_moving_aabb_plane(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b);
KILN_API kiln_impact kiln_moving_aabb_halfspace(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b);
/// By the times at which the intervals on x, y and z overlap (Ericson 2005, 5.5.8). The point is the middle of what both
/// have in common then.
KILN_API kiln_impact kiln_moving_aabb_aabb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_aabb *b);
/// As an OBB against an OBB.
KILN_API kiln_impact kiln_moving_aabb_obb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_obb *b);
/// As an OBB against a triangle.
KILN_API kiln_impact kiln_moving_aabb_triangle(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_triangle *b);
KILN_API kiln_impact kiln_moving_obb_plane(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b);
KILN_API kiln_impact kiln_moving_obb_halfspace(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b);
/// The times at which the projections on each of 15 axes overlap (Ericson 2005, 5.5.2; Schneider and Eberly 2003, 11.11.2);
/// the normal is the axis on which they do so last, one of a face where it makes no difference.
KILN_API kiln_impact kiln_moving_obb_obb(const kiln_obb *a, const kiln_vec3 *motion, const kiln_obb *b);
/// The same on 13 axes. Sets feature_b.
KILN_API kiln_impact kiln_moving_obb_triangle(const kiln_obb *a, const kiln_vec3 *motion, const kiln_triangle *b);
/// Convex polyhedra, by separating axes over time (Ericson 2005, 5.5.2): the normals of both, the products of their edges,
/// and for flat ones those of edges and normals. Time grows with edges times edges times vertices: for tens of them,
/// else kiln_moving_convex_convex. Without volume they are the polygons that are left; without area they may be taken for
/// touching too early. Of a shape that is not convex, the convex hull. `inside` here errs towards true, by 2^-45 of sizes
/// and distance.
KILN_API kiln_impact kiln_moving_polyhedron_polyhedron(
	const kiln_polyhedron *a, const kiln_vec3 *motion, const kiln_polyhedron *b);

/// Any motion of any two things, by halving the time (Ericson 2005, 5.5.1).
typedef struct kiln_halving
{
	/// A bound: no less than how far any point of one moves relative to the other, along its way, from t0 to t1.
	float (*motion_bound)(void *user, float t0, float t1);
	/// Distance at a time, or a lower bound that tends to it; at most 0 in contact. NaN counts as contact.
	float (*distance)(void *user, float t);
	void *user;
	float tolerance;	///< distance that counts as contact, > 0
	uint32_t steps_max; ///< most calls of `distance`; 0 stands for 10000
} kiln_halving;

/// The first time in 0 .. 1 at which the distance may be at most the tolerance: before *t it is more. A part of the time is
/// skipped when the distances at its ends add up to more than the motion between and twice the tolerance, and else
/// halved, down to 2^-24, at the beginning of which contact is then answered; so contact is never passed, and what comes
/// within the tolerance and half of the motion in 2^-24 may be taken for it. At most steps_max calls of `distance` and as
/// many of `motion_bound`, no recursion. False without contact: *t is 1.
///
/// `*complete` (NULL: not asked) is false when the calls ran out: the answer then is true, and *t the time up to which
/// contact is ruled out. A missing function, and a tolerance that is not above 0, are refused: false, *t is 0, and not
/// complete.
KILN_API bool kiln_moving_halving(const kiln_halving *halving, float *t, bool *complete);

#ifdef __cplusplus
}
#endif

#endif
