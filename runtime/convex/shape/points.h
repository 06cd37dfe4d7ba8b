// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_POINTS_H
#define KILN_CONVEX_POINTS_H

#include "shape.h"

/// The most points that are scanned eight at a time.
#define KILN_POINTS_MOST 256

/// Bare points as columns, for the time of one query: as a hull without edges. Its box is the first point, which is the anchor of
/// points, and not what bounds them.
typedef struct kiln_points_room
{
	kiln_hull hull;
	kiln_convex_shape shape;
	kiln_convex_object object;
	double slack; ///< kiln_support_slack of all points
	double reach; ///< the largest coordinate relative to the first point
	float at[3][KILN_POINTS_MOST];
} kiln_points_room;

/// Whether an object is of bare points that kilni_points_pair_of takes, or a sum that begins with such points.
static inline bool kiln_points_are(const kiln_convex_object *object)
{
	const kiln_convex_shape *shape = object->shape;
	return shape->kind == KILN_CONVEX_POINTS && shape->points.count <= KILN_POINTS_MOST;
}

/// kilni_convex_pair_of, with room for objects of bare points: their supports are the same, to the bit, but are found as those of
/// hulls. `room` must stay in place as long as the pair is used.
void kilni_points_pair_of(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_points_room room[2], kiln_convex_pair *pair);

#endif
