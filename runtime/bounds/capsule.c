// SPDX-License-Identifier: MIT
#include "core.h"
#include "end_balls.h"
#include "outward.h"
#include "posing.h"
#include "shape/segment.h"

static kiln_core_nearest nearest_of(const kiln_core_pair *pair)
{
	kiln_d3 a = pair->a->side[0], b = pair->b->side[0];
	kiln_nearest_pair found = kilni_segment_segment(
		kiln_d3_scale(a, -1), kiln_d3_scale(a, 2), kiln_d3_sub(pair->between, b), kiln_d3_scale(b, 2));
	return (kiln_core_nearest){.on_a = found.first,
		.on_b = found.second,
		.toward = kiln_d3_sub(found.second, found.first),
		.distance2 = found.distance2};
}

bool kiln_overlaps_capsule_capsule(const kiln_capsule *a, const kiln_capsule *b)
{
	kiln_core first = kiln_core_of_capsule(a), second = kiln_core_of_capsule(b);
	kiln_core_pair pair = kiln_core_pair_of(&first, &second);
	bool apart = kiln_core_boxes_apart(&pair);
	if (!apart)
	{
		kiln_core_nearest nearest = nearest_of(&pair);
		apart = nearest.distance2 > pair.radius * pair.radius && kilni_core_apart(&pair, nearest.toward);
	}
	return !apart || !kilni_sound_capsule(a) || !kilni_sound_capsule(b);
}

kiln_distance kiln_distance_capsule_capsule(const kiln_capsule *a, const kiln_capsule *b)
{
	kiln_core first = kiln_core_of_capsule(a), second = kiln_core_of_capsule(b);
	kiln_core_pair pair = kiln_core_pair_of(&first, &second);
	kiln_core_nearest nearest = nearest_of(&pair);
	return kilni_core_measure(&pair, &nearest);
}

/// A ball, projected on the plane perpendicular to a capsule's axis.
typedef struct disc
{
	double x, y, radius;
} disc;

/// The least disc that holds both.
static disc disc_merge(disc a, disc b)
{
	double x = b.x - a.x, y = b.y - a.y;
	double distance = sqrt(x * x + y * y);
	if (distance + b.radius <= a.radius)
		return a;
	if (distance + a.radius <= b.radius)
		return b;
	double radius = (distance + a.radius + b.radius) / 2, share = (radius - a.radius) / distance;
	return (disc){a.x + share * x, a.y + share * y, radius};
}

/// The capsule's radius, given its ends as they are stored.
static double radius_around(const kiln_end_balls *balls, const kiln_capsule *capsule)
{
	kiln_d3 a = kiln_d3_sub(kiln_d3_from(capsule->a), balls->reference);
	kiln_d3 side = kiln_d3_sub(kiln_d3_from(capsule->b), kiln_d3_from(capsule->a));
	double length2 = kiln_d3_length2(side), most = 0;
	for (int i = 0; i < balls->count; ++i)
	{
		kiln_d3 from = kiln_d3_sub(balls->ball[i].center, a);
		// Any point of the segment bounds the distance; the point nearest within rounding gives the best bound.
		double place = kiln_ratio01(kiln_d3_dot(from, side), length2);
		kiln_d3 size = kiln_d3_add(kiln_d3_abs(a), kiln_d3_add(kiln_d3_abs(side), kiln_d3_abs(balls->ball[i].center)));
		double room = 0x1p-50 * (size.x + size.y + size.z);
		double distance = sqrt(kiln_d3_length2(kiln_d3_along(from, -place, side))) * (1 + 0x1p-50) + room;
		most = kiln_double_max(most, (distance + balls->ball[i].radius) * (1 + 0x1p-51));
	}
	return most;
}

/// A capsule around the balls with its axis along a unit vector.
static kiln_capsule capsule_along(const kiln_end_balls *balls, kiln_d3 axis)
{
	kiln_d3 u = kilni_d3_across(axis), v = kiln_d3_cross(axis, u);
	disc discs[KILN_END_BALLS_MAX], around = {0, 0, 0};
	for (int i = 0; i < balls->count; ++i)
	{
		kiln_d3 p = balls->ball[i].center;
		discs[i] = (disc){kiln_d3_dot(u, p), kiln_d3_dot(v, p), balls->ball[i].radius};
		around = i ? disc_merge(around, discs[i]) : discs[i];
	}
	// A ball that does not reach the wall leaves room at its end: the ball may stick out of the cylinder into the cap.
	double low = HUGE_VAL, high = -HUGE_VAL;
	for (int i = 0; i < balls->count; ++i)
	{
		double x = discs[i].x - around.x, y = discs[i].y - around.y, free = around.radius - discs[i].radius;
		double room = sqrt(kiln_double_max(0, free * free - (x * x + y * y)));
		double at = kiln_d3_dot(axis, balls->ball[i].center);
		low = kiln_double_min(low, at + room);
		high = kiln_double_max(high, at - room);
	}
	if (low > high)
		low = high = (low + high) / 2;
	kiln_d3 line = kiln_d3_along(kiln_d3_along(balls->reference, around.x, u), around.y, v);
	kiln_capsule capsule = {
		.a = kiln_vec3_stored(kiln_d3_along(line, low, axis)), .b = kiln_vec3_stored(kiln_d3_along(line, high, axis))};
	capsule.radius = kiln_tight_up(radius_around(balls, &capsule));
	return capsule;
}

/// Volume over pi.
static double bulk(const kiln_capsule *capsule)
{
	kiln_d3 side = kiln_d3_sub(kiln_d3_from(capsule->b), kiln_d3_from(capsule->a));
	double r = (double)capsule->radius;
	return r * r * (sqrt(kiln_d3_length2(side)) + 4.0 / 3 * r);
}

/// The unit vector along the two balls that are farthest apart.
static kiln_d3 longest_way(const kiln_end_balls *balls)
{
	kiln_d3 best = {0, 0, 0};
	for (int i = 0; i < balls->count; ++i)
		for (int j = i + 1; j < balls->count; ++j)
		{
			kiln_d3 way = kiln_d3_sub(balls->ball[j].center, balls->ball[i].center);
			if (kiln_d3_length2(way) > kiln_d3_length2(best))
				best = way;
		}
	return kilni_d3_unit(best);
}

kiln_capsule kiln_capsule_merge(const kiln_capsule *a, const kiln_capsule *b)
{
	if (!kilni_sound_capsule(a) || !kilni_sound_capsule(b))
		return kilni_sound_capsule(a) ? *b : *a;
	kiln_core first = kiln_core_of_capsule(a), second = kiln_core_of_capsule(b);
	kiln_core_pair pair = kiln_core_pair_of(&first, &second);
	kiln_end_balls balls = {.count = 0};
	kiln_end_balls_add(&balls, &first);
	kiln_end_balls_add(&balls, &second);
	bool against = kiln_d3_dot(first.side[0], second.side[0]) < 0;
	kiln_d3 sum = kiln_d3_along(first.side[0], against ? -1 : 1, second.side[0]);
	const kiln_d3 axes[] = {longest_way(&balls), kilni_d3_unit(first.side[0]), kilni_d3_unit(second.side[0]),
		kilni_d3_unit(pair.between), kilni_d3_unit(sum)};
	kiln_capsule best = capsule_along(&balls, kiln_d3_length2(axes[0]) > 0 ? axes[0] : (kiln_d3){1, 0, 0});
	for (int i = 1; i < 5; ++i)
		if (kiln_d3_length2(axes[i]) > 0)
		{
			kiln_capsule other = capsule_along(&balls, axes[i]);
			if (bulk(&other) < bulk(&best))
				best = other;
		}
	return best;
}

kiln_capsule kiln_capsule_transform(const kiln_capsule *capsule, const kiln_pose *pose)
{
	if (kiln_pose_rests(pose))
		return *capsule;
	kiln_posing posing = kiln_posing_of(pose);
	kiln_d3 ends[2] = {kiln_d3_from(capsule->a), kiln_d3_from(capsule->b)};
	kiln_vec3 stored[2];
	double strayed = 0;
	for (int i = 0; i < 2; ++i)
	{
		kiln_d3 exact = kiln_posing_point(&posing, ends[i]);
		stored[i] = kiln_vec3_stored(exact);
		double off = sqrt(kiln_d3_length2(kiln_d3_sub(exact, kiln_d3_from(stored[i]))));
		strayed = kiln_double_max(strayed, off + 2 * kiln_posing_point_error(&posing, ends[i]));
	}
	// No point of the segment is off by more than the ends are.
	double radius = ((double)capsule->radius * posing.scale + strayed) * (1 + 0x1p-50);
	return (kiln_capsule){stored[0], stored[1], kiln_tight_up(radius)};
}
