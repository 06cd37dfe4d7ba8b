// SPDX-License-Identifier: MIT
#include "world.h"

/// Into a member's own coordinates and back: in double, rounded to float32 once. Where the pose is the identity nothing is
/// touched.

kiln_vec3 kiln_member_point(const kiln_placed_member *placed, kiln_vec3 point)
{
	if (placed->rests)
		return point;
	const kiln_posing *posing = &placed->posing;
	kiln_d3 seen = kiln_d3_sub(kiln_d3_from(point), posing->translation);
	return kiln_vec3_stored(kiln_d3_scale(kiln_posing_rotate_back(posing, seen), 1 / posing->scale));
}

kiln_vec3 kiln_member_vector(const kiln_placed_member *placed, kiln_vec3 vector)
{
	if (placed->rests)
		return vector;
	const kiln_posing *posing = &placed->posing;
	return kiln_vec3_stored(kiln_d3_scale(kiln_posing_rotate_back(posing, kiln_d3_from(vector)), 1 / posing->scale));
}

/// Unit, as doubles; all zero is no rotation.
static void unit_quat(kiln_quat q, double unit[4])
{
	const double parts[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
	double length = sqrt(parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] + parts[3] * parts[3]);
	for (unsigned i = 0; i < 4; i++)
		unit[i] = length > 0 ? parts[i] / length : i == 3 ? 1 : 0;
}

kiln_pose kiln_member_pose(const kiln_placed_member *placed, const kiln_pose *pose)
{
	if (placed->rests)
		return *pose;
	double m[4], q[4];
	unit_quat(placed->member.pose.rotation, m);
	unit_quat(pose->rotation, q);
	// The member's turned back, then the pose's: conj(m) q.
	const double x = m[3] * q[0] - m[0] * q[3] - m[1] * q[2] + m[2] * q[1];
	const double y = m[3] * q[1] - m[1] * q[3] - m[2] * q[0] + m[0] * q[2];
	const double z = m[3] * q[2] - m[2] * q[3] - m[0] * q[1] + m[1] * q[0];
	const double w = m[3] * q[3] + m[0] * q[0] + m[1] * q[1] + m[2] * q[2];
	const double scale = pose->scale > 0 ? (double)pose->scale : 1;
	return (kiln_pose){.rotation = {(float)x, (float)y, (float)z, (float)w},
		.translation = kiln_member_point(placed, pose->translation),
		.scale = (float)(scale / placed->posing.scale)};
}

kiln_vec3 kiln_world_point(const kiln_placed_member *placed, kiln_vec3 point)
{
	return placed->rests ? point : kiln_vec3_stored(kiln_posing_point(&placed->posing, kiln_d3_from(point)));
}

kiln_vec3 kiln_world_normal(const kiln_placed_member *placed, kiln_vec3 normal)
{
	if (placed->rests)
		return normal;
	kiln_d3 turned = kiln_posing_rotate(&placed->posing, kiln_d3_from(normal));
	double length = sqrt(kiln_d3_length2(turned));
	return kiln_vec3_stored(length > 0 ? kiln_d3_scale(turned, 1 / length) : turned);
}

void kiln_hit_to_world(const kiln_placed_member *placed, kiln_hit *hit)
{
	hit->point = kiln_world_point(placed, hit->point);
	hit->normal = kiln_world_normal(placed, hit->normal);
}
