// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_MOTION_H
#define KILN_BOUNDS_MOTION_H

#include "kiln/bounds.h"
#include "math/double3.h"

/// A kiln_pose made ready, in double. The exact pose turns by the quaternion divided by its length.
typedef struct kiln_motion
{
	kiln_d3 row[3]; ///< of the rotation; each number within 2^-50 of the exact one
	kiln_d3 translation;
	double scale;
} kiln_motion;

static inline kiln_motion kiln_motion_of(const kiln_pose *pose)
{
	double x = (double)pose->rotation.x, y = (double)pose->rotation.y, z = (double)pose->rotation.z;
	double w = (double)pose->rotation.w;
	double length2 = x * x + y * y + z * z + w * w;
	double f = length2 == 0 ? 0 : 2 / length2;
	kiln_motion motion = {
		.row = {{1 - f * (y * y + z * z), f * (x * y - w * z), f * (x * z + w * y)},
			{f * (x * y + w * z), 1 - f * (x * x + z * z), f * (y * z - w * x)},
			{f * (x * z - w * y), f * (y * z + w * x), 1 - f * (x * x + y * y)}},
		.translation = kiln_d3_from(pose->translation),
		.scale = pose->scale == 0 ? 1 : (double)pose->scale,
	};
	return motion;
}

/// Whether it does more to a point than to move it. True for NaN.
static inline bool kiln_motion_turns(const kiln_pose *pose, const kiln_motion *motion)
{
	kiln_quat q = pose->rotation;
	return q.x != 0 || q.y != 0 || q.z != 0 || q.w != q.w || motion->scale != 1;
}

/// Rotation and scale.
static inline kiln_d3 kiln_motion_turn(const kiln_motion *motion, kiln_d3 v)
{
	kiln_d3 turned = {kiln_d3_dot(motion->row[0], v), kiln_d3_dot(motion->row[1], v), kiln_d3_dot(motion->row[2], v)};
	return kiln_d3_scale(turned, motion->scale);
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
