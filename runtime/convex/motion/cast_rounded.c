// SPDX-License-Identifier: MIT
#include "cast_rounded.h"

#include "bounds/core.h"
#include "bounds/outward.h"
#include "convex/shape/rounded.h"
#include "shape/near.h"

#include <float.h>
#include <math.h>

/// A path that meets the surface at a slope below this, or misses it by as little, is left to the search: the square
/// root would lose digits.
#define SLOPE 0x1p-3

/// What is decided by less than this share of the sizes is left to the search.
#define DECIDED 0x1p-16

/// Motion nearly along the capsule, whose part across has less than this share of the squared length, is left to the search.
#define ACROSS 0x1p-4

/// How much nearer the contact is taken than computed, as a share of the sizes: more than all roundings.
#define EARLIER 0x1p-45

/// A point that moves by t way, relative to the middle of a segment with a ball.
typedef struct rounded_path
{
	kiln_d3 from, way, half;
	double half2, radius;
	double size; ///< bounds the lengths of the vectors
} rounded_path;

/// What is known of the path.
typedef enum path_answer
{
	PATH_IN_DOUBT,
	PATH_MISSES,
	PATH_MEETS,
} path_answer;

/// When a point that moves by t way first is at the distance `radius` from the origin; or from an axis, if both vectors are
/// perpendicular to it. Counts from the path's nearest point, where a distant start costs the fewest digits.
static path_answer meet_ball(kiln_d3 from, kiln_d3 way, double radius, double *t)
{
	const double a = kiln_d3_length2(way), b = kiln_d3_dot(from, way), distance2 = kiln_d3_length2(from);
	const double radius2 = radius * radius;
	if (!(distance2 > radius2 * (1 + DECIDED)) || !(a > 0))
		return PATH_IN_DOUBT;
	const kiln_d3 nearest = kiln_d3_along(from, -b / a, way);
	const double chord2 = radius2 - kiln_d3_length2(nearest);
	if (b > DECIDED * sqrt(distance2 * a) || chord2 < -SLOPE * SLOPE * radius2)
		return PATH_MISSES;
	if (b > 0 || !(chord2 > SLOPE * SLOPE * radius2))
		return PATH_IN_DOUBT;
	*t = -b / a - sqrt(chord2 / a);
	return *t > 0 ? PATH_MEETS : PATH_IN_DOUBT;
}

/// When the path first meets the capsule or ball, and at which place of the segment.
static path_answer meet(const rounded_path *path, double *t, double *place)
{
	*place = 0;
	if (path->half2 == 0)
		return meet_ball(path->from, path->way, path->radius, t);
	const double start = kiln_d3_dot(path->from, path->half) / path->half2;
	const double speed = kiln_d3_dot(path->way, path->half) / path->half2;
	const kiln_d3 beside = kiln_d3_along(path->from, -start, path->half);
	const kiln_d3 across = kiln_d3_along(path->way, -speed, path->half);
	if (!(kiln_d3_length2(across) > ACROSS * kiln_d3_length2(path->way)))
		return PATH_IN_DOUBT;
	// The path enters the cylinder without ends; beyond an end it can only meet that end's ball.
	const path_answer side = meet_ball(beside, across, path->radius, t);
	double there = start;
	if (side == PATH_MISSES)
		return PATH_MISSES;
	if (side == PATH_MEETS)
		there = start + *t * speed;
	else if (!(kiln_d3_length2(beside) < (1 - DECIDED) * path->radius * path->radius))
		return PATH_IN_DOUBT;
	*place = kiln_double_clamp(there, 1);
	const double beyond = kiln_double_abs(there) - 1;
	if (kiln_double_abs(beyond) <= DECIDED)
		return PATH_IN_DOUBT;
	if (beyond < 0)
		return side;
	return meet_ball(kiln_d3_along(path->from, -*place, path->half), path->way, path->radius, t);
}

/// The contact at the reported time, which is a little earlier than the one that was found.
static void answer(const rounded_path *path, const kiln_rounded *b, bool along_b, double t, double place,
	const kiln_feature features[2], kiln_convex_impact *impact)
{
	const kiln_d3 core = kiln_d3_scale(path->half, place);
	const kiln_d3 apart = kiln_d3_sub(kiln_d3_along(path->from, t, path->way), core);
	const kiln_d3 normal = kiln_d3_scale(apart, 1 / sqrt(kiln_d3_length2(apart)));
	const double closing = -kiln_d3_dot(normal, path->way);
	const kiln_d3 on_b = kiln_d3_along(b->start, along_b ? 1 + place : 0, b->half);
	*impact = (kiln_convex_impact){.hit = true,
		.t = kiln_tight_down(kiln_double_max(t - EARLIER * path->size / closing, 0)),
		.point = kiln_d3_to(kiln_d3_along(on_b, b->margin, normal)),
		.normal = kiln_d3_to(normal),
		.feature_a = features[0],
		.feature_b = features[1]};
	const kiln_d3 left = kiln_d3_sub(kiln_d3_along(path->from, (double)impact->t, path->way), core);
	const double gap = sqrt(kiln_d3_length2(left)) - path->radius;
	impact->gap = kiln_float_up(kiln_double_max(gap, 0) + EARLIER * path->size);
}

bool kilni_cast_rounded(
	const kiln_convex_object *a, const kiln_motion *motion, const kiln_convex_object *b, kiln_convex_impact *impact)
{
	kiln_rounded first, second;
	if (!kilni_rounded_of_object(a, &first) || !kilni_rounded_of_object(b, &second) ||
		(first.half2 > 0 && second.half2 > 0))
		return false;
	const bool along_b = second.half2 > 0;
	rounded_path path = {.from = kiln_rounded_between(&first, &second),
		.way = kiln_d3_from(motion->direction),
		.half = along_b ? second.half : kiln_d3_scale(first.half, -1),
		.half2 = first.half2 + second.half2,
		.radius = first.margin + second.margin};
	// Squares of these neither lose digits nor overflow.
	path.size = kiln_d3_largest(path.from) + kiln_d3_largest(path.half) + path.radius;
	const double fastest = kiln_d3_largest(path.way);
	if (!(path.radius > DECIDED * path.size) || !(path.radius > 0x1p-200 && path.size < 0x1p200) ||
		!(fastest > 0x1p-100 && fastest < 0x1p100))
		return false;
	double t = 0, place;
	const path_answer found = meet(&path, &t, &place);
	if (found == PATH_IN_DOUBT || t > (double)FLT_MAX)
		return false;
	kiln_rounded_foot foot;
	kiln_feature features[2] = {{KILN_FEATURE_VERTEX, 0}, {KILN_FEATURE_VERTEX, 0}};
	const kiln_rounded *line = along_b ? &second : &first;
	if (found == PATH_MEETS && line->half2 > 0)
	{
		kilni_rounded_foot(line, place, 0, &foot);
		features[along_b] = foot.feature;
	}
	*impact = (kiln_convex_impact){.hit = false};
	if (found == PATH_MEETS)
		answer(&path, &second, along_b, t, place, features, impact);
	// The limit decides whether the contact is reported, never its digits: a world's answer is the same in every order.
	if (motion->t_max > 0 && impact->t > motion->t_max)
		*impact = (kiln_convex_impact){.hit = false};
	return true;
}
