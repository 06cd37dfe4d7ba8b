// SPDX-License-Identifier: MIT
#include "shape/polygon.h"
#include "ball.h"
#include "kiln/primitive/overlaps.h"
#include "shape/usable.h"

/// A moving sphere and a polygon.
typedef struct polygon_pair
{
	kiln_polygon_frame frame;
	kiln_d3 center; ///< of the sphere at the start
	double area2;	///< squared length of the frame's normal; 0 where this is rounding, and only the edges count
	kiln_moving_ball ball;
} polygon_pair;

static double component(kiln_d3 v, int axis)
{
	return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/// A corner, moved into the polygon's plane along the frame's axis; relative to the sphere's center at the start.
static kiln_d3 corner_of(const polygon_pair *pair, uint32_t i)
{
	const kiln_polygon_frame *frame = &pair->frame;
	kiln_d3 corner = kiln_d3_from(frame->polygon->corners[i]), at = kiln_d3_sub(corner, pair->center);
	if (!(pair->area2 > 0))
		return at;
	double off = kiln_d3_dot(frame->normal, kiln_d3_sub(corner, frame->origin)) / component(frame->normal, frame->axis);
	return kiln_d3_sub(
		at, (kiln_d3){frame->axis == 0 ? off : 0, frame->axis == 1 ? off : 0, frame->axis == 2 ? off : 0});
}

/// The point of the polygon closest to the sphere's center at a time; relative to the center at the start.
static kiln_d3 closest_at(const polygon_pair *pair, double time)
{
	const uint32_t count = pair->frame.polygon->count;
	kiln_d3 way = kiln_d3_scale(pair->ball.motion, time), best = {0, 0, 0};
	if (pair->area2 > 0)
	{
		kiln_d3 from = kiln_d3_sub(corner_of(pair, 0), way), normal = pair->frame.normal;
		kiln_d3 foot = kiln_d3_along(way, kiln_d3_dot(normal, from) / pair->area2, normal);
		if (kilni_polygon_frame_contains(&pair->frame, kiln_d3_add(pair->center, foot)))
			return foot;
	}
	double least = HUGE_VAL;
	kiln_d3 a = corner_of(pair, count - 1);
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 b = corner_of(pair, i), edge = kiln_d3_sub(b, a);
		double along = kiln_ratio01(kiln_d3_dot(edge, kiln_d3_sub(way, a)), kiln_d3_length2(edge));
		kiln_d3 at = kiln_d3_along(a, along, edge);
		double distance2 = kiln_d3_length2(kiln_d3_sub(at, way));
		best = distance2 < least ? at : best;
		least = kiln_double_min(distance2, least);
		a = b;
	}
	return best;
}

/// Tests the polygon's inside: when the sphere meets the plane, and whether it does so inside the polygon.
static void sweep_face(polygon_pair *pair)
{
	kiln_ball_sweep *sweep = &pair->ball.sweep;
	double unit = pair->ball.unit;
	kiln_d3 normal = kilni_d3_unit(pair->frame.normal), corner = kiln_d3_scale(corner_of(pair, 0), unit);
	normal = kiln_d3_scale(normal, kiln_d3_dot(normal, corner) > 0 ? -1 : 1);
	double down = -kiln_d3_dot(normal, sweep->direction);
	double gap = -kiln_d3_dot(normal, corner) - sweep->radius;
	// A sphere that starts within reach of the plane does not meet the inside first.
	if (!(gap > 0 && gap <= down))
		return;
	kiln_d3 foot = kiln_d3_along(kiln_d3_scale(sweep->direction, gap / down), -sweep->radius, normal);
	if (!kilni_polygon_frame_contains(&pair->frame, kiln_d3_along(pair->center, 1 / unit, foot)))
		return;
	sweep->met = true;
	sweep->best = gap / down;
	sweep->normal = normal;
}

static void sweep_edges(polygon_pair *pair)
{
	const uint32_t count = pair->frame.polygon->count;
	double unit = pair->ball.unit;
	kiln_d3 a = kiln_d3_scale(corner_of(pair, count - 1), unit);
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 b = kiln_d3_scale(corner_of(pair, i), unit);
		kilni_ball_edge(&pair->ball.sweep, a, kiln_d3_sub(b, a));
		kilni_ball_corner(&pair->ball.sweep, b);
		a = b;
	}
}

/// The polygon's own normal, against the motion; zero for a polygon without area.
static kiln_d3 own_normal(const polygon_pair *pair)
{
	double turn = kiln_d3_dot(pair->frame.normal, pair->ball.motion) > 0 ? -1 : 1;
	return kiln_d3_scale(pair->frame.normal, pair->area2 > 0 ? turn : 0);
}

static kiln_impact answer(const polygon_pair *pair, double time, kiln_d3 rest)
{
	kiln_d3 point = closest_at(pair, time);
	kiln_d3 away = kiln_d3_sub(kiln_d3_scale(pair->ball.motion, time), point);
	kiln_d3 normal = kiln_moving_ball_normal(&pair->ball, away, kiln_moving_ball_least(&pair->ball, !(time > 0)), rest);
	return kiln_impact_at(time, kiln_d3_add(pair->center, point), normal);
}

/// The pair with its frame and a bound of the rounding: of differences, of the test in world coordinates whether a
/// point is inside, and of needles so thin that they count as their edges.
static polygon_pair prepare(const kiln_sphere *a, kiln_d3 motion, const kiln_polygon *b)
{
	polygon_pair pair = {.frame = kilni_polygon_frame_of(b), .center = kiln_d3_from(a->center)};
	double radius = (double)a->radius, far = 0, sides = 0;
	kiln_d3 first = kiln_d3_from(b->corners[0]);
	for (uint32_t i = 0; i < b->count; ++i)
	{
		kiln_d3 corner = kiln_d3_from(b->corners[i]);
		far = kiln_double_max(far, kiln_d3_largest(kiln_d3_sub(corner, pair.center)));
		sides = kiln_double_max(sides, kiln_d3_largest(kiln_d3_sub(corner, first)));
	}
	double area2 = kiln_d3_length2(pair.frame.normal), sides2 = sides * sides;
	pair.area2 = area2 > 0x1p-80 * sides2 * sides2 ? area2 : 0;
	double margin = 0x1p-40 * sides + 0x1p-51 * kiln_d3_largest(pair.center);
	pair.ball = kiln_moving_ball_of(radius, motion, far + radius, margin);
	return pair;
}

kiln_impact kiln_moving_sphere_polygon(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_polygon *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_point(motion) || !kilni_usable_polygon(b))
		return (kiln_impact){0};
	polygon_pair pair = prepare(a, kiln_d3_from(*motion), b);
	if (kiln_overlaps_sphere_polygon(a, b))
	{
		kiln_impact inside = answer(&pair, 0, own_normal(&pair));
		inside.inside = true;
		return inside;
	}
	if (kiln_stands_still(pair.ball.motion))
		return (kiln_impact){0};
	double near = (double)a->radius + 2 * pair.ball.margin;
	if (kiln_d3_length2(closest_at(&pair, 0)) <= near * near)
		return answer(&pair, 0, own_normal(&pair));
	if (pair.area2 > 0)
		sweep_face(&pair);
	// A sphere that first touches the plane inside the polygon has not been near its edges.
	if (!pair.ball.sweep.met)
		sweep_edges(&pair);
	return pair.ball.sweep.met ? answer(&pair, pair.ball.sweep.best, pair.ball.sweep.normal) : (kiln_impact){0};
}
