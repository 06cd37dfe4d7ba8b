// SPDX-License-Identifier: MIT
#include "world.h"

#include "math/quaternion.h"
#include "math/slab.h"

/// Transforms to a member's own coordinates and back: in double, rounded to float32 once. An identity pose changes
/// nothing.

static kiln_d3 turned_back(const kiln_posing *posing, kiln_d3 vector)
{
	return kiln_d3_scale(kiln_posing_rotate_back(posing, vector), 1 / posing->scale);
}

static kiln_d3 seen_by(const kiln_placed_member *placed, kiln_d3 point)
{
	return turned_back(&placed->posing, kiln_d3_sub(point, placed->posing.translation));
}

kiln_vec3 kilni_member_point(const kiln_placed_member *placed, kiln_vec3 point)
{
	if (placed->rests)
		return point;
	return kiln_vec3_stored(seen_by(placed, kiln_d3_from(point)));
}

kiln_pose kilni_member_pose(const kiln_placed_member *placed, const kiln_pose *pose)
{
	if (placed->rests)
		return *pose;
	double m[4], q[4];
	kiln_quat_unit(placed->member.pose.rotation, m);
	kiln_quat_unit(pose->rotation, q);
	// The inverse of the member's rotation, then the pose's: conj(m) q.
	const double x = m[3] * q[0] - m[0] * q[3] - m[1] * q[2] + m[2] * q[1];
	const double y = m[3] * q[1] - m[1] * q[3] - m[2] * q[0] + m[0] * q[2];
	const double z = m[3] * q[2] - m[2] * q[3] - m[0] * q[1] + m[1] * q[0];
	const double w = m[3] * q[3] + m[0] * q[0] + m[1] * q[1] + m[2] * q[2];
	const double scale = (pose->scale > 0 ? (double)pose->scale : 1) / placed->posing.scale;
	return (kiln_pose){.rotation = {(float)x, (float)y, (float)z, (float)w},
		.translation = kilni_member_point(placed, pose->translation),
		// A scale of 0 would mean 1.
		.scale = (float)kiln_double_max(scale, 0x1p-149)};
}

kiln_vec3 kilni_world_point(const kiln_placed_member *placed, kiln_vec3 point)
{
	return placed->rests ? point : kiln_vec3_stored(kiln_posing_point(&placed->posing, kiln_d3_from(point)));
}

kiln_vec3 kilni_world_normal(const kiln_placed_member *placed, kiln_vec3 normal)
{
	if (placed->rests)
		return normal;
	kiln_d3 turned = kiln_posing_rotate(&placed->posing, kiln_d3_from(normal));
	double length = sqrt(kiln_d3_length2(turned));
	return kiln_vec3_stored(length > 0 ? kiln_d3_scale(turned, 1 / length) : turned);
}

// --- Ways -------------------------------------------------------------------------------------------------------------

/// The box of a member's asset, mesh or surface in its own coordinates. Returns false for an empty one.
static bool own_box(const kiln_placed_member *placed, kiln_d3 *low, kiln_d3 *high)
{
	float min[3], max[3];
	kilni_cooked_bounds(placed, min, max);
	*low = (kiln_d3){(double)min[0], (double)min[1], (double)min[2]};
	*high = (kiln_d3){(double)max[0], (double)max[1], (double)max[2]};
	return low->x <= high->x && low->y <= high->y && low->z <= high->z;
}

/// The share of the way from `low` to `high` after which it is out of range.
static double part_in_range(double low, double high)
{
	const double most = high > low ? (double)KILN_COORDINATE_MAX : -(double)KILN_COORDINATE_MAX;
	return kiln_double_abs(high) > (double)KILN_COORDINATE_MAX ? (most - low) / (high - low) : 1;
}

bool kilni_member_near_point(const kiln_placed_member *placed, kiln_vec3 point, kiln_vec3 *local)
{
	*local = point;
	if (placed->rests)
		return false;
	kiln_d3 low, high, seen = seen_by(placed, kiln_d3_from(point));
	const bool far = kiln_d3_largest(seen) > (double)KILN_COORDINATE_MAX && own_box(placed, &low, &high);
	if (far)
	{
		const kiln_d3 foot = kiln_d3_min(kiln_d3_max(seen, low), high);
		double part = kiln_double_min(part_in_range(foot.x, seen.x), part_in_range(foot.y, seen.y));
		part = kiln_double_max(kiln_double_min(part, part_in_range(foot.z, seen.z)), 0);
		seen = kiln_d3_along(foot, part, kiln_d3_sub(seen, foot));
	}
	*local = kiln_vec3_stored(seen);
	return far;
}

/// The distance of a point from a box on the axis where it is greatest.
static double distance_to(kiln_d3 point, kiln_d3 low, kiln_d3 high)
{
	const kiln_d3 below = kiln_d3_sub(low, point), above = kiln_d3_sub(point, high), none = {0, 0, 0};
	return kiln_d3_largest(kiln_d3_max(kiln_d3_max(below, above), none));
}

bool kilni_member_way_of(const kiln_placed_member *placed, const kiln_member_mover *mover, kiln_vec3 direction,
	float t_max, kiln_member_way *way)
{
	const double limit = t_max > 0 && t_max < FLT_MAX ? (double)t_max : (double)FLT_MAX;
	*way =
		(kiln_member_way){.origin = mover->origin, .direction = direction, .t_max = t_max, .unit = 1, .limit = limit};
	if (placed->rests)
		return true;
	kiln_d3 low, high;
	if (!own_box(placed, &low, &high))
		return false;
	const kiln_posing *posing = &placed->posing;
	const kiln_d3 origin = kiln_d3_from(mover->origin), speed = kiln_d3_from(direction);
	const kiln_d3 center = seen_by(placed, mover->center);
	const double radius = mover->radius / posing->scale;
	const double size = kiln_d3_largest(kiln_d3_sub(high, low));
	const kiln_d3 heading = turned_back(posing, speed);
	kiln_d3 start = seen_by(placed, origin);
	if (distance_to(center, low, high) > radius + size * (double)KILN_FAR_SIZES ||
		kiln_d3_largest(start) > (double)KILN_COORDINATE_MAX)
	{
		// Some room, so that rounding leaves the start outside; but no room beyond the valid range.
		const double reach = kiln_double_max(kiln_d3_largest(low), kiln_d3_largest(high)) + radius;
		const double more = size + 0x1p-20 * reach + 0x1p-44 * kiln_d3_largest(center);
		const double most = kiln_double_max((double)KILN_COORDINATE_MAX - reach, 0);
		const double apart = radius + kiln_double_min(more, most);
		const kiln_d3 room = {apart, apart, apart};
		kiln_span span = {0, limit};
		if (!kiln_span_clip_box(&span, kiln_d3_sub(kiln_d3_sub(low, room), center),
				kiln_d3_add(kiln_d3_sub(high, center), room), heading))
			return false;
		way->from = span.enter;
		start = seen_by(placed, kiln_d3_along(origin, way->from, speed));
	}
	const double largest = kiln_d3_largest(heading);
	if (largest > 0 && !(largest >= 0x1p-100 && largest <= 0x1p100))
		way->unit = kiln_power_below(largest);
	way->origin = kiln_vec3_stored(start);
	way->direction = kiln_vec3_stored(kiln_d3_scale(heading, 1 / way->unit));
	// A remaining length of 0 would mean no limit.
	if (t_max > 0 && (way->from > 0 || way->unit != 1))
		way->t_max = kiln_float_up(kiln_double_max(((double)t_max - way->from) * way->unit, 0));
	return true;
}

void kilni_hit_to_world(const kiln_placed_member *placed, const kiln_member_way *way, kiln_hit *hit)
{
	hit->t = (float)kiln_double_min(way->from + (double)hit->t / way->unit, way->limit);
	hit->point = kilni_world_point(placed, hit->point);
	hit->normal = kilni_world_normal(placed, hit->normal);
}

void kilni_manifold_to_world(const kiln_placed_member *placed, kiln_manifold *manifold)
{
	if (placed->rests)
		return;
	manifold->normal = kilni_world_normal(placed, manifold->normal);
	for (uint32_t i = 0; i < manifold->count; i++)
	{
		kiln_contact *contact = &manifold->contacts[i];
		contact->on_a = kilni_world_point(placed, contact->on_a);
		contact->on_b = kilni_world_point(placed, contact->on_b);
		contact->depth = (float)((double)contact->depth * placed->posing.scale);
	}
}
