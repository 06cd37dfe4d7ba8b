// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_MOVING_H
#define KILN_PRIMITIVE_MOVING_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// First contact of a shape that is displaced by t motion, 0 <= t <= 1, without rotation, with one that stands still
/// (Ericson 2005, 5.5); of two that move, `motion` is a's less b's, and `point` moves with b. ...

kiln_impact kiln_moving_sphere_plane(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b);
kiln_impact kiln_moving_sphere_halfspace(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_plane *b);
kiln_impact kiln_moving_sphere_sphere(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_sphere *b);
kiln_impact kiln_moving_sphere_capsule(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_capsule *b);
kiln_impact kiln_moving_sphere_aabb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_aabb *b);
kiln_impact kiln_moving_sphere_obb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_obb *b);
kiln_impact kiln_moving_sphere_triangle(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_triangle *b);
kiln_impact kiln_moving_sphere_polygon(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_polygon *b);
kiln_impact kiln_moving_capsule_plane(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_plane *b);
kiln_impact kiln_moving_capsule_triangle(const kiln_capsule *a, const kiln_vec3 *motion, const kiln_triangle *b);
kiln_impact kiln_moving_aabb_plane(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b);
kiln_impact kiln_moving_aabb_halfspace(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_plane *b);
kiln_impact kiln_moving_aabb_aabb(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_aabb *b);
kiln_impact kiln_moving_aabb_triangle(const kiln_aabb *a, const kiln_vec3 *motion, const kiln_triangle *b);
kiln_impact kiln_moving_obb_plane(const kiln_obb *a, const kiln_vec3 *motion, const kiln_plane *b);
/// Separating axes over time (Ericson 2005, 5.5.2).
kiln_impact kiln_moving_obb_obb(const kiln_obb *a, const kiln_vec3 *motion, const kiln_obb *b);
kiln_impact kiln_moving_obb_triangle(const kiln_obb *a, const kiln_vec3 *motion, const kiln_triangle *b);
/// Convex polyhedra, by separating axes over time: 2 F + E^2 of them.
kiln_impact kiln_moving_polyhedron_polyhedron(
	const kiln_polyhedron *a, const kiln_vec3 *motion, const kiln_polyhedron *b);

/// Any motion, by interval halving (Ericson 2005, 5.5.1).
typedef struct kiln_halving
{
	/// Bounds: no less than how far any point of one moves relative to the other from t0 to t1.
	float (*motion_bound)(void *context, float t0, float t1);
	/// Distance at a time, or a lower bound that tends to it; at most 0 in contact.
	float (*distance)(void *context, float t);
	void *context;
	float tolerance;	///< distance that counts as contact, > 0
	uint32_t steps_max; ///< most calls of `distance`; 0 stands for 10000
} kiln_halving;

/// The first time in 0 .. 1 at which the distance is at most the tolerance, to within ...; hit with `*complete` false when steps ran out
bool kiln_moving_halving(const kiln_halving *halving, float *t);

#ifdef __cplusplus
}
#endif

#endif
