// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_MOTION_H
#define KILN_BOUNDS_MOTION_H

#include "kiln/bounds.h"
#include "math/quaternion.h"
#include "outward.h"

/// A kiln_pose made ready, in double. The exact pose turns by the quaternion divided by its length.
typedef struct kiln_motion
{
	kiln_d3 row[3]; ///< of the rotation; each number within 2^-50 of the exact one
	kiln_d3 translation;
	double scale;
} kiln_motion;

static inline kiln_motion kiln_motion_of(const kiln_pose *pose)
{
	kiln_d3 axes[3];
	kiln_quat_axes(pose->rotation, axes);
	kiln_motion motion = {
		.row = {{axes[0].x, axes[1].x, axes[2].x}, {axes[0].y, axes[1].y, axes[2].y},
			{axes[0].z, axes[1].z, axes[2].z}},
		.translation = kiln_d3_from(pose->translation),
		.scale = pose->scale == 0 ? 1 : (double)pose->scale,
	};
	return motion;
}

/// Whether it is a pose: every number finite, and a scale that is one.
static inline bool kiln_pose_valid(const kiln_pose *pose)
{
	kiln_quat q = pose->rotation;
	double total = (double)q.x + (double)q.y + (double)q.z + (double)q.w;
	total += kiln_vec3_total(pose->translation) + (double)pose->scale;
	return kiln_total_finite(total) && pose->scale >= 0;
}

/// Whether it does more to a point than to move it. True for NaN.
static inline bool kiln_motion_turns(const kiln_pose *pose, const kiln_motion *motion)
{
	kiln_quat q = pose->rotation;
	return q.x != 0 || q.y != 0 || q.z != 0 || q.w != q.w || motion->scale != 1;
}

/// Rotation without scale.
static inline kiln_d3 kiln_motion_rotate(const kiln_motion *motion, kiln_d3 v)
{
	return (kiln_d3){kiln_d3_dot(motion->row[0], v), kiln_d3_dot(motion->row[1], v), kiln_d3_dot(motion->row[2], v)};
}

/// The inverse of the rotation.
static inline kiln_d3 kiln_motion_rotate_back(const kiln_motion *motion, kiln_d3 v)
{
	kiln_d3 back = kiln_d3_scale(motion->row[0], v.x);
	return kiln_d3_along(kiln_d3_along(back, v.y, motion->row[1]), v.z, motion->row[2]);
}

/// Rotation and scale.
static inline kiln_d3 kiln_motion_turn(const kiln_motion *motion, kiln_d3 v)
{
	return kiln_d3_scale(kiln_motion_rotate(motion, v), motion->scale);
}

static inline kiln_d3 kiln_motion_point(const kiln_motion *motion, kiln_d3 p)
{
	return kiln_d3_add(kiln_motion_turn(motion, p), motion->translation);
}

/// How far each coordinate of a turned vector may be off. An entry of the rotation is off by 2^-50, product, sums and
/// scale add 5 roundings of 2^-53, and no entry exceeds 1 + 2^-50: less than 2^-49 scale (|x| + |y| + |z|) in all.
static inline double kiln_motion_turn_error(const kiln_motion *motion, kiln_d3 v)
{
	return 0x1p-49 * motion->scale * (kiln_double_abs(v.x) + kiln_double_abs(v.y) + kiln_double_abs(v.z));
}

/// The same for a point: one more rounding, relative to the sum.
static inline double kiln_motion_point_error(const kiln_motion *motion, kiln_d3 p)
{
	return 1.0625 * kiln_motion_turn_error(motion, p) + 0x1p-52 * kiln_d3_largest(motion->translation);
}

#endif
