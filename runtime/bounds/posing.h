// SPDX-License-Identifier: MIT
#ifndef KILN_BOUNDS_POSING_H
#define KILN_BOUNDS_POSING_H

#include "kiln/bounds.h"
#include "math/quaternion.h"
#include "outward.h"

/// A kiln_pose prepared in double. The exact pose turns by the quaternion divided by its length.
typedef struct kiln_posing
{
	kiln_d3 row[3]; ///< of the rotation; each number within 2^-50 of the exact one
	kiln_d3 translation;
	double scale;
} kiln_posing;

static inline kiln_posing kiln_posing_of(const kiln_pose *pose)
{
	kiln_d3 axes[3];
	kiln_quat_axes(pose->rotation, axes);
	kiln_posing posing = {
		.row = {{axes[0].x, axes[1].x, axes[2].x}, {axes[0].y, axes[1].y, axes[2].y},
			{axes[0].z, axes[1].z, axes[2].z}},
		.translation = kiln_d3_from(pose->translation),
		.scale = pose->scale == 0 ? 1 : (double)pose->scale,
	};
	return posing;
}

/// Whether the pose is valid: every number is finite, and the scale is not negative.
static inline bool kiln_pose_valid(const kiln_pose *pose)
{
	kiln_quat q = pose->rotation;
	double total = (double)q.x + (double)q.y + (double)q.z + (double)q.w;
	total += kiln_vec3_total(pose->translation) + (double)pose->scale;
	return kiln_total_finite(total) && pose->scale >= 0;
}

/// Whether the pose leaves every point where it is. Then nothing is lost, and the posed volume keeps its bits.
static inline bool kiln_pose_rests(const kiln_pose *pose)
{
	kiln_quat q = pose->rotation;
	kiln_vec3 t = pose->translation;
	return kiln_pose_valid(pose) && q.x == 0 && q.y == 0 && q.z == 0 && t.x == 0 && t.y == 0 && t.z == 0 &&
		   (pose->scale == 0 || pose->scale == 1);
}

/// Whether the pose does more than translate a point. True for NaN.
static inline bool kiln_posing_turns(const kiln_pose *pose, const kiln_posing *posing)
{
	kiln_quat q = pose->rotation;
	return q.x != 0 || q.y != 0 || q.z != 0 || q.w != q.w || posing->scale != 1;
}

/// Rotation without scale.
static inline kiln_d3 kiln_posing_rotate(const kiln_posing *posing, kiln_d3 v)
{
	return (kiln_d3){kiln_d3_dot(posing->row[0], v), kiln_d3_dot(posing->row[1], v), kiln_d3_dot(posing->row[2], v)};
}

/// The inverse of the rotation.
static inline kiln_d3 kiln_posing_rotate_back(const kiln_posing *posing, kiln_d3 v)
{
	kiln_d3 back = kiln_d3_scale(posing->row[0], v.x);
	return kiln_d3_along(kiln_d3_along(back, v.y, posing->row[1]), v.z, posing->row[2]);
}

/// Rotation and scale.
static inline kiln_d3 kiln_posing_turn(const kiln_posing *posing, kiln_d3 v)
{
	return kiln_d3_scale(kiln_posing_rotate(posing, v), posing->scale);
}

static inline kiln_d3 kiln_posing_point(const kiln_posing *posing, kiln_d3 p)
{
	return kiln_d3_add(kiln_posing_turn(posing, p), posing->translation);
}

/// The greatest error of each coordinate of a turned vector. An entry of the rotation has an error of 2^-50, product,
/// sums and scale add 5 roundings of 2^-53, and no entry exceeds 1 + 2^-50: less than 2^-49 scale (|x| + |y| + |z|) in
/// all.
static inline double kiln_posing_turn_error(const kiln_posing *posing, kiln_d3 v)
{
	return 0x1p-49 * posing->scale * (kiln_double_abs(v.x) + kiln_double_abs(v.y) + kiln_double_abs(v.z));
}

/// The greatest error of each coordinate of a posed point: one more rounding, relative to the sum.
static inline double kiln_posing_point_error(const kiln_posing *posing, kiln_d3 p)
{
	return 1.0625 * kiln_posing_turn_error(posing, p) + 0x1p-52 * kiln_d3_largest(posing->translation);
}

#endif
