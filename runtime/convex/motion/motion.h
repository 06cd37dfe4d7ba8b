// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_CONVEX_MOTION_H
#define KILN_CONVEX_CONVEX_MOTION_H

#include "convex/shape/shape.h"
#include "kiln/convex/motion.h"

#include <math.h>

/// Sweeps of kiln/convex/motion.h in double, and bounds of the speed of the shapes that they carry.

/// A sweep without its shape. A point that is at r relative to the center, scaled, moves to start + t way + R(t) r.
///
/// R(t) turns by the normalised mean of two unit quaternions at an angle phi <= 90 degrees: both and the mean lie in
/// one plane, where the mean runs along a chord. So the rotation's axis is fixed, and its angle is 2 atan(bend) + 2
/// atan(u bend), with u = 2 t - 1 and bend = tan(phi / 2) <= 1. Its speed is 4 bend / (1 + u^2 bend^2).
typedef struct kiln_course
{
	kiln_d3 start, way; ///< of the center, in the world
	double first[4];	///< unit quaternion at 0: x, y, z, w
	double last[4];		///< at 1; of both signs the one nearer to `first`
	double bend;		///< 0: does not turn
	kiln_d3 axis;		///< unit, in the world; zero for a course without rotation
	double scale;
} kiln_course;

/// Returns false for a sweep that is not usable: an invalid pose, scales that differ, a center that is not finite or is
/// beyond KILN_COORDINATE_MAX; also for NULL.
bool kilni_course_of(const kiln_sweep *sweep, kiln_course *course);

/// R(t)'s columns.
void kilni_course_axes(const kiln_course *course, double t, kiln_d3 axes[3]);

/// The center at t.
static inline kiln_d3 kiln_course_center(const kiln_course *course, double t)
{
	return kiln_d3_along(course->start, t, course->way);
}

/// Bounds of a course's rotation between two times.
typedef struct kiln_spin
{
	double speed; ///< in radians
	double force; ///< of the second derivative of a point one unit away from the axis
} kiln_spin;

kiln_spin kilni_course_spin(const kiln_course *course, double from, double to);

/// The share of a rotation that moves points along a unit normal: the sine of the normal's angle to the axis.
static inline double kiln_course_sine(const kiln_course *course, kiln_d3 normal)
{
	return sqrt(kiln_d3_length2(kiln_d3_cross(normal, course->axis)));
}

static inline kiln_d3 kiln_turned(const kiln_d3 axes[3], kiln_d3 v)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(axes[0], v.x), v.y, axes[1]), v.z, axes[2]);
}

/// Applies the inverse of a rotation.
static inline kiln_d3 kiln_turned_back(const kiln_d3 axes[3], kiln_d3 v)
{
	return (kiln_d3){kiln_d3_dot(axes[0], v), kiln_d3_dot(axes[1], v), kiln_d3_dot(axes[2], v)};
}

/// A convex shape on its course.
typedef struct kiln_mover
{
	kiln_course course;
	kiln_convex
		rest[KILN_CONVEX_TERMS_MAX]; ///< scaled, relative to the center; already turned where the course does not turn
	kiln_d3 center;					 ///< the origin of `rest`, scaled and turned likewise
	double reach;					 ///< no point of the core is farther from the center
	double swing;					 ///< nor from the axis through it; 0 without rotation
	double extent;					 ///< half the diagonal of a box around the shape, its margin included
} kiln_mover;

/// Returns false where the shape or the sweep is not usable. The shape must outlive the mover, and the mover must stay
/// in place.
bool kilni_mover_of(const kiln_convex_shape *shape, const kiln_sweep *sweep, kiln_mover *mover);

/// A body that stands still: terms relative to `eye`, which are copied.
void kilni_mover_of_still(const kiln_convex *terms, kiln_d3 eye, kiln_mover *mover);

/// The core at t, relative to its center there: terms[0], which links to the others.
void kilni_mover_at(const kiln_mover *mover, double t, kiln_convex terms[KILN_CONVEX_TERMS_MAX]);

/// The extent of the core from its center at t along a unit direction of the world. `seed` as in kilni_convex_support.
double kilni_mover_height(const kiln_mover *mover, double t, kiln_d3 direction, uint32_t *seed);

#endif
