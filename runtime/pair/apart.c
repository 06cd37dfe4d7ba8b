// SPDX-License-Identifier: MIT
#include "apart.h"

#include "bounds/posing.h"
#include "object.h"
#include "pair/kernel/query.h"

#include <math.h>

/// More than all roundings of a center and a radius, as a share of them.
#define ROUNDING 0x1p-40

/// A ball around an object, roundings included.
typedef struct object_ball
{
	kiln_d3 center;
	double radius;
} object_ball;

/// The box of an asset, or of one mesh of it. Returns false for other objects.
static bool box_of(const kiln_object *object, const float **min, const float **max)
{
	const kiln_asset *asset = object->asset;
	if (object->shape == KILN_NONE)
	{
		*min = asset->scene->bounds_min;
		*max = asset->scene->bounds_max;
		return true;
	}
	if (object->shape >= asset->shape_count || asset->shapes[object->shape].kind != KILN_SHAPE_MESH)
		return false;
	const kiln_format_mesh *mesh = &asset->meshes[asset->shapes[object->shape].index];
	*min = mesh->bounds_min;
	*max = mesh->bounds_max;
	return true;
}

/// Returns false for an object that is invalid, or that only the query itself knows to be valid.
static bool ball_around(const kiln_object *object, object_ball *ball)
{
	const float *min, *max;
	if (!object || !object->asset || object->asset->lazy || object->deformed || object->trees & ~KILN_PAIR_TREES_KNOWN ||
		!kiln_pose_valid(&object->pose) || !box_of(object, &min, &max))
		return false;
	const kiln_d3 low = kiln_d3_from_floats(min), high = kiln_d3_from_floats(max);
	const kiln_d3 middle = kiln_d3_scale(kiln_d3_add(low, high), 0.5),
				  half = kiln_d3_scale(kiln_d3_sub(high, low), 0.5);
	const kiln_posing posing = kiln_posing_of(&object->pose);
	ball->center = kiln_posing_point(&posing, middle);
	ball->radius = sqrt(kiln_d3_length2(half)) * posing.scale;
	ball->radius +=
		ROUNDING * (ball->radius + kiln_d3_largest(middle) * posing.scale + kiln_d3_largest(posing.translation));
	// Then its corners are in range, too. False for NaN.
	return half.x >= 0 && half.y >= 0 && half.z >= 0 &&
		   kiln_d3_largest(ball->center) + ball->radius <= (double)KILN_COORDINATE_MAX;
}

bool kilni_pair_apart(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, double distance)
{
	object_ball ball[2];
	kiln_pair_options made;
	if (!kilni_pair_options_of(&made, options) || made.counters || made.front || made.budget ||
		!ball_around(a, &ball[0]) || !ball_around(b, &ball[1]))
		return false;
	const double reach = ball[0].radius + ball[1].radius + distance * (1 + ROUNDING);
	return kiln_d3_length2(kiln_d3_sub(ball[1].center, ball[0].center)) > reach * reach * (1 + ROUNDING);
}
