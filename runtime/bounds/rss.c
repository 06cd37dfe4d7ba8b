// SPDX-License-Identifier: MIT
#include "core.h"
#include "end_balls.h"
#include "outward.h"
#include "posing.h"

bool kiln_overlaps_rss_rss(const kiln_rss *a, const kiln_rss *b)
{
	kiln_core first = kiln_core_of_rss(a), second = kiln_core_of_rss(b);
	kiln_core_pair pair = kiln_core_pair_of(&first, &second);
	bool apart = kiln_core_boxes_apart(&pair) || kiln_core_apart_along(&pair, pair.between);
	if (!apart)
	{
		kiln_frame frame_a = kilni_frame_of_core(&first), frame_b = kilni_frame_of_core(&second);
		apart = kiln_core_apart_along(&pair, frame_a.axis[2]) || kiln_core_apart_along(&pair, frame_b.axis[2]) ||
				!kilni_core_touches_flat(&pair, &frame_a, &frame_b);
	}
	return !apart || !kilni_sound_rss(a) || !kilni_sound_rss(b);
}

kiln_distance kiln_distance_rss_rss(const kiln_rss *a, const kiln_rss *b)
{
	kiln_core first = kiln_core_of_rss(a), second = kiln_core_of_rss(b);
	kiln_core_pair pair = kiln_core_pair_of(&first, &second);
	kiln_frame frame_a = kilni_frame_of_core(&first), frame_b = kilni_frame_of_core(&second);
	kiln_core_nearest nearest = kilni_core_nearest_flat(&pair, &frame_a, &frame_b);
	return kilni_core_measure(&pair, &nearest);
}

/// The lozenge's radius, given its rectangle as it is stored.
static double radius_around(const kiln_end_balls *balls, const kiln_rss *rss)
{
	kiln_d3 origin = kiln_d3_sub(kiln_d3_from(rss->origin), balls->reference);
	kiln_d3 u = kiln_d3_from(rss->edges[0]), v = kiln_d3_from(rss->edges[1]);
	double most = 0;
	for (int i = 0; i < balls->count; ++i)
	{
		// Any point of the rectangle bounds the distance; the point nearest within rounding gives the best bound.
		kiln_d3 from = kiln_d3_sub(balls->ball[i].center, origin);
		double s = kiln_ratio01(kiln_d3_dot(from, u), kiln_d3_length2(u));
		double t = kiln_ratio01(kiln_d3_dot(from, v), kiln_d3_length2(v));
		kiln_d3 rest = kiln_d3_along(kiln_d3_along(from, -s, u), -t, v);
		kiln_d3 size = kiln_d3_add(kiln_d3_abs(origin), kiln_d3_abs(balls->ball[i].center));
		size = kiln_d3_add(size, kiln_d3_add(kiln_d3_abs(u), kiln_d3_abs(v)));
		double distance = sqrt(kiln_d3_length2(rest)) * (1 + 0x1p-50) + 0x1p-50 * (size.x + size.y + size.z);
		most = kiln_double_max(most, (distance + balls->ball[i].radius) * (1 + 0x1p-51));
	}
	return most;
}

/// An interval of one axis.
typedef struct extent
{
	double low, high;
} extent;

/// The interval of the balls' centers along an axis. Each center is moved inwards by the room that its ball leaves
/// inside `radius` of the plane at `height`.
static extent extent_along(
	const kiln_end_balls *balls, kiln_d3 axis, kiln_d3 normal, double height, double radius, bool inwards)
{
	extent e = {HUGE_VAL, -HUGE_VAL};
	for (int i = 0; i < balls->count; ++i)
	{
		double at = kiln_d3_dot(axis, balls->ball[i].center);
		double above = kiln_d3_dot(normal, balls->ball[i].center) - height, free = radius - balls->ball[i].radius;
		double room = inwards ? sqrt(kiln_double_max(0, free * free - above * above)) : 0;
		e.low = kiln_double_min(e.low, at + room);
		e.high = kiln_double_max(e.high, at - room);
	}
	if (e.low > e.high)
		e.low = e.high = (e.low + e.high) / 2;
	return e;
}

/// A lozenge around the balls with its rectangle along axis[0] and axis[1] of a frame.
static kiln_rss rss_along(const kiln_end_balls *balls, const kiln_d3 axis[3], bool inwards)
{
	double low = HUGE_VAL, high = -HUGE_VAL;
	for (int i = 0; i < balls->count; ++i)
	{
		double at = kiln_d3_dot(axis[2], balls->ball[i].center);
		low = kiln_double_min(low, at - balls->ball[i].radius);
		high = kiln_double_max(high, at + balls->ball[i].radius);
	}
	double height = (low + high) / 2, radius = (high - low) / 2;
	extent u = extent_along(balls, axis[0], axis[2], height, radius, inwards);
	extent v = extent_along(balls, axis[1], axis[2], height, radius, inwards);
	kiln_d3 origin = kiln_d3_along(balls->reference, u.low, axis[0]);
	origin = kiln_d3_along(kiln_d3_along(origin, v.low, axis[1]), height, axis[2]);
	kiln_rss rss = {.origin = kiln_vec3_stored(origin)};
	rss.edges[0] = kiln_vec3_stored(kiln_d3_scale(axis[0], u.high - u.low));
	rss.edges[1] = kiln_vec3_stored(kiln_d3_scale(axis[1], v.high - v.low));
	rss.radius = kiln_tight_up(radius_around(balls, &rss));
	return rss;
}

static double bulk(const kiln_rss *rss)
{
	const double pi = 3.141592653589793;
	double a = sqrt(kiln_d3_length2(kiln_d3_from(rss->edges[0])));
	double b = sqrt(kiln_d3_length2(kiln_d3_from(rss->edges[1]))), r = (double)rss->radius;
	return 2 * r * a * b + pi * r * r * (a + b) + 4.0 / 3 * pi * r * r * r;
}

/// A frame whose first axis is along `first` and whose second is nearest to `second`.
static void frame_toward(kiln_d3 first, kiln_d3 second, kiln_d3 axis[3])
{
	axis[0] = kilni_d3_unit(first);
	if (kiln_d3_length2(axis[0]) == 0)
		axis[0] = (kiln_d3){1, 0, 0};
	second = kilni_d3_unit(second);
	axis[1] = kiln_d3_along(second, -kiln_d3_dot(second, axis[0]), axis[0]);
	axis[1] = kiln_d3_length2(axis[1]) > 1e-12 ? kilni_d3_unit(axis[1]) : kilni_d3_across(axis[0]);
	axis[2] = kiln_d3_cross(axis[0], axis[1]);
}

/// Keeps the smallest of `best` and the lozenges of a frame, which have the rectangle in each of the frame's three
/// planes.
static void try_frame(const kiln_end_balls *balls, const kiln_d3 axis[3], kiln_rss *best, bool *found)
{
	for (int way = 0; way < 6; ++way)
	{
		int normal = way % 3;
		kiln_d3 turned[3] = {axis[(normal + 1) % 3], axis[(normal + 2) % 3], axis[normal]};
		kiln_rss rss = rss_along(balls, turned, way < 3);
		if (!*found || bulk(&rss) < bulk(best))
			*best = rss;
		*found = true;
	}
}

kiln_rss kiln_rss_merge(const kiln_rss *a, const kiln_rss *b)
{
	if (!kilni_sound_rss(a) || !kilni_sound_rss(b))
		return kilni_sound_rss(a) ? *b : *a;
	kiln_core first = kiln_core_of_rss(a), second = kiln_core_of_rss(b);
	kiln_core_pair pair = kiln_core_pair_of(&first, &second);
	kiln_end_balls balls = {.count = 0};
	kiln_end_balls_add(&balls, &first);
	kiln_end_balls_add(&balls, &second);
	kiln_frame frame_a = kilni_frame_of_core(&first), frame_b = kilni_frame_of_core(&second);
	kiln_rss best = *a;
	bool found = false;
	try_frame(&balls, frame_a.axis, &best, &found);
	try_frame(&balls, frame_b.axis, &best, &found);
	for (int i = 0; i < 4; ++i)
	{
		kiln_d3 axis[3];
		frame_toward(pair.between, i < 2 ? first.side[i] : second.side[i - 2], axis);
		try_frame(&balls, axis, &best, &found);
	}
	return best;
}

kiln_rss kiln_rss_transform(const kiln_rss *rss, const kiln_pose *pose)
{
	if (kiln_pose_rests(pose))
		return *rss;
	kiln_posing posing = kiln_posing_of(pose);
	kiln_d3 local = kiln_d3_from(rss->origin), exact = kiln_posing_point(&posing, local);
	kiln_rss moved = {.origin = kiln_vec3_stored(exact)};
	double strayed = sqrt(kiln_d3_length2(kiln_d3_sub(exact, kiln_d3_from(moved.origin))));
	strayed += 2 * kiln_posing_point_error(&posing, local);
	for (int i = 0; i < 2; ++i)
	{
		local = kiln_d3_from(rss->edges[i]);
		exact = kiln_posing_turn(&posing, local);
		moved.edges[i] = kiln_vec3_stored(exact);
		// No point of the rectangle is off by more than the origin and both edges together.
		strayed += sqrt(kiln_d3_length2(kiln_d3_sub(exact, kiln_d3_from(moved.edges[i]))));
		strayed += 2 * kiln_posing_turn_error(&posing, local);
	}
	moved.radius = kiln_tight_up(((double)rss->radius * posing.scale + strayed) * (1 + 0x1p-49));
	return moved;
}
