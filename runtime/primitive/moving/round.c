// SPDX-License-Identifier: MIT
#include "ball.h"
#include "kiln/primitive/overlaps.h"
#include "shape/usable.h"

/// A sphere against a core with a radius: point, segment or box (bounds/core.h).
typedef struct round_pair
{
	kiln_core_pair cores;
	const kiln_frame *frame; ///< of the second core
	kiln_moving_ball ball;
} round_pair;

/// The corner of the core whose signs are the bits of `corner`, relative to the sphere's center.
static kiln_d3 corner_of(const round_pair *pair, int corner)
{
	const kiln_core *core = pair->cores.b;
	kiln_d3 at = pair->cores.between;
	for (int i = 0; i < core->count; ++i)
		at = kiln_d3_along(at, corner >> i & 1 ? 1 : -1, core->side[i]);
	return kiln_d3_scale(at, pair->ball.unit);
}

static kiln_d3 edge_of(const round_pair *pair, int side)
{
	return kiln_d3_scale(pair->cores.b->side[side], 2 * pair->ball.unit);
}

/// Sweeps against the face from a corner along two sides, if the sphere's center is outside of this face: only such
/// faces can be met first.
static void sweep_face(round_pair *pair, int corner, int i, int j)
{
	int across = 3 - i - j;
	kiln_d3 at = corner_of(pair, corner), e = edge_of(pair, i), f = edge_of(pair, j);
	kiln_d3 normal = kiln_d3_cross(e, f);
	double outward = kiln_d3_dot(normal, edge_of(pair, across)) * (corner >> across & 1 ? 1 : -1);
	double height = -kiln_d3_dot(normal, at);
	if (outward == 0 || (outward > 0) == (height > 0))
		kilni_ball_face(&pair->ball.sweep, at, e, f, true);
}

/// Sweeps against each face, from the corner at which both of its sides begin.
static void sweep_faces(round_pair *pair)
{
	for (int corner = 0; corner < 8; ++corner)
		for (int i = 1; i < 3; ++i)
			for (int j = 0; j < i; ++j)
				if ((corner >> i & 1) == 0 && (corner >> j & 1) == 0)
					sweep_face(pair, corner, i, j);
}

static void sweep_edges(round_pair *pair)
{
	const int count = pair->cores.b->count;
	for (int corner = 0; corner < 1 << count; ++corner)
	{
		kiln_d3 at = corner_of(pair, corner);
		kilni_ball_corner(&pair->ball.sweep, at);
		for (int i = 0; i < count; ++i)
			if ((corner >> i & 1) == 0)
				kilni_ball_edge(&pair->ball.sweep, at, edge_of(pair, i));
	}
}

/// The nearest points when the sphere is displaced by `way`, relative to its center there.
static kiln_core_nearest nearest_at(const round_pair *pair, kiln_d3 way)
{
	kiln_core_pair moved = pair->cores;
	moved.between = kiln_d3_sub(moved.between, way);
	return kilni_core_nearest_of(&moved, pair->frame);
}

/// The shortest way out of a core for a center inside: from a box to the nearest face's plane, from a segment
/// perpendicular to it.
static kiln_d3 way_out(const round_pair *pair)
{
	const kiln_core *core = pair->cores.b;
	kiln_d3 best = {0, 0, 0};
	double least = HUGE_VAL;
	if (core->count == 1 && kiln_d3_largest(core->side[0]) > 0)
		return kilni_d3_across(kilni_d3_unit(core->side[0]));
	for (int i = 0; core->count == 3 && i < 3; ++i)
	{
		kiln_d3 normal = kilni_d3_unit(kiln_d3_cross(pair->frame->axis[(i + 1) % 3], pair->frame->axis[(i + 2) % 3]));
		double at = kiln_d3_dot(normal, pair->cores.between);
		double depth = kiln_double_abs(kiln_d3_dot(normal, core->side[i])) - kiln_double_abs(at);
		if (!(depth < least))
			continue;
		least = depth;
		best = kiln_d3_scale(normal, at > 0 ? -1 : 1);
	}
	return best;
}

/// The answer when the sphere is displaced by `way`, with a point within both radii of both cores' closest points.
static kiln_impact answer(const round_pair *pair, double time, kiln_d3 rest)
{
	kiln_d3 way = kiln_d3_scale(pair->ball.motion, time);
	kiln_core_nearest nearest = nearest_at(pair, way);
	kiln_d3 away = kiln_d3_scale(nearest.toward, -1);
	kiln_d3 normal = kiln_moving_ball_normal(&pair->ball, away, kiln_moving_ball_least(&pair->ball, !(time > 0)), rest);
	double from_b = kiln_double_min(pair->cores.b->radius, sqrt(nearest.distance2));
	kiln_d3 point = kiln_d3_along(kiln_d3_add(nearest.on_b, way), from_b, normal);
	return kiln_impact_at(time, kiln_d3_add(pair->cores.a->anchor, point), normal);
}

/// Whether the boxes around the motion and around the core overlap: quick, and leaves few pairs to the features.
static bool ways_meet(const round_pair *pair)
{
	kiln_d3 between = pair->cores.between, reach = kiln_d3_sub(pair->cores.size, kiln_d3_sizes(between));
	double more = pair->cores.radius + pair->ball.margin;
	reach = kiln_d3_add(reach, (kiln_d3){more, more, more});
	kiln_d3 low = kiln_d3_min((kiln_d3){0, 0, 0}, pair->ball.motion);
	kiln_d3 high = kiln_d3_max((kiln_d3){0, 0, 0}, pair->ball.motion);
	return low.x <= between.x + reach.x && high.x >= between.x - reach.x && low.y <= between.y + reach.y &&
		   high.y >= between.y - reach.y && low.z <= between.z + reach.z && high.z >= between.z - reach.z;
}

static kiln_impact move(
	const kiln_sphere *a, const kiln_vec3 *motion, const kiln_core *b, const kiln_frame *frame, bool overlap)
{
	kiln_core core = kiln_core_of_sphere(a);
	round_pair pair = {.cores = kiln_core_pair_of(&core, b), .frame = frame};
	double size = kiln_d3_largest(pair.cores.size) + pair.cores.radius;
	pair.ball = kiln_moving_ball_of(pair.cores.radius, kiln_d3_from(*motion), size, 0);
	if (overlap)
	{
		kiln_impact inside = answer(&pair, 0, way_out(&pair));
		inside.inside = true;
		return inside;
	}
	if (kiln_stands_still(pair.ball.motion) || !ways_meet(&pair))
		return (kiln_impact){0};
	// If the shapes are within twice the margin at the start, a contact of the grown sphere may lie before the start.
	double near = pair.cores.radius + 2 * pair.ball.margin;
	if (nearest_at(&pair, (kiln_d3){0, 0, 0}).distance2 <= near * near)
		return answer(&pair, 0, way_out(&pair));
	if (b->count == 3)
		sweep_faces(&pair);
	// A first contact inside a face is not preceded by a contact elsewhere.
	if (!pair.ball.sweep.met)
		sweep_edges(&pair);
	return pair.ball.sweep.met ? answer(&pair, pair.ball.sweep.best, pair.ball.sweep.normal) : (kiln_impact){0};
}

kiln_impact kiln_moving_sphere_sphere(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_sphere *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_point(motion) || !kilni_usable_sphere(b))
		return (kiln_impact){0};
	kiln_core core = kiln_core_of_sphere(b);
	kiln_frame frame = kilni_frame_of_core(&core);
	return move(a, motion, &core, &frame, kiln_overlaps_sphere_sphere(a, b));
}

kiln_impact kiln_moving_sphere_capsule(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_capsule *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_point(motion) || !kilni_usable_capsule(b))
		return (kiln_impact){0};
	kiln_core core = kiln_core_of_capsule(b);
	kiln_frame frame = kilni_frame_of_core(&core);
	return move(a, motion, &core, &frame, kiln_overlaps_sphere_capsule(a, b));
}

kiln_impact kiln_moving_sphere_aabb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_aabb *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_point(motion) || !kilni_usable_aabb(b))
		return (kiln_impact){0};
	kiln_core core = kiln_core_of_aabb(b);
	kiln_frame frame = kiln_frame_of_aabb(b);
	return move(a, motion, &core, &frame, kiln_overlaps_sphere_aabb(a, b));
}

kiln_impact kiln_moving_sphere_obb(const kiln_sphere *a, const kiln_vec3 *motion, const kiln_obb *b)
{
	if (!kilni_usable_sphere(a) || !kilni_usable_point(motion) || !kilni_usable_obb(b))
		return (kiln_impact){0};
	kiln_core core = kiln_core_of_obb(b);
	kiln_frame frame = kiln_frame_of_obb(b);
	return move(a, motion, &core, &frame, kiln_overlaps_sphere_obb(a, b));
}
