// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CAST_SHAPE_H
#define KILN_SCENE_CAST_SHAPE_H

#include "convex/shape/shape.h"
#include "kiln/cast.h"
#include "placed_body.h"

/// The moving shape of a cast: a sphere, box or capsule, which have their own contacts with triangles, or any convex
/// object, which is a support mapping against everything.
typedef struct kiln_cast_shape
{
	kiln_d3 center;			   ///< the origin of coordinates
	kiln_d3 reach;			   ///< center - reach .. center + reach holds the shape, with room for rounding
	const kiln_solid *solid;   ///< or NULL
	const kiln_convex *convex; ///< an object relative to the center; or NULL
	/// An object that is a sphere or capsule lies within `round` of center - half .. center + half. Infinite for others.
	kiln_d3 half;
	double round;
} kiln_cast_shape;

kiln_cast_shape kilni_cast_shape_of_solid(const kiln_solid *solid);

/// The shape of a usable object. The terms must stay in place as long as the shape is used.
kiln_cast_shape kilni_cast_shape_of_object(const kiln_convex_object *object, kiln_convex terms[KILN_CONVEX_TERMS_MAX]);

/// The motion of a cast. Internally, the direction is scaled by a power of two so that its largest component lies in
/// [1, 2); times count in its lengths.
typedef struct kiln_cast_course
{
	kiln_path path;
	kiln_d3 heading; ///< the path's direction; any direction if this is zero
	double unit;	 ///< time = t * unit
	float t_max;
} kiln_cast_course;

/// Returns false when the motion cannot give a hit.
bool kilni_cast_course_of(const kiln_motion *motion, kiln_cast_course *way);

/// The time at which a search for contacts up to t ends: larger times round to more than t.
static inline double kiln_cast_limit(const kiln_cast_course *way, float t)
{
	// A time that rounds to this one exceeds it by at most 2^-24.
	return ((double)t * (1 + 0x1p-23) + 0x1p-148) * way->unit;
}

/// As kilni_solid_sweep.
bool kilni_cast_meets_triangle(const kiln_cast_shape *shape, const kiln_path *path, const kiln_d3 seen[3], double limit,
	kiln_solid_contact *contact);

/// As kilni_contact_finish, but an object's normal at the start is the shortest way out of the triangle.
void kilni_cast_finish_triangle(const kiln_cast_shape *shape, const kiln_path *path, const kiln_d3 seen[3],
	bool mirrored, kiln_solid_contact *contact);

/// As kilni_body_sweep.
bool kilni_cast_meets_body(const kiln_cast_shape *shape, const kiln_placed_body *placed, const kiln_path *path,
	double limit, kiln_body_contact *contact);

/// As kilni_body_contact_finish, with the same exception.
void kilni_cast_finish_body(const kiln_cast_shape *shape, const kiln_placed_body *placed, kiln_body_contact *contact);

#endif
