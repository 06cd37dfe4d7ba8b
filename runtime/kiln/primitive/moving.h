// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_H
#define KILN_PRIMITIVE_MOVING_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First contact of a shape that moves by t motion, 0 <= t <= 1, without rotation, with a shape at rest (Ericson 2005,
/// 5.5). For two moving shapes `motion` is a's motion less b's, and `point` moves with b.
///
/// Time. Each shape is enlarged by a bound of the rounding, then the contact is computed and rounded down. t is never
/// later than the exact time. t is earlier by no more than the rounding of t to float32 and the time that a motion of
/// 2^-39 of the coordinate differences, sizes and way takes. Shapes that pass at that distance may be hit. For a narrow
/// triangle the bound is 2^-50 over the sine of its least angle, because its plane is known no better; below a sine of
/// 2^-39 the edges replace the triangle.
///
/// Start. Shapes that have a point in common at the start, touching shapes too, are `inside`, with t = 0, whatever the
/// motion: exactly where kiln_overlaps_* of the pair is true. `point` is then a common point. The normal is the
/// direction of the least displacement of a that moves the shapes apart, with these exceptions:
///   - a capsule whose axis crosses a triangle: the normal of the triangle,
///   - concave polygons: the direction from the closest point,
///   - shapes for which all directions are equally short, such as spheres with the same center, and a center on a
///     triangle or polygon without area: against the motion, or +z without motion.
///
/// Shapes that are apart by no more than rounding at the start may be hit at t = 0 without `inside`. With a motion of
/// length zero the function tests the start only.
///
/// Contact. `point` is one of the points of contact, to rounding: on b, and on a, moved up to the contact. The normal
/// is that of the plane between both shapes there: of the face, or perpendicular to both edges, or from the closest
/// point of b's core to a's. For spheres and capsules with almost no radius the normal is right to 2^-8 at edges and
/// corners, elsewhere to float32.
///
/// Functions refuse shapes that are not usable (kiln/primitive/shapes.h), and a motion that is not finite or beyond
/// KILN_COORDINATE_MAX.

/// Computes when the plane comes within the radius of the center (Ericson 2005, 5.5.3). A plane is met from both sides.
KILN_API kiln_impact kiln_moving_sphere_plane(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b);
/// Computes the same time from above only: below is inside.
KILN_API kiln_impact kiln_moving_sphere_halfspace(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b);
/// Solves a quadratic for a point against a sphere with the sum of radii; the contact is the lesser root (Ericson 2005,
/// 5.5.5).
KILN_API kiln_impact kiln_moving_sphere_sphere(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_sphere *b);
/// Moves a sphere with the sum of radii against the axis of the capsule and its ends.
KILN_API kiln_impact kiln_moving_sphere_capsule(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_capsule *b);
/// Tests the faces, and, where no face is met first, the edges and corners (Ericson 2005, 5.5.7: the box rounded by the
/// radius).
KILN_API kiln_impact kiln_moving_sphere_aabb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_aabb *b);
/// Tests the parallelepiped of the stored axes in the same way.
KILN_API kiln_impact kiln_moving_sphere_obb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_obb *b);
/// Tests the face, and, where its inside is not met, the edges and corners (Ericson 2005, 5.5.6; Schneider and Eberly
/// 2003, 11.11). Sets feature_b.
KILN_API kiln_impact kiln_moving_sphere_triangle(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_triangle *b);
/// Tests a polygon in the same way; the polygon may be concave. Its corners are projected on its plane.
KILN_API kiln_impact kiln_moving_sphere_polygon(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_polygon *b);
/// Computes the contact of the end that is nearer to the plane.
KILN_API kiln_impact kiln_moving_capsule_plane(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b);
KILN_API kiln_impact kiln_moving_capsule_halfspace(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b);
/// Moves a sphere against the prism that the triangle sweeps along the axis of the capsule. Sets feature_b.
KILN_API kiln_impact kiln_moving_capsule_triangle(
	const kiln_capsule *a, const kiln_vec3 *motion, const kiln_triangle *b);
/// Projects the box on the normal of the plane (Ericson 2005, 5.5.4). Where a whole edge or face arrives at once, the
/// point is its middle.
KILN_API kiln_impact kiln_moving_aabb_plane(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b);
KILN_API kiln_impact kiln_moving_aabb_halfspace(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b);
/// Computes the times when the intervals on x, y and z overlap (Ericson 2005, 5.5.8). The point is the middle of the
/// common part of both boxes at that time.
KILN_API kiln_impact kiln_moving_aabb_aabb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_aabb *b);
/// Tests an OBB against an OBB.
KILN_API kiln_impact kiln_moving_aabb_obb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_obb *b);
/// Tests an OBB against a triangle.
KILN_API kiln_impact kiln_moving_aabb_triangle(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_triangle *b);
KILN_API kiln_impact kiln_moving_obb_plane(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b);
KILN_API kiln_impact kiln_moving_obb_halfspace(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b);
/// Computes the times when the projections on each of 15 axes overlap (Ericson 2005, 5.5.2; Schneider and Eberly 2003,
/// 11.11.2). The normal is the axis where overlap begins last; of equal axes the axis of a face.
KILN_API kiln_impact kiln_moving_obb_obb(const kiln_obb *a, const kiln_vec3 *motion, const kiln_obb *b);
/// Computes the same times on 13 axes. Sets feature_b.
KILN_API kiln_impact kiln_moving_obb_triangle(const kiln_obb *a, const kiln_vec3 *motion, const kiln_triangle *b);
/// Tests convex polyhedra by separating axes over time (Ericson 2005, 5.5.2): the normals of both, the products of
/// their edges, and, for flat polyhedra, the products of edges and normals. Time grows with edges times edges times
/// vertices: use this function for tens of them, and kiln_moving_convex_convex for more. Polyhedra without volume are
/// the polygons that remain. Polyhedra without area may be reported as touching too early. A shape that is not convex
/// counts as its convex hull. Here `inside` errs towards true, by 2^-45 of sizes and distance.
KILN_API kiln_impact kiln_moving_polyhedron_polyhedron(
	const kiln_polyhedron *a, const kiln_vec3 *motion, const kiln_polyhedron *b);

/// Two objects in any motion, for kiln_moving_halving (Ericson 2005, 5.5.1).
typedef struct kiln_halving
{
	/// Bounds the motion from t0 to t1: no less than the way of any point of one object relative to the other.
	float (*motion_bound)(void *user, float t0, float t1);
	/// Returns the distance at a time, or a lower bound that tends to it; at most 0 in contact. NaN counts as contact.
	float (*distance)(void *user, float t);
	void *user;
	float tolerance;	///< distance that counts as contact, > 0
	uint32_t steps_max; ///< most calls of `distance`; 0 stands for 10000
} kiln_halving;

/// Finds the first time in 0 .. 1 when the distance may be at most the tolerance, by halving the time; before *t the
/// distance is more.
///
/// The search skips an interval of time when the distances at its ends add up to more than the motion between them and
/// twice the tolerance. The search halves every other interval, down to 2^-24; such a short interval counts as contact
/// at its beginning. So contact is never missed. Objects that come within the tolerance and half of the motion in 2^-24
/// may count as contact. At most steps_max calls of `distance`, and as many of `motion_bound`; no recursion. Returns
/// false, with *t 1, where there is no contact.
///
/// `complete` may be NULL. `*complete` is false where the calls ran out: then the function returns true, and no contact
/// is before *t. A missing function, and a tolerance that is not above 0, are refused: the function returns false, with
/// *t 0 and `*complete` false.
KILN_API bool kiln_moving_halving(const kiln_halving *halving, float *t, bool *complete);

#ifdef __cplusplus
}
#endif

#endif
